#pragma once
// How much work the library does, in counts that are the same on every machine: comparisons of whole numbers, which
// every search and nearly every loop makes. They are counted where the library was compiled for fuzzing
// (BANKSHOT_FUZZERS; `tools/test --only sanitizers` does that), since the compiler calls a function at each then;
// linking counting_work.cpp defines it.

#include <cstdint>

namespace bankshot::testing {

/// Counts from now on, by any thread, until the count is asked for. (Only then: it takes time.)
void count_work() noexcept;
std::uint64_t counted_work() noexcept;

/// Work that a call takes; 0 where none is counted.
template <class Call>
std::uint64_t work_of(Call&& call) {
  count_work();
  call();
  return counted_work();
}

}  // namespace bankshot::testing
