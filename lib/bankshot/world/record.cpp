#include <bankshot/world/record.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

ContactEvent event_of(const WorldState& world, std::uint32_t a, std::uint32_t b) {
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  return {proxy_a.body_id, proxy_b.body_id, proxy_a.shape, proxy_b.shape};
}

ContactEvent sensor_event(const WorldState& world, IndexPair pair) {
  return world.proxies[pair.a].sensor ? event_of(world, pair.a, pair.b) : event_of(world, pair.b, pair.a);
}

ContactRecord record_of(const NearPair& pair, const ContactGeometry& contact, std::size_t index, const Solver& solver) {
  ContactRecord record;
  record.a = pair.a, record.b = pair.b;
  record.touching = pair.touching;
  solver.impulses(index, record);
  record.count = static_cast<std::uint16_t>(pair.solve ? contact.count : 0);
  for (int i = 0; i < record.count; ++i) record.feature[i] = contact.points[i].key;
  return record;
}

bool worth_keeping(const ContactRecord& record) {
  return record.touching || record.normal_impulse[0] > 0 || record.normal_impulse[1] > 0;
}

/// Both lists in the order of (a, b): what is only in the old one ended, what is only in the new one began.
void report_changes(WorldState& world, const std::vector<ContactRecord>& old, const std::vector<ContactRecord>& now) {
  std::size_t i = 0;
  for (const ContactRecord& contact : now) {
    for (; i < old.size() && before(old[i], contact); ++i) {
      if (old[i].touching) world.contact_ends.push_back(event_of(world, old[i].a, old[i].b));
    }
    const bool same = i < old.size() && !before(contact, old[i]);
    const bool touched = same && old[i].touching;
    if (contact.touching && !touched) world.contact_begins.push_back(event_of(world, contact.a, contact.b));
    if (touched && !contact.touching) world.contact_ends.push_back(event_of(world, contact.a, contact.b));
    if (same) ++i;
  }
  for (; i < old.size(); ++i) {
    if (old[i].touching) world.contact_ends.push_back(event_of(world, old[i].a, old[i].b));
  }
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

void record_contacts(WorldState& world, const PairSet& pairs, const Solver& solver, std::span<const IndexPair> met,
                     std::vector<ContactRecord>& next) {
  next.clear();
  std::size_t m = 0;
  const auto add_met = [&](IndexPair pair) {
    ContactRecord record;
    record.a = pair.a, record.b = pair.b;
    record.touching = true;
    next.push_back(record);
  };
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    const NearPair& pair = pairs.near[i];
    if (pair.sensor) continue;
    const IndexPair key{pair.a, pair.b};
    for (; m < met.size() && met[m] < key; ++m) add_met(met[m]);
    ContactRecord record = record_of(pair, pairs.geometry[i], i, solver);
    if (m < met.size() && met[m] == key) record.touching = true, ++m;
    if (worth_keeping(record)) next.push_back(record);
  }
  for (; m < met.size(); ++m) add_met(met[m]);
  report_changes(world, world.contacts, next);
  world.contacts.swap(next);
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
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    const NearPair& pair = pairs.near[i];
    if (!pair.sensor || !overlapping(pairs.geometry[i])) continue;
    const IndexPair key{pair.a, pair.b};
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
