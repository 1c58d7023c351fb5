// Bodies in free flight, in a World and in a b2World.

#include "oracle/box2d_twins.hpp"

#include <bankshot/world/world.hpp>

#include <gtest/gtest.h>

#include <iostream>

namespace box2d_oracle {
namespace {

struct Flyer {
  b2Body* theirs = nullptr;
  bankshot::BodyId ours;
  double size = 0;  ///< of the shape
  b2Vec2 velocity;
  float spin = 0, gravity_scale = 1;
};

/// Adds the same body to both worlds; nothing collides with it.
Flyer add_flyer(Random& random, b2World& theirs, bankshot::World& ours) {
  const Twin shape = twin(random, random.chance(0.5) ? Kind::circle : Kind::polygon);
  const TwinPose pose = twin_pose(random, 5);
  Flyer flyer;
  flyer.size = shape.reach;
  flyer.velocity = b2Vec2{number(random, -10, 10), number(random, -10, 10)};
  flyer.spin = number(random, -8, 8);
  // Away from 0: the term in which the two schemes differ then shows for every body.
  const float scale = number(random, 0.2, 2);
  flyer.gravity_scale = random.chance(0.5) ? 1.0f : (random.chance(0.5) ? scale : -scale);
  b2BodyDef def;
  def.type = b2_dynamicBody;
  def.position = pose.box2d.p;
  def.linearVelocity = flyer.velocity;
  def.angularVelocity = flyer.spin;
  def.gravityScale = flyer.gravity_scale;
  b2FixtureDef fixture;
  fixture.shape = shape.box2d.get();
  fixture.density = 1;
  fixture.filter.maskBits = 0;
  flyer.theirs = theirs.CreateBody(&def);
  flyer.theirs->CreateFixture(&fixture);
  // A fixture shifts the centre of mass, and Box2D then keeps the velocity of the origin: both start again from here.
  flyer.theirs->SetLinearVelocity(flyer.velocity);
  bankshot::BodyDef our_def;
  our_def.position = vec(def.position);
  our_def.velocity = vec(flyer.velocity);
  our_def.angular_velocity = Real(flyer.spin);
  our_def.gravity_scale = Real(flyer.gravity_scale);
  flyer.ours = ours.add_body(our_def);
  bankshot::ShapeDef shape_def;
  shape_def.filter.mask = 0;
  ours.add_shape(flyer.ours, shape.sharp, shape_def);
  ours.set_velocity(flyer.ours, vec(flyer.velocity));
  return flyer;
}

/// Bankshot's flight is the parabola. Box2D adds a step's gravity to the velocity first and moves by the new velocity
/// (semi-implicit Euler): after a time t the error of its bodies is exactly g dt t / 2. Its sums in single precision
/// lose up to half an eps of the largest position and velocity in each of the steps.
TEST(Box2dFlight, free_fall) {
  constexpr int worlds = 100, bodies = cases / worlds, steps = 60;
  Random random(4000);
  double worst = 0, smallest_share = 1e30;
  for (int w = 0; w < worlds; ++w) {
    const float dt = w % 2 == 0 ? 1.0f / 64 : number(random, 0.005, 0.02);
    const b2Vec2 gravity{number(random, -5, 5), number(random, -20, -5)};
    const auto theirs = std::make_unique<b2World>(gravity);
    theirs->SetAllowSleeping(false);
    bankshot::WorldDef def;
    def.gravity = vec(gravity);
    def.sleep = false;
    bankshot::World ours(def);
    std::vector<Flyer> flyers;
    std::vector<b2Vec2> centres;
    std::vector<Vec2> our_centres;
    for (int i = 0; i < bodies; ++i) {
      flyers.push_back(add_flyer(random, *theirs, ours));
      centres.push_back(flyers.back().theirs->GetWorldCenter());
      our_centres.push_back(ours.centre_of_mass(flyers.back().ours));
    }
    for (int i = 0; i < steps; ++i) {
      theirs->Step(dt, 8, 3);
      ours.step(Real(dt));
    }
    const double t = steps * double(dt);
    for (std::size_t i = 0; i < flyers.size(); ++i) {
      const Flyer& flyer = flyers[i];
      const double scale = double(flyer.gravity_scale);
      const double fastest = double(flyer.velocity.Length()) + 2 * double(gravity.Length()) * t;
      const double farthest = 8 + flyer.size + fastest * t;
      const double tolerance = steps * double(FLT_EPSILON) / 2 * (farthest + fastest * t / 2);
      double lag = 0;
      for (int axis = 0; axis < 2; ++axis) {
        const double g = scale * double(gravity(axis));
        const double euler = g * double(dt) * t / 2;
        const double their_way = double(flyer.theirs->GetWorldCenter()(axis)) - double(centres[i](axis));
        const double our_way = double(ours.centre_of_mass(flyer.ours)[axis]) - double(our_centres[i][axis]);
        ASSERT_LE(std::fabs(their_way - (our_way + euler)), tolerance) << "world " << w << ", body " << i;
        const double our_speed = double(ours.velocity(flyer.ours)[axis]);
        ASSERT_LE(std::fabs(double(flyer.theirs->GetLinearVelocity()(axis)) - our_speed),
                  steps * double(FLT_EPSILON) * fastest);
        worst = std::max(worst, std::fabs(their_way - (our_way + euler)) / tolerance);
        lag = std::max(lag, std::fabs(euler));
      }
      smallest_share = std::min(smallest_share, lag / tolerance);
      // Both turn at a constant rate.
      const auto turned = ours.rotation(flyer.ours);
      const b2Rot their_turn = flyer.theirs->GetTransform().q;
      const double angle_tolerance = steps * double(FLT_EPSILON) * (4 + std::fabs(double(flyer.spin)) * t);
      ASSERT_LE(std::hypot(double(turned.c) - double(their_turn.c), double(turned.s) - double(their_turn.s)),
                angle_tolerance);
      ASSERT_EQ(ours.angular_velocity(flyer.ours), Real(flyer.spin));
    }
  }
  std::cout << worlds * bodies << " bodies; largest difference " << worst
            << " of the tolerance, the term of the two schemes at least " << smallest_share << " of it\n";
  EXPECT_GT(smallest_share, 10);
}

}  // namespace
}  // namespace box2d_oracle
