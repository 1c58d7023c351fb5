// Construction of polygons: convex ones are accepted, and every corruption is refused by name.
#include <bankshot/shape/shape.hpp>
#include "broad/growth.hpp"
#include "shape/begins.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <limits>
#include <numeric>
#include <string>

#include "hull.hpp"
#include "sound.hpp"

using namespace bankshot;
using bankshot_test::expect_sound;
using bankshot_test::hull;
using bankshot_test::Hulls;
using bankshot_test::reals;
using bankshot_test::turn;
using bankshot_test::Whole;

namespace {

using bankshot_test::begins;

std::string why_not_convex(const std::vector<Vec2>& corners, Real radius = 0) {
  return try_polygon(corners, radius).reason();
}

std::string edge(std::size_t i, std::size_t n) { return std::to_string(i) + "-" + std::to_string((i + 1) % n); }

/// A circle of n corners on whole coordinates, every corner strictly convex: edges (dx, dy) with coprime positive
/// parts sorted by slope, repeated over the four quadrants.
std::vector<Whole> many_corners(std::int64_t reach) {
  std::vector<Whole> steps = {{1, 0}};
  for (std::int64_t x = 1; x <= reach; ++x) {
    for (std::int64_t y = 1; y <= reach; ++y) {
      if (std::gcd(x, y) == 1) steps.push_back({x, y});
    }
  }
  std::sort(steps.begin(), steps.end(), [](Whole a, Whole b) { return a.x * b.y - a.y * b.x > 0; });
  std::vector<Whole> corners;
  Whole at = {0, 0};
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    for (Whole& step : steps) {
      corners.push_back(at);
      at = {at.x + step.x, at.y + step.y};
      step = {-step.y, step.x};
    }
  }
  return corners;
}

/// Moves a corner inwards, towards another.
void dent(std::vector<Vec2>& corners, std::size_t at, std::size_t towards) {
  const Vec2 inwards = corners[towards] - corners[at];
  corners[at] = Vec2(corners[at - 1] + corners[at + 1]) / 2 + inwards / 64;
}

}  // namespace

TEST(Polygon, RandomHullsAreAcceptedAsTheyAre) {
  Hulls hulls(51);
  for (int i = 0; i < 3000; ++i) {
    const std::vector<Vec2> corners = reals(hulls.next(3), std::ldexp(Real(1), i % 24 - 20));
    const Real radius = i % 3 == 0 ? corners[0].cwiseAbs().maxCoeff() / 8 : 0;
    const Result<Shape> shape = try_polygon(corners, radius);
    ASSERT_TRUE(shape) << shape.reason();
    ASSERT_EQ(shape->corner_count(), static_cast<int>(corners.size()));
    for (int k = 0; k < shape->corner_count(); ++k) ASSERT_EQ(shape->corner(k), corners[static_cast<std::size_t>(k)]);
    EXPECT_EQ(shape->kind(), ShapeKind::polygon);
    EXPECT_EQ(shape->radius(), radius);
    expect_sound(*shape);
  }
}

TEST(Polygon, ClockwiseIsReversedWithTheFirstCornerKept) {
  Hulls hulls(52);
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Whole> corners = hulls.next(3);
    std::vector<Whole> clockwise = corners;
    std::reverse(clockwise.begin() + 1, clockwise.end());
    EXPECT_EQ(polygon(reals(clockwise)), polygon(reals(corners)));
    EXPECT_EQ(polygon(reals(clockwise)).corner(0), polygon(reals(corners)).corner(0));
  }
}

TEST(Polygon, CornersOnAStraightEdgeAreKept) {
  Hulls hulls(53);
  for (int i = 0; i < 1000; ++i) {
    std::vector<Whole> corners = hulls.next(3);
    const auto k = static_cast<std::ptrdiff_t>(hulls.index(corners.size()));
    const Whole a = corners[static_cast<std::size_t>(k)];
    const Whole b = corners[(static_cast<std::size_t>(k) + 1) % corners.size()];
    const Shape before = polygon(reals(corners));
    corners.insert(corners.begin() + k + 1, {(a.x + b.x) / 2, (a.y + b.y) / 2});
    const Result<Shape> shape = try_polygon(reals(corners));
    ASSERT_TRUE(shape) << shape.reason();
    EXPECT_EQ(shape->corner_count(), static_cast<int>(corners.size()));
    const double extent = detail_view(before).extent;
    EXPECT_NEAR(detail_view(*shape).extent, extent, 2 * double(std::numeric_limits<Real>::epsilon()) * extent);
    expect_sound(*shape);
  }
}

