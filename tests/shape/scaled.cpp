#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>
#include <bankshot/shape/scaled.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "shape/sound.hpp"

namespace bankshot_test {
namespace {

using namespace bankshot;

constexpr Real eps = std::numeric_limits<Real>::epsilon();

std::vector<Vec2> corners(const Shape& shape) {
  std::vector<Vec2> result;
  for (int i = 0; i < shape.corner_count(); ++i) result.push_back(shape.corner(i));
  return result;
}

const std::array<Vec2, 3> wedge = {Vec2(0, 0), Vec2(3, 0), Vec2(0, 1)};

TEST(Scaled, StretchesAboutThePivot) {
  EXPECT_EQ(corners(scaled(polygon(wedge), Vec2(2, 3))), (std::vector<Vec2>{{0, 0}, {6, 0}, {0, 3}}));
  EXPECT_EQ(corners(scaled(polygon(wedge), Vec2(2, 3), {}, Vec2(3, 1))),
            (std::vector<Vec2>{{-3, -2}, {3, -2}, {-3, 1}}));
}

// A mirror image turns the winding round; the first corner stays first.
TEST(Scaled, NegativeFactorsMirror) {
  EXPECT_EQ(corners(scaled(polygon(wedge), Vec2(-1, 1))), (std::vector<Vec2>{{0, 0}, {0, 1}, {-3, 0}}));
  EXPECT_EQ(corners(scaled(polygon(wedge), Vec2(1, -2))), (std::vector<Vec2>{{0, 0}, {0, -2}, {3, 0}}));
  EXPECT_EQ(corners(scaled(polygon(wedge), Vec2(-1, -1))), (std::vector<Vec2>{{0, 0}, {-3, 0}, {0, -1}}));
  EXPECT_EQ(scaled(circle(2, Vec2(1, 5)), Vec2(-3, 3)), circle(6, Vec2(-3, 15)));
  EXPECT_EQ(scaled(capsule(Vec2(1, 0), Vec2(2, 1), Real(0.5)), Vec2(-2, -2)), capsule(Vec2(-2, 0), Vec2(-4, -2), 1));
}

TEST(Scaled, TurnsAfterScaling) {
  const Rotation left = {0, 1};  // a quarter turn
  EXPECT_EQ(corners(scaled(polygon(wedge), Vec2(2, 3), left)), (std::vector<Vec2>{{0, 0}, {0, 6}, {-3, 0}}));
  EXPECT_EQ(corners(scaled(polygon(wedge), Vec2(1, 1), left, Vec2(3, 0))),
            (std::vector<Vec2>{{3, -3}, {3, 0}, {2, -3}}));
  EXPECT_EQ(scaled(segment(Vec2(1, 1), Vec2(3, 2)), Vec2(2, -1), left), segment(Vec2(1, 2), Vec2(2, 6)));
}

TEST(Scaled, ByOneIsTheShapeItself) {
  const Shape odd = box(Real(0.1), Real(0.7), Vec2(Real(0.3), Real(1.7)), Rotation::from_angle(Real(0.3)));
  EXPECT_EQ(scaled(odd, Vec2(1, 1), {}, Vec2(Real(0.123), Real(4.567))), odd);
  EXPECT_EQ(scaled(odd, Vec2(1, 1), {}, Vec2(Real(1e17), -Real(1e17))), odd) << "however far the pivot";
}

// The area scales with the product of the factors, the centre with the points; every result is sound.
TEST(Scaled, MassFollows) {
  std::mt19937_64 random(1);
  const auto uniform = [&random](double low, double high) {
    return static_cast<Real>(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53);
  };
  for (int i = 0; i < 2000; ++i) {
    const Real turn = uniform(-3, 3), tilt = uniform(-3, 3);
    const Shape base =
        box(uniform(0.1, 3), uniform(0.1, 3), Vec2(uniform(-2, 2), uniform(-2, 2)), Rotation::from_angle(tilt));
    const Vec2 scale((i % 2 == 0 ? 1 : -1) * uniform(0.1, 5), (i % 4 < 2 ? 1 : -1) * uniform(0.1, 5));
    const Vec2 pivot(uniform(-4, 4), uniform(-4, 4));
    const Rotation rotation = Rotation::from_angle(turn);
    const Shape image = scaled(base, scale, rotation, pivot);
    expect_sound(image);
    const MassProperties before = mass_properties(base, 1), after = mass_properties(image, 1);
    const double factor = std::fabs(double(scale[0]) * double(scale[1]));
    EXPECT_NEAR(after.mass, factor * double(before.mass), 400 * double(eps) * (1 + factor * double(before.mass))) << i;
    const double x = double(scale[0]) * (double(before.centre[0]) - double(pivot[0]));
    const double y = double(scale[1]) * (double(before.centre[1]) - double(pivot[1]));
    const double c = std::cos(double(turn)), s = std::sin(double(turn));
    EXPECT_NEAR(after.centre[0], double(pivot[0]) + c * x - s * y, 1000 * double(eps)) << i;
    EXPECT_NEAR(after.centre[1], double(pivot[1]) + s * x + c * y, 1000 * double(eps)) << i;
  }
}

TEST(Scaled, RefusesWithTheReason) {
  const auto reason = [](const Shape& shape, const Vec2& scale, const Rotation& rotation = {},
                         const Vec2& pivot = {0, 0}) { return try_scaled(shape, scale, rotation, pivot).reason(); };
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN(), infinity = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(reason(circle(1), Vec2(2, 1)),
            "scaled: scale is (2, 1), must be of one size in x and y: a circle would become an ellipse");
  EXPECT_EQ(reason(box(1, 1, {0, 0}, {}, Real(0.5)), Vec2(2, 1)),
            "scaled: scale is (2, 1), must be of one size in x and y: the rounding of the shape would become elliptic");
  EXPECT_EQ(
      reason(capsule({0, 0}, {1, 0}, 1), Vec2(1, -2)),
      "scaled: scale is (1, -2), must be of one size in x and y: the rounding of the shape would become elliptic");
  EXPECT_EQ(reason(box(1, 1), Vec2(0, 1)), "scaled: scale is (0, 1), must be other than 0");
  EXPECT_EQ(reason(box(1, 1), Vec2(1, 0)), "scaled: scale is (1, 0), must be other than 0");
  EXPECT_EQ(reason(box(1, 1), Vec2(nan, 1)), "scaled: scale is (nan, 1), must be finite");
  EXPECT_EQ(reason(box(1, 1), Vec2(1, 1), {2, 0}),
            "scaled: rotation is (2, 0), must be a cosine and a sine: their squares sum up to 1");
  EXPECT_EQ(reason(box(1, 1), Vec2(2, 2), {}, Vec2(infinity, 0)), "scaled: pivot is (inf, 0), must be finite");
  const Real huge = std::sqrt(std::numeric_limits<Real>::max());
  EXPECT_EQ(reason(box(1, 1), Vec2(huge, 1)).substr(0, 34), "scaled: gives a polygon: corner 0 ");
  EXPECT_EQ(reason(polygon(wedge), Vec2(std::numeric_limits<Real>::denorm_min(), 1)).substr(0, 24),
            "scaled: gives a polygon:");
  EXPECT_THROW(scaled(circle(1), Vec2(2, 1)), std::invalid_argument);
  EXPECT_TRUE(try_scaled(circle(1), Vec2(2, -2)));
}

}  // namespace
}  // namespace bankshot_test
