#pragma once
// Reports of the results, for people and for programs.

#include "../report_text.hpp"
#include "growth.hpp"
#include "runner.hpp"

namespace bankshot_tool::bench {

/// Writes a line for each engine in each scene; ratios are to the first engine that was built.
std::string table(const std::vector<Outcome>& outcomes, Style style);
std::string growth_table(const GrowthPlan& plan, const std::vector<Growth>& growths, Style style);
/// Describes the settings of the engines and the figures; `threads`: of Bankshot, the others have one.
std::string notes(const std::vector<const Candidate*>& engines, int threads, Style style);
std::string json(const Plan& plan, const std::vector<Outcome>& outcomes);
std::string growth_json(const GrowthPlan& plan, const std::vector<Growth>& growths);
/// Draws a bar for the time of each engine in each scene, as an SVG file.
std::string bars(const std::vector<Outcome>& outcomes);

/// Lists the runs with a figure that is not finite, one a line; empty if there are none.
std::string broken(const std::vector<Outcome>& outcomes);

}  // namespace bankshot_tool::bench
