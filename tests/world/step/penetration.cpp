// A step reports the pairs that are deep in one another when it ends, and no others: judged by mtv() and manifolds() of
// every pair of shapes, at the poses that users see.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <bankshot/shape/convex.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace bankshot::testing {
namespace {

// ---- the judge --------------------------------------------------------------------------------------------------

double overlap_of_shapes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (a.convex() && b.convex()) {
    const auto hit = mtv(a, pose_a, b, pose_b);
    return hit ? double(hit->depth) : 0;
  }
  double deepest = 0;
  for (const Manifold& manifold : manifolds(a, pose_a, b, pose_b)) {
    for (int i = 0; i < manifold.count; ++i) {
      deepest = std::max(deepest, -double(manifold.points[static_cast<std::size_t>(i)].separation));
    }
  }
  return deepest;
}

double smallest_extent(const Shape& shape) {
  const detail::ConvexView view = detail_view(shape);
  if (view.extent > 0 || view.count < 2) return double(view.extent);
  return std::hypot(double(view.points[1].x - view.points[0].x), double(view.points[1].y - view.points[0].y));
}

bool filters_agree(const Filter& a, const Filter& b) {
  if (a.group != 0 && a.group == b.group) return a.group > 0;
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

struct Judged {
  double depth = 0, most = 0;  ///< length; the largest that it may be
  double noise = 0;
};

using NamedPair = std::pair<ShapeId, ShapeId>;

NamedPair sorted(ShapeId a, ShapeId b) { return a < b ? NamedPair{a, b} : NamedPair{b, a}; }

/// Every pair that overlaps and could be reported.
std::map<NamedPair, Judged> overlaps_of(const World& world) {
  std::vector<ShapeId> all;
  for (const BodyId body : world.bodies()) {
    for (const ShapeId shape : world.shapes(body)) all.push_back(shape);
  }
  std::map<NamedPair, Judged> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const BodyId a = world.body_of(all[i]), b = world.body_of(all[j]);
      const bool dynamic = world.type(a) == BodyType::dynamic || world.type(b) == BodyType::dynamic;
      if (a == b || !dynamic || world.sensor(all[i]) || world.sensor(all[j])) continue;
      if (!filters_agree(world.filter(all[i]), world.filter(all[j]))) continue;
      const Shape &shape_a = world.shape(all[i]), &shape_b = world.shape(all[j]);
      Judged judged;
      judged.depth = overlap_of_shapes(shape_a, world.pose(a), shape_b, world.pose(b));
      if (judged.depth == 0) continue;
      double extent = 1e30;
      if (world.type(a) != BodyType::fixed) extent = std::min(extent, smallest_extent(shape_a));
      if (world.type(b) != BodyType::fixed) extent = std::min(extent, smallest_extent(shape_b));
      judged.most = extent / 4;
      // A manifold takes A's face where B's is better by no more than the tie bias, a fraction of how far these are
      // from their centres: of 20 at most here.
      judged.noise = (256 * double(tolerance::eps) + double(tolerance::tie_bias)) * (judged.depth + 20);
      found[sorted(all[i], all[j])] = judged;
    }
  }
  return found;
}

/// Expects every deep pair to be reported once, with its depth, and no others. Returns the number of deep pairs.
int expect_all_told(const World& world, StepStatus status) {
  const std::map<NamedPair, Judged> overlaps = overlaps_of(world);
  std::map<NamedPair, double> told;
  for (const Penetration& pair : world.penetrations()) {
    EXPECT_EQ(world.body_of(pair.shape_a), pair.body_a);
    EXPECT_EQ(world.body_of(pair.shape_b), pair.body_b);
    EXPECT_TRUE(told.emplace(sorted(pair.shape_a, pair.shape_b), double(pair.depth)).second) << "told twice";
  }
  EXPECT_EQ(has(status, StepStatus::penetration), !told.empty());
  int deep = 0;
  for (const auto& [pair, judged] : overlaps) {
    const auto place = told.find(pair);
    if (judged.depth > judged.most + judged.noise) {
      ++deep;
      EXPECT_NE(place, told.end()) << judged.depth << " deep, " << judged.most << " allowed";
    }
    if (place == told.end()) continue;
    EXPECT_GT(judged.depth, judged.most - judged.noise);
    EXPECT_NEAR(place->second, judged.depth, judged.noise);
    told.erase(place);
  }
  EXPECT_TRUE(told.empty()) << "told of a pair that does not overlap";
  return deep;
}

