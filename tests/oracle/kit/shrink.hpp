#pragma once
// Makes a case with a disagreement as small and plain as possible while it still shows it.

#include <functional>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Complexity of a case: corners first, then digits of its numbers, then their distance from 1.
double complexity(const Case& data);

/// Tries ever plainer cases: fewer corners, no rounding, rounder numbers, nearer to the origin. Keeps each one that is
/// less complicated and for which `wrong` still holds. At most `tries` calls.
Case shrink(Case data, const std::function<bool(const Case&)>& wrong, int tries = 4000);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
