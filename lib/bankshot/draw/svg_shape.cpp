#include <bankshot/draw/outlines.hpp>
#include <bankshot/draw/svg_shape.hpp>
#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr const char* line_style = " style=\"fill:none;stroke-width:2.5\"";

struct Pixel {
  double x = 0, y = 0;
};

Pixel local(const Vec2& v, double scale) {
  return {static_cast<double>(plain(v).x) * scale, -static_cast<double>(plain(v).y) * scale};
}

void append_pair(std::string& out, double x, double y) {
  append_number(out, x, 2);
  out += ' ';
  append_number(out, y, 2);
}

void append_path(std::string& out, const Shape& shape, double scale) {
  for (int i = 0; i < shape.corner_count(); ++i) {
    const Pixel p = local(shape.corner(i), scale);
    out += i == 0 ? "M" : "L";
    append_pair(out, p.x, p.y);
  }
}

// The outline of a convex core grown by a radius: edges moved out along their normals, arcs at the corners.
void append_rounded_path(std::string& out, const Shape& shape, double radius, double scale) {
  const int count = shape.corner_count();
  const auto append_arc = [&](const Pixel& end) {
    out += "A";
    append_pair(out, radius, radius);
    out += " 0 0 0 ";
    append_pair(out, end.x, end.y);
  };
  for (int i = 0; i < count; ++i) {
    const Pixel a = local(shape.corner(i), scale);
    const Pixel b = local(shape.corner((i + 1) % count), scale);
    const Pixel n = local(shape.normal(i), radius);
    if (i == 0) {
      out += "M";
      append_pair(out, a.x + n.x, a.y + n.y);
    } else {
      append_arc({a.x + n.x, a.y + n.y});
    }
    out += "L";
    append_pair(out, b.x + n.x, b.y + n.y);
  }
  const Pixel first = local(shape.corner(0), scale);
  const Pixel n = local(shape.normal(0), radius);
  append_arc({first.x + n.x, first.y + n.y});
  out += "Z";
}

// The same way round as polygons.
void append_circle_path(std::string& out, const Pixel& centre, double radius) {
  out += "M";
  append_pair(out, centre.x + radius, centre.y);
  for (const double side : {-1.0, 1.0}) {
    out += "A";
    append_pair(out, radius, radius);
    out += " 0 1 0 ";
    append_pair(out, centre.x + side * radius, centre.y);
  }
  out += "Z";
}

void append_convex_path(std::string& out, const Shape& shape, double scale) {
  const double radius = static_cast<double>(shape.radius()) * scale;
  if (shape.corner_count() == 1) return append_circle_path(out, local(shape.corner(0), scale), radius);
  if (radius > 0) return append_rounded_path(out, shape, radius, scale);
  append_path(out, shape, scale);
  if (shape.kind() != ShapeKind::segment) out += "Z";
}

void append_element(std::string& out, const std::string& path, std::string_view attributes, const char* style = "") {
  out += "<path d=\"";
  out += path;
  out += '"';
  out += attributes;
  out += style;
  out += "/>";
}

void append_circle(std::string& out, const Shape& shape, double scale, std::string_view attributes) {
  const Pixel c = local(shape.corner(0), scale);
  const double radius = static_cast<double>(shape.radius()) * scale;
  out += "<circle";
  if (c.x != 0) append_attribute(out, "cx", c.x);
  if (c.y != 0) append_attribute(out, "cy", c.y);
  append_attribute(out, "r", radius);
  out += attributes;
  out += "/>";
  if (radius < 3) return;  // too small for a spoke
  out += "<path class=\"spoke\" d=\"M";
  append_pair(out, c.x, c.y);
  out += "h";
  append_number(out, radius, 2);
  out += "\"/>";
}

// Short slanted strokes behind a line, on the right of the way from a to b, as in drawings of ground: what comes from
// the other side is stopped.
void append_ticks(std::string& out, const Pixel& a, const Pixel& b) {
  constexpr double spacing = 7, size = 5, most = 200;
  const double x = b.x - a.x, y = b.y - a.y;
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 0)) return;
  const double count = std::clamp(std::floor(length / spacing), 1.0, most);
  const double u = x / length, v = y / length;
  for (double i = 0; i < count; ++i) {
    const double along = (i + 0.7) / count * length;
    out += "M";
    append_pair(out, a.x + u * along, a.y + v * along);
    out += "l";  // back, and to the right: y goes down
    append_pair(out, size * (-0.6 * u - v), size * (-0.6 * v + u));
  }
}

