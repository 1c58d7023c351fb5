#pragma once
// Cuts a polygon with reflex corners into convex pieces. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Convex pieces whose corners are corners of one outline.
struct Decomposition {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::vector<std::uint32_t> first;   ///< where each piece starts in the two lists below; one more than pieces
  std::vector<std::uint32_t> corner;  ///< numbers of corners, counter-clockwise
  /// For each edge: the position of the same edge in the piece on its other side; none: an edge of the outline.
  std::vector<std::uint32_t> twin;

  std::size_t size() const { return first.size() - 1; }
};

/// Merges triangles along diagonals while the pieces stay convex: at most four times as many pieces as the best
/// decomposition. Keeps corners where the outline is straight. Same precondition.
Decomposition decompose(std::span<const V2> corners);

}  // namespace bankshot::BANKSHOT_ABI::detail
