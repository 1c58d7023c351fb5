// Joints that break: when they do, judged by weights, momenta and impacts; what is told of it; and that the world goes
// on as if they had been removed.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <cmath>
#include <map>
#include <set>

namespace bankshot::testing {
namespace {

constexpr bool one_word = sizeof(Real) == 4;
/// What rounding of velocities does to a force found from them: they change by some ten rounding units in a step.
constexpr double rounded_force = one_word ? 2e-5 : 1e-10;

double size_of(const Vec2& v) { return std::hypot(static_cast<double>(v.x()), static_cast<double>(v.y())); }

/// A joint of a random kind that holds a body under a post by a straight pull along -y.
JointId hang(World& world, Random& random, BodyId post, BodyId body, Real bears) {
  const Vec2 from = world.position(post), to = world.position(body);
  switch (random.below(4)) {
    case 0: return world.add_joint(RevoluteDef{.body_a = post, .body_b = body, .anchor = to, .break_force = bears});
    case 1:
      return world.add_joint(
          PrismaticDef{.body_a = post, .body_b = body, .anchor = to, .axis = Vec2(1, 0), .break_force = bears});
    case 2: return world.add_joint(WeldDef{.body_a = post, .body_b = body, .anchor = to, .break_force = bears});
    default:
      return world.add_joint(
          DistanceDef{.body_a = post, .body_b = body, .anchor_a = from, .anchor_b = to, .break_force = bears});
  }
}

TEST(BrokenJoint, AWeightThatGrowsSlowlyBreaksItAtItsStrength) {
  Random random(11);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    const Real g = random.real(1, 30), mass = random.real(0.1, 50), bears = mass * g * random.real(1.01, 1.4);
    World world({.gravity = Vec2(0, -g), .sleep = false, .energy_ledger = true});
    const BodyId post = world.add_body({.type = BodyType::fixed, .position = Vec2(1, 5)});
    const BodyId body = world.add_body({.position = Vec2(1, 3)});
    world.set_mass_properties(body, {.mass = mass, .inertia = mass});
    const JointId joint = hang(world, random, post, body, bears);
    double load = 0;
    const double grows = 4e-5 * static_cast<double>(bears);
    while (world.contains(joint) && load < static_cast<double>(bears)) {
      load += grows;
      world.apply_force(body, Vec2(0, static_cast<Real>(-load)));
      world.step(dt);
    }
    const double pulls = load + static_cast<double>(mass * g);
    EXPECT_NEAR(pulls, static_cast<double>(bears), 1e-4 * static_cast<double>(bears)) << n;
    ASSERT_EQ(world.joint_ends().size(), 1u);
    const JointEvent& end = world.joint_ends()[0];
    EXPECT_EQ(end.joint, joint);
    EXPECT_EQ(end.body_a, post);
    EXPECT_EQ(end.body_b, body);
    EXPECT_EQ(end.why, JointEnd::broke);
    EXPECT_GT(size_of(end.force), static_cast<double>(bears));
    EXPECT_NEAR(size_of(end.force), pulls, 1e-4 * pulls);
    world.step(dt);
    EXPECT_TRUE(world.joint_ends().empty());
    EXPECT_NEAR(static_cast<double>(world.velocity(body).y()), -g / 60, 1e-4 * static_cast<double>(g));  // it falls
  }
}

/// A weld bears a moment: of a weight at the end of an arm.
TEST(BrokenJoint, AnArmBreaksOffByItsTorque) {
  Random random(12);
  for (int n = 0; n < bankshot_test::effort(20); ++n) {
    const Real arm = random.real(0.5, 4), mass = random.real(1, 9), bears = 10 * mass * arm;
    for (const Real share : {Real(0.999), Real(1.001)}) {
      World world({.gravity = Vec2(0, -10), .sleep = false});
      const BodyId wall = world.add_body({.type = BodyType::fixed});
      const BodyId body = world.add_body({.position = Vec2(arm, 0)});
      world.set_mass_properties(body, {.mass = mass, .inertia = mass});
      const JointId joint =
          world.add_joint(WeldDef{.body_a = wall, .body_b = body, .anchor = Vec2(0, 0), .break_torque = bears * share});
      for (int i = 0; i < 10; ++i) world.step(dt);
      EXPECT_EQ(world.contains(joint), share > 1) << n << ": " << world.joint(joint).torque << " of " << bears;
    }
  }
}

/// The force of a joint on a body that has only this one, found from the change of its momentum.
struct Momentum {
  Vec2 before = Vec2::Zero();
  Vec2 mean_force(const World& world, BodyId body, Real mass, const Vec2& other) const {
    return mass / dt * (world.velocity(body) - before) - other;
  }
};

/// A hammer hits a body that a joint holds to a post. All impulses that the body gets are those of the hammer and of
/// the joint; what the hammer gave is what it lost.
struct Blow {
  World world{WorldDef{.gravity = Vec2::Zero(), .sleep = false}};
  BodyId post, body, hammer;
  JointId joint;
  Real mass = 1, hammer_mass = 1;

