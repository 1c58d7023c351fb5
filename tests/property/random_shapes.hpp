#pragma once
// Random shapes and random pairs of them for property tests, the same on every compiler: no std::*_distribution, no
// libm. A shape is generated as a Recipe, which can be built, mirrored and scaled without losing a bit.

#include <bankshot/math/pose.hpp>
#include <bankshot/shape/shape.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace bankshot_test {

using bankshot::Pose;
using bankshot::Real;
using bankshot::Rotation;
using bankshot::Shape;
using bankshot::ShapeKind;
using bankshot::Vec2;

/// Reproducible numbers: the engine's bits turned into reals by exact arithmetic only.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// In [0, 1).
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  Real uniform(double lower, double upper) { return static_cast<Real>(lower + (upper - lower) * unit()); }
  /// In [lower, upper], both included.
  int integer(int lower, int upper) {
    return lower + static_cast<int>(engine_() % static_cast<std::uint64_t>(upper - lower + 1));
  }
  bool chance(double probability) { return unit() < probability; }
  Real sign() { return chance(0.5) ? Real(1) : Real(-1); }
  Real angle() { return uniform(-3.1415926, 3.1415926); }
  Rotation rotation() { return Rotation::from_angle(angle()); }
  Vec2 direction() {
    const Rotation turn = rotation();
    return Vec2(turn.c, turn.s);
  }
  Vec2 point(double reach) { return Vec2(uniform(-reach, reach), uniform(-reach, reach)); }

 private:
  std::mt19937_64 engine_;
};

/// The arguments from which a shape is built.
struct Recipe {
  enum class Kind : std::uint8_t { circle, capsule, segment, box, polygon };
  Kind kind = Kind::circle;
  std::vector<Vec2> points;  ///< centre; both ends; centre of the box; corners
  Real radius = 0;
  Real width = 0, height = 0;  ///< of a box
  Rotation rotation = {};      ///< of a box

  Shape build() const {
    switch (kind) {
      case Kind::circle: return bankshot::circle(radius, points[0]);
      case Kind::capsule: return bankshot::capsule(points[0], points[1], radius);
      case Kind::segment: return bankshot::segment(points[0], points[1]);
      case Kind::box: return bankshot::box(width, height, points[0], rotation, radius);
      case Kind::polygon: break;
    }
    return bankshot::polygon(points, radius);
  }

  /// The image in the y axis (x changes sign).
  Recipe mirrored() const {
    Recipe image = *this;
    for (Vec2& point : image.points) point = Vec2(-point[0], point[1]);
    image.rotation = {rotation.c, -rotation.s};
    return image;
  }

  Recipe scaled(Real factor) const {
    Recipe image = *this;
    for (Vec2& point : image.points) point = Vec2(factor * point[0], factor * point[1]);
    image.radius = factor * radius;
    image.width = factor * width;
    image.height = factor * height;
    return image;
  }
};

/// A convex polygon of `count` corners on an ellipse of half-axes up to `size`; falls back to fewer corners if two of
/// them come too close for the builder to accept.
inline Recipe random_polygon(Random& random, int count, double size, Real radius = 0) {
  Recipe recipe;
  recipe.kind = Recipe::Kind::polygon;
  recipe.radius = radius;
  for (int attempt = 0;; ++attempt) {
    const int corners = std::max(3, attempt < 8 ? count : count - attempt);
    const double across = size * (0.3 + 0.7 * random.unit());
    std::vector<double> angles;
    for (int i = 0; i < corners; ++i) {
      angles.push_back(6.283185307179586 * (i + 0.9 * random.unit()) / corners - 3.141592653589793);
    }
    recipe.points.clear();
    for (double angle : angles) {
      const Rotation turn = Rotation::from_angle(static_cast<Real>(angle));
      recipe.points.emplace_back(static_cast<Real>(size * turn.c), static_cast<Real>(across * turn.s));
    }
    if (random.chance(0.5)) std::reverse(recipe.points.begin(), recipe.points.end());
    if (bankshot::try_polygon(recipe.points, radius)) return recipe;
  }
}

/// Any shape of about `size`: every kind, thin ones, rounded ones, off-centre ones.
inline Recipe random_recipe(Random& random, double size = 1) {
  Recipe recipe;
  const Vec2 offset = random.chance(0.3) ? random.point(size) : Vec2(0, 0);
  switch (random.integer(0, 6)) {
    case 0:
      recipe.kind = Recipe::Kind::circle;
      recipe.points = {offset};
      recipe.radius = random.uniform(0.1 * size, size);
      return recipe;
    case 1:
      recipe.kind = Recipe::Kind::capsule;
      recipe.points = {random.point(size), random.point(size)};
      recipe.radius = random.uniform(0.01 * size, size);
      return recipe;
    case 2:
      recipe.kind = Recipe::Kind::segment;
      recipe.points = {random.point(size), random.point(size)};
      return recipe;
    case 3:
    case 4:
      recipe.kind = Recipe::Kind::box;
      recipe.points = {offset};
      recipe.width = random.uniform(0.2 * size, 2 * size);
      recipe.height = random.chance(0.2) ? random.uniform(0.001 * size, 0.01 * size)  // thin
                                         : random.uniform(0.2 * size, 2 * size);
      if (random.chance(0.3)) recipe.rotation = random.rotation();
      if (random.chance(0.3)) recipe.radius = random.uniform(0.01 * size, 0.5 * size);
      return recipe;
    default:
      return random_polygon(random, random.integer(3, 12), size,
                            random.chance(0.3) ? random.uniform(0.01 * size, 0.5 * size) : Real(0));
  }
}

