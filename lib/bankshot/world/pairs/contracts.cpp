#include <bankshot/world/pairs/contracts.hpp>

#include <bankshot/tolerance.hpp>

#include <functional>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool is_box(const Box& box) { return box.lower.x <= box.upper.x && box.lower.y <= box.upper.y; }

/// True if ranks are those of the shapes' bodies, of which there are two.
bool of_two_bodies(const WorldState& world, const PairKey& key, Rank a, Rank b) {
  const std::size_t shapes = world.proxies.size();
  return key.a < key.b && key.b < shapes && a != b && world.proxies[key.a].body == a && world.proxies[key.b].body == b;
}

const char* fault_of_moving(const WorldState& world, const BroadPairs& broad) {
  const std::size_t count = broad.active.size();
  if (!in_order(broad.active, std::less<>())) return "moving shapes are in the order of proxies, each once";
  if (broad.tight.size() != count || broad.reach.size() != count || broad.shapes.size() != count) {
    return "each moving shape has two boxes";
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t proxy = broad.active[i];
    if (proxy >= world.proxies.size() || world.proxies[proxy].body != broad.shapes[i].body()) {
      return "a moving shape has the rank of its body";
    }
    if (!may_move(world.bodies.flags[broad.shapes[i].body()])) return "bodies of moving shapes may move";
    if (!is_box(broad.tight[i]) || !is_box(broad.reach[i])) return "boxes have a lower and an upper corner";
  }
  return nullptr;
}

bool is_finite(const ContactGeometry& contact) {
  bool all = finite(contact.normal) && finite(contact.d) && finite(contact.friction_impulse);
  for (int k = 0; k < 2; ++k) {
    const ContactPoint& point = contact.points[k];
    all = all && finite(point.anchor) && finite(point.separation) && finite(contact.normal_impulse[k]);
  }
  return all;
}

/// True if a normal is as long as rotations leave it. Each body turns it at most twice, there and back, and load()
/// takes bodies whose rotation is a little off unit length.
bool has_unit_length(const WorldState& world, const ContactPair& pair, V2 normal) {
  Real most = 1 + 64 * tolerance::eps;
  for (const Rank rank : {pair.body_a, pair.body_b}) {
    const Q2 q = world.bodies.pose[rank].rotation;
    const Real longer = 1 + absolute(q.c * q.c + q.s * q.s - 1);
    most *= longer * longer;
  }
  return absolute(length_squared(normal) - 1) <= most - 1;
}

/// The lists of classification, in the order of pairs.
const char* fault_of_lists(const ContactPairs& pairs, const SolverWork& work, const ToiWork& toi) {
  std::size_t solved = 0, loose = 0;
  if (work.pairs.size() + toi.loose.size() != pairs.near.size() || work.bodies.size() != work.pairs.size() ||
      work.young.size() != work.pairs.size()) {
    return "each contact pair is on one list";
  }
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    const ContactPair& pair = pairs.near[i];
    const std::vector<std::uint32_t>& list = pair.solve ? work.pairs : toi.loose;
    std::size_t& next = pair.solve ? solved : loose;
    if (next == list.size() || list[next] != i) return "lists of contact pairs are in their order";
    if (pair.solve && work.bodies[next] != RankPair{pair.body_a, pair.body_b}) {
      return "the solver's pairs have the ranks of their bodies";
    }
    ++next;
  }
  return nullptr;
}

}  // namespace

const char* fault_of_candidates(const WorldState& world, const BroadPairs& broad) noexcept {
  if (const char* const fault = fault_of_moving(world, broad)) return fault;
  if (!in_order(broad.found, std::less<>())) return "pairs of moving shapes are in order, each once";
  for (const IndexPair& pair : broad.found) {
    if (pair.a >= pair.b || pair.b >= broad.active.size()) return "pairs of moving shapes are of two places";
  }
  const auto earlier = [](const RestingPair& l, const RestingPair& r) { return l.pair < r.pair; };
  if (!in_order(broad.with_resting, earlier)) return "pairs with resting shapes are in order, each once";
  for (const RestingPair& found : broad.with_resting) {
    if (found.pair.a >= found.pair.b || found.pair.b >= world.proxies.size() || found.moving >= broad.active.size() ||
        broad.active[found.moving] != (found.moving_first ? found.pair.a : found.pair.b)) {
      return "pairs with resting shapes are of the moving one and another";
    }
  }
  return nullptr;
}

const char* fault_of_pairs(const WorldState& world, const ContactPairs& pairs, const ToiWork& toi) noexcept {
  if (!in_order(pairs.near, earlier_key)) return "contact pairs are in the order of keys, each once";
  if (!in_order(toi.far, earlier_key)) return "TOI candidates are in the order of keys, each once";
  for (const ContactPair& pair : pairs.near) {
    if (!of_two_bodies(world, pair.key, pair.body_a, pair.body_b)) return "contact pairs have the ranks of two bodies";
    if (!(pair.margin >= 0 && pair.slop > 0 && pair.extent > 0)) return "contact pairs have lengths";
    const bool convex = world.proxies[pair.key.a].convex && world.proxies[pair.key.b].convex;
    if (convex ? pair.parts != none : pair.parts >= pairs.parts.size()) return "contact pairs of parts have a place";
  }
  auto near = pairs.near.begin();
  for (const ToiCandidate& far : toi.far) {
    if (!of_two_bodies(world, far.key, far.bodies.a, far.bodies.b))
      return "TOI candidates have the ranks of two bodies";
    while (near != pairs.near.end() && near->key < far.key) ++near;
    if (near != pairs.near.end() && near->key == far.key) return "no contact pair is a TOI candidate";
  }
  return nullptr;
}

const char* fault_of_contacts(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                              const ToiWork& toi) noexcept {
  if (pairs.geometry.size() != pairs.near.size()) return "each contact pair has a contact, maybe without points";
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    const ContactGeometry& contact = pairs.geometry[i];
    if (contact.count < 0 || contact.count > 2) return "contacts have up to two points";
    if (!is_finite(contact)) return "contacts are of finite numbers";
    if (contact.count > 0 && !has_unit_length(world, pairs.near[i], contact.normal)) return "normals have unit length";
    if (contact.normal_impulse[0] < 0 || contact.normal_impulse[1] < 0) return "contacts only push";
    if (pairs.near[i].solve && (contact.count == 0 || pairs.near[i].passes)) return "the solver's pairs have points";
  }
  return fault_of_lists(pairs, work, toi);
}

const char* fault_of_records(const WorldState& world) noexcept {
  for (const std::vector<CachedContact>* const list : {&world.contacts, &world.sleeping_contacts}) {
    if (!in_order(*list, earlier_key)) return "cached contacts are in the order of keys, each once";
    for (const CachedContact& record : *list) {
      if (record.key.a >= record.key.b || record.key.b >= world.proxies.size()) return "cached contacts are of shapes";
      if (!(record.normal_impulse[0] >= 0 && record.normal_impulse[1] >= 0 && finite(record.normal_impulse[0]) &&
            finite(record.normal_impulse[1]) && finite(record.friction_impulse))) {
        return "cached contacts have finite impulses, which push";
      }
    }
  }
  return nullptr;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
