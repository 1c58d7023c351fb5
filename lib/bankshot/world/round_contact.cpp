#include <bankshot/world/round_contact.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>

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

/// Whose face has the normal of a contact of one point, the other one's corner being on it: 1 A's, -1 B's.
/// 0: that of neither, or of both.
int owner_of_normal(const WorldState& world, const NearPair& pair, const ContactGeometry& contact) {
  if (!world.proxies[pair.key.a].convex || !world.proxies[pair.key.b].convex) return 0;
  const bool corner_a = (contact.corners & 3) != 0, corner_b = (contact.corners & 12) != 0;
  return corner_a == corner_b ? 0 : corner_a ? -1 : 1;
}

}  // namespace

Real curving(const WorldState& world, const NearPair& pair, const ContactGeometry& contact) noexcept {
  RoundContact round;
  return find_round(world, pair, contact, round) ? curving_of(round, contact.normal) : Real(0);
}

void TurnedContacts::turn_with_face(const WorldState& world, PairSet& pairs, std::uint32_t i, Real half) {
  const NearPair& pair = pairs.near[i];
  ContactGeometry& contact = pairs.geometry[i];
  const int owner = owner_of_normal(world, pair, contact);
  if (owner == 0) return;
  const bool a = owner > 0;
  const BodyVelocity& face = world.bodies.velocity[a ? pair.body_a : pair.body_b];
  const BodyVelocity& round = world.bodies.velocity[a ? pair.body_b : pair.body_a];
  const Geometry& shape = world.geometry[world.proxies[a ? pair.key.b : pair.key.a].geometry];
  // What rocks on a sharp corner lands on the next one before long, so what this foretells is soon wrong.
  if (shape.radius == 0) return;
  // Of a disc on a floor nothing turns.
  const bool turns = shape.count > 1 || shape.first_corner.x != 0 || shape.first_corner.y != 0;
  if (face.inverse_mass == 0 && face.angular == 0 && !turns) return;
  // What turns by more than that no chord describes.
  const Real fastest = max(absolute(face.angular), turns ? absolute(round.angular) : Real(0));
  if (!(2 * half * fastest <= tolerance::whirl)) return;
  const V2 outward = a ? -contact.normal : contact.normal;
  const V2 of_a = contact.points[0].anchor, of_b = of_a + contact.d;
  const V2 on_face = a ? of_a : of_b, on_round = a ? of_b : of_a;
  const Real depth = shape.radius + contact.points[0].separation / 2;  // from the core to the anchor
  const V2 normal = rotate(rotation_of(half * face.angular), outward);
  const V2 core = rotate(rotation_of(half * round.angular), on_round + depth * outward);
  const V2 between = (on_face - on_round) + half * (round.linear - face.linear);  // from centre to centre
  const V2 new_round = core - depth * normal;
  V2 new_face = new_round + between;
  new_face += (dot(outward, on_face) - dot(normal, new_face)) * normal;  // the face stays where it is on its body
  const V2 speed = (round.linear + cross(round.angular, core)) - face.linear;
  const Real of_face = face.angular * (face.angular * dot(normal, core + between) - 2 * dot(perp(normal), speed));
  if (pairs.turning.empty()) pairs.turning.assign(pairs.near.size(), 0);
  pairs.turning[i] = half * (of_face + round.angular * round.angular * dot(normal, core));
  turned_.push_back({i, contact.normal, contact.points[0].anchor, contact.d});
  contact.normal = a ? -normal : normal;
  contact.points[0].anchor = a ? new_face : new_round;
  contact.d = (a ? new_round : new_face) - contact.points[0].anchor;
}

void TurnedContacts::turn(const WorldState& world, PairSet& pairs, Real dt) {
  turned_.clear(), pairs.turning.clear();
  const Real half = dt / 2;
  for (const std::uint32_t i : pairs.solved) {
    ContactGeometry& contact = pairs.geometry[i];
    if (contact.count != 1) continue;
    RoundContact round;
    turn_with_face(world, pairs, i, half);
    if (!find_round(world, pairs.near[i], contact, round)) continue;
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
