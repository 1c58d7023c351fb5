// A step that looks only at ranges of ranks in which something moves gives the bits of a step that looks at all ranks.
// A copy of the world does so, since it knows of no last step.

#include <bankshot/world/bodies/state.hpp>

#include <algorithm>
#include <cmath>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::ActiveRanks;
using detail::BodyFlags;
using detail::Rank;
using detail::WorldAccess;

/// A field of small heaps that sleep, over a floor; every fourth body has restitution.
std::vector<BodyId> add_sleepers(World& world, Random& random, int heaps) {
  std::vector<BodyId> bodies;
  for (int heap = 0; heap < heaps; ++heap) {
    for (int i = 0, height = 1 + random.below(4); i < height; ++i) {
      const Real x = Real(3) * static_cast<Real>(heap - heaps / 2), y = static_cast<Real>(i) + Real(0.5);
      const Real e = random.one_in(4) ? random.real(0, 1) : Real(0);
      const Shape shape = random.one_in(3) ? circle(Real(0.5)) : box(1, 1);
      bodies.push_back(world.add_body({.position = Vec2(x, y)}, shape, {.restitution = e}));
    }
  }
  return bodies;
}

/// Edits of the user between steps: most often none.
void disturb(World& world, Random& random, std::vector<BodyId>& bodies) {
  const auto any = static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())));
  switch (random.below(40)) {
    case 0: world.set_velocity(bodies[any], random.vec2(8)); break;
    case 1: world.set_awake(bodies[any], random.one_in(2)); break;
    case 2: bodies.push_back(world.add_body({.position = Vec2(random.real(-60, 60), 8)}, circle(Real(0.4)))); break;
    case 3:
      world.remove_body(bodies[any]);
      bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(any));
      break;
    case 4: world.set_type(bodies[any], random.one_in(2) ? BodyType::kinematic : BodyType::dynamic); break;
    default: break;
  }
}

void expect_steps_like_copies(std::uint64_t seed, int threads) {
  Random random(seed);
  World world({.gravity = Vec2(0, -10), .threads = threads});
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2), {});
  std::vector<BodyId> bodies = add_sleepers(world, random, 40);
  for (int i = 0; i < 150; ++i) world.step(dt);
  for (int i = 0; i < 150; ++i) {
    disturb(world, random, bodies);
    World copy = world;
    copy.step(dt);
    world.step(dt);
    ASSERT_TRUE(copy == world) << "seed " << seed << ", step " << i;
    ASSERT_EQ(copy.counts().awake_bodies, world.counts().awake_bodies);
  }
}

TEST(ActiveRanks, StepLikeAllRanks) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) expect_steps_like_copies(seed, seed % 3 == 0 ? 3 : 1);
}

std::vector<Rank> ranks_of(const ActiveRanks& active) {
  std::vector<Rank> ranks;
  active.for_each([&](Rank rank) { ranks.push_back(rank); });
  return ranks;
}

TEST(ActiveRanks, HoldWhatMovesAndLittleElse) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<BodyFlags> flags(static_cast<std::size_t>(random.below(400)));
    std::size_t moving = 0;
    for (BodyFlags& body : flags) {
      body.awake = random.one_in(30);
      moving += body.awake;
    }
    ActiveRanks active;
    active.begin(flags, 1);
    EXPECT_EQ(ranks_of(active).size(), flags.size()) << "all of them at first";
    active.begin(flags, 1);
    const std::vector<Rank> ranks = ranks_of(active);
    EXPECT_TRUE(std::is_sorted(ranks.begin(), ranks.end()));
    EXPECT_LE(ranks.size(), 16 * moving);
    std::size_t found = 0;
    for (const Rank rank : ranks) found += flags[rank].awake;
    EXPECT_EQ(found, moving);
    active.disturb();
    active.begin(flags, 1);
    EXPECT_EQ(ranks_of(active).size(), flags.size()) << "all of them when anything has changed";
    active.begin(flags, 2);
    EXPECT_EQ(ranks_of(active).size(), flags.size()) << "of another structure";
  }
}

/// Each rank occurs once, in order within a piece, whichever piece has it.
TEST(ActiveRanks, AreCutIntoPieces) {
  std::vector<BodyFlags> flags(1000);
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i].awake = i % 100 < 40;
  ActiveRanks active;
  active.begin(flags, 1), active.begin(flags, 1);
  const detail::ThreadTeam team(3, Executor{});
  std::vector<std::vector<Rank>> of_piece(3);
  active.ranges(team, 16, [&](const detail::Range& range) {
    for (std::size_t rank = range.begin; rank < range.end; ++rank) {
      of_piece[range.chunk].push_back(static_cast<Rank>(rank));
    }
  });
  std::vector<Rank> all;
  for (const std::vector<Rank>& ranks : of_piece) {
    EXPECT_FALSE(ranks.empty());
    all.insert(all.end(), ranks.begin(), ranks.end());
  }
  EXPECT_EQ(all, ranks_of(active));
}

/// A ball goes round a corner and hits a sleeping one, which nothing foresaw when the step began: the later stages know
/// of it all the same.
TEST(ActiveRanks, KnowWhoWasHit) {
  World world({.gravity = Vec2(0, 0)});
  world.add_body({.type = BodyType::fixed}, polygon(std::vector<Vec2>{{0, -2}, {4, -2}, {4, 2}}), {.restitution = 1});
  const Real x = 2 - std::sqrt(Real(0.5)), y = Real(2.2);  // where the ball turns upwards, and meets the next one
  const BodyId sleeper = world.add_body({.position = Vec2(x, y), .awake = false}, circle(Real(0.5)));
  for (int i = 0; i < 200; ++i) {
    world.add_body({.position = Vec2(Real(3) * static_cast<Real>(i), 40), .awake = false}, circle(1));
  }
  for (int i = 0; i < 3; ++i) world.step(dt);
  const Material elastic{.restitution = 1, .friction = 0};
  const BodyId ball = world.add_body({.position = Vec2(x - Real(1.5), 0)}, circle(Real(0.5)), elastic);
  for (int i = 0; i < 3; ++i) world.step(dt);
  ASSERT_EQ(world.counts().awake_bodies, 1);
  world.set_velocity(ball, Vec2(200, 0));
  world.step(dt);
  EXPECT_EQ(world.impacts().size(), 2u);
  EXPECT_TRUE(world.awake(sleeper));
  EXPECT_EQ(world.counts().awake_bodies, 2);
}

}  // namespace
}  // namespace bankshot::testing
