// Found by a campaign of sweeps: a small disc beyond the end of a segment, in its line up to rounding, was said to
// overlap it at the start. Neither side of the segment saw the disc's centre on its outer side.

#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>

#include <gtest/gtest.h>

#include <random>

namespace bankshot_test {
namespace {

using namespace bankshot;

TEST(Regress, BeyondTheEndOfASegmentCountsAsInside) {
  const Shape disc = circle(Real(6.1035156e-05), Vec2(Real(4.425645e-05), Real(3.4332275e-05)));
  const Shape line = segment({Real(-1.2196774), Real(-0.6556028)}, {Real(-0.71313477), Real(-2.015625)});
  const Pose pose = {Vec2::Zero(), {Real(-0.12695312), Real(-0.9921875)}};
  const Pose place = {Vec2(Real(-0.5972004), Real(-1.2493328)), {Real(-0.80701935), Real(-0.59052503)}};
  EXPECT_EQ(sweep(disc, pose, Vec2(1, 0), line, place).status, SweepStatus::missed);
}

TEST(Regress, PointsInTheLineOfASegmentAreOffIt) {
  std::mt19937_64 engine(1);
  const auto number = [&engine] { return static_cast<Real>(static_cast<double>(engine() >> 11) * 0x1p-52 - 1); };
  for (int i = 0; i < 20000; ++i) {
    const Vec2 from(number(), number()), to(number(), number());
    const Pose pose = {Vec2(number(), number()), Rotation::from_angle(3 * number())};
    if (!((to - from).norm() > Real(0.25))) continue;
    const Vec2 beyond = pose * Vec2(to + Real(1) / 1024 * (to - from));
    EXPECT_FALSE(ray_cast(segment(from, to), pose, beyond, Vec2::Zero())) << i;
    EXPECT_FALSE(
        sweep(circle(Real(1) / 65536), {beyond, {}}, Vec2(pose.rotation * Vec2(to - from)), segment(from, to), pose))
        << i;
  }
}

}  // namespace
}  // namespace bankshot_test
