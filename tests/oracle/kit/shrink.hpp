#pragma once
// Makes a case that shows a disagreement as small and as plain as it can be while it still shows it.

#include <functional>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// How complicated a case is: corners first, then digits of its numbers, then how far they are from 1.
double complexity(const Case& data);

/// Tries ever plainer cases, fewer corners, no rounding, rounder numbers, nearer to the origin, and keeps each that
/// `wrong` still holds of and that is less complicated. At most `tries` calls.
Case shrink(Case data, const std::function<bool(const Case&)>& wrong, int tries = 4000);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
