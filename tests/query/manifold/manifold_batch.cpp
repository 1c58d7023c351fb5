// The narrow phase over lanes: the same bits at every width and in every grouping, and under exact motions of the
// scene.

#include <bankshot/simd/width.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <set>

#include <query/manifold_cases.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace {

using namespace manifold_cases;
using detail::ContactGeometry;
using detail::find_manifolds;
using detail::Geometry;
using detail::PairInput;
using detail::Q2;
using detail::V2;

Geometry geometry_of(const Shape& shape) {
  const detail::ConvexView view = detail_view(shape);
  return Geometry(view.count, view.points, view.normals, view.radius);
}

struct Scene {
  std::deque<Shape> shapes;
  std::deque<Geometry> geometry;
  std::vector<PairInput> pairs;

  const Geometry* add(const Shape& shape) {
    shapes.push_back(shape);
    geometry.push_back(geometry_of(shapes.back()));
    return &geometry.back();
  }
};

/// Many pairs of all kinds; every other one shares its shapes with its neighbours, as in a pile.
Scene random_scene(std::uint64_t seed, int count) {
  CaseNumbers random(seed);
  Scene scene;
  const Geometry* common_a = scene.add(box(1, 1));
  const Geometry* common_b = common_a;
  for (int i = 0; i < count; ++i) {
    if (i % 64 == 0) common_a = scene.add(random_shape(random)), common_b = scene.add(random_shape(random));
    if (i % 256 == 0) common_a = common_b = scene.add(box(1, 1));
    PairInput pair;
    const bool common = random.below(2) == 0;
    pair.a = common ? common_a : scene.add(random_shape(random));
    pair.b = common ? common_b : scene.add(random_shape(random));
    Pose a, b;
    random_poses(random, a, b);
    pair.d = detail::plain(a.position) - detail::plain(b.position);
    pair.qa = {a.rotation.c, a.rotation.s}, pair.qb = {b.rotation.c, b.rotation.s};
    pair.margin = random.between(0, 0.2);
    scene.pairs.push_back(pair);
  }
  return scene;
}

