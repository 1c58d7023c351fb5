// The public manifold against brute force in long double, and what it promises about order, features and special
// places.

#include <bankshot/query/manifold.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <query/manifold_cases.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace {

using namespace manifold_cases;

/// Rounding of coordinates of size a few, and the tie between the faces of A and B.
constexpr long double tolerance_of_case = 64 * static_cast<long double>(std::numeric_limits<Real>::epsilon()) + 6e-5L;

Placed moved(Placed placed, const Vec2& by, long double factor) {
  for (Point& p : placed.corners) p.x += factor * by.x(), p.y += factor * by.y();
  return placed;
}

void check_manifold(const Manifold& m, const Placed& a, const Placed& b, long double margin, bool sharp) {
  const Truth t = truth(a, b);
  const long double eps = tolerance_of_case;
  if (t.gap > margin + eps) {
    ASSERT_EQ(m.count, 0);
  }
  if (t.gap < margin - eps) {
    ASSERT_GE(m.count, 1);
  }
  if (m.count == 0) return;

  ASSERT_NEAR(m.normal.norm(), 1, 8 * std::numeric_limits<Real>::epsilon());
  long double smallest = m.points[0].separation;
  if (m.count == 2) smallest = std::min<long double>(smallest, m.points[1].separation);
  ASSERT_LE(smallest, t.gap + eps);
  if (sharp && t.gap > 0 && std::fabs(smallest - t.gap) > eps) {
    ASSERT_NEAR(double(smallest), double(t.face), double(eps));  // two corners: along the face's normal
  } else {
    ASSERT_NEAR(double(smallest), double(t.gap), double(eps));
  }
  // Moving along the normal by the overlap separates the shapes.
  ASSERT_GE(truth(moved(a, m.normal, -smallest), b).gap, -eps);

  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[static_cast<std::size_t>(i)];
    ASSERT_LE(p.separation, margin);
    if (p.separation > smallest) continue;  // the other end of an edge need not face the surface squarely
    // Corners of rounded shapes nearly above one another count as exactly so where there is a second point.
    const long double level = m.count == 2 ? (a.radius + b.radius) / 256 : 0;
    const long double half = std::max<long double>(std::fabs(p.separation), t.gap) / 2 + eps + level;
    const Placed at = point_at({p.position.x(), p.position.y()});
    ASSERT_LE(std::fabs(truth(a, at).gap), half) << "off A";
    ASSERT_LE(std::fabs(truth(b, at).gap), half) << "off B";
  }
  if (m.count == 2) {
    const Vec2 along = m.points[1].position - m.points[0].position;
    ASSERT_GE(-m.normal.y() * along.x() + m.normal.x() * along.y(), -eps) << "order along the tangent";
  }
}

TEST(Manifold, AgreesWithBruteForce) {
  CaseNumbers random(11);
  int contacts = 0, pairs_of_points = 0;
  for (int i = 0; i < 30000; ++i) {
    const Shape a = random_shape(random), b = random_shape(random);
    Pose pose_a, pose_b;
    random_poses(random, pose_a, pose_b);
    const Real margin = random.below(2) == 0 ? Real(0) : random.between(0, 0.3);
    const Manifold m = manifold(a, pose_a, b, pose_b, margin);
    SCOPED_TRACE(testing::Message() << "case " << i << ", corners " << a.corner_count() << " and " << b.corner_count()
                                    << ", radii " << a.radius() << " and " << b.radius());
    check_manifold(m, place(a, pose_a), place(b, pose_b), margin, a.radius() + b.radius() == 0);
    if (HasFatalFailure()) return;
    contacts += m.count > 0, pairs_of_points += m.count == 2;
  }
  EXPECT_GT(contacts, 15000);
  EXPECT_GT(pairs_of_points, 5000);
}

