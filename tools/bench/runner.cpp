#include "runner.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "heap.hpp"

namespace bankshot_tool::bench {
namespace {

/// Of `rounds`, the steps of round `i`: together `steps`, and no two differ by more than one.
int share_of(int steps, int rounds, int i) { return (i + 1) * steps / rounds - i * steps / rounds; }

/// Nothing when interrupted.
void take_round(Participant& participant, const Ruler& ruler, int steps, const volatile int& interrupted, Run& run) {
  participant.step(steps, interrupted);
  if (interrupted != 0) return;
  run.milliseconds.push_back(participant.milliseconds());
  run.quality.push_back(ruler.measure(participant.engine()));
  run.contacts.push_back(participant.engine().contacts());
  run.built_bytes = participant.built_bytes();
  run.stepped_bytes = participant.stepped_bytes();
}

Outcome run_one(const Entry& entry, const Plan& plan, const std::function<void(int)>& stepped,
                const volatile int& interrupted) {
  Scene scene = entry.make(plan.quick);
  scene.settings.threads = plan.threads;
  Outcome outcome;
  outcome.scene = &entry;
  outcome.bodies = dynamic_bodies(scene);
  std::vector<std::unique_ptr<Participant>> participants;
  std::vector<Ruler> rulers;
  for (const Candidate* engine : plan.engines) {
    outcome.runs.push_back({.engine = engine, .built = engine->make != nullptr});
    participants.push_back(outcome.runs.back().built ? std::make_unique<Participant>(*engine, scene) : nullptr);
    rulers.emplace_back(scene, participants.back() ? participants.back()->engine().skin() : 0);
    if (participants.back()) outcome.start_energy = rulers.back().measure(participants.back()->engine()).energy;
  }
  const int steps = plan.steps_of(entry), rounds = std::min(plan.rounds, steps);
  outcome.steps = steps;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < participants.size(); ++i) {
      if (interrupted != 0) return outcome;
      const int share = share_of(steps, rounds, round);
      if (participants[i]) take_round(*participants[i], rulers[i], share, interrupted, outcome.runs[i]);
      stepped(share);
    }
  }
  return outcome;
}

}  // namespace

Participant::Participant(const Candidate& candidate, const Scene& scene) : scene_(scene) {
  const double before = heap_in_use();
  engine_ = candidate.make(scene.settings);
  for (const Spec& spec : scene.bodies) engine_->add(spec);
  built_bytes_ = heap_in_use() - before;
}

void Participant::step(int steps, const volatile int& interrupted) {
  const double before = heap_in_use();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps && interrupted == 0; ++i) {
    const double time = static_cast<double>(done_++) * time_step;
    for (const Drive& drive : scene_.drives) {
      const V way = drive.place(time) - engine_->state(drive.body).position;
      engine_->set_velocity(drive.body, way / time_step);
    }
    engine_->step(time_step);
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  milliseconds_ = taken.count() / steps;
  stepped_bytes_ += heap_in_use() - before;
}

std::vector<Outcome> run_all(const Plan& plan, const std::function<void(std::int64_t)>& progress,
                             const volatile int& interrupted) {
  std::vector<Outcome> outcomes;
  std::int64_t done = 0;
  for (const Entry* entry : plan.scenes) {
    Outcome outcome = run_one(
        *entry, plan, [&](int steps) { progress(done += steps); }, interrupted);
    // Cut short in the first round there is not one figure of everybody.
    const bool any = std::all_of(outcome.runs.begin(), outcome.runs.end(),
                                 [](const Run& run) { return !run.built || !run.milliseconds.empty(); });
    if (any) outcomes.push_back(std::move(outcome));
    if (interrupted != 0) break;
  }
  return outcomes;
}

std::int64_t steps_in(const Plan& plan) {
  std::int64_t steps = 0;
  for (const Entry* entry : plan.scenes) steps += plan.steps_of(*entry);
  return steps * static_cast<std::int64_t>(plan.engines.size());
}

std::size_t dynamic_bodies(const Scene& scene) {
  return static_cast<std::size_t>(std::count_if(scene.bodies.begin(), scene.bodies.end(),
                                                [](const Spec& spec) { return spec.motion == Motion::dynamic; }));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Ratio ratio(const Run& run, const Run& base) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(run.milliseconds.size(), base.milliseconds.size()); ++i) {
    ratios.push_back(run.milliseconds[i] / base.milliseconds[i]);
  }
  const auto [lowest, highest] = std::minmax_element(ratios.begin(), ratios.end());
  return {median(ratios), *lowest, *highest};
}

Quality summary(const Run& run) {
  Quality sum = run.quality.back();
  const std::size_t rounds = run.quality.size(), first = rounds / 2;
  sum.mean = 0;
  for (std::size_t i = first; i < rounds; ++i) {
    sum.deepest = std::max(sum.deepest, run.quality[i].deepest);
    sum.mean += run.quality[i].mean / static_cast<double>(rounds - first);
  }
  return sum;
}

}  // namespace bankshot_tool::bench
