// Polygons with reflex corners: cut without loss, seams only inside, every fault named, in proportion to the corners.
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>
#include "broad/growth.hpp"
#include "shape/begins.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <string>

#include "outlines.hpp"
#include "pieces_checks.hpp"

using namespace bankshot;
using bankshot_test::all_parts;
using bankshot_test::Hulls;
using bankshot_test::Outline;
using bankshot_test::Part;
using bankshot_test::reals;
using bankshot_test::Whole;

namespace {

using bankshot::testing::expect_growth;
using bankshot::testing::in_proportion;
using bankshot_test::begins;

std::string why_not_simple(const std::vector<Vec2>& corners) { return try_simple_polygon(corners).reason(); }

Outline any_outline(Hulls& random, int i) {
  switch (i % 4) {
    case 0: return bankshot_test::tangle(random, 4 + random.index(20), 1024);
    case 1: return bankshot_test::cells(random, static_cast<int>(3 + random.index(60)));
    case 2: return bankshot_test::comb(random, 2 + random.index(12), 8 << random.index(12));
    default: return bankshot_test::spiral(1 + random.index(4), random.between(0, 7));
  }
}

std::size_t reflex_corners(const Outline& outline) {
  std::size_t reflex = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const std::size_t n = outline.size();
    reflex += turn(outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n]) < 0;
  }
  return reflex;
}

/// The pieces have the outline's area, each point of it in one of them, and no cut is a boundary.
void expect_cut_well(const Outline& outline, const Shape& shape, Hulls& random) {
  const std::vector<Part> parts = all_parts(shape);
  std::int64_t doubled = 0;
  for (const Part& part : parts) {  // exact: all corners are whole
    for (std::size_t k = 0; k < part.points.size(); ++k) {
      const auto whole = [](detail::V2 p) { return Whole{std::int64_t(p.x), std::int64_t(p.y)}; };
      doubled += turn(whole(part.points[0]), whole(part.points[k]), whole(part.next(k)));
    }
  }
  ASSERT_EQ(doubled, bankshot_test::doubled_area(outline));
  ASSERT_LE(parts.size(), 2 * reflex_corners(outline) + 1) << "each reflex corner needs two diagonals at most";
  std::vector<std::pair<double, double>> corners;
  Whole low = outline[0], high = outline[0];
  for (const Whole p : outline) {
    corners.emplace_back(double(p.x), double(p.y));
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  for (int k = 0; k < 60; ++k) {
    const double x = double(random.between(64 * low.x, 64 * high.x)) / 64 + 0.001;
    const double y = double(random.between(64 * low.y, 64 * high.y)) / 64 + 0.0017;
    ASSERT_EQ(bankshot_test::in_any(parts, x, y), bankshot_test::winding(corners, x, y) != 0) << x << ", " << y;
  }
}

}  // namespace

TEST(SimplePolygon, PiecesAreConvexAndMakeTheWhole) {
  Hulls random(301);
  for (int i = 0; i < 1200; ++i) {
    Outline outline = any_outline(random, i);
    ASSERT_TRUE(bankshot_test::is_simple(outline)) << i;
    if (reflex_corners(outline) == 0) continue;
    std::rotate(outline.begin(), outline.begin() + static_cast<std::ptrdiff_t>(random.index(outline.size())),
                outline.end());
    const Result<Shape> shape = try_simple_polygon(reals(outline));
    ASSERT_TRUE(shape) << i << " " << shape.reason();
    EXPECT_EQ(shape->kind(), ShapeKind::compound);
    ASSERT_EQ(shape->corner_count(), static_cast<int>(outline.size()));
    for (int k = 0; k < shape->corner_count(); ++k) {
      ASSERT_EQ(shape->corner(k), reals(outline)[static_cast<std::size_t>(k)]);
    }
    bankshot_test::expect_convex_pieces(*shape);
    expect_cut_well(outline, *shape, random);
    Outline clockwise = outline;
    std::reverse(clockwise.begin() + 1, clockwise.end());
    EXPECT_EQ(simple_polygon(reals(clockwise)), *shape);
  }
}

