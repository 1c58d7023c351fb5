// For any unit direction n the separation along n is the lowest projection of A on n less the highest of B. It is a
// lower bound of the signed distance, whatever rounding did to n. The distance between any point of A and any point of
// B is an upper bound. If all edge normals show an overlap, the smallest overlap is the distance itself, negated.
//
// Rounding. The error of a corner is at most 8 units of the largest number `size` that took part. The direction of an
// edge of length l then has an error of 16 size / l units, and turning an axis by that much moves projections by as
// much times size: the separation along a face is known to about size (1 + size / l) units. The factor 64 covers both
// and the sums.

#include "oracle/exact/intervals.hpp"

#include <algorithm>
#include <cmath>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

WidePoint operator+(WidePoint a, WidePoint b) { return {a.x + b.x, a.y + b.y}; }
WidePoint operator-(WidePoint a, WidePoint b) { return {a.x - b.x, a.y - b.y}; }
Wide dot(WidePoint a, WidePoint b) { return a.x * b.x + a.y * b.y; }
Wide cross(WidePoint a, WidePoint b) { return a.x * b.y - a.y * b.x; }
Wide length(WidePoint a) { return std::sqrt(dot(a, a)); }
Wide largest(WidePoint a) { return std::fabs(a.x) + std::fabs(a.y); }

/// The boundary of core + [0, way].
void sweep(std::vector<WidePoint>& core, WidePoint way) {
  const std::size_t n = core.size();
  if (way.x == 0 && way.y == 0) return;
  if (n == 1) {
    core.push_back(core[0] + way);
    return;
  }
  std::vector<WidePoint> hull;
  hull.reserve(n + 2);
  const auto faces_along = [&core, way, n](std::size_t i) { return cross(way, core[(i + 1) % n] - core[i]) > 0; };
  bool before = faces_along(n - 1);
  bool changed = false;
  for (std::size_t i = 0; i < n; ++i) {
    const bool now = faces_along(i);
    changed = changed || now != before;
    hull.push_back(before ? core[i] + way : core[i]);
    if (now != before) hull.push_back(now ? core[i] + way : core[i]);
    before = now;
  }
  if (!changed) {  // two corners lie in line with the displacement
    const bool ahead = dot(way, core[1] - core[0]) > 0;
    hull = {ahead ? core[0] : core[0] + way, ahead ? core[1] + way : core[1]};
  }
  core = std::move(hull);
}

/// The separation along the edge normals of `own`: the largest, less and plus the error bound of rounding.
void add_shadows(const WideCore& own, const WideCore& other, Wide size, Bounds& bounds) {
  const std::size_t n = own.corners.size();
  for (std::size_t i = 0; i < n && n > 1; ++i) {
    const WidePoint from = own.corners[i], to = own.corners[i + 1 < n ? i + 1 : 0];
    const WidePoint edge = to - from;
    const Wide size_of_edge = length(edge);
    const Wide slack = 64 * rounding * size;
    if (!(size_of_edge > slack)) {  // the edge may point anywhere
      bounds.high = std::numeric_limits<Wide>::infinity();
      continue;
    }
    const WidePoint out = {edge.y / size_of_edge, -edge.x / size_of_edge};
    Wide nearest = dot(out, other.corners[0]);
    for (const WidePoint corner : other.corners) nearest = std::min(nearest, dot(out, corner));
    const Wide separation = nearest - dot(out, from);
    const Wide error = slack * (1 + size / size_of_edge);
    bounds.separation = std::max(bounds.separation, separation);
    bounds.low = std::max(bounds.low, separation - error);
    bounds.high = std::max(bounds.high, separation + error);
  }
}

struct Nearest {
  Wide square = std::numeric_limits<Wide>::infinity();
  WidePoint way;  ///< from a point of the edge to the corner

  void take(WidePoint candidate) {
    const Wide candidate_square = dot(candidate, candidate);
    if (candidate_square < square) {
      square = candidate_square;
      way = candidate;
    }
  }
};

/// The shortest vector from the edges of `own` to the corners of `other`.
Nearest nearest_between(const WideCore& own, const WideCore& other) {
  Nearest nearest;
  const std::size_t n = own.corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const WidePoint from = own.corners[i];
    const WidePoint edge = own.corners[i + 1 < n ? i + 1 : 0] - from;
    const Wide square = dot(edge, edge);
    for (const WidePoint corner : other.corners) {
      const WidePoint arm = corner - from;
      const Wide foot = dot(arm, edge);
      if (foot <= 0 || n == 1) {
        nearest.take(arm);
      } else if (foot < square) {
        const Wide share = foot / square;
        nearest.take({arm.x - share * edge.x, arm.y - share * edge.y});
      }
    }
  }
  return nearest;
}

Wide separation_along(const WideCore& a, const WideCore& b, WidePoint n) {
  Wide low = dot(n, a.corners[0]), high = dot(n, b.corners[0]);
  for (const WidePoint corner : a.corners) low = std::min(low, dot(n, corner));
  for (const WidePoint corner : b.corners) high = std::max(high, dot(n, corner));
  return low - high;
}

}  // namespace

WideCore widen(const Placed& set, const Vec2& origin) {
  WideCore core;
  core.corners.reserve(set.corners.size() + 2);
  const Wide c = set.pose.rotation.c, s = set.pose.rotation.s;
  const WidePoint position = {Wide(set.pose.position[0]) - Wide(origin[0]),
                              Wide(set.pose.position[1]) - Wide(origin[1])};
  const WidePoint way = {Wide(set.share) * Wide(set.way[0]), Wide(set.share) * Wide(set.way[1])};
  const WidePoint start = set.swept ? position : position + way;
  Wide farthest = 0;
  for (const Vec2& corner : set.corners) {
    const WidePoint p = {Wide(corner[0]), Wide(corner[1])};
    core.corners.push_back(start + WidePoint{c * p.x - s * p.y, s * p.x + c * p.y});
    farthest = std::max(farthest, largest(p));
  }
  core.size = largest(position) + largest(way) + (std::fabs(c) + std::fabs(s)) * farthest;
  if (set.swept) sweep(core.corners, way);
  return core;
}

Bounds shadow_bounds(const WideCore& a, const WideCore& b) {
  Bounds bounds;
  bounds.high = bounds.low;
  const Wide size = a.size + b.size;
  add_shadows(a, b, size, bounds);
  add_shadows(b, a, size, bounds);
  if (!(bounds.high < 0) || bounds.low == -std::numeric_limits<Wide>::infinity()) {
    bounds.high = std::numeric_limits<Wide>::infinity();
  }
  return bounds;
}

Bounds distance_bounds(const WideCore& a, const WideCore& b, const Bounds& shadows) {
  if (shadows.high < std::numeric_limits<Wide>::infinity()) return shadows;
  const Nearest from_a = nearest_between(a, b), from_b = nearest_between(b, a);
  Bounds bounds = shadows;
  const bool use_a = from_a.square < from_b.square;
  const WidePoint way = use_a ? WidePoint{-from_a.way.x, -from_a.way.y} : from_b.way;  // from B to A
  const Wide error = 64 * rounding * (a.size + b.size);
  const Wide distance = length(way);
  bounds.high = distance + error;
  if (distance > 0) {
    const WidePoint n = {way.x / distance, way.y / distance};
    bounds.low = std::max(bounds.low, separation_along(a, b, n) - error);
  }
  return bounds;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
