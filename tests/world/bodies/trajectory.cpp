// Where a body is on its path through a step.

#include <bankshot/world/bodies/trajectory.hpp>

#include <gtest/gtest.h>

namespace bankshot::testing {
namespace {

detail::Trajectory turning_path() {
  detail::Trajectory path;
  path.velocity = {1, 2};
  path.acceleration = {0, -10};
  path.spin = 3;
  return path;
}

TEST(Trajectory, IsPutDownWhereItIs) {
  detail::Trajectory path = turning_path();
  for (const Real time : {Real(0.25), Real(0.25), Real(0.5), Real(0)}) {
    const detail::Trajectory& there = placed(path, time);
    EXPECT_EQ(there.placed, path.displacement(time)) << time;
    EXPECT_EQ(there.turned_to.s, rotation_at(path, time).s) << time;
  }
}

// A path that a hit changes is another one from there on, also at the time of the hit.
TEST(Trajectory, IsPutDownAnewWhereItsPathChanges) {
  detail::Trajectory path = turning_path();
  const detail::V2 before = placed(path, Real(0.5)).placed;
  rebase(path, Real(0.25));
  path.velocity = {-1, 0};
  path.spin = 0;
  const detail::Trajectory& there = placed(path, Real(0.5));
  EXPECT_NE(there.placed, before);
  EXPECT_EQ(there.placed, path.displacement(Real(0.5)));
  EXPECT_EQ(there.turned_to.s, path.rotation.s);
}

// The end of a path is computed once, and again when the path changes.
TEST(Trajectory, EndsElsewhereWhereItsPathChanges) {
  constexpr Real dt = 1;
  detail::Trajectory path = turning_path();
  const detail::V2 before = ended(path, dt).end;
  EXPECT_EQ(before, path.displacement(dt));
  EXPECT_EQ(ended(path, dt).end_turned.s, rotation_at(path, dt).s);
  rebase(path, Real(0.25));
  path.velocity = {-1, 0};
  path.spin = 0;
  EXPECT_NE(ended(path, dt).end, before);
  EXPECT_EQ(ended(path, dt).end, path.displacement(dt));
  EXPECT_EQ(ended(path, dt).end_turned.s, path.rotation.s);
}

}  // namespace
}  // namespace bankshot::testing
