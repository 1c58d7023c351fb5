#pragma once
// The distance or overlap of two convex bodies in double, by all separating axes and all distances of corners from
// edges. Shares no code with the library.

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bankshot_oracle::contact {

using V = Eigen::Matrix<double, 2, 1, Eigen::DontAlign>;

inline double cross(const V& a, const V& b) { return a.x() * b.y() - a.y() * b.x(); }
inline V left_of(const V& v) { return V(-v.y(), v.x()); }

/// The convex hull of one, two or more corners (counter-clockwise), grown by a radius.
struct Outline {
  std::vector<V> corners;
  double radius = 0;
};

/// Returns the outline turned by `angle` about the origin, then moved.
inline Outline placed(const Outline& outline, const V& position, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Outline there{{}, outline.radius};
  for (const V& p : outline.corners)
    there.corners.push_back(position + V(c * p.x() - s * p.y(), s * p.x() + c * p.y()));
  return there;
}

/// Returns the minimum of n.x over the outline.
inline double least_along(const Outline& outline, const V& n) {
  double least = std::numeric_limits<double>::infinity();
  for (const V& p : outline.corners) least = std::min(least, n.dot(p));
  return least - outline.radius;
}

/// Returns the smallest distance between two parallel lines that enclose the outline.
inline double smallest_extent(const Outline& outline) {
  const auto& p = outline.corners;
  if (p.size() < 3) return 2 * outline.radius;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const V n = left_of(p[(i + 1) % p.size()] - p[i]).normalized();
    double width = 0;
    for (const V& q : p) width = std::max(width, n.dot(q - p[i]));
    least = std::min(least, width);
  }
  return least + 2 * outline.radius;
}

namespace detail {

/// Returns the widest gap between the two along a normal of an edge of `a`, without radii; negative: an overlap.
inline double widest_gap(const std::vector<V>& a, const std::vector<V>& b) {
  double widest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; a.size() > 1 && i < a.size(); ++i) {
    const V n = -left_of(a[(i + 1) % a.size()] - a[i]).normalized();
    double nearest = std::numeric_limits<double>::infinity();
    for (const V& q : b) nearest = std::min(nearest, n.dot(q - a[i]));
    widest = std::max(widest, nearest);
  }
  return widest;
}

/// Returns the point of the segment from p to q that is nearest to x.
inline V nearest_on(const V& p, const V& q, const V& x) {
  const V along = q - p;
  const double square = along.squaredNorm();
  return square > 0 ? V(p + std::clamp((x - p).dot(along) / square, 0.0, 1.0) * along) : p;
}

}  // namespace detail

/// The nearest points of two outlines that are apart, without radii.
struct Nearest {
  V on_a = V::Zero(), on_b = V::Zero();
  double distance = std::numeric_limits<double>::infinity();
};

inline Nearest nearest(const std::vector<V>& a, const std::vector<V>& b) {
  Nearest best;
  const auto see = [&best](const V& on_a, const V& on_b) {
    const double distance = (on_a - on_b).norm();
    if (distance < best.distance) best = {on_a, on_b, distance};
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      see(a[i], detail::nearest_on(b[k], b[(k + 1) % b.size()], a[i]));
      see(detail::nearest_on(a[i], a[(i + 1) % a.size()], b[k]), b[k]);
    }
  }
  return best;
}

/// True if two segments cross, ends excluded.
inline bool crossing(const std::vector<V>& a, const std::vector<V>& b) {
  if (a.size() != 2 || b.size() != 2) return false;
  const auto sides = [](const std::vector<V>& line, const V& p, const V& q) {
    const V along = line[1] - line[0];
    return cross(along, p - line[0]) * cross(along, q - line[0]);
  };
  return sides(a, b[0], b[1]) < 0 && sides(b, a[0], a[1]) < 0;
}

/// Returns the distance of two outlines; negative: minus the shortest translation that separates them.
inline double gap(const Outline& a, const Outline& b) {
  const double grown = a.radius + b.radius;
  const double apart = std::max(detail::widest_gap(a.corners, b.corners), detail::widest_gap(b.corners, a.corners));
  const bool thin = a.corners.size() < 3 && b.corners.size() < 3;  // for outlines in one line no normal tells
  if (apart > 0 || (thin && !crossing(a.corners, b.corners))) {
    return nearest(a.corners, b.corners).distance - grown;
  }
  return apart - grown;
}

}  // namespace bankshot_oracle::contact
