// Containers in which a shape just fits: as long as a side, as wide as the room, or as large as it. One place is free
// then, or a line of places, and rounding decides whether any is. The answer has to be the same up to the width of the
// band.

#include <bankshot/query/mtv.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "effort.hpp"
#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;

/// A room, a shape that just fits in it where both have the same pose, and a direction along which it still fits.
struct Fitting {
  Shape room, shape;
  Vec2 slide;
};

Fitting as_long_as_a_side(Random& random) {
  const int corners = random.integer(3, 8);
  const Shape room = random_polygon(random, corners, random.uniform(1, 3)).build();
  const int side = random.integer(0, room.corner_count() - 1);
  const Vec2 from = room.corner(side), to = room.corner((side + 1) % room.corner_count());
  return {room, segment(from, to), (to - from).normalized()};
}

Fitting as_wide(Random& random) {
  const Real width = random.uniform(1, 3);
  const Real height = random.uniform(3, 4);
  const Real low = random.uniform(0.1, 1);
  const Shape room = box(width, height);
  const Shape halves[] = {box(width / 2, low, Vec2(-width / 4, 0)), box(width / 2, low, Vec2(width / 4, 0))};
  if (random.chance(0.3)) return {room, box(width, low), Vec2(0, 1)};
  if (random.chance(0.5)) return {room, circle(width / 2), Vec2(0, 1)};
  return {room, compound(halves), Vec2(0, 1)};
}

Fitting as_large(Random& random) {
  const Real size = random.uniform(0.5, 2);
  const Vec2 way(1, 0);
  if (random.chance(0.5)) return {circle(size), circle(size), way};
  const Shape room = random_polygon(random, random.integer(3, 8), size).build();
  return {room, room, way};
}

Fitting random_fitting(Random& random) {
  const int kind = random.integer(0, 2);
  return kind == 0 ? as_long_as_a_side(random) : kind == 1 ? as_wide(random) : as_large(random);
}

/// The largest distance of a core with a radius beyond a wall of the room.
oracle::Number beyond_walls(const oracle::Placed& part, const oracle::Placed& room) {
  oracle::Number most = -std::numeric_limits<oracle::Number>::infinity();
  for (const oracle::Point& p : part.core) {
    if (room.core.size() == 1) most = std::max(most, oracle::length(p - room.core[0]) + part.radius - room.radius);
    for (std::size_t i = 0; room.core.size() > 2 && i < room.core.size(); ++i) {
      const oracle::Point along = room.core[(i + 1) % room.core.size()] - room.core[i];
      most = std::max(most, oracle::cross(p - room.core[i], along) / oracle::length(along) + part.radius);
    }
  }
  return most;
}

/// The same for all parts of the shape, once it is moved.
oracle::Number sticks_out(const Fitting& fitting, const Pose& pose, const Pose& at, const Vec2& by) {
  const oracle::Placed room = oracle::place(fitting.room, at);
  oracle::Number most = -std::numeric_limits<oracle::Number>::infinity();
  for (const Shape& part : pieces(fitting.shape)) {
    most = std::max(most, beyond_walls(oracle::place(part, pose).moved(oracle::point(by)), room));
  }
  return most;
}

/// In the sharpest corner of the room, rounding lets a shape go this many times as far past two walls as past one wall.
oracle::Number sharpness(const Shape& room) {
  const std::vector<oracle::Point> core = oracle::place(room, {}).core;
  const std::size_t n = core.size();
  oracle::Number most = 1;
  for (std::size_t i = 0; n > 2 && i < n; ++i) {
    const oracle::Point to = core[(i + 1) % n] - core[i], back = core[(i + n - 1) % n] - core[i];
    most = std::max(most, 2 * oracle::length(to) * oracle::length(back) / std::fabs(oracle::cross(to, back)));
  }
  return most;
}

class TightRooms : public testing::Test {
 protected:
  Random random{7};
};

TEST_F(TightRooms, WhatJustFitsHasAWayIn) {
  for (int i = 0; i < effort(20000); ++i) {
    const Fitting fitting = random_fitting(random);
    const Pose at = random_pose(random, 2);
    const Vec2 aside = random.point(1);
    const Pose pose{at.position + aside, at.rotation};
    const Shape walls = container(fitting.room);
    const auto way = mtv(fitting.shape, pose, walls, at);
    if (!way || way->relation == Relation::touching) continue;
    const Real band = touching_band(fitting.shape, pose, walls, at);
    ASSERT_TRUE(way->separates) << "case " << i;
    ASSERT_LE(sticks_out(fitting, pose, at, way->translation), 2 * band) << "case " << i;
  }
}

// Along the direction in which it fits, the shape comes back to the room, however far it has gone through the wall.
TEST_F(TightRooms, AlongAWallThatItTouchesItIsNotHeld) {
  for (int i = 0; i < effort(20000); ++i) {
    const Fitting fitting = random_fitting(random);
    const Pose at = random_pose(random, 2);
    const Real far = random.uniform(0.5, 6);
    const Vec2 along = at.rotation * fitting.slide;
    const Pose pose{at.position + far * along, at.rotation};
    const Shape walls = container(fitting.room);
    const Real band = touching_band(fitting.shape, pose, walls, at);
    const auto ways = mtv_along(fitting.shape, pose, walls, at, along);
    ASSERT_TRUE(ways) << "case " << i;
    if (ways->backward.relation == Relation::touching) continue;
    ASSERT_TRUE(ways->backward.separates) << "case " << i;
    ASSERT_LE(ways->backward.depth, far + 2 * band * sharpness(fitting.room)) << "case " << i;
    ASSERT_LE(sticks_out(fitting, pose, at, ways->backward.translation), 2 * band) << "case " << i;
  }
}

// A shape larger than the room by a few bands does not fit.
TEST_F(TightRooms, WhatIsLargerHasNone) {
  for (int i = 0; i < effort(5000); ++i) {
    const Real size = random.uniform(0.5, 2);
    const Pose at = random_pose(random, 2);
    const Pose pose{at.position + random.point(1), at.rotation};
    const Shape room = container(random.chance(0.5) ? circle(size) : box(2 * size, 2 * size));
    const Real band = touching_band(circle(size), pose, room, at);
    const auto way = mtv(circle(size + 4 * band), pose, room, at);
    ASSERT_TRUE(way) << "case " << i;
    ASSERT_FALSE(way->separates) << "case " << i;
  }
}

}  // namespace
}  // namespace bankshot_test
