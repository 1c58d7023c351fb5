#pragma once
// The figures of a run and their report.

#include <bankshot/scene/goals.hpp>
#include <bankshot/scene/scene.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "energy_report.hpp"

namespace bankshot_tool {

struct RunFigures {
  std::int64_t steps = 0;
  double dt = 0;
  double wall_seconds = 0;  ///< inside World::step
  std::int64_t impacts = 0;
  int most_contacts = 0;
  double deepest = 0;  ///< penetration over all steps
  std::int64_t deepest_step = 0;
  std::int64_t deep_steps = 0;  ///< that left a deep overlap, see bankshot::Penetration
  std::set<std::pair<bankshot::ShapeId, bankshot::ShapeId>> deep_pairs;  ///< in all of these steps
  bankshot::Energy before, after;
  bankshot::StepStatus status = bankshot::StepStatus::ok;  ///< of all steps together
};

/// Adds one step that took `wall_seconds`.
void take_in(RunFigures& figures, const bankshot::World& world, bankshot::StepStatus status, double wall_seconds);

void print_report(const bankshot::Scene& scene, const std::string& file, const bankshot::World& world,
                  const RunFigures& figures, const EnergyReport& ledger, const bankshot::GoalCounter& goals);

/// CSV with one line per step and body that is not fixed.
std::string csv_head();
std::string csv_rows(const bankshot::Scene& scene, const bankshot::World& world,
                     const std::vector<bankshot::BodyId>& ids, std::int64_t step, double time);

}  // namespace bankshot_tool
