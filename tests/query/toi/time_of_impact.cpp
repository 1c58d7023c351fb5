// Times of impact against closed forms and against dense sampling in long double.

#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include "property/random_shapes.hpp"
#include "query/exact_gap.hpp"

namespace {

using namespace bankshot;
using namespace bankshot_test;
using detail::Arc;
using detail::ToiInput;
using detail::ToiResult;
using detail::V2;

using tolerance::eps;

/// A pair in flight, with the data that the judge needs.
struct Scene {
  Shape a = circle(1), b = circle(1);
  ToiInput in;

  void set() {
    in.a = detail_view(a);
    in.b = detail_view(b);
  }
  WideShape at(bool first, Wide t) const {
    const Shape& shape = first ? a : b;
    const Arc& arc = first ? in.arc_a : in.arc_b;
    const V2 offset = first ? in.offset_a : in.offset_b;
    const Wide c = std::cos(arc.spin * t), s = std::sin(arc.spin * t);
    const Wide qc = arc.rotation.c, qs = arc.rotation.s;
    WidePoint centre = first ? WidePoint{in.d.x, in.d.y} : WidePoint{};
    centre = centre + t * WidePoint{arc.velocity.x, arc.velocity.y} +
             (t * t / 2) * WidePoint{arc.acceleration.x, arc.acceleration.y};
    return placed(shape, centre, c * qc - s * qs, s * qc + c * qs, WidePoint{-offset.x, -offset.y});
  }
  Wide gap(Wide t) const { return exact_gap(at(true, t), at(false, t)); }
  /// The size of the numbers that go into a gap.
  Wide scale() const {
    Wide reach = 0;
    for (const bool first : {true, false}) {
      const WideShape shape = at(first, 0);
      const WidePoint centre = first ? WidePoint{in.d.x, in.d.y} : WidePoint{};
      const Wide turn = 1 + std::fabs((first ? in.arc_a : in.arc_b).spin * in.span);
      for (const WidePoint p : shape.points) reach += (length(p - centre) * turn) / Wide(shape.points.size()) * 2;
      reach += shape.radius;
    }
    return reach + length(WidePoint{in.d.x, in.d.y});
  }
};

V2 random_v2(Random& random, double reach) { return {random.uniform(-reach, reach), random.uniform(-reach, reach)}; }

Scene random_scene(Random& random) {
  Scene scene;
  scene.a = random_recipe(random).build();
  scene.b = random_recipe(random, random.chance(0.2) ? 5 : 1).build();
  ToiInput& in = scene.in;
  const Rotation ra = random.rotation(), rb = random.chance(0.5) ? ra : random.rotation();
  in.arc_a.rotation = {ra.c, ra.s};
  in.arc_b.rotation = {rb.c, rb.s};
  const Vec2 way = random.direction();
  const Real far = random.uniform(2, 12);
  in.d = {far * way[0], far * way[1]};
  in.span = random.chance(0.5) ? Real(1) / 60 : Real(1);
  const Real speed = random.uniform(0, 30) / in.span;
  const Vec2 aim = random.point(2);
  in.arc_a.velocity = (speed / far) * V2{aim[0] - in.d.x, aim[1] - in.d.y};
  if (random.chance(0.5)) in.arc_b.velocity = random_v2(random, 5);
  if (random.chance(0.5)) in.arc_a.acceleration = random_v2(random, double(Real(20) / (in.span * in.span)));
  if (random.chance(0.7)) in.arc_a.spin = random.uniform(-6, 6) / in.span * (random.chance(0.3) ? 10 : 1);
  if (random.chance(0.4)) in.arc_b.spin = random.uniform(-6, 6) / in.span;
  if (random.chance(0.3)) in.offset_a = random_v2(random, 1);
  if (random.chance(0.3)) in.offset_b = random_v2(random, 1);
  in.target = Real(1) / 1024;
  scene.set();
  return scene;
}

/// A pair without turning or acceleration: set what matters to the test.
Scene scene_of(const Shape& a, V2 d, V2 velocity, const Shape& b) {
  Scene scene;
  scene.a = a;
  scene.b = b;
  scene.in.d = d;
  scene.in.arc_a.velocity = velocity;
  scene.in.span = 1;
  scene.in.target = Real(1) / 1024;
  scene.set();
  return scene;
}

/// A disc of radius 1/2 above a floor of full height 1 whose top is at y = 1/2; `gap` between them.
Scene above_floor(Real gap, V2 velocity, Real gravity) {
  Scene scene = scene_of(circle(Real(0.5)), {0, 1 + gap}, velocity, box(40, 1));
  scene.in.arc_a.acceleration = {0, -gravity};
  return scene;
}

bool same(const ToiResult& x, const ToiResult& y) {
  return x.status == y.status && x.time == y.time && x.normal == y.normal && x.point_from_a == y.point_from_a &&
         x.point_from_b == y.point_from_b && x.gap == y.gap && x.rate == y.rate && x.feature_a == y.feature_a &&
         x.feature_b == y.feature_b && x.iterations == y.iterations;
}

ToiInput exchanged(const ToiInput& in) {
  ToiInput other = in;
  std::swap(other.a, other.b);
  std::swap(other.offset_a, other.offset_b);
  std::swap(other.arc_a, other.arc_b);
  other.d = -in.d;
  return other;
}

// ---- closed forms ---------------------------------------------------------------------------------------------

// Rounding affects the ends of the wall, kilometres away, not the place of its face.
TEST(TimeOfImpact, ThinWallIsSharpHoweverLongItIs) {
  for (const Real length : {Real(1), Real(5000)}) {
    // Slides along the wall with one corner just off it, which parts, while the other one comes.
    Scene scene = scene_of(box(Real(0.003), Real(0.0132)), {}, {Real(0.576), -1794}, box(Real(0.001), length));
    const Real half = Real(0.0132) / 2, tilt = Real(2e-5);
    scene.in.arc_a.rotation = {1, -tilt};
    scene.in.d = {-Real(0.002) - half * tilt + Real(2e-7), 0};
    scene.in.arc_a.spin = Real(116);
    scene.in.span = Real(1) / 30;
    scene.in.target = Real(1e-6);
    const ToiResult result = time_of_impact(scene.in);
    ASSERT_EQ(result.status, SweepStatus::hit) << length;
    EXPECT_LT(result.time, 1e-5) << length;
    EXPECT_NEAR(result.gap, 0, 1e-6) << length;
  }
}

TEST(TimeOfImpact, DiscFallsOntoAFloorExactlyInTwoIterations) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const Real height = random.uniform(0.01, 3), speed = random.uniform(-8, 8), gravity = random.uniform(2, 20);
    Scene scene = above_floor(height, {random.uniform(-1, 1), speed}, gravity);
    scene.in.arc_a.spin = random.uniform(-200, 200);  // a disc's spin does not count
    scene.in.span = 10;
    const ToiResult result = time_of_impact(scene.in);
    // The input's own gap: 1 + height is rounded.
    const Wide h = Wide(scene.in.d.y) - 1, v = speed, g = gravity;
    const Wide expected = (v + std::sqrt(v * v + 2 * g * h)) / g;
    ASSERT_EQ(result.status, SweepStatus::hit);
    EXPECT_LE(result.iterations, 2);
    const Wide rate = std::sqrt(v * v + 2 * g * h);
    EXPECT_NEAR(double(result.time), double(expected), double(4 * eps * (expected + (h + 2) / rate))) << i;
    EXPECT_EQ(result.normal, (V2{0, 1}));
    EXPECT_NEAR(result.gap, 0, 16 * eps * (2 + std::fabs(speed) * result.time));
    EXPECT_NEAR(result.point_from_a.x, 0, 1e-6);
    EXPECT_NEAR(result.point_from_a.y, -0.5, 1e-5);
  }
}

