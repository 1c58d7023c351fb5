#include <bankshot/world/rest/round_contact.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/motion.hpp>

#include <cmath>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The part of -g'' from cores that turn about their bodies.
Real curving_of_cores(const RoundContact& contact, V2 n) {
  const Real wa = contact.a.velocity.angular, wb = contact.b.velocity.angular;
  return wa * wa * dot(n, contact.a.core) - wb * wb * dot(n, contact.b.core);
}

/// -g''; `n`: the normal.
Real curving_of(const RoundContact& contact, V2 n) {
  const Real u = dot(perp(n), contact.speed());
  return curving_of_cores(contact, n) - u * u / contact.length;
}

/// The accelerations of two round bodies along their arc, n being the normal. `first`: at the beginning of the step; in
/// its middle it is `turned` more, as the arc turns under gravity and forces; `linear`: of both together, without the
/// turning of the bodies.
struct Speeding {
  Real first = 0, turned = 0, linear = 0, angular_a = 0, angular_b = 0;
};

/// The speed of a side's core along n that belongs to its arm in the middle of the step, less that of its arm at either
/// end.
Real bow_of(const RoundSide& side, V2 n, Real half) {
  const Real w = side.velocity.angular;
  return w * (1 - rotation_of(half * w).c) * dot(n, perp(side.core));
}

/// True if it turns by less than a whirl in a step. No chord describes a larger turn, and with one the solver would
/// give speed to bodies that are crushed.
bool turns_little(Real angular, Real half) { return 2 * half * absolute(angular) <= tolerance::whirl; }

/// The same of a body, or true if its core point moves by less than a slop.
bool turns_little(const RoundSide& side, Real gained, Real half, Real extent) {
  return turns_little(absolute(side.velocity.angular) + absolute(gained), half) ||
         length(side.core) <= tolerance::slop_fraction * absolute(extent);
}

Speeding speeding_of(const RoundContact& round, const LoadedBody& a, const LoadedBody& b, V2 n, Real half) {
  const V2 along = perp(n), driven = a.driven - b.driven;
  const Real speed = dot(along, round.speed()), inward = curving_of_cores(round, along);
  Speeding more;
  const Real linear = dot(along, a.linear - b.linear);
  more.linear = linear - inward / 2, more.angular_a = a.angular, more.angular_b = b.angular;
  more.first = linear + dot(along, cross(a.angular, round.a.core) - cross(b.angular, round.b.core)) - inward;
  // A blow in the last sub-step does not predict this step, nor does a contact that bore nothing yet.
  const Real most =
      tolerance::smooth_changes * (length(a.driven) + length(b.driven)) + speed * speed / absolute(round.length);
  const bool smooth =
      round.bears && absolute(more.first) <= most && turns_little(half * more.first / round.length, half);
  if (!smooth) more = {dot(along, driven), 0, dot(along, driven) + inward / 2, 0, 0};
  const Real turn = half * (speed + half * more.first) / round.length;
  more.turned = dot(driven, along - turn * n) / std::sqrt(1 + turn * turn) - dot(driven, along);
  more.linear += more.turned;
  return more;
}

