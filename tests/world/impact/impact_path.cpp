// Impacts with friction at several points at one instant: laws that hold for every impact, and the few cases whose
// answer is known.

#include <bankshot/world/impact/impact_group.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "effort.hpp"
#include "impact_oracle.hpp"
#include "world/impact_body.hpp"
#include "world/random.hpp"

namespace bankshot::testing {
namespace {

using bankshot_test::draws;
using detail::GroupBody;
using detail::GroupContact;
using detail::ImpactBody;
using detail::ImpactGroup;
using detail::V2;

constexpr Real infinite = std::numeric_limits<Real>::infinity();

double as_double(Real x) { return static_cast<double>(x); }

double kinetic_of(const ImpactGroup& group) {
  double sum = 0;
  for (const GroupBody& b : group.bodies) {
    ImpactBody own = b.now;
    own.inverse_mass = b.open.inverse_mass, own.inverse_inertia = b.open.inverse_inertia;
    sum += kinetic_energy(own);
  }
  return sum;
}

GroupContact contact(std::size_t a, std::size_t b, V2 normal, Real e, Real mu, V2 arm_a, V2 arm_b) {
  GroupContact c;
  c.body[0] = a, c.body[1] = b;
  c.settings.normal = normal;
  c.settings.restitution = e, c.settings.friction = mu;
  c.arm[0][0] = c.arm[0][1] = arm_a;
  c.arm[1][0] = c.arm[1][1] = arm_b;
  return c;
}

/// The lower face of A on the upper face of B, `off` to the right of its middle.
GroupContact face(std::size_t a, std::size_t b, Real half, Real down, Real up, Real off, Real e, Real mu) {
  GroupContact c = contact(a, b, {0, 1}, e, mu, {-half, -down}, {off - half, up});
  c.settings.points = 2;
  c.arm[0][1] = {half, -down}, c.arm[1][1] = {off + half, up};
  return c;
}

/// Up to six points among up to four bodies and firm ones, with masses that differ by up to a million times, and
/// restitution and friction by contact. Not every such group could exist in a world.
class Clusters {
 public:
  explicit Clusters(std::uint64_t seed) : random_(seed) {}

  ImpactGroup make() {
    ImpactGroup group;
    while (group.contacts.empty()) fill(group);
    return group;
  }

 private:
  V2 arm() { return {random_.real(-1, 1), random_.real(-1, 1)}; }

  void fill(ImpactGroup& group) {
    group.clear();
    const int bodies = 1 + random_.below(4), points = 1 + random_.below(6);
    for (int i = 0; i < bodies; ++i) {
      const double mass = std::pow(10, as_double(random_.real(-3, 3))), radius = as_double(random_.real(0.1, 1));
      group.add(static_cast<detail::Rank>(i + 1),
                impact_body(static_cast<Real>(1 / mass), static_cast<Real>(1 / (mass * radius * radius)),
                            {random_.real(-5, 5), random_.real(-5, 5)}, random_.real(-5, 5)));
    }
    group.add(0, firm_body());
    for (int tries = 0; tries < 40 && group.rows() < points; ++tries) {
      const std::size_t a = static_cast<std::size_t>(random_.below(bodies));
      const std::size_t b = static_cast<std::size_t>(random_.below(bodies + 1));
      const Rotation r = Rotation::from_angle(random_.real(-3.14, 3.14));
      GroupContact c = contact(a, b, {r.c, r.s}, random_.one_in(5) ? Real(1) : random_.real(0, 1),
                               random_.one_in(6) ? Real(0) : random_.real(0, 2), arm(), arm());
      if (random_.one_in(3) && group.rows() + 2 <= points) {
        c.settings.points = 2;
        const V2 along = random_.real(0.2, 1) * perp(c.settings.normal);
        for (int side = 0; side < 2; ++side) c.arm[side][1] = c.arm[side][0] + along;
      }
      if (a == b) continue;
      group.add(c);
      const detail::NormalSpeeds& speeds = group.contacts.back().speeds;
      if (speeds.now[0] >= 0 && (c.settings.points == 1 || speeds.now[1] >= 0)) group.contacts.pop_back();
    }
  }

