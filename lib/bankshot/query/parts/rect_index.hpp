#pragma once
// Finds the boxes near a place. Not part of the public interface.
//
// Obstacles of the parts of two shapes are of about one size, and each has few neighbours. A table of cells, each with
// the boxes whose lower corner is in it, finds these in a time that does not grow with the number of boxes.

#include <bankshot/query/parts/rounded_polygons.hpp>

#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class RectIndex {
 public:
  RectIndex() = default;
  explicit RectIndex(const std::vector<Rect>& rects);

  /// Calls visit(number) for each box within the margin of `rect`, cell by cell, ascending in each; stops when it
  /// returns false.
  template <class Visit>
  void visit(const Rect& rect, double margin, Visit&& visit) const {
    if (rects_ == nullptr) return;
    const Cells from = cells_at(rect.lower - P2{widest_ + margin, highest_ + margin});
    const Cells to = cells_at(rect.upper + P2{margin, margin});
    for (std::size_t row = from.row; row <= to.row; ++row) {
      const std::size_t first = begin_[row * columns_ + from.column], last = begin_[row * columns_ + to.column + 1];
      for (std::size_t i = first; i < last; ++i) {
        if (meet(rect, (*rects_)[numbers_[i]], margin) && !visit(numbers_[i])) return;
      }
    }
  }

 private:
  struct Cells {
    std::size_t column, row;
  };
  Cells cells_at(P2 point) const;

  const std::vector<Rect>* rects_ = nullptr;
  P2 lower_{}, cell_{1, 1};
  double widest_ = 0, highest_ = 0;
  std::size_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> numbers_;  ///< cell by cell, row by row
  std::vector<std::size_t> begin_;      ///< start of each cell in numbers_, and the end
};

}  // namespace bankshot::BANKSHOT_ABI::detail
