// Mass, centre and inertia against closed forms and against sums over a fine outline in extended precision.
#include <bankshot/shape/mass.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "hull.hpp"

using namespace bankshot;

namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;
constexpr double eps = std::numeric_limits<Real>::epsilon();

struct Truth {
  long double mass = 0, x = 0, y = 0, inertia = 0;
};

/// Textbook polygon sums over the outline of core and rounding, every arc cut into `cuts` chords: by x and y moments
/// apart, relative to the first corner, in extended precision. Chords leave out about 1 / cuts^2 of an arc's area.
Truth outline_sums(const Shape& shape, int cuts) {
  struct P {
    long double x, y;
  };
  std::vector<P> outline;
  const int n = shape.corner_count();
  for (int i = 0; i < n; ++i) {
    const P here = {shape.corner(i)[0], shape.corner(i)[1]};
    const P before = {shape.corner((i + n - 1) % n)[0], shape.corner((i + n - 1) % n)[1]};
    const P after = {shape.corner((i + 1) % n)[0], shape.corner((i + 1) % n)[1]};
    const long double r = shape.radius();
    long double from = n == 1 ? 0 : std::atan2(before.x - here.x, here.y - before.y);
    long double to = n == 1 ? 2 * pi : std::atan2(here.x - after.x, after.y - here.y);
    while (to < from) to += 2 * pi;
    const int steps = r > 0 ? cuts : 0;
    for (int k = 0; k <= steps; ++k) {
      const long double angle = steps == 0 ? from : from + (to - from) * k / steps;
      outline.push_back({here.x + r * std::cos(angle), here.y + r * std::sin(angle)});
    }
  }
  const P origin = outline[0];
  Truth sum;
  long double xx = 0, yy = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const P a = {outline[i].x - origin.x, outline[i].y - origin.y};
    const std::size_t j = (i + 1) % outline.size();
    const P b = {outline[j].x - origin.x, outline[j].y - origin.y};
    const long double cross = a.x * b.y - b.x * a.y;
    sum.mass += cross / 2;
    sum.x += (a.x + b.x) * cross / 6;
    sum.y += (a.y + b.y) * cross / 6;
    xx += (a.x * a.x + a.x * b.x + b.x * b.x) * cross / 12;
    yy += (a.y * a.y + a.y * b.y + b.y * b.y) * cross / 12;
  }
  sum.x /= sum.mass;
  sum.y /= sum.mass;
  sum.inertia = xx + yy - sum.mass * (sum.x * sum.x + sum.y * sum.y);
  sum.x += origin.x;
  sum.y += origin.y;
  return sum;
}

void expect_near(const MassProperties& mass, const Truth& truth, double tolerance, double size) {
  EXPECT_NEAR(mass.mass, double(truth.mass), tolerance * double(truth.mass));
  EXPECT_NEAR(mass.inertia, double(truth.inertia), tolerance * double(truth.inertia));
  const double place = std::fabs(double(truth.x)) + std::fabs(double(truth.y));
  EXPECT_NEAR(mass.centre[0], double(truth.x), tolerance * size + eps * place);
  EXPECT_NEAR(mass.centre[1], double(truth.y), tolerance * size + eps * place);
}

const Vec2 origin(0, 0);

}  // namespace

TEST(Mass, Circle) {
  for (const double r : {0.5, 1.0, 3.25, 1024.0}) {
    const Truth truth = {pi * r * r, 7, -3, pi * r * r * r * r / 2};
    expect_near(mass_properties(circle(static_cast<Real>(r), Vec2(7, -3)), 1), truth, eps, r);
  }
  EXPECT_EQ(mass_properties(circle(1, Vec2(7, -3)), 1).centre, Vec2(7, -3));
}

TEST(Mass, DensityScalesMassAndInertiaOnly) {
  const MassProperties one = mass_properties(box(2, 3, Vec2(1, 2)), 1),
                       four = mass_properties(box(2, 3, Vec2(1, 2)), 4);
  EXPECT_EQ(four.mass, 4 * one.mass);
  EXPECT_EQ(four.inertia, 4 * one.inertia);
  EXPECT_EQ(four.centre, one.centre);
}

TEST(Mass, Segment) {
  const MassProperties mass = mass_properties(segment(Vec2(1, 1), Vec2(4, 5)), 2);
  EXPECT_EQ(mass.mass, 10);
  EXPECT_EQ(mass.centre, Vec2(Real(2.5), 3));
  EXPECT_NEAR(mass.inertia, 10 * 25.0 / 12, 10 * 25.0 / 12 * eps);
}

TEST(Mass, Capsule) {
  for (const double length : {1e-3, 0.5, 2.0, 1000.0}) {
    for (const double r : {0.125, 1.0, 4.0}) {
      const auto l = static_cast<Real>(length);
      const Shape shape = capsule(Vec2(0, 1), Vec2(l, 1), static_cast<Real>(r));
      // A rectangle and two half discs, each about its own centroid h from the flat side.
      const long double ll = l, h = 4 * r / (3 * pi), bar = 2 * r * ll, half = pi * r * r / 2;
      const long double half_own = half * (r * r / 2 - h * h);
      const Truth truth = {bar + 2 * half, ll / 2, 1,
                           bar * (ll * ll + 4 * r * r) / 12 + 2 * (half_own + half * (ll / 2 + h) * (ll / 2 + h))};
      expect_near(mass_properties(shape, 1), truth, 2 * eps, r);
    }
  }
}

