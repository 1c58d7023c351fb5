#pragma once
// Steps engines through scenes in turns of a few steps each.

#include <functional>
#include <optional>
#include <string>

#include "ruler.hpp"

namespace bankshot_tool::bench {

/// One engine's world of a scene, and the time that it takes.
class Participant {
 public:
  /// Precondition: candidate.make is not nullptr.
  Participant(const Candidate& candidate, const Scene& scene);

  /// Steps the world and its driven bodies; takes fewer steps if interrupted.
  void step(int steps, const volatile int& interrupted);
  const Engine& engine() const { return *engine_; }
  const Scene& scene() const { return scene_; }

  double milliseconds() const { return milliseconds_; }    ///< of the last step(), per step
  std::optional<double> impacts() const { return told_; }  ///< likewise, if the engine counts them
  double built_bytes() const { return built_bytes_; }      ///< of the heap, for the bodies
  double stepped_bytes() const { return stepped_bytes_; }  ///< added by the steps

 private:
  const Scene& scene_;
  std::unique_ptr<Engine> engine_;
  long done_ = 0;
  std::size_t impacts_ = 0;
  std::optional<double> told_;
  double milliseconds_ = 0, built_bytes_ = 0, stepped_bytes_ = 0;
};

/// The results of one engine.
struct Run {
  const Candidate* engine = nullptr;
  bool built = false;
  std::vector<double> milliseconds = {};   ///< per step, of each round
  std::vector<Quality> quality = {};       ///< at the end of each round
  std::vector<std::size_t> contacts = {};  ///< likewise
  std::vector<std::size_t> awake = {};     ///< dynamic bodies, likewise
  std::vector<double> impacts = {};        ///< a step, of each round; empty: the engine does not count them
  double built_bytes = 0, stepped_bytes = 0;
};

struct Outcome {
  const Entry* scene = nullptr;
  double restitution = 0;   ///< of all bodies; 0: as the scene has it
  int steps = 0;            ///< in each round
  std::size_t bodies = 0;   ///< dynamic ones
  double start_energy = 0;  ///< J
  std::vector<Run> runs;
};

struct Plan {
  std::vector<const Entry*> scenes;
  std::vector<const Candidate*> engines;
  std::vector<double> restitutions = {0};  ///< one run for each: of all bodies of the scene; 0: as the scene has it
  int steps = 0;                           ///< of each scene; 0: its own number
  int rounds = 20;
  int threads = 1;  ///< of Bankshot
  bool quick = false;
  int steps_of(const Entry& scene) const { return steps > 0 ? steps : scene.steps; }
};

/// Calls `progress` with the number of steps done so far by all engines; leaves out interrupted rounds.
std::vector<Outcome> run_all(const Plan& plan, const std::function<void(std::int64_t)>& progress,
                             const volatile int& interrupted);
/// Returns the total number of steps.
std::int64_t steps_in(const Plan& plan);

std::size_t dynamic_bodies(const Scene& scene);
double median(std::vector<double> values);
double mean(const std::vector<double>& values);

/// Time of `run` in units of that of `base`, over the rounds.
struct Ratio {
  double median = 0, lowest = 0, highest = 0;
};
Ratio ratio(const Run& run, const Run& base);

/// Returns the impacts a step over all rounds; NaN if the engine does not count them.
double impacts_a_step(const Run& run);
/// Returns "gas", or "gas, e 0.5" if all bodies were given a restitution.
std::string title(const Outcome& outcome);

/// Deepest: the largest of the second half of the rounds; mean: their mean; the others: at the end.
Quality summary(const Run& run);

}  // namespace bankshot_tool::bench
