// Finds the pairs that are deep when a step ends, whichever stage left them there.
//
// A pair that is deep now was deep when the step began, or has closed by the difference: by no more than its two bodies
// moved. For nearly all pairs that bound shows that they are shallow. The others are measured at their current poses.

#include <bankshot/world/step/penetration.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

class DeepFinder {
 public:
  DeepFinder(WorldState& world, const std::vector<Motion>& motion, std::span<const IndexPair> ignored,
             PenetrationScratch& scratch)
      : world_(world), motion_(motion), ignored_(ignored), scratch_(scratch) {
    scratch.keys.clear(), scratch.deep.clear(), scratch.asleep_in_parts.clear();
  }

  void collect(const ContactPairs& pairs, const ToiWork& toi, const Timeline& timeline, const RecordScratch& records);
  void measure();
  void measure_buried(const ToiWork& toi);
  void report();

 private:
  Real most(const IndexPair& shapes) const {
    return tolerance::solver_way_extents * moving_extent(world_, world_.proxies[shapes.a], world_.proxies[shapes.b]);
  }
  Real closed(Rank a, Rank b) const;
  bool too_far_apart(const PairKey& key) const;
  void add(const PairKey& key) {
    if (!passes({key.a, key.b}) && !too_far_apart(key)) scratch_.keys.push_back(key);
  }
  /// True if the contact hook had the two ignored in this step.
  bool passes(const IndexPair& shapes) const { return std::binary_search(ignored_.begin(), ignored_.end(), shapes); }
  void note(const PairKey& key, bool buried);

  WorldState& world_;
  const std::vector<Motion>& motion_;
  const std::span<const IndexPair> ignored_;  // sorted
  PenetrationScratch& scratch_;
};

/// Upper bound of the approach of any two points of the bodies.
Real DeepFinder::closed(Rank a, Rank b) const {
  const Motion &of_a = motion_[a], &of_b = motion_[b];
  return length(of_a.displacement - of_b.displacement) +
         (absolute(of_a.turn) * world_.bodies.mass[a].reach + absolute(of_b.turn) * world_.bodies.mass[b].reach);
}

/// True if the circles about both bodies show that the pair is not deep. In a room, the whole outside is solid.
bool DeepFinder::too_far_apart(const PairKey& key) const {
  const Proxy &a = world_.proxies[key.a], &b = world_.proxies[key.b];
  if ((!a.convex || !b.convex) && rooms_of(world_, key).any()) return false;
  const V2 d = centre_difference(world_.bodies.pose[a.body], world_.bodies.pose[b.body]);
  const Real least = world_.bodies.mass[a.body].reach + world_.bodies.mass[b.body].reach - most({key.a, key.b});
  return least <= 0 || length_squared(d) > least * least;
}

/// Collects every pair that may be deep, by key.
void DeepFinder::collect(const ContactPairs& pairs, const ToiWork& toi, const Timeline& timeline,
                         const RecordScratch& records) {
  for (const std::uint32_t i : records.doubtful) {
    const ContactPair& pair = pairs.near[i];
    const Real before = overlap_of(pairs.geometry[i]);
    if (before + closed(pair.body_a, pair.body_b) > most({pair.key.a, pair.key.b})) add(pair.key);
  }
  const Real least = tolerance::solver_way_extents * pairs.traits.thinnest, farthest = 2 * timeline.lengths().longest();
  if (farthest > least) {
    const std::span<const WayBound> ways = timeline.lengths().ways();
    for (const ToiCandidate& pair : toi.far) {
      const Real needed = pair.gap + least;
      if (farthest <= needed || ways[pair.bodies.a].value() + ways[pair.bodies.b].value() <= needed) continue;
      if (closed(pair.bodies.a, pair.bodies.b) > pair.gap + most({pair.key.a, pair.key.b})) add(pair.key);
    }
  }
  timeline.for_each_found([&](const PairKey& key) { add(key); });
  for (const CachedContact& record : world_.sleeping_contacts) {
    if (!records.deep_sleepers) break;
    if (!record.deep || !has_parts(world_, record.key)) continue;
    add(record.key);
    const bool convex = world_.proxies[record.key.a].convex && world_.proxies[record.key.b].convex;
    if (!convex) scratch_.asleep_in_parts.push_back({record.key.a, record.key.b});
  }
  std::sort(scratch_.keys.begin(), scratch_.keys.end());
  scratch_.keys.erase(std::unique(scratch_.keys.begin(), scratch_.keys.end()), scratch_.keys.end());
}

