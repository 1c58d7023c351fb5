#pragma once
// Transformations of a case that round nothing, and what they do to the answers.

#include <optional>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// A case that is another one's image.
struct Image {
  const char* name = "";
  Case data;
  Vec2 x = Vec2(1, 0), y = Vec2(0, 1);  ///< what directions along the axes become
  Real length = 1;                      ///< what lengths are multiplied by
  bool swapped = false;                 ///< A and B have changed places, and directions between them their sign
  bool mirrored = false;
  bool exempt = false;  ///< a pair that is its own image cannot follow it

  Vec2 direction(const Vec2& v) const { return Vec2(x[0] * v[0] + y[0] * v[1], x[1] * v[0] + y[1] * v[1]); }
};

Image swapped(const Case& data);
Image quarter_turned(const Case& data);
Image mirrored(const Case& data);  ///< in the y axis
/// All lengths times 2^exponent; empty when one of them would leave the range in which that is promised to be exact.
std::optional<Image> scaled(const Case& data, int exponent);
/// Both shapes moved by one offset; empty when a position or the difference of two would be rounded.
std::optional<Image> translated(const Case& data);

/// The same polygon with one more corner, in the middle of an edge; empty when it cannot be there exactly.
std::optional<Piece> with_corner_on_edge(const Piece& piece);

/// The two parts of a polygon on either side of a diagonal; empty when there is none.
std::optional<std::pair<Piece, Piece>> split(const Piece& piece);

/// Whether some rigid motion or reflection that takes direction `from` to `to` maps the pair onto itself, each shape to
/// itself or (`exchange`) to the other: then two answers are as good, and none can follow the transformation.
bool own_image(const Question& question, const Vec2& from, const Vec2& to, bool exchange);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
