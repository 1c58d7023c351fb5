#include <bankshot/response/respond.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace bankshot_test {
namespace {

using namespace bankshot;

ResponseBody body(Real x, Real y, Real vx, Real vy, Real inverse_mass = 1) {
  ResponseBody result;
  result.position = Vec2(x, y);
  result.velocity = Vec2(vx, vy);
  result.inverse_mass = inverse_mass;
  return result;
}

/// A lies half a length deep in B, to its right.
Mtv right_hit() {
  Mtv hit;
  hit.translation = Vec2(Real(0.5), 0);
  hit.normal = Vec2(1, 0);
  hit.depth = Real(0.5);
  hit.relation = Relation::a_inside_b;
  hit.feature_a = {Feature::Kind::corner, 1};
  hit.feature_b = {Feature::Kind::edge, 2};
  return hit;
}

struct Answered {
  ResponseBody a = body(1, 0, -2, 1), b = body(0, 0, 2, -1);
};
Answered answered(const Response& response) {
  Answered result;
  respond(result.a, result.b, right_hit(), response);
  return result;
}

TEST(Respond, IgnoreDoesNothing) {
  const Answered after = answered({.mode = ResponseMode::ignore});
  EXPECT_EQ(after.a.position, Vec2(1, 0));
  EXPECT_EQ(after.a.velocity, Vec2(-2, 1));
}

TEST(Respond, SeparateMovesAndKeepsVelocities) {
  const Answered after = answered({.mode = ResponseMode::separate});
  EXPECT_EQ(after.a.position, Vec2(Real(1.25), 0));
  EXPECT_EQ(after.b.position, Vec2(-Real(0.25), 0));
  EXPECT_EQ(after.a.velocity, Vec2(-2, 1));
  EXPECT_EQ(after.b.velocity, Vec2(2, -1));
}

TEST(Respond, BounceStickAndSlideAfterSeparation) {
  const Answered bounced = answered({.mode = ResponseMode::bounce, .settings = {.restitution = 1}});
  EXPECT_EQ(bounced.a.velocity, Vec2(2, 1));
  EXPECT_EQ(bounced.b.velocity, Vec2(-2, -1));
  const Answered stuck = answered({.mode = ResponseMode::stick});
  EXPECT_EQ(stuck.a.velocity, Vec2(0, 0));
  EXPECT_EQ(stuck.b.velocity, Vec2(0, 0));
  const Answered slid = answered({.mode = ResponseMode::slide});
  EXPECT_EQ(slid.a.velocity, Vec2(0, 1));
  EXPECT_EQ(slid.b.velocity, Vec2(0, -1));
  for (const Answered& after : {bounced, stuck, slid}) EXPECT_EQ(after.a.position, Vec2(Real(1.25), 0));
  const Answered inside = answered({.mode = ResponseMode::bounce, .settings = {.restitution = 1}, .separated = false});
  EXPECT_EQ(inside.a.position, Vec2(1, 0));
  EXPECT_EQ(inside.a.velocity, Vec2(2, 1));
}

struct Seen {
  int calls = 0;
  Vec2 position_a = Vec2::Zero(), position_b = Vec2::Zero();
  Mtv hit;
};

// The game's own response: a body that is hit from the right is thrown upwards.
void remember(ResponseBody& a, ResponseBody& b, const Mtv& hit, void* user) noexcept {
  Seen& seen = *static_cast<Seen*>(user);
  ++seen.calls;
  seen.position_a = a.position;
  seen.position_b = b.position;
  seen.hit = hit;
  b.velocity = Vec2(0, 9);
}

TEST(Respond, TheGamesOwnSeesBothBodiesAndTheHit) {
  Seen seen;
  const Answered after = answered({.mode = ResponseMode::own, .hook = remember, .user = &seen});
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(seen.position_a, Vec2(Real(1.25), 0));
  EXPECT_EQ(seen.hit.depth, Real(0.5));
  EXPECT_EQ(seen.hit.feature_b, (Feature{Feature::Kind::edge, 2}));
  EXPECT_EQ(after.a.velocity, Vec2(-2, 1));
  EXPECT_EQ(after.b.velocity, Vec2(0, 9));
  answered({.mode = ResponseMode::own});  // no hook: separates only
}

TEST(ResponseTable, AnswersByPairOfGroupsInEitherOrder) {
  constexpr std::uint32_t player = 1, coin = 4000, wall = 3;
  ResponseTable table({.mode = ResponseMode::slide});
  table.set(player, coin, {.mode = ResponseMode::ignore});
  table.set(wall, player, {.mode = ResponseMode::bounce, .settings = {.restitution = 1}});
  table.set(coin, coin, {.mode = ResponseMode::stick});
  EXPECT_EQ(table.at(player, coin).mode, ResponseMode::ignore);
  EXPECT_EQ(table.at(coin, player).mode, ResponseMode::ignore);
  EXPECT_EQ(table.at(player, wall).mode, ResponseMode::bounce);
  EXPECT_EQ(table.at(coin, coin).mode, ResponseMode::stick);
  EXPECT_EQ(table.at(wall, coin).mode, ResponseMode::slide);
  EXPECT_EQ(table.at(77777777, coin).mode, ResponseMode::slide);
  table.set(player, wall, {.mode = ResponseMode::separate});
  EXPECT_EQ(table.at(wall, player).mode, ResponseMode::separate) << "set anew";
  Answered both;
  table.respond(both.a, wall, both.b, coin, right_hit());
  EXPECT_EQ(both.a.velocity, Vec2(0, 1));
}

TEST(ResponseTable, AHookSeesTheBodiesAsTheyWereSet) {
  Seen seen;
  ResponseTable table;
  table.set(5, 2, {.mode = ResponseMode::own, .hook = remember, .user = &seen});
  Answered both;
  table.respond(both.a, 2, both.b, 5, right_hit());
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(seen.position_a, Vec2(-Real(0.25), 0)) << "the body of group 5, which is B here";
  EXPECT_EQ(seen.hit.normal, Vec2(-1, 0));
  EXPECT_EQ(seen.hit.translation, Vec2(-Real(0.5), 0));
  EXPECT_EQ(seen.hit.feature_a, (Feature{Feature::Kind::edge, 2}));
  EXPECT_EQ(seen.hit.relation, Relation::b_inside_a);
  EXPECT_EQ(both.a.velocity, Vec2(0, 9)) << "B of the hook";
  EXPECT_EQ(both.a.position, Vec2(Real(1.25), 0)) << "separated all the same";
}

TEST(ResponseTable, RefusesGroupsOutOfRange) {
  ResponseTable table;
  try {
    table.set(1, ResponseTable::groups, {});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "ResponseTable::set: group is 4096, must be below 4096");
  }
}

