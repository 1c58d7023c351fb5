#pragma once
// The library's own arithmetic: two plain numbers, operations spelled out, every function inlined by force.
//
// Not part of the public interface. Public inline code would be compiled again with the user's flags, and a linker may
// then keep the user's copy (contracted to fused multiply-adds under -march=native): the bits of a step would change.
// So no public header may include this file, except for declared types.
//
// Order of operations is part of the contract: a * b + c * d is the only form of a two-term sum, so that a quarter
// turn, a mirror image and a swap of the operands permute the terms of a commutative sum and change no bit.

#include <bankshot/math/rotation.hpp>
#include <bankshot/math/vec2.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

struct V2 {
  Real x = 0, y = 0;
  friend bool operator==(const V2&, const V2&) = default;
};

/// Unit complex number: cosine and sine of an angle, taken literally (never renormalised implicitly).
struct Q2 {
  Real c = 1, s = 0;
};

BANKSHOT_INLINE V2 plain(const Vec2& v) { return {v.data()[0], v.data()[1]}; }
BANKSHOT_INLINE Q2 plain(const Rotation& q) { return {q.c, q.s}; }
BANKSHOT_INLINE Vec2 vec2(V2 v) { return Vec2(v.x, v.y); }

BANKSHOT_INLINE V2 operator+(V2 a, V2 b) { return {a.x + b.x, a.y + b.y}; }
BANKSHOT_INLINE V2 operator-(V2 a, V2 b) { return {a.x - b.x, a.y - b.y}; }
BANKSHOT_INLINE V2 operator-(V2 a) { return {-a.x, -a.y}; }
BANKSHOT_INLINE V2 operator*(Real k, V2 a) { return {k * a.x, k * a.y}; }
BANKSHOT_INLINE V2& operator+=(V2& a, V2 b) { return a = a + b; }
BANKSHOT_INLINE V2& operator-=(V2& a, V2 b) { return a = a - b; }
BANKSHOT_INLINE Real dot(V2 a, V2 b) { return a.x * b.x + a.y * b.y; }
BANKSHOT_INLINE Real cross(V2 a, V2 b) { return a.x * b.y - a.y * b.x; }
BANKSHOT_INLINE V2 cross(Real w, V2 r) { return {-w * r.y, w * r.x}; }  ///< velocity of r under spin w
BANKSHOT_INLINE V2 perp(V2 a) { return {-a.y, a.x}; }                   ///< a quarter turn to the left
BANKSHOT_INLINE Real length_squared(V2 a) { return dot(a, a); }
BANKSHOT_INLINE Real length(V2 a) { return std::sqrt(dot(a, a)); }

BANKSHOT_INLINE V2 rotate(Q2 q, V2 v) { return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}; }
BANKSHOT_INLINE V2 unrotate(Q2 q, V2 v) { return {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x}; }
BANKSHOT_INLINE Q2 multiply(Q2 a, Q2 b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }

BANKSHOT_INLINE Real min(Real a, Real b) { return a < b ? a : b; }
BANKSHOT_INLINE Real max(Real a, Real b) { return a < b ? b : a; }
BANKSHOT_INLINE Real clamp(Real x, Real lo, Real hi) { return min(max(x, lo), hi); }
BANKSHOT_INLINE Real absolute(Real x) { return std::fabs(x); }
BANKSHOT_INLINE bool finite(Real x) { return x - x == 0; }
BANKSHOT_INLINE bool finite(V2 v) { return finite(v.x) && finite(v.y); }

}  // namespace bankshot::BANKSHOT_ABI::detail
