// Characters as values: copies, hashes, going back; and what they refuse.

#include "effort.hpp"
#include "room.hpp"
#include "world/world_fixture.hpp"

#include <functional>

namespace bankshot::testing {
namespace {

/// A room with crates, a lift and a belt, and somebody who runs about in it.
struct Busy {
  Room room;
  Character hero;

  static CharacterDef definition(Random& random) {
    CharacterDef def{.shape = any_figure(random, 1)};
    def.step_height = Real(0.3), def.snap = Real(0.3), def.push_force = 100;
    return def;
  }
  explicit Busy(Random& random) : room(random_room(random)), hero(definition(random), Vec2(0, 3)) {
    room.world.set_gravity(Vec2(0, -10));
    for (int i = 0; i < 10; ++i) room.world.add_body({.position = random.vec2(9)}, box(1, 1));
    room.world.add_body({.type = BodyType::kinematic, .position = random.vec2(9), .velocity = random.vec2(2)},
                        box(4, 1));
    room.world.add_body({.type = BodyType::fixed, .position = random.vec2(9)}, box(6, 1), {.surface_speed = 3});
  }
  void play(int tick) {
    const bool jump = hero.state().grounded && tick % 17 == 0;
    const Real rise = jump ? Real(6) : hero.state().velocity.y() - 10 * dt;
    hero.move(room.world, Vec2(tick / 40 % 2 == 0 ? Real(4) : Real(-4), rise), dt);
    room.world.step(dt);
  }
};

TEST(CharacterAsAValue, GoesOnAlikeFromACopyAndAfterGoingBack) {
  for (int i = 0; i < bankshot_test::effort(60); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Busy one(random);
    for (int tick = 0; tick < 60; ++tick) one.play(tick);
    Busy copy = one;
    const CharacterState state = one.hero.state();
    const World world = one.room.world;
    std::vector<std::uint64_t> hashes;
    for (int tick = 60; tick < 120; ++tick) {
      one.play(tick), copy.play(tick);
      ASSERT_TRUE(one.hero.state() == copy.hero.state()) << i << " " << tick;
      ASSERT_TRUE(one.room.world == copy.room.world) << i << " " << tick;
      ASSERT_EQ(hash(one.hero.state()), hash(copy.hero.state()));
      hashes.push_back(hash(one.hero.state()));
    }
    one.hero.set_state(state);
    one.room.world = world;
    for (int tick = 60; tick < 120; ++tick) {
      one.play(tick);
      ASSERT_EQ(hash(one.hero.state()), hashes[static_cast<std::size_t>(tick - 60)]) << i << " " << tick;
    }
    ASSERT_TRUE(one.hero.state() == copy.hero.state());
  }
}

/// The handles differ; what happens does not.
TEST(CharacterAsAValue, MovesAlikeInWhateverOrderTheWorldWasBuilt) {
  int rooms = 0;
  for (int i = 0; i < bankshot_test::effort(100); ++i) {
    Random random(static_cast<std::uint64_t>(1000 + i));
    const Room room = random_room(random);
    CharacterDef def{.shape = any_figure(random, room.size), .step_height = Real(room.size / 4)};
    World turned;
    const std::vector<BodyId> bodies = room.world.bodies();
    for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
      turned.add_body(room.world.definition(*body), room.world.shape(room.world.shapes(*body)[0]));
    }
    World straight = room.world;
    Character one(def);
    if (!find_place(random, room, one, room.size / 32)) continue;
    Character other = one;
    ++rooms;
    for (int tick = 0; tick < 100; ++tick) {
      const Vec2 velocity = Real(room.size) * random.vec2(10);
      one.move(straight, velocity, dt), other.move(turned, velocity, dt);
      ASSERT_EQ(one.state().position, other.state().position) << i << " " << tick;
      ASSERT_EQ(one.state().velocity, other.state().velocity) << i << " " << tick;
      ASSERT_EQ(hash(one.state()), hash(other.state())) << i << " " << tick;
    }
  }
  EXPECT_GT(rooms, 2);
}

/// The same room, `factor` times as large and turned by `turn`.
World changed(const World& world, Real factor, const Rotation& turn) {
  World result;
  for (const BodyId body : world.bodies()) {
    BodyDef def = world.definition(body);
    def.position = turn * (factor * def.position);
    def.rotation = turn * def.rotation;
    result.add_body(def, scaled(world.shape(world.shapes(body)[0]), Vec2(factor, factor)));
  }
  return result;
}

CharacterDef changed(CharacterDef def, Real factor, const Rotation& turn) {
  def.shape = scaled(def.shape, Vec2(factor, factor));
  def.up = turn * def.up;
  def.skin *= factor, def.step_height *= factor, def.snap *= factor;
  return def;
}

/// There is no unit of length: a scale that is a power of two changes no bit. Neither does a quarter turn.
TEST(CharacterAsAValue, MovesAlikeAtAnyScaleAndAfterAQuarterTurn) {
  int rooms = 0;
  for (int i = 0; i < bankshot_test::effort(200); ++i) {
    Random random(static_cast<std::uint64_t>(2000 + i));
    const Room room = random_room(random);
    CharacterDef def{.shape = any_figure(random, room.size), .step_height = Real(room.size / 4)};
    def.snap = def.step_height;
    const Real factor = std::ldexp(Real(1), random.below(13) - 6);
    const Rotation turn = random.one_in(2) ? Rotation{} : Rotation(0, 1);
    Character one(def), other(changed(def, factor, turn));
    if (!find_place(random, room, one, room.size / 32)) continue;
    ++rooms;
    other.set_state({.position = turn * (factor * one.state().position)});
    World plain = room.world, large = changed(room.world, factor, turn);
    for (int tick = 0; tick < 100; ++tick) {
      const Vec2 velocity(random.real(-5, 5) * Real(room.size), one.state().velocity.y() - 10 * dt * Real(room.size));
      one.move(plain, velocity, dt), other.move(large, turn * (factor * velocity), dt);
      ASSERT_EQ(turn * (factor * one.state().position), other.state().position) << i << " " << tick;
      ASSERT_EQ(turn * (factor * one.state().velocity), other.state().velocity) << i << " " << tick;
      ASSERT_EQ(one.state().grounded, other.state().grounded) << i << " " << tick;
    }
  }
  EXPECT_GT(rooms, 2);
}

TEST(CharacterAsAValue, EveryNumberCountsInEqualityAndHash) {
  const CharacterState state;
  const std::function<void(CharacterState&)> changes[] = {
      [](CharacterState& s) { s.position.x() = 1; },        [](CharacterState& s) { s.position.y() = 1; },
      [](CharacterState& s) { s.velocity.x() = 1; },        [](CharacterState& s) { s.velocity.y() = Real(-0.0); },
      [](CharacterState& s) { s.grounded = true; },         [](CharacterState& s) { s.ground_normal.x() = 1; },
      [](CharacterState& s) { s.ground_normal.y() = 0; },   [](CharacterState& s) { s.ground_velocity.x() = 1; },
      [](CharacterState& s) { s.ground_velocity.y() = 1; }, [](CharacterState& s) { s.ground_local.x() = 1; },
      [](CharacterState& s) { s.ground_local.y() = 1; },    [](CharacterState& s) { s.ground_place.x() = 1; },
      [](CharacterState& s) { s.ground_place.y() = 1; }};
  std::vector<std::uint64_t> hashes = {hash(state)};
  for (const auto& change : changes) {
    CharacterState other = state;
    change(other);
    EXPECT_FALSE(other == state);
    hashes.push_back(hash(other));
  }
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
  CharacterState other = state;
  other.ground = {.slot = 3};
  EXPECT_FALSE(other == state);
  EXPECT_EQ(hash(other), hash(state));
  other = state;
  other.ground_shape = {.slot = 3};
  EXPECT_FALSE(other == state);
}

TEST(CharacterErrors, AreRefusedAndNameTheField) {
  const auto with = [](const std::function<void(CharacterDef&)>& change) {
    CharacterDef def{.shape = circle(1)};
    change(def);
    return refusal([&] { Character hero(def); });
  };
  const Vec2 ends[] = {Vec2(0, 0), Vec2(1, 0)};
  EXPECT_EQ(with([](CharacterDef&) {}), "");
  EXPECT_NE(with([&](CharacterDef& d) { d.shape = chain(ends); }).find("shape"), std::string::npos);
  EXPECT_NE(with([&](CharacterDef& d) { d.shape = segment(ends[0], ends[1]); }).find("shape"), std::string::npos);
  EXPECT_NE(with([](CharacterDef& d) { d.up = Vec2(1, 1); }).find("up"), std::string::npos);
  EXPECT_NE(with([](CharacterDef& d) { d.up = Vec2(nan, 1); }).find("up"), std::string::npos);
  EXPECT_NE(with([](CharacterDef& d) { d.skin = -1; }).find("skin"), std::string::npos);
  EXPECT_NE(with([](CharacterDef& d) { d.step_height = -1; }).find("step_height"), std::string::npos);
  EXPECT_NE(with([](CharacterDef& d) { d.max_slope = Real(1.6); }).find("max_slope"), std::string::npos);
  EXPECT_NE(with([](CharacterDef& d) { d.snap = infinite; }).find("snap"), std::string::npos);
  EXPECT_NE(with([](CharacterDef& d) { d.push_force = nan; }).find("push_force"), std::string::npos);

  World world;
  Character hero({.shape = circle(1)});
  const CharacterState state = hero.state();
  EXPECT_NE(refusal([&] { hero.move(world, Vec2(nan, 0), dt); }).find("velocity"), std::string::npos);
  EXPECT_NE(refusal([&] { hero.move(world, Vec2(0, 0), 0); }).find("dt"), std::string::npos);
  EXPECT_NE(refusal([&] { hero.set_state({.position = Vec2(infinite, 0)}); }).find("position"), std::string::npos);
  const BodyId crate = world.add_body({}, box(1, 1));
  hero.set_definition({.shape = circle(1), .body = crate});
  EXPECT_NE(refusal([&] { hero.move(world, Vec2(0, 0), dt); }).find("body"), std::string::npos);
  world.remove_body(crate);
  EXPECT_NE(refusal([&] { hero.move(world, Vec2(0, 0), dt); }), "");
  EXPECT_TRUE(hero.state() == state);
}

/// The ground may be gone, or no longer be ground.
TEST(CharacterErrors, NoneIfTheGroundIsRemoved) {
  World world;
  const BodyId floor = world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(20, 2));
  Character hero({.shape = circle(1)}, Vec2(0, Real(1.1)));
  hero.move(world, Vec2(0, -10), dt);
  ASSERT_TRUE(hero.state().grounded);
  world.remove_body(floor);
  const CharacterMove done = hero.move(world, Vec2(1, -1), dt);
  EXPECT_TRUE(done.left_ground);
  EXPECT_FALSE(hero.state().grounded);
}

}  // namespace
}  // namespace bankshot::testing
