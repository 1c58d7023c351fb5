// The bytes of a world that is sound except for one thing are refused, and the message names that thing. The bytes are
// those that save() writes, with a hash that matches: only the check of that one thing keeps out a world that would
// step into data that are not there.

#include <bankshot/history/bytes.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/state.hpp>

#include "world/world_fixture.hpp"

#include <cmath>
#include <functional>
#include <limits>

namespace bankshot::testing {
namespace {

using detail::BodyPose;
using detail::ShapeSlot;
using detail::WorldAccess;
using detail::WorldState;

/// Two boxes on a floor, one on the other and awake, two asleep beside them, and a sensor that all four are in; a
/// handle of a body and one of a shape are free. Bodies that step first are ranked by their own state, so tests look
/// bodies up by type.
World settled() {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-0.5))}, box(20, 1));
  for (const Real x : {Real(-3), Real(3)}) {
    for (const Real y : {Real(0.5), Real(1.5)}) {
      world.add_body({.position = Vec2(x, y), .can_sleep = x > 0}, box(1, 1));
    }
  }
  const BodyId gone = world.add_body({.position = Vec2(0, 8)}, circle(1));
  world.add_shape(world.add_body({.type = BodyType::fixed, .position = Vec2(0, 2)}), box(10, 4), {.sensor = true});
  world.remove_body(gone);
  for (int i = 0; i < 120; ++i) world.step(Real(1) / 60);
  return world;
}

/// The same, with a body that was added and one that was removed since the last step.
World edited() {
  World world = settled();
  world.add_body({.position = Vec2(0, 6)}, circle(1));
  world.remove_body(world.bodies().back());
  world.add_body({.position = Vec2(0, 9)}, circle(1));
  world.remove_body(world.bodies().at(1));
  return world;
}

struct Fault {
  const char* what;  // part of the message
  std::function<void(WorldState&)> seed;
};

std::size_t rank_of(const WorldState& world, BodyType type) {
  std::size_t rank = 0;
  while (world.bodies.flags[rank].type != type || world.bodies.flags[rank].removed) ++rank;
  return rank;
}
std::size_t dynamic(const WorldState& world, bool awake) {
  std::size_t rank = 0;
  while (world.bodies.flags[rank].type != BodyType::dynamic || world.bodies.flags[rank].awake != awake) ++rank;
  return rank;
}
std::size_t sleeping(const WorldState& world) { return dynamic(world, false); }
std::size_t waking(const WorldState& world) { return dynamic(world, true); }
std::size_t moving(const WorldState& world) { return rank_of(world, BodyType::dynamic); }
std::size_t floor_of(const WorldState& world) { return rank_of(world, BodyType::fixed); }

/// A slot in use, and after it the slot of another body.
std::size_t taken(const std::vector<ShapeSlot>& slots, std::size_t from = 0) {
  while (slots[from].body == detail::none) ++from;
  return from;
}

void expect_refused(const World& sound, const std::vector<Fault>& faults) {
  ASSERT_TRUE(try_load(save(sound))) << try_load(save(sound)).reason();
  for (const Fault& fault : faults) {
    World world = sound;
    fault.seed(WorldAccess::state(world));
    const Result<World> result = try_load(save(world));
    ASSERT_FALSE(result) << fault.what;
    EXPECT_NE(result.reason().find(fault.what), std::string::npos) << fault.what << ", but: " << result.reason();
  }
}

TEST(CheckState, ArraysAreAsLongAsOneAnother) {
  const char* const what = "entries does not fit the others";
  expect_refused(settled(), {
                                {what, [](WorldState& w) { w.bodies.velocity.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.velocity_remainder.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.mass.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.forces.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.flags.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.still_time.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.calm.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.sleep_island.pop_back(); }},
                                {what, [](WorldState& w) { w.bodies.slot.pop_back(); }},
                                {"was not given yet", [](WorldState& w) { --w.bodies.ranked; }},
                            });
  expect_refused(edited(), {{"is that of no body", [](WorldState& w) { w.bodies.ranked = w.bodies.size() + 1; }}});
}

