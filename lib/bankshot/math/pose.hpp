#pragma once
#include <bankshot/math/rotation.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Where a shape or a body is: first turned by `rotation` about its own origin, then moved by `position`.
struct BANKSHOT_API Pose {
  Vec2 position = Vec2::Zero();  ///< in the user's length unit
  Rotation rotation = {};

  /// Returns the point `local` of the body, in world coordinates.
  Vec2 operator*(const Vec2& local) const noexcept;
  /// Returns the world point `world`, in the body's coordinates.
  Vec2 to_local(const Vec2& world) const noexcept;

  /// Returns the pose with this rotation in which the local point `pivot` lies at the world point `place`. Use it for
  /// things that turn about a point, such as a blade that circles a hero, with `pivot` outside of the blade.
  static Pose pinned(const Vec2& pivot, const Vec2& place, const Rotation& rotation) noexcept;
  /// Returns this pose turned by `turn` about its local point `pivot`, which stays in place in the world. Errors add up
  /// over repeated calls, and the pivot drifts by them; with pinned() nothing adds up.
  Pose turned(const Rotation& turn, const Vec2& pivot = Vec2::Zero()) const noexcept;

  friend bool operator==(const Pose& a, const Pose& b) noexcept {
    return a.position[0] == b.position[0] && a.position[1] == b.position[1] && a.rotation == b.rotation;
  }
};

}  // namespace bankshot::BANKSHOT_ABI
