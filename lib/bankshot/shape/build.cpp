#include <bankshot/shape/build.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string result;
  for (const std::string_view part : parts) result += part;
  return result;
}

std::string reason(std::string_view what, std::string_view field, std::string_view value, std::string_view must) {
  return joined({what, ": ", field, " is ", value, ", must be ", must});
}

Reason check_positive(std::string_view what, std::string_view field, Real value) {
  if (!finite(value)) return reason(what, field, text(value), "finite");
  if (!(value > 0)) return reason(what, field, text(value), "greater than 0");
  return {};
}

Reason check_not_negative(std::string_view what, std::string_view field, Real value) {
  if (!finite(value)) return reason(what, field, text(value), "finite");
  if (value < 0) return reason(what, field, text(value), "0 or greater");
  return {};
}

Reason check_point(std::string_view what, std::string_view field, V2 point) {
  if (!finite(point)) return reason(what, field, text(point), "finite");
  // Sixteen squares of the largest coordinate can be added without overflow.
  static const Real farthest = std::sqrt(std::numeric_limits<Real>::max()) / 4;
  if (absolute(point.x) > farthest || absolute(point.y) > farthest) {
    return reason(what, field, text(point), "nearer to the origin: squares of its coordinates overflow");
  }
  return {};
}

Reason check_point(std::string_view what, std::string_view field, std::size_t number, V2 point) {
  if (!check_point(what, field, point)) return {};
  return check_point(what, joined({field, " ", std::to_string(number)}), point);
}

Reason check_rotation(std::string_view what, std::string_view field, Q2 rotation) {
  // Far wider than the drift of a product of many rotations in a long run, far tighter than a typing mistake.
  constexpr Real unit_slack = Real(0.001);
  const V2 pair = {rotation.c, rotation.s};
  if (absolute(length_squared(pair) - 1) <= unit_slack) return {};
  return reason(what, field, text(pair), "a cosine and a sine: their squares sum up to 1");
}

Reason check_moments(const Moments& moments, std::string_view what, std::string_view field, std::string_view value) {
  constexpr double least = std::numeric_limits<Real>::min();
  constexpr double most = std::numeric_limits<Real>::max();
  const double about_origin = moments.inertia + moments.area * (moments.x * moments.x + moments.y * moments.y);
  // This form also refuses a NaN from an overflow.
  if (!(moments.area <= most)) return reason(what, field, value, "smaller: the area overflows");
  if (!(about_origin <= most)) return reason(what, field, value, "smaller: the moment of inertia overflows");
  if (!(moments.area >= least)) return reason(what, field, value, "larger: the area underflows");
  if (!(moments.inertia >= least)) return reason(what, field, value, "larger: the moment of inertia underflows");
  return {};
}

Result<Shape> refused(std::string_view what, std::string_view field, std::string_view value, std::string_view must) {
  return Result<Shape>::refused(reason(what, field, value, must));
}

Result<Shape> finish(ConvexData data, std::string_view what, std::string_view field, std::string_view value) {
  derive(data);
  if (auto fault = check_moments(moments_of(view_of(data)), what, field, value)) return refused(fault);
  if (data.points.size() > 2 && !(data.extent >= std::numeric_limits<Real>::min())) {
    return refused(what, "smallest width", text(data.extent), "larger: it underflows");
  }
  return ConvexData::share(std::move(data));
}

Shape compose(ShapeKind kind, std::vector<V2> points, std::shared_ptr<const Composite> parts) {
  ConvexData data;
  data.kind = kind;
  data.points = std::move(points);
  bound(data);
  data.extent = parts->extent;
  data.parts = std::move(parts);
  return ConvexData::share(std::move(data));
}

std::string size_text(const Box& box) {
  const V2 size = box.upper - box.lower;
  return joined({text(size.x), " x ", text(size.y)});
}

std::vector<V2> corners_of(const Box& box) {
  return {box.lower, {box.upper.x, box.lower.y}, box.upper, {box.lower.x, box.upper.y}};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
