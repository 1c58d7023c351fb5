#include <bankshot/draw/explanation.hpp>
#include <bankshot/draw/explanation_parts.hpp>

#include <charconv>
#include <cmath>

namespace bankshot::BANKSHOT_ABI {

namespace detail {

std::string short_number(double value) {
  if (value == 0) return "0";  // and no "-0"
  char buffer[64];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 4);
  return std::string(buffer, end.ptr);
}

std::string short_direction(P n) {
  constexpr double nothing = 5e-7;  // a quarter turn that was rounded
  const auto part = [](double x) { return short_number(std::fabs(x) < nothing ? 0 : x); };
  return "(" + part(n.x) + ", " + part(n.y) + ")";
}

}  // namespace detail

namespace {

using detail::short_number;

std::string corner_name(const Shape& shape, int index) {
  if (shape.kind() == ShapeKind::circle) return "centre";
  return (shape.kind() == ShapeKind::polygon ? "corner " : "end ") + std::to_string(index);
}

std::string edge_name(const Shape& shape, int index) {
  return (shape.kind() == ShapeKind::polygon ? "edge " : "side ") + std::to_string(index);
}

/// Where the chosen axis comes from, as the middle of a sentence.
std::string along(const Explanation& e) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  switch (axis.source) {
    case AxisSource::edge_of_a:
    case AxisSource::edge_of_b: return "along the normal of " + axis_name(e, e.chosen);
    case AxisSource::corners: return "along the line from " + axis_name(e, e.chosen);
    case AxisSource::positions: break;
  }
  return "along the line between the two positions";
}

bool in_one_place(const Explanation& e) {
  if (e.a.corner_count() != 1 || e.b.corner_count() != 1) return false;
  return e.axes[0].depth == e.a.radius() + e.b.radius();
}

std::string reason_to_be_apart(const Explanation& e) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  std::string text = "The shadows " + along(e) + " leave a gap of " + short_number(-axis.depth) +
                     ". One such axis is enough: two convex shapes that meet have shadows that meet on every axis.";
  if (e.circles_apart) text += " Here even the bounding circles are apart, so that no axis had to be asked.";
  return text;
}

std::string reason_to_meet(const Explanation& e) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  if (in_one_place(e)) {
    return "The two centres are in one place, so that all directions are equally good: an axis of the shapes' own "
           "decides, and A leaves by the sum of the radii, " +
           short_number(axis.depth) + ".";
  }
  std::string text = e.axes.size() == 1
                         ? "The shadows overlap " + along(e) + ", the only axis to ask: A gets out by "
                         : "The shadows overlap on every axis. The shortest way out is " + along(e) + ", by ";
  text += short_number(axis.depth) + ".";
  if (axis.added > 0) {
    const bool a_in_b = axis.nesting == Nesting::a_in_b;
    const std::string inner = a_in_b ? "A" : "B", outer = a_in_b ? "B" : "A";
    text += " There the shadow of " + inner + " lies inside that of " + outer + ", so the overlap of " +
            short_number(axis.overlap) + " is not enough: " + short_number(axis.added) + " more lead to the end.";
  }
  return text;
}

}  // namespace

std::string axis_name(const Explanation& e, int index) {
  const ExplainedAxis& axis = e.axes.at(static_cast<std::size_t>(index));
  switch (axis.source) {
    case AxisSource::edge_of_a: return edge_name(e.a, axis.index_a) + " of A";
    case AxisSource::edge_of_b: return edge_name(e.b, axis.index_b) + " of B";
    case AxisSource::corners:
      return corner_name(e.b, axis.index_b) + " of B to " + corner_name(e.a, axis.index_a) + " of A";
    case AxisSource::positions: break;
  }
  return "position of B to position of A";
}

std::string feature_name(const Shape& shape, const Feature& feature) {
  return feature.kind == Feature::Kind::edge ? edge_name(shape, feature.index) : corner_name(shape, feature.index);
}

std::string verdict(const Explanation& e) {
  switch (e.relation) {
    case Relation::apart: return "A and B are apart";
    case Relation::touching: return "A and B touch";
    case Relation::overlapping: return "A and B overlap";
    case Relation::a_inside_b: return "A lies inside B";
    case Relation::b_inside_a: return "B lies inside A";
    case Relation::equal: break;
  }
  return "A and B cover the same points";
}

std::string reason(const Explanation& e) {
  if (e.chosen < 0)
    return "A pose is not finite, or the positions are too far apart to subtract: there is no axis to ask.";
  switch (e.relation) {
    case Relation::apart: return reason_to_be_apart(e);
    case Relation::touching:
      return "No axis separates the shadows, and " + along(e) + " they share no more than rounding can tell (" +
             short_number(e.band) + ", the band). They touch: what is left to move is within rounding.";
    case Relation::overlapping: return reason_to_meet(e);
    case Relation::a_inside_b: return reason_to_meet(e) + " No point of A reaches out of B, so A lies inside.";
    case Relation::b_inside_a: return reason_to_meet(e) + " No point of B reaches out of A, so B lies inside.";
    case Relation::equal: break;
  }
  return reason_to_meet(e) + " Each lies inside the other, so they are equal.";
}

}  // namespace bankshot::BANKSHOT_ABI
