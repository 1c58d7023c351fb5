// Which pairs could meet in a step: who moves, whose boxes overlap, and which of these pairs are near.

#include <bankshot/math/room.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/motion.hpp>
#include <bankshot/world/pairs.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

bool active(const BodyFlags& flags) { return flags.awake && flags.type != BodyType::fixed; }

/// How far turning and accelerating lead the points of a body astray from where its velocity does.
Real way_aside(const WorldState& world, Rank rank, Real dt) {
  const BodyVelocity& velocity = world.bodies.velocity[rank];
  const BodyMass& mass = world.bodies.mass[rank];
  Real angular = 0;
  V2 a{};
  if (mass.inverse_mass > 0) {
    a = acceleration(mass, world.bodies.forces[rank], world.bodies.flags[rank], plain(world.settings.gravity), angular);
  }
  const Real turn = min(absolute(velocity.angular) * dt + absolute(angular) * dt * dt, Real(2));
  return length(a) * dt * dt + turn * mass.reach;
}

/// Where a shape gets within the step: straight ahead, and by so much to all sides. Two that fly side by side are no
/// pair. To all sides it is never less than what two that could be the solver's may be apart.
struct Reach {
  V2 ahead;
  Real aside = 0;
};

Reach reach_of(const BodyVelocity& velocity, const Proxy& proxy, Real more, Real dt) {
  const Real straight = dt * length(velocity.linear);
  const Real aside = tolerance::solver_way_extents * proxy.extent;
  if (!(straight > aside)) return {{}, straight + more};
  return {((1 - aside / straight) * dt) * velocity.linear, aside + more};
}

/// How far a body may get beyond the boxes of its shapes, in all and to the sides, and the push of one that something
/// runs into.
struct Way {
  Real all = 0, aside = 0;
  V2 push;
};

void box_shapes(const WorldState& world, Rank rank, const Way& way, Real dt, std::size_t place, PairSet& pairs) {
  for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p, ++place) {
    const Box tight = shape_box(world.baked[world.proxies[p].geometry], world.bodies.pose[rank]);
    const Reach reach = reach_of(world.bodies.velocity[rank], world.proxies[p], way.aside, dt);
    const Box near = widened_by(joined(tight, shifted(tight, reach.ahead)), reach.aside);
    pairs.active[place] = p;
    pairs.tight[place] = tight;
    pairs.reach[place] = joined(near, shifted(near, way.push));
    pairs.slack[place] = way.all + length(way.push);
  }
}

/// Of a range of bodies, the shapes from `place` on.
void collect_range(const WorldState& world, Real dt, const Range& range, std::size_t place, PairSet& pairs) {
  const auto before = [](const PushedBody& body, Rank rank) { return body.rank < rank; };
  auto pushed = std::lower_bound(pairs.pushed.begin(), pairs.pushed.end(), static_cast<Rank>(range.begin), before);
  for (Rank rank = static_cast<Rank>(range.begin); rank < range.end; ++rank) {
    pairs.mobility[rank] = {};
    if (!active(world.bodies.flags[rank])) continue;
    const BodyVelocity& v = world.bodies.velocity[rank];
    const BodyMass& mass = world.bodies.mass[rank];
    const Real aside = way_aside(world, rank, dt), reach = dt * length(v.linear) + aside;
    pairs.mobility[rank] = {reach, mass.inverse_mass, v.linear, free_acceleration(world, rank),
                            absolute(v.angular) * mass.reach};
    const Real margin = tolerance::speculative_slops * tolerance::slop_fraction * world.bodies.mass[rank].extent;
    while (pushed != pairs.pushed.end() && pushed->rank < rank) ++pushed;
    const V2 push = pushed != pairs.pushed.end() && pushed->rank == rank ? pushed->way : V2{};
    box_shapes(world, rank, {reach + margin, aside + margin, push}, dt, place, pairs);
    place += world.proxy_begin[rank + 1] - world.proxy_begin[rank];
  }
}