TEST(Polygon, RepeatedCornersAreNamed) {
  Hulls hulls(54);
  for (int i = 0; i < 1000; ++i) {
    std::vector<Whole> corners = hulls.next(3);
    std::size_t from = hulls.index(corners.size());
    const std::size_t to = hulls.index(corners.size() + 1);
    corners.insert(corners.begin() + static_cast<std::ptrdiff_t>(to), Whole(corners[from]));
    if (to <= from) ++from;
    EXPECT_TRUE(begins(why_not_convex(reals(corners)), "polygon: corners " + std::to_string(std::min(from, to)) +
                                                           " and " + std::to_string(std::max(from, to)) +
                                                           " are both ("))
        << why_not_convex(reals(corners));
  }
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 0)}),
            "polygon: corners 0 and 3 are both (0, 0), must be in different places");
  EXPECT_TRUE(
      begins(why_not_convex({Vec2(0, 0), Vec2(3, 0), Vec2(0, 0), Vec2(3, 0)}), "polygon: corners 0 and 2 are both"));
  EXPECT_TRUE(
      begins(why_not_convex({Vec2(3, 0), Vec2(0, 0), Vec2(3, 0), Vec2(0, 0)}), "polygon: corners 0 and 2 are both"));
}

TEST(Polygon, ReflexCornersAreNamed) {
  Hulls hulls(55);
  for (int i = 0; i < 2000; ++i) {
    std::vector<Whole> corners = hulls.next(4);
    const std::size_t n = corners.size(), k = hulls.index(n);
    // Pushed in to the far side of its neighbours' chord, but not out of the outline again.
    const Whole a = corners[(k + n - 1) % n], b = corners[(k + 1) % n], far = corners[(k + 2) % n];
    const Whole middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    const Whole in = {(3 * middle.x + far.x) / 4, (3 * middle.y + far.y) / 4};
    if (turn(a, in, b) >= 0 || turn(b, far, in) <= 0 || turn(corners[(k + n - 2) % n], a, in) <= 0) continue;
    corners[k] = in;
    if (i % 2 != 0) {
      std::reverse(corners.begin(), corners.end());
      EXPECT_TRUE(begins(why_not_convex(reals(corners)), "polygon: corner " + std::to_string(n - 1 - k) + " at ("))
          << i;
    } else {
      EXPECT_TRUE(begins(why_not_convex(reals(corners)), "polygon: corner " + std::to_string(k) + " at (")) << i;
    }
  }
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(2, 0), Vec2(2, 2), Vec2(1, Real(0.5)), Vec2(0, 2)}),
            "polygon: corner 3 at (1, 0.5) is reflex, must turn the same way as the others: simple_polygon() takes "
            "such outlines");
}

TEST(Polygon, CrossingEdgesAreNamedWithTheirPoint) {
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(3, 4), Vec2(3, 0), Vec2(0, 4)}),
            "polygon: edges 0-1 and 2-3 cross at (1.5, 2), must not meet");
  Hulls hulls(56);
  for (int i = 0; i < 2000; ++i) {
    std::vector<Whole> corners = hulls.next(4);
    const std::size_t n = corners.size(), k = hulls.index(n);
    std::swap(corners[k], corners[(k + 1) % n]);
    const std::size_t first = (k + n - 1) % n, second = (k + 1) % n;
    const std::string reason = why_not_convex(reals(corners));
    ASSERT_TRUE(begins(reason, "polygon: edges " + edge(std::min(first, second), n) + " and " +
                                   edge(std::max(first, second), n) + " cross at ("))
        << reason;
    double x = 0, y = 0;
    ASSERT_EQ(std::sscanf(reason.c_str() + reason.find("at (") + 4, "%lf, %lf", &x, &y), 2);
    for (const std::size_t e : {first, second}) {
      const Whole a = corners[e], b = corners[(e + 1) % n];
      const double dx = double(b.x - a.x), dy = double(b.y - a.y), length = std::hypot(dx, dy);
      EXPECT_NEAR((dx * (y - double(a.y)) - dy * (x - double(a.x))) / length, 0,
                  1e6 * double(std::numeric_limits<Real>::epsilon()));
      const double along = (dx * (x - double(a.x)) + dy * (y - double(a.y))) / length;
      EXPECT_GE(along, -1) << "the point lies on the edge, not only on its line";
      EXPECT_LE(along, length + 1);
    }
  }
}

