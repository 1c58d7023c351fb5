// Springs, dampers, motors and limits in groups of joints, against accelerations from dense equations and closed forms.

#include <bankshot/world/joints/joint_step.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "effort.hpp"
#include "world/joint_oracle.hpp"

namespace bankshot::testing {
namespace {

using detail::JointBody;
using detail::JointGroup;
using detail::JointLink;
using detail::JointStep;
using detail::P2;
using detail::RowRule;

/// Gives half of the joints springs: in place of what they keep, or beside it. `damped`: also dampers.
void give_springs(Random& random, JointGroup& group, bool damped) {
  const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
  for (JointLink& joint : group.joints) {
    if (random.one_in(2)) continue;
    joint.drives = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
    const int first = joint.drives ? 2 : 0;
    for (int k = first; k < rows_of(joint); ++k) {
      RowRule& rule = joint.rule[k];
      rule.rigid = false;
      rule.stiffness = std::pow(10, real(-1, 2));
      rule.damping = damped ? std::pow(10, real(-2, 1)) : 0;
      rule.rest = real(-0.5, 0.5);
    }
    if (joint.kind == JointKind::weld) joint.rule[0] = joint.rule[1] = {};  // no frame that turns with A
    if (joint.drives && joint.kind == JointKind::prismatic && random.one_in(2))
      joint.rule[1] = joint.rule[2];  // a wheel
  }
}

/// The error falls with the square of the sub-step, and in smooth steps faster.
TEST(JointSprings, MoveAsTheirAccelerationsSay) {
  Random random(1);
  for (int n = 0; n < bankshot_test::effort(24); ++n) {
    const bool damped = random.one_in(2);
    JointGroup group = random_tree(random, 2 + random.below(4), random.one_in(2));
    give_springs(random, group, damped);
    group.prepare();
    const WayErrors error = way_errors(group, 400);
    EXPECT_LT(error.plain, 4e-3) << "case " << n;
    EXPECT_LT(error.halved, 0.3 * error.plain + 1e-7) << "case " << n;
    EXPECT_LT(error.smooth, 0.1 * error.plain + 1e-7) << "case " << n << (damped ? ", damped" : "");
  }
}

/// What they store counts: nothing is gained or lost, at any stiffness and ratio of masses.
TEST(JointSprings, KeepTheEnergy) {
  Random random(2);
  for (int n = 0; n < bankshot_test::effort(100); ++n) {
    JointGroup group = random_tree(random, 2 + random.below(10), random.one_in(2));
    const auto one = [&] { return static_cast<double>(random.real(-1, 1)); };
    const double ratio = random.one_in(3) ? 1e3 : 10, x = 10 * one(), y = 10 * one();
    for (JointBody& body : group.bodies) {
      const double factor = std::pow(ratio, one());
      for (int i = 0; i < 3; ++i) body.mass[i] *= body.moves(i) ? factor : 1;
      body.pull = {{x, y, 0}};
    }
    give_springs(random, group, false);
    group.prepare();
    detail::JointEquations equations;
    project_velocities(group, equations);
    const auto energy = [&] {
      double sum = group.kinetic_energy() + group.stored_energy();
      for (const JointBody& body : group.bodies)
        sum -= body.moves(0) ? body.mass[0] * (x * body.place.x + y * body.place.y) : 0;
      return sum;
    };
    double size = group.kinetic_energy() + group.stored_energy();
    for (const JointBody& body : group.bodies) size += body.moves(0) ? 20 * body.mass[0] : 0;
    const double before = energy();
    double most = 0;
    JointStep step;
    for (int i = 0; i < 180; ++i) {
      const bool smooth = random.one_in(2);
      for (int k = 0; k < (smooth ? 1 : 4); ++k) {
        const auto counts = smooth ? step.run_smoothly(group, 1.0 / 60) : step.run(group, 1.0 / 240);
        EXPECT_FALSE(counts.lost) << "case " << n << ", at " << i;
      }
      most = std::max(most, std::fabs(energy() - before));
    }
    EXPECT_LT(most, 1e-8 * size) << "case " << n;
  }
}

/// A disc on an axle, or a block on a rail, with everything that can act on the one number that it has.
struct OneRow {
  JointGroup group;
  JointStep step;
  OneRow(JointKind kind, const RowRule& rule, double mass, double inertia) {
    group.bodies = {joint_ground(), {}};
    group.bodies[1].mass = {{mass, mass, inertia}};
    join(group, kind, 0, 1, {0, 0}, {0, 0});
    group.joints[0].drives = true;
    group.joints[0].rule[2] = rule;
    group.joints[0].rule[2].rigid = false;
    group.prepare();
  }
  double place() const { return row_state(group, group.joints[0]).c[2]; }
  double speed() const { return row_state(group, group.joints[0]).speed[2]; }
  void set_speed(double speed) {
    group.bodies[1].velocity =
        group.joints[0].kind == JointKind::revolute ? detail::Triple{{0, 0, speed}} : detail::Triple{{speed, 0, 0}};
  }
};

/// A motor: its torque until it has its speed, then what it takes; T t / I, and the work is the energy.
TEST(JointMotors, PushUntilTheyHaveTheirSpeed) {
  Random random(3);
  for (int n = 0; n < bankshot_test::effort(200); ++n) {
    const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
    const JointKind kind = random.one_in(2) ? JointKind::revolute : JointKind::prismatic;
    RowRule rule;
    rule.speed = random.one_in(4) ? 0 : real(-3, 3), rule.most = std::pow(10, real(-2, 2));
    const double mass = real(0.2, 5), inertia = real(0.2, 5), moved = kind == JointKind::revolute ? inertia : mass;
    OneRow row(kind, rule, mass, inertia);
    const double start = real(-3, 3), time = real(0.1, 2);
    row.set_speed(start);
    detail::RowWork work;
    for (int i = 0; i < 100; ++i) work += row.step.run(row.group, time / 100).work;
    const double needed = std::fabs(rule.speed - start), most = rule.most * time / moved;
    const double truth = needed <= most ? rule.speed : start + std::copysign(most, rule.speed - start);
    EXPECT_NEAR(row.speed(), truth, 1e-12) << "case " << n;
    const double gained = moved * (truth * truth - start * start) / 2;
    EXPECT_NEAR(work.motors + work.friction, gained, 1e-11) << "case " << n;
    EXPECT_EQ(rule.speed == 0 ? work.motors : work.friction, 0) << "case " << n;
  }
}

/// A row that runs into a limit when the step begins, and into the other one within it: each loss counts once.
TEST(JointLimits, LossesCountOnce) {
  Random random(5);
  for (int n = 0; n < bankshot_test::effort(100); ++n) {
    const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
    RowRule rule;
    rule.lower = -real(0.1, 0.2), rule.upper = 0, rule.restitution = real(0.5, 1);
    OneRow row(JointKind::prismatic, rule, real(0.2, 5), 1);
    row.set_speed(real(50, 100));
    const double before = row.group.kinetic_energy();
    const detail::RowWork work = row.step.run_smoothly(row.group, 1.0 / 60).work;
    EXPECT_NEAR(work.restitution, row.group.kinetic_energy() - before, 1e-9 * before) << "case " << n;
  }
}

/// Between two limits without friction: each hit leaves e times the speed, at the limits.
TEST(JointLimits, ThrowBackWithTheirRestitution) {
  Random random(4);
  for (int n = 0; n < bankshot_test::effort(200); ++n) {
    const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
    const JointKind kind = random.one_in(2) ? JointKind::revolute : JointKind::prismatic;
    RowRule rule;
    rule.lower = real(-2, -0.1), rule.upper = real(0.1, 2);
    rule.restitution = random.one_in(3) ? 1 : real(0.3, 1);
    OneRow row(kind, rule, real(0.2, 5), real(0.2, 5));
    double speed = std::pow(10, real(-0.3, 2.5)) * (random.one_in(2) ? 1 : -1), place = 0, left = 3;
    const double start = std::fabs(speed);
    row.set_speed(speed);
    for (int i = 0; i < 180; ++i) {
      if (random.one_in(2)) {
        row.step.run_smoothly(row.group, 1.0 / 60);
      } else {
        for (int k = 0; k < 4; ++k) row.step.run(row.group, 1.0 / 240);
      }
      EXPECT_GE(row.place(), rule.lower - 2e-6) << "case " << n;
      EXPECT_LE(row.place(), rule.upper + 2e-6) << "case " << n;
    }
    while (true) {  // the same by hand
      const double hit = ((speed > 0 ? rule.upper : rule.lower) - place) / speed;
      if (hit > left) break;
      place += hit * speed, left -= hit, speed *= -rule.restitution;
    }
    place += left * speed;
    EXPECT_NEAR(std::fabs(row.speed()), std::fabs(speed), 1e-9 * start) << "case " << n;
    // Each hit is within a band of its limit, and later ones that much sooner.
    if (start < 5) {
      EXPECT_NEAR(row.place(), place, 2e-4) << "case " << n;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
