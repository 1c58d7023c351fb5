// Where a body is on its path through a step.

#include <bankshot/world/bodies/flight.hpp>

#include <gtest/gtest.h>

namespace bankshot::testing {
namespace {

detail::Flight turning_flight() {
  detail::Flight flight;
  flight.velocity = {1, 2};
  flight.acceleration = {0, -10};
  flight.spin = 3;
  return flight;
}

TEST(Flight, IsPutDownWhereItIs) {
  detail::Flight flight = turning_flight();
  for (const Real time : {Real(0.25), Real(0.25), Real(0.5), Real(0)}) {
    const detail::Flight& there = placed(flight, time);
    EXPECT_EQ(there.placed, flight.displacement(time)) << time;
    EXPECT_EQ(there.turned_to.s, rotation_at(flight, time).s) << time;
  }
}

// A path that a hit changes is another one from there on, also at the time of the hit.
TEST(Flight, IsPutDownAnewWhereItsPathChanges) {
  detail::Flight flight = turning_flight();
  const detail::V2 before = placed(flight, Real(0.5)).placed;
  rebase(flight, Real(0.25));
  flight.velocity = {-1, 0};
  flight.spin = 0;
  const detail::Flight& there = placed(flight, Real(0.5));
  EXPECT_NE(there.placed, before);
  EXPECT_EQ(there.placed, flight.displacement(Real(0.5)));
  EXPECT_EQ(there.turned_to.s, flight.rotation.s);
}

// Where a path ends is found once, and anew where it changes.
TEST(Flight, EndsElsewhereWhereItsPathChanges) {
  constexpr Real dt = 1;
  detail::Flight flight = turning_flight();
  const detail::V2 before = ended(flight, dt).end;
  EXPECT_EQ(before, flight.displacement(dt));
  EXPECT_EQ(ended(flight, dt).end_turned.s, rotation_at(flight, dt).s);
  rebase(flight, Real(0.25));
  flight.velocity = {-1, 0};
  flight.spin = 0;
  EXPECT_NE(ended(flight, dt).end, before);
  EXPECT_EQ(ended(flight, dt).end, flight.displacement(dt));
  EXPECT_EQ(ended(flight, dt).end_turned.s, flight.rotation.s);
}

}  // namespace
}  // namespace bankshot::testing
