#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/outline.hpp>
#include <bankshot/shape/seams.hpp>
#include <bankshot/shape/thickness.hpp>

#include <algorithm>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {

using namespace detail;

namespace {

constexpr const char* simple_polygon_name = "simple_polygon";

/// Checks the numbers before they are used in computations.
Reason read_corners(std::span<const Vec2> corners, std::vector<V2>& points) {
  if (corners.size() > piece_limit) {
    return reason(simple_polygon_name, "number of corners", std::to_string(corners.size()),
                  "at most " + std::to_string(piece_limit));
  }
  points.reserve(corners.size());
  for (const Vec2& corner : corners) {
    const V2 p = plain(corner);
    if (auto reason = check_point(simple_polygon_name, "corner", points.size(), p)) return reason;
    points.push_back(p);
  }
  return {};
}

Box box_around(const std::vector<V2>& points) {
  Box box = {points[0], points[0]};
  for (const V2 p : points) box = joined(box, {p, p});
  return box;
}

std::shared_ptr<StoredPieces> cut(const std::vector<V2>& points) {
  const Decomposition cut = decompose(points);
  auto pieces = std::make_shared<StoredPieces>();
  for (std::size_t i = 0; i < cut.size(); ++i) {
    ConvexData data;
    data.kind = ShapeKind::polygon;
    for (std::uint32_t k = cut.first[i]; k < cut.first[i + 1]; ++k) data.points.push_back(points[cut.corner[k]]);
    derive(data);
    pieces->add(view_of(data));
  }
  pieces->finish();
  set_outline_seams(points, cut, *pieces);
  pieces->extent = thickness(cut, *pieces);
  return pieces;
}

}  // namespace

Result<Shape> try_simple_polygon(std::span<const Vec2> corners) {
  std::vector<V2> points;
  if (auto reason = read_corners(corners, points)) return refused(reason);
  if (convex_outline(points)) return try_polygon(corners);
  if (!points.empty()) {
    const Box box = box_around(points);
    const V2 size = box.upper - box.lower;
    // The exact orientations need products of differences that do not underflow.
    if (size.x > 0 && size.y > 0 && size.x * size.y < std::numeric_limits<Real>::min()) {
      return refused(simple_polygon_name, "size", size_text(box), "larger: the area underflows");
    }
  }
  const OutlineCheck check = check_simple_outline(points);
  if (!check.fault.empty()) return Result<Shape>::refused(joined({simple_polygon_name, ": ", check.fault}));
  // Corner 0 stays first when the order is reversed.
  if (check.clockwise) std::reverse(points.begin() + 1, points.end());
  const std::shared_ptr<StoredPieces> pieces = cut(points);
  const std::string size = size_text(pieces->bounds);
  if (auto reason = check_moments(pieces->moments(), simple_polygon_name, "size", size)) {
    return refused(reason);
  }
  if (!(pieces->extent >= std::numeric_limits<Real>::min())) {
    return refused(simple_polygon_name, "smallest width", text(pieces->extent), "larger: it underflows");
  }
  return compose(ShapeKind::compound, std::move(points), pieces);
}

Shape simple_polygon(std::span<const Vec2> corners) { return try_simple_polygon(corners).value(); }

namespace {

constexpr const char* compound_name = "compound";

/// Adds a convex shape, or the pieces of another compound with their seams in it.
void add_shape(const Shape& shape, StoredPieces& pieces) {
  const auto* const parts = static_cast<const StoredPieces*>(detail_parts(shape));
  if (parts == nullptr) {
    pieces.add(detail_view(shape));
    set_own_seams(detail_view(shape), pieces.seams(pieces.size() - 1));
    return;
  }
  for (std::uint32_t i = 0; i < parts->size(); ++i) {
    const Piece piece = parts->piece(i);
    pieces.add(piece.view);
    std::copy(piece.seams, piece.seams + piece.view.count, pieces.seams(pieces.size() - 1).begin());
  }
}

Reason check_piece(const Shape& shape, std::size_t i) {
  const bool solid = shape.kind() == ShapeKind::compound || (shape.convex() && shape.kind() != ShapeKind::segment);
  if (solid) return {};
  return joined({compound_name, ": piece ", std::to_string(i),
                 " is of a kind without convex interior, must be a circle, capsule, polygon or compound"});
}

Reason check_size(const StoredPieces& pieces) {
  return check_moments(pieces.moments(), compound_name, "size", size_text(pieces.bounds));
}

Shape wrap(std::shared_ptr<const StoredPieces> pieces) {
  std::vector<V2> corners = corners_of(pieces->bounds);
  return compose(ShapeKind::compound, std::move(corners), std::move(pieces));
}

/// True for vectors no longer than a unit vector: shorter ones mean that there is no direction.
bool may_be_direction(V2 v) { return length_squared(v) <= 1 + Real(1) / 1024; }

}  // namespace

