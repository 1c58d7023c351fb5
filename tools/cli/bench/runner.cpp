#include "runner.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

#include "../report_text.hpp"
#include "heap.hpp"

namespace bankshot_tool::bench {
namespace {

/// Returns the number of steps in round `i` of `rounds`. They add up to `steps` and differ by one at most.
int share_of(int steps, int rounds, int i) { return (i + 1) * steps / rounds - i * steps / rounds; }

std::size_t awake_bodies(const Engine& engine, const Scene& scene) {
  std::size_t awake = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    awake += scene.bodies[i].motion == Motion::dynamic && engine.awake(i) ? 1 : 0;
  }
  return awake;
}

/// Records nothing if interrupted.
void take_round(Participant& participant, const Ruler& ruler, int steps, const volatile int& interrupted, Run& run) {
  participant.step(steps, interrupted);
  if (interrupted != 0) return;
  run.milliseconds.push_back(participant.milliseconds());
  run.quality.push_back(ruler.measure(participant.engine()));
  run.contacts.push_back(participant.engine().contacts());
  run.awake.push_back(awake_bodies(participant.engine(), participant.scene()));
  if (participant.impacts()) run.impacts.push_back(*participant.impacts());
  run.built_bytes = participant.built_bytes();
  run.stepped_bytes = participant.stepped_bytes();
}

Outcome run_one(const Entry& entry, double restitution, const Plan& plan, const std::function<void(int)>& stepped,
                const volatile int& interrupted) {
  Scene scene = entry.make(plan.quick);
  scene.settings.threads = plan.threads;
  if (restitution > 0) {
    for (Spec& spec : scene.bodies) spec.restitution = restitution;
  }
  Outcome outcome;
  outcome.restitution = restitution;
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
  impacts_ = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps && interrupted == 0; ++i) {
    const double time = static_cast<double>(done_++) * time_step;
    for (const Drive& drive : scene_.drives) {
      const V way = drive.place(time) - engine_->state(drive.body).position;
      engine_->set_velocity(drive.body, way / time_step);
    }
    for (const Kick& kick : scene_.kicks) {
      const long since = done_ - 1 - kick.first;
      if (since >= 0 && since % kick.period == 0) engine_->set_velocity(kick.body, kick.velocity);
    }
    engine_->step(time_step);
    impacts_ += engine_->impacts().value_or(0);
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  milliseconds_ = taken.count() / steps;
  told_ = engine_->impacts() ? std::optional(static_cast<double>(impacts_) / steps) : std::nullopt;
  stepped_bytes_ += heap_in_use() - before;
}

std::vector<Outcome> run_all(const Plan& plan, const std::function<void(std::int64_t)>& progress,
                             const volatile int& interrupted) {
  std::vector<Outcome> outcomes;
  std::int64_t done = 0;
  for (const Entry* entry : plan.scenes) {
    for (const double restitution : plan.restitutions) {
      Outcome outcome = run_one(
          *entry, restitution, plan, [&](int steps) { progress(done += steps); }, interrupted);
      // An interruption in the first round leaves some engines without a figure.
      const bool any = std::all_of(outcome.runs.begin(), outcome.runs.end(),
                                   [](const Run& run) { return !run.built || !run.milliseconds.empty(); });
      if (any) outcomes.push_back(std::move(outcome));
      if (interrupted != 0) return outcomes;
    }
  }
  return outcomes;
}

std::int64_t steps_in(const Plan& plan) {
  std::int64_t steps = 0;
  for (const Entry* entry : plan.scenes) steps += plan.steps_of(*entry);
  return steps * static_cast<std::int64_t>(plan.engines.size() * plan.restitutions.size());
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

double impacts_a_step(const Run& run) {
  return run.impacts.empty() ? std::numeric_limits<double>::quiet_NaN() : mean(run.impacts);
}

std::string title(const Outcome& outcome) {
  const std::string name = outcome.scene->name;
  return outcome.restitution > 0 ? name + ", e " + number(outcome.restitution, 4) : name;
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