  Random random_;
};

/// Checks cone, push and parting; returns the energy that the contacts say was lost.
double check_contacts(const ImpactGroup& group, double fastest) {
  double lost = 0;
  for (const GroupContact& c : group.contacts) {
    const detail::ImpactOutcome& outcome = c.outcome;
    lost += as_double(outcome.energy_lost);
    EXPECT_LE(std::abs(outcome.friction), c.settings.friction * outcome.impulse);
    const ImpactBody a = group.side(c, 0), b = group.side(c, 1);
    for (int point = 0; point < c.settings.points; ++point) {
      EXPECT_GE(outcome.normal[point], 0);
      if (!c.support && c.speeds.now[point] >= 0) continue;
      const Real now = dot(detail::relative_velocity(a, b, a.arm[point], b.arm[point]), c.settings.normal);
      const double floor = c.support ? std::min(as_double(c.speeds.now[point]), 0.0) : 0.0;
      EXPECT_GE(as_double(now), floor - 1e-5 * fastest);
    }
  }
  return lost;
}

double fastest_in(const ImpactGroup& group) {
  double fastest = 0;
  for (const GroupBody& b : group.bodies) {
    fastest = std::max({fastest, as_double(length(b.before.velocity) + std::abs(b.before.angular)),
                        as_double(length(b.now.velocity) + std::abs(b.now.angular))});
  }
  return fastest;
}

TEST(ImpactPath, HoldsTheLawsInRandomClusters) {
  Clusters random(11);
  int together = 0, rubbing = 0;
  const int cases = draws(2000);
  for (int i = 0; i < cases; ++i) {
    ImpactGroup group = random.make();
    group.tell_sides(true);
    const std::size_t contacts = group.contacts.size();
    const double before = kinetic_of(group);
    group.solve();
    together += group.contacts.size() == contacts ? 1 : 0;
    // In float the energy of one body is rounded by some 1e-7; the energy left to one point without friction by more.
    ASSERT_LE(kinetic_of(group), before * (1 + 5e-6)) << i;
    const double lost = check_contacts(group, fastest_in(group));
    ASSERT_FALSE(HasFailure()) << i;
    double sides = 0;
    bool along_path = true;
    for (const GroupContact& c : group.contacts) {
      along_path = along_path && c.outcome.along_path;
      for (const detail::LegImpulse& work : c.outcome.work) sides += work.normal + work.friction;
    }
    ASSERT_NEAR(before - kinetic_of(group), lost, 5e-5 * before) << i;
    if (!along_path) continue;
    ++rubbing;
    ASSERT_NEAR(kinetic_of(group) - before, sides, 5e-6 * before) << i;
  }
  EXPECT_GT(together, cases * 99 / 100);
  EXPECT_GT(rubbing, cases * 3 / 4);
}

/// Discs in a row along an axis, one end of which is firm, that approach one another at various speeds.
ImpactGroup row_of_discs(Random& random, bool rubs) {
  ImpactGroup group;
  const int count = 2 + random.below(4);
  const bool upright = random.one_in(2), wall = random.one_in(3);
  const V2 normal = upright ? V2{0, -1} : V2{-1, 0};
  for (int i = 0; i < count; ++i) {
    const double mass = std::pow(10, as_double(random.real(-1, 1)));
    const Real along = Real(3 * (count - i)) + random.real(0, 2), across = random.real(-5, 5),
               spin = random.real(-5, 5);
    const Real inverse = static_cast<Real>(1 / mass);
    const bool firm = wall && i + 1 == count;
    const ImpactBody moving = impact_body(inverse, 2 * inverse, along * -normal + across * perp(normal), spin);
    group.add(static_cast<detail::Rank>(i), firm ? firm_body() : moving);
  }
  for (int i = 0; i + 1 < count; ++i) {
    const Real e = random.real(0, 1), mu = random.real(0.1, 2), radius = random.real(0.1, 1),
               other = random.real(0.1, 1);
    group.add(contact(static_cast<std::size_t>(i), static_cast<std::size_t>(i) + 1, normal, e, rubs ? mu : Real(0),
                      -radius * normal, other * normal));
  }
  return group;
}

// Along a line through all centres, friction only spins and shifts the discs: each pair parts by its own restitution,
// as if nothing rubbed.
TEST(ImpactPath, DiscsInARowPartAsIfTheyDidNotRub) {
  int rubbed = 0;
  const int cases = draws(500);
  for (int i = 0; i < cases; ++i) {
    Random random(static_cast<std::uint64_t>(i)), same(static_cast<std::uint64_t>(i));
    ImpactGroup rough = row_of_discs(random, true), smooth = row_of_discs(same, false);
    const double fastest = fastest_in(rough);
    rough.solve(), smooth.solve();
    ASSERT_EQ(rough.contacts.size(), smooth.contacts.size()) << i;
    const V2 normal = rough.contacts[0].settings.normal;
    for (std::size_t b = 0; b < rough.bodies.size(); ++b) {
      const V2 off = rough.bodies[b].now.velocity - smooth.bodies[b].now.velocity;
      EXPECT_NEAR(dot(off, normal), 0, 1e-5 * fastest) << i;
      rubbed += off != V2{};
    }
  }
  EXPECT_GT(rubbed, cases);  // otherwise the test shows nothing
}

// Belts and movers give energy; in the frame of the points they give none.
TEST(ImpactPath, ABeltPullsAlongAndNoFaster) {
  for (const Real mu : {Real(0.05), Real(0.2), Real(3)}) {
    ImpactGroup group;
    const std::size_t box = group.add(1, impact_body(1, Real(9.6), {0, -10})), belt = group.add(0, firm_body());
    GroupContact c = face(box, belt, Real(0.5), Real(0.25), 0, 0, 0, mu);
    c.settings.surface_speed = -3;  // along perp(normal), which points to the left
    group.add(c);
    group.solve();
    EXPECT_NEAR(group.bodies[box].now.velocity.x, std::min(3.0, 10 * as_double(mu)), 1e-5);
    EXPECT_NEAR(group.bodies[box].now.angular, 0, 1e-5);
  }
}

// Both corners of a crate have one friction and one budget: no spin, whatever it slides on.
TEST(ImpactPath, AFlatLandingStaysFlat) {
  for (const Real e : {Real(0), Real(0.3), Real(1)}) {
    for (const Real mu : {Real(0.1), Real(0.3), Real(0.45)}) {
      ImpactGroup group;
      const std::size_t box = group.add(1, impact_body(1, Real(9.6), {10, -10})), floor = group.add(0, firm_body());
      group.add(face(box, floor, Real(0.5), Real(0.25), 0, 0, e, mu));
      group.solve();
      EXPECT_NEAR(group.bodies[box].now.velocity.x, 10 - 10 * (1 + e) * mu, 1e-4) << e << ' ' << mu;
      EXPECT_NEAR(group.bodies[box].now.velocity.y, 10 * e, 1e-4) << e << ' ' << mu;
      EXPECT_LT(std::abs(group.bodies[box].now.angular), Real(0.02)) << e << ' ' << mu;
    }
  }
}

/// Two boxes that have only the ground in common, hit at once and each alone; returns the largest difference.
Real hit_at_once_and_alone(Random& random) {
  ImpactGroup both;
  ImpactGroup alone[2];
  both.add(0, firm_body());
  for (std::size_t k = 0; k < 2; ++k) {
    // One statement a draw: compilers differ in which argument of a call they evaluate first.
    const Real angular = random.real(-5, 5);
    const V2 velocity{random.real(-5, 5), random.real(-12, -8)};
    const Real inverse_inertia = random.real(0.5, 20), inverse_mass = random.real(0.3, 3);
    const ImpactBody body = impact_body(inverse_mass, inverse_inertia, velocity, angular);
    const V2 arm{random.real(-1, 1), random.real(-1, 0)};
    const Real e = random.real(0, 1), mu = random.real(0, 2);
    const std::size_t place = both.add(static_cast<detail::Rank>(k + 1), body);
    both.add(contact(place, 0, {0, 1}, e, mu, arm, {}));
    alone[k].add(1, body), alone[k].add(0, firm_body());
    alone[k].add(contact(0, 1, {0, 1}, e, mu, arm, {}));
    alone[k].solve();
  }
  both.solve();
  if (both.contacts.size() != 2) return infinite;
  Real most = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const ImpactBody &expected = alone[k].bodies[0].now, &got = both.bodies[k + 1].now;
    most = std::max({most, length(got.velocity - expected.velocity), std::abs(got.angular - expected.angular)});
  }
  return most;
}

// One group in 10,000 comes so near to a jam that its impulses are a hundred times as large as those of the others, so
// the test draws many, from many seeds.
TEST(ImpactPath, WhatSharesNothingThatMovesIsHitAlone) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    for (int i = 0; i < draws(bankshot_test::effort(10000)); ++i)
      ASSERT_LT(hit_at_once_and_alone(random), Real(1e-4)) << seed << ' ' << i;
  }
}