// The smallest extent is that of the shapes passed: the pieces of a compound among them do not count again.
Result<Shape> try_compound(std::span<const Shape> shapes) {
  if (shapes.empty()) {
    return refused(compound_name, "number of pieces", "0", "at least 1");
  }
  auto pieces = std::make_shared<StoredPieces>();
  Real extent = std::numeric_limits<Real>::max();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (auto reason = check_piece(shapes[i], i)) return refused(reason);
    add_shape(shapes[i], *pieces);
    extent = min(extent, detail_view(shapes[i]).extent);
    if (pieces->size() > piece_limit) {
      return refused(compound_name, "number of convex pieces", "more", "at most " + std::to_string(piece_limit));
    }
  }
  pieces->finish();
  pieces->extent = extent;
  if (auto reason = check_size(*pieces)) return refused(reason);
  hide_covered(*pieces);
  return wrap(std::move(pieces));
}

Result<Shape> detail::compound_of(std::span<const Shape> shapes, std::span<const Seam> seams, Real extent) {
  if (shapes.empty() || shapes.size() > piece_limit) {
    return refused(compound_name, "number of pieces", std::to_string(shapes.size()),
                   "1 to " + std::to_string(piece_limit));
  }
  if (auto reason = check_positive(compound_name, "extent", extent)) return refused(reason);
  auto pieces = std::make_shared<StoredPieces>();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (auto reason = check_piece(shapes[i], i)) return refused(reason);
    pieces->add(detail_view(shapes[i]));
    for (Seam& seam : pieces->seams(pieces->size() - 1)) {
      seam = seams.front(), seams = seams.subspan(1);
      if (may_be_direction(seam.before) && may_be_direction(seam.after)) continue;
      return Result<Shape>::refused(
          joined({compound_name, ": a seam of piece ", std::to_string(i), " is no direction"}));
    }
  }
  pieces->finish();
  pieces->extent = extent;
  if (auto reason = check_size(*pieces)) return refused(reason);
  return wrap(std::move(pieces));
}

Shape compound(std::span<const Shape> pieces) { return try_compound(pieces).value(); }

namespace {

constexpr const char* chain_name = "chain";

Reason read_points(std::span<const Vec2> given, bool closed, std::vector<V2>& points) {
  const std::size_t least = closed ? 3 : 2;
  const std::string count = std::to_string(given.size());
  if (given.size() < least) {
    return reason(chain_name, "number of points", count,
                  joined({"at least ", std::to_string(least), closed ? " for a closed one" : ""}));
  }
  if (given.size() > piece_limit) {
    return reason(chain_name, "number of points", count, "at most " + std::to_string(piece_limit));
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    const V2 p = plain(given[i]);
    if (auto reason = check_point(chain_name, "point", i, p)) return reason;
    points.push_back(p);
  }
  for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
    const std::size_t next = i + 1 == points.size() ? 0 : i + 1;
    if (points[i] == points[next]) {
      return joined({chain_name, ": points ", std::to_string(i), " and ", std::to_string(next), " are both ",
                     text(points[i]), ", must be in different places"});
    }
  }
  return {};
}

/// The seam of a chain at the point `here` between two others. On a chain that stops only from the left, a corner that
/// sticks out to the right stops nothing.
Seam seam_between(V2 before, V2 here, V2 after, ChainSides sides) {
  Seam seam = {direction(here, before), direction(here, after), true, true};
  const double turn = orient(before, here, after);
  if (turn == 0) seam.corner = dot(seam.before, seam.after) > 0;  // the chain turns back: like a free end
  if (sides == ChainSides::left && turn > 0) seam.corner = false;
  return seam;
}

