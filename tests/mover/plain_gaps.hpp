#pragma once
// Gaps between a character and everything in its world, by going over all pairs of sides in double. Shares no code with
// the library: shapes and tiles are given as points and a radius.

#include <bankshot/bankshot.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace bankshot::testing {

struct PlainPoint {
  double x = 0, y = 0;
};
inline PlainPoint operator-(PlainPoint a, PlainPoint b) { return {a.x - b.x, a.y - b.y}; }
inline PlainPoint operator+(PlainPoint a, PlainPoint b) { return {a.x + b.x, a.y + b.y}; }
inline PlainPoint operator*(double k, PlainPoint a) { return {k * a.x, k * a.y}; }
inline double plain_dot(PlainPoint a, PlainPoint b) { return a.x * b.x + a.y * b.y; }
inline double plain_cross(PlainPoint a, PlainPoint b) { return a.x * b.y - a.y * b.x; }
inline PlainPoint plain_point(const Vec2& v) { return {static_cast<double>(v.x()), static_cast<double>(v.y())}; }

/// A convex outline, counter-clockwise, of one point or more, grown by a radius.
struct Outline {
  std::vector<PlainPoint> points;
  double radius = 0;
};

inline Outline outline_at(const Shape& shape, const Pose& pose) {
  Outline outline;
  const double c = static_cast<double>(pose.rotation.c), s = static_cast<double>(pose.rotation.s);
  for (int i = 0; i < shape.corner_count(); ++i) {
    const PlainPoint p = plain_point(shape.corner(i));
    outline.points.push_back(plain_point(pose.position) + PlainPoint{c * p.x - s * p.y, s * p.x + c * p.y});
  }
  outline.radius = static_cast<double>(shape.radius());
  return outline;
}

inline double point_to_side(PlainPoint p, PlainPoint a, PlainPoint b) {
  const PlainPoint ab = b - a, ap = p - a;
  const double square = plain_dot(ab, ab);
  const double t = square > 0 ? std::clamp(plain_dot(ap, ab) / square, 0.0, 1.0) : 0;
  const PlainPoint off = ap - t * ab;
  return std::sqrt(plain_dot(off, off));
}

/// How far the points of `b` are beyond some side of `a`, at most: negative if no side parts the two.
inline double parted_by_side(const std::vector<PlainPoint>& a, const std::vector<PlainPoint>& b) {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const PlainPoint side = a[(i + 1) % a.size()] - a[i];
    const double length = std::sqrt(plain_dot(side, side));
    double least = std::numeric_limits<double>::infinity();
    for (const PlainPoint& p : b) least = std::min(least, plain_cross(p - a[i], side) / length);
    most = std::max(most, least);
  }
  return most;
}

/// The distance of two outlines without their radii; 0 or less if they overlap, minus the least depth along a side.
inline double core_gap(const Outline& a, const Outline& b) {
  double parted = -std::numeric_limits<double>::infinity();
  if (a.points.size() > 2) parted = std::max(parted, parted_by_side(a.points, b.points));
  if (b.points.size() > 2) parted = std::max(parted, parted_by_side(b.points, a.points));
  const bool solid = a.points.size() > 2 || b.points.size() > 2;
  if (solid && parted <= 0) {
    // A core of two points has sides, too.
    if (a.points.size() == 2) parted = std::max(parted, parted_by_side(a.points, b.points));
    if (b.points.size() == 2) parted = std::max(parted, parted_by_side(b.points, a.points));
    if (parted <= 0) return parted;
  }
  double least = std::numeric_limits<double>::infinity();
  const auto from = [&least](const Outline& one, const Outline& other) {
    for (const PlainPoint& p : one.points) {
      for (std::size_t i = 0; i < other.points.size(); ++i) {
        least = std::min(least, point_to_side(p, other.points[i], other.points[(i + 1) % other.points.size()]));
      }
    }
  };
  from(a, b), from(b, a);
  return least;
}

inline double plain_gap(const Outline& a, const Outline& b) { return core_gap(a, b) - a.radius - b.radius; }

}  // namespace bankshot::testing
