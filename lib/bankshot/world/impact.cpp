#include <bankshot/world/impact.hpp>

#include <bankshot/tolerance.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

// Two points that approach with normal velocities v1, v2 < 0 shall leave with w_i = -e v_i, and at least at the hop
// speed, so that the next impact of a pair that comes to rest is not at once. With K the 2 x 2 matrix of the effect of
// impulses on normal velocities this asks for impulses p >= 0 with v + K p >= w, and p_i = 0 wherever that is not an
// equality: a linear complementarity problem (Cottle, Pang, Stone 1992) of size two, solved by trying its four cases.

/// Relative velocity of the contact point `i`, A minus B.
V2 relative_velocity(const ImpactBody& a, const ImpactBody& b, V2 arm_a, V2 arm_b) {
  return (a.velocity + cross(a.angular, arm_a)) - (b.velocity + cross(b.angular, arm_b));
}

/// Effect of a unit impulse along `p` at arms (pa, pb) on the relative velocity along `q` at arms (qa, qb).
Real coupling(const ImpactBody& a, const ImpactBody& b, V2 p, V2 pa, V2 pb, V2 q, V2 qa, V2 qb) {
  const V2 both = a.inverse_mass + b.inverse_mass;
  return both.x * p.x * q.x + both.y * p.y * q.y + a.inverse_inertia * cross(pa, p) * cross(qa, q) +
         b.inverse_inertia * cross(pb, p) * cross(qb, q);
}

void apply(ImpactBody& a, ImpactBody& b, V2 impulse, V2 arm_a, V2 arm_b) {
  a.velocity += V2{a.inverse_mass.x * impulse.x, a.inverse_mass.y * impulse.y};
  b.velocity -= V2{b.inverse_mass.x * impulse.x, b.inverse_mass.y * impulse.y};
  a.angular += a.inverse_inertia * cross(arm_a, impulse);
  b.angular -= b.inverse_inertia * cross(arm_b, impulse);
}

struct TwoImpulses {
  Real p[2] = {};
};

TwoImpulses normal_impulses(const Real (&k)[2][2], const Real (&v)[2], const Real (&w)[2], int points) {
  TwoImpulses none, one;
  if (points == 1) {
    one.p[0] = v[0] < w[0] && k[0][0] > 0 ? (w[0] - v[0]) / k[0][0] : Real(0);
    return one;
  }
  // A point that parts takes no impulse here: one that kept it from approaching would do work, so energy would rise. If
  // the other point's impulse makes it approach, that is the next impact, at once.
  const bool parts[2] = {v[0] >= w[0], v[1] >= w[1]};
  if (parts[0] && parts[1]) return none;
  if (parts[0] || parts[1]) {
    const int i = parts[0] ? 1 : 0;
    one.p[i] = k[i][i] > 0 ? (w[i] - v[i]) / k[i][i] : Real(0);
    return one;
  }
  const Real determinant = k[0][0] * k[1][1] - k[0][1] * k[1][0];
  if (determinant > 8 * tolerance::eps * k[0][0] * k[1][1]) {  // else both rows say the same
    const Real d0 = w[0] - v[0], d1 = w[1] - v[1];
    one.p[0] = (k[1][1] * d0 - k[0][1] * d1) / determinant;
    one.p[1] = (k[0][0] * d1 - k[1][0] * d0) / determinant;
    if (one.p[0] >= 0 && one.p[1] >= 0) return one;
  }
  // One point alone: the other must then be left at least as fast as it should be. Where rounding lets neither case
  // hold, the point with the larger lack of speed.
  const int first = w[0] - v[0] >= w[1] - v[1] ? 0 : 1;
  for (int tries = 0; tries < 2; ++tries) {
    const int i = tries == 0 ? first : 1 - first;
    if (k[i][i] <= 0) continue;
    TwoImpulses alone;
    alone.p[i] = (w[i] - v[i]) / k[i][i];
    if (tries == 0) one = alone;
    if (v[1 - i] + k[1 - i][i] * alone.p[i] >= w[1 - i]) return alone;
  }
  return one;
}

Real kinetic_energy(const ImpactBody& body) {
  const auto part = [](Real inverse, Real speed) { return inverse > 0 ? speed * speed / inverse : Real(0); };
  return (part(body.inverse_mass.x, body.velocity.x) + part(body.inverse_mass.y, body.velocity.y) +
          part(body.inverse_inertia, body.angular)) /
         2;
}

}  // namespace

ImpactOutcome resolve_impact(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings) noexcept {
  const V2 n = settings.normal, t = perp(n);
  Real k[2][2] = {}, v[2] = {}, w[2] = {}, newton[2] = {};
  for (int i = 0; i < settings.points; ++i) {
    v[i] = dot(relative_velocity(a, b, a.arm[i], b.arm[i]), n);
    const Real restitution = -v[i] < settings.rest_speed ? Real(0) : settings.restitution;
    newton[i] = v[i] < 0 ? -restitution * v[i] : v[i];
    w[i] = max(-restitution * v[i], settings.hop_speed);
    for (int j = 0; j < settings.points; ++j) {
      k[i][j] = coupling(a, b, n, a.arm[j], b.arm[j], n, a.arm[i], b.arm[i]);
    }
  }
  const int fast = settings.points == 2 && v[1] < v[0] ? 1 : 0;
  const TwoImpulses normal = normal_impulses(k, v, w, settings.points);
  ImpactOutcome outcome;
  outcome.approach_speed = max(-v[fast], 0);
  outcome.impulse = normal.p[0] + normal.p[1];
  if (!(outcome.impulse > 0)) return outcome;
  const Real before = kinetic_energy(a) + kinetic_energy(b);
  for (int i = 0; i < settings.points; ++i) {
    apply(a, b, normal.p[i] * n, a.arm[i], b.arm[i]);
    outcome.normal[i] = normal.p[i];
    if (w[i] > v[i]) outcome.hop_work += normal.p[i] * (w[i] * w[i] - newton[i] * newton[i]) / (2 * (w[i] - v[i]));
  }

  // Friction where the normal impulses act on average. It may not add energy, which restitution at one point and
  // friction at another could; without it the normal impulses alone never do for e <= 1.
  const Real share = normal.p[1] / outcome.impulse;
  const V2 arm_a = a.arm[0] + share * (a.arm[1] - a.arm[0]), arm_b = b.arm[0] + share * (b.arm[1] - b.arm[0]);
  const Real slip = dot(relative_velocity(a, b, arm_a, arm_b), t) - settings.surface_speed;
  const Real mobility = coupling(a, b, t, arm_a, arm_b, t, arm_a, arm_b);
  const Real limit = settings.friction * outcome.impulse;
  const Real friction = mobility > 0 ? clamp(-slip / mobility, -limit, limit) : Real(0);
  const ImpactBody smooth_a = a, smooth_b = b;
  const Real smooth = kinetic_energy(a) + kinetic_energy(b);
  apply(a, b, friction * t, arm_a, arm_b);
  Real after = kinetic_energy(a) + kinetic_energy(b);
  outcome.friction = friction;
  outcome.impulse_vector = outcome.impulse * n + friction * t;
  if (after > smooth && settings.surface_speed == 0) {
    a = smooth_a, b = smooth_b, after = smooth;
    outcome.friction = 0;
    outcome.impulse_vector = outcome.impulse * n;
  }
  outcome.energy_lost = before - after;
  outcome.separation_speed = max(dot(relative_velocity(a, b, a.arm[fast], b.arm[fast]), n), 0);
  return outcome;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
