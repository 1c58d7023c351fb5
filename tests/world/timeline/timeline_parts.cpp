// The parts of the timeline, each by itself, against plain models.

#include <bankshot/world/timeline/closing_bound.hpp>
#include <bankshot/world/timeline/impact_queue.hpp>
#include <bankshot/world/timeline/met_pairs.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <map>
#include <set>

namespace bankshot::testing {
namespace {

using detail::Candidate;
using detail::none;
using detail::PairKey;
using detail::QueuedImpact;
using detail::Rank;
using detail::V2;

/// A world of discs, all of whose pairs are drawn at random, and the parts of a timeline for it.
struct SomePairs {
  World world{WorldDef{}};
  detail::BroadPairs broad;
  detail::ContactPairs pairs;
  detail::SolverWork work;
  detail::ToiWork toi;
  detail::PairCache finder;
  std::vector<detail::Motion> motion;
  detail::TimelineStep step;
  detail::Trajectories paths{step};
  detail::Candidates candidates{step, paths};
  detail::ImpactQueue queue{step, paths, candidates};
  std::set<PairKey> keys;

  SomePairs(Random& random, int bodies) {
    for (int i = 0; i < bodies; ++i) {
      const Vec2 at = random.vec2(10);
      world.add_body({.position = at, .velocity = random.vec2(30)}, circle(Real(0.25)));
    }
    world.step(dt);  // gives the bodies their ranks
    detail::WorldState& state = detail::WorldAccess::state(world);
    motion.resize(state.bodies.size());
    for (std::size_t i = 0; i < motion.size(); ++i) {
      motion[i].velocity = state.bodies.velocity[i].linear;
      motion[i].displacement = dt * motion[i].velocity;
    }
    step = {&state, &broad, &broad.reach, &pairs, &work, &toi, &finder, &motion, nullptr, dt};
    for (std::uint32_t a = 0; a < state.proxies.size(); ++a) {
      for (std::uint32_t b = a + 1; b < state.proxies.size(); ++b) {
        if (random.one_in(2)) add(random, {a, b, 0, 0});
      }
    }
    paths.clear();
    candidates.clear();
  }

  void add(Random& random, const PairKey& key) {
    const detail::WorldState& state = *step.world;
    const Rank a = state.proxies[key.a].body, b = state.proxies[key.b].body;
    keys.insert(key);
    if (random.one_in(2)) {
      toi.far.push_back({key, {a, b}, 0});
      return;
    }
    detail::ContactPair& pair = pairs.near.emplace_back();
    pair.key = key, pair.body_a = a, pair.body_b = b, pair.solve = random.one_in(2);
    pairs.geometry.emplace_back();
  }

  bool has(const PairKey& key, Rank rank) const {
    return step.world->proxies[key.a].body == rank || step.world->proxies[key.b].body == rank;
  }
};

TEST(Trajectories, StayWhereTheyAre) {
  Random random(3);
  SomePairs some(random, 60);
  std::map<Rank, const detail::Trajectory*> seen;
  for (int i = 0; i < 400; ++i) {
    const auto rank = static_cast<Rank>(random.below(60));
    EXPECT_EQ(some.paths.has(rank), seen.count(rank) != 0);
    const detail::Trajectory* const path = &some.paths.of(rank);
    EXPECT_EQ(seen.emplace(rank, path).first->second, path);
    EXPECT_EQ(&some.paths[rank], path);
  }
  EXPECT_EQ(some.paths.size(), seen.size());
  for (std::size_t i = 0; i < some.paths.size(); ++i) EXPECT_EQ(seen.erase(some.paths.body(i)), 1u);
  EXPECT_TRUE(seen.empty());
  some.paths.clear();
  for (Rank rank = 0; rank < 60; ++rank) EXPECT_FALSE(some.paths.has(rank));
}

TEST(Trajectories, DifferIfOneMovesAway) {
  Random random(4);
  SomePairs some(random, 20);
  const detail::WorldState& state = *some.step.world;
  for (int i = 0; i < 200; ++i) {
    const auto a = static_cast<Rank>(random.below(20)), b = static_cast<Rank>(random.below(20));
    const Real time = random.real(0, 1) * dt;
    const auto at = [&](Rank rank) {
      const V2 centre = state.bodies.pose[rank].centre, v = some.motion[rank].velocity;
      return std::pair(double{centre.x} + double{time} * double{v.x}, double{centre.y} + double{time} * double{v.y});
    };
    const V2 found = some.paths.difference(a, b, time);
    const double near = 64 * double{tolerance::eps};
    EXPECT_NEAR(double{found.x}, at(a).first - at(b).first, 20 * near);
    EXPECT_NEAR(double{found.y}, at(a).second - at(b).second, 20 * near);
  }
}

TEST(Candidates, OfABodyAreAllItsPairsOnce) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    SomePairs some(random, 3 + random.below(12));
    const int bodies = static_cast<int>(some.step.world->bodies.size());
    std::set<PairKey> excluded, added;
    for (std::uint32_t i = 0; i < some.pairs.near.size(); ++i) {
      if (random.one_in(5)) {
        some.candidates.exclude(i);
        excluded.insert(some.pairs.near[i].key);
      } else if (random.one_in(4)) {
        some.candidates.add_listed(i);
        added.insert(some.pairs.near[i].key);
      }
    }
    some.candidates.open();
    for (int i = 0; i < bodies; ++i) {
      const auto rank = static_cast<Rank>(random.below(bodies));
      if (random.one_in(2)) some.candidates.add_pairs_of(rank);
      std::multiset<PairKey> found;
      some.candidates.for_each_key(rank, [&](const PairKey& key) { found.insert(key); });
      std::multiset<PairKey> expected;
      for (const PairKey& key : some.keys) {
        if (some.has(key, rank) && excluded.count(key) == 0) expected.insert(key);
      }
      EXPECT_EQ(found, expected) << "seed " << seed << ", body " << rank;
    }
    std::set<PairKey> places;
    for (std::uint32_t place = 0; place < some.candidates.size(); ++place) {
      EXPECT_TRUE(places.insert(some.candidates[place].key).second);
    }
    for (const PairKey& key : added) EXPECT_EQ(places.count(key), 1u);
  }
}