TEST(Manifold, BoxOnBoxHasTwoPointsInOrder) {
  const Shape lower = box(2, 1), upper = box(1, 1);
  const Manifold m = manifold(upper, {Vec2(Real(0.75), Real(0.875))}, lower, {}, 0);
  ASSERT_EQ(m.count, 2);
  EXPECT_EQ(m.normal, Vec2(0, 1));  // from the lower to the upper
  EXPECT_EQ(m.points[0].position, Vec2(1, Real(0.4375)));
  EXPECT_EQ(m.points[1].position, Vec2(Real(0.25), Real(0.4375)));
  EXPECT_EQ(m.points[0].separation, Real(-0.125));
  EXPECT_EQ(m.points[1].separation, Real(-0.125));
  // The right end is a corner of the lower box inside an edge of the upper one, the left end the other way round.
  EXPECT_EQ(m.points[0].feature_a.kind, Feature::Kind::edge);
  ASSERT_EQ(m.points[0].feature_b.kind, Feature::Kind::corner);
  EXPECT_EQ(lower.corner(m.points[0].feature_b.index), Vec2(1, Real(0.5)));
  ASSERT_EQ(m.points[1].feature_a.kind, Feature::Kind::corner);
  EXPECT_EQ(upper.corner(m.points[1].feature_a.index), Vec2(Real(-0.5), Real(-0.5)));
  EXPECT_EQ(m.points[1].feature_b.kind, Feature::Kind::edge);
}

TEST(Manifold, CapsuleStandsOnOnePointAndLiesOnTwo) {
  const Shape floor = box(10, 1), pill = capsule(Vec2(-1, 0), Vec2(1, 0), Real(0.25));
  const Manifold lying = manifold(pill, {Vec2(0, Real(0.75))}, floor, {}, Real(0.01));
  ASSERT_EQ(lying.count, 2);
  EXPECT_EQ(lying.points[0].separation, 0);
  EXPECT_EQ(lying.points[1].separation, 0);
  const Manifold standing = manifold(pill, {Vec2(0, Real(1.75)), {0, 1}}, floor, {}, Real(0.01));
  ASSERT_EQ(standing.count, 1);
  EXPECT_EQ(standing.normal, Vec2(0, 1));
  EXPECT_EQ(standing.points[0].separation, 0);
  EXPECT_EQ(standing.points[0].feature_a.kind, Feature::Kind::corner);
}

TEST(Manifold, SegmentsInOneLine) {
  const Shape a = capsule(Vec2(-1, 0), Vec2(1, 0), Real(0.25)), b = capsule(Vec2(-2, 0), Vec2(2, 0), Real(0.25));
  const Manifold apart = manifold(a, {Vec2(Real(3.375), 0)}, b, {}, 0);
  ASSERT_EQ(apart.count, 1);
  EXPECT_EQ(apart.normal, Vec2(1, 0));
  EXPECT_EQ(apart.points[0].separation, Real(-0.125));
  EXPECT_EQ(apart.points[0].position, Vec2(Real(2.1875), 0));
  const Manifold within = manifold(a, {Vec2(2, 0)}, b, {}, 0);
  EXPECT_EQ(within.count, 2);
  EXPECT_EQ(within.points[0].separation, Real(-0.5));
  EXPECT_EQ(manifold(a, {Vec2(4, 0)}, b, {}, Real(0.25)).count, 0);
}

// There is no second point that would justify keeping the face's normal.
TEST(Manifold, ARoundTipOverACornerHasTheNormalBetweenTheTwo) {
  const Shape ground = box(2, 1);
  const Real radius = Real(0.25);
  for (const Real aside : {Real(0.0002), Real(0.001), Real(0.0019), Real(0.01)}) {
    const Vec2 tip(1 + aside, Real(0.5) + radius);
    const Shape leaning = capsule(tip, tip + Vec2(1, Real(0.5)), radius);
    for (const Real margin : {Real(0.001), Real(0.02)}) {
      const Manifold m = manifold(leaning, {}, ground, {}, margin);
      ASSERT_EQ(m.count, 1) << aside;
      EXPECT_NEAR(m.normal.x(), aside / std::hypot(aside, radius), 1e-5) << aside << ", " << margin;
    }
  }
}

