// The contact pairs that go to the solver and to the timeline, over gaps, speeds and restitutions, and the lists of
// both.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/pairs/find_pairs.hpp>
#include <bankshot/world/rest/classify.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::CachedContact;
using detail::ContactPair;
using detail::Rank;

class Classify : public ::testing::Test {
 protected:
  static constexpr double disc_slop = 1.0 / 256;  // of a disc of 1 m
  static constexpr double weight = 10;            // the acceleration that presses where anything does

  World world;
  detail::PairSearch search;
  detail::BroadPairs broad;
  detail::ContactPairs pairs;
  detail::SolverWork work;
  detail::ToiWork toi;
  detail::ClassifyScratch scratch;

  detail::WorldState& state() { return detail::WorldAccess::state(world); }
  void begin(double gravity) {
    world = World(WorldDef{.gravity = Vec2(0, static_cast<Real>(-gravity))});
    search = {}, broad = {}, pairs = {}, work = {}, toi = {}, scratch = {};
  }
  BodyId add_floor(double restitution = 0) {
    return world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2),
                          {.restitution = static_cast<Real>(restitution)});
  }
  /// A disc of 1 m whose lowest point is at (x, y), and that falls at `speed`.
  BodyId add_disc(double x, double y, double speed = 0, double restitution = 0, double density = 1) {
    return world.add_body({.position = Vec2(static_cast<Real>(x), static_cast<Real>(y + 0.5)),
                           .velocity = Vec2(0, static_cast<Real>(-speed))},
                          circle(Real(0.5)),
                          {.restitution = static_cast<Real>(restitution), .density = static_cast<Real>(density)});
  }
  void classify() {
    detail::update_structure(state());
    state().active.begin(state().bodies.flags, state().structure_changed.stamp());
    detail::find_pairs(state(), dt, search, broad, pairs, toi);
    detail::collide_and_classify(state(), dt, pairs, scratch, work, toi);
    expect_lists();
  }
  /// Each contact pair is on the list that it is marked for.
  void expect_lists() {
    std::vector<std::uint32_t> solved, loose;
    for (std::uint32_t i = 0; i < pairs.near.size(); ++i) (pairs.near[i].solve ? solved : loose).push_back(i);
    EXPECT_EQ(work.pairs, solved);
    EXPECT_EQ(toi.loose, loose);
    ASSERT_EQ(work.bodies.size(), solved.size());
    for (std::size_t i = 0; i < solved.size(); ++i) {
      const ContactPair& pair = pairs.near[solved[i]];
      EXPECT_EQ(work.bodies[i], (detail::RankPair{pair.body_a, pair.body_b}));
    }
  }
  /// The contact pair of two bodies; null if they are too far apart to be one.
  const ContactPair* pair_of(BodyId one, BodyId other) {
    const Rank a = detail::rank_of(state(), one, "test"), b = detail::rank_of(state(), other, "test");
    for (const ContactPair& pair : pairs.near) {
      if ((pair.body_a == a && pair.body_b == b) || (pair.body_a == b && pair.body_b == a)) return &pair;
    }
    return nullptr;
  }
  bool solved(BodyId one, BodyId other) {
    const ContactPair* const pair = pair_of(one, other);
    return pair != nullptr && pair->solve;
  }
  /// True if the solver gets a disc over a floor.
  bool rests_on_floor(double gravity, double gap, double speed, double restitution) {
    begin(gravity);
    const BodyId floor = add_floor(restitution), disc = add_disc(0, gap, speed, restitution);
    classify();
    return solved(floor, disc);
  }
  /// True if the solver gets two discs, one over the other, that close at this speed. `pile`: a third one lies below
  /// them.
  bool rests_in_flight(double gravity, double gap, double speed, bool pile, double density = 1) {
    begin(gravity);
    const BodyId low = add_disc(0, 100), high = add_disc(0, 101 + gap, speed, 0, density);
    if (pile) add_disc(0, 99);
    classify();
    return solved(low, high);
  }
};

// ---- without restitution -----------------------------------------------------------------------------------------