TEST(TimeOfImpact, DiscsMeetWhereTheQuadraticSays) {
  Random random(2);
  int hits = 0, iterations = 0;
  for (int i = 0; i < 20000; ++i) {
    const Real ra = random.uniform(0.05, 1), rb = random.uniform(0.05, 1);
    const Vec2 way = random.direction();
    const Real far = ra + rb + random.uniform(0.01, 5);
    Scene scene = scene_of(circle(ra), {far * way[0], far * way[1]}, random_v2(random, 20), circle(rb));
    scene.in.arc_b.velocity = random_v2(random, 20);
    // Gravity for both: it cancels.
    scene.in.arc_a.acceleration = scene.in.arc_b.acceleration = {0, -10};
    const ToiResult result = time_of_impact(scene.in);
    const WidePoint d{scene.in.d.x, scene.in.d.y};
    const V2 v = scene.in.arc_a.velocity - scene.in.arc_b.velocity;
    const WidePoint w{v.x, v.y};
    const Wide r = Wide(ra) + rb, along = dot(d, w) / length(w), across = std::fabs(cross(d, w)) / length(w);
    const Wide expected = across < r ? (-along - std::sqrt((r - across) * (r + across))) / length(w) : -1;
    if (std::fabs(across - r) < 1e-4 * r) continue;  // grazing is not decided by rounded input
    if (expected < 0 || expected > 1) {
      EXPECT_TRUE(result.status == SweepStatus::missed || std::fabs(expected - 1) < 1e-4) << i;
      continue;
    }
    ASSERT_EQ(result.status, SweepStatus::hit) << i;
    ++hits;
    iterations += result.iterations;
    const Wide rate = std::sqrt((r - across) * (r + across)) / r * length(w);
    EXPECT_NEAR(double(result.time), double(expected), double(8 * eps * (far + r) / rate)) << i;
    EXPECT_LE(double(result.time), double(expected) * (1 + 8 * eps) + double(8 * eps * (far + r) / rate)) << i;
  }
  EXPECT_GT(hits, 2000);
  EXPECT_LT(iterations, 6 * hits);
}

