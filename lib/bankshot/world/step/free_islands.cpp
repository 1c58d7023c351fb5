#include <bankshot/tolerance.hpp>
#include <bankshot/world/step/free_islands.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// True if only contacts and gravity, with the same scale for all, act on a body.
bool follows(const WorldState& world, Rank rank, const Motion& motion, Real gravity_scale) {
  if (motion.tied) return false;  // the step of its joints keeps what it can
  const BodyForces& forces = world.bodies.forces[rank];
  const BodyFlags& flags = world.bodies.flags[rank];
  const bool locked = flags.locks.x || flags.locks.y || !(world.bodies.mass[rank].inverse_inertia > 0);
  const bool driven = forces.force != V2{} || forces.torque != 0 || forces.gravity_scale != gravity_scale;
  return !locked && !driven && forces.linear_damping == 0 && forces.angular_damping == 0 && !rubs(forces);
}

/// True if a line along the normal misses the centre of mass by more than rounding.
bool off_centre(V2 arm, V2 normal) { return absolute(cross(arm, normal)) > 64 * tolerance::eps * length(arm); }

}  // namespace

void FreeIslands::End::clear() {
  parts.clear();
  centre = drift = {};
  whole = momentum = inertia = kinetic = 0;
}

/// `turns`: its own spin belongs to the total; otherwise only its position and velocity do.
void FreeIslands::End::add(const BodyMass& mass, bool turns, const Wide3& place, Wide3 velocity) {
  if (!turns) velocity.turn = 0;
  parts.push_back({to_double(mass.mass), turns ? to_double(mass.inertia) : 0.0, place, velocity});
}

void FreeIslands::End::finish() {
  for (const Part& part : parts) {
    whole += part.mass;
    centre += part.mass * part.place, drift += part.mass * part.velocity;
  }
  centre = (1 / whole) * centre, drift = (1 / whole) * drift;
  drift.turn = 0;
  for (const Part& part : parts) {
    const Wide3 arm = part.place - centre, v = part.velocity - drift;
    momentum += part.mass * (arm.x * v.y - arm.y * v.x) + part.inertia * v.turn;
    inertia += part.mass * (arm.x * arm.x + arm.y * arm.y) + part.inertia;
    kinetic += 0.5 * part.mass * (v.x * v.x + v.y * v.y) + 0.5 * part.inertia * v.turn * v.turn;
  }
}

/// Marks the islands that touch a body outside of any island.
void FreeIslands::find_firm(const Islands& islands, std::span<const RankPair> contacts) {
  for (const RankPair& pair : contacts) {
    const Rank a = islands.root(pair.a), b = islands.root(pair.b);
    if (a != b) firm_[a == none ? b : a] = true;
  }
}

/// Lists the bodies whose island's root is in free_, island by island.
void FreeIslands::list(const Islands& islands, Members& members) const {
  members.bodies.clear(), members.ranks.clear();
  for (Rank rank = 0; rank < islands.bodies(); ++rank) {
    const Rank root = islands.root(rank);
    if (root != none && free_[root]) members.bodies.push_back({root, rank});
  }
  std::sort(members.bodies.begin(), members.bodies.end(),
            [](const RankPair& l, const RankPair& r) { return l.a != r.a ? l.a < r.a : l.b < r.b; });
  for (const RankPair& body : members.bodies) members.ranks.push_back(body.b);
}

void FreeIslands::find(const Islands& islands, const SolverWork& work) {
  firm_.assign(islands.bodies(), false), free_.assign(islands.bodies(), false);
  find_firm(islands, work.bodies);
  bool any = false;
  for (const RankPair& pair : work.bodies) {
    const Rank root = islands.root(pair.a);
    if (root == none || root != islands.root(pair.b) || firm_[root]) continue;
    any = free_[root] = true;
  }
  solved_ = {};
  if (any) list(islands, solved_);
  inside_.assign(islands.bodies(), false);
  for (const Rank rank : solved_.ranks) inside_[rank] = true;
}

