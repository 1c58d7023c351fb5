#include <bankshot/draw/svg.hpp>
#include <bankshot/draw/svg_film.hpp>
#include <bankshot/draw/svg_joints.hpp>
#include <bankshot/draw/svg_shape.hpp>
#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>
#include <bankshot/shape/composites.hpp>

#include <algorithm>
#include <cmath>
#include <map>
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
    case ColourRole::joint: return "joint";
  }
  return "";
}

std::string class_attribute(ColourRole role) { return std::string(" class=\"") + class_of(role) + "\""; }

// A group that puts what `append` draws about (0, 0), at a scale, where the pose is on the screen.
template <class Append>
void append_group(std::string& out, const SvgOptions& options, const Pose& pose, const Append& append) {
  const detail::Screen screen = detail::make_screen(*options.view, options.width);
  const detail::V2 p = detail::plain(pose.position);
  out += "<g transform=\"matrix(";
  const double c = static_cast<double>(pose.rotation.c);
  const double s = static_cast<double>(pose.rotation.s);
  for (const double entry : {c, -s, s, c}) {
    detail::append_number(out, entry, 5);
    out += ' ';
  }
  detail::append_number(out, screen.x(static_cast<double>(p.x)), 2);
  out += ' ';
  detail::append_number(out, screen.y(static_cast<double>(p.y)), 2);
  out += ")\">";
  append(screen.scale);
  out += "</g>\n";
}

void append_placed(std::string& out, const SvgOptions& options, const Pose& pose, const Result<Shape>& shape,
                   ColourRole role) {
  if (!shape) return;  // corners that fell together in world coordinates: nothing to see
  append_group(out, options, pose,
               [&](double scale) { detail::append_shape(out, *shape, scale, class_attribute(role)); });
}

}  // namespace

SvgPicture::SvgPicture(const SvgOptions& options) : options_(options) {
  detail::check_options(options);
  if (!options.view) throw std::invalid_argument("SvgOptions: view: a still picture needs one");
}

void SvgPicture::polygon(std::span<const Vec2> corners, Real radius, ColourRole role) {
  append_placed(body_, options_, {}, try_polygon(corners, radius), role);
}

void SvgPicture::circle(const Vec2& centre, Real radius, const Rotation& rotation, ColourRole role) {
  append_placed(body_, options_, {centre, rotation}, try_circle(radius), role);
}

void SvgPicture::capsule(const Vec2& a, const Vec2& b, Real radius, ColourRole role) {
  append_placed(body_, options_, {}, try_capsule(a, b, radius), role);
}

void SvgPicture::segment(const Vec2& a, const Vec2& b, ColourRole role) {
  append_placed(body_, options_, {}, try_segment(a, b), role);
}

void SvgPicture::point(const Vec2& position, ColourRole role) {
  append_group(body_, options_, {position, {}}, [&](double) {
    const char* const circle = role == ColourRole::joint ? "<circle r=\"3.5\"" : "<circle r=\"2.5\"";
    body_ += circle + class_attribute(role) + "/>";
  });
}

void SvgPicture::text(const Vec2& position, std::string_view text, ColourRole role) {
  append_group(body_, options_, {position, {}}, [&](double) {
    body_ += "<text text-anchor=\"middle\" y=\"4\"" + class_attribute(role) + ">";
    detail::append_escaped(body_, text);
    body_ += "</text>";
  });
}

void SvgPicture::outlines(std::span<const std::vector<Vec2>> loops, ColourRole role) {
  append_group(body_, options_, {},
               [&](double scale) { detail::append_outlines(body_, loops, scale, class_attribute(role)); });
}

void SvgPicture::whole(std::span<const Shape> pieces, const Pose& pose, ColourRole role) {
  append_group(body_, options_, pose,
               [&](double scale) { detail::append_whole(body_, pieces, scale, class_attribute(role)); });
}

void SvgPicture::room(std::span<const Vec2> corners, Real radius, ColourRole role) {
  const Result<Shape> inside = corners.size() == 1 ? try_circle(radius, corners[0]) : try_polygon(corners);
  if (inside) append_placed(body_, options_, {}, container(*inside), role);
}