  Blow(Random& random, bool resting) {
    post = world.add_body({.type = BodyType::fixed});
    body = world.add_body({.position = Vec2(random.real(1, 2), 0), .awake = !resting}, circle(Real(0.5)));
    hammer = world.add_body(
        {.position = Vec2(random.real(4, 5), random.real(-0.3, 0.3)), .velocity = Vec2(random.real(-40, -20), 0)},
        circle(Real(0.5)), {.restitution = random.real(0, 1)});
    mass = world.mass_properties(body).mass, hammer_mass = world.mass_properties(hammer).mass;
    const Vec2 at = world.position(body);
    if (random.one_in(2)) {
      joint = world.add_joint(WeldDef{.body_a = post, .body_b = body, .anchor = at});
    } else {
      joint = world.add_joint(RevoluteDef{.body_a = post, .body_b = body, .anchor = at});
    }
  }
};

TEST(BrokenJoint, ABlowCountsByItsImpulseOverTheStep) {
  Random random(13);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    const Blow set_up(random, n % 3 == 0);
    Blow blow = set_up;
    double given = 0;
    int struck = 0;
    for (; given == 0; ++struck) {
      ASSERT_LT(struck, 60);
      const Vec2 before = blow.world.velocity(blow.hammer);
      blow.world.step(dt);
      given = size_of(blow.hammer_mass / dt * (blow.world.velocity(blow.hammer) - before));
    }
    // The body stays, so the joint gave back what the hammer gave.
    const double force = size_of(blow.world.joint(blow.joint).force);
    EXPECT_NEAR(force, given, 10 * rounded_force * given) << n;
    for (const double share : {0.999, 1.001}) {
      Blow again = set_up;
      again.world.set_break(again.joint, static_cast<Real>(given * share), unbreakable);
      for (int i = 0; i + 1 < struck; ++i) again.world.step(dt);
      EXPECT_TRUE(again.world.contains(again.joint)) << n;
      again.world.step(dt);
      EXPECT_EQ(again.world.contains(again.joint), share > 1) << n;
    }
  }
}

