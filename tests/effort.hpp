#pragma once
// How much a long test does.

namespace bankshot_test {

/// Of `in_full` cases an eighth, or one, under sanitizers, which look at what the code does and not at how often it is
/// right, and take five to ten times as long.
template <class Number>
constexpr Number effort(Number in_full) {
  return !BANKSHOT_SANITIZED ? in_full : in_full < 8 ? Number(1) : in_full / 8;
}

}  // namespace bankshot_test
