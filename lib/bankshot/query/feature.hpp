#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Which part of a shape was hit: its i-th corner, or the edge from corner i to the next. A circle is corner 0. For a
/// shape made of pieces: the piece, and the corner or edge of that piece. For a container: the corner or edge of its
/// room.
///
/// The piece of a grid is its cell, row x columns + column; of a chain, its segment, counted from 0; of a compound,
/// simple polygon or mask, its index in pieces(), and the corner and edge are those of that piece. The corners of a
/// cell's tile count counter-clockwise from its lower left one; if the tile is a slope that hangs from a tip on the
/// left, they count from that tip. If the tile in the cell to the left or right ends within the side they share, that
/// side has a corner there too: a tile has up to six.
struct Feature {
  enum class Kind : std::uint8_t { corner, edge };
  Kind kind = Kind::corner;
  std::int32_t index = 0;
  std::int32_t piece = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

}  // namespace bankshot::BANKSHOT_ABI
