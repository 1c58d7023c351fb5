#pragma once
// Sets of boxes that tests and benchmarks of the broad phase share. The same numbers on every compiler.

#include <bankshot/math/box.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace bankshot::testing {

using detail::Box;
using detail::V2;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// In [low, high), a multiple of 2^-32 of the difference.
  Real uniform(Real low, Real high) {
    return low + static_cast<Real>(static_cast<double>(engine_() >> 32) * 0x1p-32) * (high - low);
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  /// 10^e with e in [low, high), evenly spread by decade up to a factor.
  Real magnitude(int low, int high) {
    Real value = uniform(1, 10);
    for (int e = low + static_cast<int>(below(static_cast<std::size_t>(high - low))); e != 0; e += e < 0 ? 1 : -1) {
      value *= e < 0 ? Real(0.1) : Real(10);
    }
    return value;
  }

 private:
  std::mt19937_64 engine_;
};

inline Box box_at(Real x, Real y, Real width, Real height) {
  return {{x - width / 2, y - height / 2}, {x + width / 2, y + height / 2}};
}

/// Unit boxes, `base` in the lowest row and one fewer in each next one, in exact contact.
inline std::vector<Box> pyramid(int base) {
  std::vector<Box> boxes;
  for (int row = 0; row < base; ++row) {
    for (int k = 0; k < base - row; ++k) {
      boxes.push_back(box_at(Real(k) + Real(row) / 2, Real(row), 1, 1));
    }
  }
  return boxes;
}

/// Boxes of 0.5 to 1 m strewn over a square, about 0.9 m^2 for each.
inline std::vector<Box> strewn(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  const Real side = std::sqrt(Real(n) * Real(0.9));
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    boxes.push_back(box_at(random.uniform(0, side), random.uniform(0, side), random.uniform(Real(0.5), 1),
                           random.uniform(Real(0.5), 1)));
  }
  return boxes;
}

/// Sizes from 0.01 to 10 m, evenly by logarithm, over a square with room for a few neighbours each.
inline std::vector<Box> mixed(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  const Real side = std::sqrt(Real(n)) * 4;
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const Real size = random.magnitude(-2, 1);
    boxes.push_back(
        box_at(random.uniform(0, side), random.uniform(0, side), size, size * random.uniform(Real(0.3), 1)));
  }
  return boxes;
}

/// A pyramid of 5,050 boxes, of which a few lie far out.
inline std::vector<Box> with_outliers() {
  std::vector<Box> boxes = pyramid(100);
  for (std::size_t i = 0; i < boxes.size(); i += 500) {
    const Real far = Real(i + 1) * 1000;
    boxes[i].lower += V2{far, -far};
    boxes[i].upper += V2{far, -far};
  }
  return boxes;
}

/// Piles a hundred boxes each, kilometres apart.
inline std::vector<Box> clusters(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Box> boxes;
  V2 centre;
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 100 == 0) centre = {random.uniform(-100000, 100000), random.uniform(-100000, 100000)};
    boxes.push_back(box_at(centre.x + random.uniform(0, 10), centre.y + random.uniform(0, 10), 1, 1));
  }
  return boxes;
}

}  // namespace bankshot::testing
