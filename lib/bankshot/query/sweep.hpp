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
  Real fraction = 1;          ///< of the motion, in [0, 1]; how far A may go
  Vec2 point = Vec2::Zero();  ///< where they meet, world
  /// Unit, from B to A. Over the end of a one-way face it is the face's: that stops what moves down on it, and has no
  /// normals of its own at its end, where what comes end on passes.
  Vec2 normal = Vec2::UnitX();
  Feature feature_a;
  Feature feature_b;
  /// Whether something is in the way, or may be: true for all but `missed`, so for an overlap at the start, too.
  explicit operator bool() const noexcept { return status != SweepStatus::missed; }
};

/// A moved by `translation` without turning, B at rest. Exact: the ray from the origin against the Minkowski difference
/// of the two, rounding included. What grazes A, or is touched where the motion ends, counts as met. Shapes that only
/// touch at the start hit if they approach there, and do not if they part or slide: over the joints of tiles, pieces
/// and segments too, which are no places to meet. If they approach by less than about a band in all, that may count as
/// sliding, and be `missed`. Two that are thinner than the band are stopped where one would get to the other side of
/// the other. So what is to slide along a surface, as a game's character, is first led out of what it overlaps (mtv()),
/// then swept, and at a hit loses the part of its way that leads into the surface. A motion that is not finite is
/// `missed`. What straddles the line of a one-way face beyond the end of the face may be stopped by the corner at that
/// end (docs/games.md). Source: van den Bergen 2004 (ray against the configuration-space obstacle).
BANKSHOT_API SweepHit sweep(const Shape& a, const Pose& pose_a, const Vec2& translation, const Shape& b,
                            const Pose& pose_b) noexcept;

/// A rigid motion over a span: the centre moves in a straight line, the angle grows evenly.
struct Motion {
  Pose start;
  Vec2 translation = Vec2::Zero();  ///< over the whole span
  Real turn = 0;                    ///< radians over the whole span, any number of turns
  Vec2 pivot = Vec2::Zero();        ///< local point that moves in the straight line
};

/// Both shapes moving and turning. Conservative advancement along the separating axis: `fraction` is never later than
/// the meeting beyond rounding, and `status` says how it ended. The meeting is where the gap reaches zero; `target`
/// (length units; 0 or anything below the band takes the band) is the gap at which the approach may end earlier, and
/// within which shapes count as touching at the start: they then hit at fraction 0 if they approach there, and are
/// followed further if they part, slide or rest. Overlapping at the start beyond the band is `initial_overlap`. What
/// grazes A, its gap no more than rounding from zero, may be met or not. Places are rounded like numbers as large as
/// the distances of shapes and corners from the pivots, times 1 + |turn|: a corner that flies around a pivot 86 lengths
/// away by six turns may be stopped one or two thousandths of a length early. What touches parts of a whole at the
/// start and slides may get two bands deep; so of parts a start counts as touching to three. A one-way face that
/// something comes through does not stop it for the rest of the motion. Where nothing turns but discs about their
/// centres, and with a target of no more than the band, it is the exact sweep above.
/// Source: Mirtich 1996, Zhang et al. 2006.
BANKSHOT_API SweepHit sweep(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                            Real target = 0) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
