// Target joints and motor joints in company: random worlds, contacts, sleep, determinism, predictions.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

/// What rounding of the state does to forces and energies found from it, as a share.
constexpr double share_rounded = sizeof(Real) == 4 ? 2e-5 : 1e-9;

double pull_size(const Vec2& v) { return std::hypot(static_cast<double>(v.x()), static_cast<double>(v.y())); }

/// A room in which bodies fall, some of them tied to one another; and pulls between any two of them, or to the room.
struct PulledPile {
  World world;
  std::vector<BodyId> bodies;
  std::vector<JointId> pulls;

  PulledPile(std::uint64_t seed, bool backwards, int threads)
      : world({.gravity = Vec2(0, -10), .energy_ledger = true, .threads = threads}) {
    const BodyId room = world.add_body({.type = BodyType::fixed});
    for (const Real side : {Real(-1), Real(1)}) {
      world.add_shape(room, box(30, 2, Vec2(0, 11 * side)));
      world.add_shape(room, box(2, 30, Vec2(11 * side, 0)));
    }
    const int count = 4 + Random(seed).below(12);
    bodies.assign(static_cast<std::size_t>(count), {});
    for (int k = 0; k < count; ++k) add_body(seed, backwards ? count - 1 - k : k);
    for (int k = 0; k < count; ++k) add_joint(seed, backwards ? count - 1 - k : k);
    bodies.push_back(room);
    std::vector<JointId> made(static_cast<std::size_t>(count) / 2 + 1);
    for (std::size_t k = 0; k < made.size(); ++k) {
      const std::size_t i = backwards ? made.size() - 1 - k : k;
      made[i] = add_pull(seed, static_cast<int>(i));
    }
    pulls = made;
  }

  void add_body(std::uint64_t seed, int i) {
    Random random(seed + 17 * static_cast<std::uint64_t>(i) + 1);
    BodyDef def{.position = Vec2(static_cast<Real>(i % 6) * 3 - Real(7.5), static_cast<Real>(i / 6) * 3 - 4)};
    def.rotation = Rotation::from_angle(random.real(-3, 3));
    const Real width = random.real(0.5, 2), height = random.real(0.3, 1);
    const Shape shape = random.one_in(2) ? circle(width / 2) : box(width, height);
    bodies[static_cast<std::size_t>(i)] = world.add_body(def, shape,
                                                         {.restitution = random.one_in(2) ? Real(0) : random.real(0, 1),
                                                          .friction = random.real(0, 1),
                                                          .density = random.power_of_ten(-0.5, 0.5)});
  }

  void add_joint(std::uint64_t seed, int i) {
    Random random(seed + 31 * static_cast<std::uint64_t>(i) + 2);
    if (i % 6 == 0 || random.one_in(2)) return;
    const BodyId a = bodies[static_cast<std::size_t>(i - 1)], b = bodies[static_cast<std::size_t>(i)];
    if (random.one_in(2)) {
      world.add_joint(DistanceDef{.body_a = a, .body_b = b});
    } else {
      world.add_joint(RevoluteDef{.body_a = a, .body_b = b, .anchor = (world.position(a) + world.position(b)) / 2});
    }
  }

  JointId add_pull(std::uint64_t seed, int i) {
    Random random(seed + 57 * static_cast<std::uint64_t>(i) + 3);
    const auto any = [&] { return static_cast<std::size_t>(random.below(static_cast<int>(bodies.size()) - 1)); };
    const std::size_t b = any(), other = any();
    const BodyId from = random.one_in(2) || other == b ? bodies.back() : bodies[other], to = bodies[b];
    const Vec2 arm = random.vec2(0.4);
    const JointSpring spring{.hertz = random.power_of_ten(-1, 1), .damping_ratio = random.real(0, 2)};
    const Real weights = 10 * world.mass_properties(to).mass,
               force = random.one_in(4) ? unbounded : weights * random.power_of_ten(-1, 1);
    JointId pull;
    if (random.one_in(2)) {
      pull = world.add_joint(
          TargetDef{.body_a = from, .body_b = to, .local_anchor_b = arm, .spring = spring, .largest_force = force});
    } else {
      pull =
          world.add_joint(MotorDef{.body_a = from,
                                   .body_b = to,
                                   .local_anchor_b = arm,
                                   .angle = random.real(-3, 3),
                                   .linear = spring,
                                   .angular = {.hertz = random.power_of_ten(-1, 1), .damping_ratio = random.real(0, 2)},
                                   .largest_force = force,
                                   .largest_torque = weights * random.power_of_ten(-2, 0)});
    }
    world.set_target(pull, random.vec2(9));
    return pull;
  }

