#include <bankshot/math/room.hpp>
#include <bankshot/world/record.hpp>

#include <algorithm>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

ContactEvent event_of(const WorldState& world, std::uint32_t a, std::uint32_t b) {
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  return {proxy_a.body_id, proxy_b.body_id, proxy_a.shape, proxy_b.shape};
}

ContactEvent sensor_event(const WorldState& world, IndexPair pair) {
  return world.proxies[pair.a].sensor ? event_of(world, pair.a, pair.b) : event_of(world, pair.b, pair.a);
}

/// Steps that the solver has had a contact, this one included.
std::uint8_t age_of(const NearPair& pair) {
  return static_cast<std::uint8_t>(pair.solve ? std::min(pair.age + 1, 255) : 0);
}

void fill_record(const PairSet& pairs, std::size_t index, const ContactImpulses& impulses, bool touching,
                 ContactRecord& record) {
  const NearPair& pair = pairs.near[index];
  const ContactGeometry& contact = pairs.geometry[index];
  const int count = pair.solve ? contact.count : 0;
  record.key = pair.key;
  record.normal_impulse[0] = impulses.normal1;
  record.normal_impulse[1] = impulses.normal2;
  record.friction_impulse = impulses.friction;
  for (int i = 0; i < 2; ++i) record.feature[i] = i < count ? contact.points[i].key : 0;
  record.age = age_of(pair);
  record.touching = touching;
  record.count = static_cast<std::uint16_t>(count);
}

bool pushes(const ContactImpulses& impulses) { return impulses.normal1 > 0 || impulses.normal2 > 0; }

/// Whether a pair is near a one-way face on its front: the record tells the next step that what may be past the face by
/// then has come from there.
bool in_front(const PairSet& pairs, std::size_t place) {
  const NearPair& pair = pairs.near[place];
  if (pair.parts == none || pairs.geometry[place].count == 0) return false;
  const PartPair& parts = pairs.parts[pair.parts];
  return parts.a.one_way >= 0 || parts.b.one_way >= 0;
}

/// Whether shapes of bodies that slept when the step began touched then. One that was hit meanwhile may meet what it
/// lay on; their record waits with the sleeping ones until the next step wakes it.
bool touched_asleep(const WorldState& world, const PairKey& key) {
  auto record =
      std::lower_bound(world.sleeping_contacts.begin(), world.sleeping_contacts.end(), PairKey{key.a, key.b, 0, 0},
                       [](const ContactRecord& l, const PairKey& r) { return l.key < r; });
  for (; record != world.sleeping_contacts.end() && record->key.a == key.a && record->key.b == key.b; ++record) {
    if (record->touching) return true;
  }
  return false;
}

bool active(const WorldState& world, std::uint32_t proxy) {
  const BodyFlags& flags = world.bodies.flags[world.proxies[proxy].body];
  return flags.awake && flags.type != BodyType::fixed;
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
  world.contact_ends.clear(), world.sensor_ends.clear();
  world.contact_ends.swap(world.pending_contact_ends);
  world.sensor_ends.swap(world.pending_sensor_ends);
}

namespace {

/// The new records as they are made, each in the place of an old one. Both are in the order of keys, so one walk tells
/// what began and what ended; an old record that it has not come to when its place is needed waits elsewhere.
class RecordList {
 public:
  RecordList(WorldState& world, WaitingRecords& waiting)
      : world_(world), list_(world.contacts), waiting_(waiting), old_count_(list_.size()) {}

  /// The next record, to be filled in, of shapes that have but this one. `old`: place of the last step's one of this
  /// key.
  ContactRecord& add_only(const PairKey& key, bool touching, std::uint32_t old) {
    if (!is_next(old) || list_[old].touching != touching) return add(key, touching, old);
    touching_ += touching ? 1 : 0;  // as of most: nothing began or ended
    ++old_;
    return list_[count_++];
  }
  /// The next record. `old` as above, if it is known.
  ContactRecord& add(const PairKey& key, bool touching, std::uint32_t old) {
    touching_ += touching ? 1 : 0;
    while (old_ < old_count_ && (old != none ? old_ <= old : !(key < next_old().key))) pass_old();
    come_to(key);
    after_ |= touching;
    return place();
  }
  /// Returns how many touch.
  int finish() {
    while (old_ < old_count_) pass_old();
    come_to({none, none, none, none});
    list_.resize(count_);
    return touching_;
  }