bool same_bits(const ContactGeometry& a, const ContactGeometry& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

struct RestoreWidth {
  Width before = active_width();
  ~RestoreWidth() { set_width(before); }
};

TEST(ManifoldBatch, EveryWidthGivesTheSameBits) {
  const RestoreWidth restore;
  const Scene scene = random_scene(3, 20000);
  ASSERT_TRUE(set_width(Width::scalar));
  std::vector<ContactGeometry> expected(scene.pairs.size());
  find_manifolds(scene.pairs, expected.data());
  int with_points = 0;
  for (const ContactGeometry& contact : expected) with_points += contact.count > 0;
  EXPECT_GT(with_points, 10000);
  for (const Width width : all_widths) {
    if (width == Width::scalar || !set_width(width)) continue;
    std::vector<ContactGeometry> out(scene.pairs.size());
    std::memset(static_cast<void*>(out.data()), 0xff, out.size() * sizeof(ContactGeometry));  // everything is written
    find_manifolds(scene.pairs, out.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
      ASSERT_TRUE(same_bits(out[i], expected[i]))
          << width_name(width) << ", pair " << i << ", corners " << scene.pairs[i].a->count << " and "
          << scene.pairs[i].b->count << ": separation " << out[i].points[0].separation << ", not "
          << expected[i].points[0].separation << "; count " << out[i].count << ", not " << expected[i].count;
    }
  }
}

TEST(ManifoldBatch, APairDoesNotDependOnItsNeighbours) {
  const Scene scene = random_scene(4, 4000);
  std::vector<ContactGeometry> together(scene.pairs.size());
  find_manifolds(scene.pairs, together.data());
  std::vector<std::size_t> order(scene.pairs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::mt19937_64 engine(9);
  std::shuffle(order.begin(), order.end(), engine);
  for (std::size_t begin = 0, size = 1; begin < order.size(); begin += size, size = size % 23 + 1) {
    std::vector<PairInput> some;
    for (std::size_t i = begin; i < std::min(order.size(), begin + size); ++i) some.push_back(scene.pairs[order[i]]);
    std::vector<ContactGeometry> out(some.size());
    find_manifolds(some, out.data());
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_TRUE(same_bits(out[i], together[order[begin + i]]));
  }
}

TEST(ManifoldBatch, ScalingByAPowerOfTwoIsExact) {
  const Scene scene = random_scene(5, 4000);
  std::vector<ContactGeometry> expected(scene.pairs.size()), out(scene.pairs.size());
  find_manifolds(scene.pairs, expected.data());
  for (const int exponent : {-20, -3, 20}) {
    const Real factor = std::ldexp(Real(1), exponent);
    std::deque<std::vector<V2>> points;
    std::deque<Geometry> geometry;
    std::vector<PairInput> pairs = scene.pairs;
    const auto scaled = [&](const Geometry& shape) {
      points.emplace_back(shape.points, shape.points + shape.count);
      for (V2& p : points.back()) p = factor * p;
      geometry.emplace_back(shape.count, points.back().data(), shape.normals, factor * shape.radius);
      return &geometry.back();
    };
    for (PairInput& pair : pairs) {
      pair.a = scaled(*pair.a), pair.b = scaled(*pair.b);
      pair.d = factor * pair.d, pair.margin *= factor;
    }
    find_manifolds(pairs, out.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
      ContactGeometry large = expected[i];
      large.d = factor * large.d;
      for (detail::ContactPoint& p : large.points) p.anchor = factor * p.anchor, p.separation *= factor;
      ASSERT_TRUE(same_bits(out[i], large)) << "pair " << i << " times 2^" << exponent;
    }
  }
}

TEST(ManifoldBatch, AQuarterTurnIsExact) {
  const Scene scene = random_scene(6, 4000);
  std::vector<PairInput> pairs = scene.pairs;
  std::vector<ContactGeometry> expected(pairs.size()), out(pairs.size());
  find_manifolds(pairs, expected.data());
  const auto turn = [](V2 v) { return V2{-v.y, v.x}; };
  for (PairInput& pair : pairs) {
    pair.d = turn(pair.d);
    pair.qa = {-pair.qa.s, pair.qa.c}, pair.qb = {-pair.qb.s, pair.qb.c};
  }
  find_manifolds(pairs, out.data());
  for (std::size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i].count, expected[i].count);
    ASSERT_EQ(out[i].d, pairs[i].d);
    ASSERT_EQ(out[i].normal, turn(expected[i].normal));  // == and not bits: zeros may change their signs
    for (int k = 0; k < 2; ++k) {
      ASSERT_EQ(out[i].points[k].anchor, turn(expected[i].points[k].anchor));
      ASSERT_EQ(out[i].points[k].separation, expected[i].points[k].separation);
      ASSERT_EQ(out[i].points[k].key, expected[i].points[k].key);
    }
  }
}

TEST(ManifoldBatch, SwappingTheShapesTurnsTheContactRound) {
  const Scene scene = random_scene(7, 8000);
  std::vector<PairInput> pairs = scene.pairs;
  std::vector<ContactGeometry> expected(pairs.size()), out(pairs.size());
  find_manifolds(pairs, expected.data());
  for (PairInput& pair : pairs) {
    std::swap(pair.a, pair.b), std::swap(pair.qa, pair.qb);
    pair.d = -pair.d;
  }
  find_manifolds(pairs, out.data());
  int exact = 0, contacts = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const ContactGeometry &one = expected[i], &other = out[i];
    if (one.count == 0 && other.count == 0) continue;
    ++contacts;
    const auto deepest = [](const ContactGeometry& c) {
      return c.count == 2 ? detail::min(c.points[0].separation, c.points[1].separation) : c.points[0].separation;
    };
    if (one.count > 0 && other.count > 0) {
      const Real size = Real(1) + detail::absolute(pairs[i].d.x) + detail::absolute(pairs[i].d.y);
      ASSERT_NEAR(deepest(one), deepest(other), size * Real(8e-5)) << "pair " << i;
    } else {  // one point that lies at the margin
      ASSERT_NEAR(one.count > 0 ? deepest(one) : deepest(other), pairs[i].margin, Real(2e-4)) << "pair " << i;
    }
    exact += one.normal == -other.normal && one.count == other.count;
  }
  EXPECT_GT(contacts, 4000);
  EXPECT_GT(exact, contacts * 95 / 100);  // the rest are ties between faces, where the first shape's is always taken
}

