// Queries of pairs of shapes, beside Box2D 2.4.1 in the same run, and batches beside loops over single calls. Look at
// the CPU time, which is that of one pair.
//
//   ninja bench_query && ./tests/bench_query --benchmark_min_time=0.2

#include <bankshot/query/manifold.hpp>
#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/overlap_batch.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>

#include <benchmark/benchmark.h>
#include <box2d/b2_collision.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>

#include <algorithm>

#include "property/random_shapes.hpp"

namespace {

using namespace bankshot;
using bankshot_test::Random;

void per_pair(benchmark::State& state, std::size_t pairs) {
  state.counters["pair"] = benchmark::Counter(
      static_cast<double>(pairs), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The share of all queries, in all iterations together, with the answer yes.
void share(benchmark::State& state, const char* name, std::size_t yes, std::size_t asked_each) {
  state.counters[name] = double(yes) / double(state.iterations()) / double(asked_each);
}

/// A regular polygon, the same for both libraries; one of four corners is a box to both.
struct Both {
  Shape ours;
  b2PolygonShape theirs;
};

Both regular(int corners, Real size) {
  if (corners == 4) {
    const Real side = size * Real(1.41421356);
    Both both{box(side, side), {}};
    both.theirs.SetAsBox(side / 2, side / 2);
    return both;
  }
  std::vector<Vec2> points;
  std::vector<b2Vec2> their_points;
  for (int i = 0; i < corners; ++i) {
    const Rotation turn = Rotation::from_angle((Real(i) + Real(0.5)) * Real(6.2831853) / Real(corners));
    points.emplace_back(size * turn.c, size * turn.s);
    their_points.emplace_back(points.back()[0], points.back()[1]);
  }
  Both both{polygon(points), {}};
  both.theirs.Set(their_points.data(), corners);
  return both;
}

b2Transform transform(const Pose& pose) {
  b2Transform result;
  result.p.Set(pose.position[0], pose.position[1]);
  result.q.s = pose.rotation.s, result.q.c = pose.rotation.c;
  return result;
}

// ---- manifolds -----------------------------------------------------------------------------------------------------

/// Pairs that overlap by a little, as contacts do, or by up to half their size, or are just apart.
struct Contacts {
  Both a, b;
  std::vector<Pose> poses_a, poses_b;
  std::vector<b2Transform> theirs_a, theirs_b;

  explicit Contacts(int corners) : a(regular(corners, 1)), b(regular(corners, Real(0.8))) {
    Random random{std::uint64_t(corners)};
    for (int i = 0; i < 1024; ++i) {
      poses_a.push_back({random.point(10), random.rotation()});
      const Real distance = random.uniform(0.9, 1.8);
      const Vec2 direction = random.direction();
      poses_b.push_back({poses_a.back().position + distance * direction, random.rotation()});
      theirs_a.push_back(transform(poses_a.back()));
      theirs_b.push_back(transform(poses_b.back()));
    }
  }
};

void manifold_bankshot(benchmark::State& state, int corners) {
  const Contacts contacts(corners);
  for (auto _ : state) {
    for (std::size_t i = 0; i < contacts.poses_a.size(); ++i) {
      benchmark::DoNotOptimize(manifold(contacts.a.ours, contacts.poses_a[i], contacts.b.ours, contacts.poses_b[i]));
    }
  }
  per_pair(state, contacts.poses_a.size());
}

void manifold_box2d(benchmark::State& state, int corners) {
  const Contacts contacts(corners);
  std::size_t found = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < contacts.poses_a.size(); ++i) {
      b2Manifold result;
      b2CollidePolygons(&result, &contacts.a.theirs, contacts.theirs_a[i], &contacts.b.theirs, contacts.theirs_b[i]);
      found += result.pointCount > 0;
      benchmark::DoNotOptimize(result);
    }
  }
  per_pair(state, contacts.poses_a.size());
  share(state, "contacts", found, contacts.poses_a.size());
}

/// All pairs at once, as in a step; contact points are up to as far apart as Box2D's skins reach.
void manifold_batch(benchmark::State& state, int corners) {
  const Contacts contacts(corners);
  const detail::Geometry a(detail::ConvexData::of(contacts.a.ours)), b(detail::ConvexData::of(contacts.b.ours));
  std::vector<detail::PairInput> pairs;
  for (std::size_t i = 0; i < contacts.poses_a.size(); ++i) {
    const Pose &pose_a = contacts.poses_a[i], &pose_b = contacts.poses_b[i];
    pairs.push_back({&a,
                     &b,
                     detail::plain(pose_a.position) - detail::plain(pose_b.position),
                     {pose_a.rotation.c, pose_a.rotation.s},
                     {pose_b.rotation.c, pose_b.rotation.s},
                     2 * b2_polygonRadius,
                     0});
  }
  std::vector<detail::ContactGeometry> found(pairs.size());
  for (auto _ : state) {
    detail::find_manifolds(pairs, found.data());
    benchmark::DoNotOptimize(found.data());
    benchmark::ClobberMemory();
  }
  per_pair(state, pairs.size());
  const auto met = std::count_if(found.begin(), found.end(), [](const auto& contact) { return contact.count > 0; });
  state.counters["contacts"] = double(met) / double(found.size());  // the same in every iteration
}

// ---- rays ----------------------------------------------------------------------------------------------------------

/// Rays past and into a shape; about half of them hit.
struct Rays {
  Both target;
  std::vector<Pose> poses;
  std::vector<Vec2> origins, ways;
  std::vector<b2RayCastInput> theirs;
  std::vector<b2Transform> their_poses;

