#pragma once
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Returns a copy of the shape, scaled along its own axes and then turned, both about the local point `pivot`, which
/// stays in place: every point p becomes pivot + rotation * (scale x (p - pivot)), component by component. A negative
/// component mirrors; the corners stay counter-clockwise, and the first corner stays the first. Lengths are in the
/// user's unit, factors are dimensionless.
///
/// Composite shapes are rebuilt from their source: simple polygons from their outline, compounds from their pieces,
/// chains, containers, grids and masks from their own numbers. A mirrored one-sided chain still stops the mirrored
/// side, and a mirrored tile slopes the other way.
///
/// Refused, with the reason: a factor that is 0 or not finite; factors of different size for a shape with a rounding
/// radius (the arcs of circles, capsules and rounded polygons would become elliptic) or for a grid, whose cells are
/// square; a turn of a grid or mask; a result that its builder refuses, because scaling can move corners together or
/// too far apart. scaled() throws std::invalid_argument, try_scaled() returns the reason.
BANKSHOT_API Shape scaled(const Shape& shape, const Vec2& scale, const Rotation& rotation = {},
                          const Vec2& pivot = Vec2::Zero());
BANKSHOT_API Result<Shape> try_scaled(const Shape& shape, const Vec2& scale, const Rotation& rotation = {},
                                      const Vec2& pivot = Vec2::Zero());

}  // namespace bankshot::BANKSHOT_ABI
