#pragma once
// The outlines of grids and masks, without the sides that tiles or pixels share. Not part of the public interface.

#include <bankshot/shape/composites.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// What stops from one side only: from the left of the way from `from` to `to`.
struct OneWaySide {
  Vec2 from = Vec2::Zero(), to = Vec2::Zero();
};

struct Outlines {
  std::vector<std::vector<Vec2>> loops;  ///< closed, what is solid on the left; they may meet at corners
  std::vector<OneWaySide> one_way;
};

/// Of a grid or a mask, in its coordinates; nothing of other kinds.
Outlines outlines_of(const Shape& shape);

}  // namespace bankshot::BANKSHOT_ABI::detail
