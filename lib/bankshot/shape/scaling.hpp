#pragma once
// The map of a shape's points when it is scaled and rotated about a pivot. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct Scaling {
  V2 scale;
  Q2 turn;
  V2 pivot;

  /// In double, in which differences and products of two floats are exact.
  Vec2 operator()(V2 p) const noexcept;
  bool even() const noexcept { return absolute(scale.x) == absolute(scale.y); }
  bool mirrors() const noexcept { return (scale.x < 0) != (scale.y < 0); }
};

/// A shape that is not convex, scaled.
Result<Shape> scaled_composite(const Shape& shape, const Scaling& by);

}  // namespace bankshot::BANKSHOT_ABI::detail
