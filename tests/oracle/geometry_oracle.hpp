#pragma once
// An independent judge of two convex shapes, by brute force in long double: all differences of corners, their convex
// hull, and the origin against it. Shares nothing with the library but the shapes' own numbers.

#include <bankshot/math/pose.hpp>
#include <bankshot/shape/shape.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace oracle {

using Number = long double;

struct Point {
  Number x = 0, y = 0;
};
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(Number k, Point a) { return {k * a.x, k * a.y}; }
inline Number dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
inline Number cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
inline Number length(Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }
inline Point point(const bankshot::Vec2& v) { return {Number(v[0]), Number(v[1])}; }

/// A shape in the world: the points of its core, and the radius by which it is grown.
struct Placed {
  std::vector<Point> core;
  Number radius = 0;

  Placed moved(Point by) const {
    Placed copy = *this;
    for (Point& p : copy.core) p = p + by;
    return copy;
  }
};

inline Placed place(const bankshot::Shape& shape, const bankshot::Pose& pose) {
  Placed placed;
  placed.radius = Number(shape.radius());
  const Number c = Number(pose.rotation.c), s = Number(pose.rotation.s);
  for (int i = 0; i < shape.corner_count(); ++i) {
    const Point p = point(shape.corner(i));
    placed.core.push_back(point(pose.position) + Point{c * p.x - s * p.y, s * p.x + c * p.y});
  }
  return placed;
}

/// Returns the hull counter-clockwise, without collinear corners; one or two points if degenerate. Andrew's monotone
/// chain.
inline std::vector<Point> convex_hull(std::vector<Point> points) {
  std::sort(points.begin(), points.end(), [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  points.erase(std::unique(points.begin(), points.end(), [](Point a, Point b) { return a.x == b.x && a.y == b.y; }),
               points.end());
  if (points.size() < 3) return points;
  std::vector<Point> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = hull.size();
    for (const Point& p : points) {
      while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0) {
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

inline Number square_of_distance_to_segment(Point p, Point a, Point b) {
  const Point along = b - a;
  const Number square = dot(along, along);
  const Number t = square > 0 ? std::clamp(dot(p - a, along) / square, Number(0), Number(1)) : Number(0);
  const Point off = p - (a + t * along);
  return dot(off, off);
}

inline Number distance_to_segment(Point p, Point a, Point b) {
  return std::sqrt(square_of_distance_to_segment(p, a, b));
}

/// Distance of a point from a convex polygon, segment or point, negative inside.
inline Number signed_distance(Point p, const std::vector<Point>& hull) {
  Number nearest = std::numeric_limits<Number>::infinity();
  bool inside = hull.size() > 2;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Point a = hull[i], b = hull[(i + 1) % hull.size()];
    nearest = std::min(nearest, square_of_distance_to_segment(p, a, b));
    if (cross(b - a, p - a) < 0) inside = false;
  }
  return (inside ? -1 : 1) * std::sqrt(nearest);
}

/// Length of the shortest translation of A out of B; negative: the gap between them.
inline Number depth(const Placed& a, const Placed& b) {
  std::vector<Point> differences;
  for (const Point& p : a.core) {
    for (const Point& q : b.core) differences.push_back(p - q);
  }
  return a.radius + b.radius - signed_distance({}, convex_hull(std::move(differences)));
}

/// How far `inner` sticks out of `outer` at most; negative: the room that is left.
inline Number excess(const Placed& inner, const Placed& outer) {
  const std::vector<Point> hull = convex_hull(outer.core);
  Number most = -std::numeric_limits<Number>::infinity();
  for (const Point& p : inner.core) most = std::max(most, signed_distance(p, hull));
  return most + inner.radius - outer.radius;
}

}  // namespace oracle
