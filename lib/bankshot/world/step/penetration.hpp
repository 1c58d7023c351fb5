#pragma once
// Pairs that are deep when a step ends: see Penetration. Not part of the public interface.

#include <bankshot/world/contacts/contact_events.hpp>
#include <bankshot/world/timeline/timeline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Working memory of find_penetrations().
struct PenetrationScratch {
  struct DeepPair {
    IndexPair shapes;
    Real depth = 0;
  };
  std::vector<PairKey> keys;               ///< of the pairs to be measured
  std::vector<IndexPair> asleep_in_parts;  ///< pairs of sleeping shapes that are deep, one of them composite
  std::vector<PairInput> input;
  std::vector<ContactGeometry> contact;
  std::vector<DeepPair> deep;
  PartNumbers numbers;
};

/// Lists the deep pairs at the current poses. `records` belongs to the contacts of this step: deep pairs are marked in
/// these, so that they are reported for sleeping bodies as well.
void find_penetrations(WorldState& world, const ContactPairs& pairs, const ToiWork& toi, const Timeline& timeline,
                       const std::vector<Motion>& motion, const RecordScratch& records, PenetrationScratch& scratch);

}  // namespace bankshot::BANKSHOT_ABI::detail
