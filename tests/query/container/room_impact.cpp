// Flights in a container, accelerated and turning, against dense sampling; and the ends of flights that begin at a
// wall.

#include "effort.hpp"
#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/container/room_impact.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;
using detail::Arc;
using detail::ToiInput;
using detail::ToiResult;
using detail::V2;

/// A shape in a room; the room is the convex shape that a container is built from.
struct Flight {
  Shape shape = circle(Real(0.5)), room = box(4, 4);
  ToiInput in;

  Flight() {
    in.span = 1;
    in.target = Real(1) / 1024;
    in.arc_a.rotation = in.arc_b.rotation = {1, 0};
  }
  ToiResult ask(int only = -1) {
    in.a = detail_view(shape), in.b = detail_view(room);
    return room_impact(in, only);
  }
  oracle::Placed at(bool first, double t) const {
    const Arc& arc = first ? in.arc_a : in.arc_b;
    const V2 offset = first ? in.offset_a : in.offset_b;
    const V2 start = first ? in.d : V2{};
    const double c = std::cos(arc.spin * t), s = std::sin(arc.spin * t);
    const oracle::Number qc = c * arc.rotation.c - s * arc.rotation.s, qs = s * arc.rotation.c + c * arc.rotation.s;
    const Shape& which = first ? shape : room;
    oracle::Placed placed;
    placed.radius = which.radius();
    for (int i = 0; i < which.corner_count(); ++i) {
      const oracle::Point p = oracle::point(which.corner(i)) + oracle::Point{offset.x, offset.y};
      placed.core.push_back({start.x + t * (arc.velocity.x + t / 2 * arc.acceleration.x) + qc * p.x - qs * p.y,
                             start.y + t * (arc.velocity.y + t / 2 * arc.acceleration.y) + qs * p.x + qc * p.y});
    }
    return placed;
  }
  /// The distance by which the shape sticks out of the room at that time.
  double out(double t) const { return double(oracle::excess(at(true, t), at(false, t))); }
};

V2 random_v2(Random& random, double reach) { return {random.uniform(-reach, reach), random.uniform(-reach, reach)}; }

Flight random_flight(Random& random) {
  Flight flight;
  flight.shape = random_recipe(random, 0.3).build();
  flight.room = random.chance(0.4) ? circle(random.uniform(1, 2), random.point(0.2))
                                   : random_polygon(random, random.integer(3, 7), 2).build();
  ToiInput& in = flight.in;
  const Rotation qa = random.rotation(), qb = random.rotation();
  in.arc_a.rotation = {qa.c, qa.s}, in.arc_b.rotation = {qb.c, qb.s};
  in.d = random_v2(random, 0.5);
  in.arc_a.velocity = random_v2(random, 4);
  if (random.chance(0.5)) in.arc_a.acceleration = random_v2(random, 10);
  if (random.chance(0.4)) in.arc_b.velocity = random_v2(random, 2);
  if (random.chance(0.3)) in.arc_b.acceleration = random_v2(random, 3);
  if (random.chance(0.6)) in.arc_a.spin = random.uniform(-8, 8);
  if (random.chance(0.4)) in.arc_b.spin = random.uniform(-4, 4);
  if (random.chance(0.3)) in.offset_a = random_v2(random, 0.2), in.offset_b = random_v2(random, 0.2);
  in.target = random.chance(0.5) ? Real(1) / 1024 : Real(1) / 64;
  return flight;
}

TEST(RoomImpact, NothingLeavesTheRoomBeforeIt) {
  Random random(91);
  int hits = 0, missed = 0;
  for (int i = 0; i < effort(4000); ++i) {
    Flight flight = random_flight(random);
    if (flight.out(0) > -0.02) continue;
    const ToiResult found = flight.ask();
    ASSERT_NE(found.status, SweepStatus::initial_overlap) << i;
    const double end = found.status == SweepStatus::missed ? 1 : double(found.time);
    for (int k = 0; k <= 200; ++k) ASSERT_LT(flight.out(end * k / 200), 2e-5) << i << " " << k;
    if (found.status != SweepStatus::hit) {
      ++missed;
      continue;
    }
    ++hits;
    const double out = flight.out(found.time);
    ASSERT_GT(out, -double(flight.in.target) - 1e-5) << i;
    ASSERT_NEAR(found.gap, -out, 2e-5) << i;
    ASSERT_LT(found.rate, 0) << i;
    // If it were not stopped, it would leave.
    ASSERT_GT(flight.out(found.time + 1e-4) - out, 0) << i;
    // Both points are the same place, the one from A's centre, the other from the room's.
    const oracle::Point centres = oracle::Point{flight.in.d.x, flight.in.d.y} +
                                  oracle::Point{found.time * (flight.in.arc_a.velocity.x - flight.in.arc_b.velocity.x),
                                                found.time * (flight.in.arc_a.velocity.y - flight.in.arc_b.velocity.y)};
    const double bend = double(found.time) * found.time / 2;
    const double x = double(centres.x) + bend * (flight.in.arc_a.acceleration.x - flight.in.arc_b.acceleration.x);
    const double y = double(centres.y) + bend * (flight.in.arc_a.acceleration.y - flight.in.arc_b.acceleration.y);
    ASSERT_NEAR(found.point_from_b.x - found.point_from_a.x, x, 2e-5) << i;
    ASSERT_NEAR(found.point_from_b.y - found.point_from_a.y, y, 2e-5) << i;
  }
  EXPECT_GT(hits, effort(1000));
  EXPECT_GT(missed, effort(100));
}

