#pragma once
#include <bankshot/math/vec2.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Axis-aligned bounding box, closed; empty when a lower bound exceeds the upper one. An empty box overlaps nothing,
/// and joining it to another box changes nothing.
struct BANKSHOT_API Aabb {
  Vec2 lower = Vec2::Zero();
  Vec2 upper = Vec2::Zero();

  Vec2 centre() const noexcept;
  Vec2 extents() const noexcept;  ///< full width and height
  bool valid() const noexcept;    ///< finite, and no bound above its opposite
  bool empty() const noexcept;    ///< a lower bound exceeds the upper one
  bool contains(const Vec2& point) const noexcept;
  bool contains(const Aabb& inner) const noexcept;
  bool overlaps(const Aabb& other) const noexcept;  ///< closed: boxes that touch overlap
  Aabb joined(const Aabb& other) const noexcept;    ///< the smallest box around both
  Aabb grown(Real margin) const noexcept;           ///< every side moved out by `margin`

  friend bool operator==(const Aabb& a, const Aabb& b) noexcept {
    return a.lower[0] == b.lower[0] && a.lower[1] == b.lower[1] && a.upper[0] == b.upper[0] && a.upper[1] == b.upper[1];
  }
};

}  // namespace bankshot::BANKSHOT_ABI