void collect_active(const WorldState& world, Real dt, PairSet& pairs) {
  const std::size_t bodies = world.bodies.size();
  std::array<std::size_t, thread_limit> places{};
  world.crew.ranges(bodies, least_bodies, [&](const Range& range) {
    std::size_t shapes = 0;
    for (std::size_t rank = range.begin; rank < range.end; ++rank) {
      const std::size_t own = world.proxy_begin[rank + 1] - world.proxy_begin[rank];
      shapes += active(world.bodies.flags[rank]) ? own : 0;
    }
    places[range.piece] = shapes;
  });
  std::size_t count = 0;
  for (std::size_t& place : places) place = std::exchange(count, count + place);
  resize_anew(pairs.active, count), resize_anew(pairs.tight, count);
  resize_anew(pairs.reach, count), resize_anew(pairs.slack, count);
  resize_anew(pairs.mobility, bodies);
  world.crew.ranges(bodies, least_bodies,
                    [&](const Range& range) { collect_range(world, dt, range, places[range.piece], pairs); });
}

/// How far two bodies can come nearer within the step, if nothing pushes them.
Real farthest_way(const Mobility& a, const Mobility& b, Real dt) {
  return (length(a.velocity - b.velocity) + length(a.acceleration - b.acceleration) * dt + (a.spin + b.spin)) * dt;
}

/// Gap up to which the solver may have a pair. For one that yields that is as far as the two can close within the step,
/// and no farther than where they might pass: the solver, which stops them in the sub-step in which they would meet,
/// does what an impact would. (What stands firm is another matter: in a wedge impulses have to be found that the
/// solver's passes come near to but slowly.)
Real solver_margin(const NearPair& pair, const Mobility& a, const Mobility& b, Real dt) {
  const Real least = tolerance::speculative_slops * pair.slop;
  if (!pair.yields || a.way + b.way <= least) return least;
  const Real most = tolerance::solver_way_extents * pair.extent;
  return max(least, min(most, farthest_way(a, b, dt)));
}

/// give_way(), with a short cut for two of like mass.
bool yields(const WorldState& world, const NearPair& pair, Real a, Real b, Backing& backing) {
  return (a > 0 && b > 0 && max(a, b) <= tolerance::pinch * (a + b)) ||
         give_way(world, pair.body_a, pair.body_b, backing);
}

/// Gap beyond which a pair is not near in any case.
Real widest_margin(Real slop, Real extent) {
  return max(tolerance::speculative_slops * slop, tolerance::solver_way_extents * extent);
}

/// Fills in what stays the same of a pair from step to step.
void describe(const WorldState& world, const PairKey& key, PairSorter& own, NearPair& pair) {
  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  pair.key = key;
  pair.body_a = proxy_a.body, pair.body_b = proxy_b.body;
  pair.sensor = proxy_a.sensor || proxy_b.sensor;
  const Mixer::Mixed& material = own.mixer.mix(world, key);
  pair.restitution = material.pair.restitution, pair.friction = material.pair.friction;
  pair.surface_speed = material.surface_speed;
}

/// Whether a pair with this gap is near, as fast as its bodies are now.
BANKSHOT_INLINE bool is_near(const WorldState& world, Real gap, Real dt, const PairSet& pairs, PairSorter& own,
                             NearPair& pair) {
  // What a contact hook will say of it is not known yet.
  const bool hook = world.settings.contact_hook.function != nullptr;
  const bool bounces = pair.restitution > tolerance::pile_restitution || hook;
  own.bounces |= pair.restitution > 0 || hook;
  own.sensors |= pair.sensor;
  const Mobility &a = pairs.mobility[pair.body_a], &b = pairs.mobility[pair.body_b];
  pair.yields = !pair.sensor && !bounces && yields(world, pair, a.inverse_mass, b.inverse_mass, *own.backing);
  pair.margin = solver_margin(pair, a, b, dt);
  return gap <= pair.margin;
}

/// Whether a near pair has parts is known before they are stored: the place for that.
constexpr std::uint32_t no_place_yet = none - 1;

