// Containers against the geometry of their rooms: a shape is in a room if all its corners are.

#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"
#include "query/composite_cases.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace bankshot_test {
namespace {

using namespace bankshot;

Shape random_room(Random& random) {
  if (random.chance(0.3)) return circle(random.uniform(1, 2), random.point(0.5));
  if (random.chance(0.5)) return box(random.uniform(1, 4), random.uniform(1, 4), random.point(0.5), random.rotation());
  return random_polygon(random, random.integer(3, 9), 2).build();
}

/// The largest distance by which the shape sticks out of the room, after moving it.
oracle::Number excess(const Shape& shape, const Pose& pose, const Shape& room, const Pose& room_pose,
                      oracle::Point by) {
  return oracle::excess(oracle::place(shape, pose).moved(by), oracle::place(room, room_pose));
}

/// The distance of a point from the nearest wall's line, or from the round wall.
oracle::Number from_wall(const Shape& room, const Pose& at, const Vec2& x) {
  const std::vector<oracle::Point> hull = oracle::convex_hull(oracle::place(room, at).core);
  const oracle::Point p = oracle::point(x);
  if (hull.size() == 1) return std::fabs(oracle::length(p - hull[0]) - room.radius());
  oracle::Number least = 1e9L;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const oracle::Point along = hull[(i + 1) % hull.size()] - hull[i];
    least = std::min(least, std::fabs(oracle::cross(along, p - hull[i])) / oracle::length(along));
  }
  return least;
}

class Containers : public testing::Test {
 protected:
  Random random{31};
};

TEST_F(Containers, OverlapIsStickingOutOfTheRoom) {
  int apart = 0, overlapping = 0, inside = 0;
  for (int i = 0; i < 6000; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, random.chance(0.5) ? 0.3 : 0.8).build();
    const Pose pose = random_pose(random, 2), at = random_pose(random, 0.3);
    const Shape walls = container(room);
    const oracle::Number out = excess(shape, pose, room, at, {});
    if (std::fabs(out) < 1e-5L) continue;
    ASSERT_EQ(overlap(shape, pose, walls, at), out > 0) << i;
    const Relation found = relation(shape, pose, walls, at);
    const bool clear_of_room = !overlap(shape, pose, room, at);
    ASSERT_EQ(found, out < 0 ? Relation::apart : clear_of_room ? Relation::a_inside_b : Relation::overlapping) << i;
    const Relation other = relation(walls, at, shape, pose);
    ASSERT_EQ(other == Relation::b_inside_a, found == Relation::a_inside_b) << i;
    (out < 0 ? apart : clear_of_room ? inside : overlapping)++;
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(overlapping, 500);
  EXPECT_GT(inside, 500);
}

TEST_F(Containers, TheWayBackIntoTheRoomIsTheShortest) {
  int moved = 0, too_large = 0;
  for (int i = 0; i < 4000; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, random.chance(0.7) ? 0.3 : 1).build();
    const Pose pose = random_pose(random, 2), at = random_pose(random, 0.3);
    const std::optional<Mtv> back = mtv(shape, pose, container(room), at);
    if (!back || back->relation == Relation::touching) continue;
    ASSERT_NEAR(back->normal.norm(), 1, 1e-6);
    const oracle::Point by = oracle::point(back->translation);
    if (!back->separates) {
      ++too_large;
      for (int k = 0; k < 30; ++k) {
        const Vec2 other = random.point(3);
        ASSERT_GT(excess(shape, pose, room, at, oracle::point(other)), -1e-5L) << i;
      }
      continue;
    }
    ++moved;
    ASSERT_NEAR(double(excess(shape, pose, room, at, by)), 0, 4e-6) << i;
    for (int k = 0; k < 30; ++k) {
      const Rotation turn = Rotation::from_angle(random.angle());
      const oracle::Number far = oracle::Number(back->depth) * (1 - 1e-3L);
      ASSERT_GT(excess(shape, pose, room, at, {far * turn.c, far * turn.s}), 0) << i;
    }
  }
  EXPECT_GT(moved, 1000);
  EXPECT_GT(too_large, 100);
}

