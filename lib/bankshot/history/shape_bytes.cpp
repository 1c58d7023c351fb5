#include <bankshot/history/fields.hpp>
#include <bankshot/history/shape_bytes.hpp>
#include <bankshot/shape/seams.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void fields(auto& io, Same<Seam> auto& seam) { io(seam.before, seam.after, seam.corner, seam.edge); }
void fields(auto& io, Same<Tile> auto& tile) { io(tile.form, tile.left, tile.right, tile.material); }

namespace {

/// Compounds are written as the outline of a polygon, or piece by piece.
enum class FilledRange : std::uint8_t { of_outline, of_pieces };

constexpr int bits_per_byte = 8;

// ---- writing ----------------------------------------------------------------------------------------------------

std::vector<Vec2> corners_of(const Shape& shape) {
  std::vector<Vec2> corners;
  for (int i = 0; i < shape.corner_count(); ++i) corners.push_back(shape.corner(i));
  return corners;
}

// The original shapes of a compound show only in its seams and its extent.
void write_compound(ByteWriter& out, const Shape& shape) {
  if (has_reflex_outline(shape)) {
    out(static_cast<std::uint8_t>(FilledRange::of_outline), corners_of(shape));
    return;
  }
  const auto& parts = *static_cast<const StoredPieces*>(detail_parts(shape));
  const std::vector<Shape> all = pieces(shape);
  out(static_cast<std::uint8_t>(FilledRange::of_pieces), parts.extent, std::uint64_t{all.size()});
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    write_shape(out, all[i]);
    const Piece piece = parts.piece(i);
    for (int k = 0; k < piece.view.count; ++k) out(piece.seams[k]);
  }
}

void write_grid(ByteWriter& out, const Shape& shape) {
  const GridDef def = grid_def(shape);
  out(def.columns, def.rows, def.cell, def.origin);
  for (int row = 0; row < def.rows; ++row) {
    for (int column = 0; column < def.columns; ++column) out(tile(shape, column, row));
  }
}

void write_mask(ByteWriter& out, const Shape& shape) {
  const MaskDef def = mask_def(shape);
  out(def.width, def.height, def.pixel, def.origin);
  std::uint8_t byte = 0;
  int bit = 0;
  for (int row = 0; row < def.height; ++row) {
    for (int column = 0; column < def.width; ++column) {
      byte = static_cast<std::uint8_t>(byte | (pixel(shape, column, row) ? 1 << bit : 0));
      if (++bit < bits_per_byte) continue;
      out(byte);
      byte = 0, bit = 0;
    }
  }
  if (bit > 0) out(byte);
}

// ---- reading ----------------------------------------------------------------------------------------------------

Shape accepted(ByteReader& in, std::size_t place, Result<Shape> made) {
  if (!made) in.refuse(made.reason(), place);
  return *made;
}

ShapeKind read_kind(ByteReader& in) {
  ShapeKind kind{};
  in(kind);
  return kind;
}

Result<Shape> read_convex(ByteReader& in, ShapeKind kind) {
  Vec2 a = Vec2::Zero(), b = Vec2::Zero();
  Real radius = 0;
  switch (kind) {
    case ShapeKind::circle: in(a, radius); return try_circle(radius, a);
    case ShapeKind::capsule: in(a, b, radius); return try_capsule(a, b, radius);
    case ShapeKind::segment: in(a, b); return try_segment(a, b);
    default: break;
  }
  std::vector<Vec2> corners;
  in(corners, radius);
  return try_polygon(corners, radius);
}

/// Reads kind and numbers of a shape of one core and a radius.
Shape read_simple(ByteReader& in) {
  const std::size_t place = in.place();
  const ShapeKind kind = read_kind(in);
  if (kind > ShapeKind::polygon) in.refuse("a shape that is not convex where a convex one was expected", place);
  return accepted(in, place, read_convex(in, kind));
}

/// The corners of a polygon are charged with their list, those of other shapes here: each has at least one.
Shape read_piece(ByteReader& in) {
  const std::size_t place = in.place();
  const std::size_t before = in.spent().corners;
  const Shape piece = read_simple(in);
  if (in.spent().corners == before) {
    in.spend(&LoadLimits::corners, static_cast<std::size_t>(piece.corner_count()), place);
  }
  return piece;
}

