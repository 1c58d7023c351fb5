#pragma once
// Ranks and the arrays in their order. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Brings the rank order up to date after bodies or shapes came, went or changed: drops removed bodies, ranks new ones,
/// rebuilds proxies and baked geometry, carries contacts over to their new numbers and reports those that lost a shape.
/// Does nothing when nothing changed.
void update_structure(WorldState& world);

/// Where bodies come and go without a step between, drops those that came and went, now and then: they take no more
/// memory than the others, and a body that comes takes the same time on average. To be called before one is added.
void drop_passing_bodies(WorldState& world);

/// A shape as it was numbered when the last step began.
struct NumberedShape {
  ShapeId shape;
  BodyId body_id;
  Rank body = 0;  ///< its rank
  bool sensor = false;
};

/// Proxies and baked geometry of a world that was put together from its parts, whose structure is up to date.
void number_shapes(WorldState& world);

/// Likewise where something changed since the last step: `shapes` are what its contacts and sensor pairs number. Those
/// that are gone get a proxy that still says whose they were.
void number_shapes(WorldState& world, std::span<const NumberedShape> shapes);

}  // namespace bankshot::BANKSHOT_ABI::detail
