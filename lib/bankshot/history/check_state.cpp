#include <bankshot/history/check_state.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/tied_bodies.hpp>
#include <bankshot/world/islands/sleep.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>

#include <algorithm>
#include <array>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

std::string numbered(const char* what, std::size_t i) { return std::string(what) + " " + std::to_string(i); }

/// Refuses a section by its name.
struct Judge {
  const ByteReader& in;
  const char* section;
  void demand(bool holds, const char* what, std::size_t i, const char* reason) const {
    if (!holds) in.refuse_section(section, numbered(what, i) + " " + reason);
  }
};

// ---- bodies -----------------------------------------------------------------------------------------------------

/// Refuses a body by name: by its handle, if it has one, which users know, and by its rank.
struct BodyJudge {
  const Judge& judge;
  const WorldState& world;
  Rank rank;
  void demand(bool holds, const char* reason) const {
    if (!holds) judge.in.refuse_section(judge.section, name() + " " + reason);
  }

 private:
  std::string name() const {
    const std::uint32_t slot = world.bodies.slot[rank];
    const bool known = slot < world.body_slots.size() && world.body_slots[slot].rank == rank;
    return known ? numbered("body", slot) + " (rank " + std::to_string(rank) + ")" : numbered("body of rank", rank);
  }
};

void check_sizes(const Judge& judge, const WorldState& world, const LooseParts& parts) {
  const Bodies& bodies = world.bodies;
  const std::size_t n = bodies.size();
  for (const std::size_t size : {bodies.velocity.size(), bodies.velocity_remainder.size(), bodies.mass.size(),
                                 bodies.forces.size(), bodies.flags.size(), bodies.still_time.size(),
                                 bodies.calm.size(), bodies.sleep_island.size(), bodies.slot.size()}) {
    judge.demand(size == n, "an array of", size, "entries does not fit the others");
  }
  const auto ranked = static_cast<std::size_t>(parts.ranked);  // for the message only; a value that does not fit is too
                                                               // large anyway
  judge.demand(parts.ranked <= n, "rank", ranked, "is that of no body");
  judge.demand(world.structure_changed || parts.ranked == n, "rank", ranked, "was not given yet");
}

bool sound(const BodyMass& mass) {
  return mass.mass >= 0 && mass.inertia >= 0 && mass.inverse_mass >= 0 && mass.inverse_inertia >= 0 &&
         mass.gyration >= 0 && mass.reach >= 0 && mass.extent >= 0;
}

/// A body that rests, fixed or asleep, does not move. A sleeping body has the label of an island: without one no queued
/// island would wake it. Any other body has none: a label would wake it, even if it is fixed.
void check_rest(const BodyJudge& body, const Bodies& bodies, Rank rank) {
  const BodyFlags flags = bodies.flags[rank];
  body.demand(flags.type != BodyType::fixed || !flags.awake, "is fixed and awake");
  const bool rests = !flags.awake, sleeps = rests && flags.type != BodyType::fixed;
  body.demand(sleeps || bodies.sleep_island[rank] == 0, "does not sleep and is in an island that does");
  body.demand(!sleeps || bodies.sleep_island[rank] != 0, "sleeps and is in no island that does");
  const BodyVelocity& velocity = bodies.velocity[rank];
  const bool moves = velocity.linear != V2{} || velocity.angular != 0 || bodies.velocity_remainder[rank] != V2{};
  body.demand(!rests || !moves, "is at rest and has a velocity");
  body.demand(!sleeps || (bodies.still_time[rank] == 0 && bodies.calm[rank].time == 0),
              "sleeps and counts how long it has been still");
}

void check_body(const Judge& judge, const WorldState& world, Rank rank) {
  const BodyJudge body{judge, world, rank};
  const Bodies& bodies = world.bodies;
  const BodyFlags flags = bodies.flags[rank];
  const Q2 turn = bodies.pose[rank].rotation;
  body.demand(absolute(turn.c * turn.c + turn.s * turn.s - 1) <= 2 * rotation_slack,
              "has a rotation that is not of unit length");
  body.demand(sound(bodies.mass[rank]), "has a negative mass or size");
  body.demand(bodies.velocity[rank].inverse_mass == bodies.mass[rank].inverse_mass, "has two masses");
  const BodyForces& forces = bodies.forces[rank];
  body.demand(forces.table.linear >= 0 && forces.table.angular >= 0, "has a negative friction on the table");
  if (flags.type != BodyType::dynamic) {
    body.demand(bodies.mass[rank].inverse_mass == 0, "has a mass and is not dynamic");
    body.demand(forces.force == V2{} && forces.torque == 0, "has a force and is not dynamic");
  }
  body.demand(bodies.still_time[rank] >= 0, "has been still for a negative time");
  body.demand(bodies.calm[rank].time >= 0, "has been calm for a negative time");
  check_rest(body, bodies, rank);
  body.demand(world.structure_changed || !flags.removed, "was removed and is still there");
  const std::uint32_t slot = bodies.slot[rank];
  if (flags.removed) return body.demand(slot == none, "was removed and has a handle");
  body.demand(slot < world.body_slots.size() && world.body_slots[slot].rank == rank,
              "has a handle that is not its own");
}

