#include <bankshot/world/impact/impact.hpp>
#include <bankshot/world/impact/impact_face.hpp>

#include <bankshot/tolerance.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// Two points that approach with normal velocities v1, v2 < 0 must leave with w_i = -e v_i, and at least at the hop
// speed, so that a pair that comes to rest does not meet again at once. With K the 2 x 2 matrix of the effect of
// impulses on normal velocities, this asks for impulses p >= 0 with v + K p >= w, and p_i = 0 wherever that is not an
// equality: a linear complementarity problem (Cottle, Pang, Stone 1992) of size two, solved by trying its four cases.

/// Effect of a unit impulse along `p` at arms (pa, pb) on the relative velocity along `q` at arms (qa, qb).
Real coupling(const ImpactBody& a, const ImpactBody& b, V2 p, V2 pa, V2 pb, V2 q, V2 qa, V2 qb) {
  return mobility(a, p, pa, q, qa) + mobility(b, p, pb, q, qb);
}

void apply(ImpactBody& a, ImpactBody& b, V2 impulse, V2 arm_a, V2 arm_b) {
  a.velocity += answer(a, impulse);
  b.velocity -= answer(b, impulse);
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
  // A separating point takes no impulse here: one that kept it from approaching would do work, so energy would rise. If
  // the other point's impulse makes it approach, that is the next impact, at once.
  const bool parts[2] = {v[0] >= w[0], v[1] >= w[1]};
  if (parts[0] && parts[1]) return none;
  if (parts[0] || parts[1]) {
    const int i = parts[0] ? 1 : 0;
    one.p[i] = k[i][i] > 0 ? (w[i] - v[i]) / k[i][i] : Real(0);
    return one;
  }
  const Real determinant = k[0][0] * k[1][1] - k[0][1] * k[1][0];
  if (determinant > 8 * tolerance::eps * k[0][0] * k[1][1]) {  // otherwise the rows are equal
    const Real d0 = w[0] - v[0], d1 = w[1] - v[1];
    one.p[0] = (k[1][1] * d0 - k[0][1] * d1) / determinant;
    one.p[1] = (k[0][0] * d1 - k[1][0] * d0) / determinant;
    if (one.p[0] >= 0 && one.p[1] >= 0) return one;
  }
  // One point alone: the other must then be at least as fast as it should be. If rounding lets neither case hold, takes
  // the point with the larger lack of speed.
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

}  // namespace

NormalSpeeds normal_speeds(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings) noexcept {
  NormalSpeeds speeds;
  for (int i = 0; i < settings.points; ++i) {
    const Real v = dot(relative_velocity(a, b, a.arm[i], b.arm[i]), settings.normal);
    const Real restitution = -v < settings.rest_speed ? Real(0) : settings.restitution;
    speeds.now[i] = v;
    speeds.newton[i] = v < 0 ? -restitution * v : v;
    const Real hop = max(settings.hop_speed, min(settings.hop_speed + settings.spin_hop, -v));
    speeds.wanted[i] = max(-restitution * v, hop);
    // A hop that adds no energy raises the restitution, not the least speed: with friction, that might cost more than
    // all of the energy taken.
    const Real elastic = settings.spin_hop > 0 && hop > settings.hop_speed ? hop / -v : Real(0);
    speeds.restitution[i] = max(restitution, elastic);
    speeds.least[i] = settings.hop_speed;
  }
  return speeds;
}

void push(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, const Real (&impulses)[2]) noexcept {
  for (int i = 0; i < settings.points; ++i) apply(a, b, impulses[i] * settings.normal, a.arm[i], b.arm[i]);
}

