// Cause: hits come in the order of an internal tree, without the distance along the ray; a game that takes the first
// one, or sorts by something else, sees through walls. https://github.com/piqnt/planck.js/issues/270

#include <bankshot/broad/broad_phase.hpp>
#include <bankshot/query/ray.hpp>

#include <gtest/gtest.h>

#include <optional>

using namespace bankshot;

TEST(Planck270, BoxesComeInTheOrderOfTheRayWhateverTheirHistory) {
  for (const BroadPhaseKind kind : {BroadPhaseKind::tree, BroadPhaseKind::quadtree, BroadPhaseKind::spatial_hash}) {
    BroadPhase broad(kind);
    for (std::uint32_t i = 0; i < 100; ++i) {
      const std::uint32_t id = i * 37 % 100;  // put in without order
      const Real x = Real(id);
      broad.insert(id, {Vec2(x, -1), Vec2(x + Real(0.5), 1)});
    }
    std::vector<BoxHit> hits;
    broad.ray(Vec2(-1, 0), Vec2(128, 0), hits);
    ASSERT_EQ(hits.size(), 100u);
    for (std::uint32_t i = 0; i < 100; ++i) {
      EXPECT_EQ(hits[i].id, i);
      EXPECT_EQ(hits[i].fraction, (Real(i) + 1) / 128);
    }
    broad.ray(Vec2(127, 0), Vec2(-128, 0), hits);
    ASSERT_EQ(hits.size(), 100u);
    EXPECT_EQ(hits.front().id, 99u) << "from the other end the other way round";
  }
}

// The nearest wall, found by looking at boxes in order and stopping when the next is farther than the best hit.
TEST(Planck270, TheNearestWallIsFound) {
  BroadPhase broad(BroadPhaseKind::spatial_hash);
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  for (std::uint32_t i = 0; i < 400; ++i) {
    shapes.push_back(box(1, Real(0.1), {0, 0}, Rotation::from_angle(Real(i))));
    poses.push_back({Vec2(Real(i * 7 % 20) * 2, Real(i * 11 % 20) * 2), {}});
    broad.insert(i, shapes.back().aabb(poses.back()));
  }
  std::vector<BoxHit> hits;
  for (int k = 0; k < 360; ++k) {
    const Rotation turn = Rotation::from_angle(Real(k) / 57);
    const Vec2 origin(Real(17.3), Real(20.9)), way(40 * turn.c, 40 * turn.s);
    Real nearest = 2;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (const auto hit = ray_cast(shapes[i], poses[i], origin, way)) nearest = std::min(nearest, hit->fraction);
    }
    Real found = 2;
    broad.ray(origin, way, hits);
    for (const BoxHit& box : hits) {
      if (box.fraction > found) break;
      if (const auto hit = ray_cast(shapes[box.id], poses[box.id], origin, way)) found = std::min(found, hit->fraction);
    }
    EXPECT_EQ(found, nearest) << k;
  }
}
