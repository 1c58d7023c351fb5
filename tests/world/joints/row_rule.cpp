// How a row of a joint is kept, against the energies and the inequalities that define it.

#include <bankshot/world/joints/row_rule.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "world/random.hpp"

namespace bankshot::testing {
namespace {

using detail::RowAim;
using detail::RowMode;
using detail::RowRule;
using detail::RowShares;

/// A row that is not rigid, in a sub-step that begins with the number `c` and changes it by `change`.
struct DrivenRow {
  RowRule rule;
  double h, c, speed, change;

  explicit DrivenRow(Random& random) {
    const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
    rule.rigid = false;
    rule.stiffness = real(0, 50), rule.rest = real(-2, 2), rule.damping = real(0, 5);
    rule.speed = real(-3, 3), rule.most = real(0.1, 20);
    h = real(0.001, 0.1), c = real(-2, 2), speed = real(-5, 5), change = real(-0.2, 0.2);
  }
  double energy(double at) const { return rule.stiffness * (at - rule.rest) * (at - rule.rest) / 2; }
  /// The work of an impulse.
  double work(double impulse) const { return impulse * change / h; }
};

TEST(RowRule, SpringsAndDampersDoTheWorkOfTheirEnergies) {
  Random random(21);
  for (int n = 0; n < 500; ++n) {
    const DrivenRow row(random);
    const RowAim aim = aim_of(row.rule, RowMode::loose, row.c, row.speed, 0, row.h);
    const double impulse = (aim.aim - aim.weight * row.change) / aim.give;
    const double lost = row.energy(row.c) - row.energy(row.c + row.change);
    const double damped = -row.rule.damping * row.change * row.change / row.h;
    const double size = std::fabs(lost) + std::fabs(damped) + row.energy(row.c);
    EXPECT_NEAR(row.work(impulse), lost + damped, 1e-12 * size) << n;
    const RowShares shares = shares_of(row.rule, RowMode::loose, row.c, row.change, impulse, row.h);
    EXPECT_NEAR(row.work(shares.spring), lost, 1e-12 * size) << n;
    EXPECT_NEAR(row.work(shares.damper), damped, 1e-12 * size) << n;
    EXPECT_EQ(shares.motor, 0) << n;
    EXPECT_EQ(shares.limit, 0) << n;
  }
}

TEST(RowRule, AMotorAtItsBoundAddsItsForce) {
  Random random(22);
  for (int n = 0; n < 500; ++n) {
    const DrivenRow row(random);
    const auto impulse = [&](RowMode mode) {
      const RowAim aim = aim_of(row.rule, mode, row.c, row.speed, 0, row.h);
      return (aim.aim - aim.weight * row.change) / aim.give;
    };
    const double loose = impulse(RowMode::loose), most = row.h * row.rule.most;
    const double size = std::fabs(loose) + most + row.h * row.rule.stiffness * 4;
    EXPECT_NEAR(impulse(RowMode::forth) - loose, most, 1e-12 * size) << n;
    EXPECT_NEAR(impulse(RowMode::back) - loose, -most, 1e-12 * size) << n;
  }
}

/// A body of mass m on a line, in a sub-step in which an outer impulse pushes it and its row may: the row's impulse and
/// the velocity at the end follow from m (v1 - v0) = p + l and x = h (v0 + v1) / 2.
struct Carriage {
  DrivenRow row;
  double mass, outer;
  double change = 0, impulse = 0;

