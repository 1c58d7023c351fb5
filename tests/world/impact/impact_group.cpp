// Impacts of several pairs at one instant, on bodies made by hand: closed forms and conservation laws.

#include <bankshot/world/impact/impact_group.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "world/impact_body.hpp"

namespace bankshot::testing {
namespace {

using detail::GroupBody;
using detail::GroupContact;
using detail::ImpactBody;
using detail::ImpactGroup;
using detail::ImpactSettings;
using detail::V2;

GroupContact contact(std::size_t a, std::size_t b, V2 normal, Real restitution, V2 arm_a, V2 arm_b) {
  GroupContact c;
  c.body[0] = a, c.body[1] = b;
  c.settings.normal = normal;
  c.settings.restitution = restitution;
  c.arm[0][0] = c.arm[0][1] = arm_a;
  c.arm[1][0] = c.arm[1][1] = arm_b;
  return c;
}

/// A box of unit height that rests on the body below, at both ends of a face from -half to half.
GroupContact resting(std::size_t upper, std::size_t lower, Real half, Real to_upper, Real to_lower) {
  GroupContact c = contact(upper, lower, {0, 1}, 0, {-half, -to_upper}, {-half, to_lower});
  c.support = true;
  c.settings.points = 2;
  c.arm[0][1] = {half, -to_upper}, c.arm[1][1] = {half, to_lower};
  return c;
}

/// The body with its own mass, whether closed or not.
double kinetic(const GroupBody& b) {
  ImpactBody own = b.now;
  own.inverse_mass = b.open.inverse_mass, own.inverse_inertia = b.open.inverse_inertia;
  return kinetic_energy(own);
}

/// Energy that the impulses would give to bodies at rest, each impulse alone. Where many act against one another, this
/// exceeds the actual energy, and rounding is a share of it.
double energy_of_impulses(const ImpactGroup& group) {
  double sum = 0;
  for (const GroupContact& c : group.contacts) {
    const V2 n = c.settings.normal;
    for (int i = 0; i < c.settings.points; ++i) {
      const Real gives = detail::mobility(group.side(c, 0), n, c.arm[0][i], n, c.arm[0][i]) +
                         detail::mobility(group.side(c, 1), n, c.arm[1][i], n, c.arm[1][i]);
      sum += static_cast<double>(gives * c.outcome.normal[i] * c.outcome.normal[i]) / 2;
    }
  }
  return sum;
}

double kinetic(const ImpactGroup& group) {
  double sum = 0;
  for (const GroupBody& b : group.bodies) sum += kinetic(b);
  return sum;
}

/// Normal velocity at a point of a contact, now.
Real speed_at(const ImpactGroup& group, const GroupContact& c, int point) {
  const ImpactBody a = group.side(c, 0), b = group.side(c, 1);
  return dot(detail::relative_velocity(a, b, a.arm[point], b.arm[point]), c.settings.normal);
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

TEST(ImpactGroup, BallOnAStackLeavesWithItsSpeedAndTheStackGainsNothing) {
  for (const int boxes : {1, 2, 5, 10}) {
    for (const Real offset : {Real(0), Real(0.3), Real(-0.5)}) {
      for (const Real mass : {Real(0.1), Real(1), Real(20)}) {
        ImpactGroup group;
        const std::size_t ball = group.add(99, impact_body(1 / mass, 8 / mass, {2, -3}, 1)),
                          floor = group.add(0, firm_body());
        std::size_t below = floor;
        for (int i = 0; i < boxes; ++i) {
          const std::size_t box = group.add(static_cast<detail::Rank>(i + 1), impact_body(1, 6, {}));
          group.add(resting(box, below, Real(0.5), Real(0.5), below == floor ? Real(1) : Real(0.5)));
          below = box;
        }
        group.add(contact(ball, below, {0, 1}, 1, {0, Real(-0.5)}, {offset, Real(0.5)}));
        group.solve();
        const Real rounding = (1 + mass) * Real(2e-6);  // the blow, on a box of mass 1, is that much faster
        EXPECT_NEAR(group.bodies[ball].now.velocity.y, 3, rounding) << boxes << " boxes, mass " << mass;
        EXPECT_EQ(group.bodies[ball].now.velocity.x, 2);
        for (const GroupBody& b : group.bodies) {
          if (b.rank == 99) continue;
          EXPECT_LT(length(b.now.velocity) + std::abs(b.now.angular), 2 * rounding) << "box " << b.rank;
        }
      }
    }
  }
}

// Beside the face nothing holds the box: it tips, and gains the energy that the ball loses.
TEST(ImpactGroup, BallBesideTheFootOfABoxTipsIt) {
  ImpactGroup group;
  const std::size_t ball = group.add(2, impact_body(1, 8, {0, -3})), floor = group.add(0, firm_body());
  const std::size_t box = group.add(1, impact_body(1, 6, {}));
  group.add(resting(box, floor, Real(0.25), Real(0.5), 1));
  group.add(contact(ball, box, {0, 1}, 1, {0, Real(-0.5)}, {Real(0.45), Real(0.5)}));
  group.solve();
  EXPECT_LT(group.bodies[box].now.angular, Real(-0.1));
  EXPECT_LT(group.bodies[ball].now.velocity.y, Real(2.9));
  EXPECT_NEAR(kinetic(group), 4.5, 1e-5);
}

// Two walls at once turn any velocity that goes towards both into its opposite.
TEST(ImpactGroup, BothWallsOfAValleySendADiscBackWhereItCameFrom) {
  for (const double opening : {60.0, 90.0, 120.0}) {
    const double half = opening / 2 * 3.14159265358979323846 / 180;
    const V2 left{static_cast<Real>(std::cos(half)), static_cast<Real>(std::sin(half))}, right{-left.x, left.y};
    for (const Real share : {Real(0.5), Real(0.1), Real(0.9)}) {
      const V2 velocity = Real(-4) * (share * left + (1 - share) * right);
      if (dot(velocity, left) >= 0 || dot(velocity, right) >= 0) continue;
      ImpactGroup group;
      const std::size_t disc = group.add(1, impact_body(Real(1) / 3, Real(2.5), velocity, 5)),
                        ground = group.add(0, firm_body());
      for (const V2 normal : {left, right}) {
        group.add(contact(disc, ground, normal, 1, Real(-0.5) * normal, {}));
      }
      group.solve();
      EXPECT_NEAR(group.bodies[disc].now.velocity.x, -velocity.x, Real(4e-6)) << opening << ' ' << share;
      EXPECT_NEAR(group.bodies[disc].now.velocity.y, -velocity.y, Real(4e-6)) << opening << ' ' << share;
      EXPECT_EQ(group.bodies[disc].now.angular, 5);
    }
  }
}

TEST(ImpactGroup, AClosedBodyIsAWallAndGainsTheImpulse) {
  const auto hit = [](Real firm_gain, bool closed) {
    ImpactGroup group;
    group.add(0, impact_body(1, 8, {0, -3})), group.add(1, impact_body(Real(0.25), 1, {}));
    group.add(contact(0, 1, {0, 1}, 1, {0, Real(-0.5)}, {Real(0.25), Real(0.5)}));
    if (closed) group.close(1, firm_gain, 2);
    group.solve();
    return group;
  };
  // Impulse 6 on mass 4 and inertia 1 at an arm of 0.25: 1.5 and 1.5 rad/s, with a reach of 2 that is 4.5.
  const ImpactGroup wall = hit(Real(4.51), true), weak = hit(Real(4.49), true), open = hit(0, false);
  EXPECT_NEAR(wall.bodies[0].now.velocity.y, 3, Real(1e-5));
  EXPECT_NEAR(wall.bodies[1].now.velocity.y, Real(-1.5), Real(1e-5));
  EXPECT_NEAR(wall.bodies[1].now.angular, Real(-1.5), Real(1e-5));
  // Two free bodies: p = 2 m_eff v, 1 / m_eff = 1 + 1/4 + 0.25^2.
  EXPECT_NEAR(open.bodies[0].now.velocity.y, -3 + 6 / Real(1.3125), Real(1e-5));
  EXPECT_NEAR(kinetic(open), 4.5, 1e-5);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(weak.bodies[static_cast<std::size_t>(i)].now.velocity.y,
                open.bodies[static_cast<std::size_t>(i)].now.velocity.y, Real(1e-5));
    EXPECT_NEAR(weak.bodies[static_cast<std::size_t>(i)].now.angular,
                open.bodies[static_cast<std::size_t>(i)].now.angular, Real(1e-5));
  }
}

// Both movers require that the body leave them, which no impulses can achieve.
TEST(ImpactGroup, ContradictingRowsLeaveAllButTheFirstForLater) {
  for (const Real e : {Real(0), Real(0.5), Real(1)}) {
    ImpactGroup group;
    const std::size_t crushed = group.add(2, impact_body(1, 1, {Real(0.25), 2}, 3));
    const std::size_t left = group.add(0, firm_body({1, 0})), right = group.add(1, firm_body({-2, 0}));
    GroupContact first = contact(crushed, left, {1, 0}, e, {Real(-0.5), 0}, {});
    first.settings.friction = Real(0.25);
    group.add(first);
    group.add(contact(crushed, right, {-1, 0}, e, {Real(0.5), 0}, {}));
    ImpactBody alone = group.side(group.contacts[0], 0), mover = group.side(group.contacts[0], 1);
    resolve_impact(alone, mover, first.settings);
    group.solve();
    EXPECT_EQ(group.contacts.size(), 1U);
    EXPECT_EQ(group.bodies[crushed].now.velocity, alone.velocity);
    EXPECT_EQ(group.bodies[crushed].now.angular, alone.angular);
    EXPECT_NEAR(alone.velocity.x, 1 + Real(0.75) * e, Real(1e-6));
    EXPECT_EQ(group.bodies[left].now.velocity, (V2{1, 0}));
    EXPECT_EQ(group.bodies[right].now.velocity, (V2{-2, 0}));
  }
}

// ---- conservation laws, for random groups -------------------------------------------------------------------------

class RandomClusters {
 public:
  Real uniform(double low, double high) {
    return static_cast<Real>(low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53));
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  V2 direction() {
    const Real angle = uniform(0, 6.2831853);
    return {std::cos(angle), std::sin(angle)};
  }

