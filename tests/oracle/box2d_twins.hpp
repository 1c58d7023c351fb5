#pragma once
// The same shape, pose or ray for Bankshot and for Box2D 2.4.1, from the same floats. All differences then come from
// the two libraries, not from a conversion. Known differences are modelled here or where a test compares:
//
// - Box2D's polygons and edges carry a skin of b2_polygonRadius (1 cm) in overlaps, distances, manifolds and boxes, and
//   none in rays and masses. A twin has both of our shapes: `grown` by the skin, and `sharp`.
// - Polygons have at most eight corners, and corners closer than half of b2_linearSlop are merged: generated ones keep
//   clear of both.
// - Box2D normals point from A to B, ours from B to A.

#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

#include <box2d/box2d.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace box2d_oracle {

using bankshot::Pose;
using bankshot::Real;
using bankshot::Shape;
using bankshot::Vec2;
using bankshot_test::Random;

constexpr int cases = 10000;  ///< per pair of kinds

/// Rounding of single precision if no number exceeds `size`, nor does the sum of the reach of the two shapes and their
/// distances from the origin. A corner turned and moved into the world takes two products and two sums, and its cosine
/// and sine are rounded too: half an eps each, 3 eps in all; 1 for the difference or the projection of two such
/// corners.
constexpr double noise(double size) { return 4 * double(FLT_EPSILON) * size; }

inline float number(Random& random, double lower, double upper) {
  return static_cast<float>(lower + (upper - lower) * random.unit());
}
inline Vec2 vec(const b2Vec2& v) { return Vec2(Real(v.x), Real(v.y)); }
inline oracle::Point point(const b2Vec2& v) { return {oracle::Number(v.x), oracle::Number(v.y)}; }

enum class Kind : int { circle, segment, box, polygon };
constexpr std::array<const char*, 4> kind_names = {"circle", "segment", "box", "polygon"};

struct Twin {
  Kind kind = Kind::circle;
  std::shared_ptr<b2Shape> box2d;
  Shape sharp = bankshot::circle(1);
  Shape grown = bankshot::circle(1);
  double reach = 0;  ///< from the origin of the shape, skin included

  const b2CircleShape& as_circle() const { return static_cast<const b2CircleShape&>(*box2d); }
  const b2EdgeShape& as_edge() const { return static_cast<const b2EdgeShape&>(*box2d); }
  const b2PolygonShape& as_polygon() const { return static_cast<const b2PolygonShape&>(*box2d); }
};

inline Twin circle_twin(Random& random) {
  auto circle = std::make_shared<b2CircleShape>();
  circle->m_radius = number(random, 0.1, 2.5);
  if (random.chance(0.5)) circle->m_p = b2Vec2{number(random, -1, 1), number(random, -1, 1)};
  const Shape shape = bankshot::circle(Real(circle->m_radius), vec(circle->m_p));
  return {Kind::circle, circle, shape, shape, double(circle->m_p.Length() + circle->m_radius)};
}

inline Twin segment_twin(Random& random) {
  b2Vec2 ends[2];
  do {
    for (b2Vec2& end : ends) end = b2Vec2{number(random, -2.5, 2.5), number(random, -2.5, 2.5)};
  } while (b2Distance(ends[0], ends[1]) < 0.2f);
  auto edge = std::make_shared<b2EdgeShape>();
  edge->SetTwoSided(ends[0], ends[1]);
  return {Kind::segment, edge, bankshot::segment(vec(ends[0]), vec(ends[1])),
          bankshot::capsule(vec(ends[0]), vec(ends[1]), Real(edge->m_radius)),
          double(std::max(ends[0].Length(), ends[1].Length()) + edge->m_radius)};
}

inline Twin box_twin(Random& random) {
  const float half_width = number(random, 0.1, 2.5), half_height = number(random, 0.1, 2.5);
  auto box = std::make_shared<b2PolygonShape>();
  box->SetAsBox(half_width, half_height);
  const Real width = 2 * Real(half_width), height = 2 * Real(half_height);
  return {Kind::box, box, bankshot::box(width, height),
          bankshot::box(width, height, Vec2::Zero(), {}, Real(box->m_radius)),
          std::hypot(double(half_width), double(half_height)) + double(box->m_radius)};
}

/// Three to eight corners on an ellipse, off the origin half of the time.
inline Twin polygon_twin(Random& random) {
  for (;;) {
    const int count = random.integer(3, b2_maxPolygonVertices);
    const double across = 0.3 + 2.2 * random.unit(), along = 0.3 + 2.2 * random.unit();
    const b2Vec2 offset = random.chance(0.5) ? b2Vec2{number(random, -1, 1), number(random, -1, 1)} : b2Vec2_zero;
    std::array<b2Vec2, b2_maxPolygonVertices> corners;
    std::vector<Vec2> ours;
    double reach = 0;
    for (int i = 0; i < count; ++i) {
      const auto turn = bankshot::Rotation::from_angle(static_cast<Real>(6.283 * (i + 0.7 * random.unit()) / count));
      b2Vec2& corner = corners[std::size_t(i)];
      corner.Set(static_cast<float>(across * turn.c), static_cast<float>(along * turn.s));
      corner += offset;
      ours.push_back(vec(corner));
      reach = std::max(reach, double(corner.Length()));
    }
    auto polygon = std::make_shared<b2PolygonShape>();
    polygon->Set(corners.data(), count);
    const auto sharp = bankshot::try_polygon(ours);
    const auto grown = bankshot::try_polygon(ours, Real(polygon->m_radius));
    if (polygon->m_count != count || !sharp || !grown) continue;  // one of the two takes a corner as flat
    b2MassData mass;
    polygon->ComputeMass(&mass, 1);
    if (mass.mass < 0.02f * float(across * along)) continue;  // slivers: Box2D's centroid is noise there
    return {Kind::polygon, polygon, *sharp, *grown, reach + double(polygon->m_radius)};
  }
}

