#include <bankshot/world/timeline/impact_resolver.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/timeline/joint_flight.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The impulse of a contact on one side, as seen from the true centre of mass of a body whose centre is shifted.
Triple true_impulse(const GroupContact& contact, int side, V2 shift) {
  const BodyImpulse seen = ImpactGroup::impulse_on(contact, side);
  return {{seen.x, seen.y, seen.turn + to_double(shift.x) * seen.y - to_double(shift.y) * seen.x}};
}

}  // namespace

void ImpactResolver::resolve(const QueuedImpact& hit) {
  changed_.clear(), correction_.clear(), changes_.clear_stopped();
  if (!gatherer_.gather(hit, group_)) return;
  group_.tell_sides(energy() != nullptr);
  group_.solve();
  if (energy() != nullptr) record_energy(hit.time);
  for (const GroupContact& contact : group_.contacts) {
    if (contact.support) continue;
    if (!is_resting_on(contact)) report(contact, hit.time);
    met_.add(contact.key);
  }
  if (step_.flight != nullptr && !step_.flight->empty()) push_tied(hit.time);
  for (std::size_t i = 0; i < group_.bodies.size(); ++i) apply(group_.bodies[i], i < 2, hit.time);
  if (step_.flight != nullptr) step_.flight->go_on(paths_);
  for (const GroupContact& contact : group_.contacts) {
    if (!contact.support) follow_up(contact, hit.time);
  }
  for (const GroupBody& body : group_.bodies) {
    const Trajectory& path = paths_[body.rank];
    if (path.changed && path.since == hit.time && !is_tied(body.rank)) changed_.push_back(body.rank);
  }
  if (step_.flight == nullptr) return;
  add_companions();
}

/// Adds the bodies that changed paths with those of the group.
void ImpactResolver::add_companions() {
  const auto own = static_cast<std::ptrdiff_t>(changed_.size());
  const auto is_own = [&](Rank rank) {
    return std::find(changed_.begin(), changed_.begin() + own, rank) != changed_.begin() + own;
  };
  const std::span<const Rank> flew = step_.flight->changed();
  std::vector<Rank> others(flew.begin(), flew.end());
  others.insert(others.end(), correction_.led().begin(), correction_.led().end());
  others.insert(others.end(), changes_.stopped().begin(), changes_.stopped().end());
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  std::copy_if(others.begin(), others.end(), std::back_inserter(changed_), [&](Rank rank) { return !is_own(rank); });
}

/// Passes the impulses on tied bodies on to their groups.
void ImpactResolver::push_tied(Real time) {
  for (const GroupContact& contact : group_.contacts) {
    for (int side = 0; side < 2; ++side) {
      const GroupBody& body = group_.bodies[contact.body[side]];
      if (is_of_group(body.rank) && contact.outcome.impulse > 0) {
        step_.flight->give(body.rank, true_impulse(contact, side, body.open.shift));
      }
    }
  }
  held_changes_.clear();
  step_.flight->pass_on(held_changes_);
  for (const TiedChange& of : held_changes_) {
    paths_.of(of.rank);
    const PathChange change = path_change(of);
    changes_.defer(of.rank, change.linear, change.angular, time);
  }
}

/// Tells the energy recorder of an impact, before it changes any path.
void ImpactResolver::record_energy(Real time) {
  drifts_.assign(group_.bodies.size(), {});
  for (std::size_t i = 0; i < drifts_.size(); ++i) {
    const Rank rank = group_.bodies[i].rank;
    const Trajectory& path = paths_[rank];
    drifts_[i].held = path.is_held() || path.left_contacts;
    drifts_[i].tied = drifts_[i].held && is_of_group(rank);
    const BodyVelocity& solved = world().bodies.velocity[rank];
    const Wide3 last = path.is_held()
                           ? wide3(solved.linear, solved.angular) + wide3(path.correction, path.spin_correction)
                           : wide3(path.velocity_at(dt()), path.spin);
    if (path.is_held() && drifts_[i].tied) continue;  // it is hit with its final velocity
    drifts_[i].drift = last - wide3(path.velocity_at(time) - path.push, path.spin - path.pushed_spin(time));
  }
  energy()->hit(group_, drifts_);
}

