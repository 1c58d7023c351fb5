#pragma once
// Predictions compared with what then happens: the same world, given the velocity and stepped. The step is the oracle;
// it knows nothing of sub-worlds.

#include "world_fixture.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace bankshot::testing {

using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

inline std::array<Bits, 4> bits(const Pose& pose) {
  return {std::bit_cast<Bits>(pose.position.x()), std::bit_cast<Bits>(pose.position.y()),
          std::bit_cast<Bits>(pose.rotation.c), std::bit_cast<Bits>(pose.rotation.s)};
}

inline bool same(const Impact& a, const Impact& b) {
  return a.time == b.time && a.body_a == b.body_a && a.body_b == b.body_b && a.shape_a == b.shape_a &&
         a.shape_b == b.shape_b && a.point == b.point && a.normal == b.normal && a.approach_speed == b.approach_speed &&
         a.separation_speed == b.separation_speed && a.impulse == b.impulse && a.energy_lost == b.energy_lost;
}

inline bool same(const Prediction& a, const Prediction& b) {
  return std::equal(a.poses.begin(), a.poses.end(), b.poses.begin(), b.poses.end(),
                    [](const Pose& l, const Pose& r) { return bits(l) == bits(r); }) &&
         std::equal(a.impacts.begin(), a.impacts.end(), b.impacts.begin(), b.impacts.end(),
                    [](const PredictedImpact& l, const PredictedImpact& r) {
                      return l.step == r.step && same(l.impact, r.impact);
                    });
}

/// What a step returns, except that only pairs of the body itself count as deep.
inline StepStatus status_for(const World& world, BodyId body, StepStatus status) {
  bool deep = false;
  for (const Penetration& pair : world.penetrations()) deep |= pair.body_a == body || pair.body_b == body;
  return deep ? status : without(status, StepStatus::penetration);
}

/// What happens to the body if it is given the velocity and the world is stepped.
inline Prediction happens(World world, BodyId body, const Vec2& velocity, int steps,
                          const PredictionOptions& options = {}) {
  world.set_velocity(body, velocity);
  if (options.angular_velocity) world.set_angular_velocity(body, *options.angular_velocity);
  Prediction shot;
  for (int step = 0; step < steps; ++step) {
    const StepStatus status = world.step(dt);
    shot.status = shot.status | status_for(world, body, status);
    shot.poses.push_back(world.pose(body));
    for (const Impact& impact : world.impacts()) {
      if (impact.body_a == body || impact.body_b == body) shot.impacts.push_back({step, impact});
    }
  }
  return shot;
}

/// The first step in which two predictions differ, for messages.
inline std::string difference(const Prediction& a, const Prediction& b) {
  for (std::size_t i = 0; i < a.poses.size() && i < b.poses.size(); ++i) {
    if (bits(a.poses[i]) != bits(b.poses[i])) return "poses differ from step " + std::to_string(i) + " on";
  }
  return std::to_string(a.impacts.size()) + " impacts predicted, " + std::to_string(b.impacts.size()) + " happened";
}

/// Predicts, compares with what happens, and checks that the prediction left the world as it was.
inline Prediction expect_as_predicted(const World& world, BodyId body, const Vec2& velocity, int steps,
                                      const PredictionOptions& options = {}) {
  const World before = world;
  const std::uint64_t hash = world.hash();
  const Prediction shot = world.predict(body, velocity, dt, steps, options);
  EXPECT_TRUE(world == before);
  EXPECT_EQ(world.hash(), hash);
  const Prediction truth = happens(world, body, velocity, steps, options);
  EXPECT_TRUE(same(shot, truth)) << difference(shot, truth);
  EXPECT_EQ(shot.status, truth.status);
  return shot;
}

}  // namespace bankshot::testing