// ---- random scenes ----------------------------------------------------------------------------------------------

Shape shape_to_crush(Random& random, bool made_of_parts) {
  const Real size = random.real(0.08, 0.5);
  switch (random.below(made_of_parts ? 7 : 6)) {
    case 0: return circle(size);
    case 1: return box(2 * size, random.real(0.2, 1));
    case 2: return capsule(Vec2(-size, 0), Vec2(size, 0), random.real(0.05, 0.3));
    case 3: return box(random.real(0.4, 1.2), random.real(0.02, 0.08));
    case 4: return box(size, size, Vec2::Zero(), Rotation::from_angle(random.real(-1, 1)), size / 4);
    case 5: {
      std::vector<Vec2> corners;
      const int count = 3 + random.below(5);
      for (int i = 0; i < count; ++i) {
        const Rotation turn = Rotation::from_angle(Real(6.2831853) * (Real(i) + random.real(0, 0.6)) / Real(count));
        corners.push_back(size * Vec2(turn.c, turn.s));
      }
      return polygon(corners);
    }
    default:
      return compound(std::array<Shape, 2>{box(2 * size, size / 2), box(size / 2, 2 * size, Vec2(size / 2, size / 2))});
  }
}

ShapeDef def_to_crush(Random& random) {
  ShapeDef def;
  const std::array<Real, 3> restitutions = {0, Real(0.3), Real(0.9)};
  def.material.restitution = restitutions[static_cast<std::size_t>(random.below(3))];
  def.material.friction = random.real(0, 1);
  def.material.density = random.one_in(4) ? random.real(10, 1000) : random.real(0.5, 2);
  if (random.one_in(12)) def.sensor = true;
  if (random.one_in(8)) def.filter.group = -1;
  return def;
}

BodyId add_shape_of(World& world, const BodyDef& def, const Shape& shape, const ShapeDef& shape_def = {}) {
  const BodyId body = world.add_body(def);
  world.add_shape(body, shape, shape_def);
  return body;
}

/// A room of 6 by 4 m.
void add_room(World& world) {
  const auto wall = [&](Real x, Real y, Real width, Real height) {
    add_shape_of(world, {.type = BodyType::fixed, .position = Vec2(x, y)}, box(width, height));
  };
  wall(0, Real(-2.5), 8, 1), wall(0, Real(2.5), 8, 1), wall(Real(-3.5), 0, 1, 4), wall(Real(3.5), 0, 1, 4);
}

enum class Crusher { piston, bar, weight, spawn, crowd };

void add_crusher(World& world, Crusher crusher, Random& random, bool parts) {
  const Real speed = random.real(0.3, 12) * (random.one_in(4) ? 4 : 1);
  switch (crusher) {
    case Crusher::piston: {
      const Shape shape = random.one_in(3) ? shape_to_crush(random, parts)
                                           : box(random.one_in(2) ? Real(0.05) : random.real(0.2, 2), Real(3.9));
      add_shape_of(world, {.type = BodyType::kinematic, .position = Vec2(Real(-2.2), 0), .velocity = Vec2(speed, 0)},
                   shape);
      break;
    }
    case Crusher::bar:
      add_shape_of(world, {.type = BodyType::kinematic, .angular_velocity = speed},
                   box(Real(3.95), random.real(0.05, 0.5)));
      break;
    case Crusher::weight:
      add_shape_of(world, {.position = Vec2(0, Real(1.4)), .velocity = Vec2(0, -speed)},
                   box(Real(5.9), random.real(0.2, 1)), {.material = {.density = random.real(100, 10000)}});
      break;
    case Crusher::spawn:
    case Crusher::crowd: break;
  }
}

