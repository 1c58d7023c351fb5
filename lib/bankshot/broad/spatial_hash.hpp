#pragma once
// Boxes filed under the cells that they touch. Not part of the public interface.

#include <bankshot/broad/flat_map.hpp>
#include <bankshot/broad/swept_box.hpp>
#include <bankshot/math/box.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// One hash grid per power of two of box size; a box is filed once, under the cell of its lower corner, in the first
/// grid whose cells are larger than itself. A query visits the cells it covers and one more to the left and below, or
/// all boxes of a grid if those are fewer. Boxes far below the median size share the grid of the median. Boxes are
/// named by slots: small numbers that the caller assigns. A value; const queries may run on several threads at once.
/// Source: Teschner et al. 2003 (spatial hashing); Mirtich 1996 (hierarchy of grids by size).
class SpatialHash {
 public:
  using Slot = std::uint32_t;

  void insert(Slot slot, const Box& box);
  void remove(Slot slot) noexcept;
  void move(Slot slot, const Box& box);
  void clear() noexcept;
  const Box& box(Slot slot) const noexcept { return entries_[slot].box; }

  /// Calls visit(slot) for every box that overlaps `box`.
  template <class Visit>
  void query(const Box& box, Visit&& visit) const {
    const auto test = [&](Slot slot, const Box& own) {
      if (overlaps(own, box)) visit(slot);
    };
    for (const Level& level : levels_) search(level, range(level, box), test);
  }

  /// Calls visit(slot) for every box that the ray crosses. Precondition: the moving box has no size.
  template <class Visit>
  void sweep(V2 origin, V2 translation, const SweptBox& swept, Visit&& visit) const {
    const auto test = [&](Slot slot, const Box& own) {
      if (swept.crosses(own)) visit(slot);
    };
    for (const Level& level : levels_) {
      const Cells all = range(level, swept.bounds());
      const bool flat = absolute(translation.x) >= absolute(translation.y);
      const double steps = flat ? double(all.last_x) - all.first_x : double(all.last_y) - all.first_y;
      if (all.clamped || 4 * (steps + 1) > double(level.boxes)) {
        search(level, all, test);
      } else {
        walk(level, all, {origin, translation, flat}, test);
      }
    }
  }

 private:
  static constexpr Slot null = FlatMap::none;
  static constexpr double border = 1073741824;   // cells from the origin; boxes beyond are filed in the border cell
  static constexpr int finest_possible = -1000;  // exponent of the smallest cells

  struct Level {
    int exponent = 0;
    double size = 1, inverse = 1;  // of a cell: 2^exponent and 2^-exponent
    std::size_t boxes = 0;
    FlatMap first;  // for each cell that is not empty: its first slot

    /// Exact except for the clamping, and monotone including it.
    std::int32_t cell(double x, double before = 0) const {
      const double index = std::floor(x * inverse) - before;
      return static_cast<std::int32_t>(index > border ? border : index > -border ? index : -border);
    }
  };
  struct Entry {
    Box box;
    Slot next = null, previous = null;
    std::int32_t x = 0, y = 0;  // its cell
    int exponent = 0;           // of its level
  };
  /// The cells that may hold lower corners of boxes that overlap a box.
  struct Cells {
    std::int32_t first_x, last_x, first_y, last_y;
    bool clamped;
  };
  struct Line {
    V2 origin, translation;
    bool flat;  // true if the line is longer along x than along y
  };

  static std::uint64_t key(std::int32_t x, std::int32_t y) {
    return std::uint64_t{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y);
  }

  static Cells range(const Level& level, const Box& box) {
    // A box that reaches the lower bound has its corner less than one cell before it.
    Cells cells = {level.cell(box.lower.x, 1), level.cell(box.upper.x), level.cell(box.lower.y, 1),
                   level.cell(box.upper.y), false};
    const auto outside = [](std::int32_t i) { return i >= std::int32_t(border) || i <= -std::int32_t(border); };
    cells.clamped = outside(cells.first_x) || outside(cells.last_x) || outside(cells.first_y) || outside(cells.last_y);
    return cells;
  }

  template <class Test>
  void test_cell(const Level& level, std::int32_t x, std::int32_t y, const Test& test) const {
    for (Slot slot = level.first.find(key(x, y)); slot != null; slot = entries_[slot].next) {
      test(slot, entries_[slot].box);
    }
  }

  template <class Test>
  void search(const Level& level, const Cells& cells, const Test& test) const {
    const double wide = double(cells.last_x) - cells.first_x + 1, tall = double(cells.last_y) - cells.first_y + 1;
    if (wide * tall > double(level.first.size())) {
      level.first.visit([&](Slot first) {
        for (Slot slot = first; slot != null; slot = entries_[slot].next) test(slot, entries_[slot].box);
      });
      return;
    }
    for (std::int32_t y = cells.first_y; y <= cells.last_y; ++y) {
      for (std::int32_t x = cells.first_x; x <= cells.last_x; ++x) test_cell(level, x, y, test);
    }
  }

  /// Column by column, or row by row, along the longer component; visits the cells beside the ray in each.
  template <class Test>
  void walk(const Level& level, const Cells& all, const Line& line, const Test& test) const {
    const std::int32_t first = line.flat ? all.first_x : all.first_y, last = line.flat ? all.last_x : all.last_y;
    for (std::int32_t i = first; i <= last; ++i) {
      const Strip strip = beside(level, line, i);
      const std::int32_t from = std::max(strip.first, line.flat ? all.first_y : all.first_x);
      const std::int32_t to = std::min(strip.last, line.flat ? all.last_y : all.last_x);
      for (std::int32_t j = from; j <= to; ++j) {
        line.flat ? test_cell(level, i, j, test) : test_cell(level, j, i, test);
      }
    }
  }

  struct Strip {
    std::int32_t first, last;
  };
  static Strip beside(const Level& level, const Line& line, std::int32_t i);

  int exponent_for(const Box& box) const;
  Level& level_for(int exponent);
  void link(Slot slot);
  void unlink(Slot slot) noexcept;
  void choose_finest();

  std::vector<Level> levels_;
  std::vector<Entry> entries_;  // by slot; free ones have an exponent of `unused`
  std::size_t size_ = 0;
  std::size_t choose_at_ = 16;  // number of boxes at which the finest level is next chosen
  int finest_ = finest_possible;
  static constexpr int unused = -100000;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