/// Marks the bodies of free islands that a contact can turn: by friction, or by a normal that does not pass through the
/// centre of mass.
void FreeIslands::find_turned(const ContactPairs& pairs, const SolverWork& work) {
  turned_.assign(firm_.size(), false);
  for (std::size_t i = 0; i < work.pairs.size(); ++i) {
    const RankPair bodies = work.bodies[i];
    if (!inside_[bodies.a]) continue;
    const ContactGeometry& contact = pairs.geometry[work.pairs[i]];
    const bool has_friction = pairs.near[work.pairs[i]].friction > 0;
    for (int k = 0; k < contact.count; ++k) {
      const V2 arm_a = contact.points[k].anchor, arm_b = arm_a + contact.d;
      turned_[bodies.a] = turned_[bodies.a] || has_friction || off_centre(arm_a, contact.normal);
      turned_[bodies.b] = turned_[bodies.b] || has_friction || off_centre(arm_b, contact.normal);
    }
  }
}

/// Notes the energy that each island may have gained: any with a belt among its contacts, otherwise none.
void FreeIslands::find_belts(const ContactPairs& pairs, const SolverWork& work, const Islands& islands) {
  given_.assign(islands.bodies(), 0.0);
  for (std::size_t i = 0; i < work.pairs.size(); ++i) {
    if (pairs.near[work.pairs[i]].surface_speed == 0) continue;
    for (const Rank rank : {work.bodies[i].a, work.bodies[i].b}) {
      if (islands.root(rank) != none) given_[islands.root(rank)] = to_double(infinite);
    }
  }
}

template <class Visit>
void FreeIslands::for_each_island(const Members& members, Visit&& visit) {
  const std::vector<RankPair>& bodies = members.bodies;
  for (std::size_t first = 0, end = 0; first < bodies.size(); first = end) {
    while (end < bodies.size() && bodies[end].a == bodies[first].a) ++end;
    visit(std::span(members.ranks).subspan(first, end - first));
  }
}

void FreeIslands::keep_momentum(WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                                const Islands& islands, std::vector<Motion>& motion, Real dt, EnergyRecorder* books) {
  if (!islands.as_before()) find(islands, work);
  if (solved_.ranks.empty() || world.settings.force_hook.function != nullptr) return;
  find_turned(pairs, work);
  find_belts(pairs, work, islands);
  for_each_island(solved_, [&](std::span<const Rank> ranks) {
    keep_momentum(world, ranks, motion, dt, given_[islands.root(ranks.front())], false, books);
    const V2 way = way_lacking(world, ranks, dt, motion);
    for (const Rank rank : ranks) motion[rank].displacement += way;
  });
}

/// The displacement that a group lacks for its centre of mass to fall freely.
// In a sub-step, the mean of its two velocities moves a body, but only the last one moves a body that was stopped, see
// straighten_paths(): of two bodies that met, either may apply to either.
V2 FreeIslands::way_lacking(const WorldState& world, std::span<const Rank> ranks, Real dt,
                            const std::vector<Motion>& motion) {
  const Bodies& bodies = world.bodies;
  const Real scale = bodies.forces[ranks.front()].gravity_scale;
  if (!std::all_of(ranks.begin(), ranks.end(), [&](Rank rank) { return follows(world, rank, motion[rank], scale); }))
    return {};
  double whole = 0;
  Wide3 lag;
  for (const Rank rank : ranks) {
    const Motion& moved = motion[rank];
    const double mass = to_double(bodies.mass[rank].mass);
    const Wide3 start = wide3(moved.velocity, 0) + wide3(moved.remainder, 0);
    whole += mass;
    lag += mass * (to_double(dt) * start - wide3(moved.displacement, 0));
  }
  const Wide3 way = (1 / whole) * lag + wide3((dt * dt / 2 * scale) * plain(world.settings.gravity), 0);
  if (!std::isfinite(way.x) || !std::isfinite(way.y)) return {};
  return {static_cast<Real>(way.x), static_cast<Real>(way.y)};
}

