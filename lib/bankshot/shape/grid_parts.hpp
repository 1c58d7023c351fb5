#pragma once
// A grid of tiles, for the library itself. Not part of the public interface.

#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/lattice.hpp>
#include <bankshot/shape/tile_outline.hpp>

#include <array>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

using Cells = std::vector<Tile>;

/// Pieces are the tiles that are not empty, numbered by their places in the list; each is made on request, with the
/// seams from its neighbours. The box is that of all cells; the extent is the smallest width of a tile, for a one-way
/// side its length.
class GridParts final : public Composite {
 public:
  /// Precondition: all arguments are checked.
  GridParts(const GridDef& def, std::shared_ptr<Cells> cells);

  void find(const Box& box, std::vector<std::uint32_t>& out) const override;
  bool has(std::uint32_t number) const noexcept override {
    return number < cells_->size() && (*cells_)[number].form != Tile::Form::empty;
  }
  Piece piece(std::uint32_t number, PieceSpace& space) const noexcept override;
  std::uint8_t material(std::uint32_t number) const noexcept override { return (*cells_)[number].material; }
  bool one_way(std::uint32_t number) const noexcept override {
    return number < cells_->size() && (*cells_)[number].form >= Tile::Form::one_way_up;
  }
  Moments moments() const noexcept override;
  std::shared_ptr<const Composite> moved(V2 by) const override;
  void describe(std::vector<double>& out) const override;

  const GridDef& def() const { return def_; }
  const std::shared_ptr<Cells>& cells() const { return cells_; }
  bool has(int column, int row) const { return column >= 0 && row >= 0 && column < def_.columns && row < def_.rows; }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(def_.columns) + static_cast<std::size_t>(column);
  }
  /// Empty outside of the grid.
  Tile tile(int column, int row) const { return has(column, row) ? (*cells_)[index(column, row)] : Tile{}; }

  /// The same grid with one cell changed; `cells` are its own, or a copy of them.
  std::shared_ptr<const GridParts> with(std::size_t cell, const Tile& tile, std::shared_ptr<Cells> cells) const;

 private:
  struct Cell {
    int column, row;
  };
  Cell cell_of(std::uint32_t number) const {
    const auto columns = static_cast<std::uint32_t>(def_.columns);
    return {static_cast<int>(number % columns), static_cast<int>(number / columns)};
  }
  Box box_of(Cell cell, const TileOutline& outline) const;
  Box box_of(Cell cell, const Tile& tile) const;
  V2 at(Cell cell, Spot spot) const {
    return lattice_.at(cell.column + spot.x / double(sixteenths), cell.row + spot.y / double(sixteenths));
  }
  SideCover neighbour_cover(Cell cell, CellSide side) const;
  Seam seam_at(Cell cell, Spot spot) const noexcept;
  Piece square_piece(Cell cell, SquaresAround squares, PieceSpace& space) const noexcept;
  Piece one_way_side(Cell cell, const TileOutline& outline, PieceSpace& space) const noexcept;
  void count(const Tile& tile, int by);
  void measure();

  GridDef def_;
  Lattice lattice_;
  std::shared_ptr<Cells> cells_;
  std::array<std::int32_t, 17 * 17> solid_ = {};  ///< number of solid tiles by both heights
  std::int32_t one_way_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