/// Sorts a pair of parts into near, far or neither; `gap` is a lower bound of their distance.
void sort_by_gap(const WorldState& world, const PairKey& key, Real slop, Real gap, Real dt, PairSet& pairs,
                 PairSorter& own) {
  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  const Real extent = min(proxy_a.extent, proxy_b.extent);
  if (gap <= widest_margin(slop, extent)) {
    if (own.alone && own.place == own.end) append(pairs.near), ++own.end;
    const bool room = own.place < own.end;
    // Made where it stays: a copy of what was just written waits for it.
    NearPair& pair = room ? pairs.near[own.place] : append(own.more);
    pair = {};
    pair.slop = slop, pair.extent = extent;
    describe(world, key, own, pair);
    if (is_near(world, gap, dt, pairs, own, pair)) {
      if (!proxy_a.convex || !proxy_b.convex) pair.parts = no_place_yet, own.parts = true;
      own.place += room ? 1 : 0;
      return;
    }
    pair.key = {none, none, none, none};  // one with parts must not be taken for one without
    if (!room) own.more.pop_back();
  }
  if (!proxy_a.sensor && !proxy_b.sensor) own.far->push_back({key, {proxy_a.body, proxy_b.body}, gap});
}

/// Where the list has come to it, the last step often had the same pair: then most of it is known.
BANKSHOT_INLINE bool still_near(const WorldState& world, const PairKey& key, Real gap, Real dt, PairSet& pairs,
                                PairSorter& own) {
  if (!pairs.like_before || own.place == own.end) return false;
  NearPair& pair = pairs.near[own.place];
  if (pair.parts != none || !(pair.key == key) || gap > widest_margin(pair.slop, pair.extent)) return false;
  if (!is_near(world, gap, dt, pairs, own, pair)) return false;
  pair.old = none;
  pair.solve = pair.fast = pair.touching = pair.speculative = false;
  pair.age = 0;
  ++own.place;
  return true;
}

/// One of a pair's shapes: the box of it now, and how far it may get beyond it within the step.
struct Extent {
  const Box& box;
  Real slack = 0;
};

void sort_candidate(const WorldState& world, std::uint32_t a, std::uint32_t b, const Extent& of_a, const Extent& of_b,
                    Real dt, PairSet& pairs, PairSorter& own) {
  const Real gap = box_gap(of_a.box, of_b.box);
  if (still_near(world, {a, b, 0, 0}, gap, dt, pairs, own)) return;
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  if (!may_meet(world, proxy_a, proxy_b)) return;
  const Real slop = pair_slop(world, proxy_a, proxy_b);
  if (proxy_a.convex && proxy_b.convex) {
    sort_by_gap(world, {a, b, 0, 0}, slop, gap, dt, pairs, own);
    return;
  }
  part_pairs(world, a, b, of_a.slack + of_b.slack, own.part_candidates);
  for (const PartCandidate& part : own.part_candidates) sort_by_gap(world, part.key, slop, part.gap, dt, pairs, own);
}

/// Pairs of a moving shape with one that rests: each moving one asks the tree.
void find_with_resting(const WorldState& world, const Range& range, PairSet& pairs) {
  std::vector<RestingPair>& found = pairs.sorters[range.piece].with_resting;
  found.clear();
  for (auto i = static_cast<std::uint32_t>(range.begin); i < range.end; ++i) {
    const std::uint32_t moving = pairs.active[i];
    world.resting.query(pairs.reach[i], [&](std::uint32_t shape_slot) {
      const std::uint32_t resting = world.shape_slots[shape_slot].proxy;
      const bool first = moving < resting;
      found.push_back({first ? IndexPair{moving, resting} : IndexPair{resting, moving}, i, first});
      return true;
    });
  }
}

void find_with_resting(const WorldState& world, PairSet& pairs) {
  pairs.with_resting.clear();
  if (world.resting.size() == 0) return;
  const std::size_t count = pairs.active.size();
  world.crew.ranges(count, least_bodies, [&](const Range& range) { find_with_resting(world, range, pairs); });
  const auto pieces = static_cast<std::size_t>(world.crew.pieces(count, least_bodies));
  pairs.with_resting.swap(pairs.sorters[0].with_resting);
  for (std::size_t piece = 1; piece < pieces; ++piece) {
    const std::vector<RestingPair>& found = pairs.sorters[piece].with_resting;
    pairs.with_resting.insert(pairs.with_resting.end(), found.begin(), found.end());
  }
  std::sort(pairs.with_resting.begin(), pairs.with_resting.end(),
            [](const RestingPair& l, const RestingPair& r) { return l.pair < r.pair; });
}

