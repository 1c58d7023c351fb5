// The laws of bodies that joints tie to one another.

#include <bankshot/world/joints/joint_step.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "effort.hpp"
#include "world/joint_oracle.hpp"

namespace bankshot::testing {
namespace {

using detail::JointBody;
using detail::JointEquations;
using detail::JointGroup;

using detail::JointStep;
using detail::P2;

constexpr double step_time = 1.0 / 60;

/// The largest deviations while a group moves.
struct Deviations {
  double energy = 0;  ///< J, beside what limits take
  double places = 0;  ///< of joints
  double kinetic = 0;
  int hits = 0;  ///< at limits
  int halvings = 0;
  bool lost = false;
};

/// Moves a group in steps of four sub-steps, or smoothly.
Deviations move_joints(JointGroup& group, double time, bool smoothly = false, double h = step_time) {
  JointStep step;
  Deviations most;
  double energy = energy_of(group);
  const auto steps = static_cast<int>(std::lround(time / h));
  for (int i = 0; i < steps; ++i) {
    for (int k = 0; k < (smoothly ? 1 : 4); ++k) {
      const detail::JointStepCounts counts = smoothly ? step.run_smoothly(group, h) : step.run(group, h / 4);
      most.halvings += counts.halvings;
      most.lost = most.lost || counts.lost;
      energy += counts.work.restitution;
      most.hits += counts.hits;
    }
    most.kinetic = std::max(most.kinetic, group.kinetic_energy());
    most.energy = std::max(most.energy, std::fabs(energy_of(group) - energy));
    most.places = std::max(most.places, largest_error(group));
  }
  return most;
}

/// Bars of one length, in a row along x, the first pinned to the ground at the origin.
JointGroup hanging_chain(int count, double size, double end_mass = 0) {
  JointGroup group;
  group.bodies.push_back(joint_ground());
  for (int i = 0; i < count; ++i) {
    group.bodies.push_back(joint_bar({size * i, 0}, {size * (i + 1), 0}));
    pin(group, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 1), {size * i, 0});
  }
  if (end_mass > 0) {
    JointBody disc;
    disc.place = {size * count, 0};
    disc.mass = {{end_mass, end_mass, end_mass / 10}};
    disc.pull = {{0, -10, 0}};
    group.bodies.push_back(disc);
    pin(group, static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(count + 1), disc.place);
  }
  group.prepare();
  return group;
}

/// The complete elliptic integral of the first kind, by the mean of Gauss.
double elliptic_integral(double k) {
  double a = 1, b = std::sqrt(1 - k * k);
  for (int i = 0; i < 20; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b), a = mean;
  }
  return std::numbers::pi / (2 * a);
}

/// Times at which the last bar of a group hangs straight down, swinging either way, between steps along a parabola.
double mean_half_period(JointGroup& group, int swings) {
  JointStep step;
  double first = 0, last = 0;
  int seen = 0;
  for (int i = 0; seen <= swings; ++i) {
    const double before = group.bodies.back().facing.x,
                 speed = -group.bodies.back().facing.y * group.bodies.back().velocity[2];
    step.run_smoothly(group, step_time);
    const double after = group.bodies.back().facing.x;
    if ((before < 0) == (after < 0)) continue;
    const double bend = (after - before) - speed * step_time;  // x = before + speed t + bend (t / h)^2
    double share = before / (before - after);
    for (int k = 0; k < 20; ++k) share = -before / (speed * step_time + bend * share);
    last = (i + share) * step_time;
    if (seen++ == 0) first = last;
  }
  return (last - first) / swings;
}

// A bar of 2 m about its end: I = 4 / 3 m l^2 / 4, and g / (2 l / 3) is 7.5.
TEST(JointStep, APendulumSwingsInItsTime) {
  JointGroup group = hanging_chain(1, 2);
  const double truth = 2 * elliptic_integral(std::sin(std::numbers::pi / 4)) / std::sqrt(7.5);
  EXPECT_NEAR(mean_half_period(group, 40), truth, 1e-6 * truth);
}

