// Bodies that friction on a table slows down, against closed forms that share nothing with the library: the way
// v t - a t^2 / 2 along straight lines that the cushions reflect.

#include "braked.hpp"
#include "effort.hpp"

namespace bankshot::testing {
namespace {

// ---- rooms with cushions ----------------------------------------------------------------------------------------

/// A convex room, counter-clockwise.
std::vector<Exact2> draw_room(Random& random) {
  const int corners = 3 + random.below(6);
  std::vector<Exact2> room;
  for (int i = 0; i < corners; ++i) {
    const double angle = (i + static_cast<double>(random.real(-0.3, 0.3))) * 2 * 3.14159265358979 / corners;
    room.push_back(5 * Exact2(std::cos(angle), std::sin(angle)));
  }
  return room;
}

void build_room(World& world, const std::vector<Exact2>& room, const Material& material) {
  for (std::size_t i = 0; i < room.size(); ++i) {
    const Exact2 a = room[i], b = room[(i + 1) % room.size()], along = (b - a).normalized();
    const Exact2 middle = (a + b) / 2 + Exact2(along.y(), -along.x()) / 2;  // 1 thick, outside
    const double angle = std::atan2(along.y(), along.x());
    world.add_body({.type = BodyType::fixed,
                    .position = Vec2(static_cast<Real>(middle.x()), static_cast<Real>(middle.y())),
                    .rotation = Rotation::from_angle(static_cast<Real>(angle))},
                   box(static_cast<Real>((b - a).norm() + 2), 1), material);
  }
}

/// True if a place is inside by a margin.
bool is_inside(const std::vector<Exact2>& room, const Exact2& place, double margin) {
  bool inside = true;
  for (std::size_t i = 0; i < room.size(); ++i) {
    const Exact2 along = (room[(i + 1) % room.size()] - room[i]).normalized();
    inside = inside && Exact2(-along.y(), along.x()).dot(place - room[i]) > margin;
  }
  return inside;
}

struct Bounce {
  double way = 0;      ///< so far
  double slant = 0;    ///< cosine of the angle of incidence
  Exact2 place, next;  ///< of the centre; direction after it
};

/// The bounces of a disc within a way; stops before one so close to a corner that it might meet the other side first.
std::vector<Bounce> reflect(const std::vector<Exact2>& room, double radius, Exact2 place, Exact2 direction, double most,
                            bool& clear) {
  std::vector<Bounce> bounces;
  clear = is_inside(room, place, radius + 0.05);
  for (double way = 0; clear;) {
    double nearest = 1e9, second = 1e9;
    Exact2 normal = Exact2::Zero();
    for (std::size_t i = 0; i < room.size(); ++i) {
      const Exact2 along = (room[(i + 1) % room.size()] - room[i]).normalized(), inward(-along.y(), along.x());
      const double closing = -direction.dot(inward);
      if (closing <= 1e-9) continue;
      const double distance = (inward.dot(place - room[i]) - radius) / closing;
      if (distance < nearest)
        second = nearest, nearest = distance, normal = inward;
      else
        second = std::min(second, distance);
    }
    if (way + nearest > most) break;
    clear = second - nearest > 1e-2;
    place += nearest * direction, way += nearest;
    const double slant = -direction.dot(normal);
    direction += 2 * slant * normal;
    bounces.push_back({way, slant, place, direction});
  }
  return bounces;
}

struct Shot {
  std::vector<Exact2> room;
  double radius = 0, turning = 0, turn_braking = 0;
  Exact2 from, direction;
  Braked motion{};
  std::vector<Bounce> bounces;
  bool clear = false;
};

Shot draw_shot(Random& random) {
  Shot shot;
  shot.room = draw_room(random);
  shot.radius = static_cast<double>(random.real(0.02, 0.3));
  shot.from = exact_of(random.vec2(1));
  const double angle = static_cast<double>(random.real(0, 6.2831853));
  shot.direction = {std::cos(angle), std::sin(angle)};
  const double way = static_cast<double>(random.real(0.2, 80));
  shot.motion.braking = std::exp2(static_cast<double>(random.real(-4, 5)));
  shot.motion.speed = std::sqrt(2 * shot.motion.braking * way);
  shot.turning = static_cast<double>(random.real(-40, 40));
  shot.turn_braking = std::exp2(static_cast<double>(random.real(-3, 6)));
  // As the world rounds them.
  const auto rounded = [](double x) { return static_cast<double>(static_cast<Real>(x)); };
  const Exact2 velocity(rounded(shot.motion.speed * shot.direction.x()),
                        rounded(shot.motion.speed * shot.direction.y()));
  shot.motion = {velocity.norm(), rounded(shot.motion.braking)};
  shot.direction = velocity.normalized();
  shot.radius = rounded(shot.radius), shot.turning = rounded(shot.turning);
  shot.turn_braking = rounded(shot.turn_braking);
  shot.bounces = reflect(shot.room, shot.radius, shot.from, shot.direction, way, shot.clear);
  return shot;
}

BodyId add_shot(World& world, const Shot& shot) {
  build_room(world, shot.room, {.restitution = 1, .friction = 0});
  const Exact2 v = shot.motion.speed * shot.direction;
  return world.add_body(
      {.position = Vec2(static_cast<Real>(shot.from.x()), static_cast<Real>(shot.from.y())),
       .velocity = Vec2(static_cast<Real>(v.x()), static_cast<Real>(v.y())),
       .angular_velocity = static_cast<Real>(shot.turning),
       .table_friction = {static_cast<Real>(shot.motion.braking), static_cast<Real>(shot.turn_braking)}},
      circle(static_cast<Real>(shot.radius)), {.restitution = 1, .friction = 0});
}

Exact2 place_after(const Shot& shot, double way) {
  Exact2 place = shot.from, direction = shot.direction;
  double begin = 0;
  for (const Bounce& bounce : shot.bounces) {
    if (bounce.way > way) break;
    place = bounce.place, direction = bounce.next, begin = bounce.way;
  }
  return place + (way - begin) * direction;
}

/// Compares the impacts of a step, which ends at `time`, with the bounces from `seen` on.
void expect_bounces(const World& world, const Shot& shot, double begin, std::size_t& seen) {
  for (const Impact& impact : world.impacts()) {
    ASSERT_LT(seen, shot.bounces.size());
    const Bounce& bounce = shot.bounces[seen++];
    const double speed =
        std::sqrt(std::max(shot.motion.speed * shot.motion.speed - 2 * shot.motion.braking * bounce.way, 0.0));
    // A way that is off by a share of 1e-4 changes v^2 by that share of its first value.
    const double slack =
        from_rounding * shot.motion.speed * shot.motion.speed / std::max(speed, 1e-2 * shot.motion.speed);
    EXPECT_NEAR(static_cast<double>(impact.approach_speed), speed * bounce.slant, slack);
    EXPECT_NEAR(begin + static_cast<double>(impact.time), shot.motion.time_of(bounce.way),
                2 * slack / shot.motion.braking);
  }
}

// The place at the end of every step, the speeds and times of all bounces, and the spin. The way is off by the share of
// it that is allowed; a bounce may have turned the direction by rounding.
TEST(TableFriction, SlowsAlongTheSweptPathInRoomsWithCushions) {
  Random random(1);
  int clear = 0, bounced = 0;
  for (int n = 0; n < bankshot_test::effort(1000); ++n) {
    const Shot shot = draw_shot(random);
    if (!shot.clear) continue;
    ++clear;
    World world;
    const BodyId ball = add_shot(world, shot);
    const Real step = any_step(random);
    const double h = static_cast<double>(step),
                 whole = shot.motion.speed * shot.motion.speed / (2 * shot.motion.braking);
    std::size_t seen = 0;
    double time = 0;
    for (; time < shot.motion.stop() + 2 * h; time += h) {
      world.step(step);
      expect_bounces(world, shot, time, seen);
      const double now = time + h;
      const Exact2 off = exact_of(world.position(ball)) - place_after(shot, shot.motion.way(now));
      ASSERT_LT(off.norm(), from_rounding * whole) << "case " << n << " at " << now << " of " << shot.motion.stop();
      const double turning =
          std::copysign(Braked{std::abs(shot.turning), shot.turn_braking}.speed_at(now), shot.turning);
      const double unit = static_cast<double>(tolerance::eps), roundings = now / h * unit;  // one in each step
      // At a bounce, an impulse of 2 m v at an arm that is off by the rounding of a place.
      const double by_bounces =
          static_cast<double>(seen) * 4 * shot.motion.speed * (4 * unit * 10) / (shot.radius * shot.radius);
      EXPECT_NEAR(static_cast<double>(world.angular_velocity(ball)), turning,
                  (from_rounding + roundings) * std::abs(shot.turning) + by_bounces);
    }
    EXPECT_EQ(seen, shot.bounces.size()) << "case " << n;
    EXPECT_EQ(world.velocity(ball), Vec2(0, 0)) << "case " << n;
    bounced += static_cast<int>(seen);
  }
  EXPECT_GT(clear, 50);
  EXPECT_GT(bounced, 500);
}

// ---- spin in impacts --------------------------------------------------------------------------------------------

struct SpinAfterwards {
  Vec2 place;
  Real angular_velocity = 0;
};

/// A spinning disc meets a rough wall at x = 2, and has a given time from then on.
SpinAfterwards bounce_off_rough_wall(const BodyDef& disc, const Material& material, Real step, int steps) {
  World world;
  world.add_body({.type = BodyType::fixed, .position = Vec2(Real(2.5), 0)}, box(1, 100), material);
  const BodyId body = world.add_body(disc, circle(Real(0.1)), material);
  for (int i = 0; i < steps; ++i) world.step(step);
  return {world.position(body), world.angular_velocity(body)};
}

// The spin that an impact finds is that of its instant: large and small steps agree.
TEST(TableFriction, SpinInImpactsDoesNotDependOnTheStep) {
  Random random(3);
  for (int n = 0; n < bankshot_test::effort(500); ++n) {
    BodyDef def;
    def.velocity = Vec2(random.real(3, 8), random.real(-5, 5));
    def.angular_velocity = random.real(-40, 40);
    def.table_friction = {random.real(0.1, 2), std::exp2(random.real(-1, 7))};
    const Material material{.restitution = random.real(0.3, 1), .friction = random.real(0, 1)};
    const SpinAfterwards large = bounce_off_rough_wall(def, material, Real(1) / 16, 24);
    const SpinAfterwards small = bounce_off_rough_wall(def, material, Real(1) / 256, 384);
    EXPECT_LT((exact_of(large.place) - exact_of(small.place)).norm(), from_rounding * 8) << "case " << n;
    EXPECT_NEAR(static_cast<double>(large.angular_velocity), static_cast<double>(small.angular_velocity),
                40 * from_rounding)
        << "case " << n;
  }
}

// ---- rest and energy --------------------------------------------------------------------------------------------

TEST(TableFriction, ABodyThatStandsStaysAndSleeps) {
  Random random(4);
  for (int n = 0; n < 100; ++n) {
    World world;
    const BodyId body =
        world.add_body({.velocity = random.vec2(3), .angular_velocity = random.real(-9, 9), .table_friction = {2, 3}},
                       box(random.real(0.1, 1), random.real(0.1, 1)));
    const Real step = any_step(random);
    double time = 0;
    for (; time < 4; time += static_cast<double>(step)) world.step(step);
    EXPECT_EQ(world.velocity(body), Vec2(0, 0));
    EXPECT_EQ(world.angular_velocity(body), 0);
    const Pose pose = world.pose(body);
    for (int i = 0; i < 240 && world.awake(body); ++i) world.step(step);
    EXPECT_FALSE(world.awake(body));
    EXPECT_EQ(world.pose(body).position, pose.position);
  }
}

// A force, or gravity along the table, below the friction does not move a body that stands; one above it does, by what
// is left of it. A body that moves stops after v^2 / (2 (a - g)) up the slope.
TEST(TableFriction, HoldsWhatForcesBelowItPull) {
  Random random(5);
  for (int n = 0; n < bankshot_test::effort(300); ++n) {
    const Real braking = random.real(0.5, 4), share = random.real(0, 2);
    const double angle = static_cast<double>(random.real(0, 6.28));
    const Vec2 down(static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle)));
    const bool by_gravity = random.one_in(2);
    World world({.gravity = by_gravity ? Vec2(share * braking * down) : Vec2(0, 0)});
    const BodyId body = world.add_body({.table_friction = {braking, 1}}, circle(Real(0.1)));
    const Real step = any_step(random), mass = world.mass_properties(body).mass;
    double time = 0;
    for (int i = 0; i < 30; ++i, time += static_cast<double>(step)) {
      if (!by_gravity) world.apply_force(body, share * braking * mass * down);
      world.step(step);
    }
    const double left = std::max(static_cast<double>((share - 1) * braking), 0.0);
    if (left == 0) {
      EXPECT_EQ(world.position(body), Vec2(0, 0));
      EXPECT_EQ(world.velocity(body), Vec2(0, 0));
    } else {
      EXPECT_NEAR(exact_of(world.velocity(body)).norm(), left * time, 1e-4 * static_cast<double>(braking) * time);
      EXPECT_NEAR(exact_of(world.position(body)).norm(), left * time * time / 2,
                  1e-4 * static_cast<double>(braking) * time * time);
    }
  }
}

