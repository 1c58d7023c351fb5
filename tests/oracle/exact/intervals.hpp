#pragma once
// The first stage of the judge: the signed distance of two cores in a wider floating-point type, with a bound on its
// rounding.

#include "oracle/exact/placed.hpp"

#include <limits>
#include <type_traits>

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// 29 or 11 bits more than Real has.
using Wide = std::conditional_t<std::is_same_v<Real, float>, double, long double>;

struct WidePoint {
  Wide x = 0, y = 0;
};

/// The corners of a core relative to some origin, each within 8 units of rounding of `size`.
struct WideCore {
  std::vector<WidePoint> corners;
  Wide size = 0;  ///< the largest number that took part
};

/// Bounds that certainly hold for a number.
struct Bounds {
  Wide low = -std::numeric_limits<Wide>::infinity();
  Wide high = std::numeric_limits<Wide>::infinity();
  Wide separation = -std::numeric_limits<Wide>::infinity();  ///< the largest along an edge normal, as computed
};

WideCore widen(const Placed& set, const Vec2& origin);

/// Twice the rounding unit of Wide, to cover errors of second order.
inline constexpr Wide rounding = std::numeric_limits<Wide>::epsilon();

/// Bounds of the signed distance from the edge normals alone. The lower one always holds; the upper one is infinite
/// unless the cores certainly overlap.
Bounds shadow_bounds(const WideCore& a, const WideCore& b);

/// Better bounds for cores that may be apart, from all pairs of corners and edges.
Bounds distance_bounds(const WideCore& a, const WideCore& b, const Bounds& shadows);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
