#include <bankshot/math/cpp20.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/islands/sleep.hpp>

#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/contacts/contact_now.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/islands/calm.hpp>
#include <bankshot/world/pairs/pairs.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool at_rest(const WorldState& world, const CachedContact& contact) {
  return at_rest(world.bodies.flags[world.proxies[contact.key.a].body]) &&
         at_rest(world.bodies.flags[world.proxies[contact.key.b].body]);
}

/// Moves the contacts that `moves` selects from one sorted list to the other.
template <class Pick>
void transfer(std::vector<CachedContact>& from, std::vector<CachedContact>& to, Pick&& moves) {
  const std::size_t old_size = to.size();
  std::size_t kept = 0;
  for (const CachedContact& contact : from) {
    if (moves(contact)) {
      to.push_back(contact);
    } else {
      from[kept++] = contact;
    }
  }
  from.resize(kept);
  if (to.size() != old_size) std::sort(to.begin(), to.end(), before);
}

/// Acceleration of a body by gravity and forces; the angular one in `angular`.
V2 pull(const WorldState& world, Rank rank, Real& angular) {
  const Bodies& bodies = world.bodies;
  return acceleration(bodies.mass[rank], bodies.forces[rank], bodies.flags[rank], plain(world.settings.gravity),
                      angular);
}

/// True if a free body has nearly reached the place where it stops. Its speed v falls as e^(-d t), so it has v / d left
/// to go, including the motion of turning points: less than its slop. Without damping, a slow ball goes on through
/// empty space for ever.
bool ends_here(const BodyForces& forces, const BodyMass& mass, const BodyVelocity& v) {
  const auto within = [](Real speed, Real damping, Real most) { return speed == 0 || speed < damping * most; };
  const Real most = tolerance::slop_fraction * mass.extent / 2;  // for each of both
  return within(length(v.linear), forces.linear_damping, most) &&
         within(absolute(v.angular) * mass.reach, forces.angular_damping, most);
}

/// True if a body is slow enough to count as still. A free body is still only if it goes nowhere and nothing pulls at
/// it.
bool still(const WorldState& world, Rank rank, const Motion& motion, Real dt) {
  const Bodies& bodies = world.bodies;
  const BodyVelocity& v = bodies.velocity[rank];
  const BodyMass& mass = bodies.mass[rank];
  const auto slow = [&mass](V2 linear, Real angular) {
    return length(linear) + absolute(angular) * mass.reach < tolerance::sleep_extents_per_second * mass.extent;
  };
  // A held body that impacts have moved by no more than that is as still as one that nothing hit. A body that is pushed
  // out of an overlap moves, without a velocity. What pulls at a tied body may be in balance with its joints.
  const bool driven = motion.changed || motion.pushed, stays = slow((1 / dt) * motion.displacement, motion.turn / dt);
  if ((!motion.held && !motion.tied) || (driven && !stays)) {
    Real angular = 0;
    const V2 a = pull(world, rank, angular);
    const bool hooked = world.settings.force_hook.function != nullptr;  // may pull at any time
    const TableFriction& table = bodies.forces[rank].table;
    const bool kept = !moving(v) && length(a) <= table.linear && absolute(angular) <= table.angular;
    return (kept || (a == V2{} && angular == 0)) && (hooked ? !moving(v) : ends_here(bodies.forces[rank], mass, v));
  }
  return slow(v.linear, v.angular);
}

/// Islands that touch one another sleep and wake together. Otherwise an awake one would wake a sleeping one, in turns
/// and for ever. Disjoint sets of islands, as in island.cpp; the name of a group is its lowest rank.
class TouchingGroups {
 public:
  TouchingGroups(const WorldState& world, const ContactPairs& pairs, const Islands& islands, std::vector<Rank>& parent)
      : islands_(islands), parent_(parent) {
    parent_.resize(islands.bodies());
    world.active.for_each([&](Rank rank) { parent_[rank] = islands.root(rank); });
    for (const ContactPair& pair : pairs.near) {
      if (!pair.touching || pair.passes) continue;
      const Rank a = root(pair.body_a), b = root(pair.body_b);
      if (a != none && b != none && a != b) parent_[max_of(a, b)] = min_of(a, b);
    }
  }
  Rank root(Rank rank) {
    if (islands_.root(rank) == none) return none;
    while (parent_[rank] != rank) rank = parent_[rank] = parent_[parent_[rank]];
    return rank;
  }

 private:
  static Rank min_of(Rank a, Rank b) { return a < b ? a : b; }
  static Rank max_of(Rank a, Rank b) { return a < b ? b : a; }
  const Islands& islands_;
  std::vector<Rank>& parent_;
};

