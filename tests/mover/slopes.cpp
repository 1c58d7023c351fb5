// Characters on slopes, against the formulas: on ground that is not too steep they walk at their speed and stand still;
// steeper ground they slide down without losing energy, and never up.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

/// A straight slope through the origin, in a world that may be turned, and a character above it.
struct Slope {
  World world;
  double angle = 0;  ///< radians; it rises to the right
  Vec2 up, right;    ///< of the character
  Vec2 along, out;   ///< unit: to the right along the slope, and away from it
  CharacterDef def{.shape = circle(1)};
  double size = 1, skin = 0, speed = 0;
};

Shape slope_walker(Random& random, double size) {
  const Real high = Real(size), wide = random.real(0.3, 0.9) * high;
  switch (random.below(3)) {
    case 0: return circle(high / 2);
    case 1: return capsule(Vec2(0, wide / 2 - high / 2), Vec2(0, high / 2 - wide / 2), wide / 2);
    default: return box(wide, high);
  }
}

/// The farthest that a shape at a rotation reaches against a direction.
double reach_against(const Shape& shape, const Rotation& rotation, const Vec2& out) {
  double most = -1e30;
  for (int i = 0; i < shape.corner_count(); ++i) {
    most = std::max(most, -static_cast<double>((rotation * shape.corner(i)).dot(out)));
  }
  return most + static_cast<double>(shape.radius());
}

Slope random_slope(Random& random) {
  Slope s;
  s.angle = random.real(-1.4, 1.4);
  s.size = random.real(0.1, 10);
  s.speed = static_cast<double>(random.real(0.1, 10)) * s.size;
  s.def.shape = slope_walker(random, s.size);
  s.def.max_slope = random.real(0.1, 1.3);
  s.def.snap = random.one_in(2) ? Real(0) : random.real(0, 0.5) * Real(s.size);
  s.def.step_height = random.one_in(2) ? Real(0) : random.real(0, 0.5) * Real(s.size);
  s.skin = static_cast<double>(random.real(0.005, 0.05)) * s.size;
  s.def.skin = Real(s.skin);
  const Rotation turn = random.one_in(3) ? Rotation{} : Rotation::from_angle(random.real(-3, 3));
  s.up = s.def.up = turn * Vec2(0, 1);
  s.right = turn * Vec2(1, 0);
  const Rotation tilt = turn * Rotation::from_angle(Real(s.angle));
  s.along = tilt * Vec2(1, 0), s.out = tilt * Vec2(0, 1);
  const Real half = Real(s.size);
  s.world.add_body({.type = BodyType::fixed, .position = -half * s.out, .rotation = tilt}, box(100 * half, 2 * half));
  return s;
}

/// Where the character is when it stands on the slope, a skin above it, at `x` along the slope.
Vec2 standing(const Slope& s, double x) {
  const double rise = reach_against(s.def.shape, Rotation(s.up.y(), -s.up.x()), s.out) + s.skin;
  return Real(x) * s.along + Real(rise) * s.out;
}

/// All rounding of a move, and then some: places are sums of numbers of this size.
double rounding(const Slope& s, double way, int moves) {
  return 32 * static_cast<double>(tolerance::eps) * (50 * s.size + way) * (1 + moves) + s.skin / 64;
}

TEST(CharacterOnSlopes, StandsIfItIsNotTooSteepAndElseDoesNot) {
  Random random(1);
  int stand = 0, slide = 0;
  for (int i = 0; i < bankshot_test::effort(1000); ++i) {
    Slope s = random_slope(random);
    const double beyond = std::abs(s.angle) - static_cast<double>(s.def.max_slope);
    if (std::abs(beyond) < 1e-4) continue;
    Character hero(s.def, standing(s, 0));
    for (int tick = 0; tick < 5; ++tick) {
      hero.move(s.world, hero.state().velocity - Real(10 * s.size) * dt * s.up, dt);
      EXPECT_EQ(hero.state().grounded, beyond < 0) << i;
    }
    if (beyond < 0) {
      EXPECT_LT((hero.state().position - standing(s, 0)).norm(), Real(rounding(s, 0, 5))) << i;
      EXPECT_LT(hero.state().velocity.norm(), 16 * tolerance::eps * Real(10 * s.size)) << i;
      EXPECT_LT((hero.state().ground_normal - s.out).norm(), Real(1e-4)) << i;
    }
    (beyond < 0 ? stand : slide)++;
  }
  EXPECT_GT(stand, 10);
  EXPECT_GT(slide, 10);
}

TEST(CharacterOnSlopes, WalksAtItsSpeedUpAndDown) {
  Random random(2);
  int walks = 0;
  for (int i = 0; i < bankshot_test::effort(1000); ++i) {
    Slope s = random_slope(random);
    if (std::abs(s.angle) > static_cast<double>(s.def.max_slope) - 1e-4) continue;
    Character hero(s.def, standing(s, 0));
    hero.move(s.world, -Real(s.size) * s.up, dt);
    const Real speed = Real(random.one_in(2) ? s.speed : -s.speed);
    for (int tick = 1; tick <= 30; ++tick) {
      const CharacterMove done = hero.move(s.world, speed * s.right - Real(s.size) * s.up, dt);
      ASSERT_TRUE(hero.state().grounded) << i;
      ASSERT_TRUE(done.hits.empty()) << i;
      const double way = static_cast<double>(speed) * static_cast<double>(dt) * tick;
      ASSERT_LT((hero.state().position - standing(s, way)).norm(), Real(rounding(s, std::abs(way), tick))) << i;
      ASSERT_LT((hero.state().velocity - speed * s.right).norm(), Real(1e-5 * s.speed)) << i;
    }
    ++walks;
  }
  EXPECT_GT(walks, 10);
}

