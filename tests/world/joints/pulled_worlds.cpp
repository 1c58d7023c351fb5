// Target joints and motor joints: what they do, judged by closed forms, by an equation of motion that is solved here in
// small steps, and by what no pull may do: be stronger than its bound, or hide energy.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <cmath>
#include <complex>
#include <numbers>

namespace bankshot::testing {
namespace {

/// What rounding of the state does to what is found from it, as a share.
constexpr double pull_rounding = sizeof(Real) == 4 ? 2e-5 : 1e-9;
using Complex = std::complex<double>;

double number(Real x) { return static_cast<double>(x); }
Complex number(const Vec2& v) { return {number(v.x()), number(v.y())}; }

/// A body that gravity acts on, and one pull towards (0, 0).
struct Pulled {
  double mass = 1, hertz = 1, damping = 0, strongest = 1;
  Complex gravity, place, velocity;

  Complex acceleration(Complex at, Complex moves) const {
    const double swing = 2 * std::numbers::pi * hertz;
    Complex force = -mass * swing * (swing * at + 2 * damping * moves);
    if (std::abs(force) > strongest) force *= strongest / std::abs(force);
    return gravity + force / mass;
  }
  /// Runge and Kutta, order 4. The bound makes the force bend, so the steps are small.
  void run(double time) {
    const int steps = static_cast<int>(time * 20000);
    const double h = time / steps;
    for (int i = 0; i < steps; ++i) {
      const Complex a1 = acceleration(place, velocity), v2 = velocity + h / 2 * a1;
      const Complex a2 = acceleration(place + h / 2 * velocity, v2), v3 = velocity + h / 2 * a2;
      const Complex a3 = acceleration(place + h / 2 * v2, v3), v4 = velocity + h * a3;
      const Complex a4 = acceleration(place + h * v3, v4);
      place += h / 6 * (velocity + 2.0 * v2 + 2.0 * v3 + v4);
      velocity += h / 6 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
  }
};

/// How far a body ends from where its equation takes it in a second, at so many steps a second.
double way_error(const Pulled& pulled, bool motor, int rate) {
  World world({.gravity = Vec2(static_cast<Real>(pulled.gravity.real()), static_cast<Real>(pulled.gravity.imag())),
               .sleep = false});
  const BodyId ground = world.add_body({.type = BodyType::fixed, .position = Vec2(3, -1)});
  const Vec2 place(static_cast<Real>(pulled.place.real()), static_cast<Real>(pulled.place.imag()));
  const Vec2 velocity(static_cast<Real>(pulled.velocity.real()), static_cast<Real>(pulled.velocity.imag()));
  const BodyId body = world.add_body({.position = place, .velocity = velocity});
  world.set_mass_properties(body, {.mass = static_cast<Real>(pulled.mass), .inertia = 1});
  const JointSpring spring{.hertz = static_cast<Real>(pulled.hertz),
                           .damping_ratio = static_cast<Real>(pulled.damping)};
  const Real strongest = static_cast<Real>(pulled.strongest);
  JointId joint;
  if (motor) {
    joint = world.add_joint(MotorDef{
        .body_a = ground, .body_b = body, .local_anchor_a = Vec2(-3, 1), .linear = spring, .largest_force = strongest});
  } else {
    joint = world.add_joint(TargetDef{.body_a = ground, .body_b = body, .spring = spring, .largest_force = strongest});
    world.set_target(joint, Vec2(0, 0));
  }
  for (int i = 0; i < rate; ++i) {
    world.step(1 / static_cast<Real>(rate));
    EXPECT_LE(std::abs(number(world.joint(joint).force)), pulled.strongest * (1 + pull_rounding));
  }
  Pulled truth = pulled;
  truth.run(1);
  return std::abs(number(world.position(body)) - truth.place);
}

TEST(PulledWorld, ABodyMovesAsASpringWithABoundMovesIt) {
  Random random(31);
  double at_60 = 0, at_480 = 0;
  int at_bound = 0;
  for (int n = 0; n < bankshot_test::effort(64); ++n) {
    Pulled pulled;
    pulled.mass = number(random.power_of_ten(-1, 2)), pulled.hertz = number(random.real(0.3, 2));
    pulled.damping = number(random.real(0, 1.5));
    const auto any = [&](double most) { return number(random.vec2(most)); };
    pulled.gravity = any(5), pulled.place = any(3), pulled.velocity = any(3);
    const double swing = 2 * std::numbers::pi * pulled.hertz;
    const double asked = pulled.mass * swing * std::abs(swing * pulled.place + 2 * pulled.damping * pulled.velocity);
    pulled.strongest = number(static_cast<Real>(asked * number(random.power_of_ten(-1, 0.3))));
    at_bound += pulled.strongest < asked ? 1 : 0;
    const double size = std::abs(pulled.place) + std::abs(pulled.velocity) / swing;
    at_60 = std::max(at_60, way_error(pulled, n % 2 == 0, 60) / size);
    at_480 = std::max(at_480, way_error(pulled, n % 2 == 0, 480) / size);
  }
  EXPECT_GT(at_bound, bankshot_test::effort(64) / 2);
  EXPECT_LT(at_60, 0.02);
  EXPECT_LT(at_480, 0.02 / 8);
}

TEST(PulledWorld, AWeightSagsAsItsSpringSaysOrFallsWithWhatIsLeft) {
  Random random(32);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    const Real g = random.real(1, 20), mass = random.power_of_ten(-2, 2), hertz = random.real(1, 10);
    World world({.gravity = Vec2(0, -g), .sleep = false});
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    const BodyId body = world.add_body({.position = random.vec2(3)});
    world.set_mass_properties(body, {.mass = mass, .inertia = mass});
    const Complex from = number(world.position(body));
    const JointId joint = world.add_joint(TargetDef{.body_a = ground,
                                                    .body_b = body,
                                                    .anchor = world.position(body),
                                                    .spring = {.hertz = hertz, .damping_ratio = 1},
                                                    .largest_force = mass * g * Real(1.5)});
    for (int i = 0; i < 300; ++i) world.step(dt);
    const double swing = 2 * std::numbers::pi * number(hertz), sag = number(g) / (swing * swing);
    EXPECT_NEAR(number(world.position(body)).imag(), from.imag() - sag, 10 * pull_rounding * (sag + 3)) << n;
    EXPECT_NEAR(number(world.joint(joint).force.y()), number(mass * g), 100 * pull_rounding * number(mass * g)) << n;
    EXPECT_EQ(world.joint(joint).stored_energy, 0);
    const double share = number(random.real(0, 0.9));
    world.set_strength(joint, static_cast<Real>(share * number(mass * g)), 0);
    const double before = number(world.velocity(body)).imag();
    for (int i = 0; i < 60; ++i) world.step(dt);
    const double gained = number(world.velocity(body)).imag() - before;
    EXPECT_NEAR(gained, -number(g) * (1 - share), 100 * pull_rounding * number(g)) << n;
  }
}

TEST(PulledWorld, AMotorJointTurnsABodyAsFarAsItsTorqueGoes) {
  Random random(33);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world({.gravity = Vec2(0, -10), .sleep = false});
    const BodyId ground =
        world.add_body({.type = BodyType::fixed, .rotation = Rotation::from_angle(random.real(-3, 3))});
    const BodyId body = world.add_body({.position = Vec2(1, 2), .rotation = Rotation::from_angle(random.real(-3, 3))});
    const Real inertia = random.power_of_ten(-1, 1), torque = random.power_of_ten(-2, -1) * inertia;
    world.set_mass_properties(body, {.mass = 1, .inertia = inertia});
    const JointId joint =
        world.add_joint(MotorDef{.body_a = ground, .body_b = body, .anchor = Vec2(1, 2), .largest_torque = torque});
    EXPECT_EQ(world.joint(joint).largest_torque, torque);
    const Real to = random.real(-3, 3), start = world.joint(joint).angle;
    world.set_target_angle(joint, to);
    const double turn = std::remainder(number(to) - number(start), 2 * std::numbers::pi);
    if (std::fabs(turn) < 0.5 || std::fabs(turn) > 3.1) continue;
    for (int i = 0; i < 30; ++i) world.step(dt);
    const double asked = std::copysign(number(torque / inertia), turn) / 2;
    EXPECT_NEAR(number(world.angular_velocity(body)), asked, 100 * pull_rounding * std::fabs(asked)) << n;
    EXPECT_NEAR(number(world.joint(joint).torque), 2 * asked * number(inertia), 100 * pull_rounding * number(torque))
        << n;
    world.set_strength(joint, unbounded, unbounded);
    for (int i = 0; i < 120; ++i) world.step(dt);
    EXPECT_NEAR(std::remainder(number(world.joint(joint).angle - to), 2 * std::numbers::pi), 0, 10 * pull_rounding)
        << n;
  }
}

/// However far it still was from where it was to turn before.
TEST(PulledWorld, AMotorJointTurnsTheShortWay) {
  Random random(36);
  World world({.gravity = Vec2(0, 0), .sleep = false});
  const BodyId ground = world.add_body({.type = BodyType::fixed});
  const BodyId body = world.add_body({}, box(1, 2));
  const JointId joint =
      world.add_joint(MotorDef{.body_a = ground, .body_b = body, .angular = {.hertz = 1, .damping_ratio = 1}});
  int turns = 0;
  for (int n = 0; n < 60; ++n) {
    world.set_target_angle(joint, random.real(-3.1, 3.1));
    world.step(dt);
    const Real to = random.real(-3.1, 3.1), from = world.joint(joint).angle;
    const double shortest = std::remainder(number(to) - number(from), 2 * std::numbers::pi);
    world.set_target_angle(joint, to);
    double turned = 0;
    for (int i = 0; i < 240; ++i) {
      const Real before = world.joint(joint).angle;
      world.step(dt);
      turned += std::remainder(number(world.joint(joint).angle) - number(before), 2 * std::numbers::pi);
    }
    if (std::fabs(shortest) > 2.8) continue;  // it swings on, perhaps beyond the opposite side
    EXPECT_NEAR(turned, shortest, 1e-3) << n << ": from " << from << " to " << to;
    ++turns;
  }
  EXPECT_GT(turns, 40);
}

/// What pulls is a body of its own: the momenta of both stay.
TEST(PulledWorld, TwoBodiesKeepTheirMomenta) {
  Random random(34);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world({.gravity = Vec2(0, 0), .sleep = false, .energy_ledger = true});
    BodyId body[2];
    double mass[2], inertia[2];
    for (int i = 0; i < 2; ++i) {
      BodyDef def{.position = random.vec2(2)};
      def.rotation = Rotation::from_angle(random.real(-3, 3));
      def.velocity = random.vec2(2), def.angular_velocity = random.real(-3, 3);
      body[i] = world.add_body(def);
      mass[i] = number(random.power_of_ten(-1, 1)), inertia[i] = mass[i] * number(random.real(0.1, 1));
      world.set_mass_properties(body[i],
                                {.mass = static_cast<Real>(mass[i]), .inertia = static_cast<Real>(inertia[i])});
    }
    world.add_joint(MotorDef{.body_a = body[0],
                             .body_b = body[1],
                             .local_anchor_a = random.vec2(1),
                             .local_anchor_b = random.vec2(1),
                             .angle = random.real(-1, 1),
                             .linear = {.hertz = random.power_of_ten(-1, 1), .damping_ratio = random.real(0, 2)},
                             .angular = {.hertz = random.power_of_ten(-1, 1), .damping_ratio = random.real(0, 2)},
                             .largest_force = random.power_of_ten(-1, 2),
                             .largest_torque = random.power_of_ten(-1, 2)});
    const auto momenta = [&](double& size) {
      Complex linear;
      double turning = 0;
      for (int i = 0; i < 2; ++i) {
        const Complex v = number(world.velocity(body[i])), at = number(world.position(body[i]));
        linear += mass[i] * v;
        turning += mass[i] * (std::conj(at) * v).imag() + inertia[i] * number(world.angular_velocity(body[i]));
        size += mass[i] * std::abs(v) * (1 + std::abs(at)) +
                inertia[i] * std::fabs(number(world.angular_velocity(body[i])));
      }
      return std::pair(linear, turning);
    };
    double size = 0;
    const auto before = momenta(size);
    EnergyLedger ledger;
    const double energy = world.energy().total();
    for (int i = 0; i < 120; ++i) {
      world.step(dt);
      i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
    }
    const auto after = momenta(size);
    EXPECT_LT(std::abs(after.first - before.first), 10 * pull_rounding * size) << n;
    EXPECT_LT(std::fabs(after.second - before.second), 10 * pull_rounding * size) << n;
    EXPECT_NEAR(world.energy().total() - energy, ledger.motors, 100 * pull_rounding * (energy + ledger.passed())) << n;
    EXPECT_LT(std::fabs(ledger.error()), pull_rounding * (energy + ledger.passed())) << n;
  }
}

}  // namespace
}  // namespace bankshot::testing