// All turns are to the left, but the outline goes round more than once: no corner is to blame.
TEST(Polygon, StarsCross) {
  for (const std::size_t n : {5U, 7U, 9U, 11U, 101U}) {
    for (std::size_t step = 2; step < n / 2; step += n / 5) {
      std::vector<Vec2> corners;
      for (std::size_t i = 0; i < n; ++i) {
        const auto angle = static_cast<Real>(double(i * step % n) * 6.283185307179586 / double(n));
        const Rotation r = Rotation::from_angle(angle);
        corners.push_back(Vec2(r.c, r.s));
      }
      if (std::gcd(n, step) != 1) continue;
      EXPECT_TRUE(begins(why_not_convex(corners), "polygon: edges "))
          << n << "/" << step << " " << why_not_convex(corners);
    }
  }
}

TEST(Polygon, EdgesThatTouchOrTurnBackAreNamed) {
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(2, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}),
            "polygon: edges 0-1 and 1-2 overlap, must not turn back at corner 1 (2, 0)");
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(4, 0), Vec2(4, 4), Vec2(2, 0), Vec2(0, 4)}),
            "polygon: edges 0-1 and 3-4 cross at (2, 0), must not meet");
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(0, 4), Vec2(3, 5), Vec2(0, 6), Vec2(0, 2), Vec2(3, -1)}),
            "polygon: edges 0-1 and 3-4 cross at (0, 2), must not meet")
      << "upright ones in one line";
  EXPECT_TRUE(begins(why_not_convex({Vec2(0, 0), Vec2(6, 0), Vec2(6, 2), Vec2(4, 0), Vec2(2, 0), Vec2(0, 2)}),
                     "polygon: edges 0-1 and "));
}

TEST(Polygon, WithoutAreaIsRefused) {
  EXPECT_EQ(why_not_convex({}), "polygon: number of corners is 0, must be at least 3");
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(1, 0)}), "polygon: number of corners is 2, must be at least 3");
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(1, 1), Vec2(3, 3)}),
            "polygon: area is 0, must be greater than 0: all corners are in one line");
  EXPECT_EQ(why_not_convex({Vec2(0, 1), Vec2(0, 2), Vec2(0, 3), Vec2(0, 7)}),
            "polygon: area is 0, must be greater than 0: all corners are in one line");
  const Real big = 1 << 20;
  EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(3 * big, big), Vec2(6 * big, 2 * big)}).substr(0, 21),
            "polygon: area is 0, m");
  EXPECT_TRUE(try_polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(6 * big, 2 * big), Vec2(3 * big, big + 1)}))
      << "one unit off the line is a triangle";
}

TEST(Polygon, BadNumbersAreNamed) {
  const Real infinite = std::numeric_limits<Real>::infinity(), none = std::numeric_limits<Real>::quiet_NaN();
  Hulls hulls(57);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec2> corners = reals(hulls.next(3));
    const std::size_t k = hulls.index(corners.size());
    corners[k][i % 2] = i % 3 == 0 ? none : i % 3 == 1 ? infinite : -infinite;
    EXPECT_TRUE(begins(why_not_convex(corners), "polygon: corner " + std::to_string(k) + " is ("))
        << why_not_convex(corners);
    EXPECT_NE(why_not_convex(corners).find("must be finite"), std::string::npos);
  }
  const std::vector<Vec2> good = {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)};
  EXPECT_EQ(why_not_convex(good, -1), "polygon: radius is -1, must be 0 or greater");
  EXPECT_EQ(why_not_convex(good, none), "polygon: radius is nan, must be finite");
  EXPECT_TRUE(begins(why_not_convex(good, std::numeric_limits<Real>::max()), "polygon: radius is "));
  const Real huge = std::numeric_limits<Real>::max() / 2;
  EXPECT_TRUE(begins(why_not_convex({Vec2(0, 0), Vec2(huge, 0), Vec2(0, huge)}), "polygon: corner 1 is ("));
  const Real tiny = std::numeric_limits<Real>::min();
  EXPECT_TRUE(begins(why_not_convex({Vec2(0, 0), Vec2(tiny, 0), Vec2(0, tiny)}), "polygon: size is "));
  EXPECT_TRUE(begins(why_not_convex({Vec2(0, 0), Vec2(Real(1e10), 0), Vec2(Real(5e9), tiny / 4)}),
                     "polygon: smallest width is "));
  EXPECT_TRUE(begins(why_not_convex({Vec2(0, 0), Vec2(tiny, 0), Vec2(0, tiny)}, 1), "polygon: size is "))
      << "a core that vanishes is refused, however large the radius";
  if (sizeof(Real) == 4) {
    EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(Real(1e38), 0), Vec2(0, 1)}),
              "polygon: corner 1 is (1e+38, 0), must be nearer to the origin: squares of its coordinates overflow");
    EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(Real(1e15), 0), Vec2(0, Real(1e15))}),
              "polygon: size is 1e+15 x 1e+15, must be smaller: the moment of inertia overflows");
    EXPECT_EQ(why_not_convex({Vec2(0, 0), Vec2(Real(1e-12), 0), Vec2(0, Real(1e-12))}),
              "polygon: size is 1e-12 x 1e-12, must be larger: the moment of inertia underflows");
  }
}

