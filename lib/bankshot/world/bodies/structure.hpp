#pragma once
// Ranks and the arrays in their order. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Updates the rank order after bodies or shapes came, went or changed: drops removed bodies, ranks new ones, rebuilds
/// proxies and baked geometry, renumbers contacts and reports the end of those that lost a shape. Does nothing if
/// nothing changed.
void update_structure(WorldState& world);

/// Drops bodies that were added and removed without a step between, from time to time: so they take no more memory than
/// the others, and adding one takes constant time on average. Must be called before a body is added.
void drop_passing_bodies(WorldState& world);

/// The event of two shapes, by their places among `proxies`.
ContactEvent event_of(const std::vector<Proxy>& proxies, std::uint32_t a, std::uint32_t b);

/// Adds the events of two shapes that overlap, or no longer do, for each of the two that sees the other: it comes
/// first.
void append_sensor_events(const std::vector<Proxy>& proxies, const IndexPair& pair, std::vector<ContactEvent>& events);

/// A shape as numbered when the last step began.
struct NumberedShape {
  ShapeId shape;
  BodyId body_id;
  Rank body = 0;  ///< its rank
  Sight sight = Sight::none;
};

/// Builds proxies and baked geometry of a world that was put together from its parts, whose structure is up to date.
void number_shapes(WorldState& world);

/// The same after a change since the last step: `shapes` are those that its contacts and sensor pairs refer to. Removed
/// shapes get a proxy that still tells their bodies.
void number_shapes(WorldState& world, std::span<const NumberedShape> shapes);

}  // namespace bankshot::BANKSHOT_ABI::detail
