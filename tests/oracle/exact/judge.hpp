#pragma once
// The exact judge of two convex sets. It shares no code with the library, and reads only the public accessors of a
// shape; a shape is what its numbers say.
//
// Every query comes down to one question: is the signed gap between two sets less than, equal to or greater than a
// given number? The signed gap is the distance between the sets. If they overlap, it is minus the length of the
// shortest translation that separates them. Floats are rationals, so the question has an exact answer. It needs no
// root: squares compare alike.
//
//   the verdict                gap against +band and -band
//   the depth of an MTV        gap against -depth +- band / 2
//   does a translation separate  gap of the set moved by it, against +-band
//   containment                gap of every corner of the one set, the radii being subtracted, against 0
//   a sweep that hits          gap of the set moved by share * way
//   a sweep that misses        gap of the swept set
//   a ray                      the sweep of a point
//
// Two stages answer. The first works in a wider floating-point type with bounds on its own rounding, and reports if it
// cannot tell. The second scales everything by a power of two to integers of any length. A tally counts both.

#include "oracle/exact/placed.hpp"

#include <cstdint>
#include <memory>

namespace bankshot_oracle::inline BANKSHOT_ABI {

enum class Stage : std::uint8_t { intervals_first, rational_only };

struct Tally {
  std::uint64_t asked = 0;     ///< comparisons
  std::uint64_t rational = 0;  ///< of these, decided by integers of any length
};

/// False if the build has no Boost.Multiprecision: a question that the first stage cannot decide then throws
/// std::runtime_error.
bool rationals_available() noexcept;

/// The number value + add, not rounded.
struct Level {
  Real value = 0;
  Real add = 0;
};

class WholeNumbers;

/// Answers for one pair.
class Judge {
 public:
  Judge(Placed a, Placed b, Stage stage, Tally& tally);
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  ~Judge();

  /// Returns the sign of (signed gap - level): -1, 0 or 1.
  int compare(Level level);
  bool gap_above(Real value, Real add = 0) { return compare({value, add}) > 0; }
  bool gap_below(Real value, Real add = 0) { return compare({value, add}) < 0; }

  /// Returns the signed gap itself to about the precision of double, for reports; decides nothing.
  double estimate();

 private:
  void measure();
  void measure_distance();

  Placed a_, b_;
  Stage stage_;
  Tally& tally_;
  struct First;
  std::unique_ptr<First> first_;
  std::unique_ptr<WholeNumbers> second_;
};

/// Returns the sign of (excess - level). The excess is how far `inner` sticks out of closed `outer` at most (negative:
/// the room that is left). `inner` is a subset of `outer` exactly if the excess is not above 0.
int compare_excess(const Placed& inner, const Placed& outer, Level level, Stage stage, Tally& tally);

/// Returns the excess itself to about the precision of double, for reports.
double estimate_excess(const Placed& inner, const Placed& outer);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
