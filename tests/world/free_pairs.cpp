// Two bodies alone in space that meet without restitution, slide and turn on one another: no body outside can change
// their common motion, whether impacts or the solver handle the pair.

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "effort.hpp"
#include "random.hpp"
#include "random_shapes.hpp"
#include "world_fixture.hpp"

namespace bankshot::testing {
namespace {

struct Vec {
  double x = 0, y = 0;
};
double cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }

/// A bar and a body for it to hit, described in double.
class FreePair {
 public:
  explicit FreePair(std::uint64_t seed) : random_(seed) {
    const Real friction = random_.one_in(2) ? random_.real(0, 1) : Real(0);
    const Real width = random_.real(0.1, 1), share = random_.real(0.03, 1);
    add(box(width, share * width), width * width * share, (1 + share * share) * width * width / 12, friction, true);
    if (random_.one_in(2)) {
      const Real radius = random_.real(0.05, 0.5);
      add(circle(radius), Real(3.14159265358979) * radius * radius, radius * radius / 2, friction, false);
    } else {
      const Real length = random_.real(0.1, 1);
      add(box(length, length / 4), length * length / 4, Real(17.0 / 16) * length * length / 12, friction, false);
    }
  }

  World world{WorldDef{.gravity = Vec2(0, 0), .energy_ledger = true}};

  double energy() const {
    double sum = 0;
    for (int i = 0; i < 2; ++i) sum += mass_[i] * (square(velocity(i)) + gyration_[i] * spin(i) * spin(i)) / 2;
    return sum;
  }
  Vec centre() const {
    const Vec a = place(0), b = place(1);
    const double whole = mass_[0] + mass_[1];
    return {(mass_[0] * a.x + mass_[1] * b.x) / whole, (mass_[0] * a.y + mass_[1] * b.y) / whole};
  }
  Vec drift() const {
    const Vec a = velocity(0), b = velocity(1);
    const double whole = mass_[0] + mass_[1];
    return {(mass_[0] * a.x + mass_[1] * b.x) / whole, (mass_[0] * a.y + mass_[1] * b.y) / whole};
  }
  /// Angular momentum about the centre of mass.
  double turning() const {
    const Vec a = place(0), b = place(1), u = velocity(0), v = velocity(1);
    const double together = mass_[0] * mass_[1] / (mass_[0] + mass_[1]);
    return together * cross({a.x - b.x, a.y - b.y}, {u.x - v.x, u.y - v.y}) + mass_[0] * gyration_[0] * spin(0) +
           mass_[1] * gyration_[1] * spin(1);
  }
  /// The scale of the angular momentum.
  double amount() const {
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
      sum += mass_[i] * (std::sqrt(square(velocity(i))) + std::sqrt(gyration_[i]) * std::abs(spin(i)));
    }
    return sum;
  }

 private:
  static double square(Vec v) { return v.x * v.x + v.y * v.y; }
  Vec place(int i) const { return {double(world.position(body_[i]).x()), double(world.position(body_[i]).y())}; }
  Vec velocity(int i) const { return {double(world.velocity(body_[i]).x()), double(world.velocity(body_[i]).y())}; }
  double spin(int i) const { return double(world.angular_velocity(body_[i])); }

  /// `gyration`: its square.
  void add(const Shape& shape, Real mass, Real gyration, Real friction, bool left) {
    BodyDef def;
    def.position = left ? Vec2(-1, 0) : Vec2(0, random_.real(-0.4, 0.4));
    def.rotation = Rotation::from_angle(random_.real(-3, 3));
    if (left) def.velocity = Vec2(random_.real(1, 40), 0);
    def.angular_velocity = random_.real(-80, 80);
    const int i = left ? 0 : 1;
    body_[i] = world.add_body(def, shape, {.restitution = 0, .friction = friction});
    mass_[i] = double(mass), gyration_[i] = double(gyration);
  }

  Random random_;
  BodyId body_[2];
  double mass_[2] = {}, gyration_[2] = {};
};

// A corner that slides along the surface that it turns towards meets it again at once, ever more slowly, without end.
TEST(FreePairs, NeverComeToTheLimitOfImpacts) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    FreePair pair(seed);
    for (int i = 0; i < 60; ++i) ASSERT_EQ(pair.world.step(dt), StepStatus::ok) << seed << ", step " << i;
  }
}