void SvgPicture::one_way(const Vec2& a, const Vec2& b, ColourRole role) {
  append_group(body_, options_, {},
               [&](double scale) { detail::append_one_way(body_, a, b, scale, class_attribute(role)); });
}

std::string SvgPicture::svg() const {
  const detail::Screen screen = detail::make_screen(*options_.view, options_.width);
  std::string out;
  const bool jointed = body_.find("class=\"joint\"") != std::string::npos;
  detail::append_head(out, screen, options_.title, jointed ? std::string(detail::joint_style()) : "");
  out += body_;
  detail::append_foot(out, screen, options_.title, "");
  return out;
}

using detail::FilmBody;
using detail::PoseSample;

struct SvgRecorder::Film {
  detail::FilmData data;
  std::map<BodyId, std::size_t> index;  ///< into data.bodies
  std::map<BodyId, bool> seen;          ///< every body that ever was there
  std::map<JointId, bool> seen_joints;  ///< likewise
  double tolerance = 0;                 ///< of tracks, world length
  bool started = false;

  void add_body(const World& world, BodyId id);
  void record_body(const World& world, FilmBody& body, double seconds);
  void add_joint(const World& world, JointId id);
  void record_joint(const World& world, detail::FilmJoint& joint);
  void record_span(const Vec2& from, const Vec2& to, detail::Track& track) const;
  void record_joints(const World& world);
  void record_box(const World& world, BodyId id, bool first);
  void record_impacts(const World& world, double seconds);
  PoseSample pose_of(const World& world, const FilmBody& body) const;
};

namespace {

constexpr double finest_tolerance = 0.25;  // pixels
constexpr int colours = 6;
constexpr std::size_t most_joints = 5000;

double x_of(const Vec2& v) { return static_cast<double>(detail::plain(v).x); }
double y_of(const Vec2& v) { return static_cast<double>(detail::plain(v).y); }

// The farthest that any point of the shapes lies from the body's origin, at most.
double reach_of(const std::vector<Shape>& shapes) {
  double reach = 0;
  for (const Shape& shape : shapes) {
    const Aabb box = shape.aabb();
    const double x = std::max(std::fabs(x_of(box.lower)), std::fabs(x_of(box.upper)));
    const double y = std::max(std::fabs(y_of(box.lower)), std::fabs(y_of(box.upper)));
    reach = std::max(reach, std::sqrt(x * x + y * y));
  }
  return reach;
}

// With the rim that is drawn around a container's room.
Aabb drawn_box(const World& world, ShapeId shape) {
  const Aabb box = world.aabb(shape);
  if (world.shape(shape).kind() != ShapeKind::container) return box;
  const Real rim = static_cast<Real>(detail::rim_of(world.shape(shape)));
  return {detail::vec2(detail::plain(box.lower) - detail::V2{rim, rim}),
          detail::vec2(detail::plain(box.upper) + detail::V2{rim, rim})};
}

// A quarter of a pixel if the picture shows the shapes as they are now.
double first_tolerance(const World& world, const SvgOptions& options) {
  Aabb box = options.view.value_or(Aabb{});
  bool any = options.view.has_value();
  for (const BodyId body : world.bodies()) {
    if (options.view) break;
    for (const ShapeId shape : world.shapes(body)) {
      box = any ? box.joined(world.aabb(shape)) : world.aabb(shape);
      any = true;
    }
  }
  const double size = std::max(x_of(box.upper) - x_of(box.lower), y_of(box.upper) - y_of(box.lower));
  return finest_tolerance * std::max(size, 1e-9) / options.width;
}

}  // namespace

PoseSample SvgRecorder::Film::pose_of(const World& world, const FilmBody& body) const {
  const Vec2 position = world.position(body.id);
  return {data.seconds, x_of(position), y_of(position), static_cast<double>(world.rotation(body.id).angle())};
}

