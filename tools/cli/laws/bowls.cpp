// A disc that slides or rolls in a bowl, or circles in one.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "family_bodies.hpp"
#include "oracle/contact/polygon_slide.hpp"

namespace bankshot_tool::laws {
namespace bowl_laws {
namespace {

enum class Kind { round, chain, polygon };

struct Bowl {
  Kind kind = Kind::round;
  bool rolls = false;
  double radius = 1, disc = 0.2, height = 0;  ///< m: of the bowl, of the disc, of its centre above the lowest place
  int corners = 0;                            ///< 0: round
  Spec wall, ball;
};

void draw_wall(Draw& draw, Bowl& bowl) {
  bowl.radius = draw.power("radius", 0.5, 20);
  bowl.disc = bowl.radius * draw.power("disc", 0.02, 0.5);
  bowl.wall.motion = Motion::fixed;
  bowl.wall.position = bowl.radius * V(draw.sometimes("far.x", 0.3, -10, 10), draw.sometimes("far.y", 0.3, -10, 10));
  if (bowl.kind == Kind::round) {
    bowl.wall.form = engines::bowl(bowl.radius);
    return;
  }
  bowl.corners = draw.integer("corners", 8, 96);
  const auto line = regular_polygon(bowl.corners, bowl.radius).corners;
  bowl.wall.form = bowl.kind == Kind::chain ? loop(line) : room(line);
}

void set_surface(Bowl& bowl, double friction) {
  for (Spec* body : {&bowl.wall, &bowl.ball}) {
    body->restitution = 0;
    body->friction = friction;
  }
}

/// Start of the disc: on the wall, `side` radians from the lowest place, seen from the middle.
V start_of(const Bowl& bowl, double side) {
  const V out(std::sin(side), -std::cos(side));
  if (bowl.kind == Kind::round) return (bowl.radius - bowl.disc) * out;
  const contact::PolygonSlide slide(bowl.corners, bowl.radius, bowl.disc, 0);
  return slide.on_the_way(out);
}

double energy(const Lab& lab, const Bowl& bowl, double gravity) {
  const double lowest = bowl.kind == Kind::round ? bowl.radius - bowl.disc
                                                 : bowl.radius * std::cos(std::numbers::pi / bowl.corners) - bowl.disc;
  const V place = lab.state(1).position - bowl.wall.position;
  return lab.kinetic(1) + lab.mass(1).mass * gravity * (place.y() + lowest);
}

enum Row { lost, rises, slower };

/// Released at rest. The loss of a sliding disc at a polygon's corners is known, see PolygonSlide. A rolling disc must
/// only gain nothing.
Figures let_go(const Trial& trial, Draw& draw, Bowl bowl) {
  constexpr double gravity = 10;
  bowl.rolls = draw.chance("rolls", 0.4);
  draw_wall(draw, bowl);
  set_surface(bowl, bowl.rolls ? 1 : 0);
  bowl.ball.form = disc(bowl.disc);
  const V start = start_of(bowl, draw.between("side", 0.2, bowl.rolls ? 1.0 : 1.5));
  bowl.ball.position = bowl.wall.position + start;
  Lab lab(trial, {.gravity = V(0, -gravity)});
  lab.add(bowl.wall);
  lab.add(bowl.ball);
  const double whole = energy(lab, bowl, gravity);
  if (whole < 1e-3 * lab.mass(1).mass * gravity * bowl.radius) return {};  // it stays on the lowest side of a polygon
  double least = whole, risen = 0;
  const double seconds = trial.quick ? 10 : 30;
  const long steps = std::lround(seconds / trial.dt);
  for (long i = 0; i < steps; ++i) {
    lab.step();
    const double now = energy(lab, bowl, gravity);
    risen = worse(risen, (now - least) / whole);
    least = std::min(least, now);
  }
  Figures figures(3);
  figures[rises] = risen;
  double kept = 1;
  if (bowl.kind != Kind::round) {
    if (bowl.rolls) return figures;
    contact::PolygonSlide slide(bowl.corners, bowl.radius, bowl.disc, gravity);
    slide.let_go(start);
    slide.run(static_cast<double>(steps) * trial.dt);
    kept = lab.mass(1).mass * slide.energy() / whole;
  }
  figures[lost] = std::max(0.0, kept - energy(lab, bowl, gravity) / whole);
  return figures;
}

/// Circling without gravity, either sliding without friction or rolling with it.
Figures circling(const Trial& trial, Draw& draw, Bowl bowl) {
  bowl.rolls = draw.chance("rolls", 0.4);
  draw_wall(draw, bowl);
  set_surface(bowl, bowl.rolls ? 1 : 0);
  bowl.ball.form = disc(bowl.disc);
  const double side = draw.sometimes("side", 0.7, -3, 3);
  bowl.ball.position = bowl.wall.position + start_of(bowl, side);
  const double speed = draw.power("speed", 0.1, 30);
  bowl.ball.velocity = speed * V(std::cos(side), std::sin(side));
  if (bowl.rolls) bowl.ball.spin = -speed / bowl.disc;
  Lab lab(trial, {});
  lab.add(bowl.wall);
  lab.add(bowl.ball);
  double off = 0;
  for (double time = 0; time < 10; time += trial.dt) {
    lab.step();
    off = worse(off, std::abs(lab.state(1).velocity.norm() / speed - 1));
  }
  Figures figures(3);
  figures[slower] = off;
  return figures;
}

Figures in_a_bowl(const Trial& trial, Draw& draw) {
  Bowl bowl;
  if (draw.chance("circling", 0.3)) return circling(trial, draw, bowl);
  bowl.kind = static_cast<Kind>(draw.one_of("bowl", {"round", "chain", "polygon"}));
  return let_go(trial, draw, bowl);
}

}  // namespace
}  // namespace bowl_laws

std::vector<Family> bowl_families() {
  return {
      {"bowl",
       "A disc slides or rolls in a round, chain or polygonal bowl for 30 s, or round and round without gravity for "
       "10, e = 0",
       {{"energy lost", "of all, beside what corners take", 0.01},
        {"energy rises", "of all", 0.001},
        {"round and round", "of the speed", 0.001}},
       300,
       30,
       bowl_laws::in_a_bowl}};
}

}  // namespace bankshot_tool::laws