/// Semi-implicit steps of a mass that slides without friction: after n steps its speed is n a dt and its way
/// a dt^2 n (n + 1) / 2, with the part a of gravity along the slope.
TEST(CharacterOnSlopes, SlidesDownSteeperOnesWithoutLosingEnergy) {
  Random random(3);
  int slides = 0;
  for (int i = 0; i < bankshot_test::effort(1000); ++i) {
    Slope s = random_slope(random);
    if (std::abs(s.angle) < static_cast<double>(s.def.max_slope) + 1e-4) continue;
    Character hero(s.def, standing(s, 0));
    const double gravity = static_cast<double>(random.real(1, 30)) * s.size, pull = -gravity * std::sin(s.angle);
    const double h = static_cast<double>(dt);
    for (int tick = 1; tick <= 30; ++tick) {
      const CharacterMove done = hero.move(s.world, hero.state().velocity - Real(gravity) * dt * s.up, dt);
      const double way = pull * h * h * tick * (tick + 1) / 2, speed = pull * h * tick;
      ASSERT_FALSE(hero.state().grounded) << i;
      // What it comes to flatly may take a quarter of its skin.
      const Vec2 off = hero.state().position - standing(s, way);
      ASSERT_NEAR(static_cast<double>(off.dot(s.along)), 0, rounding(s, std::abs(way), tick)) << i;
      ASSERT_NEAR(static_cast<double>(off.dot(s.out)), 0, rounding(s, std::abs(way), tick) + s.skin / 4) << i;
      // It may fall freely by the rounding of the gap before it touches.
      const Vec2 had = hero.state().velocity;
      const double error = 1e-5 * std::abs(speed) * tick;
      ASSERT_NEAR(static_cast<double>(had.dot(s.along)), speed, error) << i;
      if (!done.hits.empty()) {
        ASSERT_NEAR(static_cast<double>(had.dot(s.out)), 0, error) << i;
      }
    }
    ++slides;
  }
  EXPECT_GT(slides, 10);
}

TEST(CharacterOnSlopes, GetsUpNoneThatIsTooSteepHoweverFastItRuns) {
  Random random(4);
  int runs = 0;
  for (int i = 0; i < bankshot_test::effort(1000); ++i) {
    Slope s = random_slope(random);
    if (std::abs(s.angle) < static_cast<double>(s.def.max_slope) + 1e-4) continue;
    const Vec2 begin = standing(s, 0);
    Character hero(s.def, begin);
    const Real speed = Real(s.angle > 0 ? s.speed : -s.speed);
    for (int tick = 1; tick <= 30; ++tick) {
      const Real fall = std::min(Real(0), hero.state().velocity.dot(s.up)) - Real(10 * s.size) * dt;
      const Real before = hero.state().position.dot(s.up);
      hero.move(s.world, speed * s.right + fall * s.up, dt);
      ASSERT_LT(hero.state().position.dot(s.up), before + Real(rounding(s, 0, 1))) << i;
      ASSERT_FALSE(hero.state().grounded) << i;
    }
    ++runs;
  }
  EXPECT_GT(runs, 10);
}

/// A jump takes off with the velocity of walking along the slope, and comes back to it: both are formulas of free
/// flight.
TEST(CharacterOnSlopes, JumpsOffThemAndLands) {
  Random random(5);
  int jumps = 0;
  for (int i = 0; i < bankshot_test::effort(600); ++i) {
    Slope s = random_slope(random);
    if (std::abs(s.angle) > static_cast<double>(s.def.max_slope) - 1e-4) continue;
    Character hero(s.def, standing(s, 0));
    hero.move(s.world, -Real(s.size) * s.up, dt);
    ASSERT_TRUE(hero.state().grounded);
    const double walk = random.one_in(2) ? s.speed : -s.speed, jump = static_cast<double>(random.real(2, 8)) * s.size;
    const double gravity = 10 * s.size, h = static_cast<double>(dt);
    Vec2 place = hero.state().position, velocity = Real(walk) * s.along + Real(jump) * s.up;
    hero.move(s.world, Real(walk) * s.right + Real(jump) * s.up, dt);
    place += dt * velocity;
    double left = place.dot(s.out) - standing(s, 0).dot(s.out);
    for (int tick = 0; tick < 200 && left > s.skin / 4; ++tick) {
      ASSERT_FALSE(hero.state().grounded) << i;
      ASSERT_LT((hero.state().position - place).norm(), Real(rounding(s, (place - standing(s, 0)).norm(), tick))) << i;
      velocity -= Real(gravity * h) * s.up;
      hero.move(s.world, hero.state().velocity - Real(gravity * h) * s.up, dt);
      place += dt * velocity;
      left = place.dot(s.out) - standing(s, 0).dot(s.out);
    }
    if (std::abs(left) <= s.skin / 4) continue;  // within what it still counts as ground
    EXPECT_TRUE(hero.state().grounded) << i;
    EXPECT_NEAR(hero.state().position.dot(s.out), standing(s, 0).dot(s.out), Real(rounding(s, place.norm(), 5))) << i;
    ++jumps;
  }
  EXPECT_GT(jumps, 10);
}

}  // namespace
}  // namespace bankshot::testing
