#pragma once
// Random shapes and poses for the manifold tests, and an oracle: gap, overlap and distance to a point by brute force in
// long double, from the numbers of the shapes and poses alone.

#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/shape/convex.hpp>
#include <bankshot/shape/shape.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace bankshot::BANKSHOT_ABI::manifold_cases {

class CaseNumbers {
 public:
  explicit CaseNumbers(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  Real between(double low, double high) {
    return static_cast<Real>(low + (high - low) * static_cast<double>(engine_() >> 11) / 9007199254740992.0);
  }

 private:
  std::mt19937_64 engine_;
};

inline Rotation rotation(double angle) {
  return {static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle))};
}

/// Corners on an ellipse, far enough from one another; a few of them may stand on a straight side.
inline Shape random_polygon(CaseNumbers& random, int corners, bool with_straight_side, Real radius) {
  const double width = static_cast<double>(random.between(0.3, 1.5)),
               height = static_cast<double>(random.between(0.3, 1.5));
  const double start = static_cast<double>(random.between(0, 6)), x = static_cast<double>(random.between(-0.3, 0.3));
  std::vector<Vec2> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = start + 6.283185307179586 * (i + static_cast<double>(random.between(-0.3, 0.3))) / corners;
    points.push_back(Vec2(static_cast<Real>(x + width * std::cos(angle)), static_cast<Real>(height * std::sin(angle))));
  }
  if (with_straight_side) {  // exactly straight where the halves are exact, otherwise up to rounding
    const Vec2 middle = (points[0] + points[1]) * Real(0.5);
    points.insert(points.begin() + 1, middle);
  }
  const Result<Shape> shape = try_polygon(points, radius);
  return shape ? *shape : box(1, 1);
}

inline Shape random_shape(CaseNumbers& random) {
  // One statement per number: the order in which arguments are evaluated is the compiler's.
  const int kind = random.below(12), corners = random.below(5), many = random.below(60);
  const Real radius = random.below(3) == 0 ? random.between(0.01, 0.4) : Real(0);
  const Real x = random.between(0.2, 1), y = random.between(-1, 1), z = random.between(-1, 1);
  const Real width = random.between(0.3, 2), height = random.between(0.3, 2);
  switch (kind) {
    case 0: return circle(x);
    case 1: return circle(x, Vec2(y, z));
    case 2: return capsule(Vec2(-width / 2, 0), Vec2(x, 0), height / 4);
    case 3: return segment(Vec2(-width / 2, y), Vec2(x, 0));
    case 4: return box(1, 1);
    case 5: return box(width, height);
    case 6: return box(width, height, Vec2(y, Real(0.5)), {}, radius);
    case 7: return random_polygon(random, 3, false, radius);
    case 8: return random_polygon(random, 4 + corners, false, radius);
    case 9: return random_polygon(random, 4 + corners, false, 0);
    case 10: return random_polygon(random, 9 + many, false, radius);
    default: return random_polygon(random, 3 + corners, true, radius);
  }
}

/// Poses that bring the shapes to touch, nearly or deeply; one time in three aligned with the axes and on a lattice,
/// where faces are parallel and corners meet.
inline void random_poses(CaseNumbers& random, Pose& a, Pose& b) {
  if (random.below(3) == 0) {
    static constexpr Real quarter[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const Real* qa = quarter[random.below(4)];
    const Real* qb = quarter[random.below(4)];
    a.rotation = {qa[0], qa[1]}, b.rotation = {qb[0], qb[1]};
    for (const int k : {0, 1}) {
      a.position[k] = Real(random.below(17) - 8) / 8;
      b.position[k] = Real(random.below(3));
    }
    return;
  }
  a.rotation = rotation(static_cast<double>(random.between(-4, 4)));
  b.rotation = random.below(4) == 0 ? a.rotation : rotation(static_cast<double>(random.between(-4, 4)));
  for (const int k : {0, 1}) {
    a.position[k] = random.between(-1.5, 1.5);
    b.position[k] = random.between(-0.2, 0.2);
  }
}

// ---- the oracle ----------------------------------------------------------------------------------------------------

struct Point {
  long double x = 0, y = 0;
};
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline long double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
inline long double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }

struct Placed {
  std::vector<Point> corners;
  long double radius = 0;
};

inline Placed place(const Shape& shape, const Pose& pose) {
  Placed placed;
  placed.radius = shape.radius();
  const long double c = pose.rotation.c, s = pose.rotation.s;
  for (int i = 0; i < shape.corner_count(); ++i) {
    const long double x = shape.corner(i).x(), y = shape.corner(i).y();
    placed.corners.push_back({pose.position.x() + (c * x - s * y), pose.position.y() + (s * x + c * y)});
  }
  return placed;
}

inline Point corner(const Placed& p, std::size_t i) { return p.corners[i % p.corners.size()]; }

/// Largest separation along the face normals of `a` (minus infinity for a circle).
inline long double face_separation(const Placed& a, const Placed& b) {
  long double best = -INFINITY;
  for (std::size_t i = 0; i < a.corners.size() && a.corners.size() > 1; ++i) {
    const Point edge = corner(a, i + 1) - corner(a, i);
    const long double length = std::sqrt(dot(edge, edge));
    long double lowest = INFINITY;
    for (const Point& p : b.corners) lowest = std::min(lowest, -cross(edge, p - corner(a, i)) / length);
    best = std::max(best, lowest);
  }
  return best;
}

inline long double distance_to_edge(Point p, Point a, Point b) {
  const Point edge = b - a;
  const long double square = dot(edge, edge);
  const long double t = square > 0 ? std::clamp(dot(p - a, edge) / square, 0.0L, 1.0L) : 0.0L;
  const Point nearest = {a.x + t * edge.x, a.y + t * edge.y};
  return std::sqrt(dot(p - nearest, p - nearest));
}

inline bool edges_cross(Point a, Point b, Point c, Point d) {
  const auto sign = [](long double x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); };
  return sign(cross(b - a, c - a)) * sign(cross(b - a, d - a)) < 0 &&
         sign(cross(d - c, a - c)) * sign(cross(d - c, b - c)) < 0;
}

/// Distance of the boundaries of the cores; 0 where they cross.
inline long double core_distance(const Placed& a, const Placed& b) {
  long double best = INFINITY;
  for (std::size_t i = 0; i < a.corners.size(); ++i) {
    for (std::size_t j = 0; j < b.corners.size(); ++j) {
      best = std::min(best, distance_to_edge(corner(a, i), corner(b, j), corner(b, j + 1)));
      best = std::min(best, distance_to_edge(corner(b, j), corner(a, i), corner(a, i + 1)));
      if (edges_cross(corner(a, i), corner(a, i + 1), corner(b, j), corner(b, j + 1))) best = 0;
    }
  }
  return best;
}

struct Truth {
  long double gap = 0;   ///< distance of the shapes, or minus the length of the shortest way out along a face normal
  long double face = 0;  ///< largest separation along a face normal, radii taken off
};

inline Truth truth(const Placed& a, const Placed& b) {
  const long double radii = a.radius + b.radius;
  const long double face = std::max(face_separation(a, b), face_separation(b, a));
  const long double distance = core_distance(a, b);
  const bool flat = a.corners.size() <= 2 && b.corners.size() <= 2;  // has no interior
  const bool apart = flat ? distance > 0 : face > 0;
  return {(apart || face == -INFINITY ? distance : face) - radii, face - radii};
}

inline Placed point_at(Point p) { return {{p}, 0}; }

}  // namespace bankshot::BANKSHOT_ABI::manifold_cases
