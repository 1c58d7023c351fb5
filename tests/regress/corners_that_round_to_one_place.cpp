// A rounded polygon with a core of 1e-7 that turns about a pivot 27 away: relative to the pivot all its corners are one
// point. The Minkowski difference then had no edge with a length, its gap came out as NaN, and the sweep reported a hit
// at a point that was no number. Found by the fuzz target `sweep`.

#include <bankshot/query/distance.hpp>
#include <bankshot/query/sweep.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace bankshot;

constexpr Real rounded_away = sizeof(Real) == sizeof(float) ? Real(1e-7) : Real(1e-16);

TEST(CornersThatRoundToOnePlace, MeetLikeADisc) {
  Motion moving;
  moving.start.position = Vec2(0, 10);
  moving.translation = Vec2(0, -20);
  moving.pivot = Vec2(27, -1);
  const SweepHit hit = sweep(box(rounded_away, rounded_away, Vec2(0, 0), {}, Real(2)), moving, circle(3), Motion{});
  EXPECT_EQ(hit.status, SweepStatus::hit);
  EXPECT_NEAR(hit.fraction, 0.25, 1e-4);
  EXPECT_NEAR(hit.point[0], 0, 1e-2);
  EXPECT_NEAR(hit.point[1], 3, 1e-2);
  EXPECT_NEAR(hit.normal[1], 1, 1e-4);
}

// With some of the corners in one place and others not, the edges between the former have no direction. They held up
// the merging of the edges of both shapes by direction, and a shape deep inside another counted as apart.
TEST(CornersThatRoundToOnePlace, DoNotHideAnOverlap) {
  Motion moving;
  moving.translation = Vec2(rounded_away, rounded_away);
  moving.pivot = Vec2(rounded_away, rounded_away);
  Motion turning;
  turning.pivot = Vec2(rounded_away, Real(-8.125));
  const SweepHit hit = sweep(
      box(1, 1), moving, box(rounded_away, rounded_away, Vec2(rounded_away, rounded_away), {}, rounded_away), turning);
  EXPECT_EQ(hit.status, SweepStatus::initial_overlap);
}

}  // namespace