/// Returns true if a pair is round, and then fills in `round`.
bool find_round(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, RoundContact& round) {
  if (contact.count != 1) return false;
  const Proxy &a = world.proxies[pair.key.a], &b = world.proxies[pair.key.b];
  const Geometry &shape_a = world.geometry[a.geometry], &shape_b = world.geometry[b.geometry];
  if (!a.convex || !b.convex) {
    const Rooms rooms = rooms_of(world, pair.key);
    if (!rooms.a && !rooms.b) return false;
    // A room is not among the convex geometries: its shape has the number of corners.
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
  // The anchor is halfway between the surfaces, so half of the gap belongs to either side. Otherwise the cores would
  // turn about the centres of overlapping discs.
  round.half_gap = contact.points[0].separation / 2;
  round.bears = contact.normal_impulse[0] > 0;
  const V2 anchor = contact.points[0].anchor;
  round.a.core = anchor + (round.radius_a + round.half_gap) * contact.normal;
  round.b.core = (anchor + contact.d) - ((round.length - round.radius_a) + round.half_gap) * contact.normal;
  round.a.velocity = world.bodies.velocity[pair.body_a];
  round.b.velocity = world.bodies.velocity[pair.body_b];
  return true;
}

/// True if a body turns, and no contact changes that: its turning in this step is known.
bool turns_firmly(const WorldState& world, Rank rank) {
  const BodyFlags& flags = world.bodies.flags[rank];
  return flags.type == BodyType::kinematic && flags.awake && world.bodies.velocity[rank].angular != 0;
}

bool any_turns_firmly(const WorldState& world) {
  bool any = false;
  world.active.for_each([&](Rank rank) { any |= turns_firmly(world, rank); });
  return any;
}

/// True if a shape has a face with this outward normal, or may have one because it is composite.
bool may_have_face(const WorldState& world, std::uint32_t proxy, Rank rank, V2 outward) {
  if (!world.proxies[proxy].convex) return true;
  const Geometry& shape = world.geometry[world.proxies[proxy].geometry];
  const V2 wanted = unrotate(world.bodies.pose[rank].rotation, outward);
  for (int i = 0; i < shape.count && shape.count > 1; ++i) {
    if (same_normal(shape.normals[i], wanted)) return true;
  }
  return false;
}

/// The owner of the face whose normal a contact has, with the other one's corner on it: 1 for A, -1 for B. 0 for
/// neither or both.
int owner_of_normal(const ContactGeometry& contact) {
  const bool corner_a = (contact.corners & 3) != 0, corner_b = (contact.corners & 12) != 0;
  return corner_a == corner_b ? 0 : corner_a ? -1 : 1;
}

/// The same for a contact with a firmly turning body: if two faces lie on one another, the normal is that body's. For
/// parts, the points may be others than those that the normal came from.
int owner_of_firm(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, bool firm_a) {
  const int firm = firm_a ? 1 : -1;
  const Rooms rooms = rooms_of(world, pair.key);
  if (firm_a ? rooms.b : rooms.a) return 0;  // it is inside, and meets the walls of the room
  if (contact.count == 2) return firm;
  const int owner = owner_of_normal(contact);
  const std::uint32_t other = firm_a ? pair.key.b : pair.key.a;
  const bool sharp = world.proxies[other].convex && world.geometry[world.proxies[other].geometry].radius == 0;
  const V2 outward = firm_a ? contact.normal : -contact.normal;
  if (owner == firm || (sharp && !may_have_face(world, other, firm_a ? pair.body_b : pair.body_a, outward)))
    return firm;
  const bool convex = world.proxies[pair.key.a].convex && world.proxies[pair.key.b].convex;
  return convex ? owner : 0;
}

/// True if the solver is told that `face`, the owner of the normal, takes the contact along to the middle of the step.
bool is_told(const WorldState& world, Rank face_rank, std::uint32_t other, const FaceContact& at, Real half) {
  if (!turns_little(at.face.angular, half)) return false;
  const bool firm = turns_firmly(world, face_rank);
  if (!world.proxies[other].convex) return firm;
  const Geometry& shape = world.geometry[world.proxies[other].geometry];
  // A body that rocks on a sharp corner soon lands on the next one, so the prediction would soon be wrong.
  if (shape.radius == 0 && !firm) return false;
  // With a disc on a floor nothing turns.
  const bool turns = shape.count > 1 || shape.first_corner.x != 0 || shape.first_corner.y != 0;
  if (at.face.inverse_mass == 0 && at.face.angular == 0 && !turns) return false;
  return !turns || turns_little(at.other.angular, half);
}

/// The rounding of a shape, or of a part of one.
Real radius_of(const WorldState& world, std::uint32_t proxy, std::uint32_t part) {
  const std::uint32_t geometry = world.proxies[proxy].geometry;
  if (world.proxies[proxy].convex) return world.geometry[geometry].radius;
  PieceSpace space;
  return side_of(world.baked[geometry], part, space).view.radius;
}

/// Returns true if the solver is to be told of a contact on a face as of the middle of the step, and then fills in
/// `at`.
bool find_on_face(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real half,
                  FaceContact& at) {
  const bool firm_a = turns_firmly(world, pair.body_a), firm_b = turns_firmly(world, pair.body_b);
  const bool convex = world.proxies[pair.key.a].convex && world.proxies[pair.key.b].convex;
  const int owner = firm_a || firm_b               ? owner_of_firm(world, pair, contact, firm_a)
                    : convex && contact.count == 1 ? owner_of_normal(contact)
                                                   : 0;
  if (owner == 0) return false;
  at.face_is_a = owner > 0;
  const Rank face = at.face_is_a ? pair.body_a : pair.body_b;
  const std::uint32_t other = at.face_is_a ? pair.key.b : pair.key.a;
  at.face = world.bodies.velocity[face];
  at.other = world.bodies.velocity[at.face_is_a ? pair.body_b : pair.body_a];
  // A body that lies flat on a turning face turns with it.
  if (contact.count == 2) at.other.angular = at.face.angular;
  at.radius = radius_of(world, other, at.face_is_a ? pair.key.part_b : pair.key.part_a);
  return is_told(world, face, other, at, half);
}

/// -g''; `n`: the face's normal; `core`: the point on it, relative to the other body's centre; `between`: the other
/// body's centre relative to the face's.
Real curving_of(const FaceContact& at, V2 n, V2 core, V2 between) {
  const V2 speed = (at.other.linear + cross(at.other.angular, core)) - at.face.linear;
  const Real of_face = at.face.angular * (at.face.angular * dot(n, core + between) - 2 * dot(perp(n), speed));
  return of_face + at.other.angular * at.other.angular * dot(n, core);
}

/// The same, only for a face that turns firmly.
bool find_on_firm_face(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real half,
                       FaceContact& at) {
  if (contact.count == 0) return false;
  const bool firm_a = turns_firmly(world, pair.body_a), firm_b = turns_firmly(world, pair.body_b);
  return (firm_a || firm_b) && find_on_face(world, pair, contact, half, at) && at.face_is_a == firm_a;
}

}  // namespace