/// Kinematic or conveyor contacts reset the sleep timer. Skips bodies whose timers are zero anyway.
void stay_awake_on_movers(WorldState& world, const ContactPairs& pairs, const SolverWork& work, const Range& range) {
  std::vector<Real>& still_time = world.bodies.still_time;
  const auto keep_awake = [&](Rank rank) { store_relaxed(still_time[rank], Real(0)); };  // others may write, too
  const auto moves = [&](Rank rank) {
    return world.bodies.flags[rank].type == BodyType::kinematic && moving(world.bodies.velocity[rank]);
  };
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const auto [a, b] = work.bodies[i];
    if (load_relaxed(still_time[a]) == 0 && load_relaxed(still_time[b]) == 0) continue;
    if (moves(a)) keep_awake(b);
    if (moves(b)) keep_awake(a);
    const PairKey& key = pairs.near[work.pairs[i]].key;
    if (material_of(world, key.a, key.part_a).surface_speed != 0 ||
        material_of(world, key.b, key.part_b).surface_speed != 0) {
      keep_awake(a), keep_awake(b);
    }
  }
}

/// Counts how long a body has been still, or near one place.
void count_still_time(WorldState& world, Rank rank, const Motion& motion, Real dt) {
  Bodies& bodies = world.bodies;
  BodyCalm& calm = bodies.calm[rank];
  Real &time = bodies.still_time[rank], angular = 0;
  if (!bodies.flags[rank].can_sleep || bodies.flags[rank].type == BodyType::fixed) {  // fixed: frozen in this step
    calm = {}, time = 0;
    return;
  }
  time = still(world, rank, motion, dt) ? time + dt : Real(0);
  if (!motion.held) {
    calm = {};
    return;
  }
  const Real lifting = length(pull(world, rank, angular));
  const BodyVelocity& velocity = bodies.velocity[rank];
  if (stays_near(calm, bodies.pose[rank], velocity, bodies.mass[rank], motion, lifting, dt))
    time = max(time, calm.time);
}

/// Counts how long each body of an island has been still.
void count_still_time(WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                      const std::vector<Motion>& motion, const Islands& islands, Real dt) {
  world.active.ranges(world.team, least_bodies, [&](const Range& range) {
    for (auto rank = static_cast<Rank>(range.begin); rank < range.end; ++rank) {
      if (islands.root(rank) == none) continue;
      count_still_time(world, rank, motion[rank], dt);
    }
  });
  world.team.ranges(work.pairs.size(), least_pairs,
                    [&](const Range& range) { stay_awake_on_movers(world, pairs, work, range); });
}

/// True if any body has been still for long enough to sleep by itself.
bool any_tired(const WorldState& world) {
  bool any = false;
  world.active.for_each([&](Rank rank) { any |= world.bodies.still_time[rank] >= tolerance::sleep_delay; });
  return any;
}

void fall_asleep(WorldState& world, Rank rank, std::uint32_t label) {
  set_awake(world, rank, false);
  world.bodies.still_time[rank] = 0;
  world.bodies.calm[rank] = {};
  world.bodies.sleep_island[rank] = label;
  world.bodies.velocity[rank].linear = {};
  world.bodies.velocity[rank].angular = 0;
  world.bodies.velocity_remainder[rank] = {};
  update_leaves(world, rank);
}

/// Drops queued labels of islands that have no bodies left. They would pile up if bodies are put to sleep and woken
/// without a step between. They are searched whenever the length of the queue is a power of two, and dropped if they
/// are at least half of it: so each queued label costs a bounded share of a pass over all bodies. The last one stays in
/// any case: the step has to know that some body was woken.
void drop_spent_labels(WorldState& world) {
  std::vector<std::uint32_t>& queued = world.wake_islands;
  if (queued.size() < 64 || !std::has_single_bit(queued.size())) return;
  std::vector<std::uint32_t> carried = world.bodies.sleep_island;
  std::sort(carried.begin(), carried.end());
  const auto spent = [&](const std::uint32_t& label) {
    return &label != &queued.back() && !std::binary_search(carried.begin(), carried.end(), label);
  };
  const auto count = static_cast<std::size_t>(std::count_if(queued.begin(), queued.end(), spent));
  if (2 * count < queued.size()) return;
  std::vector<std::uint32_t> kept;
  std::remove_copy_if(queued.begin(), queued.end(), std::back_inserter(kept), spent);
  queued.swap(kept);
}

using List = EditedContacts::List;

/// Moves the contacts of a body that slept when the last step ended to the awake ones. A body that was hit in that step
/// may have two cached contacts of a pair, of which the newer is among the awake ones.
void take_back_contacts(const WorldState& state, EditedContacts& edited, Rank rank) {
  const std::vector<std::uint32_t> awake = edited.contacts_of(state, rank, List::awake);
  auto newer = awake.begin();
  for (const std::uint32_t number : edited.contacts_of(state, rank, List::asleep)) {
    const CachedContact& contact = edited.contact(state, number);
    while (newer != awake.end() && before(edited.contact(state, *newer), contact)) ++newer;
    const bool known = newer != awake.end() && edited.contact(state, *newer).key == contact.key;
    edited.move(number, known ? List::dropped : List::awake);
  }
}

