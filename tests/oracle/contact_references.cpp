// Tests the references of the families of laws (oracle/contact), each against a closed form or against a computation of
// another kind.

#include <gtest/gtest.h>

#include <numbers>

#include "oracle/contact/convex_gap.hpp"
#include "oracle/contact/polygon_slide.hpp"
#include "oracle/contact/stronge.hpp"
#include "oracle/kit/random.hpp"

namespace {

using namespace bankshot_oracle::contact;
using bankshot_oracle::Random;

struct Prediction {
  Compliance k;
  long double v = -1, u = 0, e = 0, mu = 0;
};

/// A body of mass 1 that touches with one of its points, anywhere.
Prediction random_shot(std::uint64_t index) {
  Random random(7, index, 71);
  Prediction shot;
  const double inertia = random.between(0.05, 0.5);
  const double arm_n = random.between(-1, 0.2), arm_t = random.between(-1, 1);
  shot.k = compliance(1, 1 / static_cast<long double>(inertia), arm_n, arm_t);
  shot.v = -random.between(0.5, 10);
  shot.u = random.between(-10, 10);
  shot.e = random.unit();
  shot.mu = random.unit();
  return shot;
}

Blow blow_of(const Prediction& shot) { return blow(shot.k, shot.v, shot.u, shot.e, shot.mu); }

// From the laws of motion of a plate: v' = j / m, w' = r x j / I, and a point at r moves by w turned left times r.
TEST(Stronge, ComplianceIsWhatAnImpulseDoesToThePoint) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random(7, i, 70);
    const double turn = random.between(-3, 3), mass = random.between(0.1, 5), inertia = random.between(0.1, 5);
    const double x = random.between(-2, 2), y = random.between(-2, 2);
    const V n(std::cos(turn), std::sin(turn)), t = left_of(n), arm(x, y);
    const auto moved = [&](const V& impulse) {
      return V(impulse / mass + cross(arm, impulse) / inertia * left_of(arm));
    };
    const Compliance k = compliance(1 / mass, 1 / inertia, arm.dot(n), arm.dot(t));
    EXPECT_NEAR(static_cast<double>(k.nn), n.dot(moved(n)), 1e-12);
    EXPECT_NEAR(static_cast<double>(k.nt), t.dot(moved(n)), 1e-12);
    EXPECT_NEAR(static_cast<double>(k.nt), n.dot(moved(t)), 1e-12);
    EXPECT_NEAR(static_cast<double>(k.tt), t.dot(moved(t)), 1e-12);
  }
}

// If normal and tangent do not mix, Newton's, Poisson's and Stronge's laws agree.
TEST(Stronge, CentralHitsInClosedForm) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Prediction shot = random_shot(i);
    shot.k.nt = 0;
    const Blow after = blow_of(shot);
    EXPECT_NEAR(static_cast<double>(after.v), static_cast<double>(-shot.e * shot.v), 1e-15);
    const long double normal = -(1 + shot.e) * shot.v / shot.k.nn, most = shot.mu * normal * shot.k.tt;
    const long double left = std::fabs(shot.u) > most ? shot.u - std::copysign(most, shot.u) : 0;
    EXPECT_NEAR(static_cast<double>(after.u), static_cast<double>(left), 1e-14);
    EXPECT_NEAR(static_cast<double>(after.normal), static_cast<double>(normal), 1e-14);
  }
}

// One slide that never stops: rates are constant, and the work of compression is v^2 / 2 over the rate.
TEST(Stronge, WithoutFrictionEnergyAndNewtonAgree) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Prediction shot = random_shot(i);
    shot.mu = 0;
    EXPECT_NEAR(static_cast<double>(blow_of(shot).v), static_cast<double>(-shot.e * shot.v), 1e-14);
  }
}

