#pragma once
// Parts of shapes as rounded polygons: in place, and as obstacles to a translation. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/parts/region.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A part in world directions, relative to its shape's position moved by `shift`.
RoundedPolygon blob_of(const Part& part, Q2 q, P2 shift);

/// The translations of A at which the two parts overlap: B's part minus A's.
RoundedPolygon obstacle(const Part& a, const Part& b, const Placement& at);

/// Largest coordinate of any corner, radius included.
double size_of(const std::vector<RoundedPolygon>& blobs);

/// The epsilon offset. The outline counts as boundary where a point that far outside of it is free: larger than
/// rounding in double, far smaller than any band of float.
double hair_of(const std::vector<RoundedPolygon>& blobs);

/// The box of a rounded polygon, radius included: lower and upper corner.
struct Rect {
  P2 lower, upper;
};
Rect rect_of(const RoundedPolygon& blob);
Rect rect_of(const Curve& curve);
BANKSHOT_INLINE bool meet(const Rect& a, const Rect& b, double margin) {
  return a.lower.x <= b.upper.x + margin && b.lower.x <= a.upper.x + margin && a.lower.y <= b.upper.y + margin &&
         b.lower.y <= a.upper.y + margin;
}

/// Appends the spans of `curve` that lie outside of all rounded polygons, in order.
void free_spans(const Curve& curve, const std::vector<RoundedPolygon>& blobs, const std::vector<Rect>& rects,
                double hair, std::vector<Span>& left);

}  // namespace bankshot::BANKSHOT_ABI::detail
