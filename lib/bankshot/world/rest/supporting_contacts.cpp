#include <bankshot/world/rest/supporting_contacts.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/contacts/warm_start.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/rest/contact_speeds.hpp>
#include <bankshot/world/rest/rest.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

bool loaded(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Rank rank) {
  if (contact.normal_impulse[0] > 0 || contact.normal_impulse[1] > 0) return true;
  const bool first = rank == pair.body_a;
  return weighs_on(world, rank, first ? pair.body_b : pair.body_a, first ? contact.normal : -contact.normal);
}

namespace {

/// True if a contact is one of a face. All are, except those of rounded corners with one another, and with a round
/// room.
bool is_flat(const WorldState& world, const ContactPairs& pairs, const ContactPair& pair, V2 normal) {
  const Proxy &a = world.proxies[pair.key.a], &b = world.proxies[pair.key.b];
  if (a.convex && b.convex && world.geometry[a.geometry].radius == 0 && world.geometry[b.geometry].radius == 0) {
    return true;
  }
  const Rooms rooms = rooms_of(world, pair.key);
  if (rooms.any()) return detail_view(world.baked[(rooms.a ? a : b).geometry]).count > 1;
  return at_a_face(world, pair.key, pair_input(world, pairs, pair), normal);
}

}  // namespace

bool bears(const WorldState& world, const ContactPairs& pairs, std::uint32_t i, Real& separation) {
  const ContactPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  if (contact.count == 0) return false;
  if (!has_faces(world, pair.key.a) && !has_faces(world, pair.key.b)) return false;
  separation = contact.points[0].separation;
  if (contact.count > 1) separation = min(separation, contact.points[1].separation);
  return separation <= pair.slop && -separation <= tolerance::margin_slops * pair.slop &&
         is_flat(world, pairs, pair, contact.normal);
}

bool weighs_on(const WorldState& world, Rank rank, Rank other, V2 normal) noexcept {
  return -dot(normal, free_acceleration(world, rank)) > least_press(world, rank, other);
}

void SupportingContacts::begin(const WorldState& world, const ContactPairs& pairs, const std::uint8_t* bodies) {
  begun_ = true;
  const auto each = [&](const auto& visit) {
    for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
      const ContactPair& pair = pairs.near[i];
      if (!pair.solve) continue;
      for (const Rank rank : {pair.body_a, pair.body_b}) {
        if (bodies == nullptr || bodies[rank]) visit(rank, i);
      }
    }
  };
  first_.assign(world.bodies.size() + 2, 0);
  each([&](Rank rank, std::uint32_t) { ++first_[rank + 2]; });
  for (std::size_t rank = 2; rank < first_.size(); ++rank) first_[rank] += first_[rank - 1];
  resize_anew(list_, first_.back());
  each([&](Rank rank, std::uint32_t i) { list_[first_[rank + 1]++].pair = i; });
  count_.assign(world.bodies.size(), unknown);
}

void SupportingContacts::find(const WorldState& world, const ContactPairs& pairs,
                              std::span<const std::vector<std::uint32_t>> places) {
  marked_.assign(world.bodies.size(), 0);
  for (const std::vector<std::uint32_t>& of_range : places) {
    for (const std::uint32_t i : of_range) marked_[pairs.near[i].body_a] = marked_[pairs.near[i].body_b] = 1;
  }
  begin(world, pairs, marked_.data());
  for (Rank rank = 0; rank < marked_.size(); ++rank) {
    if (marked_[rank]) of(world, pairs, rank);
  }
}

std::span<const SupportingContact> SupportingContacts::of(const WorldState& world, const ContactPairs& pairs,
                                                          Rank rank) {
  const std::span<SupportingContact> all(list_.data() + first_[rank], first_[rank + 1] - first_[rank]);
  if (count_[rank] != unknown) return all.first(count_[rank]);
  std::uint32_t count = 0;
  for (const SupportingContact& listed : all) {
    const std::uint32_t i = listed.pair;
    const ContactPair& pair = pairs.near[i];
    Real separation;
    if (world.bodies.flags[rank].type != BodyType::dynamic || !bears(world, pairs, i, separation) ||
        !loaded(world, pair, pairs.geometry[i], rank)) {
      continue;
    }
    const bool first = rank == pair.body_a;
    const V2 up = first ? pairs.geometry[i].normal : -pairs.geometry[i].normal;
    V2 normal = up;
    // If the body lies a little askew, the nearest face may be its own: along that normal a long floor reaches high.
    face_along(world, pair.key, pair_input(world, pairs, pair), !first, up, normal);
    all[count++] = {i, first ? pair.body_b : pair.body_a, normal, separation};
  }
  count_[rank] = count;
  return all.first(count);
}

