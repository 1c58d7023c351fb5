#pragma once
#include <bankshot/history/recording.hpp>
#include <bankshot/scene/scene.hpp>

#include <optional>
#include <vector>

#include "output_file.hpp"
#include "run.hpp"

namespace bankshot_tool {

/// A recording of a run, and another one that it is held to: `--record` and `--verify`.
class RunRecording {
 public:
  /// Opens the one and reads the other; its step and their number become the scene's where none were typed. Throws
  /// Failure when the file is no recording or what was typed is not what was recorded.
  RunRecording(const RunOptions& options, bankshot::Scene& scene);

  /// Before the first step. Throws Failure when the scene begins otherwise than it did.
  void begin(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids);
  /// Before each step: does what was recorded to be done then.
  void give_inputs(bankshot::World& world) const;
  /// After each step. Throws Failure when it came out otherwise than it did.
  void take_in(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids);
  void finish();
  void print() const;

 private:
  void hold(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids) const;

  std::string what_differs(const bankshot::Divergence& divergence, const bankshot::Scene& scene,
                           const std::vector<bankshot::BodyId>& ids) const;

  std::optional<OutputFile> file_;
  bankshot::Recording made_, held_to_;
  std::string held_to_file_;  ///< empty: to nothing
  std::size_t steps_ = 0;
};

}  // namespace bankshot_tool
