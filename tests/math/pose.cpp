#include <bankshot/math/pose.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace bankshot;

TEST(Pose, TurnsFirstAndMovesThen) {
  const Pose pose = {Vec2(10, 20), {0, 1}};
  EXPECT_EQ(pose * Vec2(1, 0), Vec2(10, 21));
  EXPECT_EQ(pose * Vec2(0, 1), Vec2(9, 20));
  EXPECT_EQ(pose.to_local(Vec2(10, 21)), Vec2(1, 0));
  EXPECT_EQ(Pose{} * Vec2(3, 4), Vec2(3, 4));
}

TEST(Pose, ToLocalUndoes) {
  for (Real angle = -3; angle < 3; angle += Real(0.1)) {
    const Pose pose = {Vec2(3, -2), Rotation::from_angle(angle)};
    const Vec2 back = pose.to_local(pose * Vec2(Real(0.7), Real(-1.3)));
    EXPECT_NEAR(back[0], Real(0.7), 16 * std::numeric_limits<Real>::epsilon());
    EXPECT_NEAR(back[1], Real(-1.3), 16 * std::numeric_limits<Real>::epsilon());
  }
}

TEST(Pose, RotationIsTakenLiterally) {
  const Pose doubled = {Vec2(1, 1), {2, 0}};
  EXPECT_EQ(doubled * Vec2(1, 2), Vec2(3, 5)) << "not renormalised";
}

TEST(Pose, EqualityLooksAtEveryNumber) {
  const Pose pose = {Vec2(1, 2), {Real(0.6), Real(0.8)}};
  EXPECT_EQ(pose, pose);
  EXPECT_FALSE((pose == Pose{Vec2(0, 2), pose.rotation}));
  EXPECT_FALSE((pose == Pose{Vec2(1, 0), pose.rotation}));
  EXPECT_FALSE((pose == Pose{Vec2(1, 2), {Real(0.6), Real(-0.8)}}));
}

// A blade whose pivot is three lengths to the left of it goes round the hero.
TEST(Pose, PinnedPutsThePivotInItsPlace) {
  const Vec2 pivot(-3, 0), hero(10, 20);
  EXPECT_EQ(Pose::pinned(pivot, hero, {}) * Vec2(0, 0), Vec2(13, 20));
  EXPECT_EQ((Pose::pinned(pivot, hero, {0, 1}) * Vec2(0, 0)), Vec2(10, 23));
  EXPECT_EQ((Pose::pinned(pivot, hero, {-1, 0}) * pivot), hero);
  for (Real angle = -3; angle < 3; angle += Real(0.1)) {
    const Pose pose = Pose::pinned(Vec2(Real(0.7), Real(-1.3)), hero, Rotation::from_angle(angle));
    const Vec2 place = pose * Vec2(Real(0.7), Real(-1.3));
    EXPECT_NEAR(place[0], hero[0], 32 * std::numeric_limits<Real>::epsilon());
    EXPECT_NEAR(place[1], hero[1], 32 * std::numeric_limits<Real>::epsilon());
    EXPECT_EQ(pose.rotation, Rotation::from_angle(angle));
  }
}

TEST(Pose, TurnedKeepsThePivotWhereItIs) {
  const Pose pose = {Vec2(5, 6), {0, 1}};
  EXPECT_EQ((pose.turned({0, 1})), (Pose{Vec2(5, 6), {-1, 0}}));
  EXPECT_EQ((pose.turned({0, 1}, Vec2(1, 2))), (Pose{Vec2(4, 9), {-1, 0}}));
  EXPECT_EQ((pose.turned({0, 1}, Vec2(1, 2)) * Vec2(1, 2)), pose * Vec2(1, 2));
  EXPECT_EQ(pose.turned({}, Vec2(Real(0.1), Real(0.7))), pose);
}