// Neither face is better: A's is taken, which keeps the normal of a pair from flickering.
TEST(Manifold, OfTwoFacesAsDeepTheFirstShapesIsTaken) {
  const Shape level = segment(Vec2(-1, 0), Vec2(1, 0)), upright = segment(Vec2(0, -1), Vec2(0, 1));
  EXPECT_EQ(std::fabs(manifold(level, {}, upright, {}, 0).normal[1]), 1);
  EXPECT_EQ(std::fabs(manifold(upright, {}, level, {}, 0).normal[0]), 1);
}

TEST(Manifold, AFloorInPiecesIsAsGoodAsAWholeOne) {
  const std::vector<Vec2> corners = {Vec2(-4, -1), Vec2(4, -1),         Vec2(4, 0),
                                     Vec2(1, 0),   Vec2(Real(-0.5), 0), Vec2(-4, 0)};
  const Shape pieces = polygon(corners), whole = box(8, 1, Vec2(0, Real(-0.5)));
  for (const Shape& shape : {box(1, 1), circle(Real(0.5)), box(Real(0.5), Real(0.5), Vec2::Zero(), {}, Real(0.25))}) {
    for (Real x = Real(-3.5); x < 3; x += Real(0.0625)) {
      const Pose pose = {Vec2(x, Real(0.4921875))};
      const Manifold expected = manifold(shape, pose, whole, {}, Real(0.125));
      const Manifold m = manifold(shape, pose, pieces, {}, Real(0.125));
      ASSERT_EQ(m.count, expected.count) << x;
      EXPECT_EQ(m.normal, expected.normal) << x;
      for (std::size_t i = 0; i < static_cast<std::size_t>(m.count); ++i) {
        EXPECT_NEAR((m.points[i].position - expected.points[i].position).norm(), 0, 1e-5) << x;
        EXPECT_NEAR(m.points[i].separation, expected.points[i].separation, 1e-6) << x;
      }
    }
  }
}

// Two faces that meet at an angle of a few eps have separations that rounding cannot tell apart near their common
// corner; the face that is opposite the small shape must give the contact all the same.
TEST(Manifold, ANearlyStraightCornerCarriesSmallShapes) {
  const Real rise = 32 * std::numeric_limits<Real>::epsilon() * 4;
  const Shape floor =
      polygon(std::vector<Vec2>{Vec2(-4, -1), Vec2(4, -1), Vec2(4, -4 * rise), Vec2(0, 0), Vec2(-4, -4 * rise)});
  const Shape pebble = box(Real(0.001), Real(0.001), Vec2::Zero(), {}, Real(0.0005));
  for (int i = -200; i <= 200; ++i) {
    const Real x = Real(i) / 4096;
    for (const Real tilt : {Real(0), rise, -rise}) {
      const Manifold m = manifold(pebble, {Vec2(x, Real(0.001)), {1, tilt}}, floor, {}, Real(0.0001));
      ASSERT_GE(m.count, 1) << x;
      EXPECT_NEAR(m.points[0].separation, 0, 1e-5) << x;
      EXPECT_NEAR(m.points[0].position.x(), x, 0.0006) << x;
      EXPECT_NEAR(m.normal.y(), 1, 1e-6) << x;
      const Manifold swapped = manifold(floor, {}, pebble, {Vec2(x, Real(0.001)), {1, tilt}}, Real(0.0001));
      ASSERT_GE(swapped.count, 1) << x;
      EXPECT_NEAR(swapped.points[0].position.x(), x, 0.0006) << x;
    }
  }
}