// Two movers that close on the body between them: no impulses satisfy both, whatever friction does.
TEST(ImpactPath, WhatIsCrushedIsLeftToTheFirstContact) {
  for (const Real high : {Real(0), Real(0.125)}) {
    ImpactGroup group;
    const std::size_t crushed = group.add(2, impact_body(1, 1, {Real(0.25), 2}, 3));
    const std::size_t left = group.add(0, firm_body({1, 0})), right = group.add(1, firm_body({-2, 0}));
    group.add(contact(crushed, left, {1, 0}, Real(0.5), Real(0.5), {Real(-0.5), high}, {}));
    group.add(contact(crushed, right, {-1, 0}, Real(0.5), Real(0.5), {Real(0.5), high}, {}));
    group.solve();
    EXPECT_EQ(group.contacts.size(), 1U);
    EXPECT_LT(length(group.bodies[crushed].now.velocity), 10);
    EXPECT_LT(std::abs(group.bodies[crushed].now.angular), 20);
  }
}

/// A ball or a crate above `boxes` boxes, which rest on one another and on the ground.
ImpactGroup stack(int boxes, const ImpactBody& top, bool crate, Real off, Real e, Real mu) {
  ImpactGroup group;
  std::size_t below = group.add(0, firm_body());
  for (int i = 0; i < boxes; ++i) {
    const std::size_t box = group.add(static_cast<detail::Rank>(i + 1), impact_body(1, Real(9.6), {}));
    GroupContact c = face(box, below, Real(0.5), Real(0.25), i > 0 ? Real(0.25) : Real(0), 0, 0, mu);
    c.support = true;
    group.add(c);
    below = box;
  }
  const std::size_t place = group.add(99, top);
  group.add(crate ? face(place, below, Real(0.5), Real(0.25), Real(0.25), off, e, mu)
                  : contact(place, below, {0, 1}, e, mu, {0, Real(-0.25)}, {off, Real(0.25)}));
  return group;
}

