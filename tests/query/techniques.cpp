// The textbook pairs, each against the formula of the textbook in long double: upright boxes, circles, a circle and a
// rectangle, upright or turned about a pivot, rectangles by four axes, bounding circles, blades about a hero.

#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/convex/early_out.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap_batch.hpp>
#include <bankshot/shape/scaled.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;
using oracle::Number;
using oracle::Point;

Number band_of(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) {
  return Number(touching_band(a, pa, b, pb));
}

/// The verdict where rounding can't change it, and the depth.
void expect_depth(const Shape& a, const Pose& pa, const Shape& b, const Pose& pb, Number depth, int i) {
  const Number band = band_of(a, pa, b, pb);
  if (depth > band) {
    ASSERT_TRUE(overlap(a, pa, b, pb)) << i;
  }
  if (depth < -band) {
    ASSERT_FALSE(overlap(a, pa, b, pb)) << i;
  }
  const auto hit = mtv(a, pa, b, pb);
  if (!hit) return;
  ASSERT_NEAR(double(hit->depth), double(depth), double(band)) << i;
  ASSERT_NEAR(double(hit->normal.norm()), 1, 1e-6) << i;
}

struct Upright {
  Number x, y, half_w, half_h;
};

TEST(Technique, UprightBoxes) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const Real w1 = random.uniform(0.1, 4), h1 = random.uniform(0.1, 4), w2 = random.uniform(0.1, 4),
               h2 = random.uniform(0.1, 4);
    const Pose pa = {random.point(2), {}}, pb = {random.point(2), {}};
    const Number x = Number(pa.position[0]) - pb.position[0], y = Number(pa.position[1]) - pb.position[1];
    // The nearest of four exits; the room between them where there is none.
    const Number across = (Number(w1) + w2) / 2 - std::fabs(x), up = (Number(h1) + h2) / 2 - std::fabs(y);
    const Number depth = across < 0 && up < 0 ? -std::hypot(across, up) : std::min(across, up);
    expect_depth(box(w1, h1), pa, box(w2, h2), pb, depth, i);
  }
}

TEST(Technique, Circles) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const Real r1 = random.uniform(0.1, 2), r2 = random.uniform(0.1, 2);
    const Pose pa = {random.point(2), {}}, pb = {i % 100 == 0 ? pa.position : random.point(2), {}};
    const Number x = Number(pa.position[0]) - pb.position[0], y = Number(pa.position[1]) - pb.position[1];
    const bool meet = x * x + y * y < (Number(r1) + r2) * (Number(r1) + r2);
    const Number depth = Number(r1) + r2 - std::sqrt(x * x + y * y);
    ASSERT_EQ(meet, depth > 0);
    expect_depth(circle(r1), pa, circle(r2), pb, depth, i);
  }
}

/// The depth of a circle in a rectangle about the origin: its centre clamped into the rectangle is the closest point; a
/// centre inside leaves by the nearest face. `normal` is where the circle has to go.
Number circle_in_rectangle(Point centre, Number radius, Number half_w, Number half_h, Point* normal) {
  const Point closest = {std::clamp(centre.x, -half_w, half_w), std::clamp(centre.y, -half_h, half_h)};
  const Point way = centre - closest;
  const Number distance = oracle::length(way);
  if (distance > 0) {
    *normal = (1 / distance) * way;
    return radius - distance;
  }
  const Number across = half_w - std::fabs(centre.x), up = half_h - std::fabs(centre.y);
  *normal = across < up ? Point{centre.x < 0 ? -1.0L : 1.0L, 0} : Point{0, centre.y < 0 ? -1.0L : 1.0L};
  return radius + std::min(across, up);
}

TEST(Technique, CircleAndUprightRectangle) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const Real w = random.uniform(0.1, 4), h = random.uniform(0.1, 4), r = random.uniform(0.1, 2);
    const Pose pa = {random.point(3), {}}, pb = {random.point(1), {}};
    Point normal;
    const Number depth = circle_in_rectangle(oracle::point(pa.position) - oracle::point(pb.position), Number(r),
                                             Number(w) / 2, Number(h) / 2, &normal);
    expect_depth(circle(r), pa, box(w, h), pb, depth, i);
    const auto hit = mtv(circle(r), pa, box(w, h), pb);
    if (!hit || depth < Number(0.01) || oracle::length(oracle::point(hit->normal) - normal) < Number(1e-4)) continue;
    // Another normal only where another exit is as near.
    const Point moved = oracle::point(pa.position) + oracle::point(hit->translation) - oracle::point(pb.position);
    Point other;
    ASSERT_NEAR(double(circle_in_rectangle(moved, Number(r), Number(w) / 2, Number(h) / 2, &other)), 0, 1e-5) << i;
  }
}

