#pragma once
// One shape against many: certain verdicts over lanes. Not part of the public interface.

#include <bankshot/query/convex/early_out.hpp>
#include <bankshot/shape/convex.hpp>

#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

/// The most corners of a shape handled in lanes.
inline constexpr int overlap_corners = 8;

/// The most shapes of one call.
inline constexpr std::uint32_t overlap_chunk = 256;

/// The shape that all others are tested against, at its pose.
struct OverlapOne {
  V2 position;
  Q2 turn;
  V2 centre;        ///< of the bounding circle, rotated, relative to the position
  V2 local_centre;  ///< the same, in the shape's own axes
  Real reach = 0, radius = 0;
  V2 axis;  ///< of a rectangle, rotated
  Real half_along = 0, half_across = 0;
  const V2* points = nullptr;
  const V2* normals = nullptr;
  int count = 0;
  bool unit = false;  ///< true if the rotation is of unit length
};

/// One of the others; refers to numbers stored elsewhere.
struct OverlapOther {
  const Real* bounds;  ///< ConvexData from `centre` on
  const Real* pose;    ///< position and rotation
  const V2* points;
  const V2* normals;
  int count;
  Real radius;
};

OverlapOne overlap_one(const ConvexData& shape, const Pose& pose) noexcept;
/// Writes in place: a copy of data just written in narrower pieces would stall.
void set_other(const ConvexData& shape, const Pose& pose, OverlapOther& other) noexcept;

/// Writes the places, ascending, of those among `count` (at most overlap_chunk) others that bounding circles do not
/// separate, exactly as circles_verdict(). `bounds` are as in OverlapOther, `poses` are contiguous; `places` holds
/// overlap_chunk entries. Returns their number.
std::uint32_t meeting_circles(const OverlapOne& one, const Real* const* bounds, const Real* poses, std::uint32_t count,
                              std::uint32_t* places) noexcept;

/// Writes verdicts[i] of others[i] for `count` (at most overlap_chunk) of them; `unclear` within many bands of touching
/// and for shapes that lanes do not support. Any other verdict is that of overlap().
void overlap_verdicts(const OverlapOne& one, const OverlapOther* others, std::uint32_t count,
                      Verdict* verdicts) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
