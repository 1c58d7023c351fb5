// The lists of the near pairs that the solver and the timeline have: made while pairs are classified, and corrected
// when other contacts of the bodies decide.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/step/scratch.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::ContactPair;
using detail::RankPair;

/// The lists that the pairs themselves imply.
void expect_lists(const detail::StepScratch& scratch) {
  const detail::ContactPairs& pairs = scratch.pairs;
  std::vector<std::uint32_t> solved, loose;
  std::vector<RankPair> bodies;
  std::vector<std::uint8_t> young;
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    const ContactPair& pair = pairs.near[i];
    if (!pair.solve) loose.push_back(i);
    if (!pair.solve) continue;
    solved.push_back(i);
    bodies.push_back({pair.body_a, pair.body_b});
    young.push_back(pair.age < tolerance::settling_steps);
  }
  EXPECT_EQ(scratch.work.pairs, solved);
  EXPECT_EQ(scratch.work.bodies, bodies);
  EXPECT_EQ(scratch.work.young, young);
  EXPECT_EQ(scratch.toi.loose, loose);
}

/// Steps of discs without restitution that fall on a pile of them and meet on their way; returns in how many of these a
/// pair was moved from one list to the other.
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
    const detail::StepScratch& scratch = *detail::WorldAccess::state(world).scratch;
    expect_lists(scratch);
    changed += scratch.classify.undecided.doubtful.all().front().empty() ? 0 : 1;
  }
  return changed;
}

/// The number of pairs of a step for which the loads of all others were asked.
std::size_t asked(const World& world) {
  std::size_t count = 0;
  for (const auto& of_range : detail::WorldAccess::state(world).scratch->classify.undecided.open.all())
    count += of_range.size();
  return count;
}

// Resting pairs cost hardly more with restitution than without: nothing asks for their press, not even side by side.
TEST(NearLists, NothingIsAskedOfACalmPile) {
  Random random(3);
  for (int draw = 0; draw < 20; ++draw) {
    World world(WorldDef{.gravity = Vec2(0, random.real(-20, -2)), .sleep = false});
    const Material material{.restitution = random.real(0.05, 0.95), .friction = random.real(0.4, 1)};
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(60, 2), material);
    const Real size = static_cast<Real>(1 + random.below(4)) / 4;
    const int rows = 2 + random.below(9);
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < rows - row; ++i) {
        const Vec2 place(size * (Real(i) + Real(row) / 2), size * (Real(row) + Real(0.5)));
        world.add_body({.position = place}, box(size, size), material);
      }
    }
    for (int i = 0; i < 90; ++i) world.step(dt);
    ASSERT_GT(world.counts().pairs, 0);
    EXPECT_EQ(asked(world), 0u) << draw;
  }
}

TEST(NearLists, AreWhatPairsSay) { EXPECT_GT(steps_with_a_change(1), 5); }

TEST(NearLists, AreWhatPairsSayInSeveralThreads) { EXPECT_GT(steps_with_a_change(4), 5); }

}  // namespace
}  // namespace bankshot::testing
