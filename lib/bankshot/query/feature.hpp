#pragma once
#include <bankshot/config.hpp>

namespace bankshot::inline BANKSHOT_ABI {

/// Which part of a shape was hit: its i-th corner, or the edge from corner i to the next. A circle is corner 0. Of a
/// shape made of pieces: which piece, and which part of that; of a container its room's. The piece of a grid is its
/// cell, row x columns + column; of a chain its segment, from 0.
struct Feature {
  enum class Kind : std::uint8_t { corner, edge };
  Kind kind = Kind::corner;
  std::int32_t index = 0;
  std::int32_t piece = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

}  // namespace bankshot::inline BANKSHOT_ABI
