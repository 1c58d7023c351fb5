#pragma once
#include <bankshot/history/recording.hpp>
#include <bankshot/scene/scene.hpp>

#include <optional>
#include <vector>

#include "output_file.hpp"
#include "run.hpp"

namespace bankshot_tool {

/// The recording that a run writes and the recording that it is checked against: `--record` and `--verify`.
class RunRecording {
 public:
  /// Opens the one and reads the other. The step and the number of steps of the latter replace the scene's unless they
  /// were typed. Throws Failure if the file is no recording or differs from the typed values.
  RunRecording(const RunOptions& options, bankshot::Scene& scene);

  /// Call before the first step. Throws Failure if the initial state differs from the recorded one.
  void begin(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids);
  /// Applies the recorded inputs of the next step. Call before each step.
  void give_inputs(bankshot::World& world) const;
  /// Call after each step. Throws Failure if its result differs from the recorded one.
  void take_in(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids);
  void finish();
  void print() const;

 private:
  void hold(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids) const;

  std::string what_differs(const bankshot::Divergence& divergence, const bankshot::Scene& scene,
                           const std::vector<bankshot::BodyId>& ids) const;

  std::optional<OutputFile> file_;
  bankshot::Recording made_, held_to_;
  std::string held_to_file_;  ///< empty: none
  std::size_t steps_ = 0;
};

}  // namespace bankshot_tool
