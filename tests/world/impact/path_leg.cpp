// One leg of the path of an impact, where the answer is known.

#include <bankshot/world/impact/path_leg.hpp>

#include <gtest/gtest.h>

#include "world/impact_rows.hpp"

namespace bankshot::testing {
namespace {

using detail::LegEnd;
using detail::PathPhase;

constexpr double roughly = 16 * tolerance::path_stiffening;

/// The state that moves along the path of some rows.
struct Legs {
  ImpactRows& of;
  detail::PathBudgets budgets{of.rows};
  detail::PathLeg leg{of.rows, of.state, budgets, of.contacts};

  explicit Legs(ImpactRows& rows, bool tells_sides = false) : of(rows) {
    leg.begin(tells_sides);
    budgets.begin();
  }
};

/// A disc on the floor: its normal and its friction do not couple, and the scale of the normal is 1.
ImpactRows disc_on_floor(double vx, double vy) {
  return {{wide_body(1, 3, vx, vy), {}}, {point_on(0, 1, {0, -1}, 0.5)}};
}

TEST(PathLeg, EndsWhereTheSlipDoesAndTheNextOneSticks) {
  ImpactRows of = disc_on_floor(-0.5, -1);  // a slip of 1/4 in units of its row, of scale 1/2
  Legs on(of, true);
  ASSERT_EQ(of.state.mode[1], 1);
  // The normal would take 1, and friction 1/2 of the normal, which changes the slip by 1/2 2 1/2: the slip ends
  // halfway.
  EXPECT_EQ(on.leg.follow(false), LegEnd::bent);
  EXPECT_EQ(of.state.x[1], 0);
  EXPECT_EQ(of.state.mode[1], 0);
  EXPECT_NEAR(of.state.x[0], -0.75, roughly);
  EXPECT_NEAR(of.state.p[0], 0.25, roughly);
  EXPECT_NEAR(of.contacts[0].side[0].normal, -0.25 * (1 + 0.75) / 2, roughly);
  EXPECT_NEAR(of.contacts[0].side[0].friction, -0.125 * 0.5 / 2, roughly);
  EXPECT_EQ(on.leg.follow(false), LegEnd::reached);
  EXPECT_EQ(of.state.x[0], 0);
  EXPECT_EQ(of.state.x[1], 0);
  EXPECT_NEAR(of.state.p[0], 1, roughly);
  EXPECT_NEAR(of.state.taken[0], 0.5, roughly);
  EXPECT_NEAR(of.state.moved[0].y, 1, roughly);
  EXPECT_NEAR(of.contacts[0].work, -0.5 - 0.125 * 0.5 / 2, roughly);
  EXPECT_EQ(on.leg.follow(false), LegEnd::idle);
}

TEST(PathLeg, EndsWhereTheBudgetDoes) {
  ImpactRows of = disc_on_floor(0, -2);
  Legs on(of);
  ASSERT_EQ(on.leg.follow(false), LegEnd::reached);
  of.contacts[0].restitution[0] = 0.5;
  on.budgets.fill(of.state);
  of.state.phase = PathPhase::restitution;
  of.state.goal[0] = 4;
  EXPECT_EQ(on.leg.follow(false), LegEnd::bent);
  EXPECT_NEAR(of.state.x[0], 1, roughly);  // Newton's law: e of the speed of approach
  EXPECT_FALSE(on.budgets.has(0));
  EXPECT_EQ(of.contacts[0].beyond_work, 0);
}

TEST(PathLeg, EndsWhereASeparatedPointIsBack) {
  // Both points of a beam, one of which separates while the other one takes it down.
  ImpactRows of({wide_body(1, 3), {}}, {point_on(0, 1, {1, 0}, 0), point_on(0, 1, {-1, 0}, 0)});
  Legs on(of);
  of.state.phase = PathPhase::parting;
  of.state.x[0] = -1, of.state.x[1] = 0.25;  // each takes 1/2 from the other: 1/4 3 - 1/4
  ASSERT_EQ(of.rows.effect(0, 1), -0.5);
  EXPECT_EQ(on.leg.follow(false), LegEnd::bent);
  EXPECT_EQ(of.state.x[1], 0);
  EXPECT_NEAR(of.state.x[0], -0.5, roughly);
  EXPECT_EQ(of.state.p[1], 0);
  EXPECT_NEAR(of.contacts[0].beyond_work, 0.5 * (-1 - 0.5) / 2, roughly);
}

// A chord does not stop where a slip ends: here the normal reverses the slip, against a friction of 0.5 of the normal.
TEST(PathLeg, ChordsGoOnToTheGoal) {
  ImpactRows of = corner_on_floor(-1, 0.25, 0.5);
  Legs on(of);
  EXPECT_EQ(on.leg.follow(true), LegEnd::reached);
  EXPECT_EQ(of.state.x[0], 0);
  EXPECT_NEAR(of.state.p[0], 1.6, roughly);  // 1 / (1 - 0.5 0.75)
  EXPECT_NEAR(of.state.p[1], 0.8, roughly);
  EXPECT_NEAR(of.state.x[1], 0.25 - 0.75 * 1.6 + 0.8, roughly);
  EXPECT_EQ(of.state.mode[1], -1);
}

}  // namespace
}  // namespace bankshot::testing
