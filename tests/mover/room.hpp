#pragma once
// Rooms to move in, drawn at random: four walls and what stands in between. All of it is known to the tests as
// outlines.

#include "plain_gaps.hpp"
#include "world/random.hpp"

namespace bankshot::testing {

struct Room {
  World world;
  std::vector<Outline> solids;
  std::size_t bodies = 0;  ///< how many of the solids are bodies of their own; the others are parts of one
  double half = 10;        ///< of its width and height
  double round = 0;        ///< the radius of the round room that it is; 0: it has four walls
  double size = 1;         ///< of the character, its larger extent
};

inline void add_solid(Room& room, const Shape& shape, const Pose& pose) {
  room.world.add_body({.type = BodyType::fixed, .position = pose.position, .rotation = pose.rotation}, shape);
  room.solids.push_back(outline_at(shape, pose));
}

inline Shape any_solid(Random& random, double size) {
  const Real width = random.real(0.05, 1.5) * Real(size), height = random.real(0.05, 1.5) * Real(size);
  switch (random.below(5)) {
    case 0: return circle(height / 2);
    case 1: return capsule(Vec2(-width, 0), Vec2(width, 0), height / 4);
    case 3: return segment(Vec2(-width, 0), Vec2(width, height));
    case 2: {
      const Vec2 corners[] = {Vec2(-width, -height), Vec2(width, -height), Vec2(random.real(-1, 1) * width, height)};
      return polygon(corners);
    }
    default: return box(2 * width, height);
  }
}

/// An L, as one body, whose two arms the tests know as boxes.
inline void add_bend(Room& room, Random& random, const Pose& pose) {
  const Real size = random.real(0.3, 2) * Real(room.size), thin = size * random.real(0.1, 0.8);
  const Vec2 corners[] = {Vec2(0, 0),       Vec2(size, 0),    Vec2(size, thin),
                          Vec2(thin, thin), Vec2(thin, size), Vec2(0, size)};
  room.world.add_body({.type = BodyType::fixed, .position = pose.position, .rotation = pose.rotation},
                      simple_polygon(corners));
  const Vec2 lying(size / 2, thin / 2), upright(thin / 2, size / 2);
  room.solids.push_back(outline_at(box(size, thin, lying), pose));
  room.solids.push_back(outline_at(box(thin, size, upright), pose));
}

/// Four walls, thick or without thickness, or a round room.
inline void add_walls(Room& room, Random& random) {
  const Real half = Real(room.half);
  const int kind = random.below(3);
  if (kind == 0) {
    room.round = room.half;
    room.world.add_body({.type = BodyType::fixed}, container(circle(half)));
  }
  for (const Real side : {Real(-1), Real(1)}) {
    if (kind == 1) {
      add_solid(room, box(2, 2 * half + 4), {Vec2(side * (half + 1), 0), {}});
      add_solid(room, box(2 * half + 4, 2), {Vec2(0, side * (half + 1)), {}});
    } else if (kind == 2) {
      add_solid(room, segment(Vec2(side * half, -half), Vec2(side * half, half)), {});
      add_solid(room, segment(Vec2(-half, side * half), Vec2(half, side * half)), {});
    }
  }
}

/// Tiles of all forms but the one-way ones, and the outlines of the solid ones.
inline void add_tiles(Room& room, Random& random, Vec2 origin, int columns, int rows, Real cell) {
  std::vector<Tile> tiles;
  for (int i = 0; i < columns * rows; ++i) {
    Tile tile = random.one_in(2) ? empty_tile : solid_tile;
    if (tile != empty_tile && random.one_in(2)) {
      tile.form = random.one_in(2) ? Tile::Form::floor : Tile::Form::ceiling;
      tile.left = static_cast<std::uint8_t>(random.below(17));
      tile.right = static_cast<std::uint8_t>(1 + random.below(16));
    }
    tiles.push_back(tile);
    if (tile == empty_tile) continue;
    const double x = static_cast<double>(origin.x()) + static_cast<double>(cell) * (i % columns);
    const double y = static_cast<double>(origin.y()) + static_cast<double>(cell) * (i / columns);
    const double w = static_cast<double>(cell), l = w * tile.left / 16, r = w * tile.right / 16;
    const bool hangs = tile.form == Tile::Form::ceiling;
    Outline outline;
    if (hangs)
      outline.points = {{x, y + w - l}, {x + w, y + w - r}, {x + w, y + w}, {x, y + w}};
    else
      outline.points = {{x, y}, {x + w, y}, {x + w, y + r}, {x, y + l}};
    if (tile.left == 0) outline.points.erase(hangs ? outline.points.begin() : outline.points.begin() + 3);
    room.solids.push_back(outline);
  }
  const GridDef def{.columns = columns, .rows = rows, .cell = cell, .origin = origin};
  room.world.add_body({.type = BodyType::fixed}, grid(def, tiles));
}

inline Room random_room(Random& random) {
  Room room;
  room.size = random.real(0.4, 2);
  add_walls(room, random);
  const int count = random.below(30);
  for (int i = 0; i < count; ++i) {
    const Rotation turn = random.one_in(3) ? Rotation{} : Rotation::from_angle(random.real(-3, 3));
    const Vec2 place = random.vec2(room.half);
    add_solid(room, any_solid(random, room.size), {place, turn});
  }
  room.bodies = room.solids.size();
  const int bends = random.below(4);
  for (int i = 0; i < bends; ++i) {
    const Vec2 place = random.vec2(room.half);
    add_bend(room, random, {place, Rotation::from_angle(random.real(-3, 3))});
  }
  if (random.one_in(2)) {
    const Real cell = random.real(0.3, 1.5) * Real(room.size);
    const Vec2 origin = random.vec2(room.half / 2);
    add_tiles(room, random, origin, 2 + random.below(8), 1 + random.below(6), cell);
  }
  return room;
}

/// The smallest gap between the character and anything.
inline double least_gap(const Room& room, const Shape& shape, const Pose& pose) {
  const Outline own = outline_at(shape, pose);
  double least = std::numeric_limits<double>::infinity();
  for (const Outline& solid : room.solids) least = std::min(least, plain_gap(own, solid));
  if (room.round > 0) {
    for (const PlainPoint& p : own.points) least = std::min(least, room.round - std::hypot(p.x, p.y) - own.radius);
  }
  return least;
}

/// A shape for a character, upright, wide or high.
inline Shape any_figure(Random& random, double size) {
  const Real high = Real(size), wide = random.real(0.3, 0.9) * high;
  switch (random.below(5)) {
    case 0: return circle(high / 2);
    case 1: return capsule(Vec2(0, wide / 2 - high / 2), Vec2(0, high / 2 - wide / 2), wide / 2);
    case 2: return box(wide, high);
    case 3: return box(high * Real(0.9), wide * Real(0.9), Vec2::Zero(), {}, wide / 20);
    default: {
      const Vec2 corners[] = {Vec2(0, -high / 2), Vec2(wide / 2, 0), Vec2(0, high / 2), Vec2(-wide / 2, 0)};
      return polygon(corners);
    }
  }
}

/// A free place in the room, if one is found.
inline bool find_place(Random& random, const Room& room, Character& hero, double gap) {
  for (int i = 0; i < 50; ++i) {
    hero.set_state({.position = random.vec2(room.half)});
    if (least_gap(room, hero.definition().shape, hero.pose()) > gap) return true;
  }
  return false;
}

/// A unit vector: one of the four main directions, or any.
inline Vec2 any_up(Random& random) {
  const Real s = random.one_in(2) ? Real(1) : Real(-1);
  if (random.one_in(2)) return random.one_in(2) ? Vec2(s, 0) : Vec2(0, s);
  return Rotation::from_angle(random.real(-3.14, 3.14)) * Vec2(0, 1);
}

}  // namespace bankshot::testing
