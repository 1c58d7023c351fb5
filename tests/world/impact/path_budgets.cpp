// The work that contacts may give back, in exact numbers.

#include <bankshot/world/impact/path_budgets.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "world/impact_rows.hpp"

namespace bankshot::testing {
namespace {

using detail::PathBudgets;
using detail::PathContact;
using detail::PathDirection;

/// Two bodies that came down on the floor at speed 2, each on a point of its own, with these restitutions. Compression
/// is over: it took 2 from each.
struct Compressed : ImpactRows {
  Compressed(double e, double other)
      : ImpactRows({wide_body(1, 0, 0, -2), wide_body(1, 0, 0, -2), {}},
                   {point_on(0, 2, {}, 0), point_on(1, 2, {}, 0)}) {
    contacts[0].restitution[0] = e, contacts[1].restitution[0] = other;
    for (int i = 0; i < 2; ++i) state.x[i] = 0, state.p[i] = 2, state.taken[i] = 2;
  }
};

/// The length of a leg along which each row gains d, up to the point where a budget ends: work d t (d t) / 2 each.
double way_of(PathBudgets& budgets, const ImpactRows& of, double d, double other) {
  PathDirection leg(of.rows);
  leg.clear();
  leg.d[0] = d, leg.d[1] = other;
  leg.spread();
  double t = 1;
  budgets.shorten(of.state, leg, t);
  budgets.spend(of.state, leg, t);
  return t;
}

TEST(PathBudgets, AContactGivesBackESquaredOfWhatItTook) {
  const Compressed of(0.5, 0.25);
  PathBudgets budgets(of.rows);
  budgets.begin();
  EXPECT_FALSE(budgets.has(0));
  budgets.fill(of.state);
  EXPECT_EQ(way_of(budgets, of, 2, 0), 0.5);  // 1/2 of work, 2 t^2
  EXPECT_FALSE(budgets.has(0));
  EXPECT_TRUE(budgets.has(1));
  EXPECT_EQ(way_of(budgets, of, 0, 1), 0.5);  // 1/8 of work, t^2 / 2
  EXPECT_FALSE(budgets.has(1));
}

TEST(PathBudgets, WhatIsLeftIsForTheNextPiece) {
  const Compressed of(1, 0);
  PathBudgets budgets(of.rows);
  budgets.begin();
  budgets.fill(of.state);
  EXPECT_EQ(way_of(budgets, of, 1, 0), 1);  // takes 1/2 of 2
  EXPECT_EQ(way_of(budgets, of, 1, 0), 1);
  EXPECT_TRUE(budgets.has(0));
  EXPECT_DOUBLE_EQ(way_of(budgets, of, 2, 0), std::sqrt(0.5));  // the last 1, 2 t^2
  EXPECT_FALSE(budgets.has(0));
}

TEST(PathBudgets, TheFirstOneToEndEndsThePiece) {
  const Compressed of(0.5, 1);
  PathBudgets budgets(of.rows);
  budgets.begin();
  budgets.fill(of.state);
  EXPECT_EQ(way_of(budgets, of, 2, 2), 0.5);
  EXPECT_FALSE(budgets.has(0));
  EXPECT_TRUE(budgets.has(1));
}

// In spite of rounding no more is given back than was lost: here friction gave half of it.
TEST(PathBudgets, NoMoreIsGivenBackThanWasLost) {
  Compressed of(1, 1);
  for (int i = 0; i < 2; ++i) of.state.p[i] = 1;
  PathBudgets budgets(of.rows);
  budgets.begin();
  budgets.fill(of.state);
  EXPECT_DOUBLE_EQ(way_of(budgets, of, 2, 2), std::sqrt(0.5));  // 1 each instead of 2
}

/// True if two contacts share a budget: after all has been given back along the first, the second has none.
bool share(const std::vector<detail::WideBody>& bodies, const PathContact& one, const PathContact& other) {
  ImpactRows of(bodies, {one, other});
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    of.state.x[i] = 0, of.state.p[i] = of.state.taken[i] = 2;
  }
  PathBudgets budgets(of.rows);
  budgets.begin();
  budgets.fill(of.state);
  EXPECT_TRUE(budgets.has(0));
  way_of(budgets, of, 1024, 0);
  return !budgets.has(1);
}

TEST(PathBudgets, PartsOfOneFaceShareOne) {
  // A body on two tiles of one floor, beside a body that moves.
  const std::vector<detail::WideBody> bodies = {wide_body(1, 1, 0, -2), {}, {}, wide_body(1, 1)};
  PathContact one = point_on(0, 1, {-1, -1}, 0), other = point_on(0, 2, {1, -1}, 0);
  one.restitution[0] = other.restitution[0] = 0.5;
  EXPECT_TRUE(share(bodies, one, other));
  PathContact turned = other;
  turned.body[0] = 2, turned.body[1] = 0, turned.normal = {0, -1};
  turned.arm[1][0] = turned.arm[0][0], turned.arm[0][0] = {};
  EXPECT_TRUE(share(bodies, one, turned));

  PathContact another = other;
  another.restitution[0] = 0.25;
  EXPECT_FALSE(share(bodies, one, another));
  another = other, another.normal = {Real(0.6), Real(0.8)};
  EXPECT_FALSE(share(bodies, one, another));
  another = other, another.body[1] = 3;
  EXPECT_FALSE(share(bodies, one, another));
  std::vector<detail::WideBody> mover = bodies;
  mover[2].velocity_x = 1;
  EXPECT_FALSE(share(mover, one, other));
}

}  // namespace
}  // namespace bankshot::testing