TEST(Stronge, BooksCloseAndTheConeHolds) {
  int jams = 0, sticks = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Prediction shot = random_shot(i);
    shot.mu *= 2;
    const Blow after = blow_of(shot);
    ASSERT_TRUE(after.ended) << i;
    EXPECT_GE(after.v, 0) << i;
    EXPECT_LE(std::fabs(after.friction), shot.mu * after.normal * (1 + 1e-15L)) << i;
    EXPECT_NEAR(static_cast<double>(after.gave), static_cast<double>(shot.e * shot.e * after.compressed),
                1e-13 * static_cast<double>(after.compressed))
        << i;
    // Effect of the impulses on the speeds, and on the energy: half of (before + after) times the impulse.
    const long double v = shot.v + shot.k.nn * after.normal + shot.k.nt * after.friction;
    const long double u = shot.u + shot.k.nt * after.normal + shot.k.tt * after.friction;
    EXPECT_NEAR(static_cast<double>(v - after.v), 0, 1e-13) << i;
    EXPECT_NEAR(static_cast<double>(u - after.u), 0, 1e-13) << i;
    const long double gained = ((shot.v + v) * after.normal + (shot.u + u) * after.friction) / 2;
    EXPECT_LE(gained, 1e-13L) << i;
    const long double sliding = shot.k.nn - std::copysign(shot.mu, shot.u) * shot.k.nt;
    jams += sliding <= 0 ? 1 : 0;
    sticks += after.u == 0 ? 1 : 0;
  }
  EXPECT_GT(jams, 100);
  EXPECT_GT(sticks, 1000);
}

/// A stiff spring between the two, with dry friction. It unloads along a line that gives back e^2 of its work. The
/// simulation takes steps of time, and knows no impulses or phases in advance.
Blow spring(const Prediction& shot) {
  constexpr double stiffness = 1e6;
  double v = static_cast<double>(shot.v), u = static_cast<double>(shot.u), depth = 0, deepest = 0;
  const double nn = double(shot.k.nn), nt = double(shot.k.nt), tt = double(shot.k.tt), mu = double(shot.mu);
  const double ratio = std::max(double(shot.e * shot.e), 1e-4), dt = 2e-4 / std::sqrt(stiffness * (nn + tt));
  for (long i = 0; i < 20'000'000; ++i) {
    depth -= dt * v;
    deepest = std::max(deepest, depth);
    const double force = std::min(stiffness * depth, stiffness * (deepest - (deepest - depth) / ratio));
    if (force <= 0 && v > 0) break;
    const double normal = force * dt;
    double rub = -(u + nt * normal) / tt;  // the friction that stops it
    rub = std::clamp(rub, -mu * normal, mu * normal);
    v += nn * normal + nt * rub;
    u += nt * normal + tt * rub;
  }
  Blow after;
  after.v = v;
  after.u = u;
  return after;
}

TEST(Stronge, IsWhatStiffSpringsDo) {
  for (std::uint64_t i = 0; i < 60; ++i) {
    Prediction shot = random_shot(i);
    shot.e = std::max(shot.e, 0.2L);
    const Blow after = blow_of(shot), springs = spring(shot);
    const double scale = static_cast<double>(std::fabs(shot.v) + std::fabs(shot.u));
    EXPECT_NEAR(static_cast<double>(after.v), static_cast<double>(springs.v), 2e-3 * scale) << i;
    EXPECT_NEAR(static_cast<double>(after.u), static_cast<double>(springs.u), 2e-3 * scale) << i;
  }
}

const Outline square{{V(-1, -1), V(1, -1), V(1, 1), V(-1, 1)}, 0};

TEST(ConvexGap, KnownDistancesAndDepths) {
  EXPECT_NEAR(gap(square, placed(square, V(3, 0.3), 0)), 1, 1e-15);
  EXPECT_NEAR(gap(square, placed(square, V(5, 6), 0)), 5, 1e-15);
  EXPECT_NEAR(gap(square, placed(square, V(1.7, 0.3), 0)), -0.3, 1e-15);
  EXPECT_NEAR(gap(square, square), -2, 1e-15);
  const double corner = std::sqrt(2.0);
  EXPECT_NEAR(gap(square, placed(square, V(3, 0), std::numbers::pi / 4)), 2 - corner, 1e-15);
  const Outline disc{{V(0, 0)}, 0.5}, rod{{V(-1, 0), V(1, 0)}, 0.25};
  EXPECT_NEAR(gap(disc, placed(disc, V(3, 4), 1)), 4, 1e-15);
  EXPECT_NEAR(gap(disc, placed(square, V(0.2, 0), 0)), -1.3, 1e-15);
  EXPECT_NEAR(gap(rod, placed(disc, V(4, 4), 0)), 5 - 0.75, 1e-15);
  EXPECT_NEAR(gap(rod, placed(rod, V(0, 3), std::numbers::pi / 2)), 2 - 0.5, 1e-15);
  EXPECT_NEAR(gap(rod, placed(square, V(0, 1.5), 0)), 0.25, 1e-15);
  EXPECT_NEAR(gap(rod, placed(disc, V(4, 0), 0)), 3 - 0.75, 1e-15);  // in one line
  EXPECT_NEAR(gap(rod, placed(rod, V(4, 0), 0)), 2 - 0.5, 1e-15);
  EXPECT_NEAR(gap(rod, placed(rod, V(0.25, 0), std::numbers::pi / 2)), -0.75 - 0.5, 1e-15);
  EXPECT_NEAR(smallest_extent(rod), 0.5, 1e-15);
  EXPECT_NEAR(smallest_extent(placed(square, V(7, 8), 0.4)), 2, 1e-14);
  EXPECT_NEAR(least_along(placed(disc, V(3, 4), 0), V(0, 1)), 3.5, 1e-15);
}

