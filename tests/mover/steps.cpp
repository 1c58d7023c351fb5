// Characters at steps, edges, gaps and platforms that stop from one side.

#include "effort.hpp"
#include "room.hpp"
#include "world/world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

/// Turned about the origin, so that `up` is any direction.
struct Turned {
  Rotation turn;
  Vec2 operator()(double x, double y) const { return turn * Vec2(Real(x), Real(y)); }
  Vec2 back(const Vec2& v) const { return turn.inverse() * v; }
};

Turned any_turn(Random& random) {
  if (random.one_in(3)) return {Rotation{}};
  if (random.one_in(2)) return {Rotation(0, random.one_in(2) ? Real(1) : Real(-1))};
  return {Rotation::from_angle(random.real(-3, 3))};
}

/// A box between two corners, as it is before the turn.
void add_block(World& world, const Turned& turn, double left, double low, double right, double high) {
  world.add_body(
      {.type = BodyType::fixed, .position = turn((left + right) / 2, (low + high) / 2), .rotation = turn.turn},
      box(Real(right - left), Real(high - low)));
}

/// A figure 1 high, upright, with a skin and steps of its own.
CharacterDef any_walker(Random& random, const Turned& turn) {
  CharacterDef def{.shape = any_figure(random, 1)};
  def.up = turn(0, 1);
  def.skin = random.real(0.004, 0.02);
  def.step_height = random.real(0.1, 0.5);
  def.snap = def.step_height;
  return def;
}

double feet_of(const CharacterDef& def) {
  double low = 1e30;
  for (int i = 0; i < def.shape.corner_count(); ++i) low = std::min(low, static_cast<double>(def.shape.corner(i).y()));
  return low - static_cast<double>(def.shape.radius());
}

TEST(CharacterAtSteps, ClimbsThoseThatAreLowEnoughAndNoOthers) {
  Random random(1);
  int climbed = 0, stopped = 0;
  for (int i = 0; i < bankshot_test::effort(2000); ++i) {
    const Turned turn = any_turn(random);
    const CharacterDef def = any_walker(random, turn);
    const double most = static_cast<double>(def.step_height), skin = static_cast<double>(def.skin);
    const double height = static_cast<double>(random.real(0.02, 0.9)), feet = feet_of(def);
    if (height > most - 1e-4 && height < most + 1.25 * skin + 1e-4) continue;  // may be either
    World world;
    add_block(world, turn, -20, -1, 2, 0);
    add_block(world, turn, 2, -1, 20, height);
    Character hero(def, turn(0, skin - feet));
    const double speed = static_cast<double>(random.real(0.2, 8)), h = static_cast<double>(dt);
    const int ticks = static_cast<int>(4 / speed / h) + 2;
    bool stepped = false;
    double x = 0;
    for (int tick = 0; tick < ticks; ++tick) {
      stepped = hero.move(world, turn(speed, -1), dt).stepped || stepped;
      ASSERT_TRUE(hero.state().grounded) << i << " " << tick;
      const Vec2 at = turn.back(hero.state().position);
      ASSERT_GT(static_cast<double>(at.x()), x - 1e-4) << i;
      x = static_cast<double>(at.x());
    }
    const double rise = static_cast<double>(turn.back(hero.state().position).y()) - (skin - feet);
    if (height < most) {
      EXPECT_NEAR(rise, height, 1e-4 + skin / 4)
          << i << " kind " << static_cast<int>(def.shape.kind()) << " h " << height;
      // It is never slower than on the level, but for where a slope of an edge takes it up.
      EXPECT_GT(x, 2.5) << i;
      ++climbed;
    } else {
      EXPECT_LT(rise, most) << i << " kind " << static_cast<int>(def.shape.kind()) << " h " << height << " x " << x;
      EXPECT_LT(x, 2.1) << i;
      ++stopped;
    }
  }
  EXPECT_GT(climbed, 10);
  EXPECT_GT(stopped, 10);
}

TEST(CharacterAtSteps, GoesDownStairsOnTheGroundAndFallsFromLedges) {
  Random random(2);
  for (int i = 0; i < bankshot_test::effort(500); ++i) {
    const Turned turn = any_turn(random);
    CharacterDef def = any_walker(random, turn);
    const double skin = static_cast<double>(def.skin), most = static_cast<double>(def.snap), feet = feet_of(def);
    const double height = static_cast<double>(random.real(0.02, 0.9));
    if (std::abs(height - most) < 2 * skin) continue;
    World world;
    add_block(world, turn, -20, -10, 2, 0);
    add_block(world, turn, 2, -10, 30, -height);
    Character hero(def, turn(0, skin - feet));
    bool fell = false;
    double speed = static_cast<double>(random.real(0.5, 6)), fall = 0;
    for (int tick = 0; tick < 600 && turn.back(hero.state().position).x() < 4; ++tick) {
      fall = hero.state().grounded ? 0 : static_cast<double>(turn.back(hero.state().velocity).y());
      hero.move(world, turn(speed, fall - 0.2), dt);
      fell = fell || (tick > 0 && !hero.state().grounded);
    }
    if (height < most) {
      EXPECT_FALSE(fell) << i;
    }
    // What is round goes down along the edge, as far as it may stand on it.
    if (height > most + 0.5) {
      EXPECT_TRUE(fell) << i;
    }
  }
}

