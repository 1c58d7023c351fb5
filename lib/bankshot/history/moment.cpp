#include <bankshot/history/moment.hpp>
#include <bankshot/world/bodies/edit.hpp>

#include <cstring>

namespace bankshot::BANKSHOT_ABI::detail {
Figures figures_of(const WorldState& world) {
  Figures figures;
  figures.tick = world.tick;
  figures.gravity = plain(world.settings.gravity);
  figures.last_sleep_island = world.last_sleep_island;
  figures.counts = world.counts;
  figures.energy_ledger = world.energy_ledger;
  return figures;
}

namespace {

void give_figures(WorldState& world, const Figures& figures) {
  world.tick = figures.tick;
  world.settings.gravity = vec2(figures.gravity);
  world.last_sleep_island = figures.last_sleep_island;
  world.counts = figures.counts;
  world.energy_ledger = figures.energy_ledger;
}

bool rests(const BodyFlags& flags) { return flags.type == BodyType::fixed || !flags.awake; }

/// The next query updates the leaves of moving bodies. The leaves of bodies that rest, or did in one of the two
/// moments, are updated here: they are most bodies.
void update_trees(WorldState& world, const Moment& before) {
  const Bodies& bodies = world.bodies;
  for (Rank rank = 0; rank < bodies.size(); ++rank) {
    const bool rested = rests(before.flags[rank]), rest = rests(bodies.flags[rank]);
    const bool moved = rest && std::memcmp(&before.pose[rank], &bodies.pose[rank], sizeof(BodyPose)) != 0;
    if ((rested != rest || moved) && !bodies.flags[rank].removed) update_leaves(world, rank);
  }
  world.moving.fresh = false;
  world.sight_changed = true;
  world.active.disturb();
}

void clear_events(WorldState& world) {
  world.impacts.clear();
  world.penetrations.clear(), world.penetrations_known = false;
  world.contact_begins.clear(), world.contact_ends.clear();
  world.sensor_begins.clear(), world.sensor_ends.clear();
  world.joint_ends.clear(), world.joint_forces.clear();
}

}  // namespace

void read_moment(const WorldState& world, Moment& moment) {
  moment.figures = figures_of(world);
  moment.pose = world.bodies.pose;
  moment.velocity = world.bodies.velocity;
  moment.velocity_remainder = world.bodies.velocity_remainder;
  moment.forces = world.bodies.forces;
  moment.flags = world.bodies.flags;
  moment.still_time = world.bodies.still_time;
  moment.calm = world.bodies.calm;
  moment.sleep_island = world.bodies.sleep_island;
  moment.contacts = world.contacts;
  moment.sleeping_contacts = world.sleeping_contacts;
  moment.sensor_pairs = world.sensor_pairs;
  moment.wake_islands = world.wake_islands;
  moment.joint_turns = world.joint_turns;
  moment.pending_contact_ends = world.pending_contact_ends;
  moment.pending_sensor_ends = world.pending_sensor_ends;
}

void exchange_moment(WorldState& world, Moment& moment) {
  forget_edited_contacts(world);
  world.by_body.forget();
  give_figures(world, moment.figures);
  world.bodies.pose.swap(moment.pose);
  world.bodies.velocity.swap(moment.velocity);
  world.bodies.velocity_remainder.swap(moment.velocity_remainder);
  world.bodies.forces.swap(moment.forces);
  world.bodies.flags.swap(moment.flags);
  world.bodies.still_time.swap(moment.still_time);
  world.bodies.calm.swap(moment.calm);
  world.bodies.sleep_island.swap(moment.sleep_island);
  world.contacts.swap(moment.contacts);
  world.sleeping_contacts.swap(moment.sleeping_contacts);
  world.sensor_pairs.swap(moment.sensor_pairs);
  world.wake_islands.swap(moment.wake_islands);
  world.joint_turns.swap(moment.joint_turns);
  world.pending_contact_ends.swap(moment.pending_contact_ends);
  world.pending_sensor_ends.swap(moment.pending_sensor_ends);
  clear_events(world);
  update_trees(world, moment);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
