#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/contacts/contact_events.hpp>
#include <bankshot/world/contacts/contact_now.hpp>
#include <bankshot/world/pairs/one_way.hpp>
#include <bankshot/world/pairs/pair_limit.hpp>

#include <algorithm>
#include <array>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Number of steps that the solver has had a contact, including this one.
std::uint8_t age_of(const ContactPair& pair) {
  return static_cast<std::uint8_t>(pair.solve ? std::min(pair.age + 1, 255) : 0);
}

/// Impulses are zero unless the solver has the pair.
void fill_record(const ContactPair& pair, const ContactGeometry& near, CachedContact& record) {
  static constexpr ContactGeometry nothing;
  const ContactGeometry& contact = pair.solve ? near : nothing;
  const int count = contact.count;
  record.key = pair.key;
  record.normal_impulse[0] = contact.normal_impulse[0];
  record.normal_impulse[1] = contact.normal_impulse[1];
  record.friction_impulse = contact.friction_impulse;
  record.feature[0] = count > 0 ? contact.points[0].key : 0;
  record.feature[1] = count > 1 ? contact.points[1].key : 0;
  record.age = age_of(pair);
  // A pair that the solver stopped short of the surface counts as touching, too.
  record.touching = pair.touching || contact.normal_impulse[0] > 0 || contact.normal_impulse[1] > 0;
  record.count = static_cast<std::uint8_t>(count);
  record.deep = false;
}

/// True if a pair is near the front of a one-way face: its cached contact tells the next step that the body came from
/// the front, even if it is past the face by then.
bool in_front(const ContactPairs& pairs, std::size_t place) {
  const ContactPair& pair = pairs.near[place];
  return pair.parts != none && pairs.geometry[place].count > 0 && has_one_way(pairs.parts[pair.parts]);
}

/// The shapes of the cached contacts from place `i` on, and whether any of their parts touch; advances `i` to the next
/// shapes.
struct ShapePair {
  IndexPair pair;
  bool touching = false;
};
using Records = std::span<const CachedContact>;
ShapePair next_shapes(Records records, std::size_t& i) {
  ShapePair shapes{{records[i].key.a, records[i].key.b}};
  for (; i < records.size() && shapes.pair == IndexPair{records[i].key.a, records[i].key.b}; ++i) {
    shapes.touching |= records[i].touching;
  }
  return shapes;
}

/// Walks both lists in the order of keys: a pair that touches only in the old one has ended, one that touches only in
/// the new one has begun.
void report_changes(const WorldState& world, Records old, Records now, RecordScratch::Changes& changes) {
  std::size_t i = 0, j = 0;
  const auto end = [&](const ShapePair& shapes) {
    if (shapes.touching) append(changes.ends) = event_of(world.proxies, shapes.pair.a, shapes.pair.b);
  };
  while (j < now.size()) {
    const IndexPair next{now[j].key.a, now[j].key.b};
    while (i < old.size() && IndexPair{old[i].key.a, old[i].key.b} < next) end(next_shapes(old, i));
    ShapePair before{next};
    if (i < old.size() && IndexPair{old[i].key.a, old[i].key.b} == next) before = next_shapes(old, i);
    const ShapePair after = next_shapes(now, j);
    if (after.touching && !before.touching) append(changes.begins) = event_of(world.proxies, next.a, next.b);
    if (!after.touching) end(before);
  }
  while (i < old.size()) end(next_shapes(old, i));
}

/// True if shapes of bodies that slept when the step began touched then. A body that was hit meanwhile may meet its
/// support; their cached contact stays with the sleeping ones until the next step wakes it.
bool touched_asleep(const WorldState& world, const PairKey& key) {
  auto record = first_from(world.sleeping_contacts, {key.a, key.b, 0, 0});
  for (; record != world.sleeping_contacts.end() && record->key.a == key.a && record->key.b == key.b; ++record) {
    if (record->touching) return true;
  }
  return false;
}