// The geometry of a shape decides which kernel takes it, not the way it was built.
TEST(Manifold, APieceOfACompoundMeetsAsThePolygonItIs) {
  CaseNumbers random(21);
  int contacts = 0;
  for (int i = 0; i < 3000; ++i) {
    const Real radius = random.below(2) == 0 ? Real(0) : Real(0.125);
    const Shape whole = random_polygon(random, 3 + random.below(5), true, radius), other = random_shape(random);
    const Shape piece = pieces(compound(std::vector<Shape>{whole}))[0];
    ASSERT_EQ(piece, whole);
    Pose pose, pose_other;
    random_poses(random, pose, pose_other);
    const Manifold expected = manifold(whole, pose, other, pose_other), m = manifold(piece, pose, other, pose_other);
    ASSERT_EQ(m.count, expected.count) << i;
    EXPECT_EQ(m.normal, expected.normal) << i;
    for (std::size_t k = 0; k < static_cast<std::size_t>(m.count); ++k) {
      EXPECT_EQ(m.points[k].position, expected.points[k].position) << i;
      EXPECT_EQ(m.points[k].separation, expected.points[k].separation) << i;
    }
    contacts += m.count > 0;
  }
  EXPECT_GT(contacts, 1000);
}

TEST(Manifold, FacesThatShareOnePlaceHaveOnePoint) {
  const Manifold m = manifold(box(1, 1), {Vec2(1, 1)}, box(1, 1), {}, Real(0.1));
  ASSERT_EQ(m.count, 1);
  EXPECT_EQ(m.points[0].position, Vec2(Real(0.5), Real(0.5)));
  EXPECT_EQ(m.points[0].separation, 0);
}

TEST(Manifold, PlacesWithoutADirectionStillHaveAUnitNormal) {
  const Shape disc = circle(1), square = box(2, 2), pill = capsule(Vec2(-1, 0), Vec2(1, 0), 1),
              line = segment(Vec2(-1, 0), Vec2(1, 0));
  const Pose turned = {Vec2(3, 5), {Real(0.6), Real(0.8)}};
  const Manifold concentric = manifold(disc, turned, disc, {Vec2(3, 5)}, 0);
  ASSERT_EQ(concentric.count, 1);
  EXPECT_EQ(concentric.normal, Vec2(Real(0.6), Real(0.8)));  // A's own x axis
  EXPECT_EQ(concentric.points[0].separation, -2);
  const Manifold on_corner = manifold(disc, {Vec2(1, 1)}, square, {}, 0);
  ASSERT_EQ(on_corner.count, 1);
  EXPECT_EQ(on_corner.normal.norm(), 1);
  EXPECT_EQ(on_corner.points[0].separation, -1);
  const Manifold on_end = manifold(disc, {Vec2(1, 0)}, pill, {}, 0);
  ASSERT_EQ(on_end.count, 1);
  EXPECT_EQ(on_end.normal.norm(), 1);
  EXPECT_EQ(on_end.points[0].separation, -2);
  for (const Shape& shape : {disc, square, pill, line}) {
    const Manifold same = manifold(shape, {}, shape, {}, 0);
    ASSERT_GE(same.count, 1);
    EXPECT_EQ(same.normal.norm(), 1);
  }
}

TEST(Manifold, ASmallShapeDeepInsideLeavesByTheNearestFace) {
  const Shape big = box(10, 10), small = box(1, 1), disc = circle(Real(0.5));
  for (const Shape& inner : {small, disc}) {
    const Manifold m = manifold(inner, {Vec2(3, 0)}, big, {}, 0);
    ASSERT_GE(m.count, 1);
    EXPECT_EQ(m.normal, Vec2(1, 0));
    EXPECT_EQ(m.points[0].separation, Real(-2.5));
    const Manifold swapped = manifold(big, {}, inner, {Vec2(3, 0)}, 0);
    ASSERT_GE(swapped.count, 1);
    EXPECT_EQ(swapped.normal, Vec2(-1, 0));
    EXPECT_EQ(swapped.points[0].separation, Real(-2.5));
  }
}

}  // namespace
}  // namespace bankshot::BANKSHOT_ABI
