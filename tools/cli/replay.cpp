#include "replay.hpp"

#include <bankshot/scene/error.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "bad_use.hpp"
#include "fuzz_findings.hpp"
#include "fuzz_options.hpp"
#include "fuzz_pairs.hpp"
#include "fuzz_text.hpp"
#include "fuzz_world.hpp"
#include "input_file.hpp"
#include "oracle/kit/peer_answer.hpp"
#include "output_file.hpp"
#include "replay_picture.hpp"

namespace bankshot_tool {
namespace {

struct ReplayOptions {
  std::string file, svg, against, plant;
};

int conclude(const bankshot_oracle::Findings& findings, const bankshot_oracle::Notes& notes) {
  for (const auto& [name, number] : notes.by) {
    std::printf("  %llu x %s\n", static_cast<unsigned long long>(number), name.c_str());
  }
  for (const auto& finding : findings) {
    std::printf("disagreement: %s\n  %s\n", finding.check.c_str(), finding.detail.c_str());
  }
  if (findings.empty()) std::printf("no disagreement\n");
  return findings.empty() ? exit_ok : exit_failed;
}

bool is_pair(const bankshot::Scene& scene) {
  bool a = false, b = false;
  for (const bankshot::SceneBody& body : scene.bodies) {
    a = a || (body.name == "A" && !body.shapes.empty());
    b = b || (body.name == "B" && !body.shapes.empty());
  }
  return a && b;
}

/// Returns the path of the picture. A default path may only replace an earlier picture of this command.
std::string picture_file(const ReplayOptions& options) {
  std::string svg = options.svg;
  if (svg.empty()) svg = std::filesystem::path(options.file).replace_extension(".svg").string();
  expect_apart({{"--svg", svg}}, {{"FILE", options.file}});
  std::error_code error;
  if (!options.svg.empty() || !std::filesystem::exists(svg, error)) return svg;
  constexpr std::size_t head = 1000;
  if (beginning_of(svg, head).find(replay_mark) != std::string::npos) return svg;
  throw BadUse(svg +
               ": is there, and is no picture of bankshot replay; name the picture with --svg, or this file to "
               "replace it");
}

int replay_pair(const bankshot::Scene& scene, const ReplayOptions& options, const TargetSettings& settings) {
  const std::string svg = picture_file(options);
  const StoredCase stored = case_of_scene(scene, options.file);
  bankshot_oracle::Notes notes;
  const auto findings = check_case(stored, settings, notes);
  std::printf("Box2D 2.4.1: %s\n", bankshot_oracle::box2d_answer(stored.data, stored.sweep).text.c_str());
  OutputFile picture(svg);
  picture.write(picture_of_case(stored, scene.name));
  picture.commit();
  std::printf("picture: %s\n", svg.c_str());
  return conclude(findings, notes);
}

int replay(const ReplayOptions& options) {
  expect_apart({{"--svg", options.svg}}, {{"FILE", options.file}});
  TargetSettings settings;
  settings.against = read_against(options.against);
  settings.judging.fault = read_fault(options.plant);
  const std::string text = read_text(options.file);
  bankshot_oracle::Notes notes;
  std::optional<bankshot::Scene> scene;
  try {
    scene = bankshot::parse_scene(text, options.file);
  } catch (const bankshot::SceneError& error) {
    const std::size_t told = text.find(see_again);
    if (told != std::string::npos) {
      const std::size_t command = told + see_again.size();
      throw BadUse(options.file + ": a finding told in words, not a scene; see it again with:\n  " +
                   text.substr(command, text.find('\n', command) - command));
    }
    std::printf("refused: %s\nno disagreement: a text that is no scene has to be refused\n", error.what());
    return exit_ok;
  }
  std::printf("%s%s%s\n", scene->name.c_str(), scene->description.empty() ? "" : ": ", scene->description.c_str());
  if (is_pair(*scene)) return replay_pair(*scene, options, settings);
  if (!options.svg.empty()) throw BadUse("--svg: only for two shapes, \"A\" and \"B\"; try bankshot run --svg");
  auto findings = check_text(text, 3, notes);
  for (const std::uint64_t order : {1u, 2u, 3u}) {
    for (auto& finding : check_world(*scene, order, notes, settings.judging.fault)) {
      if (findings.empty()) findings.push_back(std::move(finding));
    }
  }
  return conclude(findings, notes);
}

}  // namespace

void add_replay(CLI::App& app, std::function<int()>& action) {
  const auto options = std::make_shared<ReplayOptions>();
  CLI::App* verb = app.add_subcommand("replay", "Check a saved finding again, and draw it beside Box2D's answer");
  verb->add_option("file", options->file, "A finding that bankshot fuzz saved, or any scene")
      ->required()
      ->type_name("FILE");
  verb->add_option("--svg", options->svg, "Picture to write (default: beside FILE, replacing only such a picture)")
      ->type_name("FILE");
  verb->add_option("--against", options->against, "Judges, as for fuzz (default: all there are)")->type_name("J,J");
  verb->add_option("--plant", options->plant, "As for fuzz")->type_name("FAULT")->group("");
  verb->footer("Exit codes: 0 no disagreement, 1 there is one, 2 bad use.");
  verb->callback([options, &action] { action = [options] { return replay(*options); }; });
}

}  // namespace bankshot_tool