TEST_F(Containers, RaysFromTheRoomHitItsWallFromInside) {
  for (int i = 0; i < 4000; ++i) {
    const Shape room = random_room(random), walls = container(room);
    const Pose at = random_pose(random, 0.3);
    const Vec2 origin = random.point(2), way = random.point(6);
    const PointRelation in_room = contains(room, at, origin);
    if (in_room == PointRelation::boundary) continue;
    ASSERT_EQ(contains(walls, at, origin),
              in_room == PointRelation::inside ? PointRelation::outside : PointRelation::inside);
    if (in_room == PointRelation::inside) {
      const std::optional<RayHit> hit = ray_cast(walls, at, origin, way);
      const std::optional<RayHit> expected = ray_cast(room, at, origin, way, InsideRays::hit_exit);
      ASSERT_EQ(hit.has_value(), expected.has_value()) << i;
      if (!hit) continue;
      ASSERT_NEAR(hit->fraction, expected->fraction, 1e-6) << i;
      ASSERT_LT((hit->normal + expected->normal).norm(), 1e-5) << i;
    } else {
      EXPECT_FALSE(ray_cast(walls, at, origin, way, InsideRays::skip));
      EXPECT_EQ(ray_cast(walls, at, origin, way)->fraction, 0);
      const std::optional<RayHit> out = ray_cast(walls, at, origin, way, InsideRays::hit_exit);
      const std::optional<RayHit> entry = ray_cast(room, at, origin, way);
      ASSERT_EQ(out.has_value(), entry.has_value()) << i;
      if (out) {
        ASSERT_NEAR(out->fraction, entry->fraction, 1e-6) << i;
      }
    }
  }
}

TEST_F(Containers, SweepsEndAtTheWall) {
  int hits = 0;
  for (int i = 0; i < 3000; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, 0.25).build();
    const Pose at = random_pose(random, 0.3), pose = random_pose(random, 0.8);
    if (excess(shape, pose, room, at, {}) > -1e-4L) continue;
    const Vec2 way = random.point(4);
    const SweepHit hit = sweep(shape, pose, way, container(room), at);
    const oracle::Point full = oracle::point(way);
    const oracle::Number at_end = excess(shape, pose, room, at, full);
    if (std::fabs(at_end) < 1e-5L) continue;
    ASSERT_EQ(hit.status, at_end > 0 ? SweepStatus::hit : SweepStatus::missed) << i;
    if (!hit) continue;
    ++hits;
    ASSERT_NEAR(double(excess(shape, pose, room, at, oracle::Number(hit.fraction) * full)), 0, 1e-5) << i;
    const SweepHit other = sweep(container(room), at, Vec2(-way), shape, pose);
    ASSERT_NEAR(other.fraction, hit.fraction, 1e-5) << i;
    ASSERT_LT((other.normal + hit.normal).norm(), 1e-3) << i;
  }
  EXPECT_GT(hits, 1000);
}

TEST_F(Containers, TurningShapesMeetTheWallInTime) {
  int hits = 0;
  for (int i = 0; i < 1500; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, 0.4).build();
    const Motion motion{random_pose(random, 0.6), random.point(2), random.uniform(-6, 6)};
    Motion turning{random_pose(random, 0.2)};
    if (random.chance(0.5)) turning.turn = random.uniform(-3, 3);
    if (excess(shape, motion.start, room, turning.start, {}) > -1e-4L) continue;
    const SweepHit hit = sweep(shape, motion, container(room), turning);
    ASSERT_NE(hit.status, SweepStatus::initial_overlap) << i;
    const auto at = [](const Motion& m, Real t) {
      const Rotation turn = Rotation::from_angle(t * m.turn);
      const Rotation q = m.start.rotation;
      return Pose{m.start.position + t * m.translation, {q.c * turn.c - q.s * turn.s, q.s * turn.c + q.c * turn.s}};
    };
    for (int k = 0; k <= 50; ++k) {
      const Real t = hit.fraction * Real(k) / 50;
      ASSERT_LT(excess(shape, at(motion, t), room, at(turning, t), {}), 2e-5L) << i << " " << k;
    }
    if (hit.status != SweepStatus::hit) continue;
    ++hits;
    ASSERT_NEAR(double(excess(shape, at(motion, hit.fraction), room, at(turning, hit.fraction), {})), 0, 1e-4) << i;
  }
  EXPECT_GT(hits, 300);
}

