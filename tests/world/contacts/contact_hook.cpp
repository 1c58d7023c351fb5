// The game's own response to a hit: by the bodies, and by the way they meet.

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

class ContactHooks : public WorldTest {};

/// The response requested for one body, whichever body it meets.
struct Rule {
  BodyId body;
  PairMaterial answer;
};
PairMaterial by_rule(const void* context, const ContactInput& contact) noexcept {
  const Rule& rule = *static_cast<const Rule*>(context);
  return contact.body_a == rule.body || contact.body_b == rule.body ? rule.answer : contact.mixed;
}

TEST_F(ContactHooks, OneBodyIsATrampoline) {
  add_floor();
  const BodyId pad = world.add_body({.type = BodyType::fixed, .position = Vec2(10, 0)}, box(4, 1));
  const BodyId dead = add_ball(0, 5), alive = add_ball(10, 5);
  const Rule rule{pad, {1, 0}};
  world.set_contact_hook({by_rule, &rule});
  Real highest_dead = 0, highest_alive = 0;
  for (int i = 0; i < 400; ++i) {
    world.step(dt);
    if (i < 100) continue;
    highest_dead = std::max(highest_dead, world.position(dead).y());
    highest_alive = std::max(highest_alive, world.position(alive).y());
  }
  EXPECT_NEAR(highest_dead, 0.5, 0.01);
  EXPECT_NEAR(highest_alive, 5, 0.01);
}

TEST_F(ContactHooks, FrictionWithoutBoundSticksAndNoneSlides) {
  for (const bool sticks : {false, true}) {
    World flat{WorldDef{.gravity = Vec2(0, -10)}};
    flat.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
    const BodyId block = flat.add_body({.position = Vec2(0, Real(0.25)), .velocity = Vec2(4, 0)}, box(4, Real(0.5)));
    const Rule rule{block, {0, sticks ? Real(1e6) : Real(0)}};
    flat.set_contact_hook({by_rule, &rule});
    for (int i = 0; i < 60; ++i) flat.step(dt);
    EXPECT_NEAR(flat.position(block).x(), sticks ? 0 : 4, 0.01);
  }
}

struct Seen {
  BodyId ball;
  ShapeId shape;
  mutable int calls = 0, wrong = 0;
  mutable Real fastest = 0;
};
PairMaterial look(const void* context, const ContactInput& contact) noexcept {
  const Seen& seen = *static_cast<const Seen*>(context);
  const bool is_a = contact.body_a == seen.ball, is_b = contact.body_b == seen.ball;
  const Real up = is_a ? contact.normal.y() : -contact.normal.y();
  const Real speed = -contact.velocity.dot(contact.normal);
  ++seen.calls;
  seen.wrong += is_a == is_b || up < Real(0.99) || (is_a ? contact.shape_a : contact.shape_b) != seen.shape;
  seen.wrong += contact.mixed.restitution != Real(0.25) || contact.mixed.friction != Real(0.5);
  seen.fastest = std::max(seen.fastest, speed);
  return contact.mixed;
}

// Whichever of the two was added to the world first.
TEST_F(ContactHooks, SeesBothBodiesAndTheHit) {
  for (const bool ball_first : {false, true}) {
    World flat{WorldDef{.gravity = Vec2(0, -10)}};
    const Material material = {.restitution = Real(0.25), .friction = Real(0.5)};
    BodyId ball;
    for (const bool first : {true, false}) {
      if (first == ball_first) {
        ball = flat.add_body({.position = Vec2(0, Real(5.5))}, circle(Real(0.5)), material);
      } else {
        flat.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2), material);
      }
    }
    const Seen seen{ball, flat.shapes(ball)[0]};
    flat.set_contact_hook({look, &seen});
    for (int i = 0; i < 120; ++i) flat.step(dt);
    EXPECT_GT(seen.calls, 1);
    EXPECT_EQ(seen.wrong, 0);
    EXPECT_NEAR(seen.fastest, 10, 0.05);
  }
}

struct Slip {
  BodyId ball;
  mutable std::vector<Real> along;  ///< velocity of the ball's surface relative to the floor's, to the right
};

PairMaterial record_slip(const void* context, const ContactInput& contact) noexcept {
  const auto& slip = *static_cast<const Slip*>(context);
  slip.along.push_back(contact.body_a == slip.ball ? contact.velocity.x() : -contact.velocity.x());
  return {0, 0};
}

// A disc of radius r that spins at w where it lies: its lowest point moves by w r to the right, its centre not at all.
TEST_F(ContactHooks, SeesTheSurfaceSlipWhereTheTwoMeet) {
  add_floor();
  for (const Real spin : {Real(-3), Real(2), Real(5)}) {
    World spinning = world;
    const BodyId ball =
        spinning.add_body({.position = Vec2(0, Real(0.5)), .angular_velocity = spin}, circle(Real(0.5)), {});
    const Slip slip{ball, {}};
    spinning.set_contact_hook({record_slip, &slip});
    for (int i = 0; i < 5; ++i) spinning.step(dt);
    ASSERT_FALSE(slip.along.empty());
    for (const Real along : slip.along) EXPECT_NEAR(along, spin / 2, 0.01);
  }
}

TEST_F(ContactHooks, SettingOneWakesAndCounts) {
  add_floor();
  const BodyId ball = add_ball(0, Real(0.5));
  ASSERT_TRUE(run_until_asleep(ball));
  World other = world;
  EXPECT_TRUE(other == world);
  const Rule rule{ball, {0, 1}};
  world.set_contact_hook({by_rule, &rule});
  EXPECT_TRUE(world.awake(ball));
  world = other;
  other.set_contact_hook({});
  EXPECT_FALSE(other.awake(ball)) << "it had none before";
  EXPECT_TRUE(other == world);
}

}  // namespace
}  // namespace bankshot::testing
