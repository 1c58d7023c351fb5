// Selects the contact pairs among the pairs that could meet.
//
// For most of them, the kinds of their shapes determine everything but their distance: they are filtered in blocks,
// several at once. The others are filtered one by one: composites, sensors, kinematic bodies, resting shapes and far
// heavier bodies.

#include <bankshot/world/pairs/filter_pairs.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/pairs/candidate_block.hpp>
#include <bankshot/world/pairs/pair_limit.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#define BANKSHOT_KERNEL <bankshot/world/pairs/filter_pairs_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Upper bound of the approach of two bodies within the step, if nothing pushes them.
Real farthest_way(const MotionBounds& a, const MotionBounds& b, Real dt) {
  return (length(a.velocity - b.velocity) + length(a.acceleration - b.acceleration) * dt + (a.spin + b.spin)) * dt;
}

/// Gap up to which the solver may have a pair. For a movable pair it is the distance that the two can close within the
/// step, but no more than the distance at which they might pass: the solver, which stops them in the sub-step in which
/// they would meet, does what an impact would. (For firm bodies that does not hold: a wedge needs impulses to which the
/// solver's passes converge only slowly.)
Real solver_margin(const ContactPair& pair, const MotionBounds& a, const MotionBounds& b, Real dt) {
  const Real least = tolerance::margin_slops * pair.slop;
  if (!pair.both_movable || a.way + b.way <= least) return least;
  const Real most = tolerance::solver_way_extents * pair.extent;
  return max(least, min(most, farthest_way(a, b, dt)));
}

/// The other both_movable(), with a short cut for two bodies of like mass.
bool both_movable(const WorldState& world, const ContactPair& pair, Real a, Real b, StaticSupport& backing) {
  return (a > 0 && b > 0 && max(a, b) <= tolerance::pinch * (a + b)) ||
         both_movable(world, pair.body_a, pair.body_b, backing);
}

/// Gap beyond which a pair is not near in any case.
Real widest_margin(Real slop, Real extent) {
  return max(tolerance::margin_slops * slop, tolerance::solver_way_extents * extent);
}

/// Fills in the properties of a pair that do not change from step to step.
void describe(const WorldState& world, const PairKey& key, ContactPair& pair) {
  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  pair.key = key;
  pair.body_a = proxy_a.body, pair.body_b = proxy_b.body;
  pair.passes = proxy_a.sensor || proxy_b.sensor;
  const MixedMaterial material = mixed_material(world, key);
  pair.restitution = material.pair.restitution, pair.friction = material.pair.friction;
  pair.surface_speed = material.surface_speed;
}

/// True if a pair with this gap is near at the current speeds of its bodies.
bool is_near(const WorldState& world, Real gap, Real dt, const BroadPairs& broad, FilteredRange& own,
             ContactPair& pair) {
  own.bounces |= pair.restitution > 0 || world.settings.contact_hook.function != nullptr;
  own.sensors |= pair.passes;
  const MotionBounds &a = broad.mobility[pair.body_a], &b = broad.mobility[pair.body_b];
  pair.both_movable = !pair.passes && both_movable(world, pair, a.inverse_mass, b.inverse_mass, own.backing);
  pair.margin = solver_margin(pair, a, b, dt);
  return gap <= pair.margin;
}

/// Marks a contact pair that has parts, before there is a place for them.
constexpr std::uint32_t no_place_yet = none - 1;

/// Filters a pair of parts into near, far or neither; `gap` is a lower bound of their distance.
void filter_by_gap(const WorldState& world, const PairKey& key, Real slop, Real gap, Real dt, const BroadPairs& broad,
                   FilteredRange& own) {
  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  const Real extent = min(proxy_a.extent, proxy_b.extent);
  if (gap <= widest_margin(slop, extent)) {
    ContactPair& pair = append(*own.near);  // copying data that was just written would stall
    pair.slop = slop, pair.extent = extent;
    describe(world, key, pair);
    if (is_near(world, gap, dt, broad, own, pair)) {
      if (!proxy_a.convex || !proxy_b.convex) pair.parts = no_place_yet, own.parts = true;
      return;
    }
    own.near->pop_back();
  }
  if (!proxy_a.sensor && !proxy_b.sensor) append(*own.far) = {key, {proxy_a.body, proxy_b.body}, gap};
}

/// The current box of one shape of a pair, and how far the shape may get beyond it within the step.
struct Extent {
  const Box& box;
  Real slack = 0;
};