/// True if a pair may be too deep by now. (Points beyond a contact's count are 0.)
BANKSHOT_INLINE bool may_be_deep(const ContactPair& pair, const ContactGeometry& contact, const Ways& ways) {
  const Real gap = min(contact.points[0].separation, contact.points[1].separation);
  const Real least = tolerance::solver_way_extents * pair.extent + gap;
  return 2 * ways.longest > least && ways.of[pair.body_a].value() + ways.of[pair.body_b].value() > least;
}

bool overlapping(const ContactGeometry& contact) {
  for (int i = 0; i < contact.count; ++i) {
    if (contact.points[i].separation <= 0) return true;
  }
  return false;
}

}  // namespace

void begin_events(WorldState& world) {
  world.impacts.clear();
  world.contact_begins.clear(), world.sensor_begins.clear();
  world.contact_ends.clear(), world.sensor_ends.clear(), world.joint_ends.clear();
  world.contact_ends.swap(world.pending_contact_ends);
  world.sensor_ends.swap(world.pending_sensor_ends);
  world.joint_ends.swap(world.pending_joint_ends);
}

namespace {

/// The beginning of a range of contact pairs in all lists that are walked together: those with the same keys.
struct RecordPlace {
  std::size_t near = 0, met = 0, old = 0;
};

/// The first place at or after `near` where the pairs of other shapes begin.
RecordPlace place_of(const WorldState& world, const ContactPairs& pairs, std::span<const PairKey> met,
                     std::size_t near) {
  const auto shapes = [&](std::size_t i) { return IndexPair{pairs.near[i].key.a, pairs.near[i].key.b}; };
  while (near > 0 && near < pairs.near.size() && shapes(near) == shapes(near - 1)) ++near;
  if (near == pairs.near.size()) return {near, met.size(), world.contacts.size()};
  const PairKey first{shapes(near).a, shapes(near).b, 0, 0};
  return {near, static_cast<std::size_t>(std::lower_bound(met.begin(), met.end(), first) - met.begin()),
          static_cast<std::size_t>(first_from(world.contacts, first) - world.contacts.begin())};
}

/// Number of pairs that memory is prefetched ahead: the processor does not predict four lists at once well.
constexpr std::size_t read_ahead = 12;

/// Builds the new cached contacts of a range, each in the place of an old one of the list that is no longer needed, and
/// tracks which of the last step's have been compared. A cached contact that matches its old one shows that, up to it,
/// only those since the last match may have begun or ended. Saves 3.5 % of the instructions of large_pyramid.
class RecordList {
 public:
  RecordList(const WorldState& world, const RecordPlace& from, std::vector<CachedContact>& records,
             RecordScratch::Changes& changes)
      : world_(world),
        records_(records),
        changes_(changes),
        begin_(from.near + from.met),
        count_(begin_),
        data_(records.data()),
        old_(from.old),
        now_(begin_) {}

  std::size_t begin() const { return begin_; }
  CachedContact& add() { return data_[count_++]; }
  void fetch_ahead() const { __builtin_prefetch(data_ + count_ + read_ahead, 1); }
  void drop_last() { --count_; }
  /// The last cached contact, that of `pair`, is the only one of its shapes.
  void compare_last(const ContactPair& pair, bool touching) {
    if (pair.before != (touching ? ContactPair::touched : ContactPair::apart)) return;
    if (old_ < pair.old || now_ < count_ - 1) report(world_, records_, {old_, pair.old}, {now_, count_ - 1}, changes_);
    old_ = pair.old + 1, now_ = count_;
  }
  /// Compares up to `old` in the last step's list. Returns the number of new cached contacts.
  std::size_t finish(std::size_t old) {
    if (old_ < old || now_ < count_) report(world_, records_, {old_, old}, {now_, count_}, changes_);
    return count_ - begin_;
  }

 private:
  struct Places {
    std::size_t begin = 0, end = 0;
  };
  /// Static, so that the members of this list can stay in registers.
  static void report(const WorldState& world, const std::vector<CachedContact>& records, const Places& old,
                     const Places& now, RecordScratch::Changes& changes) {
    report_changes(world, Records(world.contacts).subspan(old.begin, old.end - old.begin),
                   Records(records).subspan(now.begin, now.end - now.begin), changes);
  }

