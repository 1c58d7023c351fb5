// The batch calls answer as single calls do, for every kind of shape, width and placement.

#include "property/random_shapes.hpp"

#include <bankshot/query/overlap.hpp>
#include <bankshot/query/overlap_batch.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/simd/width.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace bankshot_test {
namespace {

using namespace bankshot;

struct Crowd {
  std::vector<Shape> shapes;
  std::vector<Pose> poses;

  void add(const Shape& shape, const Pose& pose) {
    shapes.push_back(shape);
    poses.push_back(pose);
  }
};

/// Shapes of every kind over a square, dense enough that a good share of them overlap; some poses are turned by quarter
/// turns, some rotations are not of unit length, some poses are not finite, and some shapes have too many corners for
/// lanes.
Crowd crowd(Random& random, int count, double side) {
  Crowd crowd;
  for (int i = 0; i < count; ++i) {
    Pose pose = {random.point(side), random.chance(0.3) ? Rotation{} : random.rotation()};
    if (random.chance(0.05)) pose.rotation = {0, 1};
    if (random.chance(0.02)) pose.rotation = {Real(1.5) * pose.rotation.c, Real(1.5) * pose.rotation.s};
    if (random.chance(0.01)) pose.position[0] = std::numeric_limits<Real>::quiet_NaN();
    if (random.chance(0.01)) pose.position[1] = std::numeric_limits<Real>::infinity();
    if (random.chance(0.01)) pose.rotation = {0, 0};
    const double size = 0.2 + random.unit();
    if (random.chance(0.1)) {
      crowd.add(random_polygon(random, 12, size).build(), pose);
    } else if (random.chance(0.3)) {
      crowd.add(box(random.uniform(0.1, 2), random.uniform(0.1, 2), random.chance(0.5) ? Vec2(0, 0) : random.point(1)),
                pose);
    } else {
      crowd.add(random_recipe(random, size).build(), pose);
    }
  }
  return crowd;
}

std::vector<std::uint32_t> one_by_one(const Shape& a, const Pose& pose_a, const Crowd& crowd) {
  std::vector<std::uint32_t> hits;
  for (std::uint32_t i = 0; i < crowd.shapes.size(); ++i) {
    if (overlap(a, pose_a, crowd.shapes[i], crowd.poses[i])) hits.push_back(i);
  }
  return hits;
}

std::vector<Width> widths_here() {
  std::vector<Width> widths;
  std::copy_if(std::begin(all_widths), std::end(all_widths), std::back_inserter(widths), width_supported);
  return widths;
}

class OverlapBatch : public ::testing::TestWithParam<Width> {
 protected:
  void SetUp() override {
    before_ = active_width();
    ASSERT_TRUE(set_width(GetParam()));
  }
  void TearDown() override { set_width(before_); }
  Width before_ = Width::scalar;
};

TEST_P(OverlapBatch, OneAgainstMany) {
  Random random(1);
  std::vector<std::uint32_t> hits;
  std::size_t found = 0, asked = 0;
  for (int round = 0; round < 12; ++round) {
    const Crowd others = crowd(random, round < 4 ? 1 + 3 * round : 700, 2.5);
    const Crowd ones = crowd(random, 60, 2);
    for (std::size_t i = 0; i < ones.shapes.size(); ++i) {
      overlaps(ones.shapes[i], ones.poses[i], others.shapes, others.poses, hits);
      ASSERT_EQ(hits, one_by_one(ones.shapes[i], ones.poses[i], others)) << "round " << round << ", shape " << i;
      found += hits.size();
      asked += others.shapes.size();
    }
  }
  EXPECT_GT(found, asked / 10);
  EXPECT_LT(found, asked / 2);
}

// Shapes side by side on whole numbers: they touch exactly, or miss by the last bit, where lanes may not answer.
TEST_P(OverlapBatch, Touching) {
  constexpr Real eps = std::numeric_limits<Real>::epsilon();
  const std::vector<Vec2> diamond = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const std::vector<Shape> kinds = {box(2, 2),
                                    circle(1),
                                    polygon(diamond),
                                    capsule({-1, 0}, {1, 0}, Real(0.5)),
                                    segment({-1, -1}, {1, 1}),
                                    box(1, 1, {0, 0}, {}, Real(0.5))};
  Crowd others;
  for (const Shape& kind : kinds) {
    for (const int off : {0, 1, -1, 8, -8, 20, -20, 100, -100, 400, -400, 4000, -4000}) {
      for (const Real x : {Real(1), Real(1.5), Real(2), Real(2.5)}) {
        for (const int y : {0, 1, 2}) others.add(kind, {Vec2(x + Real(off) * eps, Real(y)), {}});
      }
    }
  }
  std::vector<std::uint32_t> hits;
  for (const Shape& kind : kinds) {
    overlaps(kind, {}, others.shapes, others.poses, hits);
    ASSERT_EQ(hits, one_by_one(kind, {}, others));
    EXPECT_GT(hits.size(), 20u);
    EXPECT_LT(hits.size(), others.shapes.size() - 20);
  }
}

// The same with the shapes far from the points that their poses place, which widens the band.
TEST_P(OverlapBatch, TouchingFarFromTheirOrigins) {
  constexpr Real eps = std::numeric_limits<Real>::epsilon();
  const Vec2 far(64, -96);
  const auto corners = [](Vec2 at) {
    return std::vector<Vec2>{{at[0] + 1, at[1]}, {at[0], at[1] + 1}, {at[0] - 1, at[1]}};
  };
  Crowd others;
  for (const int off : {0, 100, -100, 400, -400, 1000, -1000, 2000, -2000, 4000, -4000, 16000, -16000}) {
    for (const int y : {0, 1, 2}) {
      const Vec2 there(2 + Real(off) * eps, Real(y));
      others.add(box(2, 2, far), {there - far, {}});
      others.add(polygon(corners(far)), {there - far, {}});
      others.add(box(2, 2), {there, {}});
      others.add(polygon(corners(Vec2(0, 0))), {there, {}});
    }
  }
  std::vector<std::uint32_t> hits;
  for (const Vec2& at : {Vec2(0, 0), far}) {
    for (const Shape& kind : {box(2, 2, at), polygon(corners(at)), box(1, 2, at, {}, Real(0.5))}) {
      overlaps(kind, {-at, {}}, others.shapes, others.poses, hits);
      ASSERT_EQ(hits, one_by_one(kind, {-at, {}}, others));
      EXPECT_GT(hits.size(), 20u);
      EXPECT_LT(hits.size(), others.shapes.size() - 20);
    }
  }
}

TEST_P(OverlapBatch, ManyAgainstMany) {
  Random random(2);
  std::vector<OverlapPair> pairs;
  for (const double side : {1.0, 10.0, 60.0}) {
    const Crowd a = crowd(random, 230, side), b = crowd(random, 310, side);
    std::vector<OverlapPair> expected;
    for (std::uint32_t i = 0; i < a.shapes.size(); ++i) {
      for (const std::uint32_t j : one_by_one(a.shapes[i], a.poses[i], b)) expected.push_back({i, j});
    }
    overlap_pairs(a.shapes, a.poses, b.shapes, b.poses, pairs);
    EXPECT_EQ(pairs, expected) << side;
    EXPECT_GE(pairs.size(), 5u) << side;
  }
}

TEST_P(OverlapBatch, ManyAmongThemselves) {
  Random random(3);
  std::vector<OverlapPair> pairs;
  for (const double side : {1.0, 10.0, 60.0}) {
    const Crowd a = crowd(random, 300, side);
    std::vector<OverlapPair> expected;
    for (std::uint32_t i = 0; i < a.shapes.size(); ++i) {
      for (const std::uint32_t j : one_by_one(a.shapes[i], a.poses[i], a)) {
        if (i < j) expected.push_back({i, j});
      }
    }
    overlap_pairs(a.shapes, a.poses, pairs);
    EXPECT_EQ(pairs, expected) << side;
    EXPECT_GE(pairs.size(), 5u) << side;
  }
}

// As many shapes of one kind as are ever tested in one go, and more, so that every vector is full; then one fewer.
TEST_P(OverlapBatch, ManyOfOneKind) {
  const Shape kinds[] = {box(2, 2), circle(1), polygon(std::vector<Vec2>{{1, 0}, {0, 1}, {-1, 0}})};
  std::vector<std::uint32_t> hits;
  for (const Shape& kind : kinds) {
    for (const int count : {255, 256, 257, 600}) {
      Crowd others;
      for (int i = 0; i < count; ++i) others.add(kind, {Vec2(Real(i % 3 == 2 ? 9 : i % 5) / 8, 0), {}});
      for (const Shape& one : kinds) {
        overlaps(one, {}, others.shapes, others.poses, hits);
        ASSERT_EQ(hits, one_by_one(one, {}, others)) << count;
        ASSERT_GT(hits.size(), others.shapes.size() / 2);
      }
    }
  }
}

// Sizes from 2^-20 to 2^20 and places as far out: bounds have to be right for all of them.
TEST_P(OverlapBatch, AllSizes) {
  Random random(4);
  Crowd a;
  for (int i = 0; i < 500; ++i) {
    const double size = std::ldexp(1.0, random.integer(-20, 20));
    a.add(random_recipe(random, size).build(), {random.point(size * 4), random.rotation()});
  }
  a.add(circle(1), {Vec2(std::numeric_limits<Real>::max(), 0), {}});
  a.add(circle(1), {Vec2(-std::numeric_limits<Real>::max(), 0), {}});
  std::vector<OverlapPair> expected, pairs;
  for (std::uint32_t i = 0; i < a.shapes.size(); ++i) {
    for (const std::uint32_t j : one_by_one(a.shapes[i], a.poses[i], a)) expected.push_back({i, j});
  }
  overlap_pairs(a.shapes, a.poses, a.shapes, a.poses, pairs);
  EXPECT_EQ(pairs, expected);
}

INSTANTIATE_TEST_SUITE_P(Widths, OverlapBatch, ::testing::ValuesIn(widths_here()),
                         [](const auto& width) { return std::string(width_name(width.param)); });

TEST(OverlapLists, EmptyOnesMeetNothing) {
  std::vector<std::uint32_t> hits = {7};
  overlaps(circle(1), {}, {}, {}, hits);
  EXPECT_TRUE(hits.empty());
  std::vector<OverlapPair> pairs = {{1, 2}};
  overlap_pairs({}, {}, pairs);
  EXPECT_TRUE(pairs.empty());
}

// Shapes of several parts among the others, and containers, which have no bound.
TEST(OverlapLists, ShapesOfPartsAndContainersAreAskedToo) {
  Random random(9);
  const Shape corner[] = {box(1, Real(0.25)), box(Real(0.25), 1, Vec2(1, 0))};
  std::vector<std::uint32_t> hits;
  std::vector<OverlapPair> pairs, expected;
  for (const bool rooms : {false, true}) {
    Crowd one = crowd(random, 60, 2), two = crowd(random, 60, 2);
    for (int i = 0; i < 20; ++i) one.add(compound(corner), {random.point(2), random.rotation()});
    if (rooms) two.add(container(box(3, 3)), {random.point(1), random.rotation()});
    for (const auto& [first, second] : {std::pair(one, two), std::pair(two, one)}) {
      expected.clear();
      for (std::uint32_t i = 0; i < first.shapes.size(); ++i) {
        overlaps(first.shapes[i], first.poses[i], second.shapes, second.poses, hits);
        ASSERT_EQ(hits, one_by_one(first.shapes[i], first.poses[i], second)) << i;
        for (const std::uint32_t hit : hits) expected.push_back({i, hit});
      }
      overlap_pairs(first.shapes, first.poses, second.shapes, second.poses, pairs);
      ASSERT_EQ(pairs, expected);
      expected.clear();
      for (std::uint32_t i = 0; i < second.shapes.size(); ++i) {
        for (const std::uint32_t hit : one_by_one(second.shapes[i], second.poses[i], second)) {
          if (hit > i) expected.push_back({i, hit});
        }
      }
      overlap_pairs(second.shapes, second.poses, pairs);
      ASSERT_EQ(pairs, expected);
    }
  }
}

TEST(OverlapLists, OfDifferentLengthsAreRefused) {
  const std::vector<Shape> shapes = {circle(1)};
  std::vector<std::uint32_t> hits;
  std::vector<OverlapPair> pairs;
  try {
    overlaps(circle(1), {}, shapes, {}, hits);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "overlaps: shapes has 1 entries and poses 0, must be as many");
  }
  EXPECT_THROW(overlap_pairs(shapes, {}, pairs), std::invalid_argument);
  try {
    overlap_pairs({}, {}, shapes, {}, pairs);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "overlap_pairs: shapes_b has 1 entries and poses_b 0, must be as many");
  }
}

}  // namespace
}  // namespace bankshot_test