// The rectangle hangs on a pivot that is not its centre; the circle is turned back about the pivot instead.
TEST(Technique, CircleAndRectangleTurnedAboutAPivot) {
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    const Real w = random.uniform(0.1, 4), h = random.uniform(0.1, 4), r = random.uniform(0.1, 2);
    const Vec2 pivot = random.point(2), place = random.point(2);
    const Pose pa = {random.point(3), {}}, pb = Pose::pinned(pivot, place, random.rotation());
    const Point from_pivot = oracle::point(pa.position) - oracle::point(place);
    const Number c = Number(pb.rotation.c), s = Number(pb.rotation.s);
    const Point local =
        oracle::point(pivot) + Point{c * from_pivot.x + s * from_pivot.y, c * from_pivot.y - s * from_pivot.x};
    Point normal;
    const Number depth = circle_in_rectangle(local, Number(r), Number(w) / 2, Number(h) / 2, &normal);
    const Number band = 2 * band_of(circle(r), pa, box(w, h), pb);
    const auto hit = mtv(circle(r), pa, box(w, h), pb);
    if (depth > band) {
      ASSERT_TRUE(hit) << i;
    }
    if (depth < -band) {
      ASSERT_FALSE(hit) << i;
    }
    if (!hit) continue;
    ASSERT_NEAR(double(hit->depth), double(depth), double(band)) << i;
    const Point turned = {c * normal.x - s * normal.y, s * normal.x + c * normal.y};
    const Number off = oracle::length(oracle::point(hit->normal) - turned);
    const bool tie = std::fabs((Number(w) / 2 - std::fabs(local.x)) - (Number(h) / 2 - std::fabs(local.y))) < 0.001L;
    if (depth > Number(0.01) && std::fabs(depth - Number(r)) > 0.001L && !tie) {
      ASSERT_LE(off, Number(1e-3)) << i;
    }
  }
}

// Two of the four axes in A's frame, with the bounding circles before: whatever they decide is right, and they decide
// nearly all pairs.
TEST(Technique, RectanglesByFourAxesAndBoundingCircles) {
  using namespace detail;
  Random random(5);
  int answered = 0, skipped = 0, apart = 0;
  constexpr int cases = 20000;
  for (int i = 0; i < cases; ++i) {
    const Shape a =
        box(random.uniform(0.1, 3), random.uniform(0.1, 3), random.chance(0.5) ? Vec2(0, 0) : random.point(1));
    const Shape b = box(random.uniform(0.1, 3), random.uniform(0.1, 3));
    const Pose pa = {random.point(3), random.rotation()}, pb = {random.point(3), random.rotation()};
    const Number depth = oracle::depth(oracle::place(a, pa), oracle::place(b, pb));
    const Number band = band_of(a, pa, b, pb);
    const ConvexView va = detail_view(a), vb = detail_view(b);
    const Q2 qa = {pa.rotation.c, pa.rotation.s}, qb = {pb.rotation.c, pb.rotation.s};
    const V2 d = plain(pa.position) - plain(pb.position);
    const Verdict circles = circles_verdict(va, qa, vb, qb, d), axes = rectangles_verdict(va, qa, vb, qb, d);
    if (circles == Verdict::apart) {
      ASSERT_LT(depth, -band) << i;
    }
    if (axes == Verdict::apart) {
      ASSERT_LT(depth, -band) << i;
    }
    if (axes == Verdict::overlapping) {
      ASSERT_GT(depth, band) << i;
    }
    answered += axes != Verdict::unclear;
    apart += depth < 0;
    skipped += circles == Verdict::apart;
    expect_depth(a, pa, b, pb, depth, i);
  }
  EXPECT_GT(answered, cases - cases / 100);
  EXPECT_GT(skipped, apart / 3);
}

// Blades of all sizes, one of them a mirror image, circle a hero: which ones cut which targets.
TEST(Technique, BladesAboutAHero) {
  Random random(6);
  const std::vector<Vec2> edge = {{0, 0}, {3, 0}, {Real(2.5), Real(0.4)}, {0, Real(0.5)}};
  const Shape blade = polygon(edge);
  std::vector<Shape> targets;
  std::vector<Pose> places;
  for (int i = 0; i < 300; ++i) {
    targets.push_back(random_recipe(random, 0.5).build());
    places.push_back({random.point(6), random.rotation()});
  }
  std::size_t cuts = 0;
  for (int step = 0; step < 60; ++step) {
    const Vec2 scale(Real(0.5) + Real(step) / 40, step % 2 == 0 ? Real(1) : -Real(0.7));
    const Shape grown = scaled(blade, scale, {}, edge[0]);
    const Vec2 handle(-Real(1.5), Real(0.25)), hero(Real(0.3), -Real(0.2));
    const Pose pose = Pose::pinned(handle, hero, Rotation::from_angle(Real(step) / 7));
    std::vector<std::uint32_t> hits;
    overlaps(grown, pose, targets, places, hits);
    cuts += hits.size();
    // The blade's own corners by the oracle's arithmetic, without Shape or Pose.
    oracle::Placed placed;
    const Number c = Number(pose.rotation.c), s = Number(pose.rotation.s);
    for (const Vec2& corner : edge) {
      const Point arm = Point{Number(scale[0]) * corner[0], Number(scale[1]) * corner[1]} - oracle::point(handle);
      placed.core.push_back(oracle::point(hero) + Point{c * arm.x - s * arm.y, s * arm.x + c * arm.y});
    }
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
      const Number depth = oracle::depth(placed, oracle::place(targets[i], places[i]));
      const bool hit = std::find(hits.begin(), hits.end(), i) != hits.end();
      if (std::fabs(depth) > 4 * band_of(grown, pose, targets[i], places[i])) {
        ASSERT_EQ(hit, depth > 0) << step << ' ' << i;
      }
    }
  }
  EXPECT_GT(cuts, 200u);
}

}  // namespace
}  // namespace bankshot_test
