// Impacts with friction in a world, against the law of one point in small steps, and against bounce().

#include <bankshot/response/response.hpp>

#include <cmath>
#include <optional>

#include "impact_oracle.hpp"
#include "world/impact_body.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using bankshot_test::draws;
using bankshot_test::oracle_impact;
using bankshot_test::OracleImpact;
using bankshot_test::OraclePoint;

double wide(Real x) { return static_cast<double>(x); }

/// A body at the moment when it is hit: nothing but the impact changes its velocity.
struct Side {
  Vec2 position, velocity;
  Real spin = 0;
  double inverse_mass = 0, inverse_inertia = 0;
  double rx = 0, ry = 0;  ///< where it is hit, from its centre

  static Side of(const World& world, BodyId body) {
    Side side;
    side.position = world.centre_of_mass(body), side.velocity = world.velocity(body);
    side.spin = world.angular_velocity(body);
    const MassProperties mass = world.mass_properties(body);
    if (mass.mass > 0) side.inverse_mass = 1 / wide(mass.mass);
    if (mass.inertia > 0) side.inverse_inertia = 1 / wide(mass.inertia);
    return side;
  }
  void meet(const Impact& hit) {
    rx = wide(hit.point.x()) - (wide(position.x()) + wide(velocity.x()) * wide(hit.time));
    ry = wide(hit.point.y()) - (wide(position.y()) + wide(velocity.y()) * wide(hit.time));
  }
};

/// The impact as the point sees it: the normal points up, so the tangent points to the left.
OraclePoint seen(const Side& a, const Side& b, double nx, double ny) {
  OraclePoint point;
  point.kn = point.kx = point.kt = point.v = point.u = 0;
  for (const Side* side : {&a, &b}) {
    const double sign = side == &a ? 1 : -1;
    const double n = side->rx * ny - side->ry * nx, t = side->rx * nx + side->ry * ny;
    point.kn += side->inverse_mass + side->inverse_inertia * n * n;
    point.kt += side->inverse_mass + side->inverse_inertia * t * t;
    point.kx += side->inverse_inertia * n * t;
    const double vx = wide(side->velocity.x()), vy = wide(side->velocity.y());
    point.v += sign * (vx * nx + vy * ny + wide(side->spin) * n);
    point.u += sign * (vy * nx - vx * ny + wide(side->spin) * t);
  }
  return point;
}

/// A box that flies at a larger one, which is fixed or up to a million times as heavy, and meets it with one corner.
struct PredictedLaw {
  World world{WorldDef{.sleep = false}};
  BodyId box, target;
  Real e = 0, mu = 0;

  explicit PredictedLaw(Random& random) {
    e = random.one_in(4) ? Real(1) : random.real(0.1, 1);
    mu = random.real(0, 1.5);
    const Material material{.restitution = e, .friction = mu};
    const bool fixed = random.one_in(3);
    Material heavy = material;
    heavy.density = static_cast<Real>(std::pow(10, wide(random.real(-3, 3))));
    target = world.add_body({.type = fixed ? BodyType::fixed : BodyType::dynamic, .position = Vec2(0, -10)}, box_of(20),
                            heavy);
    const Real angle = random.real(0.1, 1.4), height = random.real(0.2, 1);
    const Real reach = std::sqrt(1 + height * height) / 2;
    box = world.add_body({.position = Vec2(random.real(-3, 3), reach + Real(0.02)),
                          .rotation = Rotation::from_angle(angle),
                          .velocity = Vec2(random.real(-10, 10), random.real(-12, -8)),
                          .angular_velocity = random.real(-5, 5)},
                         bankshot::box(1, height), material);
  }
  static Shape box_of(Real size) { return bankshot::box(size, size); }
};

struct Compared {
  double off = 0;         ///< from the oracle, of the speed of approach
  double bounce_off = 0;  ///< likewise, from the result of bounce() for the same bodies
};

