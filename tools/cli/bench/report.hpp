#pragma once
// What came out, for people and for programs.

#include "../report_text.hpp"
#include "growth.hpp"
#include "runner.hpp"

namespace bankshot_tool::bench {

/// A line for each engine in each scene; ratios are to the first engine that was built.
std::string table(const std::vector<Outcome>& outcomes, Style style);
std::string growth_table(const GrowthPlan& plan, const std::vector<Growth>& growths, Style style);
/// How the engines are set, and what the figures are; `threads`: of Bankshot, others have one.
std::string notes(const std::vector<const Candidate*>& engines, int threads, Style style);
std::string json(const Plan& plan, const std::vector<Outcome>& outcomes);
std::string growth_json(const GrowthPlan& plan, const std::vector<Growth>& growths);
/// A bar for the time of each engine in each scene, as an SVG file.
std::string bars(const std::vector<Outcome>& outcomes);

/// Of all runs, those with a figure that is not finite, one a line; empty when there are none.
std::string broken(const std::vector<Outcome>& outcomes);

}  // namespace bankshot_tool::bench
