#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"
#include "query/pose_at.hpp"

#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>

#include <gtest/gtest.h>

#include <map>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(Relation, ContainmentIncludesTouchingFromInside) {
  EXPECT_EQ(relation(box(2, 2), at(4, 0), box(10, 10), at(0, 0)), Relation::a_inside_b);
  EXPECT_EQ(relation(box(10, 10), at(5, 0), box(2, 2), at(0, 0)), Relation::overlapping);
  EXPECT_EQ(relation(box(10, 10), at(0, 0), box(2, 2), at(4, 4)), Relation::b_inside_a);
  EXPECT_EQ(relation(circle(1), at(3, 0), circle(4), at(0, 0)), Relation::a_inside_b);
  EXPECT_EQ(relation(circle(1), at(Real(3.01), 0), circle(4), at(0, 0)), Relation::overlapping);
  EXPECT_EQ(relation(segment({-1, 0}, {1, 0}), at(0, 0), box(2, 2), at(0, 0)), Relation::a_inside_b);
}

// A sharp corner reaches into the rounded corner of the shape around it: a rounded corner has less area.
TEST(Relation, RoundingCountsExactly) {
  const Shape rounded = box(2, 2, Vec2(0, 0), {}, 1);  // 4 wide, corners of radius 1
  EXPECT_EQ(relation(box(4, 4), at(0, 0), rounded, at(0, 0)), Relation::b_inside_a);
  EXPECT_EQ(relation(box(4, 3), at(0, 0), rounded, at(0, 0)), Relation::overlapping);
  EXPECT_EQ(relation(box(Real(3.4), Real(3.4)), at(0, 0), rounded, at(0, 0)), Relation::a_inside_b);
  EXPECT_EQ(relation(box(Real(3.42), Real(3.42)), at(0, 0), rounded, at(0, 0)), Relation::overlapping);
  EXPECT_EQ(relation(circle(2), at(0, 0), rounded, at(0, 0)), Relation::a_inside_b);
  EXPECT_EQ(relation(circle(2), at(Real(0.01), 0), rounded, at(0, 0)), Relation::overlapping);
  EXPECT_EQ(relation(capsule({-1, 0}, {1, 0}, 1), at(0, 0), rounded, at(0, 0)), Relation::a_inside_b);
}

TEST(Relation, EqualIsAboutPointsNotAboutKinds) {
  const std::vector<Vec2> square = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
  EXPECT_EQ(relation(box(2, 2), at(3, 3), polygon(square), at(3, 3)), Relation::equal);
  EXPECT_EQ(relation(box(2, 2), {Vec2(0, 0), {0, 1}}, box(2, 2), at(0, 0)), Relation::equal);
  EXPECT_EQ(relation(capsule({-1, 0}, {1, 0}, 1), at(0, 0), capsule({1, 0}, {-1, 0}, 1), at(0, 0)), Relation::equal);
  EXPECT_EQ(relation(segment({-1, 0}, {1, 0}), at(0, 0), segment({1, 0}, {-1, 0}), at(0, 0)), Relation::touching);
}

TEST(Relation, TouchingIsNeitherApartNorOverlapping) {
  EXPECT_EQ(relation(box(2, 2), at(2, 0), box(2, 2), at(0, 0)), Relation::touching);
  EXPECT_EQ(relation(box(2, 2), at(2, 2), box(2, 2), at(0, 0)), Relation::touching);  // corner to corner
  const Real band = touching_band(box(2, 2), at(2, 0), box(2, 2), at(0, 0));
  EXPECT_EQ(relation(box(2, 2), at(2 - 2 * band, 0), box(2, 2), at(0, 0)), Relation::overlapping);
  EXPECT_EQ(relation(box(2, 2), at(2 + 2 * band, 0), box(2, 2), at(0, 0)), Relation::apart);
}

struct Verdicts {
  int certain = 0;
  std::map<Relation, int> seen;
};

TEST(Relation, AgreesWithTheOracle) {
  Random random(2);
  Verdicts verdicts;
  for (int i = 0; i < 30000; ++i) {
    const RandomPair pair = random_pair(random);
    const Shape a = pair.a.build(), b = pair.b.build();
    const auto placed_a = oracle::place(a, pair.pose_a), placed_b = oracle::place(b, pair.pose_b);
    const oracle::Number band = touching_band(a, pair.pose_a, b, pair.pose_b);
    const oracle::Number depth = oracle::depth(placed_a, placed_b);
    const oracle::Number a_out = oracle::excess(placed_a, placed_b), b_out = oracle::excess(placed_b, placed_a);
    const Relation answer = relation(a, pair.pose_a, b, pair.pose_b);
    SCOPED_TRACE(testing::Message() << "case " << i << ", lie " << int(pair.lie));

    const auto hit = mtv(a, pair.pose_a, b, pair.pose_b);
    EXPECT_EQ(overlap(a, pair.pose_a, b, pair.pose_b), answer != Relation::apart);
    EXPECT_EQ(hit.has_value(), answer != Relation::apart);
    if (hit) {
      EXPECT_EQ(hit->relation, answer);
    }
    ++verdicts.seen[answer];

    const auto unsure = [band](oracle::Number x) { return std::fabs(x) > band / 2 && std::fabs(x) < band * 3 / 2; };
    if (unsure(depth)) continue;
    Relation expected = Relation::overlapping;
    if (depth < band) {
      expected = depth < -band ? Relation::apart : Relation::touching;
    } else {
      if (unsure(a_out) || unsure(b_out)) continue;
      const bool a_in = a_out < band, b_in = b_out < band;
      if (a_in) expected = b_in ? Relation::equal : Relation::a_inside_b;
      if (b_in && !a_in) expected = Relation::b_inside_a;
    }
    ++verdicts.certain;
    EXPECT_EQ(int(answer), int(expected)) << "depth " << depth << " out " << a_out << ", " << b_out << " band " << band;
  }
  EXPECT_GT(verdicts.certain, 28000);
  for (const Relation relation : {Relation::apart, Relation::touching, Relation::overlapping, Relation::a_inside_b,
                                  Relation::b_inside_a, Relation::equal}) {
    EXPECT_GT(verdicts.seen[relation], 300) << int(relation);
  }
}

}  // namespace
}  // namespace bankshot_test
