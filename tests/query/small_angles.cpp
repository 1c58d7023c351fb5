// Edges at angles that are hard to tell from none: a corner that is all but straight, two faces that are all but
// parallel, a room that ends in a needle. Cosines and crossings are blind there, and must not decide.

#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "../effort.hpp"
#include "oracle/geometry_oracle.hpp"
#include "oracle/union_exit.hpp"
#include "property/random_shapes.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;
using oracle::Number;

/// An angle of any magnitude from the rounding unit on.
Real small_angle(Random& random) {
  return std::pow(Real(10), random.uniform(std::log10(tolerance::eps), -1)) * random.sign();
}

struct Drawn {
  Shape a, b;
  Pose pose_a, pose_b;

  Number gap() const { return -oracle::depth(oracle::place(a, pose_a), oracle::place(b, pose_b)); }
};

/// A block with a corner in its upper side that is all but straight, and above that a shape of which an edge is all but
/// parallel to the side; both turned and moved at random.
Drawn drawn(Random& random, Number gap) {
  const Real wide = random.uniform(0.2, 2);
  const Real rise = std::fabs(small_angle(random)) * wide;
  const Real radius = random.chance(0.5) ? random.uniform(0.1, 1) : Real(0);
  Drawn pair{random_polygon(random, random.integer(3, 6), 1).build(), circle(1), {}, {}};
  pair.b = polygon(
      std::vector<Vec2>{Vec2(-wide, -1), Vec2(wide, -1), Vec2(wide, -rise), Vec2(0, 0), Vec2(-wide, -rise)}, radius);
  if (random.chance(0.3)) {
    const Vec2 from = random.point(1);
    pair.a =
        random.chance(0.5) ? segment(from, random.point(1)) : capsule(from, random.point(1), random.uniform(0.1, 1));
  }
  const int edge = random.integer(0, pair.a.corner_count() - 1);
  const Vec2 along = pair.a.corner((edge + 1) % pair.a.corner_count()) - pair.a.corner(edge);
  pair.pose_a.rotation = Rotation::from_angle(Real(3.1415926) + small_angle(random) - std::atan2(along[1], along[0]));
  pair.pose_a.position = Vec2(random.uniform(-2, 2), 4);
  for (int i = 0; i < 3; ++i) pair.pose_a.position[1] -= static_cast<Real>(pair.gap() - gap);
  const Rotation turn = random.rotation();
  pair.pose_b.rotation = turn;
  pair.pose_a.rotation = turn * pair.pose_a.rotation;
  pair.pose_a.position = turn * pair.pose_a.position;
  return pair;
}

/// Touching, or apart.
Number any_gap(Random& random) {
  return random.chance(0.5) ? Number(random.uniform(-64, 64) * tolerance::eps) : Number(random.uniform(1e-4, 2));
}

TEST(SmallAngles, WhatIsNearHasAContact) {
  Random random(71);
  int touching = 0, near = 0;
  for (int i = 0; i < effort(100000); ++i) {
    const Drawn pair = drawn(random, any_gap(random));
    const Number gap = pair.gap(), band = touching_band(pair.a, pair.pose_a, pair.b, pair.pose_b);
    if (gap > band * 7 / 8 && gap < 4 * band) continue;
    const bool touches = gap < 4 * band;
    ++(touches ? touching : near);
    const Real margin = touches ? Real(0) : static_cast<Real>(gap * Number(1.25));
    EXPECT_GE(manifold(pair.a, pair.pose_a, pair.b, pair.pose_b, margin).count, 1) << "draw " << i;
    EXPECT_GE(manifold(pair.b, pair.pose_b, pair.a, pair.pose_a, margin).count, 1) << "draw " << i;
  }
  EXPECT_GT(touching, effort(15000));
  EXPECT_GT(near, effort(30000));
}

