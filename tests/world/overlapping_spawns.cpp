// Bodies that are created inside one another: they are pushed apart, and a push-out gives no velocity.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

Shape some_shape(Random& random, int kind) {
  const Real size = random.real(0.4, 0.6);
  if (kind == 0) return box(size, random.real(0.4, 0.6));
  if (kind == 1) return circle(size / 2);
  std::vector<Vec2> corners;
  const int count = 3 + random.below(5);
  for (int i = 0; i < count; ++i) {
    const Real angle = (Real(i) + random.real(-0.2, 0.2)) * 2 * std::numbers::pi_v<Real> / Real(count);
    corners.push_back(size / 2 * Vec2(std::cos(angle), std::sin(angle)));
  }
  return polygon(corners);
}

struct Spawn {
  World world;
  std::vector<BodyId> bodies;
  Real rate = 0;  ///< steps per second
};

/// 2 to 60 bodies of one shape or of several, masses up to a hundred times apart, at one place or nearly so.
Spawn draw(std::uint64_t seed, bool gravity) {
  Random random(seed);
  Spawn spawn{World(WorldDef{.gravity = Vec2(0, gravity ? Real(-10) : Real(0))}), {}, 0};
  const Real rates[] = {30, 60, 144};
  spawn.rate = rates[random.below(3)];
  if (gravity) spawn.world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(400, 2));
  const int counts[] = {2, 5, 10, 20, 60};
  const int count = counts[random.below(5)], kind = random.below(4);
  const bool alike = random.one_in(2), turned = random.one_in(2);
  const double reach = random.one_in(3) ? 0.0001 : random.real(0, 0.1);
  for (int i = 0; i < count; ++i) {
    BodyDef def;
    def.position = Vec2(0, gravity ? Real(0.3) : Real(0)) + random.vec2(reach);
    if (turned) def.rotation = Rotation::from_angle(random.real(0, 6));
    const Shape shape = some_shape(random, kind == 3 ? random.below(3) : kind);
    const Real density = alike ? Real(1) : std::pow(Real(10), random.real(0, 2));
    spawn.bodies.push_back(spawn.world.add_body(def, shape, {.restitution = 0, .density = density}));
  }
  return spawn;
}

/// The speed of the fastest body, turning included: the speed that all of its energy would give it.
Real fastest(const Spawn& spawn) {
  Real most = 0;
  for (const BodyId body : spawn.bodies) {
    const MassProperties mass = spawn.world.mass_properties(body);
    const Real spin = spawn.world.angular_velocity(body);
    const Real square = spawn.world.velocity(body).squaredNorm() + spin * spin * mass.inertia / mass.mass;
    most = std::max(most, std::sqrt(square));
  }
  return most;
}

constexpr Real smallest = Real(0.3);  ///< extent of any of them

/// The most speed that a push-out gives for a step: pairs less deep than this are moved apart by a velocity, of which
/// the relax pass leaves some.
Real push_of_a_step(const Spawn& spawn) {
  return tolerance::deep_slops * tolerance::slop_fraction * smallest * spawn.rate;
}

// Where nothing pulls, no body leaves faster than that, however many there are, and most do not leave at all.
TEST(OverlappingSpawns, LeaveWithoutAVelocity) {
  int moving = 0;
  for (std::uint64_t seed = 1; seed <= bankshot_test::effort(100u); ++seed) {
    Spawn spawn = draw(seed, false);
    bool moved = false;
    for (int i = 0; i < 3 * int(spawn.rate); ++i) {
      spawn.world.step(1 / spawn.rate);
      const Real speed = fastest(spawn);
      ASSERT_LT(speed, push_of_a_step(spawn)) << seed << ", " << spawn.bodies.size() << " bodies, step " << i;
      moved |= speed >= tolerance::sleep_extents_per_second * smallest;
    }
    moving += moved ? 1 : 0;
  }
  EXPECT_LE(moving, bankshot_test::effort(3));
}

constexpr double fall_rate = 10;

/// The most energy that gravity gives to falling bodies in a step. Heights do not tell it, since bodies that are pushed
/// up fall as well.
double work_of_gravity(const Spawn& spawn, std::vector<double>& falling) {
  double work = 0;
  for (std::size_t i = 0; i < falling.size(); ++i) {
    const double mass = double(spawn.world.mass_properties(spawn.bodies[i]).mass);
    const double now = -double(spawn.world.velocity(spawn.bodies[i]).y());
    work += mass * fall_rate * std::max({falling[i], now, 0.0}) / double(spawn.rate);
    falling[i] = now;
  }
  return work;
}

// Bodies that are pushed up fall. Their motion comes from falling and from nothing else, except for what a push-out of
// a few slops, and gravity itself, give in a step.
TEST(OverlappingSpawns, MoveByFallingAlone) {
  for (std::uint64_t seed = 1; seed <= bankshot_test::effort(100u); ++seed) {
    Spawn spawn = draw(seed, true);
    double mass = 0, work = 0;
    for (const BodyId body : spawn.bodies) mass += double(spawn.world.mass_properties(body).mass);
    std::vector<double> falling(spawn.bodies.size(), 0.0);
    const double slack = double(push_of_a_step(spawn)) + fall_rate / double(spawn.rate);
    for (int i = 0; i < 2 * int(spawn.rate); ++i) {
      spawn.world.step(1 / spawn.rate);
      work += work_of_gravity(spawn, falling);
      ASSERT_LT(double(spawn.world.energy().kinetic), work + mass * slack * slack / 2)
          << seed << ", " << spawn.bodies.size() << " bodies, step " << i;
    }
  }
}

// A floor that is as thick as any of the bodies stays below them, however many push.
TEST(OverlappingSpawns, DoNotGoThroughTheFloor) {
  Random random(5);
  for (int i = 0; i < bankshot_test::effort(40); ++i) {
    const Real extent = random.real(0.3, 1), thickness = extent * random.real(1, 3);
    const int rate = random.one_in(3) ? 30 : random.one_in(2) ? 60 : 144, count = 5 + random.below(56);
    World world({.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -thickness / 2)}, box(200, thickness));
    std::vector<BodyId> bodies;
    for (int k = 0; k < count; ++k) {
      bodies.push_back(world.add_body({.position = Vec2(0, extent * random.real(0.6, 1.2))},
                                      random.one_in(2) ? box(extent, extent) : circle(extent / 2)));
    }
    for (int step = 0; step < 2 * rate; ++step) world.step(1 / static_cast<Real>(rate));
    for (const BodyId body : bodies) {
      EXPECT_GT(world.position(body).y(), 0) << i << ": " << count << " bodies of " << extent << " at 1/" << rate;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
