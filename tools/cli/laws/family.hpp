#pragma once
// A law as a family: random experiments, each judged by a reference that shares no code with the library. What it tells
// of an engine is the worst case and the one in the middle, with the number of the worst, so that it can be replayed.

#include <functional>
#include <optional>

#include "draw.hpp"
#include "law.hpp"

namespace bankshot_tool::laws {

/// What every case of a family is measured by; never negative, and the larger the worse.
struct Figure {
  const char* name;
  const char* unit;
  double bound = 0;
  bool summed = false;  ///< the sum over all cases counts, as of what passed; else the worst and the median
};

/// Of one case, in the order of the family's figures; without a value where the case does not ask. Empty: the case is
/// none, as where two bodies miss each other.
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

/// What many cases came to.
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

/// Whether a value is beyond the bound; what is not a number is.
inline bool misses(const Figure& figure, double value) { return !(value <= figure.bound); }

}  // namespace bankshot_tool::laws