TEST_F(Containers, ContactsAreWhereTheShapeIsNearAWall) {
  int met = 0, none = 0;
  for (int i = 0; i < 4000; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, 0.4).build(), walls = container(room);
    const Pose pose = random_pose(random, 1.5), at = random_pose(random, 0.3);
    const oracle::Number out = excess(shape, pose, room, at, {});
    const Real margin = Real(0.05);
    const Manifold nearest = manifold(shape, pose, walls, at, margin);
    const bool round = room.kind() == ShapeKind::circle;
    // Beyond the corner of two walls the shape sticks out of each of them by less than its distance from the room.
    if (!round && out > 0) continue;
    if (std::fabs(out + margin) < 1e-4L) continue;
    ASSERT_EQ(nearest.count > 0, out > -margin) << i;
    if (nearest.count == 0) {
      ++none;
      continue;
    }
    ++met;
    Real least = nearest.points[0].separation;
    if (nearest.count == 2) least = std::min(least, nearest.points[1].separation);
    ASSERT_NEAR(least, double(-out), 1e-5) << i;
    const std::vector<Manifold> one = manifolds(shape, pose, walls, at, margin),
                                two = manifolds(walls, at, shape, pose, margin);
    ASSERT_EQ(one.size(), two.size()) << i;
    for (std::size_t k = 0; k < one.size(); ++k) {
      ASSERT_EQ(one[k].count, two[k].count) << i;
      ASSERT_NEAR(one[k].normal.norm(), 1, 1e-6);
      ASSERT_LT((one[k].normal + two[k].normal).norm(), 1e-6) << i;
      const int count = one[k].count;
      for (int j = 0; j < count; ++j) {
        // In order along the tangent, which turns with the normal.
        const ManifoldPoint &p = one[k].points[std::size_t(j)], &q = two[k].points[std::size_t(count - 1 - j)];
        ASSERT_LT((p.position - q.position).norm(), 1e-5) << i;
        ASSERT_EQ(p.separation, q.separation) << i;
        // Half of the separation farther out lies the shape's surface, and as far again the wall.
        const oracle::Placed own = oracle::place(shape, pose);
        const auto to = [](const oracle::Placed& placed, const Vec2& x) {
          return double(oracle::signed_distance(oracle::point(x), oracle::convex_hull(placed.core)) - placed.radius);
        };
        const Vec2 half = p.separation / 2 * one[k].normal;
        ASSERT_LT(from_wall(room, at, p.position - half), 2e-5L) << i;
        ASSERT_LT(to(own, p.position + half), 2e-5) << i;
        ASSERT_LE(p.separation, margin) << i;
      }
      if (count == 2) {
        const Vec2 tangent(-one[k].normal[1], one[k].normal[0]);
        ASSERT_GT((one[k].points[1].position - one[k].points[0].position).dot(tangent), -Real(1e-5)) << i;
      }
    }
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(none, 300);
}

// However many corners are within the margin, the edge that faces the wall is the one that lies on it.
TEST(ContainerManifolds, TheEdgeThatFacesTheWall) {
  const Vec2 corners[] = {Vec2(0, 0), Vec2(1, 0), Vec2(2, Real(0.5)), Vec2(1, 1), Vec2(0, 1), Vec2(-1, Real(0.5))};
  const Shape stone = polygon(corners);
  for (const Real turn : {Real(0), Real(1.5707963), Real(3.1415926), Real(-1.5707963)}) {
    const Rotation q = Rotation::from_angle(turn);
    const auto turned = [q](Vec2 v) { return Vec2(q.c * v[0] - q.s * v[1], q.s * v[0] + q.c * v[1]); };
    const std::vector<Manifold> contacts =
        manifolds(stone, {turned(Vec2(0, -5)), q}, container(box(10, 10)), {}, Real(0.75));
    ASSERT_EQ(contacts.size(), 1u);
    ASSERT_EQ(contacts[0].count, 2);
    EXPECT_LT((contacts[0].normal - turned(Vec2(0, 1))).norm(), 1e-6);
    for (const ManifoldPoint& point : contacts[0].points) EXPECT_NEAR(point.separation, 0, 1e-5);
    const Vec2 tangent = turned(Vec2(-1, 0));  // the normal turned left
    EXPECT_NEAR((contacts[0].points[1].position - contacts[0].points[0].position).dot(tangent), 1, 1e-5);
  }
}