Result<Shape> read_pieces(ByteReader& in) {
  Real extent = 0;
  in(extent);
  const std::size_t count = in.count(1 + 3 * sizeof(Real) + fewest_bytes<Seam>());
  std::vector<Shape> all;
  std::vector<Seam> seams;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(read_piece(in));
    for (int k = 0; k < all.back().corner_count(); ++k) in(seams.emplace_back());
  }
  return compound_of(all, seams, extent);
}

Result<Shape> read_compound(ByteReader& in) {
  std::uint8_t made = 0;
  in(made);
  if (made == static_cast<std::uint8_t>(FilledRange::of_pieces)) return read_pieces(in);
  if (made != static_cast<std::uint8_t>(FilledRange::of_outline)) in.refuse("a compound made in no known way");
  std::vector<Vec2> corners;
  in(corners);
  return try_simple_polygon(corners);
}

Result<Shape> read_chain(ByteReader& in) {
  bool closed = false;
  ChainSides sides{};
  std::vector<Vec2> points;
  in(closed, sides, points);
  return try_chain(points, closed, sides);
}

Result<Shape> read_grid(ByteReader& in) {
  const std::size_t place = in.place();
  GridDef def;
  in(def.columns, def.rows, def.cell, def.origin);
  const std::int64_t cells = std::int64_t{def.columns} * def.rows;
  if (def.columns <= 0 || def.rows <= 0 || cells > static_cast<std::int64_t>(in.left() / fewest_bytes<Tile>())) {
    in.refuse("a grid of " + std::to_string(def.columns) + " x " + std::to_string(def.rows) +
              " cells does not fit in the " + std::to_string(in.left()) + " bytes that follow");
  }
  in.spend(&LoadLimits::tiles, static_cast<std::size_t>(cells), place);
  std::vector<Tile> tiles(static_cast<std::size_t>(cells));
  for (Tile& tile : tiles) in(tile);
  return try_grid(def, tiles);
}

Result<Shape> read_mask(ByteReader& in) {
  const std::size_t place = in.place();
  MaskDef def;
  in(def.width, def.height, def.pixel, def.origin);
  const std::int64_t count = std::int64_t{def.width} * def.height;
  if (def.width <= 0 || def.height <= 0 || (count - 1) / bits_per_byte >= static_cast<std::int64_t>(in.left())) {
    in.refuse("a mask of " + std::to_string(def.width) + " x " + std::to_string(def.height) +
              " pixels does not fit in the " + std::to_string(in.left()) + " bytes that follow");
  }
  in.spend(&LoadLimits::pixels, static_cast<std::size_t>(count), place);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(count));
  std::uint8_t byte = 0;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (i % bits_per_byte == 0) in(byte);
    pixels[i] = byte >> (i % bits_per_byte) & 1;
  }
  return try_mask(def, pixels);
}

}  // namespace

void write_shape(ByteWriter& out, const Shape& shape) {
  out(shape.kind());
  switch (shape.kind()) {
    case ShapeKind::circle: return out(shape.corner(0), shape.radius());
    case ShapeKind::capsule: return out(shape.corner(0), shape.corner(1), shape.radius());
    case ShapeKind::segment: return out(shape.corner(0), shape.corner(1));
    case ShapeKind::polygon: return out(corners_of(shape), shape.radius());
    case ShapeKind::compound: return write_compound(out, shape);
    case ShapeKind::chain: return out(chain_closed(shape), chain_sides(shape), corners_of(shape));
    case ShapeKind::container:
      if (shape.corner_count() == 1) return write_shape(out, circle(shape.radius(), shape.corner(0)));
      return write_shape(out, polygon(corners_of(shape), shape.radius()));
    case ShapeKind::grid: return write_grid(out, shape);
    case ShapeKind::mask: return write_mask(out, shape);
  }
}

Shape read_shape(ByteReader& in) {
  const std::size_t place = in.place();
  const ShapeKind kind = read_kind(in);
  switch (kind) {
    case ShapeKind::compound: return accepted(in, place, read_compound(in));
    case ShapeKind::chain: return accepted(in, place, read_chain(in));
    case ShapeKind::container: return accepted(in, place, try_container(read_simple(in)));
    case ShapeKind::grid: return accepted(in, place, read_grid(in));
    case ShapeKind::mask: return accepted(in, place, read_mask(in));
    default: return accepted(in, place, read_convex(in, kind));
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
