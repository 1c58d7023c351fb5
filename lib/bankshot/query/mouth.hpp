#pragma once
// A ball thrown into a bucket: tests a disc that moves between two frames against the line across the bucket's mouth.

#include <bankshot/math/vec2.hpp>

namespace bankshot::BANKSHOT_ABI {

/// The mouth of a bucket: the line between its two rims. Looking from `rim_a` to `rim_b`, the inside of the bucket lies
/// on the right: for an upright bucket `rim_a` is the left rim, and inward is down.
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
///   crosses inward between the rims                       | meets a rim on its path              | rim
///   crosses inward between the rims                       | clear of both rims on all of it      | entered
///
/// "Crosses inward" means from outside or on the line at the start to strictly inside at the end, "outward" the
/// reverse. Over a row of frames each crossing therefore counts once, wherever the frames fall. The side of a point is
/// computed to rounding, always in the same way for the same point and mouth: a point on a slanting line may count as
/// beside it. "Meets" means comes closer than the radius at any time between the two frames, with the whole disc swept;
/// a mere touch is not a meeting. A crossing exactly at a rim is `beside`. In a simulated world the rims are bodies,
/// and a ball that has bounced off one may graze it: count `rim` as well as `entered` there. The two rims must not
/// coincide: such a mouth gives `none`.
enum class MouthVerdict : std::uint8_t { none, beside, left, too_wide, rim, entered };

struct MouthPass {
  MouthVerdict verdict = MouthVerdict::none;
  Real fraction = 1;          ///< of the path between the frames, where the centre crosses the line; 1 when it does not
  Vec2 point = Vec2::Zero();  ///< the centre at that point
  Real along = 0;             ///< that point as a fraction from rim_a (0) to rim_b (1); outside [0, 1] when beside
  Real clearance = 0;  ///< least distance from the disc's edge to either rim on the whole path; negative: overlap
  bool fully_inside = false;  ///< at the end the whole disc is past the line, not only its centre

  /// True if the ball is in: what a game counts.
  explicit operator bool() const noexcept { return verdict == MouthVerdict::entered; }
};

/// Classifies the path of a disc of `radius` (>= 0, length units) whose centre moves in a straight line from `from` to
/// `to` while the mouth stands still. For a mouth that moves too, give both positions in the mouth's own frame. Input
/// that is not finite gives `none`.
BANKSHOT_API MouthPass pass_mouth(const Mouth& mouth, const Vec2& from, const Vec2& to, Real radius) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
