// The exact direction of a leg, where the answer is known.

#include <bankshot/world/impact/guessed_direction.hpp>

#include <gtest/gtest.h>

#include "world/impact_rows.hpp"

namespace bankshot::testing {
namespace {

constexpr double nearly = 16 * tolerance::path_stiffening;

/// The direction in which rows continue from their state.
struct Guessed {
  detail::PathDirection leg;
  bool found = false;

  explicit Guessed(const ImpactRows& of) : leg(of.rows) {
    detail::GuessedDirection guessed(of.rows, of.state, leg);
    guessed.begin();
    guessed.begin_leg();
    found = guessed.find();
  }
};

// With the effect -3/4 of either row on the other, see corner_on_floor().
TEST(GuessedDirection, ACornerThatSlidesTakesItsFrictionAlong) {
  for (const double slip : {1.0, -1.0}) {
    const Guessed to(corner_on_floor(-1, slip, 0.5));
    ASSERT_TRUE(to.found);
    const double normal = slip > 0 ? 1 / (1 + 0.5 * 0.75) : 1 / (1 - 0.5 * 0.75);
    EXPECT_NEAR(to.leg.d[0], normal, nearly);
    EXPECT_NEAR(to.leg.d[1], slip > 0 ? -0.5 * normal : 0.5 * normal, nearly);
    EXPECT_NEAR(to.leg.dx[0], 1, nearly);
  }
}

TEST(GuessedDirection, ACornerThatRestsSticksIfFrictionIsEnough) {
  const Guessed sticks(corner_on_floor(-1, 0, 0.875)), slides(corner_on_floor(-1, 0, 0.625));
  ASSERT_TRUE(sticks.found);
  EXPECT_NEAR(sticks.leg.d[0], 1 / 0.4375, 4 * nearly);  // 1 - (3/4)^2
  EXPECT_NEAR(sticks.leg.d[1], 0.75 / 0.4375, 4 * nearly);
  EXPECT_NEAR(sticks.leg.dx[1], 0, 4 * nearly);
  ASSERT_TRUE(slides.found);  // 3/4 would be needed
  const double normal = 1 / (1 - 0.625 * 0.75);
  EXPECT_NEAR(slides.leg.d[0], normal, nearly);
  EXPECT_NEAR(slides.leg.d[1], 0.625 * normal, nearly);
  EXPECT_LT(slides.leg.dx[1], 0);  // against the friction
}

/// A beam with points at these distances to the right of its centre, and no friction.
ImpactRows beam(double left, double right) {
  return {{wide_body(1, 1, 0, -1), {}},
          {point_on(0, 1, {static_cast<Real>(left), 0}, 0), point_on(0, 1, {static_cast<Real>(right), 0}, 0)}};
}

TEST(GuessedDirection, APointThatTheOtherOneLiftsTakesNone) {
  ImpactRows of = beam(1, 2);
  for (int i = 0; i < 2; ++i) of.state.x[i] = -of.rows[static_cast<std::size_t>(i)].scale;
  const Guessed to(of);
  ASSERT_TRUE(to.found);
  // Speeds -1 each: alone, the first takes 1/2 and the second gains 3/2 by that.
  EXPECT_NEAR(to.leg.d[0] * of.rows[0].scale, 0.5, nearly);
  EXPECT_EQ(to.leg.d[1], 0);
  EXPECT_NEAR(to.leg.dx[1] / of.rows[1].scale, 1.5, nearly);
}

TEST(GuessedDirection, APointThatMayNotPushTakesNone) {
  ImpactRows of = beam(-1, 1);
  const Guessed both(of);
  ASSERT_TRUE(both.found);
  EXPECT_NEAR(both.leg.d[0] * of.rows[0].scale, 0.5, nearly);
  EXPECT_NEAR(both.leg.d[1] * of.rows[1].scale, 0.5, nearly);
  of.state.pushes[0] = false;
  const Guessed one(of);
  ASSERT_TRUE(one.found);
  EXPECT_EQ(one.leg.d[0], 0);
  EXPECT_NEAR(one.leg.d[1] * of.rows[1].scale, 0.5, nearly);
}

}  // namespace
}  // namespace bankshot::testing
