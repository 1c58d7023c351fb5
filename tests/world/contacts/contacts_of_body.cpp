// The contacts of one body against those among all contacts that are its own, in random worlds, between random edits.

#include "broad/growth.hpp"
#include "effort.hpp"
#include "world/random.hpp"
#include "world/random_shapes.hpp"
#include "world/world_fixture.hpp"

#include <memory>
#include <thread>

namespace bankshot::testing {
namespace {

bool same_contact(const Contact& l, const Contact& r) {
  const auto same_point = [](const ManifoldPoint& p, const ManifoldPoint& q) {
    return p.position == q.position && p.separation == q.separation && p.feature_a == q.feature_a &&
           p.feature_b == q.feature_b;
  };
  return l.body_a == r.body_a && l.body_b == r.body_b && l.shape_a == r.shape_a && l.shape_b == r.shape_b &&
         l.manifold.count == r.manifold.count && l.manifold.normal == r.manifold.normal &&
         std::equal(l.manifold.points.begin(), l.manifold.points.begin() + l.manifold.count, r.manifold.points.begin(),
                    same_point) &&
         l.normal_impulse == r.normal_impulse && l.friction_impulse == r.friction_impulse;
}

/// The plain way.
std::vector<Contact> own_among_all(const World& world, BodyId body) {
  std::vector<Contact> own = world.contacts();
  std::erase_if(own, [body](const Contact& contact) { return contact.body_a != body && contact.body_b != body; });
  return own;
}

bool reports_own(const World& world, BodyId body) {
  const std::vector<Contact> found = world.contacts(body), expected = own_among_all(world, body);
  return std::equal(found.begin(), found.end(), expected.begin(), expected.end(), same_contact);
}

class ContactsOfBody : public ::testing::Test {
 protected:
  Random random{1};
  World world{WorldDef{.gravity = Vec2(0, -10)}};
  std::size_t seen = 0, seen_asleep = 0;

