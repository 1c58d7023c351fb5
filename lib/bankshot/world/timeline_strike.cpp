#include <bankshot/tolerance.hpp>
#include <bankshot/world/edit.hpp>
#include <bankshot/world/energy_books.hpp>
#include <bankshot/world/timeline.hpp>

#include <algorithm>

namespace bankshot::inline BANKSHOT_ABI::detail {

// ---- one impact -------------------------------------------------------------------------------------------------

/// Velocities and inverse masses at the time of a hit.
void Timeline::load(const WorldState& world, Rank rank, Real time, ImpactBody& body) {
  const Flight& path = flights_[flight(world, rank)];
  const BodyFlags& flags = world.bodies.flags[rank];
  body.velocity = path.velocity_at(time) + path.kick;
  body.angular = path.spin + path.kick_spin;
  if (flags.type != BodyType::dynamic) return;
  const BodyMass& mass = world.bodies.mass[rank];
  body.inverse_mass = {flags.locks.x ? Real(0) : mass.inverse_mass, flags.locks.y ? Real(0) : mass.inverse_mass};
  body.inverse_inertia = mass.inverse_inertia;
}

/// Where they touch at the time of the hit: both corners of a face that meets flat. Returns the number of points.
int Timeline::contact_at(const WorldState& world, const Prediction& hit, ImpactBody& a, ImpactBody& b, V2& normal) {
  const Candidate& candidate = candidates_[hit.candidate];
  const Proxy &proxy_a = world.proxies[hit.key.a], &proxy_b = world.proxies[hit.key.b];
  const Flight &path_a = flights_[flight(world, candidate.body_a)], &path_b = flights_[flight(world, candidate.body_b)];
  PairInput input =
      pair_input(world, proxy_a, proxy_b, tolerance::impact_gap_slops * pair_slop(world, proxy_a, proxy_b));
  input.d = difference(world, candidate.body_a, candidate.body_b, hit.time);
  input.qa = rotation_at(path_a, hit.time);
  input.qb = rotation_at(path_b, hit.time);
  ContactGeometry contact;
  find_contact(world, hit.key, input, contact);
  const auto approaches = [&](const ContactPoint& point) {
    const V2 relative = (path_a.velocity_at(hit.time) + cross(path_a.spin, point.anchor)) -
                        (path_b.velocity_at(hit.time) + cross(path_b.spin, point.anchor + input.d));
    return dot(relative, contact.normal) < 0;
  };
  // The sweep saw them approach. Where the manifold is of another place, which they leave, nothing would come of it.
  const bool met =
      (contact.count > 0 && approaches(contact.points[0])) || (contact.count > 1 && approaches(contact.points[1]));
  const int points = met ? contact.count : 1;
  normal = met ? contact.normal : hit.normal;
  a.arm[0] = met ? contact.points[0].anchor : hit.point_from_a;
  a.arm[1] = points > 1 ? contact.points[1].anchor : a.arm[0];
  b.arm[0] = a.arm[0] + input.d, b.arm[1] = a.arm[1] + input.d;
  return points;
}

bool Timeline::movable(const WorldState& world, Rank rank) const {
  return world.bodies.flags[rank].type == BodyType::dynamic && !flights_[flight_of_[rank]].frozen;
}

void Timeline::strike(WorldState& world, PairSet& pairs, const Prediction& hit) {
  Candidate& candidate = candidates_[hit.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const Proxy &proxy_a = world.proxies[hit.key.a], &proxy_b = world.proxies[hit.key.b];
  ImpactBody a, b;
  ImpactSettings settings;
  settings.points = contact_at(world, hit, a, b, settings.normal);
  if (flights_[flight_of_[rank_a]].held && flights_[flight_of_[rank_b]].held &&
      can_pass(world, candidate, a, b, hit.time)) {
    release(world, rank_a, hit.time), release(world, rank_b, hit.time);
  }
  load(world, rank_a, hit.time, a), load(world, rank_b, hit.time, b);
  const V2 velocity = (a.velocity + cross(a.angular, a.arm[0])) - (b.velocity + cross(b.angular, b.arm[0]));
  const PairMaterial material = hooked(world, hit.key, settings.normal, velocity, pair_material(world, hit.key));
  settings.restitution = material.restitution;
  settings.friction = material.friction;
  settings.surface_speed = material_of(world, hit.key.a, hit.key.part_a).surface_speed +
                           material_of(world, hit.key.b, hit.key.part_b).surface_speed;
  if (candidate.impacts >= tolerance::free_bounces) settings.rest_speed = pair_slop(world, proxy_a, proxy_b) / dt_;
  settings.hop_speed = hop_speed(world, candidate, settings.normal);

  const ImpactBody before_a = a, before_b = b;
  const ImpactOutcome outcome = collide_bodies(world, rank_a, rank_b, a, b, settings);
  if (outcome.approach_speed > settings.hop_speed) report(world, hit, a, settings.normal, outcome);
  met_.push_back(hit.key);
  if (books_ != nullptr) book(world, rank_a, rank_b, {before_a, before_b}, {a, b}, settings, outcome, hit.time);
  take(world, rank_a, before_a, a, hit.time);
  take(world, rank_b, before_b, b, hit.time);
  // Side by side a pair that turns would be found to meet again at once: it parts by a hair.
  const Real hair = tolerance::impact_gap_slops * pair_slop(world, proxy_a, proxy_b) / dt_;
  settings.hop_speed = max(settings.hop_speed, hair);
  lead(world, rank_a, rank_b, a, b, settings, hit.time);
  ++candidate.impacts;
  candidate.settled = candidate.impacts > tolerance::free_bounces && !can_pass(world, candidate, a, b, hit.time) &&
                      (settings.restitution == 0 || outcome.approach_speed < settings.rest_speed);
  if (candidate.impacts > tolerance::impacts_per_pair && !candidate.settled) {
    if (movable(world, rank_a)) freeze(rank_a, hit.time);
    if (movable(world, rank_b)) freeze(rank_b, hit.time);
  }
  for (Rank rank : {rank_a, rank_b}) {
    const Flight& path = flights_[flight(world, rank)];
    if (!path.bent || path.since != hit.time) continue;
    widen(world, pairs, rank, hit.time);
    predict_again(world, rank, hit.time);
  }
}

/// Whether the two could get so deep into one another by the end of the step that they might pass: by the relative
/// velocity of their paths where they touch, and by turning relative to one another about that point.
bool Timeline::can_pass(const WorldState& world, const Candidate& candidate, const ImpactBody& a, const ImpactBody& b,
                        Real time) const {
  const Flight &path_a = flights_[flight_of_[candidate.body_a]], &path_b = flights_[flight_of_[candidate.body_b]];
  const V2 there = (path_a.velocity_at(time) + cross(path_a.spin, a.arm[0])) -
                   (path_b.velocity_at(time) + cross(path_b.spin, b.arm[0]));
  const Real reach = 2 * min(world.bodies.mass[candidate.body_a].reach, world.bodies.mass[candidate.body_b].reach);
  const Real speed = length(there) + absolute(path_a.spin - path_b.spin) * reach;
  const Real extent = min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
  return speed * (dt_ - time) > extent / 4;
}

/// The law of impact. A held body that hardly gives way stands as firm as what holds it, and takes its share of the
/// impulse all the same.
ImpactOutcome Timeline::collide_bodies(const WorldState& world, Rank rank_a, Rank rank_b, ImpactBody& a, ImpactBody& b,
                                       const ImpactSettings& settings) {
  const ImpactBody before_a = a, before_b = b;
  const ImpactOutcome outcome = resolve_impact(a, b, settings);
  const bool firm_a = hardly_gives(world, rank_a, before_a, a), firm_b = hardly_gives(world, rank_b, before_b, b);
  if (firm_a == firm_b) return outcome;
  a = before_a, b = before_b;
  if (firm_a) a.inverse_mass = {}, a.inverse_inertia = 0;
  if (firm_b) b.inverse_mass = {}, b.inverse_inertia = 0;
  const ImpactOutcome firm = resolve_impact(a, b, settings);
  const auto kick = [](ImpactBody& body, const ImpactBody& before, V2 impulse) {
    body.velocity = before.velocity + V2{before.inverse_mass.x * impulse.x, before.inverse_mass.y * impulse.y};
    body.angular = before.angular + before.inverse_inertia * cross(before.arm[0], impulse);
  };
  if (firm_a) kick(a, before_a, firm.impulse_vector);
  if (firm_b) kick(b, before_b, -firm.impulse_vector);
  return firm;
}

/// Tells the books of an impact, before anything comes of it.
void Timeline::book(const WorldState& world, Rank rank_a, Rank rank_b, const ImpactBody (&before)[2],
                    const ImpactBody (&after)[2], const ImpactSettings& settings, const ImpactOutcome& outcome,
                    Real time) {
  BookedHit booked{{rank_a, rank_b}, {before[0], before[1]}, {after[0], after[1]}, {}, {}, &settings, &outcome};
  for (std::size_t side = 0; side < 2; ++side) {
    const Flight& path = flights_[flight_of_[booked.body[side]]];
    booked.held[side] = path.held;
    if (!path.held) continue;
    const BodyVelocity& solved = world.bodies.velocity[booked.body[side]];
    booked.drift[side] =
        wide3(solved.linear, solved.angular) + wide3(path.deflection, 0) - wide3(path.velocity_at(time), path.spin);
  }
  books_->hit(booked);
}

/// Speed at which the pair has to part for its next meeting to be a shortest hop away: what presses takes back in half
/// of that. Bodies that turn fast press their far corners on, too, but no hop need lead farther than a few slops in a
/// step: a spin of many turns a step would otherwise throw the pair apart with energy from nowhere.
Real Timeline::hop_speed(const WorldState& world, const Candidate& candidate, V2 normal) {
  const Flight &a = flights_[flight(world, candidate.body_a)], &b = flights_[flight(world, candidate.body_b)];
  const Real reach_a = world.bodies.mass[candidate.body_a].reach, reach_b = world.bodies.mass[candidate.body_b].reach;
  const Real hop = tolerance::shortest_hop / 2 * dt_;
  const Real slop = pair_slop(world, world.proxies[candidate.key.a], world.proxies[candidate.key.b]);
  const Real turning = min((a.spin * a.spin * reach_a + b.spin * b.spin * reach_b) * hop, 16 * slop / dt_);
  return max(turning - dot(a.acceleration - b.acceleration, normal) * hop, 0);
}

bool Timeline::hardly_gives(const WorldState& world, Rank rank, const ImpactBody& before, const ImpactBody& after) {
  if (!flights_[flight(world, rank)].held || !movable(world, rank)) return false;
  const BodyMass& mass = world.bodies.mass[rank];
  const Real gained = length(after.velocity - before.velocity) + absolute(after.angular - before.angular) * mass.reach;
  return gained * dt_ <= tolerance::firm_slops * tolerance::slop_fraction * mass.extent;
}

/// From here on a held body flies: nothing but gravity and the user's force pulls at it.
void Timeline::release(const WorldState& world, Rank rank, Real time) {
  Flight& path = flights_[flight(world, rank)];
  if (!world.bodies.flags[rank].awake || !movable(world, rank)) return;
  rebase(path, time);
  Real angular = 0;
  path.acceleration = acceleration(world.bodies.mass[rank], world.bodies.forces[rank], world.bodies.flags[rank],
                                   plain(world.settings.gravity), angular);
  path.held = false;
  path.bent = true;
  if (books_ != nullptr) books_->released(rank, path, time);
}

/// Gives a body the velocities that an impact left it with.
void Timeline::take(WorldState& world, Rank rank, const ImpactBody& before, const ImpactBody& after, Real time) {
  if (world.bodies.flags[rank].type != BodyType::dynamic) return;
  Flight& path = flights_[flight(world, rank)];
  if (path.held || path.frozen) {
    path.kick += after.velocity - before.velocity;
    if (books_ != nullptr) books_->kicked(rank, after.velocity - before.velocity, time);
    path.kick_spin += after.angular - before.angular;
    if (world.bodies.flags[rank].awake) return;
    wake(world, rank);
    update_leaves(world, rank);
    return;
  }
  rebase(path, time);
  path.bent = true;
  path.velocity += after.velocity - before.velocity;
  path.spin += after.angular - before.angular;
  if (++path.impacts > tolerance::impacts_per_body) freeze(rank, time);
}

/// Keeps the paths of a pair out of one another where a held or a frozen body's does not show the velocity it was
/// given. The velocities of the bodies stay what the impact made them.
void Timeline::lead(const WorldState& world, Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b,
                    const ImpactSettings& settings, Real time) {
  Flight &path_a = flights_[flight_of_[rank_a]], &path_b = flights_[flight_of_[rank_b]];
  const auto keeps = [](const Flight& path) { return path.held || path.frozen || path.led != V2{}; };
  if (!keeps(path_a) && !keeps(path_b)) return;
  Real lack = 0;
  for (int i = 0; i < settings.points; ++i) {
    const V2 relative = (path_a.velocity_at(time) + cross(path_a.spin, a.arm[i])) -
                        (path_b.velocity_at(time) + cross(path_b.spin, b.arm[i]));
    lack = max(lack, settings.hop_speed - dot(relative, settings.normal));
  }
  if (lack <= 0) return;
  const Real share = share_of_way(world, rank_a, rank_b, settings.normal, time);
  deflect(rank_a, (share * lack) * settings.normal, time);
  deflect(rank_b, ((share - 1) * lack) * settings.normal, time);
}

/// Who gives way: nobody that cannot be moved; a flying body rather than a held one; of two held ones the one that
/// comes along, each as much as it does, so that one at rest is not pushed into what holds it.
Real Timeline::share_of_way(const WorldState& world, Rank rank_a, Rank rank_b, V2 normal, Real time) const {
  const Flight &path_a = flights_[flight_of_[rank_a]], &path_b = flights_[flight_of_[rank_b]];
  if (!movable(world, rank_a)) return 0;
  if (!movable(world, rank_b)) return 1;
  // What was led away from something else is not pushed back into that.
  const bool stuck_a = dot(path_a.led, normal) < 0;
  const bool stuck_b = dot(path_b.led, normal) > 0;
  if (stuck_a != stuck_b) return stuck_a ? Real(0) : Real(1);
  if (path_a.held != path_b.held) return path_a.held ? Real(0) : Real(1);
  const Real coming_a = max(-dot(path_a.velocity_at(time), normal), 0);
  const Real coming_b = max(dot(path_b.velocity_at(time), normal), 0);
  return coming_a + coming_b > 0 ? coming_a / (coming_a + coming_b) : Real(0.5);
}

/// Adds to the velocity of a path without changing that of the body.
void Timeline::deflect(Rank rank, V2 change, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  if (change == V2{} || path.frozen) return;
  rebase(path, time);
  path.bent = true;
  path.velocity += change;
  path.led = change;
  path.kick -= change;
  if (books_ != nullptr) books_->kicked(rank, -change, time);
  if (path.held) path.deflection += change;
}

/// Out of impacts: the body stands still for the rest of the step and keeps its velocity for the next, with what later
/// impacts add. (Were it as firm as a wall that moves at that velocity, it would give energy to whatever meets it.)
void Timeline::freeze(Rank rank, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  rebase(path, time);
  if (books_ != nullptr) books_->stopped(rank, path, time);
  path.kick += path.velocity, path.kick_spin += path.spin;
  path.velocity = path.acceleration = {};
  path.spin = 0;
  path.frozen = path.bent = true;
  path.held = false;
  status_ = status_ | StepStatus::impact_limit;
}

void Timeline::report(WorldState& world, const Prediction& hit, const ImpactBody& a, V2 normal,
                      const ImpactOutcome& outcome) {
  const Proxy &proxy_a = world.proxies[hit.key.a], &proxy_b = world.proxies[hit.key.b];
  const V2 centre =
      world.bodies.pose[proxy_a.body].centre + flights_[flight(world, proxy_a.body)].displacement(hit.time);
  Impact impact;
  impact.time = hit.time;
  impact.body_a = proxy_a.body_id, impact.body_b = proxy_b.body_id;
  impact.shape_a = proxy_a.shape, impact.shape_b = proxy_b.shape;
  impact.point = vec2(centre + Real(0.5) * (a.arm[0] + a.arm[1]));
  impact.normal = vec2(normal);
  impact.approach_speed = outcome.approach_speed;
  impact.separation_speed = outcome.separation_speed;
  impact.impulse = outcome.impulse;
  impact.energy_lost = outcome.energy_lost;
  world.impacts.push_back(impact);
}

// ---- new neighbours ---------------------------------------------------------------------------------------------

/// A body that now gets farther than its reach said when the step began meets shapes that were no candidates so far.
void Timeline::widen(const WorldState& world, PairSet& pairs, Rank rank, Real time) {
  const Flight& path = flights_[flight(world, rank)];
  const BodyMass& mass = world.bodies.mass[rank];
  const Real rest = dt_ - time;
  const Real way = mass.reach + length(path.velocity) * rest + length(path.acceleration) * rest * rest;
  const V2 centre = world.bodies.pose[rank].centre + path.start;
  const Box box{{centre.x - way, centre.y - way}, {centre.x + way, centre.y + way}};
  for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
    if (world.proxies[p].sensor) continue;
    const auto own = std::lower_bound(pairs.active.begin(), pairs.active.end(), p);
    if (own != pairs.active.end() && *own == p) {
      Box& reach = pairs.reach[static_cast<std::size_t>(own - pairs.active.begin())];
      if (contains(reach, box)) continue;
      reach = joined(reach, box);
    } else {
      woken_.push_back({p, box});
    }
    for (std::size_t i = 0; i < pairs.active.size(); ++i) {
      if (pairs.active[i] != p && overlaps(pairs.reach[i], box)) add_neighbour(world, p, pairs.active[i], way);
    }
    for (const Woken& woken : woken_) {
      if (woken.proxy != p && overlaps(woken.reach, box)) add_neighbour(world, p, woken.proxy, way);
    }
    world.resting.query(box, [&](std::uint32_t slot) {
      add_neighbour(world, p, world.shape_slots[slot].proxy, way);
      return true;
    });
  }
}

/// `way` is how far the body of p may still get, its own reach included.
void Timeline::add_neighbour(const WorldState& world, std::uint32_t p, std::uint32_t q, Real way) {
  const std::uint32_t a = p < q ? p : q, b = p < q ? q : p;
  if (world.proxies[q].sensor || !may_meet(world, world.proxies[a], world.proxies[b])) return;
  const Rank rank = world.proxies[p].body;
  if (world.proxies[p].convex && world.proxies[q].convex) {
    add_new(world, rank, {a, b, 0, 0});
    return;
  }
  // Parts are placed as they were when the step began: since then either body may have gone as far as its reach says.
  const Real since = length(flights_[flight(world, rank)].start) + reach_within(world, world.proxies[q].body, dt_);
  part_pairs(world, a, b, way + since, part_candidates_);
  for (const PartCandidate& part : part_candidates_) add_new(world, rank, part.key);
}

void Timeline::add_new(const WorldState& world, Rank rank, const PairKey& key) {
  for (std::uint32_t place = first_of_[rank]; place != none;) {
    const Candidate& candidate = candidates_[place];
    if (candidate.key == key) return;
    place = candidate.body_a == rank ? candidate.next_a : candidate.next_b;
  }
  add_candidate(world, key);
}

// ---- the end ----------------------------------------------------------------------------------------------------

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
      world.bodies.velocity_remainder[rank] = {};
    }
    if (path.held) {  // the solver's velocity, and what impacts added
      velocity.linear += path.deflection;
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

}  // namespace bankshot::inline BANKSHOT_ABI::detail
