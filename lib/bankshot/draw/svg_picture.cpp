#include <bankshot/draw/svg.hpp>
#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>
#include <bankshot/shape/composites.hpp>

#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {
namespace {

const char* class_of(ColourRole role) {
  switch (role) {
    case ColourRole::fixed: return "s fixed";
    case ColourRole::kinematic: return "s kinematic";
    case ColourRole::dynamic: return "s c0";
    case ColourRole::sleeping: return "s sleeping";
    case ColourRole::sensor: return "s sensor";
    case ColourRole::contact: return "contact";
    case ColourRole::normal: return "s normal";
    case ColourRole::centre: return "centre";
    case ColourRole::box: return "s box";
    case ColourRole::text: return "text";
  }
  return "";
}

std::string class_attribute(ColourRole role) { return std::string(" class=\"") + class_of(role) + "\""; }

// A group that puts what is drawn about (0, 0) where `position` is on the screen, turned by `rotation`.
std::string group(const detail::Screen& screen, const Vec2& position, const Rotation& rotation) {
  const detail::V2 p = detail::plain(position);
  std::string out = "<g transform=\"matrix(";
  const double c = static_cast<double>(rotation.c);
  const double s = static_cast<double>(rotation.s);
  for (const double entry : {c, -s, s, c}) {
    detail::append_number(out, entry, 5);
    out += ' ';
  }
  detail::append_number(out, screen.x(static_cast<double>(p.x)), 2);
  out += ' ';
  detail::append_number(out, screen.y(static_cast<double>(p.y)), 2);
  return out + ")\">";
}

}  // namespace

SvgPicture::SvgPicture(const SvgOptions& options) : options_(options) {
  detail::check_options(options);
  if (!options.view) throw std::invalid_argument("SvgOptions: view: a still picture needs one");
}

void SvgPicture::polygon(std::span<const Vec2> corners, Real radius, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  const Result<Shape> shape = try_polygon(corners, radius);
  if (!shape) return;  // corners that fell together in world coordinates: nothing to see
  body_ += group(screen, Vec2::Zero(), {});
  detail::append_shape(body_, *shape, screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

void SvgPicture::circle(const Vec2& centre, Real radius, const Rotation& rotation, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  const Result<Shape> shape = try_circle(radius);
  if (!shape) return;
  body_ += group(screen, centre, rotation);
  detail::append_shape(body_, *shape, screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

void SvgPicture::capsule(const Vec2& a, const Vec2& b, Real radius, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  const Result<Shape> shape = try_capsule(a, b, radius);
  if (!shape) return;
  body_ += group(screen, Vec2::Zero(), {});
  detail::append_shape(body_, *shape, screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

void SvgPicture::segment(const Vec2& a, const Vec2& b, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  const Result<Shape> shape = try_segment(a, b);
  if (!shape) return;
  body_ += group(screen, Vec2::Zero(), {});
  detail::append_shape(body_, *shape, screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

void SvgPicture::point(const Vec2& position, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  body_ += group(screen, position, {}) + "<circle r=\"2.5\"" + class_attribute(role) + "/></g>\n";
}

void SvgPicture::text(const Vec2& position, std::string_view text, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  body_ += group(screen, position, {}) + "<text text-anchor=\"middle\" y=\"4\"" + class_attribute(role) + ">";
  detail::append_escaped(body_, text);
  body_ += "</text></g>\n";
}

void SvgPicture::outlines(std::span<const std::vector<Vec2>> loops, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  body_ += group(screen, Vec2::Zero(), {});
  detail::append_outlines(body_, loops, screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

void SvgPicture::whole(std::span<const Shape> pieces, const Pose& pose, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  body_ += group(screen, pose.position, pose.rotation);
  detail::append_whole(body_, pieces, screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

void SvgPicture::room(std::span<const Vec2> corners, Real radius, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  const Result<Shape> inside = corners.size() == 1 ? try_circle(radius, corners[0]) : try_polygon(corners);
  if (!inside) return;
  body_ += group(screen, Vec2::Zero(), {});
  detail::append_room(body_, container(*inside), screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

void SvgPicture::one_way(const Vec2& a, const Vec2& b, ColourRole role) {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  body_ += group(screen, Vec2::Zero(), {});
  detail::append_one_way(body_, a, b, screen.scale, class_attribute(role));
  body_ += "</g>\n";
}

std::string SvgPicture::svg() const {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  std::string out;
  detail::append_head(out, screen, options_.title, "");
  out += body_;
  detail::append_foot(out, screen, options_.title, "");
  return out;
}

}  // namespace bankshot::BANKSHOT_ABI