void filter_candidate(const WorldState& world, const IndexPair& pair, const Extent& of_a, const Extent& of_b, Real dt,
                      const BroadPairs& broad, FilteredRange& own) {
  const Proxy &a = world.proxies[pair.a], &b = world.proxies[pair.b];
  if (!may_meet(world, a, b)) return;
  const Real slop = pair_slop(world, a, b);
  if (a.convex && b.convex) {
    filter_by_gap(world, {pair.a, pair.b, 0, 0}, slop, box_gap(of_a.box, of_b.box), dt, broad, own);
    return;
  }
  // Overlapping parts are near: no more of them need be found than the limit still allows. A range's list is too long
  // only if the total is, or the result would depend on the number of threads.
  const auto left = [](std::size_t limit, std::size_t count) { return limit - std::min(limit, count); };
  const std::size_t near = near_limit(world), all = near + candidate_limit(world) + 1;
  const PartLimits limits{left(all, own.near->size() + own.far->size()), left(near, own.near->size())};
  part_pairs(world, pair.a, pair.b, of_a.slack + of_b.slack, limits, own.part_candidates);
  own.crowded |= own.part_candidates.crowded;
  if (own.part_candidates.buried) own.buried.push_back(pair);
  for (const PartCandidate& part : own.part_candidates.list) {
    own.crowded |= own.near->size() > near;
    if (own.crowded) return;
    filter_by_gap(world, part.key, slop, part.gap, dt, broad, own);
  }
}

/// Position in the candidates: two lists, each in the order of proxies, that are walked as one.
struct Candidates {
  std::size_t moving = 0, resting = 0;  ///< places in BroadPairs::found and with_resting
};

IndexPair proxies_of(const BroadPairs& broad, const IndexPair& found) {
  return {broad.active[found.a], broad.active[found.b]};
}

/// The position after `count` candidates.
Candidates after(const BroadPairs& broad, std::size_t count) {
  const std::size_t moving = broad.found.size(), resting = broad.with_resting.size();
  std::size_t low = count > resting ? count - resting : 0, high = std::min(count, moving);
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const bool before = proxies_of(broad, broad.found[middle]) < broad.with_resting[count - middle - 1].pair;
    (before ? low : high) = before ? middle + 1 : middle;
  }
  return {low, count - low};
}

/// Finds the rule for the kinds of two proxies.
void find_rule(const WorldState& world, const IndexPair& pair, std::size_t place, PairRules& rules) {
  const Proxy &a = world.proxies[pair.a], &b = world.proxies[pair.b];
  if (a.body == b.body) return;  // tells nothing of other pairs of these kinds
  PairRule& rule = rules.learn(place);
  rule.by_hand = a.kind == 0 || b.kind == 0;
  rule.meets = rule.by_hand || may_meet(world, a, b);
  if (rule.by_hand || !rule.meets) return;
  // The answer of a contact hook is not known yet.
  const bool hook = world.settings.contact_hook.function != nullptr;
  rule.mixed = mixed_material(world, {pair.a, pair.b, 0, 0});
  rule.bounces = rule.mixed.pair.restitution > 0 || hook;
}

/// Filters a range of the candidates.
class RangeFilter {
 public:
  RangeFilter(const WorldState& world, Real dt, const BroadPairs& broad, const Range& range, FilteredRange& own)
      : world_(world),
        dt_(dt),
        broad_(broad),
        own_(own),
        now_(after(broad, range.begin)),
        end_(after(broad, range.end)),
        most_near_(near_limit(world)),
        most_far_(candidate_limit(world)) {}
  void filter();

 private:
  /// Notes it if there are too many.
  bool crowded() { return own_.crowded |= own_.near->size() > most_near_ || own_.far->size() > most_far_; }
  void fill();
  void put_in_turn(std::uint64_t which);
  void put_near(std::uint64_t which);
  void put_far(std::uint64_t which);
  void filter_resting(const RestingPair& found);
  void filter_resting_before(const IndexPair& pair);
  Real slack_of(std::uint32_t shape) const { return broad_.mobility[broad_.shapes[shape].body()].slack; }
  IndexPair pair_at(int i) const { return proxies_of(broad_, {block_.shape_a[i], block_.shape_b[i]}); }

  const WorldState& world_;
  const Real dt_;
  const BroadPairs& broad_;
  FilteredRange& own_;
  Candidates now_;  // current position
  const Candidates end_;
  const std::size_t most_near_, most_far_;
  CandidateBlock block_;
};

