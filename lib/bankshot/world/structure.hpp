#pragma once
// Ranks and the arrays in their order. Not part of the public interface.

#include <bankshot/world/state.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Brings the rank order up to date after bodies or shapes came, went or changed: drops removed bodies, ranks new ones,
/// rebuilds proxies and baked geometry, carries contacts over to their new numbers and reports those that lost a shape.
/// Does nothing when nothing changed.
void update_structure(WorldState& world);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
