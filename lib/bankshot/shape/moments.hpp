#pragma once
// Area, centre and inertia in double for either Real. Not part of the public interface.

#include <bankshot/shape/convex.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// For a shape with density 1. For a segment, which has no area, `area` is its length (density per unit length).
struct Moments {
  double area = 0;
  double x = 0, y = 0;  ///< centre of mass, local
  double inertia = 0;   ///< about the centre of mass
};

Moments moments_of(const ConvexView& shape) noexcept;

/// For any shape; area and inertia of a container are infinite, about the middle of its interior.
Moments moments_of(const Shape& shape) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