// A body that the solver holds: the place where it stops within a sub-step is off by no more than friction moves it in
// one.
TEST(TableFriction, SlowsABodyThatSlidesAlongAWall) {
  Random random(8);
  for (int n = 0; n < bankshot_test::effort(100); ++n) {
    const Real gravity = random.real(0, 2), braking = random.real(0.5, 6), speed = random.real(0.5, 8);
    const Real step = any_step(random), r = random.real(0.1, 0.5);
    World world({.gravity = Vec2(0, -gravity)});
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(2000, 2), {.friction = 0});
    const BodyId body =
        world.add_body({.position = Vec2(0, r), .velocity = Vec2(speed, 0), .table_friction = {braking, 1}},
                       random.one_in(2) ? circle(r) : box(2 * r, 2 * r), {.friction = 0});
    for (Real time = 0; time < speed / braking + 2 * step; time += step) world.step(step);
    const double way = static_cast<double>(speed * speed / (2 * braking)), h = static_cast<double>(step) / 4;
    EXPECT_NEAR(static_cast<double>(world.position(body).x()), way,
                from_rounding * way + static_cast<double>(braking) * h * h)
        << "case " << n;
    EXPECT_EQ(world.velocity(body).x(), 0) << "case " << n;
  }
}

// Boxes in a row, the first of which is pushed with a share of what all of them together bear.
TEST(TableFriction, HoldsARowThatIsPushedWithLess) {
  Random random(9);
  for (int n = 0; n < bankshot_test::effort(60); ++n) {
    const Real braking = random.real(1, 8), step = any_step(random);
    const Real share = random.one_in(2) ? random.real(0.3, 0.97) : random.real(1.1, 2);
    const int count = 2 + n % 4;
    World world;
    std::vector<BodyId> row;
    for (int i = 0; i < count; ++i) {
      row.push_back(
          world.add_body({.position = Vec2(static_cast<Real>(i), 0), .table_friction = {braking, 1}}, box(1, 1)));
    }
    const Real force = share * braking * static_cast<Real>(count) * world.mass_properties(row[0]).mass;
    double time = 0;
    Real halfway = 0;
    for (int i = 0; i < 150; ++i, time += static_cast<double>(step)) {
      world.apply_force(row[0], Vec2(force, 0));
      world.step(step);
      if (i == 75) halfway = world.position(row[0]).x();
    }
    const double expected = std::max(static_cast<double>((share - 1) * braking) * time, 0.0);
    EXPECT_NEAR(static_cast<double>(world.velocity(row[0]).x()), expected, 0.02 * static_cast<double>(braking) * time)
        << "case " << n;
    if (share > 1) continue;
    // A slop, and as far as the force moves the first box alone until it is known that the others bear it: in each
    // sub-step the load gets on by one box. Then the row stands.
    const double settling = count * static_cast<double>(step) / 4;
    const double alone = static_cast<double>(share * braking) * count * settling * settling / 2;
    EXPECT_LT(static_cast<double>(world.position(row[0]).x()), 1.0 / 256 + alone) << "case " << n;
    EXPECT_NEAR(static_cast<double>(world.position(row[0]).x()), static_cast<double>(halfway), 1e-5) << "case " << n;
  }
}

