#include <bankshot/tolerance.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/timeline/timeline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

// Leads paths that differ from the velocity of their body.

/// Keeps the paths of a pair from crossing if a held or frozen body's path does not show the velocity it was given. The
/// velocities of the bodies stay as the impact left them.
void Timeline::lead(WorldState& world, Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b,
                    const ImpactSettings& settings, Real time) {
  Flight &path_a = flights_[flight_of_[rank_a]], &path_b = flights_[flight_of_[rank_b]];
  const auto keeps = [](const Flight& path) {
    return path.held || path.frozen || path.led != V2{} || path.kick != V2{};
  };
  if (!keeps(path_a) && !keeps(path_b)) return;
  if (path_a.is_still() && path_b.is_still()) return;
  const bool goes_on = !path_a.frozen && !path_b.frozen;
  Real lack = 0;
  int lacking = 0;
  bool closes = false;
  for (int i = 0; i < settings.points; ++i) {
    const V2 shown = (path_a.velocity_at(time) + cross(path_a.spin, a.arm[i])) -
                     (path_b.velocity_at(time) + cross(path_b.spin, b.arm[i]));
    const V2 hidden = (path_a.hidden() + cross(path_a.hidden_spin(time), a.arm[i])) -
                      (path_b.hidden() + cross(path_b.hidden_spin(time), b.arm[i]));
    // A corner that the impact at another one throws back is the next impact.
    if (goes_on && dot(shown + hidden, settings.normal) < -settings.hop_speed) {
      closes = true;
      continue;
    }
    const Real lacks = settings.hop_speed - dot(shown, settings.normal);
    if (lacks > lack) lack = lacks, lacking = i;
  }
  if (lack <= 0 && closes) look_again(world, rank_a, time), look_again(world, rank_b, time);
  if (lack <= 0) return;
  const Real share = share_of_way(world, rank_a, rank_b, settings.normal, time);
  const bool flat = settings.points > 1;
  const PathChange lead_a = way_aside(world, rank_a, settings.normal, flat ? V2{} : a.arm[lacking], share * lack, time);
  const PathChange lead_b =
      way_aside(world, rank_b, settings.normal, flat ? V2{} : b.arm[lacking], (share - 1) * lack, time);
  const V2 change_a = lead_a.linear, change_b = lead_b.linear;
  const Real most = tolerance::fastest_lead * (length(path_a.velocity_at(time) + path_a.hidden()) +
                                               length(path_b.velocity_at(time) + path_b.hidden()) + settings.hop_speed);
  const bool far_a = path_a.held && is_far(world, rank_a, (dt_ - time) * change_a);
  const bool far_b = path_b.held && is_far(world, rank_b, (dt_ - time) * change_b);
  if (far_a) let_go(world, rank_a, time);
  if (far_b) let_go(world, rank_b, time);
  if (far_a || far_b) return lead(world, rank_a, rank_b, a, b, settings, time);
  const bool jammed_a = jams(world, rank_a, change_a, most, time);
  const bool jammed_b = jams(world, rank_b, change_b, most, time);
  // If the path that leads it differs from its body's velocity, too, that path is changed instead.
  const auto goes_by_velocity = [&](Rank jammed, Rank other) {
    return show_velocity(world, jammed, time) || show_velocity(world, other, time);
  };
  if (jammed_a && !goes_by_velocity(rank_a, rank_b)) freeze(world, rank_a, time, StepStatus::stalled);
  if (jammed_b && !goes_by_velocity(rank_b, rank_a)) freeze(world, rank_b, time, StepStatus::stalled);
  if (path_a.frozen && path_b.frozen && (leaps(world, rank_a, change_a) || leaps(world, rank_b, change_b))) return;
  if (jammed_a || jammed_b) return lead(world, rank_a, rank_b, a, b, settings, time);
  deflect(world, rank_a, lead_a, time);
  deflect(world, rank_b, lead_b, time);
}

/// The change of a path that makes a point faster by `speed` along the normal with the least energy, as an impulse at
/// that point would. A held body that is hit at its end turns aside. If it were shifted without turning, it would be
/// lifted off its supports: each impact would lift a body that rocks on two points by the distance that it falls in a
/// step, without end.
Timeline::PathChange Timeline::way_aside(const WorldState& world, Rank rank, V2 normal, V2 arm, Real speed, Real time) {
  if (!flights_[flight_of_[rank]].held) return {speed * normal, 0};
  ImpactBody body;
  load(world, rank, time, body);
  const Real given = mobility(body, normal, arm, normal, arm);
  if (!(given > 0)) return {speed * normal, 0};
  const Real impulse = speed / given;
  return {impulse * V2{body.inverse_mass.x * normal.x, body.inverse_mass.y * normal.y},
          impulse * body.inverse_inertia * cross(arm, normal)};
}

