#pragma once
// Results of a step: cached contacts for the next one, and events. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/way_bound.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Clears the events of the last step; takes over the end events of destroyed shapes.
void begin_events(WorldState& world);

/// Working memory of record_contacts().
struct RecordScratch {
  /// Events of a range of pairs, and the number of its touching cached contacts.
  struct Changes {
    std::vector<ContactEvent> begins, ends;
    std::vector<std::uint32_t> doubtful;  ///< see RecordScratch
    std::size_t touching = 0;
  };
  std::vector<Changes> changes;     ///< of each range
  std::vector<CachedContact> next;  ///< the new list while it is being built
  /// Places of contact pairs whose overlap at the beginning of the step and whose displacements are so large that they
  /// may be deep, see Penetration.
  std::vector<std::uint32_t> doubtful;
  bool deep_sleepers = false;  ///< true if any of the sleeping cached contacts is deep
};

/// Displacements of the bodies in a step.
struct Ways {
  std::span<const WayBound> of;  ///< upper bound per body
  Real longest = 0;
};

/// Makes the new list of cached contacts from the contact pairs and from those that met in flight. Reports begins and
/// ends, and counts touching contacts.
void record_contacts(WorldState& world, const ContactPairs& pairs, std::span<const PairKey> met, const Ways& ways,
                     RecordScratch& scratch);

/// Clears the impulses of cached contacts that are not finite, as those of a body may be that has just been frozen.
void forget_lost_impulses(WorldState& world);

/// Working memory of see_resting() and record_sensors().
struct SensorScratch {
  std::vector<IndexPair> next;  ///< the new list while it is being built
  std::vector<IndexPair> seen;  ///< overlapping pairs at rest of which one sees all, sorted
  bool looked = false;          ///< false: those that there were are still there
};

/// Before anything moves: finds what sensors at rest that see all see of what rests, if that may have changed. Throws
/// std::length_error if it is more than WorldDef::pair_limit allows.
void see_resting(WorldState& world, SensorScratch& scratch);

/// The same for sensors. `moving`: the shapes that moved when the step began, sorted.
void record_sensors(WorldState& world, const ContactPairs& pairs, std::span<const std::uint32_t> moving,
                    SensorScratch& scratch);

}  // namespace bankshot::BANKSHOT_ABI::detail
