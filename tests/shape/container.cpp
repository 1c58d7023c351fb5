// Containers: the outside of a room.
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "pieces_checks.hpp"

using namespace bankshot;

TEST(Container, HasTheNumbersOfItsRoom) {
  for (const Shape& room :
       {circle(2, Vec2(1, 1)), box(3, 2), polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(4, 0), Vec2(1, 3)})}) {
    const Shape shape = container(room);
    EXPECT_EQ(shape.kind(), ShapeKind::container);
    EXPECT_FALSE(shape.convex());
    EXPECT_EQ(detail_parts(shape), nullptr);
    EXPECT_FALSE(shape == room);
    EXPECT_EQ(shape, container(room));
    const detail::ConvexView view = detail_view(shape), of_room = detail_view(room);
    ASSERT_EQ(view.count, of_room.count);
    EXPECT_EQ(view.radius, of_room.radius);
    EXPECT_EQ(view.reach, of_room.reach);
    EXPECT_EQ(view.extent, of_room.extent);
    EXPECT_EQ(view.centre, of_room.centre);
    for (int i = 0; i < view.count; ++i) {
      EXPECT_EQ(view.points[i], of_room.points[i]);
      EXPECT_TRUE(view.count == 1 || view.normals[i] == of_room.normals[i]);
    }
    EXPECT_EQ(shape.aabb(), room.aabb());
    EXPECT_TRUE(pieces(shape).empty());
  }
}

TEST(Container, MassHasNoEnd) {
  const MassProperties mass = mass_properties(container(circle(2, Vec2(1, 3))), 1);
  EXPECT_TRUE(std::isinf(mass.mass) && mass.mass > 0);
  EXPECT_TRUE(std::isinf(mass.inertia) && mass.inertia > 0);
  EXPECT_EQ(mass.centre, Vec2(1, 3));
}

TEST(Container, Refusals) {
  EXPECT_EQ(try_container(box(1, 1, Vec2(0, 0), {}, Real(0.5))).reason(),
            "container: radius of the room is 0.5, must be 0 for a polygon");
  const std::string kind = "container: room is of another kind, must be a circle or a convex polygon";
  EXPECT_EQ(try_container(capsule(Vec2(0, 0), Vec2(1, 0), 1)).reason(), kind);
  EXPECT_EQ(try_container(segment(Vec2(0, 0), Vec2(1, 0))).reason(), kind);
  EXPECT_EQ(try_container(container(circle(1))).reason(), kind);
  EXPECT_THROW(container(segment(Vec2(0, 0), Vec2(1, 0))), std::invalid_argument);
}
