#pragma once
// Wakes bodies before the step in which they are hit. A sleeping body is as firm as a wall until it wakes: an impact
// would pass through a pack of sleeping bodies by one layer a step, and a faster body would have to wait behind each
// layer. Not part of the public interface.

#include <bankshot/world/pairs/broad_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Wakes sleeping bodies that a moving one will hit in this step, and, in turn, all that those may be pushed into.
/// `broad` is as find_pairs() left it. If any body woke, returns true, and all of it but `pushed` is out of date.
/// `is_pushed` is working memory.
bool wake_ahead(WorldState& world, Real dt, BroadPairs& broad, std::vector<std::uint8_t>& is_pushed);

}  // namespace bankshot::BANKSHOT_ABI::detail
