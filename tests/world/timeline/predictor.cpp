// A pair that the predictor postpones meets when it would have met if it had been swept at once.

#include <bankshot/world/timeline/expanded_reach.hpp>
#include <bankshot/world/timeline/predictor.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::PairKey;
using detail::Rank;
using detail::V2;

/// The parts of a timeline that predict, for one world.
struct PartPrediction {
  detail::TimelineStep step;
  detail::Trajectories paths{step};
  detail::Candidates candidates{step, paths};
  detail::ImpactQueue queue{step, paths, candidates};
  detail::StuckBodies stuck{step, paths, candidates};
  detail::MetPairs met;
  detail::SurfaceContinuation surface{step, paths};
  detail::ContactBatch batch;
  detail::Predictor predictor{step, paths, candidates, queue, stuck, met, surface, batch};

  PartPrediction(const detail::TimelineStep& of, const std::vector<PairKey>& keys) : step(of) {
    paths.clear(), candidates.clear();
    for (const PairKey& key : keys) candidates.add(key);
    candidates.open();
    for (std::uint32_t place = 0; place < candidates.size(); ++place) predictor.add(place, 0);
    predictor.predict(0, false);
  }

  /// Gives a body another path from `time` on.
  void turn(Rank rank, Real time, V2 velocity, Real spin) {
    detail::Trajectory& path = paths.of(rank);
    rebase(path, time);
    path.velocity = velocity, path.spin = spin, path.changed = true;
    candidates.note_deviation(rank, time);
  }

  void sweep_all(Real time) {
    for (std::uint32_t place = 0; place < candidates.size(); ++place) predictor.add(place, time);
    predictor.predict(time, false);
  }

  void sweep_postponed() {
    for (std::uint32_t place = 0; place < candidates.size(); ++place) {
      if (candidates[place].postponed >= 0) predictor.sweep_postponed(place);
    }
  }
};

Shape random_mask(Random& random, int size) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(size * size));
  for (std::uint8_t& pixel : pixels) pixel = random.one_in(2) ? 1 : 0;
  pixels[0] = 1;
  return mask({.width = size, .height = size}, pixels);
}

/// Two bodies of many parts, near one another, each of which turns a few times within the step.
TEST(Predictor, MeetsTwoPartsWhenItWouldHadItSweptThemAtOnce) {
  int met = 0, postponed = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    World world{WorldDef{.sleep = false}};
    for (int i = 0; i < 2; ++i) {
      const Shape shape = random_mask(random, 4 + random.below(6));
      const Vec2 at = random.vec2(6);
      world.add_body({.position = at, .rotation = Rotation::from_angle(random.real(-3, 3))}, shape);
    }
    world.step(dt);
    detail::WorldState& state = detail::WorldAccess::state(world);
    detail::BroadPairs broad;
    const detail::ContactPairs pairs;
    const detail::SolverWork work;
    const detail::ToiWork toi;
    detail::PairCache finder;
    std::vector<detail::Motion> motion(state.bodies.size());
    detail::PartCandidates parts;
    detail::part_pairs(state, 0, 1, 3, detail::no_part_limit, parts);
    std::vector<PairKey> keys;
    for (const detail::PartCandidate& part : parts.list) keys.push_back(part.key);
    const detail::TimelineStep step{&state, &broad, &broad.reach, &pairs, &work, &toi, &finder, &motion, nullptr, dt};
    PartPrediction late(step, keys), at_once(step, keys);
    Real time = 0;
    for (int turns = 1 + random.below(5); turns > 0; --turns) {
      time += random.real(0, 0.3) * (dt - time);
      const auto rank = static_cast<Rank>(random.below(2));
      const V2 velocity{random.real(-60, 60), random.real(-60, 60)};
      const Real spin = random.real(-40, 40);
      late.turn(rank, time, velocity, spin), at_once.turn(rank, time, velocity, spin);
      late.predictor.predict_again(rank, time);
    }
    at_once.sweep_all(time);
    for (std::uint32_t place = 0; place < late.candidates.size(); ++place) {
      postponed += late.candidates[place].postponed >= 0;
    }
    late.sweep_postponed();
    for (std::uint32_t place = 0; place < late.candidates.size(); ++place) {
      EXPECT_EQ(late.candidates[place].when, at_once.candidates[place].when) << "seed " << seed << ", pair " << place;
      met += at_once.candidates[place].when < dt;
    }
  }
  EXPECT_GT(met, 1000);
  EXPECT_GT(postponed, 1000);
}

}  // namespace
}  // namespace bankshot::testing
