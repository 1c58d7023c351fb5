// Queries of a world against the plain loop over all its shapes, and the order and choice of what they report.

#include "world/world_fixture.hpp"

#include <algorithm>
#include <random>
#include <thread>

namespace bankshot::testing {
namespace {

// ---- against the plain loop -------------------------------------------------------------------------------------

class QueriesOfMany : public WorldTest {
 protected:
  std::mt19937_64 random{7};

  Real number(double low, double high) {
    return static_cast<Real>(low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53));
  }
  Vec2 point(double size) { return Vec2(number(-size, size), number(-size, size)); }
  Pose pose(double size) { return {point(size), Rotation::from_angle(number(-3, 3))}; }
  Shape any_shape() {
    switch (random() % 4) {
      case 0: return circle(number(0.1, 2), point(1));
      case 1: return capsule(point(1), Vec2(3, number(-1, 1)), number(0.1, 1));
      case 2: return segment(point(1), Vec2(3, number(-1, 1)));
      default: return box(number(0.1, 4), number(0.1, 4), point(1), Rotation::from_angle(number(-3, 3)));
    }
  }
  Filter any_filter() {
    return {.category = std::uint64_t{1} << (random() % 3),
            .mask = random() % 4 == 0 ? random() : ~std::uint64_t{0},
            .group = static_cast<std::int32_t>(random() % 8 == 0 ? random() % 5 : 0) - 2};
  }
  /// A hundred bodies of all types with one to three shapes each, some asleep, some sensors, some removed again.
  void fill(double size) {
    for (int i = 0; i < 100; ++i) {
      BodyDef def;
      def.type = static_cast<BodyType>(random() % 3);
      def.position = point(size);
      def.rotation = Rotation::from_angle(number(-3, 3));
      def.awake = random() % 4 != 0;
      if (def.type != BodyType::fixed) def.velocity = point(5);
      const BodyId body = world.add_body(def);
      for (std::uint64_t n = 0; n <= random() % 3; ++n) {
        world.add_shape(body, any_shape(), {.filter = any_filter(), .sensor = random() % 6 == 0});
      }
      if (random() % 10 == 0) world.remove_body(body);
    }
  }
  QueryOptions any_options() {
    return {.filter = any_filter(), .sensors = random() % 2 == 0, .inside = static_cast<InsideRays>(random() % 3)};
  }
  bool seen(ShapeId shape, const QueryOptions& options) const {
    if (world.sensor(shape) && !options.sensors) return false;
    const Filter f = world.filter(shape);
    if (f.group == options.filter.group && f.group != 0) return f.group > 0;
    return (f.category & options.filter.mask) != 0 && (f.mask & options.filter.category) != 0;
  }
  template <class Accept>
  std::vector<ShapeId> loop(const QueryOptions& options, const Accept& accept) const {
    std::vector<ShapeId> result;
    for (const BodyId body : world.bodies()) {
      for (const ShapeId shape : world.shapes(body)) {
        if (seen(shape, options) && accept(world.shape(shape), world.pose(body), shape)) result.push_back(shape);
      }
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  void check_sets(double size) {
    const QueryOptions options = any_options();
    const Shape shape = any_shape();
    const Pose at = pose(size);
    EXPECT_EQ(world.overlap(shape, at, options), loop(options, [&](const Shape& s, const Pose& p, ShapeId) {
                return bankshot::overlap(shape, at, s, p);
              }));
    const Vec2 here = point(size);
    EXPECT_EQ(world.pick(here, options), loop(options, [&](const Shape& s, const Pose& p, ShapeId) {
                return bankshot::contains(s, p, here) != PointRelation::outside;
              }));
    const double most = random() % 2 == 0 ? 5 : 2 * size;  // some areas hold many shapes as a whole
    const Vec2 extents(number(0, most), number(0, most));
    const Aabb area{here, here + extents};
    EXPECT_EQ(world.overlap(area, options),
              loop(options, [&](const Shape& s, const Pose& p, ShapeId) { return s.aabb(p).overlaps(area); }));
  }
  void check_rays(double size) {
    const QueryOptions options = any_options();
    const Vec2 from = point(size), along = point(2 * size);
    const std::vector<WorldRayHit> hits = world.ray_cast_all(from, along, options);
    const std::vector<ShapeId> expected = loop(options, [&](const Shape& s, const Pose& p, ShapeId id) {
      const auto hit = bankshot::ray_cast(s, p, from, along, options.inside);
      if (!hit) return false;
      const auto same = [&](const WorldRayHit& h) {
        return h.shape == id && h.body == world.body_of(id) && h.fraction == hit->fraction && h.point == hit->point &&
               h.normal == hit->normal && h.feature == hit->feature;
      };
      EXPECT_EQ(std::count_if(hits.begin(), hits.end(), same), 1);
      return true;
    });
    ASSERT_EQ(hits.size(), expected.size());
    for (std::size_t i = 1; i < hits.size(); ++i) {
      EXPECT_TRUE(hits[i - 1].fraction < hits[i].fraction ||
                  (hits[i - 1].fraction == hits[i].fraction && hits[i - 1].shape < hits[i].shape));
    }
    const std::optional<WorldRayHit> first = world.ray_cast(from, along, options);
    ASSERT_EQ(first.has_value(), !hits.empty());
    if (first) {
      EXPECT_EQ(first->shape, hits[0].shape);
      EXPECT_EQ(first->fraction, hits[0].fraction);
    }
  }
  void check_sweeps(double size) {
    const QueryOptions options = any_options();
    const Shape shape = any_shape();
    const Pose from = pose(size);
    const Vec2 along = point(2 * size);
    const std::vector<WorldSweepHit> hits = world.sweep_all(shape, from, along, options);
    const std::vector<ShapeId> expected = loop(options, [&](const Shape& s, const Pose& p, ShapeId id) {
      const SweepHit hit = bankshot::sweep(shape, from, along, s, p);
      if (!hit) return false;
      const auto same = [&](const WorldSweepHit& h) {
        return h.shape == id && h.body == world.body_of(id) && h.hit.fraction == hit.fraction &&
               h.hit.status == hit.status && h.hit.normal == hit.normal;
      };
      EXPECT_EQ(std::count_if(hits.begin(), hits.end(), same), 1);
      return true;
    });
    ASSERT_EQ(hits.size(), expected.size());
    for (std::size_t i = 1; i < hits.size(); ++i) {
      EXPECT_TRUE(hits[i - 1].hit.fraction < hits[i].hit.fraction ||
                  (hits[i - 1].hit.fraction == hits[i].hit.fraction && hits[i - 1].shape < hits[i].shape));
    }
    const std::optional<WorldSweepHit> first = world.sweep(shape, from, along, options);
    ASSERT_EQ(first.has_value(), !hits.empty());
    if (first) {
      EXPECT_EQ(first->shape, hits[0].shape);
      EXPECT_EQ(first->hit.fraction, hits[0].hit.fraction);
    }
  }
  void check_all(double size, int rounds) {
    for (int i = 0; i < rounds && !HasFailure(); ++i) {
      check_sets(size);
      check_rays(size);
      check_sweeps(size);
    }
  }
};

TEST_F(QueriesOfMany, AgreeWithTheLoopBeforeTheFirstStep) {
  fill(20);
  check_all(20, 300);
}

TEST_F(QueriesOfMany, AgreeWithTheLoopAfterSteps) {
  fill(20);
  for (int i = 0; i < 10; ++i) {
    run(7);
    check_all(25, 40);
  }
}

TEST_F(QueriesOfMany, AgreeWithTheLoopAfterEveryKindOfChange) {
  fill(20);
  run(3);
  for (int i = 0; i < 100 && !HasFailure(); ++i) {
    const std::vector<BodyId> bodies = world.bodies();
    const BodyId body = bodies[random() % bodies.size()];
    switch (random() % 8) {
      case 0: world.set_pose(body, pose(20)); break;
      case 1: world.set_type(body, static_cast<BodyType>(random() % 3)); break;
      case 2: world.set_awake(body, random() % 2 == 0); break;
      case 3: world.add_shape(body, any_shape(), {.filter = any_filter()}); break;
      case 4:
        if (!world.shapes(body).empty()) world.remove_shape(world.shapes(body)[0]);
        break;
      case 5:
        if (!world.shapes(body).empty()) world.set_shape(world.shapes(body)[0], any_shape());
        break;
      case 6: world.remove_body(body); break;
      default: run(1); break;
    }
    check_all(25, 3);
  }
}

TEST_F(QueriesOfMany, AgreeWithTheLoopFarFromTheOrigin) {
  // In float, neighbouring numbers are 1/16 apart here: boxes and shapes round differently, which must hide nothing.
  for (int i = 0; i < 100; ++i) {
    world.add_body({.position = Vec2(1000000, -1000000) + point(20), .rotation = Rotation::from_angle(number(-3, 3))},
                   any_shape());
  }
  for (int i = 0; i < 200 && !HasFailure(); ++i) {
    const Shape shape = any_shape();
    const Pose at{Vec2(1000000, -1000000) + point(20), Rotation::from_angle(number(-3, 3))};
    EXPECT_EQ(world.overlap(shape, at),
              loop({}, [&](const Shape& s, const Pose& p, ShapeId) { return bankshot::overlap(shape, at, s, p); }));
    const Vec2 along = point(40);
    const std::vector<ShapeId> expected = loop({}, [&](const Shape& s, const Pose& p, ShapeId) {
      return bankshot::ray_cast(s, p, at.position, along).has_value();
    });
    EXPECT_EQ(world.ray_cast_all(at.position, along).size(), expected.size());
  }
}

// Discs side by side whose gap grows by one rounding unit at a time, through the whole band: their tight boxes are
// apart all along.
TEST_F(QueriesOfMany, SeeWhatTouchesWithinTheBand) {
  int touching = 0, apart = 0;
  for (const Real place : {Real(0), Real(10), Real(-3000), Real(100000)}) {
    World few;
    const BodyId body = few.add_body({.position = Vec2(place, 1)}, circle(Real(0.5)));
    Real x = place + 1;
    for (int i = 0; i < 60; ++i, x = std::nextafter(x, infinite)) {
      const bool expected = bankshot::overlap(circle(Real(0.5)), {Vec2(x, 1), {}}, circle(Real(0.5)), few.pose(body));
      EXPECT_EQ(few.overlap(circle(Real(0.5)), {Vec2(x, 1), {}}).size(), expected ? 1u : 0u) << place << " " << i;
      (expected && x > place + 1 ? touching : apart) += 1;
    }
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(apart, 10);
}

// Const queries bring the tree up to date behind the scenes, here from many threads at once, right after a step.
TEST_F(QueriesOfMany, AnswerAlikeFromSeveralThreads) {
  fill(20);
  for (int round = 0; round < 20; ++round) {
    run(1);
    const World& shared = world;
    std::vector<std::vector<ShapeId>> found(4);
    std::vector<std::size_t> hits(4);
    std::vector<Energy> energies(4);
    std::vector<std::uint64_t> hashes(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
      threads.emplace_back([&shared, &found, &hits, &energies, &hashes, t] {
        found[t] = shared.overlap(Aabb{Vec2(-10, -10), Vec2(10, 10)});
        hits[t] = shared.ray_cast_all(Vec2(-30, 1), Vec2(60, 2)).size();
        energies[t] = shared.energy();
        const World copy = shared;
        hashes[t] = copy.hash();
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t t = 1; t < 4; ++t) {
      EXPECT_EQ(found[t], found[0]);
      EXPECT_EQ(hits[t], hits[0]);
      EXPECT_EQ(energies[t].kinetic, energies[0].kinetic);
      EXPECT_EQ(hashes[t], hashes[0]);
    }
  }
}

// ---- order and choice -------------------------------------------------------------------------------------------

using Queries = WorldTest;

TEST_F(Queries, FindBodiesThatHaveNotBeenStepped) {
  const BodyId body = add_box(3, 0);
  EXPECT_EQ(world.pick(Vec2(3, 0)), std::vector<ShapeId>{shape_of(body)});
  EXPECT_EQ(world.ray_cast(Vec2(0, 0), Vec2(10, 0))->body, body);
}

TEST_F(Queries, TouchingCounts) {
  const BodyId body = add_box(0, 0);
  EXPECT_EQ(world.overlap(box(1, 1), {Vec2(1, 0), {}}).size(), 1u);
  EXPECT_EQ(world.pick(Vec2(Real(0.5), Real(0.5))).size(), 1u);
  EXPECT_EQ(world.overlap(Aabb{Vec2(Real(0.5), Real(0.5)), Vec2(2, 2)}), std::vector<ShapeId>{shape_of(body)});
  EXPECT_TRUE(world.overlap(box(1, 1), {Vec2(Real(1.001), 0), {}}).empty());
}

// A container is solid all around its room, without end: also far from the room, and when it is the shape of the query.
TEST_F(Queries, ContainersAreSolidBeyondTheirBoxes) {
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
    World rooms;
    const BodyId room = rooms.add_body({.type = type}, container(box(4, 4)));
    const std::vector<ShapeId> found = rooms.shapes(room);
    EXPECT_EQ(rooms.overlap(circle(1), {Vec2(10, 0), {}}), found);
    EXPECT_TRUE(rooms.overlap(circle(1), {}).empty());
    EXPECT_EQ(rooms.pick(Vec2(-50, 9)), found);
    EXPECT_TRUE(rooms.pick(Vec2(1, 1)).empty());
    EXPECT_EQ(rooms.ray_cast(Vec2(10, 0), Vec2(5, 5))->fraction, 0);
    EXPECT_EQ(rooms.ray_cast_all(Vec2(0, 0), Vec2(10, 0)).size(), 1u);
    EXPECT_EQ(rooms.sweep(circle(1), {Vec2(10, 0), {}}, Vec2(1, 0))->hit.status, SweepStatus::initial_overlap);
    const BodyId far = rooms.add_body({.position = Vec2(30, 0)}, circle(1));
    EXPECT_EQ(rooms.overlap(container(box(8, 8)), {}), (std::vector<ShapeId>{found[0], rooms.shapes(far)[0]}));
    EXPECT_EQ(rooms.sweep_all(container(box(8, 8)), {}, Vec2(1, 0)).size(), 2u);
    rooms.set_shape(found[0], box(4, 4));
    EXPECT_TRUE(rooms.pick(Vec2(-50, 9)).empty());
    rooms.set_shape(found[0], container(circle(3)));
    EXPECT_EQ(rooms.pick(Vec2(-50, 9)), found);
    World copy = rooms;
    EXPECT_EQ(copy.pick(Vec2(-50, 9)), found);
    rooms.remove_body(room);
    EXPECT_TRUE(rooms.pick(Vec2(-50, 9)).empty());
  }
}

TEST_F(Queries, RaysReportByDistance) {
  const BodyId far = add_box(9, 0), near_one = add_box(3, 0), middle = add_ball(6, 0);
  const auto hits = world.ray_cast_all(Vec2(0, 0), Vec2(10, 0));
  ASSERT_EQ(hits.size(), 3u);
  EXPECT_EQ(hits[0].body, near_one);
  EXPECT_EQ(hits[1].body, middle);
  EXPECT_EQ(hits[2].body, far);
  EXPECT_TRUE(near(hits[0].point, Vec2(Real(2.5), 0), Real(1e-5)));
  EXPECT_TRUE(near(hits[0].normal, Vec2(-1, 0), Real(1e-6)));
  EXPECT_NEAR(hits[0].fraction, 0.25, 1e-6);
  EXPECT_EQ(world.ray_cast(Vec2(0, 0), Vec2(10, 0))->body, near_one);
  EXPECT_FALSE(world.ray_cast(Vec2(0, 0), Vec2(2, 0)).has_value());
}

// Copies of one shape in one place, in either tree: the id decides, also at distance zero.
TEST_F(Queries, EqualDistancesAreSettledById) {
  std::vector<ShapeId> ids;
  for (int i = 0; i < 12; ++i) {
    const BodyId body =
        world.add_body({.type = i % 2 == 0 ? BodyType::fixed : BodyType::dynamic, .position = Vec2(5, 0)}, box(2, 2));
    ids.push_back(shape_of(body));
  }
  for (const Real start : {Real(0), Real(5)}) {
    const auto hits = world.ray_cast_all(Vec2(start, 0), Vec2(10, 0));
    ASSERT_EQ(hits.size(), ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(hits[i].shape, ids[i]);
    EXPECT_EQ(world.ray_cast(Vec2(start, 0), Vec2(10, 0))->shape, ids[0]);
    EXPECT_EQ(world.sweep(circle(1), {Vec2(start, 0), {}}, Vec2(10, 0))->shape, ids[0]);
  }
  world.remove_body(world.body_of(ids[0]));
  EXPECT_EQ(world.ray_cast(Vec2(0, 0), Vec2(10, 0))->shape, ids[1]);
  EXPECT_EQ(world.ray_cast(Vec2(5, 0), Vec2(10, 0))->shape, ids[1]);
}

TEST_F(Queries, RaysThatStartInsideDoAsTold) {
  add_box(0, 0, 2, 2);
  const auto cast = [this](InsideRays inside) { return world.ray_cast(Vec2(0, 0), Vec2(4, 0), {.inside = inside}); };
  EXPECT_EQ(cast(InsideRays::hit_at_start)->fraction, 0);
  EXPECT_FALSE(cast(InsideRays::skip).has_value());
  EXPECT_NEAR(cast(InsideRays::hit_exit)->fraction, 0.25, 1e-6);
}

TEST_F(Queries, SensorsAnswerWhenAsked) {
  const BodyId body = world.add_body({});
  const ShapeId sensor = world.add_shape(body, box(2, 2), {.sensor = true});
  EXPECT_TRUE(world.pick(Vec2(0, 0)).empty());
  EXPECT_EQ(world.pick(Vec2(0, 0), {.sensors = true}), std::vector<ShapeId>{sensor});
}

TEST_F(Queries, FiltersWorkBothWays) {
  const BodyId body = world.add_body({});
  world.add_shape(body, box(2, 2), {.filter = {.category = 2, .mask = 4, .group = -5}});
  const auto seen = [this](const Filter& filter) { return !world.pick(Vec2(0, 0), {.filter = filter}).empty(); };
  EXPECT_TRUE(seen({.category = 4, .mask = 2}));
  EXPECT_FALSE(seen({.category = 1, .mask = 2})) << "the shape does not want it";
  EXPECT_FALSE(seen({.category = 4, .mask = 1})) << "it does not want the shape";
  EXPECT_FALSE(seen({.category = 4, .mask = 2, .group = -5}));
  EXPECT_TRUE(seen({.category = 4, .mask = 2, .group = -6}));
}

TEST_F(Queries, SweepsReportWhatTheShapeMeets) {
  const BodyId wall = world.add_body({.type = BodyType::fixed, .position = Vec2(10, 0)}, box(2, 2));
  const BodyId ball = add_ball(5, 0);
  const auto hits = world.sweep_all(circle(1), {}, Vec2(20, 0));
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].body, ball);
  EXPECT_EQ(hits[1].body, wall);
  EXPECT_NEAR(hits[0].hit.fraction, 3.5 / 20, 1e-6);
  EXPECT_NEAR(hits[1].hit.fraction, 8.0 / 20, 1e-6);
  EXPECT_TRUE(near(hits[1].hit.normal, Vec2(-1, 0), Real(1e-6))) << "from the wall to the one swept";
  EXPECT_EQ(world.sweep(circle(1), {}, Vec2(20, 0))->body, ball);
  EXPECT_FALSE(world.sweep(circle(1), {}, Vec2(-20, 0)).has_value());
}

// ---- contacts and energy ----------------------------------------------------------------------------------------

TEST_F(Queries, ContactsDescribeWhatRests) {
  const BodyId floor = add_floor();
  const BodyId body = add_box(0, Real(0.5));
  run(60);
  const auto contacts = world.contacts();
  ASSERT_EQ(contacts.size(), 1u);
  const Contact& contact = contacts[0];
  EXPECT_TRUE((contact.body_a == floor && contact.body_b == body) ||
              (contact.body_a == body && contact.body_b == floor));
  ASSERT_EQ(contact.manifold.count, 2);
  const Real up = contact.body_a == body ? Real(1) : Real(-1);
  EXPECT_TRUE(near(contact.manifold.normal, Vec2(0, up), Real(1e-4))) << "from B to A";
  // The floor carries the weight: impulse = m g dt.
  EXPECT_NEAR(contact.normal_impulse[0] + contact.normal_impulse[1], 1 * 10 * dt, 0.02 * 10 * dt);
  EXPECT_EQ(world.counts().contacts, 1);
  EXPECT_LT(world.deepest_penetration(), Real(1) / 256);
  ASSERT_TRUE(run_until_asleep(body));
  EXPECT_EQ(world.contacts().size(), 1u) << "asleep ones included";
  world.set_pose(body, {Vec2(0, Real(0.4)), {}});
  EXPECT_NEAR(world.deepest_penetration(), 0.1, 1e-3);
  world.remove_body(body);
  EXPECT_TRUE(world.contacts().empty());
}

TEST_F(Queries, EnergyIsKineticAndPotential) {
  world.add_body({.position = Vec2(0, 3), .velocity = Vec2(3, 4), .angular_velocity = 2}, box(2, 1));
  world.add_body({.position = Vec2(0, 5), .gravity_scale = Real(0.5)}, box(1, 1));
  world.add_body({.type = BodyType::kinematic, .velocity = Vec2(9, 9)}, box(1, 1));
  add_floor();
  const Energy energy = world.energy();
  EXPECT_NEAR(energy.kinetic, 0.5 * 2 * 25 + 0.5 * (2 * 5.0 / 12) * 4, 1e-4);
  EXPECT_NEAR(energy.potential, 2 * 10 * 3 + 0.5 * 10 * 5, 1e-4);
  EXPECT_EQ(energy.total(), energy.kinetic + energy.potential);
}

}  // namespace
}  // namespace bankshot::testing
