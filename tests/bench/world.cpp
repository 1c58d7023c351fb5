// Queries of a world of 10,000 boxes and discs, and steps of one that sleeps, beside Box2D 2.4.1 in the same run. Look
// at the CPU time, which is that of one query or step.
//
//   ninja bench_world && ./tests/bench_world --benchmark_min_time=0.2

#include <bankshot/bankshot.hpp>

#include <benchmark/benchmark.h>
#include <box2d/box2d.h>

#include "property/random_shapes.hpp"

namespace {

using namespace bankshot;
using bankshot_test::Random;

constexpr int bodies = 10000;
constexpr double side = 150;  // half of it, metres: about one body in nine square metres

/// The same bodies in both libraries, which have stepped once.
struct Strewn {
  World ours;
  b2World theirs{b2Vec2(0, 0)};

  Strewn() {
    Random random{1};
    for (int i = 0; i < bodies; ++i) {
      const Vec2 at = random.point(side);
      const Real angle = Real(random.uniform(-3, 3)), size = Real(random.uniform(0.5, 1.5));
      b2BodyDef def;
      def.type = b2_dynamicBody;
      def.position.Set(at[0], at[1]);
      def.angle = angle;
      b2Body* body = theirs.CreateBody(&def);
      if (i % 2 == 0) {
        ours.add_body({.position = at, .rotation = Rotation::from_angle(angle)}, box(size, size / 2));
        b2PolygonShape form;
        form.SetAsBox(size / 2, size / 4);
        body->CreateFixture(&form, 1);
      } else {
        ours.add_body({.position = at, .rotation = Rotation::from_angle(angle)}, circle(size / 2));
        b2CircleShape form;
        form.m_radius = size / 2;
        body->CreateFixture(&form, 1);
      }
    }
    ours.step(Real(1) / 60);
    theirs.Step(1.0F / 60, 8, 3);
  }
};

const Strewn& strewn() {
  static const Strewn both;
  return both;
}

/// 256 displacements of one length, or the middles of 256 areas.
struct Questions {
  std::vector<Vec2> from, way;

  explicit Questions(double length) {
    Random random{2};
    for (int i = 0; i < 256; ++i) {
      from.push_back(random.point(side));
      way.push_back(Real(length) * random.direction());
    }
  }
};

void per_question(benchmark::State& state, std::size_t questions, std::size_t found) {
  state.counters["each"] = benchmark::Counter(
      static_cast<double>(questions), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["found"] =
      static_cast<double>(found) / static_cast<double>(state.iterations()) / static_cast<double>(questions);
}

void ray_bankshot(benchmark::State& state, double length) {
  const World& world = strewn().ours;
  const Questions ask(length);
  std::size_t hits = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < ask.from.size(); ++i) {
      const auto hit = world.ray_cast(ask.from[i], ask.way[i]);
      hits += hit.has_value();
      benchmark::DoNotOptimize(hit);
    }
  }
  per_question(state, ask.from.size(), hits);
}

/// Keeps the nearest hit.
struct Nearest : b2RayCastCallback {
  const b2Fixture* fixture = nullptr;
  float ReportFixture(b2Fixture* one, const b2Vec2&, const b2Vec2&, float fraction) override {
    fixture = one;
    return fraction;
  }
};

void ray_box2d(benchmark::State& state, double length) {
  const b2World& world = strewn().theirs;
  const Questions ask(length);
  std::size_t hits = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < ask.from.size(); ++i) {
      const Vec2 end = ask.from[i] + ask.way[i];
      Nearest nearest;
      world.RayCast(&nearest, b2Vec2(ask.from[i][0], ask.from[i][1]), b2Vec2(end[0], end[1]));
      hits += nearest.fixture != nullptr;
      benchmark::DoNotOptimize(nearest.fixture);
    }
  }
  per_question(state, ask.from.size(), hits);
}

void area_bankshot(benchmark::State& state, double length) {
  const World& world = strewn().ours;
  const Questions ask(0);
  const Vec2 half = Vec2(Real(length), Real(length)) / 2;
  std::size_t found = 0;
  for (auto _ : state) {
    for (const Vec2& at : ask.from) found += world.overlap(Aabb{at - half, at + half}).size();
  }
  per_question(state, ask.from.size(), found);
}

/// Collects the shapes in a list, as the other library does.
struct Collected : b2QueryCallback {
  std::vector<b2Fixture*> fixtures;
  bool ReportFixture(b2Fixture* fixture) override {
    fixtures.push_back(fixture);
    return true;
  }
};

void area_box2d(benchmark::State& state, double length) {
  const b2World& world = strewn().theirs;
  const Questions ask(0);
  const float half = static_cast<float>(length) / 2;
  std::size_t found = 0;
  for (auto _ : state) {
    for (const Vec2& at : ask.from) {
      Collected collected;
      b2AABB area;
      area.lowerBound.Set(at[0] - half, at[1] - half), area.upperBound.Set(at[0] + half, at[1] + half);
      world.QueryAABB(&collected, area);
      found += collected.fixtures.size();
    }
  }
  per_question(state, ask.from.size(), found);
}

/// 5,050 boxes side by side, all asleep: nothing happens in a step.
void step_asleep_bankshot(benchmark::State& state) {
  World world;
  for (int i = 0; i < 5050; ++i) {
    world.set_awake(world.add_body({.position = Vec2(Real(i), 0)}, box(1, 1)), false);
  }
  for (auto _ : state) world.step(Real(1) / 60);
}

void step_asleep_box2d(benchmark::State& state) {
  b2World world(b2Vec2(0, 0));
  b2PolygonShape form;
  form.SetAsBox(0.5F, 0.5F);
  for (int i = 0; i < 5050; ++i) {
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position.Set(static_cast<float>(i), 0);
    def.awake = false;
    world.CreateBody(&def)->CreateFixture(&form, 1);
  }
  for (auto _ : state) world.Step(1.0F / 60, 8, 3);
}

}  // namespace

int main(int argc, char** argv) {
  const auto add = [](const std::string& name, auto function, double length) {
    benchmark::RegisterBenchmark((name + "/" + std::to_string(int(length)) + "m").c_str(), function, length)
        ->Unit(benchmark::kMicrosecond);
  };
  for (const double length : {1.0, 10.0, 100.0}) add("ray/bankshot", ray_bankshot, length);
  for (const double length : {1.0, 10.0, 100.0}) add("ray/box2d", ray_box2d, length);
  for (const double length : {1.0, 10.0, 50.0}) add("area/bankshot", area_bankshot, length);
  for (const double length : {1.0, 10.0, 50.0}) add("area/box2d", area_box2d, length);
  benchmark::RegisterBenchmark("asleep/bankshot", step_asleep_bankshot)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("asleep/box2d", step_asleep_box2d)->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