/// Marks a pair's cached contact as deep. A pair that falls asleep has been near for long, and so has one; but a step
/// makes none for buried parts.
void DeepFinder::note(const PairKey& key, bool buried) {
  std::vector<CachedContact>& all = world_.contacts;
  auto record = first_from(all, key);
  const bool known = record != all.end() && record->key == key;
  if (!known && !buried) return;
  if (!known) record = all.insert(record, {.key = key});
  record->deep = true;
}

/// Measures the depths.
void DeepFinder::measure() {
  scratch_.input.clear();
  for (const PairKey& key : scratch_.keys) {
    scratch_.input.push_back(pair_input(world_, world_.proxies[key.a], world_.proxies[key.b], 0));
  }
  scratch_.contact.resize(scratch_.keys.size());
  find_manifolds(scratch_.input, scratch_.contact.data());
  for (std::size_t i = 0; i < scratch_.keys.size(); ++i) {
    const PairKey& key = scratch_.keys[i];
    ContactGeometry& contact = scratch_.contact[i];
    if (!world_.proxies[key.a].convex || !world_.proxies[key.b].convex) {
      find_contact(world_, key, scratch_.input[i], contact);
    }
    const IndexPair shapes{key.a, key.b};
    const Real depth = overlap_of(contact);
    if (!(depth > most(shapes))) continue;
    note(key, false);
    scratch_.deep.push_back({shapes, depth});
  }
}

/// Measures bodies inside parts that have no surface.
void DeepFinder::measure_buried(const ToiWork& toi) {
  const auto look_at = [&](const IndexPair& shapes, bool moves) {
    if (passes(shapes)) return;
    const BuriedPair buried = deepest_buried(world_, shapes, scratch_.numbers);
    if (!(buried.depth > most(shapes))) return;
    if (moves) note(buried.key, true);
    scratch_.deep.push_back({shapes, buried.depth});
  };
  for (const IndexPair& shapes : toi.buried) look_at(shapes, true);
  for (const IndexPair& shapes : scratch_.asleep_in_parts) look_at(shapes, false);
}

/// Reports the deepest place of each two shapes.
void DeepFinder::report() {
  std::sort(scratch_.deep.begin(), scratch_.deep.end(), [](const auto& l, const auto& r) {
    return l.shapes == r.shapes ? l.depth > r.depth : l.shapes < r.shapes;
  });
  world_.penetrations.clear();
  for (std::size_t i = 0; i < scratch_.deep.size(); ++i) {
    const PenetrationScratch::DeepPair& pair = scratch_.deep[i];
    if (i > 0 && pair.shapes == scratch_.deep[i - 1].shapes) continue;
    const Proxy &a = world_.proxies[pair.shapes.a], &b = world_.proxies[pair.shapes.b];
    world_.penetrations.push_back({a.body_id, b.body_id, a.shape, b.shape, pair.depth});
  }
  world_.penetrations_known = true;
}

}  // namespace

void find_penetrations(WorldState& world, const ContactPairs& pairs, const ToiWork& toi, const Timeline& timeline,
                       const std::vector<Motion>& motion, const RecordScratch& records, PenetrationScratch& scratch) {
  DeepFinder finder(world, motion, timeline.ignored(), scratch);
  finder.collect(pairs, toi, timeline, records);
  finder.measure();
  finder.measure_buried(toi);
  finder.report();
}

}  // namespace bankshot::BANKSHOT_ABI::detail