/// Both bodies' velocities after their first impact; empty if more than one corner is hit, or if it is so slow that its
/// hop shows.
std::optional<Compared> compare(PredictedLaw& shot) {
  World& world = shot.world;
  Side a, b;
  for (int step = 0; step < 30 && world.impacts().empty(); ++step) {
    a = Side::of(world, shot.box), b = Side::of(world, shot.target);
    world.step(dt);
  }
  if (world.impacts().size() != 1) return {};
  const Impact& hit = world.impacts()[0];
  const bool flat = hit.feature_a.kind == Feature::Kind::edge && hit.feature_b.kind == Feature::Kind::edge;
  if (flat) return {};
  if (hit.body_a != shot.box) std::swap(a, b);
  a.meet(hit), b.meet(hit);
  OraclePoint point = seen(a, b, wide(hit.normal.x()), wide(hit.normal.y()));
  point.e = wide(shot.e), point.mu = wide(shot.mu);
  const OracleImpact law = oracle_impact(point, 4000);
  const double approach = -static_cast<double>(point.v);
  if (!law.done || static_cast<double>(law.v) < 0.01 * approach) return {};
  const Side after_a = Side::of(world, hit.body_a), after_b = Side::of(world, hit.body_b);
  Side now_a = a, now_b = b;
  now_a.velocity = after_a.velocity, now_a.spin = after_a.spin;
  now_b.velocity = after_b.velocity, now_b.spin = after_b.spin;
  const OraclePoint then = seen(now_a, now_b, wide(hit.normal.x()), wide(hit.normal.y()));
  Compared compared;
  const double size = approach + std::fabs(static_cast<double>(point.u));
  compared.off = std::hypot(static_cast<double>(then.v - law.v), static_cast<double>(then.u - law.u)) / size;
  const auto body = [](const Side& s) {
    return ResponseBody{Vec2(static_cast<Real>(-s.rx), static_cast<Real>(-s.ry)), s.velocity, s.spin,
                        static_cast<Real>(s.inverse_mass), static_cast<Real>(s.inverse_inertia)};
  };
  ResponseBody free_a = body(a), free_b = body(b);
  bounce(free_a, free_b, hit.normal, Vec2(0, 0), {shot.e, shot.mu});
  compared.bounce_off =
      std::max({wide((free_a.velocity - after_a.velocity).norm()), wide((free_b.velocity - after_b.velocity).norm()),
                std::fabs(wide(free_a.angular_velocity - after_a.spin)),
                std::fabs(wide(free_b.angular_velocity - after_b.spin))}) /
      size;
  return compared;
}

TEST(ImpactLaw, ACornerLeavesAsItDoesInSmallSteps) {
  Random random(5);
  int compared = 0;
  double worst = 0, bounce_worst = 0;
  const int cases = draws(2000);
  for (int i = 0; i < cases; ++i) {
    PredictedLaw shot(random);
    const std::optional<Compared> result = compare(shot);
    if (!result) continue;
    ++compared;
    worst = std::max(worst, result->off), bounce_worst = std::max(bounce_worst, result->bounce_off);
    ASSERT_LT(result->off, 1e-4) << i;
    ASSERT_LT(result->bounce_off, 1e-4) << i;
  }
  EXPECT_GT(compared, cases * 2 / 3);
  RecordProperty("worst", std::to_string(worst)), RecordProperty("bounce_worst", std::to_string(bounce_worst));
}

// The same numbers through bounce() and through what the timeline calls.
TEST(ImpactLaw, BounceAndTheWorldSayTheSame) {
  Random random(6);
  for (int i = 0; i < 10 * draws(2000); ++i) {
    const auto one = [&random] {
      return impact_body(static_cast<Real>(std::pow(10, wide(random.real(-3, 3)))),
                         static_cast<Real>(std::pow(10, wide(random.real(-3, 3)))),
                         {random.real(-10, 10), random.real(-10, 10)}, random.real(-5, 5));
    };
    detail::ImpactBody a = one(), b = random.one_in(4) ? firm_body() : one();
    const Rotation r = Rotation::from_angle(random.real(-3.14, 3.14));
    a.arm[0] = {random.real(-1, 1), random.real(-1, 1)}, b.arm[0] = {random.real(-1, 1), random.real(-1, 1)};
    detail::ImpactSettings settings;
    settings.normal = {r.c, r.s};
    settings.restitution = random.real(0, 1), settings.friction = random.real(0, 2);
    const auto free = [](const detail::ImpactBody& x) {
      return ResponseBody{Vec2(-x.arm[0].x, -x.arm[0].y), Vec2(x.velocity.x, x.velocity.y), x.angular, x.inverse_mass.x,
                          x.inverse_inertia};
    };
    ResponseBody free_a = free(a), free_b = free(b);
    const BounceResult bounced =
        bounce(free_a, free_b, Vec2(r.c, r.s), Vec2(0, 0), {settings.restitution, settings.friction});
    const Real size = 1 + length(a.velocity - b.velocity) + std::abs(a.angular) + std::abs(b.angular);
    const detail::ImpactOutcome outcome = resolve_impact(a, b, settings);
    const Real most = Real(1e-5) * size;
    // The error of a light body is the rounding of its own speed.
    const Real own_a = Real(1e-6) * (length(a.velocity) + std::abs(a.angular)),
               own_b = Real(1e-6) * (length(b.velocity) + std::abs(b.angular));
    ASSERT_NEAR(outcome.impulse, bounced.impulse, Real(1e-5) * bounced.impulse) << i;
    ASSERT_NEAR(a.velocity.x, free_a.velocity[0], most + own_a) << i;
    ASSERT_NEAR(a.velocity.y, free_a.velocity[1], most + own_a) << i;
    ASSERT_NEAR(a.angular, free_a.angular_velocity, most + own_a) << i;
    ASSERT_NEAR(b.velocity.x, free_b.velocity[0], most + own_b) << i;
    ASSERT_NEAR(b.angular, free_b.angular_velocity, most + own_b) << i;
  }
}

