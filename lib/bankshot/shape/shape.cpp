#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composite.hpp>

namespace bankshot::inline BANKSHOT_ABI {

using detail::Q2;
using detail::V2;

Shape::Shape(std::shared_ptr<const detail::ConvexData> data) noexcept : data_(std::move(data)) {}

ShapeKind Shape::kind() const noexcept { return data_->kind; }

bool Shape::convex() const noexcept { return data_->kind <= ShapeKind::polygon; }

Real Shape::radius() const noexcept { return data_->radius; }

int Shape::corner_count() const noexcept { return static_cast<int>(data_->points.size()); }

Vec2 Shape::corner(int i) const noexcept {
  BANKSHOT_ASSERT(i >= 0 && i < corner_count());
  return detail::vec2(data_->points[static_cast<std::size_t>(i)]);
}

Vec2 Shape::normal(int i) const noexcept {
  BANKSHOT_ASSERT(i >= 0 && i < static_cast<int>(data_->normals.size()));
  return detail::vec2(data_->normals[static_cast<std::size_t>(i)]);
}

Aabb Shape::aabb(const Pose& pose) const noexcept {
  const Q2 turn = {pose.rotation.c, pose.rotation.s};
  V2 low = rotate(turn, data_->points[0]);
  V2 high = low;
  for (const V2 point : data_->points) {
    const V2 turned = rotate(turn, point);
    low = {detail::min(low.x, turned.x), detail::min(low.y, turned.y)};
    high = {detail::max(high.x, turned.x), detail::max(high.y, turned.y)};
  }
  const V2 position = detail::plain(pose.position);
  const V2 rounding = {data_->radius, data_->radius};
  return {detail::vec2(position + (low - rounding)), detail::vec2(position + (high + rounding))};
}

bool operator==(const Shape& a, const Shape& b) noexcept {
  if (a.data_ == b.data_) return true;
  const detail::ConvexData &l = *a.data_, &r = *b.data_;
  if (l.kind != r.kind || l.radius != r.radius || l.points != r.points) return false;
  if (!l.parts || !r.parts) return l.parts == r.parts;
  std::vector<double> numbers_l, numbers_r;
  l.parts->describe(numbers_l), r.parts->describe(numbers_r);
  return numbers_l == numbers_r;
}

detail::ConvexView detail_view(const Shape& shape) noexcept { return detail::view_of(*shape.data_); }

const detail::Composite* detail_parts(const Shape& shape) noexcept { return shape.data_->parts.get(); }

}  // namespace bankshot::inline BANKSHOT_ABI
