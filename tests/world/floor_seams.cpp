// Floors of bodies laid edge to edge: a body that slides or rolls over their seams does not notice them. A stair high
// enough to be seen stops it.

#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

constexpr double seam_gravity = 10;

enum class SeamGround { fixed, shapes, kinematic, dynamic };

/// A case drawn at random: a body and the floor that it crosses. The floor may be turned, and its tiles uneven.
struct Crossing {
  SeamGround ground = SeamGround::fixed;
  Shape body = circle(1);
  double rise = 0, extent = 0;  ///< m: of its centre above the floor; its smallest extent
  double speed = 0, drift = 0;  ///< m/s: of the body on the floor, and of the floor
  double tile = 1, turn = 0;    ///< m; radians
  double uneven = 0;            ///< tops differ by up to so many slops of the body
  double restitution = 0;
  bool rolls = false;
  Vec2 place{0, 0};
};

void draw_body(Random& random, Crossing& c) {
  const double size = random.real(0.2, 1.5), share = random.real(0.25, 0.5);
  c.extent = share * size, c.rise = share * size / 2;
  switch (random.below(3)) {
    case 0:
      c.extent = size, c.rise = size / 2;
      c.body = circle(Real(c.rise));
      c.rolls = random.one_in(2);
      break;
    case 1: c.body = box(Real(size), Real(c.extent)); break;
    default: c.body = capsule(Vec2(Real(-size / 2), 0), Vec2(Real(size / 2), 0), Real(c.rise)); break;
  }
}

Crossing drawn(Random& random) {
  Crossing c;
  draw_body(random, c);
  c.ground = static_cast<SeamGround>(random.below(4));
  c.speed = random.real(1, 25), c.tile = random.real(0.4, 3);
  const double turn = random.real(-3, 3), drift = random.real(-2, 2), restitution = random.real(0, 0.5);
  if (random.one_in(2)) c.turn = turn;
  if (c.ground == SeamGround::kinematic) c.drift = drift;
  // Such tiles would never come to rest beside one another.
  if (random.one_in(3) && c.ground != SeamGround::dynamic) c.restitution = restitution;
  const Vec2 place = random.vec2(30);
  if (random.one_in(3)) c.place = place;
  return c;
}

class FloorSeams : public WorldTest {
 protected:
  static constexpr double seconds = 1;

  /// A vector along the floor and away from it.
  Vec2 turned(double along, double away) const {
    const double c = std::cos(now.turn), s = std::sin(now.turn);
    return {Real(c * along - s * away), Real(s * along + c * away)};
  }
  BodyDef at(double along, double away, double speed) const {
    return {.position = now.place + turned(along, away),
            .rotation = Rotation::from_angle(Real(now.turn)),
            .velocity = turned(speed, 0)};
  }
  /// The tile before the one that the body starts on, those up to where it gets, and one more.
  void add_tiles(Random& random, const Material& material) {
    const int tiles = 4 + static_cast<int>((now.speed * seconds + 2 * now.extent) / now.tile);
    BodyDef whole = at(0, 0, 0);
    whole.type = BodyType::fixed;
    if (now.ground == SeamGround::dynamic) {
      const double length = tiles * now.tile;
      world.add_body(whole, box(Real(4 * length), 1, Vec2(0, Real(-1.5))), {.friction = 0});
    }
    const BodyId one = now.ground == SeamGround::shapes ? world.add_body(whole) : BodyId{};
    for (int i = 0; i < tiles; ++i) {
      const double lift = now.uneven / 256 * now.extent * random.real(-0.5, 0.5);
      const double along = (i - 1.5) * now.tile, away = -0.5 + lift;
      if (now.ground == SeamGround::shapes) {
        world.add_shape(one, box(Real(now.tile), 1, Vec2(Real(along), Real(away))), {.material = material});
        continue;
      }
      BodyDef def = at(along, away, now.drift);
      def.type = now.ground == SeamGround::fixed       ? BodyType::fixed
                 : now.ground == SeamGround::kinematic ? BodyType::kinematic
                                                       : BodyType::dynamic;
      if (def.type == BodyType::fixed) def.velocity = Vec2(0, 0);
      world.add_body(def, box(Real(now.tile), 1), material);
    }
  }
  void build(const Crossing& crossing, Random& random) {
    now = crossing;
    world = World({.gravity = turned(0, -seam_gravity)});
    Material material{.restitution = Real(now.restitution), .friction = Real(now.rolls ? 0.5 : 0), .density = 100};
    add_tiles(random, material);
    material.density = 1;
    BodyDef def = at(0, now.rise, now.drift + now.speed);
    if (now.rolls) def.angular_velocity = Real(-now.speed / now.rise);
    mover = world.add_body(def, now.body, material);
  }
  double along(const Vec2& v) const { return double(v.dot(turned(1, 0))); }
  double away(const Vec2& v) const { return double(v.dot(turned(0, 1))); }