  const WorldState& world_;
  std::vector<CachedContact>& records_;
  RecordScratch::Changes& changes_;
  std::size_t begin_ = 0, count_ = 0;
  CachedContact* data_ = nullptr;
  std::size_t old_ = 0, now_ = 0;
};

/// The cached contacts of a range of contact pairs, and of pairs that met in flight.
FilledRange record_range(const WorldState& world, const ContactPairs& pairs, std::span<const PairKey> met,
                         const Ways& ways, const RecordPlace& from, const RecordPlace& to,
                         std::vector<CachedContact>& next, RecordScratch::Changes& changes) {
  RecordList records(world, from, next, changes);
  const ContactPair* const near = pairs.near.data();
  const ContactGeometry* const geometry = pairs.geometry.data();
  std::size_t m = from.met, touching = 0;
  const auto add_met = [&](const PairKey& key) {
    if (touched_asleep(world, key)) return;
    CachedContact& record = records.add();
    record = {};
    record.key = key;
    record.touching = true;
    ++touching;
  };
  for (std::size_t i = from.near; i < to.near; ++i) {
    const ContactPair& pair = near[i];
    __builtin_prefetch(near + i + read_ahead), __builtin_prefetch(geometry + i + read_ahead);
    records.fetch_ahead();
    if (pair.passes) continue;
    if (may_be_deep(pair, geometry[i], ways)) changes.doubtful.push_back(static_cast<std::uint32_t>(i));
    for (; m < to.met && met[m] < pair.key; ++m) add_met(met[m]);
    CachedContact& record = records.add();  // written where it stays
    fill_record(pair, geometry[i], record);
    if (m < to.met && met[m] == pair.key) record.touching = true, ++m;
    touching += record.touching ? 1 : 0;
    if (!record.touching && !in_front(pairs, i)) {
      records.drop_last();
    } else if (pair.parts == none) {
      records.compare_last(pair, record.touching);
    }
  }
  for (; m < to.met; ++m) add_met(met[m]);
  changes.touching = touching;
  return {records.begin(), records.finish(to.old)};
}

}  // namespace

void record_contacts(WorldState& world, const ContactPairs& pairs, std::span<const PairKey> met, const Ways& ways,
                     RecordScratch& scratch) {
  const auto chunks = static_cast<std::size_t>(world.team.chunks(pairs.near.size(), least_pairs));
  if (scratch.changes.size() < chunks) scratch.changes.resize(chunks);
  resize_anew(scratch.next, pairs.near.size() + met.size());  // all may be kept
  const auto take_turns = [&] {                               // the first range adds to the common lists
    scratch.changes[0].begins.swap(world.contact_begins), scratch.changes[0].ends.swap(world.contact_ends);
  };
  take_turns();
  std::array<FilledRange, thread_limit> made;
  world.team.ranges(pairs.near.size(), least_pairs, [&](const Range& range) {
    RecordScratch::Changes& changes = scratch.changes[range.chunk];
    if (range.chunk > 0) changes.begins.clear(), changes.ends.clear();
    changes.doubtful.clear();
    const RecordPlace from = range.chunk == 0 ? RecordPlace{} : place_of(world, pairs, met, range.begin);
    const RecordPlace to = place_of(world, pairs, met, range.end);
    made[range.chunk] = record_range(world, pairs, met, ways, from, to, scratch.next, changes);
  });
  close_gaps(scratch.next, std::span<const FilledRange>(made).first(chunks));
  world.contacts.swap(scratch.next);
  take_turns();
  for (std::size_t i = 1; i < chunks; ++i) {
    const RecordScratch::Changes& changes = scratch.changes[i];
    world.contact_begins.insert(world.contact_begins.end(), changes.begins.begin(), changes.begins.end());
    world.contact_ends.insert(world.contact_ends.end(), changes.ends.begin(), changes.ends.end());
  }
  scratch.doubtful.clear();
  std::size_t touching = 0;
  for (std::size_t i = 0; i < chunks; ++i) {
    const RecordScratch::Changes& changes = scratch.changes[i];
    scratch.doubtful.insert(scratch.doubtful.end(), changes.doubtful.begin(), changes.doubtful.end());
    touching += changes.touching;
  }
  scratch.deep_sleepers = false;
  for (const CachedContact& asleep : world.sleeping_contacts) {
    touching += asleep.touching ? 1 : 0;
    scratch.deep_sleepers |= asleep.deep;
  }
  world.counts.contacts = static_cast<int>(touching);
}

