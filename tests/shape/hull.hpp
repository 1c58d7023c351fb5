#pragma once
// Random convex outlines on whole coordinates, where every orientation can be computed exactly in 64 bits.

#include <bankshot/math/vec2.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace bankshot_test {

using bankshot::Real;
using bankshot::Vec2;

struct Whole {
  std::int64_t x, y;
  friend bool operator==(const Whole&, const Whole&) = default;
  friend bool operator<(const Whole& a, const Whole& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }
};

inline std::int64_t turn(Whole a, Whole b, Whole c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The strictly convex hull, counter-clockwise (Andrew's monotone chain).
inline std::vector<Whole> hull(std::vector<Whole> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<Whole> chain;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t base = chain.size();
    for (const Whole p : points) {
      while (chain.size() >= base + 2 && turn(chain[chain.size() - 2], chain.back(), p) <= 0) chain.pop_back();
      chain.push_back(p);
    }
    chain.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return chain;
}

class Hulls {
 public:
  explicit Hulls(std::uint64_t seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }
  std::size_t index(std::size_t size) { return static_cast<std::size_t>(random_() % size); }

  /// At least `least` corners, even coordinates up to 2^20, sometimes very flat, starting anywhere.
  std::vector<Whole> next(std::size_t least) {
    while (true) {
      const std::int64_t width = std::int64_t(1) << between(3, 19), height = std::int64_t(1) << between(3, 19);
      std::vector<Whole> points(static_cast<std::size_t>(between(3, 60)));
      for (Whole& p : points) {
        do {  // within an ellipse, so that hulls have many corners
          p = {between(-1024, 1024), between(-1024, 1024)};
        } while (p.x * p.x + p.y * p.y > 1024 * 1024);
        p = {2 * (p.x * width / 1024), 2 * (p.y * height / 1024)};
      }
      std::vector<Whole> corners = hull(points);
      if (corners.size() < least || turn(corners[0], corners[1], corners[2]) == 0) continue;
      std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(index(corners.size())), corners.end());
      return corners;
    }
  }

 private:
  std::mt19937_64 random_;
};

inline std::vector<Vec2> reals(const std::vector<Whole>& corners, Real scale = 1) {
  std::vector<Vec2> result;
  for (const Whole p : corners) result.push_back(Vec2(static_cast<Real>(p.x) * scale, static_cast<Real>(p.y) * scale));
  return result;
}

}  // namespace bankshot_test