void SvgRecorder::Film::add_body(const World& world, BodyId id) {
  if (!seen.emplace(id, true).second) return;
  ++data.body_count;
  if (data.bodies.size() >= static_cast<std::size_t>(data.options.most_bodies)) return;
  std::vector<Shape> shapes;
  std::vector<bool> sensors;
  for (const ShapeId shape : world.shapes(id)) {
    shapes.push_back(world.shape(shape));
    sensors.push_back(world.sensor(shape));
  }
  const double reach = reach_of(shapes);
  const int colour = static_cast<int>(data.bodies.size()) % colours;
  FilmBody body{id,
                world.type(id),
                std::move(shapes),
                std::move(sensors),
                detail::Track(tolerance, reach),
                data.seconds,
                -1,
                colour,
                {},
                0,
                0,
                0};
  body.track.add(pose_of(world, body));
  body.last = body.track.samples().front();
  record_body(world, body, 0);
  record_box(world, id, true);
  index.emplace(id, data.bodies.size());
  data.bodies.push_back(std::move(body));
}

void SvgRecorder::Film::record_body(const World& world, FilmBody& body, double seconds) {
  PoseSample now = pose_of(world, body);
  // A fast spinner turns by more than half a turn per step: its own spin says by how many.
  now.angle = detail::unwrapped(now.angle, body.last.angle + body.spin * seconds);
  if (now.time > body.last.time) body.track.add(now);
  body.last = now;
  if (seconds > 0) record_box(world, body.id, false);
  const Vec2 velocity = world.velocity(body.id);
  body.velocity_x = x_of(velocity);
  body.velocity_y = y_of(velocity);
  body.spin = static_cast<double>(world.angular_velocity(body.id));
}

void SvgRecorder::Film::add_joint(const World& world, JointId id) {
  if (!seen_joints.emplace(id, true).second) return;
  const Joint now = world.joint(id);
  const auto a = index.find(now.body_a), b = index.find(now.body_b);
  if (a == index.end() || b == index.end() || data.joints.size() >= most_joints) return;
  detail::JointFigure figure = detail::joint_figure(world, id);
  if (figure.marks.empty()) return;
  std::vector<detail::Track> tracks(figure.spans.size(), detail::Track(tolerance, 0));
  data.joints.push_back({id, {a->second, b->second}, std::move(figure), std::move(tracks), data.seconds, -1});
  record_joint(world, data.joints.back());
}

// What moves with a body needs no track of its own.
void SvgRecorder::Film::record_joint(const World& world, detail::FilmJoint& joint) {
  if (joint.tracks.empty()) return;
  const Joint now = world.joint(joint.id);
  for (std::size_t i = 0; i < joint.tracks.size(); ++i) {
    record_span(joint.figure.spans[i].from.of(now), joint.figure.spans[i].to.of(now), joint.tracks[i]);
  }
}

void SvgRecorder::Film::record_span(const Vec2& from, const Vec2& to, detail::Track& track) const {
  const Vec2 way = detail::vec2(detail::plain(to) - detail::plain(from));
  const double length = std::sqrt(x_of(way) * x_of(way) + y_of(way) * y_of(way));
  const bool first = track.samples().empty();
  const double before = first ? 0 : track.samples().back().angle;
  const auto scale = static_cast<Real>(length);
  const Rotation turn(detail::plain(way).x / scale, detail::plain(way).y / scale);
  const double angle = length > 0 ? detail::unwrapped(static_cast<double>(turn.angle()), before) : before;
  if (!first && !(data.seconds > track.samples().back().time)) return;
  track.set_reach(std::max(track.reach(), length));
  track.add({data.seconds, x_of(from), y_of(from), angle, length});
}

void SvgRecorder::Film::record_joints(const World& world) {
  if (!data.options.joints) return;
  for (detail::FilmJoint& joint : data.joints) {
    if (joint.died >= 0) continue;
    if (world.contains(joint.id)) {
      record_joint(world, joint);
    } else {
      joint.died = data.seconds;
    }
  }
  for (const JointId id : world.joints()) add_joint(world, id);
}

