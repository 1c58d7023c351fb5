#pragma once
// Shapes made of parts for tests: convex ones with a twin in two parts, and stars.

#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/shape/composites.hpp>

namespace bankshot_test {

using namespace bankshot;

struct Cut {
  Shape whole, parts;
};

/// A convex polygon, and a compound of its two halves along a diagonal.
inline Cut random_cut(Random& random) {
  for (;;) {
    const Recipe recipe = random_polygon(random, random.integer(5, 9), 1);
    const int n = static_cast<int>(recipe.points.size());
    const int i = random.integer(0, n - 3), j = random.integer(i + 2, n - 1);
    if (j - i >= n - 1) continue;
    const std::vector<Vec2> one(recipe.points.begin() + i, recipe.points.begin() + j + 1);
    std::vector<Vec2> two(recipe.points.begin() + j, recipe.points.end());
    two.insert(two.end(), recipe.points.begin(), recipe.points.begin() + i + 1);
    const Result<Shape> a = try_polygon(one), b = try_polygon(two);
    if (!a || !b) continue;
    const Shape both[] = {*a, *b};
    return {polygon(recipe.points), compound(both)};
  }
}

/// A polygon with reflex corners around the origin.
inline Shape random_star(Random& random, int corners) {
  std::vector<Vec2> points;
  for (int i = 0; i < corners; ++i) {
    const Rotation turn = Rotation::from_angle(Real(6.2831853) * Real(i) / Real(corners) - Real(3.1));
    const Real radius = random.uniform(0.3, 1);
    points.emplace_back(radius * turn.c, radius * turn.s);
  }
  return simple_polygon(points);
}

/// Four boxes around a square hole.
inline Shape frame_of_boxes() {
  const Shape sides[] = {box(4, 1, Vec2(0, Real(1.5))), box(4, 1, Vec2(0, Real(-1.5))), box(1, 2, Vec2(Real(-1.5), 0)),
                         box(1, 2, Vec2(Real(1.5), 0))};
  return compound(sides);
}

/// The deepest overlap of the pieces of two shapes, after moving A.
inline oracle::Number depth_of(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               oracle::Point by) {
  oracle::Number most = -1e9L;
  for (const Shape& p : pieces(a)) {
    for (const Shape& q : pieces(b)) {
      most = std::max(most, oracle::depth(oracle::place(p, pose_a).moved(by), oracle::place(q, pose_b)));
    }
  }
  return most;
}

}  // namespace bankshot_test
