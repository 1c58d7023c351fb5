#include <bankshot/draw/svg_film.hpp>
#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {

using detail::FilmBody;
using detail::PoseSample;

struct SvgRecorder::Film {
  detail::FilmData data;
  std::map<BodyId, std::size_t> index;  ///< into data.bodies
  std::map<BodyId, bool> seen;          ///< every body that ever was there
  double tolerance = 0;                 ///< of tracks, world length
  bool started = false;

  void add_body(const World& world, BodyId id);
  void record_body(const World& world, FilmBody& body, double seconds);
  void record_box(const World& world, BodyId id, bool first);
  void record_impacts(const World& world, double seconds);
  PoseSample pose_of(const World& world, const FilmBody& body) const;
};

namespace {

constexpr double finest_tolerance = 0.25;  // pixels
constexpr int colours = 6;

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
