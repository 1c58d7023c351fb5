#include <bankshot/math/pose.hpp>
#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI {

using detail::plain;
using detail::Q2;
using detail::vec2;

Vec2 Pose::operator*(const Vec2& local) const noexcept {
  return vec2(plain(position) + rotate(Q2{rotation.c, rotation.s}, plain(local)));
}

Vec2 Pose::to_local(const Vec2& world) const noexcept {
  return vec2(unrotate(Q2{rotation.c, rotation.s}, plain(world) - plain(position)));
}

Pose Pose::pinned(const Vec2& pivot, const Vec2& place, const Rotation& rotation) noexcept {
  return {vec2(plain(place) - rotate(Q2{rotation.c, rotation.s}, plain(pivot))), rotation};
}

// Subtracts the two arms first: a pivot at the pose's own position then moves nothing.
Pose Pose::turned(const Rotation& turn, const Vec2& pivot) const noexcept {
  const Rotation after = turn * rotation;
  const auto arm = [&pivot](const Rotation& q) { return rotate(Q2{q.c, q.s}, plain(pivot)); };
  return {vec2(plain(position) + (arm(rotation) - arm(after))), after};
}

}  // namespace bankshot::BANKSHOT_ABI
