#include "oracle/parts/whole.hpp"

#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/scaled.hpp>

#include <array>

namespace bankshot_oracle::inline BANKSHOT_ABI {

using oracle::Number;
using oracle::Point;

const char* name_of(Kind kind) noexcept {
  static constexpr std::array<const char*, kind_count> names = {
      "circle",   "capsule", "segment", "box",  "polygon", "rounded polygon", "simple polygon",
      "compound", "chain",   "one-way", "grid", "mask",    "container"};
  return names[static_cast<std::size_t>(kind)];
}

Point placed_point(Point local, const Pose& pose) {
  const Number c = Number(pose.rotation.c), s = Number(pose.rotation.s);
  return oracle::point(pose.position) + Point{c * local.x - s * local.y, s * local.x + c * local.y};
}

std::vector<Solid> Whole::at(const Pose& pose, Point origin) const {
  std::vector<Solid> placed = solids;
  const Point from_origin = oracle::point(pose.position) - origin;
  for (Solid& solid : placed) {
    for (Point& p : solid.core) p = from_origin + placed_point(p, {{0, 0}, pose.rotation});
  }
  return placed;
}

std::vector<Face> Whole::faces_at(const Pose& pose) const {
  std::vector<Face> placed;
  for (const Face& face : faces) placed.push_back({placed_point(face.from, pose), placed_point(face.to, pose)});
  return placed;
}

namespace {

/// Draws numbers in one manner.
class Drawing {
 public:
  Drawing(Random& random, const Manner& manner) : random_(random), manner_(manner) {}

  Real between(double lower, double upper) {
    const double any = random_.between(lower, upper);
    return static_cast<Real>(manner_.size * (manner_.lattice ? std::round(any * 8) / 8 : any));
  }
  /// Draws a positive length.
  Real length(double lower, double upper) {
    return std::max(between(lower, upper), static_cast<Real>(manner_.size / 8));
  }
  Vec2 point(double reach) {
    const Real x = between(-reach, reach);
    return {x, between(-reach, reach)};
  }
  std::vector<Vec2> points(int count, double reach) {
    std::vector<Vec2> all;
    for (int i = 0; i < count; ++i) all.push_back(point(reach));
    return all;
  }
  Random& random() { return random_; }
  double size() const { return manner_.size; }

