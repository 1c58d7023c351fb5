// How the cost of edits grows with the bodies that touch: each edit looks only at the contacts of its own body. Edits
// also have the same result whether or not the world is read between them.

#include "broad/growth.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <memory>

namespace bankshot::testing {
namespace {

/// A row of boxes that touch one another on a floor, all of them in one sensor.
struct Row {
  World world{WorldDef{.gravity = Vec2(0, -10)}};
  std::vector<BodyId> boxes;
  std::vector<ShapeId> shapes;

  explicit Row(int count) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(Real(count) / 2, -1)}, box(Real(count) + 10, 2));
    const BodyId place = world.add_body({.type = BodyType::fixed, .position = Vec2(Real(count) / 2, Real(0.5))});
    world.add_shape(place, box(Real(count), Real(0.25)), {.sensor = true});
    for (int i = 0; i < count; ++i) {
      boxes.push_back(world.add_body({.position = Vec2(Real(i), Real(0.5))}, box(1, 1)));
      shapes.push_back(world.shapes(boxes.back())[0]);
    }
    world.step(dt);
    EXPECT_GE(world.contacts().size(), 2 * boxes.size() - 1);
  }
};

/// Expects that as many edits as there are bodies take time in proportion to them.
template <class Edit>
void expect_own_contacts_only(const Edit& edit) {
  expect_growth(1000, in_proportion, in_proportion, [&edit](int n) {
    return [&edit, row = std::make_shared<Row>(n)] {
      for (std::size_t i = 0; i < row->boxes.size(); ++i) edit(row->world, row->boxes[i], row->shapes[i]);
    };
  });
}

TEST(GrowthOfEdits, BodiesAndShapesThatComeAndGo) {
  expect_own_contacts_only([](World& world, BodyId body, ShapeId) { world.remove_body(body); });
  expect_own_contacts_only([](World& world, BodyId, ShapeId shape) { world.remove_shape(shape); });
  expect_own_contacts_only([](World& world, BodyId body, ShapeId) { world.add_shape(body, circle(1)); });
  expect_own_contacts_only([](World& world, BodyId body, ShapeId) {
    world.add_body({.type = BodyType::fixed, .position = world.position(body)}, circle(Real(0.25)));
  });
}

TEST(GrowthOfEdits, WhatAShapeIs) {
  expect_own_contacts_only([](World& world, BodyId, ShapeId shape) { world.set_shape(shape, circle(Real(0.5))); });
  expect_own_contacts_only([](World& world, BodyId, ShapeId shape) { world.set_filter(shape, {.mask = 2}); });
  expect_own_contacts_only([](World& world, BodyId, ShapeId shape) { world.set_material(shape, {.friction = 0}); });
}

TEST(GrowthOfEdits, WhereABodyIsAndWhatItIs) {
  expect_own_contacts_only([](World& world, BodyId body, ShapeId) {
    world.set_pose(body, {world.position(body) + Vec2(0, 1), {}});
  });
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
    expect_own_contacts_only([type](World& world, BodyId body, ShapeId) { world.set_type(body, type); });
  }
  expect_own_contacts_only([](World& world, BodyId body, ShapeId) { world.apply_impulse(body, Vec2(1, 0)); });
}

TEST(GrowthOfEdits, PuttingToSleep) {
  const auto sleep = [](World& world, BodyId body, ShapeId) { world.set_awake(body, false); };
  expect_own_contacts_only(sleep);
  expect_own_contacts_only([&](World& world, BodyId body, ShapeId shape) {
    world.set_type(body, BodyType::fixed);
    world.set_type(body, BodyType::dynamic);
    sleep(world, body, shape);
  });
}

/// One of the edits that look at contacts, of any body.
void edit_any(World& world, Random& random) {
  const std::vector<BodyId> bodies = world.bodies();
  const BodyId body = bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
  const int choice = random.below(12);
  const Vec2 way = random.vec2(1);
  if (choice < 5) return world.set_awake(body, false);
  if (choice < 7) return world.set_awake(body, true);
  if (choice == 7) return world.set_type(body, static_cast<BodyType>(random.below(3)));
  if (choice == 8) return world.set_pose(body, {world.position(body) + way, {}});
  if (choice == 9 && bodies.size() > 8) return world.remove_body(body);
  const std::vector<ShapeId> shapes = world.shapes(body);
  if (shapes.empty()) return;
  if (choice == 10)
    return world.set_filter(shapes[0], {.mask = random.one_in(3) ? std::uint64_t{0} : ~std::uint64_t{0}});
  world.set_shape(shapes[0], circle(Real(0.5)));
}

// Contacts move from list to list when they are read, or all at once when the next step begins.
TEST(GrowthOfEdits, ComeToTheSameWhoeverReadsBetweenThem) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Row quiet(6);
    World read = quiet.world;
    Random choices(seed), same_choices(seed);
    for (int step = 0; step < 4; ++step) {
      for (int i = 0; i < 10; ++i) {
        edit_any(quiet.world, choices), edit_any(read, same_choices);
        switch (i % 4) {
          case 0: static_cast<void>(read.hash()); break;
          case 1: static_cast<void>(read.contacts()); break;
          case 2: ASSERT_TRUE(World(read) == read); break;
          default: break;
        }
      }
      if (step % 2 == 0) {
        ASSERT_TRUE(quiet.world == read) << "seed " << seed << ", step " << step;
      }
      quiet.world.step(dt), read.step(dt);
      ASSERT_TRUE(quiet.world == read) << "seed " << seed << ", step " << step;
      const auto ends = quiet.world.contact_ends(), same_ends = read.contact_ends();
      ASSERT_TRUE(std::equal(ends.begin(), ends.end(), same_ends.begin(), same_ends.end())) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
