#include <bankshot/tolerance.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Depth below the surface at which a pair hops that turning presses together.
Real sunk_hop(const WorldState& world, const PairKey& key) {
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  return !rooms_of(world, key).any() ? tolerance::spin_hop_slops * tolerance::slop_fraction * min(a.extent, b.extent)
                                     : Real(0);
}

}  // namespace

// ---- one impact -------------------------------------------------------------------------------------------------

bool Timeline::movable(const WorldState& world, Rank rank) const {
  return world.bodies.flags[rank].type == BodyType::dynamic && !flights_[flight_of_[rank]].frozen;
}

void Timeline::resolve_impact(WorldState& world, PairSet& pairs, const QueuedImpact& hit) {
  gather(world, pairs, hit);
  cluster_.tell_sides(books_ != nullptr);
  cluster_.solve();
  if (books_ != nullptr) book(world, hit.time);
  for (const GroupContact& contact : cluster_.contacts) {
    if (contact.support) continue;
    if (!is_resting_on(world, contact)) report(world, contact, hit.time);
    met_.push_back(contact.key);
  }
  for (std::size_t i = 0; i < cluster_.bodies.size(); ++i) take(world, i, hit.time);
  for (const GroupContact& contact : cluster_.contacts) {
    if (!contact.support) follow_up(world, contact, hit.time);
  }
  const auto turned = [&](Rank rank) {
    const Flight& path = flights_[flight_of_[rank]];
    return path.bent && path.since == hit.time;
  };
  for (const GroupBody& body : cluster_.bodies) {
    if (!turned(body.rank)) continue;
    stray(body.rank, hit.time);
    flights_[flight_of_[body.rank]].waits = true;
  }
  for (const GroupBody& body : cluster_.bodies) {
    if (!turned(body.rank)) continue;
    flights_[flight_of_[body.rank]].waits = false;
    enlist(world, pairs, body.rank);
    widen(world, pairs, body.rank, hit.time);
    predict_again(world, body.rank, hit.time);
  }
  drop_void();
}

/// True if a contact met only because it hops, or because the solver no longer holds its body: a pair that rested and
/// was no more than a slop apart has not separated.
bool Timeline::is_resting_on(const WorldState& world, const GroupContact& contact) const {
  const Real approach = contact.outcome.approach_speed;
  if (approach <= contact.settings.hop_speed + contact.settings.spin_hop) return true;
  const Candidate& candidate = candidates_[contact.candidate];
  const auto goes_on = [&] {  // behind a corner
    return candidate.impacts > 0 && (in_a_corner(world, contact.candidate, candidate.body_a) ||
                                     in_a_corner(world, contact.candidate, candidate.body_b));
  };
  if (!candidate.rests && !goes_on()) return false;
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  const Real press = max(-dot(a.acceleration - b.acceleration, contact.settings.normal), 0);
  return approach * approach <=
         2 * press * pair_slop(world, world.proxies[contact.key.a], world.proxies[contact.key.b]);
}