TEST(JointStep, APendulumKeepsItsEnergy) {
  JointGroup group = hanging_chain(1, 2);
  const Deviations most = move_joints(group, 60);
  EXPECT_LT(most.energy, 1e-10);
  EXPECT_LT(most.places, 1e-12);
  EXPECT_EQ(most.halvings, 0);
}

/// Two bars of 1 m and 1 kg, by Lagrange in their two angles from straight down, and Runge and Kutta.
struct TwoAngles {
  double of[4];  ///< angles, speeds

  TwoAngles slope() const {
    const double c = std::cos(of[0] - of[1]), s = std::sin(of[0] - of[1]);
    const double m11 = 4.0 / 3, m12 = c / 2, m22 = 1.0 / 3;
    const double f1 = -s / 2 * of[3] * of[3] - 15 * std::sin(of[0]), f2 = s / 2 * of[2] * of[2] - 5 * std::sin(of[1]);
    const double determinant = m11 * m22 - m12 * m12;
    return {{of[2], of[3], (m22 * f1 - m12 * f2) / determinant, (m11 * f2 - m12 * f1) / determinant}};
  }
  TwoAngles plus(double h, const TwoAngles& by) const {
    TwoAngles sum = *this;
    for (int i = 0; i < 4; ++i) sum.of[i] += h * by.of[i];
    return sum;
  }
  void run(double time) {
    const auto steps = static_cast<int>(std::lround(time * 1e4));
    for (int i = 0; i < steps; ++i) {
      const double h = time / steps;
      const TwoAngles a = slope(), b = plus(h / 2, a).slope(), c = plus(h / 2, b).slope(), d = plus(h, c).slope();
      for (int k = 0; k < 4; ++k) of[k] += h / 6 * (a.of[k] + 2 * b.of[k] + 2 * c.of[k] + d.of[k]);
    }
  }
};

double angle_error(const JointGroup& group, const TwoAngles& truth) {
  double most = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const P2 facing = group.bodies[i + 1].facing, down{std::sin(truth.of[i]), -std::cos(truth.of[i])};
    most = std::max(most, std::fabs(std::atan2(cross(down, facing), dot(down, facing))));
  }
  return most;
}

TEST(JointStep, ADoublePendulumFollowsItsEquations) {
  const TwoAngles start{{std::numbers::pi / 2, std::numbers::pi / 2, 0, 0}};
  for (const auto& [time, bound] : {std::pair{1.0, 3e-5}, std::pair{2.0, 6e-5}, std::pair{5.0, 1e-3}}) {
    TwoAngles truth = start;
    truth.run(time);
    JointGroup group = hanging_chain(2, 1);
    move_joints(group, time, true);
    EXPECT_LT(angle_error(group, truth), bound) << "at " << time << " s";
  }
}

TEST(JointStep, ADoublePendulumKeepsItsEnergy) {
  for (const double h : {1.0 / 15, 1.0 / 60, 1.0 / 144}) {
    for (const bool smoothly : {false, true}) {
      JointGroup group = hanging_chain(2, 1);
      const Deviations most = move_joints(group, bankshot_test::effort(60.0), smoothly, h);
      EXPECT_LT(most.energy, 2e-10) << "step of " << h << (smoothly ? " smoothly" : "");
      EXPECT_LT(most.places, 1e-12);
    }
  }
}

TEST(JointStep, AChainHoldsAnyMassAtItsEnd) {
  for (const double mass : {0.0, 1.0, 1e3, 1e6}) {
    JointGroup group = hanging_chain(20, 0.5, mass);
    const Deviations most = move_joints(group, bankshot_test::effort(10.0));
    EXPECT_LT(most.energy, 1e-9 * 10 * (10 + mass) * 10) << "end of " << mass << " kg";
    EXPECT_LT(most.places, 1e-9) << "end of " << mass << " kg";
    EXPECT_FALSE(most.lost);
  }
}

