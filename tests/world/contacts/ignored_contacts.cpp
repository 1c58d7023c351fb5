// Contacts that a contact hook has ignored: they are as if filters excluded them, bit for bit, in all that happens.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/random_shapes.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

/// The tribe of each body by slot; 0: it meets all.
using Tribes = std::vector<int>;

int tribe_of(const Tribes& tribes, BodyId body) { return body.slot < tribes.size() ? tribes[body.slot] : 0; }

PairMaterial strangers_pass(const void* context, const ContactInput& contact) noexcept {
  const Tribes& tribes = *static_cast<const Tribes*>(context);
  const int a = tribe_of(tribes, contact.body_a), b = tribe_of(tribes, contact.body_b);
  PairMaterial answer = contact.mixed;
  answer.ignore = a != 0 && b != 0 && a != b;
  return answer;
}

PairMaterial as_mixed(const void*, const ContactInput& contact) noexcept { return contact.mixed; }

template <class T>
bool alike(std::span<const T> a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool same_impacts(const World& a, const World& b) {
  return std::equal(a.impacts().begin(), a.impacts().end(), b.impacts().begin(), b.impacts().end(),
                    [](const Impact& l, const Impact& r) {
                      return l.time == r.time && l.body_a == r.body_a && l.body_b == r.body_b &&
                             l.impulse == r.impulse && l.normal == r.normal && l.point == r.point;
                    });
}

/// The same scene twice: strangers are kept apart by a hook, or by filters.
struct TwoWorlds {
  Tribes tribes;
  World hooked, filtered;

  TwoWorlds(const WorldDef& def) : hooked(def), filtered(def) {
    hooked.set_contact_hook({strangers_pass, &tribes});
    filtered.set_contact_hook({as_mixed, nullptr});
  }
  BodyId add(const BodyDef& def, const Shape& shape, ShapeDef shape_def, int tribe) {
    const BodyId body = hooked.add_body(def), same = filtered.add_body(def);
    EXPECT_EQ(body, same);
    hooked.add_shape(body, shape, shape_def);
    const bool meets_all = tribe == 0 || shape_def.sensor;  // nobody asks about sensors
    shape_def.filter.category = meets_all ? 7 : tribe == 1 ? 2 : 4;
    if (!meets_all) shape_def.filter.mask = 1 | shape_def.filter.category;
    filtered.add_shape(body, shape, shape_def);
    tribes.resize(std::max<std::size_t>(tribes.size(), body.slot + 1));
    tribes[body.slot] = tribe;
    return body;
  }
  void step(Real time) { hooked.step(time), filtered.step(time); }
  void expect_alike() const {
    for (const BodyId body : hooked.bodies()) {
      ASSERT_EQ(hooked.position(body), filtered.position(body));
      ASSERT_EQ(hooked.rotation(body).s, filtered.rotation(body).s);
      ASSERT_EQ(hooked.velocity(body), filtered.velocity(body));
      ASSERT_EQ(hooked.angular_velocity(body), filtered.angular_velocity(body));
      ASSERT_EQ(hooked.awake(body), filtered.awake(body));
    }
    ASSERT_TRUE(alike(hooked.contact_begins(), filtered.contact_begins()));
    ASSERT_TRUE(alike(hooked.contact_ends(), filtered.contact_ends()));
    ASSERT_TRUE(alike(hooked.sensor_begins(), filtered.sensor_begins()));
    ASSERT_TRUE(same_impacts(hooked, filtered));
    ASSERT_TRUE(same_penetrations(hooked, filtered));
    ASSERT_EQ(hooked.contacts().size(), filtered.contacts().size());
  }
};

class IgnoredContacts : public WorldTest {
 protected:
  Random random{1};

  /// Bodies of two tribes in a room, fast and slow, some of them kinematic, some bouncing. Bodies made of parts wake by
  /// their boxes, whatever a hook says, so without `parts` the shapes are convex.
  void fill(TwoWorlds& worlds, int count, bool parts) {
    for (const int side : {-1, 1}) {
      worlds.add({.type = BodyType::fixed, .position = Vec2(0, Real(side * 8))}, box(18, 2), {}, 0);
      worlds.add({.type = BodyType::fixed, .position = Vec2(Real(side * 8), 0)}, box(2, 18), {}, 0);
    }
    for (int i = 0; i < count; ++i) {
      BodyDef def;
      def.type = random.one_in(10) ? BodyType::kinematic : BodyType::dynamic;
      def.position = random.vec2(6);
      def.rotation = Rotation::from_angle(random.real(-3, 3));
      def.velocity = random.vec2(random.one_in(4) ? 60 : 1);
      ShapeDef shape_def;
      shape_def.material.restitution = random.one_in(2) ? Real(0) : random.real(0, 1);
      shape_def.sensor = random.one_in(12);
      const bool round = random.one_in(3);
      Shape shape = round ? circle(random.real(0.1, 0.6)) : shape_with_sides(random);
      if (!parts && !shape.convex()) shape = box(1, random.real(0.1, 1));
      worlds.add(def, shape, shape_def, 1 + random.below(2));
    }
  }
};

TEST_F(IgnoredContacts, AreAsIfFiltersExcludedThem) {
  std::size_t impacts = 0;
  for (int scene = 0; scene < bankshot_test::effort(120); ++scene) {
    const bool parts = scene % 2 == 0;
    TwoWorlds worlds(WorldDef{.gravity = Vec2(0, -10), .sleep = !parts, .threads = 1 + scene % 3});
    fill(worlds, 10 + random.below(50), parts);
    for (int step = 0; step < 60; ++step) {
      worlds.step(dt);
      worlds.expect_alike();
      ASSERT_FALSE(HasFatalFailure()) << "scene " << scene << ", step " << step;
      impacts += worlds.hooked.impacts().size();
    }
  }
  EXPECT_GT(impacts, 2000u);
}

TEST_F(IgnoredContacts, AreIgnoredByPredictions) {
  for (int scene = 0; scene < bankshot_test::effort(30); ++scene) {
    TwoWorlds worlds(WorldDef{.gravity = Vec2(0, -10)});
    fill(worlds, 20, true);
    for (int step = 0; step < 30; ++step) worlds.step(dt);
    const BodyId shot = worlds.add({.position = random.vec2(6)}, circle(Real(0.2)), {}, 1);
    const Vec2 velocity = random.vec2(30);
    World& world = worlds.hooked;
    const Prediction prediction = world.predict(shot, velocity, dt, 30);
    world.set_velocity(shot, velocity);
    for (const Pose& pose : prediction.poses) {
      world.step(dt);
      ASSERT_EQ(world.position(shot), pose.position) << "scene " << scene;
      ASSERT_EQ(world.rotation(shot).s, pose.rotation.s) << "scene " << scene;
    }
  }
}

TEST_F(IgnoredContacts, AreSweptByNothingHoweverFast) {
  for (int shot = 0; shot < bankshot_test::effort(200); ++shot) {
    TwoWorlds worlds(WorldDef{});
    const Real speed = random.real(10, 10'000), first = random.real(1, 5);
    const BodyId ball = worlds.add({.velocity = Vec2(speed, 0)}, circle(Real(0.1)), {}, 1);
    worlds.add({.type = BodyType::fixed, .position = Vec2(first, 0)}, box(Real(0.01), 10), {}, 2);
    const BodyId wall = worlds.add({.type = BodyType::fixed, .position = Vec2(10, 0)}, box(Real(0.01), 10), {}, 0);
    World& world = worlds.hooked;
    std::size_t impacts = 0;
    for (int i = 0; i < 100 && impacts == 0; ++i) {
      world.step(dt);
      EXPECT_TRUE(world.penetrations().empty());
      for (const Impact& impact : world.impacts()) {
        EXPECT_TRUE(impact.body_a == wall || impact.body_b == wall);
        EXPECT_NEAR(impact.approach_speed, speed, 4 * tolerance::eps * speed);
        ++impacts;
      }
      EXPECT_TRUE(world.contact_begins().size() == impacts);
    }
    EXPECT_EQ(impacts, 1u) << speed;
    EXPECT_LT(world.position(ball).x(), 10);
  }
}

PairMaterial from_above_only(const void* context, const ContactInput& contact) noexcept {
  const BodyId hero = *static_cast<const BodyId*>(context);
  PairMaterial answer = contact.mixed;
  answer.ignore = (contact.body_a == hero ? contact.velocity.y() : -contact.velocity.y()) > Real(0.5);
  return answer;
}

TEST_F(IgnoredContacts, LetAHeroJumpOntoAPlatform) {
  for (int jump = 0; jump < 50; ++jump) {
    world = World(WorldDef{.gravity = Vec2(0, -10)});
    const Real top = random.real(1, 3), rise = top + random.real(1, 3);
    const BodyId hero = world.add_body({.velocity = Vec2(0, std::sqrt(20 * rise))}, box(Real(0.5), 1));
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, top - Real(0.05))}, box(4, Real(0.1)));
    world.set_contact_hook({from_above_only, &hero});
    for (int i = 0; i < 200; ++i) {
      world.step(dt);
      EXPECT_TRUE(world.velocity(hero).y() <= Real(0.5) || world.contacts().empty());
    }
    EXPECT_NEAR(static_cast<double>(world.position(hero).y()), static_cast<double>(top + Real(0.5)), 0.01);
    EXPECT_EQ(world.contacts(hero).size(), 1u);
  }
}

