#include <bankshot/draw/svg_joints.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr double mark_size = 4;  ///< half the width of a mark, pixels

/// A joint is left out with a body that is.
bool drawn(const FilmData& film, const FilmJoint& joint) {
  return joint.body[0] < film.bodies.size() && joint.body[1] < film.bodies.size();
}

/// Name of the keyframes of a span of a joint, or nothing if there are none.
std::string motion_name(std::size_t index, const FilmJoint& joint, std::size_t span) {
  if (!joint.tracks[span].moves()) return "";
  return "j" + std::to_string(index) + (span > 0 ? "s" + std::to_string(span) : "");
}
std::string life_name(std::size_t index, const FilmJoint& joint) {
  return Life{joint.born, joint.died}.partly() ? "w" + std::to_string(index) : "";
}

/// A rod that stays as long as it is to within half a pixel is not stretched.
PoseText span_text(const Track& track, const Screen& screen) {
  double shortest = track.samples().front().length, longest = shortest;
  for (const PoseSample& sample : track.samples()) {
    shortest = std::min(shortest, sample.length);
    longest = std::max(longest, sample.length);
  }
  const bool stretched = (longest - shortest) * screen.scale > 0.5;
  return {angle_decimals(longest * screen.scale), stretched ? longest : 0};
}

void append_pin(std::string& out, double x, double y) {
  out += "<circle class=\"joint\" r=\"3.5\"";
  append_attribute(out, "cx", x);
  append_attribute(out, "cy", y);
  out += "/>";
}

void append_place(std::string& out, double x, double y) {
  append_number(out, x, 2);
  out += ' ';
  append_number(out, y, 2);
}

/// A span of a joint.
void append_span(std::string& out, std::size_t index, const FilmJoint& joint, std::size_t span, const Screen& screen) {
  const JointSpan::Look look = joint.figure.spans[span].look;
  const PoseText text = span_text(joint.tracks[span], screen);
  const PoseSample& last = joint.tracks[span].samples().back();
  out += "<g transform=\"";
  append_transform(out, last, screen, text, false);
  out += '"';
  if (joint.died >= 0) out += " opacity=\"0\"";
  out += animation_of(motion_name(index, joint, span), life_name(index, joint)) + "><path class=\"jl\" d=\"M";
  const double length = (text.full_length > 0 ? text.full_length : last.length) * screen.scale;
  if (look == JointSpan::Look::spring) {
    const std::vector<Vec2> points = zigzag(static_cast<Real>(length), static_cast<Real>(mark_size));
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i > 0) out += 'L';
      append_place(out, static_cast<double>(plain(points[i]).x), static_cast<double>(plain(points[i]).y));
    }
  } else {
    out += "0 0H";
    append_number(out, length, 2);
  }
  out += "\"/>";
  if (look == JointSpan::Look::wheels) append_pin(out, 0, 0), append_pin(out, length, 0);
  out += "</g>\n";
}

void append_joint_mark(std::string& out, const JointMark& mark, double scale) {
  const double x = static_cast<double>(plain(mark.at).x) * scale, y = -static_cast<double>(plain(mark.at).y) * scale;
  if (mark.kind == JointMark::Kind::pin) return append_pin(out, x, y);
  if (mark.kind == JointMark::Kind::weld) {
    out += "<path class=\"joint\" d=\"M";
    append_place(out, x - 3, y - 3);
    out += "h6v6h-6z\"/>";
    return;
  }
  const double across_x = static_cast<double>(plain(mark.across).x) * mark_size;
  const double across_y = -static_cast<double>(plain(mark.across).y) * mark_size;
  out += "<path class=\"jl\" d=\"M";
  append_place(out, x - across_x, y - across_y);
  out += 'L';
  append_place(out, x + across_x, y + across_y);
  out += "\"/>";
}

/// What of a joint moves with its body on that side.
std::string parts_of(const FilmJoint& joint, std::size_t side, double scale) {
  std::string out;
  for (const JointLine& line : joint.figure.lines) {
    if (line.side != side) continue;
    out += "<path class=\"jl\" d=\"M";
    append_place(out, static_cast<double>(plain(line.from).x) * scale,
                 -static_cast<double>(plain(line.from).y) * scale);
    out += 'L';
    append_place(out, static_cast<double>(plain(line.to).x) * scale, -static_cast<double>(plain(line.to).y) * scale);
    out += "\"/>";
  }
  for (const JointMark& mark : joint.figure.marks) {
    if (mark.side == side) append_joint_mark(out, mark, scale);
  }
  return out;
}

}  // namespace

std::string_view joint_style() {
  return ".joint{fill:#fff;stroke:#22304a;stroke-width:1.5}"
         ".jl{fill:none;stroke:#22304a;stroke-opacity:.65;stroke-width:1.75;stroke-linejoin:round;"
         "stroke-linecap:round;vector-effect:non-scaling-stroke}\n";
}

void append_joint_keys(std::string& out, const FilmData& film, const Screen& screen, const Timing& timing,
                       double tolerance) {
  if (!film.joints.empty()) out += joint_style();
  for (std::size_t i = 0; i < film.joints.size(); ++i) {
    const FilmJoint& joint = film.joints[i];
    if (!drawn(film, joint)) continue;
    for (std::size_t span = 0; span < joint.tracks.size(); ++span) {
      const std::string motion = motion_name(i, joint, span);
      if (motion.empty()) continue;
      const Track& track = joint.tracks[span];
      const std::vector<PoseSample> keys = thinned(track.samples(), tolerance / screen.scale, track.reach());
      append_keys(out, motion, keys, screen, span_text(track, screen), timing);
    }
    const std::string life = life_name(i, joint);
    if (!life.empty()) append_life(out, life, {joint.born, joint.died}, timing);
  }
}

// First what lies between bodies; then, in a group for each body that has some, what moves with it, so that pins lie on
// top. The group moves by the keyframes of its body.
void append_joints(std::string& out, const FilmData& film, const Screen& screen) {
  std::vector<std::string> parts(film.bodies.size());
  for (std::size_t i = 0; i < film.joints.size(); ++i) {
    const FilmJoint& joint = film.joints[i];
    if (!drawn(film, joint)) continue;
    for (std::size_t span = 0; span < joint.tracks.size(); ++span) append_span(out, i, joint, span, screen);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::string some = parts_of(joint, side, screen.scale), life = life_name(i, joint);
      std::string& of_body = parts[joint.body[side]];
      if (life.empty() || some.empty()) {
        of_body += some;
      } else {
        of_body +=
            "<g" + std::string(joint.died >= 0 ? " opacity=\"0\"" : "") + animation_of("", life) + ">" + some + "</g>";
      }
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty()) continue;
    open_body(out, i, film.bodies[i], screen);
    out += parts[i] + "</g>\n";
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
