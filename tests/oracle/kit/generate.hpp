#pragma once
// Case number `index` of the campaign with seed `seed`. It depends on these two only: campaigns can be cut into ranges,
// distributed and resumed.

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Returns two shapes, a ray against the first of them and a point near it.
Case geometry_case(std::uint64_t seed, std::uint64_t index);

/// Returns the same and a motion of A: towards B, just past it, along its surface, away, or just up to it.
Case sweep_case(std::uint64_t seed, std::uint64_t index);

/// The same two cases around a pair of the user's own: its shapes and poses, changed a little or moved at random.
Case geometry_case_around(const Case& base, std::uint64_t seed, std::uint64_t index);
Case sweep_case_around(const Case& base, std::uint64_t seed, std::uint64_t index);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
