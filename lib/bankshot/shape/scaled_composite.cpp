// Composites are scaled by rebuilding them from their data: outlines, points, pieces, interiors. Cells and pixels keep
// their places in their rows; a mirrored grid reads its rows or columns backwards.

#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/scaled.hpp>
#include <bankshot/shape/scaling.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

Result<Shape> refused(Reason reason) { return Result<Shape>::refused(*reason); }

std::vector<Vec2> scaled_corners(const Shape& shape, const Scaling& by) {
  std::vector<Vec2> points;
  for (int i = 0; i < shape.corner_count(); ++i) points.push_back(by(plain(shape.corner(i))));
  return points;
}

Result<Shape> scaled_compound(const Shape& shape, const Scaling& by) {
  if (has_reflex_outline(shape)) return try_simple_polygon(scaled_corners(shape, by));
  std::vector<Shape> scaled_pieces;
  for (const Shape& piece : pieces(shape)) {
    Result<Shape> scaled_piece = try_scaled(piece, vec2(by.scale), {by.turn.c, by.turn.s}, vec2(by.pivot));
    if (!scaled_piece) return scaled_piece;
    scaled_pieces.push_back(*scaled_piece);
  }
  return try_compound(scaled_pieces);
}

/// The left side of a chain becomes the right side of its mirror image, and the left side again if that is walked
/// backwards.
Result<Shape> scaled_chain(const Shape& shape, const Scaling& by) {
  std::vector<Vec2> points = scaled_corners(shape, by);
  if (by.mirrors()) std::reverse(points.begin(), points.end());
  return try_chain(points, chain_closed(shape), chain_sides(shape));
}

Result<Shape> scaled_container(const Shape& shape, const Scaling& by) {
  const std::vector<Vec2> corners = scaled_corners(shape, by);
  if (corners.size() > 1) {
    const Result<Shape> room = try_polygon(corners);
    return room ? try_container(*room) : room;
  }
  const Result<Shape> room = try_circle(absolute(by.scale.x) * shape.radius(), corners[0]);
  return room ? try_container(*room) : room;
}

Reason check_upright(const Scaling& by) {
  if (by.turn.c == 1 && by.turn.s == 0) return {};
  return reason("scaled", "rotation", text(V2{by.turn.c, by.turn.s}),
                "none: cells and pixels lie along the axes; turn the body instead");
}

/// The lower left corner of the scaled box that was at `origin`, `size` wide and high.
Vec2 scaled_origin(V2 origin, V2 size, const Scaling& by) {
  return by({by.scale.x < 0 ? origin.x + size.x : origin.x, by.scale.y < 0 ? origin.y + size.y : origin.y});
}

Tile mirrored_in_x(Tile tile) {
  std::swap(tile.left, tile.right);
  if (tile.form == Tile::Form::one_way_left) {
    tile.form = Tile::Form::one_way_right;
  } else if (tile.form == Tile::Form::one_way_right) {
    tile.form = Tile::Form::one_way_left;
  }
  return tile;
}

Tile mirrored_in_y(Tile tile) {
  const bool solid = tile.form == Tile::Form::floor && tile.left == 16 && tile.right == 16;
  switch (tile.form) {
    case Tile::Form::floor: tile.form = solid ? Tile::Form::floor : Tile::Form::ceiling; break;
    case Tile::Form::ceiling: tile.form = Tile::Form::floor; break;
    case Tile::Form::one_way_up: tile.form = Tile::Form::one_way_down; break;
    case Tile::Form::one_way_down: tile.form = Tile::Form::one_way_up; break;
    default: break;
  }
  return tile;
}

Result<Shape> scaled_grid(const Shape& shape, const Scaling& by) {
  if (Reason no = check_upright(by)) return refused(no);
  if (!by.even()) return refused(reason("scaled", "scale", text(by.scale), "of one size in x and y: cells are square"));
  GridDef def = grid_def(shape);
  std::vector<Tile> tiles;
  for (int y = 0; y < def.rows; ++y) {
    for (int x = 0; x < def.columns; ++x) {
      Tile cell = tile(shape, by.scale.x < 0 ? def.columns - 1 - x : x, by.scale.y < 0 ? def.rows - 1 - y : y);
      if (by.scale.x < 0) cell = mirrored_in_x(cell);
      tiles.push_back(by.scale.y < 0 ? mirrored_in_y(cell) : cell);
    }
  }
  const V2 size = {static_cast<Real>(def.columns) * def.cell, static_cast<Real>(def.rows) * def.cell};
  def.origin = scaled_origin(plain(def.origin), size, by);
  def.cell *= absolute(by.scale.x);
  return try_grid(def, tiles);
}

Result<Shape> scaled_mask(const Shape& shape, const Scaling& by) {
  if (Reason no = check_upright(by)) return refused(no);
  MaskDef def = mask_def(shape);
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < def.height; ++y) {
    for (int x = 0; x < def.width; ++x) {
      pixels.push_back(
          pixel(shape, by.scale.x < 0 ? def.width - 1 - x : x, by.scale.y < 0 ? def.height - 1 - y : y) ? 1 : 0);
    }
  }
  const V2 size = {static_cast<Real>(def.width) * def.pixel[0], static_cast<Real>(def.height) * def.pixel[1]};
  def.origin = scaled_origin(plain(def.origin), size, by);
  def.pixel = Vec2(def.pixel[0] * absolute(by.scale.x), def.pixel[1] * absolute(by.scale.y));
  return try_mask(def, pixels);
}

}  // namespace

Result<Shape> scaled_composite(const Shape& shape, const Scaling& by) {
  switch (shape.kind()) {
    case ShapeKind::chain: return scaled_chain(shape, by);
    case ShapeKind::container: return scaled_container(shape, by);
    case ShapeKind::grid: return scaled_grid(shape, by);
    case ShapeKind::mask: return scaled_mask(shape, by);
    default: return scaled_compound(shape, by);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
