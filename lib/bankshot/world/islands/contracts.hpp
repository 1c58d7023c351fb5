#pragma once
// What islands and paths are to be before impacts, checked in debug builds. Not part of the public interface.
//
// Each function returns null, or the contract that is broken. `roots`: of each body, the name of its island, or none.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/pairs/contracts.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// Islands are closed: no contact leads from one to another.
const char* fault_of_islands(const WorldState& world, std::span<const Rank> roots, int count,
                             std::span<const RankPair> contacts) noexcept;

/// What the timeline begins with: a path for each body. (Numbers that are not finite stop their body as the step ends.)
const char* fault_of_paths(const WorldState& world, std::span<const Rank> roots, std::span<const RankPair> contacts,
                           std::span<const Motion> motion) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
