#pragma once
// Counts the allocations of the program, and can refuse them: linking counting_new.cpp replaces the global operator
// new.

#include <cstddef>

namespace bankshot::testing {

/// Allocations by any thread since the program began.
std::size_t allocations() noexcept;

/// Refuses one allocation: the next one after `granted` more.
void refuse_allocation_after(std::size_t granted) noexcept;

/// Ends the refusal. Returns true if the allocation was refused by then.
bool has_refused_allocation() noexcept;

/// Bytes that were requested and not freed yet.
std::size_t bytes_in_use() noexcept;

/// The most such bytes at a time since they were last forgotten or the program began.
std::size_t most_bytes_in_use() noexcept;
void forget_most_bytes_in_use() noexcept;

}  // namespace bankshot::testing
