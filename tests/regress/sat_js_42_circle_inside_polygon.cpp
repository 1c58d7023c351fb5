// Cause: tests of different kinds of shape defined a collision differently: a polygon inside a polygon collided, a
// circle inside a polygon did not. https://github.com/jriecken/sat-js/issues/42

#include <bankshot/query/mtv.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(SatJs42, WhatLiesInsideCollidesWhateverItsKind) {
  const std::vector<Vec2> corners = {{-5, -4}, {5, -4}, {6, 0}, {0, 6}, {-6, 1}};
  const Shape around[] = {polygon(corners), box(10, 10), circle(6), capsule({-3, 0}, {3, 0}, 5),
                          box(6, 6, {0, 0}, {}, 2)};
  const Shape inside[] = {circle(1), box(1, 1), segment({-1, 0}, {1, 0}), capsule({0, 0}, {1, 0}, Real(0.5))};
  for (const Shape& outer : around) {
    for (const Shape& inner : inside) {
      const Pose pose = {Vec2(Real(0.5), -1), Rotation::from_angle(Real(0.4))};
      EXPECT_TRUE(overlap(inner, pose, outer, {}));
      const auto hit = mtv(inner, pose, outer, {}), back = mtv(outer, {}, inner, pose);
      ASSERT_TRUE(hit && back);
      EXPECT_EQ(hit->relation, Relation::a_inside_b);
      EXPECT_EQ(back->relation, Relation::b_inside_a);
      EXPECT_GT(hit->depth, 1) << "all the way out, not just past the rim";
      const Pose out = {pose.position + hit->translation, pose.rotation};
      EXPECT_EQ(relation(inner, out, outer, {}), Relation::touching);
    }
  }
}