TEST(CharacterOnFloors, NoticesNoSeams) {
  Random random(3);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    const Turned turn = any_turn(random);
    CharacterDef def = any_walker(random, turn);
    if (random.one_in(2)) def.step_height = 0;
    World world;
    double x = -20;
    while (x < 20) {
      const double next = x + static_cast<double>(random.real(0.1, 2));
      add_block(world, turn, x, -1, next, 0);
      x = next;
    }
    const double skin = static_cast<double>(def.skin), feet = feet_of(def);
    Character hero(def, turn(0, skin - feet));
    hero.move(world, turn(0, -1), dt);
    const double speed = static_cast<double>(random.real(-8, 8)), h = static_cast<double>(dt);
    for (int tick = 1; tick <= 100; ++tick) {
      const CharacterMove done = hero.move(world, turn(speed, -1), dt);
      ASSERT_TRUE(done.hits.empty()) << i << " " << tick;
      ASSERT_FALSE(done.stepped);
      const Vec2 at = turn.back(hero.state().position);
      ASSERT_NEAR(static_cast<double>(at.x()), speed * h * tick, 1e-6 * (20 + tick)) << i;
      ASSERT_NEAR(static_cast<double>(at.y()), skin - feet, skin / 64 + 1e-5) << i;
    }
  }
}

/// Hills of straight pieces, none too steep to walk on, as a chain or as one piece per body.
TEST(CharacterOnHills, WalksOverThemAtItsSpeed) {
  Random random(6);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    const Turned turn = any_turn(random);
    CharacterDef def = any_walker(random, turn);
    if (random.one_in(2)) def.step_height = 0;
    def.snap = 1;
    const double steepest = static_cast<double>(def.max_slope) - 0.02, skin = static_cast<double>(def.skin);
    std::vector<Vec2> ridge = {turn(30, 0)};
    std::vector<Outline> solids;
    double x = 30, y = 0;
    while (x > -30) {
      const double run = static_cast<double>(random.real(0.3, 4)), slope = static_cast<double>(random.real(-1, 1));
      x -= run, y += run * std::tan(slope * steepest);
      ridge.push_back(turn(x, y));
      solids.push_back({{plain_point(ridge[ridge.size() - 2]), plain_point(ridge.back())}, 0});
    }
    World world;
    if (random.one_in(2)) {
      world.add_body({.type = BodyType::fixed}, chain(ridge));
    } else {
      for (std::size_t k = 1; k < ridge.size(); ++k) {
        world.add_body({.type = BodyType::fixed}, segment(ridge[k - 1], ridge[k]));
      }
    }
    Character hero(def, turn(0, 40));
    for (int tick = 0; tick < 1000 && !hero.state().grounded; ++tick) hero.move(world, turn(0, -30), dt);
    ASSERT_TRUE(hero.state().grounded) << i;
    const double speed = static_cast<double>(random.real(1, 8)) * (random.one_in(2) ? 1 : -1);
    double before = static_cast<double>(turn.back(hero.state().position).x());
    for (int tick = 0; tick < 120; ++tick) {
      hero.move(world, turn(speed, -1), dt);
      ASSERT_TRUE(hero.state().grounded) << i << " " << tick;
      const double now = static_cast<double>(turn.back(hero.state().position).x());
      const double share = (now - before) / (speed * static_cast<double>(dt));
      // No faster than on the level, and no slower than on the steepest slope, but for a stride at a corner.
      ASSERT_LT(share, 1 + 0.04 / std::abs(speed * static_cast<double>(dt))) << i << " " << tick;
      ASSERT_GT(share, std::cos(steepest + 0.02) - 0.01) << i << " " << tick;
      const Outline own = outline_at(def.shape, hero.pose());
      double gap = 1e30;
      for (const Outline& solid : solids) gap = std::min(gap, plain_gap(own, solid));
      ASSERT_GT(gap, skin / 2) << i << " " << tick;
      ASSERT_LT(gap, skin * 1.3) << i << " " << tick;
      before = now;
    }
  }
}

TEST(CharacterInGaps, StandsBetweenTwoSteepSlopes) {
  Random random(4);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    const Turned turn = any_turn(random);
    CharacterDef def{.shape = any_figure(random, 1)};
    def.up = turn(0, 1);
    def.max_slope = Real(0.5);
    World world;
    for (const double side : {-1.0, 1.0}) {
      const double lean = static_cast<double>(random.real(0.7, 1.2));
      const Vec2 out = turn(-side * std::sin(lean), std::cos(lean));
      world.add_body({.type = BodyType::fixed,
                      .position = -Real(2) * out,
                      .rotation = turn.turn * Rotation::from_angle(Real(side * lean))},
                     box(20, 4));
    }
    Character hero(def, turn(0, 4));
    int ticks = 0;
    for (; ticks < 300 && !hero.state().grounded; ++ticks) {
      hero.move(world, hero.state().velocity - Real(10) * dt * def.up, dt);
    }
    ASSERT_TRUE(hero.state().grounded) << i;
    const Vec2 at = hero.state().position;
    for (int tick = 0; tick < 60; ++tick) {
      hero.move(world, hero.state().velocity - Real(10) * dt * def.up, dt);
      ASSERT_TRUE(hero.state().grounded) << i << " " << tick;
    }
    EXPECT_LT((hero.state().position - at).norm(), Real(0.02)) << i;
    hero.move(world, turn(0, 5), dt);
    EXPECT_FALSE(hero.state().grounded) << i;
  }
}