// Their centre of mass is led aside by no more than a ten-thousandth of its path.
TEST(FreePairs, FlyOnTogether) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    FreePair pair(seed);
    const Vec centre = pair.centre(), drift = pair.drift();
    for (int i = 0; i < 60; ++i) pair.world.step(dt);
    const double time = 60 * double(dt), speed = std::hypot(drift.x, drift.y);
    EXPECT_NEAR(pair.centre().x, centre.x + time * drift.x, 1e-4 * (1 + time * speed)) << seed;
    EXPECT_NEAR(pair.centre().y, centre.y + time * drift.y, 1e-4 * (1 + time * speed)) << seed;
  }
}

// Nor is it led aside by more than rounding in any step, whether the solver or the timeline has the pair.
TEST(FreePairs, NeverMoveTheirCentre) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(2000u); ++seed) {
    FreePair pair(seed);
    const Vec centre = pair.centre(), drift = pair.drift();
    const double speed = std::hypot(drift.x, drift.y);
    for (int i = 1; i <= 60; ++i) {
      pair.world.step(dt);
      const double time = i * double(dt);
      const Vec lag{pair.centre().x - centre.x - time * drift.x, pair.centre().y - centre.y - time * drift.y};
      ASSERT_LE(std::hypot(lag.x, lag.y), 4e-6 * (1 + speed)) << seed << ", step " << i;
    }
  }
}

// All but one in a hundred: these come together so fast that the solver's paths are taken back.
TEST(FreePairs, TurnOnTogether) {
  int off = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    FreePair pair(seed);
    const double turning = pair.turning(), amount = pair.amount();
    for (int i = 0; i < 60; ++i) pair.world.step(dt);
    EXPECT_NEAR(pair.turning(), turning, 1e-3 * amount) << seed;
    off += std::abs(pair.turning() - turning) > 2e-5 * amount ? 1 : 0;
  }
  EXPECT_LE(off, 4);
}

TEST(FreePairs, GainNoEnergyAndTheirBooksClose) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    FreePair pair(seed);
    const double start = pair.energy();
    for (int i = 0; i < 60; ++i) {
      const double before = pair.energy();
      pair.world.step(dt);
      ASSERT_LE(pair.energy(), before + 2e-5 * start) << seed << ", step " << i;
      ASSERT_NEAR(pair.world.energy_ledger().error(), 0, 2e-6 * start) << seed << ", step " << i;
    }
  }
}

// For bodies that lie on one another in space, rounding can add up over hundreds of steps, always to one side.
TEST(FreePairs, KeepTheirMomentumHoweverLongTheyLieOnOneAnother) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(100u); ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, 0), .sleep = false});
    const Material rough{.restitution = 0, .friction = random.real(0, 1)};
    const Real width = random.real(0.5, 2), height = width * random.real(0.2, 1), radius = random.real(0.05, 0.5);
    const Vec2 drift = random.vec2(1), place(width * random.real(-0.3, 0.3), height / 2 + radius * Real(1.01));
    world.add_body({.velocity = drift}, box(width, height), rough);
    world.add_body({.position = place, .velocity = drift - Vec2(0, random.real(0.05, 0.2))}, circle(radius), rough);
    double amount = 0;
    const auto momentum = [&world, &amount] {
      Eigen::Vector2d sum(0, 0);
      amount = 0;
      for (const BodyId body : world.bodies()) {
        const Eigen::Vector2d own = double(world.mass_properties(body).mass) * world.velocity(body).cast<double>();
        sum += own, amount += own.norm();
      }
      return sum;
    };
    const Eigen::Vector2d before = momentum();
    for (int k = 0; k < 600; ++k) world.step(dt);
    EXPECT_LE((momentum() - before).norm(), 2e-6 * amount) << seed;
  }
}

// Two bodies that turning presses together sink in within a step, and do not stay there to sink in more in the next
// one.
TEST(FreePairs, DoNotSinkIntoOneAnotherStepByStep) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(2000u); ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, 0)});
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const Material slack{.restitution = 0, .friction = seed % 2 == 0 ? Real(0) : random.real(0, 1)};
    for (const bool left : {true, false}) {
      const Real length = random.real(0.1, 1);
      world.add_body({.position = left ? Vec2(Real(-1.2), 0) : Vec2(0, random.real(-0.4, 0.4)),
                      .rotation = Rotation::from_angle(random.real(-3, 3)),
                      .velocity = left ? Vec2(std::pow(Real(50), random.real(0, 1)), 0) : Vec2(0, 0),
                      .angular_velocity = left ? random.real(-100, 100) : random.real(-20, 20)},
                     box(length, length * random.real(0.02, 0.2)), slack);
    }
    for (int k = 0; k < 60; ++k) ASSERT_EQ(world.step(step), StepStatus::ok) << seed << ", step " << k;
  }
}

