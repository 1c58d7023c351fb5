// Stands in for the second stage where Boost.Multiprecision is missing.

#include "oracle/exact/whole_numbers.hpp"

#include <stdexcept>

namespace bankshot_oracle::inline BANKSHOT_ABI {

struct WholeNumbers::Data {};

WholeNumbers::WholeNumbers(const Placed&, const Placed&) {}
WholeNumbers::~WholeNumbers() = default;

int WholeNumbers::compare(Level) {
  throw std::runtime_error("exact judge: built without Boost.Multiprecision (Debian: libboost-dev)");
}

bool rationals_available() noexcept { return false; }

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