// A pile at rest trembles. Neither the tilt, nor which box has the reference face, nor which corner is clipped may
// change the names of the points.
TEST(ManifoldBatch, KeysOfASettledStackStay) {
  CaseNumbers random(8);
  Scene scene;
  const Geometry* unit = scene.add(box(1, 1));
  const Geometry* general = scene.add(box(1, 1, Vec2(0, 0), {}, Real(0.01)));
  for (const Geometry* shape : {unit, general}) {
    for (const double offset : {0.0, 0.5, -0.25}) {
      std::set<std::uint32_t> low, high;
      for (int i = 0; i < 2000; ++i) {
        PairInput pair;
        pair.a = pair.b = shape;
        const Rotation qa = rotation(static_cast<double>(random.between(-1e-3, 1e-3)));
        const Rotation qb = rotation(static_cast<double>(random.between(-1e-3, 1e-3)));
        pair.qa = {qa.c, qa.s}, pair.qb = {qb.c, qb.s};
        pair.d = {static_cast<Real>(offset) + random.between(-1e-3, 1e-3), 1 + random.between(-0.004, 0.02)};
        pair.margin = Real(0.1);
        ContactGeometry contact;
        find_manifolds({&pair, 1}, &contact);
        ASSERT_EQ(contact.count, 2);
        low.insert(contact.points[0].key), high.insert(contact.points[1].key);
      }
      EXPECT_EQ(low.size(), 1u) << offset;
      EXPECT_EQ(high.size(), 1u) << offset;
      EXPECT_NE(low, high);
    }
  }
}

// A triangle padded to four corners, a pentagon to eight: the copies have edges without length, which must never win.
TEST(ManifoldBatch, PaddingNeverWins) {
  const RestoreWidth restore;
  CaseNumbers random(10);
  Scene scene;
  for (int i = 0; i < 4000; ++i) {
    PairInput pair;
    pair.a = scene.add(random_polygon(random, 3 + random.below(6), false, 0));
    pair.b = scene.add(random_polygon(random, 3 + random.below(6), false, 0));
    const Rotation qa = rotation(static_cast<double>(random.between(-4, 4))),
                   qb = rotation(static_cast<double>(random.between(-4, 4)));
    pair.qa = {qa.c, qa.s}, pair.qb = {qb.c, qb.s};
    pair.d = {random.between(-0.5, 0.5), random.between(-0.5, 0.5)};
    scene.pairs.push_back(pair);
  }
  std::vector<ContactGeometry> out(scene.pairs.size());
  find_manifolds(scene.pairs, out.data());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const PairInput& pair = scene.pairs[i];
    const Shape &a = scene.shapes[2 * i], &b = scene.shapes[2 * i + 1];
    const Truth t = truth(place(a, {Vec2(pair.d.x, pair.d.y), {pair.qa.c, pair.qa.s}}),
                          place(b, {Vec2(0, 0), {pair.qb.c, pair.qb.s}}));
    if (t.gap > Real(-1e-4)) continue;
    ASSERT_GE(out[i].count, 1);
    Real deepest = out[i].points[0].separation;
    if (out[i].count == 2) deepest = detail::min(deepest, out[i].points[1].separation);
    ASSERT_NEAR(deepest, static_cast<Real>(t.gap), Real(1e-4)) << "pair " << i;
    for (int k = 0; k < out[i].count; ++k) {
      ASSERT_LT(detail::key_edge_a(out[i].points[k].key), pair.a->count);
      ASSERT_LT(detail::key_edge_b(out[i].points[k].key), pair.b->count);
    }
  }
}

TEST(ManifoldBatch, KindsOfGeometry) {
  const auto kind = [](const Shape& shape) { return geometry_of(shape).kind; };
  using detail::GeometryKind;
  EXPECT_EQ(kind(circle(1)), GeometryKind::circle);
  EXPECT_EQ(kind(capsule(Vec2(0, 0), Vec2(1, 0), 1)), GeometryKind::segment);
  EXPECT_EQ(kind(box(1, 2)), GeometryKind::box);
  EXPECT_EQ(kind(box(1, 2, Vec2(0, 0), {Real(0.6), Real(0.8)})), GeometryKind::box);
  EXPECT_EQ(kind(box(1, 2, Vec2(1, 0))), GeometryKind::small);
  EXPECT_EQ(kind(box(1, 2, Vec2(0, 0), {}, Real(0.1))), GeometryKind::small);
  EXPECT_EQ(kind(polygon(std::vector<Vec2>{Vec2(0, 0), Vec2(1, 0), Vec2(2, 0), Vec2(1, 1)})), GeometryKind::large);
}

}  // namespace
}  // namespace bankshot::BANKSHOT_ABI
