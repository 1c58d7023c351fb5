// Two free bodies collide: what every law of contact conserves.

#include <algorithm>
#include <cmath>

#include "family_bodies.hpp"

namespace bankshot_tool::laws {
namespace free_pair_laws {
namespace {

/// Sums over two bodies in the frame of their centre of mass, which moves uniformly.
struct Sums {
  V momentum = V::Zero(), centre = V::Zero();
  double angular = 0, kinetic = 0;  ///< about the centre of mass, in its frame
  double moving = 0, swinging = 0;  ///< sums of m |v|, and of m |v| in that frame
  double farthest = 0;              ///< from the origin

  explicit Sums(const Lab& lab) {
    double whole = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      const double m = lab.mass(i).mass;
      whole += m;
      momentum += m * lab.state(i).velocity;
      moving += m * lab.state(i).velocity.norm();
      farthest = std::max(farthest, lab.state(i).position.norm());
      centre += m * lab.state(i).position;
    }
    centre /= whole;
    const V drift = momentum / whole;
    for (std::size_t i = 0; i < 2; ++i) {
      const State now = lab.state(i);
      const Mass& mass = lab.mass(i);
      const V velocity = now.velocity - drift;
      swinging += mass.mass * velocity.norm();
      angular += mass.mass * cross(now.position - centre, velocity) + mass.inertia * now.spin;
      kinetic += (mass.mass * velocity.squaredNorm() + mass.inertia * now.spin * now.spin) / 2;
    }
  }
};

/// Reference amounts for the errors: the sums at the start.
struct Scales {
  double momentum = 0, angular = 0, kinetic = 0, speed = 0;

  explicit Scales(const Lab& lab) {
    const Sums sums(lab);
    double whole = 0, reach = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      whole += lab.mass(i).mass;
      reach += circumradius(lab.spec(i).form);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const State now = lab.state(i);
      momentum += lab.mass(i).mass * now.velocity.norm();
      angular += lab.mass(i).mass * (now.velocity - sums.momentum / whole).norm() * reach +
                 lab.mass(i).inertia * std::abs(now.spin);
    }
    kinetic = sums.kinetic;
    speed = momentum / whole;
  }
};

/// Puts A on the left and B before it; both drift. Lengths other than the sizes scale with the sizes: places near and
/// far are as far in units of rounding. Returns the seconds until they may have met.
double set_up(Draw& draw, const Trial& trial, Spec& a, Spec& b) {
  a = drawn_body(draw, "a", 0.05, 2, 100);
  b = drawn_body(draw, "b", 0.05, 2, 100);
  b.density = draw.power("density", 0.01, 100);
  draw_surface(draw, {&a, &b});
  const double reach = circumradius(a.form) + circumradius(b.form);
  const double speed = draw.power("speed", 0.1, 100);
  const double way = reach + speed * trial.dt * draw.between("ahead", 0, 4) + 0.01 * reach;
  const V ahead = direction(draw.sometimes("turn", 0.8, -3, 3));
  const V across(-ahead.y(), ahead.x());
  const double far = reach * draw.sometimes("far", 0.5, -10, 10);
  b.position = far * across;
  a.position = b.position - way * ahead + draw.sometimes("aim", 0.8, -0.5, 0.5) * reach * across;
  const double along = speed * draw.sometimes("drift", 0.4, -1, 1);
  const double aside = speed * draw.sometimes("aside", 0.4, -1, 1);
  const V drift = along * ahead + aside * across;
  a.velocity = drift + speed * ahead;
  b.velocity = drift;
  return way / speed;
}

enum Row { momentum, angular, energy, behind, limited, overlap };

Figures free_pair(const Trial& trial, Draw& draw) {
  Spec a, b;
  const double meeting = set_up(draw, trial, a, b);
  Lab lab(trial, {});
  lab.add(a);
  lab.add(b);
  const Scales scales(lab);
  const Sums start(lab);
  const double extent = std::min(smallest_extent(a.form), smallest_extent(b.form));
  const double whole = lab.mass(0).mass + lab.mass(1).mass;
  const double seconds = std::max(2 * meeting, 60 * trial.dt);
  double least = start.kinetic, moving = scales.momentum;
  Figures figures(6, 0.0);
  const auto see = [&figures](Row row, double value) { figures[row] = worse(*figures[row], value); };
  const long steps = std::lround(seconds / trial.dt);
  for (long i = 1; i <= steps; ++i) {
    lab.step();
    const Sums now(lab);
    const double time = static_cast<double>(i) * trial.dt;
    moving = std::max(moving, now.moving);
    // Positions in float may have an error of half a unit after every step, all to one side.
    const double blur = static_cast<double>(i) * 0x1p-24 * std::max(start.farthest, now.farthest);
    see(momentum, (now.momentum - start.momentum).norm() / moving);
    see(angular, (std::abs(now.angular - start.angular) - blur * now.swinging) / scales.angular);
    see(energy, (now.kinetic - least) / scales.kinetic);
    least = std::min(least, now.kinetic);
    const V lag = now.centre - start.centre - time * start.momentum / whole;
    see(behind, (lag.norm() - blur) / (scales.speed * seconds));
    *figures[limited] += lab.limited() ? 1 : 0;
    see(overlap, -contact::gap(outline_of(a.form, lab.state(0)), outline_of(b.form, lab.state(1))) / extent);
  }
  return figures;
}

}  // namespace
}  // namespace free_pair_laws

std::vector<Family> pair_families() {
  return {{"free-pairs",
           "Two free bodies of any shapes, sizes, masses, spins, e and mu meet, nothing else there: what stays, stays",
           {{"momentum", "of all", 1e-5},
            {"angular momentum", "of all", 1e-5},
            {"energy rises", "of all", 1e-5},
            {"centre falls behind", "of its way", 1e-4},
            {"steps at a limit", "in all", 0, true},
            {"overlap", "of the smaller extent", 0.25}},
           2000,
           200,
           free_pair_laws::free_pair}};
}

}  // namespace bankshot_tool::laws
