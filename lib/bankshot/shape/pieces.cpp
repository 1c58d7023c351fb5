#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composites.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace {

Shape shape_of(const detail::ConvexView& view) {
  ShapeKind kind = view.count == 1 ? ShapeKind::circle : ShapeKind::polygon;
  if (view.count == 2) kind = view.radius > 0 ? ShapeKind::capsule : ShapeKind::segment;
  return detail::ConvexData::share(detail::data_of(kind, view));
}

}  // namespace

// Any other compound has the corners of its box, which no polygon with a reflex corner has.
bool has_reflex_outline(const Shape& shape) noexcept {
  if (shape.kind() != ShapeKind::compound) return false;
  const Aabb box = shape.aabb();
  for (int i = 0; i < shape.corner_count(); ++i) {
    const detail::V2 corner = detail::plain(shape.corner(i));
    if (corner.x != detail::plain(box.lower).x && corner.x != detail::plain(box.upper).x) return true;
    if (corner.y != detail::plain(box.lower).y && corner.y != detail::plain(box.upper).y) return true;
  }
  return shape.corner_count() != 4;
}

std::vector<Shape> pieces(const Shape& shape) {
  if (shape.convex()) return {shape};
  const detail::Composite* const parts = detail_parts(shape);
  if (parts == nullptr) return {};
  std::vector<std::uint32_t> numbers;
  parts->find(parts->bounds, numbers);
  std::vector<Shape> result;
  result.reserve(numbers.size());
  detail::PieceSpace space;
  for (const std::uint32_t number : numbers) result.push_back(shape_of(parts->piece(number, space).view));
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI
