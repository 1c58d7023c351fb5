#pragma once
// The effect of the user's force hook in a sub-step. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Linear and angular velocity, or acceleration, of a body.
struct Drift {
  V2 linear;
  Real angular = 0;
};

/// The acceleration that the force hook gives a body over a sub-step of length `h`, which begins at `start`, a position
/// of the centre, with velocity `v`; `other` is its remaining acceleration. Locked directions get none.
Drift ask_force_hook(const WorldState& world, Rank rank, V2 start, const Drift& v, const Drift& other, Real h);

}  // namespace bankshot::BANKSHOT_ABI::detail
