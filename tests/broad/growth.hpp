#pragma once
// How the cost of a call grows with its input: the call runs at two sizes, one twice the other, and is measured in
// comparisons (counting_work.hpp) and in bytes (counting_new.hpp), neither of which depends on the machine. Tests of
// the rows of docs/limits.md use this.

#include "counting_new.hpp"
#include "counting_work.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bankshot::testing {

/// The largest factor by which a cost of this kind may grow from a size to its double. A cost that grows as n log n
/// does so by 2.1 or 2.2 at these sizes; a quarter is left for costs that do not grow at all.
inline constexpr double in_proportion = 2.5, with_the_square = 5, with_the_cube = 10;

struct Cost {
  double work = 0;   ///< comparisons; 0 if none are counted
  double bytes = 0;  ///< requested at a time, beyond those in use before
};

/// The cost of the call that make(size) returns. The work of make() itself is not counted.
template <class Make>
Cost cost_of(const Make& make, int size) {
  auto call = make(size);
  forget_most_bytes_in_use();
  const std::size_t before = bytes_in_use();
  const std::uint64_t work = work_of(call);
  return {static_cast<double>(work), static_cast<double>(most_bytes_in_use() - before)};
}

/// Expects work to grow like n log n at most, from `size` to four times that.
template <class Make>
void expect_work_as_of_sorting(int size, const Make& make) {
  const double work = cost_of(make, size).work;
  if (work == 0) return;
  const double allowed = 4 * std::log(4.0 * size) / std::log(1.0 * size);
  EXPECT_LE(cost_of(make, 4 * size).work, allowed * work) << work << " of a quarter of the size";
}

/// Expects both to grow by at most this much from `size` to twice it. Memory below 4 KiB is ignored.
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
