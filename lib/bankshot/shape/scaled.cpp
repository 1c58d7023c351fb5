// Composites are scaled by rebuilding them from their data: outlines, points, pieces, interiors. Cells and pixels keep
// their places in their rows; a mirrored grid reads its rows or columns backwards.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/scaled.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
namespace {

/// The map of a shape's points when it is scaled and rotated about a pivot.
struct Scaling {
  V2 scale;
  Q2 turn;
  V2 pivot;

  /// In double, in which differences and products of two floats are exact.
  Vec2 operator()(V2 p) const noexcept {
    const double x = double(scale.x) * (double(p.x) - pivot.x), y = double(scale.y) * (double(p.y) - pivot.y);
    const double c = turn.c, s = turn.s;
    return Vec2(static_cast<Real>(pivot.x + (c * x - s * y)), static_cast<Real>(pivot.y + (s * x + c * y)));
  }
  bool even() const noexcept { return absolute(scale.x) == absolute(scale.y); }
  bool mirrors() const noexcept { return (scale.x < 0) != (scale.y < 0); }
};

std::vector<Vec2> scaled_corners(const Shape& shape, const Scaling& by) {
  std::vector<Vec2> points;
  for (int i = 0; i < shape.corner_count(); ++i) points.push_back(by(plain(shape.corner(i))));
  return points;
}

Reason check_arguments(const Shape& shape, const Scaling& by) {
  const V2 scale = by.scale;
  const std::string scale_text = text(scale);
  if (!finite(scale)) return reason("scaled", "scale", scale_text, "finite");
  if (scale.x == 0 || scale.y == 0) return reason("scaled", "scale", scale_text, "other than 0");
  if (!by.even() && shape.radius() > 0) {
    const bool circle = shape.corner_count() == 1;  // or a round container
    return reason("scaled", "scale", scale_text,
                  circle ? "of one size in x and y: a circle would become an ellipse"
                         : "of one size in x and y: the rounding of the shape would become elliptic");
  }
  if (auto reason = check_rotation("scaled", "rotation", by.turn)) return reason;
  return check_point("scaled", "pivot", by.pivot);
}

Result<Shape> rebuilt(ShapeKind kind, const std::vector<Vec2>& points, Real radius) {
  switch (kind) {
    case ShapeKind::circle: return try_circle(radius, points[0]);
    case ShapeKind::capsule: return try_capsule(points[0], points[1], radius);
    case ShapeKind::segment: return try_segment(points[0], points[1]);
    default: break;
  }
  return try_polygon(points, radius);
}

Result<Shape> scaled_convex(const Shape& shape, const Scaling& by) {
  return rebuilt(shape.kind(), scaled_corners(shape, by), absolute(by.scale.x) * shape.radius());
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
  if (!by.even()) {
    return refused("scaled", "scale", text(by.scale), "of one size in x and y: cells are square");
  }
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

Result<Shape> scaled_composite(const Shape& shape, const Scaling& by) {
  switch (shape.kind()) {
    case ShapeKind::chain: return scaled_chain(shape, by);
    case ShapeKind::container: return scaled_container(shape, by);
    case ShapeKind::grid: return scaled_grid(shape, by);
    case ShapeKind::mask: return scaled_mask(shape, by);
    default: return scaled_compound(shape, by);
  }
}

}  // namespace
}  // namespace detail

Result<Shape> try_scaled(const Shape& shape, const Vec2& scale, const Rotation& rotation, const Vec2& pivot) {
  const detail::Scaling by{detail::plain(scale), {rotation.c, rotation.s}, detail::plain(pivot)};
  if (auto reason = check_arguments(shape, by)) return detail::refused(reason);
  if (by.scale == detail::V2{1, 1} && by.turn.c == 1 && by.turn.s == 0) return shape;
  Result<Shape> result = shape.convex() ? scaled_convex(shape, by) : detail::scaled_composite(shape, by);
  if (result || result.reason().starts_with("scaled:")) return result;
  return Result<Shape>::refused(detail::joined({"scaled: gives a ", result.reason()}));
}

Shape scaled(const Shape& shape, const Vec2& scale, const Rotation& rotation, const Vec2& pivot) {
  return try_scaled(shape, scale, rotation, pivot).value();
}

}  // namespace bankshot::BANKSHOT_ABI
