// The timeline's entries: impacts, and paths that differ from those of the solver or of free flight.

#include <bankshot/world/energy/energy_recorder.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// An impulse of magnitude `size` along `direction` at an arm from the centre of mass.
Wide3 impulse_at(double size, V2 direction, V2 arm) {
  const Wide3 d = wide3(direction, 0), r = wide3(arm, 0);
  return size * Wide3{d.x, d.y, r.x * d.y - r.y * d.x};
}

/// The change of velocity by an impulse.
Wide3 effect(const ImpactBody& body, const Wide3& impulse) {
  const Wide3 inverse = wide3(body.inverse_mass, body.inverse_inertia);
  const double xy = to_double(body.inverse_mass_xy);
  return {inverse.x * impulse.x + xy * impulse.y, inverse.y * impulse.y + xy * impulse.x, inverse.turn * impulse.turn};
}

struct Impulses {
  Wide3 normal, friction;
};

/// Impulses of a contact on one of its two bodies.
Impulses impulses_of(const GroupContact& contact, int which) {
  const ImpactOutcome& outcome = contact.outcome;
  const double sign = which == 0 ? 1 : -1;
  const V2(&arm)[2] = contact.arm[which];
  Impulses all;
  for (int i = 0; i < contact.settings.points; ++i) {
    all.normal += impulse_at(sign * to_double(outcome.normal[i]), contact.settings.normal, arm[i]);
  }
  const Real share = outcome.normal[1] / outcome.impulse;
  const V2 middle = arm[0] + share * (arm[1] - arm[0]);
  all.friction = impulse_at(sign * to_double(outcome.friction), perp(contact.settings.normal), middle);
  return all;
}

/// The impulses of all contacts on a body of a group, about its centre.
Wide3 total_impulse(const ImpactGroup& group, std::size_t place) {
  Wide3 sum;
  for (const GroupContact& contact : group.contacts) {
    for (int side = 0; side < 2; ++side) {
      if (contact.body[side] != place) continue;
      const BodyImpulse impulse = ImpactGroup::impulse_on(contact, side);
      sum += {impulse.x, impulse.y, impulse.turn};
    }
  }
  return sum;
}

/// An impulse about a centre that is shifted from the true centre of mass, as seen from there.
Wide3 seen_from_mass(const Wide3& impulse, V2 shift) {
  const Wide3 at = wide3(shift, 0);
  return impulse + Wide3{0, 0, at.x * impulse.y - at.y * impulse.x};
}

Wide3 velocity_of(const ImpactBody& body) { return wide3(body.velocity, body.angular); }

}  // namespace

// If friction grew along with the normal impulses, their work was summed meanwhile. Otherwise all normal impulses act
// together, then friction contact by contact, as in the impact group.
void EnergyRecorder::hit(const ImpactGroup& group, const std::vector<HeldDrift>& held) {
  running_.clear(), work_.assign(group.bodies.size(), 0);
  for (const GroupBody& body : group.bodies) running_.push_back(velocity_of(body.smooth));
  for (const GroupContact& contact : group.contacts) {
    const ImpactOutcome& outcome = contact.outcome;
    if (!(outcome.impulse > 0)) continue;
    for (int which = 0; which < 2; ++which) {
      const std::size_t place = contact.body[which];
      const GroupBody& body = group.bodies[place];
      LegImpulse work = outcome.work[which];
      if (!outcome.along_path) {
        const Impulses impulses = impulses_of(contact, which);
        const Wide3 last = running_[place] + effect(body.now, impulses.friction);
        work.normal = 0.5 * dot(impulses.normal, velocity_of(body.before) + velocity_of(body.smooth));
        work.friction = 0.5 * dot(impulses.friction, running_[place] + last);
        running_[place] = last;
      }
      work_[place] += work.normal + work.friction;
      Entries& row = rows_[body.rank];
      row[Entry::restitution] += work.normal;
      row[Entry::friction] += work.friction;
      if (!bodies_[body.rank].dynamic) row[Entry::movers] -= work.normal + work.friction;
    }
    const Rank first = group.bodies[contact.body[0]].rank, second = group.bodies[contact.body[1]].rank;
    const Rank rank = bodies_[first].dynamic ? first : second;
    const double hop = to_double(outcome.hop_work),
                 carried = to_double(outcome.friction) * to_double(contact.settings.surface_speed);
    rows_[rank][Entry::restitution] -= hop;
    rows_[rank][Entry::push_out] += hop;
    rows_[rank][Entry::friction] -= carried;
    rows_[rank][Entry::surfaces] += carried;
  }
  for (std::size_t place = 0; place < group.bodies.size(); ++place) {
    const GroupBody& hit = group.bodies[place];
    Body& body = bodies_[hit.rank];
    if (!body.dynamic || !held[place].held) continue;
    // A body that the impact law treats as firm still takes the impulse.
    const Wide3 first = velocity_of(hit.before), change = velocity_of(hit.now) - first;
    body.hits += change;
    // What joints give in answer does no work.
    const Wide3 gained = held[place].tied
                             ? total_impulse(group, place)
                             : Wide3{body.mass * change.x, body.mass * change.y, body.inertia * change.turn};
    const double beyond = hit.closed ? dot(gained, first + 0.5 * change) - work_[place] : 0;
    body.path_support += beyond;
    body.held_support += beyond + dot(seen_from_mass(gained, hit.open.shift), held[place].drift);
  }
}