World crushing_scene(Crusher crusher, Random& random, bool parts) {
  World world({.gravity = Vec2(0, random.one_in(4) ? Real(0) : Real(-10)), .threads = 1 + random.below(2)});
  add_room(world);
  add_crusher(world, crusher, random, parts);
  const int count = crusher == Crusher::crowd ? 40 : 3 + random.below(8);
  const double spread = crusher == Crusher::spawn ? 0.8 : crusher == Crusher::crowd ? 2.5 : 1.7;
  for (int i = 0; i < count; ++i) {
    BodyDef def{.position = random.vec2(spread), .rotation = Rotation::from_angle(random.real(-3, 3))};
    def.position.y() *= Real(0.7);
    if (random.one_in(2)) def.velocity = random.vec2(random.one_in(4) ? 40 : 4);
    if (random.one_in(3)) def.angular_velocity = random.real(-20, 20);
    if (random.one_in(10)) def.type = BodyType::kinematic;
    if (random.one_in(10)) def.locks = {.rotation = true};
    add_shape_of(world, def, shape_to_crush(random, parts), def_to_crush(random));
  }
  return world;
}

/// A mover does not move on for ever: it stops, or turns back.
void steer_movers(World& world, Random& random) {
  for (const BodyId body : world.bodies()) {
    if (world.type(body) != BodyType::kinematic || !random.one_in(30)) continue;
    world.set_velocity(body, random.one_in(2) ? Vec2::Zero() : Vec2(-world.velocity(body)));
    if (random.one_in(2)) world.set_angular_velocity(body, 0);
  }
}

class PenetrationTest : public ::testing::TestWithParam<Crusher> {};

TEST_P(PenetrationTest, AllThatIsDeepIsToldInRandomScenes) {
  const std::array<Real, 3> lengths = {Real(1) / 30, Real(1) / 60, Real(1) / 144};
  int deep = 0, calm = 0;
  for (int seed = 0; seed < bankshot_test::effort(40); ++seed) {
    Random random(static_cast<std::uint64_t>(seed) * 8 + static_cast<std::uint64_t>(GetParam()));
    const Real length = lengths[static_cast<std::size_t>(seed % 3)];
    World world = crushing_scene(GetParam(), random, seed % 2 == 1);
    const int steps = GetParam() == Crusher::crowd ? 40 : 120;
    for (int i = 0; i < steps; ++i) {
      const StepStatus status = world.step(length);
      const int now = expect_all_told(world, status);
      deep += now, calm += now == 0;
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", step " << i << ", dt " << length;
      steer_movers(world, random);
    }
  }
  EXPECT_GT(deep, bankshot_test::effort(50));  // otherwise the test shows nothing
  EXPECT_GT(calm, bankshot_test::effort(50));
}

INSTANTIATE_TEST_SUITE_P(Crushers, PenetrationTest,
                         ::testing::Values(Crusher::piston, Crusher::bar, Crusher::weight, Crusher::spawn,
                                           Crusher::crowd));

// ---- one by one -------------------------------------------------------------------------------------------------

/// The reports of one world, with bodies named by their user data.
struct Told {
  std::uint64_t a = 0, b = 0;
  Real depth = 0;
  friend bool operator==(const Told&, const Told&) = default;
};

std::vector<Told> told_by(const World& world) {
  std::vector<Told> all;
  for (const Penetration& pair : world.penetrations()) {
    all.push_back({world.user_data(pair.body_a), world.user_data(pair.body_b), pair.depth});
  }
  return all;
}

// Neither the order of creation nor the number of threads shows.
TEST(Penetration, TheListDoesNotDependOnTheOrderOfCreation) {
  std::size_t most = 0;
  for (std::uint64_t seed = 0; seed < bankshot_test::effort(2u); ++seed) {
    std::vector<World> worlds;
    for (const bool backwards : {false, true}) {
      World world({.gravity = Vec2(0, -10), .threads = backwards ? 2 : 1});
      add_room(world);
      std::vector<std::pair<BodyDef, Shape>> all;
      Random random(seed);
      for (std::uint64_t i = 0; i < 200; ++i) {
        BodyDef def{.position = random.vec2(1.9), .rotation = Rotation::from_angle(random.real(-3, 3))};
        def.user_data = i;
        all.emplace_back(def, shape_to_crush(random, true));
      }
      if (backwards) std::reverse(all.begin(), all.end());
      for (const auto& [def, shape] : all) add_shape_of(world, def, shape);
      worlds.push_back(std::move(world));
    }
    for (int i = 0; i < 1 + bankshot_test::effort(5); ++i) {
      ASSERT_EQ(worlds[0].step(dt), worlds[1].step(dt));
      const std::vector<Told> told = told_by(worlds[0]);
      ASSERT_EQ(told, told_by(worlds[1])) << seed << ", " << i;
      most = std::max(most, told.size());
    }
  }
  EXPECT_GT(most, 100u);
}

