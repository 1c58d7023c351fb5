// Bodies that get one shape after another: mass that is computed late is the same as if it had been computed at once.

#include "effort.hpp"
#include "random_world.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <thread>

namespace bankshot::testing {
namespace {

bool same_bits(Real a, Real b) { return std::memcmp(&a, &b, sizeof(Real)) == 0; }

bool same_bits(const MassProperties& a, const MassProperties& b) {
  return same_bits(a.mass, b.mass) && same_bits(a.inertia, b.inertia) && same_bits(a.centre.x(), b.centre.x()) &&
         same_bits(a.centre.y(), b.centre.y());
}

/// Setting the locks to their present value computes the body's mass anew. It changes nothing else, unless there was a
/// step since.
void find_anew(World& world, BodyId body) { world.set_locks(body, world.definition(body).locks); }

Shape random_part(Random& random) {
  if (!random.one_in(8)) return random_solid(random);
  const std::vector<Tile> tiles = random_tiles(random, 12);
  return grid({.columns = 4, .rows = 3}, tiles);
}

void add_a_shape(World& world, BodyId body, Random& random) {
  const Shape shape = random_part(random);
  const Material material = random_material(random);
  const bool sensor = random.one_in(6);
  refusal([&] { world.add_shape(body, shape, {.material = material, .sensor = sensor}); });  // a grid may be empty
}

void change_a_shape(World& world, BodyId body, Random& random) {
  const std::vector<ShapeId> shapes = world.shapes(body);
  if (shapes.empty()) return;
  const ShapeId shape = shapes[static_cast<std::size_t>(random.below(static_cast<int>(shapes.size())))];
  const bool is_grid = world.shape(shape).kind() == ShapeKind::grid;
  switch (random.below(6)) {
    case 0: world.set_material(shape, random_material(random)); break;
    case 1: world.set_shape(shape, random_solid(random)); break;
    case 2:
      if (is_grid) refusal([&] { world.set_tile(shape, 1, 1, random.one_in(2) ? solid_tile : empty_tile); });
      break;
    default: refusal([&] { world.remove_shape(shape); });  // it may be the shape that gives the body its mass
  }
}

void change_the_body(World& world, BodyId body, Random& random) {
  switch (random.below(7)) {
    case 0: world.set_type(body, random.one_in(2) ? BodyType::kinematic : BodyType::fixed); break;
    case 1: refusal([&] { world.set_type(body, BodyType::dynamic); }); break;
    case 2: refusal([&] { world.reset_mass_properties(body); }); break;
    case 3: world.set_locks(body, {.rotation = random.one_in(2)}); break;
    case 4: world.set_pose(body, {random.vec2(3), Rotation::from_angle(random.real(-1, 1))}); break;
    case 5: world.apply_impulse(body, random.vec2(1), random.vec2(1)); break;
    default:
      if (world.type(body) == BodyType::dynamic)
        world.set_mass_properties(body, {random.real(1, 2), random.vec2(1), 3});
  }
}

/// One edit of a world of several bodies. `of`: the body that it was for.
BodyId change(World& world, std::vector<BodyId>& bodies, Random& random) {
  const auto which = static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())));
  BodyId& of = bodies[which];
  const int what = random.below(40);
  if (what < 20) {
    add_a_shape(world, of, random);
  } else if (what < 30) {
    change_a_shape(world, of, random);
  } else if (what < 37) {
    change_the_body(world, of, random);
  } else if (what < 38) {
    world.remove_body(of);
    of = world.add_body({.position = random.vec2(20), .angular_velocity = random.real(-1, 1)});
  } else {
    world.step(dt);
    for (const BodyId body : bodies) find_anew(world, body);
  }
  return of;
}

/// Reads a value that depends on a mass, in one of several ways.
void read(const World& world, BodyId body, Random& random) {
  switch (random.below(6)) {
    case 0: static_cast<void>(world.mass_properties(body)); break;
    case 1: static_cast<void>(world.hash()); break;
    case 2: static_cast<void>(world.energy()); break;
    case 3: static_cast<void>(save(world)); break;
    case 4: static_cast<void>(World(world)); break;
    default: static_cast<void>(world == world);
  }
}

void expect_equal(const World& a, const World& b, std::span<const BodyId> bodies) {
  for (const BodyId body : bodies) ASSERT_TRUE(same_bits(a.mass_properties(body), b.mass_properties(body)));
  ASSERT_TRUE(a == b);
  ASSERT_EQ(a.hash(), b.hash());
  ASSERT_EQ(a.energy().total(), b.energy().total());
  ASSERT_EQ(save(a), save(b));
}

/// The future of a world must not depend on when it was read, nor on whether masses were computed anew meanwhile.
void put_together_in_three_ways(std::uint64_t seed, int orders) {
  World late({.gravity = Vec2(0, -10)}), seen({.gravity = Vec2(0, -10)}), anew({.gravity = Vec2(0, -10)});
  std::vector<BodyId> bodies;
  for (int i = 0; i < 3; ++i) {
    const BodyDef def{.position = Vec2(Real(20 * i), 5), .angular_velocity = 1};
    bodies.push_back(late.add_body(def));
    seen.add_body(def), anew.add_body(def);
  }
  std::vector<BodyId> in_seen = bodies, in_anew = bodies;
  Random random(seed);
  for (int i = 0; i < orders; ++i) {
    Random again = random, once_more = random;
    change(late, bodies, random);
    read(seen, change(seen, in_seen, again), again);
    find_anew(anew, change(anew, in_anew, once_more));
    if (random.one_in(25)) {
      ASSERT_TRUE(same_bits(late.mass_properties(bodies[0]), anew.mass_properties(bodies[0])));
    }
  }
  const World copy = late;  // before any reader
  expect_equal(copy, anew, bodies);
  expect_equal(late, anew, bodies);
  expect_equal(seen, anew, bodies);
}

