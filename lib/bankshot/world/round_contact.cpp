#include <bankshot/world/round_contact.hpp>

#include <bankshot/math/trig.hpp>

#include <cmath>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// A side of a round contact: its core point relative to the centre of mass, and how its body moves.
struct RoundSide {
  V2 core;
  BodyVelocity velocity;
};

struct RoundContact {
  RoundSide a, b;
  Real length = 0;    ///< L, signed
  Real radius_a = 0;  ///< from the core of A to its surface
  Real half_gap = 0;  ///< from there to the anchor
  V2 speed() const {  ///< of A's core relative to B's
    return (a.velocity.linear + cross(a.velocity.angular, a.core)) -
           (b.velocity.linear + cross(b.velocity.angular, b.core));
  }
};

/// What of -g'' the cores make by turning about their bodies.
Real curving_of_cores(const RoundContact& contact, V2 n) {
  const Real wa = contact.a.velocity.angular, wb = contact.b.velocity.angular;
  return wa * wa * dot(n, contact.a.core) - wb * wb * dot(n, contact.b.core);
}

/// -g''; `n`: the normal.
Real curving_of(const RoundContact& contact, V2 n) {
  const Real u = dot(perp(n), contact.speed());
  return curving_of_cores(contact, n) - u * u / contact.length;
}

/// Whether a pair is round; fills in what is asked of it then.
bool find_round(const WorldState& world, const NearPair& pair, const ContactGeometry& contact, RoundContact& round) {
  if (contact.count != 1) return false;
  const Proxy &a = world.proxies[pair.key.a], &b = world.proxies[pair.key.b];
  const Geometry &shape_a = world.geometry[a.geometry], &shape_b = world.geometry[b.geometry];
  if (!a.convex || !b.convex) {
    const Rooms rooms = rooms_of(world, pair.key);
    if (!rooms.a && !rooms.b) return false;
    // A room is not among the convex geometries: its shape says how many corners it has.
    const ConvexView room = detail_view(world.baked[(rooms.a ? a : b).geometry]);
    const bool part_is_convex = rooms.a ? b.convex : a.convex;
    if (room.count != 1 || !part_is_convex) return false;
    round.length = rooms.a ? shape_b.radius - room.radius : shape_a.radius - room.radius;
    round.radius_a = rooms.a ? -room.radius : shape_a.radius;
  } else {
    if (shape_a.count != 1 || shape_b.count != 1) return false;
    round.length = shape_a.radius + shape_b.radius;
    round.radius_a = shape_a.radius;
  }
  if (round.length == 0) return false;
  // The anchor is halfway between the surfaces: half of the gap belongs to either side, or the cores would turn about
  // the centres of discs that overlap.
  round.half_gap = contact.points[0].separation / 2;
  const V2 anchor = contact.points[0].anchor;
  round.a.core = anchor + (round.radius_a + round.half_gap) * contact.normal;
  round.b.core = (anchor + contact.d) - ((round.length - round.radius_a) + round.half_gap) * contact.normal;
  round.a.velocity = world.bodies.velocity[pair.body_a];
  round.b.velocity = world.bodies.velocity[pair.body_b];
  return true;
}

}  // namespace

Real curving(const WorldState& world, const NearPair& pair, const ContactGeometry& contact) noexcept {
  RoundContact round;
  return find_round(world, pair, contact, round) ? curving_of(round, contact.normal) : Real(0);
}

void TurnedContacts::turn(const WorldState& world, PairSet& pairs, Real dt) {
  turned_.clear(), pairs.turning.clear();
  if (!pairs.any_round) return;
  const Real half = dt / 2;
  for (const std::uint32_t i : pairs.solved) {
    RoundContact round;
    ContactGeometry& contact = pairs.geometry[i];
    if (contact.count != 1 || !find_round(world, pairs.near[i], contact, round)) continue;
    // What goes along the arc now comes to the chord at this share of its speed.
    const V2 before = contact.normal, along = dot(perp(before), round.speed()) * perp(before);
    const V2 way = half * (round.a.velocity.linear - round.b.velocity.linear);
    round.a.core = rotate(rotation_of(half * round.a.velocity.angular), round.a.core);
    round.b.core = rotate(rotation_of(half * round.b.velocity.angular), round.b.core);
    const V2 core_difference = (contact.d + way) + (round.a.core - round.b.core);
    const Real distance = length(core_difference);
    // What goes round by more than that no chord describes.
    if (!(dot(core_difference, contact.normal) * round.length > 0 && distance > 0)) continue;
    const V2 normal = ((round.length < 0 ? Real(-1) : Real(1)) / distance) * core_difference;
    const Real chord = half * curving_of_cores(round, normal) - dot(along, normal);
    if (chord == 0) continue;
    if (pairs.turning.empty()) pairs.turning.assign(pairs.near.size(), 0);
    pairs.turning[i] = chord;
    turned_.push_back({i, contact.normal, contact.points[0].anchor, contact.d});
    contact.normal = normal;
    contact.points[0].anchor = round.a.core - (round.radius_a + round.half_gap) * normal;
    contact.d = (round.b.core + ((round.length - round.radius_a) + round.half_gap) * normal) - contact.points[0].anchor;
  }
}

void TurnedContacts::turn_back(PairSet& pairs) const noexcept {
  for (const Before& was : turned_) {
    ContactGeometry& contact = pairs.geometry[was.place];
    contact.normal = was.normal, contact.points[0].anchor = was.anchor, contact.d = was.d;
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
