#pragma once
// A law as a family of random experiments, each judged by a reference that shares no code with the library. It reports
// the worst and the median case of an engine, with the number of the worst for a replay.

#include <functional>
#include <optional>

#include "draw.hpp"
#include "law.hpp"

namespace bankshot_tool::laws {

/// A measure of every case of a family; never negative, larger is worse.
struct Figure {
  const char* name;
  const char* unit;
  double bound = 0;
  bool summed = false;  ///< true: the sum over all cases counts, as for passed bodies; false: the worst and the median
};

/// The figures of one case, in the order of the family's; without a value if the case does not ask for it. Empty: not a
/// case, for example if two bodies miss each other.
using Figures = std::vector<std::optional<double>>;

struct Family {
  const char* name;
  const char* sentence;
  std::vector<Figure> figures;
  std::int64_t cases = 1000, quick = 100;  ///< unless the user says how many
  Figures (*run)(const Trial& trial, Draw& draw);
};

// The families of each file.
std::vector<Family> pair_families();
std::vector<Family> throw_families();
std::vector<Family> bowl_families();
std::vector<Family> seam_families();
std::vector<Family> impact_families();
const std::vector<Family>& all_families();

/// Statistics of many cases.
class Tally {
 public:
  explicit Tally(const Family& family);
  void add(std::uint64_t index, const Figures& figures);

  struct Sum {
    double worst = -1, total = 0;  ///< worst: -1 before the first
    std::uint64_t worst_case = 0, missed = 0;
    std::vector<double> all;
  };
  const Sum& sum(std::size_t figure) const { return sums_[figure]; }
  double median(std::size_t figure) const;  ///< 0 without cases
  std::uint64_t cases() const { return cases_; }

 private:
  const Family& family_;
  std::vector<Sum> sums_;
  std::uint64_t cases_ = 0;
};

/// True if a value is beyond the bound, or NaN.
inline bool misses(const Figure& figure, double value) { return !(value <= figure.bound); }

}  // namespace bankshot_tool::laws