// The solver gets the pair if it is near, if the disc's weight presses it, and if it closes by less than a quarter of a
// metre in the step, not counting what gravity adds.
TEST_F(Classify, WithoutRestitutionWhatFallsOnAFloor) {
  const double most = (0.25 + weight * double{dt} * double{dt}) / double{dt};
  for (const double gap : {-2.0, -0.5, 0.0, 0.05, 1.0, 3.9}) {
    for (const double speed : {-20.0, 0.0, 1.0, 0.99 * most}) {
      EXPECT_TRUE(rests_on_floor(weight, gap * disc_slop, speed, 0)) << gap << ' ' << speed;
    }
    EXPECT_FALSE(rests_on_floor(weight, gap * disc_slop, 1.01 * most, 0)) << gap;
  }
  for (const double speed : {0.0, 1.0, 14.0}) EXPECT_FALSE(rests_on_floor(weight, 4.1 * disc_slop, speed, 0)) << speed;
}

// The pair has an impact, unless the two touch: their gap and their displacement are within an eighth of a slop.
TEST_F(Classify, WithoutRestitutionWhatNothingPresses) {
  const double hair = disc_slop / 8;
  EXPECT_TRUE(rests_on_floor(0, 0.99 * hair, 0, 0));
  EXPECT_FALSE(rests_on_floor(0, 1.01 * hair, 0, 0));
  EXPECT_TRUE(rests_on_floor(0, hair / 2, 0.99 * hair / double{dt}, 0));
  EXPECT_FALSE(rests_on_floor(0, hair / 2, 1.01 * hair / double{dt}, 0));
  for (const double speed : {0.0, 1.0, 14.9}) {
    EXPECT_TRUE(rests_on_floor(0, -0.01 * disc_slop, speed, 0)) << speed;  // too late for an impact
    EXPECT_FALSE(rests_on_floor(0, disc_slop, speed, 0)) << speed;
  }
  EXPECT_FALSE(rests_on_floor(0, -0.01 * disc_slop, 15.1, 0));
}

// Both fall: gravity presses nothing together.
TEST_F(Classify, WithoutRestitutionTwoBodiesInFlight) {
  const double hair = disc_slop / 8, rounding = 1e-4 * disc_slop;
  for (const double gravity : {0.0, weight}) {
    EXPECT_TRUE(rests_in_flight(gravity, 0.9 * hair, 0, false));
    EXPECT_FALSE(rests_in_flight(gravity, 1.1 * hair, 0, false));
    EXPECT_FALSE(rests_in_flight(gravity, 0.9 * hair, 1.1 * hair / double{dt}, false));
    for (const double speed : {0.0, 1.0, 100.0}) {
      EXPECT_TRUE(rests_in_flight(gravity, -disc_slop - rounding, speed, false)) << speed;
      EXPECT_FALSE(rests_in_flight(gravity, disc_slop, speed, false)) << speed;
    }
  }
}

// The solver gets a body that comes down on one that touches another, from any distance that it closes in the step, up
// to a quarter of a metre.
TEST_F(Classify, WithoutRestitutionWhatMeetsAPile) {
  EXPECT_TRUE(rests_in_flight(0, 3.9 * disc_slop, 0, true));
  EXPECT_FALSE(rests_in_flight(0, 4.1 * disc_slop, 0, true));
  EXPECT_TRUE(rests_in_flight(0, 0.19, 12, true));
  EXPECT_FALSE(rests_in_flight(0, 0.21, 12, true));
  EXPECT_TRUE(rests_in_flight(0, 0.245, 100, true));
  EXPECT_FALSE(rests_in_flight(0, 0.255, 100, true));
  // From a mass ratio of 15 on, the heavier one is as firm as a wall.
  EXPECT_TRUE(rests_in_flight(0, 0.1, 100, true, 14));
  EXPECT_FALSE(rests_in_flight(0, 0.1, 100, true, 16));
  EXPECT_TRUE(rests_in_flight(0, -0.1, 100, true, 14));
  EXPECT_FALSE(rests_in_flight(0, -0.1, 100, true, 16));
}

// Anything may touch a floor: a body that lies on it says nothing about one that comes down elsewhere.
TEST_F(Classify, OnlyDynamicBodiesMakeAPile) {
  begin(0);
  const BodyId floor = add_floor(), lying = add_disc(0, 0), coming = add_disc(5, disc_slop, 1);
  classify();
  EXPECT_TRUE(solved(floor, lying));
  EXPECT_FALSE(solved(floor, coming));
}