  Crossing now;
  BodyId mover;
};

TEST_F(FloorSeams, BetweenBodiesAreNotNoticed) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    build(drawn(random), random);
    double highest = 0, off = 0;
    for (int k = 0; k < 60; ++k) {
      world.step(dt);
      highest = std::max(highest, away(world.position(mover) - now.place) - now.rise);
      off = std::max(off, std::abs((along(world.velocity(mover)) - now.drift) / now.speed - 1));
    }
    EXPECT_LT(highest, now.extent / 256) << i;
    EXPECT_LT(off, 3e-3) << i << " ground " << static_cast<int>(now.ground) << " speed " << now.speed;
  }
}

// A body that lies across a seam rests on both sides of it as on one floor: neither its depth in them nor the way they
// share its load drives it on, holds it back or turns it.
TEST_F(FloorSeams, AtLongStepsNeitherSlowNorFastBodiesNoticeThem) {
  Random random(3);
  for (int i = 0; i < 600; ++i) {
    Crossing crossing = drawn(random);
    crossing.ground = random.one_in(2) ? SeamGround::fixed : SeamGround::shapes;
    crossing.restitution = 0, crossing.drift = 0;
    crossing.speed = i % 2 == 0 ? random.real(0.3, 1) : random.real(8, 25);
    build(crossing, random);
    double highest = 0, off = 0;
    for (int k = 0; k < 30; ++k) {
      world.step(Real(1) / 30);
      highest = std::max(highest, away(world.position(mover) - now.place) - now.rise);
      off = std::max(off, std::abs((along(world.velocity(mover)) - now.drift) / now.speed - 1));
    }
    EXPECT_LT(highest, now.extent / 256) << i;
    EXPECT_LT(off, 1e-3) << i << " ground " << static_cast<int>(now.ground) << " speed " << now.speed;
  }
}

// Tops that differ by less than a slop are one floor, too.
TEST_F(FloorSeams, BetweenUnevenBodiesStopNobody) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    Crossing crossing = drawn(random);
    if (crossing.ground == SeamGround::dynamic)
      crossing.ground = SeamGround::fixed;  // tiles that are fixed come to rest at one height
    crossing.uneven = 0.5;
    build(crossing, random);
    double off = 0;
    for (int k = 0; k < 60; ++k) {
      world.step(dt);
      off = std::max(off, std::abs((along(world.velocity(mover)) - now.drift) / now.speed - 1));
    }
    EXPECT_LT(off, 0.05) << i << " ground " << static_cast<int>(now.ground) << " speed " << now.speed;
  }
}

// A box meets the side of a tile that stands two slops higher.
TEST_F(FloorSeams, AHigherTileStopsABox) {
  for (const double speed : {0.5, 2.0, 5.0, 20.0}) {
    world = World({.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(-5, Real(-0.5))}, box(20, 1), {.friction = 0});
    world.add_body({.type = BodyType::fixed, .position = Vec2(15, Real(-0.5 + 2.5 / 256))}, box(20, 1),
                   {.friction = 0});
    const BodyId crate =
        world.add_body({.position = Vec2(0, Real(0.5)), .velocity = Vec2(Real(speed), 0)}, box(1, 1), {.friction = 0});
    double farthest = 0;
    for (int i = 0; i < 60 * 5 / speed + 30; ++i) {
      world.step(dt);
      const double angle = std::abs(double(world.rotation(crate).s));
      if (angle < 0.01) farthest = std::max(farthest, double(world.position(crate).x()));
    }
    EXPECT_LT(farthest, 4.6) << speed;
    EXPECT_LT(double(world.velocity(crate).x()), 0.95 * speed) << speed;
  }
}

}  // namespace
}  // namespace bankshot::testing
