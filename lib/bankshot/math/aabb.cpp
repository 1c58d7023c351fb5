#include <bankshot/math/aabb.hpp>
#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI {

using detail::plain;
using detail::V2;
using detail::vec2;

Vec2 Aabb::centre() const noexcept {
  const V2 low = plain(lower), high = plain(upper);
  // Halves first: the sum of two large bounds of one sign could overflow.
  return vec2({Real(0.5) * low.x + Real(0.5) * high.x, Real(0.5) * low.y + Real(0.5) * high.y});
}

Vec2 Aabb::extents() const noexcept { return vec2(plain(upper) - plain(lower)); }

bool Aabb::valid() const noexcept {
  const V2 low = plain(lower), high = plain(upper);
  return finite(low) && finite(high) && low.x <= high.x && low.y <= high.y;
}

bool Aabb::empty() const noexcept {
  const V2 low = plain(lower), high = plain(upper);
  return low.x > high.x || low.y > high.y;
}

bool Aabb::contains(const Vec2& point) const noexcept {
  const V2 low = plain(lower), high = plain(upper), p = plain(point);
  return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y;
}

bool Aabb::contains(const Aabb& inner) const noexcept {
  const V2 low = plain(lower), high = plain(upper);
  const V2 inner_low = plain(inner.lower), inner_high = plain(inner.upper);
  return low.x <= inner_low.x && inner_high.x <= high.x && low.y <= inner_low.y && inner_high.y <= high.y;
}

bool Aabb::overlaps(const Aabb& other) const noexcept {
  const V2 low = plain(lower), high = plain(upper);
  const V2 other_low = plain(other.lower), other_high = plain(other.upper);
  return low.x <= other_high.x && other_low.x <= high.x && low.y <= other_high.y && other_low.y <= high.y && !empty() &&
         !other.empty();
}

Aabb Aabb::joined(const Aabb& other) const noexcept {
  if (empty()) return other;
  if (other.empty()) return *this;
  const V2 low = plain(lower), high = plain(upper);
  const V2 other_low = plain(other.lower), other_high = plain(other.upper);
  return {vec2({detail::min(low.x, other_low.x), detail::min(low.y, other_low.y)}),
          vec2({detail::max(high.x, other_high.x), detail::max(high.y, other_high.y)})};
}

Aabb Aabb::grown(Real margin) const noexcept {
  const V2 out = {margin, margin};
  return {vec2(plain(lower) - out), vec2(plain(upper) + out)};
}

}  // namespace bankshot::BANKSHOT_ABI
