// Every number of a pair is m 2^e with integer m. Scaled by one power of two all corners, radii and levels become
// integers, and with them
//
//   cross products and squared lengths     side of a line, where the foot of a perpendicular lies
//   cross^2 against level^2 * edge^2       the distance from a line, without a root
//
// Let C be the Minkowski difference of the cores. The origin is outside C or on its boundary exactly if the projections
// do not overlap along some edge normal of either core; the distance of the cores is then the least one between a
// corner and an edge. Otherwise the shortest translation out is the smallest overlap of projections over these normals.
// (If C has no interior, its two normals never show an overlap, and distances decide.)

#include "oracle/exact/whole_numbers.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12 takes the unused half of cpp_int's union for a read
#endif

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <limits>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

using boost::multiprecision::cpp_int_backend;
/// 640 bits without an allocation; longer ones are as exact and slower.
using Whole = boost::multiprecision::number<cpp_int_backend<640>, boost::multiprecision::et_off>;

constexpr int no_exponent = INT_MAX / 4;  ///< of zero: every power of two divides it

struct Dyadic {
  std::int64_t m = 0;
  int e = no_exponent;
};

Dyadic dyadic(Real value) {
  if (value == 0) return {};
  int exponent = 0;
  const Real fraction = std::frexp(value, &exponent);
  constexpr int digits = std::numeric_limits<Real>::digits;
  auto m = static_cast<std::int64_t>(std::ldexp(fraction, digits));
  int e = exponent - digits;
  while (m % 2 == 0) {
    m /= 2;
    ++e;
  }
  return {m, e};
}

/// Returns m 2^(e - scale). Precondition: e >= scale, or m is zero.
Whole scaled(const Whole& m, int e, int scale) { return m == 0 ? Whole(0) : m << (e - scale); }
Whole scaled(Dyadic d, int scale) { return scaled(Whole(d.m), d.e, scale); }
Whole scaled_product(Dyadic a, Dyadic b, int scale) { return scaled(Whole(a.m) * Whole(b.m), a.e + b.e, scale); }

int lowest(std::initializer_list<Dyadic> numbers) {
  int e = no_exponent;
  for (const Dyadic d : numbers) e = std::min(e, d.e);
  return e;
}

struct Point {
  Whole x, y;
};
Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }
Whole dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y; }
Whole cross(const Point& a, const Point& b) { return a.x * b.y - a.y * b.x; }

using Core = std::vector<Point>;

/// Returns the exponent that makes every coordinate of the set an integer.
int scale_of(const Placed& set) {
  const Dyadic c = dyadic(set.pose.rotation.c), s = dyadic(set.pose.rotation.s), share = dyadic(set.share);
  const int turn = lowest({c, s}), way = lowest({dyadic(set.way[0]), dyadic(set.way[1])});
  int e = lowest({dyadic(set.pose.position[0]), dyadic(set.pose.position[1]), dyadic(set.radius)});
  if (share.m != 0 && way != no_exponent) e = std::min(e, share.e + way);
  for (const Vec2& p : set.corners) {
    const int corner = lowest({dyadic(p[0]), dyadic(p[1])});
    if (corner != no_exponent && turn != no_exponent) e = std::min(e, turn + corner);
  }
  return e;
}

/// Returns the boundary of core + [0, way]: edges that face along the displacement are moved to its far end.
Core sweep(const Core& core, const Point& way) {
  if (way.x == 0 && way.y == 0) return core;
  if (core.size() == 1) return {core[0], core[0] + way};
  if (core.size() == 2) {
    const Point edge = core[1] - core[0];
    if (cross(edge, way) == 0) {
      return dot(edge, way) > 0 ? Core{core[0], core[1] + way} : Core{core[0] + way, core[1]};
    }
  }
  const std::size_t n = core.size();
  const auto faces_along = [&core, &way, n](std::size_t i) { return cross(way, core[(i + 1) % n] - core[i]) > 0; };
  Core hull;
  bool before = faces_along(n - 1);
  for (std::size_t i = 0; i < n; ++i) {
    const bool now = faces_along(i);
    hull.push_back(before ? core[i] + way : core[i]);
    if (now != before) hull.push_back(now ? core[i] + way : core[i]);
    before = now;
  }
  return hull;
}

