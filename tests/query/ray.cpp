// Ray casts against long-double geometry, and the table of rays that start inside, shape by shape.

#include <bankshot/query/ray.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include "../property/random_shapes.hpp"
#include "exact_gap.hpp"

namespace {

using namespace bankshot;
using namespace bankshot_test;

using tolerance::eps;

WideShape point_at(WidePoint p) { return {{p}, 0}; }

/// A ray against a shape, as the judge sees it.
struct Case {
  Shape shape = circle(1);
  Pose pose;
  Vec2 origin = Vec2::Zero(), translation = Vec2::Zero();

  Wide gap_at(WidePoint p) const { return exact_gap(point_at(p), placed(shape, pose)); }
  Wide gap(Wide t) const { return gap_at(wide(origin) + t * wide(translation)); }
  Wide scale() const {
    Wide reach = 0;
    for (int i = 0; i < shape.corner_count(); ++i) reach = std::max(reach, length(wide(shape.corner(i))));
    return reach + shape.radius() + length(wide(origin) - wide(pose.position));
  }
  std::optional<RayHit> cast(InsideRays inside = InsideRays::hit_at_start) const {
    return ray_cast(shape, pose, origin, translation, inside);
  }
};

Case random_case(Random& random) {
  Case c;
  do {
    c.shape = random_recipe(random).build();
  } while (c.shape.kind() == ShapeKind::segment);  // no interior: it has its own test
  c.pose = {random.point(5), random.rotation()};
  c.origin = c.pose.position + random.point(random.chance(0.2) ? 0.7 : 6);
  const Vec2 aim = c.pose.position + random.point(1.5);
  c.translation = random.uniform(0.2, 3) * (aim - c.origin);
  return c;
}

/// The hit lies on the surface and its normal is one there: going out along it opens the gap at full rate.
void expect_on_surface(const Case& c, const RayHit& hit, Wide tolerance, int i) {
  EXPECT_NEAR(double(c.gap_at(wide(hit.point))), 0, double(tolerance)) << i;
  EXPECT_NEAR(double(length(wide(hit.normal))), 1, 4 * eps) << i;
  const Wide out = Wide(0.01);
  EXPECT_GT(c.gap_at(wide(hit.point) + out * wide(hit.normal)), out * Wide(0.99) - 2 * tolerance) << i;
}

void expect_feature(const Case& c, const RayHit& hit, int i) {
  ASSERT_GE(hit.feature.index, 0);
  ASSERT_LT(hit.feature.index, c.shape.corner_count());
  if (hit.feature.kind != Feature::Kind::edge) return;
  const Vec2 normal = c.pose.rotation * c.shape.normal(hit.feature.index);
  EXPECT_NEAR(normal[0], hit.normal[0], 1e-3) << i;
  EXPECT_NEAR(normal[1], hit.normal[1], 1e-3) << i;
}

TEST(RayCast, AgreesWithTheJudgeForEveryShape) {
  Random random(1);
  int hits = 0, misses = 0, exits = 0;
  for (int i = 0; i < 10000; ++i) {
    const Case c = random_case(random);
    const Wide tolerance = 32 * eps * c.scale(), size = length(wide(c.translation));
    if (std::fabs(c.gap(0)) < tolerance) continue;
    const Chord chord = convex_chord([&](Wide t) { return c.gap(t); }, 0, 1);
    if (std::fabs(chord.least) < tolerance) continue;  // grazing
    const bool inside = c.gap(0) < 0;
    const auto hit = c.cast(InsideRays::hit_exit);
    if (inside) {
      if (c.gap(1) > tolerance) {
        ASSERT_TRUE(hit.has_value()) << i;
        EXPECT_NEAR(double((hit->fraction - chord.leave) * size), 0, double(tolerance) * 100) << i;
        expect_on_surface(c, *hit, tolerance, i);
        EXPECT_GE(hit->normal.dot(c.translation), 0) << i;
        ++exits;
      } else if (c.gap(1) < -tolerance) {
        EXPECT_FALSE(hit.has_value()) << i;
      }
      continue;
    }
    if (chord.least > 0) {
      EXPECT_FALSE(hit.has_value()) << i << " " << chord.least;
      ++misses;
      continue;
    }
    if (std::fabs(c.gap(1)) < tolerance) continue;
    ASSERT_TRUE(hit.has_value()) << i;
    EXPECT_LT(hit->normal.dot(c.translation), 0) << i;
    // On a flat entry the fraction is sensitive to the surface: judged by the surface itself.
    expect_on_surface(c, *hit, tolerance, i);
    EXPECT_LE(double(hit->fraction), double(chord.leave)) << i;
    expect_feature(c, *hit, i);
    ++hits;
  }
  EXPECT_GT(hits, 2000);
  EXPECT_GT(misses, 1000);
  EXPECT_GT(exits, 500);
}

TEST(RayCast, SegmentsAreCrossedWhereTheLinesMeet) {
  Random random(2);
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec2 a = random.point(2), b = random.point(2), o = random.point(3), t = random.point(6);
    const WidePoint e = wide(b) - wide(a), f = wide(a) - wide(o), d = wide(t);
    const Wide turn = cross(d, e);
    const Wide along = cross(f, e) / turn, across = cross(f, d) / turn;
    const Wide margin = 64 * eps / std::fabs(turn) * 10;
    if (std::fabs(along) < margin || std::fabs(along - 1) < margin || std::fabs(across) < margin ||
        std::fabs(across - 1) < margin) {
      continue;
    }
    const bool expected = along > 0 && along < 1 && across > 0 && across < 1;
    const auto hit = ray_cast(segment(a, b), {}, o, t);
    ASSERT_EQ(hit.has_value(), expected) << i;
    if (!hit) continue;
    EXPECT_NEAR(double(hit->fraction), double(along), double(margin)) << i;
    EXPECT_LT(hit->normal.dot(t), 0) << i;
    EXPECT_NEAR(double(dot(wide(hit->normal), e) / length(e)), 0, 8 * eps) << i;
    ++hits;
  }
  EXPECT_GT(hits, 2000);
}

