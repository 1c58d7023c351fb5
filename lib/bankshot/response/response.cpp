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

namespace {

/// The common spin: angular momentum about the common centre of mass over the inertia about it. With the reduced mass m
/// = 1 / (1/m_a + 1/m_b) and d from B to A, both bodies together contribute m d x (v_a - v_b) and m d^2 beside their
/// own I w and I. A body that cannot change its spin has infinite inertia and dictates it.
Real common_spin(const ResponseBody& a, const ResponseBody& b) {
  if (a.inverse_inertia == 0) return a.angular_velocity;
  if (b.inverse_inertia == 0) return b.angular_velocity;
  const V2 distance = plain(a.position) - plain(b.position);
  const V2 relative = plain(a.velocity) - plain(b.velocity);
  const Real inertia_a = 1 / a.inverse_inertia, inertia_b = 1 / b.inverse_inertia;
  const Real reduced_mass = 1 / (a.inverse_mass + b.inverse_mass);
  const Real momentum =
      (inertia_a * a.angular_velocity + inertia_b * b.angular_velocity) + reduced_mass * cross(distance, relative);
  return momentum / ((inertia_a + inertia_b) + reduced_mass * length_squared(distance));
}

}  // namespace

void stick(ResponseBody& a, ResponseBody& b, const Mtv&) noexcept {
  if (!(a.inverse_mass + b.inverse_mass > 0)) return;
  const bool spins = a.inverse_inertia > 0 || b.inverse_inertia > 0;
  const Real spin = spins ? common_spin(a, b) : 0;
  // The lighter a body, the larger its share of any change: the centre of mass lies that share of the distance away.
  const detail::Shares share = detail::shares_of(a.inverse_mass, b.inverse_mass);
  const V2 common = share.b * plain(a.velocity) + share.a * plain(b.velocity);
  const V2 distance = plain(a.position) - plain(b.position);
  a.velocity = vec2(common + cross(spin, share.a * distance));
  b.velocity = vec2(common - cross(spin, share.b * distance));
  if (spins) {
    a.angular_velocity = spin;
    b.angular_velocity = spin;
  }
}

}  // namespace bankshot::BANKSHOT_ABI
