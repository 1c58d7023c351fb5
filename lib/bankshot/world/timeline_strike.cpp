#include <bankshot/tolerance.hpp>
#include <bankshot/world/edit.hpp>
#include <bankshot/world/energy_books.hpp>
#include <bankshot/world/part_pairs.hpp>
#include <bankshot/world/timeline.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankshot::inline BANKSHOT_ABI::detail {

namespace {

/// How deep below the surface a pair hops that turning presses together.
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

void Timeline::strike(WorldState& world, PairSet& pairs, const Prediction& hit) {
  gather(world, pairs, hit);
  cluster_.tell_sides(books_ != nullptr);
  cluster_.solve();
  if (books_ != nullptr) book(world, hit.time);
  for (const ClusterContact& contact : cluster_.contacts) {
    if (contact.support) continue;
    if (!is_resting_on(world, contact)) report(world, contact, hit.time);
    met_.push_back(contact.key);
  }
  for (std::size_t i = 0; i < cluster_.bodies.size(); ++i) take(world, i, hit.time);
  for (const ClusterContact& contact : cluster_.contacts) {
    if (!contact.support) follow_up(world, contact, hit.time);
  }
  const auto turned = [&](Rank rank) {
    const Flight& path = flights_[flight_of_[rank]];
    return path.bent && path.since == hit.time;
  };
  for (const ClusterBody& body : cluster_.bodies) {
    if (!turned(body.rank)) continue;
    stray(body.rank, hit.time);
    flights_[flight_of_[body.rank]].waits = true;
  }
  for (const ClusterBody& body : cluster_.bodies) {
    if (!turned(body.rank)) continue;
    flights_[flight_of_[body.rank]].waits = false;
    enlist(world, pairs, body.rank);
    widen(world, pairs, body.rank, hit.time);
    predict_again(world, body.rank, hit.time);
  }
}

/// Whether a contact met only because it hops along, or because its body is no longer the solver's: what has rested and
/// was no more than a slop away has not left.
bool Timeline::is_resting_on(const WorldState& world, const ClusterContact& contact) const {
  const Real approach = contact.outcome.approach_speed;
  if (approach <= contact.settings.hop_speed + contact.settings.spin_hop) return true;
  const Candidate& candidate = candidates_[contact.candidate];
  if (!candidate.rests) return false;
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  const Real press = max(-dot(a.acceleration - b.acceleration, contact.settings.normal), 0);
  return approach * approach <=
         2 * press * pair_slop(world, world.proxies[contact.key.a], world.proxies[contact.key.b]);
}

/// What an impact means for the rest of the step.
void Timeline::follow_up(WorldState& world, const ClusterContact& contact, Real time) {
  Candidate& candidate = candidates_[contact.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const ImpactBody a = cluster_.side(contact, 0), b = cluster_.side(contact, 1);
  // Side by side a pair that turns would be found to meet again at once: it parts by a hair.
  const Proxy &proxy_a = world.proxies[contact.key.a], &proxy_b = world.proxies[contact.key.b];
  const Real hair = tolerance::impact_gap_slops * pair_slop(world, proxy_a, proxy_b) / dt_;
  ImpactSettings settings = contact.settings;
  settings.hop_speed = max(settings.hop_speed, hair);
  const bool moves = !flights_[flight_of_[rank_a]].frozen && !flights_[flight_of_[rank_b]].frozen;
  const bool hops_alone = candidate.impacts < tolerance::free_bounces + static_cast<int>(1 / tolerance::shortest_hop);
  if (moves && !hops_alone && has_surface(world, contact) && !(contact.outcome.impulse > 0))
    show_velocity(world, rank_a, time), show_velocity(world, rank_b, time);
  lead(world, rank_a, rank_b, a, b, settings, time);
  if (++candidate.impacts == tolerance::free_bounces) {
    ++flights_[flight_of_[rank_a]].persisting, ++flights_[flight_of_[rank_b]].persisting;
  }
  candidate.normal = settings.normal;
  const Real sunk = sunk_hop(world, candidate.key), turning = settings.spin_hop / (tolerance::shortest_hop / 2 * dt_);
  const Real sinking = candidate.sunk > 0 ? settings.spin_hop : std::sqrt(2 * turning * sunk);
  const bool hops = sinking > 0 && contact.outcome.approach_speed <= settings.hop_speed + sinking;
  candidate.sunk = hops ? max(sunk, contact.overlap + sunk / 4) : Real(0);
  for (const Rank rank : {rank_a, rank_b}) {
    Flight& path = flights_[flight_of_[rank]];
    path.met = candidate.key, path.met_normal = settings.normal;
  }
  const int most = world.settings.impact_limits.per_pair;
  const bool lower = settings.restitution == 0 || contact.outcome.approach_speed < settings.rest_speed;
  const bool rests = lower && (candidate.depth > 0 || !candidate.deep);
  candidate.settled = rests && candidate.impacts <= most;
  if (candidate.impacts <= most) return;
  if (movable(world, rank_a)) freeze(world, rank_a, time, StepStatus::impact_limit);
  if (movable(world, rank_b)) freeze(world, rank_b, time, StepStatus::impact_limit);
  lead(world, rank_a, rank_b, a, b, settings, time);
}

/// Whether the two could get so deep into one another by the end of the step that they might pass: by how fast their
/// paths close where they touch, and by turning relative to one another about that point.
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

/// Tells the books of a hit, before anything comes of it.
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

/// How fast turning presses a pair together: the corners of a body lie on a circle of radius r, which presses the far
/// ones on by w^2 r (the rounding about it is the same all round), and one that slides at u along a face that turns at
/// w by 2 w u.
Real Timeline::turning_press(const WorldState& world, const Candidate& candidate, const ClusterContact& contact,
                             Real time) {
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  Real slide = 0;
  for (int i = 0; i < contact.settings.points; ++i) {
    const V2 u = (a.velocity_at(time) + cross(a.spin, contact.arm[0][i])) -
                 (b.velocity_at(time) + cross(b.spin, contact.arm[1][i]));
    slide = max(slide, absolute(dot(perp(contact.settings.normal), u)));
  }
  return a.spin * a.spin * reach_of_corners(world, world.proxies[candidate.key.a]) +
         b.spin * b.spin * reach_of_corners(world, world.proxies[candidate.key.b]) +
         2 * turning_normal(world, candidate) * slide;
}

/// Speeds at which the pair has to part for its next meeting not to be at once. What presses by itself is taken back in
/// half a shortest hop; where nothing does, a pair that is met again and again approaches by rounding alone.
///
/// What presses more by turning comes and goes within a fraction of a turn, and nobody is to get speed for it. A pair
/// that has it met again at once, ever slower, hops below the surface instead: it meets where it has sunk in by a few
/// slops, parts as fast as it came there, and comes back to that depth after twice the time that it took to get there
/// first. One that lies deeper comes up within the step, no faster than it would in the solver; nor than it came.
void Timeline::set_hops(const WorldState& world, const Candidate& candidate, const ClusterContact& contact, Real time,
                        ImpactSettings& settings) {
  const Flight &a = flights_[flight(world, candidate.body_a)], &b = flights_[flight(world, candidate.body_b)];
  const Real press = max(-dot(a.acceleration - b.acceleration, settings.normal), 0);
  Real hop = tolerance::shortest_hop / 2 * dt_;
  settings.hop_speed = press * hop;
  if (!persists(candidate)) return;
  // What is left of the step is shared out among half of the impacts that are left.
  const int left = std::max(world.settings.impact_limits.per_pair - candidate.impacts, 1);
  hop = max(hop, (dt_ - time) / static_cast<Real>(left));
  settings.hop_speed = press * hop;
  const Real speeds = approach_bound(world, candidate, time);
  settings.hop_speed = max(settings.hop_speed, tolerance::rounded_hop * speeds);
  const Real sunk = sunk_hop(world, candidate.key);
  const Real turning = turning_press(world, candidate, contact, time);
  const bool elastic = settings.restitution >= 1 && 2 * candidate.impacts < world.settings.impact_limits.per_pair;
  if (elastic || sunk == 0 || turning * hop <= settings.hop_speed) return;
  settings.spin_hop = candidate.sunk > 0 ? std::sqrt(2 * turning * sunk) : turning * hop;
  const Real extent = min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
  const Real push_out = min((contact.overlap - sunk) / dt_, tolerance::push_out_extents_per_second * extent);
  settings.spin_hop = max(settings.spin_hop, push_out - settings.hop_speed);
}

/// From here on a held body flies: its path is bent by gravity and the user's force alone. What rests on firm things
/// goes on with the velocity that it has by now: what it leaves presses it no more, and what it does not leave it meets
/// again at once. (Were it given what its contacts would do in the rest of the step, as if it had not been hit, a body
/// would rock on two points for ever.) What rests on others `keeps` what the solver has: it ends with the velocity that
/// it was given there and what impacts add, since what its contacts did to it in this step their other sides have, too.
void Timeline::release(const WorldState& world, Rank rank, Real time, bool keeps) {
  Flight& path = flights_[flight(world, rank)];
  if (!world.bodies.flags[rank].awake || !movable(world, rank)) return;
  rebase(path, time);
  const BodyVelocity& solved = world.bodies.velocity[rank];
  Real angular = 0;
  path.acceleration = acceleration(world.bodies.mass[rank], world.bodies.forces[rank], world.bodies.flags[rank],
                                   plain(world.settings.gravity), angular);
  const V2 more = solved.linear + path.deflection - path.velocity_at(dt_);
  const Real more_spin = solved.angular + path.spin_deflection - path.spin;
  if (!keeps && rests_on_firm(world, rank)) {
    path.velocity -= path.push, path.spin -= path.pushed_spin(time);
    if (books_ != nullptr)
      books_->left_contacts(rank, time, solved, wide3(-path.push - more, -path.pushed_spin(time) - more_spin));
  } else {
    path.kick += more, path.kick_spin += more_spin;
  }
  path.push = {};
  path.push_spin = path.spin_rate = 0;
  path.held = false;
  path.released = path.bent = true;
}

/// Whether nothing of what a held body rests on can be moved.
bool Timeline::rests_on_firm(const WorldState& world, Rank rank) const {
  bool firm = true;
  for_each_candidate(rank, first_of_[rank].resting, [&](std::uint32_t i) {
    const Candidate& candidate = candidates_[i];
    const Rank other = candidate.body_a == rank ? candidate.body_b : candidate.body_a;
    firm &= world.bodies.flags[other].type != BodyType::dynamic;
  });
  return firm;
}

/// By how much a blow makes a body of the cluster faster into one of its contacts, at the point where that is most; as
/// if turning went straight in where the two are farther apart than a slop by now.
Real Timeline::pressed_into(const WorldState& world, const Candidate& candidate, const ClusterBody& body, Real time,
                            bool exact) {
  const V2 change = body.now.velocity - body.before.velocity;
  const Real turn = body.now.angular - body.before.angular;
  const bool first = candidate.body_a == body.rank;
  const Real slop = pair_slop(world, world.proxies[candidate.key.a], world.proxies[candidate.key.b]);
  ContactGeometry found;
  if (exact) found = geometry_in_place(world, candidate.key, candidate.near, slop, time);
  const V2 inward = (first ? Real(-1) : Real(1)) * (found.count > 0 ? found.normal : candidate.normal);
  Real by_turning = std::numeric_limits<Real>::lowest();
  for (int i = 0; i < found.count; ++i) {
    const V2 arm = first ? found.points[i].anchor : found.points[i].anchor + found.d;
    by_turning = max(by_turning, dot(cross(turn, arm), inward));
  }
  if (found.count == 0) by_turning = absolute(turn) * world.bodies.mass[body.rank].reach;
  return dot(change, inward) + by_turning;
}

/// Whether a held body that was hit moves on at once: farther in the rest of the step than its contacts would notice,
/// and into none of them. What a blow presses into its neighbours stays the solver's, which passes it on in the next
/// step.
bool Timeline::leaves_contacts(const WorldState& world, std::size_t place, Real time) {
  const ClusterBody& body = cluster_.bodies[place];
  const BodyMass& mass = world.bodies.mass[body.rank];
  const V2 change = body.now.velocity - body.before.velocity;
  const Real turn = absolute(body.now.angular - body.before.angular) * mass.reach;
  const Real least = tolerance::firm_slops * tolerance::slop_fraction * mass.extent / (dt_ - time);
  if (!(length(change) + turn > least)) return false;
  bool free = true;
  const bool firm = rests_on_firm(world, body.rank);
  for_each_candidate(body.rank, first_of_[body.rank].resting,
                     [&](std::uint32_t i) { free &= pressed_into(world, candidates_[i], body, time, firm) <= least; });
  return free;
}

/// Gives a body the velocities that a hit left it with.
void Timeline::take(WorldState& world, std::size_t place, Real time) {
  const ClusterBody& body = cluster_.bodies[place];
  const Rank rank = body.rank;
  const ImpactBody &before = body.before, &after = body.now;
  if (world.bodies.flags[rank].type != BodyType::dynamic) return;
  // The pair whose time has come, the first two, is looked at again in any case.
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

/// Keeps the paths of a pair out of one another where a held or a frozen body's does not show the velocity it was
/// given. The velocities of the bodies stay what the impact made them.
void Timeline::lead(WorldState& world, Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b,
                    const ImpactSettings& settings, Real time) {
  Flight &path_a = flights_[flight_of_[rank_a]], &path_b = flights_[flight_of_[rank_b]];
  const auto keeps = [](const Flight& path) {
    return path.held || path.frozen || path.led != V2{} || path.kick != V2{};
  };
  if (!keeps(path_a) && !keeps(path_b)) return;
  const bool goes_on = !path_a.frozen && !path_b.frozen;
  Real lack = 0;
  int lacking = 0;
  bool closes = false;
  for (int i = 0; i < settings.points; ++i) {
    const V2 shown = (path_a.velocity_at(time) + cross(path_a.spin, a.arm[i])) -
                     (path_b.velocity_at(time) + cross(path_b.spin, b.arm[i]));
    const V2 hidden = (path_a.hidden() + cross(path_a.hidden_spin(time), a.arm[i])) -
                      (path_b.hidden() + cross(path_b.hidden_spin(time), b.arm[i]));
    // A corner that the blow to another one throws back is the next impact.
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
  // Where the path that leads it is not that of its body's velocity either, it is that path that gives way.
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

/// What makes a point of a path faster by so much along the normal with the least energy: what an impulse there would
/// do. A held body that is hit at its end turns aside. Were it moved aside as it is it would be lifted off what holds
/// it, and what rocks on two points would be lifted by each hit by what it falls in a step, for ever.
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

/// A held body whose path a hit has not changed, though the pair goes on closing: its pairs are predicted once more, or
/// nobody would look at that one again.
void Timeline::look_again(const WorldState& world, Rank rank, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  if (!movable(world, rank) || !path.held) return;
  rebase(path, time);
  path.bent = true;
}

/// Whether a path so changed leads farther in a step than the solver could make up for.
bool Timeline::leaps(const WorldState& world, Rank rank, V2 change) const {
  const Real speed = length(flights_[flight_of_[rank]].velocity + change);
  return change != V2{} && speed * dt_ > tolerance::solver_way_extents * world.bodies.mass[rank].extent;
}

/// Whether that is farther than the solver could make up for, of a held body in company that gives way and has room.
bool Timeline::is_far(const WorldState& world, Rank rank, V2 way) const {
  if (!world.bodies.flags[rank].awake || !movable(world, rank)) return false;
  if (!(length(way) > tolerance::solver_way_extents * world.bodies.mass[rank].extent)) return false;
  bool company = false, room = true;
  for_each_candidate(rank, first_of_[rank].resting,
                     [&](std::uint32_t i) { company |= candidates_[i].depth > 0, room &= !candidates_[i].deep; });
  return company && room;
}

/// Releases a held body, which goes on with what hits have added to its velocity.
void Timeline::let_go(const WorldState& world, Rank rank, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  const V2 hidden = path.kick;
  const Real hidden_spin = path.kick_spin;
  if (path.held) release(world, rank, time, true);
  rebase(path, time);
  path.bent = true;
  path.velocity += hidden, path.spin += hidden_spin;
  path.kick -= hidden, path.kick_spin -= hidden_spin;
  if (books_ != nullptr) books_->kicked(rank, -hidden, time);
}

/// From here on the path of a body is led by the velocity that it has when the step ends. False if it is already, or if
/// the body lies so deep in one that gives way that it has no room for that.
bool Timeline::show_velocity(const WorldState& world, Rank rank, Real time) {
  const Flight& path = flights_[flight_of_[rank]];
  if (!movable(world, rank) || (path.kick == V2{} && path.kick_spin == 0)) return false;
  bool room = true;
  for_each_candidate(rank, first_of_[rank].resting,
                     [&](std::uint32_t i) { room &= !candidates_[i].deep || candidates_[i].depth == 0; });
  if (room) let_go(world, rank, time);
  return room;
}

/// Whether a body should stand still rather than be led on: in a jam everybody is pushed into others, each faster than
/// who pushes, as by a wedge, and with no momentum to end that. What hardly moves does no harm, nor does a lead that
/// gets nobody farther than a slop, as of what topples and slides along a floor in hops. `most`: speed that no path
/// need be led at.
bool Timeline::jams(const WorldState& world, Rank rank, V2 change, Real most, Real time) {
  const Real slop = tolerance::slop_fraction * world.bodies.mass[rank].extent;
  if (!(length(change) * (dt_ - time) > slop) || !movable(world, rank)) return false;
  Flight& path = flights_[flight_of_[rank]];
  if (!leaps(world, rank, change)) return false;
  return ++path.leads > tolerance::leads_per_body || length(path.velocity + change) > most;
}

/// Who gives way: nobody that is not dynamic; nobody that stands still for being out of impacts, but to such a one; a
/// flying body rather than a held one; of two that fly each as much as the other one's momentum makes it, so that their
/// centre of mass flies on; of two held ones the one that comes along, each as much as it does, so that one at rest is
/// not pushed into what holds it.
Real Timeline::share_of_way(const WorldState& world, Rank rank_a, Rank rank_b, V2 normal, Real time) const {
  const Flight &path_a = flights_[flight_of_[rank_a]], &path_b = flights_[flight_of_[rank_b]];
  const std::vector<BodyFlags>& flags = world.bodies.flags;
  if (flags[rank_a].type != BodyType::dynamic) return 0;
  if (flags[rank_b].type != BodyType::dynamic) return 1;
  if (!movable(world, rank_a)) return 0;
  if (!movable(world, rank_b)) return 1;
  // What was led away from something else is not pushed back into that.
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

/// Adds to the velocity of a path without changing that of the body. Who sleeps wakes up for that: it would not move.
void Timeline::deflect(WorldState& world, Rank rank, const PathChange& by, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  const V2 change = by.linear;
  if (change == V2{} || world.bodies.flags[rank].type != BodyType::dynamic) return;  // no part of an endless way either
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

/// Out of impacts, or stalled: the body stands still for the rest of the step and keeps its velocity for the next, with
/// what later impacts add. (Were it as firm as a wall that moves at that velocity, it would give energy to whatever
/// meets it.)
void Timeline::freeze(const WorldState& world, Rank rank, Real time, StepStatus why) {
  Flight& path = flights_[flight_of_[rank]];
  if (path.held) release(world, rank, time, true);
  rebase(path, time);
  if (books_ != nullptr && !path.released) books_->stopped(rank, path, time);
  path.kick += path.released ? path.velocity_at(dt_) : path.velocity;
  path.kick_spin += path.spin;
  path.velocity = path.acceleration = {};
  path.spin = 0;
  path.frozen = path.bent = true;
  path.held = false;
  status_ = status_ | why;
}

void Timeline::report(WorldState& world, const ClusterContact& contact, Real time) {
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

}  // namespace bankshot::inline BANKSHOT_ABI::detail
