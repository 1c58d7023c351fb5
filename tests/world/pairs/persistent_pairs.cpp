// The list of near pairs is the same whether the pairs are known from the last step or have all just been sorted, as in
// a copy of the world, which knows of no last step.

#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/step/scratch.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::ContactPair;
using detail::ToiCandidate;
using detail::WorldAccess;

const detail::StepScratch& scratch_of(World& world) { return *WorldAccess::state(world).scratch; }

void expect_same(const ContactPair& pair, const ContactPair& expected) {
  EXPECT_EQ(pair.key, expected.key);
  EXPECT_EQ(pair.body_a, expected.body_a);
  EXPECT_EQ(pair.body_b, expected.body_b);
  EXPECT_EQ(pair.restitution, expected.restitution);
  EXPECT_EQ(pair.extent, expected.extent);
  EXPECT_EQ(pair.slop, expected.slop);
  EXPECT_EQ(pair.friction, expected.friction);
  EXPECT_EQ(pair.surface_speed, expected.surface_speed);
  EXPECT_EQ(pair.margin, expected.margin);
  EXPECT_EQ(pair.old, expected.old);
  EXPECT_EQ(pair.parts == detail::none, expected.parts == detail::none);
  EXPECT_EQ(pair.passes, expected.passes);
  EXPECT_EQ(pair.solve, expected.solve);
  EXPECT_EQ(pair.both_movable, expected.both_movable);

  EXPECT_EQ(pair.speculative, expected.speculative);
  EXPECT_EQ(pair.touching, expected.touching);
  EXPECT_EQ(pair.age, expected.age);
  EXPECT_EQ(pair.before, expected.before);
}

/// Steps the world and a copy, which must find the same pairs. Returns true if the world knew most of them.
bool step_like_a_copy(World& world, Real step) {
  World copy = world;
  copy.step(step);
  world.step(step);
  const detail::StepScratch &found = scratch_of(world), &expected = scratch_of(copy);
  EXPECT_FALSE(expected.search.known.held());
  EXPECT_EQ(found.pairs.near.size(), expected.pairs.near.size());
  EXPECT_EQ(found.toi.far.size(), expected.toi.far.size());
  for (std::size_t i = 0; i < std::min(found.pairs.near.size(), expected.pairs.near.size()); ++i) {
    expect_same(found.pairs.near[i], expected.pairs.near[i]);
  }
  for (std::size_t i = 0; i < std::min(found.toi.far.size(), expected.toi.far.size()); ++i) {
    EXPECT_EQ(found.toi.far[i].key, expected.toi.far[i].key);
    EXPECT_EQ(found.toi.far[i].gap, expected.toi.far[i].gap);
  }
  EXPECT_EQ(world.hash(), copy.hash());
  return found.search.known.held();
}

/// A heap of boxes in rows, each on the gap between two of the row below, on a floor in pieces.
World heap(Real side, int threads, int base = 30, int rows = 24) {
  World world(WorldDef{.gravity = Vec2(0, -10), .sleep = false, .threads = threads});
  const BodyId floor = world.add_body({.type = BodyType::fixed});
  for (int i = -8; i < 8; ++i) {
    const Real x = static_cast<Real>(i) * 4 * side;
    world.add_shape(floor, segment(Vec2(x, 0), Vec2(x + 4 * side, 0)));
  }
  const Shape brick = box(side, side);
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < base - row; ++i) {
      const Real x = static_cast<Real>(i - base / 2) + static_cast<Real>(row) / 2,
                 y = static_cast<Real>(row) + Real(0.5);
      world.add_body({.position = Vec2(side * x, side * y)}, brick);
    }
  }
  return world;
}

/// One of the edits that change what is known of a pair.
void edit(World& world, BodyId body, int which) {
  const ShapeId shape = world.shapes(body).at(0);
  switch (which) {
    case 0: world.set_material(shape, {.restitution = Real(0.5), .friction = Real(0.1)}); break;
    case 1: world.set_filter(shape, {.category = 2, .mask = 1}); break;
    case 2: world.set_shape(shape, circle(Real(0.4))); break;
    case 3: world.set_threads(world.settings().threads == 1 ? 2 : 1); break;
    case 4: world.set_awake(body, false); break;
    case 5: world.set_pose(body, {.position = Vec2(0, 40)}); break;
    default: world.set_gravity_scale(body, Real(0.5)); break;
  }
}

