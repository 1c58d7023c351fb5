#pragma once
// A convex part in the room of a container. Not part of the public interface.
//
// A container is solid outside its room, so what is in the room is apart from it. Each wall of a polygonal room is one
// limit to a part, and each corner of a part is one limit in a round room: `limit i` is how far the part is from it.

#include <bankshot/query/feature.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct RoomPair {
  Placed part, room;
  V2 d;  ///< position of the part minus that of the room
};

struct RoomLimit {
  V2 normal;            ///< unit, into the room
  Real separation = 0;  ///< rounding included; negative when the part sticks out
  int index = 0;
  Feature of_part, of_room;
};

BANKSHOT_INLINE bool round_room(const RoomPair& pair) { return pair.room.shape.count == 1; }
BANKSHOT_INLINE int limit_count(const RoomPair& pair) {
  return round_room(pair) ? pair.part.shape.count : pair.room.shape.count;
}
RoomLimit room_limit(const RoomPair& pair, int i) noexcept;
/// The separation of that alone.
Real room_gap(const RoomPair& pair, int i) noexcept;

/// The limit that is nearest, or sticks out farthest.
RoomLimit nearest_limit(const RoomPair& pair) noexcept;

/// The shortest translation of a shape after which all of it is in the room; false when it does not fit. What is larger
/// than its room by no more than the band fits, and then touches its walls. `at` places the shape (A) and the room (B).
bool shortest_way_in(const Shape& shape, const ConvexView& room, const Placement& at, Real band, V2* translation);

}  // namespace bankshot::BANKSHOT_ABI::detail
