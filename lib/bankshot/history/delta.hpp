#pragma once
// A moment as what makes it of another one of the same structure. Not part of the public interface.

#include <bankshot/history/moment.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Of two lists of contacts in the order of keys: so many keys of both, so many of the base alone, so many of the
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

/// Turns a moment into that of a world of the same structure. Returns what makes the one that it was of the one that it
/// is now; the answer lives in `scratch` until the next call. Both at once: what of a moment is compared is replaced
/// while it is in the cache. Throws before it changes anything, or not at all.
std::span<const std::uint8_t> advance_moment(Moment& moment, const WorldState& world, DeltaScratch& scratch);

/// Makes the target of the base. `delta` must have four more readable bytes behind its end.
void apply_delta(std::span<const std::uint8_t> delta, Moment& moment, DeltaScratch& scratch);

}  // namespace bankshot::BANKSHOT_ABI::detail