TEST(TimeOfImpact, FastDiscsDoNotPassThinWalls) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const Real speed = random.uniform(10, 10000), thickness = random.uniform(0.001, 0.01);
    const Rotation turn = random.rotation();
    const V2 heading = {turn.c, turn.s};
    const Real far = random.uniform(0.2, 0.9) * speed / 60 + Real(0.2);
    Scene scene = scene_of(circle(Real(0.1)), -far * heading, speed * heading, box(thickness, 10));
    const Rotation wall = random.rotation();
    scene.in.arc_b.rotation = {wall.c, wall.s};
    scene.in.span = Real(1) / 30;
    const ToiResult result = time_of_impact(scene.in);
    if (scene.gap(0) < 0) continue;
    ASSERT_EQ(result.status, SweepStatus::hit) << i;
    const Wide tolerance = 16 * eps * scene.scale();
    EXPECT_GT(scene.gap(result.time), -tolerance) << i;
    EXPECT_LT(scene.gap(result.time), scene.in.target + tolerance) << i;
  }
}

// ---- pairs that start in contact ------------------------------------------------------------------------------

TEST(TimeOfImpact, ABallThatHasJustBouncedHitsWhenItComesBack) {
  Random random(4);
  for (int i = 0; i < 5000; ++i) {
    const Real gap = random.chance(0.3) ? Real(0) : random.uniform(-1e-4, 1e-4);
    const Real speed = random.uniform(0.2, 4), gravity = random.uniform(4, 20);
    Scene scene = above_floor(gap, {random.uniform(-5, 5), speed}, gravity);
    const Wide g0 = Wide(scene.in.d.y) - 1, v = speed, g = gravity;
    const Wide back = (v + std::sqrt(v * v + 2 * g * g0)) / g;
    scene.in.span = Real(0.99 * back);
    EXPECT_EQ(time_of_impact(scene.in).status, SweepStatus::missed) << i;
    scene.in.span = 10;
    const ToiResult result = time_of_impact(scene.in);
    ASSERT_EQ(result.status, SweepStatus::hit) << i;
    EXPECT_NEAR(double(result.time), double(back), double(4 * eps * (back + 2 / v))) << i;
    EXPECT_LE(result.iterations, 2);
  }
}

TEST(TimeOfImpact, ARiseThatDoesNotReachTheSurfaceComesBackToItsOwnDepth) {
  // 1/2048 deep, target 1/1024: rises by v^2 / 2g = 1/5120 only.
  Scene scene = above_floor(Real(-1) / 2048, {0, Real(1) / 16}, 10);
  const ToiResult result = time_of_impact(scene.in);
  ASSERT_EQ(result.status, SweepStatus::hit);
  EXPECT_NEAR(result.time, 2.0 / 16 / 10, 1e-3);
  EXPECT_NEAR(result.gap, -1.0 / 2048, 64 * eps);
}