TEST(JointStep, AThrownChainKeepsItsMomenta) {
  JointGroup group;
  for (int i = 0; i < 10; ++i) {
    group.bodies.push_back(joint_bar({0.5 * i, 0}, {0.5 * (i + 1), 0}));
    group.bodies.back().pull = {};
    group.bodies.back().velocity = {{0.5, 1.0 - 0.3 * i, 0.2 * i * i}};
    const auto own = static_cast<std::uint32_t>(i);
    if (i > 0) pin(group, own - 1, own, {0.5 * i, 0});
  }
  group.prepare();
  JointEquations equations;
  project_velocities(group, equations);
  const detail::WholeMotion before = whole_motion(group);
  const Deviations most = move_joints(group, 60);
  const detail::WholeMotion after = whole_motion(group);
  EXPECT_LT(most.energy, 1e-9);
  EXPECT_NEAR(after.velocity.x, before.velocity.x, 1e-12);
  EXPECT_NEAR(after.velocity.y, before.velocity.y, 1e-12);
  EXPECT_NEAR(after.turning, before.turning, 1e-11 * std::fabs(before.turning));
  EXPECT_NEAR(after.centre.x, before.centre.x + 60 * before.velocity.x, 1e-9);
}

TEST(JointStep, ABodySlidesDownARailAsGalileoSays) {
  for (const double tilt : {0.1, 0.5, 1.5}) {
    JointGroup group;
    group.bodies = {joint_ground(), joint_bar({0, 0}, {1, 0})};
    join(group, JointKind::prismatic, 0, 1, {0, 0}, {0, 0}, {-std::sin(tilt), std::cos(tilt)});
    group.prepare();
    const P2 before = group.bodies[1].place;
    const Deviations most = move_joints(group, 1);
    EXPECT_NEAR(length(group.bodies[1].place - before), 5 * std::sin(tilt), 1e-11);
    EXPECT_LT(most.places, 1e-11);
  }
}

/// A linkage of three bars on the ground: 0.5, 2 and 1.5 m, 2 m apart.
JointGroup four_bars() {
  const P2 a{0, 0}, b{0, 0.5}, d{2, 0};
  const double base = length(d - b), along = (4 - 2.25 + base * base) / (2 * base);
  const P2 to = (1 / base) * (d - b);
  const P2 c = b + along * to + std::sqrt(4 - along * along) * detail::left_of(to);
  JointGroup group;
  group.bodies = {joint_ground(), joint_bar(a, b), joint_bar(b, c), joint_bar(c, d)};
  for (JointBody& body : group.bodies) body.pull = {};
  pin(group, 0, 1, a), pin(group, 1, 2, b), pin(group, 2, 3, c), pin(group, 3, 0, d);
  group.prepare();
  group.bodies[1].velocity = {{-0.25 * 2 * std::numbers::pi, 0, 2 * std::numbers::pi}};
  return group;
}

TEST(JointStep, AFourBarLinkageStaysClosedAndFast) {
  JointGroup group = four_bars();
  JointEquations equations;
  project_velocities(group, equations);
  const Deviations most = move_joints(group, 60);
  EXPECT_LT(most.energy, 1e-10 * group.kinetic_energy());
  EXPECT_LT(most.places, 1e-11);
}

/// A crossbar on parallel rockers, which passes the places where all lie in one line and rows become redundant.
TEST(JointStep, AParallelogramPassesItsFlatPlaces) {
  for (const int rockers : {2, 3, 5}) {
    JointGroup group;
    group.bodies.push_back(joint_ground());
    group.bodies.push_back(joint_bar({0, 1}, {static_cast<double>(rockers - 1), 1}));
    for (int i = 0; i < rockers; ++i) {
      const double x = i;
      group.bodies.push_back(joint_bar({x, 0}, {x, 1}));
      pin(group, 0, static_cast<std::uint32_t>(i + 2), {x, 0});
      pin(group, static_cast<std::uint32_t>(i + 2), 1, {x, 1});
      group.bodies.back().velocity = {{-4, 0, 8}};
    }
    group.bodies[1].velocity = {{-8, 0, 0}};
    for (JointBody& body : group.bodies) body.pull = {};
    group.prepare();
    const double energy = group.kinetic_energy();
    const Deviations most = move_joints(group, 10);
    EXPECT_LT(most.energy, 1e-6 * energy) << rockers << " rockers";
    EXPECT_LT(most.places, 1e-8) << rockers << " rockers";
    EXPECT_FALSE(most.lost);
  }
}

