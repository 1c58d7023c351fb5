// Linear equations for some rows of an impact, against the conditions that they stand for.

#include <bankshot/world/impact/basis_solver.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "world/impact_rows.hpp"
#include "world/random.hpp"

namespace bankshot::testing {
namespace {

using detail::BasisSolver;
using detail::most_path_rows;
using detail::PathBasis;
using detail::row_bit;

constexpr double stiff = 16 * tolerance::path_stiffening;

TEST(BasisSolver, SolvesForANormalAndItsFriction) {
  const ImpactRows of = corner_on_floor(-1, 0, 0.5);
  BasisSolver solver(of.rows);
  const double lack[2] = {0.4375, 0};
  double d[2];
  ASSERT_TRUE(solver.solve({0b11, 0, 0}, lack, d));  // 1 - 0.75^2 is 0.4375
  EXPECT_NEAR(d[0], 1, stiff);
  EXPECT_NEAR(d[1], 0.75, stiff);
  ASSERT_TRUE(solver.solve({0b01, 0b10, 0}, lack, d));  // takes -1/2 along, which pushes: 1 + 0.5 0.75
  EXPECT_NEAR(d[0], 0.4375 / 1.375, stiff);
  EXPECT_EQ(d[1], -0.5 * d[0]);
  ASSERT_TRUE(solver.solve({0b01, 0, 0b10}, lack, d));
  EXPECT_NEAR(d[0], 0.4375 / 0.625, stiff);
  EXPECT_EQ(d[1], 0.5 * d[0]);
  ASSERT_TRUE(solver.solve({}, lack, d));
  EXPECT_EQ(d[0], 0);
  EXPECT_EQ(d[1], 0);
}

/// Points of up to four bodies on one another and on the floor.
ImpactRows some_points(Random& random) {
  std::vector<detail::WideBody> bodies = {{}};
  std::vector<detail::PathContact> contacts;
  for (int i = 0; i < 4; ++i) {
    const double mass = random.real(1, 3), inertia = random.real(1, 3);
    bodies.push_back(wide_body(mass, inertia));
  }
  for (int i = 0; i < 6; ++i) {
    const std::size_t a = 1 + static_cast<std::size_t>(random.below(4));
    const std::size_t b = static_cast<std::size_t>(random.below(static_cast<int>(a)));
    const Rotation turn = Rotation::from_angle(random.real(-3, 3));
    const Real x = random.real(-1, 1), y = random.real(-1, 1);
    const double friction = random.real(0.01, 0.1);
    contacts.push_back(point_on(a, b, {x, y}, friction, {turn.c, turn.s}));
  }
  return {bodies, contacts};
}

/// Checks that the unknown rows change as they should, the sliding frictions are in proportion, and nothing else acts.
void check(const ImpactRows& of, const PathBasis& basis, const double* lack, const double* d) {
  double largest = 0;
  for (std::size_t i = 0; i < of.rows.size(); ++i) largest = std::max(largest, std::fabs(d[i]));
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    double change = 0;
    for (std::size_t j = 0; j < of.rows.size(); ++j) change += of.rows.effect(i, j) * d[j];
    if ((basis.unknown & row_bit(i)) != 0) {
      EXPECT_NEAR(change, lack[i], stiff * largest) << i;
    } else if (((basis.up | basis.down) & row_bit(i)) != 0) {
      const double share = (basis.up & row_bit(i)) != 0 ? -of.rows[i - 1].mu : of.rows[i - 1].mu;
      EXPECT_EQ(d[i], share * d[i - 1]) << i;  // each contact has one point, whose row is before that of its friction
    } else {
      EXPECT_EQ(d[i], 0) << i;
    }
  }
}

TEST(BasisSolver, MeetsItsConditionsWhateverItSolvedBefore) {
  Random random(5);
  int solved = 0;
  for (int k = 0; k < 200; ++k) {
    const ImpactRows of = some_points(random);
    BasisSolver solver(of.rows);
    for (int tries = 0; tries < 5; ++tries) {
      PathBasis basis;
      double lack[most_path_rows], d[most_path_rows];
      for (std::size_t i = 0; i < of.rows.size(); ++i) {
        lack[i] = random.real(-1, 1);
        if (!of.rows.is_normal(i) || random.one_in(3)) continue;
        basis.unknown |= row_bit(i);
        (random.one_in(2) ? basis.unknown : random.one_in(2) ? basis.up : basis.down) |= row_bit(i + 1);
      }
      if (!solver.solve(basis, lack, d)) continue;
      ++solved;
      check(of, basis, lack, d);
      for (std::size_t i = 0; i < of.rows.size(); ++i) lack[i] *= 2;
      ASSERT_TRUE(solver.solve(basis, lack, d));  // with the factors that the solver has
      check(of, basis, lack, d);
      ASSERT_FALSE(HasFailure()) << k;
    }
  }
  EXPECT_GT(solved, 990);
}

TEST(BasisSolver, BeginsAnewWithNewRows) {
  ImpactRows of = corner_on_floor(-1, 0, 0.5);
  BasisSolver solver(of.rows);
  const double lack[2] = {1, 0};
  double d[2];
  ASSERT_TRUE(solver.solve({0b11, 0, 0}, lack, d));
  of.contacts[0].arm[0][0] = of.contacts[0].arm[0][1] = {0, -1};
  of.rows.build();
  solver.begin();
  ASSERT_TRUE(solver.solve({0b11, 0, 0}, lack, d));
  EXPECT_NEAR(d[0], 1, stiff);
  EXPECT_NEAR(d[1], 0, stiff);
}

}  // namespace
}  // namespace bankshot::testing
