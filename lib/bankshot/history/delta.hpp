#pragma once
// A moment as what makes it of another one of the same structure. Not part of the public interface.

#include <bankshot/history/moment.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Memory that deltas reuse.
struct DeltaScratch {
  std::vector<std::uint8_t> bytes;
  std::vector<ContactRecord> aligned;
};

/// What makes `target` of `base`; the answer lives in `scratch` until the next call.
std::span<const std::uint8_t> encode_delta(const Moment& target, const Moment& base, DeltaScratch& scratch);

/// Makes the target of the base. `delta` must have four more readable bytes behind its end.
void apply_delta(std::span<const std::uint8_t> delta, Moment& moment, DeltaScratch& scratch);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
