#include "landings.hpp"

#include <algorithm>
#include <cmath>

#include "family_bodies.hpp"

namespace bankshot_tool::laws {
namespace landing_laws {
namespace {

/// Draws a box or a polygon with a side at the bottom.
Form drawn_block(Draw& draw) {
  const double size = draw.power("size", 0.05, 2), share = draw.between("share", 0.2, 1);
  if (!draw.chance("polygon", 0.5)) return box(size, share * size);
  Form form = regular_polygon(draw.integer("corners", 3, 9), size / 2);
  for (V& corner : form.corners) corner.y() *= share;
  return form;
}

/// Distance of the lowest side below the centre of mass, and half of its length.
struct Base {
  double below = 0, half = 0;
};
Base base_of(const Form& form) {
  Base base;
  for (const V& corner : form.corners) base.below = std::max(base.below, -corner.y());
  for (const V& corner : form.corners) {
    if (-corner.y() > 0.999 * base.below) base.half = std::max(base.half, std::abs(corner.x()));
  }
  return base;
}

enum Row { spin, slide, bounce };

// Friction at the base would tip the block. The pressure, spread over the base as needed, prevents this as long as
// friction times the height of the centre is less than half the base. The block then does not turn, and the impulse (1
// + e) vn slows it by mu times that, or stops it.
Figures landing(const Trial& trial, Draw& draw) {
  Spec block, floor;
  block.form = drawn_block(draw);
  const Base base = base_of(block.form);
  const double mu = draw.between("mu", 0, std::min(1.0, 0.9 * base.half / base.below));
  constexpr double restitutions[] = {0, 0.2, 0.5, 1};
  const double e = restitutions[draw.one_of("e", {"0", "0.2", "0.5", "1"})];
  const double down = draw.power("speed", 0.3, 30), aside = down * draw.sometimes("aside", 0.9, -3, 3);
  const double angle = draw.sometimes("turn", 0.4, -3, 3), reach = circumradius(block.form);
  const V up = contact::left_of(V(std::cos(angle), std::sin(angle))), along = -contact::left_of(up);
  const double ahead = down * trial.dt * draw.between("ahead", 0.02, 3);
  floor.form = box(40 * reach + 8 * std::abs(aside) * (ahead / down + 3 * trial.dt), reach);
  floor.motion = draw.chance("kinematic", 0.3) ? Motion::kinematic : Motion::fixed;
  floor.position = reach * V(draw.sometimes("far.x", 0.3, -8, 8), draw.sometimes("far.y", 0.3, -8, 8));
  floor.angle = block.angle = angle;
  for (Spec* body : {&block, &floor}) {
    body->restitution = e;
    body->friction = mu;
  }
  block.position = floor.position + (reach / 2 + base.below + ahead) * up;
  block.velocity = aside * along - down * up;
  Lab lab(trial, {});
  lab.add(floor);
  lab.add(block);
  const long steps = static_cast<long>(ahead / down / trial.dt) + 2;
  for (long i = 0; i < steps; ++i) lab.step();
  const State now = lab.state(1);
  const double speed = std::hypot(down, aside), left = std::max(0.0, std::abs(aside) - mu * (1 + e) * down);
  Figures figures(3);
  figures[spin] = std::abs(now.spin) * reach / speed;
  figures[slide] = std::abs(now.velocity.dot(along) - std::copysign(left, aside)) / speed;
  figures[bounce] = std::abs(now.velocity.dot(up) - e * down) / speed;
  return figures;
}

}  // namespace
}  // namespace landing_laws

Family flat_landing() {
  return {"flat-landing",
          "Boxes and polygons land flat with sideways speed, any e, friction too small to tip them: they do not turn",
          {{"spin", "of v / r", 1e-3}, {"slides on", "of the speed", 1e-3}, {"rises", "of the speed", 1e-3}},
          1000,
          200,
          landing_laws::landing};
}

}  // namespace bankshot_tool::laws
