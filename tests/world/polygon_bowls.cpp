// Discs that slide in bowls of segments and in polygonal rooms, to and fro over the corners: what each corner takes is
// known in closed form, and nothing else may be lost.

#include "effort.hpp"
#include "oracle/contact/polygon_slide.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>
#include <numbers>

namespace bankshot::testing {
namespace {

using bankshot_oracle::contact::PolygonSlide;

struct Swing {
  int corners = 0;
  double radius = 0, disc = 0, side = 0;  ///< m, and how far from the lowest place it is let go, rad
  bool is_room = false;                   ///< or a chain
};

Swing random_swing(Random& random) {
  Swing swing;
  swing.corners = static_cast<int>(double(random.real(8, 97)));
  swing.radius = std::exp(double(random.real(std::log(0.5), std::log(20))));
  swing.disc = swing.radius * std::exp(double(random.real(std::log(0.02), std::log(0.5))));
  swing.side = random.real(0.2, 1.5);
  swing.is_room = random.real(0, 1) < 0.5;
  return swing;
}

Shape bowl_of(const Swing& swing) {
  std::vector<Vec2> corners;
  for (int i = 0; i < swing.corners; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / swing.corners - std::numbers::pi / 2;
    corners.emplace_back(Real(swing.radius * std::cos(angle)), Real(swing.radius * std::sin(angle)));
  }
  return swing.is_room ? container(polygon(corners)) : chain(corners, true);
}

/// Energy after ten seconds less what it should be, as a share of what there was; nothing if it starts at rest.
double lost(const Swing& swing, double dt) {
  constexpr double gravity = 10, seconds = 10;
  PolygonSlide slide(swing.corners, swing.radius, swing.disc, gravity);
  const auto start = slide.on_the_way({std::sin(swing.side), -std::cos(swing.side)});
  slide.let_go(start);
  const double whole = slide.energy(), lowest = swing.radius * std::cos(std::numbers::pi / swing.corners) - swing.disc;
  if (whole < 1e-3 * gravity * swing.radius) return 0;
  World world({.gravity = Vec2(0, Real(-gravity))});
  const Material smooth{.friction = 0};
  world.add_body({.type = BodyType::fixed}, bowl_of(swing), smooth);
  const BodyId disc = world.add_body({.position = Vec2(Real(start.x()), Real(start.y())), .can_sleep = false},
                                     circle(Real(swing.disc)), smooth);
  const int steps = static_cast<int>(seconds / dt);
  for (int i = 0; i < steps; ++i) world.step(Real(dt));
  slide.run(steps * dt);
  const Vec2 at = world.position(disc);
  const double energy = double(world.velocity(disc).squaredNorm()) / 2 + gravity * (double(at.y()) + lowest);
  return (slide.energy() - energy) / whole;
}

TEST(PolygonBowls, ADiscLosesWhatCornersTake) {
  for (const double rate : {60.0, 144.0}) {
    Random random(7);
    int drawn = 0, more = 0;
    for (int i = 0; i < bankshot_test::effort(120); ++i) {
      const Swing swing = random_swing(random);
      const double off = lost(swing, 1 / rate);
      ++drawn, more += off > 0.01;
      EXPECT_LT(off, 0.03) << i << " at " << rate << ": " << swing.corners << " corners, radius " << swing.radius
                           << ", disc " << swing.disc << ", side " << swing.side
                           << (swing.is_room ? " room" : " chain");
    }
    EXPECT_LE(more * 20, drawn) << more << " of " << drawn << " lose more than 1 %";
  }
}

}  // namespace
}  // namespace bankshot::testing
