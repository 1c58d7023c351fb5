// The exact judge on shapes whose answer is known by construction, on both of its stages; and its two stages against
// each other and against brute force on random pairs.

#include "oracle/exact/judge.hpp"

#include <bankshot/query/overlap.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <vector>

#include "oracle/geometry_oracle.hpp"
#include "oracle/kit/generate.hpp"

namespace bankshot_oracle {
namespace {

constexpr Stage stages[] = {Stage::intervals_first, Stage::rational_only};

int compare(const Placed& a, const Placed& b, Real value, Stage stage) {
  Tally tally;
  return Judge(a, b, stage, tally).compare({value, 0});
}

Placed set(std::initializer_list<Vec2> corners, Real radius = 0, Pose pose = {}) {
  Placed result;
  result.corners = corners;
  result.radius = radius;
  result.pose = pose;
  return result;
}

Placed square(Real half, Vec2 at, bankshot::Rotation turn = {}) {
  return set({{-half, -half}, {half, -half}, {half, half}, {-half, half}}, 0, {at, turn});
}

Real above(Real x) { return std::nextafter(x, Real(1e30)); }
Real below(Real x) { return std::nextafter(x, Real(-1e30)); }

/// Expects the gap to be exactly `gap`, whichever shape comes first.
void expect_gap(const Placed& a, const Placed& b, Real gap) {
  for (const Stage stage : stages) {
    for (const auto& [one, two] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      EXPECT_EQ(compare(*one, *two, gap, stage), 0) << gap;
      EXPECT_EQ(compare(*one, *two, above(gap), stage), -1) << gap;
      EXPECT_EQ(compare(*one, *two, below(gap), stage), 1) << gap;
    }
  }
}

/// Expects the gap to be sign * sqrt(square), by the neighbours of the rounded root, whose squares long double holds.
void expect_root_gap(const Placed& a, const Placed& b, int square, int sign) {
  const Real root = std::sqrt(Real(square));
  for (const Real level : {below(below(root)), below(root), root, above(root), above(above(root))}) {
    const long double level_square = static_cast<long double>(level) * level;
    const int expected = level_square < square ? 1 : -1;
    for (const Stage stage : stages) EXPECT_EQ(compare(a, b, Real(sign) * level, stage), sign * expected) << level;
  }
}

TEST(Judge, Circles) {
  expect_gap(set({{0, 0}}, 2), set({{3, 4}}, 2), 1);
  expect_gap(set({{0, 0}}, 2), set({{3, 4}}, 3), 0);
  expect_gap(set({{0, 0}}, 4), set({{3, 4}}, 4), -3);
  expect_gap(set({{1, 1}}, 2), set({{1, 1}}, 3), -5);  // concentric
  expect_root_gap(set({{0, 0}}), set({{1, 1}}), 2, 1);
}

TEST(Judge, Boxes) {
  expect_gap(square(1, {0, 0}), square(1, {5, 0}), 3);
  expect_gap(square(1, {0, 0}), square(1, {2, 0.5}), 0);
  expect_gap(square(1, {0, 0}), square(1, {1.5, 0.25}), Real(-0.5));
  expect_gap(square(1, {0, 0}), square(1, {0, 0}), -2);  // equal
  expect_gap(square(5, {0, 0}), square(1, {3, 0}), -3);  // inside: out by the nearer side
  expect_gap(square(1, {0, 0}), square(1, {5, 6}), 5);   // corner to corner, 3 4 5
  expect_root_gap(square(1, {0, 0}), square(1, {3, 3}), 2, 1);
}

// A rotation that is not of unit length scales the core and leaves the radius alone.
TEST(Judge, RotationsAreTakenLiterally) {
  const Placed large = square(1, {0, 0}, {2, 0});
  expect_gap(large, set({{5, 0}}, 1), 2);
  Placed rounded = large;
  rounded.radius = 1;
  expect_gap(rounded, set({{5, 0}}, 1), 1);
  // (1, 1) turned by (3, 4) is (-1, 7): a corner of the square of half width 1, whose others are (-7, -1) and so on.
  expect_gap(square(1, {0, 0}, {3, 4}), set({{-1, 12}}), 5);
}

TEST(Judge, PositionsAreNotRounded) {
  const Real far = 1 << 20, tiny = std::ldexp(Real(1), -20);
  expect_gap(set({{0, 0}}, 1, {{far, 0}, {}}), set({{-tiny, 0}}, 1, {{far + 2, 0}, {}}), -tiny);
  expect_gap(set({{tiny, 0}}, 1, {{far, 0}, {}}), set({{0, 0}}, 1, {{far + 2, 0}, {}}), -tiny);
}

TEST(Judge, Segments) {
  const Placed level = set({{-1, 0}, {1, 0}});
  expect_gap(level, set({{0, 2}, {5, 2}}), 2);
  expect_gap(level, set({{3, 0}, {5, 0}}), 2);    // in one line
  expect_gap(level, set({{0, 0}, {5, 0}}), 0);    // overlapping in a line: they touch
  expect_gap(level, set({{0, 0}, {0, 3}}), 0);    // end on the middle
  expect_gap(level, set({{0, -1}, {0, 3}}), -1);  // crossing: out by the shorter end
  expect_gap(level, set({{0, 0}}), 0);
  expect_root_gap(set({{-2, -2}, {2, 2}}), set({{-2, 2}, {2, -2}}), 8, -1);
}

TEST(Judge, RadiiMeetCores) {
  const Placed capsule = set({{-2, 0}, {2, 0}}, 1);
  expect_gap(capsule, set({{5, 4}}, 1), 3);
  expect_gap(capsule, set({{0, 3}}, 1), 1);
  expect_gap(capsule, set({{0, 0}}, 1), -2);
  expect_gap(capsule, square(1, {0, Real(1.5)}), Real(-0.5));
}

TEST(Judge, LevelsMayBeSums) {
  const Real tiny = std::ldexp(Real(1), -60);
  for (const Stage stage : stages) {
    Tally tally;
    Judge judge(set({{0, 0}}, 1), set({{3, 0}}, 1), stage, tally);
    EXPECT_EQ(judge.compare({1, 0}), 0);
    EXPECT_EQ(judge.compare({1, tiny}), -1);
    EXPECT_EQ(judge.compare({1, -tiny}), 1);
    EXPECT_EQ(tally.asked, 3u);
    EXPECT_EQ(tally.rational, 3u);  // all of them too close for intervals to decide
  }
}

TEST(Judge, MovedAndSweptSets) {
  const Placed ball = set({{0, 0}}, 1), wall = set({{6, -5}, {6, 5}});
  expect_gap(moved(ball, {4, 0}, Real(0.5)), wall, 3);
  expect_gap(swept(ball, {4, 0}, 1), wall, 1);
  expect_gap(swept(ball, {4, 0}, Real(0.25)), wall, 4);
  expect_gap(swept(ball, {0, 100}, 1), wall, 5);
  expect_gap(swept(square(1, {0, 0}), {9, 0}, 1), set({{5, 4}}), 3);  // passes below
  expect_gap(swept(square(1, {0, 0}), {8, 8}, 1), square(1, {4, 0}),
             0);                                                          // past the corner (3, 1)
  expect_gap(swept(set({{0, 0}, {2, 0}}), {6, 0}, 1), set({{9, 0}}), 1);  // a segment along itself
  expect_gap(swept(set({{0, 0}, {2, 0}}), {-6, 0}, 1), set({{9, 0}}), 7);
  expect_gap(swept(square(1, {0, 0}), {0, 0}, 1), set({{9, 0}}), 8);  // nowhere
}

TEST(Judge, Excess) {
  const auto excess = [](const Placed& inner, const Placed& outer, Real level, Stage stage) {
    Tally tally;
    return compare_excess(inner, outer, {level, 0}, stage, tally);
  };
  for (const Stage stage : stages) {
    EXPECT_EQ(excess(set({{2, 0}}, 1), set({{0, 0}}, 3), 0, stage), 0);  // touching from inside
    EXPECT_EQ(excess(set({{above(2), 0}}, 1), set({{0, 0}}, 3), 0, stage), 1);
    EXPECT_EQ(excess(set({{below(2), 0}}, 1), set({{0, 0}}, 3), 0, stage), -1);
    EXPECT_EQ(excess(square(1, {0, 0}), square(1, {0, 0}), 0, stage), 0);  // equal
    EXPECT_EQ(excess(square(1, {3, 0}), square(4, {0, 0}), 0, stage), 0);
    EXPECT_EQ(excess(square(1, {2, 0}), square(4, {0, 0}), -1, stage), 0);
    EXPECT_EQ(excess(square(1, {6, 0}), square(4, {0, 0}), 3, stage), 0);
    EXPECT_EQ(excess(set({{0, 0}}, 3), square(4, {0, 0}), -1, stage), 0);  // a rounded one in a sharp one
    EXPECT_EQ(excess(set({{3, 4}}, 0), set({{0, 0}}, 5), 0, stage), 0);
    EXPECT_EQ(excess(set({{-1, 0}, {1, 0}}), set({{-1, 0}, {1, 0}}), 0, stage), 0);
  }
}

/// Levels at which a wrong sign would show.
std::vector<Level> levels_of(Real band, Real estimate) {
  return {{band, 0}, {-band, 0}, {0, 0}, {estimate, 0}, {estimate, band}, {estimate, -band}, {above(estimate), 0}};
}

oracle::Placed wide(const Placed& placed) {
  oracle::Placed result;
  result.radius = placed.radius;
  const oracle::Number c = placed.pose.rotation.c, s = placed.pose.rotation.s;
  for (const Vec2& p : placed.corners) {
    const oracle::Number x = p[0], y = p[1];
    result.core.push_back(oracle::point(placed.pose.position) + oracle::Point{c * x - s * y, s * x + c * y});
  }
  return result;
}

// Two slivers with short sides, a few roundings apart: the certain bounds of the gap are poor, but the likely value
// must not be.
TEST(Judge, EstimatesOfSliversAreNearTheGap) {
  const Placed b = set({{0, 0}, {0, Real(0.0078125)}, {Real(-0.7836992570065485), Real(0.006983185588408242)}}, 0,
                       {Vec2::Zero(), {Real(-0.7034690081519663), Real(-0.7107259349212534)}});
  const Placed a = set({{Real(-0.9381424002523779), Real(-0.5722747988292376)}, {0, 0}, {Real(-0.9375), Real(-0.5625)}},
                       0, {Vec2(Real(1.49441367037425), Real(1.1243577313226893)), {}});
  const Real band = Real(1.87) * bankshot::tolerance::band_factor * bankshot::tolerance::eps;
  for (int i = 0; i < 400; ++i) {
    const Placed one = moved(a, Vec2(Real(0.125), -1), Real(i) * bankshot::tolerance::eps);
    Tally tally;
    Judge judge(one, b, Stage::intervals_first, tally);
    const Real estimate = static_cast<Real>(judge.estimate());
    EXPECT_TRUE(judge.gap_above(estimate, -band / 8)) << i;
    EXPECT_TRUE(judge.gap_below(estimate, band / 8)) << i;
  }
}

// Both stages on the same random pairs; and where it is not a matter of rounding, a third judge that knows only hulls.
TEST(Judge, StagesAndBruteForceAgree) {
  Tally quick, slow;
  int told = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const Case data = i % 2 == 0 ? geometry_case(11, i) : sweep_case(11, i);
    const auto question = question_of(data);
    ASSERT_TRUE(question);
    if (question->a.corner_count() * question->b.corner_count() > 400) continue;
    const Placed a = placed(question->a, data.a.pose), b = placed(question->b, data.b.pose);
    const Real band = bankshot::touching_band(question->a, data.a.pose, question->b, data.b.pose);
    for (const bool sweeping : {false, true}) {
      const Placed one = sweeping ? swept(a, data.motion, Real(0.75)) : a;
      Judge first(one, b, Stage::intervals_first, quick), second(one, b, Stage::rational_only, slow);
      for (const Level level : levels_of(band, static_cast<Real>(first.estimate()))) {
        EXPECT_EQ(first.compare(level), second.compare(level)) << "case " << i << " level " << level.value;
      }
      if (sweeping) continue;
      const auto depth = static_cast<double>(oracle::depth(wide(a), wide(b)));
      // In double the brute force, in long double, has eleven bits to spare only.
      const double share = sizeof(Real) == sizeof(float) ? 1e-2 : 2.0;
      const double noise =
          share * double(band) + 1e-15 * std::fabs(depth) + 1e-16 * double(data.b.pose.position.norm());
      EXPECT_NEAR(first.estimate(), -depth, noise) << "case " << i;
      for (const Real level : {band, -band}) {
        if (std::fabs(-depth - double(level)) <= noise) continue;
        EXPECT_EQ(second.compare({level, 0}), -depth > double(level) ? 1 : -1) << "case " << i;
        ++told;
      }
    }
  }
  EXPECT_GT(told, 5000);
  EXPECT_GT(quick.asked, 40000u);
  EXPECT_LT(quick.rational, quick.asked / 2);
  EXPECT_EQ(slow.rational, slow.asked);
}

TEST(Judge, ContainmentOfBothStagesAgrees) {
  int inside = 0;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const Case data = geometry_case(12, i);
    const auto question = question_of(data);
    ASSERT_TRUE(question);
    if (question->a.corner_count() * question->b.corner_count() > 200) continue;
    const Placed a = placed(question->a, data.a.pose), b = placed(question->b, data.b.pose);
    Tally tally;
    const int quick = compare_excess(a, b, {}, Stage::intervals_first, tally);
    EXPECT_EQ(quick, compare_excess(a, b, {}, Stage::rational_only, tally)) << "case " << i;
    inside += quick <= 0;
  }
  EXPECT_GT(inside, 30);
}

}  // namespace
}  // namespace bankshot_oracle