TEST(SmallAngles, ClosestPointsLieOnTheSurfaces) {
  Random random(72);
  for (int i = 0; i < effort(100000); ++i) {
    const Drawn pair = drawn(random, any_gap(random));
    const Number gap = pair.gap(), band = touching_band(pair.a, pair.pose_a, pair.b, pair.pose_b);
    if (gap <= band) continue;
    const ClosestPoints found = closest_points(pair.a, pair.pose_a, pair.b, pair.pose_b);
    const oracle::Point on_a = oracle::point(found.point_a), on_b = oracle::point(found.point_b);
    const oracle::Placed a = oracle::place(pair.a, pair.pose_a), b = oracle::place(pair.b, pair.pose_b);
    EXPECT_LE(std::fabs(Number(found.distance) - gap), band) << "draw " << i;
    EXPECT_LE(std::fabs(oracle::length(on_a - on_b) - gap), 2 * band) << "draw " << i;
    EXPECT_LE(std::fabs(oracle::signed_distance(on_a, a.core) - a.radius), band) << "draw " << i;
    EXPECT_LE(std::fabs(oracle::signed_distance(on_b, b.core) - b.radius), band) << "draw " << i;
  }
}

/// The walls that keep a point in a room, all moved out by `grown`.
Number way_into(const oracle::Placed& room, oracle::Point point, Number grown) {
  std::vector<oracle::Wall> walls;
  for (std::size_t i = 0; i < room.core.size(); ++i) {
    const oracle::Point from = room.core[i], along = room.core[(i + 1) % room.core.size()] - from;
    const oracle::Point out = (1 / oracle::length(along)) * oracle::Point{along.y, -along.x};
    walls.push_back({out, oracle::dot(out, from - point) + grown});
  }
  return oracle::UnionExit({}, 0, std::move(walls)).length(1e-15L);
}

TEST(SmallAngles, APointFindsItsWayIntoANeedle) {
  Random random(73);
  int judged = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const Real height = std::fabs(small_angle(random));
    const Real middle = random.uniform(-0.9, 0.9);
    const Vec2 corners[] = {Vec2(-1, 0), Vec2(1, 0), Vec2(middle, height)};
    const auto needle = try_polygon(corners);
    if (!needle) continue;
    const Shape room = container(*needle);
    const Pose pose{Vec2::Zero(), random.rotation()};
    const Vec2 point = random.point(4);
    const Number band = touching_band(circle(Real(1e-8)), {point, {}}, room, pose);
    const oracle::Placed placed = oracle::place(*needle, pose);
    const Number least = way_into(placed, oracle::point(point), band);
    const Number most = way_into(placed, oracle::point(point), -band);
    const bool inside = oracle::signed_distance(oracle::point(point), placed.core) < 0;
    if (inside || most > 100) continue;  // otherwise there is no such place
    ++judged;
    const Number said = -Number(closest_points(point, room, pose).distance);
    EXPECT_GE(said, least - band) << "draw " << i;
    EXPECT_LE(said, most + band) << "draw " << i;
  }
  EXPECT_GT(judged, effort(8000));
}

TEST(SmallAngles, ADiscThatTurnsAboutItsCentreIsSweptStraight) {
  Random random(74);
  for (int i = 0; i < effort(20000); ++i) {
    const Drawn pair = drawn(random, 0);
    const Vec2 centre = random.point(1);
    const Shape disc = circle(random.uniform(0.1, 1), centre);
    const Pose start{random.point(3), random.rotation()};
    const Vec2 way = random.point(4);
    const Motion rolling{start, way, random.uniform(-4, 4), centre}, resting{pair.pose_b};
    const SweepHit hit = sweep(disc, rolling, pair.b, resting);
    const SweepHit straight = sweep(disc, start, way, pair.b, pair.pose_b);
    EXPECT_EQ(hit.status, straight.status) << "draw " << i;
    EXPECT_EQ(hit.fraction, straight.fraction) << "draw " << i;
    EXPECT_EQ(hit.normal, straight.normal) << "draw " << i;
  }
}

