#pragma once
// The outline of one tile of a grid, in sixteenths of its cell, and the seams of tiles where they meet, with a fast
// path for squares among squares, which most maps consist of. Not part of the public interface.

#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/directions.hpp>
#include <bankshot/shape/seams.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {

inline constexpr int sixteenths = 16;

/// A point of whole sixteenths.
struct Spot {
  int x = 0, y = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};

enum class CellSide : std::uint8_t { bottom, right, top, left, none };

/// Counter-clockwise; a one-way side has two corners, and stops from the left of the direction from the first to the
/// second; no corners if the tile is empty.
struct TileOutline {
  std::array<Spot, 4> corners;
  std::array<CellSide, 4> sides = {};  ///< on which side of the cell the edge after each corner lies
  int count = 0;

  void add(Spot corner, CellSide side);
};

TileOutline outline_of(const Tile& tile) noexcept;

constexpr bool is_solid(const Tile& tile) noexcept {
  return tile.form == Tile::Form::floor || tile.form == Tile::Form::ceiling;
}

/// True if it fills its cell.
constexpr bool is_square(const Tile& tile) noexcept {
  return is_solid(tile) && tile.left == sixteenths && tile.right == sixteenths;
}

/// The part of one side of its cell that a solid tile fills, from the lower or left end; empty if from == to.
struct SideCover {
  int from = 0, to = 0;
};
SideCover cover_of(const Tile& tile, CellSide side) noexcept;

/// Adds the directions in which a tile leaves a point of the left or right side of its cell; returns false for half a
/// turn or more.
bool add_directions(const Tile& tile, Spot spot, Directions& directions) noexcept;

/// The seam at a spot of a cell; tile_at(right, up) is the tile that many cells away. All corners lie on the left or
/// right side of their cells: two columns meet there, and two rows in a cell's corner.
template <class TileAt>
Seam seam_among(Spot spot, const TileAt& tile_at) {
  Seam seam;
  seam.corner = false;
  Directions directions;
  const int other = spot.x == 0 ? -1 : 1;
  for (const int right : {0, other}) {
    for (const int up : {-1, 0, 1}) {
      const Spot seen = {spot.x - sixteenths * right, spot.y - sixteenths * up};
      if (seen.y < 0 || seen.y > sixteenths) continue;
      if (!add_directions(tile_at(right, up), seen, directions)) return seam;
    }
  }
  seam.corner = true;
  seam.before = direction({}, directions.before());
  seam.after = direction({}, directions.after());
  return seam;
}

/// The three by three cells around one.
struct SquaresAround {
  bool alone = true;     ///< true if there are only squares and empty cells
  unsigned squares = 0;  ///< which are squares, see bit()

  static constexpr unsigned bit(int right, int up) { return 1U << (right + 1 + 3 * (up + 1)); }
  bool has(int right, int up) const { return (squares & bit(right, up)) != 0; }
};

/// tile_at: see seam_among().
template <class TileAt>
SquaresAround squares_around(const TileAt& tile_at) {
  SquaresAround result;
  for (int up = -1; up <= 1; ++up) {
    for (int right = -1; right <= 1; ++right) {
      const Tile tile = tile_at(right, up);
      const bool square = is_square(tile);
      result.squares |= square ? SquaresAround::bit(right, up) : 0;
      result.alone &= square || tile.form == Tile::Form::empty;
    }
  }
  return result;
}

/// For a square's corner i and the edge from it on, counted as in outline_of(): from the lower left one to the right.
V2 normal_of_square(std::size_t i) noexcept;
/// Precondition: the square is alone among squares.
Seam seam_of_square(std::size_t i, SquaresAround squares) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