TEST(Flipped, TwiceIsTheHitItself) {
  const Mtv hit = right_hit(), back = flipped(flipped(hit));
  EXPECT_EQ(back.translation, hit.translation);
  EXPECT_EQ(back.relation, hit.relation);
  EXPECT_EQ(back.feature_a, hit.feature_a);
}

TEST(SeparateGently, IsCappedAndLeavesVelocitiesAlone) {
  ResponseBody a = body(1, 0, -2, 1), b = body(0, 0, 2, -1, 3);
  EXPECT_EQ(separate_gently(a, b, right_hit(), Real(0.125)), Real(0.375));
  EXPECT_EQ(a.position, Vec2(1 + Real(0.03125), 0));
  EXPECT_EQ(b.position, Vec2(-Real(0.09375), 0));
  EXPECT_EQ(a.velocity, Vec2(-2, 1));
  EXPECT_EQ(b.velocity, Vec2(2, -1));
  EXPECT_EQ(separate_gently(a, b, right_hit(), Real(0.5)), 0);
  EXPECT_EQ(a.position, Vec2(1 + Real(0.15625), 0));
  EXPECT_EQ(separate_gently(a, b, right_hit(), -1), Real(0.5)) << "no cap below zero";
  EXPECT_EQ(a.position, Vec2(1 + Real(0.15625), 0));
}

}  // namespace
}  // namespace bankshot_test