TEST(RayCast, NoRaySlipsThroughACorner) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    Case c;
    const bool rounded = random.chance(0.3);
    c.shape = random_polygon(random, random.integer(3, 40), 1, rounded ? Real(1e-6) : Real(0)).build();
    c.pose = {random.point(5), random.rotation()};
    Vec2 middle(0, 0);
    const int n = c.shape.corner_count();
    for (int k = 0; k < n; ++k) middle += c.shape.corner(k) / Real(n);
    const Vec2 corner = c.pose * c.shape.corner(random.integer(0, n - 1));
    const Vec2 inward = c.pose * middle - corner;
    c.origin = corner - random.uniform(0.5, 3) * inward;
    c.translation = Real(1.5) * (corner + inward - c.origin);
    EXPECT_TRUE(c.cast().has_value()) << i;
  }
}

// ---- rays that start inside -----------------------------------------------------------------------------------

struct Inside {
  const char* name;
  Shape shape;
  Vec2 start;        ///< inside or on the boundary
  Vec2 translation;  ///< leaves the shape
  Real exit;         ///< fraction where it does
  Vec2 normal;       ///< there, outward
};

class RayFromInside : public testing::TestWithParam<Inside> {};

const Pose placed_pose = {Vec2(3, -2), {0, 1}};  // a quarter turn: exact

Case inside_case(const Inside& p) {
  return {p.shape, placed_pose, placed_pose * p.start, placed_pose.rotation * p.translation};
}

TEST_P(RayFromInside, HitAtStart) {
  const Case c = inside_case(GetParam());
  const auto hit = c.cast(InsideRays::hit_at_start);
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->fraction, 0);
  EXPECT_EQ(hit->point, c.origin);
  EXPECT_NEAR(hit->normal.dot(c.translation) / c.translation.norm(), -1, 4 * eps);
}

TEST_P(RayFromInside, Skip) { EXPECT_FALSE(inside_case(GetParam()).cast(InsideRays::skip).has_value()); }

TEST_P(RayFromInside, HitExit) {
  const Case c = inside_case(GetParam());
  const auto hit = c.cast(InsideRays::hit_exit);
  ASSERT_TRUE(hit.has_value());
  EXPECT_NEAR(hit->fraction, GetParam().exit, 8 * eps);
  const Vec2 normal = placed_pose.rotation * GetParam().normal;
  EXPECT_NEAR(hit->normal[0], normal[0], 8 * eps);
  EXPECT_NEAR(hit->normal[1], normal[1], 8 * eps);
}

