// The targets "geometry" and "sweep": pairs of convex shapes.

#include "fuzz_pairs.hpp"

#include <cmath>

#include "bad_use.hpp"
#include "oracle/kit/generate.hpp"
#include "oracle/kit/shrink.hpp"

namespace bankshot_tool {

namespace {

using bankshot_oracle::Case;
using bankshot_oracle::Finding;
using bankshot_oracle::Findings;
using bankshot_oracle::Notes;

std::string row_of_bands(double bands) {
  char text[48];
  std::snprintf(text, sizeof text, "%.3g", bands);
  return text;
}

class PairTarget : public FuzzTarget {
 public:
  PairTarget(bool sweeps, const TargetSettings& settings) : sweeps_(sweeps), settings_(settings) {
    if (settings.scene.empty()) return;
    pairs_ = pairs_of_scene(bankshot::load_scene(settings.scene), 1000);
    if (pairs_.empty()) throw Failure(settings.scene + ": expected a body with a shape");
  }

  CaseResult run(std::uint64_t index, Notes& notes) override {
    const StoredCase stored = make(index);
    return {name_of(stored.data.which), check_case(stored, settings_, notes)};
  }

  std::string scene(std::uint64_t index, const std::string& check) override {
    StoredCase stored = make(index);
    std::string detail = "the program ended";
    if (check != crash_check) {
      const auto wrong = [this, &check](const Case& data) { return fails({data, sweeps_}, check) != nullptr; };
      stored.data = bankshot_oracle::shrink(stored.data, wrong);
      if (const auto finding = fails(stored, check)) {
        detail = finding->detail;
        if (finding->bands > 0) detail += "; off by " + row_of_bands(finding->bands) + " bands";
      }
    }
    return to_json(scene_of_case(stored, check, detail + " (found by " + settings_.command.of_case(index) + ")"));
  }

  std::uint64_t batch() const override { return 4096; }

 private:
  StoredCase make(std::uint64_t index) const {
    using namespace bankshot_oracle;
    const std::uint64_t seed = settings_.seed;
    if (pairs_.empty()) return {sweeps_ ? sweep_case(seed, index) : geometry_case(seed, index), sweeps_};
    const Case& base = pairs_[index % pairs_.size()];
    return {sweeps_ ? sweep_case_around(base, seed, index) : geometry_case_around(base, seed, index), sweeps_};
  }

  std::unique_ptr<Finding> fails(const StoredCase& stored, const std::string& check) const {
    Notes notes;
    for (Finding& finding : check_case(stored, settings_, notes)) {
      if (finding.check == check) return std::make_unique<Finding>(std::move(finding));
    }
    return nullptr;
  }

  bool sweeps_;
  TargetSettings settings_;
  std::vector<Case> pairs_;
};

}  // namespace

Findings check_case(const StoredCase& stored, const TargetSettings& settings, Notes& notes) {
  Findings findings;
  const auto question = bankshot_oracle::question_of(stored.data);
  if (!question) {
    ++notes.by["refused by the library"];
    return findings;
  }
  const Against& against = settings.against;
  if (stored.sweep) {
    const auto answers = ask_sweep(*question, settings.judging.fault);
    if (against.exact) check_sweep(*question, answers, settings.judging, notes, findings);
    if (against.laws) check_sweep_laws(*question, answers, settings.judging, notes, findings);
    if (against.box2d) check_sweep_box2d(*question, answers, notes, findings);
  } else {
    const auto answers = ask_geometry(*question, settings.judging.fault);
    if (against.exact) check_geometry(*question, answers, settings.judging, notes, findings);
    if (against.laws) check_geometry_laws(*question, answers, settings.judging, notes, findings);
    if (against.box2d) check_geometry_box2d(*question, answers, notes, findings);
  }
  return findings;
}

std::unique_ptr<FuzzTarget> make_pair_target(bool sweeps, const TargetSettings& settings) {
  return std::make_unique<PairTarget>(sweeps, settings);
}

}  // namespace bankshot_tool
