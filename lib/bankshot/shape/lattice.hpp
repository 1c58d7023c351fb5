#pragma once
// The lines of a grid or mask. Not part of the public interface.

#include <bankshot/math/box.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

/// Equidistant lines in both directions, numbered from 0. Neighbours share these coordinates to the last bit.
struct Lattice {
  V2 origin;
  V2 step;

  V2 at(double column, double row) const {
    return {static_cast<Real>(origin.x + double(step.x) * column), static_cast<Real>(origin.y + double(step.y) * row)};
  }
  Box box(double column, double row, double to_column, double to_row) const {
    return {at(column, row), at(to_column, to_row)};
  }
};

/// Cells from first to last in one direction; none if first > last.
struct CellRange {
  int first, last;
};

/// All cells that a closed range of coordinates may touch, and at most one more at either end.
inline CellRange cells_around(double lower, double upper, double origin, double step, int count) {
  const double low = std::floor((lower - origin) / step) - 1, high = std::floor((upper - origin) / step) + 1;
  if (!(low < count) || !(high >= 0)) return {0, -1};
  return {static_cast<int>(std::max(low, 0.0)), static_cast<int>(std::min(high, double(count - 1)))};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
