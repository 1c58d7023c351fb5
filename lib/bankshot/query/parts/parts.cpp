#include <bankshot/query/parts/parts.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

constexpr Box everywhere{{-infinite, -infinite}, {infinite, infinite}};

/// Largest distance from 1 of a rotation's squared length at which it counts as a pure rotation.
constexpr Real literal_limit = Real(1) / 1024;

}  // namespace

Placement placement(const Pose& a, const Pose& b) noexcept {
  return {plain(a.rotation), plain(b.rotation), plain(a.position) - plain(b.position)};
}

Box bounds_of(const Shape& shape) noexcept {
  const Composite* parts = detail_parts(shape);
  return parts != nullptr ? parts->bounds : box_of(detail_view(shape));
}

Box into_b(const Placement& at, const Box& of_a, Real margin) noexcept {
  // A rotation is taken literally and scales the core, but not the radius. A rotation far from unit length is rare;
  // every part is then visited.
  const Real square_a = at.qa.c * at.qa.c + at.qa.s * at.qa.s, square_b = at.qb.c * at.qb.c + at.qb.s * at.qb.s;
  if (!(absolute(square_a - 1) < literal_limit && absolute(square_b - 1) < literal_limit)) return everywhere;
  const Real inverse = 1 / square_b;
  Box box;
  for (int i = 0; i < 4; ++i) {
    const V2 corner{i & 1 ? of_a.upper.x : of_a.lower.x, i & 2 ? of_a.upper.y : of_a.lower.y};
    const V2 there = inverse * unrotate(at.qb, rotate(at.qa, corner) + at.d);
    box = i == 0 ? Box{there, there} : joined(box, {there, there});
  }
  const Real size = absolute(at.d.x) + absolute(at.d.y) + absolute(of_a.lower.x) + absolute(of_a.lower.y) +
                    absolute(of_a.upper.x) + absolute(of_a.upper.y);
  const Real slack = 2 * (margin + 4 * tolerance::band_factor * tolerance::eps * size);
  return {box.lower - V2{slack, slack}, box.upper + V2{slack, slack}};
}

void parts_near(const Shape& shape, const Box& box, std::vector<std::uint32_t>& out) {
  if (const Composite* parts = detail_parts(shape)) {
    parts->find(box, out);
  } else if (overlaps(box_of(detail_view(shape)), box)) {
    out.push_back(0);
  }
}

Part part_of(const Shape& shape, std::uint32_t number, PieceSpace& space) noexcept {
  const Composite* parts = detail_parts(shape);
  if (parts == nullptr) return {detail_view(shape)};
  const Piece piece = parts->piece(number, space);
  return {piece.view, piece.seams, piece.one_way, static_cast<std::int32_t>(number)};
}

PairFrame frame_of(const Part& a, const Part& b, const Placement& at, Real band) noexcept {
  PairFrame frame = pair_frame(a.view, at.qa, b.view, at.qb, at.d);
  frame.band = band;
  return frame;
}

Real band_of(const Shape& a, const Shape& b, const Placement& at) noexcept {
  const PairFrame frame = pair_frame(detail_view(a), at.qa, detail_view(b), at.qb, at.d);
  return frame.usable ? frame.band : infinite;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
