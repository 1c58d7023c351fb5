#pragma once
// Filled cells of a lattice, for tests that count in whole numbers.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankshot_test {

/// Row by row from the lowest; those outside are empty.
struct Cells {
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> filled;

  bool at(int column, int row) const {
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    return filled[static_cast<std::size_t>(row * columns + column)] != 0;
  }
};

}  // namespace bankshot_test
