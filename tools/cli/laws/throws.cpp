// Bodies thrown at thin walls, and locked in rooms of them: nothing passes, nothing sinks in.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "family_bodies.hpp"

namespace bankshot_tool::laws {
namespace throw_laws {
namespace {

enum class Partner { fixed, at_rest, moving, shaken, heavy };

/// A wall along its own x axis, its middle at `place`, turned; it is hit from above.
struct Wall {
  Partner partner = Partner::fixed;
  Spec spec;
  V along = V(1, 0), up = V(0, 1);
  double thickness = 0.1;
  double shake = 0, rate = 0;  ///< m/s, rad/s: of a shaken one

  V velocity(double time) const {
    return partner == Partner::shaken ? V(shake * std::cos(rate * time) * up) : spec.velocity;
  }
};

Wall drawn_wall(Draw& draw) {
  Wall wall;
  wall.partner = static_cast<Partner>(draw.one_of("wall", {"fixed", "kinematic at rest", "moving", "shaken", "heavy"}));
  wall.thickness = draw.power("thick", 0.001, 0.1);
  wall.spec.angle = draw.sometimes("turn", 0.5, -3, 3);
  wall.along = V(std::cos(wall.spec.angle), std::sin(wall.spec.angle));
  wall.up = contact::left_of(wall.along);
  wall.spec.motion = wall.partner == Partner::fixed   ? Motion::fixed
                     : wall.partner == Partner::heavy ? Motion::dynamic
                                                      : Motion::kinematic;
  wall.spec.position = V(draw.sometimes("far.x", 0.3, -300, 300), draw.sometimes("far.y", 0.3, -300, 300));
  if (wall.partner == Partner::moving) {
    const double rise = draw.sometimes("wall.rise", 0.7, -20, 20), slide = draw.sometimes("wall.slide", 0.5, -20, 20);
    wall.spec.velocity = rise * wall.up + slide * wall.along;
  }
  if (wall.partner == Partner::shaken) {
    wall.shake = draw.power("wall.shake", 0.1, 5);
    wall.rate = draw.power("wall.rate", 3, 60);
    wall.spec.velocity = wall.velocity(0);
  }
  return wall;
}

struct Throw {
  Wall wall;
  Spec body;
  double gravity = 0;  ///< against `up`
  long steps = 0;
};

Throw drawn_throw(Draw& draw, double dt) {
  Throw one;
  one.wall = drawn_wall(draw);
  one.body = drawn_body(draw, "body", 0.02, 2, 300);
  draw_surface(draw, {&one.body, &one.wall.spec});
  const bool heavy = one.wall.partner == Partner::heavy;
  one.gravity = !heavy && draw.chance("gravity", 0.5) ? 10 : 0;
  const double speed = draw.power("speed", 1, 1e4);
  const double slant = draw.sometimes("slant", 0.7, -1.2, 1.2);
  const double down = speed * std::cos(slant), aside = speed * std::sin(slant);
  const double reach = circumradius(one.body.form);
  // An impact may turn all of the speed, spin included, along the wall. The wall is long enough for that.
  const double fastest = 2 * (speed + reach * std::abs(one.body.spin) + one.wall.spec.velocity.norm());
  const double away = draw.power("away", 0.001, 10), before = away / down;
  const double after = std::clamp(20 / fastest, 4 * dt, one.gravity > 0 ? 2.0 : 20 * dt);
  one.steps = static_cast<long>((before + after) / dt) + 1;
  const double gone = (std::abs(aside) + one.wall.spec.velocity.norm()) * before;
  const double length = 20 * reach + 2 * gone + 2 * fastest * (after + dt);
  one.body.form = thick_enough(one.body.form, thinnest(length + one.wall.spec.position.norm() + away, one.gravity, dt));
  one.wall.spec.form = box(length, one.wall.thickness);
  if (heavy) {
    const double times = draw.power("heavier", 100, 1e6);
    one.wall.spec.density = times * mass_of(one.body.form, 1).mass / (length * one.wall.thickness);
  }
  const double clear = circumradius(one.body.form) + one.wall.thickness / 2 + away;
  one.body.position = one.wall.spec.position + clear * one.wall.up;
  one.body.velocity = aside * one.wall.along - down * one.wall.up;
  return one;
}

enum Row { passed, deepest };

/// Depth of a body below the face of the wall at which it was thrown, m. The face of a turning wall turns with it.
double depth(const Throw& one, const State& wall, const State& body) {
  const V up(-std::sin(wall.angle), std::cos(wall.angle));
  const double face = up.dot(wall.position) + one.wall.thickness / 2;
  return face - contact::least_along(outline_of(one.body.form, body), up);
}

Figures thrown(const Trial& trial, Draw& draw) {
  const Throw one = drawn_throw(draw, trial.dt);
  Lab lab(trial, {.gravity = -one.gravity * one.wall.up});
  lab.add(one.wall.spec);
  lab.add(one.body);
  const double extent = smallest_extent(one.body.form), reach = circumradius(one.body.form);
  Figures figures(2, 0.0);
  for (long i = 0; i < one.steps; ++i) {
    if (one.wall.partner == Partner::shaken) {
      lab.set_velocity(0, one.wall.velocity(static_cast<double>(i) * trial.dt));
    }
    lab.step();
    const State wall = lab.state(0), body = lab.state(1);
    const V up(-std::sin(wall.angle), std::cos(wall.angle)), way = body.position - wall.position;
    if (std::abs(cross(up, way)) > one.wall.spec.form.corners[2].x() - reach) break;  // beyond the end of the wall
    if (!(up.dot(way) > 0)) figures[passed] = 1;
    figures[deepest] = worse(*figures[deepest], depth(one, wall, body) / extent);
  }
  return figures;
}

// ---- rooms

struct Chamber {
  double width = 4, height = 3, thick = 0.1, gravity = 0;
  bool kinematic = false;
  Spec surface;  ///< e and mu
};

void add_walls(const Chamber& room, const V& place, Lab& lab) {
  for (const double side : {-0.5, 0.5}) {
    Spec wall = room.surface;
    wall.motion = room.kinematic ? Motion::kinematic : Motion::fixed;
    wall.form = box(room.thick, room.height + 2 * room.thick);
    wall.position = place + V(side * (room.width + room.thick), 0);
    lab.add(wall);
    wall.form = box(room.width + 2 * room.thick, room.thick);
    wall.position = place + V(0, side * (room.height + room.thick));
    lab.add(wall);
  }
}

constexpr int locked_in = 6;

void add_bodies(const Chamber& room, const V& place, double dt, Draw& draw, Lab& lab) {
  const double cell = std::min(room.width / 3, room.height / 2);
  const double least = thinnest(room.width + room.height + place.norm(), room.gravity, dt);
  for (int i = 0; i < locked_in; ++i) {
    const std::string who = "b" + std::to_string(i + 1);
    Spec body = drawn_body(draw, who, 0.1 * cell, 0.7 * cell, 30);
    body.form = thick_enough(body.form, least);
    body.restitution = room.surface.restitution;
    body.friction = room.surface.friction;
    const double x = (i % 3 - 1) * room.width / 3, y = (i / 3 - 0.5) * room.height / 2;
    body.position = place + V(x, y);
    const double speed = draw.sometimes(who + ".speed", 0.9, 0, 50);
    body.velocity = speed * direction(draw.between(who + ".to", -std::numbers::pi, std::numbers::pi));
    lab.add(body);
  }
}

Figures room_case(const Trial& trial, Draw& draw) {
  Chamber room;
  room.kinematic = draw.chance("kinematic", 0.5);
  room.width = draw.between("width", 3, 10);
  room.height = draw.between("height", 2, 8);
  room.thick = draw.power("thick", 0.001, 0.1);
  room.gravity = draw.chance("gravity", 0.5) ? 10 : 0;
  draw_surface(draw, {&room.surface});
  const double far = draw.sometimes("far", 0.3, -100, 100);
  const V place(far, far);
  Lab lab(trial, {.gravity = V(0, -room.gravity)});
  add_walls(room, place, lab);
  add_bodies(room, place, trial.dt, draw, lab);
  const double seconds = trial.quick ? 5 : 20;
  for (double time = 0; time < seconds; time += trial.dt) lab.step();
  double outside = 0;
  for (std::size_t i = 4; i < lab.size(); ++i) {
    const V way = lab.state(i).position - place;
    const bool in = std::abs(way.x()) < room.width / 2 + room.thick && std::abs(way.y()) < room.height / 2 + room.thick;
    outside += in ? 0 : 1;
  }
  return {outside};
}

}  // namespace
}  // namespace throw_laws

std::vector<Family> throw_families() {
  return {{"throws",
           "Bodies of any shape thrown at 1 m/s to 10 km/s, spinning, at walls of 1 mm to 0.1 m that are fixed, "
           "kinematic (resting, moving, shaken) or heavy: none passes, none sinks in",
           {{"passed", "in all", 0, true}, {"depth", "of the extent", 0.25}},
           2000,
           200,
           throw_laws::thrown},
          {"closed-rooms",
           "Six bodies at up to 50 m/s in a room of thin walls, fixed or kinematic, for 20 s: all are still inside",
           {{"outside", "in all", 0, true}},
           60,
           8,
           throw_laws::room_case}};
}

}  // namespace bankshot_tool::laws
