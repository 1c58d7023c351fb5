#pragma once
// One shape against many at once: certain verdicts over lanes. Not part of the public interface.

#include <bankshot/query/convex/early_out.hpp>
#include <bankshot/shape/convex.hpp>

#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

/// Shapes of up to so many corners are worked on in lanes.
inline constexpr int overlap_corners = 8;

/// Most of what a call takes at once.
inline constexpr std::uint32_t overlap_chunk = 256;

/// The shape that all others are held against, at its pose.
struct OverlapOne {
  V2 position;
  Q2 turn;
  V2 centre;        ///< of the bounding circle, turned, relative to the position
  V2 local_centre;  ///< the same, in the shape's own axes
  Real reach = 0, radius = 0;
  V2 axis;  ///< of a rectangle, turned
  Real half_along = 0, half_across = 0;
  const V2* points = nullptr;
  const V2* normals = nullptr;
  int count = 0;
  bool unit = false;  ///< whether the rotation is of unit length
};

/// One of the others; the numbers stay where they are.
struct OverlapOther {
  const Real* bounds;  ///< ConvexData from `centre` on
  const Real* pose;    ///< position and rotation
  const V2* points;
  const V2* normals;
  int count;
  Real radius;
};

OverlapOne overlap_one(const ConvexData& shape, const Pose& pose) noexcept;
/// Written where it stays: a copy of what was just written in narrower pieces waits for it.
void set_other(const ConvexData& shape, const Pose& pose, OverlapOther& other) noexcept;

/// Places, ascending, of those among `count` (at most overlap_chunk) others that bounding circles don't tell apart: the
/// same as circles_verdict() says. `bounds` are as in OverlapOther, `poses` lie one behind the other; `places` holds
/// overlap_chunk. Returns how many there are.
std::uint32_t meeting_circles(const OverlapOne& one, const Real* const* bounds, const Real* poses, std::uint32_t count,
                              std::uint32_t* places) noexcept;

/// verdicts[i] of others[i] for `count` (at most overlap_chunk) of them, `unclear` within many bands of touching and
/// for what lanes are not made for: what they do answer, overlap() answers too.
void overlap_verdicts(const OverlapOne& one, const OverlapOther* others, std::uint32_t count,
                      Verdict* verdicts) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
