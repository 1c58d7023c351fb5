#pragma once
// What came out, for people and for programs.

#include <string>

#include "../report_text.hpp"
#include "runner.hpp"

namespace bankshot_tool::laws {

/// One line for each figure of a law, one column for each engine with its figures at all lengths of step.
std::string table(const Plan& plan, const std::vector<Result>& results, Style style);
/// What the laws say of Bankshot's figures, the settings of the engines.
std::string notes(const Plan& plan, const std::vector<Result>& results, Style style);
std::string json(const Plan& plan, const std::vector<Result>& results);
/// Small plots, one for each law that has one; all engines at the middle one of the steps.
std::string plots(const Plan& plan, const std::vector<Result>& results);

/// "1/60" where it is one, else the number.
std::string step_name(double dt);
/// How many figures of `engine` miss their bound, those of laws that are awaited left out or alone counted.
int misses(const Candidate& engine, const std::vector<Result>& results, bool awaited);

}  // namespace bankshot_tool::laws
