#include <bankshot/math/rotation.hpp>
#include <bankshot/math/trig.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <cmath>
#include <numbers>

namespace bankshot::BANKSHOT_ABI {

Rotation Rotation::from_angle(Real angle) noexcept {
  const detail::Q2 q = detail::rotation_of(angle);
  return {q.c, q.s};
}

Real Rotation::angle() const noexcept {
  const Real rounded = static_cast<Real>(detail::angle_of(s, c));
  // An angle just above -pi can round to -pi, outside of the promised range: the next number is inside.
  constexpr Real pi = std::numbers::pi_v<Real>;
  return rounded <= -pi ? std::nextafter(-pi, Real(0)) : rounded;
}

Vec2 Rotation::operator*(const Vec2& v) const noexcept {
  return detail::vec2(detail::rotate({c, s}, detail::plain(v)));
}

Rotation Rotation::operator*(const Rotation& first) const noexcept {
  const detail::Q2 q = detail::multiply({c, s}, {first.c, first.s});
  return {q.c, q.s};
}

}  // namespace bankshot::BANKSHOT_ABI