TEST_F(Containers, TheNearestWallIsAsFarAsTheRoomIsLarge) {
  for (int i = 0; i < 4000; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, 0.4).build(), walls = container(room);
    const Pose pose = random_pose(random, 1), at = random_pose(random, 0.3);
    const oracle::Number out = excess(shape, pose, room, at, {});
    const ClosestPoints found = closest_points(shape, pose, walls, at);
    ASSERT_LT((found.point_a - found.point_b - found.distance * found.normal).norm(), 1e-5) << i;
    // A shape that sticks out is as deep as its way back is long; the way back of a single point leads over the nearest
    // place of a round wall.
    const bool point = room.kind() == ShapeKind::circle && shape.kind() == ShapeKind::circle;
    if (out > 0 && !point) {
      ASSERT_NEAR(found.distance, -mtv(shape, pose, walls, at)->depth, 1e-5) << i;
      continue;
    }
    ASSERT_NEAR(found.distance, double(-out), 1e-5) << i;
    const oracle::Number off =
        oracle::signed_distance(oracle::point(found.point_b), oracle::convex_hull(oracle::place(room, at).core)) -
        room.radius();
    ASSERT_NEAR(double(off), 0, 1e-5) << i;
    const ClosestPoints other = closest_points(walls, at, shape, pose);
    ASSERT_EQ(other.distance, found.distance) << i;
    ASSERT_EQ(other.point_a, found.point_b) << i;
    ASSERT_EQ(other.point_b, found.point_a) << i;
    ASSERT_EQ(other.normal, Vec2(-found.normal)) << i;
    ASSERT_EQ(other.feature_a, found.feature_b) << i;
  }
}

TEST_F(Containers, SwapNegatesTheWayBack) {
  for (int i = 0; i < 2000; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, 0.6).build(), walls = container(room);
    const Pose pose = random_pose(random, 2), at = random_pose(random, 0.3);
    const std::optional<Mtv> one = mtv(shape, pose, walls, at), two = mtv(walls, at, shape, pose);
    ASSERT_EQ(one.has_value(), two.has_value()) << i;
    if (!one) continue;
    ASSERT_EQ(one->translation, Vec2(-two->translation)) << i;
    ASSERT_EQ(one->normal, Vec2(-two->normal)) << i;
    ASSERT_EQ(one->feature_a, two->feature_b) << i;
    ASSERT_EQ(one->relation == Relation::a_inside_b, two->relation == Relation::b_inside_a) << i;
    ASSERT_NEAR(one->depth, one->translation.norm(), 1e-6) << i;
  }
}

// A shape that does not fit is led to the middle of the room.
TEST(ContainerExits, WhatDoesNotFitGoesToTheMiddle) {
  for (const Shape& room : {box(4, 4, Vec2(1, 0)), circle(2, Vec2(1, 0))}) {
    const std::optional<Mtv> way = mtv(box(6, 6, Vec2(0, 1)), {Vec2(3, 0), {}}, container(room), {});
    ASSERT_TRUE(way);
    EXPECT_FALSE(way->separates);
    EXPECT_LT((way->translation - Vec2(-2, -1)).norm(), 1e-5);
    EXPECT_LT((way->normal - way->translation / way->depth).norm(), 1e-6);
    EXPECT_EQ(way->relation, Relation::overlapping);
  }
}