TEST(CheckState, BodiesAreSound) {
  const char* const negative = "has a negative mass or size";
  expect_refused(
      settled(),
      {
          {"not of unit length",
           [](WorldState& w) {
             w.bodies.pose[moving(w)].rotation = {1, Real(0.1)};
           }},
          {negative, [](WorldState& w) { w.bodies.mass[moving(w)].mass = -1; }},
          {negative, [](WorldState& w) { w.bodies.mass[moving(w)].inertia = -1; }},
          {negative,
           [](WorldState& w) {
             w.bodies.mass[moving(w)].inverse_mass = w.bodies.velocity[moving(w)].inverse_mass = -1;
           }},
          {negative, [](WorldState& w) { w.bodies.mass[moving(w)].inverse_inertia = -1; }},
          {negative, [](WorldState& w) { w.bodies.mass[moving(w)].gyration = -1; }},
          {negative, [](WorldState& w) { w.bodies.mass[moving(w)].reach = -1; }},
          {negative, [](WorldState& w) { w.bodies.mass[moving(w)].extent = -1; }},
          {"has two masses", [](WorldState& w) { w.bodies.velocity[moving(w)].inverse_mass *= 2; }},
          {"has a mass and is not dynamic",
           [](WorldState& w) { w.bodies.flags[moving(w)].type = BodyType::kinematic; }},
          {"is fixed and awake", [](WorldState& w) { w.bodies.flags[floor_of(w)].awake = true; }},
          {"still for a negative time", [](WorldState& w) { w.bodies.still_time[moving(w)] = -1; }},
          {"calm for a negative time", [](WorldState& w) { w.bodies.calm[moving(w)].time = -1; }},
          {"was removed and is still there", [](WorldState& w) { w.bodies.flags[moving(w)].removed = true; }},
          {"has a handle that is not its own", [](WorldState& w) { w.bodies.slot[moving(w)] = 1000; }},
          {"has a handle that is not its own", [](WorldState& w) { w.bodies.slot[0] = w.bodies.slot[1]; }},
      });
  expect_refused(edited(), {{"was removed and has a handle", [](WorldState& w) {
                               std::size_t rank = 0;
                               while (!w.bodies.flags[rank].removed) ++rank;
                               w.bodies.slot[rank] = 0;
                             }}});
}

TEST(CheckState, WhoRestsDoesNotMove) {
  const char *const moves = "is at rest and has a velocity", *const counts = "sleeps and counts how long it has been";
  const char *const asleep = "sleeps and is in no island that does", *const awake = "is in an island that does";
  for (const auto& rests : {floor_of, sleeping}) {
    expect_refused(settled(), {
                                  {moves, [&](WorldState& w) { w.bodies.velocity[rests(w)].linear.x = 1; }},
                                  {moves, [&](WorldState& w) { w.bodies.velocity[rests(w)].angular = 1; }},
                                  {moves, [&](WorldState& w) { w.bodies.velocity_remainder[rests(w)].y = 1; }},
                              });
  }
  expect_refused(
      settled(),
      {
          {counts, [](WorldState& w) { w.bodies.still_time[sleeping(w)] = 1; }},
          {counts, [](WorldState& w) { w.bodies.calm[sleeping(w)].time = 1; }},
          {asleep, [](WorldState& w) { w.bodies.sleep_island[sleeping(w)] = 0; }},
          {awake, [](WorldState& w) { w.bodies.sleep_island[floor_of(w)] = 1; }},
          {awake, [](WorldState& w) { w.bodies.sleep_island[waking(w)] = 1; }},
          {"has no label", [](WorldState& w) { w.wake_islands.push_back(0); }},
          {"has a force and is not dynamic", [](WorldState& w) { w.bodies.forces[floor_of(w)].force.x = 1; }},
          {"has a force and is not dynamic", [](WorldState& w) { w.bodies.forces[floor_of(w)].torque = 1; }},
      });
}

