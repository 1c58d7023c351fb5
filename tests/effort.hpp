#pragma once
// How much a long test does.

namespace bankshot_test {

/// Of `cases` a quarter under sanitizers, which look at what the code does and not at how often it is right, and take
/// five to ten times as long.
template <class Number>
constexpr Number effort(Number cases) {
  return BANKSHOT_SANITIZED ? cases / 4 : cases;
}

}  // namespace bankshot_test
