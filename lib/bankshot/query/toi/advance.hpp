#pragma once
// A time for which a moving pair cannot meet. Not part of the public interface.

#include <bankshot/query/convex/core_gap.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

/// Approaching iterations within the target after which the approach counts as an impact although the gap is not yet
/// zero.
inline constexpr int close_iterations = 6;

inline constexpr Real never = std::numeric_limits<Real>::infinity();

/// One body of the pair at one time.
struct Flyer {
  Core core;
  Real spin = 0;   ///< 0 also for a core of one point at its centre: turning has no effect on it
  Real reach = 0;  ///< no point of the core lies farther from the centre
};

/// A pair at one time, relative to one another.
struct PairFlight {
  Flyer a, b;
  V2 d, velocity, acceleration;  ///< of A's centre relative to B's
  Real radius = 0;               ///< sum of the rounding radii
  Real remaining = 0;            ///< time left
};

/// Levels to which the gap may fall before the advance ends. A gap above zero: to zero. A gap not above zero that rises
/// above it: to zero, after the rise. A gap that rises by more than noise, but stays below zero: to `lowest`.
/// Otherwise: to `noise` below `lowest`, so that rounding does not stop shapes that rest on one another.
struct Levels {
  Real gap = 0;     ///< now
  Real lowest = 0;  ///< least gap since it was last above zero; <= 0, <= gap
  Real noise = 0;   ///< rounding error of a gap, > 0
};

/// The time at which c0 + c1 t + c2 t^2 / 2 falls to its level; infinite if it does not. c0 is the current gap.
Real falls_to_level(Real c0, Real c1, Real c2, const Levels& levels) noexcept;

/// A time during which the gap stays above its level. `at` is the pair's current distance and normal. Infinite if no
/// bound falls to its level.
Real safe_advance(const PairFlight& flight, const CoreGap& at, const Levels& levels) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