// With L the momentum to be kept, I the moment of inertia of the whole and K its energy: L^2 / 2 I of K is in the
// common rotation, as if all bodies turned together. The rest is motion of the bodies relative to the whole.
void FreeIslands::keep_momentum(WorldState& world, std::span<const Rank> ranks, const std::vector<Motion>& motion,
                                Real dt, double given, bool after_impacts, EnergyRecorder* books) {
  Bodies& bodies = world.bodies;
  const Real scale = bodies.forces[ranks.front()].gravity_scale;
  if (!std::all_of(ranks.begin(), ranks.end(), [&](Rank rank) { return follows(world, rank, motion[rank], scale); }))
    return;
  before_.clear(), after_.clear();
  for (const Rank rank : ranks) {
    const Motion& moved = motion[rank];
    const Wide3 place = wide3(centre_difference(bodies.pose[rank], bodies.pose[ranks.front()]), 0);
    const bool turns = turned_[rank];
    before_.add(bodies.mass[rank], turns, place, wide3(moved.velocity, moved.angular) + wide3(moved.remainder, 0));
    after_.add(
        bodies.mass[rank], turns, place + wide3(moved.displacement, 0),
        wide3(bodies.velocity[rank].linear, bodies.velocity[rank].angular) + wide3(bodies.velocity_remainder[rank], 0));
  }
  before_.finish(), after_.finish();
  const double turn = (before_.momentum - after_.momentum) / after_.inertia;
  const double common = before_.momentum / after_.inertia, in_turn = 0.5 * common * before_.momentum;
  const double kinetic = after_.kinetic + turn * (after_.momentum + 0.5 * turn * after_.inertia);
  const double most = before_.kinetic + given;
  const bool gains = kinetic > most && kinetic > in_turn;
  const double kept = gains ? std::sqrt(std::max(most - in_turn, 0.0) / (kinetic - in_turn)) : 1;
  const Wide3 shift = (before_.drift + wide3((dt * scale) * plain(world.settings.gravity), 0)) - after_.drift;
  const bool told = std::isfinite(shift.x) && std::isfinite(shift.y) && std::isfinite(turn);
  if (!told || !std::isfinite(common) || !std::isfinite(kept)) return;  // overflow
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const Wide3 arm = after_.parts[i].place - after_.centre, v = after_.parts[i].velocity - after_.drift;
    const auto turned = [&arm](double spin) { return Wide3{-spin * arm.y, spin * arm.x, spin}; };
    const Wide3 whole = turned(common), own = v + turned(turn) - whole;
    const Wide3 change = shift + turned(turn) - (1 - kept) * own;
    BodyVelocity& velocity = bodies.velocity[ranks[i]];
    V2& remainder = bodies.velocity_remainder[ranks[i]];
    const Wide3 was = wide3(velocity.linear, velocity.angular) + wide3(remainder, 0);
    accumulate(velocity.linear.x, remainder.x, static_cast<Real>(change.x));
    accumulate(velocity.linear.y, remainder.y, static_cast<Real>(change.y));
    if (turned_[ranks[i]]) velocity.angular += static_cast<Real>(change.turn);
    if (books == nullptr) continue;
    const Wide3 is = wide3(velocity.linear, velocity.angular) + wide3(remainder, 0);
    after_impacts ? books->amend(ranks[i], was, is) : books->set_right(ranks[i], was, is);
  }
}

// ---- after impacts --------------------------------------------------------------------------------------------------