  explicit Rays(int corners) : target(regular(corners, 1)) {
    Random random{std::uint64_t(corners)};
    for (int i = 0; i < 1024; ++i) {
      poses.push_back({random.point(10), random.rotation()});
      origins.push_back(poses.back().position + random.uniform(2, 6) * random.direction());
      ways.push_back((poses.back().position + random.point(2) - origins.back()) * random.uniform(0.5, 2));
      const Vec2 end = origins.back() + ways.back();
      theirs.push_back({{origins.back()[0], origins.back()[1]}, {end[0], end[1]}, 1});
      their_poses.push_back(transform(poses.back()));
    }
  }
};

void ray_bankshot(benchmark::State& state, int corners) {
  const Rays rays(corners);
  std::size_t hits = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < rays.ways.size(); ++i) {
      const auto hit = ray_cast(rays.target.ours, rays.poses[i], rays.origins[i], rays.ways[i]);
      hits += hit.has_value();
      benchmark::DoNotOptimize(hit);
    }
  }
  per_pair(state, rays.ways.size());
  share(state, "hits", hits, rays.ways.size());
}

void ray_box2d(benchmark::State& state, int corners) {
  const Rays rays(corners);
  std::size_t hits = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < rays.theirs.size(); ++i) {
      b2RayCastOutput output;
      hits += rays.target.theirs.RayCast(&output, rays.theirs[i], rays.their_poses[i], 0);
      benchmark::DoNotOptimize(output);
    }
  }
  per_pair(state, rays.ways.size());
  share(state, "hits", hits, rays.ways.size());
}

// ---- sweeps --------------------------------------------------------------------------------------------------------

/// Straight sweeps past and into another shape; about half of them hit.
struct Flights {
  Both a, b;
  std::vector<Pose> poses_a, poses_b;
  std::vector<Vec2> ways;
  std::vector<b2TOIInput> theirs;

  explicit Flights(int corners) : a(regular(corners, Real(0.5))), b(regular(corners, 1)) {
    Random random{std::uint64_t(corners)};
    for (int i = 0; i < 1024; ++i) {
      const Pose pose_b = {random.point(10), random.rotation()};
      const Vec2 out = random.direction();
      const Pose pose_a = {pose_b.position + random.uniform(2, 6) * out, random.rotation()};
      const Vec2 way = (pose_b.position + random.point(2) - pose_a.position) * random.uniform(0.5, 2);
      poses_a.push_back(pose_a), poses_b.push_back(pose_b), ways.push_back(way);
      b2TOIInput input;
      input.proxyA.Set(&a.theirs, 0);
      input.proxyB.Set(&b.theirs, 0);
      const auto sweep_of = [](const Pose& pose, const Vec2& translation) {
        b2Sweep sweep;
        sweep.localCenter.SetZero();
        sweep.c0.Set(pose.position[0], pose.position[1]);
        sweep.c.Set(pose.position[0] + translation[0], pose.position[1] + translation[1]);
        sweep.a0 = sweep.a = pose.rotation.angle();
        sweep.alpha0 = 0;
        return sweep;
      };
      input.sweepA = sweep_of(pose_a, way);
      input.sweepB = sweep_of(pose_b, Vec2(0, 0));
      input.tMax = 1;
      theirs.push_back(input);
    }
  }
};

void sweep_bankshot(benchmark::State& state, int corners) {
  const Flights flights(corners);
  std::size_t hits = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < flights.ways.size(); ++i) {
      const SweepHit hit =
          sweep(flights.a.ours, flights.poses_a[i], flights.ways[i], flights.b.ours, flights.poses_b[i]);
      hits += hit.status != SweepStatus::missed;
      benchmark::DoNotOptimize(hit);
    }
  }
  per_pair(state, flights.ways.size());
  share(state, "hits", hits, flights.ways.size());
}

void sweep_box2d(benchmark::State& state, int corners) {
  const Flights flights(corners);
  std::size_t hits = 0;
  for (auto _ : state) {
    for (const b2TOIInput& input : flights.theirs) {
      b2TOIOutput output;
      b2TimeOfImpact(&output, &input);
      hits += output.state != b2TOIOutput::e_separated;
      benchmark::DoNotOptimize(output);
    }
  }
  per_pair(state, flights.ways.size());
  share(state, "hits", hits, flights.ways.size());
}