  /// A chain of bodies that meet, and more contacts among them; some rest against the ground. Bodies that rest stand
  /// still.
  ImpactGroup make(Real least_restitution, Real friction) {
    ImpactGroup group;
    const std::size_t bodies = 2 + below(5), ground = bodies;
    for (std::size_t i = 0; i < bodies; ++i) {
      const bool stands = i > 0 && below(3) == 0;
      stands_[i] = stands;
      group.add(static_cast<detail::Rank>(i + 1),
                impact_body(1 / uniform(0.2, 3), 1 / uniform(0.1, 2),
                            stands ? V2{} : V2{uniform(-5, 5), uniform(-5, 5)}, stands ? Real(0) : uniform(-6, 6)));
    }
    group.add(0, firm_body());
    for (std::size_t i = 0; i + 1 < bodies; ++i) add_impact(group, i, i + 1, least_restitution, friction);
    for (std::size_t i = below(3); i > 0; --i) {
      const std::size_t a = below(bodies);
      add_impact(group, a, (a + 1 + below(bodies - 1)) % bodies, least_restitution, friction);
    }
    for (std::size_t i = 0; i < bodies; ++i) {
      if (!stands_[i]) continue;
      GroupContact c = contact(i, ground, direction(), 0, arm(), {});
      c.support = true;
      two_points(c);
      group.add(c);
    }
    return group;
  }