// Without restitution or friction to take any, all that the balls lose goes to the table. With them, nothing is left
// over but rounding.
TEST(TableFriction, IsBookedAsFriction) {
  Random random(6);
  for (int n = 0; n < bankshot_test::effort(200); ++n) {
    const bool elastic = n % 2 == 0;
    const Material material = elastic ? Material{.restitution = 1, .friction = 0}
                                      : Material{.restitution = random.real(0, 1), .friction = Real(0.3)};
    const WorldDef def{.gravity = n % 4 == 3 ? random.vec2(1) : Vec2(0, 0), .energy_ledger = true};
    World world(def);
    std::vector<Exact2> room = draw_room(random);
    while (!is_inside(room, {-1, -1}, 0.5) || !is_inside(room, {1, -1}, 0.5) || !is_inside(room, {1, 1}, 0.5) ||
           !is_inside(room, {-1, 1}, 0.5)) {
      room = draw_room(random);
    }
    build_room(world, room, material);
    for (int i = 0; i < 8; ++i) {
      world.add_body({.position = Vec2(static_cast<Real>(i % 3), static_cast<Real>(i / 3)) - Vec2(1, 1),
                      .velocity = random.vec2(8),
                      .angular_velocity = random.real(-20, 20),
                      .table_friction = {random.real(0, 6), random.real(0, 20)}},
                     circle(random.real(0.1, 0.4)), material);
    }
    const Real step = any_step(random);
    for (int i = 0; i < 120; ++i) {
      world.step(step);
      const EnergyLedger& ledger = world.energy_ledger();
      const double slack = 64 * static_cast<double>(tolerance::eps) * ledger.passed() + 1e-12;
      EXPECT_LT(std::abs(ledger.error()), slack) << "case " << n << " step " << i;
      EXPECT_LE(ledger.friction, slack);
      if (elastic && def.gravity == Vec2(0, 0)) {
        EXPECT_NEAR(ledger.friction, ledger.after.kinetic - ledger.before.kinetic, 4 * slack)
            << "case " << n << " " << i;
      }
    }
  }
}

