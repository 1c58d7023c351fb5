#include <bankshot/draw/svg_film.hpp>
#include <bankshot/draw/svg_joints.hpp>
#include <bankshot/draw/svg_keys.hpp>
#include <bankshot/draw/svg_shape.hpp>
#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr double hold_seconds = 1.5;  // the last frame stands still before the film starts again
constexpr std::size_t most_marks = 100;
constexpr std::size_t longest_label = 60;

double x_of(const Vec2& v) { return static_cast<double>(plain(v).x); }
double y_of(const Vec2& v) { return static_cast<double>(plain(v).y); }

std::string class_of(const FilmBody& body, std::size_t shape) {
  if (body.sensors[shape]) return " class=\"s sensor\"";
  if (body.type == BodyType::fixed) return " class=\"s fixed\"";
  if (body.type == BodyType::kinematic) return " class=\"s kinematic\"";
  return std::string(" class=\"s c").append(std::to_string(body.colour)).append("\"");
}

Life life_of(const FilmBody& body) { return {body.born, body.died}; }

PoseText pose_text(const FilmBody& body, const Screen& screen) {
  return {angle_decimals(body.track.reach() * screen.scale), 0};
}

void append_body(std::string& out, std::size_t index, const FilmBody& body, const Screen& screen) {
  open_body(out, index, body, screen);
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    append_shape(out, body.shapes[i], screen.scale, class_of(body, i));
  }
  out += "</g>\n";
}

void append_mark(std::string& out, std::size_t index, const FilmMark& mark, const Screen& screen) {
  std::string d = "d=\"M";
  append_number(d, screen.x(x_of(mark.from)), 1);
  d += ' ';
  append_number(d, screen.y(y_of(mark.from)), 1);
  d += "L";
  append_number(d, screen.x(x_of(mark.to)), 1);
  d += ' ';
  append_number(d, screen.y(y_of(mark.to)), 1);
  d += "\"/>";
  out += "<path class=\"mark\" " + d;
  if (mark.lit >= 0) out += "<path class=\"lit v\" style=\"animation-name:m" + std::to_string(index) + "\" " + d;
  if (mark.label.empty()) return out += "\n", void();
  out += "<text class=\"label\" text-anchor=\"middle\" x=\"";
  append_number(out, screen.x((x_of(mark.from) + x_of(mark.to)) / 2), 1);
  out += "\" y=\"";
  append_number(out, screen.y((y_of(mark.from) + y_of(mark.to)) / 2) - 8, 1);
  out += "\">";
  append_escaped(out, shortened(mark.label, longest_label));
  out += "</text>\n";
}

std::string film_style(const FilmData& film, const Screen& screen, const Timing& timing, double tolerance) {
  std::string duration;
  append_number(duration, timing.loop, 3);
  std::string out =
      ".a,.v,.av,.bar{animation:linear infinite " + duration +
      "s}.v{animation-timing-function:step-end}"
      ".av{animation-timing-function:linear,step-end}"
      ".mark{stroke:#55834a;stroke-width:2;stroke-dasharray:5 4;fill:none}"
      ".lit{stroke:#3f9142;stroke-width:4;stroke-linecap:round;fill:none}.label{fill:#3f6b3a;font-size:12px}"
      ".bar{fill:#c9b894;transform-origin:0 0;animation-name:bar}"
      "@media(prefers-reduced-motion:reduce){.a,.v,.av,.bar{animation:none}}\n";
  out += "@keyframes bar{0%{transform:scaleX(0)}" + timing.percent(film.seconds) + ",to{transform:scaleX(1)}}\n";
  for (std::size_t i = 0; i < film.bodies.size(); ++i) {
    const FilmBody& body = film.bodies[i];
    if (body.track.moves()) {
      const std::vector<PoseSample> keys = thinned(body.track.samples(), tolerance / screen.scale, body.track.reach());
      append_keys(out, "k" + std::to_string(i), keys, screen, pose_text(body, screen), timing);
    }
    if (life_of(body).partly()) append_life(out, "v" + std::to_string(i), life_of(body), timing);
  }
  append_joint_keys(out, film, screen, timing, tolerance);
  for (std::size_t i = 0; i < std::min(film.marks.size(), most_marks); ++i) {
    if (film.marks[i].lit < 0) continue;
    out +=
        "@keyframes m" + std::to_string(i) + "{0%{opacity:0}" + timing.percent(film.marks[i].lit) + ",to{opacity:1}}\n";
  }
  return out;
}

std::string with_thousands(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string note_of(const FilmData& film) {
  std::string note;
  const std::size_t drawn = film.bodies.size();
  if (drawn < film.body_count) note = "first " + with_thousands(drawn) + " of ";
  note += with_thousands(film.body_count) + (film.body_count == 1 ? " body, " : " bodies, ");
  append_number(note, film.seconds, 1);
  return note + " s";
}

}  // namespace

void open_body(std::string& out, std::size_t index, const FilmBody& body, const Screen& screen) {
  const std::string number = std::to_string(index);
  out += "<g transform=\"";
  append_transform(out, body.track.samples().back(), screen, pose_text(body, screen), false);
  out += '"';
  if (body.died >= 0) out += " opacity=\"0\"";
  out += animation_of(body.track.moves() ? "k" + number : "", life_of(body).partly() ? "v" + number : "") + ">";
}

std::string film_svg(const FilmData& film, const Aabb& view, double tolerance) {
  const Screen screen = make_screen(view, film.options.width);
  const Timing timing{film.seconds + hold_seconds};
  std::string out;
  append_head(out, screen, film.options.title, film_style(film, screen, timing, tolerance));
  for (const bool fixed : {true, false}) {  // what moves lies on top
    for (std::size_t i = 0; i < film.bodies.size(); ++i) {
      if ((film.bodies[i].type == BodyType::fixed) == fixed) append_body(out, i, film.bodies[i], screen);
    }
  }
  append_joints(out, film, screen);
  const std::size_t marks = std::min(film.marks.size(), most_marks);
  for (std::size_t i = 0; i < marks; ++i) append_mark(out, i, film.marks[i], screen);
  out += "<path class=\"bar\" d=\"M0 ";
  append_number(out, screen.height - 2.5, 2);
  out += "h";
  append_number(out, screen.width, 2);
  out += "v2.5H0Z\"/>\n";
  append_foot(out, screen, film.options.title, note_of(film));
  return out;
}

// Wherever bodies have been, but no more than three times what there was in the first place: one body that falls for
// ever must not make the rest a dot.
Aabb film_view(const FilmData& film) {
  if (!film.first_box || !film.whole_box) return {vec2({-1, -1}), vec2({1, 1})};
  const V2 first_lower = plain(film.first_box->lower), first_upper = plain(film.first_box->upper);
  const V2 whole_lower = plain(film.whole_box->lower), whole_upper = plain(film.whole_box->upper);
  const V2 size = first_upper - first_lower;
  const Real room = max(max(size.x, size.y), Real(1e-6));
  const Real rim = room / 50;
  const V2 lower = {max(whole_lower.x, first_lower.x - room) - rim, max(whole_lower.y, first_lower.y - room) - rim};
  const V2 upper = {min(whole_upper.x, first_upper.x + room) + rim, min(whole_upper.y, first_upper.y + room) + rim};
  return {vec2(lower), vec2(upper)};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
