#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Which part of a shape was hit: its i-th corner, or the edge from corner i to the next. A circle is corner 0. Of a
/// shape made of pieces: which piece, and which part of that; of a container its room's. The piece of a grid is its
/// cell, row x columns + column; of a chain its segment, from 0; of a compound, a simple polygon and a mask the place
/// of the piece in pieces(), which has the corner and the edge. The corners of a cell's tile count counter-clockwise
/// from its lower left one; of a slope that hangs from a tip on the left, from that. Where the tile of the cell to the
/// left or right ends within the side that both share, this side has a corner too: a tile has up to six.
struct Feature {
  enum class Kind : std::uint8_t { corner, edge };
  Kind kind = Kind::corner;
  std::int32_t index = 0;
  std::int32_t piece = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

}  // namespace bankshot::BANKSHOT_ABI