// The pair is reported from the step in which it is deep until it is free, asleep or awake.
TEST_F(WorldTest, ACrushedBodyIsToldOfUntilItIsFree) {
  add_floor();
  const BodyId disc = add_ball(0, Real(0.5));
  const BodyId plate = world.add_body({.type = BodyType::kinematic, .position = Vec2(0, 2)}, box(4, 1));
  world.set_velocity(plate, Vec2(0, -2));
  int told = 0;
  const auto step = [&] {
    const StepStatus status = world.step(dt);
    const int deep = expect_all_told(world, status);
    told += deep > 0;
    return deep;
  };
  for (int i = 0; i < 40; ++i) step();
  EXPECT_GT(told, 5);
  world.set_velocity(plate, Vec2::Zero());
  for (int i = 0; i < 600 && world.counts().awake_bodies > 0; ++i) ASSERT_GT(step(), 0);
  ASSERT_FALSE(world.awake(disc));
  for (int i = 0; i < 30; ++i) ASSERT_GT(step(), 0);
  add_ball(20, 5);  // something else goes on
  for (int i = 0; i < 30; ++i) ASSERT_GT(step(), 0);
  const World copy = world;
  EXPECT_TRUE(same_penetrations(copy, world));
  world.set_velocity(plate, Vec2(0, 2));
  int steps = 0;
  while (step() > 0) ASSERT_LT(++steps, 60);
  for (int i = 0; i < 60; ++i) EXPECT_EQ(step(), 0);
  EXPECT_TRUE(world.penetrations().empty());
}

// A grid of solid tiles has no surface within: nothing pushes out a body that is put there, but the body is reported.
TEST_F(WorldTest, WhatIsBuriedInAGridIsToldOf) {
  const std::vector<Tile> tiles(25, solid_tile);
  world = World(WorldDef{.gravity = Vec2::Zero()});
  world.add_body({.type = BodyType::fixed}, grid({.columns = 5, .rows = 5}, tiles));
  const BodyId disc = world.add_body({.position = Vec2(Real(2.5), Real(2.5))}, circle(Real(0.3)));
  const BodyId apart = world.add_body({.position = Vec2(Real(2.5), Real(5.29))}, circle(Real(0.3)));
  for (int i = 0; i < 60; ++i) {  // they sleep by then
    ASSERT_TRUE(has(world.step(dt), StepStatus::penetration));
    ASSERT_EQ(world.penetrations().size(), 1u);
    const Penetration& deep = world.penetrations()[0];
    EXPECT_TRUE(deep.body_a == disc || deep.body_b == disc);
    EXPECT_NEAR(deep.depth, Real(0.8), Real(1e-5));
  }
  EXPECT_FALSE(world.awake(disc));
  EXPECT_FALSE(world.awake(apart));
  world.set_pose(disc, {Vec2(Real(2.5), 8), {}});
  EXPECT_EQ(world.step(dt), StepStatus::ok);
  EXPECT_TRUE(world.penetrations().empty());
}

/// A square grid of solid tiles of unit size, turned and put somewhere, and a body that only inner tiles touch.
struct BuriedThing {
  static constexpr int side = 7;
  Pose grid_pose, pose;
  Shape thing;

  explicit BuriedThing(Random& random) : thing(shape_to_crush(random, false)) {
    const Real angle = random.real(-3, 3);
    grid_pose.rotation = Rotation::from_angle(angle);
    grid_pose.position = random.vec2(5);
    const Vec2 within = Vec2(Real(side) / 2, Real(side) / 2) + random.vec2(1);
    const Real turn = random.real(-3, 3);
    pose.rotation = Rotation::from_angle(turn);
    pose.position = grid_pose.position + grid_pose.rotation * within;
  }

  /// Returns its depth in the tile in which it is deepest, and in how many tiles it lies.
  double depth(int& tiles) const {
    double deepest = 0;
    for (int i = 0; i < side * side; ++i) {
      const Real x = Real(i % side) + Real(0.5), y = Real(i / side) + Real(0.5);
      const auto hit = mtv(thing, pose, box(1, 1, Vec2(x, y)), grid_pose);
      if (!hit) continue;
      ++tiles;
      deepest = std::max(deepest, double(hit->depth));
    }
    return deepest;
  }
};

