#include "family_case.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "../bad_use.hpp"
#include "lab.hpp"
#include "report.hpp"

namespace bankshot_tool::laws {
namespace {

double rounded(double value, int digits) {
  if (value == 0) return 0;
  std::ostringstream text;
  text.precision(digits);
  text << value;
  return std::strtod(text.str().c_str(), nullptr);
}

bool asked_for(const std::string& name, const std::vector<Feature>& features) {
  return std::any_of(features.begin(), features.end(), [&](const Feature& feature) { return feature.name == name; });
}

/// Returns alternatives for a feature, the simplest first.
std::vector<double> simpler(const Feature& feature) {
  if (feature.value == feature.simple) return {};
  std::vector<double> values = {feature.simple};
  if (feature.counted) return values;
  for (int digits = 1; digits <= 3; ++digits) {
    const double value = rounded(feature.value, digits);
    if (value == feature.value) break;
    if (value >= feature.lower && value <= feature.upper && value != feature.simple) values.push_back(value);
  }
  return values;
}

}  // namespace

std::string replay_command(const Family& family, const Trial& trial, std::uint64_t index, const Set& set) {
  std::string text = "bankshot laws --law " + std::string(family.name) + " --seed " + std::to_string(trial.seed) +
                     " --case " + std::to_string(index) + " --dt " + step_name(trial.dt) + " --engine " +
                     trial.engine->name;
  if (trial.quick) text += " --quick";
  if (!set.empty()) text += " --set " + text_of(set);
  return text;
}

std::string shown(const Family& family, const Trial& trial, std::uint64_t index, const Set& set) {
  Draw draw(family.name, trial.seed, index, set);
  const Figures figures = family.run(trial, draw);
  std::string text = std::string(family.name) + ", case " + std::to_string(index) + " of seed " +
                     std::to_string(trial.seed) + ", " + trial.engine->title + ", dt " + step_name(trial.dt) + "\n";
  for (const Feature& feature : draw.features()) {
    text += "  " + feature.name + " = " + number(feature.value, 6);
    text += feature.meaning.empty() ? "\n" : " (" + feature.meaning + ")\n";
  }
  for (const auto& [name, value] : set) {
    if (!asked_for(name, draw.features())) text += "  " + name + " is not asked for\n";
  }
  if (figures.empty()) return text + "no experiment: what is to be measured does not happen\n";
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (!figures[i]) continue;
    const Figure& figure = family.figures[i];
    text += std::string(figure.name) + ", " + figure.unit + ": " + number(*figures[i], 3) + ", bound " +
            number(figure.bound, 3) + (misses(figure, *figures[i]) ? ": missed\n" : "\n");
  }
  return text;
}

Set simplest(const Family& family, std::size_t figure, const Rerun& rerun) {
  Set set;
  std::vector<Feature> features;
  const auto still = [&](const Set& next) {
    const Figures figures = rerun(next, features);
    return !figures.empty() && figures[figure] && misses(family.figures[figure], *figures[figure]);
  };
  if (!still(set)) return set;
  bool changed = true;
  for (int round = 0; changed && round < 4; ++round) {
    changed = false;
    const std::vector<Feature> now = features;
    for (const Feature& feature : now) {
      for (const double value : simpler(feature)) {
        Set next = set;
        next[feature.name] = value;
        if (!still(next)) continue;
        set = next;
        changed = true;
        break;
      }
    }
    still(set);  // the features as they are now
  }
  // Drops features that the case no longer asks for.
  for (auto one = set.begin(); one != set.end();) {
    one = asked_for(one->first, features) ? std::next(one) : set.erase(one);
  }
  return set;
}

Set read_set(const std::string& option, const std::string& text) {
  Set set;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) {
    const std::size_t is = part.find('=');
    char* end = nullptr;
    const double value = is == std::string::npos ? 0 : std::strtod(part.c_str() + is + 1, &end);
    if (end == nullptr || *end != '\0' || end == part.c_str() + is + 1 || !std::isfinite(value)) {
      throw BadUse(option + ": expected NAME=NUMBER, separated by commas, got " + part);
    }
    set[part.substr(0, is)] = value;
  }
  return set;
}

const Family* find_family(std::string_view name) {
  for (const Family& family : all_families()) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

}  // namespace bankshot_tool::laws
