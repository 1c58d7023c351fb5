// Found by a campaign of random rooms: a box that flew down on a sliver, touching it, passed it sideways where the
// sliver had met the floor and stood still. It still counted as resting on the sliver, on a line far below by then, and
// since the floor reached no higher than that line, no stage saw the box meet it.

#include <bankshot/world/world.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(Regress, PastWhatItRestedOn) {
  World world({.gravity = Vec2(0, -10)});
  const Material wall{.restitution = 1};
  const Real thick = Real(0.20542806), middle = Real(0.10271403);
  world.add_body({.type = BodyType::fixed, .position = Vec2(-middle, Real(0.5))}, box(thick, 1), wall);
  world.add_body({.type = BodyType::fixed, .position = Vec2(Real(2.102714), Real(0.5))}, box(thick, 1), wall);
  world.add_body({.type = BodyType::fixed, .position = Vec2(1, -middle)}, box(Real(2.410856), thick), wall);
  world.add_body({.type = BodyType::fixed, .position = Vec2(1, Real(1.1027141))}, box(Real(2.410856), thick), wall);
  world.add_body({.position = Vec2(Real(0.5), Real(0.5)),
                  .rotation = {Real(-0.87321544), Real(-0.48733443)},
                  .velocity = Vec2(Real(-165.10405), Real(-534.0456))},
                 polygon(std::vector<Vec2>{Vec2(Real(-0.0027081943), Real(0.09304171)),
                                           Vec2(Real(0.10819613), Real(-0.00079869357)),
                                           Vec2(Real(0.08253932), Real(0.020912299))}),
                 {.restitution = Real(0.5), .friction = 0, .density = Real(1.5771673)});
  const BodyId body =
      world.add_body({.position = Vec2(Real(1.5), Real(0.5)),
                      .rotation = {Real(0.7127367), Real(-0.70143163)},
                      .velocity = Vec2(Real(-215.13959), Real(21.437023))},
                     box(Real(0.07609911), Real(0.19371657)), {.friction = 0, .density = Real(0.83926946)});
  for (int i = 1; i <= 30; ++i) {
    world.step(Real(1) / 60);
    const Vec2 place = world.position(body);
    ASSERT_TRUE(place.x() > 0 && place.x() < 2 && place.y() > 0 && place.y() < 1) << i << ": " << place.transpose();
  }
}

}  // namespace
}  // namespace bankshot_test
