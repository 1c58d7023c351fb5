#pragma once
// Case number `index` of the campaign with seed `seed`: it depends on the two only, so that campaigns can be cut into
// ranges, shared out and taken up again.

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Two shapes, a ray against the first of them and a point near it.
Case geometry_case(std::uint64_t seed, std::uint64_t index);

/// The same, and a way for A to go: towards B, past it by a hair, along its surface, away, or just up to it.
Case sweep_case(std::uint64_t seed, std::uint64_t index);

/// The same two questions around a pair of the user's own: its shapes and poses, changed a little or moved at random.
Case geometry_case_around(const Case& base, std::uint64_t seed, std::uint64_t index);
Case sweep_case_around(const Case& base, std::uint64_t seed, std::uint64_t index);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