Real curving(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real dt) noexcept {
  RoundContact round;
  if (find_round(world, pair, contact, round)) return curving_of(round, contact.normal);
  return curving_of_firm(world, pair, contact, dt);
}

Real curving_of_firm(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact,
                     Real dt) noexcept {
  FaceContact at;
  if (!find_on_firm_face(world, pair, contact, dt / 2, at)) return 0;
  Real most = std::numeric_limits<Real>::lowest();
  const V2 outward = at.face_is_a ? -contact.normal : contact.normal;
  for (int k = 0; k < contact.count; ++k) {
    const V2 of_a = contact.points[k].anchor, of_b = of_a + contact.d;
    const V2 core = (at.face_is_a ? of_b : of_a) + (at.radius + contact.points[k].separation / 2) * outward;
    most = max(most, curving_of(at, outward, core, at.face_is_a ? -contact.d : contact.d));
  }
  return most;
}

bool turns_with_firm(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact,
                     Real dt) noexcept {
  FaceContact at;
  return find_on_firm_face(world, pair, contact, dt / 2, at);
}

bool is_round(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact) noexcept {
  RoundContact round;
  return find_round(world, pair, contact, round);
}

/// Moves the points of a contact on a face to their placement in the middle of the step.
void TurnedContacts::turn_with_face(const WorldState& world, ContactPairs& pairs, SolverWork& work, std::uint32_t i,
                                    Real half) {
  ContactGeometry& contact = pairs.geometry[i];
  FaceContact at;
  if (!find_on_face(world, pairs.near[i], contact, half, at)) return;
  turned_.push_back({i, contact.normal, {contact.points[0].anchor, contact.points[1].anchor}, contact.d});
  const V2 outward = at.face_is_a ? -contact.normal : contact.normal;
  const V2 normal = rotate(rotation_of(half * at.face.angular), outward);
  const Q2 turn = rotation_of(half * at.other.angular);
  const Real share = Real(1) / static_cast<Real>(contact.count);
  V2 d;
  Real curve = 0;
  for (int k = 0; k < contact.count; ++k) {
    const V2 of_a = contact.points[k].anchor, of_b = of_a + contact.d;
    const V2 on_face = at.face_is_a ? of_a : of_b, on_other = at.face_is_a ? of_b : of_a;
    const Real depth = at.radius + contact.points[k].separation / 2;  // from the core to the anchor
    const V2 core = rotate(turn, on_other + depth * outward);
    const V2 between = (on_face - on_other) + half * (at.other.linear - at.face.linear);  // from centre to centre
    const V2 new_other = core - depth * normal;
    V2 new_face = new_other + between;
    new_face += (dot(outward, on_face) - dot(normal, new_face)) * normal;  // the face stays where it is on its body
    curve += share * curving_of(at, normal, core, between);
    contact.points[k].anchor = at.face_is_a ? new_face : new_other;
    d += share * ((at.face_is_a ? new_other : new_face) - contact.points[k].anchor);
  }
  if (work.turning.empty()) work.turning.assign(pairs.near.size(), {});
  work.turning[i].chord = half * curve;
  contact.normal = at.face_is_a ? -normal : normal;
  contact.d = d;
}