void SvgRecorder::Film::record_box(const World& world, BodyId id, bool first) {
  if (data.options.view) return;
  for (const ShapeId shape : world.shapes(id)) {
    const Aabb box = drawn_box(world, shape);
    if (first) data.first_box = data.first_box ? data.first_box->joined(box) : box;
    data.whole_box = data.whole_box ? data.whole_box->joined(box) : box;
  }
}

// A ball that bounces turns round inside a step. Without a key at that time it would seem to turn round in the air: so
// the body is carried on from the last frame, at the velocity it had, to the first impact of the step.
void SvgRecorder::Film::record_impacts(const World& world, double seconds) {
  for (const Impact& impact : world.impacts()) {
    const double time = static_cast<double>(impact.time);
    for (const BodyId id : {impact.body_a, impact.body_b}) {
      const auto found = index.find(id);
      if (found == index.end()) continue;
      FilmBody& body = data.bodies[found->second];
      const double start = data.seconds - seconds;
      const bool first = body.track.samples().back().time <= start;
      const bool visible = static_cast<double>(impact.approach_speed) * seconds > tolerance;
      if (body.type == BodyType::fixed || !first || !visible || !(time > 0 && time < seconds)) continue;
      const double turn = body.spin * time;
      body.track.add({start + time, body.last.x + body.velocity_x * time, body.last.y + body.velocity_y * time,
                      body.last.angle + turn});
    }
  }
}

SvgRecorder::SvgRecorder(const SvgOptions& options) : film_(std::make_unique<Film>()) {
  detail::check_options(options);
  film_->data.options = options;
}
SvgRecorder::SvgRecorder(SvgRecorder&& other) noexcept = default;
SvgRecorder& SvgRecorder::operator=(SvgRecorder&& other) noexcept = default;
SvgRecorder::~SvgRecorder() = default;

void SvgRecorder::record(const World& world, Real seconds) {
  if (!detail::finite(seconds) || seconds < 0) throw std::invalid_argument("record: seconds: expected finite, >= 0");
  Film& film = *film_;
  const double elapsed = film.started ? static_cast<double>(seconds) : 0;
  if (!film.started) film.tolerance = first_tolerance(world, film.data.options);
  film.started = true;
  film.data.seconds += elapsed;
  if (elapsed > 0) film.record_impacts(world, elapsed);
  for (FilmBody& body : film.data.bodies) {
    if (body.died >= 0) continue;
    if (world.contains(body.id)) {
      film.record_body(world, body, elapsed);
    } else {
      body.died = film.data.seconds;
    }
  }
  for (const BodyId id : world.bodies()) film.add_body(world, id);
  film.record_joints(world);
}

int SvgRecorder::add_mark(const Vec2& from, const Vec2& to, const std::string& label) {
  film_->data.marks.push_back({from, to, label, -1});
  return static_cast<int>(film_->data.marks.size()) - 1;
}

void SvgRecorder::light_mark(int mark) {
  if (mark < 0 || mark >= static_cast<int>(film_->data.marks.size())) {
    throw std::invalid_argument("light_mark: no mark " + std::to_string(mark));
  }
  detail::FilmMark& chosen = film_->data.marks[static_cast<std::size_t>(mark)];
  if (chosen.lit < 0) chosen.lit = film_->data.seconds;
}

double SvgRecorder::seconds() const noexcept { return film_->data.seconds; }

// Coarser keys until the file fits; and when even the coarsest do not, as with shapes of very many corners, fewer
// bodies.
std::string SvgRecorder::svg() const {
  constexpr double coarsest_tolerance = 8;
  detail::FilmData data = film_->data;
  const Aabb view = data.options.view ? *data.options.view : detail::film_view(data);
  for (;;) {
    for (double tolerance = finest_tolerance; tolerance <= coarsest_tolerance; tolerance *= 2) {
      std::string out = detail::film_svg(data, view, tolerance);
      if (out.size() <= data.options.largest) return out;
    }
    data.bodies.resize(data.bodies.size() / 2, data.bodies.front());
  }
}

void SvgRecorder::write(std::ostream& out) const { out << svg(); }

}  // namespace bankshot::BANKSHOT_ABI
