#pragma once
#include <bankshot/math/rotation.hpp>

namespace bankshot::inline BANKSHOT_ABI {

/// Where a shape or a body is: first turned by `rotation` about its own origin, then moved by `position`.
struct BANKSHOT_API Pose {
  Vec2 position = Vec2::Zero();  ///< in the user's length unit
  Rotation rotation = {};

  /// The point `local` of the body, in world coordinates.
  Vec2 operator*(const Vec2& local) const noexcept;
  /// The world point `world`, in the body's coordinates.
  Vec2 to_local(const Vec2& world) const noexcept;

  friend bool operator==(const Pose& a, const Pose& b) noexcept {
    return a.position[0] == b.position[0] && a.position[1] == b.position[1] && a.rotation == b.rotation;
  }
};

}  // namespace bankshot::inline BANKSHOT_ABI