void sort_resting(const WorldState& world, const RestingPair& found, Real dt, PairSet& pairs, PairSorter& own) {
  const std::uint32_t resting = found.moving_first ? found.pair.b : found.pair.a;
  own.sleepers |= world.bodies.flags[world.proxies[resting].body].type != BodyType::fixed;
  const Extent of_moving{pairs.tight[found.moving], pairs.slack[found.moving]};
  const Extent of_resting{world.resting.box(world.shape_slots[world.proxies[resting].shape.slot].leaf)};
  sort_candidate(world, found.pair.a, found.pair.b, found.moving_first ? of_moving : of_resting,
                 found.moving_first ? of_resting : of_moving, dt, pairs, own);
}

/// Begins the list of near pairs. The last step's tell what is constant of a pair unless something was changed since; a
/// contact hook may say something else each time.
void look_back(const WorldState& world, PairSet& pairs) {
  const std::uint64_t stamp = world.structure_changed.stamp();
  pairs.like_before =
      pairs.stamp == stamp && pairs.shapes == world.geometry.data() && world.settings.contact_hook.function == nullptr;
  pairs.stamp = stamp;
  pairs.shapes = world.geometry.data();
}

void find_moving(const WorldState& world, KeptPairs& finder, PairSet& pairs) {
  const std::size_t kept = finder.prepare(pairs.reach, pairs.found);
  if (kept == 0) return;
  resize_anew(pairs.found, kept);
  std::array<Made, thread_limit> made;
  const auto pick = [&](const Range& range) {
    return finder.pick(pairs.reach, range.begin, range.end, pairs.found.data() + range.begin);
  };
  close_gaps(pairs.found, world.crew.fill_ranges(kept, least_pairs, made, pick));
}

/// The candidates: two lists, each in the order of proxies, of which one walk makes one.
struct Candidates {
  std::size_t moving = 0, resting = 0;  ///< places in PairSet::found and with_resting
};

IndexPair proxies_of(const PairSet& pairs, const IndexPair& found) {
  return {pairs.active[found.a], pairs.active[found.b]};
}

/// Where the walk is after `count` candidates.
Candidates after(const PairSet& pairs, std::size_t count) {
  const std::size_t moving = pairs.found.size(), resting = pairs.with_resting.size();
  std::size_t low = count > resting ? count - resting : 0, high = std::min(count, moving);
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const bool before = proxies_of(pairs, pairs.found[middle]) < pairs.with_resting[count - middle - 1].pair;
    (before ? low : high) = before ? middle + 1 : middle;
  }
  return {low, count - low};
}

/// The first place in the list of near pairs, as the last step left it, that may be of candidates from `from` on.
std::size_t near_place(const PairSet& pairs, const Candidates& from) {
  IndexPair first{none, none};
  if (from.moving < pairs.found.size()) first = proxies_of(pairs, pairs.found[from.moving]);
  if (from.resting < pairs.with_resting.size()) first = std::min(first, pairs.with_resting[from.resting].pair);
  const auto place = std::lower_bound(pairs.near.begin(), pairs.near.end(), PairKey{first.a, first.b, 0, 0},
                                      [](const NearPair& l, const PairKey& r) { return l.key < r; });
  return static_cast<std::size_t>(place - pairs.near.begin());
}

void begin_sorting(PairSet& pairs, std::size_t candidates, int pieces) {
  for (int piece = 0; piece < pieces; ++piece) {
    PairSorter& own = pairs.sorters[static_cast<std::size_t>(piece)];
    const Range range = range_of(candidates, piece, pieces);
    own.begin = own.place = piece == 0 ? 0 : near_place(pairs, after(pairs, range.begin));
    own.end = piece + 1 == pieces ? pairs.near.size() : near_place(pairs, after(pairs, range.end));
    own.far = piece == 0 ? &pairs.far : &own.own_far;
    own.backing = piece == 0 ? &pairs.backing : &own.own_backing;
    own.alone = pieces == 1;
    own.more.clear(), own.far->clear(), own.backing->clear(), own.mixer.clear();
    own.sensors = own.sleepers = own.bounces = own.parts = false;
  }
}