TEST(ContainerExits, TouchingAWallFromWithinNeedsNoWay) {
  const std::optional<Mtv> way = mtv(box(1, 1), {Vec2(Real(1.5), 0), {}}, container(box(4, 4)), {});
  ASSERT_TRUE(way);
  EXPECT_EQ(way->relation, Relation::touching);
  EXPECT_LT(way->depth, Real(1e-5));
  EXPECT_EQ(way->normal, Vec2(-1, 0));
}

// All numbers are exact here: up to the band, and the band included, it touches.
TEST(ContainerRelation, TheBandItselfIsTouching) {
  const Shape ball = circle(Real(0.5)), room = container(circle(2));
  const Real band = touching_band(ball, {Vec2(Real(1.5), 0)}, room, {}), bit = std::numeric_limits<Real>::epsilon();
  ASSERT_EQ(band, 32 * bit);
  const auto at = [&](Real out) { return relation(ball, {Vec2(Real(1.5) + out, 0)}, room, {}); };
  EXPECT_EQ(at(-band - bit), Relation::apart);
  EXPECT_EQ(at(-band), Relation::touching);
  EXPECT_EQ(at(band), Relation::touching);
  EXPECT_EQ(at(band + bit), Relation::overlapping);
}

TEST(TwoContainers, OverlapEverywhereAndNothingPartsThem) {
  const Shape one = container(box(4, 4)), two = container(circle(3));
  EXPECT_TRUE(overlap(one, {}, two, {Vec2(50, 0), {}}));
  EXPECT_EQ(relation(one, {}, two, {}), Relation::overlapping);
  const std::optional<Mtv> way = mtv(one, {}, two, {});
  ASSERT_TRUE(way);
  EXPECT_FALSE(way->separates);
  EXPECT_EQ(way->depth, std::numeric_limits<Real>::infinity());
  EXPECT_EQ(closest_points(one, {}, two, {}).distance, -std::numeric_limits<Real>::infinity());
  EXPECT_TRUE(manifolds(one, {}, two, {}, 1).empty());
  EXPECT_EQ(sweep(one, {}, Vec2(1, 0), two, {}).status, SweepStatus::initial_overlap);
  EXPECT_EQ(sweep(one, {}, Vec2(1, 0), two, {}).fraction, 0);
  EXPECT_EQ(relation(one, {Vec2(std::numeric_limits<Real>::infinity(), 0), {}}, two, {}), Relation::apart);
}

// Where the way back over one wall alone leads into the room it is the shortest, however many parts share the corner
// that is beyond.
TEST_F(Containers, TheWayBackOverOneWallIsTheShortest) {
  int alone = 0;
  for (int i = 0; i < 4000; ++i) {
    const Shape room = random_polygon(random, random.integer(3, 9), 2).build(), walls = container(room);
    const Shape star = random_star(random, random.integer(4, 9));
    const Pose pose = random_pose(random, 2), at = random_pose(random, 0.3);
    const std::optional<Mtv> out = mtv(star, pose, walls, at);
    if (!out || out->relation == Relation::touching || !out->separates) continue;
    ASSERT_EQ(closest_points(star, pose, walls, at).distance, -out->depth) << i;
    for (int wall = 0; wall < room.corner_count(); ++wall) {
      const Vec2 outward = at.rotation * room.normal(wall), on_wall = at * room.corner(wall);
      Real most = 0;
      for (int k = 0; k < star.corner_count(); ++k) {
        most = std::max(most, Real(outward.dot(Vec2(pose * star.corner(k) - on_wall))));
      }
      if (relation(star, {pose.position - most * outward, pose.rotation}, walls, at) != Relation::touching) continue;
      ++alone;
      ASSERT_LE(out->depth, most + 1e-5) << i;
    }
  }
  EXPECT_GT(alone, 1000);
}

// Every part of a shape made of parts counts, and is named.
TEST(ContainerParts, TheFarthestPartDecides) {
  const Shape sides[] = {box(1, 1), box(1, 1, Vec2(3, 0)), circle(Real(0.5), Vec2(0, 3))};
  const Shape three = compound(sides), walls = container(box(10, 10));
  const Pose right{Vec2(2, 0), {}}, up{Vec2(0, 2), {}}, inside{};
  EXPECT_EQ(relation(three, inside, walls, {}), Relation::apart);
  EXPECT_EQ(relation(three, right, walls, {}), Relation::overlapping);
  EXPECT_EQ(mtv(three, right, walls, {})->feature_a.piece, 1);
  EXPECT_NEAR(mtv(three, right, walls, {})->translation[0], -0.5, 1e-6);
  EXPECT_EQ(mtv(walls, {}, three, right)->feature_b.piece, 1);
  EXPECT_EQ(closest_points(three, up, walls, {}).feature_a.piece, 2);
  EXPECT_NEAR(closest_points(three, up, walls, {}).distance, -0.5, 1e-6);
  EXPECT_NEAR(closest_points(three, up, walls, {}).point_a[1], 5.5, 1e-6);
  const SweepHit hit = sweep(three, {}, Vec2(3, 3), walls, {});
  EXPECT_NEAR(hit.fraction, 0.5, 1e-6);
  const SweepHit first = sweep(three, {}, Vec2(1, 3), walls, {});
  EXPECT_EQ(first.feature_a.piece, 2);
  EXPECT_NEAR(first.point[1], 5, 1e-5);
  EXPECT_EQ(sweep(walls, {}, Vec2(-1, -3), three, {}).feature_b.piece, 2);
  const Pose far{Vec2(30, 0), {}};
  EXPECT_EQ(relation(three, far, walls, {}), Relation::a_inside_b);
  EXPECT_EQ(relation(three, {Vec2(-6, 0), {}}, walls, {}), Relation::overlapping) << "two parts out, one in";
}

TEST(ContainerParts, OneWayPartsMeetNoWall) {
  const Vec2 points[] = {Vec2(0, 0), Vec2(20, 0)};
  const Shape ledge = chain(points, false, ChainSides::left), walls = container(box(4, 4));
  EXPECT_EQ(relation(ledge, {}, walls, {}), Relation::apart);
  EXPECT_TRUE(manifolds(ledge, {}, walls, {}, 1).empty());
  EXPECT_FALSE(sweep(ledge, {}, Vec2(5, 0), walls, {}));
  EXPECT_EQ(closest_points(ledge, {}, walls, {}).distance, std::numeric_limits<Real>::infinity());
}

TEST(ContainerSweeps, StickingOutAtTheStartIsAnOverlap) {
  const Shape walls = container(box(4, 4)), ball = circle(Real(0.5));
  EXPECT_EQ(sweep(ball, {Vec2(2, 0), {}}, Vec2(1, 0), walls, {}).status, SweepStatus::initial_overlap);
  EXPECT_EQ(sweep(ball, {Vec2(2, 0), {}}, Vec2(-1, 0), walls, {}).status, SweepStatus::initial_overlap);
  EXPECT_FALSE(sweep(ball, {Vec2(Real(1.5), 0), {}}, Vec2(-1, 0), walls, {}));
  EXPECT_FALSE(sweep(ball, {Vec2(Real(1.5), 0), {}}, Vec2(0, 1), walls, {}));
  const SweepHit into = sweep(ball, {Vec2(Real(1.5), 0), {}}, Vec2(1, 0), walls, {});
  EXPECT_EQ(into.status, SweepStatus::hit);
  EXPECT_EQ(into.fraction, 0);
  EXPECT_EQ(into.normal, Vec2(-1, 0));
}

TEST(ContainerSweeps, ThePlaceOfTheHitDoesNotDependOnTheRoomsPivot) {
  const Shape walls = container(box(4, 4)), ball = circle(Real(0.5));
  const Motion flight{{Vec2(0, 1), {}}, Vec2(4, 0), 0, Vec2(0, 0)};
  for (const Vec2& pivot : {Vec2(0, 0), Vec2(1, 0), Vec2(Real(0.5), -1)}) {
    const SweepHit hit = sweep(ball, flight, walls, {{}, Vec2(0, 0), 0, pivot});
    ASSERT_EQ(hit.status, SweepStatus::hit);
    EXPECT_NEAR(hit.fraction, 0.375, 1e-4);
    EXPECT_LT((hit.point - Vec2(2, 1)).norm(), 1e-4);
  }
}

