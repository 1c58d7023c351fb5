#include <bankshot/query/container/room.hpp>

#include <bankshot/query/convex/support_feature.hpp>
#include <bankshot/query/parts/nearest_common.hpp>
#include <bankshot/query/parts/rounded_polygons.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

Real wall_gap(const RoomPair& pair, int i, V2 out) {
  return (face_offset(pair.room, i) - dot(out, pair.d)) - (highest(pair.part, out) + pair.part.shape.radius);
}

RoomLimit at_wall(const RoomPair& pair, int i) {
  RoomLimit limit;
  const V2 out = face_normal(pair.room, i);
  limit.normal = unit(-out);
  limit.index = i;
  limit.separation = wall_gap(pair, i, out);
  limit.of_part = support_feature(pair.part, out).feature;
  limit.of_room = {Feature::Kind::edge, i};
  return limit;
}

RoomLimit in_round(const RoomPair& pair, int corner) {
  RoomLimit limit;
  V2 inward;
  const V2 from_middle = (arm(pair.part, corner) - arm(pair.room, 0)) + pair.d;
  const Real away = safe_length(-from_middle, &inward);
  limit.normal = away > 0 ? unit(inward) : V2{1, 0};
  limit.separation = (pair.room.shape.radius - pair.part.shape.radius) - away;
  limit.index = corner;
  limit.of_part.index = corner;
  return limit;
}

}  // namespace

RoomLimit room_limit(const RoomPair& pair, int i) noexcept {
  return round_room(pair) ? in_round(pair, i) : at_wall(pair, i);
}

Real room_gap(const RoomPair& pair, int i) noexcept {
  return round_room(pair) ? in_round(pair, i).separation : wall_gap(pair, i, face_normal(pair.room, i));
}

RoomLimit nearest_limit(const RoomPair& pair) noexcept {
  RoomLimit nearest = room_limit(pair, 0);
  for (int i = 1; i < limit_count(pair); ++i) {
    const RoomLimit limit = room_limit(pair, i);
    if (limit.separation < nearest.separation) nearest = limit;
  }
  return nearest;
}

// Moved by t, a part with corners p and radius r lies in a polygonal interior if every wall leaves it free, a half
// plane for t per wall; and in a round one of radius R about c if every corner is within R - r of c, a disc for t per
// corner. A shape that just fits leaves a single t, or none after rounding: it is moved to where no wall is in it by
// more than the band.
bool shortest_way_in(const Shape& shape, const ConvexView& room, const Placement& at, Real band, V2* translation) {
  NearestCommon common;
  const Placed placed_room = place(room, at.qb);
  for_each_part(shape, bounds_of(shape), [&](const Part& of_shape) {
    const Placed part = place(of_shape.view, at.qa);
    const RoomPair pair{part, placed_room, at.d};
    for (int i = 0; i < limit_count(pair); ++i) {
      if (!round_room(pair)) {
        const RoomLimit limit = room_limit(pair, i);
        common.add_half_plane(wide(limit.normal), -double(limit.separation));
        continue;
      }
      const V2 middle = (arm(placed_room, 0) - arm(part, i)) - at.d;
      common.add_disc(wide(middle), double(room.radius) - part.shape.radius);
    }
  });
  P2 nearest;
  if (!common.solve(&nearest)) {
    common.relax(double(band));
    if (!common.solve(&nearest)) return false;
  }
  *translation = narrow(nearest);
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