namespace {

/// True if a body's spin changed by more than rounding.
bool was_turned(const WorldState& world, Rank rank, const Motion& moved) {
  const BodyVelocity& now = world.bodies.velocity[rank];
  const Real reach = world.bodies.mass[rank].reach;
  const Real speed = length(now.linear) + length(moved.velocity) + absolute(now.angular) * reach;
  return absolute(now.angular - moved.angular) * reach > 64 * tolerance::eps * speed;
}

}  // namespace

// A body that slept when the step began may rest on a firm one, which is not known here. Not every impact is in the
// world's list: a body that hops on another one is led aside by unreported impacts.
void FreeIslands::find_hit(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                           const Islands& islands, std::span<const PairKey> met, const std::vector<Motion>& motion) {
  hits_.clear();
  for (const PairKey& key : met) hits_.push_back({world.proxies[key.a].body, world.proxies[key.b].body});
  groups_.build(world, {work.bodies, hits_});
  firm_.assign(groups_.bodies(), false), free_.assign(groups_.bodies(), false), hit_.assign(groups_.bodies(), false);
  find_firm(groups_, work.bodies), find_firm(groups_, hits_);
  const auto note_hit = [&](Rank rank) {
    if (groups_.root(rank) != none) hit_[groups_.root(rank)] = true;
  };
  for (const RankPair& hit : hits_) note_hit(hit.a), note_hit(hit.b);
  for (Rank rank = 0; rank < groups_.bodies(); ++rank) {
    if (motion[rank].changed) note_hit(rank);
    if (groups_.root(rank) != none && islands.root(rank) == none) firm_[groups_.root(rank)] = true;
  }
  for (const Rank rank : solved_.ranks) {
    const Rank root = groups_.root(rank);
    free_[root] = hit_[root] && !firm_[root];
  }
  list(groups_, struck_);
  find_belts(pairs, work, groups_);
  find_given(world);
}

/// Adds the energy that a group may have gained where a pair separates a little faster than it came.
void FreeIslands::find_given(const WorldState& world) {
  for (const Impact& impact : world.impacts) {
    const Rank root =
        groups_.root_of({world.body_slots[impact.body_a.slot].rank, world.body_slots[impact.body_b.slot].rank});
    given_[root] += std::max(-to_double(impact.energy_lost), 0.0);
  }
}

// No body can be in the way within the gap that counts as touching.
void FreeIslands::keep_centre_of_hit(const WorldState& world, std::span<const Rank> ranks, Timeline& timeline, Real dt,
                                     std::vector<Motion>& motion, EnergyRecorder* books) {
  V2 way = way_lacking(world, ranks, dt, motion);
  Real extent = infinite;
  for (const Rank rank : ranks) extent = min(extent, world.bodies.mass[rank].extent);
  const Real touching = tolerance::impact_gap_slops * tolerance::slop_fraction * extent;
  if (!(length(way) <= touching)) way = timeline.share_free(ranks, way) * way;
  for (const Rank rank : ranks) {
    motion[rank].displacement += way;
    if (books != nullptr) books->moved(rank, way);
  }
}

void FreeIslands::keep_momentum_of_hit(WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                                       const Islands& islands, Timeline& timeline, std::vector<Motion>& motion, Real dt,
                                       EnergyRecorder* books) {
  if (solved_.ranks.empty() || world.settings.force_hook.function != nullptr) return;
  const auto changed = [&](Rank rank) { return motion[rank].changed; };
  if (timeline.met().empty() && std::none_of(solved_.ranks.begin(), solved_.ranks.end(), changed)) return;
  find_hit(world, pairs, work, islands, timeline.met(), motion);
  for (const Rank rank : struck_.ranks) turned_[rank] = turned_[rank] || was_turned(world, rank, motion[rank]);
  for_each_island(struck_, [&](std::span<const Rank> ranks) {
    keep_momentum(world, ranks, motion, dt, given_[groups_.root(ranks.front())], true, books);
    keep_centre_of_hit(world, ranks, timeline, dt, motion, books);
  });
}

}  // namespace bankshot::BANKSHOT_ABI::detail
