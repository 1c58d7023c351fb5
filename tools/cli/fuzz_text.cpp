// The target "scene-file": valid scenes, truncated, shuffled and filled with input that a reader may trip over.

#include "fuzz_text.hpp"

#include <bankshot/scene/error.hpp>

#include <algorithm>
#include <array>

#include "case_scene.hpp"
#include "fuzz_room.hpp"
#include "input_file.hpp"
#include "oracle/kit/generate.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_tool {

namespace {

using bankshot::Scene;
using bankshot_oracle::Findings;
using bankshot_oracle::Notes;
using bankshot_oracle::Random;

constexpr std::array tokens = {"null",        "true",
                               "-1",          "0",
                               "1e308",       "1e-320",
                               "-0.0",        "1e999",
                               "NaN",         "[]",
                               "{}",          "\"\"",
                               "[[[[[[[",     "{\"a\":",
                               "\"kind\"",    "\"box\"",
                               "\\u0000",     "\\ud800",
                               "\xff",        "\n",
                               ",",           ":",
                               "\"",          "]",
                               "}",           "1000000000000000000000",
                               "0.1",         "\"repeat\": {\"count\": 1000000, \"step\": [1, 0]}",
                               "\"polygon\"", "\"mass\": {}"};

/// Returns a valid scene to start from.
std::string sound_text(Random& random, std::uint64_t seed, std::uint64_t index) {
  if (random.chance(0.5)) return to_json(random_room(seed, index));
  const StoredCase stored = {bankshot_oracle::geometry_case(seed, index), false};
  return to_json(scene_of_case(stored, "pair", ""));
}

void mutate(Random& random, std::string& text) {
  const auto place = [&](std::size_t end) { return static_cast<std::size_t>(random.bits() % (end + 1)); };
  const auto pick = [&] { return tokens[static_cast<std::size_t>(random.bits() % tokens.size())]; };
  if (text.empty()) return text.append(pick()), void();
  const std::size_t at = place(text.size() - 1);
  const std::size_t length = std::min(text.size() - at, place(std::size_t(1) << random.integer(0, 7)));
  switch (random.integer(0, 8)) {
    case 0: text.resize(at); break;
    case 1: text[at] = static_cast<char>(random.integer(0, 255)); break;
    case 2: text.erase(at, length); break;
    case 3: text.insert(at, text.substr(at, length)); break;
    case 4: text.insert(at, pick()); break;
    case 5: {  // replaces a number
      const std::size_t number = text.find_first_of("0123456789", at);
      if (number == std::string::npos) break;
      const std::size_t end = text.find_first_not_of("0123456789.e-+", number);
      text.replace(number, (end == std::string::npos ? text.size() : end) - number, pick());
      break;
    }
    case 6: {  // replaces a key by another one of the file
      const std::size_t from = text.find('"', at), to = text.find('"', place(text.size() - 1));
      if (from == std::string::npos || to == std::string::npos) break;
      text.replace(from, std::min<std::size_t>(8, text.size() - from), text.substr(to, 8));
      break;
    }
    case 7: text[at] = static_cast<char>(text[at] ^ (1 << random.integer(0, 7))); break;
    default: std::swap(text[at], text[place(text.size() - 1)]); break;
  }
}

void report(Findings& findings, const char* check, const std::string& detail) {
  findings.push_back({check, detail, 0});
}

class TextTarget : public FuzzTarget {
 public:
  explicit TextTarget(const TargetSettings& settings) : settings_(settings) {
    if (!settings.scene.empty()) base_ = read_text(settings.scene);
  }

  CaseResult run(std::uint64_t index, Notes& notes) override {
    if (settings_.judging.fault == bankshot_oracle::Fault::crash && index % 100 == 42) std::abort();
    int mutations = 0;
    const std::string text = make(index, &mutations);
    return {mutations == 0   ? "sound scenes"
            : mutations == 1 ? "one mutation"
                             : "several mutations",
            check_text(text, steps, notes)};
  }

  std::string scene(std::uint64_t index, const std::string& check) override {
    int mutations = 0;
    std::string text = make(index, &mutations);
    if (check == crash_check) return text;
    const auto wrong = [&check](const std::string& candidate) {
      Notes notes;
      const Findings findings = check_text(candidate, steps, notes);
      return std::any_of(findings.begin(), findings.end(), [&check](const auto& f) { return f.check == check; });
    };
    for (std::size_t many = text.size() / 2; many > 0; many /= 2) {
      for (std::size_t at = 0; at + many <= text.size();) {
        std::string shorter = text;
        shorter.erase(at, many);
        if (wrong(shorter)) {
          text = std::move(shorter);
        } else {
          at += many;
        }
      }
    }
    return text;
  }

  std::uint64_t batch() const override { return 256; }

 private:
  static constexpr int steps = 3;

  std::string make(std::uint64_t index, int* mutations) const {
    Random random(settings_.seed, index, 7);
    std::string text = base_.empty() ? sound_text(random, settings_.seed, index) : base_;
    *mutations = random.chance(0.05) ? 0 : random.chance(0.5) ? 1 : random.integer(2, 6);
    for (int i = 0; i < *mutations; ++i) mutate(random, text);
    return text;
  }

  TargetSettings settings_;
  std::string base_;
};

void check_accepted(const Scene& scene, int steps, Notes& notes, Findings& findings) {
  const std::string once = to_json(scene);
  const std::string twice = to_json(bankshot::parse_scene(once));
  if (once != twice) report(findings, "a scene does not come back from its own text", "");
  if (scene.bodies.size() > 1000) {
    ++notes.by["accepted, too large to be stepped here"];
    return;
  }
  bankshot::World world = make_world(scene);
  for (int i = 0; i < steps; ++i) world.step(scene.dt);
  ++notes.by["accepted and stepped"];
}

}  // namespace

Findings check_text(const std::string& text, int steps, Notes& notes) {
  Findings findings;
  std::optional<Scene> scene;
  try {
    scene = bankshot::parse_scene(text);
  } catch (const bankshot::SceneError&) {
    ++notes.by["refused with a reason"];
    return findings;
  } catch (const std::exception& error) {
    report(findings, "the reader throws something else than a SceneError", error.what());
    return findings;
  }
  try {
    check_accepted(*scene, steps, notes, findings);
  } catch (const std::exception& error) {
    report(findings, "an accepted scene fails later", error.what());
  }
  return findings;
}

std::unique_ptr<FuzzTarget> make_text_target(const TargetSettings& settings) {
  return std::make_unique<TextTarget>(settings);
}

}  // namespace bankshot_tool
