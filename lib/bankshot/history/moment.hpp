#pragma once
// What steps change of a world, and what users change who only push things about: everything else is the same as long
// as the world's structure has the same stamp. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Figures of a moment, one word beside the other, so that a delta sees them as words.
struct Figures {
  std::uint64_t tick = 0;
  V2 gravity;
  std::uint32_t last_sleep_island = 0;
  StepCounts counts;
  std::uint32_t pad = 0;
  EnergyLedger energy_ledger;
};
static_assert(sizeof(Figures) == 8 + 2 * sizeof(Real) + 4 + 24 + 4 + 120);

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
  std::vector<ContactEvent> pending_contact_ends, pending_sensor_ends;
};

Figures figures_of(const WorldState& world);

/// The moment of a world.
void read_moment(const WorldState& world, Moment& moment);

/// Puts a world of the same structure into a moment, exchanging arrays with it; the world's trees are brought up to
/// date, its events are gone.
void exchange_moment(WorldState& world, Moment& moment);

}  // namespace bankshot::BANKSHOT_ABI::detail