void sort_range(const WorldState& world, const Range& range, Real dt, PairSet& pairs) {
  PairSorter& own = pairs.sorters[range.piece];
  auto [moving, resting] = after(pairs, range.begin);
  const Candidates end = after(pairs, range.end);
  for (; moving < end.moving; ++moving) {
    const IndexPair& found = pairs.found[moving];
    const IndexPair pair = proxies_of(pairs, found);
    for (; resting < end.resting && pairs.with_resting[resting].pair < pair; ++resting) {
      sort_resting(world, pairs.with_resting[resting], dt, pairs, own);
    }
    sort_candidate(world, pair.a, pair.b, {pairs.tight[found.a], pairs.slack[found.a]},
                   {pairs.tight[found.b], pairs.slack[found.b]}, dt, pairs, own);
  }
  for (; resting < end.resting; ++resting) sort_resting(world, pairs.with_resting[resting], dt, pairs, own);
}

/// Moves near pairs of one sorter to where all of them come one behind the other.
void move_near(PairSet& pairs, const PairSorter& from, std::size_t to) {
  const auto near = pairs.near.begin();
  const auto at = [near](std::size_t place) { return near + static_cast<std::ptrdiff_t>(place); };
  const std::size_t end = to + (from.place - from.begin);
  if (to < from.begin) {
    std::copy(at(from.begin), at(from.place), at(to));
  } else {
    std::copy_backward(at(from.begin), at(from.place), at(end));
  }
}

/// Most often everybody has just filled his places. Otherwise those that go down are moved first, from the lowest on,
/// then those that go up, from the highest on: nobody is overwritten who has not moved yet.
void join_near(PairSet& pairs, std::span<const PairSorter> sorters) {
  std::array<std::size_t, thread_limit> begin;
  std::size_t count = 0;
  for (std::size_t i = 0; i < sorters.size(); ++i) begin[i] = std::exchange(count, count + sorters[i].found());
  make_room(pairs.near, count);
  if (count > pairs.near.size()) pairs.near.resize(count);
  for (std::size_t i = 0; i < sorters.size(); ++i) {
    if (begin[i] < sorters[i].begin) move_near(pairs, sorters[i], begin[i]);
  }
  for (std::size_t i = sorters.size(); i-- > 0;) {
    if (begin[i] > sorters[i].begin) move_near(pairs, sorters[i], begin[i]);
    const std::size_t end = begin[i] + (sorters[i].place - sorters[i].begin);
    std::copy(sorters[i].more.begin(), sorters[i].more.end(), pairs.near.begin() + static_cast<std::ptrdiff_t>(end));
  }
  pairs.near.resize(count);
}

/// Gives the parts of near pairs their places, in the order of pairs.
void place_parts(PairSet& pairs, bool any) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; any && i < pairs.near.size(); ++i) {
    if (pairs.near[i].parts != none) pairs.near[i].parts = count++;
  }
  pairs.parts.resize(count);
}

void join_sorted(PairSet& pairs, std::span<const PairSorter> sorters) {
  join_near(pairs, sorters);
  bool parts = false;
  pairs.sensors = pairs.sleepers = pairs.bounces = false;
  for (const PairSorter& sorter : sorters) {
    if (sorter.far != &pairs.far) pairs.far.insert(pairs.far.end(), sorter.own_far.begin(), sorter.own_far.end());
    pairs.sensors |= sorter.sensors, pairs.sleepers |= sorter.sleepers, pairs.bounces |= sorter.bounces;
    parts |= sorter.parts;
  }
  place_parts(pairs, parts);
}

}  // namespace

void find_pairs(const WorldState& world, KeptPairs& finder, Real dt, PairSet& pairs) {
  if (pairs.sorters.size() < static_cast<std::size_t>(world.crew.size())) {
    pairs.sorters.resize(static_cast<std::size_t>(world.crew.size()));
  }
  collect_active(world, dt, pairs);
  find_moving(world, finder, pairs);
  find_with_resting(world, pairs);
  look_back(world, pairs);
  const std::size_t candidates = pairs.found.size() + pairs.with_resting.size();
  const int pieces = world.crew.pieces(candidates, least_pairs);
  begin_sorting(pairs, candidates, pieces);
  world.crew.ranges(candidates, least_pairs, [&](const Range& range) { sort_range(world, range, dt, pairs); });
  join_sorted(pairs, std::span(pairs.sorters).first(static_cast<std::size_t>(pieces)));
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
