#pragma once
// A moment as its difference from another one of the same structure. Not part of the public interface.

#include <bankshot/history/moment.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A run in two lists of contacts in the order of keys: the number of keys in both, then in the base alone, then in the
/// target alone.
struct ContactRun {
  std::uint32_t both = 0, base_only = 0, target_only = 0;
};

/// Memory that deltas reuse.
struct DeltaScratch {
  std::vector<std::uint8_t> bytes;
  std::vector<ContactRun> runs;
  std::vector<CachedContact> aligned;
};

/// Replaces a moment by that of a world of the same structure. Returns the delta from the new moment to the old one,
/// valid in `scratch` until the next call. Comparing and replacing in one pass keeps the moment in the cache. If it
/// throws, nothing has changed.
std::span<const std::uint8_t> advance_moment(Moment& moment, const WorldState& world, DeltaScratch& scratch);

/// Turns the base into the target. Precondition: four more bytes behind the end of `delta` are readable.
void apply_delta(std::span<const std::uint8_t> delta, Moment& moment, DeltaScratch& scratch);

}  // namespace bankshot::BANKSHOT_ABI::detail