TEST(SimplePolygon, MassIsThatOfTheOutline) {
  Hulls random(302);
  for (int i = 0; i < 400; ++i) {
    const Outline outline = any_outline(random, i);
    const MassProperties mass = mass_properties(simple_polygon(reals(outline)), 1);
    const Whole o = outline[0];
    long double area = 0, x = 0, y = 0, second = 0;
    for (std::size_t k = 0; k < outline.size(); ++k) {
      const Whole p = outline[k], q = outline[(k + 1) % outline.size()];
      const long double ax = double(p.x - o.x), ay = double(p.y - o.y), bx = double(q.x - o.x), by = double(q.y - o.y);
      const long double cross = ax * by - ay * bx;
      area += cross / 2, x += cross * (ax + bx) / 6, y += cross * (ay + by) / 6;
      second += cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12;
    }
    x /= area, y /= area;
    const auto inertia = double(second - area * (x * x + y * y)), size = std::sqrt(double(second / area));
    EXPECT_NEAR(mass.mass / double(area), 1, 1e-6);
    EXPECT_NEAR(mass.centre[0], double(x) + double(o.x), 1e-6 * (size + double(std::abs(o.x))));
    EXPECT_NEAR(mass.centre[1], double(y) + double(o.y), 1e-6 * (size + double(std::abs(o.y))));
    EXPECT_NEAR(mass.inertia / inertia, 1, 1e-5);
  }
}

TEST(SimplePolygon, CutsAreSeams) {
  Hulls random(303);
  for (int i = 0; i < 60; ++i) {
    const Outline outline = i % 2 == 0 ? bankshot_test::cells(random, static_cast<int>(5 + random.index(40)))
                                       : bankshot_test::tangle(random, 5 + random.index(10), 64);
    if (reflex_corners(outline) == 0) continue;
    bankshot_test::expect_seams(simple_polygon(reals(outline)), {1e-4});
  }
}

TEST(SimplePolygon, FindsItsPieces) {
  Hulls random(304);
  for (int i = 0; i < 40; ++i) {
    const Outline outline = bankshot_test::tangle(random, 30, 4096);
    const Shape shape = simple_polygon(reals(outline));
    bankshot_test::expect_finds(shape, 400 + static_cast<std::uint64_t>(i), 60);
    bankshot_test::expect_moves(shape, {Real(0.37), Real(-1.25)});
  }
}

TEST(SimplePolygon, ConvexOnesComeOutAsPolygons) {
  const std::vector<Vec2> square = {Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)};
  EXPECT_EQ(simple_polygon(square), polygon(square));
  EXPECT_EQ(pieces(simple_polygon(square)).size(), 1U);
}

TEST(SimplePolygon, ThicknessIsThatOfTheThinnestWall) {
  // A bucket: walls 1/4 thick, floor 1/2; the cuts through it are longer and shorter than that.
  const std::vector<Vec2> bucket = {Vec2(0, 0),
                                    Vec2(4, 0),
                                    Vec2(4, 3),
                                    Vec2(Real(3.75), 3),
                                    Vec2(Real(3.75), Real(0.5)),
                                    Vec2(Real(0.25), Real(0.5)),
                                    Vec2(Real(0.25), 3),
                                    Vec2(0, 3)};
  EXPECT_NEAR(detail_view(simple_polygon(bucket)).extent, 0.25, 1e-6);
  // A stair of a hair makes a thin piece, not a thin wall.
  const std::vector<Vec2> step = {Vec2(0, 0), Vec2(4, 0),           Vec2(4, 2),
                                  Vec2(2, 2), Vec2(2, Real(2.001)), Vec2(0, Real(2.001))};
  EXPECT_GT(detail_view(simple_polygon(step)).extent, Real(1.9));
  // A block with a tongue whose round end has so many edges that its piece counts with its own width.
  std::vector<Vec2> tongue = {Vec2(0, 0), Vec2(4, 0), Vec2(4, 1)};
  for (int i = 0; i <= 80; ++i) {
    const Rotation turn = Rotation::from_angle(Real(3.1415926) * (Real(i) / 80 - Real(0.5)));
    tongue.emplace_back(8 + turn.c / 4, Real(1.25) + turn.s / 4);
  }
  tongue.insert(tongue.end(), {Vec2(4, Real(1.5)), Vec2(4, 4), Vec2(0, 4)});
  EXPECT_NEAR(detail_view(simple_polygon(tongue)).extent, 0.5, 1e-3);
}