// ---- slots ------------------------------------------------------------------------------------------------------

/// Checks that each slot of one kind is used or free, exactly once.
class Ledger {
 public:
  Ledger(const Judge& judge, const char* what, std::size_t size) : judge_(judge), what_(what), seen_(size, false) {}
  void enter(std::size_t slot) {
    judge_.demand(slot < seen_.size(), what_, slot, "does not exist");
    judge_.demand(!seen_[slot], what_, slot, "is used twice");
    seen_[slot] = true;
    ++count_;
  }
  void close() const { judge_.demand(count_ == seen_.size(), what_, count_, "is neither used nor free"); }

 private:
  const Judge& judge_;
  const char* what_;
  std::vector<bool> seen_;
  std::size_t count_ = 0;
};

void check_materials(const Judge& judge, const ShapeSlot& slot, std::size_t i) {
  try {
    check({"material of shape", ""}, slot.material);
    for (const Material& material : slot.palette) check({"palette of shape", ""}, material);
  } catch (const std::invalid_argument& error) {
    judge.in.refuse_section(judge.section, numbered("shape", i) + ": " + error.what());
  }
}

void check_shape_list(const Judge& judge, const WorldState& world, std::size_t body, Ledger& shapes) {
  const BodySlot& slot = world.body_slots[body];
  std::uint32_t last = none;
  for (std::uint32_t i = slot.first_shape; i != none; i = world.shape_slots[i].next) {
    shapes.enter(i);
    judge.demand(world.shape_slots[i].body == body, "shape", i, "is of another body");
    judge.demand(world.shape_slots[i].shape.has_value(), "shape", i, "has no geometry");
    check_materials(judge, world.shape_slots[i], i);
    last = i;
  }
  judge.demand(slot.last_shape == last, "body handle", body, "does not know its last shape");
}

void check_mass(const Judge& judge, const WorldState& world, std::size_t body) {
  const BodySlot& slot = world.body_slots[body];
  const BodyFlags flags = world.bodies.flags[slot.rank];
  if (flags.type != BodyType::dynamic || flags.custom_mass) return;
  const BodyJudge named{judge, world, slot.rank};
  named.demand(combined_mass(world, slot, {}).has_value(), "has no mass that could be computed with");
}

void check_body_slots(const Judge& judge, const WorldState& world) {
  Ledger handles(judge, "body handle", world.body_slots.size());
  Ledger shapes(judge, "shape", world.shape_slots.size());
  for (std::size_t i = 0; i < world.body_slots.size(); ++i) {
    const Rank rank = world.body_slots[i].rank;
    if (rank == none) continue;
    handles.enter(i);
    judge.demand(rank < world.bodies.size() && world.bodies.slot[rank] == i, "body handle", i, "is that of no body");
    check_shape_list(judge, world, i, shapes);
    check_mass(judge, world, i);
  }
  for (const std::uint32_t i : world.free_body_slots) {
    handles.enter(i);
    judge.demand(world.body_slots[i].first_shape == none, "body handle", i, "is free and has shapes");
  }
  for (const std::uint32_t i : world.free_shape_slots) {
    shapes.enter(i);
    const ShapeSlot& slot = world.shape_slots[i];
    judge.demand(slot.body == none && slot.next == none && !slot.shape, "shape", i, "is free and has a body");
  }
  handles.close();
  shapes.close();
}

// ---- joints -----------------------------------------------------------------------------------------------------

bool joint_anchors_sound(const JointSlot& joint) {
  const auto small = [](V2 v) { return absolute(v.x) <= largest && absolute(v.y) <= largest; };
  return small(joint.anchor[0]) && small(joint.anchor[1]) && small(joint.wheel[0]) && small(joint.wheel[1]);
}

/// Of a gear, a rack or a pulley any that its definition may have; of the others what they begin with.
bool joint_ratio_sound(const JointSlot& joint) {
  const Real size = absolute(joint.ratio);
  const bool sized = size > 0 && size <= largest;
  switch (joint.kind) {
    case JointKind::gear:
    case JointKind::rack: return sized && joint.wheel[0] == V2{} && joint.wheel[1] == V2{};
    case JointKind::pulley: return sized && joint.ratio > 0 && joint.drive.turn.limits.lower > 0;
    default: return joint.ratio == 1 && joint.wheel[0] == V2{} && joint.wheel[1] == V2{};
  }
}