/// Those among the awake contacts of the body, and of bodies that were made fixed ones, whose bodies are now all at
/// rest; by key. No step would find that an edit has ended one of them.
std::vector<std::uint32_t> resting_contacts(const WorldState& state, EditedContacts& edited, Rank rank) {
  std::vector<std::uint32_t> result = edited.contacts_of(state, rank, List::awake);
  const std::vector<Rank> made_fixed = edited.take_fixed();
  for (const Rank fixed : made_fixed) {
    const std::vector<std::uint32_t> more = edited.contacts_of(state, fixed, List::awake);
    result.insert(result.end(), more.begin(), more.end());
  }
  std::erase_if(result, [&](std::uint32_t number) { return !at_rest(state, edited.contact(state, number)); });
  if (made_fixed.empty()) return result;
  std::sort(result.begin(), result.end(), [&](std::uint32_t l, std::uint32_t r) {
    return before(edited.contact(state, l), edited.contact(state, r));
  });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

void set_awake(WorldState& world, Rank rank, bool awake) noexcept {
  world.bodies.flags[rank].awake = awake;
  world.active.disturb();
}

std::uint32_t new_sleep_label(WorldState& world) noexcept {
  if (++world.last_sleep_island == 0) ++world.last_sleep_island;
  return world.last_sleep_island;
}

void wake(WorldState& world, Rank rank) {
  world.bodies.still_time[rank] = 0;
  world.bodies.calm[rank] = {};
  if (world.bodies.flags[rank].awake) return;
  set_awake(world, rank, true);
  const std::uint32_t island = std::exchange(world.bodies.sleep_island[rank], 0);
  if (island == 0) return;
  world.wake_islands.push_back(island);
  drop_spent_labels(world);
}

void wake_queued_islands(WorldState& world) {
  if (world.wake_islands.empty()) return;
  std::sort(world.wake_islands.begin(), world.wake_islands.end());
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    const std::uint32_t label = world.bodies.sleep_island[rank];
    if (label == 0 || !std::binary_search(world.wake_islands.begin(), world.wake_islands.end(), label)) continue;
    set_awake(world, rank, true);
    world.bodies.sleep_island[rank] = 0;
    update_leaves(world, rank);
  }
  world.wake_islands.clear();
  world.by_body.forget();
  transfer(world.sleeping_contacts, world.contacts,
           [&](const CachedContact& contact) { return !at_rest(world, contact); });
}

void wake_touched(WorldState& world, const ContactPairs& pairs) {
  if (!pairs.sleepers) return;
  for (const ContactPair& pair : pairs.near) {
    if (!pair.touching || pair.passes) continue;
    const BodyFlags &a = world.bodies.flags[pair.body_a], &b = world.bodies.flags[pair.body_b];
    const auto wakes = [&](const BodyFlags& flags, Rank rank) {
      return flags.awake && (flags.type == BodyType::dynamic || moving(world.bodies.velocity[rank]));
    };
    const auto queue = [&](Rank rank) { world.wake_islands.push_back(world.bodies.sleep_island[rank]); };
    if (!a.awake && a.type == BodyType::dynamic && wakes(b, pair.body_b)) queue(pair.body_a);
    if (!b.awake && b.type == BodyType::dynamic && wakes(a, pair.body_a)) queue(pair.body_b);
  }
}

void update_sleep(WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                  const std::vector<Motion>& motion, const Islands& islands, Real dt, SleepScratch& scratch,
                  EnergyRecorder* books) {
  if (!world.settings.sleep) return;
  Bodies& bodies = world.bodies;
  count_still_time(world, pairs, work, motion, islands, dt);
  if (!any_tired(world)) return;
  TouchingGroups groups(world, pairs, islands, scratch.group);
  std::vector<Real>& still = scratch.still;
  still.assign(bodies.size(), std::numeric_limits<Real>::max());
  world.active.for_each([&](Rank rank) {
    const Rank root = groups.root(rank);
    if (root != none) still[root] = min(still[root], bodies.still_time[rank]);
  });
  bool slept = false;
  world.active.for_each([&](Rank rank) {
    const Rank root = groups.root(rank);
    if (root == none || still[root] < tolerance::sleep_delay) return;
    if (books != nullptr) books->slept(world, rank);
    // The root is the lowest rank of its group and so the first to be visited.
    fall_asleep(world, rank, rank == root ? new_sleep_label(world) : bodies.sleep_island[root]);
    slept = true;
  });
  if (!slept) return;
  world.by_body.forget();
  transfer(world.contacts, world.sleeping_contacts,
           [&](const CachedContact& contact) { return at_rest(world, contact); });
}

void put_to_sleep(WorldState& state, Rank rank) {
  Bodies& bodies = state.bodies;
  if (!bodies.flags[rank].awake) return;
  set_awake(state, rank, false);
  bodies.still_time[rank] = 0;
  bodies.calm[rank] = {};
  bodies.sleep_island[rank] = new_sleep_label(state);
  bodies.velocity[rank].linear = {};
  bodies.velocity[rank].angular = 0;
  bodies.velocity_remainder[rank] = {};
  bodies.forces[rank].force = {};
  bodies.forces[rank].torque = 0;
  update_leaves(state, rank);

  EditedContacts& edited = edited_contacts(state);
  take_back_contacts(state, edited, rank);
  lay_to_rest(state, edited, resting_contacts(state, edited, rank));
  for (const std::uint32_t pair : edited.sensor_pairs_of(rank)) end_if_edited(state, edited, pair);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
