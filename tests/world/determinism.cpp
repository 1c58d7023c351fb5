// The same bits whatever the width of the kernels, the order of creation, what else the world holds, and the scale.

#include "world_fixture.hpp"

#include <bankshot/simd/width.hpp>

#include <algorithm>
#include <random>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace bankshot::testing {
namespace {

struct Thing {
  BodyDef body;
  Shape shape;
  Material material;
};

Thing thing(const Vec2& position, Shape shape, const Material& material = {}, const Vec2& velocity = Vec2::Zero()) {
  return {BodyDef{.position = position, .velocity = velocity}, std::move(shape), material};
}

/// Boxes, discs, capsules and pentagons that fall onto one another; some bounce.
std::vector<Thing> pile(Real scale = 1, Real x0 = 0) {
  std::vector<Thing> things;
  const auto at = [scale, x0](double x, double y) {
    return Vec2(scale * static_cast<Real>(x) + x0, scale * static_cast<Real>(y));
  };
  things.push_back({BodyDef{.type = BodyType::fixed, .position = at(0, -1)}, box(60 * scale, 2 * scale), {}});
  for (int row = 0; row < 8; ++row) {
    for (int i = 0; i < 8 - row; ++i) {
      things.push_back(thing(at(i + 0.5 * row, row + 0.5), box(scale, scale)));
    }
  }
  for (int i = 0; i < 6; ++i) {
    things.push_back(thing(at(0.37 + 1.3 * i, 12 + 0.7 * i), circle(Real(0.4) * scale), {.restitution = Real(0.5)},
                           scale * Vec2(1, -8)));
    things.push_back(
        thing(at(0.1 + 1.1 * i, 15 + 0.9 * i), capsule(Vec2(-scale / 4, 0), Vec2(scale / 4, 0), scale / 4)));
    const Vec2 corners[] = {scale * Vec2(-1, 0) / 2, scale * Vec2(0, -1) / 2, scale * Vec2(1, 0) / 2,
                            scale * Vec2(Real(0.5), 1) / 2, scale * Vec2(Real(-0.5), 1) / 2};
    things.push_back(thing(at(1.2 * i, 18 + 0.8 * i), polygon(corners), {.restitution = Real(0.3)}));
  }
  return things;
}

World build(const std::vector<Thing>& things, Real scale = 1) {
  World world(WorldDef{.gravity = Vec2(0, -10 * scale)});
  for (const Thing& t : things) world.add_body(t.body, t.shape, t.material);
  return world;
}

std::uint64_t hash_after(World world, int steps) {
  for (int i = 0; i < steps; ++i) world.step(dt);
  return world.hash();
}

TEST(Determinism, EveryWidthGivesTheSameBits) {
  const Width best = detected_width();
  ASSERT_TRUE(set_width(Width::scalar));
  const std::uint64_t expected = hash_after(build(pile()), 180);
  for (const Width width : all_widths) {
    if (width == Width::scalar || !set_width(width)) continue;
    EXPECT_EQ(hash_after(build(pile()), 180), expected) << width_name(width);
  }
  set_width(best);
}

TEST(Determinism, CreationOrderDoesNotShow) {
  std::vector<Thing> things = pile();
  const std::uint64_t expected = hash_after(build(things), 180);
  std::mt19937_64 random(5);
  for (int round = 0; round < 4; ++round) {
    std::shuffle(things.begin(), things.end(), random);
    EXPECT_EQ(hash_after(build(things), 180), expected) << round;
  }
}

TEST(Determinism, UnrelatedBodiesDoNotShow) {
  World alone = build(pile());
  std::vector<Thing> more = pile();
  std::vector<Thing> others = pile(1, 500);
  more.insert(more.begin(), others.begin(), others.end());
  World crowded = build(more);
  for (int i = 0; i < 180; ++i) alone.step(dt), crowded.step(dt);
  const std::vector<BodyId> here = alone.bodies(), there = crowded.bodies();
  for (std::size_t i = 0; i < here.size(); ++i) {
    const BodyId twin = there[others.size() + i];
    ASSERT_EQ(alone.pose(here[i]), crowded.pose(twin)) << i;
    ASSERT_EQ(alone.velocity(here[i]), crowded.velocity(twin)) << i;
  }
}

// Bodies that come and go renumber bodies, shapes and contacts, and move islands in the solver's lists.
TEST(Determinism, UnrelatedBodiesThatComeAndGoDoNotShow) {
  World alone = build(pile()), visited = alone;
  const std::vector<BodyId> here = alone.bodies();
  const std::vector<Thing> others = pile(1, 500), more = pile(1, -500);
  std::vector<BodyId> guests;
  const auto welcome = [&](const std::vector<Thing>& things) {
    for (const Thing& t : things) guests.push_back(visited.add_body(t.body, t.shape, t.material));
  };
  const auto dismiss = [&](int one_of) {
    for (std::size_t i = 0; i < guests.size(); i += static_cast<std::size_t>(one_of)) {
      if (visited.contains(guests[i])) visited.remove_body(guests[i]);
    }
  };
  for (int i = 0; i < 180; ++i) {
    if (i == 20) welcome(others);
    if (i == 60) dismiss(2);
    if (i == 61) welcome(more);  // into the slots of those that left
    if (i == 100) dismiss(3);
    if (i == 140) dismiss(1);
    alone.step(dt), visited.step(dt);
    for (const BodyId body : here) {
      ASSERT_EQ(alone.pose(body), visited.pose(body)) << i;
      ASSERT_EQ(alone.velocity(body), visited.velocity(body)) << i;
      ASSERT_EQ(alone.angular_velocity(body), visited.angular_velocity(body)) << i;
    }
  }
  EXPECT_EQ(alone.hash(), visited.hash());
  EXPECT_EQ(alone.counts().contacts, visited.counts().contacts);
}

TEST(Determinism, ScalingByPowersOfTwoScalesTheResult) {
  World unit = build(pile());
  for (const Real scale : {Real(1) / 1024, Real(64)}) {
    World scaled = build(pile(scale), scale);
    World reference = unit;
    for (int i = 0; i < 180; ++i) scaled.step(dt), reference.step(dt);
    const std::vector<BodyId> a = reference.bodies(), b = scaled.bodies();
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(scale * reference.position(a[i]), scaled.position(b[i])) << i << " at scale " << scale;
      ASSERT_EQ(reference.rotation(a[i]), scaled.rotation(b[i])) << i << " at scale " << scale;
    }
  }
}

TEST(Determinism, CopyGoesOnLikeTheOriginal) {
  World world = build(pile());
  for (int i = 0; i < 60; ++i) world.step(dt);
  World copy = world;
  EXPECT_TRUE(copy == world);
  for (int i = 0; i < 60; ++i) world.step(dt);
  EXPECT_FALSE(copy == world);
  for (int i = 0; i < 60; ++i) copy.step(dt);
  EXPECT_TRUE(copy == world);
  EXPECT_EQ(copy.hash(), world.hash());
}

#if defined(__x86_64__)
TEST(Determinism, ControlWordOfTheProgramDoesNotShowAndIsPutBack) {
  const std::uint64_t expected = hash_after(build(pile()), 60);
  const unsigned before = _mm_getcsr(), unusual = before | 0x8040 | 0x6000;  // flush to zero, round towards zero
  World world = build(pile());
  for (int i = 0; i < 60; ++i) {
    _mm_setcsr(unusual);
    world.step(dt);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(before);
    ASSERT_EQ(after & ~0x3fu, unusual & ~0x3fu);
  }
  EXPECT_EQ(world.hash(), expected);
}
#endif

}  // namespace
}  // namespace bankshot::testing