/// A motor has a largest force that is finite, a pull any.
bool drive_sound(const RowDrive& drive, bool pull) {
  const auto size = [](Real x) { return x >= 0 && x <= largest; };
  const JointLimits& limits = drive.limits;
  return size(drive.spring.hertz) && size(drive.spring.damping_ratio) && size(absolute(drive.spring.rest)) &&
         size(absolute(drive.motor.speed)) && (pull ? drive.motor.largest >= 0 : size(drive.motor.largest)) &&
         size(absolute(limits.lower)) && size(absolute(limits.upper)) && limits.lower <= limits.upper &&
         limits.restitution >= 0 && limits.restitution <= 1;
}

void check_joint(const Judge& judge, const WorldState& world, std::size_t i) {
  const JointSlot& joint = world.joint_slots[i];
  for (const std::uint32_t body : joint.body) {
    judge.demand(body < world.body_slots.size() && world.body_slots[body].rank != none, "joint", i, "is of no body");
  }
  judge.demand(joint.body[0] != joint.body[1], "joint", i, "is of a body with itself");
  judge.demand(joint_anchors_sound(joint), "joint", i, "has an anchor that is too far away");
  const auto unit = [](Real x, Real y) { return absolute(x * x + y * y - 1) <= rotation_slack; };
  judge.demand(unit(joint.axis.x, joint.axis.y), "joint", i, "has an axis that is not of unit length");
  judge.demand(unit(joint.angle.c, joint.angle.s), "joint", i, "has an angle that is not of unit length");
  judge.demand(
      drive_sound(joint.drive.along, is_pull(joint.kind)) && drive_sound(joint.drive.turn, is_pull(joint.kind)),
      "joint", i, "has a spring, a motor or limits that it cannot have");
  judge.demand(joint.break_force >= 0 && joint.break_torque >= 0, "joint", i, "breaks at less than no force");
  judge.demand(joint_ratio_sound(joint), "joint", i, "has a ratio, a radius or wheels that it cannot have");
  const bool rod = has_length(joint.kind);
  judge.demand(rod ? joint.length > 0 && joint.length <= largest : joint.length == 0, "joint", i,
               "has a length that it cannot have");
}

/// A list ends, since no joint may be in it twice.
void check_joint_list(const Judge& judge, const WorldState& world, std::uint32_t body, std::array<Ledger, 2>& sides) {
  for (std::uint32_t i = world.body_slots[body].first_joint; i != none;) {
    judge.demand(i < world.joint_slots.size(), "joint", i, "does not exist");
    const JointSlot& joint = world.joint_slots[i];
    judge.demand(joint.body[0] == body || joint.body[1] == body, "joint", i, "is of another body");
    const auto side = static_cast<std::size_t>(side_of(joint, body));
    sides[side].enter(i);
    i = joint.next[side];
  }
}

// ---- contacts ---------------------------------------------------------------------------------------------------

/// True if a cached contact waits for the step that finds it again or moves it to the awake list: until then its shapes
/// may have changed. A grid loses tiles without a change of the structure.
bool waits(const WorldState& world, const QueuedIslands& queued, const CachedContact& contact) {
  const auto wakes = [&](std::uint32_t proxy) {
    const Rank rank = world.proxies[proxy].body;
    return world.bodies.flags[rank].awake || queued.has(world.bodies.sleep_island[rank]);
  };
  const auto grid = [&](std::uint32_t proxy) {
    return world.shape_slots[world.proxies[proxy].shape.slot].shape->kind() == ShapeKind::grid;
  };
  const bool may_change = world.structure_changed || grid(contact.key.a) || grid(contact.key.b);
  return may_change && (wakes(contact.key.a) || wakes(contact.key.b));
}

/// The list of a cached contact follows from which bodies are awake, until the structure changes. A body woken since
/// the last step has sleeping contacts until the next step takes them over: that is the case while an island is queued.
bool in_its_list(const WorldState& world, const PairKey& key, bool asleep) {
  const auto awake = [&](std::uint32_t proxy) { return world.bodies.flags[world.proxies[proxy].body].awake; };
  if (asleep) return !world.wake_islands.empty() || (!awake(key.a) && !awake(key.b));
  return world.structure_changed || awake(key.a) || awake(key.b);
}

