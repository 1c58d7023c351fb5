// Cause: asked where a segment enters a box, the answer for a segment that starts inside looked like a hit at its
// start, while the reversed one gave the place of entry; nothing said which is meant. Here 0 means "starts inside",
// both directions meet the same boxes, and an option says what a ray from inside a shape does.
// https://github.com/viblo/pymunk/issues/252

#include <bankshot/broad/broad_phase.hpp>
#include <bankshot/query/ray.hpp>

#include <gtest/gtest.h>

using namespace bankshot;

TEST(Pymunk252, BothDirectionsMeetTheBox) {
  for (const BroadPhaseKind kind : {BroadPhaseKind::tree, BroadPhaseKind::quadtree, BroadPhaseKind::spatial_hash}) {
    BroadPhase broad(kind);
    broad.insert(3, {Vec2(0, 0), Vec2(10, 5)});
    std::vector<BoxHit> hits;
    broad.ray(Vec2(15, 1), Vec2(-10, 0), hits);
    EXPECT_EQ(hits, (std::vector<BoxHit>{{3, Real(0.5)}}));
    broad.ray(Vec2(5, 1), Vec2(10, 0), hits);
    EXPECT_EQ(hits, (std::vector<BoxHit>{{3, 0}}));
  }
  const Shape room = box(10, 5, Vec2(5, Real(2.5)));
  const auto in = ray_cast(room, {}, Vec2(15, 1), Vec2(-10, 0));
  const auto out = ray_cast(room, {}, Vec2(5, 1), Vec2(10, 0), InsideRays::hit_exit);
  ASSERT_TRUE(in && out);
  EXPECT_EQ(in->fraction, Real(0.5));
  EXPECT_EQ(out->fraction, Real(0.5));
  EXPECT_EQ(in->point, out->point);
  EXPECT_FALSE(ray_cast(room, {}, Vec2(5, 1), Vec2(10, 0), InsideRays::skip));
}