TEST_F(IgnoredContacts, EndAContactThatThereWas) {
  Tribes tribes;
  const BodyId floor = add_floor(), ball = add_box(0, Real(0.5));
  world.set_contact_hook({strangers_pass, &tribes});
  ASSERT_TRUE(run_until_asleep(ball));
  tribes.resize(2);
  tribes[floor.slot] = 1, tribes[ball.slot] = 2;
  run(2);
  EXPECT_EQ(world.contacts().size(), 1u);  // nobody asks about bodies that sleep
  world.set_awake(ball, true);
  run(1);
  EXPECT_EQ(world.contact_ends().size(), 1u);
  EXPECT_TRUE(world.contacts().empty());
  for (int i = 0; i < 60; ++i) {
    run(1);
    EXPECT_TRUE(world.contact_ends().empty() && world.contact_begins().empty() && world.penetrations().empty());
  }
  EXPECT_NEAR(static_cast<double>(world.position(ball).y()), 0.5 - 5 * (61.0 / 60) * (61.0 / 60), 0.1);
  EXPECT_TRUE(world.impacts().empty());
}

TEST_F(IgnoredContacts, WakeNobody) {
  TwoWorlds worlds(WorldDef{.gravity = Vec2(0, -10)});
  worlds.add({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2), {}, 0);
  std::vector<BodyId> sleepers;
  for (int i = 0; i < 5; ++i) {
    sleepers.push_back(worlds.add({.position = Vec2(Real(2 * i), Real(0.5))}, box(1, 1), {}, 1));
  }
  for (int i = 0; i < 120; ++i) worlds.step(dt);
  worlds.add({.position = Vec2(-5, Real(0.5)), .velocity = Vec2(20, 0)}, circle(Real(0.25)), {}, 2);
  for (int i = 0; i < 60; ++i) {
    worlds.step(dt);
    for (const BodyId body : sleepers) EXPECT_FALSE(worlds.hooked.awake(body));
    worlds.expect_alike();
  }
}

