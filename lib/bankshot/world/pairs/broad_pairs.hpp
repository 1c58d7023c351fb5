#pragma once
// The shapes that may move in a step, and the pairs of shapes that come near enough to be examined. Not part of the
// public interface.

#include <bankshot/broad/pair_finder.hpp>
#include <bankshot/world/bodies/state.hpp>

#include <cstddef>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A moving shape and a resting one, ordered by proxies.
struct RestingPair {
  IndexPair pair;            ///< proxies, a < b
  std::uint32_t moving = 0;  ///< place in BroadPairs::active
  bool moving_first = true;  ///< true if `a` is the moving one
};

/// The data of a body that the filter of pairs needs. 32 bytes in float.
struct alignas(8 * sizeof(Real)) MotionBounds {
  Real way = 0;           ///< upper bound of its displacement within the step; 0: it rests
  Real inverse_mass = 0;  ///< 0 unless it can be pushed, that is, unless it is awake and dynamic
  V2 velocity;
  V2 acceleration;  ///< of a free body
  Real spin = 0;    ///< speed that turning gives its farthest point
  Real slack = 0;   ///< bound of the displacement of its shapes' points in any direction
};
static_assert(sizeof(MotionBounds) == 8 * sizeof(Real) && offsetof(MotionBounds, acceleration) == 4 * sizeof(Real));

/// The data of a shape that may move that the filter of pairs needs.
struct MovingShape {
  std::uint32_t body_and_kind = 0;
  Real extent = 0;  ///< smallest

  Rank body() const noexcept { return body_and_kind / Proxy::kinds; }
  std::uint32_t kind() const noexcept { return body_and_kind % Proxy::kinds; }  ///< Proxy::kind
};

/// A body that something runs into, and how far that may push it within the step.
struct PushedBody {
  Rank rank = 0;
  V2 way;
};

/// Result of the broad phase, see find_pairs(). Constant after it, except that the timeline enlarges `reach`.
struct BroadPairs {
  std::vector<PushedBody> pushed;      ///< slept until now, see wake_ahead(); in rank order
  std::vector<std::uint32_t> active;   ///< proxies of bodies that may move, in rank order
  std::vector<Box> tight;              ///< of active[i], now
  std::vector<Box> reach;              ///< of active[i], swept over the step unless something hits it
  std::vector<MovingShape> shapes;     ///< of active[i]
  std::vector<MotionBounds> mobility;  ///< of each body
  std::vector<Real> tied_ways;   ///< of each body that joints tie, bound of its displacement; else 0. Empty: no joints
  std::vector<IndexPair> found;  ///< places in `active`, by (a, b)
  std::vector<RestingPair> with_resting;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
