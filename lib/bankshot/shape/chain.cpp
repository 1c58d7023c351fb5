#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/seams.hpp>

#include <algorithm>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {

using detail::V2;

namespace {

constexpr const char* chain_name = "chain";

detail::Reason read_points(std::span<const Vec2> given, bool closed, std::vector<V2>& points) {
  const std::size_t least = closed ? 3 : 2;
  const std::string count = std::to_string(given.size());
  if (given.size() < least) {
    return detail::reason(chain_name, "number of points", count,
                          detail::joined({"at least ", std::to_string(least), closed ? " for a closed one" : ""}));
  }
  if (given.size() > detail::piece_limit) {
    return detail::reason(chain_name, "number of points", count, "at most " + std::to_string(detail::piece_limit));
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    const V2 p = detail::plain(given[i]);
    if (detail::check_point(chain_name, "point", p)) {
      return detail::check_point(chain_name, detail::joined({"point ", std::to_string(i)}), p);
    }
    points.push_back(p);
  }
  for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
    const std::size_t next = i + 1 == points.size() ? 0 : i + 1;
    if (points[i] == points[next]) {
      return detail::joined({chain_name, ": points ", std::to_string(i), " and ", std::to_string(next), " are both ",
                             detail::text(points[i]), ", must be in different places"});
    }
  }
  return {};
}

/// The seam of a chain at the point `here` between two others. On a chain that stops only from the left, a corner that
/// sticks out to the right stops nothing.
detail::Seam seam_between(V2 before, V2 here, V2 after, ChainSides sides) {
  detail::Seam seam = {detail::direction(here, before), detail::direction(here, after), true, true};
  const double turn = detail::orient(before, here, after);
  if (turn == 0) seam.corner = dot(seam.before, seam.after) > 0;  // the chain turns back: like a free end
  if (sides == ChainSides::left && turn > 0) seam.corner = false;
  return seam;
}

std::shared_ptr<detail::StoredPieces> link(const std::vector<V2>& points, bool closed, ChainSides sides) {
  const std::size_t count = points.size();
  std::vector<detail::Seam> seams(count);
  for (std::size_t i = 0; i < count; ++i) {
    const V2 before = points[i > 0 ? i - 1 : closed ? count - 1 : 1];
    const V2 after = points[i + 1 < count ? i + 1 : closed ? 0 : count - 2];
    const bool end = !closed && (i == 0 || i + 1 == count);
    seams[i] = seam_between(before, points[i], after, end ? ChainSides::both : sides);
  }
  auto pieces = std::make_shared<detail::StoredPieces>();
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < (closed ? count : count - 1); ++i) {
    const std::size_t next = i + 1 == count ? 0 : i + 1;
    detail::ConvexData data;
    data.kind = ShapeKind::segment;
    data.points = {points[i], points[next]};
    derive(data);
    // Edge 0 of a segment has the right-hand normal, edge 1 the left-hand one.
    pieces->add(detail::view_of(data), sides == ChainSides::left ? 1 : -1);
    const std::span<detail::Seam> own = pieces->seams(pieces->size() - 1);
    own[0] = seams[i];
    own[1] = seams[next];
    shortest = std::min(shortest, moments_of(detail::view_of(data)).area);
  }
  pieces->finish();
  pieces->extent = static_cast<Real>(shortest);
  return pieces;
}

const detail::StoredPieces& chain_pieces(const Shape& shape, const char* call) {
  if (shape.kind() != ShapeKind::chain) throw std::invalid_argument(detail::joined({call, ": shape is not a chain"}));
  return *static_cast<const detail::StoredPieces*>(detail_parts(shape));
}

}  // namespace

// The extent is the length of the shortest segment: a chain has no thickness, and length is its only size, as for a
// segment.
Result<Shape> try_chain(std::span<const Vec2> given, bool closed, ChainSides sides) {
  std::vector<V2> points;
  if (auto reason = read_points(given, closed, points)) return Result<Shape>::refused(*reason);
  const std::shared_ptr<detail::StoredPieces> pieces = link(points, closed, sides);
  const std::string size = detail::size_text(pieces->bounds);
  if (auto reason = detail::check_moments(pieces->moments(), chain_name, "size", size)) {
    return Result<Shape>::refused(*reason);
  }
  if (!(pieces->extent >= std::numeric_limits<Real>::min())) {
    return Result<Shape>::refused(
        detail::reason(chain_name, "shortest segment's length", detail::text(pieces->extent), "larger: it underflows"));
  }
  return detail::compose(ShapeKind::chain, std::move(points), pieces);
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

}  // namespace bankshot::BANKSHOT_ABI