// A ball that falls in a box: the time is that of the textbook, found in one advance.
TEST(RoomImpact, AFallIsFoundAtOnce) {
  Flight flight;
  flight.in.span = 10;
  flight.in.arc_a.acceleration = {0, -8};
  flight.in.d = {1, 0};
  const ToiResult found = flight.ask();
  ASSERT_EQ(found.status, SweepStatus::hit);
  EXPECT_NEAR(found.time, std::sqrt(2 * 1.5 / 8), 1e-5);
  EXPECT_LE(found.iterations, 3);
  EXPECT_NEAR(found.rate, -8 * std::sqrt(2 * 1.5 / 8), 1e-3);
  EXPECT_EQ(found.normal.x, 0);
  EXPECT_EQ(found.normal.y, 1);
  EXPECT_EQ(found.feature_b, (Feature{Feature::Kind::edge, 0})) << "the lower wall";
}

TEST(RoomImpact, ATargetEndsAnApproachNoLaterThanTheWall) {
  for (const Shape& room : {box(4, 4), circle(2)}) {
    Flight flight;
    flight.room = room;
    flight.in.arc_a.velocity = {4, 0};
    const ToiResult found = flight.ask();
    ASSERT_EQ(found.status, SweepStatus::hit);
    EXPECT_NEAR(found.time, 0.375, 1e-3);
    EXPECT_LE(found.time, Real(0.375) + Real(1e-6));
    EXPECT_NEAR(found.normal.x, -1, 1e-6);
  }
}

TEST(RoomImpact, AtTheWallItHitsIfItApproaches) {
  for (const Shape& room : {box(4, 4), circle(2)}) {
    Flight flight;
    flight.room = room;
    flight.in.d = {Real(1.5) - flight.in.target / 2, 0};
    flight.in.arc_a.velocity = {Real(0.5), 0};
    const ToiResult into = flight.ask();
    EXPECT_EQ(into.status, SweepStatus::hit);
    EXPECT_EQ(into.time, 0);
    EXPECT_EQ(into.iterations, 1);
    EXPECT_NEAR(into.point_from_a.x, 0.5 + double(flight.in.target) / 4, 1e-6) << "half way to the wall";
    flight.in.arc_a.velocity = {-1, 0};
    EXPECT_EQ(flight.ask().status, SweepStatus::missed);
    EXPECT_EQ(flight.ask().time, 1);
    // Back again: thrown off the wall, it returns.
    flight.in.arc_a.acceleration = {4, 0};
    const ToiResult back = flight.ask();
    ASSERT_EQ(back.status, SweepStatus::hit);
    EXPECT_NEAR(back.time, 0.5, 2e-2);
    EXPECT_GT(back.time, Real(0.4));
  }
}

TEST(RoomImpact, NearTheWallItGoesOnToItIfAskedTo) {
  for (const Shape& room : {box(4, 4), circle(2)}) {
    Flight flight;
    flight.room = room;
    flight.in.d = {Real(1.5) - flight.in.target / 2, 0};
    flight.in.arc_a.velocity = {Real(0.5), 0};
    flight.in.closes = true;
    const ToiResult into = flight.ask();
    ASSERT_EQ(into.status, SweepStatus::hit);
    EXPECT_NEAR(into.time, (1.5 - double(flight.in.d.x)) / 0.5, 4e-5);
    EXPECT_NEAR(into.gap, 0, 1e-5);
  }
}