 private:
  Random& random_;
  const Manner& manner_;
};

std::vector<Point> plain(const std::vector<Vec2>& points) {
  std::vector<Point> all;
  for (const Vec2& p : points) all.push_back(oracle::point(p));
  return all;
}

std::optional<Whole> made(Kind kind, const bankshot::Result<Shape>& shape, std::vector<Solid> solids) {
  if (!shape) return std::nullopt;
  return Whole{kind, *shape, std::move(solids), {}};
}

std::optional<Whole> draw_convex(Drawing& draw, Kind kind) {
  if (kind == Kind::circle) {
    const Real radius = draw.length(0.1, 1.5);
    const Vec2 centre = draw.random().chance(0.5) ? Vec2(0, 0) : draw.point(1);
    return made(kind, bankshot::try_circle(radius, centre), {{plain({centre}), Number(radius)}});
  }
  if (kind == Kind::capsule || kind == Kind::segment) {
    const std::vector<Vec2> ends = draw.points(2, 1.5);
    const Real radius = kind == Kind::segment ? Real(0) : draw.length(0.1, 1);
    const auto shape = kind == Kind::segment ? bankshot::try_segment(ends[0], ends[1])
                                             : bankshot::try_capsule(ends[0], ends[1], radius);
    return made(kind, shape, {{plain(ends), Number(radius)}});
  }
  if (kind == Kind::box) {
    const Real width = draw.length(0.2, 3), height = draw.length(0.2, 3), x = width / 2, y = height / 2;
    return made(kind, bankshot::try_box(width, height), {{plain({{-x, -y}, {x, -y}, {x, y}, {-x, y}}), 0}});
  }
  const Real radius = kind == Kind::rounded_polygon ? draw.length(0.1, 0.6) : Real(0);
  const std::vector<Vec2> corners = draw.points(draw.random().integer(3, 9), 1.5);
  return made(kind, bankshot::try_hull(corners, radius), {{oracle::convex_hull(plain(corners)), Number(radius)}});
}

/// A star around its origin, which sees all of it: it consists of the triangles of its edges and the origin.
std::optional<Whole> draw_star(Drawing& draw) {
  const int count = draw.random().integer(4, 9);
  std::vector<Vec2> corners;
  std::vector<Solid> solids;
  for (int i = 0; i < count; ++i) {
    const Rotation turn = Rotation::from_angle(Real(6.2831853) * Real(i) / Real(count));
    const Real radius = draw.length(0.3, 1.8);
    corners.push_back(radius * Vec2(turn.c, turn.s));
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    solids.push_back({plain({Vec2(0, 0), corners[i], corners[(i + 1) % corners.size()]}), 0});
  }
  return made(Kind::simple_polygon, bankshot::try_simple_polygon(corners), std::move(solids));
}

std::optional<Whole> draw_compound(Drawing& draw) {
  static constexpr std::array kinds = {Kind::circle, Kind::capsule, Kind::box, Kind::polygon, Kind::rounded_polygon};
  std::vector<Shape> pieces;
  std::vector<Solid> solids;
  for (int left = draw.random().integer(1, 4); left > 0; --left) {
    const auto piece = draw_convex(draw, kinds[static_cast<std::size_t>(draw.random().integer(0, 4))]);
    if (!piece) return std::nullopt;
    // Boxes have their origin in the centre; here they also lie beside one another.
    Vec2 by = piece->kind == Kind::box ? draw.point(1.5) : Vec2(0, 0);
    Solid solid = piece->solids.front();
    Shape shape = piece->shape;
    if (by != Vec2(0, 0)) {
      std::vector<Vec2> corners;
      for (int i = 0; i < shape.corner_count(); ++i) corners.push_back(shape.corner(i) + by);
      const auto moved = bankshot::try_polygon(corners);
      if (!moved) return std::nullopt;
      shape = *moved, solid.core = plain(corners);
    }
    pieces.push_back(shape), solids.push_back(solid);
  }
  return made(Kind::compound, bankshot::try_compound(pieces), std::move(solids));
}

/// Runs from left to right and never meets itself; every second stretch or so is straight.
std::optional<Whole> draw_chain(Drawing& draw, bool one_sided) {
  std::vector<Vec2> points{draw.point(1.5)};
  const int count = draw.random().integer(1, 5);
  Real rise = 0;
  for (int i = 0; i < count; ++i) {
    if (draw.random().chance(0.5)) rise = draw.between(-0.6, 0.6);
    points.push_back(points.back() + Vec2(draw.length(0.3, 1), rise));
  }
  if (draw.random().chance(0.5)) std::reverse(points.begin(), points.end());
  const auto sides = one_sided ? bankshot::ChainSides::left : bankshot::ChainSides::both;
  auto whole = made(one_sided ? Kind::one_way : Kind::chain, bankshot::try_chain(points, false, sides), {});
  if (!whole) return whole;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Point from = oracle::point(points[i]), to = oracle::point(points[i + 1]);
    if (one_sided) whole->faces.push_back({from, to});
    if (!one_sided) whole->solids.push_back({{from, to}, 0});
  }
  return whole;
}

bankshot::Tile any_tile(Random& random) {
  bankshot::Tile tile = random.chance(0.3) ? bankshot::empty_tile : bankshot::solid_tile;
  if (!random.chance(0.4)) return tile;
  tile.form = random.chance(0.5) ? bankshot::Tile::Form::floor : bankshot::Tile::Form::ceiling;
  tile.left = static_cast<std::uint8_t>(random.integer(0, 16));
  tile.right = static_cast<std::uint8_t>(tile.left == 0 ? random.integer(1, 16) : random.integer(0, 16));
  return tile;
}

/// The corners of a cell, from the lower left one on.
struct Cell {
  Number x, y, width, height;
  Point corner(Number right, Number up) const { return {x + right * width, y + up * height}; }
  Solid box() const { return {{corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)}, 0}; }
};

Solid solid_of(const Cell& cell, const bankshot::Tile& tile) {
  const Number left = Number(tile.left) / 16, right = Number(tile.right) / 16;
  if (tile.form == bankshot::Tile::Form::floor) {
    return {{cell.corner(0, 0), cell.corner(1, 0), cell.corner(1, right), cell.corner(0, left)}, 0};
  }
  return {{cell.corner(0, 1 - left), cell.corner(1, 1 - right), cell.corner(1, 1), cell.corner(0, 1)}, 0};
}

Face face_of(const Cell& cell, bankshot::Tile::Form form) {
  using enum bankshot::Tile::Form;
  if (form == one_way_up) return {cell.corner(0, 1), cell.corner(1, 1)};
  if (form == one_way_down) return {cell.corner(1, 0), cell.corner(0, 0)};
  if (form == one_way_left) return {cell.corner(0, 0), cell.corner(0, 1)};
  return {cell.corner(1, 1), cell.corner(1, 0)};
}

