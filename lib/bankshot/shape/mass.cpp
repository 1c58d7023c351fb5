#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/mass.hpp>

namespace bankshot::BANKSHOT_ABI {

MassProperties mass_properties(const Shape& shape, Real density) noexcept {
  const detail::Moments moments = detail::moments_of(shape);
  return {static_cast<Real>(density * moments.area),
          detail::vec2({static_cast<Real>(moments.x), static_cast<Real>(moments.y)}),
          static_cast<Real>(density * moments.inertia)};
}

}  // namespace bankshot::BANKSHOT_ABI
