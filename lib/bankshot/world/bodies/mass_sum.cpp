#include <bankshot/world/bodies/mass_sum.hpp>

#include <cmath>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

MassPart mass_part(const Shape& shape, Real density) noexcept {
  const MassProperties part = mass_properties(shape, density);
  const V2 centre = plain(part.centre);
  return {static_cast<double>(part.mass), static_cast<double>(centre.x), static_cast<double>(centre.y),
          static_cast<double>(part.inertia)};
}

bool invertible(double value) noexcept {
  using Limits = std::numeric_limits<Real>;
  return value >= static_cast<double>(Limits::min()) && value <= static_cast<double>(Limits::max()) &&
         1 / value >= static_cast<double>(Limits::min()) && 1 / value <= static_cast<double>(Limits::max());
}

// A single shape keeps its own centre to the bit; dividing the moment by the mass again would round it.
V2 MassSum::centre() const noexcept {
  return count_ == 1 ? V2{static_cast<Real>(newest_.x), static_cast<Real>(newest_.y)}
                     : V2{static_cast<Real>(x()), static_cast<Real>(y())};
}

// Nearly always it is known that the inertia will be invertible without computing it. It is the sum of the rounded
// terms I + m (dx^2 + dy^2), none of which is negative. Rounding to nearest is monotonic, so the sum is at least the
// largest I. With X and Y the largest distances of a centre from the origin, |dx| <= X + |x| and |dy| <= Y + |y|. So it
// is at most (sum of I) + (sum of m) ((X + |x|)^2 + (Y + |y|)^2), except for the rounding of as many sums as there are
// shapes; twice that is larger by far. A number between two invertible numbers is invertible.
bool MassSum::surely_invertible() const noexcept {
  const double dx = farthest_x_ + std::fabs(x()), dy = farthest_y_ + std::fabs(y());
  return invertible(mass_) && invertible(largest_) && invertible(2 * (inertia_ + mass_ * (dx * dx + dy * dy)));
}

void InertiaSum::add(const MassPart& part) noexcept {
  const double dx = part.x - x_, dy = part.y - y_;
  sum_ += part.inertia + part.mass * (dx * dx + dy * dy);
}

Real InertiaSum::value() const noexcept { return static_cast<Real>(of_.single() ? of_.newest().inertia : sum_); }

}  // namespace bankshot::BANKSHOT_ABI::detail
