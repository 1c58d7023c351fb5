#pragma once
// What lies deep in one another when a step ends: see Penetration. Not part of the public interface.

#include <bankshot/world/contacts/contact_events.hpp>
#include <bankshot/world/timeline/timeline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Memory for find_penetrations().
struct PenetrationScratch {
  struct DeepPair {
    IndexPair shapes;
    Real depth = 0;
  };
  std::vector<PairKey> keys;               ///< of pairs that are looked at
  std::vector<IndexPair> asleep_in_parts;  ///< shapes that sleep and are deep, one of them made of parts
  std::vector<PairInput> input;
  std::vector<ContactGeometry> contact;
  std::vector<DeepPair> deep;
  PartNumbers numbers;
};

/// Makes the list of what is deep, of the bodies where they are now. `records` are those that were just made: what is
/// deep is noted in them, so that it is told of bodies that sleep as well.
void find_penetrations(WorldState& world, const PairSet& pairs, const Timeline& timeline,
                       const std::vector<Motion>& motion, const RecordScratch& records, PenetrationScratch& scratch);

}  // namespace bankshot::BANKSHOT_ABI::detail
