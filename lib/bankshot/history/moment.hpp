#pragma once
// The part of a world that steps change, and that users change by moving bodies: everything else is constant while the
// world's structure has the same stamp. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Figures of a moment, packed as words, as deltas need.
struct Figures {
  std::uint64_t tick = 0;
  V2 gravity;
  std::uint32_t last_sleep_island = 0;
  StepCounts counts;
  std::uint32_t pad = 0;
  EnergyLedger energy_ledger;
};
static_assert(sizeof(Figures) == 8 + 2 * sizeof(Real) + 4 + 24 + 4 + 152);

struct Moment {
  Figures figures;
  std::vector<BodyPose> pose;
  std::vector<BodyVelocity> velocity;
  std::vector<V2> velocity_remainder;
  std::vector<BodyForces> forces;
  std::vector<BodyFlags> flags;
  std::vector<Real> still_time;
  std::vector<BodyCalm> calm;
  std::vector<std::uint32_t> sleep_island;
  std::vector<CachedContact> contacts, sleeping_contacts;
  std::vector<IndexPair> sensor_pairs;
  std::vector<std::uint32_t> wake_islands;
  std::vector<std::uint32_t> joint_turns;
  std::vector<ContactEvent> pending_contact_ends, pending_sensor_ends;
};

Figures figures_of(const WorldState& world);

/// The moment of a world.
void read_moment(const WorldState& world, Moment& moment);

/// Exchanges the arrays of a world of the same structure with those of a moment. Updates the world's trees and clears
/// its events.
void exchange_moment(WorldState& world, Moment& moment);

}  // namespace bankshot::BANKSHOT_ABI::detail
