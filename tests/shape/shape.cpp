// Properties that all shapes have in common: value semantics, bounds, and that accepted shapes are sound.
#include <bankshot/shape/shape.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <type_traits>

#include "hull.hpp"
#include "sound.hpp"

using namespace bankshot;
using bankshot_test::expect_sound;

TEST(Shape, EqualityIsKindAndNumbers) {
  const Shape one = circle(1);
  const Shape copy = one;
  EXPECT_EQ(one, copy);
  EXPECT_EQ(one, circle(1));
  EXPECT_FALSE(one == circle(2));
  EXPECT_FALSE(one == circle(1, Vec2(1, 0)));
  EXPECT_FALSE(box(1, 1) == box(1, 1, Vec2(0, 0), {}, Real(0.5)));
  EXPECT_FALSE(box(1, 1) == box(1, 2));
  EXPECT_FALSE(segment(Vec2(0, 0), Vec2(1, 0)) == segment(Vec2(1, 0), Vec2(0, 0)));
  EXPECT_FALSE(capsule(Vec2(0, 0), Vec2(1, 0), 1) == capsule(Vec2(0, 0), Vec2(1, 0), 2));
}

TEST(Shape, OutlivesWhatItWasMadeFrom) {
  Shape shape = circle(1);
  {
    const Shape inner = box(2, 4);
    shape = inner;
  }
  EXPECT_EQ(shape.corner(2), Vec2(1, 2));
}

// Against the definition: the extreme coordinates of all turned corners.
TEST(Shape, BoundsAreTight) {
  bankshot_test::Hulls hulls(61);
  for (int i = 0; i < 500; ++i) {
    const Real radius = i % 2 == 0 ? Real(0) : Real(0.5);
    const Shape shape = polygon(reals(hulls.next(3), Real(0x1p-18)), radius);
    const Pose pose = {Vec2(static_cast<Real>(i), -2), Rotation::from_angle(static_cast<Real>(i) * Real(0.7))};
    const Aabb box = shape.aabb(pose);
    double low[2] = {1e30, 1e30}, high[2] = {-1e30, -1e30};
    for (int k = 0; k < shape.corner_count(); ++k) {
      const double x = shape.corner(k)[0], y = shape.corner(k)[1], c = pose.rotation.c, s = pose.rotation.s;
      const double world[2] = {pose.position[0] + (c * x - s * y), pose.position[1] + (s * x + c * y)};
      for (int axis = 0; axis < 2; ++axis) {
        low[axis] = std::min(low[axis], world[axis] - radius);
        high[axis] = std::max(high[axis], world[axis] + radius);
      }
    }
    const double tolerance = 4 * double(std::numeric_limits<Real>::epsilon()) * (double(detail_view(shape).reach) + i);
    for (int axis = 0; axis < 2; ++axis) {
      EXPECT_NEAR(box.lower[axis], low[axis], tolerance);
      EXPECT_NEAR(box.upper[axis], high[axis], tolerance);
    }
  }
}

// The smallest width against a search over all edges and corners.
TEST(Shape, ExtentIsTheSmallestWidth) {
  bankshot_test::Hulls hulls(62);
  for (int i = 0; i < 2000; ++i) {
    const std::vector<bankshot_test::Whole> corners = hulls.next(3);
    double smallest = 1e300;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const bankshot_test::Whole a = corners[k], b = corners[(k + 1) % corners.size()];
      double widest = 0;
      for (const bankshot_test::Whole c : corners) widest = std::max(widest, double(bankshot_test::turn(a, b, c)));
      smallest = std::min(smallest, widest / std::hypot(double(b.x - a.x), double(b.y - a.y)));
    }
    const double tolerance = 4 * double(std::numeric_limits<Real>::epsilon()) + 1e-9;
    const double extent = detail_view(polygon(reals(corners))).extent;
    EXPECT_NEAR(extent, smallest, tolerance * smallest);
    const double rounded = detail_view(polygon(reals(corners), 3)).extent;
    EXPECT_NEAR(rounded, smallest + 6, tolerance * (smallest + 6));
  }
}

// So thin that a height computed in the plain way would be nothing but rounding.
TEST(Shape, ExtentOfASliverIsItsHeight) {
  const std::vector<Vec2> corners = {Vec2(100, 3), Vec2(4196, 2051), Vec2(2148, 1027 + Real(1) / 1024)};
  const double height = 4096.0 / 1024 / std::hypot(4096, 2048);
  EXPECT_NEAR(detail_view(polygon(corners)).extent, height, 1e-5 * height);
}

TEST(Shape, ScalingByAPowerOfTwoIsExact) {
  bankshot_test::Hulls hulls(63);
  for (int i = 0; i < 300; ++i) {
    const std::vector<bankshot_test::Whole> corners = hulls.next(3);
    const Real k = std::ldexp(Real(1), -(i % 24));
    const Shape one = polygon(reals(corners), 4), other = polygon(reals(corners, k), 4 * k);
    EXPECT_EQ(detail_view(other).extent, k * detail_view(one).extent);
    EXPECT_EQ(detail_view(other).reach, k * detail_view(one).reach);
    for (int n = 0; n < one.corner_count(); ++n) EXPECT_EQ(one.normal(n), other.normal(n));
    EXPECT_EQ(mass_properties(other, 1).mass, k * k * mass_properties(one, 1).mass);
    EXPECT_EQ(mass_properties(other, 1).centre, Vec2(k * mass_properties(one, 1).centre));
    EXPECT_EQ(mass_properties(other, 1).inertia, k * k * k * k * mass_properties(one, 1).inertia);
  }
}

// Random bit patterns of any magnitude: refused with a reason, or sound.
TEST(Shape, AcceptedMeansSound) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  std::mt19937_64 random(64);
  int accepted = 0;
  int mode = 0;
  const auto number = [&random, &mode] {
    const auto any = std::bit_cast<Real>(static_cast<Bits>(random()));
    const auto small = static_cast<Real>(static_cast<int>(random() % 9) - 4);
    const Real middle =
        std::ldexp(static_cast<Real>(random() % 2000001) - 1000000, static_cast<int>(random() % 40) - 40);
    return mode == 0 ? any : mode == 1 ? small : mode == 2 ? middle : random() % 8 == 0 ? any : middle;
  };
  for (int i = 0; i < 200000; ++i) {
    mode = i % 4;
    const auto vector = [&number] {
      const Real x = number();
      return Vec2(x, number());
    };
    const auto make = [&]() -> Result<Shape> {
      const Vec2 a = vector(), b = vector(), c = vector(), d = vector();
      const Real r = number(), s = number(), t = number();
      switch (random() % 6) {
        case 0: return try_circle(r, a);
        case 1: return try_capsule(a, b, r);
        case 2: return try_segment(a, b);
        case 3: return try_box(r, s, a, Rotation::from_angle(t), random() % 2 != 0 ? number() : 0);
        case 4: return try_polygon(std::vector<Vec2>{a, b, c}, random() % 2 != 0 ? r : 0);
        default: return try_polygon(std::vector<Vec2>{a, b, c, d}, random() % 2 != 0 ? r : 0);
      }
    };
    const Result<Shape> shape = make();
    if (!shape) {
      ASSERT_FALSE(shape.reason().empty());
      continue;
    }
    ++accepted;
    ASSERT_NO_FATAL_FAILURE(expect_sound(*shape)) << i;
  }
  EXPECT_GT(accepted, 20000);
}
