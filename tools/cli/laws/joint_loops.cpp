// A linkage of four bars: a crank that turns round, a coupler, a rocker and the ground.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double crank = 0.5, coupler = 2, rocker = 1.5, ground = 2;  ///< m
constexpr double crank_rate = 2 * std::numbers::pi;                   ///< rad/s

/// Where the pins are, and how fast, while the crank stands upright and turns.
struct Linkage {
  V a = V(0, 0), b = V(0, crank), c, d = V(ground, 0);  ///< pins from ground to ground
  double coupler_rate = 0, rocker_rate = 0;             ///< rad/s

  Linkage() {
    const V way = d - b;
    const double far = way.norm();
    const double along = (coupler * coupler - rocker * rocker + far * far) / (2 * far);
    const double aside = std::sqrt(coupler * coupler - along * along);
    c = b + along / far * way + aside / far * V(-way.y(), way.x());
    // Both ends give the same velocity of c: w x (b - a) + w_coupler x (c - b) = w_rocker x (c - d).
    const V p = crank_rate * upright(b - a), q = upright(c - b), r = upright(c - d);
    const double whole = cross(q, r);
    coupler_rate = -cross(p, r) / whole;
    rocker_rate = -cross(p, q) / whole;
  }
  static V upright(const V& v) { return {-v.y(), v.x()}; }
};

/// The four bars in a lab; with a motor that keeps the crank's speed, or without.
std::size_t add_linkage(const Linkage& at, bool driven, Lab& lab) {
  const auto bar = [&lab](const V& from, const V& to, double spin, const V& speed) {
    Spec spec = bar_from(from, to);
    spec.spin = spin;
    spec.velocity = speed + spin * Linkage::upright((to - from) / 2);
    return lab.add(spec);
  };
  const V pin_speed = crank_rate * Linkage::upright(at.b - at.a);
  const std::size_t left = lab.add(held_at(at.a)), right = lab.add(held_at(at.d));
  const std::size_t first = bar(at.a, at.b, crank_rate, V(0, 0));
  const std::size_t second = bar(at.b, at.c, at.coupler_rate, pin_speed);
  const std::size_t third = bar(at.d, at.c, at.rocker_rate, V(0, 0));
  Tie pin{.kind = Tie::Kind::pin, .a = left, .b = first, .anchor_a = at.a};
  if (driven) pin.motor = Tie::Motor{crank_rate, 1e5};
  lab.tie(pin);
  lab.tie({.kind = Tie::Kind::pin, .a = first, .b = second, .anchor_a = at.b});
  lab.tie({.kind = Tie::Kind::pin, .a = second, .b = third, .anchor_a = at.c});
  lab.tie({.kind = Tie::Kind::pin, .a = right, .b = third, .anchor_a = at.d});
  return first;
}

Measured four_bar(const Trial& trial) {
  const Linkage at;
  const double seconds = trial.quick ? 5 : 60;
  Measured measured{{0, 0, 0, 0}, "", {}};
  Thinned series(trial.engine->title);
  Lab free(trial, {}), driven(trial, {.gravity = V(0, -standard_gravity)});
  add_linkage(at, false, free);
  const std::size_t turned = add_linkage(at, true, driven);
  const double begin = free.energy();
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    free.step();
    driven.step();
    const double next[] = {1000 * free.opening(), percent_off(free.energy(), begin), 1000 * driven.opening(),
                           percent_off(driven.state(turned).spin, crank_rate)};
    for (std::size_t k = 0; k < 4; ++k) measured.figures[k] = worse(measured.figures[k], next[k]);
    series.add(static_cast<double>(i) * trial.dt, 100 * free.energy() / begin);
  }
  measured.series = series.series();
  return measured;
}

}  // namespace

std::vector<Law> joint_loop_laws() {
  return {{"four-bar",
           "A linkage of four bars turns freely for 60 s, and driven by a motor on its crank",
           {{"free: anchors apart", "mm", 0.002},
            {"free: energy", "%", 0.001},
            {"driven: anchors apart", "mm", 0.002},
            {"driven: speed of the crank", "%", 1e-4}},
           four_bar,
           "four bars: energy, %",
           "time, s"}};
}

}  // namespace bankshot_tool::laws
