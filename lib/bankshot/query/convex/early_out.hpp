#pragma once
// Cheap and certain verdicts. Not part of the public interface.

#include <bankshot/math/double_double.hpp>
#include <bankshot/query/convex/pair_frame.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Many times the touching band of any pair with these lengths, and the rounding errors of the verdicts here.
inline constexpr Real slack_factor = 16 * tolerance::band_factor * tolerance::eps;

enum class Verdict : std::uint8_t { unclear = 0, apart = 1, overlapping = 2 };

/// Bounding circles: `apart` or `unclear`. Conservative: never `apart` for a pair within many bands of touching.
Verdict circles_verdict(const ConvexView& a, Q2 qa, const ConvexView& b, Q2 qb, V2 d) noexcept;

/// Two sharp rectangles by their four axes, in the frame of A. `unclear` for any other pair, and within many bands of
/// touching: any other verdict is that of the full search.
Verdict rectangles_verdict(const ConvexView& a, Q2 qa, const ConvexView& b, Q2 qb, V2 d) noexcept;

/// Bounding circles, then the frame; returns false if the two are apart for certain, or a pose is not finite.
BANKSHOT_INLINE bool might_meet(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                PairFrame* frame) {
  const ConvexView view_a = detail_view(a), view_b = detail_view(b);
  const Q2 qa = {pose_a.rotation.c, pose_a.rotation.s}, qb = {pose_b.rotation.c, pose_b.rotation.s};
  const V2 d = plain(pose_a.position) - plain(pose_b.position);
  if (circles_verdict(view_a, qa, view_b, qb, d) == Verdict::apart) return false;
  *frame = pair_frame(view_a, qa, view_b, qb, d, rest_of_difference(plain(pose_a.position), plain(pose_b.position)));
  return frame->usable;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
