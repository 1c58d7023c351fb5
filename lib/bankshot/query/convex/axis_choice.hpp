#pragma once
// The choice between two equally good axes. Not part of the public interface.

#include <bankshot/query/convex/pair_frame.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if `candidate` is preferred to `held`, a direction of equal separation. A total order that depends on the
/// geometry only.
bool prefer(const PairFrame& frame, V2 candidate, V2 held) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