/// Bodies deviate from their paths at random; pairs stay apart as long as they deviate by less than the clearance.
TEST(Candidates, NearABodyAreThoseWhoseClearanceIsUsedUp) {
  Random random(9);
  SomePairs some(random, 12);
  some.candidates.open();
  std::vector<Real> deviation(12);
  for (int round = 0; round < 300; ++round) {
    const auto rank = static_cast<Rank>(random.below(12));
    if (random.one_in(8)) some.candidates.add_pairs_of(static_cast<Rank>(random.below(12)));  // may already be near
    detail::Trajectory& path = some.paths.of(rank);
    const V2 change{random.real(-1, 1), random.real(-1, 1)};
    path.velocity += change;
    const Real before = some.candidates.deviation(rank, rank) / 2;
    some.candidates.note_deviation(rank, dt / 2);
    deviation[rank] = some.candidates.deviation(rank, rank) / 2;
    EXPECT_GE(deviation[rank] - before,
              dt / 2 * detail::length(change) * (1 - 1024 * tolerance::eps) - 64 * tolerance::eps * deviation[rank]);
    std::set<std::uint32_t> found, expected;
    some.candidates.for_each_near(rank, [&](std::uint32_t place) {
      found.insert(place);
      if (random.one_in(2)) {
        some.candidates[place].clearance = some.candidates.deviation(rank, rank) + random.real(0, 2);
        expected.insert(place);
      }
    });
    for (std::uint32_t place = 0; place < some.candidates.size(); ++place) {
      const Candidate& candidate = some.candidates[place];
      if (candidate.rests || (candidate.body_a != rank && candidate.body_b != rank)) continue;
      if (!(deviation[candidate.body_a] + deviation[candidate.body_b] < candidate.clearance)) expected.insert(place);
    }
    EXPECT_EQ(found, expected) << "round " << round;
  }
}

TEST(ImpactQueue, GivesTheEarliestAndKnowsWhatIsVoid) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    SomePairs some(random, 8);
    some.candidates.open();
    for (Rank rank = 0; rank < 8; ++rank) some.candidates.add_pairs_of(rank), some.paths.of(rank);
    if (some.candidates.size() == 0) continue;
    std::map<std::uint32_t, Real> valid;
    for (int i = 0; i < 200; ++i) {
      const auto place = static_cast<std::uint32_t>(random.below(static_cast<int>(some.candidates.size())));
      Candidate& candidate = some.candidates[place];
      ++candidate.version;
      const Real when = dt * static_cast<Real>(random.below(8)) / 8;  // many at the same time
      some.queue.set_time(place, when);
      some.queue.push({when, candidate.key, place, candidate.version, {}, {}, {}});
      valid[place] = when;
      if (random.one_in(50)) some.queue.drop_invalid();
    }
    EXPECT_LE(some.queue.all().size(), 200u);
    std::vector<std::pair<Real, PairKey>> expected, found;
    for (const auto& [place, when] : valid) expected.emplace_back(when, some.candidates[place].key);
    std::sort(expected.begin(), expected.end());
    while (!some.queue.empty()) {
      const QueuedImpact next = some.queue.pop();
      if (some.queue.is_valid(next)) found.emplace_back(next.time, next.key);
    }
    EXPECT_EQ(found, expected) << "seed " << seed;
  }
}