/// Finds the loads of the bodies of round pairs. `rate`: sub-steps per second.
void TurnedContacts::find_loads(const WorldState& world, const ContactPairs& pairs, const SolverWork& work, Real rate) {
  const Bodies& bodies = world.bodies;
  concerned_.assign(bodies.size(), 0);
  if (loaded_.size() < bodies.size()) loaded_.resize(bodies.size());
  const auto look_up = [&](Rank rank) {
    const BodyFlags& flags = bodies.flags[rank];
    LoadedBody& body = loaded_[rank];
    body = {};
    if (!gives_way(flags)) return;
    concerned_[rank] = 1;
    body.linear = body.driven =
        acceleration(bodies.mass[rank], bodies.forces[rank], flags, plain(world.settings.gravity), body.angular);
  };
  for (const RoundPlace& at : round_) look_up(pairs.near[at.place].body_a), look_up(pairs.near[at.place].body_b);
  for (const std::uint32_t i : work.pairs) {
    const ContactPair& pair = pairs.near[i];
    if (!concerned_[pair.body_a] && !concerned_[pair.body_b]) continue;
    const ContactGeometry& contact = pairs.geometry[i];
    for (int k = 0; k < contact.count; ++k) {
      V2 force = rate * contact.normal_impulse[k] * contact.normal;
      if (k == 0) force += rate * contact.friction_impulse * perp(contact.normal);
      const V2 at = contact.points[k].anchor;
      if (concerned_[pair.body_a]) push(world, pair.body_a, at, force);
      if (concerned_[pair.body_b]) push(world, pair.body_b, at + contact.d, -force);
    }
  }
}

void TurnedContacts::push(const WorldState& world, Rank rank, V2 arm, V2 force) {
  const BodyMass& mass = world.bodies.mass[rank];
  const Locks& locks = world.bodies.flags[rank].locks;
  loaded_[rank].linear += mass.inverse_mass * V2{locks.x ? Real(0) : force.x, locks.y ? Real(0) : force.y};
  loaded_[rank].angular += mass.inverse_inertia * cross(arm, force);
}

