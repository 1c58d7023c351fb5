#include <bankshot/tolerance.hpp>
#include <bankshot/world/free_islands.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// Whether nothing but contacts and gravity, the same for all, acts on a body.
bool follows(const WorldState& world, Rank rank, Real gravity_scale) {
  const BodyForces& forces = world.bodies.forces[rank];
  const BodyFlags& flags = world.bodies.flags[rank];
  const bool locked = flags.locks.x || flags.locks.y || !(world.bodies.mass[rank].inverse_inertia > 0);
  const bool driven = forces.force != V2{} || forces.torque != 0 || forces.gravity_scale != gravity_scale;
  return !locked && !driven && forces.linear_damping == 0 && forces.angular_damping == 0;
}

bool by_island(const RankPair& l, const RankPair& r) { return l.a != r.a ? l.a < r.a : l.b < r.b; }

/// Whether a line along the normal misses the centre of mass by more than rounding.
bool off_centre(V2 arm, V2 normal) { return absolute(cross(arm, normal)) > 64 * tolerance::eps * length(arm); }

}  // namespace

void FreeIslands::End::clear() {
  parts.clear();
  centre = drift = {};
  whole = momentum = inertia = kinetic = 0;
}

/// `turns`: whether its own turning belongs to what the island shares; if not, only its place and way do.
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

void FreeIslands::find(const Islands& islands, const PairSet& pairs) {
  firm_.assign(islands.bodies(), false), free_.assign(islands.bodies(), false);
  bodies_.clear(), ranks_.clear();
  for (const RankPair& pair : pairs.solved_bodies) {
    const Rank a = islands.root(pair.a), b = islands.root(pair.b);
    if (a != b) firm_[a == none ? b : a] = true;
  }
  bool any = false;
  for (const RankPair& pair : pairs.solved_bodies) {
    const Rank root = islands.root(pair.a);
    if (root == none || root != islands.root(pair.b) || firm_[root]) continue;
    any = free_[root] = true;
  }
  for (Rank rank = 0; any && rank < islands.bodies(); ++rank) {
    const Rank root = islands.root(rank);
    if (root != none && free_[root]) bodies_.push_back({root, rank});
  }
  std::sort(bodies_.begin(), bodies_.end(), by_island);
  inside_.assign(islands.bodies(), false);
  for (const RankPair& body : bodies_) ranks_.push_back(body.b), inside_[body.b] = true;
}

/// Notes whom of the free islands a contact can turn: by friction, or by a normal that does not run through its centre
/// of mass.
void FreeIslands::find_turned(const PairSet& pairs) {
  turned_.assign(firm_.size(), false);
  for (std::size_t i = 0; i < pairs.solved.size(); ++i) {
    const RankPair bodies = pairs.solved_bodies[i];
    if (!inside_[bodies.a]) continue;
    const ContactGeometry& contact = pairs.geometry[pairs.solved[i]];
    const bool rubs = pairs.near[pairs.solved[i]].friction > 0;
    for (int k = 0; k < contact.count; ++k) {
      const V2 arm_a = contact.points[k].anchor, arm_b = arm_a + contact.d;
      turned_[bodies.a] = turned_[bodies.a] || rubs || off_centre(arm_a, contact.normal);
      turned_[bodies.b] = turned_[bodies.b] || rubs || off_centre(arm_b, contact.normal);
    }
  }
}

bool FreeIslands::has_belts(const PairSet& pairs) {
  const auto moves = [&](std::uint32_t i) { return pairs.near[i].surface_speed != 0; };
  return std::any_of(pairs.solved.begin(), pairs.solved.end(), moves);
}

void FreeIslands::keep_momentum(WorldState& world, const PairSet& pairs, const Islands& islands,
                                const std::vector<Motion>& motion, Real dt, EnergyBooks* books) {
  if (!islands.as_before()) find(islands, pairs);
  if (bodies_.empty() || world.settings.force_hook.function != nullptr) return;
  const bool may_gain = has_belts(pairs);
  find_turned(pairs);
  for (std::size_t first = 0, end = 0; first < bodies_.size(); first = end) {
    while (end < bodies_.size() && bodies_[end].a == bodies_[first].a) ++end;
    keep_momentum(world, std::span(ranks_).subspan(first, end - first), motion, dt, may_gain, false, books);
  }
}