/// Two pins hold a bar at places that are 10 mm too far apart.
TEST(JointStep, JointsThatContradictRestAndShareTheError) {
  JointGroup group;
  group.bodies = {joint_ground(), joint_bar({0, 0}, {1, 0})};
  pin(group, 0, 1, {0, 0}), pin(group, 0, 1, {1, 0});
  group.joints[1].anchor[0].x += 0.01;
  group.prepare();
  JointStep step;
  JointEquations equations;
  for (int i = 0; i < 600; ++i) {
    step.run(group, step_time / 4);
    mend_places(group, equations, 0.001);
  }
  EXPECT_NEAR(group.bodies[1].place.x, 0.505, 1e-6);
  EXPECT_NEAR(group.bodies[1].place.y, 0, 1e-9);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(group.bodies[1].velocity[i], 0, 1e-9);
}

TEST(JointStep, PlacesAreMendedWithoutASpeed) {
  Random random(5);
  for (int n = 0; n < 50; ++n) {
    JointGroup group = random_tree(random, 2 + random.below(8), random.one_in(2));
    group.prepare();
    for (JointBody& body : group.bodies) {
      if (body.moves(0)) body.place.x += static_cast<double>(random.real(-0.01, 0.01));
    }
    const JointGroup before = group;
    JointEquations equations;
    for (int i = 0; i < 8; ++i) mend_places(group, equations, 0.1);
    EXPECT_LT(largest_error(group), 1e-9) << "case " << n;
    for (std::size_t b = 0; b < group.bodies.size(); ++b) {
      for (int i = 0; i < 3; ++i) EXPECT_EQ(group.bodies[b].velocity[i], before.bodies[b].velocity[i]);
    }
  }
}

TEST(JointStep, MendingMovesNoBodyFartherThanAllowed) {
  JointGroup group = hanging_chain(5, 1);
  group.bodies[3].place.y += 0.5;
  const JointGroup before = group;
  JointEquations equations;
  mend_places(group, equations, 0.01);
  double largest = 0;
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const P2 way = group.bodies[b].place - before.bodies[b].place;
    const double turn = group.bodies[b].turn - before.bodies[b].turn;
    largest = std::max({largest, std::fabs(way.x), std::fabs(way.y), std::fabs(turn) * group.extent});
  }
  EXPECT_NEAR(largest, 0.01, 1e-12);
}

/// The last link of a chain is beyond a limit by far more than a mending may move it.
TEST(JointStep, MendingALimitDoesNotOpenJoints) {
  JointGroup group = hanging_chain(5, 1);
  detail::RowRule& rule = group.joints[4].rule[2];
  group.joints[4].drives = true;
  rule.rigid = false, rule.lower = 0.2, rule.upper = 1;
  group.prepare();
  JointEquations equations;
  double error[detail::most_joint_rows];
  for (int i = 0; i < 60; ++i) {
    mend(group, equations, 0.01);
    EXPECT_LT(largest_error(group), 1e-4) << i;
    place_error(group.joints[4], group.body_of(group.joints[4], 0), group.body_of(group.joints[4], 1), error);
  }
  EXPECT_NEAR(error[2], 0.2, 1e-6);
  EXPECT_EQ(group.mode[4][2], detail::RowMode::loose) << "it only mends";
}

/// A wheel about a pin off its centre, which turns by 0.4 rad in a sub-step: it goes around as fast as it turns.
TEST(JointStep, AFastEccentricWheelTurnsAtItsSpeed) {
  JointGroup group;
  JointBody wheel;
  wheel.place = {0.3, 0};
  wheel.mass = {{1, 1, 0.1}};
  wheel.velocity = {{0, 30, 100}};
  group.bodies = {joint_ground(), wheel};
  pin(group, 0, 1, {0, 0});
  group.prepare();
  JointStep step;
  double turned = 0;
  for (int i = 0; i < 240; ++i) {
    const P2 before = group.bodies[1].facing;
    step.run(group, step_time / 4);
    turned += std::atan2(cross(before, group.bodies[1].facing), dot(before, group.bodies[1].facing));
  }
  EXPECT_NEAR(turned, 100, 0.4);
  EXPECT_NEAR(length(group.bodies[1].facing), 1, 4e-16);
}

