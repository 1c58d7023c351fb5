#pragma once
// The parameters of a case of a family: named numbers. Each is drawn from the seed, the case and its own name alone.
// One of them can therefore be set by hand while all others stay, which is how a case is simplified.

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot_tool::laws {

/// Features that are set by hand, by name; the nearest value that could have been drawn counts.
using Set = std::map<std::string, double>;

struct Feature {
  std::string name;
  double value = 0;
  double simple = 0;    ///< the value with which the case is simplest
  bool counted = true;  ///< true: a whole number; false: may be rounded
  double lower = 0, upper = 0;
  std::string meaning = {};  ///< of a choice: what its number stands for
};

class Draw {
 public:
  Draw(std::string_view family, std::uint64_t seed, std::uint64_t index, Set set = {});

  double between(const std::string& name, double lower, double upper);  ///< simplest: 0 if in range, else lower
  double power(const std::string& name, double lower, double upper);    ///< log-uniform; simplest: 1, else lower
  /// Returns 0, which is simplest, or with probability `share` a number in between.
  double sometimes(const std::string& name, double share, double lower, double upper);
  /// Returns the place of one of the choices; simplest: 0, the first.
  int one_of(const std::string& name, std::initializer_list<const char*> choices);
  int integer(const std::string& name, int lower, int upper);  ///< simplest: lower
  bool chance(const std::string& name, double share);          ///< simplest: false

  const std::vector<Feature>& features() const { return features_; }  ///< in the order of their first use

 private:
  double unit(const std::string& name, std::uint64_t part) const;
  double kept(Feature feature);

  std::uint64_t family_, seed_, index_;
  Set set_;
  std::vector<Feature> features_;
};

/// Formats "e=0.5,spin=0", as --set takes it.
std::string text_of(const Set& set);

}  // namespace bankshot_tool::laws
