// Discs that friction on a table slows down, and that collide on a line: against their motion in closed form.

#include "braked.hpp"
#include "effort.hpp"

namespace bankshot::testing {
namespace {

struct LineDisc {
  double place = 0, velocity = 0, braking = 1, mass = 1;
  double stop() const { return std::abs(velocity) / braking; }
  void pass(double time) {
    const Braked motion{std::abs(velocity), braking};
    place += std::copysign(motion.way(time), velocity);
    velocity = std::copysign(motion.speed_at(time), velocity);
  }
};

/// The first time > 0 at which a t^2 + b t + c, which is >= 0 at 0, falls below 0; 1e9 if it never does.
double first_fall(double a, double b, double c) {
  if (c < 1e-13 && b < 0) return 0;
  const double root = b * b - 4 * a * c;
  if (root < 0 || (a == 0 && b >= 0)) return 1e9;
  const double q = b < 0 ? (-b + std::sqrt(root)) / 2 : (-b - std::sqrt(root)) / 2;  // c / q and q / a are the zeros
  double first = 1e9;
  for (const double zero : {q != 0 ? c / q : 1e9, a != 0 ? q / a : 1e9}) {
    if (zero > 1e-12 && 2 * a * zero + b < 0) first = std::min(first, zero);
  }
  return first;
}

/// Time until two neighbours of radius 0.1 meet; either stops on the way.
double time_to_meet(LineDisc left, LineDisc right) {
  for (double passed = 0;;) {
    const auto acceleration = [](const LineDisc& d) {
      return d.velocity == 0 ? 0 : std::copysign(d.braking, -d.velocity);
    };
    const double span = std::min(left.velocity == 0 ? 1e9 : left.stop(), right.velocity == 0 ? 1e9 : right.stop());
    const double meets = first_fall((acceleration(right) - acceleration(left)) / 2, right.velocity - left.velocity,
                                    std::max(right.place - left.place - 0.2, 0.0));
    if (meets < span) return passed + meets;
    if (span >= 1e9) return 1e9;
    for (LineDisc* disc : {&left, &right}) {
      const bool stops = disc->velocity != 0 && disc->stop() <= span;
      disc->pass(span);
      if (stops) disc->velocity = 0;
    }
    passed += span;
  }
}

/// Lets elastic discs run until all stand. Returns the sum of their ways; less than 0 if two of them rub along with
/// more collisions than can be followed.
double run_line(std::vector<LineDisc>& discs) {
  double ways = 0;
  for (int collisions = 0; collisions < 50; ++collisions) {
    double next = 1e9;
    std::size_t hit = 0;
    for (std::size_t i = 0; i + 1 < discs.size(); ++i) {
      const double time = time_to_meet(discs[i], discs[i + 1]);
      if (time < next) next = time, hit = i;
    }
    for (LineDisc& disc : discs) ways += Braked{std::abs(disc.velocity), disc.braking}.way(next);
    for (LineDisc& disc : discs) disc.pass(next);
    if (next >= 1e9) return ways;
    LineDisc &a = discs[hit], &b = discs[hit + 1];
    const double common = (a.mass * a.velocity + b.mass * b.velocity) / (a.mass + b.mass);
    a.velocity = 2 * common - a.velocity, b.velocity = 2 * common - b.velocity;
  }
  return -1;
}

// Discs that hit one another after one of them has stopped within the step, or before it would, or as it runs away.
TEST(TableFriction, DiscsOnALineCollideWhereTheyShould) {
  Random random(2);
  int followed = 0;
  for (int n = 0; n < bankshot_test::effort(2000); ++n) {
    std::vector<LineDisc> discs(static_cast<std::size_t>(2 + random.below(3)));
    World world;
    std::vector<BodyId> bodies;
    const Real step = any_step(random);
    const double scale = std::exp2(static_cast<double>(random.real(-3, 4)));
    double place = 0;
    for (LineDisc& disc : discs) {
      place += 0.2 + static_cast<double>(random.real(0.01, 0.6));
      const Real x = static_cast<Real>(place),
                 v = random.one_in(3) ? Real(0) : random.real(-3, 3) * static_cast<Real>(scale);
      const Real braking = random.real(0.2, 5) * static_cast<Real>(scale * scale);
      const BodyId body =
          world.add_body({.position = Vec2(x, 0), .velocity = Vec2(v, 0), .table_friction = {braking, 1}},
                         circle(Real(0.1)), {.restitution = 1, .friction = 0, .density = random.real(0.5, 2)});
      bodies.push_back(body);
      disc = {static_cast<double>(x), static_cast<double>(v), static_cast<double>(braking),
              static_cast<double>(world.mass_properties(body).mass)};
      place = disc.place;
    }
    const double ways = run_line(discs);
    if (ways < 0) continue;
    ++followed;
    const auto stand = [&] {
      return std::all_of(bodies.begin(), bodies.end(), [&](BodyId body) { return world.velocity(body) == Vec2(0, 0); });
    };
    int steps = 0;
    while (!stand() && steps < 20000) world.step(step), ++steps;
    ASSERT_TRUE(stand()) << "case " << n;
    for (std::size_t i = 0; i < discs.size(); ++i) {
      const Exact2 off = exact_of(world.position(bodies[i])) - Exact2(discs[i].place, 0);
      EXPECT_LT(off.norm(), from_rounding * ways + 1e-6) << "case " << n << " step " << step << " disc " << i;
    }
  }
  EXPECT_GT(followed, 200);
}

}  // namespace
}  // namespace bankshot::testing