// ---- with restitution --------------------------------------------------------------------------------------------

// A point that meets the surface at u rises e^2 u^2 / (2 g): it rests below the slop, if it is no farther than that.
TEST_F(Classify, WithRestitutionWhatWouldRiseByLessThanASlop) {
  for (const double e : {0.1, 0.5, 0.9}) {
    for (const double gap : {-0.9, -0.1, 0.1, 0.9}) {
      const double square = 2 * weight * disc_slop * (1 / (e * e) - std::max(gap, 0.0)), most = std::sqrt(square);
      EXPECT_TRUE(rests_on_floor(weight, gap * disc_slop, 0.98 * most, e)) << e << ' ' << gap;
      EXPECT_FALSE(rests_on_floor(weight, gap * disc_slop, 1.02 * most, e)) << e << ' ' << gap;
      EXPECT_TRUE(rests_on_floor(weight, gap * disc_slop, -0.98 * most, e)) << "parting, " << e << ' ' << gap;
      EXPECT_FALSE(rests_on_floor(weight, gap * disc_slop, -1.02 * most, e)) << "parting, " << e << ' ' << gap;
    }
    EXPECT_FALSE(rests_on_floor(weight, 1.1 * disc_slop, 0, e)) << e;
  }
}

// However slow the pair is, unless it is so deep that only the solver gets it out.
TEST_F(Classify, WithRestitutionNothingRestsUnpressed) {
  for (const double e : {0.01, 0.5, 1.0}) {
    for (const double speed : {0.0, 1e-4, 1.0}) {
      for (const double gap : {-0.9, 0.0, 0.9}) EXPECT_FALSE(rests_on_floor(0, gap * disc_slop, speed, e)) << e;
      EXPECT_TRUE(rests_on_floor(0, -1.1 * disc_slop, speed, e)) << e;
    }
    EXPECT_FALSE(rests_on_floor(0, -1.1 * disc_slop, 15.1, e)) << e;
    EXPECT_FALSE(rests_on_floor(-weight, 0, 0, e)) << e << ", pulled away";
  }
}

// From the floor up: the upper disc presses with its weight as soon as the lower one is supported.
TEST_F(Classify, WithRestitutionAStackRestsByItsWeight) {
  for (const bool floor : {true, false}) {
    begin(weight);
    const double e = 0.5;
    if (floor) add_floor(e);
    std::vector<BodyId> stack;
    for (int i = 0; i < 4; ++i) stack.push_back(add_disc(0, i, 0, e));
    classify();
    for (std::size_t i = 1; i < stack.size(); ++i) EXPECT_EQ(solved(stack[i - 1], stack[i]), floor) << i;
  }
}

// ---- what the last step left -------------------------------------------------------------------------------------

class ClassifyAgain : public Classify {
 protected:
  /// A disc at a floor whose contact has these data from the last step; without gravity unless it is given.
  const ContactPair& classify_known(double gap, double speed, double restitution, double load, bool touching,
                                    std::uint8_t age, double gravity = 0) {
    begin(gravity);
    const BodyId floor = add_floor(restitution), disc = add_disc(0, gap, speed, restitution);
    classify();
    const ContactPair& first = *pair_of(floor, disc);
    CachedContact& record = state().contacts.emplace_back();
    record.key = first.key, record.touching = touching, record.age = age;
    record.count = 1, record.normal_impulse[0] = static_cast<Real>(load);
    record.feature[0] = pairs.geometry[static_cast<std::size_t>(&first - pairs.near.data())].points[0].key;
    classify();
    return *pair_of(floor, disc);
  }
};

// The load of a contact shows its press in the last sub-step: the change of speed that the load gave, less the part
// that is left of it.
TEST_F(ClassifyAgain, RestsByTheLoadThatItBore) {
  for (const double e : {0.3, 0.9}) {
    const double change = 0.05, mass = 0.25 * 3.14159265358979323846, rate = 4 / double{dt};
    // e^2 u^2 = 2 (change - u) rate slop
    const double p = rate * disc_slop / (e * e), most = std::sqrt(p * p + 2 * p * change) - p;
    EXPECT_TRUE(classify_known(0, 0.99 * most, e, change * mass, true, 0).solve) << e;
    EXPECT_FALSE(classify_known(0, 1.01 * most, e, change * mass, true, 0).solve) << e;
    EXPECT_FALSE(classify_known(0, 0.99 * most, e, 0, true, 0).solve) << e;
  }
}

