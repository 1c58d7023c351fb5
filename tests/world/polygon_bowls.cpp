// Discs that slide in bowls of segments and in polygonal rooms, to and fro over the corners. The energy that each
// corner takes is known in closed form, and nothing else may be lost.

#include "effort.hpp"
#include "oracle/contact/polygon_slide.hpp"
#include "random.hpp"
#include "world_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bankshot::testing {
namespace {

using bankshot_oracle::contact::PolygonSlide;

struct Swing {
  int corners = 0;
  double radius = 0, disc = 0, side = 0;  ///< m; side: the angle from the lowest place where it is let go, rad
  bool is_room = false;                   ///< otherwise a chain
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

/// Energy after ten seconds less what it should be, as a share of that at the start; 0 if the disc starts at rest.
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

/// A chain so fine that a whole segment may reach no higher above the last one than a slop.
Swing random_fine_swing(Random& random) {
  Swing swing;
  swing.corners = static_cast<int>(std::exp(double(random.real(std::log(96), std::log(720)))));
  swing.radius = std::exp(double(random.real(std::log(0.5), std::log(5))));
  swing.disc = swing.radius * std::exp(double(random.real(std::log(0.03), std::log(0.4))));
  swing.side = random.real(0.3, 1.2);
  return swing;
}

/// The most energy that a disc gains on its way, as a share of that at the start: it slides, or rolls without sliding.
double gained(const Swing& swing, bool rolls, double dt) {
  constexpr double gravity = 10, seconds = 10;
  const double middle = std::numbers::pi / swing.corners;
  const double way = swing.radius * std::cos(middle) - swing.disc;
  const Material material{.restitution = 0, .friction = Real(rolls ? 2 : 0)};
  World world({.gravity = Vec2(0, Real(-gravity))});
  world.add_body({.type = BodyType::fixed}, bowl_of(swing), material);
  const double angle = 2 * middle * std::round(swing.side / (2 * middle));  // in the middle of a segment
  const Vec2 start(Real(way * std::sin(angle)), Real(-way * std::cos(angle)));
  const BodyId disc = world.add_body({.position = start, .can_sleep = false}, circle(Real(swing.disc)), material);
  const auto properties = world.mass_properties(disc);
  const auto energy = [&] {
    const double turning = double(properties.inertia) * std::pow(double(world.angular_velocity(disc)), 2) / 2;
    return double(world.velocity(disc).squaredNorm()) / 2 + turning / double(properties.mass) +
           gravity * (double(world.position(disc).y()) + way);
  };
  const double whole = energy();
  double least = whole, most = 0;
  for (int i = 0; i < seconds / dt; ++i) {
    world.step(Real(dt));
    least = std::min(least, energy()), most = std::max(most, energy() - least);
  }
  return most / whole;
}

TEST(PolygonBowls, NothingGainsInAFineChain) {
  for (const double rate : {60.0, 144.0, 240.0}) {
    Random random(11);
    int drawn = 0, more = 0;
    for (int i = 0; i < bankshot_test::effort(40); ++i) {
      const Swing swing = random_fine_swing(random);
      const bool rolls = i % 2 == 0;
      const double by = gained(swing, rolls, 1 / rate);
      ++drawn, more += by > 0.01;
      EXPECT_LT(by, 0.1) << i << " at " << rate << ": " << swing.corners << " corners, radius " << swing.radius
                         << ", disc " << swing.disc << ", side " << swing.side << (rolls ? " rolls" : "");
    }
    EXPECT_LE(more * 20, drawn) << more << " of " << drawn << " gain more than 1 % at " << rate;
  }
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