std::shared_ptr<StoredPieces> link(const std::vector<V2>& points, bool closed, ChainSides sides) {
  const std::size_t count = points.size();
  std::vector<Seam> seams(count);
  for (std::size_t i = 0; i < count; ++i) {
    const V2 before = points[i > 0 ? i - 1 : closed ? count - 1 : 1];
    const V2 after = points[i + 1 < count ? i + 1 : closed ? 0 : count - 2];
    const bool end = !closed && (i == 0 || i + 1 == count);
    seams[i] = seam_between(before, points[i], after, end ? ChainSides::both : sides);
  }
  auto pieces = std::make_shared<StoredPieces>();
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < (closed ? count : count - 1); ++i) {
    const std::size_t next = i + 1 == count ? 0 : i + 1;
    ConvexData data;
    data.kind = ShapeKind::segment;
    data.points = {points[i], points[next]};
    derive(data);
    // Edge 0 of a segment has the right-hand normal, edge 1 the left-hand one.
    pieces->add(view_of(data), sides == ChainSides::left ? 1 : -1);
    const std::span<Seam> own = pieces->seams(pieces->size() - 1);
    own[0] = seams[i];
    own[1] = seams[next];
    shortest = std::min(shortest, moments_of(view_of(data)).area);
  }
  pieces->finish();
  pieces->extent = static_cast<Real>(shortest);
  return pieces;
}

const StoredPieces& chain_pieces(const Shape& shape, const char* call) {
  if (shape.kind() != ShapeKind::chain) throw std::invalid_argument(joined({call, ": shape is not a chain"}));
  return *static_cast<const StoredPieces*>(detail_parts(shape));
}

}  // namespace

// The extent is the length of the shortest segment: a chain has no thickness, and length is its only size, as for a
// segment.
Result<Shape> try_chain(std::span<const Vec2> given, bool closed, ChainSides sides) {
  std::vector<V2> points;
  if (auto reason = read_points(given, closed, points)) return refused(reason);
  const std::shared_ptr<StoredPieces> pieces = link(points, closed, sides);
  const std::string size = size_text(pieces->bounds);
  if (auto reason = check_moments(pieces->moments(), chain_name, "size", size)) {
    return refused(reason);
  }
  if (!(pieces->extent >= std::numeric_limits<Real>::min())) {
    return refused(chain_name, "shortest segment's length", text(pieces->extent), "larger: it underflows");
  }
  return compose(ShapeKind::chain, std::move(points), pieces);
}

Shape chain(std::span<const Vec2> points, bool closed, ChainSides sides) {
  return try_chain(points, closed, sides).value();
}

bool chain_closed(const Shape& chain) {
  return chain_pieces(chain, "chain_closed").size() == static_cast<std::uint32_t>(chain.corner_count());
}

ChainSides chain_sides(const Shape& chain) {
  return chain_pieces(chain, "chain_sides").piece(0).one_way >= 0 ? ChainSides::left : ChainSides::both;
}

Result<Shape> try_container(const Shape& room) {
  const bool sharp_polygon = room.kind() == ShapeKind::polygon && room.radius() == 0;
  if (room.kind() == ShapeKind::polygon && !sharp_polygon) {
    return refused("container", "radius of the room", text(room.radius()), "0 for a polygon");
  }
  if (room.kind() != ShapeKind::circle && !sharp_polygon) {
    return Result<Shape>::refused("container: room is of another kind, must be a circle or a convex polygon");
  }
  return ConvexData::share(data_of(ShapeKind::container, detail_view(room)));
}

Shape container(const Shape& room) { return try_container(room).value(); }

namespace {

Shape shape_of(const ConvexView& view) {
  ShapeKind kind = view.count == 1 ? ShapeKind::circle : ShapeKind::polygon;
  if (view.count == 2) kind = view.radius > 0 ? ShapeKind::capsule : ShapeKind::segment;
  return ConvexData::share(data_of(kind, view));
}

}  // namespace

// Any other compound has the corners of its box, which no polygon with a reflex corner has.
bool has_reflex_outline(const Shape& shape) noexcept {
  if (shape.kind() != ShapeKind::compound) return false;
  const Aabb box = shape.aabb();
  for (int i = 0; i < shape.corner_count(); ++i) {
    const V2 corner = plain(shape.corner(i));
    if (corner.x != plain(box.lower).x && corner.x != plain(box.upper).x) return true;
    if (corner.y != plain(box.lower).y && corner.y != plain(box.upper).y) return true;
  }
  return shape.corner_count() != 4;
}

std::vector<Shape> pieces(const Shape& shape) {
  if (shape.convex()) return {shape};
  const Composite* const parts = detail_parts(shape);
  if (parts == nullptr) return {};
  std::vector<std::uint32_t> numbers;
  parts->find(parts->bounds, numbers);
  std::vector<Shape> result;
  result.reserve(numbers.size());
  PieceSpace space;
  for (const std::uint32_t number : numbers) result.push_back(shape_of(parts->piece(number, space).view));
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI
