#pragma once
// A world to test in: gravity, a floor whose top is at y = 0, and short words for what tests build again and again.

#include <bankshot/bankshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace bankshot::testing {

inline constexpr Real dt = Real(1) / 60;
inline constexpr Real infinite = std::numeric_limits<Real>::infinity();
inline constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

class WorldTest : public ::testing::Test {
 protected:
  World world{WorldDef{.gravity = Vec2(0, -10)}};

  /// 200 wide, 2 high, top at y = 0.
  BodyId add_floor(const Material& material = {}) {
    return world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2), material);
  }
  BodyId add_box(Real x, Real y, Real width = 1, Real height = 1) {
    return world.add_body({.position = Vec2(x, y)}, box(width, height));
  }
  BodyId add_ball(Real x, Real y, Real radius = Real(0.5), const Material& material = {}) {
    return world.add_body({.position = Vec2(x, y)}, circle(radius), material);
  }
  /// Boxes of 1 m on top of one another, the lowest on the floor.
  std::vector<BodyId> add_stack(Real x, int count) {
    std::vector<BodyId> boxes;
    for (int i = 0; i < count; ++i) boxes.push_back(add_box(x, static_cast<Real>(i) + Real(0.5)));
    return boxes;
  }
  /// The only shape of a body.
  ShapeId shape_of(BodyId body) const { return world.shapes(body).at(0); }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) world.step(dt);
  }
  /// Steps until the body sleeps, at most `steps` of them. Returns whether it does.
  bool run_until_asleep(BodyId body, int steps = 600) {
    for (int i = 0; i < steps && world.awake(body); ++i) world.step(dt);
    return !world.awake(body);
  }
};

/// The text with which a call is refused; empty if it is not refused.
inline std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

/// True if two worlds report the same deep pairs, bit for bit.
inline bool same_penetrations(const World& a, const World& b) {
  return std::equal(a.penetrations().begin(), a.penetrations().end(), b.penetrations().begin(), b.penetrations().end(),
                    [](const Penetration& l, const Penetration& r) {
                      return l.body_a == r.body_a && l.body_b == r.body_b && l.shape_a == r.shape_a &&
                             l.shape_b == r.shape_b && l.depth == r.depth;
                    });
}

inline bool near(const Vec2& a, const Vec2& b, Real tolerance) {
  return std::abs(a.x() - b.x()) <= tolerance && std::abs(a.y() - b.y()) <= tolerance;
}

}  // namespace bankshot::testing