// Users know bodies by their handles; a body without one has only its rank.
TEST(CheckState, BodiesAreNamedByTheirHandles) {
  const World world = settled();
  const WorldState& state = WorldAccess::state(world);
  const std::size_t rank = floor_of(state);
  ASSERT_NE(state.bodies.slot[rank], rank);
  const std::string name = "bodies: body " + std::to_string(state.bodies.slot[rank]) + " (rank " +
                           std::to_string(rank) + ") is fixed and awake";
  expect_refused(world, {
                            {name.c_str(), [](WorldState& w) { w.bodies.flags[floor_of(w)].awake = true; }},
                            {"bodies: body of rank 0 has a handle that is not its own",
                             [](WorldState& w) { w.bodies.slot[0] = 1000; }},
                        });
}

// A label of 0 would leave a body asleep that nothing wakes.
TEST(CheckState, LabelsOfSleepersBeginAnewWithout0) {
  World world = settled();
  WorldAccess::state(world).last_sleep_island = std::numeric_limits<std::uint32_t>::max();
  const World sound = load(save(world));
  const auto expect_label = [](const World& w, BodyId body) {
    const WorldState& state = WorldAccess::state(w);
    EXPECT_NE(state.bodies.sleep_island[state.body_slots[body.slot].rank], 0u);
    EXPECT_TRUE(try_load(save(w))) << try_load(save(w)).reason();
  };
  World added = sound;
  expect_label(added, added.add_body({.awake = false}, circle(1)));
  const WorldState& state = WorldAccess::state(sound);
  const BodyId awake = detail::body_id(state, static_cast<detail::Rank>(waking(state)));
  World put = sound;
  put.set_awake(awake, false);
  expect_label(put, awake);
  World tired = sound;
  for (const BodyId body : tired.bodies()) tired.set_can_sleep(body, true);
  for (int i = 0; i < 120; ++i) tired.step(Real(1) / 60);
  ASSERT_FALSE(tired.awake(awake));
  expect_label(tired, awake);
}

TEST(CheckState, HandlesAreUsedOnceOrFree) {
  expect_refused(
      settled(),
      {
          {"body handle 1000 does not exist", [](WorldState& w) { w.free_body_slots.push_back(1000); }},
          {"is used twice", [](WorldState& w) { w.free_body_slots.push_back(w.free_body_slots[0]); }},
          {"is neither used nor free", [](WorldState& w) { w.free_body_slots.clear(); }},
          {"shape 1000 does not exist", [](WorldState& w) { w.free_shape_slots.push_back(1000); }},
          {"is used twice", [](WorldState& w) { w.free_shape_slots.push_back(w.free_shape_slots[0]); }},
          {"is neither used nor free", [](WorldState& w) { w.free_shape_slots.clear(); }},
          {"is that of no body", [](WorldState& w) { w.body_slots[w.free_body_slots[0]].rank = 1000; }},
          {"is that of no body", [](WorldState& w) { w.body_slots[w.free_body_slots[0]].rank = 0; }},
          {"is free and has shapes", [](WorldState& w) { w.body_slots[w.free_body_slots[0]].first_shape = 0; }},
          {"is free and has a body", [](WorldState& w) { w.shape_slots[w.free_shape_slots[0]].body = 0; }},
          {"is free and has a body", [](WorldState& w) { w.shape_slots[w.free_shape_slots[0]].next = 0; }},
          {"is free and has a body", [](WorldState& w) { w.shape_slots[w.free_shape_slots[0]].shape = circle(1); }},
      });
}