// The way from the middle of each edge straight in to the first edge that it meets, among all edges.
TEST(SimplePolygon, ThicknessIsThatOfTheNearestOppositeEdge) {
  Hulls random(307);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const Outline outline = bankshot_test::tangle(random, 8 + random.index(24), 1024);
    if (reflex_corners(outline) == 0) continue;
    const Shape shape = simple_polygon(reals(outline));
    const Aabb box = shape.aabb();
    double thinnest = double((box.upper - box.lower).minCoeff());
    const std::size_t n = outline.size();
    for (std::size_t e = 0; e < n; ++e) {
      const Whole a = outline[e], b = outline[(e + 1) % n];
      const double length = std::hypot(double(b.x - a.x), double(b.y - a.y));
      const double dx = -double(b.y - a.y) / length, dy = double(b.x - a.x) / length;
      const double x = double(a.x + b.x) / 2, y = double(a.y + b.y) / 2;
      for (std::size_t k = 0; k < n; ++k) {
        if (k == e) continue;
        const Whole c = outline[k], d = outline[(k + 1) % n];
        const double ex = double(d.x - c.x), ey = double(d.y - c.y), facing = dx * ey - dy * ex;
        if (std::fabs(facing) < 1e-12) continue;
        const double way = ((double(c.x) - x) * ey - (double(c.y) - y) * ex) / facing;
        const double at = ((double(c.x) - x) * dy - (double(c.y) - y) * dx) / facing;
        if (way > 0 && at >= 0 && at <= 1) thinnest = std::min(thinnest, way);
      }
    }
    const double extent = detail_view(shape).extent;
    EXPECT_GE(extent, thinnest * (1 - 1e-4)) << i;
    compared += extent <= thinnest * (1 + 1e-4);
  }
  EXPECT_GT(compared, 295) << "a way through a corner may be seen by one and not by the other";
}

TEST(SimplePolygon, AcceptsExactlyWhatIsSimple) {
  Hulls random(305);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::size_t n = 4 + random.index(6);
    Outline outline;
    for (std::size_t k = 0; k < n; ++k) outline.push_back({random.between(0, 6), random.between(0, 6)});
    if (i % 3 == 0) {
      outline = any_outline(random, i / 3);
      Whole& moved = outline[random.index(outline.size())];
      moved = {moved.x + random.between(-40, 40), moved.y + random.between(-40, 40)};
    }
    const bool simple = bankshot_test::is_simple(outline);
    const Result<Shape> shape = try_simple_polygon(reals(outline));
    ASSERT_EQ(bool(shape), simple) << i << " " << shape.reason();
    ++(simple ? accepted : refused);
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(refused, 500);
}

TEST(SimplePolygon, FaultsAreNamed) {
  EXPECT_EQ(why_not_simple({}), "simple_polygon: number of corners is 0, must be at least 3");
  EXPECT_EQ(why_not_simple({Vec2(0, 0), Vec2(1, 1), Vec2(3, 3), Vec2(2, 2)}),
            "simple_polygon: area is 0, must be greater than 0: all corners are in one line");
  EXPECT_EQ(why_not_simple({Vec2(0, 0), Vec2(3, 4), Vec2(3, 0), Vec2(0, 4)}),
            "simple_polygon: edges 0-1 and 2-3 cross at (1.5, 2), must not meet");
  EXPECT_EQ(why_not_simple({Vec2(0, 0), Vec2(4, 0), Vec2(4, 4), Vec2(2, 0), Vec2(0, 4)}).substr(0, 28),
            "simple_polygon: edges 0-1 an");
  EXPECT_EQ(why_not_simple({Vec2(0, 0), Vec2(2, 0), Vec2(2, 2), Vec2(0, 0), Vec2(1, 3)}),
            "simple_polygon: corners 0 and 3 are both (0, 0), must be in different places");
  EXPECT_EQ(why_not_simple({Vec2(0, 0), Vec2(3, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 2)}),
            "simple_polygon: edges 0-1 and 1-2 overlap, must not turn back at corner 1 (3, 0)");
  const Real none = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_TRUE(begins(why_not_simple({Vec2(0, 0), Vec2(3, none), Vec2(1, 0)}),
                     "simple_polygon: corner 1 is (3, nan), must be fin"));
  const Real tiny = std::numeric_limits<Real>::min() * 16;
  EXPECT_TRUE(begins(why_not_simple({Vec2(0, 0), Vec2(tiny, 0), Vec2(tiny / 4, tiny / 4), Vec2(0, tiny)}),
                     "simple_polygon: size is "));
  EXPECT_THROW(simple_polygon(std::vector<Vec2>{}), std::invalid_argument);
}