/// Shapes with whole-number coordinates: their ties are exact.
inline Recipe random_grid_recipe(Random& random) {
  const auto whole = [&](int reach) {
    return Vec2(Real(random.integer(-reach, reach)), Real(random.integer(-reach, reach)));
  };
  Recipe recipe;
  recipe.radius = Real(random.integer(1, 3));
  switch (random.integer(0, 4)) {
    case 0: recipe.points = {whole(1)}; return recipe;
    case 1:
    case 2:
      recipe.kind = random.chance(0.5) ? Recipe::Kind::capsule : Recipe::Kind::segment;
      do {
        recipe.points = {whole(2), whole(2)};
      } while (recipe.points[0] == recipe.points[1]);
      if (recipe.kind == Recipe::Kind::segment) recipe.radius = 0;
      return recipe;
    case 3:
      recipe.kind = Recipe::Kind::box;
      recipe.points = {whole(1)};
      recipe.width = Real(random.integer(1, 4));
      recipe.height = Real(random.integer(1, 4));
      recipe.radius = Real(random.integer(0, 1));
      return recipe;
    default:
      recipe.kind = Recipe::Kind::polygon;
      recipe.radius = Real(random.integer(0, 1));
      do {
        recipe.points = {whole(3), whole(3), whole(3)};
        if (random.chance(0.3)) recipe.points.push_back(whole(3));
      } while (!bankshot::try_polygon(recipe.points, recipe.radius));
      return recipe;
  }
}

/// The placement of a pair.
enum class Lie : std::uint8_t { far, apart, near_touching, overlapping, nested, concentric, equal, grid };
inline constexpr int lie_count = 8;

struct RandomPair {
  Recipe a, b;
  Pose pose_a, pose_b;
  Lie lie = Lie::apart;
};

/// The distance that a placed shape reaches along `direction` from its pose's position.
inline double reach_along(const Shape& shape, const Rotation& rotation, const Vec2& direction) {
  double best = -1e300;
  for (int i = 0; i < shape.corner_count(); ++i) {
    const Vec2 p = shape.corner(i);
    const double x = double(rotation.c) * p[0] - double(rotation.s) * p[1];
    const double y = double(rotation.s) * p[0] + double(rotation.c) * p[1];
    best = std::max(best, x * direction[0] + y * direction[1]);
  }
  return best + shape.radius();
}

inline RandomPair random_pair(Random& random, Lie lie) {
  RandomPair pair;
  pair.lie = lie;
  if (lie == Lie::grid) {
    pair.a = random_grid_recipe(random);
    pair.b = random.chance(0.1) ? pair.a : random_grid_recipe(random);
    constexpr Real quarter[5] = {1, 0, -1, 0, 1};
    for (Pose* pose : {&pair.pose_a, &pair.pose_b}) {
      const int turns = random.integer(0, 3);
      pose->rotation = {quarter[turns], quarter[turns + 1]};
      pose->position = Vec2(Real(random.integer(-3, 3)), Real(random.integer(-3, 3)));
    }
    return pair;
  }
  const double size = random.chance(0.1) ? 1e-5 : random.chance(0.1) ? 100.0 : 1.0;
  pair.a = random_recipe(random, size);
  pair.b = lie == Lie::equal ? pair.a : random_recipe(random, lie == Lie::nested ? 8 * size : size);
  pair.pose_a.rotation = random.rotation();
  pair.pose_b.rotation = lie == Lie::equal || random.chance(0.2) ? pair.pose_a.rotation : random.rotation();
  pair.pose_b.position = random.point(4 * size);
  const Vec2 u = random.direction();
  const Vec2 back(-u[0], -u[1]);
  const Shape a = pair.a.build(), b = pair.b.build();
  const double outer = reach_along(b, pair.pose_b.rotation, u) + reach_along(a, pair.pose_a.rotation, back);
  double away = 0;
  if (lie == Lie::far) away = 1e6 * size;
  if (lie == Lie::apart) away = outer + size * random.unit();
  if (lie == Lie::near_touching) away = outer + outer * (random.unit() - 0.5) * (random.chance(0.5) ? 1e-6 : 1e-3);
  if (lie == Lie::overlapping) away = outer * random.unit();
  if (lie == Lie::nested) away = 2 * size * random.unit();
  pair.pose_a.position = Vec2(static_cast<Real>(pair.pose_b.position[0] + away * u[0]),
                              static_cast<Real>(pair.pose_b.position[1] + away * u[1]));
  if (random.chance(0.5)) {
    std::swap(pair.a, pair.b);
    std::swap(pair.pose_a, pair.pose_b);
  }
  return pair;
}

inline RandomPair random_pair(Random& random) {
  return random_pair(random, static_cast<Lie>(random.integer(0, lie_count - 1)));
}

inline bankshot::Pose random_pose(Random& random, double reach) { return {random.point(reach), random.rotation()}; }

}  // namespace bankshot_test
