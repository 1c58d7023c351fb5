#pragma once
// What a step leaves behind: contact records for the next one, and events. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Empties the events of the last step; takes over what ended because it was destroyed.
void begin_events(WorldState& world);

/// Memory for record_contacts().
struct RecordScratch {
  /// Events of a range of pairs, and how many records say that they touch.
  struct Changes {
    std::vector<ContactEvent> begins, ends;
    std::size_t touching = 0;
  };
  std::vector<Changes> changes;     ///< of each range
  std::vector<ContactRecord> next;  ///< the new list while it is being made
};

/// Makes the new contact list from the near pairs and from those that met in flight, reports what began and
/// ended, and counts what touches.
void record_contacts(WorldState& world, const PairSet& pairs, std::span<const PairKey> met, RecordScratch& scratch);

/// The same for sensors.
void record_sensors(WorldState& world, const PairSet& pairs, std::vector<IndexPair>& next);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
