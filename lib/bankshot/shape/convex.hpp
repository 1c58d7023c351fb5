#pragma once
// How the library itself sees a shape: plain arrays. Not part of the public interface.

#include <bankshot/math/plain.hpp>
#include <bankshot/shape/shape.hpp>

#include <vector>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// The arrays behind a shape; lives as long as any copy of the shape.
struct ConvexView {
  const V2* points = nullptr;   ///< core, counter-clockwise
  const V2* normals = nullptr;  ///< normals[i] of the edge points[i] -> points[i + 1]; count entries, 0 for a circle
  int count = 0;                ///< 1 circle, 2 capsule and segment, else polygon
  Real radius = 0;              ///< rounding radius
  V2 centre;                    ///< centre of the core's bounding circle (its box centre), local
  Real reach = 0;               ///< radius of a circle around `centre` that holds the shape, rounding included
  Real extent = 0;              ///< smallest width over all directions, rounding included (0 for a segment)
};

struct ConvexData {
  ShapeKind kind = ShapeKind::circle;
  Real radius = 0;
  std::vector<V2> points;
  std::vector<V2> normals;
  V2 centre;
  Real reach = 0;
  Real extent = 0;

  static Shape share(ConvexData data);  ///< wraps checked data
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail

namespace bankshot::inline BANKSHOT_ABI {
BANKSHOT_API detail::ConvexView detail_view(const Shape& shape) noexcept;
}