// ---- paths ------------------------------------------------------------------------------------------------------

// A body's velocity is that of its path plus the kick k(t) that the path does not show. Over [0, T] the kick alone
// would have moved it by the integral of k, which is k(T) T minus the sum of each change of k times its time.
Wide3 EnergyRecorder::way_by_velocity(const Body& body, const Trajectory& path, Real time) const {
  return wide3(path.displacement(time), 0) + to_double(time) * wide3(path.deferred, 0) - body.kick_moment;
}

void EnergyRecorder::left_contacts(Rank rank, Real time, const BodyVelocity& solved, const Wide3& change) {
  Body& body = bodies_[rank];
  const Wide3 mean = wide3(solved.linear, solved.angular) + body.hits + 0.5 * change;
  const Wide3 impulse{body.mass * change.x, body.mass * change.y, body.inertia * change.turn};
  rows_[rank][Entry::push_out] += dot(impulse, mean);
  // Belts no longer carry it either.
  transfer(rank, Entry::surfaces, Entry::friction, (1 - to_double(time) / dt_) * body.step[Entry::surfaces]);
}

void EnergyRecorder::kicked(Rank rank, V2 change, Real time) {
  bodies_[rank].kick_moment += to_double(time) * wide3(change, 0);
}

void EnergyRecorder::stopped(Rank rank, const Trajectory& path, Real time) {
  Body& body = bodies_[rank];
  body.way = way_by_velocity(body, path, time);
  body.share = to_double(time) / dt_;
  body.is_stopped = true;
}

// ---- friction on a table ----------------------------------------------------------------------------------------

void EnergyRecorder::slid(Rank rank, const BodyMass& mass, const Wide3& from, const Wide3& to) {
  bodies_[rank].slid = 0.5 * dot(momentum(mass, to - from), from + to);
}

/// The work of friction over a leg: the velocity changes evenly.
void EnergyRecorder::end_leg(Body& body, double time) {
  const double span = time - body.leg_begin;
  const Wide3 way = span * body.leg_velocity + (0.5 * span * span) * body.leg_bend;
  const Wide3& friction = body.leg_friction;
  body.rubbed += body.mass * (friction.x * way.x + friction.y * way.y) + body.inertia * friction.turn * way.turn;
  body.leg_begin = time;
  body.leg_friction = {};
}

// The sub-steps of a path with other forces have booked the friction that is part of its first acceleration.
void EnergyRecorder::rubs(Rank rank, const Trajectory& path, Real time) {
  Body& body = bodies_[rank];
  end_leg(body, to_double(time));
  if (path.slide == Slide::none) return;
  body.leg_velocity =
      wide3(path.velocity, path.spin - path.pushed_spin(time)) + wide3(path.deferred, path.deferred_spin);
  body.leg_bend = wide3(path.acceleration, path.slide == Slide::alone ? path.spin_rate : Real(0));
  body.leg_friction = body.leg_bend;
  if (path.slide == Slide::alone) return;
  Wide3 sum;
  for (const Wide3& impulse : body.impulse) sum += impulse;
  const double share = 1 / (body.mass * dt_);
  body.leg_friction = body.leg_bend - Wide3{share * sum.x, share * sum.y, 0};
}

void EnergyRecorder::landed(Rank rank, const Trajectory& path, const Motion& motion, const BodyVelocity& velocity) {
  Body& body = bodies_[rank];
  if (!body.dynamic || !path.changed || path.is_held() || path.left_contacts) return;
  body.left = true;
  end_leg(body, dt_);
  const V2 gained = velocity.linear - motion.velocity;
  const Wide3 mean = (1 / dt_) * wide3(motion.displacement, motion.turn);
  body.path_velocity = mean - 0.5 * wide3(gained, 0);
  if (!body.is_stopped) body.way = way_by_velocity(body, path, static_cast<Real>(dt_));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