TEST(Polygon, SizesAndPlacesOfEveryOrder) {
  for (Real size = Real(1e-6); size < Real(2e6); size *= 10) {
    for (Real thickness = size * Real(1e-6); thickness <= size; thickness *= 10) {
      expect_sound(polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(size, 0), Vec2(size / 3, thickness)}));
      expect_sound(polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(size, 0), Vec2(size / 3, thickness)}, size));
    }
    const Real far = size * 10000;
    expect_sound(polygon(std::vector<Vec2>{Vec2(far, far), Vec2(far + size, far), Vec2(far, far + size)}));
  }
}

// The thinnest triangle along a diagonal: its area is one unit among products of 2^46 (2^104 for double).
TEST(Polygon, SliversHavePositiveMass) {
  const Real big = std::ldexp(Real(1), std::numeric_limits<Real>::digits - 1);
  for (const Real less : {Real(1), Real(2), Real(3)}) {
    const Shape sliver = polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(big, big - 1), Vec2(big - less, big - less - 1)});
    expect_sound(sliver);
    EXPECT_NEAR(mass_properties(sliver, 1).mass, less / 2, 1e-6);
  }
}

TEST(Polygon, HundredThousandCorners) {
  const std::vector<Whole> whole = many_corners(200);
  ASSERT_GT(whole.size(), 90000U);
  std::vector<Vec2> corners = reals(whole);
  const Result<Shape> shape = try_polygon(corners);
  ASSERT_TRUE(shape) << shape.reason();
  EXPECT_EQ(shape->corner_count(), static_cast<int>(corners.size()));

  std::swap(corners[500], corners[501]);
  EXPECT_TRUE(begins(why_not_convex(corners), "polygon: edges 499-500 and 501-502 cross")) << why_not_convex(corners);
  corners = reals(whole);
  dent(corners, 70000, 20000);
  EXPECT_TRUE(begins(why_not_convex(corners), "polygon: corner 70000 at (")) << why_not_convex(corners);
  corners = reals(whole);
  std::mt19937_64 random(58);
  std::shuffle(corners.begin(), corners.end(), random);
  EXPECT_TRUE(begins(why_not_convex(corners), "polygon: edges ")) << why_not_convex(corners);
}

namespace {

/// Expects that corners of a convex polygon, after that change, are accepted or refused in proportion to their number.
template <class Change>
void expect_in_proportion(const Change& change) {
  using namespace bankshot::testing;
  expect_growth(8000, in_proportion, in_proportion, [&change](int n) {
    std::vector<Vec2> corners = reals(many_corners(100));  // so many of them make a convex polygon, too
    corners.resize(static_cast<std::size_t>(n));
    change(corners);
    return [corners] { static_cast<void>(try_polygon(corners)); };
  });
}

}  // namespace

TEST(Polygon, ManyCornersAreAcceptedAndRefusedInProportionToTheirNumber) {
  expect_in_proportion([](std::vector<Vec2>&) {});
  expect_in_proportion([](std::vector<Vec2>& corners) { std::swap(corners[500], corners[501]); });
  expect_in_proportion([](std::vector<Vec2>& corners) { dent(corners, corners.size() / 2, 10); });
  expect_in_proportion([](std::vector<Vec2>& corners) {
    std::mt19937_64 random(58);
    std::shuffle(corners.begin(), corners.end(), random);
  });
}
