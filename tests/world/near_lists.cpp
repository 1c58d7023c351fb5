// The lists of who looks at which near pair: made while pairs are classified, and put right when company decides.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/scratch.hpp>
#include <bankshot/world/state.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::NearPair;
using detail::PairSet;
using detail::RankPair;

/// What the pairs themselves say.
void expect_lists(const PairSet& pairs) {
  std::vector<std::uint32_t> solved, loose;
  std::vector<RankPair> bodies;
  std::vector<std::uint8_t> young;
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    const NearPair& pair = pairs.near[i];
    if (!pair.solve) loose.push_back(i);
    if (!pair.solve) continue;
    solved.push_back(i);
    bodies.push_back({pair.body_a, pair.body_b});
    young.push_back(pair.age < tolerance::settling_steps);
  }
  EXPECT_EQ(pairs.solved, solved);
  EXPECT_EQ(pairs.solved_bodies, bodies);
  EXPECT_EQ(pairs.young, young);
  EXPECT_EQ(pairs.loose, loose);
}

/// Steps of discs without restitution that fall on a pile of them and meet on their way; in how many of these some pair
/// was taken from one list to the other.
int steps_with_a_change(int threads) {
  World world(WorldDef{.gravity = Vec2(0, -10), .threads = threads});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(60, 2));
  Random random(7);
  for (int i = 0; i < 600; ++i) {
    const BodyDef def{.position = Vec2(random.real(-12, 12), random.real(Real(0.5), 40)), .velocity = random.vec2(6)};
    world.add_body(def, circle(Real(0.4)), {.restitution = 0});
  }
  int changed = 0;
  for (int step = 0; step < 90; ++step) {
    world.step(dt);
    const PairSet& pairs = detail::WorldAccess::state(world).scratch->pairs;
    expect_lists(pairs);
    changed += pairs.doubtful.front().empty() ? 0 : 1;
  }
  return changed;
}

TEST(NearLists, AreWhatPairsSay) { EXPECT_GT(steps_with_a_change(1), 5); }

TEST(NearLists, AreWhatPairsSayInSeveralThreads) { EXPECT_GT(steps_with_a_change(4), 5); }

}  // namespace
}  // namespace bankshot::testing