// Two outlines moved apart along the line of the gap are apart by that much more; the order does not matter.
TEST(ConvexGap, GrowsAsTheyMoveApart) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Random random(3, i, 72);
    const double x = random.between(-5, 5), y = random.between(-5, 5), turn = random.between(-3, 3);
    const Outline other = placed(square, V(x, y), turn);
    const double between = gap(square, other);
    EXPECT_NEAR(gap(other, square), between, 1e-14);
    if (between <= 0) continue;
    const Nearest near = nearest(square.corners, other.corners);
    const V away = (near.on_b - near.on_a).normalized();
    EXPECT_NEAR(gap(square, placed(square, V(x, y) + 0.7 * away, turn)), between + 0.7, 1e-13);
  }
}

/// The same in steps of time, from the geometry of the sides alone: the centre may not be farther out than a side
/// allows, and then loses the velocity component outwards.
double stepped_energy(int corners, double radius, double disc, const V& start, double gravity, double seconds) {
  const double out = radius * std::cos(std::numbers::pi / corners) - disc, dt = 2e-5;
  V place = start, velocity = V::Zero();
  for (double time = 0; time < seconds; time += dt) {
    velocity.y() -= gravity * dt;
    for (int pass = 0; pass < 4; ++pass) {
      for (int side = 0; side < corners; ++side) {
        const double angle = 2 * std::numbers::pi * side / corners;
        const V normal(std::sin(angle), -std::cos(angle));
        if (normal.dot(place) < out) continue;
        place -= (normal.dot(place) - out) * normal;
        velocity -= std::max(0.0, normal.dot(velocity)) * normal;
      }
    }
    place += dt * velocity;
  }
  return velocity.squaredNorm() / 2 + gravity * (place.y() + out);
}

TEST(PolygonSlide, IsWhatSmallStepsDo) {
  for (const int corners : {6, 9, 16, 31}) {
    PolygonSlide slide(corners, 2, 0.3, 10);
    const V start = slide.on_the_way(V(std::sin(1.1), -std::cos(1.1)));
    slide.let_go(start);
    const double whole = slide.energy();
    for (const double seconds : {0.7, 1.9}) {
      PolygonSlide once = slide;
      once.run(seconds);
      const double stepped = stepped_energy(corners, 2, 0.3, start, 10, seconds);
      EXPECT_NEAR(once.energy() / whole, stepped / whole, 3e-3) << corners << " corners, " << seconds << " s";
      PolygonSlide twice = slide;
      twice.run(0.4 * seconds);
      twice.run(0.6 * seconds);
      EXPECT_NEAR(once.energy(), twice.energy(), 1e-9 * whole);
    }
  }
}

// At a corner the next side takes the sine of the turn.
TEST(PolygonSlide, LosesAtCornersOnly) {
  PolygonSlide slide(8, 1, 0.1, 10);
  slide.let_go(slide.on_the_way(V(std::sin(0.5), -std::cos(0.5))));
  const double whole = slide.energy(), lowest = 0;
  double last = whole;
  int losses = 0;
  for (int i = 0; i < 2000 && losses < 3; ++i) {
    slide.run(0.001);
    const double now = slide.energy();
    EXPECT_LE(now, last * (1 + 1e-12));
    if (now < last * (1 - 1e-9)) ++losses;
    last = now;
  }
  EXPECT_EQ(losses, 3);
  EXPECT_GT(last, lowest);
}

}  // namespace
