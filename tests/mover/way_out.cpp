// The shortest way out of half-planes, against a look in all directions.

#include <bankshot/mover/way_out.hpp>

#include "effort.hpp"
#include "world/world_fixture.hpp"

#include "world/random.hpp"

#include <cmath>

namespace bankshot::testing {
namespace {

/// The length of the shortest way in one of many directions, after which all gaps are `skin`; infinite if no direction
/// leads there.
double shortest_way(const std::vector<detail::Boundary>& boundaries, double skin) {
  constexpr int directions = 4096;
  double shortest = 1e30;
  for (int k = 0; k < directions; ++k) {
    const double angle = 2 * 3.14159265358979 * k / directions, x = std::cos(angle), y = std::sin(angle);
    double way = 0;
    for (const detail::Boundary& b : boundaries) {
      const double lack = skin - static_cast<double>(b.gap);
      const double along = static_cast<double>(b.normal.x) * x + static_cast<double>(b.normal.y) * y;
      way = along > 1e-6 ? std::max(way, lack / along) : 1e30;  // all lack something
    }
    shortest = std::min(shortest, way);
  }
  return shortest;
}

TEST(CharacterWayOut, IsTheShortestInAnyDirection) {
  Random random(1);
  int corners = 0, none = 0;
  for (int i = 0; i < bankshot_test::effort(2000); ++i) {
    const Real skin = random.real(0.01, 0.1);
    std::vector<detail::Boundary> boundaries;
    const int count = 1 + random.below(4);
    for (int k = 0; k < count; ++k) {
      const Vec2 normal = Rotation::from_angle(random.real(-3.14, 3.14)) * Vec2(1, 0);
      // All lack something, as those do that a character is too near to.
      boundaries.push_back({detail::plain(normal), random.real(-1, 0.9) * skin, {}});
    }
    const detail::V2 out = detail::way_out(boundaries, skin);
    const double length = static_cast<double>(detail::length(out));
    const double least = shortest_way(boundaries, static_cast<double>(skin));
    if (least > 50 * static_cast<double>(skin)) {  // a wedge, or no way at all
      ++none;
      continue;
    }
    double most_lack = 0;
    for (const detail::Boundary& b : boundaries) {
      EXPECT_GT(b.gap + detail::dot(b.normal, out), skin * Real(0.98)) << i;
      most_lack = std::max(most_lack, static_cast<double>(skin - b.gap));
    }
    // Between two directions the way out is longer by no more than its slope there allows.
    EXPECT_LT(length, least * (1 + 1e-3)) << i;
    EXPECT_GT(length, least * (1 - 0.1)) << i;
    corners += length > most_lack * 1.01 ? 1 : 0;
  }
  EXPECT_GT(corners, 10);
  EXPECT_GT(none, 10);
}

}  // namespace
}  // namespace bankshot::testing