TEST(PutTogether, WhenItIsReadShowsNowhere) {
  for (int seed = 0; seed < bankshot_test::effort(120); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    put_together_in_three_ways(static_cast<std::uint64_t>(seed), 20 + seed % 60);
    if (::testing::Test::HasFailure()) return;
  }
}

// Each reader comes first in a world of its own.
TEST(PutTogether, EachReaderFindsWhatIsOwed) {
  const auto put_together = [](World& world) {
    const BodyId body = world.add_body({.angular_velocity = 2});
    for (int i = 0; i < 5; ++i) world.add_shape(body, box(1, Real(1 + i), Vec2(Real(i * i), 0)));
    return body;
  };
  World known;
  const BodyId body = put_together(known);
  find_anew(known, body);
  const MassProperties mass = known.mass_properties(body);
  EXPECT_GT(mass.inertia, 0);

  World a, b, c, d, e, f, g, h;
  for (World* world : {&a, &b, &c, &d, &e, &f, &g, &h}) put_together(*world);
  EXPECT_TRUE(same_bits(a.mass_properties(body), mass));
  EXPECT_TRUE(b == known);
  EXPECT_EQ(c.hash(), known.hash());
  EXPECT_EQ(d.energy().kinetic, known.energy().kinetic);
  EXPECT_EQ(save(e), save(known));
  EXPECT_TRUE(same_bits(World(f).mass_properties(body), mass));
  g.remove_body(body);
  World gone = known;
  gone.remove_body(body);
  EXPECT_TRUE(g == gone);
  EXPECT_EQ(save(g), save(gone));
  h.apply_angular_impulse(body, 1);
  known.apply_angular_impulse(body, 1);
  EXPECT_TRUE(same_bits(h.angular_velocity(body), known.angular_velocity(body)));
}

TEST(PutTogether, SeveralThreadsMayReadAtOnce) {
  World world;
  std::vector<BodyId> bodies;
  for (int i = 0; i < 4; ++i) {
    bodies.push_back(world.add_body({}));
    for (int k = 0; k < 200; ++k) world.add_shape(bodies.back(), circle(1, Vec2(Real(k % 9), Real(k % 7))));
  }
  World anew = world;
  for (const BodyId body : bodies) find_anew(anew, body);
  const World& seen = world;
  std::vector<std::uint64_t> hashes(4);
  std::vector<Real> inertias(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      if (i % 2 == 0) hashes[i] = seen.hash();
      inertias[i] = seen.mass_properties(bodies[i]).inertia;
      if (i % 2 != 0) hashes[i] = World(seen).hash();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(hashes[i], anew.hash());
    EXPECT_EQ(inertias[i], anew.mass_properties(bodies[i]).inertia);
  }
}

// Where the shapes alone do not show that the mass will be usable, all of it is computed; a refused edit leaves no
// trace.
TEST(PutTogether, WhatCannotBeComputedWithIsRefusedAsBefore) {
  const Real large = std::ldexp(Real(1), sizeof(Real) == 4 ? 20 : 169);  // its square and cube are usable
  World world;
  const BodyId body = world.add_body({});
  for (int i = 0; i < 9; ++i) world.add_shape(body, box(1, 1, Vec2(Real(i), 0)));
  const World before = world;
  const std::string refused =
      refusal([&] { world.add_shape(body, circle(large), {.material = {.density = large * large * large}}); });
  EXPECT_EQ(refused.find("add_shape: material.density is "), 0u) << refused;
  EXPECT_NE(refused.find("which makes mass or inertia too large or too small to compute with"), std::string::npos);
  EXPECT_NE(refusal([&] { world.add_shape(body, container(box(4, 4))); }).find("a container"), std::string::npos);
  EXPECT_TRUE(world == before);
  EXPECT_EQ(save(world), save(before));
}

// Three discs come to 6/7 of the largest inertia, four to more.
TEST(PutTogether, NearTheLargestInertiaAllOfItIsFound) {
  const Real most = 1 / std::numeric_limits<Real>::min(), radius = std::ldexp(Real(1), sizeof(Real) == 4 ? 17 : 130);
  const Real square = radius * radius, density = most / square / square / Real(3.5 * std::numbers::pi / 2);
  World world;
  const BodyId body = world.add_body({});
  for (int i = 0; i < 3; ++i) world.add_shape(body, circle(radius), {.material = {.density = density}});
  World anew = world;
  find_anew(anew, body);
  EXPECT_TRUE(world == anew);
  EXPECT_GT(world.mass_properties(body).inertia, most * Real(0.85));
  EXPECT_NE(refusal([&] { world.add_shape(body, circle(radius), {.material = {.density = density}}); }), "");
  EXPECT_TRUE(world == anew);
  EXPECT_EQ(world.shapes(body).size(), 3u);
}

}  // namespace
}  // namespace bankshot::testing
