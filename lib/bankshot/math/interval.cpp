#include <bankshot/math/interval.hpp>
#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI {

bool Interval::contains(const Interval& inner) const noexcept { return lower <= inner.lower && inner.upper <= upper; }

Real Interval::gap(const Interval& other) const noexcept {
  return detail::max(lower, other.lower) - detail::min(upper, other.upper);
}

// The two exits are measured between opposite ends, so a contained interval travels its own length plus the distance to
// the nearer end: containment needs no later correction. Exchanging the two intervals exchanges the two exits and
// negates the result; on a tie both results are upwards, since no rule on two equal lengths could tell them apart.
Real Interval::exit(const Interval& other) const noexcept {
  const Real up = other.upper - lower;
  const Real down = upper - other.lower;
  if (!(up > 0) || !(down > 0)) return 0;
  return up <= down ? up : -down;
}

}  // namespace bankshot::BANKSHOT_ABI
