#pragma once
// Simple polygons of many kinds on whole coordinates, where every orientation can be computed exactly in 64 bits.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "hull.hpp"

namespace bankshot_test {

using Outline = std::vector<Whole>;

inline bool on_segment(Whole a, Whole b, Whole p) {
  return turn(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

inline bool segments_touch(Whole a, Whole b, Whole c, Whole d) {
  const auto sign = [](std::int64_t x) { return (x > 0) - (x < 0); };
  if (sign(turn(a, b, c)) * sign(turn(a, b, d)) < 0 && sign(turn(c, d, a)) * sign(turn(c, d, b)) < 0) return true;
  return on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
}

/// True if no two edges meet except neighbours at their common corner; checks every pair.
inline bool is_simple(const Outline& outline) {
  const std::size_t n = outline.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Whole a = outline[i], b = outline[(i + 1) % n];
    if (a == b) return false;
    for (std::size_t j = i + 1; j < n; ++j) {
      const Whole c = outline[j], d = outline[(j + 1) % n];
      if (j == i + 1 || (i == 0 && j + 1 == n)) {
        const Whole shared = j == i + 1 ? b : a, one = j == i + 1 ? a : b, other = j == i + 1 ? d : c;
        if (one == other || on_segment(shared, one, other) || on_segment(shared, other, one)) return false;
      } else if (segments_touch(a, b, c, d)) {
        return false;
      }
    }
  }
  return true;
}

inline std::int64_t doubled_area(const Outline& outline) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < outline.size(); ++i)
    sum += turn(outline[0], outline[i], outline[(i + 1) % outline.size()]);
  return sum;
}

inline void make_counter_clockwise(Outline& outline) {
  if (doubled_area(outline) < 0) std::reverse(outline.begin() + 1, outline.end());
}

/// Random points, untangled: crossing edges are exchanged until none is left; null when points lie in line badly.
inline Outline tangle(Hulls& random, std::size_t count, std::int64_t size) {
  while (true) {
    std::set<Whole> points;
    while (points.size() < count) points.insert({random.between(0, size), random.between(0, size)});
    Outline outline(points.begin(), points.end());
    for (std::size_t i = outline.size() - 1; i > 0; --i) std::swap(outline[i], outline[random.index(i + 1)]);
    const std::size_t n = outline.size();
    bool changed = true;
    for (int round = 0; changed && round < 1000; ++round) {
      changed = false;
      for (std::size_t i = 0; i < n && !changed; ++i) {
        for (std::size_t j = i + 2; j < n && !changed; ++j) {
          if (i == 0 && j + 1 == n) continue;
          if (!segments_touch(outline[i], outline[i + 1], outline[j], outline[(j + 1) % n])) continue;
          std::reverse(outline.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                       outline.begin() + static_cast<std::ptrdiff_t>(j) + 1);
          changed = true;
        }
      }
    }
    if (is_simple(outline)) {
      make_counter_clockwise(outline);
      return outline;
    }
  }
}

/// The outline of cells grown at random without holes or diagonal contacts: all corners straight, right or reflex, and
/// many of them level with one another.
inline Outline cells(Hulls& random, int count) {
  std::set<Whole> solid = {{0, 0}};
  const auto has = [&solid](std::int64_t x, std::int64_t y) { return solid.count({x, y}) != 0; };
  const auto ring = [&has](Whole c) {  // solid or not around a cell changes twice: no hole, no diagonal contact arises
    const Whole around[] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    int changes = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      const Whole a = around[k], b = around[(k + 1) % 8];
      changes += has(c.x + a.x, c.y + a.y) != has(c.x + b.x, c.y + b.y);
    }
    const bool side = has(c.x + 1, c.y) || has(c.x - 1, c.y) || has(c.x, c.y + 1) || has(c.x, c.y - 1);
    return changes == 2 && side;
  };
  for (int tries = 0; static_cast<int>(solid.size()) < count && tries < 100 * count; ++tries) {
    const Whole c = {random.between(-8, 8), random.between(-8, 8)};
    if (!has(c.x, c.y) && ring(c)) solid.insert(c);
  }
  std::map<Whole, Whole> next;  // each boundary edge, with the solid to its left
  for (const Whole c : solid) {
    if (!has(c.x, c.y - 1)) next[{c.x, c.y}] = {c.x + 1, c.y};
    if (!has(c.x + 1, c.y)) next[{c.x + 1, c.y}] = {c.x + 1, c.y + 1};
    if (!has(c.x, c.y + 1)) next[{c.x + 1, c.y + 1}] = {c.x, c.y + 1};
    if (!has(c.x - 1, c.y)) next[{c.x, c.y + 1}] = {c.x, c.y};
  }
  Outline outline;
  Whole at = next.begin()->first;
  do {
    outline.push_back({at.x * 16, at.y * 16});
    at = next[at];
  } while (at != next.begin()->first);
  return outline;
}

/// Teeth of random lengths (8 at least) side by side, as thin as one unit.
inline Outline comb(Hulls& random, std::size_t teeth, std::int64_t length) {
  Outline outline = {{0, 0}, {static_cast<std::int64_t>(4 * teeth), 0}};
  for (std::size_t i = teeth; i-- > 0;) {
    const auto x = static_cast<std::int64_t>(4 * i);
    outline.push_back({x + random.between(2, 3), random.between(length / 2, length)});
    outline.push_back({x + random.between(0, 1), random.between(1, 2)});
  }
  return outline;
}

/// Two walls side by side wound round and round, square or nearly so.
inline Outline spiral(std::size_t turns, std::int64_t slant) {
  Outline outer, inner;
  const Whole step[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (std::size_t k = 0; k < 4 * turns; ++k) {
    const auto r = static_cast<std::int64_t>(k / 4 + 1) * 64 + static_cast<std::int64_t>(k % 4) * 16;
    const Whole d = step[k % 4], e = step[(k + 3) % 4];
    outer.push_back({r * (d.x + e.x) + slant * d.x, r * (d.y + e.y) + slant * e.y});
    inner.push_back({(r - 24) * (d.x + e.x) + slant * d.x, (r - 24) * (d.y + e.y) + slant * e.y});
  }
  Outline outline(outer);
  outline.insert(outline.end(), inner.rbegin(), inner.rend());
  make_counter_clockwise(outline);
  return outline;
}

/// The number of times the outline goes round a point that is on none of its edges: crossings of a ray to the right.
inline int winding(const std::vector<std::pair<double, double>>& outline, double x, double y) {
  int number = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const auto [ax, ay] = outline[i];
    const auto [bx, by] = outline[(i + 1) % outline.size()];
    if ((ay <= y) == (by <= y)) continue;
    const bool left = (static_cast<long double>(bx) - ax) * (static_cast<long double>(y) - ay) >
                      (static_cast<long double>(by) - ay) * (static_cast<long double>(x) - ax);
    if (by > ay && left) ++number;
    if (by <= ay && !left) --number;
  }
  return number;
}

}  // namespace bankshot_test