// ---- overlap, one by one and in batches ----------------------------------------------------------------------------

enum class Kind : std::uint8_t { boxes, circles, polygons };

Shape random_shape(Random& random, Kind kind) {
  if (kind == Kind::boxes) return box(random.uniform(0.5, 2), random.uniform(0.5, 2));
  if (kind == Kind::circles) return circle(random.uniform(0.25, 1));
  return bankshot_test::random_polygon(random, random.integer(3, 8), 1).build();
}

struct Crowd {
  std::vector<Shape> shapes;
  std::vector<Pose> poses;

  Crowd(Random& random, Kind kind, std::size_t count, double side) {
    for (std::size_t i = 0; i < count; ++i) {
      shapes.push_back(random_shape(random, kind));
      poses.push_back({random.point(side), random.rotation()});
    }
  }
};

/// Half the side of the square over which a shape among others hits about `percent` of them. The share is reported.
double side_for(Kind kind, int percent) {
  const double side = percent == 1 ? 13.5 : percent == 10 ? 4.2 : 1.7;
  return kind == Kind::circles ? 0.8 * side : side;
}

/// A shape that moves through the crowd: another place for each call.
Pose moving(std::size_t step, double side) {
  const Real x = Real(side) * (Real(step % 16) / 8 - Real(0.9375)),
             y = Real(side) * (Real(step / 16 % 16) / 8 - Real(0.9375));
  return {Vec2(x, y), Rotation::from_angle(Real(step % 64) / 10)};
}

void one_many(benchmark::State& state, Kind kind, int percent, bool batch) {
  constexpr std::size_t count = 10000;
  Random random(5);
  const double side = side_for(kind, percent);
  const Crowd crowd(random, kind, count, side);
  const Shape one = random_shape(random, kind);
  std::vector<std::uint32_t> hits;
  std::size_t step = 0, found = 0;
  for (auto _ : state) {
    const Pose pose = moving(step++, side);
    if (batch) {
      overlaps(one, pose, crowd.shapes, crowd.poses, hits);
    } else {
      hits.clear();
      for (std::uint32_t i = 0; i < count; ++i) {
        if (overlap(one, pose, crowd.shapes[i], crowd.poses[i])) hits.push_back(i);
      }
    }
    found += hits.size();
    benchmark::DoNotOptimize(hits.data());
  }
  per_pair(state, count);
  share(state, "hits", found, count);
}

void many_many(benchmark::State& state, Kind kind, int percent, bool batch) {
  constexpr std::size_t count = 2000;
  Random random(6);
  const Crowd a(random, kind, count, side_for(kind, percent)), b(random, kind, count, side_for(kind, percent));
  std::vector<OverlapPair> pairs;
  for (auto _ : state) {
    if (batch) {
      overlap_pairs(a.shapes, a.poses, b.shapes, b.poses, pairs);
    } else {
      pairs.clear();
      for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t j = 0; j < count; ++j) {
          if (overlap(a.shapes[i], a.poses[i], b.shapes[j], b.poses[j])) pairs.push_back({i, j});
        }
      }
    }
    benchmark::DoNotOptimize(pairs.data());
  }
  per_pair(state, count * count);
  state.counters["hits"] = double(pairs.size()) / double(count * count);
}

void add(const std::string& name, auto function, auto... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), function, arguments...)->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int argc, char** argv) {
  for (const int corners : {4, 5, 8}) {
    add("manifold/bankshot/" + std::to_string(corners), manifold_bankshot, corners);
    add("manifold/batch/" + std::to_string(corners), manifold_batch, corners);
    add("manifold/box2d/" + std::to_string(corners), manifold_box2d, corners);
  }
  for (const int corners : {4, 5, 8}) {
    add("ray/bankshot/" + std::to_string(corners), ray_bankshot, corners);
    add("ray/box2d/" + std::to_string(corners), ray_box2d, corners);
  }
  for (const int corners : {4, 5, 8}) {
    add("sweep/bankshot/" + std::to_string(corners), sweep_bankshot, corners);
    add("sweep/box2d/" + std::to_string(corners), sweep_box2d, corners);
  }
  const std::pair<const char*, Kind> kinds[] = {
      {"boxes", Kind::boxes}, {"circles", Kind::circles}, {"polygons", Kind::polygons}};
  for (const auto& [name, kind] : kinds) {
    for (const int percent : {1, 10, 50}) {
      const std::string which = std::string(name) + "/" + std::to_string(percent) + "/";
      add("one_many/" + which + "single", one_many, kind, percent, false);
      add("one_many/" + which + "batch", one_many, kind, percent, true);
      add("many_many/" + which + "single", many_many, kind, percent, false);
      add("many_many/" + which + "batch", many_many, kind, percent, true);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
