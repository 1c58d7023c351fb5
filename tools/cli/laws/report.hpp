#pragma once
// Reports of the results, for people and for programs.

#include <string>

#include "../report_text.hpp"
#include "runner.hpp"

namespace bankshot_tool::laws {

/// Writes one line for each figure of a law, and one column for each engine with its figures at all lengths of step.
std::string table(const Plan& plan, const std::vector<Result>& results, Style style);
/// Writes the notes of the laws on Bankshot's figures, and the settings of the engines.
std::string notes(const Plan& plan, const std::vector<Result>& results, Style style);
std::string json(const Plan& plan, const std::vector<Result>& results);
/// Draws small plots, one for each law that has one; all engines at the middle one of the steps.
std::string plots(const Plan& plan, const std::vector<Result>& results);

/// Returns "1/60" for such a step, else the number.
std::string step_name(double dt);
/// Counts the figures of `engine` that miss their bound; `awaited`: counts those of awaited laws only, else those of
/// the others.
int misses(const Candidate& engine, const std::vector<Result>& results, bool awaited);

}  // namespace bankshot_tool::laws
