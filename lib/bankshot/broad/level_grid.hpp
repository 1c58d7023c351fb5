#pragma once
// A uniform grid over boxes of about one size, each box filed once, under the cell of its lower corner.
// Not part of the public interface.

#include <bankshot/math/box.hpp>
#include <bankshot/math/vector_growth.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Enlarges scratch memory, which never shrinks.
template <class T>
void grow_to(std::vector<T>& v, std::size_t n) {
  if (v.size() >= n) return;
  make_room(v, n);
  v.resize(n);
}

/// Boxes of all levels in the order of their cells, one array per coordinate, for kernels of any width. A whole vector
/// can be read behind the last box.
struct BoxColumns {
  std::vector<Real> lower_x, lower_y, upper_x, upper_y;
  std::vector<std::uint32_t> id;  ///< index in the caller's span
  static constexpr std::size_t spare = 16;

  void reserve(std::size_t n);
  BANKSHOT_INLINE void set(std::size_t at, const Box& box, std::uint32_t index) {
    lower_x[at] = box.lower.x;
    lower_y[at] = box.lower.y;
    upper_x[at] = box.upper.x;
    upper_y[at] = box.upper.y;
    id[at] = index;
  }
  BANKSHOT_INLINE Box box(std::size_t at) const { return {{lower_x[at], lower_y[at]}, {upper_x[at], upper_y[at]}}; }
};

/// Work space shared by the levels; grows to the largest need and stays.
struct GridStorage {
  BoxColumns columns;
  std::vector<std::uint32_t> cell;        ///< by place in the columns: the cell, in a tabulated level
  std::vector<std::uint32_t> start;       ///< consecutive tables of the tabulated levels
  std::vector<std::uint64_t> key;         ///< by place in the columns: the cell, in a sorted level
  std::vector<std::uint64_t> sort_key;    ///< for the radix sort
  std::vector<std::uint32_t> sort_index;  ///< for the radix sort, two halves
};

/// Places [begin, end) in the columns.
struct PlaceRange {
  std::uint32_t begin, end;
};

/// One axis of a grid. The map from coordinate to cell is monotone, with clamping too: boxes outside the window are
/// filed in its border cells, which can cost time but no pair.
///
/// Two corners no farther apart than the largest box lie in the same or in adjacent cells. Cells are larger than the
/// box by 2^-16 of it, so the exact quotients differ by less than 1 - 2^-17; and up to 2^31 cells from the origin the
/// error of each quotient in double precision is less than 2^31 2^-52 = 2^-21.
struct GridAxis {
  double origin = 0, inverse = 0;
  double reach = 0;  ///< the largest box, in cells, plus more than the error of a difference of quotients
  double last = 0;   ///< the highest cell

  BANKSHOT_INLINE std::int64_t cell(Real x) const { return clamped(quotient(x)); }
  /// The first cell that may hold a lower corner of a box that reaches x.
  BANKSHOT_INLINE std::int64_t first_to_reach(Real x) const { return clamped(quotient(x) - reach); }

 private:
  BANKSHOT_INLINE double quotient(Real x) const { return (static_cast<double>(x) - origin) * inverse; }
  BANKSHOT_INLINE std::int64_t clamped(double t) const {
    const double low = t > 0 ? t : 0;  // also if t is NaN: infinity times 0
    return static_cast<std::int32_t>(low < last ? low : last);
  }
};

/// The grid of one level. Cells are numbered by rows, each row one longer than the grid is wide: the empty cell at its
/// end separates a range of three cells from the boxes of the next row.
class LevelGrid {
 public:
  /// How a cell's places are found.
  enum class Kind : std::uint8_t {
    list,       ///< not at all: a few boxes, always searched completely
    tabulated,  ///< a table holds the start of every cell
    sorted      ///< few occupied cells, far apart: binary search in the sorted cell numbers
  };

  /// Files the boxes `members` at places from `begin` on. `table` is where this level's table may start in
  /// `storage.start`; returns where it ends.
  std::size_t build(std::span<const Box> boxes, std::span<const std::uint32_t> members, std::uint32_t begin,
                    std::size_t table, GridStorage& storage);

  Kind kind() const noexcept { return kind_; }
  PlaceRange places() const noexcept { return places_; }
  const Box& bounds() const noexcept { return bounds_; }  ///< union of the boxes
  std::uint64_t row_length() const noexcept { return row_length_; }
  std::size_t table() const noexcept { return table_; }

  /// Rows and columns that may hold a lower corner of a box of this level that overlaps `box`.
  struct Block {
    std::int64_t first_row, last_row, first_column, last_column;
  };
  BANKSHOT_INLINE Block block(const Box& box) const {
    return {y_.first_to_reach(box.lower.y), y_.cell(box.upper.y), x_.first_to_reach(box.lower.x), x_.cell(box.upper.x)};
  }

 private:
  struct Core {
    double low_x, low_y, middle_x, middle_y, high_x, high_y;
  };
  struct Window {
    double low_x, low_y, high_x, high_y;
    bool clipped;  ///< some corner lies outside
  };
  using Members = std::span<const std::uint32_t>;

  void measure(std::span<const Box> boxes, Members members);
  Core find_core(std::span<const Box> boxes, Members members) const;
  Window clip(double low_x, double low_y, double high_x, double high_y) const;
  void fit(const Window& window, double size);
  bool tabulate(std::span<const Box> boxes, Members members, const Core& core, GridStorage& storage);
  void sort(std::span<const Box> boxes, Members members, const Core& core, GridStorage& storage);
  BANKSHOT_INLINE std::uint64_t number(const Box& box) const {
    return static_cast<std::uint64_t>(y_.cell(box.lower.y)) * row_length_ +
           static_cast<std::uint64_t>(x_.cell(box.lower.x));
  }

  Kind kind_ = Kind::list;
  PlaceRange places_{};
  Box bounds_;
  Box corners_;  // of the lower corners
  double size_ = 0;
  GridAxis x_, y_;
  std::uint64_t row_length_ = 0;
  std::size_t table_ = 0, table_end_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