/// A body that rests on a floor without friction, beside a post, is hit from the side. Along the floor, only the hammer
/// and the joint give it anything.
TEST(BrokenJoint, ABlowOnABodyThatRestsCountsAsWell) {
  Random random(16);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    const Material smooth{.restitution = random.real(0, 1), .friction = 0};
    World world({.gravity = Vec2(0, -10), .sleep = n % 2 == 0});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(80, 2), smooth);
    const BodyId post = world.add_body({.type = BodyType::fixed});  // without a shape: it does not carry the body
    const BodyId body = world.add_body({.position = Vec2(0, Real(0.5))}, box(1, 1), smooth);
    JointId joint;
    if (random.one_in(2)) {
      joint = world.add_joint(
          DistanceDef{.body_a = post, .body_b = body, .anchor_a = Vec2(-4, Real(0.5)), .anchor_b = Vec2(0, Real(0.5))});
    } else {
      joint = world.add_joint(PrismaticDef{.body_a = post, .body_b = body, .axis = Vec2(0, 1)});
    }
    for (int i = 0; i < 120; ++i) world.step(dt);
    const BodyId hammer =
        world.add_body({.position = Vec2(3, random.real(0.6, 0.9)), .velocity = Vec2(random.real(-60, -20), 0)},
                       circle(Real(0.5)), {.restitution = random.real(0, 1), .friction = 0});
    double given = 0;
    for (int i = 0; i < 60 && given == 0; ++i) {
      const Real before = world.velocity(hammer).x();
      world.step(dt);
      given = static_cast<double>(world.mass_properties(hammer).mass * (before - world.velocity(hammer).x()) / dt);
    }
    const double force = static_cast<double>(world.joint(joint).force.x());
    EXPECT_LT(given, 0) << n;
    // A rod may turn by the slop over its length, 1e-3, which leaves the body a share of the square of that.
    EXPECT_NEAR(force, -given, 2e-4 * std::fabs(given)) << n;
  }
}

/// Bodies in free flight that one joint ties at their end to another: the force by the momentum of the last one.
TEST(BrokenJoint, ForcesBalanceTheMomentaInFlight) {
  Random random(14);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world({.gravity = Vec2(0, -10), .sleep = false});
    BodyId last = world.add_body({.type = BodyType::fixed});
    JointId joint;
    const int count = 1 + random.below(3);
    for (int i = 0; i < count; ++i) {
      const BodyId next = world.add_body({.position = Vec2(static_cast<Real>(i) + Real(0.5), 0)}, box(1, Real(0.2)));
      const Vec2 at(static_cast<Real>(i), 0);
      joint = world.add_joint(RevoluteDef{.body_a = last, .body_b = next, .anchor = at});
      last = next;
    }
    const Real mass = world.mass_properties(last).mass;
    double most = 0, off = 0;
    std::vector<double> forces;
    const World begun = world;
    for (int i = 0; i < 90; ++i) {
      const Vec2 before = world.velocity(last);
      world.step(dt);
      const Vec2 force = mass / dt * (world.velocity(last) - before) - mass * Vec2(0, -10);
      forces.push_back(size_of(force));
      most = std::max(most, forces.back());
      off = std::max(off, size_of(force - world.joint(joint).force));
    }
    EXPECT_LT(off, 2e-3 * most) << n;
    // It breaks in the first step in which the force by the momenta is above its strength.
    const double bears = 0.7 * most;
    const auto first = std::find_if(forces.begin(), forces.end(), [&](double force) { return force > bears; });
    World again = begun;
    again.set_break(joint, static_cast<Real>(bears), unbreakable);
    int steps = 0;
    while (again.contains(joint) && steps < 90) again.step(dt), ++steps;
    const double margin = std::fabs(*first - bears) / most;
    if (margin > 2e-3) {
      EXPECT_EQ(steps, first - forces.begin() + 1) << n;
    }
  }
}

/// Chains that break under what falls on them, some of their joints in one step.
struct Chains {
  World world;
  std::vector<BodyId> bodies;
  std::map<JointId, int> numbers;

