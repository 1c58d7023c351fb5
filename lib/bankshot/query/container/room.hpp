#pragma once
// A convex part in the interior of a container. Not part of the public interface.
//
// A container is solid outside its interior, so a shape in the interior is apart from it. Each wall of a polygonal
// interior is one limit for a part, and each corner of a part is one limit in a round interior: `limit i` is the
// distance of the part from it.

#include <bankshot/query/feature.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct RoomPair {
  Placed part, room;
  V2 d;  ///< position of the part minus that of the container
};

struct RoomLimit {
  V2 normal;            ///< unit, into the interior
  Real separation = 0;  ///< rounding radii included; negative if the part sticks out
  int index = 0;
  Feature of_part, of_room;
};

BANKSHOT_INLINE bool round_room(const RoomPair& pair) { return pair.room.shape.count == 1; }
BANKSHOT_INLINE int limit_count(const RoomPair& pair) {
  return round_room(pair) ? pair.part.shape.count : pair.room.shape.count;
}
RoomLimit room_limit(const RoomPair& pair, int i) noexcept;
/// The separation alone.
Real room_gap(const RoomPair& pair, int i) noexcept;

/// The limit that is nearest, or beyond which the part sticks out farthest.
RoomLimit nearest_limit(const RoomPair& pair) noexcept;

/// The shortest translation that moves all of a shape into the interior; returns false if it does not fit. A shape
/// larger than the interior by no more than the band fits, and then touches the walls. `at` places the shape (A) and
/// the container (B).
bool shortest_way_in(const Shape& shape, const ConvexView& room, const Placement& at, Real band, V2* translation);

}  // namespace bankshot::BANKSHOT_ABI::detail