TEST(CharacterAtOneWayPlatforms, JumpsThroughThemAndStandsOnThem) {
  Random random(5);
  for (int i = 0; i < bankshot_test::effort(400); ++i) {
    const bool tiles = random.one_in(2);
    const Turned turn = tiles ? Turned{Rotation{}} : any_turn(random);
    CharacterDef def = any_walker(random, turn);
    const double skin = static_cast<double>(def.skin), feet = feet_of(def);
    World world;
    add_block(world, turn, -20, -1, 20, 0);
    const double level = static_cast<double>(random.real(1.3, 2.5));
    if (tiles) {
      const GridDef map{.columns = 10, .rows = 1, .cell = Real(0.5), .origin = Vec2(Real(-2.5), Real(level - 0.5))};
      world.add_body({.type = BodyType::fixed}, grid(map, std::vector<Tile>(10, Tile{Tile::Form::one_way_up})));
    } else {
      const Vec2 points[] = {turn(-2.5, level), turn(0.3, level), turn(2.5, level)};
      const Vec2 back[] = {points[2], points[1], points[0]};
      // The left of its direction is where characters come from.
      const bool left = (Rotation(0, 1) * (points[1] - points[0])).dot(def.up) > 0;
      world.add_body({.type = BodyType::fixed},
                     chain(left ? std::span(points) : std::span(back), false, ChainSides::left));
    }
    Character hero(def, turn(0, skin - feet));
    hero.move(world, turn(0, -1), dt);
    const double rise = std::sqrt(2 * 10 * (level + 0.3 + static_cast<double>(random.real(0, 1))));
    double speed = rise, highest = 0;
    for (int tick = 0; tick < 200 && (tick == 0 || !hero.state().grounded); ++tick) {
      const CharacterMove done = hero.move(world, turn(0, speed), dt);
      if (speed > 0) {
        ASSERT_TRUE(done.hits.empty()) << i;
      }
      speed -= 10 * static_cast<double>(dt);
      highest = std::max(highest, static_cast<double>(turn.back(hero.state().position).y()) + feet);
    }
    ASSERT_TRUE(hero.state().grounded) << i;
    ASSERT_GT(highest, level) << i;
    EXPECT_NEAR(static_cast<double>(turn.back(hero.state().position).y()) + feet, level + skin, skin / 4 + 1e-4) << i;
    for (int tick = 0; tick < 30; ++tick) {  // and walks on it
      hero.move(world, turn(2, -1), dt);
      ASSERT_TRUE(hero.state().grounded) << i;
      ASSERT_NEAR(static_cast<double>(turn.back(hero.state().position).y()) + feet, level + skin, skin / 4 + 1e-4) << i;
    }
  }
}

/// Beside the end of one, nearer than a skin or not, it is not stopped, lifted or moved aside.
TEST(CharacterAtOneWayPlatforms, PassesTheirEnds) {
  Random random(7);
  for (int i = 0; i < bankshot_test::effort(300); ++i) {
    CharacterDef def = any_walker(random, {Rotation{}});
    def.step_height = 0;
    const double skin = static_cast<double>(def.skin), feet = feet_of(def);
    const Aabb extent = def.shape.aabb();
    const Real gap = random.real(0.1, 1.5) * def.skin, left = extent.upper.x() + gap, level = random.real(0.1, 0.9);
    World world;
    add_block(world, {Rotation{}}, -20, -1, 20, 0);
    if (random.one_in(2)) {
      const GridDef map{.columns = 4, .rows = 1, .cell = Real(0.5), .origin = Vec2(left, level - Real(0.5))};
      world.add_body({.type = BodyType::fixed}, grid(map, std::vector<Tile>(4, Tile{Tile::Form::one_way_up})));
    } else {
      const Vec2 ends[] = {Vec2(left, level), Vec2(left + 2, level)};
      world.add_body({.type = BodyType::fixed}, chain(ends, false, ChainSides::left));
    }
    Character hero(def, Vec2(0, Real(skin - feet)));
    for (int tick = 0; tick < 10; ++tick) hero.move(world, Vec2(0, -1), dt);
    EXPECT_LT((hero.state().position - Vec2(0, Real(skin - feet))).norm(), Real(skin / 4)) << i;
    for (int tick = 0; tick < 10; ++tick) hero.move(world, Vec2(1, -1), dt);
    EXPECT_NEAR(hero.state().position.x(), 10 * dt, Real(skin / 2)) << i;
  }
}

}  // namespace
}  // namespace bankshot::testing
