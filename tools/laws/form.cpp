#include <cmath>
#include <limits>
#include <numbers>

#include "engine.hpp"

namespace bankshot_tool::laws {

namespace {
double cross(const V& a, const V& b) { return a.x() * b.y() - a.y() * b.x(); }
}  // namespace

Form disc(double radius) { return {Form::Kind::disc, {}, radius}; }

Form capsule(double length, double radius) {
  return {Form::Kind::capsule, {V(-length / 2, 0), V(length / 2, 0)}, radius};
}

Form segment(const V& a, const V& b) { return {Form::Kind::segment, {a, b}, 0}; }

Form box(double width, double height) {
  const double x = width / 2, y = height / 2;
  return {Form::Kind::polygon, {V(-x, -y), V(x, -y), V(x, y), V(-x, y)}, 0};
}

Form regular_polygon(int corners, double circumradius) {
  Form form{Form::Kind::polygon, {}, 0};
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / corners - std::numbers::pi / 2;
    form.corners.emplace_back(circumradius * std::cos(angle), circumradius * std::sin(angle));
  }
  return form;
}

Form room(double width, double height) {
  Form form = box(width, height);
  form.kind = Form::Kind::room;
  return form;
}

double inradius(const Form& form) {
  if (form.kind != Form::Kind::polygon) return form.radius;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < form.corners.size(); ++i) {
    const V& a = form.corners[i];
    const V edge = form.corners[(i + 1) % form.corners.size()] - a;
    least = std::min(least, std::abs(cross(edge, a)) / edge.norm());
  }
  return least;
}

double circumradius(const Form& form) {
  double reach = 0;
  for (const V& corner : form.corners) reach = std::max(reach, corner.norm());
  return reach + form.radius;
}

// Disc: m r^2 / 2. Polygon: triangles from the centre, m (a^2 + a b + b^2) / 6 each. Capsule: the rectangle, and two
// half discs with the centre of mass 4 r / (3 pi) outwards of the rectangle's ends.
Mass mass_of(const Form& form, double density) {
  const double r = form.radius;
  if (form.kind == Form::Kind::disc) {
    const double mass = density * std::numbers::pi * r * r;
    return {mass, mass * r * r / 2};
  }
  if (form.kind == Form::Kind::capsule) {
    const double length = (form.corners[1] - form.corners[0]).norm();
    const double middle = density * length * 2 * r, ends = density * std::numbers::pi * r * r;
    const double inset = 4 * r / (3 * std::numbers::pi), out = length / 2 + inset;
    const double inertia = middle * (length * length + 4 * r * r) / 12 + ends * (r * r / 2 - inset * inset + out * out);
    return {middle + ends, inertia};
  }
  Mass sum;
  for (std::size_t i = 0; i < form.corners.size(); ++i) {
    const V &a = form.corners[i], &b = form.corners[(i + 1) % form.corners.size()];
    const double part = density * cross(a, b) / 2;
    sum.mass += part;
    sum.inertia += part * (a.dot(a) + a.dot(b) + b.dot(b)) / 6;
  }
  return sum;
}

}  // namespace bankshot_tool::laws