TEST_P(RayFromInside, TooShortToLeave) {
  Case c = inside_case(GetParam());
  const bool leaves_at_once = GetParam().exit == 0;
  c.translation *= leaves_at_once ? Real(0.5) : GetParam().exit / 2;
  EXPECT_EQ(c.cast(InsideRays::hit_exit).has_value(), leaves_at_once);
  EXPECT_TRUE(c.cast(InsideRays::hit_at_start).has_value());
  EXPECT_FALSE(c.cast(InsideRays::skip).has_value());
}

TEST_P(RayFromInside, WithoutTranslation) {
  Case c = inside_case(GetParam());
  c.translation = Vec2(0, 0);
  const auto hit = c.cast(InsideRays::hit_at_start);
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->fraction, 0);
  EXPECT_NEAR(hit->normal.norm(), 1, 4 * eps);
  EXPECT_FALSE(c.cast(InsideRays::skip).has_value());
  EXPECT_FALSE(c.cast(InsideRays::hit_exit).has_value());
}

const Vec2 wedge[3] = {Vec2(-2, -1), Vec2(2, -1), Vec2(0, 3)};

INSTANTIATE_TEST_SUITE_P(
    EveryShape, RayFromInside,
    testing::Values(
        Inside{"circle", circle(2), Vec2(1, 0), Vec2(4, 0), Real(0.25), Vec2(1, 0)},
        Inside{"circle_centre", circle(2), Vec2(0, 0), Vec2(0, 8), Real(0.25), Vec2(0, 1)},
        Inside{"circle_boundary_inward", circle(2), Vec2(-2, 0), Vec2(8, 0), Real(0.5), Vec2(1, 0)},
        Inside{"circle_boundary_outward", circle(2), Vec2(2, 0), Vec2(8, 0), Real(0), Vec2(1, 0)},
        Inside{"capsule_side", capsule(Vec2(-2, 0), Vec2(2, 0), 1), Vec2(1, 0), Vec2(0, -4), Real(0.25), Vec2(0, -1)},
        Inside{"capsule_cap", capsule(Vec2(-2, 0), Vec2(2, 0), 1), Vec2(1, 0), Vec2(4, 0), Real(0.5), Vec2(1, 0)},
        Inside{"segment_across", segment(Vec2(-2, 0), Vec2(2, 0)), Vec2(1, 0), Vec2(0, 4), Real(0), Vec2(0, 1)},
        Inside{"segment_along", segment(Vec2(-2, 0), Vec2(2, 0)), Vec2(1, 0), Vec2(4, 0), Real(0.25), Vec2(1, 0)},
        Inside{"box", box(4, 2), Vec2(1, 0), Vec2(4, 0), Real(0.25), Vec2(1, 0)},
        Inside{"box_edge_inward", box(4, 2), Vec2(0, -1), Vec2(0, 4), Real(0.5), Vec2(0, 1)},
        Inside{"polygon", polygon(wedge), Vec2(0, 0), Vec2(0, -4), Real(0.25), Vec2(0, -1)},
        Inside{"rounded_box_side", box(4, 2, Vec2(0, 0), {}, 1), Vec2(1, 0), Vec2(4, 0), Real(0.5), Vec2(1, 0)},
        Inside{"rounded_box_in_the_rim", box(4, 2, Vec2(0, 0), {}, 1), Vec2(0, Real(1.5)), Vec2(0, 2), Real(0.25),
               Vec2(0, 1)},
        Inside{"rounded_polygon", polygon(wedge, 1), Vec2(0, 0), Vec2(0, -4), Real(0.5), Vec2(0, -1)}),
    [](const auto& row) { return std::string(row.param.name); });

// ---- particular rays ------------------------------------------------------------------------------------------

TEST(RayCast, LeavingFromTheBoundaryIsNeverBehindTheStart) {
  Random random(6);
  for (int i = 0; i < 5000; ++i) {
    Case c;
    c.shape = circle(random.uniform(0.1, 3));
    const Vec2 out = random.direction();
    c.origin = c.shape.radius() * out;
    c.translation = random.uniform(0.5, 5) * out;
    const auto hit = c.cast(InsideRays::hit_exit);
    ASSERT_TRUE(hit.has_value()) << i;
    EXPECT_GE(hit->fraction, 0) << i;
    EXPECT_NEAR(hit->fraction, 0, 64 * eps) << i;
  }
}

TEST(RayCast, ParallelToAnEdge) {
  const Shape shape = box(4, 2);
  EXPECT_FALSE(ray_cast(shape, {}, Vec2(-5, Real(1.25)), Vec2(10, 0)).has_value());
  const auto hit = ray_cast(shape, {}, Vec2(-5, Real(0.75)), Vec2(10, 0));
  ASSERT_TRUE(hit.has_value());
  EXPECT_NEAR(hit->fraction, 0.3, 4 * eps);
  EXPECT_EQ(hit->normal, Vec2(-1, 0));
  EXPECT_FALSE(ray_cast(segment(Vec2(-1, 0), Vec2(1, 0)), {}, Vec2(-5, Real(0.25)), Vec2(10, 0)).has_value());
}

TEST(RayCast, AlmostParallelToAnEdgeStillHitsOnTheSurface) {
  Random random(5);
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    Case c;
    c.shape = random.chance(0.5) ? box(4, 2) : random_polygon(random, 5, 2).build();
    c.pose = {random.point(3), random.rotation()};
    const int k = random.integer(0, c.shape.corner_count() - 1);
    const Vec2 from = c.pose * c.shape.corner(k), to = c.pose * c.shape.corner((k + 1) % c.shape.corner_count());
    const Real tilt = 8 * eps;
    c.origin = from - random.uniform(0.1, 1) * (to - from) + tilt * random.point(1);
    c.translation = random.uniform(2, 4) * (to - from) + tilt * random.point(1);
    const auto hit = c.cast();
    if (!hit || c.gap(0) < 32 * eps * c.scale()) continue;
    ++hits;
    EXPECT_NEAR(double(c.gap_at(wide(hit->point))), 0, double(32 * eps * c.scale())) << i;
  }
  EXPECT_GT(hits, 4000);
}

TEST(RayCast, ASegmentIsMetEndFirst) {
  const auto hit = ray_cast(segment(Vec2(-1, 0), Vec2(1, 0)), {}, Vec2(5, 0), Vec2(-8, 0));
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->fraction, Real(0.5));
  EXPECT_EQ(hit->normal, Vec2(1, 0));
  EXPECT_EQ(hit->feature, (Feature{Feature::Kind::corner, 1}));
}

TEST(RayCast, EndsShortOfTheShapeOrAway) {
  EXPECT_FALSE(ray_cast(circle(1), {}, Vec2(3, 0), Vec2(Real(-1.9), 0)).has_value());
  EXPECT_TRUE(ray_cast(circle(1), {}, Vec2(3, 0), Vec2(-2, 0)).has_value());
  EXPECT_FALSE(ray_cast(circle(1), {}, Vec2(3, 0), Vec2(2, 0)).has_value());
  EXPECT_FALSE(ray_cast(circle(1), {}, Vec2(3, 0), Vec2(0, 0)).has_value());
}

TEST(RayCast, WhatIsNotANumberMisses) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_FALSE(ray_cast(box(1, 1), {}, Vec2(nan, 0), Vec2(1, 0)).has_value());
  EXPECT_FALSE(ray_cast(box(1, 1), {}, Vec2(0, 0), Vec2(nan, 0)).has_value());
}

TEST(RayCast, PowersOfTwoScaleExactly) {
  Random random(4);
  for (int i = 0; i < 5000; ++i) {
    const Recipe recipe = random_recipe(random);
    const Pose pose = {random.point(5), random.rotation()};
    const Vec2 origin = random.point(6), translation = random.point(12);
    const Real f = std::ldexp(Real(1), random.integer(-12, 12));
    const InsideRays inside = static_cast<InsideRays>(random.integer(0, 2));
    const auto hit = ray_cast(recipe.build(), pose, origin, translation, inside);
    const auto scaled =
        ray_cast(recipe.scaled(f).build(), {f * pose.position, pose.rotation}, f * origin, f * translation, inside);
    ASSERT_EQ(hit.has_value(), scaled.has_value()) << i;
    if (!hit) continue;
    EXPECT_EQ(hit->fraction, scaled->fraction);
    EXPECT_EQ(hit->normal, scaled->normal);
    EXPECT_EQ(Vec2(f * hit->point), scaled->point);
    EXPECT_EQ(hit->feature, scaled->feature);
  }
}

}  // namespace
