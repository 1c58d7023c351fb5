#pragma once
// Axis-aligned boxes, for the library itself. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct Box {
  V2 lower, upper;
  friend bool operator==(const Box&, const Box&) = default;
};

/// Closed boxes: touching counts.
BANKSHOT_INLINE bool overlaps(const Box& a, const Box& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y;
}

BANKSHOT_INLINE bool contains(const Box& outer, const Box& inner) {
  return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && inner.upper.x <= outer.upper.x &&
         inner.upper.y <= outer.upper.y;
}

/// The smallest box around both.
BANKSHOT_INLINE Box joined(const Box& a, const Box& b) {
  return {{min(a.lower.x, b.lower.x), min(a.lower.y, b.lower.y)},
          {max(a.upper.x, b.upper.x), max(a.upper.y, b.upper.y)}};
}

/// Every side moved out by `margin`.
BANKSHOT_INLINE Box widened_by(const Box& box, Real margin) {
  return {box.lower - V2{margin, margin}, box.upper + V2{margin, margin}};
}

BANKSHOT_INLINE Box shifted(const Box& box, V2 way) { return {box.lower + way, box.upper + way}; }

/// The centre.
BANKSHOT_INLINE V2 middle_of(const Box& box) { return Real(0.5) * (box.lower + box.upper); }

/// Lower bound of the distance of two boxes: the larger of the gaps along x and y, negative if they overlap.
BANKSHOT_INLINE Real box_gap(const Box& a, const Box& b) {
  return max(max(a.lower.x - b.upper.x, b.lower.x - a.upper.x), max(a.lower.y - b.upper.y, b.lower.y - a.upper.y));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