Core core_of(const Placed& set, int scale) {
  const Dyadic c = dyadic(set.pose.rotation.c), s = dyadic(set.pose.rotation.s), share = dyadic(set.share);
  const Point position = {scaled(dyadic(set.pose.position[0]), scale), scaled(dyadic(set.pose.position[1]), scale)};
  const Point way = {scaled_product(share, dyadic(set.way[0]), scale),
                     scaled_product(share, dyadic(set.way[1]), scale)};
  const Point start = set.swept ? position : position + way;
  Core core;
  core.reserve(set.corners.size());
  for (const Vec2& p : set.corners) {
    const Dyadic x = dyadic(p[0]), y = dyadic(p[1]);
    const Point turned = {scaled_product(c, x, scale) - scaled_product(s, y, scale),
                          scaled_product(s, x, scale) + scaled_product(c, y, scale)};
    core.push_back(start + turned);
  }
  return set.swept ? sweep(core, way) : core;
}

/// How far the other core reaches behind an edge of one core: overlap / sqrt(square) in units of length, negative for a
/// gap.
struct Shadow {
  Whole overlap, square;
};

void add_shadows(const Core& own, const Core& other, std::vector<Shadow>& shadows) {
  const std::size_t n = own.size();
  for (std::size_t i = 0; i < n && n > 1; ++i) {
    const Point edge = own[(i + 1) % n] - own[i];
    Whole overlap = cross(edge, other[0] - own[i]);
    for (std::size_t k = 1; k < other.size(); ++k) overlap = std::max(overlap, cross(edge, other[k] - own[i]));
    shadows.push_back({overlap, dot(edge, edge)});
  }
}

/// Returns the sign of (least distance between a corner of `other` and the boundary of `own`, squared, - square).
int compare_distance(const Core& own, const Core& other, const Whole& square) {
  const std::size_t n = own.size();
  int result = 1;
  const auto take = [&result](const Whole& left, const Whole& right) {
    if (left < right) result = -1;
    if (left == right) result = std::min(result, 0);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Point edge = own[(i + 1) % n] - own[i];
    const Whole length = dot(edge, edge);
    for (const Point& corner : other) {
      const Point arm = corner - own[i];
      take(dot(arm, arm), square);
      const Whole foot = dot(edge, arm);
      if (foot > 0 && foot < length) {
        const Whole height = cross(edge, arm);
        take(height * height, square * length);
      }
      if (result < 0) return result;
    }
  }
  return result;
}

}  // namespace

struct WholeNumbers::Data {
  Placed a, b;
  int scale = no_exponent;
  Core core_a, core_b;
  Whole radii;
  std::vector<Shadow> shadows;
  bool overlapping = false;

  void rescale(int wanted) {
    scale = wanted;
    core_a = core_of(a, scale);
    core_b = core_of(b, scale);
    radii = scaled(dyadic(a.radius), scale) + scaled(dyadic(b.radius), scale);
    shadows.clear();
    add_shadows(core_a, core_b, shadows);
    add_shadows(core_b, core_a, shadows);
    overlapping = !shadows.empty() &&
                  std::all_of(shadows.begin(), shadows.end(), [](const Shadow& shadow) { return shadow.overlap > 0; });
  }

  /// Returns the sign of (signed distance of the cores - level).
  int compare(const Whole& level) const {
    const Whole square = level * level;
    if (!overlapping) {
      if (level < 0) return 1;
      return std::min(compare_distance(core_a, core_b, square), compare_distance(core_b, core_a, square));
    }
    if (level >= 0) return -1;
    int result = -1;
    for (const Shadow& shadow : shadows) {
      const Whole left = shadow.overlap * shadow.overlap, right = square * shadow.square;
      if (left < right) return 1;
      if (left == right) result = 0;
    }
    return result;
  }
};

WholeNumbers::WholeNumbers(const Placed& a, const Placed& b) : data_(std::make_unique<Data>()) {
  data_->a = a;
  data_->b = b;
}

WholeNumbers::~WholeNumbers() = default;

int WholeNumbers::compare(Level level) {
  const Dyadic value = dyadic(level.value), add = dyadic(level.add);
  if (data_->core_a.empty() || lowest({value, add}) < data_->scale) {
    data_->rescale(std::min({scale_of(data_->a), scale_of(data_->b), lowest({value, add}), 0}));
  }
  return data_->compare(scaled(value, data_->scale) + scaled(add, data_->scale) + data_->radii);
}

bool rationals_available() noexcept { return true; }

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
