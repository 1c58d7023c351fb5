// Cause: all of an overlap is taken out in the step in which it appears; a layout of bodies created on top of one
// another jumps, and bodies that were pushed go on moving. Wanted: slowly apart, then still.
// https://github.com/liabru/matter-js/issues/651

#include <bankshot/query/overlap_batch.hpp>
#include <bankshot/response/respond.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(MatterJs651, AHeapOfTilesSpreadsOutSlowly) {
  constexpr Real cap = Real(1) / 16;
  std::vector<Shape> shapes;
  std::vector<ResponseBody> bodies;
  for (int i = 0; i < 16; ++i) {
    shapes.push_back(box(1 + Real(i % 3) / 4, 1));
    ResponseBody body;
    body.position = Vec2(Real(i % 4) / 5, Real(i / 4) / 7);
    body.inverse_mass = 1;
    bodies.push_back(body);
  }
  std::vector<Pose> poses(bodies.size());
  std::vector<OverlapPair> pairs;
  Real deepest = 1;
  for (int step = 0; step < 2000 && deepest > Real(0.001); ++step) {
    for (std::size_t i = 0; i < bodies.size(); ++i) poses[i].position = bodies[i].position;
    const std::vector<ResponseBody> before = bodies;
    overlap_pairs(shapes, poses, pairs);
    deepest = 0;
    for (const OverlapPair& pair : pairs) {
      const auto hit = mtv(shapes[pair.a], poses[pair.a], shapes[pair.b], poses[pair.b]);
      if (!hit) continue;
      deepest = std::max(deepest, hit->depth);
      separate_gently(bodies[pair.a], bodies[pair.b], *hit, cap);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      // No farther in a step than half a cap for each of the others.
      ASSERT_LE((bodies[i].position - before[i].position).norm(), Real(bodies.size()) * cap / 2) << step;
    }
  }
  EXPECT_LE(deepest, Real(0.001));
  for (const ResponseBody& body : bodies) {
    EXPECT_EQ(body.velocity, Vec2(0, 0));
    EXPECT_LT(body.position.norm(), 6) << "together still";
  }
}
