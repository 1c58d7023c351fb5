// The target "laws": cases of the families of `bankshot laws`, each with a time step of its own, judged by their
// references.

#include <cmath>

#include "bad_use.hpp"
#include "fuzz_target.hpp"
#include "laws/family_case.hpp"
#include "report_text.hpp"

namespace bankshot_tool {
namespace {

using laws::Draw;
using laws::Family;
using laws::Feature;
using laws::Figures;
using laws::Set;
using laws::Trial;

class LawTarget final : public FuzzTarget {
 public:
  explicit LawTarget(const TargetSettings& settings) : settings_(settings) {
    for (const Family& family : laws::all_families()) {
      if (settings.laws.empty()) families_.push_back(&family);
    }
    for (const std::string& name : settings.laws) {
      const Family* family = laws::find_family(name);
      if (family == nullptr) throw BadUse("--law: expected one of " + names() + ", got " + name);
      families_.push_back(family);
    }
  }

  CaseResult run(std::uint64_t index, bankshot_oracle::Notes& notes) override {
    const Family& family = family_of(index);
    std::vector<Feature> features;
    const Figures figures = play(family, number_of(index), {}, features);
    CaseResult result{family.name, {}};
    if (figures.empty()) ++notes.by["no experiment"];
    for (std::size_t i = 0; i < figures.size(); ++i) {
      if (!figures[i] || !misses(family.figures[i], *figures[i])) continue;
      const double value = std::isnan(*figures[i]) ? HUGE_VAL : *figures[i], bound = family.figures[i].bound;
      result.findings.push_back({check_of(family, i), number(value, 3), bound > 0 ? value / bound : value});
    }
    return result;
  }

  std::string scene(std::uint64_t index, const std::string& check) override {
    const Family& family = family_of(index);
    std::size_t figure = 0;
    while (figure < family.figures.size() && check_of(family, figure) != check) ++figure;
    if (figure == family.figures.size()) return "";
    const std::uint64_t number = number_of(index);
    const auto rerun = [&](const Set& set, std::vector<Feature>& features) {
      return play(family, number, set, features);
    };
    Set set = laws::simplest(family, figure, rerun);
    Trial trial = trial_of(family, number, set);
    set.erase("rate");
    return laws::replay_command(family, trial, number, set) + "\n" + laws::shown(family, trial, number, set);
  }

  std::uint64_t batch() const override { return 4 * families_.size(); }
  bool tells() const override { return true; }

 private:
  // Families take turns: a short campaign has cases of all of them.
  const Family& family_of(std::uint64_t index) const { return *families_[index % families_.size()]; }
  std::uint64_t number_of(std::uint64_t index) const { return index / families_.size(); }
  static std::string check_of(const Family& family, std::size_t figure) {
    return std::string(family.name) + ": " + family.figures[figure].name;
  }
  static std::string names() {
    std::string text;
    for (const Family& family : laws::all_families()) text += (text.empty() ? "" : ", ") + std::string(family.name);
    return text;
  }

  static int rate_of(Draw& draw) { return draw.integer("rate", 30, 240); }
  Trial trial(int rate) const {
    Trial trial;
    trial.engine = &engines::candidates().front();
    trial.seed = settings_.seed;
    trial.dt = 1.0 / rate;
    return trial;
  }
  Trial trial_of(const Family& family, std::uint64_t number, const Set& set) const {
    Draw draw(family.name, settings_.seed, number, set);
    return trial(rate_of(draw));
  }
  Figures play(const Family& family, std::uint64_t number, const Set& set, std::vector<Feature>& features) const {
    Draw draw(family.name, settings_.seed, number, set);
    const Trial how = trial(rate_of(draw));
    Figures figures = family.run(how, draw);
    features = draw.features();
    if (settings_.judging.fault == bankshot_oracle::Fault::wrong_side) plant(features, figures);
    return figures;
  }

  /// Plants a fault that depends on one feature alone: a spinning body misses the first bound.
  static void plant(const std::vector<Feature>& features, Figures& figures) {
    for (const Feature& feature : features) {
      if (feature.name == "a.spin" && !figures.empty()) figures[0] = std::abs(feature.value);
    }
  }

  TargetSettings settings_;
  std::vector<const Family*> families_;
};

}  // namespace

std::unique_ptr<FuzzTarget> make_law_target(const TargetSettings& settings) {
  return std::make_unique<LawTarget>(settings);
}

}  // namespace bankshot_tool