inline Twin twin(Random& random, Kind kind) {
  switch (kind) {
    case Kind::circle: return circle_twin(random);
    case Kind::segment: return segment_twin(random);
    case Kind::box: return box_twin(random);
    case Kind::polygon: break;
  }
  return polygon_twin(random);
}

/// The same pose twice, near the origin.
struct TwinPose {
  b2Transform box2d;
  Pose ours;

  void place(b2Vec2 position) {
    box2d.p = position;
    ours.position = vec(position);
  }
};

inline TwinPose twin_pose(Random& random, double range) {
  TwinPose pose;
  pose.box2d.q.SetIdentity();
  if (random.chance(0.9)) {
    const auto turn = random.rotation();
    pose.box2d.q.c = static_cast<float>(turn.c);
    pose.box2d.q.s = static_cast<float>(turn.s);
  }
  pose.ours.rotation = {Real(pose.box2d.q.c), Real(pose.box2d.q.s)};
  pose.place({number(random, -range, range), number(random, -range, range)});
  return pose;
}

struct TwinPair {
  Twin a, b;
  TwinPose pose_a, pose_b;
  double size = 0;  ///< see noise()

  oracle::Placed placed_a() const { return oracle::place(a.grown, pose_a.ours); }
  oracle::Placed placed_b() const { return oracle::place(b.grown, pose_b.ours); }
  /// Depth of the overlap of the grown shapes, negative: their gap. By brute force in long double.
  double depth() const { return static_cast<double>(oracle::depth(placed_a(), placed_b())); }

  std::string text() const {
    std::ostringstream out;
    out.precision(9);
    for (const auto& [shape, pose] : {std::pair(&a, &pose_a), std::pair(&b, &pose_b)}) {
      out << kind_names[std::size_t(shape->kind)] << " radius " << shape->grown.radius() << " at (" << pose->box2d.p.x
          << ", " << pose->box2d.p.y << ") turned (" << pose->box2d.q.c << ", " << pose->box2d.q.s << "), corners";
      for (int i = 0; i < shape->grown.corner_count(); ++i) {
        out << " (" << shape->grown.corner(i)[0] << ", " << shape->grown.corner(i)[1] << ")";
      }
      out << "\n";
    }
    return out.str();
  }
};

/// Moves A along the line between the two centres until its gap to B is about `gap`.
inline void approach(TwinPair& pair, double gap) {
  const b2Vec2 start = pair.pose_a.box2d.p;
  b2Vec2 direction = start - pair.pose_b.box2d.p;
  if (direction.Normalize() < 1e-3f) direction.Set(1, 0);
  double near = -20, far = 20;
  for (int i = 0; i < 28; ++i) {
    const double middle = (near + far) / 2;
    pair.pose_a.place(start + static_cast<float>(middle) * direction);
    (-pair.depth() < gap ? near : far) = middle;
  }
}

/// Half of the pairs lie anywhere within `range` of the origin, half nearly touch: gap or overlap of 0.1 um to 0.1 m.
inline TwinPair twin_pair(Random& random, Kind a, Kind b, double range) {
  TwinPair pair = {twin(random, a), twin(random, b), twin_pose(random, range), twin_pose(random, range)};
  if (random.chance(0.5)) {
    const double size = std::pow(10.0, -7 + 6 * random.unit());
    approach(pair, random.chance(0.5) ? size : -size);
  }
  pair.size = pair.a.reach + pair.b.reach + double(pair.pose_a.box2d.p.Length()) + double(pair.pose_b.box2d.p.Length());
  return pair;
}

/// Returns the shortest side of a core; infinite for a circle.
inline double shortest_side(const Shape& shape) {
  double shortest = std::numeric_limits<double>::infinity();
  const int count = shape.corner_count();
  for (int i = 0; i < count && count > 1; ++i) {
    shortest = std::min(shortest, double((shape.corner((i + 1) % count) - shape.corner(i)).norm()));
  }
  return shortest;
}

/// Returns how far A must go along the unit vector `normal` to leave B: never less than the depth.
inline double depth_along(const TwinPair& pair, oracle::Point normal) {
  const oracle::Placed a = pair.placed_a(), b = pair.placed_b();
  oracle::Number lowest = 1e30L, highest = -1e30L;
  for (const auto& p : a.core) lowest = std::min(lowest, oracle::dot(normal, p));
  for (const auto& p : b.core) highest = std::max(highest, oracle::dot(normal, p));
  return static_cast<double>(highest - lowest + a.radius + b.radius);
}

}  // namespace box2d_oracle
