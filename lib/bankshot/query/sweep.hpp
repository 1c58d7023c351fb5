#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/shape/shape.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI {

/// How a sweep ended.
enum class SweepStatus : std::uint8_t {
  missed,           ///< they do not meet
  hit,              ///< they meet at `fraction`
  initial_overlap,  ///< they overlap at the start; fraction 0
  out_of_steps      ///< not decided within the iteration limit; `fraction` is still safe (no overlap up to there)
};

struct SweepHit {
  SweepStatus status = SweepStatus::missed;
  Real fraction = 1;          ///< of the motion, in [0, 1]; how far A may move
  Vec2 point = Vec2::Zero();  ///< where they meet, world
  /// Unit, from B to A. At the end of a one-way face it is the normal of the face, which stops a shape that moves down
  /// on it. The ends of the face have no normals of their own: a shape that comes end on passes.
  Vec2 normal = Vec2::UnitX();
  Feature feature_a;
  Feature feature_b;
  /// True if something is, or may be, in the way: for all but `missed`, including an overlap at the start.
  explicit operator bool() const noexcept { return status != SweepStatus::missed; }
};

/// Sweeps A by `translation` without turning, with B at rest. Exact: the ray from the origin against the Minkowski
/// difference of the two, rounding radii included. A shape that grazes A, or touches it at the end of the motion,
/// counts as hit.
///
/// Shapes that only touch at the start hit if they approach there, and do not if they part or slide. They also slide
/// over the seams of tiles, pieces and segments, which stop nothing. If they approach by less than about a band in
/// all, that may count as sliding, and be `missed`. Two shapes thinner than the band are stopped where one would pass
/// to the far side of the other. To slide a shape along a surface, such as a game's character, first move it out of
/// what it overlaps (mtv()), then sweep it, and at a hit remove the part of its displacement that leads into the
/// surface.
///
/// A motion that is not finite is `missed`. A shape that straddles the line of a one-way face beyond the end of the
/// face may be stopped by the corner at that end (docs/games.md). Source: van den Bergen 2004 (ray against the
/// configuration-space obstacle).
BANKSHOT_API SweepHit sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b,
                            const Pose& pose_b) noexcept;

/// A rigid motion over a span: the pivot moves in a straight line, the angle grows evenly.
struct Motion {
  Pose start;
  Vec2 translation = Vec2::Zero();  ///< over the whole span
  Real turn = 0;                    ///< radians over the whole span, any number of turns
  Vec2 pivot = Vec2::Zero();        ///< local point that moves in the straight line
};

/// Sweeps both shapes, moving and turning. Conservative advancement along the separating axis: `fraction` is never
/// later than the meeting beyond rounding, and `status` says how the sweep ended. The meeting is where the gap reaches
/// zero. `target` (length units; 0 or anything below the band means the band) is the gap at which the approach may end
/// earlier. Shapes within it count as touching at the start: they then hit at fraction 0 if they approach there, and
/// are followed further if they part, slide or rest. An overlap at the start beyond the band is `initial_overlap`. A
/// shape that grazes A, its gap no more than rounding from zero, may be hit or not.
///
/// Positions are rounded like numbers as large as the distances of shapes and corners from the pivots, times
/// 1 + |turn|: a corner that circles a pivot 86 lengths away by six turns may be stopped one or two thousandths of a
/// length early. A shape that touches parts of a composite at the start and slides may get two bands deep, so for parts
/// a depth of up to three bands counts as touching at the start. A one-way face that something passes through does not
/// stop it for the rest of the motion. If nothing turns but discs about their centres, neither shape is a container and
/// the target is no more than the band, this is the exact sweep above. Source: Mirtich 1996, Zhang et al. 2006.
BANKSHOT_API SweepHit sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                            Real target = 0) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
