#pragma once
// The saved fields of each record, in order: one list for writing and for reading. Not part of the public interface.
//
// A change here changes the format: raise the version in layout.hpp and describe the change in docs/history.md. The
// sizes beside the lists make a new member of a record fail to compile.

#include <bankshot/history/byte_stream.hpp>
#include <bankshot/world/bodies/structure.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

template <>
inline constexpr std::uint64_t enum_count<BodyType> = 3;
template <>
inline constexpr std::uint64_t enum_count<Sight> = 3;
template <>
inline constexpr std::uint64_t enum_count<JointKind> = 11;
template <>
inline constexpr std::uint64_t enum_count<JointEnd> = 2;
template <>
inline constexpr std::uint64_t enum_count<ShapeKind> = 9;
template <>
inline constexpr std::uint64_t enum_count<ChainSides> = 2;
template <>
inline constexpr std::uint64_t enum_count<Tile::Form> = 7;
template <>
inline constexpr std::uint64_t enum_count<Feature::Kind> = 2;

/// T itself or const T.
template <class T, class Of>
concept Same = std::is_same_v<std::remove_const_t<T>, Of>;

// ---- limits -----------------------------------------------------------------------------------------------------

template <>
inline constexpr LoadLimit limit_of<BodyPose> = &LoadLimits::bodies;
template <>
inline constexpr LoadLimit limit_of<ShapeSlot> = &LoadLimits::shapes;
template <>
inline constexpr LoadLimit limit_of<JointSlot> = &LoadLimits::joints;
template <>
inline constexpr LoadLimit limit_of<Vec2> = &LoadLimits::corners;
template <>
inline constexpr LoadLimit limit_of<Material> = &LoadLimits::materials;
template <>
inline constexpr LoadLimit limit_of<NumberedShape> = &LoadLimits::shapes;
template <>
inline constexpr bool limited_alone<NumberedShape> = true;

// ---- numbers ----------------------------------------------------------------------------------------------------

void fields(auto& io, Same<V2> auto& v) { io(v.x, v.y); }
void fields(auto& io, Same<Q2> auto& q) { io(q.c, q.s); }

// ---- handles and settings ---------------------------------------------------------------------------------------

void fields(auto& io, Same<BodyId> auto& id) { io(id.slot, id.generation); }
void fields(auto& io, Same<ShapeId> auto& id) { io(id.slot, id.generation); }
void fields(auto& io, Same<JointId> auto& id) { io(id.slot, id.generation); }
void fields(auto& io, Same<Locks> auto& locks) { io(locks.x, locks.y, locks.rotation); }
void fields(auto& io, Same<Filter> auto& filter) { io(filter.category, filter.mask, filter.group); }
/// Its rolling resistance is written after all slots: earlier versions have none.
void fields(auto& io, Same<Material> auto& material) {
  io(material.restitution, material.friction, material.density, material.surface_speed);
}

/// Hooks and the mix rule are code and are not saved.
void fields(auto& io, Same<WorldDef> auto& def) {
  io(def.gravity, def.substeps, def.sleep, def.impact_limits.per_pair, def.impact_limits.per_body, def.energy_ledger);
}

// ---- bodies -----------------------------------------------------------------------------------------------------

void fields(auto& io, Same<BodyPose> auto& pose) {
  static_assert(sizeof(BodyPose) == 8 * sizeof(Real));
  io(pose.centre, pose.remainder, pose.rotation, pose.local_centre);
}
void fields(auto& io, Same<BodyVelocity> auto& velocity) {
  static_assert(sizeof(BodyVelocity) == 4 * sizeof(Real));
  io(velocity.linear, velocity.angular, velocity.inverse_mass);
}
void fields(auto& io, Same<BodyMass> auto& mass) {
  static_assert(sizeof(BodyMass) == 7 * sizeof(Real));
  io(mass.mass, mass.inertia, mass.inverse_mass, mass.inverse_inertia, mass.gyration, mass.reach, mass.extent);
}
/// Its table friction is written after the list: earlier versions have none.
void fields(auto& io, Same<BodyForces> auto& forces) {
  static_assert(sizeof(BodyForces) == 8 * sizeof(Real));
  io(forces.force, forces.torque, forces.gravity_scale, forces.linear_damping, forces.angular_damping);
}
/// Since version 5.
void fields(auto& io, Same<TableFriction> auto& table) { io(table.linear, table.angular); }
void fields(auto& io, Same<BodyCalm> auto& calm) {
  static_assert(sizeof(BodyCalm) == sizeof(Real) + 8);
  io(calm.time, calm.place.x, calm.place.y, calm.place.turn, calm.farthest);
}
void fields(auto& io, Same<BodyFlags> auto& flags) {
  static_assert(sizeof(BodyFlags) == 8);
  io(flags.type, flags.awake, flags.can_sleep, flags.removed, flags.custom_mass, flags.locks);
}
/// Its first joint is written with the joints: earlier versions have none.
void fields(auto& io, Same<BodySlot> auto& slot) {
  static_assert(sizeof(BodySlot) == 28);
  io(slot.generation, slot.rank, slot.first_shape, slot.last_shape, slot.user_data.low, slot.user_data.high);
}

