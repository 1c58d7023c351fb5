#pragma once
// The work of the library, in counts that are the same on every machine: comparisons of whole numbers, which every
// search and nearly every loop makes. They are counted if the library was compiled for fuzzing (BANKSHOT_FUZZERS;
// `tools/test --only sanitizers` does that): the compiler then calls a function at each comparison, which
// counting_work.cpp defines.

#include <cstdint>

namespace bankshot::testing {

/// Counts from now on, on all threads, until the count is read. (Only between the two, since counting takes time.)
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