TEST(ContainerManifolds, ACornerOfTheRoomHasTwoWalls) {
  const std::vector<Manifold> contacts =
      manifolds(box(1, 1), {Vec2(Real(-1.5), Real(-1.5)), {}}, container(box(4, 4)), {}, Real(0.01));
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_EQ(contacts[0].count, 2);
  EXPECT_EQ(contacts[1].count, 2);
  EXPECT_NEAR(std::fabs(contacts[0].normal.dot(contacts[1].normal)), 0, 1e-6);
}

TEST(ContainerAlong, EachWallLeavesOneWay) {
  const Shape walls = container(box(4, 4));
  const std::optional<MtvAlong> ways = mtv_along(box(1, 1), {Vec2(2, 0), {}}, walls, {}, Vec2(1, 0));
  ASSERT_TRUE(ways);
  EXPECT_FALSE(ways->forward.separates);
  ASSERT_TRUE(ways->backward.separates);
  EXPECT_NEAR(ways->backward.depth, 0.5, 1e-6);
  EXPECT_FALSE(ways->is_forward);
}

TEST(ContainerAlong, OutOfAnotherWallNeitherWayHelps) {
  const Shape walls = container(box(4, 4));
  const std::optional<MtvAlong> ways = mtv_along(box(1, 1), {Vec2(0, 2), {}}, walls, {}, Vec2(1, 0));
  ASSERT_TRUE(ways);
  EXPECT_FALSE(ways->forward.separates);
  EXPECT_FALSE(ways->backward.separates);
  EXPECT_EQ(ways->forward.translation, Vec2(0, 0));
}

TEST(ContainerAlong, SwappedTheWaysAre) {
  const Shape walls = container(box(4, 4));
  const std::optional<MtvAlong> ways = mtv_along(walls, {}, box(1, 1), {Vec2(2, 0), {}}, Vec2(1, 0));
  ASSERT_TRUE(ways);
  EXPECT_FALSE(ways->backward.separates);
  ASSERT_TRUE(ways->forward.separates);
  EXPECT_NEAR(ways->forward.translation[0], 0.5, 1e-6);
}

TEST_F(Containers, AlongAnAxisTheFirstPlaceInTheRoomIsFound) {
  int back = 0, never = 0;
  for (int i = 0; i < 3000; ++i) {
    const Shape room = random_room(random), shape = random_recipe(random, 0.4).build();
    const Pose pose = random_pose(random, 1.5), at = random_pose(random, 0.3);
    const Vec2 axis = random.direction();
    const std::optional<MtvAlong> ways = mtv_along(shape, pose, container(room), at, axis);
    if (!ways || ways->forward.relation == Relation::touching) continue;
    for (const bool forward : {true, false}) {
      const Mtv& way = forward ? ways->forward : ways->backward;
      const oracle::Point heading = oracle::Number(forward ? 1 : -1) * oracle::point(axis);
      ASSERT_NEAR(way.normal.norm(), 1, 1e-6) << i;
      // There is no entry if the shape was not in the room before, nor if no way leads back.
      const oracle::Number reach = way.separates ? oracle::Number(way.depth) : 8;
      for (int k = 0; k < 40; ++k) {
        ASSERT_GT(excess(shape, pose, room, at, (reach * k / 40) * heading), -1e-5L) << i << " " << k;
      }
      way.separates ? ++back : ++never;
      if (!way.separates) continue;
      // The contact's normal is that of a wall that A has crossed.
      ASSERT_GT(way.normal.dot(forward ? axis : Vec2(-axis)), -Real(1e-3)) << i;
      const ClosestPoints there =
          closest_points(shape, {pose.position + way.translation, pose.rotation}, container(room), at);
      ASSERT_NEAR(there.distance, 0, 1e-5) << i;
      ASSERT_NEAR(double(excess(shape, pose, room, at, oracle::point(way.translation))), 0, 1e-5) << i;
    }
  }
  EXPECT_GT(back, 500);
  EXPECT_GT(never, 500);
}

}  // namespace
}  // namespace bankshot_test
