#pragma once
#include <bankshot/query/mtv.hpp>

namespace bankshot::BANKSHOT_ABI {

/// The two ways along an axis that separate a pair. In each, `translation` lies along the axis and `depth` is its
/// length, `normal` is the contact normal when A gets there (unit, from B to A, not along the axis in general), and the
/// features are those that then meet.
struct MtvAlong {
  Mtv forward;             ///< A goes the way the axis points
  Mtv backward;            ///< A goes the other way
  bool is_forward = true;  ///< whether forward is the shorter

  const Mtv& shorter() const noexcept { return is_forward ? forward : backward; }
};

/// How far A has to go along `axis` (any length but 0), one way and the other, until it touches B from outside: for
/// platformers, whose characters are to be pushed up, or to the side, but never at a slant. Empty when the shapes are
/// apart, or when the axis is 0 or not finite. Shapes that only touch need not move: both translations are then zero.
/// The shorter way wins, a tie goes the way A already lies from B, and forward where it lies nowhere.
/// Exact up to rounding: the ray from the origin out of the Minkowski difference. Swapping A and B swaps and negates
/// both ways exactly.
BANKSHOT_API std::optional<MtvAlong> mtv_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                               const Vec2& axis) noexcept;

/// The way out by the side of entry: along the normal of the face, or of the rounded corner, through which A came in,
/// even if another side is nearer by now. A came in along `motion`: its velocity or its way relative to B, any length;
/// 0 or not finite asks for the shortest way, as mtv() does. `normal` is that of the side of entry, the features are
/// those that met there first; rotations count as they are now. Empty when the shapes are apart. Like mtv() it touches
/// afterwards, and is no longer than the band where the shapes only touch; it is never shorter than that of mtv().
BANKSHOT_API std::optional<Mtv> mtv_by_entry(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                             const Vec2& motion) noexcept;

/// The same with the motion between two poses: `before_a` and `before_b` are where the pair was last apart. When it was
/// not apart there (with the rotations of now), the shortest way.
BANKSHOT_API std::optional<Mtv> mtv_by_entry(const Shape& a, const Pose& pose_a, const Pose& before_a, const Shape& b,
                                             const Pose& pose_b, const Pose& before_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