TEST(Mass, Box) {
  for (const double w : {0.001, 1.0, 40.0}) {
    for (const double h : {0.5, 3.0}) {
      const long double ww = static_cast<Real>(w), hh = static_cast<Real>(h);
      const Truth truth = {ww * hh, 0, 0, ww * hh * (ww * ww + hh * hh) / 12};
      expect_near(mass_properties(box(static_cast<Real>(w), static_cast<Real>(h)), 1), truth, 2 * eps, w);
    }
  }
}

TEST(Mass, RoundedBox) {
  const long double w = 3, h = 2, r = 0.5L;
  const long double q = 4 * r / (3 * pi), quarter = pi * r * r / 4;  // a quarter disc's centroid is q from both sides
  const long double corner_x = w / 2 + q, corner_y = h / 2 + q;
  const long double quarter_own = quarter * (r * r / 2 - 2 * q * q);
  const Truth truth = {w * h + 2 * r * (w + h) + 4 * quarter, 0, 0,
                       w * h * (w * w + h * h) / 12 +
                           2 * (w * r * (w * w + r * r) / 12 + w * r * (h / 2 + r / 2) * (h / 2 + r / 2)) +
                           2 * (h * r * (h * h + r * r) / 12 + h * r * (w / 2 + r / 2) * (w / 2 + r / 2)) +
                           4 * (quarter_own + quarter * (corner_x * corner_x + corner_y * corner_y))};
  expect_near(mass_properties(box(3, 2, origin, {}, Real(0.5)), 1), truth, 4 * eps, 3);
}

TEST(Mass, Triangle) {
  const Shape shape = polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(3, 0), Vec2(0, 4)});
  expect_near(mass_properties(shape, 1), {6, 1, 4.0L / 3, 6 * (9 + 16 + 25) / 36.0L}, 4 * eps, 4);
}

TEST(Mass, SharpPolygonsAgainstOutlineSums) {
  bankshot_test::Hulls hulls(71);
  for (int i = 0; i < 2000; ++i) {
    const Shape shape = polygon(reals(hulls.next(3), Real(0x1p-10)));
    const Aabb bounds = shape.aabb();
    expect_near(mass_properties(shape, 1), outline_sums(shape, 1), 8 * eps, bounds.extents().maxCoeff());
  }
}

TEST(Mass, RoundedPolygonsAgainstOutlineSums) {
  bankshot_test::Hulls hulls(72);
  for (int i = 0; i < 24; ++i) {
    const auto radius = std::ldexp(Real(1), i % 12 - 6);
    const Shape shape = polygon(reals(hulls.next(3), Real(0x1p-16)), radius);
    const Aabb bounds = shape.aabb();
    expect_near(mass_properties(shape, 1), outline_sums(shape, 10000), 8 * eps + 5e-8, bounds.extents().maxCoeff());
  }
  expect_near(mass_properties(capsule(Vec2(1, 2), Vec2(3, 5), 2), 1),
              outline_sums(capsule(Vec2(1, 2), Vec2(3, 5), 2), 20000), 8 * eps + 5e-8, 6);
  expect_near(mass_properties(circle(2, Vec2(1, 5)), 1), outline_sums(circle(2, Vec2(1, 5)), 50000), 8 * eps + 5e-8, 4);
}

// Far from the origin only the stored corners count: the same differences give the same inertia.
TEST(Mass, PlaceDoesNotMatter) {
  const Real far = sizeof(Real) == 4 ? Real(1 << 20) : std::ldexp(Real(1), 40);
  const std::vector<Vec2> corners = {Vec2(0, 0), Vec2(3, 0), Vec2(4, 2), Vec2(1, 5)};
  std::vector<Vec2> moved;
  for (const Vec2& c : corners) moved.push_back(Vec2(c[0] + far, c[1] - far));
  for (const Real radius : {Real(0), Real(0.5)}) {
    const MassProperties here = mass_properties(polygon(corners, radius), 1);
    const MassProperties there = mass_properties(polygon(moved, radius), 1);
    EXPECT_EQ(there.mass, here.mass);
    EXPECT_EQ(there.inertia, here.inertia);
    EXPECT_NEAR(there.centre[0] - far, here.centre[0], far * eps);
    EXPECT_NEAR(there.centre[1] + far, here.centre[1], far * eps);
  }
}

TEST(Mass, CornersOnAnEdgeAddNothing) {
  const std::vector<Vec2> plain = {Vec2(0, 0), Vec2(4, 0), Vec2(4, 2), Vec2(0, 2)};
  const std::vector<Vec2> more = {Vec2(0, 0), Vec2(1, 0), Vec2(3, 0), Vec2(4, 0), Vec2(4, 1), Vec2(4, 2), Vec2(0, 2)};
  for (const Real radius : {Real(0), Real(1)}) {
    const MassProperties a = mass_properties(polygon(plain, radius), 1), b = mass_properties(polygon(more, radius), 1);
    EXPECT_NEAR(a.mass, b.mass, 2 * eps * a.mass);
    EXPECT_NEAR(a.inertia, b.inertia, 2 * eps * a.inertia);
  }
}