TEST(SimplePolygon, NothingElseHasAReflexOutline) {
  const std::vector<Vec2> dart = {Vec2(0, 0), Vec2(4, 0), Vec2(1, 1), Vec2(0, 4)};
  EXPECT_TRUE(has_reflex_outline(simple_polygon(dart)));
  const Shape boxes[] = {box(1, 1), box(1, 1, Vec2(3, 1))};
  const std::vector<Shape> others = {circle(1), capsule(Vec2(0, 0), Vec2(1, 1), 1), chain(dart), compound(boxes),
                                     container(circle(2))};
  for (std::size_t i = 0; i < others.size(); ++i) EXPECT_FALSE(has_reflex_outline(others[i])) << i;
}

TEST(SimplePolygon, TooManyCornersAreRefusedUnread) {
  constexpr std::size_t most = 16777216;
  const std::vector<Vec2> corners(most + 1, Vec2(std::numeric_limits<Real>::infinity(), 0));
  EXPECT_EQ(try_simple_polygon(corners).reason(),
            "simple_polygon: number of corners is 16777217, must be at most 16777216");
  EXPECT_EQ(try_simple_polygon(std::span(corners).first(most)).reason(),
            "simple_polygon: corner 0 is (inf, 0), must be finite");
}

namespace {

/// Corners on a circle, or on a part of it; `radius`: the radius of a corner, by its number.
template <class Radius>
Outline around(int count, double share, const Radius& radius) {
  Outline outline;
  for (int i = 0; i < count; ++i) {
    const double angle = (i * share / count - 0.25) * 2 * 3.14159265358979;
    const std::int64_t r = radius(i);
    outline.push_back({std::llround(double(r) * std::cos(angle)), std::llround(double(r) * std::sin(angle))});
  }
  return outline;
}

/// A circle of teeth.
Outline saw(int corners) {
  return around(corners, 1, [](int i) { return std::int64_t{1 << 22} - (i % 2 == 0 ? 0 : 4000); });
}

/// Almost convex: one piece with very many corners.
Outline bowl(int corners) {
  return around(corners, 0.9999, [](int i) { return std::int64_t{1 << 23} - (i % 100 == 99 ? 64 : 0); });
}

/// Outlines of about so many corners that are difficult to cut.
std::vector<Outline> hard_outlines(int corners) {
  Hulls random(306);
  const auto count = static_cast<std::size_t>(corners);
  return {bankshot_test::comb(random, count / 2, 1 << 18), bankshot_test::spiral(count / 8, 3), saw(corners),
          bowl(corners)};
}

std::vector<Vec2> crossed_saw(int corners) {
  std::vector<Vec2> crossed = reals(saw(corners));
  std::swap(crossed[50], crossed[crossed.size() * 7 / 10]);
  return crossed;
}

}  // namespace

TEST(SimplePolygon, HundredThousandCorners) {
  for (const Outline& outline : hard_outlines(100'000)) {
    const Result<Shape> shape = try_simple_polygon(reals(outline));
    ASSERT_TRUE(shape) << shape.reason();
    EXPECT_NEAR(mass_properties(*shape, 1).mass / (double(bankshot_test::doubled_area(outline)) / 2), 1, 1e-5);
  }
  const std::string why = why_not_simple(crossed_saw(100'000));
  EXPECT_TRUE(begins(why, "simple_polygon: edges ")) << why;
}

TEST(SimplePolygon, ManyCornersAreCutAndRefusedInProportionToTheirNumber) {
  for (std::size_t kind = 0; kind < 4; ++kind) {
    SCOPED_TRACE(kind);
    expect_growth(4000, in_proportion, in_proportion, [kind](int n) {
      return [corners = reals(hard_outlines(n)[kind])] { static_cast<void>(try_simple_polygon(corners)); };
    });
  }
  expect_growth(4000, in_proportion, in_proportion,
                [](int n) { return [corners = crossed_saw(n)] { why_not_simple(corners); }; });
}
