// Overlap and distance of two shapes: Bankshot against b2TestOverlap and b2Distance (GJK).

#include "oracle/box2d_twins.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/overlap.hpp>

#include <box2d/b2_distance.h>
#include <gtest/gtest.h>

#include <iostream>

namespace box2d_oracle {
namespace {

using KindPair = std::pair<Kind, Kind>;

class Box2dPairs : public testing::TestWithParam<KindPair> {
 protected:
  Random random_{1000 + 10 * std::uint64_t(GetParam().first) + std::uint64_t(GetParam().second)};
  TwinPair next(double range) { return twin_pair(random_, GetParam().first, GetParam().second, range); }
};

b2DistanceOutput box2d_distance(const TwinPair& pair, bool use_radii) {
  b2DistanceInput input;
  input.proxyA.Set(pair.a.box2d.get(), 0);
  input.proxyB.Set(pair.b.box2d.get(), 0);
  input.transformA = pair.pose_a.box2d;
  input.transformB = pair.pose_b.box2d;
  input.useRadii = use_radii;
  b2SimplexCache cache;
  cache.count = 0;
  b2DistanceOutput output;
  b2Distance(&output, &cache, &input);
  return output;
}

/// The verdicts may differ only where rounding decides: within Bankshot's band of touching, within Box2D's (a distance
/// below 10 eps, in metres, counts as overlap), or within the noise of single precision.
TEST_P(Box2dPairs, overlap) {
  int overlapping = 0, in_band = 0, differ_in_band = 0;
  for (int i = 0; i < cases + in_band; ++i) {
    const TwinPair pair = next(2);
    const bool theirs =
        b2TestOverlap(pair.a.box2d.get(), 0, pair.b.box2d.get(), 0, pair.pose_a.box2d, pair.pose_b.box2d);
    const bool ours = bankshot::overlap(pair.a.grown, pair.pose_a.ours, pair.b.grown, pair.pose_b.ours);
    const double depth = pair.depth();
    const double band = noise(pair.size) + 10 * double(FLT_EPSILON) +
                        double(bankshot::touching_band(pair.a.grown, pair.pose_a.ours, pair.b.grown, pair.pose_b.ours));
    if (std::fabs(depth) <= band) {
      ++in_band;
      differ_in_band += ours != theirs;
      continue;
    }
    overlapping += ours;
    ASSERT_EQ(ours, theirs) << "case " << i << ", depth " << depth << ", band " << band << "\n" << pair.text();
    ASSERT_EQ(ours, depth > 0) << "case " << i << ", depth " << depth << ", band " << band << "\n" << pair.text();
  }
  std::cout << cases << " pairs outside the band, " << overlapping << " of them overlap; " << in_band << " within it, "
            << differ_in_band << " of them judged differently\n";
  EXPECT_GT(overlapping, cases / 20);
  EXPECT_LT(overlapping, cases - cases / 20);
  EXPECT_LT(in_band, cases / 4);
}

/// Distance, normal and points of separate shapes, with the radii and without. Without radii Box2D measures the
/// distance of the cores; the core of a circle is its centre.
TEST_P(Box2dPairs, distance) {
  int compared = 0;
  double worst = 0, worst_normal = 0;
  for (int made = 0; compared < cases; ++made) {
    ASSERT_LT(made, 20 * cases) << "hardly any pair is apart";
    const TwinPair pair = next(4);
    const double gap = -pair.depth();
    const double tolerance = noise(pair.size);
    if (gap <= tolerance) continue;
    ++compared;
    const auto grown = bankshot::closest_points(pair.a.grown, pair.pose_a.ours, pair.b.grown, pair.pose_b.ours);
    const auto sharp = bankshot::closest_points(pair.a.sharp, pair.pose_a.ours, pair.b.sharp, pair.pose_b.ours);
    const b2DistanceOutput with = box2d_distance(pair, true), without = box2d_distance(pair, false);
    const double with_radii = std::fabs(double(grown.distance) - double(with.distance));
    const double cores = double(sharp.distance) + double(pair.a.sharp.radius()) + double(pair.b.sharp.radius());
    const double without_radii = std::fabs(cores - double(without.distance));
    ASSERT_LE(with_radii, tolerance) << "case " << made << ", gap " << gap << "\n" << pair.text();
    ASSERT_LE(without_radii, tolerance) << "case " << made << ", gap " << gap << "\n" << pair.text();
    // The direction from Box2D's point on B to that on A. An error of those points turns it by error / distance. Box2D
    // finds them on a side; the error of its direction is error / its length, times the distance of its ends.
    const double side = std::min(shortest_side(pair.a.sharp), shortest_side(pair.b.sharp));
    const double turn = tolerance * (2 / cores + 1 / side);
    const b2Vec2 from_b = without.pointA - without.pointB;
    const double size = double(from_b.Length());
    const double off = std::hypot(double(from_b.x) / size - double(sharp.normal[0]),
                                  double(from_b.y) / size - double(sharp.normal[1]));
    ASSERT_LE(off, turn) << "case " << made << "\n" << pair.text();
    // If an edge faces an edge, the pair of points is not unique; but the points of either must be that far apart.
    const double apart = std::hypot(double(sharp.point_a[0]) - double(sharp.point_b[0]),
                                    double(sharp.point_a[1]) - double(sharp.point_b[1]));
    ASSERT_LE(std::fabs(apart - double(sharp.distance)), tolerance) << "case " << made << "\n" << pair.text();
    worst = std::max({worst, with_radii / tolerance, without_radii / tolerance});
    worst_normal = std::max(worst_normal, off / turn);
  }
  std::cout << compared << " pairs apart; largest difference " << worst << " of the tolerance, of the normal "
            << worst_normal << "\n";
}

INSTANTIATE_TEST_SUITE_P(kinds, Box2dPairs,
                         testing::Values(KindPair(Kind::circle, Kind::circle), KindPair(Kind::circle, Kind::segment),
                                         KindPair(Kind::circle, Kind::box), KindPair(Kind::circle, Kind::polygon),
                                         KindPair(Kind::segment, Kind::segment), KindPair(Kind::segment, Kind::box),
                                         KindPair(Kind::segment, Kind::polygon), KindPair(Kind::box, Kind::box),
                                         KindPair(Kind::box, Kind::polygon), KindPair(Kind::polygon, Kind::polygon)),
                         [](const testing::TestParamInfo<KindPair>& kind) {
                           return std::string(kind_names[std::size_t(kind.param.first)]) + "_" +
                                  kind_names[std::size_t(kind.param.second)];
                         });

}  // namespace
}  // namespace box2d_oracle