// A crate that lands flat slides on: both corners rub, and neither trips it. v / r is 20 rad/s.
TEST_F(WorldTest, ACrateThatLandsFlatSlidesOnWithoutSpin) {
  for (const Real mu : {Real(0.1), Real(0.3), Real(0.5)}) {
    world = World(WorldDef{.gravity = Vec2(0, 0)});
    const Material material{.restitution = 0, .friction = mu};
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2), material);
    const BodyId crate =
        world.add_body({.position = Vec2(0, Real(0.35)), .velocity = Vec2(10, -10)}, box(1, Real(0.5)), material);
    for (int i = 0; i < 10 && world.impacts().empty(); ++i) world.step(dt);
    ASSERT_EQ(world.impacts().size(), 1u);
    EXPECT_NEAR(wide(world.velocity(crate).x()), 10 - 10 * wide(mu), 1e-3);
    EXPECT_NEAR(wide(world.velocity(crate).y()), 0, 1e-2);
    EXPECT_LT(std::fabs(wide(world.angular_velocity(crate))), 0.02) << mu;
  }
}

/// A crate of one box, or of two side by side, that lands flat on a floor of one box or of two.
class FlatLanding {
 public:
  explicit FlatLanding(std::uint64_t seed) {
    Random random(seed);
    const double turn = random.real(-3.14, 3.14), width = 0.1 * std::pow(50, wide(random.real(0, 1)));
    const double height = width * std::pow(20, wide(random.real(-1, 0))), most = std::min(1.0, 0.9 * width / height);
    const bool of_two = random.one_in(2), on_two = random.one_in(3);
    // Two long boxes that are turned are not flush: where they meet, 100 m from their centres, rounding leaves a stair.
    const double length = on_two || random.one_in(2) ? 10 + 5 * width : 200;
    const Rotation rotation = Rotation::from_angle(static_cast<Real>(turn));
    const auto place = [&](double x, double y) {
      return Vec2(static_cast<Real>(x * std::cos(turn) - y * std::sin(turn)),
                  static_cast<Real>(x * std::sin(turn) + y * std::cos(turn)));
    };
    const Material material{.restitution = random.real(0, 1), .friction = random.real(0, most)};
    for (int i = 0; i < (on_two ? 2 : 1); ++i) {
      const double x = on_two ? (i - 0.5) * length : 0;
      world_.add_body({.type = BodyType::fixed, .position = place(x, -0.5), .rotation = rotation},
                      box(static_cast<Real>(length), 1), material);
    }
    const Real w = static_cast<Real>(width), h = static_cast<Real>(height);
    const Vec2 left[] = {Vec2(-w / 2, -h / 2), Vec2(0, -h / 2), Vec2(0, h / 2), Vec2(-w / 2, h / 2)};
    const Vec2 right[] = {Vec2(0, -h / 2), Vec2(w / 2, -h / 2), Vec2(w / 2, h / 2), Vec2(0, h / 2)};
    const Shape halves[] = {polygon(left), polygon(right)};
    const double down = wide(random.real(1, 20)), across = wide(random.real(-20, 20));
    crate_ = world_.add_body(
        {.position = place(wide(random.real(-0.3, 0.3)) * width - across * 0.01, height / 2 + down * 0.01),
         .rotation = rotation,
         .velocity = place(across, -down)},
        of_two ? compound(halves) : box(w, h), material);
    speed_ = std::hypot(down, across), reach_ = std::hypot(width, height) / 2;
  }
  /// The error in speeds of the corners, as a share of the speed of approach.
  double spin() {
    world_.step(dt);
    EXPECT_FALSE(world_.impacts().empty());
    return std::fabs(wide(world_.angular_velocity(crate_))) * reach_ / speed_;
  }

 private:
  World world_{WorldDef{}};
  BodyId crate_;
  double speed_ = 0, reach_ = 0;
};

// Turned faces are flat up to rounding; a face of two parts is one face, and so is a floor of two bodies.
TEST(ImpactLaw, WhatLandsFlatLeavesWithoutSpinHoweverManyPartsItHas) {
  for (int seed = 0; seed < draws(2000); ++seed) {
    EXPECT_LT(FlatLanding(static_cast<std::uint64_t>(seed)).spin(), 1e-3) << seed;
  }
}

}  // namespace
}  // namespace bankshot::testing