TEST(RoomImpact, TooDeepAtTheStartIsAnOverlapUnlessItParts) {
  for (const Shape& room : {box(4, 4), circle(2)}) {
    Flight flight;
    flight.room = room;
    flight.in.d = {Real(1.5625), 0};
    EXPECT_EQ(flight.ask().status, SweepStatus::initial_overlap);
    flight.in.arc_a.velocity = {1, 0};
    EXPECT_EQ(flight.ask().status, SweepStatus::initial_overlap);
    flight.in.d.x = Real(1.5) + flight.in.target / 2;
    EXPECT_EQ(flight.ask().status, SweepStatus::hit) << "no deeper than the target";
    flight.in.d.x = Real(1.5625);
    flight.in.arc_a.velocity = {-1, 0};
    EXPECT_EQ(flight.ask().status, SweepStatus::missed);
    flight.in.overlap_limit = Real(1) / 32;
    EXPECT_EQ(flight.ask().status, SweepStatus::initial_overlap);
    flight.in.overlap_limit = Real(1) / 8;
    EXPECT_EQ(flight.ask().status, SweepStatus::missed);
  }
}

TEST(RoomImpact, OneLimitAloneIsAskedAbout) {
  Flight flight;
  flight.in.arc_a.velocity = {4, -8};  // meets the lower wall first, the right one later
  EXPECT_NEAR(flight.ask().time, 1.5 / 8, 1e-3);
  int right = -1;
  for (int limit = 0; limit < 4; ++limit) {
    const ToiResult found = flight.ask(limit);
    if (found.status == SweepStatus::missed) continue;
    ASSERT_EQ(found.feature_b.index, limit);
    if (found.normal.x < -Real(0.5)) right = limit;
  }
  ASSERT_GE(right, 0);
  EXPECT_NEAR(flight.ask(right).time, 0.375, 1e-3);
  // In a round room each corner of the shape is a limit.
  flight.shape = box(1, 1);
  flight.room = circle(2);
  flight.in.arc_a.velocity = {4, Real(0.5)};
  for (int limit = 0; limit < 4; ++limit) {
    const ToiResult found = flight.ask(limit);
    ASSERT_EQ(found.status, SweepStatus::hit) << limit;
    EXPECT_EQ(found.feature_a.index, limit);
  }
  const ToiResult first = flight.ask();
  EXPECT_EQ(first.time, flight.ask(first.feature_a.index).time);
  EXPECT_EQ(first.feature_a.index, 2) << "the upper right corner";
}

TEST(RoomImpact, WhatRestsNeverMeets) {
  for (const Shape& room : {box(4, 4), circle(2)}) {
    Flight flight;
    flight.room = room;
    EXPECT_EQ(flight.ask().status, SweepStatus::missed);
    EXPECT_EQ(flight.ask().time, 1);
    flight.in.d = {Real(1.5), 0};
    EXPECT_EQ(flight.ask().status, SweepStatus::missed) << "at the wall";
    flight.in.arc_a.velocity = flight.in.arc_b.velocity = {3, -1};
    EXPECT_EQ(flight.ask().status, SweepStatus::missed) << "carried along";
  }
  const ToiResult missed = Flight().ask();
  EXPECT_NEAR(std::hypot(missed.normal.x, missed.normal.y), 1, 1e-6) << "a unit vector all the same";
  Flight full;
  full.shape = full.room = circle(2);
  EXPECT_EQ(full.ask().status, SweepStatus::missed) << "all of the room";
}

// A round wall that turns about its middle stays where it is, however fast it turns: it does not strike a body that
// lies at it, or parts from it by next to nothing.
TEST(RoomImpact, ARoundRoomThatTurnsStrikesNothing) {
  Flight flight;
  flight.room = circle(2);
  for (const Real spin : {Real(-4), Real(4)}) {
    for (int i = 0; i < 16; ++i) {
      const Rotation turn = Rotation::from_angle(Real(0.4) * static_cast<Real>(i));
      flight.in.d = {Real(1.5) * turn.c, Real(1.5) * turn.s};
      flight.in.arc_b.spin = spin;
      for (const Real parting : {Real(0), Real(1e-3)}) {
        flight.in.arc_a.velocity = -parting * flight.in.d;
        EXPECT_NE(flight.ask().status, SweepStatus::hit) << i << " " << parting;
      }
      flight.in.arc_a.velocity = Real(1e-3) * flight.in.d;
      EXPECT_EQ(flight.ask().status, SweepStatus::hit) << i;
    }
  }
}

}  // namespace
}  // namespace bankshot_test
