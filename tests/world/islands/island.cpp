// Islands, built from lists of bodies alone, against components found by search.

#include <bankshot/world/islands/island.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <span>

namespace bankshot::testing {
namespace {

using detail::none;
using detail::Rank;
using detail::RankPair;

/// Bodies far from one another, of any type and some of them asleep, after a step: they have ranks and ranges of ranks.
World some_bodies(Random& random, int count) {
  World world(WorldDef{.sleep = true});
  for (int i = 0; i < count; ++i) {
    const int kind = random.below(4);
    const BodyType type = kind == 0 ? BodyType::fixed : kind == 1 ? BodyType::kinematic : BodyType::dynamic;
    const bool awake = !random.one_in(5);
    world.add_body({.type = type, .position = Vec2(static_cast<Real>(10 * i), 0), .awake = awake}, circle(1));
  }
  world.step(dt);
  return world;
}

/// The lowest rank to which each body is joined; none for a body that is not dynamic or not awake.
std::vector<Rank> components(const detail::WorldState& state, std::span<const RankPair> joined) {
  const auto member = [&state](Rank rank) {
    const detail::BodyFlags flags = state.bodies.flags[rank];
    return flags.type == BodyType::dynamic && flags.awake;
  };
  std::vector<Rank> root(state.bodies.size(), none);
  for (Rank first = 0; first < root.size(); ++first) {
    if (!member(first) || root[first] != none) continue;
    std::vector<Rank> waiting{first};
    root[first] = first;
    while (!waiting.empty()) {
      const Rank at = waiting.back();
      waiting.pop_back();
      for (const RankPair& pair : joined) {
        if (pair.a != at && pair.b != at) continue;
        const Rank other = pair.a == at ? pair.b : pair.a;
        if (member(other) && root[other] == none) root[other] = first, waiting.push_back(other);
      }
    }
  }
  return root;
}

TEST(Islands, AreTheComponentsOfAwakeDynamicBodies) {
  Random random(11);
  for (int trial = 0; trial < 300; ++trial) {
    const int count = 2 + random.below(40);
    World world = some_bodies(random, count);
    const detail::WorldState& state = detail::WorldAccess::state(world);
    std::vector<RankPair> joined(static_cast<std::size_t>(random.below(2 * count)));
    for (RankPair& pair : joined) {
      pair.a = static_cast<Rank>(random.below(count));
      pair.b = static_cast<Rank>(random.below(count));
    }
    const std::size_t half = joined.size() / 2;
    detail::Islands islands;
    islands.build(state,
                  {std::span<const RankPair>(joined).first(half), std::span<const RankPair>(joined).subspan(half)});
    const std::vector<Rank> expected = components(state, joined);
    int roots = 0;
    for (Rank rank = 0; rank < expected.size(); ++rank) {
      ASSERT_EQ(islands.root(rank), expected[rank]) << "trial " << trial << ", rank " << rank;
      roots += expected[rank] == rank ? 1 : 0;
    }
    EXPECT_EQ(islands.count(), roots);
    for (const RankPair& pair : joined) {
      const Rank of_a = expected[pair.a], of_b = expected[pair.b];
      EXPECT_EQ(islands.root_of(pair), of_a != none ? of_a : of_b != none ? of_b : 0);
    }
  }
}

TEST(Islands, AreKeptWhileBodiesAndContactsAreTheSame) {
  Random random(12);
  World world = some_bodies(random, 20);
  detail::WorldState& state = detail::WorldAccess::state(world);
  detail::SolverWork work;
  work.bodies = {{1, 2}, {2, 5}};
  detail::Islands islands;
  islands.build(state, work, {});
  EXPECT_FALSE(islands.as_before());
  islands.build(state, work, {});
  EXPECT_TRUE(islands.as_before());
  work.bodies.push_back({7, 8});
  islands.build(state, work, {});
  EXPECT_FALSE(islands.as_before());
  islands.build(state, work, {});
  EXPECT_TRUE(islands.as_before());
  work.bodies.back() = {7, 9};
  islands.build(state, work, {});
  EXPECT_FALSE(islands.as_before());
}

}  // namespace
}  // namespace bankshot::testing
