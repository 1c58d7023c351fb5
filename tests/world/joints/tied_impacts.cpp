// Impacts on bodies that joints tie, against dense equations of the whole group.

#include <bankshot/bankshot.hpp>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <vector>

#include "effort.hpp"
#include "world/random.hpp"

namespace bankshot::testing {
namespace {

/// Boxes in a row, pinned to one another.
struct PinnedRow {
  std::vector<BodyId> bodies;
  std::vector<Vec2> pins;
};

PinnedRow pinned_row(World& world, Random& random, Vec2 at, bool awake, const Material& material = {}) {
  PinnedRow row;
  const int count = 3 + random.below(4);
  for (int i = 0; i < count; ++i) {
    const BodyDef def{.position = at + Vec2(Real(1.25) * static_cast<Real>(i), 0), .awake = awake};
    row.bodies.push_back(
        world.add_body(def, box(1, Real(0.5)), {.restitution = material.restitution, .friction = material.friction}));
    world.set_mass_properties(row.bodies.back(),
                              {.mass = random.real(Real(0.2), 5), .inertia = random.real(Real(0.05), 1)});
    if (i == 0) continue;
    row.pins.push_back(world.position(row.bodies.back()) - Vec2(Real(0.625), random.real(Real(-0.2), Real(0.2))));
    world.add_joint(RevoluteDef{
        .body_a = row.bodies[static_cast<std::size_t>(i) - 1], .body_b = row.bodies.back(), .anchor = row.pins.back()});
  }
  return row;
}

/// How an impulse at a point of one of them changes all velocities: x, y and spin of each in turn.
Eigen::VectorXd dense_answer(const World& world, const PinnedRow& row, std::size_t hit, Vec2 point, Vec2 impulse) {
  const auto n = static_cast<Eigen::Index>(3 * row.bodies.size()), m = static_cast<Eigen::Index>(2 * row.pins.size());
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(n + m, n + m);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n + m);
  const auto arm = [&](std::size_t i, Vec2 to) -> Eigen::Vector2d {
    return (to - world.position(row.bodies[i])).cast<double>();
  };
  for (std::size_t i = 0; i < row.bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(3 * i);
    const MassProperties mass = world.mass_properties(row.bodies[i]);
    all(at, at) = all(at + 1, at + 1) = static_cast<double>(mass.mass);
    all(at + 2, at + 2) = static_cast<double>(mass.inertia);
  }
  for (std::size_t p = 0; p < row.pins.size(); ++p) {
    const auto at = n + static_cast<Eigen::Index>(2 * p);
    for (std::size_t side = 0; side < 2; ++side) {
      const auto of = static_cast<Eigen::Index>(3 * (p + side));
      const Eigen::Vector2d r = arm(p + side, row.pins[p]);
      Eigen::Matrix<double, 2, 3> rows;
      rows << 1, 0, -r.y(), 0, 1, r.x();
      if (side == 0) rows = -rows;
      all.block<2, 3>(at, of) = rows;
      all.block<3, 2>(of, at) = -rows.transpose();
    }
  }
  const Eigen::Vector2d r = arm(hit, point), p = impulse.cast<double>();
  right.segment<3>(static_cast<Eigen::Index>(3 * hit)) << p.x(), p.y(), r.x() * p.y() - r.y() * p.x();
  return all.fullPivLu().solve(right).head(n);
}

enum class Target { flies, sleeps };

/// A ball hits a box of a row: the impulse is that of dense equations.
void hit_a_row(Random& random, Target target) {
  World world({.gravity = Vec2::Zero(), .sleep = target == Target::sleeps});
  const Material smooth{.restitution = random.real(0, 1), .friction = 0};
  const Vec2 at(random.real(-3, 3), random.real(-3, 3));
  const PinnedRow row = pinned_row(world, random, at, target != Target::sleeps, smooth);
  const auto hit = static_cast<std::size_t>(1 + random.below(static_cast<int>(row.bodies.size()) - 1));
  const Real side = random.one_in(2) ? Real(1) : Real(-1), speed = random.real(1, 20);
  const Vec2 start = world.position(row.bodies[hit]) + Vec2(random.real(Real(-0.4), Real(0.4)), side * Real(0.6));
  const BodyId ball =
      world.add_body({.position = start, .velocity = Vec2(0, -side * speed)}, circle(Real(0.25)), smooth);
  const Vec2 point(start.x(), world.position(row.bodies[hit]).y() + side * Real(0.25)), down(0, -side);
  const Eigen::VectorXd unit = dense_answer(world, row, hit, point, down);
  const double x = static_cast<double>((point - world.position(row.bodies[hit])).x());
  const auto place = static_cast<Eigen::Index>(3 * hit);
  for (int i = 0; i < 60 && world.impacts().empty(); ++i) world.step(Real(1) / 60);
  ASSERT_FALSE(world.impacts().empty());
  const Impact& impact = world.impacts().front();
  const double gives = -static_cast<double>(side) * (unit[place + 1] + x * unit[place + 2]);
  const double ball_mass = static_cast<double>(world.mass_properties(ball).mass);
  const double e = static_cast<double>(smooth.restitution), v = static_cast<double>(speed);
  const double impulse = (1 + e) * v / (gives + 1 / ball_mass);
  const double small = (sizeof(Real) == 4 ? 1e-4 : 1e-9) * v;  // of arms: places are rounded to 1e-6
  EXPECT_NEAR(static_cast<double>(impact.impulse), impulse, small * ball_mass);
  if (world.impacts().size() > 1) return;  // they meet again
  EXPECT_NEAR(static_cast<double>(world.velocity(ball).y()), -static_cast<double>(side) * (v - impulse / ball_mass),
              small);
}

TEST(TiedImpact, OnARowThatFliesIsThatOfDenseEquations) {
  Random random(1);
  for (int n = 0; n < bankshot_test::effort(100); ++n) hit_a_row(random, Target::flies);
}

TEST(TiedImpact, OnARowThatSleepsIsThatOfDenseEquations) {
  Random random(2);
  for (int n = 0; n < bankshot_test::effort(100); ++n) hit_a_row(random, Target::sleeps);
}

}  // namespace
}  // namespace bankshot::testing
