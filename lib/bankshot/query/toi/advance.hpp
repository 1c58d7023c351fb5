#pragma once
// How far a pair in flight can go without meeting. Not part of the public interface.

#include <bankshot/query/convex/core_gap.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

/// Approaching iterations within the target before the approach counts as a meeting although the gap is not yet zero.
inline constexpr int close_iterations = 6;

inline constexpr Real never = std::numeric_limits<Real>::infinity();

/// One body of the pair at one instant.
struct Flyer {
  Core core;
  Real spin = 0;   ///< 0 also for a core that is one point at its centre: turning it changes nothing
  Real reach = 0;  ///< no point of the core lies farther from the centre
};

/// A pair at one instant, relative to one another.
struct PairFlight {
  Flyer a, b;
  V2 d, velocity, acceleration;  ///< of A's centre relative to B's
  Real radius = 0;               ///< sum of the rounding radii
  Real remaining = 0;            ///< time left
};

/// What the gap may fall to before the advance ends. A gap above zero: to zero. One that is not above zero and rises
/// above it: to zero, after the rise. One that rises by more than noise, but stays below: to `lowest`. Otherwise: to
/// `noise` below `lowest`, so that shapes that rest on one another are not held up by rounding.
struct Levels {
  Real gap = 0;     ///< now
  Real lowest = 0;  ///< least gap since it was last above zero; <= 0, <= gap
  Real noise = 0;   ///< what is still rounding, > 0
};

/// When c0 + c1 t + c2 t^2 / 2 falls to its level; infinite when it does not. c0 is the gap now.
Real falls_to_level(Real c0, Real c1, Real c2, const Levels& levels) noexcept;

/// A time during which the gap stays above its level. `at` is the pair's present distance and normal. Infinite when no
/// bound ends.
Real safe_advance(const PairFlight& flight, const CoreGap& at, const Levels& levels) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
