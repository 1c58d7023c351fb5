#pragma once
// The pairs of a step that the timeline looks after. Not part of the public interface.

#include <bankshot/world/pairs/contact_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A pair that is no contact pair now, but could meet within the step, or after a change of course.
struct ToiCandidate {
  PairKey key;
  RankPair bodies;
  Real gap = 0;  ///< lower bound of the current distance
};

/// A contact that the solver's own impulses cause within the step: other contacts send the two bodies into one another.
/// It is described by the placement at which they would meet, and by the distance to that.
struct SpeculativeContact {
  ContactPair pair;
  ContactGeometry geometry;  ///< at the meeting; separations along that normal when the step begins
};

/// `far` and `buried` are results of the filter of pairs, `loose` of classification; speculation adds the others.
struct ToiWork {
  std::vector<std::uint32_t> loose;             ///< places in ContactPairs::near of all pairs but the solver's
  std::vector<ToiCandidate> far;                ///< by key
  std::vector<IndexPair> buried;                ///< pairs of shapes with overlapping parts of which one is inside
  std::vector<SpeculativeContact> speculative;  ///< by key; each is also in ContactPairs::near
};

}  // namespace bankshot::BANKSHOT_ABI::detail