/// Gives a body the velocities that an impact left it with. `first`: it is of the pair whose time has come, and is
/// predicted again in any case.
void ImpactResolver::apply(const GroupBody& body, bool first, Real time) {
  const Rank rank = body.rank;
  const ImpactBody &before = body.before, &after = body.now;
  if (world().bodies.flags[rank].type != BodyType::dynamic) return;
  if (is_tied(rank)) return count_tied(rank, time);
  if (is_of_group(rank)) return;  // push_tied() has done that
  if (!first && after.velocity == before.velocity && after.angular == before.angular) return;
  Trajectory& path = paths_.of(rank);
  if (path.is_held() && leaves_contacts(body, time)) changes_.release(rank, time);
  const V2 hidden = path.deferred + (after.velocity - before.velocity);
  if (path.is_held() && changes_.is_far(rank, (dt() - time) * hidden)) changes_.follow_velocity(rank, time);
  if (path.is_held() || path.is_stopped()) {
    return changes_.defer(rank, after.velocity - before.velocity, after.angular - before.angular, time);
  }
  rebase(path, time);
  path.changed = true;
  path.velocity += after.velocity - before.velocity;
  path.spin += after.angular - before.angular;
  const BodyMass& mass = world().bodies.mass[rank];
  const Real blur = (length(path.velocity) + absolute(path.spin) * mass.reach) * (tolerance::eps * dt());
  const bool lost = !(blur <= tolerance::blur_extents * mass.extent);
  const bool limit_met = ++path.impacts > world().settings.impact_limits.per_body;
  if (limit_met || lost) changes_.stop(rank, time, limit_met ? StepStatus::impact_limit : StepStatus::stalled);
}

/// Counts an impact of a tied body.
void ImpactResolver::count_tied(Rank rank, Real time) {
  if (++paths_[rank].impacts > world().settings.impact_limits.per_body)
    changes_.stop(rank, time, StepStatus::impact_limit);
}

/// Returns by how much an impact speeds a body of the group up into one of its contacts, at the point where that is
/// most. If the two are farther apart than a slop by now, turning counts as if it went straight in.
Real ImpactResolver::pressed_into(const Candidate& candidate, const GroupBody& body, Real time, bool exact) {
  const V2 change = body.now.velocity - body.before.velocity;
  const Real turn = body.now.angular - body.before.angular;
  const bool first = candidate.body_a == body.rank;
  const Real slop = pair_slop(world(), world().proxies[candidate.key.a], world().proxies[candidate.key.b]);
  ContactGeometry found;
  if (exact) found = surface_.contact_at(candidate.key, candidate.near, slop, time);
  const V2 inward = (first ? Real(-1) : Real(1)) * (found.count > 0 ? found.normal : candidate.normal);
  Real by_turning = std::numeric_limits<Real>::lowest();
  for (int i = 0; i < found.count; ++i) {
    const V2 arm = first ? found.points[i].anchor : found.points[i].anchor + found.d;
    by_turning = max(by_turning, dot(cross(turn, arm), inward));
  }
  if (found.count == 0) by_turning = absolute(turn) * world().bodies.mass[body.rank].reach;
  return dot(change, inward) + by_turning;
}

/// True if a held body that was hit moves on at once: farther in the rest of the step than its contacts would notice,
/// or round a corner, however slowly; and into none of its contacts. An impact that presses the body into its
/// neighbours is left to the solver, which passes it on in the next step.
bool ImpactResolver::leaves_contacts(const GroupBody& body, Real time) {
  const BodyMass& mass = world().bodies.mass[body.rank];
  const V2 change = body.now.velocity - body.before.velocity;
  const Real turn = absolute(body.now.angular - body.before.angular) * mass.reach;
  const Real least = tolerance::firm_slops * tolerance::slop_fraction * mass.extent / (dt() - time);
  const bool moves = length(change) + turn > least;
  if (!moves && !changes_.in_a_corner(candidates_[group_.contacts.front().candidate], body.rank)) return false;
  bool free = true;
  const bool firm = changes_.rests_on_firm(body.rank);
  candidates_.for_each_resting(
      body.rank, [&](std::uint32_t i) { free &= pressed_into(candidates_[i], body, time, firm) <= least; });
  return free;
}

void ImpactResolver::report(const GroupContact& contact, Real time) {
  const Proxy &proxy_a = world().proxies[contact.key.a], &proxy_b = world().proxies[contact.key.b];
  const ImpactOutcome& outcome = contact.outcome;
  const V2 centre = world().bodies.pose[proxy_a.body].centre + paths_.of(proxy_a.body).displacement(time);
  Impact impact;
  impact.time = time;
  impact.body_a = proxy_a.body_id, impact.body_b = proxy_b.body_id;
  impact.shape_a = proxy_a.shape, impact.shape_b = proxy_b.shape;
  impact.feature_a = contact.features.a, impact.feature_b = contact.features.b;
  const V2 shift = group_.bodies[contact.body[0]].now.shift;
  impact.point = vec2(centre + shift + Real(0.5) * (contact.arm[0][0] + contact.arm[0][1]));
  impact.normal = vec2(contact.settings.normal);
  impact.approach_speed = outcome.approach_speed;
  impact.separation_speed = outcome.separation_speed;
  impact.impulse = outcome.impulse;
  impact.energy_lost = outcome.energy_lost;
  step_.world->impacts.push_back(impact);
}

/// True if a contact met only because it hops, or because the solver no longer holds its body: a pair that rested and
/// was no more than a slop apart has not separated.
bool ImpactResolver::is_resting_on(const GroupContact& contact) const {
  const Real approach = contact.outcome.approach_speed;
  if (approach <= contact.settings.hop_speed + contact.settings.spin_hop) return true;
  const Candidate& candidate = candidates_[contact.candidate];
  const auto slides_on = [&] { return candidate.impacts > 0 && meets_in_a_corner(candidate); };
  if (!candidate.rests && !slides_on()) return false;
  const Trajectory &a = paths_[candidate.body_a], &b = paths_[candidate.body_b];
  const Real press = max(-dot(a.acceleration - b.acceleration, contact.settings.normal), 0);
  return approach * approach <=
         2 * press * pair_slop(world(), world().proxies[contact.key.a], world().proxies[contact.key.b]);
}

