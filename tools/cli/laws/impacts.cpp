// One impact at one point, with friction: the outcome by Stronge's law, see tests/oracle/contact/stronge.hpp.

#include <algorithm>
#include <cmath>
#include <limits>

#include "family_bodies.hpp"
#include "landings.hpp"
#include "oracle/contact/stronge.hpp"

namespace bankshot_tool::laws {
namespace impact_laws {
namespace {

/// A body that flies on straight, or the immovable floor.
struct Flier {
  contact::Outline outline;
  State state;
  double mass = 0, inertia = 0;  ///< 0: immovable
  double reach = 0;

  contact::Outline at(double time) const {
    return contact::placed(outline, state.position + time * state.velocity, state.angle + time * state.spin);
  }
  void fly(double time) {
    state.position += time * state.velocity;
    state.angle += time * state.spin;
  }
  V velocity_at(const V& point) const { return state.velocity + state.spin * contact::left_of(point - state.position); }
  double fastest() const { return state.velocity.norm() + (mass > 0 ? reach * std::abs(state.spin) : 0); }
  /// Applies an impulse at a point.
  void hit(const V& impulse, const V& point) {
    if (mass == 0) return;
    state.velocity += impulse / mass;
    state.spin += cross(point - state.position, impulse) / inertia;
  }
};

Flier flier_of(const Lab& lab, std::size_t body) {
  const Form& form = lab.spec(body).form;
  return {outline_of(form), lab.state(body), lab.mass(body).mass, lab.mass(body).inertia, circumradius(form)};
}

/// Returns the first time at which the two are within `near`, by steps that cannot pass it; nothing within `longest`.
std::optional<double> meeting(const Flier& a, const Flier& b, double near, double longest) {
  const double closing = a.fastest() + b.fastest();
  double time = 0;
  for (int i = 0; i < 5000; ++i) {
    const double gap = contact::gap(a.at(time), b.at(time));
    if (gap < near) return time;
    time += (gap - near / 2) / closing;
    if (time > longest) return std::nullopt;
  }
  return std::nullopt;
}

/// True if they come within `near` of one another long before they meet, for example where a corner turns past: an
/// engine may see them touch there.
bool near_miss(const Flier& a, const Flier& b, double time, double near) {
  const std::optional<double> first = meeting(a, b, near, time);
  return !first || (time - *first) * (a.fastest() + b.fastest()) > 16 * near;
}

/// Normal of the face of either outline along which they are farthest apart, from b to a. The line between the nearest
/// points will not do: for two sharp outlines that all but touch it is so short that its direction is rounding.
V facing(const contact::Outline& a, const contact::Outline& b) {
  V best(0, 1);
  double widest = -std::numeric_limits<double>::infinity();
  const auto faces = [&](const contact::Outline& of, const contact::Outline& other, double sign) {
    for (std::size_t i = 0; i < of.corners.size(); ++i) {
      const V outwards = -contact::left_of(of.corners[(i + 1) % of.corners.size()] - of.corners[i]).normalized();
      double gap = std::numeric_limits<double>::infinity();
      for (const V& corner : other.corners) gap = std::min(gap, outwards.dot(corner - of.corners[i]));
      if (gap > widest) widest = gap, best = sign * outwards;
    }
  };
  faces(a, b, -1);
  faces(b, a, 1);
  return best;
}

struct Meeting {
  V point = V::Zero(), normal = V(0, 1);  ///< from b to a
};

/// The meeting point, if it is one point only and not corner to corner: corners that are nearly there as well would be
/// another experiment.
std::optional<Meeting> one_point(const contact::Outline& a, const contact::Outline& b, double size) {
  const contact::Nearest best = contact::nearest(a.corners, b.corners);
  Meeting meeting;
  const bool sharp = a.radius + b.radius == 0;
  meeting.normal = sharp ? facing(a, b) : V((best.on_a - best.on_b) / best.distance);
  meeting.point = best.on_b + b.radius * meeting.normal;
  bool sharp_a = false, sharp_b = false;
  const auto alone = [&](const contact::Outline& of, const contact::Outline& other, bool& at_corner) {
    for (const V& corner : of.corners) {
      const contact::Nearest there = contact::nearest({corner}, other.corners);
      if (there.distance - of.radius - other.radius > 0.03 * size) continue;
      const V point = there.on_a + of.radius * (there.on_b - there.on_a) / there.distance;
      if ((point - meeting.point).norm() > 0.03 * size) return false;
      at_corner = of.radius == 0;
    }
    return true;
  };
  if (!alone(a, b, sharp_a) || !alone(b, a, sharp_b) || (sharp_a && sharp_b)) return std::nullopt;
  return meeting;
}

/// Moves them to the meeting and resolves the impact; false if this is not a case.
bool meet(Flier& a, Flier& b, double e, double mu, Meeting& meeting, contact::Blow& blow) {
  const auto there = one_point(a.at(0), b.at(0), std::min(a.reach, b.reach));
  if (!there) return false;
  meeting = *there;
  const V tangent = contact::left_of(meeting.normal);
  contact::Compliance sum{0, 0, 0};
  for (const Flier* one : {&a, &b}) {
    if (one->mass == 0) continue;
    const V arm = meeting.point - one->state.position;
    sum = sum + contact::compliance(1 / one->mass, 1 / one->inertia, arm.dot(meeting.normal), arm.dot(tangent));
  }
  const V closing = a.velocity_at(meeting.point) - b.velocity_at(meeting.point);
  if (closing.dot(meeting.normal) > -0.1 * closing.norm()) return false;  // a graze: rounding decides how exactly
  blow = contact::blow(sum, closing.dot(meeting.normal), closing.dot(tangent), e, mu);
  const V impulse = static_cast<double>(blow.normal) * meeting.normal + static_cast<double>(blow.friction) * tangent;
  a.hit(impulse, meeting.point);
  b.hit(-impulse, meeting.point);
  return blow.ended;
}

/// True if they part and stay apart for `seconds`. Spin, or a corner that turns towards the other body, may press the
/// two together once the impact is over. They then overlap at once, if only for that short time: they are still in
/// contact, and the impact is not all that happens. The first instants are therefore checked on a scale of their own.
bool parted(const Flier& a, const Flier& b, double seconds, double near) {
  for (int i = 7; i <= 24; ++i) {
    const double time = std::ldexp(seconds, -i);
    if (contact::gap(a.at(time), b.at(time)) < 0) return false;
  }
  double last = near;
  for (int i = 1; i <= 64; ++i) {
    const double gap = contact::gap(a.at(seconds * i / 64), b.at(seconds * i / 64));
    if (gap <= last) return false;
    last = gap;
  }
  return true;
}

double energy_of(const Flier& one) {
  return (one.mass * one.state.velocity.squaredNorm() + one.inertia * one.state.spin * one.state.spin) / 2;
}

/// A body is thrown at the floor or at another free body. Spins are up to three times the rate at which the farthest
/// corner is as fast as the body: an impact may be separated from a contact 1 / 4096 of the extent early, and until
/// then lever arms turn by that much. Immovable: body 0.
void set_up(Draw& draw, const Trial& trial, Lab& lab) {
  Spec a = drawn_body(draw, "a", 0.1, 2, 0), b;
  const bool floor = !draw.chance("free", 0.5);
  if (!floor) b = drawn_body(draw, "b", 0.1, 2, 0);
  draw_surface(draw, {&a, &b});
  a.restitution = b.restitution = draw.sometimes("e.any", 0.7, 0, 1);
  a.density = draw.power("density", 0.05, 20);
  const double speed = draw.power("speed", 0.5, 50), reach = circumradius(a.form);
  a.spin = draw.sometimes("spin.a", 0.6, -3, 3) * speed / reach;
  const double slant = draw.sometimes("slant", 0.7, -1.2, 1.2);
  a.velocity = speed * V(std::sin(slant), -std::cos(slant));
  const double ahead = speed * trial.dt * draw.between("ahead", 0.02, 3);
  const double size = floor ? reach : std::min(reach, circumradius(b.form));
  b.position = size * V(draw.sometimes("far.x", 0.4, -8, 8), draw.sometimes("far.y", 0.4, -8, 8));
  if (floor) {
    b.form = box(20 * reach, 2 * reach);
    b.motion = Motion::fixed;
    a.position = b.position + V(0, 2 * reach) - ahead * a.velocity / speed;
  } else {
    const double sum = reach + circumradius(b.form);
    b.spin = draw.sometimes("spin.b", 0.6, -3, 3) * speed / circumradius(b.form);
    const double aim = draw.sometimes("aim", 0.8, -0.5, 0.5) * sum;
    a.position = b.position - (sum + ahead) * a.velocity / speed + aim * contact::left_of(a.velocity) / speed;
  }
  lab.add(b);
  lab.add(a);
}

enum Row { separation, soft_separation, spin, soft_spin, cone, energy };

Figures single_point(const Trial& trial, Draw& draw) {
  Lab lab(trial, {});
  set_up(draw, trial, lab);
  Flier b = flier_of(lab, 0), a = flier_of(lab, 1);
  const double size = std::min(a.reach, b.reach), near = 1e-9 * size;
  const std::optional<double> time = meeting(a, b, near, 60 * trial.dt);
  if (!time || near_miss(a, b, *time, size / 256)) return {};
  a.fly(*time);
  b.fly(*time);
  const Flier before = a;
  const double energy_before = energy_of(a) + energy_of(b), fastest = std::max(a.fastest(), b.fastest());
  Meeting met;
  contact::Blow blow;
  const double mu = lab.spec(1).friction;
  const double approach_v = (a.velocity_at(a.state.position) - b.state.velocity).norm();
  if (!meet(a, b, lab.spec(1).restitution, mu, met, blow)) return {};
  const double steps = std::floor(*time / trial.dt) + 1, left = steps * trial.dt - *time;
  if (!parted(a, b, left, near)) return {};
  for (double i = 0; i < steps; ++i) lab.step();
  Flier after_b = flier_of(lab, 0), after_a = flier_of(lab, 1);
  const double scale = std::max({fastest, a.fastest(), b.fastest()});
  after_a.fly(-left);  // velocities at the point as it was
  after_b.fly(-left);
  Figures figures(6);
  const bool soft = lab.spec(1).restitution == 0;
  const double parting = met.normal.dot(after_a.velocity_at(met.point) - after_b.velocity_at(met.point));
  figures[soft ? soft_separation : separation] = std::abs(parting - static_cast<double>(blow.v)) / scale;
  figures[soft ? soft_spin : spin] = worse(std::abs(after_a.state.spin - a.state.spin) * a.reach,
                                           std::abs(after_b.state.spin - b.state.spin) * b.reach) /
                                     scale;
  const V impulse = a.mass * (after_a.state.velocity - before.state.velocity);
  const double pressed = impulse.dot(met.normal), rubbed = std::abs(cross(met.normal, impulse));
  figures[cone] = std::max(0.0, rubbed - mu * pressed) / (a.mass * std::max(approach_v, 1e-9));
  figures[energy] = std::max(0.0, energy_of(after_a) + energy_of(after_b) - energy_before) / energy_before;
  return figures;
}

}  // namespace
}  // namespace impact_laws

std::vector<Family> impact_families() {
  return {{"single-point",
           "A body of any shape hits the floor or another free body at one point, any e, mu, spin: Stronge's law",
           {{"separation", "of the fastest", 1e-3},
            {"separation, e = 0", "of the fastest", 1e-3},
            {"spin", "of the fastest", 1e-3},
            {"spin, e = 0", "of the fastest", 1e-3},
            {"outside the cone", "of the impulse", 1e-3},
            {"energy gained", "of all", 1e-5}},
           2000,
           300,
           impact_laws::single_point},
          flat_landing(),
          friction_angle(),
          rocking()};
}

}  // namespace bankshot_tool::laws
