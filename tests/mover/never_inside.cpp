// Characters among anything: never inside of it, never through it.

#include "effort.hpp"
#include "room.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

CharacterDef any_character(Random& random, const Room& room) {
  CharacterDef def{.shape = any_figure(random, room.size)};
  def.up = any_up(random);
  if (random.one_in(2)) def.skin = random.real(0.002, 0.03) * Real(room.size);
  if (!random.one_in(3)) def.step_height = random.real(0.05, 0.6) * Real(room.size);
  if (!random.one_in(3)) def.snap = random.real(0.05, 0.6) * Real(room.size);
  def.max_slope = random.real(0, 1.5);
  return def;
}

Real skin_of(const CharacterDef& def) {
  const Aabb box = def.shape.aabb();
  const Vec2 size = box.upper - box.lower;
  return def.skin > 0 ? def.skin : std::min(size.x(), size.y()) / 64;
}

/// Velocities of a game: it runs, falls and jumps; now and then it is thrown.
Vec2 any_velocity(Random& random, const Character& hero, const Room& room, int tick) {
  const Vec2 up = hero.definition().up, right(up.y(), -up.x());
  const Real size = Real(room.size);
  if (random.one_in(40)) return size * random.vec2(2000);
  const Real walk = (tick / 50 % 2 == 0 ? Real(4) : Real(-4)) * size;
  Real rise = hero.state().velocity.dot(up) - size * Real(10) / 60;
  if (hero.state().grounded && random.one_in(20)) rise = 6 * size;
  return walk * right + rise * up;
}

/// A solid near the character: the gap, and the direction in which it grows.
struct Near {
  double gap;
  PlainPoint normal;
};

std::vector<Near> near_solids(const Room& room, const Character& hero, double reach) {
  std::vector<Near> found;
  const Outline own = outline_at(hero.definition().shape, hero.pose());
  for (std::size_t i = 0; i < room.solids.size(); ++i) {
    const double gap = plain_gap(own, room.solids[i]), d = reach / 1024;
    if (gap > reach) continue;
    const auto moved = [&](double x, double y) {
      Outline there = own;
      for (PlainPoint& p : there.points) p = p + PlainPoint{x, y};
      return plain_gap(there, room.solids[i]);
    };
    const PlainPoint slope{(moved(d, 0) - moved(-d, 0)) / (2 * d), (moved(0, d) - moved(0, -d)) / (2 * d)};
    // A corner of a part may be inside of the whole, and is no place to stand on then.
    found.push_back({i < room.bodies ? gap : gap + reach, slope});
  }
  return found;
}

/// If it is on the ground, something is near that holds it from below. If something is near that it moves against and
/// that is not too steep for it, then it is on the ground. Corners of both may meet within a skin: the normal turns by
/// less than 0.3 on the way through a quarter of it, and may show that it moves away.
void expect_grounded_rightly(const Room& room, const Character& hero, double skin, bool jumps) {
  const PlainPoint up = plain_point(hero.definition().up), velocity = plain_point(hero.state().velocity);
  const double least_up = std::cos(static_cast<double>(hero.definition().max_slope)) + 0.3;
  bool held = false, must = false;
  for (const Near& near : near_solids(room, hero, 1.5 * skin)) {
    held = held || plain_dot(near.normal, up) > 0.01;
    const bool against = plain_dot(velocity, near.normal) <= -0.3 * std::hypot(velocity.x, velocity.y);
    must = must || (!jumps && near.gap < 1.05 * skin && plain_dot(near.normal, up) > least_up && against);
  }
  if (hero.state().grounded) {
    EXPECT_TRUE(held || room.round > 0);
  } else {
    EXPECT_FALSE(must);
  }
}

TEST(CharacterInRooms, IsNeverInsideOfAnything) {
  Random random(1);
  int moves = 0, grounded = 0;
  for (int round = 0; round < bankshot_test::effort(600); ++round) {
    Room room = random_room(random);
    const CharacterDef def = any_character(random, room);
    Character hero(def);
    const double skin = static_cast<double>(skin_of(def));
    if (!find_place(random, room, hero, skin)) continue;
    for (int tick = 0; tick < 200; ++tick) {
      const Vec2 velocity = any_velocity(random, hero, room, tick);
      const CharacterMove done = hero.move(room.world, velocity, dt);
      ASSERT_FALSE(done.crushed) << round << " " << tick;
      ASSERT_GT(least_gap(room, def.shape, hero.pose()), 0) << round << " " << tick;
      const Vec2 at = hero.state().position;
      ASSERT_LT(std::max(std::abs(at.x()), std::abs(at.y())), Real(room.half)) << round << " " << tick;
      expect_grounded_rightly(room, hero, skin, velocity.dot(def.up) > 0);
      ASSERT_FALSE(HasFailure()) << round << " " << tick;
      ++moves, grounded += hero.state().grounded ? 1 : 0;
    }
  }
  // The rooms have floors and holes.
  EXPECT_GT(grounded, moves / 10);
  EXPECT_LT(grounded, moves * 95 / 100);
}

/// Movers, crates and a body of its own: whatever comes at it, nothing fixed is entered; and nothing at all, unless it
/// says that it is crushed. Crates may be in it by what a step moves them.
TEST(CharacterInRooms, IsPushedIntoNothingFixed) {
  Random random(2);
  int crushed = 0, pushed = 0;
  for (int round = 0; round < bankshot_test::effort(80); ++round) {
    Room room = random_room(random);
    CharacterDef def = any_character(random, room);
    Character hero(def);
    const double skin = static_cast<double>(skin_of(def));
    if (!find_place(random, room, hero, skin)) continue;
    room.world.set_gravity(Real(-10 * room.size) * def.up);
    std::vector<BodyId> movers;
    std::vector<Shape> shapes;
    for (int i = 0; i < 6; ++i) {
      shapes.push_back(any_solid(random, room.size));
      movers.push_back(room.world.add_body({.type = BodyType::kinematic, .position = random.vec2(room.half)},
                                           shapes[static_cast<std::size_t>(i)]));
    }
    for (int i = 0; i < 6; ++i) {
      room.world.add_body({.position = random.vec2(room.half)}, box(Real(room.size), Real(room.size / 2)));
    }
    if (random.one_in(2)) {
      def.body = room.world.add_body({.type = BodyType::kinematic, .position = hero.state().position}, def.shape);
      def.push_force = random.real(1, 1000);
      hero.set_definition(def);
    }
    for (int tick = 0; tick < 150; ++tick) {
      for (const BodyId mover : movers) {
        if (!random.one_in(20)) continue;
        room.world.set_velocity(mover, Real(room.size) * random.vec2(6));
        room.world.set_angular_velocity(mover, random.real(-3, 3));
      }
      room.world.step(dt);
      const Vec2 velocity = any_velocity(random, hero, room, tick);
      const CharacterMove done = hero.move(room.world, velocity, dt);
      ASSERT_GT(least_gap(room, def.shape, hero.pose()), 0) << round << " " << tick;
      const Outline own = outline_at(def.shape, hero.pose());
      for (std::size_t i = 0; i < movers.size() && !done.crushed; ++i) {
        ASSERT_GE(plain_gap(own, outline_at(shapes[i], room.world.pose(movers[i]))), -skin * 1.01)
            << round << " " << tick;
      }
      crushed += done.crushed ? 1 : 0, ++pushed;
    }
  }
  EXPECT_GT(crushed, 10);
  EXPECT_LT(crushed, pushed / 4);
}

}  // namespace
}  // namespace bankshot::testing