TEST(TimeOfImpact, ApproachWithinTheTargetIsNow) {
  for (const Real gap : {Real(0), Real(1) / 4096, Real(-1) / 4096}) {
    const ToiResult result = time_of_impact(above_floor(gap, {3, Real(-0.001)}, 0).in);
    EXPECT_EQ(result.status, SweepStatus::hit);
    EXPECT_EQ(result.time, 0);
    EXPECT_NEAR(result.rate, -0.001, 1e-6);
  }
}

TEST(TimeOfImpact, RestAndSlidingMiss) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const Rotation turn = random.rotation();
    const V2 tangent = {turn.c, turn.s}, normal = detail::perp(tangent);
    const Shape shape = random.chance(0.5) ? circle(Real(0.5)) : box(1, 1);
    Scene scene = scene_of(shape, normal, random.uniform(-10, 10) * tangent, box(40, 1));
    if (random.chance(0.3)) scene.in.arc_a.velocity = {};
    scene.in.arc_a.rotation = scene.in.arc_b.rotation = {turn.c, turn.s};
    const V2 shared = random_v2(random, 3);
    scene.in.arc_a.velocity += shared;
    scene.in.arc_b.velocity += shared;
    const ToiResult result = time_of_impact(scene.in);
    EXPECT_EQ(result.status, SweepStatus::missed) << i;
    EXPECT_EQ(result.time, scene.in.span);
  }
}

TEST(TimeOfImpact, PressedTogetherFromRestMeetsAtOnceAndApproaching) {
  const ToiResult result = time_of_impact(above_floor(0, {0, 0}, 10).in);
  ASSERT_EQ(result.status, SweepStatus::hit);
  EXPECT_LT(result.time, 0.01);
  EXPECT_LT(result.rate, 0);
  EXPECT_NEAR(result.gap, 0, 256 * eps);
}

TEST(TimeOfImpact, ABoxThatTipsOverAnEdgeDoesNotHitWithTheFaceThatHangsOver) {
  // A lies flat on the narrower B and turns about B's right corner: its right end goes down where B is not.
  Scene scene = scene_of(box(4, 1), {0, 1}, {}, box(2, 1));
  const Real spin = -1;
  scene.in.arc_a.spin = spin;
  const V2 arm = V2{1, Real(0.5)} - scene.in.d;  // the corner, from A's centre
  scene.in.arc_a.velocity = -cross(spin, arm);
  scene.in.span = Real(0.01);
  const ToiResult result = time_of_impact(scene.in);
  EXPECT_TRUE(result.status == SweepStatus::missed || result.time > 0);
  if (result.status == SweepStatus::hit) {  // later, by B's corner, if at all
    EXPECT_LT(result.rate, 0);
    EXPECT_LE(scene.gap(result.time), scene.in.target);
  }
}

TEST(TimeOfImpact, DeepOverlapIsReportedUnlessThePairParts) {
  Scene scene = above_floor(Real(-0.25), {1, 0}, 0);
  EXPECT_EQ(time_of_impact(scene.in).status, SweepStatus::initial_overlap);
  EXPECT_EQ(time_of_impact(scene.in).time, 0);
  scene.in.arc_a.velocity = {0, -1};
  EXPECT_EQ(time_of_impact(scene.in).status, SweepStatus::initial_overlap);
  scene.in.arc_a.velocity = {0, 1};
  EXPECT_EQ(time_of_impact(scene.in).status, SweepStatus::missed);
  scene.in.arc_a.acceleration = {0, -4};  // up by 1/8, then down again: back at its depth after 1/2
  const ToiResult result = time_of_impact(scene.in);
  EXPECT_EQ(result.status, SweepStatus::hit);
  EXPECT_NEAR(result.time, 0.5, 1e-5);
}

TEST(TimeOfImpact, TargetOfZeroTakesTheRounding) {
  Scene scene = above_floor(Real(0.5), {0, -1}, 0);
  scene.in.target = 0;
  const ToiResult result = time_of_impact(scene.in);
  EXPECT_EQ(result.status, SweepStatus::hit);
  EXPECT_NEAR(result.time, 0.5, 16 * eps);
  scene.in.d.y = 1 + 4 * eps;
  EXPECT_EQ(time_of_impact(scene.in).time, 0);
}

// ---- against dense sampling -----------------------------------------------------------------------------------

