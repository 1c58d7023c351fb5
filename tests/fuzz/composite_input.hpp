#pragma once
// Reads shapes of every kind from the bytes of a fuzzer.

#include "input.hpp"

#include <bankshot/shape/composites.hpp>

namespace bankshot_fuzz {

using namespace bankshot;

inline std::vector<Vec2> read_points(Input& in, int least, int most) {
  std::vector<Vec2> points(static_cast<std::size_t>(least + in.below(most - least + 1)));
  for (Vec2& point : points) point = in.point();
  return points;
}

inline Result<Shape> read_compound(Input& in) {
  std::vector<Shape> parts;
  for (int count = 1 + in.below(4); count > 0; --count) parts.push_back(in.shape());
  return try_compound(parts);
}

/// Floors and ceilings; one-way cells take part only in sweeps and worlds.
inline Result<Shape> read_grid(Input& in) {
  GridDef def;
  def.columns = 1 + in.below(5);
  def.rows = 1 + in.below(4);
  def.cell = in.length();
  if (in.chance()) def.origin = in.point();
  std::vector<Tile> tiles(static_cast<std::size_t>(def.columns * def.rows));
  for (Tile& tile : tiles) {
    const int kind = in.below(6);
    if (kind < 2) continue;
    tile.form = kind == 5 ? Tile::Form::ceiling : Tile::Form::floor;
    if (kind < 4) continue;
    tile.left = static_cast<std::uint8_t>(in.below(17));
    tile.right = static_cast<std::uint8_t>(in.below(17));
    if (tile.left + tile.right == 0) tile.left = 1;
  }
  return try_grid(def, tiles);
}

inline Result<Shape> read_mask(Input& in) {
  MaskDef def;
  def.width = 1 + in.below(8);
  def.height = 1 + in.below(6);
  const Real width = in.length();
  def.pixel = Vec2(width, in.chance() ? in.length() : width);
  if (in.chance()) def.origin = in.point();
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(def.width * def.height));
  for (int i = 0; i < static_cast<int>(pixels.size()); i += 8) {
    const std::uint8_t bits = in.byte();
    for (int k = 0; k < 8 && i + k < static_cast<int>(pixels.size()); ++k) {
      pixels[static_cast<std::size_t>(i + k)] = (bits >> k) & 1;
    }
  }
  return try_mask(def, pixels);
}

inline Shape read_shape(Input& in) {
  const auto or_box = [](const Result<Shape>& made) { return made ? *made : box(1, 1); };
  switch (in.below(7)) {
    case 0: return or_box(try_simple_polygon(read_points(in, 3, 10)));
    case 1: return or_box(read_compound(in));
    case 2: {
      const std::vector<Vec2> points = read_points(in, 3, 8);
      return or_box(try_chain(points, in.chance()));
    }
    case 3: return or_box(try_container(in.shape()));
    case 4: return or_box(read_grid(in));
    case 5: return or_box(read_mask(in));
    default: return in.shape();
  }
}

}  // namespace bankshot_fuzz
