#pragma once
// Points of the plane in double for either Real. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

inline constexpr double endless = std::numeric_limits<double>::infinity();

BANKSHOT_INLINE double to_double(Real x) { return static_cast<double>(x); }

struct P2 {
  double x = 0, y = 0;
};
BANKSHOT_INLINE P2 wide(V2 v) { return {v.x, v.y}; }
BANKSHOT_INLINE V2 narrow(P2 p) { return {static_cast<Real>(p.x), static_cast<Real>(p.y)}; }
BANKSHOT_INLINE P2 operator+(P2 a, P2 b) { return {a.x + b.x, a.y + b.y}; }
BANKSHOT_INLINE P2 operator-(P2 a, P2 b) { return {a.x - b.x, a.y - b.y}; }
BANKSHOT_INLINE P2 operator-(P2 a) { return {-a.x, -a.y}; }
BANKSHOT_INLINE P2 operator*(double k, P2 a) { return {k * a.x, k * a.y}; }
BANKSHOT_INLINE double dot(P2 a, P2 b) { return a.x * b.x + a.y * b.y; }
BANKSHOT_INLINE double cross(P2 a, P2 b) { return a.x * b.y - a.y * b.x; }
BANKSHOT_INLINE double length(P2 a) { return std::sqrt(dot(a, a)); }
BANKSHOT_INLINE P2 right_of(P2 a) { return {a.y, -a.x}; }

}  // namespace bankshot::BANKSHOT_ABI::detail