/// Fills the block with the next candidates, except for those that may not meet. Each candidate is written, and the
/// count advances if it may meet: overlaps of shapes of one body come in no pattern that a processor could predict.
void RangeFilter::fill() {
  const IndexPair* const found = broad_.found.data();
  const MovingShape* const shapes = broad_.shapes.data();
  const PairRule* const rules = own_.rules.data();
  std::uint64_t by_hand = 0;
  std::size_t at = now_.moving;
  int i = 0;
  for (; at < end_.moving && i < CandidateBlock::size; ++at) {
    const IndexPair pair = found[at];
    const MovingShape a = shapes[pair.a], b = shapes[pair.b];
    const std::size_t place = a.kind() * Proxy::kinds + b.kind();
    const PairRule& rule = rules[place];
    if (!rule.known) find_rule(world_, proxies_of(broad_, pair), place, own_.rules);
    block_.shape_a[i] = pair.a, block_.shape_b[i] = pair.b;
    block_.row_a[i] = 2 * a.body(), block_.row_b[i] = 2 * b.body();
    block_.extent[i] = min(a.extent, b.extent);
    block_.rule[i] = &rule;
    const bool meets = rule.meets && a.body() != b.body();
    by_hand |= std::uint64_t{meets && rule.by_hand} << i;
    i += meets ? 1 : 0;
  }
  now_.moving = at;
  block_.count = i;
  block_.by_hand = by_hand;
  block_.near = block_.both_movable = block_.unlike = 0;
}

/// Adds the masked candidates as contact pairs. All of a pair is written once, where it stays.
void RangeFilter::put_near(std::uint64_t which) {
  if (which == 0) return;
  const std::uint32_t* const active = broad_.active.data();
  make_room(*own_.near, own_.near->size() + static_cast<std::size_t>(std::popcount(which)));
  bool bounces = false;
  for (; which != 0; which &= which - 1) {
    const int i = std::countr_zero(which);
    const PairRule& rule = *block_.rule[i];
    const IndexPair key{active[block_.shape_a[i]], active[block_.shape_b[i]]};
    ContactPair& pair = own_.near->emplace_back();
    pair.key.a = key.a, pair.key.b = key.b;
    pair.body_a = block_.row_a[i] / 2, pair.body_b = block_.row_b[i] / 2;
    pair.slop = tolerance::slop_fraction * block_.extent[i];
    pair.margin = block_.margin[i];
    pair.extent = block_.extent[i];
    pair.restitution = rule.mixed.pair.restitution, pair.friction = rule.mixed.pair.friction;
    pair.surface_speed = rule.mixed.surface_speed;
    pair.both_movable = (block_.both_movable >> i & 1u) != 0;
    bounces |= rule.bounces;
  }
  own_.bounces |= bounces;
}

/// Adds the masked candidates as TOI candidates.
void RangeFilter::put_far(std::uint64_t which) {
  if (which == 0) return;
  std::vector<ToiCandidate>& far = *own_.far;
  make_room(far, far.size() + static_cast<std::size_t>(std::popcount(which)));
  for (; which != 0; which &= which - 1) {
    const int i = std::countr_zero(which);
    const IndexPair key = pair_at(i);
    far.push_back({{key.a, key.b, 0, 0}, {block_.row_a[i] / 2, block_.row_b[i] / 2}, block_.gap[i]});
  }
}

void RangeFilter::filter_resting(const RestingPair& found) {
  const std::uint32_t resting = found.moving_first ? found.pair.b : found.pair.a;
  own_.sleepers |= world_.bodies.flags[world_.proxies[resting].body].type != BodyType::fixed;
  const Extent of_moving{broad_.tight[found.moving], slack_of(found.moving)};
  const Extent of_resting{world_.resting.box(world_.shape_slots[world_.proxies[resting].shape.slot].leaf)};
  filter_candidate(world_, found.pair, found.moving_first ? of_moving : of_resting,
                   found.moving_first ? of_resting : of_moving, dt_, broad_, own_);
}

/// Filters the pairs with resting shapes that come before this pair.
void RangeFilter::filter_resting_before(const IndexPair& pair) {
  for (; now_.resting < end_.resting && broad_.with_resting[now_.resting].pair < pair && !crowded(); ++now_.resting) {
    filter_resting(broad_.with_resting[now_.resting]);
  }
}

/// Filters the masked candidates of the block one after the other.
void RangeFilter::put_in_turn(std::uint64_t which) {
  for (; which != 0; which &= which - 1) {
    const int i = std::countr_zero(which);
    const std::uint32_t a = block_.shape_a[i], b = block_.shape_b[i];
    filter_resting_before(pair_at(i));
    if ((block_.by_hand >> i & 1u) != 0) {
      filter_candidate(world_, pair_at(i), {broad_.tight[a], slack_of(a)}, {broad_.tight[b], slack_of(b)}, dt_, broad_,
                       own_);
    } else if ((block_.near >> i & 1u) != 0) {
      put_near(which & (0 - which));
    } else {
      put_far(which & (0 - which));
    }
  }
}