/// Steps of a quarter of an hour, which Newton's method cannot take: energy is lost, and nothing else.
TEST(JointStep, WhatDoesNotArriveLosesEnergyAndStaysFinite) {
  JointGroup group = hanging_chain(6, 1, 1e9);
  JointStep step;
  const double energy = energy_of(group);
  bool lost = false;
  for (int i = 0; i < 20; ++i) {
    lost = step.run(group, 900).lost || lost;
    EXPECT_TRUE(std::isfinite(group.kinetic_energy()));
  }
  EXPECT_TRUE(lost);
  EXPECT_LT(energy_of(group), energy + 1e-3 * 6e10);
}

TEST(JointStep, WhatDoesNotArriveSmoothlyGoesInPlainSubSteps) {
  JointGroup group = hanging_chain(6, 1, 1e9);
  const JointGroup before = group;
  JointStep step;
  ASSERT_GT(step.run_smoothly(group, 900).halvings, 0);
  for (std::size_t b = 1; b < group.bodies.size(); ++b) {
    EXPECT_NE(group.bodies[b].place.y, before.bodies[b].place.y) << "the time of the step has passed for body " << b;
  }
}

/// The way of all bodies against accelerations from dense equations: the error falls with the square of the sub-step,
/// and smoothly faster.
void expect_true_ways(bool machines) {
  Random random(6);
  for (int n = 0; n < bankshot_test::effort(24); ++n) {
    const int count = 2 + random.below(5);
    const auto make = machines ? random_machine : random_tree;
    JointGroup group = make(random, machines ? count / 2 : count, random.one_in(2));
    group.prepare();
    const WayErrors error = way_errors(group, 200);
    EXPECT_LT(error.plain, 2e-3) << "case " << n;
    EXPECT_LT(error.halved, 0.3 * error.plain + 1e-8) << "case " << n;
    EXPECT_LT(error.smooth, 0.1 * error.plain + 1e-8) << "case " << n;
  }
}

TEST(JointStep, RandomTreesMoveAsTheirAccelerationsSay) { expect_true_ways(false); }
TEST(JointStep, RandomMachinesMoveAsTheirAccelerationsSay) { expect_true_ways(true); }

/// Whatever the tree: no energy is gained or lost, and all joints hold.
void expect_kept_energy(bool machines) {
  Random random(7);
  for (int n = 0; n < bankshot_test::effort(100); ++n) {
    const int count = 2 + random.below(12);
    const auto make = machines ? random_machine : random_tree;
    JointGroup group = make(random, machines ? count / 2 : count, random.one_in(2));
    const auto one = [&] { return static_cast<double>(random.real(-1, 1)); };
    const double ratio = random.one_in(3) ? 1e4 : 10, x = 10 * one(), y = 10 * one();
    for (JointBody& body : group.bodies) {
      const double factor = std::pow(ratio, one());
      for (int i = 0; i < 3; ++i) body.mass[i] *= body.moves(i) ? factor : 1;
      body.pull = {{x, y, 0}};
    }
    group.prepare();
    JointEquations equations;
    project_velocities(group, equations);
    double size = group.kinetic_energy();
    for (const JointBody& body : group.bodies) size += body.moves(0) ? 20 * body.mass[0] : 0;
    const Deviations most = move_joints(group, 3);
    // A machine falls far, its ropes are long, and anchors that hit their wheels swing fast there.
    const double share = most.hits > 0 ? 1e-7 : 1e-8;
    EXPECT_LT(most.energy, share * (machines ? std::max(size, most.kinetic) : size)) << "case " << n;
    EXPECT_LT(most.places, 1e-8 * (machines ? group.extent : 1)) << "case " << n;
    EXPECT_FALSE(most.lost) << "case " << n;
  }
}

TEST(JointStep, RandomTreesKeepTheirEnergy) { expect_kept_energy(false); }
TEST(JointStep, RandomMachinesKeepTheirEnergy) { expect_kept_energy(true); }

}  // namespace
}  // namespace bankshot::testing
