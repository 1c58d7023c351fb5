// Kinds of shapes, by which most pairs are sorted: they may change the time of a step, but no bit.

#include <bankshot/simd/width.hpp>
#include <bankshot/world/bodies/state.hpp>

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::Proxy;
using detail::WorldAccess;

/// Adds bodies far from everything that take all the kinds there are.
void take_all_kinds(World& world) {
  for (std::uint32_t i = 1; i < Proxy::kinds; ++i) {
    world.add_body({.position = Vec2(Real(-4000) - Real(10) * Real(i), -4000)}, circle(1), {.friction = Real(i) / 64});
  }
}

/// The contents of the heap: bodies of equal and unequal weight, of all kinds of surfaces, some of which pass through
/// one another, sensors, several shapes on a body.
std::vector<BodyId> add_heap(World& world, std::uint64_t seed) {
  Random random(seed);
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(60, 2));
  world.add_body({.type = BodyType::kinematic, .position = Vec2(-16, 4), .velocity = Vec2(Real(0.5), 0)}, box(1, 8));
  std::vector<BodyId> bodies;
  for (int i = 0; i < 150; ++i) {
    const BodyDef def{.position = Vec2(random.real(-12, 12), random.real(1, 14)), .velocity = random.vec2(6)};
    const Material material{.restitution = Real(random.below(3)) / 4,
                            .friction = random.one_in(2) ? Real(0.25) : Real(0.75),
                            .density = random.one_in(8) ? Real(40) : Real(1)};
    const BodyId body = world.add_body(def, random.one_in(2) ? box(1, Real(0.75)) : circle(Real(0.4)), material);
    const ShapeId shape = world.shapes(body).at(0);
    if (random.one_in(6)) world.set_filter(shape, {.group = random.one_in(2) ? -1 : 2});
    if (random.one_in(6)) world.set_filter(shape, {.category = 2, .mask = ~std::uint64_t{2}});
    if (random.one_in(6)) world.add_shape(body, box(Real(0.3), Real(1.2)), {.material = material});
    if (random.one_in(12)) world.add_shape(body, circle(Real(0.8)), {.sensor = true});
    bodies.push_back(body);
  }
  return bodies;
}

PairMaterial bouncy(const void*, const ContactInput& contact) noexcept {
  return {contact.mixed.restitution / 2, contact.mixed.friction};
}

/// The number of bodies whose first shape has a kind.
int with_a_kind(const World& world, const std::vector<BodyId>& bodies) {
  const detail::WorldState& state = WorldAccess::state(world);
  int count = 0;
  for (const BodyId body : bodies) {
    count += state.proxies[state.shape_slots[world.shapes(body).at(0).slot].proxy].kind != 0 ? 1 : 0;
  }
  return count;
}

/// The places of bodies after each step, and the world's counts.
std::vector<Real> course(const WorldDef& def, bool kinds, std::uint64_t seed) {
  World world(def);
  if (!kinds) take_all_kinds(world);
  world.step(dt);  // bodies that are added later have higher ranks
  const std::vector<BodyId> bodies = add_heap(world, seed);
  std::vector<Real> numbers;
  for (int step = 0; step < bankshot_test::effort(90); ++step) {
    world.step(dt);
    if (step == 0) {
      EXPECT_EQ(with_a_kind(world, bodies) > 50, kinds);
    }
    for (const BodyId body : bodies) {
      numbers.insert(numbers.end(), {world.position(body).x(), world.position(body).y(), world.velocity(body).x(),
                                     world.velocity(body).y(), world.angular_velocity(body)});
    }
    numbers.push_back(static_cast<Real>(world.counts().contacts));
    numbers.push_back(static_cast<Real>(world.contact_begins().size() + 1000 * world.sensor_begins().size()));
  }
  return numbers;
}

TEST(Kinds, ChangeNoBit) {
  const Width best = active_width();
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    WorldDef def{.gravity = Vec2(0, -10), .threads = seed == 2 ? 3 : 1};
    if (seed == 3) def.contact_hook.function = bouncy;
    const std::vector<Real> expected = course(def, false, seed);
    for (const Width width : all_widths) {
      if (!set_width(width)) continue;
      EXPECT_TRUE(course(def, true, seed) == expected) << "seed " << seed << ", " << width_name(width);
    }
    set_width(best);
  }
}

}  // namespace
}  // namespace bankshot::testing
