#pragma once
// What the user's force hook does to a body in a sub-step. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Velocity or acceleration of a body, by its centre and by its angle.
struct Drift {
  V2 linear;
  Real angular = 0;
};

/// The acceleration that the force hook gives a body over a sub-step of length `h`, which begins at `start`, a place of
/// the centre, with velocity `v`; `other` is what else accelerates it. Locked directions get none.
Drift ask_force_hook(const WorldState& world, Rank rank, V2 start, const Drift& v, const Drift& other, Real h);

}  // namespace bankshot::BANKSHOT_ABI::detail
