#pragma once
#include <bankshot/query/mtv.hpp>

namespace bankshot::BANKSHOT_ABI {

/// The two translations along an axis that separate a pair. In each, `translation` is along the axis and `depth` is its
/// length, `normal` is the contact normal after it (unit, from B to A, not along the axis in general), and the features
/// are those that then meet.
struct MtvAlong {
  Mtv forward;             ///< A moves in the direction of the axis
  Mtv backward;            ///< A moves in the opposite direction
  bool is_forward = true;  ///< true if forward is the shorter

  const Mtv& shorter() const noexcept { return is_forward ? forward : backward; }
};

/// Returns how far A has to move along `axis` (any length but 0), in either direction, until it touches B from outside.
/// This is for platformers, whose characters are to be pushed up, or to the side, but never at a slant. Empty when the
/// shapes are apart, or when the axis is 0 or not finite. Shapes that only touch need not move: both translations are
/// then zero. The shorter direction wins. A tie goes to the side of B on which A already lies, and to forward if it
/// lies on neither. Exact up to rounding: the ray from the origin out of the Minkowski difference. Swapping A and B
/// swaps and negates both translations exactly.
BANKSHOT_API std::optional<MtvAlong> mtv_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                               const Vec2& axis) noexcept;

/// Returns the exit by the side of entry: along the normal of the face, or of the rounded corner, through which A came
/// in, even if another side is nearer by now. A came in along `motion`: its velocity or displacement relative to B, of
/// any length. A motion that is 0 or not finite asks for the shortest exit, as mtv() does. `normal` is that of the side
/// of entry, and the features are those that met there first, with the current rotations. Empty when the shapes are
/// apart. As with mtv(), the two touch afterwards, and the translation is no longer than the band if the shapes only
/// touch. It is never shorter than that of mtv().
BANKSHOT_API std::optional<Mtv> mtv_by_entry(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                             const Vec2& motion) noexcept;

/// The same with the motion between two poses: `before_a` and `before_b` are where the pair was last apart. If it was
/// not apart there (with the current rotations), returns the shortest exit.
BANKSHOT_API std::optional<Mtv> mtv_by_entry(const Shape& a, const Pose& pose_a, const Pose& before_a, const Shape& b,
                                             const Pose& pose_b, const Pose& before_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