PairMaterial never_asked(const void*, const ContactInput& contact) noexcept {
  ADD_FAILURE();
  return contact.mixed;
}

TEST_F(IgnoredContacts, SensorsAreNotAskedAbout) {
  world.set_contact_hook({never_asked, nullptr});
  const BodyId goal = world.add_body({.type = BodyType::fixed});
  world.add_shape(goal, box(2, 2), {.sensor = true});
  add_ball(0, Real(0.5));
  run(1);
  EXPECT_EQ(world.sensor_begins().size(), 1u);
}

PairMaterial ignoring_mix(const Material&, const Material&) noexcept { return {Real(0.5), 0, true}; }

TEST_F(IgnoredContacts, AreNotAMixRulesToMake) {
  for (const ContactHook& hook : {ContactHook{}, ContactHook{as_mixed, nullptr}}) {
    world = World(WorldDef{.gravity = Vec2(0, -10), .mix = ignoring_mix, .contact_hook = hook});
    add_floor();
    const BodyId resting = add_box(0, Real(0.5)), falling = add_box(5, 3);
    std::size_t impacts = 0;
    for (int i = 0; i < 120; ++i) run(1), impacts += world.impacts().size();
    EXPECT_GE(impacts, 2u);
    for (const BodyId body : {resting, falling}) EXPECT_GT(world.position(body).y(), Real(0.49));
  }
}

}  // namespace
}  // namespace bankshot::testing