TEST(ImpactQueue, DropsWhatIsVoidOnceThatIsMost) {
  Random random(1);
  SomePairs some(random, 4);
  some.candidates.open();
  for (Rank rank = 0; rank < 4; ++rank) some.candidates.add_pairs_of(rank), some.paths.of(rank);
  ASSERT_GT(some.candidates.size(), 0u);
  for (int i = 0; i < 1000; ++i) {
    Candidate& candidate = some.candidates[0];
    ++candidate.version;
    some.queue.push({dt / 2, candidate.key, 0, candidate.version, {}, {}, {}});
    some.queue.drop_invalid();
    EXPECT_LE(some.queue.all().size(), 2 * std::size_t{some.candidates.size()});
  }
}

/// Each body lists its candidates that have a time before the end of the step.
TEST(ImpactQueue, ListsForEachBodyWhatItIsToMeet) {
  Random random(6);
  SomePairs some(random, 10);
  some.candidates.open();
  for (Rank rank = 0; rank < 10; ++rank) some.candidates.add_pairs_of(rank), some.paths.of(rank);
  for (int round = 0; round < 400; ++round) {
    const auto place = static_cast<std::uint32_t>(random.below(static_cast<int>(some.candidates.size())));
    some.queue.set_time(place, random.one_in(2) ? dt : random.real(0, 0.9) * dt);
    for (Rank rank = 0; rank < 10; ++rank) {
      std::multiset<std::uint32_t> found, expected;
      for (std::uint32_t i = some.paths[rank].awaited; i != none && found.size() <= some.candidates.size();) {
        found.insert(i);
        i = some.candidates[i].awaited[some.candidates[i].body_b == rank].next;
      }
      for (std::uint32_t i = 0; i < some.candidates.size(); ++i) {
        const Candidate& candidate = some.candidates[i];
        if (candidate.when < dt && (candidate.body_a == rank || candidate.body_b == rank)) expected.insert(i);
      }
      ASSERT_EQ(found, expected) << "round " << round << ", body " << rank;
    }
  }
}

/// Two discs on parabolas, in steps of a 64th, in double.
TEST(ClosingBound, HoldsOnTheWholePath) {
  Random random(8);
  int excluded = 0, met = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const auto bound_of = [&](double(&v)[2], double(&a)[2]) {
      for (int i = 0; i < 2; ++i) v[i] = double{random.real(-30, 30)};
      for (int i = 0; i < 2; ++i) a[i] = double{random.real(-400, 400)};
      detail::PathBound bound;
      const double h = double{dt};
      bound.way = {static_cast<Real>(h * v[0] + h * h / 2 * a[0]), static_cast<Real>(h * v[1] + h * h / 2 * a[1])};
      bound.bend = {static_cast<Real>(h * h / 2 * a[0]), static_cast<Real>(h * h / 2 * a[1])};
      return bound;
    };
    double va[2], aa[2], vb[2], ab[2];
    const detail::PathBound a = bound_of(va, aa), b = bound_of(vb, ab);
    const detail::ClosingBound closing = closing_bound(a, b);
    const Vec2 apart = random.vec2(2);
    const Real radii = random.real(0.1, 0.5);
    const double gap = std::hypot(double{apart.x()}, double{apart.y()}) - double{radii};
    if (gap <= 0) continue;
    double least = gap;
    for (int i = 0; i <= 64; ++i) {
      const double t = double{dt} * i / 64;
      double at[2] = {double{apart.x()}, double{apart.y()}};
      for (int k = 0; k < 2; ++k) at[k] += t * (va[k] - vb[k]) + t * t / 2 * (aa[k] - ab[k]);
      least = std::min(least, std::hypot(at[0], at[1]) - double{radii});
    }
    met += least <= 0;
    const double rounding = 64 * double{tolerance::eps};
    if (closing.cannot_meet(static_cast<Real>(gap))) {
      ++excluded;
      EXPECT_GT(least, -rounding) << "trial " << trial;
    }
    EXPECT_LE(gap - least, double{closing.farthest()} + rounding) << "trial " << trial;
  }
  EXPECT_GT(excluded, 500);
  EXPECT_GT(met, 50);
}

TEST(MetPairs, AreSortedOnceEach) {
  detail::MetPairs met;
  for (const std::uint32_t a : {5u, 1u, 5u, 3u, 1u}) met.add({a, 9, 0, a});
  met.sort();
  ASSERT_EQ(met.keys().size(), 3u);
  EXPECT_TRUE(std::is_sorted(met.keys().begin(), met.keys().end()));
  EXPECT_FALSE(met.have_met({1, 9, 0, 0}));
  met.add_shapes({1, 9, 4, 0});
  EXPECT_TRUE(met.have_met({1, 9, 0, 7}));  // any parts of the two shapes
  EXPECT_FALSE(met.have_met({9, 1, 0, 0}));
  met.clear();
  EXPECT_FALSE(met.have_met({1, 9, 0, 0}));
  EXPECT_TRUE(met.keys().empty());
}

}  // namespace
}  // namespace bankshot::testing
