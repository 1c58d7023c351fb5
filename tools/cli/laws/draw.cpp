#include "draw.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "../checksum.hpp"
#include "../report_text.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_tool::laws {
namespace {

using bankshot_oracle::Random;

/// Formats with the fewest digits that identify this double.
std::string shortest(double value) {
  int digits = 1;
  while (digits < 17 && std::strtod(number(value, digits).c_str(), nullptr) != value) ++digits;
  return number(value, digits);
}

double simplest(double wish, double lower, double upper) { return wish >= lower && wish <= upper ? wish : lower; }

}  // namespace

Draw::Draw(std::string_view family, std::uint64_t seed, std::uint64_t index, Set set)
    : family_(checksum(family)), seed_(seed), index_(index), set_(std::move(set)) {}

double Draw::unit(const std::string& name, std::uint64_t part) const {
  return Random(seed_, index_, family_ ^ (checksum(name) + part)).unit();
}

double Draw::kept(Feature feature) {
  const auto set = set_.find(feature.name);
  if (set != set_.end()) {
    const double value = std::clamp(set->second, feature.lower, feature.upper);
    feature.value = feature.counted ? std::floor(value) : value;
  }
  const auto same = [&](const Feature& other) { return other.name == feature.name; };
  if (std::none_of(features_.begin(), features_.end(), same)) features_.push_back(feature);
  return feature.value;
}

double Draw::between(const std::string& name, double lower, double upper) {
  return kept({name, lower + (upper - lower) * unit(name, 0), simplest(0, lower, upper), false, lower, upper});
}

double Draw::power(const std::string& name, double lower, double upper) {
  const double value = lower * std::pow(upper / lower, unit(name, 0));
  return kept({name, value, simplest(1, lower, upper), false, lower, upper});
}

double Draw::sometimes(const std::string& name, double share, double lower, double upper) {
  const bool some = unit(name, 1) < share;
  return kept({name, some ? lower + (upper - lower) * unit(name, 0) : 0, 0, false, std::min(lower, 0.0), upper});
}

int Draw::one_of(const std::string& name, std::initializer_list<const char*> choices) {
  const int place = integer(name, 0, static_cast<int>(choices.size()) - 1);
  for (Feature& feature : features_) {
    if (feature.name == name) feature.meaning = choices.begin()[place];
  }
  return place;
}

int Draw::integer(const std::string& name, int lower, int upper) {
  const double value = lower + std::floor(unit(name, 0) * (upper - lower + 1));
  return static_cast<int>(kept({name, value, double(lower), true, double(lower), double(upper)}));
}

bool Draw::chance(const std::string& name, double share) {
  return kept({name, unit(name, 0) < share ? 1.0 : 0.0, 0, true, 0, 1}) != 0;
}

std::string text_of(const Set& set) {
  std::string text;
  for (const auto& [name, value] : set) text += (text.empty() ? "" : ",") + name + "=" + shortest(value);
  return text;
}

}  // namespace bankshot_tool::laws
