// What the timeline books: impacts, and ways that bodies go instead of those of the solver or of free flight.

#include <bankshot/world/energy_books.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

double wide(Real x) { return static_cast<double>(x); }

/// An impulse of size `size` along `direction` at an arm from the centre of mass.
Wide3 impulse_at(double size, V2 direction, V2 arm) {
  const Wide3 d = wide3(direction, 0), r = wide3(arm, 0);
  return size * Wide3{d.x, d.y, r.x * d.y - r.y * d.x};
}

/// The change of velocity that an impulse makes.
Wide3 effect(const ImpactBody& body, const Wide3& impulse) {
  const Wide3 inverse = wide3(body.inverse_mass, body.inverse_inertia);
  return {inverse.x * impulse.x, inverse.y * impulse.y, inverse.turn * impulse.turn};
}

struct Impulses {
  Wide3 normal, friction;
};

/// Impulses of an impact on one of the two; on B with the opposite sign.
Impulses impulses_of(const ImpactBody& body, const ImpactSettings& settings, const ImpactOutcome& outcome,
                     double sign) {
  Impulses all;
  for (int i = 0; i < settings.points; ++i) {
    all.normal += impulse_at(sign * wide(outcome.normal[i]), settings.normal, body.arm[i]);
  }
  const Real share = outcome.normal[1] / outcome.impulse;
  const V2 arm = body.arm[0] + share * (body.arm[1] - body.arm[0]);
  all.friction = impulse_at(sign * wide(outcome.friction), perp(settings.normal), arm);
  return all;
}

}  // namespace

// Normal impulses first, then friction, as the law of impact goes about it.
void EnergyBooks::hit(const BookedHit& hit) {
  const ImpactOutcome& outcome = *hit.outcome;
  if (!(outcome.impulse > 0)) return;
  for (std::size_t side = 0; side < 2; ++side) {
    Body& body = bodies_[hit.body[side]];
    Entries& row = rows_[hit.body[side]];
    const ImpactBody &before = hit.before[side], &after = hit.after[side];
    const Impulses impulses = impulses_of(before, *hit.settings, outcome, side == 0 ? 1 : -1);
    const Wide3 first = wide3(before.velocity, before.angular);
    const Wide3 smooth = first + effect(after, impulses.normal);
    const Wide3 last = smooth + effect(after, impulses.friction);
    const double normal_work = 0.5 * dot(impulses.normal, first + smooth);
    const double friction_work = 0.5 * dot(impulses.friction, smooth + last);
    row[Entry::restitution] += normal_work;
    row[Entry::friction] += friction_work;
    if (!body.dynamic) {
      row[Entry::movers] -= normal_work + friction_work;
      continue;
    }
    if (!hit.held[side]) continue;
    // Who stood firm as the law saw it takes the impulse all the same.
    const Wide3 change = wide3(after.velocity, after.angular) - first;
    const Wide3 gained{body.mass * change.x, body.mass * change.y, body.inertia * change.turn};
    const bool firm = !(after.inverse_mass == before.inverse_mass);
    const double beyond = firm ? dot(gained, first + 0.5 * change) - (normal_work + friction_work) : 0;
    body.path_support += beyond;
    body.held_support += beyond + dot(gained, hit.drift[side]);
  }
  const Rank rank = hit.body[bodies_[hit.body[0]].dynamic ? 0 : 1];
  const double hop = wide(outcome.hop_work), carried = wide(outcome.friction) * wide(hit.settings->surface_speed);
  rows_[rank][Entry::restitution] -= hop;
  rows_[rank][Entry::push_out] += hop;
  rows_[rank][Entry::friction] -= carried;
  rows_[rank][Entry::surfaces] += carried;
}

// ---- paths ------------------------------------------------------------------------------------------------------

// A body's velocity is that of its path and the kick k(t) that the path does not show. Over [0, T] the kick alone would
// have moved it by the integral of k, which is k(T) T less the sum of each change of k times its time.
Wide3 EnergyBooks::way_by_velocity(const Body& body, const Flight& path, Real time) const {
  return wide3(path.displacement(time), 0) + wide(time) * wide3(path.kick, 0) - body.kick_moment;
}

void EnergyBooks::kicked(Rank rank, V2 change, Real time) {
  bodies_[rank].kick_moment += wide(time) * wide3(change, 0);
}

void EnergyBooks::released(Rank rank, const Flight& path, Real time) {
  Body& body = bodies_[rank];
  body.way = way_by_velocity(body, path, time);
  body.share = wide(time) / dt_;
  body.is_released = true;
}

void EnergyBooks::stopped(Rank rank, const Flight& path, Real time) {
  Body& body = bodies_[rank];
  const Wide3 all = way_by_velocity(body, path, time);
  if (body.is_released) {
    body.late_way = all - body.way;
  } else {
    body.way = all;
    body.share = wide(time) / dt_;
  }
  body.is_stopped = true;
}

void EnergyBooks::landed(Rank rank, const Flight& path, const Motion& motion, const BodyVelocity& velocity) {
  Body& body = bodies_[rank];
  if (!body.dynamic || !path.bent || path.held) return;
  body.left = true;
  const V2 gained = velocity.linear - motion.velocity;
  const Wide3 mean = (1 / dt_) * wide3(motion.displacement, motion.turn);
  body.path_velocity = mean - 0.5 * wide3(gained, 0);
  if (body.is_stopped) return;
  const Wide3 all = way_by_velocity(body, path, static_cast<Real>(dt_));
  if (body.is_released) {
    body.late_way = all - body.way;
  } else {
    body.way = all;
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