void append_chain(std::string& out, const Shape& chain, double scale, std::string_view attributes) {
  std::string path;
  append_path(path, chain, scale);
  const bool closed = chain_closed(chain);
  if (closed) path += "Z";
  append_element(out, path, attributes, line_style);
  if (chain_sides(chain) == ChainSides::both) return;
  std::string ticks;
  const int count = chain.corner_count();
  for (int i = 0; i + (closed ? 0 : 1) < count; ++i) {
    append_ticks(ticks, local(chain.corner(i), scale), local(chain.corner((i + 1) % count), scale));
  }
  append_element(out, ticks, attributes, " style=\"fill:none\"");
}

}  // namespace

double rim_of(const Shape& container) {
  const Aabb box = container.aabb();
  const V2 size = plain(box.upper) - plain(box.lower);
  return 0.03 * static_cast<double>(max(size.x, size.y));
}

void append_room(std::string& out, const Shape& container, double scale, std::string_view attributes) {
  const double rim = rim_of(container) * scale;
  std::string path;
  if (container.corner_count() == 1) {
    const Pixel centre = local(container.corner(0), scale);
    const double radius = static_cast<double>(container.radius()) * scale;
    append_circle_path(path, centre, radius + rim);
    append_circle_path(path, centre, radius);
  } else {
    append_rounded_path(path, container, rim, scale);
    append_path(path, container, scale);
    path += "Z";
  }
  append_element(out, path, attributes, " style=\"fill-rule:evenodd\"");
}

void append_outlines(std::string& out, std::span<const std::vector<Vec2>> loops, double scale,
                     std::string_view attributes) {
  std::string path;
  for (const std::vector<Vec2>& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Pixel p = local(loop[i], scale);
      path += i == 0 ? "M" : "L";
      append_pair(path, p.x, p.y);
    }
    path += "Z";
  }
  if (!path.empty()) append_element(out, path, attributes);
}

void append_one_way(std::string& out, const Vec2& from, const Vec2& to, double scale, std::string_view attributes) {
  const Pixel a = local(from, scale), b = local(to, scale);
  std::string line = "M", ticks;
  append_pair(line, a.x, a.y);
  line += "L";
  append_pair(line, b.x, b.y);
  append_element(out, line, attributes, line_style);
  append_ticks(ticks, a, b);
  append_element(out, ticks, attributes, " style=\"fill:none\"");
}

// Twice: with a line around every piece, then the inside of all of them over the inner half of the lines.
void append_whole(std::string& out, std::span<const Shape> pieces, double scale, std::string_view attributes) {
  std::string path;
  for (const Shape& piece : pieces) append_convex_path(path, piece, scale);
  append_element(out, path, attributes, " style=\"stroke-width:2.5\"");
  append_element(out, path, attributes, " style=\"stroke:none\"");
}

void append_shape(std::string& out, const Shape& shape, double scale, std::string_view attributes) {
  std::string path;
  switch (shape.kind()) {
    case ShapeKind::circle: return append_circle(out, shape, scale, attributes);
    case ShapeKind::chain: return append_chain(out, shape, scale, attributes);
    case ShapeKind::container: return append_room(out, shape, scale, attributes);
    case ShapeKind::compound:
      if (!has_reflex_outline(shape)) return append_whole(out, pieces(shape), scale, attributes);
      append_path(path, shape, scale);
      return append_element(out, path + "Z", attributes);
    case ShapeKind::grid:
    case ShapeKind::mask: {
      const Outlines outlines = outlines_of(shape);
      append_outlines(out, outlines.loops, scale, attributes);
      for (const OneWaySide& side : outlines.one_way) append_one_way(out, side.from, side.to, scale, attributes);
      return;
    }
    default: break;
  }
  append_convex_path(path, shape, scale);
  append_element(out, path, attributes);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