// With L the momentum that is to be kept, I the moment of inertia of the whole and K its energy, as if all of it turned
// together L^2 / 2 I of K is in that turn. What is left is what the bodies do relative to the whole.
void FreeIslands::keep_momentum(WorldState& world, std::span<const Rank> ranks, const std::vector<Motion>& motion,
                                Real dt, bool may_gain, bool after_impacts, EnergyBooks* books) {
  Bodies& bodies = world.bodies;
  const Real scale = bodies.forces[ranks.front()].gravity_scale;
  if (!std::all_of(ranks.begin(), ranks.end(), [&](Rank rank) { return follows(world, rank, scale); })) return;
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
  const bool gains = !may_gain && kinetic > before_.kinetic && kinetic > in_turn;
  const double kept = gains ? std::sqrt(std::max(before_.kinetic - in_turn, 0.0) / (kinetic - in_turn)) : 1;
  const Wide3 shift = (before_.drift + wide3((dt * scale) * plain(world.settings.gravity), 0)) - after_.drift;
  const bool told = std::isfinite(shift.x) && std::isfinite(shift.y) && std::isfinite(turn);
  if (!told || !std::isfinite(common) || !std::isfinite(kept)) return;  // beyond all numbers
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const Wide3 arm = after_.parts[i].place - after_.centre, v = after_.parts[i].velocity - after_.drift;
    const auto turned = [&arm](double spin) { return Wide3{-spin * arm.y, spin * arm.x, spin}; };
    const Wide3 whole = turned(common), own = v + turned(turn) - whole;
    const Wide3 change = shift + turned(turn) - (1 - kept) * own;
    BodyVelocity& velocity = bodies.velocity[ranks[i]];
    const Wide3 was = wide3(velocity.linear, velocity.angular);
    velocity.linear += V2{static_cast<Real>(change.x), static_cast<Real>(change.y)};
    if (turned_[ranks[i]]) velocity.angular += static_cast<Real>(change.turn);
    if (books == nullptr) continue;
    const Wide3 is = wide3(velocity.linear, velocity.angular);
    after_impacts ? books->amend(ranks[i], was, is) : books->set_right(ranks[i], was, is);
  }
}

// ---- after impacts ------------------------------------------------------------------------------------------------

namespace {

bool can_move(const WorldState& world, Rank rank) {
  return world.bodies.flags[rank].type == BodyType::dynamic && world.bodies.flags[rank].awake;
}

Rank rank_of_body(const WorldState& world, BodyId body) { return world.body_slots[body.slot].rank; }

/// Whether a body turns otherwise than before, by more than rounding.
bool was_turned(const WorldState& world, Rank rank, const Motion& moved) {
  const BodyVelocity& now = world.bodies.velocity[rank];
  const Real reach = world.bodies.mass[rank].reach;
  const Real speed = length(now.linear) + length(moved.velocity) + absolute(now.angular) * reach;
  return absolute(now.angular - moved.angular) * reach > 64 * tolerance::eps * speed;
}

}  // namespace

Rank FreeIslands::group_of(Rank rank) {
  while (group_[rank] != rank) rank = group_[rank] = group_[group_[rank]];
  return rank;
}

void FreeIslands::link(const WorldState& world, const RankPair& bodies) {
  if (!can_move(world, bodies.a) || !can_move(world, bodies.b)) return;
  const Rank a = group_of(bodies.a), b = group_of(bodies.b);
  group_[std::max(a, b)] = std::min(a, b);
}

/// Joins who touched and who hit one another in this step; firm_ and free_ are told anew, by the first of each group.
void FreeIslands::find_groups(const WorldState& world, const PairSet& pairs) {
  const std::size_t count = world.bodies.size();
  group_.resize(count);
  for (Rank rank = 0; rank < count; ++rank) group_[rank] = rank;
  hits_.clear();
  for (const Impact& hit : world.impacts) {
    hits_.push_back({rank_of_body(world, hit.body_a), rank_of_body(world, hit.body_b)});
  }
  for (const RankPair& pair : pairs.solved_bodies) link(world, pair);
  for (const RankPair& hit : hits_) link(world, hit);
  firm_.assign(count, false), free_.assign(count, false), hit_.assign(count, false);
  for (const RankPair& hit : hits_) hit_[hit.a] = hit_[hit.b] = true;
  const auto hold = [&](const RankPair& pair) {
    const bool a = can_move(world, pair.a), b = can_move(world, pair.b);
    if (a != b) firm_[group_of(a ? pair.a : pair.b)] = true;
  };
  for (const RankPair& pair : pairs.solved_bodies) hold(pair);
  for (const RankPair& hit : hits_) hold(hit);
  for (const RankPair& body : bodies_) free_[group_of(body.b)] = true;  // somebody of it was the solver's
}

void FreeIslands::keep_momentum_of_hit(WorldState& world, const PairSet& pairs, const std::vector<Motion>& motion,
                                       Real dt, EnergyBooks* books) {
  if (bodies_.empty() || world.settings.force_hook.function != nullptr) return;
  const auto changed = [&](Rank rank) { return can_move(world, rank) && motion[rank].changed; };
  if (world.impacts.empty() && std::none_of(ranks_.begin(), ranks_.end(), changed)) return;
  find_groups(world, pairs);
  members_.clear();
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    const Rank group = group_of(rank);
    if (can_move(world, rank) && free_[group] && !firm_[group]) members_.push_back({group, rank});
  }
  std::sort(members_.begin(), members_.end(), by_island);
  const bool gains = has_belts(pairs) || std::any_of(world.impacts.begin(), world.impacts.end(),
                                                     [](const Impact& impact) { return impact.energy_lost < 0; });
  std::vector<Rank> ranks;
  for (std::size_t first = 0, end = 0; first < members_.size(); first = end) {
    ranks.clear();
    bool any = false;
    for (; end < members_.size() && members_[end].a == members_[first].a; ++end) {
      const Rank rank = members_[end].b;
      ranks.push_back(rank);
      any |= changed(rank) || hit_[rank];
      turned_[rank] = turned_[rank] || was_turned(world, rank, motion[rank]);
    }
    if (any) keep_momentum(world, ranks, motion, dt, gains, true, books);
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
