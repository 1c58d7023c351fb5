// A shape that moves over ground by one sweep after the other, each from where the last one stopped, neither gets stuck
// in the ground nor falls through it.

#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "effort.hpp"
#include "query/composite_cases.hpp"

namespace bankshot_test {
namespace {

enum class Ground { chain, one_sided, columns };

struct Waves {
  std::vector<Vec2> points;
  Shape shape = box(1, 1);
};

Waves draw_ground(Random& random, Ground kind) {
  Waves drawn;
  const double height = random.uniform(0.5, 2);
  const double rate = random.uniform(0.1, 0.3);
  const double phase = random.uniform(0, 6);
  for (int i = 0; i <= 60; ++i) drawn.points.emplace_back(Real(i) / 2, Real(height * std::cos(rate * i / 2 + phase)));
  if (kind == Ground::chain) drawn.shape = chain(drawn.points);
  if (kind == Ground::one_sided) drawn.shape = chain(drawn.points, false, ChainSides::left);
  if (kind != Ground::columns) return drawn;
  std::vector<Shape> columns;
  for (std::size_t i = 0; i + 1 < drawn.points.size(); ++i) {
    const Vec2 left = drawn.points[i], right = drawn.points[i + 1];
    const Vec2 corners[] = {left, Vec2(left[0], -5), Vec2(right[0], -5), right};
    columns.push_back(polygon(corners));
  }
  drawn.shape = compound(columns);
  return drawn;
}

/// The height above the ground, straight down from the centre.
double above(const Waves& ground, const Vec2& centre) {
  const double x = double(centre[0]) * 2;
  const auto i = static_cast<std::size_t>(std::clamp(x, 0.0, 59.0));
  const double low = double(ground.points[i][1]), high = double(ground.points[i + 1][1]);
  return double(centre[1]) - (low + (x - double(i)) * (high - low));
}

Shape draw_roller(Random& random) {
  const Real half = Real(random.uniform(0.1, 0.4));
  switch (random.integer(0, 3)) {
    case 0: return capsule({-half, 0}, {half, 0}, half);
    case 1: return box(2 * half, half, Vec2(0, 0), Rotation{}, half / 4);
    default: return circle(half);
  }
}

/// The outcome for a roller after so many steps of 1/60 s.
struct Course {
  int refused = 0;
  double lowest = 1;  ///< centre above the ground
};

Course roll(const Shape& roller, const Waves& ground, Pose at, Vec2 velocity, Real turn_rate) {
  Course course;
  Real angle = 0;
  for (int step = 0; step < 300 && at.position[0] > 1 && at.position[0] < 29; ++step) {
    velocity[1] -= Real(9.81) / 60;
    Vec2 left = velocity / 60;
    for (int part = 0; part < 5 && left.norm() > Real(1e-6); ++part) {
      const Real turn = turn_rate * left[0];
      const SweepHit hit = sweep(roller, Motion{at, left, turn}, ground.shape, Motion{});
      at.position += left * hit.fraction;
      angle += turn * hit.fraction;
      at.rotation = Rotation::from_angle(angle);
      course.lowest = std::min(course.lowest, above(ground, at.position));
      if (hit.status == SweepStatus::initial_overlap) ++course.refused;
      if (!hit) break;
      left *= 1 - hit.fraction;
      left -= hit.normal * std::min(Real(0), left.dot(hit.normal));
      velocity -= hit.normal * std::min(Real(0), velocity.dot(hit.normal));
    }
  }
  return course;
}

void check_ground(Ground kind, std::uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < effort(60); ++i) {
    const Waves ground = draw_ground(random, kind);
    const Shape roller = draw_roller(random);
    const Real x = Real(random.uniform(2, 20));
    const Real speed = Real(random.uniform(-3, 3));
    const Real turn_rate = Real(random.uniform(-4, 4));
    const Real y = ground.points[static_cast<std::size_t>(2 * x)][1] + Real(1.5);
    const Course course = roll(roller, ground, {{x, y}, {}}, {speed, 0}, turn_rate);
    ASSERT_EQ(course.refused, 0) << i;
    ASSERT_GT(course.lowest, 0) << i;
  }
}

TEST(Rolling, OverAChain) { check_ground(Ground::chain, 4401); }

TEST(Rolling, OverAOneSidedChain) { check_ground(Ground::one_sided, 4402); }

TEST(Rolling, OverColumns) { check_ground(Ground::columns, 4403); }

}  // namespace
}  // namespace bankshot_test
