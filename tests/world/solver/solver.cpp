// A batch of the solver, filled and solved by hand, against closed forms.

#include "world/solver/hand_batch.hpp"

namespace bankshot::testing {
namespace {

/// A body of 1 m over a fixed one, in one sub-step, no gravity.
struct OverFirm : HandBatch {
  OverFirm(Real speed, Real separation, Real impulse = 0, Real time = dt) : HandBatch(0, 1) {
    add({.velocity = Vec2(0, speed)}), add_fixed();
    contacts = {{.a = 0, .b = 1, .separations = {separation}, .impulses = {impulse}}};
    solve(time);
  }
};

TEST(SolverContact, StopsWhatMeetsAFirmBody) {
  OverFirm ball(-2, 0);
  EXPECT_NEAR(wide(ball.velocity(0).y), 0, few_eps);
  EXPECT_NEAR(wide(ball.normal_impulse(0)), 2, few_eps);
  // The contact is soft: the first pass leaves a little of the speed, which moves the body.
  const double left = 2 * (1 - ReferenceSpring(wide(dt), true).taken());
  EXPECT_NEAR(wide(ball.way(0).y), -left * wide(dt), few_eps * wide(dt));
}

TEST(SolverContact, LetsAGapCloseAndNoMore) {
  OverFirm ball(-2, Real(0.01));
  EXPECT_NEAR(wide(ball.way(0).y), -0.01, 0.01 * few_eps);
  EXPECT_NEAR(wide(ball.velocity(0).y), 0, few_eps);
  EXPECT_NEAR(wide(ball.normal_impulse(0)), 2, few_eps);
}

TEST(SolverContact, DoesNothingToWhatDoesNotGetThere) {
  OverFirm ball(-2, Real(0.1));
  EXPECT_EQ(ball.velocity(0), (V2{0, -2}));
  EXPECT_EQ(ball.way(0), (V2{0, -2 * dt}));
  EXPECT_EQ(ball.normal_impulse(0), 0);
}

TEST(SolverContact, LetsGoOfWhatSeparates) {
  OverFirm ball(1, 0);
  EXPECT_EQ(ball.velocity(0), (V2{0, 1}));
  EXPECT_EQ(ball.way(0), (V2{0, dt}));
  EXPECT_EQ(ball.normal_impulse(0), 0);
  OverFirm borne(1, 0, Real(0.5));  // the last step's load is taken back
  EXPECT_NEAR(wide(borne.velocity(0).y), 1, few_eps);
  EXPECT_EQ(borne.normal_impulse(0), 0);
}

TEST(SolverContact, PushesAShallowOverlapOutAndKeepsNoSpeed) {
  for (const Real time : {dt, Real(1) / 4000}) {  // in the shorter one the spring alone would be faster
    OverFirm ball(0, -3 * slop_of_1m, 0, time);
    const ReferenceSpring spring(wide(time), true);
    const double speed = spring.taken() * std::min(3.0, spring.beta / wide(time) * 3 * wide(slop_of_1m));
    EXPECT_NEAR(wide(ball.way(0).y), speed * wide(time), speed * wide(time) * few_eps);
    EXPECT_NEAR(wide(ball.velocity(0).y), 0, speed * few_eps);
    EXPECT_FALSE(ball.motion[ball.rank(0)].pushed);
  }
}

// From four slops on. At most by three extents a second.
TEST(SolverContact, MovesADeepOverlapApartWithoutASpeed) {
  for (const Real time : {dt, Real(1) / 2000}) {
    for (const bool firm : {true, false}) {
      HandBatch pair(0, 1);
      pair.add({}), firm ? pair.add_fixed() : pair.add({});
      const Real depth = 9 * slop_of_1m;
      pair.contacts = {{.a = 0, .b = 1, .separations = {-depth}}};
      pair.solve(time);
      const double speed = std::min(3.0, ReferenceSpring(wide(time), firm).beta / wide(time) * wide(depth));
      const double way = wide(pair.way(0).y - (firm ? Real(0) : pair.way(1).y));
      EXPECT_NEAR(way, speed * wide(time), speed * wide(time) * few_eps) << time << ", firm: " << firm;
      EXPECT_EQ(pair.velocity(0), V2{});
      EXPECT_TRUE(pair.motion[pair.rank(0)].pushed);
      EXPECT_EQ(pair.normal_impulse(0), 0);
    }
  }
}

// A weight m g on springs of the masses m_i presses them in by m g / (omega^2 sum m_i): there, with its load known, the
// weight stays. At a corner of a box with the sides 1, m_i is 1 / (1 + 6 / 4) of its mass.
TEST(SolverContact, BearsAWeightAtTheDepthOfItsSprings) {
  for (const int substeps : {1, 4, 9}) {
    HandBatch crate(10, substeps);
    crate.add({}), crate.add_fixed();
    const double h = wide(dt) / substeps, depth = 10 / (0.8 * std::pow(ReferenceSpring(h, true).omega, 2));
    const Real load = static_cast<Real>(10 * h / 2), separation = static_cast<Real>(-depth);
    crate.contacts = {{.a = 0,
                       .b = 1,
                       .points = {{Real(0.5), Real(-0.5)}, {Real(-0.5), Real(-0.5)}},
                       .separations = {separation, separation},
                       .impulses = {load, load}}};
    crate.solve();
    EXPECT_NEAR(wide(crate.velocity(0).y), 0, 10 * h * few_eps);
    EXPECT_NEAR(wide(crate.way(0).y), 0, 10 * h * h * few_eps);
    EXPECT_NEAR(wide(crate.normal_impulse(0)), 10 * h, 10 * h * few_eps);
  }
}

/// A crate that cannot turn lies on a firm body and moves along it; its load is known.
struct Slide : HandBatch {
  Slide(Real speed, Real friction, int substeps, Real belt = 0) : HandBatch(10, substeps) {
    add({.velocity = Vec2(speed, 0), .locks = {.rotation = true}}), add_fixed();
    const double h = wide(dt) / substeps;
    contacts = {{.a = 0,
                 .b = 1,
                 .separations = {static_cast<Real>(-10 / std::pow(ReferenceSpring(h, true).omega, 2))},
                 .impulses = {static_cast<Real>(10 * h)},
                 .friction = friction,
                 .surface_speed = belt}};
    solve();
  }
};

TEST(SolverFriction, TakesItsShareOfTheWeight) {
  for (const int substeps : {1, 4, 9}) {
    for (const double sign : {-1.0, 1.0}) {
      Slide slide(static_cast<Real>(3 * sign), Real(0.5), substeps);
      const double t = wide(dt);
      EXPECT_NEAR(wide(slide.velocity(0).x), sign * (3 - 5 * t), 3 * few_eps);
      EXPECT_NEAR(wide(slide.way(0).x), sign * (3 * t - 5 * t * t / 2), 3 * t * few_eps);
      // The tangent is the normal turned left.
      EXPECT_NEAR(wide(slide.pairs.geometry[0].friction_impulse), sign * 5 * t / substeps, 5 * t * few_eps);
    }
  }
}

TEST(SolverFriction, HoldsWhatItCanStop) {
  Slide slide(Real(0.02), Real(0.5), 4);
  EXPECT_NEAR(wide(slide.velocity(0).x), 0, few_eps);
  EXPECT_LT(slide.way(0).x, Real(0.02) * dt / 4);
}

// The surface of a belt moves A at its speed along the tangent, to the left over a floor.
TEST(SolverFriction, CarriesWhatLiesOnABelt) {
  Slide slow(0, Real(0.5), 4, 2);
  EXPECT_NEAR(wide(slow.velocity(0).x), -5 * wide(dt), few_eps);
  Slide carried(Real(-1.99), Real(0.5), 4, 2);
  EXPECT_NEAR(wide(carried.velocity(0).x), -2, 2 * few_eps);
}

// Contacts that do nothing: the solution of v' = a - d v.
TEST(SolverBodies, AreDampedAndAcceleratedBetweenContacts) {
  for (const double d : {0.0, 0.5, 20.0}) {
    HandBatch flier(0);
    const Real damping = static_cast<Real>(d);
    flier.add({.velocity = Vec2(1, 3),
               .angular_velocity = 2,
               .linear_damping = damping,
               .angular_damping = damping,
               .gravity_scale = 0});
    flier.add_fixed();
    flier.world.apply_force(flier.bodies[0], Vec2(0, 7));
    flier.contacts = {{.a = 0, .b = 1, .separations = {100}}};
    flier.solve();
    const double t = wide(dt), keep = std::exp(-d * t), gain = d == 0 ? t : (1 - keep) / d;
    EXPECT_NEAR(wide(flier.velocity(0).x), keep, few_eps);
    EXPECT_NEAR(wide(flier.velocity(0).y), 3 * keep + 7 * gain, 4 * few_eps);
    EXPECT_NEAR(wide(flier.angular(0)), 2 * keep, 2 * few_eps);
  }
}

// ---- stiff groups ------------------------------------------------------------------------------------------------

// Passes over single contacts would leave nearly all of the heavy body's speed, whether its load is known or not.
TEST(SolverStiffGroups, BearAHeavyBodyOnALightOne) {
  const double h = wide(dt) / 4;
  for (const Real known : {Real(0), Real(1)}) {
    HandBatch stack(10);
    stack.add({}, box(1, 1), {.density = 100}), stack.add({}), stack.add_fixed();
    const Real unit = known * static_cast<Real>(10 * h);
    stack.contacts = {{.a = 0, .b = 1, .impulses = {100 * unit}}, {.a = 1, .b = 2, .impulses = {101 * unit}}};
    stack.contacts[1].friction = 1, stack.contacts[1].friction_impulse = unit;  // which nothing requires any longer
    stack.solve();
    for (const int body : {0, 1}) EXPECT_NEAR(wide(stack.velocity(body).y), 0, 10 * h * 1e-3) << known;
    EXPECT_NEAR(wide(stack.velocity(1).x), 0, 10 * h * few_eps) << known;
    EXPECT_NEAR(wide(stack.pairs.geometry[1].friction_impulse), 0, 10 * h * few_eps) << known;
    EXPECT_NEAR(wide(stack.normal_impulse(0)), 1000 * h, 1000 * h * 1e-3) << known;
    EXPECT_NEAR(wide(stack.normal_impulse(1)), 1010 * h, 1010 * h * 1e-3) << known;
  }
}

// Each side of a wedge of the angle t bears m g / (2 sin(t / 2)), but for the share that stiffening leaves, at most 1
// %.
TEST(SolverStiffGroups, BearABallInANarrowWedge) {
  for (const double angle : {0.15, 0.2, 0.24}) {
    HandBatch wedge(10);
    wedge.add({}), wedge.add_fixed(), wedge.add_fixed();
    const Real up = static_cast<Real>(std::sin(angle / 2)), across = static_cast<Real>(std::cos(angle / 2));
    wedge.contacts = {{.a = 0, .b = 1, .normal = {across, up}}, {.a = 0, .b = 2, .normal = {-across, up}}};
    wedge.solve();
    const double h = wide(dt) / 4, load = 10 * h / (2 * std::sin(angle / 2));
    EXPECT_NEAR(wide(wedge.velocity(0).y), 0, 10 * h * 0.01) << angle;
    for (const std::size_t i : {0u, 1u}) EXPECT_NEAR(wide(wedge.normal_impulse(i)), load, load * 0.01) << angle;
  }
}

}  // namespace
}  // namespace bankshot::testing