/// The laws that every result must obey; `samples` places of the path are checked.
void judge(const Scene& scene, const ToiResult& result, int samples, int i) {
  const Wide tolerance = 16 * eps * scene.scale();
  const Wide start = scene.gap(0);
  if (result.status == SweepStatus::initial_overlap) {
    EXPECT_LT(start, tolerance - scene.in.target) << i;
    EXPECT_EQ(result.time, 0);
    return;
  }
  const Wide end = result.status == SweepStatus::missed ? Wide(scene.in.span) : Wide(result.time);
  const Wide level = std::min(start, Wide(0));
  const auto above = [&](Wide t) { return scene.gap(t) - level; };
  Wide least = 0;
  const Wide fall = first_fall(above, 0, end, samples, tolerance, &least);
  EXPECT_TRUE(std::isnan(fall)) << i << ": passed at " << fall << " of " << end << ", least gap " << least;
  EXPECT_NEAR(detail::length(result.normal), 1, 4 * eps);
  if (result.status != SweepStatus::hit) return;
  EXPECT_LT(result.rate, 0) << i;
  EXPECT_LT(scene.gap(result.time), scene.in.target + tolerance) << i;
  EXPECT_NEAR(double(scene.gap(result.time)), double(result.gap), double(tolerance)) << i;
}

TEST(TimeOfImpact, RandomPairsNeverPassAndMeetWhereTheJudgeSaysTheyDo) {
  Random random(11);
  int hits = 0, misses = 0, iterations = 0;
  constexpr int cases = 6000;
  for (int i = 0; i < cases; ++i) {
    const Scene scene = random_scene(random);
    const ToiResult result = time_of_impact(scene.in);
    iterations += result.iterations;
    EXPECT_NE(result.status, SweepStatus::out_of_steps) << i;
    if (scene.gap(0) > 0) judge(scene, result, 60, i);
    hits += result.status == SweepStatus::hit;
    misses += result.status == SweepStatus::missed;
  }
  EXPECT_GT(hits, cases / 4);
  EXPECT_GT(misses, cases / 4);
  EXPECT_LT(iterations, 6 * cases);
}

TEST(TimeOfImpact, SpinningBarsDoNotPassPegs) {
  Random random(12);
  int hits = 0, out = 0;
  for (int i = 0; i < 3000; ++i) {
    Scene scene = scene_of(box(random.uniform(1, 4), random.uniform(0.01, 0.1)), {}, random_v2(random, 10),
                           random.chance(0.5) ? circle(random.uniform(0.01, 0.2)) : box(Real(0.1), Real(0.1)));
    const Vec2 way = random.direction();
    const Real far = random.uniform(0.3, 3);
    scene.in.d = {far * way[0], far * way[1]};
    scene.in.arc_a.spin = random.uniform(-100, 100);
    const Rotation turn = random.rotation();
    scene.in.arc_a.rotation = {turn.c, turn.s};
    scene.in.span = Real(1) / 20;
    if (scene.gap(0) < 0) continue;
    const ToiResult result = time_of_impact(scene.in);
    judge(scene, result, 200, i);
    hits += result.status == SweepStatus::hit;
    out += result.status == SweepStatus::out_of_steps;
  }
  EXPECT_GT(hits, 500);
  EXPECT_EQ(out, 0);
}

TEST(TimeOfImpact, RandomPairsThatStartInContact) {
  Random random(13);
  int now = 0, later = 0, misses = 0, out = 0;
  for (int i = 0; i < 3000; ++i) {
    Scene scene = random_scene(random);
    if (random.chance(0.9)) scene.in.arc_a.velocity = random_v2(random, 2 / double(scene.in.span));
    if (random.chance(0.3)) scene.in.arc_a.spin = scene.in.arc_b.spin = 0;
    // Slide A along the line of centres until the gap is what is wanted: within the target, or a rounding overlap.
    const Wide wanted = scene.in.target * (random.chance(0.3) ? 0.0 : random.unit());
    Wide lo = 0, hi = 12;
    const V2 way = (1 / detail::length(scene.in.d)) * scene.in.d;
    for (int j = 0; j < 24; ++j) {
      const Wide middle = (lo + hi) / 2;
      scene.in.d = Real(middle) * way;
      (scene.gap(0) < wanted ? lo : hi) = middle;
    }
    scene.in.d = Real(hi) * way;
    const Wide start = scene.gap(0);
    if (start > scene.in.target || start < -Wide(scene.in.target)) continue;
    const ToiResult result = time_of_impact(scene.in);
    judge(scene, result, 60, i);
    const Wide soon = Wide(1e-6) * scene.in.span;
    const Wide change = (scene.gap(soon) - start) / soon, fastest = 200 * (1 + scene.scale()) / scene.in.span;
    if (change < -1e-3 * fastest) {
      EXPECT_TRUE(result.status == SweepStatus::hit) << i << " " << change;
      EXPECT_LT(result.time, 1e-3 * scene.in.span) << i;
    }
    if (change > 1e-3 * fastest) {
      EXPECT_TRUE(result.status != SweepStatus::hit || result.time > 0) << i << " " << change;
    }
    now += result.status == SweepStatus::hit && result.time == 0;
    later += result.status == SweepStatus::hit && result.time > 0;
    misses += result.status == SweepStatus::missed;
    out += result.status == SweepStatus::out_of_steps;
  }
  EXPECT_GT(now, 500);
  EXPECT_GT(later, 200);
  EXPECT_GT(misses, 500);
  EXPECT_EQ(out, 0);
}