bool may_continue(const WorldState& world, const PairKey& key) noexcept {
  if (world.proxies[key.a].sensor || world.proxies[key.b].sensor || rooms_of(world, key).any()) return false;
  return has_faces(world, key.a) || has_faces(world, key.b);
}

bool has_faces(const WorldState& world, std::uint32_t proxy) noexcept {
  const Proxy& own = world.proxies[proxy];
  return !own.convex || world.geometry[own.geometry].count > 1;
}

Real least_way(const ContactPair& pair) noexcept { return tolerance::impact_gap_slops * pair.slop; }

Real way_along(const WorldState& world, Real dt, const ContactPair& pair, const PairInput& in, V2 normal) {
  const ContactGeometry contact = contact_along(world, pair.key, in, normal);
  Real way = 0;
  for (int i = 0; i < contact.count; ++i) {
    way = max(way, -dot(velocity_at(world, pair, contact.points[i].anchor, contact.d), normal) * dt);
  }
  return way;
}

namespace {

/// Finds the normal of a supporting contact of one of a pair's bodies, the first or the second, that the pair
/// continues. Returns true if there is one.
bool continued(const WorldState& world, Real dt, SupportingContacts& bearings, const ContactPairs& pairs,
               std::uint32_t i, const PairInput& in, bool first, V2& along) {
  const ContactPair& pair = pairs.near[i];
  if (!has_faces(world, first ? pair.key.b : pair.key.a)) return false;
  bool found = false;
  Real best = 0;
  for (const SupportingContact& bearing : bearings.of(world, pairs, first ? pair.body_a : pair.body_b)) {
    const V2 n = first ? bearing.normal : -bearing.normal;
    if (bearing.pair == i) continue;
    if (same_normal(n, pairs.geometry[i].normal) && way_along(world, dt, pair, in, n) >= least_way(pair)) continue;
    const Real rise = bearing.separation - gap_along(world, pair.key, in, n);
    if (!(rise <= pair.slop) || (found && !(rise < best))) continue;
    if (climbs(world, pair.key, in, !first, pairs.geometry[i].normal, n, bearing.separation)) continue;
    found = true, best = rise, along = n;
  }
  return found;
}

/// Gives a contact pair the contact along that normal.
void meet_along(const WorldState& world, Real dt, ContactPairs& pairs, std::uint32_t i, const PairInput& in,
                V2 normal) {
  ContactPair& pair = pairs.near[i];
  ContactGeometry& contact = pairs.geometry[i];
  contact = contact_along(world, pair.key, in, normal);
  pair.solve = false, pair.continued = true;  // `touching` stays as it is
  if (contact.count > 0) warm_start(world, pair, contact);
  StackRoom<PairAnswers, 64> answers;
  ContactSpeeds speeds;
  find_contact_speeds(world, pairs, i, 1, &speeds, dt, answers.data());
  const auto said = static_cast<unsigned>(*answers.data());
  if (contact.count == 0) return;
  pair.solve = rebounds_within(pair.slop, pair, speeds.closing, dt) &&
               ((said & PairAnswer::slow) != 0 || stays_straight(world, pairs, i, speeds, dt));
}

}  // namespace

namespace {

/// True if the choice of normal does not matter: the motion that it stops would stay within the gap that counts as
/// touching, and it lifts the body no faster than an imperceptible bend would.
bool goes_on_anyway(const WorldState& world, Real dt, const ContactPairs& pairs, std::uint32_t i) {
  const ContactPair& pair = pairs.near[i];
  const Real closing = speeds_of(world, pairs, i).closing;
  if (!(closing * dt < least_way(pair))) return false;
  const Real along = length(world.bodies.velocity[pair.body_a].linear - world.bodies.velocity[pair.body_b].linear);
  return closing <= tolerance::seam_angle * along || along * dt <= pair.slop;
}

}  // namespace

bool continue_faces(const WorldState& world, Real dt, std::span<std::vector<std::uint32_t>> ending,
                    SupportingContacts& bearings, ContactPairs& pairs) {
  bool any = false;
  for (std::vector<std::uint32_t>& of_range : ending) {
    std::erase_if(of_range, [&](std::uint32_t i) {
      return goes_on_anyway(world, dt, pairs, i) || !may_continue(world, pairs.near[i].key);
    });
    any |= !of_range.empty();
  }
  if (!any) return false;
  bearings.find(world, pairs, ending);
  bool continued_any = false;
  for (const std::vector<std::uint32_t>& of_range : ending) {
    for (const std::uint32_t i : of_range) {
      const PairInput in = pair_input(world, pairs, pairs.near[i]);
      V2 along;
      if (!continued(world, dt, bearings, pairs, i, in, true, along) &&
          !continued(world, dt, bearings, pairs, i, in, false, along))
        continue;
      meet_along(world, dt, pairs, i, in, along);
      continued_any = true;
    }
  }
  return continued_any;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
