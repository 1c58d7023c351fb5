// Two discs collide: Newton's law along the normal, Coulomb's across it, spin included.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

using bankshot_oracle::Random;

constexpr double bound = 1e-4;  ///< of the fastest motion

struct Pair {
  Spec a, b;
  double e = 1, mu = 0;
};

Pair random_pair(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 21);
  Pair pair;
  const double ra = random.between(0.1, 1), rb = random.between(0.1, 1);
  const double ratio = std::pow(10, random.between(-3, 3));  // of the masses
  pair.e = random.chance(0.2) ? random.integer(0, 1) : random.unit();
  pair.mu = random.chance(0.2) ? 0 : random.between(0, 1);
  pair.a.form = disc(ra);
  pair.b.form = disc(rb);
  pair.b.density = ratio * ra * ra / (rb * rb);
  // b is at rest except for its spin; a is aimed at it with an offset, 0.5 m before the impact.
  const double offset = random.between(-0.95, 0.95) * (ra + rb);
  pair.a.position = V(-(ra + rb) - 0.5, offset);
  pair.a.velocity = V(random.between(1, 10), 0);
  pair.a.spin = random.between(-10, 10);
  pair.b.spin = random.between(-10, 10);
  for (Spec* spec : {&pair.a, &pair.b}) {
    spec->restitution = pair.e;
    spec->friction = pair.mu;
  }
  return pair;
}

/// Velocities after the impact, from the states before it, in closed form. With n from b to a, u the relative velocity
/// of the surfaces at the point of contact and t across n: j_n = -(1 + e) m u_n with 1/m = 1/m_a + 1/m_b, and j_t =
/// -m_t u_t with 1/m_t = 1/m + r_a^2/I_a + r_b^2/I_b, cut off at mu j_n. For discs the two are independent. No impact
/// if they miss.
void meet(State& a, State& b, const Pair& pair, const Mass& mass_a, const Mass& mass_b) {
  const double ra = pair.a.form.radius, rb = pair.b.form.radius;
  const V way = a.position - b.position, v = a.velocity - b.velocity;
  const double half = way.dot(v), c = way.squaredNorm() - (ra + rb) * (ra + rb);
  const double under = half * half - v.squaredNorm() * c;
  if (under <= 0 || half >= 0) return;
  const double time = c / (-half + std::sqrt(under));
  const V n = (way + time * v) / (ra + rb), t(-n.y(), n.x());
  const double un = n.dot(v), ut = t.dot(v) - ra * a.spin - rb * b.spin;
  const double inverse = 1 / mass_a.mass + 1 / mass_b.mass;
  const double jn = -(1 + pair.e) * un / inverse;
  const double stick = -ut / (inverse + ra * ra / mass_a.inertia + rb * rb / mass_b.inertia);
  const double jt = std::clamp(stick, -pair.mu * jn, pair.mu * jn);
  a.velocity += (jn * n + jt * t) / mass_a.mass;
  b.velocity -= (jn * n + jt * t) / mass_b.mass;
  a.spin -= ra * jt / mass_a.inertia;
  b.spin -= rb * jt / mass_b.inertia;
}

/// Relative to the fastest motion of a surface before or after.
double pair_error(const Trial& trial, const Pair& pair) {
  Lab lab(trial, {});
  lab.add(pair.a);
  lab.add(pair.b);
  State a = lab.state(0), b = lab.state(1);  // as the engine stores them
  const double ra = pair.a.form.radius, rb = pair.b.form.radius;
  const auto fastest = [&] {
    return std::max({a.velocity.norm(), b.velocity.norm(), ra * std::abs(a.spin), rb * std::abs(b.spin)});
  };
  double scale = fastest();
  const double seconds = (2 * (ra + rb) + 1) / a.velocity.norm();
  meet(a, b, pair, lab.mass(0), lab.mass(1));
  scale = std::max(scale, fastest());
  for (double time = 0; time < seconds; time += trial.dt) lab.step();
  const State after_a = lab.state(0), after_b = lab.state(1);
  const double linear = worse((after_a.velocity - a.velocity).norm(), (after_b.velocity - b.velocity).norm());
  const double turning = worse(ra * std::abs(after_a.spin - a.spin), rb * std::abs(after_b.spin - b.spin));
  return worse(linear, turning) / scale;
}

std::string told(std::uint64_t seed, std::size_t index, double error) {
  const Pair pair = random_pair(seed, index);
  const double ratio = mass_of(pair.b.form, pair.b.density).mass / mass_of(pair.a.form, pair.a.density).mass;
  return "case " + std::to_string(index) + " by " + number(error, 2) + " (e = " + number(pair.e, 2) + ", friction " +
         number(pair.mu, 2) + ", masses 1 to " + number(ratio, 2) + ")";
}

// Pairs that do not bounce at all are reported apart: engines hand them to their solver of resting contacts.
Measured pairs(const Trial& trial) {
  const int cases = trial.quick ? 200 : 5000;
  struct Worst {
    double error = -1;
    std::size_t index = 0;
    int above = 0;
    void see(std::size_t i, double next) {
      above += next <= bound ? 0 : 1;
      if (std::isnan(error) || next <= error) return;
      error = next;
      index = i;
    }
  } all, bouncing;
  for (int i = 0; i < cases; ++i) {
    const Pair pair = random_pair(trial.seed, static_cast<std::uint64_t>(i));
    const double error = pair_error(trial, pair);
    const auto index = static_cast<std::size_t>(i);
    all.see(index, error);
    if (pair.e > 0.01) bouncing.see(index, error);
  }
  std::string note = std::to_string(all.above) + " of " + std::to_string(cases) + " above the bound, worst " +
                     told(trial.seed, all.index, all.error) + "; with e > 0.01 " + std::to_string(bouncing.above) +
                     ", worst " + told(trial.seed, bouncing.index, bouncing.error);
  return {{all.error}, std::move(note), {}};
}

}  // namespace

std::vector<Law> pair_laws() {
  return {{"pairs",
           "5000 pairs of spinning discs with friction, mass ratios 1e-3 to 1e3, e from 0 to 1: closed form",
           {{"velocities", "of the fastest", bound}},
           pairs}};
}

}  // namespace bankshot_tool::laws
