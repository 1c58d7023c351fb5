#pragma once
// Counts what the program asks of the heap: linking counting_new.cpp replaces the global operator new.

#include <cstddef>

namespace bankshot::testing {

/// Allocations by any thread since the program began.
std::size_t allocations() noexcept;

/// What was asked for and not given back yet.
std::size_t bytes_in_use() noexcept;

}  // namespace bankshot::testing
