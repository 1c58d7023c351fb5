#pragma once
// Finds the pairs that could meet in a step. Not part of the public interface.

#include <bankshot/world/pairs/filter_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// What the search remembers from step to step.
struct PairSearch {
  PairCache finder;       ///< of pairs with overlapping boxes
  PersistentPairs known;  ///< contact pairs that need not be found again
  std::vector<FilteredRange> ranges;
};

/// Finds all pairs that could meet within `dt`: those whose boxes overlap, and of these the contact pairs, and the TOI
/// candidates in `toi`.
void find_pairs(const WorldState& world, Real dt, PairSearch& search, BroadPairs& broad, ContactPairs& pairs,
                ToiWork& toi);

}  // namespace bankshot::BANKSHOT_ABI::detail