  /// A heap on a floor; bodies of one to three shapes, some of them sensors, some of several parts.
  void fill() {
    world = World(WorldDef{.gravity = Vec2(0, -10), .threads = 1 + random.below(2)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(40, 2));
    for (int i = 0; i < 30; ++i) add_any();
  }
  void add_any() {
    BodyDef def;
    def.type = random.one_in(6) ? static_cast<BodyType>(random.below(3)) : BodyType::dynamic;
    def.position = Vec2(random.real(-4, 4), random.real(0, 6));
    def.rotation = Rotation::from_angle(random.real(-3, 3));
    if (def.type != BodyType::fixed) def.velocity = random.vec2(2);
    const BodyId body = world.add_body(def);
    const int shapes = 1 + random.below(3);
    for (int i = 0; i < shapes; ++i) {
      ShapeDef shape;
      shape.sensor = i > 0 && random.one_in(4);
      shape.material.restitution = random.one_in(3) ? Real(0.9) : Real(0);
      world.add_shape(body, random.one_in(3) ? circle(Real(0.4)) : shape_with_sides(random), shape);
    }
  }
  BodyId any_body() {
    const std::vector<BodyId> bodies = world.bodies();
    return bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
  }
  void edit() {
    const BodyId body = any_body();
    const std::vector<ShapeId> shapes = world.shapes(body);
    switch (random.below(9)) {
      case 0: return add_any();
      case 1: return world.bodies().size() > 10 ? world.remove_body(body) : add_any();
      case 2: return world.set_pose(body, {world.position(body) + random.vec2(1), world.rotation(body)});
      case 3: return world.set_type(body, random.one_in(2) ? BodyType::dynamic : BodyType::kinematic);
      case 4: return shapes.empty() ? void() : world.set_filter(shapes[0], {.mask = random.one_in(3) ? 0u : 1u});
      case 5: return shapes.size() < 2 ? void() : world.remove_shape(shapes[1]);
      default: return world.set_awake(body, random.one_in(3));
    }
  }
  void expect_own(const World& in) {
    for (const BodyId body : in.bodies()) {
      ASSERT_TRUE(reports_own(in, body));
      const std::size_t count = in.contacts(body).size();
      seen += count;
      if (!in.awake(body)) seen_asleep += count;
    }
  }
};

TEST_F(ContactsOfBody, AreThoseAmongAllThatAreItsOwn) {
  for (int scene = 0; scene < bankshot_test::effort(16); ++scene) {
    fill();
    for (int round = 0; round < 40; ++round) {
      const int steps = random.one_in(8) ? 60 : random.below(3);
      for (int i = 0; i < steps; ++i) {
        world.step(dt);
        ASSERT_TRUE(reports_own(world, any_body()));
      }
      expect_own(world);
      const int edits = random.below(4);
      for (int i = 0; i < edits; ++i) {
        edit();
        ASSERT_TRUE(reports_own(world, any_body()));
      }
      expect_own(random.one_in(4) ? World(world) : world);
    }
  }
  EXPECT_GT(seen, 0u);
  EXPECT_GT(seen_asleep, 0u);
}

TEST_F(ContactsOfBody, MayBeAskedForOnManyThreads) {
  for (int scene = 0; scene < bankshot_test::effort(16); ++scene) {
    fill();
    for (int i = 0; i < 60; ++i) world.step(dt);
    for (int i = 0; i < 3; ++i) edit();
    const World& same_world = world;
    std::vector<std::vector<Contact>> found(4);
    const BodyId body = any_body();
    std::vector<std::thread> threads;
    for (std::vector<Contact>& own : found) threads.emplace_back([&] { own = same_world.contacts(body); });
    for (std::thread& thread : threads) thread.join();
    const std::vector<Contact> expected = own_among_all(world, body);
    for (const std::vector<Contact>& own : found) {
      EXPECT_TRUE(std::equal(own.begin(), own.end(), expected.begin(), expected.end(), same_contact));
    }
  }
}

TEST_F(ContactsOfBody, RefuseABodyThatIsGone) {
  const BodyId ball = world.add_body({}, circle(1));
  EXPECT_TRUE(world.contacts(ball).empty());
  world.remove_body(ball);
  EXPECT_NE(refusal([&] { static_cast<void>(world.contacts(ball)); }).find("contacts: body"), std::string::npos);
}

/// `count` boxes that sleep on a floor, and a ball that rests beside them and stays awake.
struct SleepersAndBall {
  World world{WorldDef{.gravity = Vec2(0, -10)}};
  BodyId ball;

  explicit SleepersAndBall(int count) {
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(4 * Real(count), 2));
    ball = world.add_body({.position = Vec2(-3, Real(0.5)), .can_sleep = false}, circle(Real(0.5)));
    for (int i = 0; i < count; ++i) world.add_body({.position = Vec2(Real(i) * Real(1.5), Real(0.5))}, box(1, 1));
    for (int i = 0; i < 120; ++i) world.step(dt);
    EXPECT_EQ(world.counts().awake_bodies, 1);
    EXPECT_EQ(world.contacts(ball).size(), 1u);
    world.step(dt);
  }
};

// Only searches in sorted lists see how many others there are: from 512 to 1024 each makes an eleventh step.
TEST(GrowthOfContactsOfBody, IsNotThatOfTheSleepers) {
  expect_growth(512, 1.2, 1, [](int count) {
    return
        [scene = std::make_shared<SleepersAndBall>(count)] { static_cast<void>(scene->world.contacts(scene->ball)); };
  });
}

// As many calls as there are bodies that touch.
TEST(GrowthOfContactsOfBody, IsThatOfItsOwn) {
  expect_growth(512, in_proportion, in_proportion, [](int count) {
    auto world = std::make_shared<World>(WorldDef{.gravity = Vec2(0, -10)});
    std::vector<BodyId> boxes;
    for (int i = 0; i < count; ++i) {
      world->add_body({.type = BodyType::fixed, .position = Vec2(Real(2 * i), -1)}, box(2, 2));
      boxes.push_back(world->add_body({.position = Vec2(Real(2 * i), Real(0.5))}, box(1, 1)));
    }
    world->step(dt);
    return [world, boxes] {
      for (const BodyId box : boxes) EXPECT_EQ(world->contacts(box).size(), 1u);
    };
  });
}

}  // namespace
}  // namespace bankshot::testing