// Impulses that act together do the work p (v + v') / 2, each with its own velocities: kinetic energy is quadratic.
ImpactOutcome outcome_of(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& before, const Real (&impulses)[2]) noexcept {
  ImpactOutcome outcome;
  const int fast = settings.points == 2 && before.now[1] < before.now[0] ? 1 : 0;
  outcome.fast = fast;
  outcome.approach_speed = max(-before.now[fast], 0);
  for (int i = 0; i < settings.points; ++i) {
    const Real p = impulses[i], v = before.now[i], w = before.wanted[i], newton = before.newton[i];
    const Real now = dot(relative_velocity(a, b, a.arm[i], b.arm[i]), settings.normal);
    outcome.normal[i] = p;
    outcome.impulse += p;
    outcome.energy_lost -= p * (v + now) / 2;
    if (w > v) outcome.hop_work += p * (w * w - newton * newton) / (2 * (w - v));
    if (i == fast) outcome.separation_speed = max(now, 0);
  }
  outcome.impulse_vector = outcome.impulse * settings.normal;
  return outcome;
}

// Friction removes slip and no more, so that it never adds energy; a moving surface may.
void apply_friction(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, ImpactOutcome& outcome) noexcept {
  if (!(outcome.impulse > 0)) return;
  const V2 t = perp(settings.normal);
  const Real share = outcome.normal[1] / outcome.impulse;
  const V2 arm_a = a.arm[0] + share * (a.arm[1] - a.arm[0]), arm_b = b.arm[0] + share * (b.arm[1] - b.arm[0]);
  const Real slide = dot(relative_velocity(a, b, arm_a, arm_b), t), slip = slide - settings.surface_speed;
  const Real give = coupling(a, b, t, arm_a, arm_b, t, arm_a, arm_b);
  const Real limit = settings.friction * outcome.impulse;
  outcome.friction = give > 0 ? clamp(-slip / give, -limit, limit) : Real(0);
  apply(a, b, outcome.friction * t, arm_a, arm_b);
  outcome.impulse_vector += outcome.friction * t;
  outcome.energy_lost -= outcome.friction * (slide + outcome.friction * give / 2);
  const int fast = outcome.fast;
  outcome.separation_speed = max(dot(relative_velocity(a, b, a.arm[fast], b.arm[fast]), settings.normal), 0);
}

// ---- friction that grows with the normal impulses -------------------------------------------------------------------

WideBody wide(const ImpactBody& body) noexcept {
  WideBody wide;
  wide.velocity_x = static_cast<double>(body.velocity.x), wide.velocity_y = static_cast<double>(body.velocity.y);
  wide.spin = static_cast<double>(body.angular);
  wide.inverse_mass_x = static_cast<double>(body.inverse_mass.x);
  wide.inverse_mass_y = static_cast<double>(body.inverse_mass.y);
  wide.inverse_mass_xy = static_cast<double>(body.inverse_mass_xy);
  wide.inverse_inertia = static_cast<double>(body.inverse_inertia);
  return wide;
}

void take(ImpactBody& body, const WideBody& after) noexcept {
  body.velocity = {static_cast<Real>(after.velocity_x), static_cast<Real>(after.velocity_y)};
  body.angular = static_cast<Real>(after.spin);
}

PathContact path_contact(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& speeds) noexcept {
  PathContact contact;
  contact.normal = settings.normal;
  contact.points = settings.points;
  contact.friction = static_cast<double>(settings.friction);
  contact.surface_speed = static_cast<double>(settings.surface_speed);
  for (int i = 0; i < 2; ++i) {
    contact.arm[0][i] = a.arm[i], contact.arm[1][i] = b.arm[i];
    contact.part[i] = i < settings.points && speeds.now[i] < speeds.wanted[i];
    contact.restitution[i] = static_cast<double>(speeds.restitution[i]);
    contact.least_speed[i] = static_cast<double>(speeds.least[i]);
  }
  return contact;
}

