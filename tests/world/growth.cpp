// How the time and memory of putting a world together grow with what is put into it.

#include "broad/growth.hpp"
#include "effort.hpp"
#include "world_fixture.hpp"

#include <deque>
#include <functional>
#include <memory>

namespace bankshot::testing {
namespace {

TEST(Growth, BodiesThatComeAndGoWithoutAStepTakeNoMemory) {
  World world({.gravity = Vec2(0, -10)});
  std::deque<BodyId> bodies;
  const auto pass = [&](int times) {
    for (int i = 0; i < times; ++i) {  // the oldest goes
      bodies.push_back(world.add_body({.position = Vec2(0, Real(i % 7))}, circle(1)));
      if (bodies.size() > 20) world.remove_body(bodies.front()), bodies.pop_front();
    }
  };
  for (int i = 0; i < 3; ++i) world.add_body({.type = BodyType::fixed, .position = Vec2(Real(9 * i), -9)}, box(1, 1));
  world.step(dt);
  pass(1000);
  const std::size_t before = bytes_in_use();
  pass(20'000);
  EXPECT_LT(bytes_in_use(), before + (std::size_t{64} << 10));
  const BodyId newest = bodies.back();
  EXPECT_EQ(world.position(newest).y(), Real(19'999 % 7));
  EXPECT_EQ(world.bodies().size(), 23u);
}

TEST(Growth, WhoComesAndGoesLeavesTheWorldAsItWas) {
  World world({.gravity = Vec2(0, -10)}), plain({.gravity = Vec2(0, -10)});
  const auto scene = [](World& in) {
    in.add_body({.type = BodyType::fixed}, box(40, 1));
    for (int i = 0; i < 8; ++i) in.add_body({.position = Vec2(0, 1 + Real(i))}, box(1, 1));
    for (int i = 0; i < 20; ++i) in.step(dt);
  };
  scene(world), scene(plain);
  const auto add = [](World& in, int i) { return in.add_body({.position = Vec2(3, 1 + Real(i))}, circle(Real(0.5))); };
  for (int i = 0; i < 300; ++i) world.remove_body(add(world, i));
  for (int i = 0; i < 8; ++i) add(world, i), add(plain, i);
  for (int i = 0; i < 40; ++i) world.step(dt), plain.step(dt);
  EXPECT_EQ(world.hash(), plain.hash());
}

TEST(Growth, WhoIsWokenAndPutToSleepWithoutAStepTakesNoMemory) {
  World world({.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed}, box(40, 1));
  std::vector<BodyId> bodies;
  for (int i = 0; i < 300; ++i)
    bodies.push_back(world.add_body({.position = Vec2(Real(i % 20), 1)}, circle(Real(0.5))));
  world.step(dt);
  for (const BodyId body : bodies) world.set_awake(body, false), world.set_awake(body, true);
  const std::size_t before = bytes_in_use();
  for (int i = 0; i < bankshot_test::effort(20'000); ++i) {
    world.set_awake(bodies[0], false);
    world.set_awake(bodies[0], true);
  }
  EXPECT_LT(bytes_in_use(), before + 4096);
}

// Of 300 bodies that sleep together one is woken, and another again and again: the rest must still wake with the first.
TEST(Growth, WhoIsWokenOftenDoesNotKeepOthersAsleep) {
  World world({.gravity = Vec2(0, -10)}), plain({.gravity = Vec2(0, -10)});
  std::vector<BodyId> bodies;
  for (World* in : {&world, &plain}) {
    bodies.clear();
    in->add_body({.type = BodyType::fixed}, box(1000, 1));
    for (int i = 0; i < 300; ++i) bodies.push_back(in->add_body({.position = Vec2(Real(i), 1)}, box(1, 1)));
    for (int i = 0; i < 90; ++i) in->step(dt);
    ASSERT_EQ(in->counts().awake_bodies, 0);
    in->set_awake(bodies[7], true);
  }
  for (int i = 0; i < 1000; ++i) world.set_awake(bodies[9], true), world.set_awake(bodies[9], false);
  world.set_awake(bodies[9], true), plain.set_awake(bodies[9], true);
  EXPECT_EQ(world.hash(), plain.hash());
  for (int i = 0; i < 20; ++i) {
    world.step(dt), plain.step(dt);
    ASSERT_EQ(world.hash(), plain.hash());
    ASSERT_EQ(world.counts().awake_bodies, plain.counts().awake_bodies);
    EXPECT_EQ(world.counts().awake_bodies, 300);
  }
}

// Measured by the number of comparisons where they are counted, and everywhere by the memory that a shape requests: for
// lists that are full now and then, and for nothing that grows with the shapes that are there.
TEST(Growth, ShapesAreAddedToABodyInProportionToTheirNumber) {
  expect_growth(1000, in_proportion, in_proportion, [](int n) {
    return [n, shape = circle(1)] {
      World world;
      const BodyId body = world.add_body({});
      for (int i = 0; i < n; ++i) world.add_shape(body, shape);
      static_cast<void>(world.mass_properties(body));
    };
  });
  World world;
  const BodyId body = world.add_body({});
  const Shape shape = circle(1);
  for (int i = 0; i < 1000; ++i) world.add_shape(body, shape);
  const std::size_t before = allocations();
  for (int i = 0; i < 100; ++i) world.add_shape(body, shape);
  EXPECT_LT(allocations() - before, 10u);
}

// Finding the shape that goes takes the square of the shapes, and so do sums of their masses; the shapes are looked at
// once, and memory for the masses is requested once.
TEST(Growth, ShapesGoFromABodyWithoutALookAtWhatOthersAre) {
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic, BodyType::dynamic}) {
    World world;
    const BodyId body = world.add_body({.type = type});
    const Shape shape = circle(1);
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 1000; ++i) shapes.push_back(world.add_shape(body, shape));
    world.remove_shape(shapes[500]);
    const std::size_t before = allocations();
    for (int i = 0; i < 100; ++i) world.remove_shape(shapes[static_cast<std::size_t>(9 * i)]);
    EXPECT_LT(allocations() - before, 10u);
  }
}

TEST(Growth, FixedBodiesInOnePlaceAreAddedInProportionToTheirNumber) {
  std::uint64_t last = 0;
  for (const int count : {2000, 4000}) {
    World world;
    const std::uint64_t work = work_of([&] {
      for (int i = 0; i < count; ++i) world.add_body({.type = BodyType::fixed}, circle(1));
    });
    if (work == 0) GTEST_SKIP() << "work is not counted in this build, see broad/counting_work.hpp";
    EXPECT_TRUE(last == 0 || Real(work) < Real(2.5) * Real(last)) << work << ", " << last << " for half as many";
    last = work;
  }
}

/// A box over n fixed circles in three rows. It lies deep in each, and no way leads out.
std::shared_ptr<World> deep_in(int n) {
  auto world = std::make_shared<World>(WorldDef{.gravity = Vec2(0, -10)});
  const int columns = n / 3;
  for (int i = 0; i < 3 * columns; ++i) {
    const Vec2 place(Real(i % columns) - Real(columns) / 2, Real(i / columns) - 1);
    world->add_body({.type = BodyType::fixed, .position = place}, circle(Real(0.4)));
  }
  world->add_body({}, box(Real(columns), 2));
  return world;
}

// Otherwise each pair would go through all the impacts that it may have, and each of these would predict all pairs
// anew.
TEST(Growth, ABodyDeepInManyOthersStopsAfterAsManyImpactsAsOnePairMayHave) {
  for (const int n : {75, 150, 300, 600, 1200}) {
    const auto world = deep_in(n);
    world->step(dt);
    EXPECT_LE(world->impacts().size(), static_cast<std::size_t>(WorldDef().impact_limits.per_pair + 1)) << n;
  }
  const auto step = [](int n) { return [world = deep_in(n)] { world->step(dt); }; };
  expect_work_as_of_sorting(300, step);
  const Cost one = cost_of(step, 300), two = cost_of(step, 600);
  EXPECT_LE(two.bytes, in_proportion * one.bytes);
}

// A stopped body that is led out of one of the bodies that it lies in would be led into the next. At one instant it may
// have an impact with several.
TEST(Growth, ABodyDeepInManyOthersIsNotLedFromOneIntoTheNext) {
  for (int columns = 100; columns <= 300; columns += 50) {
    World world({.gravity = Vec2(0, -10)});
    for (int i = 0; i < 2 * columns + columns / 3; ++i) {
      const Vec2 place(Real(i % columns), Real(i / columns));
      world.add_body({.type = BodyType::fixed, .position = place}, circle(Real(0.4)));
    }
    world.add_body({.position = Vec2(Real(columns) / 2, 1)}, box(Real(columns), 2));
    const auto limit = static_cast<std::size_t>(WorldDef().impact_limits.per_pair + 1);
    for (int i = 0; i < 3; ++i) {
      world.step(dt);
      EXPECT_LE(world.impacts().size(), 8 * limit) << columns << " columns, step " << i;
    }
  }
}

/// A step of a box amid n rows of one-way tiles that spins so fast that it might meet any of them.
std::function<void()> step_amid_one_way_tiles(int n) {
  const int columns = 20;
  const std::vector<Tile> tiles(static_cast<std::size_t>(n * columns), {.form = Tile::Form::one_way_up});
  const auto world = std::make_shared<World>();
  const Shape all = grid({.columns = columns, .rows = n, .cell = Real(0.25), .origin = Vec2(-3, -5)}, tiles);
  world->add_body({.type = BodyType::fixed}, all);
  world->add_body({.angular_velocity = 6000}, box(Real(0.9), Real(0.9)), {.restitution = 1});
  return [world] { world->step(dt); };
}

// Each tile asks whether any other one of the same shape has been met.
TEST(Growth, ABodyAmidOneWayTilesIsSweptInProportionToTheirNumber) {
  expect_growth(60, in_proportion, in_proportion, step_amid_one_way_tiles);
}

/// A world in which a disc goes to and fro between two walls and hits them so many times in a step, while other bodies
/// pass far away, with boxes that contain it.
World between_walls(int hits, int others) {
  WorldDef def;
  def.impact_limits = {.per_pair = 10'000, .per_body = 10'000};
  World world(def);
  const auto room = Real(0.0625), way = room * Real(hits);
  for (const Real side : {Real(-1), Real(1)}) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(side * (1 + room / 2), 0)}, box(1, 1),
                   {.restitution = 1});
  }
  world.add_body({.velocity = Vec2(way / dt, 0)}, circle(Real(0.5)), {.restitution = 1});
  for (int i = 0; i < others; ++i) {
    world.add_body({.position = Vec2(Real(-1000 - 3 * i), -1), .velocity = Vec2(2000 / dt, 2000 / dt)}, circle(1));
  }
  return world;
}

/// The work that as many hits more take.
std::uint64_t work_of_hits(int hits, int others) {
  std::uint64_t work[2] = {};
  for (const int twice : {0, 1}) {
    World world = between_walls(hits << twice, others);
    work[twice] = work_of([&] { world.step(dt); });
    EXPECT_GE(world.impacts().size(), static_cast<std::size_t>(hits << twice) - 1);
  }
  return work[1] - work[0];
}

// Each hit asks of all pairs of the disc whether they still stay apart, which costs next to nothing for each.
TEST(Growth, AHitTakesLittleForThoseThatStayApart) {
  constexpr int hits = 40;
  const std::uint64_t alone = work_of_hits(hits, 0), in_company = work_of_hits(hits, 300);
  if (alone == 0) GTEST_SKIP() << "work is not counted in this build, see broad/counting_work.hpp";
  EXPECT_LT(in_company, 2 * alone);
}

}  // namespace
}  // namespace bankshot::testing