void forget_lost_impulses(WorldState& world) {
  for (CachedContact& record : world.contacts) {
    const bool kept =
        finite(record.normal_impulse[0]) && finite(record.normal_impulse[1]) && finite(record.friction_impulse);
    if (!kept) record.normal_impulse[0] = record.normal_impulse[1] = record.friction_impulse = 0;
  }
}

void see_resting(WorldState& world, SensorScratch& scratch) {
  std::vector<IndexPair>& seen = scratch.seen;
  seen.clear();
  scratch.looked = world.sight_changed;
  if (!scratch.looked) return;
  const std::size_t most = near_limit(world);
  for (const std::uint32_t seer : world.seers) {
    const ShapeSlot& slot = world.shape_slots[world.proxies[seer].shape.slot];
    if (slot.leaf == DynamicTree::null) continue;
    const std::size_t before = seen.size();
    world.resting.query(world.resting.box(slot.leaf), [&](std::uint32_t found) {
      const std::uint32_t other = world.shape_slots[found].proxy;
      if (world.proxies[other].sees_all && other < seer) return true;  // has found it
      const IndexPair pair{std::min(seer, other), std::max(seer, other)};
      const bool meet = may_meet(world, world.proxies[pair.a], world.proxies[pair.b]);
      if (meet && !overlaps_no_longer(world, pair)) seen.push_back(pair);
      return seen.size() <= most;
    });
    if (seen.size() > most) refuse_seen(world, seer, seen.size() - before);
  }
  std::sort(seen.begin(), seen.end());
  world.sight_changed = false;
}

void record_sensors(WorldState& world, const ContactPairs& pairs, std::span<const std::uint32_t> moving,
                    SensorScratch& scratch) {
  std::vector<IndexPair>& next = scratch.next;
  next.clear();
  std::size_t old = 0;
  // A pair without a body that moved when the step began is not examined, and stays as it is, unless one of its shapes
  // sees all and both still rest.
  const auto moved = [&](std::uint32_t proxy) { return std::binary_search(moving.begin(), moving.end(), proxy); };
  const auto rests = [&](std::uint32_t proxy) { return at_rest(world.bodies.flags[world.proxies[proxy].body]); };
  const auto is_examined = [&](const IndexPair& pair) {
    const bool looks = scratch.looked && (world.proxies[pair.a].sees_all || world.proxies[pair.b].sees_all);
    return moved(pair.a) || moved(pair.b) || (looks && rests(pair.a) && rests(pair.b));
  };
  const auto pass_old = [&] {
    const IndexPair pair = world.sensor_pairs[old++];
    if (is_examined(pair)) {
      append_sensor_events(world.proxies, pair, world.sensor_ends);
    } else {
      next.push_back(pair);
    }
  };
  const auto add = [&](const IndexPair& pair) {
    if (!next.empty() && next.back() == pair) return;  // another part of the same shapes
    while (old < world.sensor_pairs.size() && world.sensor_pairs[old] < pair) pass_old();
    const bool was = old < world.sensor_pairs.size() && world.sensor_pairs[old] == pair;
    if (was) ++old;
    if (!was) append_sensor_events(world.proxies, pair, world.sensor_begins);
    next.push_back(pair);
  };
  auto seen = scratch.seen.begin();
  for (std::size_t i = 0; pairs.sensors && i < pairs.near.size(); ++i) {
    const ContactPair& pair = pairs.near[i];
    if (!pair.passes || !overlapping(pairs.geometry[i])) continue;
    const IndexPair key{pair.key.a, pair.key.b};
    for (; seen != scratch.seen.end() && *seen < key; ++seen) add(*seen);
    add(key);
  }
  for (; seen != scratch.seen.end(); ++seen) add(*seen);
  while (old < world.sensor_pairs.size()) pass_old();
  world.sensor_pairs.swap(next);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
