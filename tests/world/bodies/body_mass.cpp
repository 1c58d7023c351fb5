#include <bankshot/world/bodies/edit.hpp>

#include <gtest/gtest.h>

namespace bankshot {
namespace {

using detail::account_for;
using detail::BodyMass;
using detail::V2;

TEST(BodyMass, ReachIsTheFarthestPointOfAnyShape) {
  BodyMass mass;
  account_for(mass, circle(1, Vec2(3, 4)), false, {});
  EXPECT_EQ(mass.reach, 6);
  account_for(mass, circle(1), false, {});
  EXPECT_EQ(mass.reach, 6) << "a nearer one does not count";
  account_for(mass, box(12, 16), true, {});
  EXPECT_EQ(mass.reach, 6) << "nor does a sensor's";
  BodyMass off_centre;
  account_for(off_centre, circle(1, Vec2(3, 4)), false, V2{3, 0});
  EXPECT_EQ(off_centre.reach, 5);
}

TEST(BodyMass, ExtentIsTheSmallestOfWhatCanBeHit) {
  BodyMass mass;
  account_for(mass, circle(Real(0.25)), true, {});
  EXPECT_EQ(mass.extent, 0) << "sensors cannot";
  account_for(mass, box(4, 2), false, {});
  EXPECT_EQ(mass.extent, 2);
  account_for(mass, box(9, 9), false, {});
  EXPECT_EQ(mass.extent, 2);
  account_for(mass, segment(Vec2(0, 0), Vec2(1, 0)), false, {});
  EXPECT_EQ(mass.extent, 1) << "a segment counts by its length";
}

}  // namespace
}  // namespace bankshot
