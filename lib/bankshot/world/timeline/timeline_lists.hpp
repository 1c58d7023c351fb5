#pragma once
// Lists of pairs that the timeline keeps for each body. Not part of the public interface.

#include <bankshot/world/bodies/body.hpp>

#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Previous and next candidate in a body's list of pairs that are predicted to meet.
struct AwaitedPlace {
  std::uint32_t last = none, next = none;
};

/// A persistent candidate, and the place of the previous one of the same body.
struct PersistingPair {
  std::uint32_t candidate = none, next = none;
};

/// A pair of a body whose path was predicted again, see timeline_apart.cpp.
struct WatchedPair {
  Real apart = 0;  ///< Candidate::apart, or an earlier value of it
  Rank other = 0;
  std::uint32_t candidate = none;
};

/// The pairs of a body that the solver does not have, in the order in which they became candidates.
using Watch = std::vector<WatchedPair>;

}  // namespace bankshot::BANKSHOT_ABI::detail
