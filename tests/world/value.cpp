// A world as a value: copies, comparison, hash.

#include "world/world_fixture.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace bankshot::testing {
namespace {

class Value : public WorldTest {
 protected:
  BodyId floor = add_floor();
  std::vector<BodyId> stack = add_stack(0, 4);
  BodyId ball = add_ball(Real(0.2), 8, Real(0.4), {.restitution = Real(0.5)});
};

// ---- copies -----------------------------------------------------------------------------------------------------

TEST_F(Value, ACopyIsEqualAndGoesTheSameWay) {
  run(30);
  World copy = world;
  EXPECT_TRUE(copy == world);
  EXPECT_EQ(copy.hash(), world.hash());
  for (int i = 0; i < 120; ++i) {
    world.step(dt);
    copy.step(dt);
    ASSERT_TRUE(copy == world) << i;
  }
  EXPECT_EQ(copy.hash(), world.hash());
}

TEST_F(Value, ACopyIsIndependent) {
  run(10);
  const World copy = world;
  const std::uint64_t hash = copy.hash();
  const Vec2 place = copy.position(ball);
  run(10);
  world.remove_body(floor);
  world.add_shape(ball, circle(3));
  EXPECT_FALSE(copy == world);
  EXPECT_EQ(copy.hash(), hash);
  EXPECT_EQ(copy.position(ball), place);
  EXPECT_TRUE(copy.contains(floor));
  EXPECT_EQ(copy.pick(Vec2(0, -1)), std::vector<ShapeId>{copy.shapes(floor)[0]});
}

TEST_F(Value, ACopyHasTheEventsAndAnswersQueries) {
  std::size_t begins = 0, ends = 0, impacts = 0;
  world.set_velocity(ball, Vec2(0, -20));
  for (int i = 0; i < 60; ++i) {
    if (i == 40) world.remove_body(stack[1]);
    run(1);
    EXPECT_EQ(world.contacts().size(), static_cast<std::size_t>(world.counts().contacts));
    const World copy = world;
    ASSERT_EQ(copy.contact_begins().size(), world.contact_begins().size());
    ASSERT_EQ(copy.contact_ends().size(), world.contact_ends().size());
    ASSERT_EQ(copy.impacts().size(), world.impacts().size());
    begins += world.contact_begins().size(), ends += world.contact_ends().size(), impacts += world.impacts().size();
    ASSERT_EQ(copy.counts().contacts, world.counts().contacts);
    // The tree of moving shapes is brought up to date by the query: here the copy's own.
    ASSERT_EQ(copy.pick(copy.position(ball)), std::vector<ShapeId>{copy.shapes(ball)[0]}) << i;
  }
  EXPECT_GT(begins, 0u);
  EXPECT_GT(ends, 0u);
  EXPECT_GT(impacts, 0u);
}

TEST_F(Value, ACopyOutlivesItsSource) {
  const BodyId plate = world.add_body({.position = Vec2(9, 3)});
  world.add_shape(plate, box(1, 1, Vec2(3, 1)));  // off centre: baked anew for the step
  run(30);
  auto source = std::make_unique<World>(world);
  World copy = *source;
  source.reset();
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    copy.step(dt);
    ASSERT_TRUE(copy == world) << i;
  }
}

TEST_F(Value, ACopyMadeAmidChangesGoesTheSameWay) {
  run(30);
  world.remove_body(stack[1]);
  world.set_pose(ball, {Vec2(3, 3), {}});
  add_box(-4, 5);
  world.apply_force(stack[3], Vec2(50, 0));
  World copy = world;
  EXPECT_TRUE(copy == world);
  EXPECT_EQ(copy.hash(), world.hash());
  for (int i = 0; i < 60; ++i) {
    world.step(dt);
    copy.step(dt);
    ASSERT_TRUE(copy == world) << i;
    ASSERT_EQ(copy.contact_ends().size(), world.contact_ends().size());
  }
}

TEST_F(Value, AssignmentAndMovesKeepTheState) {
  run(5);
  World copy;
  copy = world;
  EXPECT_TRUE(copy == world);
  World& same = copy;
  copy = same;
  EXPECT_TRUE(copy == world);
  World moved = std::move(copy);
  EXPECT_TRUE(moved == world);
  World other(WorldDef{.gravity = Vec2(1, 1)});
  other = std::move(moved);
  EXPECT_TRUE(other == world);
}

// ---- what is state ----------------------------------------------------------------------------------------------

TEST_F(Value, EverythingThatCanChangeTheFutureShows) {
  run(20);
  const BodyId b = stack[3];
  ASSERT_TRUE(world.awake(b));
  const ShapeId s = shape_of(b);
  using Change = std::pair<const char*, std::function<void(World&)>>;
  const std::vector<Change> changes{
      {"gravity", [](World& w) { w.set_gravity(Vec2(0, -9)); }},
      {"substeps", [](World& w) { w.set_substeps(5); }},
      {"impacts per pair", [](World& w) { w.set_impact_limits({.per_pair = 7}); }},
      {"impacts per body", [](World& w) { w.set_impact_limits({.per_body = 7}); }},
      {"pose",
       [b](World& w) {
         w.set_pose(b, {w.position(b) + Vec2(0, Real(0.25)), w.rotation(b)});
       }},
      {"rotation",
       [b](World& w) {
         w.set_pose(b, {w.position(b), Rotation::from_angle(Real(0.1)) * w.rotation(b)});
       }},
      {"velocity", [b](World& w) { w.set_velocity(b, w.velocity(b) + Vec2(1, 0)); }},
      {"angular velocity", [b](World& w) { w.set_angular_velocity(b, w.angular_velocity(b) + 1); }},
      {"force", [b](World& w) { w.apply_force(b, Vec2(1, 0)); }},
      {"torque", [b](World& w) { w.apply_torque(b, 1); }},
      {"linear damping", [b](World& w) { w.set_damping(b, 1, 0); }},
      {"table friction",
       [b](World& w) {
         w.set_table_friction(b, {1, 0});
       }},
      {"friction of turning",
       [b](World& w) {
         w.set_table_friction(b, {0, 1});
       }},
      {"angular damping", [b](World& w) { w.set_damping(b, 0, 1); }},
      {"gravity scale", [b](World& w) { w.set_gravity_scale(b, 2); }},
      {"lock x", [b](World& w) { w.set_locks(b, {.x = true}); }},
      {"lock y", [b](World& w) { w.set_locks(b, {.y = true}); }},
      {"lock rotation", [b](World& w) { w.set_locks(b, {.rotation = true}); }},
      {"can sleep", [b](World& w) { w.set_can_sleep(b, false); }},
      {"asleep", [b](World& w) { w.set_awake(b, false); }},
      {"type", [b](World& w) { w.set_type(b, BodyType::kinematic); }},
      {"mass", [b](World& w) { w.set_mass_properties(b, {.mass = 3, .inertia = 1}); }},
      {"shape", [s](World& w) { w.set_shape(s, box(1, Real(1.5))); }},
      {"rounding", [s](World& w) { w.set_shape(s, box(1, 1, Vec2(0, 0), {}, Real(0.01))); }},
      {"restitution", [s](World& w) { w.set_material(s, {.restitution = 1}); }},
      {"friction", [s](World& w) { w.set_material(s, {.friction = 1}); }},
      {"density", [s](World& w) { w.set_material(s, {.density = 2}); }},
      {"rolling resistance", [s](World& w) { w.set_material(s, {.rolling_resistance = 1}); }},
      {"surface speed", [s](World& w) { w.set_material(s, {.surface_speed = 1}); }},
      {"category", [s](World& w) { w.set_filter(s, {.category = 2}); }},
      {"mask", [s](World& w) { w.set_filter(s, {.mask = 1}); }},
      {"group", [s](World& w) { w.set_filter(s, {.group = 1}); }},
      {"another shape", [b](World& w) { w.add_shape(b, circle(1), {.sensor = true}); }},
      {"a shape less", [s](World& w) { w.remove_shape(s); }},
      {"a body more", [](World& w) { w.add_body({}); }},
      {"a body less", [b](World& w) { w.remove_body(b); }},
      {"tick", [](World& w) { w.step(dt); }},
  };
  std::vector<std::uint64_t> hashes{world.hash()};
  std::vector<World> worlds{world};
  for (const Change& change : changes) {
    World changed = world;
    change.second(changed);
    // Nearly all of these edits also wake the body, so each result must differ from all others, not only from the world
    // as it was.
    for (const World& other : worlds) {
      EXPECT_FALSE(changed == other) << change.first;
      EXPECT_FALSE(other == changed) << change.first;
    }
    hashes.push_back(changed.hash());
    worlds.push_back(std::move(changed));
  }
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end()) << "two changes with one hash";
}

TEST_F(Value, TheSignOfZeroShows) {
  World a, b;
  a.add_body({.velocity = Vec2(0, 0)});
  b.add_body({.velocity = Vec2(Real(-0.0), 0)});
  EXPECT_FALSE(a == b);
  EXPECT_NE(a.hash(), b.hash());
}

TEST_F(Value, WhatCannotChangeTheFutureDoesNotShow) {
  run(30);
  World other = world;
  other.set_user_data(ball, 42);
  other.pick(Vec2(0, 0));
  other.set_mix_rule(nullptr);
  EXPECT_TRUE(other == world);
  EXPECT_EQ(other.hash(), world.hash());
}

TEST_F(Value, IdsShowInComparisonAndNotInTheHash) {
  World a(WorldDef{.gravity = Vec2(0, -10)}), b(WorldDef{.gravity = Vec2(0, -10)});
  const BodyId gone = b.add_body({}, circle(1));
  b.remove_body(gone);
  a.add_body({.position = Vec2(1, 2)}, box(1, 1));
  b.add_body({.position = Vec2(1, 2)}, box(1, 1));
  EXPECT_FALSE(a == b);
  EXPECT_EQ(a.hash(), b.hash());
  for (int i = 0; i < 10; ++i) {
    a.step(dt);
    b.step(dt);
    EXPECT_EQ(a.hash(), b.hash());
  }
}

// ---- creation order ---------------------------------------------------------------------------------------------

TEST_F(Value, CreationOrderDoesNotShowInTheHash) {
  // A floor, a pile of boxes and balls in rows, a sensor; built in shuffled orders.
  const auto build = [](const std::vector<int>& order) {
    World w(WorldDef{.gravity = Vec2(0, -10)});
    for (const int i : order) {
      if (i == 0) {
        w.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2));
      } else if (i == 1) {
        w.add_shape(w.add_body({.type = BodyType::fixed, .position = Vec2(0, 3)}), box(3, 3), {.sensor = true});
      } else {
        const Vec2 position(static_cast<Real>(i % 6) * Real(1.01) + static_cast<Real>(i / 6) / 5,
                            Real(0.5) + static_cast<Real>(i / 6));
        w.add_body({.position = position}, i % 5 == 0 ? circle(Real(0.5)) : box(1, 1), {.restitution = Real(0.25)});
      }
    }
    return w;
  };
  std::vector<int> order(32);
  std::iota(order.begin(), order.end(), 0);
  World first = build(order);
  std::vector<World> others;
  std::mt19937_64 random(3);
  for (int i = 0; i < 4; ++i) {
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random() % k]);
    others.push_back(build(order));
  }
  for (int step = 0; step < 120; ++step) {
    for (World& other : others) {
      ASSERT_EQ(other.hash(), first.hash()) << "before step " << step;
      other.step(dt);
    }
    first.step(dt);
  }
}

// ---- events and changes -----------------------------------------------------------------------------------------

TEST_F(Value, AnythingMayChangeWhileEventsAreRead) {
  int seen = 0;
  for (int i = 0; i < 240; ++i) {
    world.step(dt);
    const std::span<const ContactEvent> begins = world.contact_begins();
    const std::span<const Impact> impacts = world.impacts();
    std::vector<ContactEvent> copy(begins.begin(), begins.end());
    for (const ContactEvent& event : begins) {
      ++seen;
      // Removes one of the two, puts another in its place, teleports a third.
      const BodyId victim = event.body_a == floor ? event.body_b : event.body_a;
      if (world.contains(victim) && seen % 2 == 0) world.remove_body(victim);
      for (int k = 0; k < 3; ++k) add_ball(static_cast<Real>(seen), 6 + static_cast<Real>(k), Real(0.3));
      if (world.contains(ball)) world.set_pose(ball, {Vec2(static_cast<Real>(-seen), 4), {}});
    }
    EXPECT_TRUE(std::equal(begins.begin(), begins.end(), copy.begin(), copy.end()));
    for (const Impact& impact : impacts) EXPECT_GT(impact.approach_speed, 0);
    if (seen > 40) break;
  }
  EXPECT_GT(seen, 10);
}

TEST_F(Value, WhatIsDestroyedEndsInTheNextStepUnderItsOldName) {
  run(30);
  const BodyId bottom = stack[0];
  const ShapeId shape = shape_of(bottom);
  std::vector<ContactEvent> expected;
  for (const Contact& contact : world.contacts()) {
    if (contact.body_a == bottom || contact.body_b == bottom) {
      expected.push_back({contact.body_a, contact.body_b, contact.shape_a, contact.shape_b});
    }
  }
  ASSERT_EQ(expected.size(), 2u);
  world.remove_body(bottom);
  const BodyId young = add_ball(30, 3);  // takes the slot
  ASSERT_EQ(young.slot, bottom.slot);
  run(1);
  for (const ContactEvent& event : expected) {
    const auto ends = world.contact_ends();
    EXPECT_EQ(std::count(ends.begin(), ends.end(), event), 1);
    EXPECT_TRUE(event.shape_a == shape || event.shape_b == shape);
  }
  run(1);
  EXPECT_TRUE(world.contact_ends().empty());
}

// Braces alone could also stand for a world to copy.
TEST(WorldValue, OfEmptyBracesIsTheEmptyWorld) {
  const World world({}), other{{}};
  EXPECT_EQ(world, World());
  EXPECT_EQ(other, World(WorldDef{}));
}

}  // namespace
}  // namespace bankshot::testing
