#pragma once
// Worlds of every kind of shape, and edits of them, from a seed.

#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <array>

namespace bankshot::testing {

inline Shape arrow(Real size) {
  return simple_polygon(std::array<Vec2, 4>{Vec2(0, 0), Vec2(2 * size, -size), Vec2(size, 0), Vec2(2 * size, size)});
}

inline Shape random_mask(Random& random) {
  const int width = 3 + random.below(9), height = 2 + random.below(5);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height));
  for (std::uint8_t& pixel : pixels) pixel = random.one_in(3) ? 0 : 1;
  pixels[0] = 1;
  return mask({.width = width, .height = height, .pixel = Vec2(Real(0.2), Real(0.15))}, pixels);
}

inline Shape random_solid(Random& random) {
  const Real size = random.real(0.1, 0.7);
  switch (random.below(8)) {
    case 0: return circle(size, random.one_in(2) ? Vec2(0, 0) : random.vec2(0.3));
    case 1: return box(2 * size, random.real(0.2, 1.5), Vec2::Zero(), Rotation::from_angle(random.real(-1, 1)));
    case 2: return box(size, size, Vec2::Zero(), {}, size / 4);
    case 3: return capsule(Vec2(-size, 0), Vec2(size, 0), size / 2);
    case 4: return arrow(size);
    case 5: return compound(std::array<Shape, 2>{box(size, size), circle(size / 2, Vec2(size / 2, 0))});
    case 6: return compound(std::array<Shape, 2>{arrow(size), box(size, size / 2, Vec2(2 * size, 0))});
    default: return random_mask(random);
  }
}

inline Material random_material(Random& random) {
  const std::array<Real, 3> restitutions = {0, Real(0.3), Real(0.8)};
  return {.restitution = restitutions[static_cast<std::size_t>(random.below(3))],
          .friction = random.real(0, 1),
          .density = random.real(0.5, 2),
          .rolling_resistance = random.one_in(4) ? random.real(0, 1) : Real(0)};
}

inline std::vector<Tile> random_tiles(Random& random, int count) {
  std::vector<Tile> tiles(static_cast<std::size_t>(count));
  for (Tile& tile : tiles) {
    switch (random.below(6)) {
      case 0:
      case 1: tile = solid_tile; break;
      case 2: tile = {Tile::Form::floor, 16, 8, static_cast<std::uint8_t>(random.below(2))}; break;
      case 3: tile = {Tile::Form::one_way_up}; break;
      default: break;
    }
  }
  return tiles;
}

inline void add_level(World& world, Random& random) {
  const BodyId level = world.add_body({.type = BodyType::fixed, .user_data = 17});
  for (int i = 0; i < 6; ++i) {
    world.add_shape(level, box(6, 1, Vec2(static_cast<Real>(6 * i - 15), Real(-0.5))),
                    {.material = random_material(random)});
  }
  world.add_shape(level, random.one_in(2) ? container(box(50, 30)) : container(circle(40)));
  world.add_shape(level,
                  grid({.columns = 8, .rows = 4, .origin = Vec2(random.real(-20, 10), 3)}, random_tiles(random, 32)),
                  {.palette = {random_material(random)}});
  std::vector<Vec2> points;
  for (int i = 0; i < 8; ++i) points.emplace_back(static_cast<Real>(4 * i - 15), random.real(0, 2));
  world.add_shape(level, chain(points, false, random.one_in(2) ? ChainSides::left : ChainSides::both));
  world.add_shape(level, segment(Vec2(-15, 1), Vec2(-12, 4)));
}

inline void add_random_body(World& world, Random& random) {
  BodyDef def;
  def.type = random.one_in(8) ? BodyType::kinematic : BodyType::dynamic;
  def.position = Vec2(random.real(-14, 14), random.real(0.5, 10));
  def.rotation = Rotation::from_angle(random.real(-3, 3));
  def.velocity = random.one_in(2) ? Vec2::Zero() : random.vec2(9);
  def.angular_velocity = random.one_in(2) ? 0 : random.real(-5, 5);
  if (random.one_in(4)) def.table_friction = {random.real(0, 2), random.real(0, 2)};
  def.linear_damping = random.one_in(4) ? random.real(0, 1) : 0;
  def.locks.rotation = random.one_in(8);
  def.awake = !random.one_in(4);
  def.user_data = static_cast<std::uint64_t>(random.below(1000));
  const BodyId body = world.add_body(def, random_solid(random), random_material(random));
  if (!random.one_in(5)) return;
  const bool sensor = random.one_in(2), sees_all = sensor && random.one_in(2);
  world.add_shape(body, circle(1, Vec2(1, 0)), {.sensor = sensor, .sees_all = sees_all});
}

inline World random_world(Random& random) {
  World world(WorldDef{.gravity = random.one_in(5) ? Vec2::Zero() : Vec2(0, -10),
                       .substeps = 1 + random.below(5),
                       .sleep = !random.one_in(6),
                       .energy_ledger = random.one_in(2)});
  add_level(world, random);
  for (int i = 4 + random.below(16); i > 0; --i) add_random_body(world, random);
  for (int i = random.below(5); i > 0; --i) {  // a stack
    world.add_body({.position = Vec2(18, static_cast<Real>(i) - Real(0.5))}, box(1, 1), random_material(random));
  }
  return world;
}

/// An edit of the user between two steps; `structure`: edits of bodies, shapes and materials, too.
inline void edit(World& world, Random& random, bool structure) {
  const std::vector<BodyId> bodies = world.bodies();
  const BodyId level = bodies[0];
  const BodyId body = bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
  if (world.type(body) == BodyType::fixed) return;
  switch (random.below(structure ? 12 : 5)) {
    case 0: return world.set_velocity(body, random.vec2(8));
    case 1: return world.apply_force(body, random.vec2(20));
    case 2: return world.apply_impulse(body, random.vec2(2), world.position(body) + random.vec2(1));
    case 3: return world.set_pose(body, {random.vec2(9) + Vec2(0, 10), Rotation::from_angle(random.real(-3, 3))});
    case 4: return world.set_awake(body, random.one_in(2));
    case 5:
      if (bodies.size() > 4) world.remove_body(body);
      return;
    case 6: return add_random_body(world, random);
    case 7:
      return world.set_type(body, world.type(body) == BodyType::dynamic ? BodyType::kinematic : BodyType::dynamic);
    case 8: return world.set_shape(world.shapes(body).front(), random_solid(random));
    case 9: {
      const ShapeId tiles = world.shapes(level)[7];
      return world.set_tile(tiles, random.below(8), random.below(4), random.one_in(2) ? solid_tile : empty_tile);
    }
    case 10:
      if (world.shapes(body).size() > 1) world.remove_shape(world.shapes(body).front());
      return;
    default: return world.set_material(world.shapes(body).front(), random_material(random));
  }
}

}  // namespace bankshot::testing