void TurnedContacts::turn_round(ContactPairs& pairs, SolverWork& work, const RoundPlace& at, Real half) {
  ContactGeometry& contact = pairs.geometry[at.place];
  const ContactPair& pair = pairs.near[at.place];
  RoundContact round = at.round;
  const V2 before = contact.normal, along = perp(before);
  const Real speed = dot(along, round.speed());
  const Speeding more = speeding_of(round, loaded_[pair.body_a], loaded_[pair.body_b], before, half);
  const Real gained = half * (more.first + more.turned);
  const Real gained_a = half * more.angular_a, gained_b = half * more.angular_b;
  if (!turns_little(gained / round.length, half)) return;
  if (!turns_little(round.a, gained_a, half, round.length) || !turns_little(round.b, gained_b, half, round.length))
    return;
  // To the middle of the path, which is not where the two are in the middle of the step.
  const V2 way = half * ((round.a.velocity.linear - round.b.velocity.linear) + (half * more.linear) * along);
  round.a.velocity.angular += gained_a, round.b.velocity.angular += gained_b;
  round.a.core = rotate(rotation_of(half * round.a.velocity.angular), round.a.core);
  round.b.core = rotate(rotation_of(half * round.b.velocity.angular), round.b.core);
  const V2 core_difference = (contact.d + way) + (round.a.core - round.b.core);
  const Real distance = length(core_difference);
  // No chord describes a larger turn.
  if (!(dot(core_difference, contact.normal) * round.length > 0 && distance > 0)) return;
  const V2 normal = ((round.length < 0 ? Real(-1) : Real(1)) / distance) * core_difference;
  // A body on the arc in the middle approaches the chord at this part of its speed when the step begins.
  const Real middle = half * curving_of_cores(round, normal) - (speed + gained) * dot(along, normal);
  const Real bow = bow_of(round.a, normal, half) - bow_of(round.b, normal, half);
  round.a.velocity.angular = gained_a, round.b.velocity.angular = gained_b;
  const Real less = curving_of_cores(round, normal) - (gained * gained + speed * (half * more.turned)) / round.length;
  const Real chord = middle - half * less;
  if (chord == 0 && bow == 0) return;
  if (work.turning.empty()) work.turning.assign(pairs.near.size(), {});
  work.turning[at.place] = {chord, bow};
  turned_.push_back({at.place, contact.normal, {contact.points[0].anchor, contact.points[1].anchor}, contact.d});
  contact.normal = normal;
  contact.points[0].anchor = round.a.core - (round.radius_a + round.half_gap) * normal;
  contact.d = (round.b.core + ((round.length - round.radius_a) + round.half_gap) * normal) - contact.points[0].anchor;
}

void TurnedContacts::turn(const WorldState& world, ContactPairs& pairs, SolverWork& work, Real dt) {
  turned_.clear(), work.turning.clear();
  round_.clear(), on_face_.clear();
  const bool firm_turning = any_turns_firmly(world);
  for (const std::uint32_t i : work.pairs) {
    const ContactPair& pair = pairs.near[i];
    RoundPlace at{i, {}};
    if (pairs.geometry[i].count != 1) {
      if (firm_turning && (turns_firmly(world, pair.body_a) || turns_firmly(world, pair.body_b))) on_face_.push_back(i);
    } else if (find_round(world, pair, pairs.geometry[i], at.round)) {
      // A foreseen contact has the points and the normal of the time at which the two would meet.
      if (!pair.speculative) round_.push_back(at);
    } else {
      on_face_.push_back(i);
    }
  }
  if (!round_.empty()) find_loads(world, pairs, work, static_cast<Real>(world.settings.substeps) / dt);
  for (const RoundPlace& at : round_) turn_round(pairs, work, at, dt / 2);
  for (const std::uint32_t i : on_face_) turn_with_face(world, pairs, work, i, dt / 2);
}

void TurnedContacts::turn_back(ContactPairs& pairs) const noexcept {
  for (const Before& was : turned_) {
    ContactGeometry& contact = pairs.geometry[was.place];
    contact.normal = was.normal, contact.d = was.d;
    contact.points[0].anchor = was.anchor[0], contact.points[1].anchor = was.anchor[1];
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
