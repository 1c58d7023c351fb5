#include <bankshot/response/impulse.hpp>
#include <bankshot/response/response.hpp>

namespace bankshot::BANKSHOT_ABI {

using detail::plain;
using detail::V2;
using detail::vec2;

void separate(ResponseBody& a, ResponseBody& b, const Mtv& hit) noexcept {
  const detail::Shares share = detail::shares_of(a.inverse_mass, b.inverse_mass);
  const V2 way = plain(hit.translation);
  a.position = vec2(plain(a.position) + share.a * way);
  b.position = vec2(plain(b.position) - share.b * way);
}

BounceResult bounce(ResponseBody& a, ResponseBody& b, const Vec2& normal, const Vec2& point,
                    const BounceSettings& settings) noexcept {
  const V2 p = plain(point);
  return detail::collide(a, b, plain(normal), {p - plain(a.position), p - plain(b.position)}, settings);
}

BounceResult bounce(ResponseBody& a, ResponseBody& b, const Mtv& hit, const BounceSettings& settings) noexcept {
  return detail::collide(a, b, plain(hit.normal), {}, settings);
}

void slide(ResponseBody& a, ResponseBody& b, const Mtv& hit) noexcept {
  detail::collide(a, b, plain(hit.normal), {}, {});
}

}  // namespace bankshot::BANKSHOT_ABI
