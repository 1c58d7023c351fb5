#pragma once
// The order of the parts of a world in its bytes. Not part of the public interface.

#include <bankshot/history/fields.hpp>
#include <bankshot/history/shape_bytes.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Version of the format of a world. 2 adds the calm times of bodies, and penetrations; 3 adds joints; 4 their
/// springs, motors, limits and forces; 5 friction on a table, and rolling resistance; 6 joints that break; 7 gears and
/// pulleys.
inline constexpr std::uint32_t world_version = 7;

/// The data that the bytes represent differently from WorldState: shapes are separate, so that a shape of many bodies
/// is written once, and for hooks there is only whether they were set.
struct LooseParts {
  std::uint32_t version = world_version;
  bool mix = false, force_hook = false, contact_hook = false;
  bool structure_changed = false;
  std::vector<Shape> shapes;
  std::vector<LoadLimits> asked;             ///< by each of them, while reading
  std::vector<std::uint32_t> shape_of_slot;  ///< index in `shapes`; none for a free slot
  std::uint64_t ranked = 0;                  ///< Bodies::ranked
  std::vector<std::uint32_t> first_joint;    ///< of each body slot, BodySlot::first_joint
  std::vector<NumberedShape> numbered;       ///< the shapes that contacts refer to, if the structure has changed since;
                                             ///< else empty
};

// Names of the sections, also for errors.
inline constexpr const char* settings_section = "settings";
inline constexpr const char* shapes_section = "shapes";
inline constexpr const char* bodies_section = "bodies";
inline constexpr const char* slots_section = "slots";
inline constexpr const char* joints_section = "joints";
inline constexpr const char* contacts_section = "contacts";
inline constexpr const char* events_section = "events";

inline void all_shapes(ByteWriter& out, const LooseParts& parts) {
  out(std::uint64_t{parts.shapes.size()});
  for (const Shape& shape : parts.shapes) write_shape(out, shape);
}
inline void all_shapes(ByteReader& in, LooseParts& parts) {
  const std::size_t count = in.count(1 + 3 * sizeof(Real));  // the size of a circle
  in.at_most(&LoadLimits::shapes, count, in.place() - sizeof(std::uint64_t));
  for (std::size_t i = 0; i < count; ++i) {
    const LoadLimits before = in.spent();
    parts.shapes.push_back(read_shape(in));
    parts.asked.push_back(in.spent() - before);
  }
}

template <class Io, class State, class Parts>
void lay_out_joints(Io& io, State& world, Parts& parts) {
  io.begin(joints_section);
  io(world.joint_slots, world.free_joint_slots, parts.first_joint);
  if (parts.version >= 4) {
    for (auto& joint : world.joint_slots) io(joint.drive.along, joint.drive.turn);
    io(world.joint_turns, world.joint_forces);
  }
  if (parts.version >= 6) {
    for (auto& joint : world.joint_slots) io.any(joint.break_force, joint.break_torque);
  }
  if (parts.version >= 7) {
    for (auto& joint : world.joint_slots) io(joint.ratio, joint.wheel);
  }
}

/// Calls io on all data of a version's bytes; State and Parts are const for a writer.
template <class Io, class State, class Parts>
void lay_out(Io& io, State& world, Parts& parts) {
  io.begin(settings_section);
  io(world.settings, parts.mix, parts.force_hook, parts.contact_hook);
  io(world.tick, parts.structure_changed, world.last_sleep_island);

  io.begin(shapes_section);
  all_shapes(io, parts);

  io.begin(bodies_section);
  auto& bodies = world.bodies;
  io(bodies.pose, bodies.velocity, bodies.velocity_remainder, bodies.mass, bodies.forces, bodies.flags);
  io(bodies.still_time, bodies.sleep_island, bodies.slot, parts.ranked);
  if (parts.version >= 2) io(bodies.calm);
  if (parts.version >= 5) {
    for (auto& forces : bodies.forces) io(forces.table);
  }

  io.begin(slots_section);
  io(world.body_slots, world.free_body_slots, world.shape_slots, world.free_shape_slots, parts.shape_of_slot);

  if (parts.version >= 5) {
    for (auto& slot : world.shape_slots) {
      io(slot.material.rolling_resistance);
      for (auto& material : slot.palette) io(material.rolling_resistance);
    }
  }

  if (parts.version >= 3) lay_out_joints(io, world, parts);

  io.begin(contacts_section);
  io(parts.numbered, world.contacts, world.sleeping_contacts, world.sensor_pairs, world.wake_islands);

  io.begin(events_section);
  io(world.pending_contact_ends, world.pending_sensor_ends);
  io(world.impacts, world.contact_begins, world.contact_ends, world.sensor_begins, world.sensor_ends);
  io(world.counts, world.energy_ledger);
  if (parts.version >= 2) io(world.penetrations);
  if (parts.version >= 3) io.any(world.energy_ledger.joints);
  if (parts.version >= 4) {
    auto& ledger = world.energy_ledger;
    io.any(ledger.motors, ledger.before.elastic, ledger.after.elastic);
  }
  if (parts.version >= 3) io(world.pending_joint_ends, world.joint_ends);
  if (parts.version >= 6) {
    for (auto* const ends : {&world.pending_joint_ends, &world.joint_ends}) {
      for (auto& end : *ends) io(end.why), io.any(end.force, end.torque);
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
