// Directions of a leg where there is no exact one, against the conditions that they stand for.

#include <bankshot/world/impact/fallback_directions.hpp>
#include <bankshot/world/impact/guessed_direction.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "world/impact_rows.hpp"
#include "world/random.hpp"

namespace bankshot::testing {
namespace {

using detail::FallbackDirections;
using detail::PathDirection;

constexpr double close_to = 1e3 * tolerance::path_stiffening;

// With the effect -3/4 of friction on the normal, a friction of 2 against a slip of -1 presses the point on: 1 - 2 3/4
// < 0.
TEST(FallbackDirections, AJamIsAloneUntilItsSlipEnds) {
  ImpactRows of = corner_on_floor(-1, -1, 2);
  PathDirection leg(of.rows);
  FallbackDirections fallbacks(of.rows, of.state, leg);
  ASSERT_TRUE(fallbacks.find_jam());
  EXPECT_TRUE(leg.is_ray);
  EXPECT_EQ(leg.d[0], 1);
  EXPECT_EQ(leg.d[1], 2);
  EXPECT_EQ(leg.dx[0], -0.5);
  EXPECT_EQ(leg.dx[1], 1.25);
  of.state.phase = detail::PathPhase::restitution;
  EXPECT_FALSE(fallbacks.find_jam());
  of.state.phase = detail::PathPhase::compression;
  of.state.goal[0] = -1;
  EXPECT_FALSE(fallbacks.find_jam());
}

TEST(FallbackDirections, WhatFrictionBrakesIsNoJam) {
  for (const double slip : {1.0, -1.0}) {
    const ImpactRows of = corner_on_floor(-1, slip, slip > 0 ? 2 : 1.25);
    PathDirection leg(of.rows);
    EXPECT_FALSE(FallbackDirections(of.rows, of.state, leg).find_jam());
  }
}

/// Points of up to three bodies on one another and on the floor; some slip, some stick.
ImpactRows some_contacts(Random& random) {
  std::vector<detail::WideBody> bodies = {{}};
  std::vector<detail::PathContact> contacts;
  for (int i = 0; i < 3; ++i) {
    const double mass = random.real(1, 3), inertia = random.real(1, 3), y = random.real(-3, -1);
    bodies.push_back(wide_body(mass, inertia, 0, y));
  }
  for (int i = 0; i < 4; ++i) {
    const std::size_t a = 1 + static_cast<std::size_t>(random.below(3));
    const std::size_t b = static_cast<std::size_t>(random.below(static_cast<int>(a)));
    const Rotation turn = Rotation::from_angle(random.real(1, 2));
    const Real x = random.real(-1, 1), y = random.real(-1, 0);
    const double friction = random.real(0.05, 0.4);
    contacts.push_back(point_on(a, b, {x, y}, friction, {turn.c, turn.s}));
  }
  return {bodies, contacts};
}

/// Expects of normals that no impulse is < 0, that none misses its goal, and that none beyond its goal has an impulse.
void check_normals(const ImpactRows& of, const PathDirection& leg) {
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (!of.rows.is_normal(i)) continue;
    const double beyond = of.state.x[i] + leg.dx[i] - of.state.goal[i];
    EXPECT_GE(leg.d[i], 0) << i;
    EXPECT_GE(beyond, -close_to * (1 + leg.largest())) << i;
    EXPECT_NEAR(leg.d[i] * beyond, 0, close_to * (1 + leg.largest() * leg.largest())) << i;
  }
}

TEST(FallbackDirections, SmoothOnesHaveNoFriction) {
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const ImpactRows of = some_contacts(random);
    PathDirection leg(of.rows);
    ASSERT_TRUE(FallbackDirections(of.rows, of.state, leg).find_smooth());
    check_normals(of, leg);
    for (std::size_t i = 0; i < of.rows.size(); ++i) {
      EXPECT_TRUE(of.rows.is_normal(i) || leg.d[i] == 0);
    }
    ASSERT_FALSE(HasFailure()) << k;
  }
}

// Along a chord each contact either comes to rest, or has the largest friction, against its slip at the end.
TEST(FallbackDirections, ChordsEndSlipsOrOpposeThem) {
  Random random(4);
  int stopped = 0, slipping = 0;
  for (int k = 0; k < 200; ++k) {
    ImpactRows of = some_contacts(random);
    for (std::size_t i = 0; i < of.rows.size(); ++i) {
      if (!of.rows.is_normal(i)) of.state.x[i] = random.real(-0.5, 0.5);
    }
    PathDirection leg(of.rows);
    ASSERT_TRUE(FallbackDirections(of.rows, of.state, leg).find_chord()) << k;
    check_normals(of, leg);
    for (std::size_t i = 0; i < of.rows.size(); ++i) {
      if (of.rows.is_normal(i)) continue;
      const double slip = of.state.x[i] + leg.dx[i], most = of.rows[i - 1].mu * leg.d[i - 1];
      if (std::fabs(slip) > close_to * (1 + leg.largest())) {
        EXPECT_NEAR(leg.d[i], slip > 0 ? -most : most, close_to * (1 + most)) << i;
        slipping += most > 0;
      } else {
        EXPECT_LE(std::fabs(leg.d[i]), most) << i;
        ++stopped;
      }
    }
    ASSERT_FALSE(HasFailure()) << k;
  }
  EXPECT_GT(stopped, 50);
  EXPECT_GT(slipping, 50);
}

/// Contacts that slide have the largest friction; those that stick either do so, within their cones, or slide against
/// the largest friction.
void check_frictions(const ImpactRows& of, const PathDirection& leg) {
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (of.rows.is_normal(i)) continue;
    const double most = of.rows[i - 1].mu * leg.d[i - 1], noise = close_to * (1 + leg.largest());
    EXPECT_LE(std::fabs(leg.d[i]), most * (1 + 1e-9)) << i;
    if (of.state.mode[i] != 0) {
      EXPECT_NEAR(leg.d[i], -of.state.mode[i] * most, noise) << i;
    } else if (std::fabs(leg.dx[i]) > noise) {
      EXPECT_NEAR(leg.d[i], leg.dx[i] > 0 ? -most : most, noise) << i;
    }
  }
}

// Where guesses find a direction, trying everything finds one, nearly always the same: there may be several.
TEST(FallbackDirections, AmongAllIsOneWhereverGuessesFindOne) {
  Random random(6);
  int both = 0, same = 0;
  for (int k = 0; k < 200; ++k) {
    ImpactRows of = some_contacts(random);
    for (std::size_t i = 0; i < of.rows.size(); ++i) {
      if (of.rows.is_normal(i)) continue;
      of.state.mode[i] = static_cast<signed char>(random.below(3) - 1);
      of.state.x[i] = of.state.mode[i];
    }
    PathDirection guess(of.rows), all(of.rows);
    detail::GuessedDirection guessed(of.rows, of.state, guess);
    guessed.begin();
    guessed.begin_leg();
    if (!guessed.find()) continue;
    check_normals(of, guess), check_frictions(of, guess);
    ASSERT_TRUE(FallbackDirections(of.rows, of.state, all).find_among_all()) << k;
    check_normals(of, all), check_frictions(of, all);
    ASSERT_FALSE(HasFailure()) << k;
    double off = 0;
    for (std::size_t i = 0; i < of.rows.size(); ++i) off = std::max(off, std::fabs(all.d[i] - guess.d[i]));
    ++both, same += off <= close_to * (1 + guess.largest()) ? 1 : 0;
  }
  EXPECT_GT(both, 150);
  EXPECT_GE(same, both - both / 20);
}

}  // namespace
}  // namespace bankshot::testing