bool ImpactResolver::meets_in_a_corner(const Candidate& candidate) const {
  return changes_.in_a_corner(candidate, candidate.body_a) || changes_.in_a_corner(candidate, candidate.body_b);
}

/// Updates the rest of the step after an impact.
void ImpactResolver::follow_up(const GroupContact& contact, Real time) {
  Candidate& candidate = candidates_[contact.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const ImpactBody a = group_.side(contact, 0), b = group_.side(contact, 1);
  // A turning pair whose contact does not separate would be found to meet again at once: it parts by an epsilon offset.
  const Proxy &proxy_a = world().proxies[contact.key.a], &proxy_b = world().proxies[contact.key.b];
  const Real offset = tolerance::impact_gap_slops * pair_slop(world(), proxy_a, proxy_b) / dt();
  ImpactSettings settings = contact.settings;
  // A body that slides on behind a corner keeps its depth, and hops until the step ends.
  const bool corner = meets_in_a_corner(candidate);
  if (!corner || paths_.turning_normal(candidate) > 0) settings.hop_speed = max(settings.hop_speed, offset);
  const bool moves = !paths_[rank_a].is_stopped() && !paths_[rank_b].is_stopped();
  const bool hops_alone = candidate.impacts < tolerance::free_bounces + static_cast<int>(1 / tolerance::shortest_hop);
  if (moves && !hops_alone && has_surface(world(), contact) && !(contact.outcome.impulse > 0))
    changes_.try_follow_velocity(rank_a, time), changes_.try_follow_velocity(rank_b, time);
  correction_.separate(rank_a, rank_b, a, b, settings, time);
  // A contact that rests beside the pair that met takes that impact without meeting again. If several hop in turn, each
  // would otherwise count the hops of all others.
  const bool soon = candidate.impacts > 0 && time - candidate.met_at < 2 * hops_.least_hop(candidate, time);
  const bool met = &contact == &group_.contacts.front() || !is_resting_on(contact);
  if (met) count(contact.candidate, time);
  candidate.normal = settings.normal;
  if (!corner) candidate.sunk = next_depth(candidate, contact, settings, soon);
  for (const Rank rank : {rank_a, rank_b}) {
    Trajectory& path = paths_[rank];
    path.met = candidate.key, path.met_normal = settings.normal;
  }
  const int most = world().settings.impact_limits.per_pair;
  const bool lower = settings.restitution == 0 || contact.outcome.approach_speed < settings.rest_speed;
  const bool rests = lower && (candidate.depth > 0 || !candidate.deep);
  if (met) stuck_.count_hit(candidate, time, changes_);
  const bool spent = met && stuck_.are_stuck(candidate, most);
  candidate.settled = rests && candidate.impacts <= most && !corner;
  if (candidate.impacts <= most && !spent) return;
  if (paths_.is_movable(rank_a)) changes_.stop(rank_a, time, StepStatus::impact_limit);
  if (paths_.is_movable(rank_b)) changes_.stop(rank_b, time, StepStatus::impact_limit);
  if (spent) return stuck_.hold_together(candidate, time, changes_);
  correction_.separate(rank_a, rank_b, a, b, settings, time);
}

/// Counts an impact of a pair.
void ImpactResolver::count(std::uint32_t place, Real time) {
  Candidate& candidate = candidates_[place];
  candidate.met_at = time;
  if (!world().proxies[candidate.key.a].convex || !world().proxies[candidate.key.b].convex) {
    met_.add_shapes(candidate.key);
  }
  if (++candidate.impacts != tolerance::free_bounces) return;
  for (const Rank rank : {candidate.body_a, candidate.body_b}) {
    const auto last = static_cast<std::uint32_t>(rattling_.size());
    rattling_.push_back({place, std::exchange(paths_[rank].rattling, last)});
  }
}

/// Returns the overlap at which a pair meets again; 0: it does not sink. A pair that parts as fast as it came comes
/// back to its depth. If it came back too soon it has to sink in deeper.
Real ImpactResolver::next_depth(const Candidate& candidate, const GroupContact& contact, const ImpactSettings& settings,
                                bool soon) const {
  const Real sunk = hops_.sunk_hop(candidate.key), turning = settings.spin_hop / (tolerance::shortest_hop / 2 * dt());
  const Real sinking = candidate.sunk > 0 ? settings.spin_hop : std::sqrt(2 * turning * sunk);
  const bool hops = sinking > 0 && contact.outcome.approach_speed <= settings.hop_speed + sinking;
  return hops ? max(sunk, contact.overlap + (soon ? sunk / 4 : Real(0))) : Real(0);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
