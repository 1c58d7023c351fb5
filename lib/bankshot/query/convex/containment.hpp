#pragma once
// Containment of overlapping shapes. Not part of the public interface.

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/mtv.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Signed distance of a point from the core of a shape, `x` relative to the shape's position in world directions;
/// negative inside. Exact below -band and wherever it is the distance to a face or a corner.
Real core_distance(const Placed& placed, V2 x, Real band) noexcept;

/// The relation of the pair whose best axis is `axis`.
Relation classify(const PairFrame& frame, const Axis& axis) noexcept;

/// The relation of two shapes that overlap, by which of them lies in the other.
BANKSHOT_INLINE Relation overlapping(bool a_inside, bool b_inside) {
  if (a_inside) return b_inside ? Relation::equal : Relation::a_inside_b;
  return b_inside ? Relation::b_inside_a : Relation::overlapping;
}

/// depth_of(), moved to the side of the band's edge that agrees with `relation`; by rounding only.
Real agreed_depth(const PairFrame& frame, Real separation, Relation relation) noexcept;

/// The shortest exit of a pair that is not apart, along its best axis.
Mtv exit_by(const PairFrame& frame, const Axis& axis, Relation relation) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
