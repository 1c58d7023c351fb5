#pragma once
// The number of cases in a long test.

namespace bankshot_test {

/// Returns `in_full`, but an eighth of that, or at least one, under sanitizers: these check how the code runs and not
/// how often it is right, and take five to ten times as long.
template <class Number>
constexpr Number effort(Number in_full) {
  return !BANKSHOT_SANITIZED ? in_full : in_full < 8 ? Number(1) : in_full / 8;
}

}  // namespace bankshot_test
