#include <bankshot/math/trig.hpp>

#include <bankshot/math/trig_series.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Exact: a + b = head + tail (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
Sum two_sum(double a, double b) {
  const double s = a + b;
  const double part = s - a;
  return {s, (a - (s - part)) + (b - part)};
}

/// An angle as an integer number of quarter turns and a rest in [-pi/4, pi/4], the rest in twice the precision.
struct Reduced {
  int quarter;
  Sum rest;
};

/// Range reduction after Cody and Waite (Software Manual for the Elementary Functions, 1980): pi/2 in pieces of 33
/// bits, so that a piece times a count below 2^20 is exact. Three pieces and a remainder reach 2^-157 of pi/2: the
/// error of the rest is then 2^-132, while no double below 1e6 comes nearer than about 2^-62 to a multiple of pi/2.
Reduced reduce(double angle) {
  constexpr double quarters_per_radian = 0x1.45f306dc9c883p-1;
  constexpr double piece1 = 0x1.921fb54400000p+0;
  constexpr double piece2 = 0x1.0b4611a600000p-34;
  constexpr double piece3 = 0x1.3198a2e000000p-69;
  constexpr double piece4 = 0x1.b839a252049c1p-104;
  constexpr double two_pi = 0x1.921fb54442d18p+2;
  if (std::fabs(angle) < small_angle) return {0, {angle, 0}};  // the code below would give the same
  if (!(std::fabs(angle) < 1e6)) angle = std::fmod(angle, two_pi);

  const double count = std::floor(angle * quarters_per_radian + 0.5);
  const Sum first = two_sum(angle - count * piece1, -(count * piece2));
  const Sum second = two_sum(first.head, -(count * piece3));
  const Sum rest = two_sum(second.head, (first.tail + second.tail) - count * piece4);
  return {static_cast<int>(count) & 3, rest};
}

/// arctan(i / 8), i = 0 ... 8, in two doubles each.
constexpr Sum arc_tangents[9] = {
    {0, 0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/// arctan(low / high) for 0 <= low <= high, 0 < high. With c = i/8 nearest to the quotient,
///   arctan(low / high) = arctan(c) + arctan(u),  u = (low - c high) / (high + c low),  |u| <= 1/16,
/// and the error of seven terms of Gregory's series for arctan(u) is less than 2e-19.
double arc_tangent(double low, double high) {
  const int i = static_cast<int>(low / high * 8 + 0.5);
  const double c = i * 0.125;
  const double u = (low - c * high) / (high + c * low);
  const double z = u * u;
  double p = 1.0 / 13;
  p = p * z - 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z - 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z - 1.0 / 3;
  return arc_tangents[i].head + (u + (u * z * p + arc_tangents[i].tail));
}

}  // namespace

P2 unit_at(double angle) noexcept {
  if (!(angle - angle == 0))
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  const Reduced reduced = reduce(angle);
  const double c = cosine(reduced.rest), s = sine(reduced.rest);
  switch (reduced.quarter) {
    case 0: return {c, s};
    case 1: return {-s, c};
    case 2: return {-c, -s};
    default: return {s, -c};
  }
}

Q2 rotation_of(Real angle) noexcept {
  const P2 unit = unit_at(static_cast<double>(angle));
  return {static_cast<Real>(unit.x), static_cast<Real>(unit.y)};
}

double angle_of(double y, double x) noexcept {
  constexpr Sum half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  constexpr Sum pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  if (!(x - x == 0) || !(y - y == 0)) return std::numeric_limits<double>::quiet_NaN();
  const double width = std::fabs(x);
  const double height = std::fabs(y);
  if (width == 0 && height == 0) return 0;
  double angle;
  if (height > width) {
    const double rest = arc_tangent(width, height);
    angle = x < 0 ? half_pi.head + (rest + half_pi.tail) : half_pi.head - (rest - half_pi.tail);
  } else {
    const double rest = arc_tangent(height, width);
    angle = x < 0 ? pi.head - (rest - pi.tail) : rest;
  }
  return y < 0 ? -angle : angle;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
