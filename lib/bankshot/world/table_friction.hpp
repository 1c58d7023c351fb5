#pragma once
// How strongly a table brakes a body, by its shape.

#include <bankshot/shape/shape.hpp>
#include <bankshot/world/definition.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Returns the friction on a table of a body that is made of this shape, which presses evenly on the table: with the
/// coefficient `friction` (>= 0), and `gravity` (>= 0, length / s^2) towards the table.
///
/// A body of mass m that slides is braked by mu m g. If it turns on the spot, every piece dm of it is braked by mu g dm
/// at its distance r from the centre of mass; with I the rotational inertia, that makes
///
///   linear = mu g,   angular = mu g (integral of r dm) / I:   4 mu g / (3 R) for a disc of radius R.
///
/// That is exact for discs, and within a thousandth for convex polygons with sharp corners. Other shapes count as a
/// disc with their radius of gyration, which brakes the turning of a thin rod 9 % too much, and that of a ring 6 % too
/// little. A body that slides and turns is braked less in both; a table that always brakes with the whole of both, as
/// this one does, stops such a body a little early. Throws std::invalid_argument if a number is negative or not finite.
BANKSHOT_API TableFriction table_friction(const Shape& shape, Real friction, Real gravity);

}  // namespace bankshot::BANKSHOT_ABI