std::optional<Whole> draw_grid(Drawing& draw, bool one_way) {
  Random& random = draw.random();
  bankshot::GridDef def;
  def.columns = random.integer(1, 3);
  def.rows = random.integer(1, 3);
  def.cell = draw.length(0.3, 1.2);
  def.origin = draw.point(1.5);
  std::vector<bankshot::Tile> tiles;
  std::vector<Solid> solids;
  std::vector<Face> faces;
  for (int i = 0; i < def.columns * def.rows; ++i) {
    const Number width = Number(def.cell);
    const Cell cell{Number(def.origin.x()) + (i % def.columns) * width,
                    Number(def.origin.y()) + (i / def.columns) * width, width, width};
    bankshot::Tile tile = i == 0 ? bankshot::solid_tile : any_tile(random);
    if (one_way) {
      tile = random.chance(0.4) && i > 0 ? bankshot::empty_tile : bankshot::Tile{};
      if (i == 0 || random.chance(0.6)) tile.form = static_cast<bankshot::Tile::Form>(random.integer(3, 6));
    }
    tiles.push_back(tile);
    if (tile.form == bankshot::Tile::Form::empty) continue;
    if (one_way) faces.push_back(face_of(cell, tile.form));
    if (!one_way) solids.push_back(solid_of(cell, tile));
  }
  auto whole = made(one_way ? Kind::one_way : Kind::grid, bankshot::try_grid(def, tiles), std::move(solids));
  if (whole) whole->faces = std::move(faces);
  return whole;
}

std::optional<Whole> draw_mask(Drawing& draw) {
  Random& random = draw.random();
  bankshot::MaskDef def;
  def.width = random.integer(1, 5);
  def.height = random.integer(1, 5);
  const Real width = draw.length(0.2, 0.8);
  def.pixel = Vec2(width, random.chance(0.7) ? width : draw.length(0.2, 0.8));
  def.origin = draw.point(1.5);
  const double fill = random.between(0.3, 0.95);
  std::vector<std::uint8_t> pixels;
  std::vector<Solid> solids;
  for (int i = 0; i < def.width * def.height; ++i) {
    const bool solid = i == 0 || random.chance(fill);
    pixels.push_back(solid ? 1 : 0);
    const Number x = Number(def.pixel.x()), y = Number(def.pixel.y());
    const Cell cell{Number(def.origin.x()) + (i % def.width) * x, Number(def.origin.y()) + (i / def.width) * y, x, y};
    if (solid) solids.push_back(cell.box());
  }
  return made(Kind::mask, bankshot::try_mask(def, pixels), std::move(solids));
}

/// Large enough for most shapes drawn beside it.
std::optional<Whole> draw_container(Drawing& draw) {
  if (draw.random().chance(0.4)) {
    const Real radius = draw.length(2, 5);
    return made(Kind::container, bankshot::try_container(bankshot::circle(radius)), {{{{0, 0}}, Number(radius)}});
  }
  const std::vector<Vec2> corners = draw.points(draw.random().integer(3, 8), 5);
  const auto room = bankshot::try_hull(corners);
  if (!room) return std::nullopt;
  return made(Kind::container, bankshot::try_container(*room), {{oracle::convex_hull(plain(corners)), 0}});
}

/// Scales a whole by scaled(); not every kind accepts any factors.
std::optional<Whole> rescaled(Random& random, Whole whole) {
  const bool round = std::any_of(whole.solids.begin(), whole.solids.end(), [](const Solid& p) { return p.radius > 0; });
  const bool square = round || whole.kind == Kind::grid || whole.kind == Kind::one_way;
  const double size = random.between(0.4, 2.5), other = square ? size : random.between(0.4, 2.5);
  const bool mirrored = random.chance(0.5);
  const Vec2 scale(static_cast<Real>(mirrored ? -size : size), static_cast<Real>(other));
  const auto shape = bankshot::try_scaled(whole.shape, scale);
  if (!shape) return std::nullopt;
  const auto image = [&scale](Point p) { return Point{Number(scale.x()) * p.x, Number(scale.y()) * p.y}; };
  for (Solid& solid : whole.solids) {
    for (Point& p : solid.core) p = image(p);
    if (mirrored) std::reverse(solid.core.begin(), solid.core.end());
    solid.radius *= Number(scale.y());
  }
  for (Face& face : whole.faces) {
    face = {image(face.from), image(face.to)};
    if (mirrored) std::swap(face.from, face.to);
  }
  whole.shape = *shape;
  return whole;
}

std::optional<Whole> draw_plain(Drawing& draw, Kind kind) {
  switch (kind) {
    case Kind::simple_polygon: return draw_star(draw);
    case Kind::compound: return draw_compound(draw);
    case Kind::chain: return draw_chain(draw, false);
    case Kind::one_way: return draw.random().chance(0.5) ? draw_chain(draw, true) : draw_grid(draw, true);
    case Kind::grid: return draw_grid(draw, false);
    case Kind::mask: return draw_mask(draw);
    case Kind::container: return draw_container(draw);
    default: return draw_convex(draw, kind);
  }
}

}  // namespace

std::optional<Whole> draw_whole(Random& random, Kind kind, const Manner& manner) {
  Drawing draw(random, manner);
  std::optional<Whole> whole = draw_plain(draw, kind);
  return whole && manner.rescaled ? rescaled(random, *std::move(whole)) : whole;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