ImpactOutcome outcome_of(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& before, const PathContact& contact) noexcept {
  ImpactOutcome outcome;
  const int fast = settings.points == 2 && before.now[1] < before.now[0] ? 1 : 0;
  outcome.fast = fast;
  for (int i = 0; i < settings.points; ++i) {
    outcome.normal[i] = static_cast<Real>(contact.impulse[i]);
    outcome.impulse += outcome.normal[i];
  }
  const Real most = settings.friction * outcome.impulse;  // again, after rounding
  outcome.friction = clamp(static_cast<Real>(contact.friction_impulse), -most, most);
  outcome.impulse_vector = outcome.impulse * settings.normal + outcome.friction * perp(settings.normal);
  outcome.approach_speed = max(-before.now[fast], 0);
  outcome.separation_speed = max(dot(relative_velocity(a, b, a.arm[fast], b.arm[fast]), settings.normal), 0);
  outcome.hop_work = static_cast<Real>(contact.beyond_work);
  outcome.along_path = true;
  for (int side = 0; side < 2; ++side) outcome.work[side] = contact.side[side];
  outcome.energy_lost = static_cast<Real>(-contact.work);
  return outcome;
}

namespace {

/// Resolves one point. Returns false if friction does not affect the separation.
bool resolve_point(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, const NormalSpeeds& speeds,
                   bool tells_sides, ImpactOutcome& outcome) {
  PointSide side_a{wide(a), static_cast<double>(a.arm[0].x), static_cast<double>(a.arm[0].y)};
  PointSide side_b{wide(b), static_cast<double>(b.arm[0].x), static_cast<double>(b.arm[0].y)};
  const PointMotion own[2] = {point_motion(side_a, settings.normal), point_motion(side_b, settings.normal)};
  PointMotion motion = relative_motion(own[0], own[1]);
  if (motion.response.across == 0) return false;
  PathContact contact = path_contact(a, b, settings, speeds);
  motion.tangent_speed -= contact.surface_speed;
  const LegImpulse impulse = detail::resolve_point(motion, own, 0, contact, tells_sides);
  push(side_a, settings.normal, 1, impulse), push(side_b, settings.normal, -1, impulse);
  take(a, side_a), take(b, side_b);
  outcome = outcome_of(a, b, settings, speeds, contact);
  return true;
}

/// The same for two points.
bool resolve_face(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, const NormalSpeeds& speeds,
                  ImpactPath& path, ImpactOutcome& outcome) {
  path.clear();
  WideBody wide_a = wide(a), wide_b = wide(b);
  PathContact contact = path_contact(a, b, settings, speeds);
  const FaceEnd end = detail::resolve_face(wide_a, wide_b, contact, path.tells_sides);
  if (end == FaceEnd::apart) return false;
  if (end == FaceEnd::unknown) {
    contact.body[0] = 0, contact.body[1] = 1;
    path.bodies.push_back(wide_a), path.bodies.push_back(wide_b);
    path.contacts.push_back(contact);
    if (!path.prepare() || !path.run()) return false;
    wide_a = path.bodies[0], wide_b = path.bodies[1];
    contact = path.contacts[0];
  }
  take(a, wide_a), take(b, wide_b);
  outcome = outcome_of(a, b, settings, speeds, contact);
  return true;
}

}  // namespace

ImpactOutcome resolve_impact(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, ImpactPath& path) {
  const V2 n = settings.normal;
  const NormalSpeeds speeds = normal_speeds(a, b, settings);
  const bool meets[2] = {speeds.now[0] < speeds.wanted[0], settings.points == 2 && speeds.now[1] < speeds.wanted[1]};
  if (settings.friction > 0 && (meets[0] || meets[1])) {
    ImpactOutcome outcome;
    const bool coupled = settings.points == 1 ? resolve_point(a, b, settings, speeds, path.tells_sides, outcome)
                                              : resolve_face(a, b, settings, speeds, path, outcome);
    if (coupled) return outcome;
  }
  Real k[2][2] = {};
  for (int i = 0; i < settings.points; ++i) {
    for (int j = 0; j < settings.points; ++j) {
      k[i][j] = coupling(a, b, n, a.arm[j], b.arm[j], n, a.arm[i], b.arm[i]);
    }
  }
  const TwoImpulses normal = normal_impulses(k, speeds.now, speeds.wanted, settings.points);
  push(a, b, settings, normal.p);
  ImpactOutcome outcome = outcome_of(a, b, settings, speeds, normal.p);
  apply_friction(a, b, settings, outcome);
  return outcome;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
