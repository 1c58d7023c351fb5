// Loads on bodies that joints tie: bridges of planks between two nails, with a box on them.

#include "../random.hpp"
#include "effort.hpp"

#include <bankshot/bankshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace bankshot::testing {
namespace {

constexpr Real loaded_frame = Real(1) / 60;

struct LoadedBridge {
  World world{{.gravity = Vec2(0, -10), .energy_ledger = true}};
  std::vector<BodyId> planks;
  BodyId load;
};

/// `count` planks of a metre on an arc that hangs by `sag` of its length, and a box of a metre just above plank `at`,
/// or on it if there is no sag, `ratio` times as heavy as a plank.
LoadedBridge make_bridge(int count, double sag, int at, double ratio) {
  LoadedBridge made;
  World& world = made.world;
  const BodyId shores = world.add_body({.type = BodyType::fixed});
  const double turn = 8 * sag / count;
  double angle = -turn * (count - 1) / 2, x = 0, y = 0;
  BodyId last = shores;
  const auto tie = [&](BodyId next) {
    const Vec2 anchor(static_cast<Real>(x), static_cast<Real>(y));
    world.add_joint(RevoluteDef{.body_a = last, .body_b = next, .anchor = anchor});
    last = next;
  };
  for (int i = 0; i < count; ++i, angle += turn) {
    const Vec2 middle(static_cast<Real>(x + std::cos(angle) / 2), static_cast<Real>(y + std::sin(angle) / 2));
    const Rotation rotation = Rotation::from_angle(static_cast<Real>(angle));
    made.planks.push_back(world.add_body({.position = middle, .rotation = rotation}, box(1, Real(0.2))));
    tie(made.planks.back());
    x += std::cos(angle), y += std::sin(angle);
  }
  tie(shores);
  const Vec2 below = world.position(made.planks[static_cast<std::size_t>(at)]);
  made.load = world.add_body({.position = below + Vec2(0, Real(0.6) + static_cast<Real>(4 * sag))}, box(1, 1));
  const MassProperties plank = world.mass_properties(made.planks[0]), cube = world.mass_properties(made.load);
  const Real scale = static_cast<Real>(ratio) * plank.mass / cube.mass;
  world.set_mass_properties(made.load, {.mass = scale * cube.mass, .inertia = scale * cube.inertia});
  return made;
}

double widest_opening(const World& world) {
  double widest = 0;
  for (const JointId id : world.joints()) {
    const Joint joint = world.joint(id);
    widest = std::max(widest, static_cast<double>((joint.anchor_a - joint.anchor_b).norm()));
  }
  return widest;
}

/// Steps until all sleep, for a minute at most: a bridge may swing for long. Expects that the joints stay closed and
/// that no energy comes up.
void expect_rest(LoadedBridge& bridge, double weight) {
  World& world = bridge.world;
  const double energy = world.energy().total();
  double gap = 0, most = energy;
  for (int i = 0; i < 3600 && world.awake(bridge.load); ++i) {
    world.step(loaded_frame);
    gap = std::max(gap, widest_opening(world));
    most = std::max(most, world.energy().total());
  }
  EXPECT_GT(world.position(bridge.load).y(), world.position(bridge.planks[0]).y() - 10) << "it lies on the bridge";
  EXPECT_LT(gap, 1e-5 * static_cast<double>(bridge.planks.size()));
  EXPECT_LT(most - energy, 1e-3 * weight);
  EXPECT_LT(world.deepest_penetration(), 0.02);
  EXPECT_LT(world.energy_ledger().joints, 1e-3 * weight);
}

TEST(LoadedWorld, BridgesThatHangBearABox) {
  Random random(7);
  for (int n = 0; n < bankshot_test::effort(24); ++n) {
    const int count = 2 + random.below(20), at = count / 4 + random.below(count / 2 + 1);
    const auto sag = static_cast<double>(random.real(0.03, 0.12));
    const double ratio = std::pow(10, static_cast<double>(random.real(-3, 1)));
    SCOPED_TRACE("bridge of " + std::to_string(count) + ", box on " + std::to_string(at) + ", sag " +
                 std::to_string(sag) + ", ratio " + std::to_string(ratio));
    LoadedBridge made = make_bridge(count, sag, at, ratio);
    expect_rest(made, std::max(1.0, ratio) * 2);
  }
}

/// Across a straight chain no joint resists a load at first.
TEST(LoadedWorld, TautBridgesBearABox) {
  for (const int count : {3, 10, 30}) {
    for (const double ratio : {0.01, 1.0, 5.0}) {
      SCOPED_TRACE("bridge of " + std::to_string(count) + ", ratio " + std::to_string(ratio));
      LoadedBridge made = make_bridge(count, 0, count / 2, ratio);
      const Real before = made.world.position(made.load).y();
      expect_rest(made, std::max(1.0, ratio) * 2);
      EXPECT_NEAR(made.world.position(made.load).y(), before, 0.1);
      EXPECT_FALSE(made.world.awake(made.load));
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
