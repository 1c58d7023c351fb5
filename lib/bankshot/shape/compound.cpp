#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/seams.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace {

constexpr const char* compound_name = "compound";

/// Adds a convex shape, or the pieces of another compound with their seams in it.
void add_shape(const Shape& shape, detail::StoredPieces& pieces) {
  const auto* const parts = static_cast<const detail::StoredPieces*>(detail_parts(shape));
  if (parts == nullptr) {
    pieces.add(detail_view(shape));
    detail::set_own_seams(detail_view(shape), pieces.seams(pieces.size() - 1));
    return;
  }
  for (std::uint32_t i = 0; i < parts->size(); ++i) {
    const detail::Piece piece = parts->piece(i);
    pieces.add(piece.view);
    std::copy(piece.seams, piece.seams + piece.view.count, pieces.seams(pieces.size() - 1).begin());
  }
}

detail::Reason check_piece(const Shape& shape, std::size_t i) {
  const bool solid = shape.kind() == ShapeKind::compound || (shape.convex() && shape.kind() != ShapeKind::segment);
  if (solid) return {};
  return detail::joined({compound_name, ": piece ", std::to_string(i),
                         " is of a kind without convex interior, must be a circle, capsule, polygon or compound"});
}

detail::Reason check_size(const detail::StoredPieces& pieces) {
  return detail::check_moments(pieces.moments(), compound_name, "size", detail::size_text(pieces.bounds));
}

Shape wrap(std::shared_ptr<const detail::StoredPieces> pieces) {
  std::vector<detail::V2> corners = detail::corners_of(pieces->bounds);
  return detail::compose(ShapeKind::compound, std::move(corners), std::move(pieces));
}

/// True for vectors no longer than a unit vector: shorter ones mean that there is no direction.
bool may_be_direction(detail::V2 v) { return length_squared(v) <= 1 + Real(1) / 1024; }

}  // namespace

// The smallest extent is that of the shapes passed: the pieces of a compound among them do not count again.
Result<Shape> try_compound(std::span<const Shape> shapes) {
  if (shapes.empty()) {
    return Result<Shape>::refused(detail::reason(compound_name, "number of pieces", "0", "at least 1"));
  }
  auto pieces = std::make_shared<detail::StoredPieces>();
  Real extent = std::numeric_limits<Real>::max();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (auto reason = check_piece(shapes[i], i)) return Result<Shape>::refused(*reason);
    add_shape(shapes[i], *pieces);
    extent = detail::min(extent, detail_view(shapes[i]).extent);
    if (pieces->size() > detail::piece_limit) {
      return Result<Shape>::refused(detail::reason(compound_name, "number of convex pieces", "more",
                                                   "at most " + std::to_string(detail::piece_limit)));
    }
  }
  pieces->finish();
  pieces->extent = extent;
  if (auto reason = check_size(*pieces)) return Result<Shape>::refused(*reason);
  detail::hide_covered(*pieces);
  return wrap(std::move(pieces));
}

Result<Shape> detail::compound_of(std::span<const Shape> shapes, std::span<const Seam> seams, Real extent) {
  if (shapes.empty() || shapes.size() > piece_limit) {
    return Result<Shape>::refused(reason(compound_name, "number of pieces", std::to_string(shapes.size()),
                                         "1 to " + std::to_string(piece_limit)));
  }
  if (auto reason = check_positive(compound_name, "extent", extent)) return Result<Shape>::refused(*reason);
  auto pieces = std::make_shared<StoredPieces>();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (auto reason = check_piece(shapes[i], i)) return Result<Shape>::refused(*reason);
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
  if (auto reason = check_size(*pieces)) return Result<Shape>::refused(*reason);
  return wrap(std::move(pieces));
}

Shape compound(std::span<const Shape> pieces) { return try_compound(pieces).value(); }

}  // namespace bankshot::BANKSHOT_ABI