TEST(CheckState, ShapesAreThoseOfTheirBodies) {
  expect_refused(
      settled(),
      {
          {"is of another body", [](WorldState& w) { w.shape_slots[taken(w.shape_slots)].body = 3; }},
          {"shape 1000 does not exist", [](WorldState& w) { w.shape_slots[taken(w.shape_slots)].next = 1000; }},
          {"has no geometry", [](WorldState& w) { w.shape_slots[taken(w.shape_slots)].shape.reset(); }},
          {"does not know its last shape",
           [](WorldState& w) { w.body_slots[w.bodies.slot[0]].last_shape = detail::none; }},
          {"friction", [](WorldState& w) { w.shape_slots[taken(w.shape_slots)].material.friction = -1; }},
          {"palette of shape",
           [](WorldState& w) { w.shape_slots[taken(w.shape_slots)].palette = {Material{.friction = -1}}; }},
          {"has no mass that could be computed with",
           [](WorldState& w) {
             ShapeSlot& slot = w.shape_slots[w.body_slots[w.bodies.slot[moving(w)]].first_shape];
             const Real side = std::sqrt(std::sqrt(std::numeric_limits<Real>::max())) / 2;  // just small enough
             slot.shape = box(side, side), slot.material.density = detail::largest;
           }},
      });
}

TEST(CheckState, ContactsAreOfShapesThatThereAre) {
  const char* const missing = "names a shape that does not exist";
  for (const bool asleep : {false, true}) {
    const auto list = [asleep](WorldState & w) -> auto& { return asleep ? w.sleeping_contacts : w.contacts; };
    World world = settled();
    ASSERT_GE(list(WorldAccess::state(world)).size(), 2u);
    expect_refused(
        world,
        {
            {missing, [&](WorldState& w) { std::swap(list(w)[0].key.a, list(w)[0].key.b); }},
            {missing, [&](WorldState& w) { list(w)[0].key.a = list(w)[0].key.b; }},
            {missing, [&](WorldState& w) { list(w).back().key.b = static_cast<std::uint32_t>(w.proxies.size()); }},
            {"out of order", [&](WorldState& w) { std::swap(list(w)[0], list(w)[1]); }},
            {"out of order", [&](WorldState& w) { list(w)[1] = list(w)[0]; }},
            {asleep ? "is of a body that is awake" : "is of two bodies at rest",
             [&](WorldState& w) {
               const detail::Proxy *const a = &w.proxies[list(w)[0].key.a], *const b = &w.proxies[list(w)[0].key.b];
               for (const detail::Rank rank : {a->body, b->body}) {
                 if (w.bodies.flags[rank].type == BodyType::fixed) continue;
                 w.bodies.flags[rank] = w.bodies.flags[dynamic(w, asleep)];
                 w.bodies.velocity[rank].linear = {}, w.bodies.velocity[rank].angular = 0;
                 w.bodies.velocity_remainder[rank] = {}, w.bodies.still_time[rank] = 0, w.bodies.calm[rank] = {};
                 w.bodies.sleep_island[rank] = asleep ? 0 : 1;
               }
             }},
            {asleep ? "sleeping contact 0 has" : "contact 0 has", [&](WorldState& w) { list(w)[0].count = 3; }},
            {"more than two points", [&](WorldState& w) { list(w)[0].count = 3; }},
            {"an impulse that pulls", [&](WorldState& w) { list(w)[0].normal_impulse[0] = -1; }},
            {"an impulse that pulls", [&](WorldState& w) { list(w)[0].normal_impulse[1] = -1; }},
            {"not finite",
             [&](WorldState& w) { list(w)[0].normal_impulse[1] = std::numeric_limits<Real>::infinity(); }},
            {"not finite",
             [&](WorldState& w) { list(w)[0].friction_impulse = std::numeric_limits<Real>::quiet_NaN(); }},
            {"names a part that its shape does not have", [&](WorldState& w) { list(w)[0].key.part_a = 1; }},
            {"names a part that its shape does not have", [&](WorldState& w) { list(w)[0].key.part_b = 1; }},
        });
  }
  expect_refused(settled(), {{"is among the sleeping ones too", [](WorldState& w) {
                                w.wake_islands.push_back(1);
                                w.sleeping_contacts.push_back(w.contacts.back());
                                std::sort(w.sleeping_contacts.begin(), w.sleeping_contacts.end(), detail::before);
                              }}});
  World two = settled();  // whose floor has a second shape, so that a contact can be of a body with itself
  two.add_shape(two.bodies().at(0), box(1, 1, Vec2(0, -5)));
  two.step(Real(1) / 60);
  expect_refused(two, {{"is of a body with itself", [](WorldState& w) {
                          std::uint32_t first = 0;
                          while (w.proxies[first].body != w.proxies[first + 1].body) ++first;
                          detail::CachedContact contact;
                          contact.key.a = first, contact.key.b = first + 1;
                          w.contacts.assign(1, contact);
                        }}});
}

