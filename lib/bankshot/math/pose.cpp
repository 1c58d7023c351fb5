#include <bankshot/math/plain.hpp>
#include <bankshot/math/pose.hpp>

namespace bankshot::inline BANKSHOT_ABI {

using detail::plain;
using detail::Q2;
using detail::vec2;

Vec2 Pose::operator*(const Vec2& local) const noexcept {
  return vec2(plain(position) + rotate(Q2{rotation.c, rotation.s}, plain(local)));
}

Vec2 Pose::to_local(const Vec2& world) const noexcept {
  return vec2(unrotate(Q2{rotation.c, rotation.s}, plain(world) - plain(position)));
}

}  // namespace bankshot::inline BANKSHOT_ABI