void RangeFilter::filter() {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(filter_block);
  while (now_.moving < end_.moving && !crowded()) {
    fill();
    if (block_.count == 0) continue;
    const std::uint64_t all = ~std::uint64_t{0} >> (CandidateBlock::size - block_.count);
    if (block_.by_hand != all) {
      kernel[block_.fill_up()](broad_.tight.data(), broad_.mobility.data(), dt_, block_);
    }
    block_.by_hand |= block_.unlike;
    const bool rests =
        now_.resting < end_.resting && broad_.with_resting[now_.resting].pair < pair_at(block_.count - 1);
    if (rests || block_.by_hand != 0) {
      put_in_turn(all);
    } else {  // near and far ones have separate lists
      put_near(block_.near);
      put_far(all & ~block_.near);
    }
  }
  filter_resting_before({none, none});
}

void begin_filter(std::span<FilteredRange> ranges, bool held, ContactPairs& pairs, ToiWork& toi) {
  for (std::size_t chunk = 0; chunk < ranges.size(); ++chunk) {
    FilteredRange& own = ranges[chunk];
    own.near = chunk == 0 && !held ? &pairs.near : &own.own_near;
    own.far = chunk == 0 ? &toi.far : &own.own_far;
    own.near->clear(), own.far->clear(), own.buried.clear(), own.backing.clear(), own.rules.clear();
    own.sensors = own.sleepers = own.bounces = own.parts = own.crowded = false;
  }
}

/// Gives the parts of contact pairs their places, in the order of pairs.
void place_parts(ContactPairs& pairs, bool any) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; any && i < pairs.near.size(); ++i) {
    if (pairs.near[i].parts != none) pairs.near[i].parts = count++;
  }
  pairs.parts.resize(count);
}

/// Joins the lists of the ranges, and merges them with the known pairs.
void join_near(std::span<FilteredRange> ranges, PersistentPairs& known, ContactPairs& pairs) {
  std::vector<ContactPair>& all = *ranges.front().near;
  for (const FilteredRange& range : ranges.subspan(1)) {
    make_room(all, all.size() + range.near->size());
    all.insert(all.end(), range.near->begin(), range.near->end());
  }
  if (known.held()) known.put(all, pairs);
}

/// Applies to all lists together the limit that each list has.
void limit_filtered(const WorldState& world, const BroadPairs& broad, std::span<const FilteredRange> ranges) {
  bool crowded = false;
  std::size_t near = 0, far = 0;
  for (const FilteredRange& range : ranges) {
    crowded |= range.crowded;
    near += range.near->size(), far += range.far->size();
  }
  if (crowded || near > near_limit(world) || far > candidate_limit(world)) refuse_near(world, broad);
}

void join_filtered(std::span<FilteredRange> ranges, PersistentPairs& known, ContactPairs& pairs, ToiWork& toi) {
  bool parts = false;
  pairs.sensors = pairs.sleepers = pairs.bounces = false;
  toi.buried.clear();
  for (const FilteredRange& range : ranges) {
    if (range.far != &toi.far) toi.far.insert(toi.far.end(), range.own_far.begin(), range.own_far.end());
    pairs.sensors |= range.sensors, pairs.sleepers |= range.sleepers, pairs.bounces |= range.bounces;
    parts |= range.parts;
    toi.buried.insert(toi.buried.end(), range.buried.begin(), range.buried.end());
  }
  join_near(ranges, known, pairs);
  place_parts(pairs, parts);
}

}  // namespace

void filter_pairs(const WorldState& world, Real dt, const BroadPairs& broad, PersistentPairs& known,
                  std::vector<FilteredRange>& ranges, ContactPairs& pairs, ToiWork& toi) {
  const std::size_t candidates = broad.found.size() + broad.with_resting.size();
  const std::span used = std::span(ranges).first(static_cast<std::size_t>(world.team.chunks(candidates, least_pairs)));
  begin_filter(used, known.held(), pairs, toi);
  world.team.ranges(candidates, least_pairs,
                    [&](const Range& range) { RangeFilter(world, dt, broad, range, used[range.chunk]).filter(); });
  limit_filtered(world, broad, used);
  join_filtered(used, known, pairs, toi);
  if (pairs.near.size() > near_limit(world)) refuse_near(world, broad);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
