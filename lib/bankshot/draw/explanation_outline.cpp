#include <bankshot/draw/explanation_outline.hpp>
#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

P point(const Vec2& v) { return {static_cast<double>(plain(v).x), static_cast<double>(plain(v).y)}; }

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

P Outline::at(int corner) const {
  const P p = point(shape.corner(corner));
  return position + P{turn.x * p.x - turn.y * p.y, turn.y * p.x + turn.x * p.y};
}

P Outline::normal(int edge) const {
  const P n = point(shape.normal(edge));
  return {turn.x * n.x - turn.y * n.y, turn.y * n.x + turn.x * n.y};
}

double Outline::reach(P direction) const {
  double best = dot(direction, at(0));
  for (int i = 1; i < shape.corner_count(); ++i) best = std::max(best, dot(direction, at(i)));
  return best + radius();
}

P Outline::farthest(P direction, P then) const {
  const double level = reach(direction) - radius();
  const double close = 1e-6 * (std::fabs(level) + 1e-300 + std::fabs(reach(-1.0 * direction)));
  P best;
  bool any = false;
  for (int i = 0; i < shape.corner_count(); ++i) {
    const P p = at(i);
    if (dot(direction, p) < level - close || (any && dot(then, p) <= dot(then, best))) continue;
    best = p;
    any = true;
  }
  return best + radius() * direction;
}

double Outline::outside(P p) const {
  const int count = shape.corner_count();
  if (count == 1) {
    const P way = p - at(0);
    return std::sqrt(dot(way, way)) - radius();
  }
  if (count == 2) {
    const P along = at(1) - at(0);
    const double share = std::clamp(dot(p - at(0), along) / dot(along, along), 0.0, 1.0);
    const P way = p - (at(0) + share * along);
    return std::sqrt(dot(way, way)) - radius();
  }
  double most = dot(normal(0), p - at(0));
  for (int i = 1; i < count; ++i) most = std::max(most, dot(normal(i), p - at(i)));
  return most - radius();
}

std::vector<AxisLine> lines_of(const Explanation& e) {
  constexpr double parallel = 1e-5;
  std::vector<AxisLine> lines;
  const auto axis = [&](int i) -> const ExplainedAxis& { return e.axes[static_cast<std::size_t>(i)]; };
  const auto shorter = [&](int candidate, int held) {
    if (held == e.chosen || candidate == e.chosen) return candidate == e.chosen;
    if (axis(candidate).eligible != axis(held).eligible) return axis(candidate).eligible;
    return axis(candidate).depth < axis(held).depth;
  };
  for (int i = 0; i < static_cast<int>(e.axes.size()); ++i) {
    const P n = point(axis(i).normal);
    AxisLine* home = nullptr;
    for (AxisLine& line : lines) {
      const P m = point(axis(line.members.front()).normal);
      const bool corners = axis(i).source == AxisSource::corners;  // worth a picture of its own
      if (!corners && std::fabs(n.x * m.y - n.y * m.x) < parallel) home = &line;
    }
    if (home == nullptr) {
      lines.push_back({{i}, i});
      continue;
    }
    home->members.push_back(i);
    if (shorter(i, home->shown)) home->shown = i;
  }
  return lines;
}

std::vector<std::string> line_names(const Explanation& e, const AxisLine& line) {
  std::vector<std::string> names;
  for (const AxisSource source : {AxisSource::edge_of_a, AxisSource::edge_of_b}) {
    std::vector<int> indices;
    for (const int i : line.members) {
      const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(i)];
      if (axis.source != source) continue;
      indices.push_back(source == AxisSource::edge_of_a ? axis.index_a : axis.index_b);
    }
    if (indices.empty()) continue;
    const Shape& shape = source == AxisSource::edge_of_a ? e.a : e.b;
    std::string name = shape.kind() == ShapeKind::polygon ? "edge" : "side";
    if (indices.size() > 1) name += "s";
    for (std::size_t k = 0; k < indices.size(); ++k) name += (k == 0 ? " " : ", ") + std::to_string(indices[k]);
    names.push_back(name + (source == AxisSource::edge_of_a ? " of A" : " of B"));
  }
  for (const int i : line.members) {
    const AxisSource source = e.axes[static_cast<std::size_t>(i)].source;
    if (source == AxisSource::corners || source == AxisSource::positions) names.push_back(axis_name(e, i));
  }
  return names;
}

namespace {

void append_pixel(std::string& out, P p) {
  append_number(out, p.x, 2);
  out += ' ';
  append_number(out, p.y, 2);
}

void append_class(std::string& out, const char* css) { out.append(" class=\"").append(css).append("\""); }

}  // namespace

void append_line(std::string& out, P from, P to, const char* css) {
  out += "<path";
  append_class(out, css);
  out += " d=\"M";
  append_pixel(out, from);
  out += "L";
  append_pixel(out, to);
  out += "\"/>\n";
}

void append_arrow(std::string& out, P from, P to, double head, const char* css) {
  const P way = to - from;
  const double length = std::sqrt(dot(way, way));
  if (!(length > 0)) return;
  const P u = (1 / length) * way, v = {-u.y, u.x};
  const double tip = std::min(head, 0.7 * length);
  const P neck = to - tip * u;
  append_line(out, from, neck, css);
  append_polygon(out, {to, neck + 0.45 * tip * v, neck - 0.45 * tip * v}, css);
}

void append_polygon(std::string& out, const std::vector<P>& points, const char* css) {
  out += "<path";
  append_class(out, css);
  out += " d=\"";
  for (std::size_t i = 0; i < points.size(); ++i) {
    out += i == 0 ? "M" : "L";
    append_pixel(out, points[i]);
  }
  out += "Z\"/>\n";
}

void append_circle(std::string& out, P centre, double radius, const char* css) {
  out += "<circle";
  append_class(out, css);
  append_attribute(out, "cx", centre.x);
  append_attribute(out, "cy", centre.y);
  append_attribute(out, "r", radius);
  out += "/>\n";
}

void append_text(std::string& out, P at, const std::string& text, const char* css) {
  out += "<text";
  append_class(out, css);
  append_attribute(out, "x", at.x, 1);
  append_attribute(out, "y", at.y, 1);
  out += '>';
  append_escaped(out, text);
  out += "</text>\n";
}

}  // namespace bankshot::BANKSHOT_ABI::detail
