#pragma once
// Numbers with at least twice the precision of Real. Not part of the public interface.
//
// Pairs of doubles: long double has 64 bits on some machines, 113 or 53 on others, and a verdict may not depend on the
// machine. For float a double would suffice for all but about one in 20,000,000 hostile cases; the pair decides those
// too. Every operation is symmetric in its operands if the operation on numbers is, bit for bit, and follows changes of
// sign.
// sign.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The unrounded sum of two doubles; |low| is at most half a unit in the last place of `high`. Relative errors of the
/// operations are below 2^-100. Holds while halves of products neither overflow nor underflow.
/// Sources: Dekker, "A floating-point technique for extending the available precision", 1971; Knuth, TAOCP 2, 4.2.2.
struct DoubleDouble {
  double high = 0, low = 0;
};

/// a + b, exactly.
BANKSHOT_INLINE DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// a * b, exactly.
BANKSHOT_INLINE DoubleDouble exact_product(double a, double b) {
  constexpr double splitter = 134217729;  // 2^27 + 1
  const double a_shifted = splitter * a, b_shifted = splitter * b;
  const double a_high = a_shifted - (a_shifted - a), b_high = b_shifted - (b_shifted - b);
  const double a_low = a - a_high, b_low = b - b_high;
  const double product = a * b;
  return {product, a_low * b_low - ((product - a_high * b_high) - (a_low * b_high + a_high * b_low))};
}

BANKSHOT_INLINE DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
BANKSHOT_INLINE DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble highs = exact_sum(a.high, b.high), lows = exact_sum(a.low, b.low);
  const DoubleDouble sum = exact_sum(highs.high, highs.low + lows.high);
  return exact_sum(sum.high, sum.low + lows.low);
}
BANKSHOT_INLINE DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
BANKSHOT_INLINE DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble highs = exact_product(a.high, b.high);
  return exact_sum(highs.high, highs.low + (a.high * b.low + a.low * b.high));
}
BANKSHOT_INLINE DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.high / b.high;
  const DoubleDouble left = a - DoubleDouble{first, 0} * b;
  return exact_sum(first, left.high / b.high);
}
BANKSHOT_INLINE bool operator<(DoubleDouble a, DoubleDouble b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}
BANKSHOT_INLINE bool operator>(DoubleDouble a, DoubleDouble b) { return b < a; }

BANKSHOT_INLINE DoubleDouble root(DoubleDouble a) {
  const double first = std::sqrt(a.high);
  if (!(first > 0)) return {first, 0};
  const DoubleDouble left = a - exact_product(first, first);
  return exact_sum(first, left.high / (2 * first));
}

BANKSHOT_INLINE bool is_finite(DoubleDouble a) { return (a.high - a.high) + (a.low - a.low) == 0; }

using Wide = DoubleDouble;

BANKSHOT_INLINE Wide widen(Real a) { return {a, 0}; }
BANKSHOT_INLINE Real narrow(DoubleDouble a) { return static_cast<Real>(a.high); }

/// The rounding error of a - b: (a - b) plus this is the exact difference.
BANKSHOT_INLINE Real rest_of_difference(Real a, Real b) {
  const Real difference = a - b;
  const Real part = difference - a;
  return (a - (difference - part)) - (b + part);
}
BANKSHOT_INLINE V2 rest_of_difference(V2 a, V2 b) {
  return {rest_of_difference(a.x, b.x), rest_of_difference(a.y, b.y)};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