// The body lies in several tiles, and the tile in which it is deepest counts, whatever their order.
TEST(Penetration, WhatIsBuriedInSeveralTilesIsAsDeepAsInTheDeepest) {
  const std::vector<Tile> tiles(BuriedThing::side * BuriedThing::side, solid_tile);
  int in_several = 0;
  const int draws = bankshot_test::effort(100);
  for (int seed = 0; seed < draws; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const BuriedThing buried(random);
    World world(WorldDef{.gravity = Vec2::Zero()});
    add_shape_of(
        world, {.type = BodyType::fixed, .position = buried.grid_pose.position, .rotation = buried.grid_pose.rotation},
        grid({.columns = BuriedThing::side, .rows = BuriedThing::side}, tiles));
    add_shape_of(world, {.position = buried.pose.position, .rotation = buried.pose.rotation}, buried.thing);
    int count = 0;
    const double depth = buried.depth(count);
    in_several += count > 1;
    ASSERT_TRUE(has(world.step(dt), StepStatus::penetration)) << seed;
    ASSERT_EQ(world.penetrations().size(), 1u) << seed;
    // A manifold takes one shape's face where the other's is better by no more than the tie bias.
    const double noise = (256 * double(tolerance::eps) + double(tolerance::tie_bias)) * (depth + 10);
    EXPECT_NEAR(world.penetrations()[0].depth, depth, noise) << seed << ", in " << count;
  }
  EXPECT_GT(in_several, draws / 2);  // otherwise the test shows nothing
}

TEST_F(WorldTest, NothingIsToldOfAPileThatIsCalm) {
  add_floor();
  const std::vector<BodyId> stack = add_stack(0, 8);
  for (int i = 0; i < 120; ++i) {
    EXPECT_EQ(world.step(dt), StepStatus::ok);
    EXPECT_TRUE(world.penetrations().empty());
  }
}

// A plate that moves counts by its thickness, a wall does not.
TEST_F(WorldTest, WhatMovesSaysWhatIsDeep) {
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
    world = World(WorldDef{.gravity = Vec2::Zero()});
    world.add_body({.type = type}, box(Real(0.1), 4));
    world.add_body({.position = Vec2(Real(0.5), 0)}, box(1, 1));  // 5 cm into it
    world.step(Real(1e-4));
    EXPECT_EQ(world.penetrations().size(), type == BodyType::fixed ? 0u : 1u);
  }
}

// Rows of a crushed pile contradict one another, and the impulse that solves them is so great that bodies would be shot
// out.
TEST(Press, ShootsNothingOut) {
  constexpr int draws = bankshot_test::effort(40);
  for (int draw = 0; draw < draws; ++draw) {
    Random random(static_cast<std::uint64_t>(draw));
    World world(WorldDef{.gravity = Vec2(0, -10)});
    const Material material{.restitution = random.real(0, 0.5)};
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(60, 2), material);
    world.add_body({.type = BodyType::fixed, .position = Vec2(Real(2.5), 4)}, box(2, 10), material);
    const Real speed = random.real(0.2, 1);
    const BodyId press =
        world.add_body({.type = BodyType::kinematic, .position = Vec2(Real(-2.55), 4), .velocity = Vec2(speed, 0)},
                       box(2, 10), material);
    std::vector<BodyId> crates;
    const int columns = 3, rows = 1 + random.below(3);
    for (int i = 0; i < columns * rows; ++i) {
      crates.push_back(world.add_body({.position = Vec2(Real(i % columns) - 1, Real(0.5) + Real(i / columns))},
                                      box(1, 1), material));
    }
    Real fastest = 0;
    for (int i = 0; i < 240; ++i) {
      if (world.position(press).x() > Real(-1.2)) world.set_velocity(press, Vec2(0, 0));
      world.step(dt);
      for (const BodyId crate : crates) fastest = std::max(fastest, world.velocity(crate).norm());
    }
    EXPECT_LT(fastest, 15) << draw << " at " << speed;  // a fall from the top of three gives 8 m/s
  }
}

}  // namespace
}  // namespace bankshot::testing
