#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "spec.hpp"

namespace bankshot_tool::engines {

namespace {

double cross(const V& a, const V& b) { return a.x() * b.y() - a.y() * b.x(); }

std::vector<Form> runs(const Form& form) {
  std::vector<Form> boxes;
  const int rows = static_cast<int>(form.solid.size()) / form.columns;
  const auto solid = [&form](int column, int row) {
    return column < form.columns && form.solid[static_cast<std::size_t>(row * form.columns + column)] != 0;
  };
  for (int row = 0; row < rows; ++row) {
    for (int first = 0; first < form.columns; ++first) {
      int end = first;
      while (solid(end, row)) ++end;
      if (end == first) continue;
      const V middle(0.5 * (first + end), row + 0.5);
      boxes.push_back(box((end - first) * form.cell, form.cell, form.corners[0] + form.cell * middle));
      first = end;
    }
  }
  return boxes;
}

}  // namespace

Form disc(double radius) { return {Form::Kind::disc, {}, radius}; }

Form capsule(double length, double radius) {
  return {Form::Kind::capsule, {V(-length / 2, 0), V(length / 2, 0)}, radius};
}

Form segment(const V& a, const V& b) { return {Form::Kind::segment, {a, b}, 0}; }

Form box(double width, double height, const V& centre, double radius) {
  const double x = width / 2, y = height / 2;
  return {Form::Kind::polygon, {centre + V(-x, -y), centre + V(x, -y), centre + V(x, y), centre + V(-x, y)}, radius};
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

Form room(std::vector<V> corners) { return {Form::Kind::room, std::move(corners), 0}; }

Form bowl(double radius) { return {Form::Kind::bowl, {}, radius}; }

Form compound(std::vector<Form> pieces) {
  Form whole{Form::Kind::compound, {}, 0};
  whole.pieces = std::move(pieces);
  return whole;
}

Form loop(std::vector<V> corners) { return {Form::Kind::loop, std::move(corners), 0}; }

Form tiles(double cell, int columns, std::vector<std::uint8_t> solid, const V& corner) {
  return {Form::Kind::tiles, {corner}, 0, cell, columns, std::move(solid)};
}

// The corners lie outside the circle by half of 1 - cos(pi / n), the middles of the sides inside by as much. Sides are
// 2 cm long or longer: Box2D welds corners within half a centimetre.
std::vector<V> round_line(double radius) {
  const int corners = std::clamp(static_cast<int>(2 * std::numbers::pi * radius / 0.02), 24, 720);
  const double half = std::numbers::pi / corners;
  return regular_polygon(corners, 2 * radius / (1 + std::cos(half))).corners;
}

std::vector<Form> simple_forms(const Form& form) {
  if (form.kind == Form::Kind::tiles) return runs(form);
  if (form.kind == Form::Kind::compound) return form.pieces;
  if (form.kind == Form::Kind::bowl) return simple_forms(loop(round_line(form.radius)));
  if (form.kind != Form::Kind::loop) return {form};
  std::vector<Form> segments;
  for (std::size_t i = 0; i < form.corners.size(); ++i) {
    segments.push_back(segment(form.corners[i], form.corners[(i + 1) % form.corners.size()]));
  }
  return segments;
}

// Each corner moves along both edges that meet there, by depth over the sine of the turn.
std::vector<V> inset(const std::vector<V>& corners, double depth) {
  std::vector<V> moved;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const V before = (corners[i] - corners[(i + n - 1) % n]).normalized();
    const V after = (corners[(i + 1) % n] - corners[i]).normalized();
    moved.push_back(corners[i] + depth / cross(before, after) * (after - before));
  }
  return moved;
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
// half discs with their centres of mass 4 r / (3 pi) outwards of the rectangle's ends.
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

std::vector<Form> forms_of(const Spec& spec) {
  std::vector<Form> forms = {spec.form};
  forms.insert(forms.end(), spec.more.begin(), spec.more.end());
  return forms;
}

Mass mass_of(const Spec& spec) {
  Mass sum;
  for (const Form& form : forms_of(spec)) {
    const Mass part = mass_of(form, spec.density);
    sum.mass += part.mass;
    sum.inertia += part.inertia;
  }
  return sum;
}

void centre(Spec& spec) {
  double area = 0;
  V moment = V::Zero();
  for (const Form& form : forms_of(spec)) {
    for (std::size_t i = 0; i < form.corners.size(); ++i) {
      const V &a = form.corners[i], &b = form.corners[(i + 1) % form.corners.size()];
      area += cross(a, b) / 2;
      moment += cross(a, b) / 6 * (a + b);
    }
  }
  const V middle = moment / area;
  for (V& corner : spec.form.corners) corner -= middle;
  for (Form& form : spec.more) {
    for (V& corner : form.corners) corner -= middle;
  }
  const double c = std::cos(spec.angle), s = std::sin(spec.angle);
  spec.position += V(c * middle.x() - s * middle.y(), s * middle.x() + c * middle.y());
}

}  // namespace bankshot_tool::engines
