#pragma once
// What a step leaves behind: contact records for the next one, and events. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/way_bound.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Empties the events of the last step; takes over what ended because it was destroyed.
void begin_events(WorldState& world);

/// Memory for record_contacts().
struct RecordScratch {
  /// Events of a range of pairs, and how many records say that they touch.
  struct Changes {
    std::vector<ContactEvent> begins, ends;
    std::vector<std::uint32_t> doubtful;  ///< see RecordScratch
    std::size_t touching = 0;
  };
  std::vector<Changes> changes;     ///< of each range
  std::vector<CachedContact> next;  ///< the new list while it is being made
  /// Places of near pairs that overlapped when the step began by so much, and whose bodies got so far, that they may be
  /// deep in one another, see Penetration.
  std::vector<std::uint32_t> doubtful;
  bool deep_sleepers = false;  ///< whether any of the sleeping records is of such a pair
};

/// How far bodies got in a step.
struct Ways {
  std::span<const WayBound> of;  ///< each of them, at most
  Real longest = 0;
};

/// Makes the new contact list from the near pairs and from those that met in flight, reports what began and
/// ended, and counts what touches.
void record_contacts(WorldState& world, const PairSet& pairs, std::span<const PairKey> met, const Ways& ways,
                     RecordScratch& scratch);

/// The same for sensors.
void record_sensors(WorldState& world, const PairSet& pairs, std::vector<IndexPair>& next);

}  // namespace bankshot::BANKSHOT_ABI::detail