TEST(ImpactPath, AnElasticBallLeavesAStackThatRubsAsItWouldTheFloor) {
  for (const Real off : {Real(0), Real(0.3)}) {
    ImpactGroup group = stack(4, impact_body(1, 32, {0, -10}), false, off, 1, Real(0.5));
    group.solve();
    EXPECT_NEAR(group.bodies.back().now.velocity.y, 10, 1e-4);
    EXPECT_NEAR(kinetic_of(group), 50, 1e-3);
  }
}

/// Momentum along the ground of all boxes and the body that came down.
double sideways_momentum(const ImpactGroup& group) {
  double sum = 0;
  for (const GroupBody& b : group.bodies) {
    if (b.open.inverse_mass.x > 0) sum += as_double(b.now.velocity.x) / as_double(b.open.inverse_mass.x);
  }
  return sum;
}

// Boxes that rub pass the momentum of an oblique impact on to the ground. With a friction of 0.4 the ground takes up to
// 0.4 of the momentum that comes down, so nothing is left of 4 m/s beside 10 m/s.
TEST(ImpactPath, ACrateOnAStackOfAnyMassGainsNothingAndDoesNotTrip) {
  for (const double mass : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    const Real inverse = static_cast<Real>(1 / mass);
    ImpactGroup group =
        stack(3, impact_body(inverse, inverse * Real(9.6), {4, -10}), true, Real(0.05), Real(0.3), Real(0.4));
    const double before = kinetic_of(group);
    group.solve();
    ASSERT_EQ(group.contacts.size(), 4u) << mass;
    EXPECT_LT(kinetic_of(group), before) << mass;
    EXPECT_LT(std::abs(group.bodies.back().now.angular), Real(0.5)) << mass;
    EXPECT_LT(sideways_momentum(group), 0.25 * 4 * mass) << mass;
    check_contacts(group, fastest_in(group));
  }
}

}  // namespace
}  // namespace bankshot::testing
