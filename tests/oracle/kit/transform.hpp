#pragma once
// Transformations of a case that round nothing, and their effect on the answers.

#include <optional>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// A case that is the image of another one.
struct Image {
  const char* name = "";
  Case data;
  Vec2 x = Vec2(1, 0), y = Vec2(0, 1);  ///< images of the directions along the axes
  Real length = 1;                      ///< factor of lengths
  bool swapped = false;                 ///< A and B are exchanged: directions between them change sign
  bool mirrored = false;
  bool exempt = false;  ///< a pair that is its own image cannot follow it

  Vec2 direction(const Vec2& v) const { return Vec2(x[0] * v[0] + y[0] * v[1], x[1] * v[0] + y[1] * v[1]); }
};

Image swapped(const Case& data);
Image quarter_turned(const Case& data);
Image mirrored(const Case& data);  ///< in the y axis
/// Scales all lengths by 2^exponent; empty if one of them would leave the range in which that is promised to be exact.
std::optional<Image> scaled(const Case& data, int exponent);
/// Moves both shapes by one offset; empty if a position or the difference of two would be rounded.
std::optional<Image> translated(const Case& data);

/// Returns the same polygon with one more corner in the middle of an edge; empty if that point is not exact.
std::optional<Piece> with_corner_on_edge(const Piece& piece);

/// Returns the two parts of a polygon on either side of a diagonal; empty if it has none.
std::optional<std::pair<Piece, Piece>> split(const Piece& piece);

/// True if some rigid motion or reflection that takes direction `from` to `to` maps the pair onto itself, each shape to
/// itself or (`exchange`) to the other. Two answers are then equally good, and neither can follow the transformation.
bool own_image(const Question& question, const Vec2& from, const Vec2& to, bool exchange);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