void check_list(const Judge& judge, const WorldState& world, const QueuedIslands& queued,
                const std::vector<CachedContact>& contacts, bool asleep) {
  const char* const what = asleep ? "sleeping contact" : "contact";
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const CachedContact& contact = contacts[i];
    const PairKey& key = contact.key;
    judge.demand(key.a < key.b && key.b < world.proxies.size(), what, i, "names a shape that does not exist");
    judge.demand(world.proxies[key.a].body != world.proxies[key.b].body, what, i, "is of a body with itself");
    judge.demand(i == 0 || before(contacts[i - 1], contact), what, i, "is out of order");
    judge.demand(contact.count <= 2, what, i, "has more than two points");
    const bool pushes = contact.normal_impulse[0] >= 0 && contact.normal_impulse[1] >= 0;
    judge.demand(pushes, what, i, "has an impulse that pulls");
    const bool live = alive(world, world.proxies[key.a].shape) && alive(world, world.proxies[key.b].shape);
    if (!live) continue;
    judge.demand(in_its_list(world, key, asleep), what, i,
                 asleep ? "is of a body that is awake" : "is of two bodies at rest");
    if ((world.structure_changed && !asleep) || waits(world, queued, contact)) continue;
    judge.demand(has_parts(world, key), what, i, "names a part that its shape does not have");
  }
}

/// A step may merge both lists: a contact in both would then appear twice.
void check_apart(const Judge& judge, const std::vector<CachedContact>& awake,
                 const std::vector<CachedContact>& asleep) {
  std::size_t k = 0;
  for (std::size_t i = 0; i < awake.size(); ++i) {
    while (k < asleep.size() && before(asleep[k], awake[i])) ++k;
    judge.demand(k == asleep.size() || before(awake[i], asleep[k]), "contact", i, "is among the sleeping ones too");
  }
}

}  // namespace

void check_bodies(const ByteReader& in, const WorldState& world, const LooseParts& parts) {
  const Judge bodies{in, bodies_section}, slots{in, slots_section};
  check_sizes(bodies, world, parts);
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) check_body(bodies, world, rank);
  check_body_slots(slots, world);
}

void check_joints(const ByteReader& in, const WorldState& world) {
  const Judge judge{in, joints_section};
  const std::size_t count = world.joint_slots.size();
  std::array<Ledger, 2> sides = {Ledger(judge, "joint", count), Ledger(judge, "joint", count)};
  for (std::uint32_t body = 0; body < world.body_slots.size(); ++body) check_joint_list(judge, world, body, sides);
  for (const std::uint32_t i : world.free_joint_slots) {
    for (Ledger& side : sides) side.enter(i);
    const JointSlot& joint = world.joint_slots[i];
    const bool free = joint.body[0] == none && joint.body[1] == none && joint.next[0] == none && joint.next[1] == none;
    judge.demand(free, "joint", i, "is free and has a body");
  }
  for (const Ledger& side : sides) side.close();
  judge.demand(world.joint_turns.size() == count, "turns of joint", world.joint_turns.size(), "are not of all joints");
  for (std::size_t i = 0; i < count; ++i) {
    if (world.joint_slots[i].body[0] != none) check_joint(judge, world, i);
  }
}

void check_numbered(const ByteReader& in, const WorldState& world, const LooseParts& parts) {
  const Judge judge{in, contacts_section};
  std::vector<bool> seen(world.shape_slots.size(), false);
  for (std::size_t i = 0; i < parts.numbered.size(); ++i) {
    const NumberedShape& shape = parts.numbered[i];
    judge.demand(shape.body < world.bodies.size() && shape.shape.slot < world.shape_slots.size(), "numbered shape", i,
                 "does not exist");
    const ShapeSlot& slot = world.shape_slots[shape.shape.slot];
    if (!alive(world, shape.shape)) {
      judge.demand(shape.shape.generation < slot.generation, "numbered shape", i, "never existed");
      continue;
    }
    judge.demand(world.body_slots[slot.body].rank == shape.body, "numbered shape", i, "is of another body");
    judge.demand(!seen[shape.shape.slot], "numbered shape", i, "has two numbers");
    seen[shape.shape.slot] = true;
  }
}

void check_contacts(const ByteReader& in, const WorldState& world) {
  const Judge judge{in, contacts_section};
  const QueuedIslands queued(world);
  check_list(judge, world, queued, world.contacts, false);
  check_list(judge, world, queued, world.sleeping_contacts, true);
  check_apart(judge, world.contacts, world.sleeping_contacts);
  for (std::size_t i = 0; i < world.wake_islands.size(); ++i) {
    judge.demand(world.wake_islands[i] != 0, "island to wake", i, "has no label");
  }
  for (std::size_t i = 0; i < world.sensor_pairs.size(); ++i) {
    const IndexPair pair = world.sensor_pairs[i];
    judge.demand(pair.a < pair.b && pair.b < world.proxies.size(), "sensor pair", i,
                 "names a shape that does not exist");
    judge.demand(i == 0 || world.sensor_pairs[i - 1] < pair, "sensor pair", i, "is out of order");
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