 private:
  V2 arm() { return {uniform(-1, 1), uniform(-1, 1)}; }
  void two_points(GroupContact& c) {
    c.settings.points = 2;
    const V2 along = uniform(0.2, 1) * perp(c.settings.normal);
    for (int side = 0; side < 2; ++side) c.arm[side][1] = c.arm[side][0] + along;
  }
  void add_impact(ImpactGroup& group, std::size_t a, std::size_t b, Real least_restitution, Real friction) {
    GroupContact c = contact(a, b, direction(), uniform(static_cast<double>(least_restitution), 1), arm(), arm());
    c.settings.friction = uniform(0, static_cast<double>(friction));
    if (below(2) == 0) two_points(c);
    group.add(c);
  }

  std::mt19937_64 random_{12};
  bool stands_[8] = {};
};

TEST(ImpactGroup, KeepsEnergyWhereAllIsElastic) {
  RandomClusters random;
  int together = 0;
  for (int i = 0; i < 20000; ++i) {
    ImpactGroup group = random.make(1, 0);
    const double before = kinetic(group);
    const std::size_t contacts = group.contacts.size();
    group.solve();
    ASSERT_NEAR(kinetic(group), before, 1e-6 * (before + energy_of_impulses(group))) << i;
    if (group.contacts.size() < contacts) continue;
    ++together;
    for (const GroupContact& c : group.contacts) {
      for (int point = 0; point < c.settings.points; ++point) {
        if (!c.support && c.speeds.now[point] >= 0) continue;
        ASSERT_GE(speed_at(group, c, point), -c.speeds.now[point] - Real(1e-4)) << i;
      }
    }
  }
  EXPECT_GT(together, 15000);
}

TEST(ImpactGroup, NeverRaisesEnergy) {
  RandomClusters random;
  for (int i = 0; i < 20000; ++i) {
    ImpactGroup group = random.make(0, i % 2 == 0 ? Real(0) : Real(2));
    const double before = kinetic(group);
    double lost = 0;
    group.solve();
    ASSERT_LE(kinetic(group), before * (1 + 1e-6)) << i;
    for (const GroupContact& c : group.contacts) lost += static_cast<double>(c.outcome.energy_lost);
    ASSERT_NEAR(before - kinetic(group), lost, 1e-5 * before) << i;
  }
}

TEST(ImpactGroup, KeepsMomentumAmongFreeBodies) {
  RandomClusters random;
  for (int i = 0; i < 5000; ++i) {
    ImpactGroup group = random.make(0, 2);
    const bool on_ground =
        std::any_of(group.contacts.begin(), group.contacts.end(), [](const GroupContact& c) { return c.support; });
    if (on_ground) continue;
    const auto momentum = [&group] {
      V2 sum;
      for (const GroupBody& b : group.bodies) {
        if (b.open.inverse_mass.x > 0) sum += (1 / b.open.inverse_mass.x) * b.now.velocity;
      }
      return sum;
    };
    const V2 before = momentum();
    group.solve();
    ASSERT_LT(length(momentum() - before), Real(1e-4)) << i;
  }
}

// Bodies that turning presses together part as fast as they met. If friction, or their other contacts, would make that
// cost more energy than the blow took, they part more slowly.
TEST(ImpactGroup, WhatHopsGainsNoEnergy) {
  std::mt19937_64 random(1);
  const auto real = [&](double low, double high) {
    return static_cast<Real>(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53);
  };
  const auto away = [&](double most) {
    const Real angle = real(-most, most);
    return V2{std::cos(angle), std::sin(angle)};
  };
  int hops = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    ImpactGroup group;
    const Real light = std::exp(real(0, 6)), spin = real(-200, 200);
    const std::size_t heavy = group.add(1, impact_body(1, real(1, 20), {real(-20, 0), real(-10, 10)}, real(-20, 20))),
                      small =
                          group.add(2, impact_body(light, light * real(20, 200), {real(0, 60), real(-20, 20)}, spin)),
                      wall = group.add(0, firm_body());
    GroupContact blow =
        contact(heavy, small, away(0.5), real(0, 1), {real(-1, 0), real(-1, 1)}, {real(0, 0.2), real(-0.2, 0.2)});
    blow.settings.friction = real(0, 1), blow.settings.spin_hop = real(0, 200);
    group.add(blow);
    if (!(group.contacts.front().speeds.now[0] < 0)) continue;
    GroupContact stand = contact(small, wall, {1, 0}, 0, {real(-0.2, 0), real(-0.2, 0.2)}, {});
    stand.settings.friction = real(0, 1), stand.support = true, stand.rattles = draw % 2 == 0;
    if (draw % 3 != 0) group.add(stand);
    const double before = kinetic(group);
    group.solve();
    hops += group.contacts.front().speeds.restitution[0] > blow.settings.restitution;
    EXPECT_LE(kinetic(group), before * (1 + 1e-5)) << draw;
  }
  EXPECT_GT(hops, 300);
}

}  // namespace
}  // namespace bankshot::testing