// A tile is removed at once, but its contacts last until the next step.
TEST(CheckState, AWorldIsLoadedWhoseTileWentFromUnderABody) {
  for (const bool asleep : {false, true}) {
    World world(WorldDef{.gravity = Vec2(0, -10)});
    const std::vector<Tile> tiles(4, solid_tile);
    const BodyId level = world.add_body({.type = BodyType::fixed}, grid({.columns = 4, .rows = 1}, tiles));
    const BodyId body =
        world.add_body({.position = Vec2(Real(1.5), Real(1.25)), .can_sleep = asleep}, box(Real(0.5), Real(0.5)));
    for (int i = 0; i < 120; ++i) world.step(Real(1) / 60);
    ASSERT_EQ(world.awake(body), !asleep);
    world.set_tile(world.shapes(level)[0], 1, 0, empty_tile);
    ASSERT_FALSE(WorldAccess::state(world).structure_changed);
    const Result<World> result = try_load(save(world));
    ASSERT_TRUE(result) << result.reason();
    World loaded = *result;
    EXPECT_TRUE(loaded == world);
    for (int i = 0; i < 60; ++i) world.step(Real(1) / 60), loaded.step(Real(1) / 60);
    EXPECT_LT(world.position(body).y(), 0);
    EXPECT_EQ(loaded.hash(), world.hash());
  }
}

// Nor does it matter that the body is put to sleep before that step; its contacts with the tile end then, once.
TEST(CheckState, AWorldIsLoadedWhoseBodyWasPutToSleepOnATileThatIsGone) {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  const std::vector<Tile> tiles(4, solid_tile);
  const BodyId level = world.add_body({.type = BodyType::fixed}, grid({.columns = 4, .rows = 1}, tiles));
  const BodyId body = world.add_body({.position = Vec2(Real(1.5), Real(1.25))}, box(Real(0.5), Real(0.5)));
  for (int i = 0; i < 20; ++i) world.step(Real(1) / 60);
  ASSERT_EQ(world.contacts().size(), 1u);
  world.set_tile(world.shapes(level)[0], 1, 0, empty_tile);
  world.set_awake(body, false);
  std::size_t ended = 0;
  for (int i = 0; i < 4; ++i) {
    const Result<World> result = try_load(save(world));
    ASSERT_TRUE(result) << "step " << i << ": " << result.reason();
    EXPECT_TRUE(*result == world);
    if (i == 2) world.set_awake(body, true);
    world.step(Real(1) / 60);
    ended += world.contact_ends().size();
  }
  EXPECT_EQ(ended, 1u);
}

