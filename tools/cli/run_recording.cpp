#include "run_recording.hpp"

#include <cstdio>
#include <filesystem>
#include <span>
#include <string_view>

#include "bad_use.hpp"
#include "input_file.hpp"

namespace bankshot_tool {
namespace {

using bankshot::Real;

constexpr std::string_view recording_head = "BKRC";

/// Names the command of the other precision if that reads these bytes. The head of a recording holds the size of Real
/// after its name and version.
std::string other_command(const std::string& bytes) {
  constexpr bool is_float = sizeof(Real) == sizeof(float);
  if (bytes.size() < 9 || bytes.compare(0, 4, recording_head) != 0 || bytes[8] != (is_float ? 8 : 4)) return "";
  return is_float ? "; verify it with bankshot-double" : "; verify it with bankshot";
}

bankshot::Recording read_recording(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw Failure(path + ": cannot be read: is a folder; name a file that --record wrote");
  }
  const std::string text = read_text(path, largest_recording, recording_head);
  bankshot::Result<bankshot::Recording> result = bankshot::try_load_recording(std::as_bytes(std::span(text)));
  if (!result) throw Failure(path + ": " + result.reason() + other_command(text));
  return *result;
}

std::string full_number(Real value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  return text;
}

std::string body_text(const bankshot::Scene& scene, const std::vector<bankshot::BodyId>& ids, bankshot::BodyId body) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != body) continue;
    const std::string& name = scene.bodies[i].name;
    return "body " + std::to_string(i) + (name.empty() ? "" : " (" + name + ")");
  }
  return "a body that the scene does not have";
}

}  // namespace

RunRecording::RunRecording(const RunOptions& options, bankshot::Scene& scene) : held_to_file_(options.verify) {
  if (!options.verify.empty()) {
    held_to_ = read_recording(options.verify);
    const int steps = static_cast<int>(held_to_.ticks.size()) - 1;
    if (options.dt.empty()) scene.dt = held_to_.dt;
    if (options.steps.empty()) scene.steps = steps;
    if (scene.dt != held_to_.dt) {
      throw Failure(options.verify + ": recorded with steps of " + full_number(held_to_.dt) + " s, --dt says " +
                    options.dt);
    }
    if (scene.steps > steps) {
      throw Failure(options.verify + ": holds " + std::to_string(steps) + " steps, --steps says " +
                    std::to_string(scene.steps));
    }
  }
  if (!options.record.empty()) file_.emplace(options.record);
}

void RunRecording::begin(const bankshot::Scene& scene, const bankshot::World& world,
                         const std::vector<bankshot::BodyId>& ids) {
  if (file_) made_ = bankshot::begin_recording(world, scene.dt);
  hold(scene, world, ids);
}

void RunRecording::give_inputs(bankshot::World& world) const { bankshot::apply_inputs(world, held_to_.inputs); }

void RunRecording::take_in(const bankshot::Scene& scene, const bankshot::World& world,
                           const std::vector<bankshot::BodyId>& ids) {
  ++steps_;
  if (file_) made_.ticks.push_back(bankshot::digest(world));
  hold(scene, world, ids);
}

void RunRecording::hold(const bankshot::Scene& scene, const bankshot::World& world,
                        const std::vector<bankshot::BodyId>& ids) const {
  if (held_to_file_.empty()) return;
  const std::optional<bankshot::Divergence> divergence = bankshot::compare(held_to_, steps_, world);
  if (!divergence) return;
  const std::string when = steps_ == 0 ? ": the scene begins otherwise than the recorded one: "
                                       : ": the run parts from this recording in step " + std::to_string(steps_) + ": ";
  throw Failure(held_to_file_ + when + what_differs(*divergence, scene, ids));
}

std::string RunRecording::what_differs(const bankshot::Divergence& divergence, const bankshot::Scene& scene,
                                       const std::vector<bankshot::BodyId>& ids) const {
  using bankshot::Difference;
  switch (divergence.difference) {
    case Difference::body_count: {
      const std::size_t recorded = held_to_.ticks[steps_].bodies.size();
      return "the recording has " + std::to_string(recorded) + (recorded == 1 ? " body" : " bodies") + ", the scene " +
             std::to_string(ids.size());
    }
    case Difference::motion:
      return body_text(scene, ids, *divergence.body) + " is the first that is elsewhere or moves otherwise";
    case Difference::substance:
      return body_text(scene, ids, *divergence.body) + " is the first whose shape, material or mass differs";
    case Difference::rest: break;
  }
  return steps_ == 0 ? "its bodies and shapes are the same, settings differ, such as gravity"
                     : "its bodies are where they were, contacts differ";
}

void RunRecording::finish() {
  if (!file_) return;
  made_.inputs = held_to_.inputs;
  const std::vector<std::byte> bytes = bankshot::save(made_);
  file_->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  file_->commit();
}

void RunRecording::print() const {
  if (file_) std::printf("  %-12s %s\n", "recording", file_->path().c_str());
  if (!held_to_file_.empty()) std::printf("  %-12s %zu steps as in %s\n", "verified", steps_, held_to_file_.c_str());
}

}  // namespace bankshot_tool