/// Updates the rest of the step after an impact.
void Timeline::follow_up(WorldState& world, const GroupContact& contact, Real time) {
  Candidate& candidate = candidates_[contact.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const ImpactBody a = cluster_.side(contact, 0), b = cluster_.side(contact, 1);
  // A turning pair whose contact does not separate would be found to meet again at once: it parts by an epsilon offset.
  const Proxy &proxy_a = world.proxies[contact.key.a], &proxy_b = world.proxies[contact.key.b];
  const Real hair = tolerance::impact_gap_slops * pair_slop(world, proxy_a, proxy_b) / dt_;
  ImpactSettings settings = contact.settings;
  // A body that slides on behind a corner keeps its depth, and hops until the step ends.
  const bool corner = in_a_corner(world, contact.candidate, rank_a) || in_a_corner(world, contact.candidate, rank_b);
  if (!corner || turning_normal(world, candidate) > 0) settings.hop_speed = max(settings.hop_speed, hair);
  const bool moves = !flights_[flight_of_[rank_a]].frozen && !flights_[flight_of_[rank_b]].frozen;
  const bool hops_alone = candidate.impacts < tolerance::free_bounces + static_cast<int>(1 / tolerance::shortest_hop);
  if (moves && !hops_alone && has_surface(world, contact) && !(contact.outcome.impulse > 0))
    show_velocity(world, rank_a, time), show_velocity(world, rank_b, time);
  lead(world, rank_a, rank_b, a, b, settings, time);
  // A contact that rests beside the pair that met takes that impact without meeting again. If several hop in turn, each
  // would otherwise count the hops of all others.
  const bool soon = candidate.impacts > 0 && time - candidate.met_at < 2 * least_hop(world, candidate, time);
  const bool met = &contact == &cluster_.contacts.front() || !is_resting_on(world, contact);
  if (met) candidate.met_at = time;
  // For shapes with many parts, each sweep of two parts asks.
  if (met && (!proxy_a.convex || !proxy_b.convex)) met_shapes_.set(shapes_of(candidate.key), 0);
  if (met && ++candidate.impacts == tolerance::free_bounces) {
    for (const Rank rank : {rank_a, rank_b}) {
      const auto place = static_cast<std::uint32_t>(persisting_.size());
      persisting_.push_back({contact.candidate, std::exchange(flights_[flight_of_[rank]].persisting, place)});
    }
  }
  candidate.normal = settings.normal;
  const Real sunk = sunk_hop(world, candidate.key), turning = settings.spin_hop / (tolerance::shortest_hop / 2 * dt_);
  const Real sinking = candidate.sunk > 0 ? settings.spin_hop : std::sqrt(2 * turning * sunk);
  const bool hops = sinking > 0 && contact.outcome.approach_speed <= settings.hop_speed + sinking;
  // A pair that parts as fast as it came comes back to that depth. If it came back too soon it has to sink in deeper.
  if (!corner) candidate.sunk = hops ? max(sunk, contact.overlap + (soon ? sunk / 4 : Real(0))) : Real(0);
  for (const Rank rank : {rank_a, rank_b}) {
    Flight& path = flights_[flight_of_[rank]];
    path.met = candidate.key, path.met_normal = settings.normal;
  }
  const int most = world.settings.impact_limits.per_pair;
  const bool lower = settings.restitution == 0 || contact.outcome.approach_speed < settings.rest_speed;
  const bool rests = lower && (candidate.depth > 0 || !candidate.deep);
  if (met) stop_sunk(world, candidate, time), stop_crushed(world, candidate, time);
  const bool spent = met && are_stuck(world, candidate, most);
  candidate.settled = rests && candidate.impacts <= most && !corner;
  if (candidate.impacts <= most && !spent) return;
  if (movable(world, rank_a)) freeze(world, rank_a, time, StepStatus::impact_limit);
  if (movable(world, rank_b)) freeze(world, rank_b, time, StepStatus::impact_limit);
  if (spent) return hold_together(world, candidate, time);
  lead(world, rank_a, rank_b, a, b, settings, time);
}

/// True if the two could get so deep by the end of the step that they might pass: by the closing speed of their paths
/// at the contact, and by turning relative to one another about that point.
bool Timeline::can_pass(const WorldState& world, const Candidate& candidate, const ImpactBody& a, const ImpactBody& b,
                        Real time) const {
  const Flight &path_a = flights_[flight_of_[candidate.body_a]], &path_b = flights_[flight_of_[candidate.body_b]];
  const V2 there = (path_a.velocity_at(time) + cross(path_a.spin, a.arm[0])) -
                   (path_b.velocity_at(time) + cross(path_b.spin, b.arm[0]));
  const Real reach = 2 * min(world.bodies.mass[candidate.body_a].reach, world.bodies.mass[candidate.body_b].reach);
  const Real speed = closing_speed(world, candidate, there, time) + absolute(path_a.spin - path_b.spin) * reach;
  const Real extent = min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
  return speed * (dt_ - time) > extent / 4;
}

/// Tells the energy recorder of an impact, before it changes any path.
void Timeline::book(const WorldState& world, Real time) {
  drifts_.resize(cluster_.bodies.size());
  for (std::size_t i = 0; i < drifts_.size(); ++i) {
    const Rank rank = cluster_.bodies[i].rank;
    const Flight& path = flights_[flight_of_[rank]];
    drifts_[i].held = path.held || path.released;
    const BodyVelocity& solved = world.bodies.velocity[rank];
    const Wide3 last = path.held ? wide3(solved.linear, solved.angular) + wide3(path.deflection, path.spin_deflection)
                                 : wide3(path.velocity_at(dt_), path.spin);
    drifts_[i].drift = last - wide3(path.velocity_at(time) - path.push, path.spin - path.pushed_spin(time));
  }
  books_->hit(cluster_, drifts_);
}

/// Acceleration with which turning presses a pair together. The corners of a body lie on a circle of radius r, which
/// presses the far ones on by w^2 r (the rounding about it is the same all round). A corner that slides at u along a
/// face that turns at w is pressed on by 2 w u.
Real Timeline::turning_press(const WorldState& world, const Candidate& candidate, const GroupContact& contact,
                             Real time) {
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  Real slide = 0;
  for (int i = 0; i < contact.settings.points; ++i) {
    const V2 u = (a.velocity_at(time) + cross(a.spin, contact.arm[0][i])) -
                 (b.velocity_at(time) + cross(b.spin, contact.arm[1][i]));
    slide = max(slide, absolute(dot(perp(contact.settings.normal), u)));
  }
  return a.spin * a.spin * reach_of_corners(world, world.proxies[candidate.key.a], candidate.key.part_a) +
         b.spin * b.spin * reach_of_corners(world, world.proxies[candidate.key.b], candidate.key.part_b) +
         2 * turning_normal(world, candidate) * slide;
}

/// Half of the least time until the pair is to meet again. For a persistent pair, half of the impacts that are left
/// share the rest of the step.
Real Timeline::least_hop(const WorldState& world, const Candidate& candidate, Real time) const {
  const Real shortest = tolerance::shortest_hop / 2 * dt_;
  const int left = std::max(world.settings.impact_limits.per_pair - candidate.impacts, 1);
  return persists(candidate) ? max(shortest, (dt_ - time) / static_cast<Real>(left)) : shortest;
}

/// Sets the speeds at which the pair has to part so that it does not meet again at once. The press of the paths takes
/// such a speed back in half a shortest hop. Without any press, a pair that meets again and again approaches by
/// rounding alone.
///
/// The press that turning adds comes and goes within a fraction of a turn, and must not give speed to any body. A pair
/// that it makes meet at once, ever slower, hops below the surface instead: it meets at a depth of a few slops, parts
/// as fast as it came, and comes back to that depth after twice the time of the first sinking. A deeper pair comes up
/// within the step, no faster than it would in the solver, nor faster than it came. A pair that was that deep at the
/// beginning of the step, and that is not the solver's, hopped in the last step and continues from its first impact on.
/// If it were stopped and sank in anew each time, it would get deeper in every step, and nothing would push it out.
void Timeline::set_hops(const WorldState& world, const Candidate& candidate, const GroupContact& contact, Real time,
                        ImpactSettings& settings) {
  const Flight &a = flights_[flight(world, candidate.body_a)], &b = flights_[flight(world, candidate.body_b)];
  const Real press = max(-dot(a.acceleration - b.acceleration, settings.normal), 0);
  const Real hop = least_hop(world, candidate, time);
  settings.hop_speed = press * hop;
  const Real sunk = sunk_hop(world, candidate.key);
  const bool goes_on = candidate.overlap > sunk && !candidate.rests;
  if (!persists(candidate) && !goes_on) return;
  if (persists(candidate)) {
    const Real speeds = approach_bound(world, candidate, time);
    settings.hop_speed = max(settings.hop_speed, tolerance::rounded_hop * speeds);
  }
  const Real turning = turning_press(world, candidate, contact, time);
  const bool elastic = settings.restitution >= 1 && 2 * candidate.impacts < world.settings.impact_limits.per_pair;
  if (elastic || sunk == 0 || turning * hop <= settings.hop_speed) return;
  settings.spin_hop = candidate.sunk > 0 ? std::sqrt(2 * turning * sunk) : turning * hop;
  const Real extent = min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
  const Real push_out = min((contact.overlap - sunk) / dt_, tolerance::push_out_extents_per_second * extent);
  settings.spin_hop = max(settings.spin_hop, push_out - settings.hop_speed);
}

/// Gives a body the velocities that an impact left it with.
void Timeline::take(WorldState& world, std::size_t place, Real time) {
  const GroupBody& body = cluster_.bodies[place];
  const Rank rank = body.rank;
  const ImpactBody &before = body.before, &after = body.now;
  if (world.bodies.flags[rank].type != BodyType::dynamic) return;
  // The first two bodies, those of the pair whose time has come, are predicted again in any case.
  if (place > 1 && after.velocity == before.velocity && after.angular == before.angular) return;
  Flight& path = flights_[flight(world, rank)];
  if (path.held && leaves_contacts(world, place, time)) release(world, rank, time);
  const V2 hidden = path.kick + (after.velocity - before.velocity);
  if (path.held && is_far(world, rank, (dt_ - time) * hidden)) let_go(world, rank, time);
  if (path.held || path.frozen) {
    path.kick += after.velocity - before.velocity;
    if (books_ != nullptr) books_->kicked(rank, after.velocity - before.velocity, time);
    path.kick_spin += after.angular - before.angular;
    if (!world.bodies.flags[rank].awake) wake_up(world, rank, time);
    return;
  }
  rebase(path, time);
  path.bent = true;
  path.velocity += after.velocity - before.velocity;
  path.spin += after.angular - before.angular;
  const BodyMass& mass = world.bodies.mass[rank];
  const Real blur = (length(path.velocity) + absolute(path.spin) * mass.reach) * (tolerance::eps * dt_);
  const bool lost = !(blur <= tolerance::blur_extents * mass.extent);
  const bool limit_met = ++path.impacts > world.settings.impact_limits.per_body;
  if (limit_met || lost) freeze(world, rank, time, limit_met ? StepStatus::impact_limit : StepStatus::stalled);
}

void Timeline::report(WorldState& world, const GroupContact& contact, Real time) {
  const Proxy &proxy_a = world.proxies[contact.key.a], &proxy_b = world.proxies[contact.key.b];
  const ImpactOutcome& outcome = contact.outcome;
  const V2 centre = world.bodies.pose[proxy_a.body].centre + flights_[flight(world, proxy_a.body)].displacement(time);
  Impact impact;
  impact.time = time;
  impact.body_a = proxy_a.body_id, impact.body_b = proxy_b.body_id;
  impact.shape_a = proxy_a.shape, impact.shape_b = proxy_b.shape;
  impact.feature_a = contact.features.a, impact.feature_b = contact.features.b;
  impact.point = vec2(centre + Real(0.5) * (contact.arm[0][0] + contact.arm[0][1]));
  impact.normal = vec2(contact.settings.normal);
  impact.approach_speed = outcome.approach_speed;
  impact.separation_speed = outcome.separation_speed;
  impact.impulse = outcome.impulse;
  impact.energy_lost = outcome.energy_lost;
  world.impacts.push_back(impact);
}

// ---- end of the step --------------------------------------------------------------------------------------------

void Timeline::finish(WorldState& world, std::vector<Motion>& motion) {
  for (std::size_t i = 0; i < flights_.size(); ++i) {
    const Flight& path = flights_[i];
    const Rank rank = flyer_[i];
    BodyVelocity& velocity = world.bodies.velocity[rank];
    if (books_ != nullptr) books_->landed(rank, path, motion[rank], velocity);
    if (path.bent) {
      motion[rank].displacement = path.displacement(dt_);
      motion[rank].turn = path.turned + path.spin * (dt_ - path.since);
      motion[rank].changed = true;
      const Real way = path_length(world, rank);
      ways_[rank] = WayBound(way), longest_way_ = max(longest_way_, way);
      world.bodies.velocity_remainder[rank] = {};
    }
    if (path.held) {  // the solver's velocity, and what impacts added
      velocity.linear += path.deflection;
      velocity.angular += path.spin_deflection;
    } else if (path.bent) {
      velocity.linear = path.velocity_at(dt_);
      velocity.angular = path.spin;
    }
    velocity.linear += path.kick;
    velocity.angular += path.kick_spin;
  }
  std::sort(met_.begin(), met_.end());
  met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
}

}  // namespace bankshot::BANKSHOT_ABI::detail