  Chains(std::uint64_t seed, bool backwards, int threads)
      : world(WorldDef{.gravity = Vec2(0, -10), .energy_ledger = true, .threads = threads}) {
    constexpr int chains = 4, links = 9, count = chains * links;
    bodies.resize(count);
    const BodyId ground = world.add_body({.type = BodyType::fixed}, box(60, 1, Vec2(0, -6)));
    const auto place = [&](int i) { return backwards ? count - 1 - i : i; };
    for (int i = 0; i < count; ++i) {
      const int at = place(i);
      Random random(seed + static_cast<std::uint64_t>(at));
      const Vec2 position(static_cast<Real>(at / links) * 12 - 20 + static_cast<Real>(at % links), 0);
      bodies[static_cast<std::size_t>(at)] =
          world.add_body({.position = position}, box(1, Real(0.3)), {.density = random.real(0.5, 2)});
    }
    for (int i = 0; i < count; ++i) {
      const int at = place(i);
      Random random(seed + 100 + static_cast<std::uint64_t>(at));
      const auto own = static_cast<std::size_t>(at);
      const bool first = at % links == 0;
      const Vec2 anchor = world.position(bodies[own]) - Vec2(Real(0.5), 0);
      const BodyId other = first ? ground : bodies[own - 1];
      const Real bears = random.one_in(3) ? unbreakable : random.real(20, 80);
      const JointId joint = world.add_joint(RevoluteDef{.body_a = other,
                                                        .body_b = bodies[own],
                                                        .anchor = anchor,
                                                        .spring = {.hertz = random.one_in(2) ? Real(2) : Real(0)},
                                                        .break_force = bears,
                                                        .user_data = static_cast<std::uint64_t>(at)});
      numbers[joint] = at;
    }
  }
};

TEST(BrokenJoint, NeitherThreadsNorTheOrderOfCreationMatter) {
  std::size_t broken = 0, most = 0;
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(12u); ++seed) {
    Chains chains[] = {{seed * 1000, false, 1}, {seed * 1000, true, 1}, {seed * 1000, true, 4}};
    for (int i = 0; i < 150; ++i) {
      std::vector<int> order[3];
      for (std::size_t k = 0; k < 3; ++k) {
        chains[k].world.step(dt);
        for (const JointEvent& end : chains[k].world.joint_ends()) order[k].push_back(chains[k].numbers.at(end.joint));
      }
      EXPECT_EQ(order[0], order[1]) << seed << " at " << i;
      EXPECT_EQ(order[0], order[2]) << seed << " at " << i;
      ASSERT_EQ(chains[0].world.hash(), chains[1].world.hash()) << seed << " at " << i;
      ASSERT_EQ(chains[0].world.hash(), chains[2].world.hash()) << seed << " at " << i;
      broken += order[0].size(), most = std::max(most, order[0].size());
    }
  }
  EXPECT_GT(broken, bankshot_test::effort(12u));
  EXPECT_GT(most, 1u) << "several in one step";
}

/// What springs store is lost with their joint, and the ledger says where it went.
TEST(BrokenJoint, TheLedgerHasTheEnergyOfItsSprings) {
  Random random(15);
  for (int n = 0; n < bankshot_test::effort(40); ++n) {
    World world({.gravity = Vec2(0, -10), .sleep = false, .energy_ledger = true});
    const BodyId post = world.add_body({.type = BodyType::fixed});
    const BodyId body = world.add_body({.position = Vec2(random.real(1, 2), 0)}, box(1, 1));
    const Real hertz = random.real(0.5, 3);
    const JointId joint =
        world.add_joint(DistanceDef{.body_a = post, .body_b = body, .length = 1, .spring = {.hertz = hertz}});
    for (int i = random.below(60); i >= 0; --i) world.step(dt);
    const double before = world.energy().elastic;
    World kept = world;
    kept.step(dt);
    world.set_break(joint, 0, unbreakable);
    world.step(dt);
    ASSERT_FALSE(world.contains(joint));
    const double stored = kept.energy().elastic, passed = world.energy_ledger().passed() + stored + before;
    EXPECT_EQ(world.energy().elastic, 0);
    EXPECT_NEAR(world.energy_ledger().joints, kept.energy_ledger().joints - stored, 1e-9 * passed) << n;
    EXPECT_NEAR(world.energy_ledger().error(), 0, (one_word ? 1e-5 : 1e-9) * passed) << n;
    EXPECT_EQ(world.velocity(body), kept.velocity(body));  // it has held in that step
  }
}