/// The number of steps in which most pairs were known. Now and then the heap is edited.
int known_steps(World world) {
  int known = 0;
  Random random(11);
  const std::vector<BodyId> bodies = world.bodies();
  const auto any = [&] { return bodies[static_cast<std::size_t>(1 + random.below(400))]; };
  for (int step = 0; step < 200; ++step) {
    known += step_like_a_copy(world, step % 50 == 48 ? dt / 2 : dt) ? 1 : 0;
    if (::testing::Test::HasFailure()) return known;
    if (step % 40 == 25) world.set_velocity(any(), random.vec2(2));
    if (step == 60) world.set_type(any(), BodyType::kinematic);
    if (step == 90) world.add_body({.position = Vec2(0, 30), .velocity = Vec2(0, -20)}, circle(Real(0.6)));
    if (step == 120) world.set_mass_properties(any(), {40, Vec2(0, 0), 10});
    if (step == 150) world.set_gravity(Vec2(1, -10));
    if (step == 170) world.remove_body(bodies.back());
    if (step % 30 == 17) edit(world, any(), step / 30);
  }
  return known;
}

TEST(PersistentPairs, AreThoseThatWouldBeFound) { EXPECT_GT(known_steps(heap(1, 1)), 60); }

TEST(PersistentPairs, AreThoseThatWouldBeFoundInSeveralThreads) { EXPECT_GT(known_steps(heap(1, 3)), 60); }

TEST(PersistentPairs, AreThoseThatWouldBeFoundAmongSmallShapes) { EXPECT_GT(known_steps(heap(Real(0.125), 1)), 20); }

/// A block of boxes at rest, without gravity, and beside it a disc that passes by posts one of which is always near: as
/// soon as one post is no longer near, the next one is. That pair is the only one that is not known.
struct PassingBy {
  World world{WorldDef{.sleep = false}};
  int posts = 0;

  explicit PassingBy(Random& random) {
    for (int i = 0; i < 80; ++i) world.add_body({.position = Vec2(Real(i % 8), Real(i / 8))}, box(1, 1));
    const Real size = random.real(0.1, 0.3), post = random.real(0.05, 0.2);
    const Real slop = size * tolerance::slop_fraction, margin = tolerance::margin_slops * slop;
    const Real spacing = size + post + 2 * margin, gap = margin * random.real(0.2, 0.8);
    for (posts = 0; Real(posts) * spacing < 6; ++posts) {
      world.add_body({.type = BodyType::fixed, .position = Vec2(10 + Real(posts) * spacing, -post / 2 - gap)},
                     box(post, post));
    }
    const Real speed = size * random.real(1, 3);
    world.add_body({.position = Vec2(10, size / 2), .velocity = Vec2(speed, 0)}, circle(size / 2), {.density = 1000});
  }
};

TEST(PersistentPairs, TheOnlyOneThatIsNotKnownGivesWayToAnother) {
  int switches = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed);
    PassingBy scene(random);
    detail::PairKey last{};
    for (int step = 0; step < 240; ++step) {
      const bool known = step_like_a_copy(scene.world, dt);
      ASSERT_FALSE(HasFailure()) << seed << ", step " << step;
      const std::vector<ContactPair>& near = scratch_of(scene.world).pairs.near;
      const auto rests = [](const ContactPair& pair) { return !pair.both_movable; };
      const auto own = std::find_if(near.begin(), near.end(), rests);
      if (own == near.end()) continue;
      switches += known && last != own->key;
      last = own->key;
    }
  }
  EXPECT_GT(switches, 10);  // otherwise the test shows nothing
}

/// True if pairs are known in a world of boxes at rest that stand in twos: so many twos touch, and so many are so far
/// apart that their pair is examined in each step and never near.
bool are_known(int touching, int apart) {
  World world(WorldDef{.sleep = false});
  for (int i = 0; i < touching + apart; ++i) {
    const Vec2 place(Real(10 * i), 0);
    world.add_body({.position = place}, box(1, 1));
    world.add_body({.position = place + Vec2(i < touching ? 1 : Real(1.1), 0)}, box(1, 1));
  }
  for (int step = 0; step < 20; ++step) step_like_a_copy(world, dt);
  const detail::StepScratch& scratch = *WorldAccess::state(world).scratch;
  EXPECT_EQ(scratch.pairs.near.size(), static_cast<std::size_t>(touching));
  EXPECT_EQ(scratch.search.finder.kept().size(), static_cast<std::size_t>(touching + apart));
  return scratch.search.known.held();
}

// Known pairs are not found again, but all others are, and inserted: so most of the pairs to examine have to be known,
// not only most of the near ones.
TEST(PersistentPairs, AreThoseOfWorldsInWhichMostCanBe) {
  EXPECT_TRUE(are_known(40, 20));
  EXPECT_FALSE(are_known(40, 80));
}

// A step with a few dozen known pairs sorts none of them: it costs less than finding them did.
TEST(PersistentPairs, AreKeptInSmallHeapsThatRest) {
  for (const int base : {5, 6, 8, 11, 15}) {
    World world = heap(1, 1, base, base);
    for (int step = 0; step < 240; ++step) world.step(dt);
    int known = 0;
    for (int step = 0; step < 60; ++step) known += step_like_a_copy(world, dt) ? 1 : 0;
    EXPECT_EQ(known, 60) << base;
  }
}

}  // namespace
}  // namespace bankshot::testing