/// Predicts the pairs of a held body once more: an impact has left its path unchanged, but the pair still closes and
/// would otherwise be missed.
void Timeline::look_again(const WorldState& world, Rank rank, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  if (!movable(world, rank) || !path.held) return;
  rebase(path, time);
  path.bent = true;
}

/// True if a path so changed leads farther in a step than the solver could make up for.
bool Timeline::leaps(const WorldState& world, Rank rank, V2 change) const {
  const Real speed = length(flights_[flight_of_[rank]].velocity + change);
  return change != V2{} && speed * dt_ > tolerance::solver_way_extents * world.bodies.mass[rank].extent;
}

/// True if a body should stop rather than be led on. In a jam, every body is pushed into others, each faster than the
/// one that pushes it, as by a wedge, and no momentum ends that. A nearly still body does no harm, nor does a lead that
/// moves a body by no more than a slop, as when it topples and slides along a floor in hops. `most`: no path needs to
/// be led faster than this speed.
bool Timeline::jams(const WorldState& world, Rank rank, V2 change, Real most, Real time) {
  const Real slop = tolerance::slop_fraction * world.bodies.mass[rank].extent;
  if (!(length(change) * (dt_ - time) > slop) || !movable(world, rank)) return false;
  Flight& path = flights_[flight_of_[rank]];
  if (!leaps(world, rank, change)) return false;
  return ++path.leads > tolerance::leads_per_body || length(path.velocity + change) > most;
}

/// Returns the share of the correction that A takes. A body that is not dynamic takes none. A frozen body that is out
/// of impacts takes none either, unless the other one is frozen, too, or not dynamic. A flying body moves aside rather
/// than a held one. Two flying bodies share by their inverse masses, so that their centre of mass flies on. Two held
/// ones share by their approach speeds, so that one at rest is not pushed into its supports.
Real Timeline::share_of_way(const WorldState& world, Rank rank_a, Rank rank_b, V2 normal, Real time) const {
  const Flight &path_a = flights_[flight_of_[rank_a]], &path_b = flights_[flight_of_[rank_b]];
  const std::vector<BodyFlags>& flags = world.bodies.flags;
  if (flags[rank_a].type != BodyType::dynamic) return 0;
  if (flags[rank_b].type != BodyType::dynamic) return 1;
  if (!movable(world, rank_a)) return 0;
  if (!movable(world, rank_b)) return 1;
  // A body that was led away from another one is not pushed back into it.
  const bool stuck_a = dot(path_a.led, normal) < 0;
  const bool stuck_b = dot(path_b.led, normal) > 0;
  if (stuck_a != stuck_b) return stuck_a ? Real(0) : Real(1);
  if (path_a.held != path_b.held) return path_a.held ? Real(0) : Real(1);
  const Real inverse_a = world.bodies.mass[rank_a].inverse_mass, inverse_b = world.bodies.mass[rank_b].inverse_mass;
  if (!path_a.held && inverse_a + inverse_b > 0) return inverse_a / (inverse_a + inverse_b);
  const Real coming_a = max(-dot(path_a.velocity_at(time), normal), 0);
  const Real coming_b = max(dot(path_b.velocity_at(time), normal), 0);
  return coming_a + coming_b > 0 ? coming_a / (coming_a + coming_b) : Real(0.5);
}

/// Adds to the velocity of a path without changing that of the body. Wakes a sleeping body, since it would not move.
void Timeline::deflect(WorldState& world, Rank rank, const PathChange& by, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  const V2 change = by.linear;
  if (change == V2{} || world.bodies.flags[rank].type != BodyType::dynamic) return;  // nor part of an infinite path
  if (!world.bodies.flags[rank].awake) wake_up(world, rank, time);
  rebase(path, time);
  path.bent = true;
  path.velocity += change;
  path.led = change;
  path.kick -= change;
  path.spin += by.angular, path.kick_spin -= by.angular;
  if (books_ != nullptr) books_->kicked(rank, -change, time);
  if (path.held) path.deflection += change, path.spin_deflection += by.angular;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