  explicit Carriage(Random& random) : row(random) {
    mass = static_cast<double>(random.real(0.1, 10)), outer = static_cast<double>(random.real(-5, 5));
  }
  double end() const { return 2 * change / row.h - row.speed; }
  void solve(RowMode mode) {
    // m (2 x / h - 2 v0) = p + l, and weight x + give l = aim.
    const RowAim aim = aim_of(row.rule, mode, row.c, row.speed, 0, row.h);
    const double free = outer + 2 * mass * row.speed, felt = 2 * mass / row.h;
    change = (aim.aim + aim.give * free) / (aim.weight + aim.give * felt);
    impulse = felt * change - free;
  }
  /// Follows next_mode() to where it stays. Returns false if it does not.
  bool settle(RowMode& mode) {
    for (int i = 0; i < 10; ++i) {
      solve(mode);
      const RowMode next = next_mode(row.rule, mode, row.c, row.speed, change, impulse, row.h);
      if (next == mode) return true;
      mode = next;
    }
    return false;
  }
};

TEST(RowRule, AMotorReachesItsSpeedOrPushesWithAllItsForce) {
  Random random(23);
  int reached = 0;
  for (int n = 0; n < 500; ++n) {
    Carriage car(random);
    car.row.rule.most *= std::exp2(static_cast<double>(random.real(0, 10)));
    const RowMode first[] = {RowMode::servo, RowMode::back, RowMode::forth};
    RowMode mode = first[random.below(3)];
    ASSERT_TRUE(car.settle(mode)) << n;
    const RowRule& rule = car.row.rule;
    const double spring = (car.row.energy(car.row.c) - car.row.energy(car.row.c + car.change)) * car.row.h / car.change;
    const double motor = car.impulse - spring + rule.damping * car.change, most = car.row.h * rule.most;
    const double slack = 1e-9 * (most + std::fabs(car.impulse) + std::fabs(spring));
    EXPECT_LE(std::fabs(motor), most + slack) << n;
    const double off = car.end() - rule.speed;
    if (std::fabs(off) < 1e-9) {
      ++reached;
      continue;
    }
    EXPECT_NEAR(motor, off < 0 ? most : -most, slack) << n;  // it is too slow, or too fast
  }
  EXPECT_GT(reached, 50);
  EXPECT_LT(reached, 450);
}

/// At a limit it stands still as long as what else acts pushes it there. Signs as at the lower one; `side` -1: upper.
TEST(RowRule, ALimitOnlyPushes) {
  Random random(24);
  int held = 0;
  for (int n = 0; n < 500; ++n) {
    Carriage car(random);
    car.row.rule.most = 0, car.row.speed = 0;
    const double side = random.one_in(2) ? 1 : -1;
    RowMode mode = side > 0 ? RowMode::lower : RowMode::upper;
    ASSERT_TRUE(car.settle(mode)) << n;
    const double spring = -car.row.h * car.row.rule.stiffness * (car.row.c - car.row.rule.rest);
    const bool pressed = side * (car.outer + spring) < 0;
    EXPECT_EQ(mode == RowMode::lower || mode == RowMode::upper, pressed) << n;
    if (!pressed) {
      EXPECT_GE(side * car.change, 0) << n;
      continue;
    }
    ++held;
    EXPECT_EQ(car.change, 0) << n;
    const RowShares shares = shares_of(car.row.rule, mode, car.row.c, car.change, car.impulse, car.row.h);
    EXPECT_GE(side * shares.limit, 0) << n;
    EXPECT_NEAR(shares.limit + shares.spring + car.outer, 0, 1e-12 * (std::fabs(spring) + 5)) << n;
  }
  EXPECT_GT(held, 50);
  EXPECT_LT(held, 450);
}

/// A pull of two rows asks for an impulse as a vector, a pull of one for a number: never more than the bound, always in
/// its direction, and what is within the bound is left alone.
TEST(RowRule, APullIsBoundedAsAVector) {
  Random random(26);
  const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
  int bounded = 0;
  for (int n = 0; n < 500; ++n) {
    RowRule rules[3];
    const double h = real(0.001, 0.1), strongest = real(0, 20), torque = real(0, 20);
    for (const int k : {0, 2}) rules[k].pulls = true, rules[k].strongest = strongest, rules[k].mate = 2 - k;
    rules[1].pulls = true, rules[1].strongest = torque;
    const double impulse[3] = {h * real(-20, 20), h * real(-20, 20), h * real(-20, 20)};
    double force[3] = {-1, -1, -1};
    const bool both = bound_pull(rules, 0, impulse, h, force);
    EXPECT_EQ(both, std::hypot(impulse[0], impulse[2]) > h * strongest) << n;
    EXPECT_EQ(force[1], -1) << n;
    bounded += both ? 1 : 0;
    if (both) {
      EXPECT_NEAR(std::hypot(force[0], force[2]), strongest, 1e-12 * strongest) << n;
      EXPECT_NEAR(force[0] * impulse[2] - force[2] * impulse[0], 0, 1e-12 * strongest) << n;
      EXPECT_GE(force[0] * impulse[0] + force[2] * impulse[2], 0) << n;
    } else {
      EXPECT_EQ(force[0], -1) << n;
    }
    EXPECT_EQ(bound_pull(rules, 1, impulse, h, force), std::fabs(impulse[1]) > h * torque) << n;
    if (force[1] != -1) {
      EXPECT_NEAR(force[1], std::copysign(torque, impulse[1]), 1e-12 * torque) << n;
    }
    const RowAim aim = aim_of(rules[0], RowMode::full, 1, 2, 3, h);
    EXPECT_EQ(aim.weight, 0);
    EXPECT_EQ(aim.aim, h * 3);
    const RowShares shares = shares_of(rules[0], RowMode::full, 1, 2, impulse[0], h);
    EXPECT_EQ(shares.motor, impulse[0]);
    EXPECT_EQ(shares.spring, 0);
    EXPECT_EQ(rules[0].stored_energy(7), 0);
  }
  EXPECT_GT(bounded, 100);
}

}  // namespace
}  // namespace bankshot::testing