/// Its shape is written separately; its places in proxies and trees are derived.
void fields(auto& io, Same<ShapeSlot> auto& slot) {
  io(slot.generation, slot.body, slot.next, slot.sight, slot.filter, slot.material, slot.palette);
}

// ---- joints -----------------------------------------------------------------------------------------------------

void fields(auto& io, Same<JointSlot> auto& slot) {
  static_assert(sizeof(JointSlot) == (sizeof(Real) == 4 ? 168 : 304));
  io(slot.generation, slot.body, slot.next, slot.kind, slot.collide_connected);
  io(slot.anchor, slot.axis, slot.angle, slot.length, slot.user_data);
}

/// Since version 4.
void fields(auto& io, Same<RowDrive> auto& drive) {
  static_assert(sizeof(RowDrive) == 9 * sizeof(Real));
  io(drive.spring.hertz, drive.spring.damping_ratio, drive.spring.rest, drive.motor.speed);
  io.any(drive.motor.largest);
  io(drive.limits.lower, drive.limits.upper, drive.limits.restitution, drive.limited);
}
void fields(auto& io, Same<JointForce> auto& force) { io.any(force.force, force.torque); }

// ---- contacts ---------------------------------------------------------------------------------------------------

void fields(auto& io, Same<IndexPair> auto& pair) { io(pair.a, pair.b); }
void fields(auto& io, Same<PairKey> auto& key) { io(key.a, key.b, key.part_a, key.part_b); }

void fields(auto& io, Same<CachedContact> auto& contact) {
  static_assert(sizeof(CachedContact) == (sizeof(Real) == 4 ? 40 : 56));
  io(contact.key, contact.normal_impulse, contact.friction_impulse);
  io(contact.feature, contact.count, contact.deep, contact.touching, contact.age);
}

void fields(auto& io, Same<NumberedShape> auto& shape) { io(shape.shape, shape.body_id, shape.body, shape.sight); }

// ---- events and figures of the last step: unchecked numbers -------------------------------------------------------

void fields(auto& io, Same<Feature> auto& feature) { io(feature.kind, feature.index, feature.piece); }
void fields(auto& io, Same<ContactEvent> auto& event) { io(event.body_a, event.body_b, event.shape_a, event.shape_b); }
/// Why it ended is written after the lists: earlier versions do not say.
void fields(auto& io, Same<JointEvent> auto& event) { io(event.joint, event.body_a, event.body_b); }
void fields(auto& io, Same<Impact> auto& impact) {
  io.any(impact.time);
  io(impact.body_a, impact.body_b, impact.shape_a, impact.shape_b, impact.feature_a, impact.feature_b);
  io.any(impact.point, impact.normal, impact.approach_speed, impact.separation_speed, impact.impulse,
         impact.energy_lost);
}
void fields(auto& io, Same<Penetration> auto& penetration) {
  io(penetration.body_a, penetration.body_b, penetration.shape_a, penetration.shape_b);
  io.any(penetration.depth);
}
void fields(auto& io, Same<StepCounts> auto& counts) {
  static_assert(sizeof(StepCounts) == 6 * sizeof(int));
  io(counts.bodies, counts.awake_bodies, counts.pairs, counts.contacts, counts.islands, counts.impacts);
}
void fields(auto& io, Same<Energy> auto& energy) { io.any(energy.kinetic, energy.potential); }
void fields(auto& io, Same<EnergyLedger> auto& ledger) {
  static_assert(sizeof(EnergyLedger) == 19 * sizeof(double));
  io(ledger.before, ledger.after);
  io.any(ledger.forces, ledger.movers, ledger.surfaces, ledger.restitution, ledger.friction, ledger.damping,
         ledger.push_out, ledger.support, ledger.sleep, ledger.frozen, ledger.turnover);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