 private:
  /// Whether this old record is the next one, still in its place, and the only one of its shapes.
  bool is_next(std::uint32_t old) const {
    if (old != old_ || displaced_ > old_) return false;
    const PairKey& key = list_[old].key;
    if (shapes_.a == key.a && shapes_.b == key.b) return false;
    return old_ + 1 == old_count_ || list_[old_ + 1].key.a != key.a || list_[old_ + 1].key.b != key.b;
  }
  const ContactRecord& next_old() const { return old_ < displaced_ ? waiting_.first() : list_[old_]; }
  void pass_old() {
    const ContactRecord& old = next_old();
    come_to(old.key);
    before_ |= old.touching;
    if (old_ < displaced_) waiting_.pop();
    ++old_;
  }
  /// Users hear of one contact for each pair of shapes, when all of its parts are behind.
  void come_to(const PairKey& key) {
    if (shapes_.a == key.a && shapes_.b == key.b) return;
    if (after_ && !before_) append(world_.contact_begins) = event_of(world_, shapes_.a, shapes_.b);
    if (before_ && !after_) append(world_.contact_ends) = event_of(world_, shapes_.a, shapes_.b);
    shapes_ = {key.a, key.b};
    before_ = after_ = false;
  }
  ContactRecord& place() {
    if (old_ <= count_ && displaced_ <= count_ && count_ < old_count_) {
      waiting_.push(list_[count_]);
      displaced_ = count_ + 1;
    }
    if (count_ == list_.size()) append(list_);
    return list_[count_++];
  }

  WorldState& world_;
  std::vector<ContactRecord>& list_;  ///< new ones up to count_, behind them old ones
  WaitingRecords& waiting_;           ///< old ones from old_ to displaced_, if there are any
  std::size_t old_count_, old_ = 0, displaced_ = 0, count_ = 0;
  IndexPair shapes_{none, none};
  bool before_ = false, after_ = false;  ///< whether any part of these touched, and does
  int touching_ = 0;
};

int count_touching(std::span<const ContactRecord> records) {
  return static_cast<int>(std::count_if(records.begin(), records.end(), [](const auto& r) { return r.touching; }));
}

}  // namespace

void WaitingRecords::push(const ContactRecord& record) {
  if (count_ == circle_.size()) {
    std::rotate(circle_.begin(), circle_.begin() + static_cast<std::ptrdiff_t>(first_), circle_.end());
    first_ = 0;
    make_room(circle_, count_ + 1);
    circle_.resize(std::max<std::size_t>(16, circle_.capacity()));
  }
  circle_[(first_ + count_++) % circle_.size()] = record;
}

void WaitingRecords::pop() {
  first_ = (first_ + 1) % circle_.size();
  --count_;
}

void record_contacts(WorldState& world, const PairSet& pairs, const Solver& solver, std::span<const PairKey> met,
                     WaitingRecords& waiting) {
  RecordList records(world, waiting);
  std::size_t m = 0, solved = 0;
  const auto add_met = [&](const PairKey& key) {
    if (touched_asleep(world, key)) return;
    ContactRecord& record = records.add(key, true, none);
    record = {};
    record.key = key;
    record.touching = true;
  };
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    const NearPair& pair = pairs.near[i];
    if (pair.sensor) continue;
    const PairKey& key = pair.key;
    for (; m < met.size() && met[m] < key; ++m) add_met(met[m]);
    const bool hit = m < met.size() && met[m] == key;
    m += hit ? 1 : 0;
    const ContactImpulses impulses = pair.solve ? solver.impulses(solved++) : ContactImpulses{};
    const bool touching = pair.touching || hit;
    if (!touching && !pushes(impulses) && !in_front(pairs, i)) continue;
    const bool only = pair.parts == none;
    ContactRecord& record = only ? records.add_only(key, touching, pair.old) : records.add(key, touching, pair.old);
    fill_record(pairs, i, impulses, touching, record);  // made where it stays
  }
  for (; m < met.size(); ++m) add_met(met[m]);
  world.counts.contacts = records.finish() + count_touching(world.sleeping_contacts);
}

void record_sensors(WorldState& world, const PairSet& pairs, std::vector<IndexPair>& next) {
  next.clear();
  std::size_t old = 0;
  // A pair of which neither moves is not looked at, and stays as it is.
  const auto pass_old = [&] {
    const IndexPair pair = world.sensor_pairs[old++];
    if (active(world, pair.a) || active(world, pair.b)) {
      world.sensor_ends.push_back(sensor_event(world, pair));
    } else {
      next.push_back(pair);
    }
  };
  for (std::size_t i = 0; pairs.sensors && i < pairs.near.size(); ++i) {
    const NearPair& pair = pairs.near[i];
    if (!pair.sensor || !overlapping(pairs.geometry[i])) continue;
    const IndexPair key{pair.key.a, pair.key.b};
    if (!next.empty() && next.back() == key) continue;  // another part of the same shapes
    while (old < world.sensor_pairs.size() && world.sensor_pairs[old] < key) pass_old();
    const bool was = old < world.sensor_pairs.size() && world.sensor_pairs[old] == key;
    if (was) ++old;
    if (!was) world.sensor_begins.push_back(sensor_event(world, key));
    next.push_back(key);
  }
  while (old < world.sensor_pairs.size()) pass_old();
  world.sensor_pairs.swap(next);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
