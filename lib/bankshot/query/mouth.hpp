#pragma once
// A ball thrown into a bucket: a disc that moves between two frames against the line across the bucket's mouth.

#include <bankshot/math/vec2.hpp>

namespace bankshot::BANKSHOT_ABI {

/// The mouth of a bucket: the line between its two rims. Looking from `rim_a` to `rim_b`, the inside of the bucket lies
/// on the right: for a bucket that stands upright `rim_a` is the left rim, and inward is down.
struct Mouth {
  Vec2 rim_a = Vec2::Zero();
  Vec2 rim_b = Vec2::UnitX();
};

/// What a disc did between two frames.
///
///   the centre's path                                     | the disc                             | verdict
///   ------------------------------------------------------|--------------------------------------|----------
///   does not cross the line through the rims (stays on    | anything                             | none
///     one side, runs along it, stands still)              |                                      |
///   crosses the line beyond a rim, either way             | anything                             | beside
///   crosses outward between the rims: a ball that moves   | anything                             | left
///     up through the mouth                                |                                      |
///   crosses inward between the rims                       | wider than the mouth (2 r > |a - b|) | too_wide
///   crosses inward between the rims                       | meets a rim on its way               | rim
///   crosses inward between the rims                       | clear of both rims all the way       | entered
///
/// "Crosses inward" means from outside or on the line at the start to strictly inside at the end, "outward" the
/// reverse, so that over a row of frames each crossing counts once, wherever the frames fall. On which side a point
/// lies is told to rounding, always the same of the same point and mouth: what is on a slanting line may count as
/// beside it. "Meets" means comes closer than the radius at any time between the two frames, the whole disc being
/// swept; a mere touch does not. A crossing exactly at a rim is `beside`. In a simulated world, where the rims are
/// bodies and a ball that has bounced off one may graze it, count `rim` as well as `entered`. The two rims must not
/// coincide: that mouth gives `none`.
enum class MouthVerdict : std::uint8_t { none, beside, left, too_wide, rim, entered };

struct MouthPass {
  MouthVerdict verdict = MouthVerdict::none;
  Real fraction = 1;          ///< of the way between the frames, where the centre crosses the line; 1 when it does not
  Vec2 point = Vec2::Zero();  ///< the centre there
  Real along = 0;             ///< the same as a fraction from rim_a (0) to rim_b (1); outside [0, 1] when beside
  Real clearance = 0;         ///< least distance of the disc's edge from either rim on the whole way; negative: overlap
  bool fully_inside = false;  ///< at the end the whole disc is past the line, not only its centre

  /// The ball is in: what a game counts.
  explicit operator bool() const noexcept { return verdict == MouthVerdict::entered; }
};

/// Judges the way of a disc of `radius` (>= 0, length units) whose centre moves in a straight line from `from` to `to`
/// while the mouth stands still. For a mouth that moves too, give both positions in the mouth's own frame.
/// What is not finite gives `none`.
BANKSHOT_API MouthPass pass_mouth(const Mouth& mouth, const Vec2& from, const Vec2& to, Real radius) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