// Whichever edit has ended a contact before its bodies were put to sleep.
TEST(CheckState, AWorldIsLoadedWhoseContactAnEditHasEnded) {
  const std::vector<Shape> two = {box(1, 1, Vec2(0, 5)), box(4, 1)};
  const auto play = [&two](const std::function<void(World&, BodyId, BodyId)>& edit) {
    World world(WorldDef{.gravity = Vec2(0, -10)});
    const BodyId level = world.add_body({.type = BodyType::kinematic}, compound(two));
    const BodyId body = world.add_body({.position = Vec2(0, Real(0.75))}, box(Real(0.5), Real(0.5)));
    for (int i = 0; i < 20; ++i) world.step(Real(1) / 60);
    ASSERT_EQ(world.contacts().size(), 1u);
    edit(world, level, body);
    world.set_awake(level, false);
    world.set_awake(body, false);
    const Result<World> result = try_load(save(world));
    ASSERT_TRUE(result) << result.reason();
    EXPECT_TRUE(*result == world);
    World loaded = *result;
    for (int i = 0; i < 3; ++i) {
      world.step(Real(1) / 60), loaded.step(Real(1) / 60);
      EXPECT_TRUE(world.contacts().empty());
      EXPECT_EQ(world.contact_ends().size(), i == 0 ? 1u : 0u);
      EXPECT_TRUE(loaded == world);
    }
  };
  play([](World& w, BodyId, BodyId body) { w.set_pose(body, {Vec2(40, 0), {}}); });
  play([](World& w, BodyId level, BodyId) { w.set_pose(level, {Vec2(40, 0), {}}); });
  play([](World& w, BodyId level, BodyId) { w.set_shape(w.shapes(level)[0], box(1, 1, Vec2(0, 5))); });
  play([](World& w, BodyId level, BodyId) {
    w.set_shape(w.shapes(level)[0], compound(std::vector<Shape>{box(1, 1, Vec2(0, 5)), box(4, 1, Vec2(0, 9))}));
  });
  play([](World& w, BodyId, BodyId body) { w.set_shape(w.shapes(body)[0], circle(Real(0.1))); });
  play([](World& w, BodyId, BodyId body) { w.set_filter(w.shapes(body)[0], {.mask = 0}); });
  play([](World& w, BodyId, BodyId body) { w.set_type(body, BodyType::fixed); });
  play([](World& w, BodyId level, BodyId body) {
    w.set_type(level, BodyType::fixed);
    w.set_type(body, BodyType::kinematic);
  });
}

TEST(CheckState, SensorPairsAreOfShapesThatThereAre) {
  const char* const missing = "names a shape that does not exist";
  World world = settled();
  ASSERT_GE(WorldAccess::state(world).sensor_pairs.size(), 2u);
  expect_refused(
      world,
      {
          {missing, [](WorldState& w) { std::swap(w.sensor_pairs[0].a, w.sensor_pairs[0].b); }},
          {missing, [](WorldState& w) { w.sensor_pairs[0].a = w.sensor_pairs[0].b; }},
          {missing, [](WorldState& w) { w.sensor_pairs.back().b = static_cast<std::uint32_t>(w.proxies.size()); }},
          {"is out of order", [](WorldState& w) { std::swap(w.sensor_pairs[0], w.sensor_pairs[1]); }},
          {"is out of order", [](WorldState& w) { w.sensor_pairs[1] = w.sensor_pairs[0]; }},
      });
}

TEST(CheckState, NumbersAreThoseOfShapes) {
  World world = edited();
  const auto alive = [](WorldState& w) -> detail::Proxy& {
    for (detail::Proxy& proxy : w.proxies) {
      if (detail::alive(w, proxy.shape)) return proxy;
    }
    throw std::logic_error("no shape is alive");
  };
  expect_refused(world, {
                            {"does not exist", [&](WorldState& w) { alive(w).body = 1000; }},
                            {"does not exist", [&](WorldState& w) { alive(w).shape.slot = 1000; }},
                            {"never existed", [&](WorldState& w) { ++alive(w).shape.generation; }},
                            {"is of another body", [&](WorldState& w) { ++alive(w).body; }},
                            {"has two numbers", [&](WorldState& w) { w.proxies.push_back(alive(w)); }},
                        });
}

}  // namespace
}  // namespace bankshot::testing
