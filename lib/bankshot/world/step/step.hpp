#pragma once
// The step of a world. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Advances a world by `dt` seconds. Throws std::length_error if there are more pairs than the limit, see
/// pair_limit.hpp, and std::bad_alloc. After an exception the state is partial, and must be replaced as a whole.
StepStatus step(WorldState& world, Real dt);

}  // namespace bankshot::BANKSHOT_ABI::detail
