#include <bankshot/math/orient.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// Arithmetic on expansions: a number as a sum of doubles that do not overlap, smallest first. Source: Shewchuk,
// "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.

struct Expansion {
  double term[12];
  int count = 0;

  /// Adds one double, exactly: the carry of each two-sum goes on to the next term, its rounding error stays behind.
  void add(double value) {
    int kept = 0;
    double carry = value;
    for (int i = 0; i < count; ++i) {
      const double sum = carry + term[i];
      const double part = sum - carry;
      const double rest = (carry - (sum - part)) + (term[i] - part);
      carry = sum;
      if (rest != 0) term[kept++] = rest;
    }
    if (carry != 0) term[kept++] = carry;
    count = kept;
  }

  /// Adds a * b, exactly: the product and its rounding error (Dekker 1971, by halves of 26 bits).
  void add_product(double a, double b) {
    constexpr double splitter = 134217729;  // 2^27 + 1
    const double a_shifted = splitter * a, b_shifted = splitter * b;
    const double a_high = a_shifted - (a_shifted - a), b_high = b_shifted - (b_shifted - b);
    const double a_low = a - a_high, b_low = b - b_high;
    const double product = a * b;
    const double lost = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
    add(lost);
    add(product);
  }

  /// Rounded once per term, smallest first; the sign is that of the largest term and so exact.
  double value() const {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += term[i];
    return sum;
  }
};

double exact(V2 a, V2 b, V2 c) {
  Expansion sum;
  sum.add_product(a.x, b.y);
  sum.add_product(-a.y, b.x);
  sum.add_product(b.x, c.y);
  sum.add_product(-b.y, c.x);
  sum.add_product(c.x, a.y);
  sum.add_product(-c.y, a.x);
  return sum.value();
}

}  // namespace

// The error of the rounded determinant is at most about 4 x 2^-53 x (|left| + |right|). Above 2^-20 of that sum its
// sign is certain and its relative error below 2^-31; other cases use exact arithmetic.
double orient(V2 a, V2 b, V2 c) noexcept {
  const double ax = a.x, ay = a.y, cx = c.x, cy = c.y;
  const double left = (ax - cx) * (double(b.y) - cy);
  const double right = (ay - cy) * (double(b.x) - cx);
  const double rounded = left - right;
  if (std::fabs(rounded) > 0x1p-20 * (std::fabs(left) + std::fabs(right))) return rounded;
  return exact(a, b, c);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