// A pair that rested needs a press of 1/256 of the acceleration that acts on it, in whatever direction that is.
TEST_F(ClassifyAgain, GoesOnRestingUnderTheLeastPress) {
  const double e = 0.5, least = weight / 256, most = std::sqrt(2 * least * disc_slop) / e;
  EXPECT_TRUE(classify_known(0, 0.98 * most, e, 0, true, 1, -weight).solve);
  EXPECT_FALSE(classify_known(0, 1.02 * most, e, 0, true, 1, -weight).solve);
  EXPECT_FALSE(classify_known(0, 0.98 * most, e, 0, true, 0, -weight).solve) << "it did not rest";
}

// The range begins at a sixteenth of a slop and ends at a whole one.
TEST_F(ClassifyAgain, TouchesWithinTwoGaps) {
  for (const auto& [gap, begins, stays] :
       {std::tuple{-1.0, true, true}, std::tuple{0.06, true, true}, std::tuple{0.065, false, true},
        std::tuple{0.99, false, true}, std::tuple{1.01, false, false}}) {
    EXPECT_EQ(classify_known(gap * disc_slop, 0, 0, 0, false, 1).touching, begins) << gap;
    EXPECT_EQ(classify_known(gap * disc_slop, 0, 0, 0, true, 1).touching, stays) << gap;
  }
}

TEST_F(Classify, SensorsTouchAndAreNobodys) {
  begin(weight);
  const BodyId floor = add_floor(), ghost = world.add_body({.position = Vec2(0, Real(0.4))});
  world.add_shape(ghost, circle(Real(0.5)), {.sensor = true});
  classify();
  ASSERT_NE(pair_of(floor, ghost), nullptr);
  EXPECT_TRUE(pair_of(floor, ghost)->touching);
  EXPECT_FALSE(solved(floor, ghost));
}

// ---- lists -------------------------------------------------------------------------------------------------------

// A young contact is unsettled if neither of its bodies has an older one; bodies that nothing pushes settle nothing.
TEST_F(Classify, PartitionsWhatIsMarked) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    begin(0);
    const int count = 4 + random.below(8);
    for (int i = 0; i < count; ++i) {
      world.add_body({.type = random.one_in(3) ? BodyType::fixed : BodyType::dynamic,
                      .position = Vec2(static_cast<Real>(4 * i), 0)},
                     circle(1));
    }
    detail::update_structure(state());
    std::vector<bool> settled(static_cast<std::size_t>(count));
    const int wanted = random.below(12);
    for (int i = 0; i < wanted; ++i) {
      ContactPair& pair = pairs.near.emplace_back();
      pair.body_a = static_cast<Rank>(random.below(count - 1));
      pair.body_b = static_cast<Rank>(static_cast<int>(pair.body_a) + 1);
      pair.solve = random.one_in(2), pair.age = static_cast<std::uint8_t>(random.one_in(3) ? 8 : random.below(8));
      for (const Rank rank : {pair.body_a, pair.body_b}) {
        const bool movable = state().bodies.flags[rank].type == BodyType::dynamic;
        if (pair.solve && pair.age >= 8 && movable) settled[rank] = true;
      }
    }
    detail::partition_pairs(state(), pairs, work, toi);
    expect_lists();
    bool unsettled = false;
    std::vector<std::uint8_t> young;
    for (const ContactPair& pair : pairs.near) {
      if (!pair.solve) continue;
      young.push_back(pair.age < 8 ? 1 : 0);
      unsettled |= pair.age < 8 && !settled[pair.body_a] && !settled[pair.body_b];
    }
    EXPECT_EQ(work.young, young) << seed;
    EXPECT_EQ(work.any_unsettled, unsettled) << seed;
  }
}

}  // namespace
}  // namespace bankshot::testing
