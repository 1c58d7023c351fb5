// The minimum translation vector against Box2D's contact manifolds.

#include "oracle/box2d_twins.hpp"

#include <bankshot/query/mtv.hpp>

#include <gtest/gtest.h>

#include <iostream>

namespace box2d_oracle {
namespace {

/// Box2D's answer for a pair that overlaps.
struct Answer {
  bool found = false;
  b2Vec2 normal;     ///< from A to B
  double depth = 0;  ///< of the deepest of its points
  int type = 0;      ///< of the manifold
};

Answer box2d_manifold(const TwinPair& pair) {
  b2Manifold manifold;
  const b2Transform &at_a = pair.pose_a.box2d, &at_b = pair.pose_b.box2d;
  if (pair.a.kind == Kind::circle) {
    b2CollideCircles(&manifold, &pair.a.as_circle(), at_a, &pair.b.as_circle(), at_b);
  } else if (pair.a.kind == Kind::segment) {
    b2CollideEdgeAndCircle(&manifold, &pair.a.as_edge(), at_a, &pair.b.as_circle(), at_b);
  } else if (pair.b.kind == Kind::circle) {
    b2CollidePolygonAndCircle(&manifold, &pair.a.as_polygon(), at_a, &pair.b.as_circle(), at_b);
  } else {
    b2CollidePolygons(&manifold, &pair.a.as_polygon(), at_a, &pair.b.as_polygon(), at_b);
  }
  Answer answer;
  answer.found = manifold.pointCount > 0;
  if (!answer.found) return answer;
  b2WorldManifold world;
  world.Initialize(&manifold, at_a, pair.a.box2d->m_radius, at_b, pair.b.box2d->m_radius);
  answer.normal = world.normal;
  answer.type = manifold.type;
  answer.depth = -double(world.separations[0]);
  if (manifold.pointCount > 1) answer.depth = std::max(answer.depth, -double(world.separations[1]));
  return answer;
}

/// Box2D measures the corners of one edge only, and of these only the corners within the sides of the other polygon's
/// edge (widened by the skins). True if the corner that lies deepest along `normal` (from B to A) is certainly among
/// them.
bool deepest_corner_in_view(const TwinPair& pair, const Answer& answer, oracle::Point normal) {
  const bool face_of_a = answer.type == b2Manifold::e_faceA;
  const oracle::Placed reference = face_of_a ? pair.placed_a() : pair.placed_b();
  const oracle::Placed incident = face_of_a ? pair.placed_b() : pair.placed_a();
  const oracle::Point out = face_of_a ? oracle::Number(-1) * normal : normal;  // outwards from the reference polygon
  const oracle::Point along = {-out.y, out.x};
  oracle::Point deepest = incident.core[0];
  for (const auto& p : incident.core) {
    if (oracle::dot(out, p) < oracle::dot(out, deepest)) deepest = p;
  }
  oracle::Number top = -1e30L, left = 1e30L, right = -1e30L;
  for (const auto& p : reference.core) top = std::max(top, oracle::dot(out, p));
  for (const auto& p : reference.core) {
    if (oracle::dot(out, p) < top - oracle::Number(noise(pair.size))) continue;
    left = std::min(left, oracle::dot(along, p));
    right = std::max(right, oracle::dot(along, p));
  }
  const oracle::Number at = oracle::dot(along, deepest);
  return left <= at && at <= right;
}

struct Counts {
  int compared = 0;       ///< pairs that overlap by more than rounding
  int tied = 0;           ///< Box2D took another axis, as deep as ours to within its preference for A
  int corner_corner = 0;  ///< only the skins overlap, corner against corner: Box2D keeps the axis of a face
  int clipped = 0;        ///< the deepest corner is not among Box2D's points
  int contained = 0;      ///< one inside the other
  int in_band = 0;        ///< touching, by our band or by rounding
  double worst = 0;       ///< largest difference of depths, of the tolerance
};

/// Compares the answer of Box2D with ours, and both with brute force.
void compare(const TwinPair& pair, Counts& counts) {
  const double depth = pair.depth(), tolerance = noise(pair.size);
  const double touching =
      double(bankshot::touching_band(pair.a.grown, pair.pose_a.ours, pair.b.grown, pair.pose_b.ours));
  if (std::fabs(depth) <= tolerance + touching) {
    ++counts.in_band;
    return;
  }
  const auto ours = bankshot::mtv(pair.a.grown, pair.pose_a.ours, pair.b.grown, pair.pose_b.ours);
  const Answer theirs = box2d_manifold(pair);
  ASSERT_EQ(ours.has_value(), depth > 0) << pair.text();
  const bool polygons = pair.a.kind >= Kind::box && pair.b.kind >= Kind::box;
  if (!ours) {  // b2CollidePolygons may still have points there: it measures along faces only
    ASSERT_TRUE(polygons || !theirs.found) << pair.text();
    return;
  }
  ++counts.compared;
  counts.contained += ours->relation != bankshot::Relation::overlapping;
  ASSERT_LE(std::fabs(double(ours->depth) - depth), tolerance) << pair.text();
  if (!theirs.found) {  // all points clipped away
    ASSERT_TRUE(polygons) << pair.text();
    ++counts.clipped;
    return;
  }
  // Box2D looks for the deepest axis among faces, and prefers those of A by a tenth of its slop.
  const double preference = polygons ? 0.1 * double(b2_linearSlop) : 0.0;
  const oracle::Point their_normal = oracle::Number(-1) * point(theirs.normal);  // from B to A
  const double along_theirs = depth_along(pair, their_normal);
  const double core_gap = double(pair.a.grown.radius()) + double(pair.b.grown.radius()) - depth;
  const auto is_corner = [](const bankshot::Feature& f) { return f.kind == bankshot::Feature::Kind::corner; };
  if (polygons && core_gap > -tolerance && is_corner(ours->feature_a) && is_corner(ours->feature_b)) {
    ++counts.corner_corner;
    ASSERT_GE(along_theirs, double(ours->depth) - tolerance) << pair.text();
    return;
  }
  ASSERT_GE(along_theirs, double(ours->depth) - tolerance) << pair.text();
  ASSERT_LE(along_theirs, double(ours->depth) + preference + tolerance)
      << "ours " << ours->normal.transpose() << ", theirs " << theirs.normal.x << " " << theirs.normal.y << "\n"
      << pair.text();
  if (polygons && !deepest_corner_in_view(pair, theirs, their_normal)) {
    ++counts.clipped;
    ASSERT_LE(theirs.depth, along_theirs + tolerance) << pair.text();
  } else {
    ASSERT_LE(std::fabs(theirs.depth - along_theirs), tolerance) << pair.text();
    counts.worst = std::max(counts.worst, std::fabs(theirs.depth - along_theirs) / tolerance);
  }
  // Both normals are the same, or the other one is as good, which the bounds above have shown. If the cores are apart,
  // the normal is the direction between two points, with an error of rounding / distance. The normal of a face is as
  // exact as its corners, which are within 5 m of each other.
  const double turn = core_gap > 0 ? 2 * tolerance / core_gap : 0.0;
  const double off = std::hypot(static_cast<double>(their_normal.x) - double(ours->normal[0]),
                                static_cast<double>(their_normal.y) - double(ours->normal[1]));
  const double side = std::min(shortest_side(pair.a.sharp), shortest_side(pair.b.sharp));
  if (off <= turn + noise(1) + noise(5) / side) return;
  ++counts.tied;
  ASSERT_TRUE(polygons || (pair.a.kind >= Kind::box && core_gap <= tolerance))
      << "only a centre inside a polygon has several ways out\n"
      << pair.text();
}

using KindPair = std::pair<Kind, Kind>;
class Box2dManifolds : public testing::TestWithParam<KindPair> {};

TEST_P(Box2dManifolds, depth_and_normal) {
  Random random(3000 + 10 * std::uint64_t(GetParam().first) + std::uint64_t(GetParam().second));
  Counts counts;
  int made = 0;
  for (; counts.compared < cases && !HasFatalFailure(); ++made) {
    ASSERT_LT(made, 20 * cases) << "hardly any pair overlaps";
    compare(twin_pair(random, GetParam().first, GetParam().second, 1.2), counts);
  }
  std::cout << counts.compared << " overlapping pairs of " << made << ", " << counts.in_band << " within the band, "
            << counts.tied << " with another axis as good, " << counts.corner_corner << " skins corner to corner, "
            << counts.clipped << " deepest corner clipped, " << counts.contained << " contained; largest difference "
            << counts.worst << " of the tolerance\n";
  EXPECT_LT(counts.tied, cases / 20);
  EXPECT_LT(counts.clipped, cases / 4);
  EXPECT_LT(counts.corner_corner, cases / 10);
}

INSTANTIATE_TEST_SUITE_P(kinds, Box2dManifolds,
                         testing::Values(KindPair(Kind::circle, Kind::circle), KindPair(Kind::segment, Kind::circle),
                                         KindPair(Kind::box, Kind::circle), KindPair(Kind::polygon, Kind::circle),
                                         KindPair(Kind::box, Kind::box), KindPair(Kind::box, Kind::polygon),
                                         KindPair(Kind::polygon, Kind::polygon)),
                         [](const testing::TestParamInfo<KindPair>& kind) {
                           return std::string(kind_names[std::size_t(kind.param.first)]) + "_" +
                                  kind_names[std::size_t(kind.param.second)];
                         });

/// Concentric circles: Box2D falls back to (1, 0), ours to an axis of A; the depth is the same.
TEST(Box2dConcentric, circles) {
  Random random(3999);
  for (int i = 0; i < cases; ++i) {
    TwinPair pair = {circle_twin(random), circle_twin(random), twin_pose(random, 0), twin_pose(random, 0)};
    for (Twin* shape : {&pair.a, &pair.b}) {
      auto circle = std::make_shared<b2CircleShape>(shape->as_circle());
      circle->m_p.SetZero();
      shape->sharp = shape->grown = bankshot::circle(Real(circle->m_radius));
      shape->box2d = circle;
    }
    const Answer theirs = box2d_manifold(pair);
    const auto ours = bankshot::mtv(pair.a.grown, pair.pose_a.ours, pair.b.grown, pair.pose_b.ours);
    ASSERT_TRUE(theirs.found && ours);
    ASSERT_EQ(theirs.normal, b2Vec2(1, 0));
    ASSERT_LE(std::fabs(theirs.depth - double(ours->depth)), noise(5));
    ASSERT_LE(std::fabs(double(ours->normal.norm()) - 1), noise(1));
  }
}

}  // namespace
}  // namespace box2d_oracle