// ---- laws -----------------------------------------------------------------------------------------------------

TEST(TimeOfImpact, ExchangingThePairMirrorsTheAnswer) {
  Random random(21);
  for (int i = 0; i < 10000; ++i) {
    Scene scene = random_scene(random);
    if (random.chance(0.3)) {  // exact ties: upright shapes with whole numbers
      scene.a = random_grid_recipe(random).build();
      scene.b = random_grid_recipe(random).build();
      scene.set();
      scene.in.offset_a = scene.in.offset_b = {};
      scene.in.arc_a.rotation = scene.in.arc_b.rotation = {};
      scene.in.d = {Real(random.integer(-8, 8)), Real(random.integer(5, 12))};
      scene.in.arc_a.velocity = {Real(random.integer(-8, 8)), Real(-random.integer(5, 12))};
      scene.in.arc_b.velocity = {};
      scene.in.span = 1;
    }
    const ToiResult ab = time_of_impact(scene.in);
    ToiResult ba = time_of_impact(exchanged(scene.in));
    ba.normal = -ba.normal;
    std::swap(ba.point_from_a, ba.point_from_b);
    std::swap(ba.feature_a, ba.feature_b);
    EXPECT_TRUE(same(ab, ba)) << i;
  }
}

TEST(TimeOfImpact, PowersOfTwoOfTheLengthUnitScaleExactly) {
  Random random(22);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t seed = static_cast<std::uint64_t>(random.integer(0, 1 << 30));
    const int k = random.integer(-12, 12);
    const Real f = std::ldexp(Real(1), k);
    Random first(seed);
    const Recipe a = random_recipe(first), b = random_recipe(first);
    Scene scene = random_scene(first);
    scene.a = a.build();
    scene.b = b.build();
    scene.set();
    Scene scaled = scene;
    scaled.a = a.scaled(f).build();
    scaled.b = b.scaled(f).build();
    scaled.set();
    ToiInput& in = scaled.in;
    for (V2* v : {&in.offset_a, &in.offset_b, &in.d, &in.arc_a.velocity, &in.arc_b.velocity, &in.arc_a.acceleration,
                  &in.arc_b.acceleration}) {
      *v = f * *v;
    }
    in.target *= f;
    ToiResult expected = time_of_impact(scene.in);
    expected.point_from_a = f * expected.point_from_a;
    expected.point_from_b = f * expected.point_from_b;
    expected.gap *= f;
    expected.rate *= f;
    EXPECT_TRUE(same(expected, time_of_impact(scaled.in))) << i;
  }
}

TEST(TimeOfImpact, WhatIsNotANumberStillEnds) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN(), inf = std::numeric_limits<Real>::infinity();
  for (const Real bad : {nan, inf, -inf}) {
    for (int field = 0; field < 6; ++field) {
      Scene scene = scene_of(box(1, 1), {3, 1}, {-1, 0}, box(1, 2));
      scene.in.arc_a.spin = 1;
      (field == 0   ? scene.in.d.x
       : field == 1 ? scene.in.arc_a.velocity.y
       : field == 2 ? scene.in.arc_b.acceleration.x
       : field == 3 ? scene.in.arc_b.spin
       : field == 4 ? scene.in.span
                    : scene.in.target) = bad;
      const ToiResult result = time_of_impact(scene.in);
      EXPECT_LE(result.iterations, tolerance::sweep_iterations);
    }
  }
}

}  // namespace