// ---- friction by shape ------------------------------------------------------------------------------------------

TEST(TableFriction, OfAShapeIsThatOfItsPoints) {
  EXPECT_EQ(table_friction(circle(2), Real(0.25), 8).linear, 2);
  EXPECT_NEAR(static_cast<double>(table_friction(circle(2), Real(0.25), 8).angular), 4 * 2 / (3 * 2.0), 1e-6);
  Random random(7);
  for (int n = 0; n < 20; ++n) {
    std::vector<Vec2> points;
    for (int i = 0; i < 9; ++i) points.push_back(random.vec2(1) + Vec2(3, 1));
    const Shape shape = hull(points);
    const MassProperties mass = mass_properties(shape, 1);
    double sum = 0, count = 0;
    constexpr int slices = 400;
    for (int i = 0; i < slices * slices; ++i) {
      const Vec2 p(Real(2) + 2 * (static_cast<Real>(i % slices) + Real(0.5)) / slices,
                   2 * (static_cast<Real>(i / slices) + Real(0.5)) / slices);
      if (contains(shape, {}, p) == PointRelation::inside)
        sum += (exact_of(p) - exact_of(mass.centre)).norm(), count += 1;
    }
    const double arm = sum / count * static_cast<double>(mass.mass) / static_cast<double>(mass.inertia);
    EXPECT_NEAR(static_cast<double>(table_friction(shape, Real(0.5), 4).angular), 2 * arm, 0.01 * 2 * arm);
  }
}

// ---- order and threads ------------------------------------------------------------------------------------------

TEST(TableFriction, DoesNotDependOnOrderOrThreads) {
  const auto play = [](bool backwards, int threads) {
    World world({.threads = threads});
    for (int k = 0; k < 400; ++k) {
      const int i = backwards ? 399 - k : k;
      Random random(static_cast<std::uint64_t>(i) + 1);
      world.add_body({.position = Vec2(static_cast<Real>(i % 20), static_cast<Real>(i / 20)),
                      .velocity = random.vec2(6),
                      .angular_velocity = random.real(-9, 9),
                      .table_friction = {random.real(0, 4), random.real(0, 9)}},
                     circle(Real(0.3)), {.restitution = random.real(0, 1)});
    }
    for (int i = 0; i < 90; ++i) world.step(Real(1) / 30);
    return world.hash();
  };
  const std::uint64_t hash = play(false, 1);
  EXPECT_EQ(play(true, 1), hash);
  EXPECT_EQ(play(false, 3), hash);
}

}  // namespace
}  // namespace bankshot::testing
