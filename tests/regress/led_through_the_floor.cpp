// Found by a campaign of random rooms: a sliver of a third of a millimetre on the floor, whirled up by a body that
// landed on it, was led out of the way of a body that had reached the limit of impacts, and through the floor: if the
// solver had it on a wall, it was not swept against that wall again.

#include <bankshot/world/world.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(Regress, LedThroughTheFloor) {
  World world({.gravity = Vec2(0, Real(-1.8672247))});
  std::vector<BodyId> bodies;
  const auto add = [&](const BodyDef& def, const Shape& shape, const Material& material = {}) {
    bodies.push_back(world.add_body(def, shape, material));
  };
  add({.type = BodyType::fixed, .position = Vec2(Real(-0.026813453), Real(0.37344494))},
      box(Real(0.053626906), Real(0.7468899)));
  add({.type = BodyType::fixed, .position = Vec2(Real(0.5869809), Real(0.37344494))},
      box(Real(0.053626906), Real(0.7468899)));
  add({.type = BodyType::fixed, .position = Vec2(Real(0.28008372), Real(-0.026813453))},
      box(Real(0.6674212), Real(0.053626906)));
  add({.type = BodyType::fixed, .position = Vec2(Real(0.28008372), Real(0.77370334))},
      box(Real(0.6674212), Real(0.053626906)));
  add({.position = Vec2(Real(0.093361236), Real(0.093361236)),
       .rotation = {Real(0.6855575), Real(-0.7280185)},
       .velocity = Vec2(Real(0.6563533), Real(0.08364845))},
      polygon(std::vector<Vec2>{Vec2(Real(0.008281321), Real(0.00092822686)),
                                Vec2(Real(-0.0010853559), Real(-0.028830348)),
                                Vec2(Real(0.013116171), Real(-0.041416116)), Vec2(Real(0.04179486), Real(-0.027919583)),
                                Vec2(Real(0.03860858), Real(-0.0048673693))}),
      {.friction = Real(0.5), .density = Real(1.2714498)});
  add({.position = Vec2(Real(0.28008372), Real(0.093361236)),
       .rotation = {Real(-0.36796612), Real(0.9298392)},
       .velocity = Vec2(Real(-0.27060553), Real(-0.20323469))},
      polygon(std::vector<Vec2>{Vec2(Real(0.0204595), Real(-0.009718306)), Vec2(Real(0.026074681), Real(-0.009718306)),
                                Vec2(Real(0.026074681), Real(0.0019632655)),
                                Vec2(Real(0.0204595), Real(0.0019632655))}),
      {.friction = Real(1), .density = Real(1.7846825)});
  add({.position = Vec2(Real(0.46680617), Real(0.093361236)),
       .rotation = {Real(0.12831058), Real(0.991734)},
       .velocity = Vec2(Real(-0.7161493), Real(-0.6013568))},
      polygon(std::vector<Vec2>{Vec2(Real(0.0037128227), Real(-0.022911804)),
                                Vec2(Real(-0.008150094), Real(-0.0031002066)),
                                Vec2(Real(0.0023117473), Real(-0.021202693))}),
      {.friction = Real(1), .density = Real(0.46486232)});
  add({.position = Vec2(Real(0.093361236), Real(0.28008372)),
       .rotation = {Real(0.8658247), Real(-0.5003475)},
       .velocity = Vec2(Real(0.65820104), Real(0.19227561)),
       .angular_velocity = Real(-14.611963)},
      polygon(std::vector<Vec2>{Vec2(Real(-0.0076544774), Real(-0.022049468)),
                                Vec2(Real(0.014485101), Real(-0.01830169)), Vec2(Real(0.007866235), Real(0.021974811)),
                                Vec2(Real(-0.021980744), Real(0.007849645))}),
      {.restitution = Real(1), .friction = Real(0.5), .density = Real(3.639378)});
  add({.position = Vec2(Real(0.28008372), Real(0.28008372)),
       .rotation = {Real(0.98305273), Real(-0.18332297)},
       .velocity = Vec2(Real(0.5947065), Real(-0.5099964))},
      polygon(std::vector<Vec2>{Vec2(Real(-0.008860217), Real(0.0017769175)), Vec2(Real(0.01156199), Real(0.01005881)),
                                Vec2(Real(0.002382106), Real(0.006336757))}),
      {.restitution = Real(0.5), .friction = Real(0.5), .density = Real(0.30419818)});
  add({.position = Vec2(Real(0.46680617), Real(0.28008372)),
       .rotation = {Real(0.57513624), Real(0.81805766)},
       .velocity = Vec2(Real(0.49765062), Real(-0.22417483))},
      box(Real(0.04244924), Real(0.030349888)),
      {.restitution = Real(1), .friction = Real(1), .density = Real(3.1499515)});
  add({.position = Vec2(Real(0.28008372), Real(0.46680617)),
       .rotation = {Real(0.43427446), Real(0.9007806)},
       .velocity = Vec2(Real(0.7606713), Real(0.95866674))},
      polygon(std::vector<Vec2>{Vec2(Real(0.0069458177), Real(-0.014997043)),
                                Vec2(Real(0.02307732), Real(-0.002351502)), Vec2(Real(0.013664045), Real(0.012735472)),
                                Vec2(Real(-0.018556098), Real(0.009528584)),
                                Vec2(Real(-0.015165626), Real(-0.011940818))}),
      {.friction = Real(0.5), .density = Real(3.8133898)});
  add({.position = Vec2(Real(0.46680617), Real(0.46680617)),
       .rotation = {Real(0.62377477), Real(0.7816042)},
       .velocity = Vec2(Real(0.5922709), Real(-0.8700577)),
       .angular_velocity = Real(7.8664427)},
      capsule(Vec2(Real(-0.0106461225), Real(-0.016719187)), Vec2(Real(0.007101814), Real(0.020141985)),
              Real(0.0029175386)),
      {.restitution = Real(0.5), .friction = Real(0), .density = Real(2.9908402)});
  add({.position = Vec2(Real(0.28008372), Real(0.65352863)),
       .rotation = {Real(0.782355), Real(-0.6228328)},
       .velocity = Vec2(Real(0.6753777), Real(-0.94914556))},
      box(Real(0.035685815), Real(0.029776342), Vec2(Real(-0.011255207), Real(-0.0113336705)), {}, Real(0.0055196197)),
      {.restitution = Real(0.5), .friction = Real(0), .density = Real(1.4196429)});
  for (int i = 1; i <= 60; ++i) {
    world.step(Real(1) / 60);
    for (const BodyId body : bodies) {
      if (world.type(body) == BodyType::dynamic) {
        ASSERT_GT(world.centre_of_mass(body).y(), Real(-0.002)) << i;
      }
    }
  }
}

}  // namespace
}  // namespace bankshot_test