// The point that should count may be a rounding beyond the margin, and no other pair of corners takes its place.
TEST(SmallAngles, AContactOfWhatTouchesIsWhereTheTwoTouch) {
  Random random(77);
  int asked = 0;
  for (int i = 0; i < effort(40000); ++i) {
    const Shape a = random_polygon(random, random.integer(3, 6), 1).build();
    const Shape b = random_polygon(random, random.integer(3, 6), 1).build();
    Pose at{random.point(3), random.rotation()};
    for (int k = 0; k < 3; ++k) {
      const ClosestPoints closest = closest_points(a, at, b, {});
      at.position -= closest.distance * closest.normal;
    }
    const Manifold found = manifold(a, at, b, {});
    const Real band = touching_band(a, at, b, {});
    asked += found.count;
    for (int k = 0; k < found.count; ++k) {
      const ManifoldPoint& point = found.points[static_cast<std::size_t>(k)];
      const Real off =
          std::max(closest_points(point.position, a, at).distance, closest_points(point.position, b, {}).distance);
      EXPECT_LE(off, 64 * band) << "case " << i;
    }
  }
  EXPECT_GT(asked, effort(20000));
}

// Sides that are all but parallel and overlap by a part of a band may do so beyond the stretch they share alone.
TEST(SmallAngles, ContactsOfPartsAreWhereTheyTouch) {
  Random random(79);
  int asked = 0;
  for (int i = 0; i < effort(40000); ++i) {
    const Real high = random.uniform(0.2, 1), wide = random.uniform(0.2, 1), apart = random.uniform(0, 1);
    const Shape blocks[] = {box(wide, high, Vec2(-wide / 2, high / 2)),
                            box(wide, high, Vec2(wide / 2, Real(1.5) * high + apart))};
    const Shape a = compound(blocks);
    const Real across = random.uniform(0.2, 1), tall = random.uniform(0.5, 2);
    const Shape b = box(across, tall);
    const Pose at{Vec2::Zero(), random.rotation()};
    const Real tilt = 16 * tolerance::eps * random.uniform(-2, 2), up = random.uniform(-0.5, 2);
    Pose other{at * Vec2(b.corner(1).x(), up), at.rotation * Rotation::from_angle(tilt)};
    for (int k = 0; k < 3; ++k) {
      const ClosestPoints closest = closest_points(b, other, a, at);
      other.position -= closest.distance * closest.normal;
    }
    const Real band = touching_band(a, at, b, other);
    for (const Manifold& found : manifolds(a, at, b, other)) {
      for (int k = 0; k < found.count; ++k) {
        const Vec2& place = found.points[static_cast<std::size_t>(k)].position;
        ++asked;
        EXPECT_LE(std::fabs(closest_points(place, a, at).distance), 16 * band) << "draw " << i;
        EXPECT_LE(std::fabs(closest_points(place, b, other).distance), 16 * band) << "draw " << i;
      }
    }
  }
  EXPECT_GT(asked, effort(20000));
}

// If two faces tie, the one that counts may be the one beside which the other shape's corner lies. In double a tie is
// far wider than rounding.
TEST(SmallAngles, CornersAtAnySmallGapHaveAContact) {
  Random random(78);
  int near = 0;
  for (int i = 0; i < effort(100000); ++i) {
    const Shape a = random.chance(0.3) ? segment(random.point(1), random.point(1))
                                       : random_polygon(random, random.integer(3, 6), 1).build();
    const Shape b = random_polygon(random, random.integer(3, 6), 1).build();
    Pose at{Vec2::Zero(), random.rotation()};
    const Vec2 corner = at.rotation * a.corner(random.integer(0, a.corner_count() - 1));
    const Real apart = std::pow(Real(10), random.uniform(std::log10(100 * tolerance::eps), -2));
    const Vec2 off = random.rotation() * Vec2(apart, 0);
    at.position = b.corner(random.integer(0, b.corner_count() - 1)) - corner + off;
    const Number gap = -oracle::depth(oracle::place(a, at), oracle::place(b, {}));
    if (gap < 4 * touching_band(a, at, b, {})) continue;
    ++near;
    const Real margin = static_cast<Real>(gap * Number(1.25));
    EXPECT_GE(manifold(a, at, b, {}, margin).count, 1) << "draw " << i;
    EXPECT_GE(manifold(b, {}, a, at, margin).count, 1) << "draw " << i;
  }
  EXPECT_GT(near, effort(30000));
}

}  // namespace
}  // namespace bankshot_test