  /// As a user drags: now and then a target goes elsewhere.
  void drag(std::uint64_t seed, int step) {
    Random random(seed + 1000 * static_cast<std::uint64_t>(step));
    for (const JointId pull : pulls) {
      const bool moves = random.one_in(20);
      const Vec2 to = random.vec2(9);
      if (moves) world.set_target(pull, to);
    }
  }
};

TEST(PulledPile, PullsAreNeverStrongerThanTheyMayBeAndTheLedgerHasTheirWork) {
  for (int n = 0; n < bankshot_test::effort(24); ++n) {
    const std::uint64_t seed = 5000 * static_cast<std::uint64_t>(n);
    PulledPile pile(seed, false, 1);
    World& world = pile.world;
    EnergyLedger ledger;
    const double before = world.energy().total();
    double size = 1, kinetic = 0, gain = 0;
    for (int i = 0; i < 300; ++i) {
      pile.drag(seed, i);
      world.step(dt);
      i == 0 ? ledger = world.energy_ledger() : ledger += world.energy_ledger();
      const Energy now = world.energy();
      size += std::fabs(now.kinetic - kinetic), kinetic = now.kinetic;
      gain = std::max(gain, (now.total() - before - ledger.motors - std::max(ledger.push_out, 0.0)) / size);
      EXPECT_EQ(now.elastic, 0);
      for (const JointId pull : pile.pulls) {
        const Joint joint = world.joint(pull);
        EXPECT_LE(pull_size(joint.force), static_cast<double>(joint.largest_force) * (1 + share_rounded))
            << n << " at " << i;
        const double torque = std::fabs(static_cast<double>(joint.torque));
        EXPECT_LE(torque, static_cast<double>(joint.largest_torque) * (1 + share_rounded)) << n << " at " << i;
      }
    }
    EXPECT_LT(gain, 1e-3) << "case " << n;
    EXPECT_LT(std::fabs(ledger.error()), share_rounded * (size + ledger.passed())) << "case " << n;
    for (const BodyId body : world.bodies()) {
      EXPECT_LT(world.position(body).cwiseAbs().maxCoeff(), 11) << "case " << n << ": it stays in the room";
    }
  }
}

TEST(PulledPile, NeitherThreadsNorTheOrderOfCreationMatter) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    const auto hash = [seed](bool backwards, int threads) {
      PulledPile pile(4000 * seed, backwards, threads);
      for (int i = 0; i < 200; ++i) pile.drag(seed, i), pile.world.step(dt);
      return pile.world.hash();
    };
    EXPECT_EQ(hash(false, 1), hash(true, 1)) << seed;
    EXPECT_EQ(hash(false, 1), hash(false, 3)) << seed;
  }
}

/// A world that is copied has found nothing out about its joints yet; it goes on alike.
TEST(PulledPile, ACopyGoesOnAlikeWhereverTargetsHaveGone) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    PulledPile pile(3000 * seed, false, 1);
    World& world = pile.world;
    const BodyId body =
        pile.bodies[0];  // two pulls of one kind at one point of it: their order is that of their targets
    for (int i = 0; i < 2; ++i) {
      pile.pulls.push_back(
          world.add_joint(TargetDef{.body_a = pile.bodies.back(), .body_b = body, .largest_force = 30}));
    }
    for (int i = 0; i < 40; ++i) {
      pile.drag(seed, i);
      World copy = world;
      for (int k = 0; k < 3; ++k) world.step(dt), copy.step(dt);
      ASSERT_EQ(copy.hash(), world.hash()) << seed << " at " << i;
    }
  }
}

TEST(PulledPile, PredictionsGoThroughPulls) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    PulledPile pile(2000 * seed, false, 1);
    for (int i = 0; i < 5; ++i) pile.world.step(dt);
    const BodyId body = pile.world.joint(pile.pulls[0]).body_b;
    const Vec2 velocity(1, 2);
    const Prediction seen = pile.world.predict(body, velocity, dt, 60);
    pile.world.set_velocity(body, velocity);
    for (std::size_t i = 0; i < 60; ++i) {
      pile.world.step(dt);
      ASSERT_EQ(seen.poses[i].position, pile.world.position(body)) << seed << " at " << i;
    }
  }
}

/// Dragged into a wall, a body stays on its side of it, comes to rest there, and sleeps: with up to a hundred weights,
/// which press a body without joints in as far. (A disc with a force off its centre would swing as a pendulum, and
/// without friction it would slide to and fro.)
TEST(PulledPile, AWallHoldsWhatIsDraggedIntoIt) {
  Random random(35);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    World world({.gravity = Vec2(0, random.one_in(2) ? Real(0) : Real(-10))});
    const BodyId room = world.add_body({.type = BodyType::fixed}, box(40, 2, Vec2(0, -1)));
    world.add_shape(room, box(2, 40, Vec2(6, 0)));
    const Real half = random.real(0.2, 0.8);
    const bool round = random.one_in(2);
    const BodyId body = world.add_body({.position = Vec2(0, half)}, round ? circle(half) : box(2 * half, 2 * half),
                                       {.friction = random.real(0.3, 1), .density = random.power_of_ten(-1, 1)});
    const Real mass = world.mass_properties(body).mass, arm = round ? 0 : random.real(-half, half) / 2;
    const JointSpring spring{.hertz = random.power_of_ten(0, 1), .damping_ratio = random.real(0.5, 2)};
    const Real swing = Real(6.2832) * spring.hertz, pulls = random.power_of_ten(2, 3);  // accelerations
    const bool bounded = random.one_in(2);
    const Real far = bounded ? random.real(5, 30) : std::min(Real(30), 5 + pulls / (swing * swing));
    const JointId pull = world.add_joint(TargetDef{.body_a = room,
                                                   .body_b = body,
                                                   .anchor = Vec2(arm, half),
                                                   .spring = spring,
                                                   .largest_force = bounded ? mass * pulls : unbounded});
    world.set_target(pull, Vec2(far, half));
    for (int i = 0; i < 600; ++i) {
      world.step(dt);
      ASSERT_LT(world.position(body).x(), 5 - half + Real(0.02)) << n << " at " << i;
      const bool settled = i > 400;
      ASSERT_LT(settled ? pull_size(world.velocity(body)) : 0, 0.02) << n << " at " << i;
    }
    EXPECT_FALSE(world.awake(body)) << n;
  }
}

TEST(PulledPile, OnlyATargetThatMovesWakes) {
  World world({.gravity = Vec2(0, -10)});
  const BodyId ground = world.add_body({.type = BodyType::fixed}, box(40, 2, Vec2(0, -1)));
  const BodyId body = world.add_body({.position = Vec2(0, 5)}, box(1, 1));
  const JointId pull = world.add_joint(MotorDef{.body_a = ground, .body_b = body, .anchor = Vec2(0, 5)});
  for (int i = 0; i < 600; ++i) world.step(dt);
  EXPECT_FALSE(world.awake(body));  // in the air
  EXPECT_GT(world.position(body).y(), Real(4.9));
  const World asleep = world;
  world.set_target(pull, Vec2(0, 5)), world.set_target_angle(pull, 0), world.set_strength(pull, unbounded, unbounded);
  EXPECT_TRUE(world == asleep);
  world.set_target(pull, Vec2(1, 5));
  EXPECT_TRUE(world.awake(body));
  EXPECT_FALSE(world == asleep);
  EXPECT_NE(world.hash(), asleep.hash());
  for (int i = 0; i < 600; ++i) world.step(dt);
  EXPECT_NEAR(static_cast<double>(world.position(body).x()), 1, 1e-3);
  EXPECT_FALSE(world.awake(body));
  world.set_target_angle(pull, 1);
  EXPECT_TRUE(world.awake(body));
  for (int i = 0; i < 600; ++i) world.step(dt);
  EXPECT_NEAR(static_cast<double>(world.rotation(body).s), std::sin(1.0), 1e-3);
  EXPECT_FALSE(world.awake(body));
  world.set_strength(pull, 1, 1);
  EXPECT_TRUE(world.awake(body));
  for (int i = 0; i < 120; ++i) world.step(dt);
  EXPECT_LT(world.position(body).y(), Real(0.8));  // it lies on the ground, with which it collides
}

}  // namespace
}  // namespace bankshot::testing
