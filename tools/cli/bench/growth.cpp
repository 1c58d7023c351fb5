#include "growth.hpp"

#include <cmath>

namespace bankshot_tool::bench {
namespace {

/// Measures one size and adds it to each of `growths`, which are those of one kind of scene.
void run_size(const Scene& scene, const GrowthPlan& plan, std::vector<Growth*> growths,
              const std::function<void(int)>& stepped, const volatile int& interrupted) {
  std::vector<std::unique_ptr<Participant>> participants;
  std::vector<std::vector<double>> times(growths.size());
  for (const Growth* growth : growths) participants.push_back(std::make_unique<Participant>(*growth->engine, scene));
  for (int round = 0; round <= plan.rounds; ++round) {
    for (std::size_t i = 0; i < participants.size(); ++i) {
      if (interrupted != 0) return;
      const int steps = round == 0 ? plan.warm_up : plan.steps;
      participants[i]->step(steps, interrupted);
      if (round > 0) times[i].push_back(participants[i]->milliseconds());
      stepped(steps);
    }
  }
  for (std::size_t i = 0; i < growths.size(); ++i) {
    growths[i]->bodies.push_back(dynamic_bodies(scene));
    growths[i]->milliseconds.push_back(median(times[i]));
    growths[i]->rounds.push_back(times[i]);
  }
}

std::vector<Growth> all_sizes(const GrowthPlan& plan, const std::function<void(std::int64_t)>& progress,
                              const volatile int& interrupted) {
  std::vector<Growth> all;
  for (const Growing& scene : growing()) {
    for (const Candidate* engine : plan.engines) {
      if (engine->make != nullptr) all.push_back({&scene, engine, {}, {}, {}});
    }
  }
  std::int64_t done = 0;
  for (const Growing& kind : growing()) {
    std::vector<Growth*> growths;
    for (Growth& growth : all) {
      if (growth.scene == &kind) growths.push_back(&growth);
    }
    for (const int size : plan.sizes) {
      const Scene scene = kind.make(size);
      run_size(
          scene, plan, growths, [&](int steps) { progress(done += steps); }, interrupted);
      if (interrupted != 0) return all;
    }
  }
  return all;
}

}  // namespace

std::vector<Growth> run_growth(const GrowthPlan& plan, const std::function<void(std::int64_t)>& progress,
                               const volatile int& interrupted) {
  std::vector<Growth> growths = all_sizes(plan, progress, interrupted);
  std::erase_if(growths, [](const Growth& growth) { return growth.bodies.size() < 2; });
  return growths;
}

std::int64_t steps_in(const GrowthPlan& plan) {
  const std::size_t runs = growing().size() * plan.engines.size() * plan.sizes.size();
  return static_cast<std::int64_t>(runs) * (plan.warm_up + plan.rounds * plan.steps);
}

double exponent(const Growth& growth) {
  const auto n = static_cast<double>(growth.bodies.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < growth.bodies.size(); ++i) {
    const double a = std::log(static_cast<double>(growth.bodies[i])), b = std::log(growth.milliseconds[i]);
    x += a / n, y += b / n, xx += a * a / n, xy += a * b / n;
  }
  return (xy - x * y) / (xx - x * x);
}

}  // namespace bankshot_tool::bench
