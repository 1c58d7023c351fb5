#include <bankshot/math/vec2_math.hpp>
#include <bankshot/world/definition.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI {

// The root of a square is exact, so that two equal frictions give that friction to the bit.
PairMaterial default_mix(const Material& a, const Material& b) noexcept {
  return {detail::max(a.restitution, b.restitution), std::sqrt(a.friction * b.friction)};
}

}  // namespace bankshot::BANKSHOT_ABI
