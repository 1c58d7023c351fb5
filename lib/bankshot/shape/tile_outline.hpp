#pragma once
// The outline of one tile of a grid, in sixteenths of its cell. Not part of the public interface.

#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/directions.hpp>

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

}  // namespace bankshot::BANKSHOT_ABI::detail
