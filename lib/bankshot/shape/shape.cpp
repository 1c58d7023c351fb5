#include <bankshot/shape/build.hpp>
#include <bankshot/shape/composite.hpp>

namespace bankshot::BANKSHOT_ABI {

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
  const detail::Box box = detail::box_around(data_->points, data_->radius, {pose.rotation.c, pose.rotation.s},
                                             detail::plain(pose.position));
  return {detail::vec2(box.lower), detail::vec2(box.upper)};
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

}  // namespace bankshot::BANKSHOT_ABI