TEST(BrokenJoint, PredictionsSeeItComing) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Chains chains(seed * 1000, false, 1);
    World& world = chains.world;
    for (int i = 0; i < 3; ++i) world.step(dt);
    const BodyId body = chains.bodies[4];
    world.set_velocity(body, Vec2(1, 2));  // as the prediction begins
    const Prediction seen = world.predict(body, world.velocity(body), dt, 100);
    std::size_t broken = 0;
    for (std::size_t i = 0; i < 100; ++i) {
      world.step(dt);
      broken += world.joint_ends().size();
      ASSERT_EQ(seen.poses[i].position, world.position(body)) << seed << " at " << i;
    }
    EXPECT_GT(broken, 0u) << seed;
  }
}

TEST(BrokenJoint, TwoThatBreakFallApartAndMayCollide) {
  World world({.gravity = Vec2::Zero()});
  const BodyId a = world.add_body({.position = Vec2(0, 0)}, box(1, 1));
  const BodyId b = world.add_body({.position = Vec2(Real(0.5), 0)}, box(1, 1));
  const JointId joint = world.add_joint(WeldDef{.body_a = a, .body_b = b});
  while (world.awake(a)) world.step(dt);
  world.set_break(joint, 1, 1);
  EXPECT_TRUE(world.awake(a) && world.awake(b));
  world.step(dt);
  EXPECT_TRUE(world.contains(joint));  // nothing pulls at it
  world.apply_force(a, Vec2(-50, 0)), world.apply_force(b, Vec2(50, 0));
  world.step(dt);
  EXPECT_FALSE(world.contains(joint));
  EXPECT_EQ(world.joint_count(), 0u);
  world.step(dt);
  EXPECT_EQ(world.contacts().size(), 1u);
}

TEST(BrokenJoint, StrengthsAreReadBackAndRefused) {
  World world;
  const BodyId a = world.add_body({}), b = world.add_body({.position = Vec2(1, 0)});
  const JointId rod = world.add_joint(DistanceDef{.body_a = a, .body_b = b, .break_force = 3, .break_torque = 4});
  const JointId filter = world.add_joint(FilterDef{.body_a = a, .body_b = b});
  EXPECT_EQ(world.joint(rod).break_force, 3);
  EXPECT_EQ(world.joint(rod).break_torque, 4);
  world.set_break(rod, infinite, 0);
  EXPECT_EQ(world.joint(rod).break_force, unbreakable);
  EXPECT_EQ(std::get<DistanceDef>(world.definition(rod)).break_torque, 0);
  const World before = world;
  world.set_break(rod, 5, 0);
  EXPECT_FALSE(world == before);
  EXPECT_NE(world.hash(), before.hash());
  EXPECT_EQ(refusal([&] { world.set_break(rod, -1, 0); }),
            "set_break: force is -1, must be at least 0, or infinity: no bound");
  EXPECT_EQ(refusal([&] { world.set_break(rod, 1, nan); }),
            "set_break: torque is nan, must be at least 0, or infinity: no bound");
  EXPECT_EQ(refusal([&] { world.set_break(filter, 1, 1); }), "set_break: kind is a filter joint, which has none");
  const auto expect_refused = [&](auto def) {
    def.body_a = a, def.body_b = b;
    def.break_force = -2;
    EXPECT_EQ(refusal([&] { world.add_joint(def); }),
              "add_joint: break_force is -2, must be at least 0, or infinity: no bound");
    def.break_force = 1, def.break_torque = nan;
    EXPECT_EQ(refusal([&] { world.add_joint(def); }),
              "add_joint: break_torque is nan, must be at least 0, or infinity: no bound");
  };
  expect_refused(RevoluteDef{}), expect_refused(PrismaticDef{}), expect_refused(WheelDef{});
  expect_refused(WeldDef{}), expect_refused(DistanceDef{});
}

}  // namespace
}  // namespace bankshot::testing
