#pragma once
// How what a call takes grows with what it is given: the same at two sizes, of which one is twice the other, counted in
// comparisons (counting_work.hpp) and in bytes (counting_new.hpp), neither of which depends on the machine. Rows of
// docs/limits.md are tested by it.

#include "counting_new.hpp"
#include "counting_work.hpp"

#include <gtest/gtest.h>

namespace bankshot::testing {

/// Most that what grows like this grows from a size to its double. What grows with n log n does so by 2 and a tenth or
/// two at these sizes; a quarter is left for what does not grow at all.
inline constexpr double in_proportion = 2.5, with_the_square = 5, with_the_cube = 10;

struct Cost {
  double work = 0;   ///< comparisons; 0 where none are counted
  double bytes = 0;  ///< asked for at a time, beyond what was in use
};

/// Of the call that make(size) returns. What make() itself does is not counted.
template <class Make>
Cost cost_of(const Make& make, int size) {
  auto call = make(size);
  forget_most_bytes_in_use();
  const std::size_t before = bytes_in_use();
  const std::uint64_t work = work_of(call);
  return {static_cast<double>(work), static_cast<double>(most_bytes_in_use() - before)};
}

/// Expects both to grow at most so much from `size` to twice it. Of memory, what is below 4 KiB is not looked at.
template <class Make>
void expect_growth(int size, double of_work, double of_bytes, const Make& make) {
  const Cost one = cost_of(make, size), two = cost_of(make, 2 * size);
  if (one.work > 0) {
    EXPECT_LE(two.work, of_work * one.work) << one.work << " of half the size";
  }
  constexpr double not_looked_at = 4096;
  EXPECT_LE(two.bytes, of_bytes * one.bytes + not_looked_at) << one.bytes << " of half the size";
}

}  // namespace bankshot::testing
