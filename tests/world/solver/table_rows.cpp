// Friction on a table in one sub-step, on the solver's own arrays, against its closed form: of all impulses up to its
// bound, friction gives the one that leaves the body slowest.

#include <bankshot/world/solver/table_rows.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "world/random.hpp"
#include "world/solver/hand_batch.hpp"

namespace bankshot::testing {
namespace {

using detail::SolverBodies;

/// One body on a table, as the solver has it in a sub-step.
struct RubbedBody {
  detail::TableRows rows;
  SolverBodies bodies;
  Real h = 0, most = 0, most_turn = 0;
  SolverBodies::Velocity free;  ///< its velocity at the end of the sub-step without contacts and friction

  RubbedBody(Random& random, HandBatch& hand) {
    BodyDef def{.velocity = random.vec2(2), .angular_velocity = random.real(-3, 3)};
    def.table_friction.linear = random.real(1, 100), def.table_friction.angular = random.real(1, 100);
    const int body = hand.add(def, box(random.real(0.2, 3), random.real(0.2, 3)));
    detail::update_structure(hand.state());
    hand.pairs.traits.any_rubs = true;
    h = random.real(0.001, 0.05);
    const std::vector<detail::Rank> ranks{hand.rank(body)};
    bodies.load(hand.state(), ranks, detail::ThreadTeam(), h);
    bodies.marks[1] |= SolverBodies::moved;
    most = h * def.table_friction.linear, most_turn = h * def.table_friction.angular * bodies.gyration[1];
    rows.prepare(hand.state(), hand.pairs, ranks, bodies, h);
  }
  /// What the kernel does as a sub-step begins.
  void begin() {
    const SolverBodies::Velocity before = bodies.velocity[1];
    free = before;
    free.x += h * bodies.drive[1].x, free.y += h * bodies.drive[1].y, free.turn += h * bodies.drive[1].turn;
    bodies.hooked = bodies.drive;
    rows.begin_substep(false, bodies);
    const SolverBodies::Drive& driven = bodies.hooked[1];
    SolverBodies::Velocity& v = bodies.velocity[1];
    v.x += h * driven.x, v.y += h * driven.y, v.turn += h * driven.turn;
  }
  /// A contact changes the velocity.
  void push(V2 by, Real turn) {
    bodies.velocity[1].x += by.x, bodies.velocity[1].y += by.y, bodies.velocity[1].turn += turn;
    free.x += by.x, free.y += by.y, free.turn += turn;
  }
  /// Expects the velocity that friction leaves of all that acted in the sub-step.
  void expect_slowed(int n) const {
    const double x = wide(free.x), y = wide(free.y), turn = wide(free.turn), speed = std::hypot(x, y);
    const double left = std::max(0.0, speed - wide(most)),
                 size = 8 * few_eps * (speed + wide(most) + std::fabs(turn) + 1);
    const SolverBodies::Velocity& v = bodies.velocity[1];
    EXPECT_NEAR(wide(v.x), speed > 0 ? x / speed * left : 0, size) << n;
    EXPECT_NEAR(wide(v.y), speed > 0 ? y / speed * left : 0, size) << n;
    const double turning = std::max(0.0, std::fabs(turn) - wide(most_turn));
    EXPECT_NEAR(wide(v.turn), std::copysign(turning, turn), size) << n;
  }
};

TEST(TableRows, LeaveABodyAsSlowAsTheirBoundAllows) {
  Random random(41);
  int stopped = 0;
  for (int n = 0; n < 300; ++n) {
    HandBatch hand(0, 1);
    RubbedBody body(random, hand);
    ASSERT_TRUE(body.rows.any());
    body.begin();
    body.expect_slowed(n);
    for (int pass = random.below(4); pass > 0; --pass) {
      const Vec2 by = random.vec2(2);
      body.push({by.x(), by.y()}, random.real(-2, 2));
      body.rows.solve(body.bodies);
      body.expect_slowed(n);
    }
    const SolverBodies::Velocity& v = body.bodies.velocity[1];
    if (v.x == 0 && v.y == 0) ++stopped;
  }
  EXPECT_GT(stopped, 30);
  EXPECT_LT(stopped, 270);
}

TEST(TableRows, AreNoneWithoutATable) {
  Random random(42);
  HandBatch hand(0, 1);
  RubbedBody body(random, hand);
  const int smooth = hand.add({.velocity = Vec2(1, 0)});
  detail::update_structure(hand.state());
  const std::vector<detail::Rank> ranks{hand.rank(smooth)};
  body.bodies.load(hand.state(), ranks, detail::ThreadTeam(), body.h);
  body.bodies.marks[1] |= SolverBodies::moved;
  body.rows.prepare(hand.state(), hand.pairs, ranks, body.bodies, body.h);
  EXPECT_FALSE(body.rows.any());
}

}  // namespace
}  // namespace bankshot::testing
