#pragma once
// Counts what the program asks of the heap, and can refuse it: linking counting_new.cpp replaces the global operator
// new.

#include <cstddef>

namespace bankshot::testing {

/// Allocations by any thread since the program began.
std::size_t allocations() noexcept;

/// Refuses one allocation: the next one after so many.
void refuse_allocation_after(std::size_t granted) noexcept;

/// Takes that back. Whether it was refused by then.
bool has_refused_allocation() noexcept;

/// What was asked for and not given back yet.
std::size_t bytes_in_use() noexcept;

/// The most that was, since this or the program began.
std::size_t most_bytes_in_use() noexcept;
void forget_most_bytes_in_use() noexcept;

}  // namespace bankshot::testing
