// Found by a campaign of random rooms: another capsule, spinning, lay against a capsule, and the solver threw the
// latter at a hundred metres a second. Its reach was computed from its earlier speed, so no wall was found for it.

#include <bankshot/world/world.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(Regress, ThrownThroughTheWall) {
  World world({.gravity = Vec2(0, -10)});
  std::vector<BodyId> bodies;
  const auto add = [&](const BodyDef& def, const Shape& shape, const Material& material = {}) {
    bodies.push_back(world.add_body(def, shape, material));
  };
  add({.type = BodyType::fixed, .position = Vec2(Real(-0.08800528), Real(1.5))}, box(Real(0.17601056), Real(3)),
      {.restitution = Real(1)});
  add({.type = BodyType::fixed, .position = Vec2(Real(4.088005), Real(1.5))}, box(Real(0.17601056), Real(3)),
      {.restitution = Real(1)});
  add({.type = BodyType::fixed, .position = Vec2(Real(2), Real(-0.08800528))}, box(Real(4.352021), Real(0.17601056)),
      {.restitution = Real(1)});
  add({.type = BodyType::fixed, .position = Vec2(Real(2), Real(3.0880053))}, box(Real(4.352021), Real(0.17601056)),
      {.restitution = Real(1)});
  add({.position = Vec2(Real(0.5), Real(0.5)),
       .rotation = {Real(-0.8791751), Real(0.47649878)},
       .velocity = Vec2(Real(-37.13273), Real(111.228485))},
      capsule(Vec2(Real(0.108037524), Real(-0.098325536)), Vec2(Real(0.08748856), Real(0.023428377)), Real(0.015625)),
      {.restitution = Real(0.5), .friction = Real(1), .density = Real(0.8400382)});
  add({.position = Vec2(Real(1.5), Real(0.5)),
       .rotation = {Real(0.8849593), Real(-0.46566844)},
       .velocity = Vec2(Real(-199.44254), Real(60.054054))},
      polygon(std::vector<Vec2>{Vec2(Real(0.16488436), Real(0.076629564)), Vec2(Real(0.039092235), Real(0.029870484)),
                                Vec2(Real(0.014424086), Real(-0.032489985)), Vec2(Real(0.058292493), Real(-0.14128172)),
                                Vec2(Real(0.13882476), Real(-0.17060448)), Vec2(Real(0.18327233), Real(-0.16240072)),
                                Vec2(Real(0.2535275), Real(-0.09507677)), Vec2(Real(0.25614005), Real(-0.0026991628))}),
      {.restitution = Real(1), .friction = Real(0), .density = Real(3.6771576)});
  add({.position = Vec2(Real(2.5), Real(0.5)),
       .rotation = {Real(-0.71239513), Real(0.7017786)},
       .velocity = Vec2(Real(238.56049), Real(-141.70366))},
      capsule(Vec2(Real(-0.06707394), Real(0.090348616)), Vec2(Real(0.097982034), Real(-0.11590848)), Real(0.015625)),
      {.friction = Real(0.5), .density = Real(0.644191)});
  add({.position = Vec2(Real(3.5), Real(0.5)),
       .rotation = {Real(-0.6641262), Real(0.74762046)},
       .velocity = Vec2(Real(13.147044), Real(31.658178))},
      capsule(Vec2(Real(0.10878015), Real(-0.0729289)), Vec2(Real(-0.020949256), Real(0.08244781)), Real(0.015625)),
      {.restitution = Real(1), .friction = Real(0), .density = Real(2.2138581)});
  add({.position = Vec2(Real(1.5), Real(1.5)),
       .rotation = {Real(0.7660273), Real(-0.642808)},
       .velocity = Vec2(Real(151.8716), Real(253.56842))},
      circle(Real(0.016653547)), {.restitution = Real(0.5), .friction = Real(0.5), .density = Real(0.74487823)});
  add({.position = Vec2(Real(2.5), Real(1.5)),
       .rotation = {Real(-0.69671315), Real(0.7173498)},
       .velocity = Vec2(Real(48.178623), Real(246.97755))},
      capsule(Vec2(Real(-0.10792123), Real(-0.088503495)), Vec2(Real(-0.11194112), Real(0.056465138)),
              Real(0.048725855)),
      {.restitution = Real(1), .friction = Real(1), .density = Real(1.5181084)});
  add({.position = Vec2(Real(3.5), Real(1.5)),
       .rotation = {Real(0.41045478), Real(0.91188097)},
       .velocity = Vec2(Real(-180.72997), Real(122.670105))},
      capsule(Vec2(Real(-0.028554173), Real(-0.07822406)), Vec2(Real(0.046839688), Real(-0.020600632)), Real(0.015625)),
      {.friction = Real(0.5), .density = Real(3.1104689)});
  add({.position = Vec2(Real(0.5), Real(2.5)),
       .rotation = {Real(-0.32415578), Real(0.94600374)},
       .velocity = Vec2(Real(-242.73653), Real(-233.73038))},
      box(Real(0.12684654), Real(0.17955042), Vec2(Real(0.106104605), Real(0.11603295))),
      {.restitution = Real(1), .friction = Real(0), .density = Real(1.1171402)});
  add({.position = Vec2(Real(1.5), Real(2.5)),
       .rotation = {Real(-0.109375484), Real(0.9940005)},
       .velocity = Vec2(Real(249.4613), Real(-253.74625))},
      polygon(std::vector<Vec2>{Vec2(Real(0.1203486), Real(0.019821241)), Vec2(Real(-0.07389786), Real(0.0591537)),
                                Vec2(Real(-0.06539033), Real(-0.062506914))}),
      {.restitution = Real(1), .friction = Real(0), .density = Real(0.5276455)});
  add({.position = Vec2(Real(3.5), Real(2.5)),
       .rotation = {Real(-0.88901985), Real(0.4578687)},
       .velocity = Vec2(Real(-62.756893), Real(213.30925)),
       .angular_velocity = Real(-4.3875594)},
      capsule(Vec2(Real(0.087483205), Real(0.07864361)), Vec2(Real(0.05737901), Real(-0.12356843)), Real(0.04031241)),
      {.friction = Real(0.5), .density = Real(0.98014253)});
  for (int step = 0; step < 12; ++step) {
    world.step(Real(1) / 60);
    for (std::size_t i = 4; i < bodies.size(); ++i) {
      const Vec2 centre = world.centre_of_mass(bodies[i]);
      ASSERT_GT(centre.x(), 0) << i << ", step " << step;
      ASSERT_LT(centre.x(), 4) << i << ", step " << step;
      ASSERT_GT(centre.y(), 0) << i << ", step " << step;
      ASSERT_LT(centre.y(), 3) << i << ", step " << step;
    }
  }
}

}  // namespace
}  // namespace bankshot_test