// Every normal of a disc goes through its centre, so without friction nothing turns it, not even the angular momentum
// that an island that slides on itself gets back as a whole.
TEST(FreePairs, DiscsWithoutFrictionNeverTurn) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(60u); ++seed) {
    Random random(seed);
    World world(WorldDef{.gravity = Vec2(0, seed % 2 == 0 ? 0 : -10)});
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const Material smooth{.restitution = 0, .friction = 0};
    std::vector<BodyId> discs;
    for (int i = 0; i < 10; ++i) {
      const Vec2 place(random.real(-1, 1), Real(i) * Real(0.6));
      discs.push_back(world.add_body({.position = place, .velocity = -place * random.real(0.2, 1)},
                                     circle(random.real(0.15, 0.35)), smooth));
    }
    for (int k = 0; k < 120; ++k) world.step(step);
    for (const BodyId disc : discs) EXPECT_LT(std::abs(world.angular_velocity(disc)), Real(1e-4)) << seed;
  }
}

// Nor does anything turn it in a crowd, where the solver is told which bodies will meet.
TEST_F(WorldTest, DiscsWithoutFrictionDoNotTurnInACrowd) {
  const Material smooth{.restitution = Real(0.5), .friction = 0};
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(2u); ++seed) {
    Random random(seed);
    world = World({.gravity = Vec2(0, -10)});
    add_floor(smooth);
    for (const Real x : {Real(-5.5), Real(5.5)}) {
      world.add_body({.type = BodyType::fixed, .position = Vec2(x, 10)}, box(1, 60), smooth);
    }
    for (int i = 0; i < 150; ++i) {
      const Vec2 place(Real(-4.2) + Real(0.93) * Real(i % 10) + random.real(0, 0.05), 1 + Real(0.8) * Real(i / 10));
      world.add_body({.position = place}, circle(random.real(0.25, 0.35)), smooth);
    }
    for (int k = 0; k < 120; ++k) world.step(Real(1) / 30);
    for (const BodyId body : world.bodies()) EXPECT_LT(std::abs(world.angular_velocity(body)), Real(1e-2)) << seed;
  }
}

/// Angular momentum of all dynamic bodies about their centre of mass, and the sum of what each has of it.
std::pair<double, double> angular_momentum(const World& world) {
  double mass = 0;
  Eigen::Vector2d centre(0, 0), drift(0, 0);
  for (const BodyId body : world.bodies()) {
    const double own = double(world.mass_properties(body).mass);
    mass += own;
    centre += own * world.centre_of_mass(body).cast<double>(), drift += own * world.velocity(body).cast<double>();
  }
  double sum = 0, amount = 0;
  for (const BodyId body : world.bodies()) {
    const Eigen::Vector2d r = world.centre_of_mass(body).cast<double>() - centre / mass;
    const Eigen::Vector2d v = world.velocity(body).cast<double>() - drift / mass;
    const double own = double(world.mass_properties(body).mass);
    const double spin = double(world.mass_properties(body).inertia) * double(world.angular_velocity(body));
    sum += own * (r[0] * v[1] - r[1] * v[0]) + spin;
    amount += own * r.norm() * v.norm() + std::abs(spin);
  }
  return {sum, amount};
}

// A body that is hit while the solver has it leaves the path for which the solver's sum was computed.
TEST(FreePairs, KeepTheirAngularMomentumWhoeverResolvesWhatTheyDo) {
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(1500u); ++seed) {
    Random random(seed);
    World world(WorldDef{});
    const Real step = std::array<Real, 3>{Real(1) / 30, Real(1) / 60, Real(1) / 144}[seed % 3];
    const Real speed = std::pow(Real(100), random.real(0, 1)) / 2, restitution = random.real(0, 0.3);
    for (const Real side : {Real(-1), Real(1)}) {
      const Material material{.restitution = restitution, .friction = 0, .density = random.real(0.1, 10)};
      world.add_body({.position = Vec2(side * Real(1.5), random.real(-0.3, 0.3)),
                      .rotation = Rotation::from_angle(random.real(-3, 3)),
                      .velocity = speed * Vec2(-side * random.real(0.5, 1), random.real(-0.1, 0.1)),
                      .angular_velocity = speed * random.real(-1, 1)},
                     shape_with_sides(random), material);
    }
    const auto [before, amount] = angular_momentum(world);
    for (int k = 0; Real(k) * step < 4 / speed + Real(0.3); ++k) {
      world.step(step);
      ASSERT_NEAR(angular_momentum(world).first, before, 1e-5 * amount) << seed << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
