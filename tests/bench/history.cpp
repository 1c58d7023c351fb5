// The cost of keeping a world of 800 moving bodies and of getting it back: a tick of history, going back ten ticks, a
// copy, bytes. Look at the counters: the least and the median time of each, in microseconds, and kilobytes.
//
//   ninja bench_history && ./tests/bench_history

#include <bankshot/bankshot.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

namespace {

using namespace bankshot;

constexpr int moving = 800;
constexpr Real dt = Real(1) / 60;

Shape solid(int i) {
  const std::array<Vec2, 5> corners = {Vec2(Real(-0.5), 0), Vec2(0, Real(-0.5)), Vec2(Real(0.5), 0),
                                       Vec2(Real(0.25), Real(0.5)), Vec2(Real(-0.25), Real(0.5))};
  switch (i % 3) {
    case 0: return box(1, 1);
    case 1: return circle(Real(0.5));
    default: return polygon(corners);
  }
}

/// Bodies on a square, middle at the origin.
void fill(World& world, Real spacing, bool balls, const Material& material, Real speed) {
  constexpr int side = 28;
  for (int i = 0; i < moving; ++i) {
    const Vec2 at(spacing * (static_cast<Real>(i % side) - Real(13.5)), spacing * (static_cast<Real>(i / side) - 14));
    const Vec2 velocity(speed * (static_cast<Real>(i * 37 % 17) - 8), speed * (static_cast<Real>(i * 53 % 13) - 6));
    world.add_body({.position = at, .velocity = velocity, .can_sleep = false}, balls ? circle(Real(0.5)) : solid(i),
                   material);
  }
}

/// A drum that turns, four walls, full of boxes, balls and pentagons.
World drum(bool balls) {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  const BodyId walls = world.add_body({.type = BodyType::kinematic, .angular_velocity = Real(0.4)});
  for (const Real side : {Real(-21), Real(21)}) {
    world.add_shape(walls, box(2, 44, Vec2(side, 0)));
    world.add_shape(walls, box(44, 2, Vec2(0, side)));
  }
  fill(world, Real(1.3), balls, {}, 0);
  return world;
}

World gas() {
  World world;
  world.add_shape(world.add_body({.type = BodyType::fixed}), container(box(80, 80)),
                  {.material = {.restitution = 1, .friction = 0}});
  fill(world, Real(2.5), true, {.restitution = 1, .friction = 0}, 1);
  return world;
}

World mixed_drum() { return drum(false); }
World ball_drum() { return drum(true); }

// ---- one call at a time: what comes between two of them is not measured --------------------------------------------

constexpr int calls = 400, ticks_kept = 120;

/// The times of single calls.
class Stopwatch {
 public:
  explicit Stopwatch(benchmark::State& state) : state_(state) {}
  void time(auto&& call) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    state_.SetIterationTime(seconds.count());
    microseconds_.push_back(1e6 * seconds.count());
  }
  void report() {
    std::sort(microseconds_.begin(), microseconds_.end());
    state_.counters["least"] = microseconds_.front();
    state_.counters["median"] = microseconds_[microseconds_.size() / 2];
  }

 private:
  benchmark::State& state_;
  std::vector<double> microseconds_;
};

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step(dt);
}

/// A world in full motion with a history behind it.
struct Played {
  World world;
  History history{ticks_kept};

  explicit Played(World (*make)()) : world(make()) {
    run(world, 240);
    for (int i = 0; i < ticks_kept; ++i) tick();
  }
  void tick() {
    history.save(world);
    world.step(dt);
  }
};

void snapshot(benchmark::State& state, World (*make)()) {
  Played played(make);
  Stopwatch watch(state);
  for (auto _ : state) {
    watch.time([&] { played.history.save(played.world); });
    played.world.step(dt);
  }
  watch.report();
  state.counters["contacts"] = played.world.counts().contacts;
  state.counters["kB"] = static_cast<double>(played.history.bytes()) / 1e3 / played.history.size();
}

void restore(benchmark::State& state, World (*make)()) {
  Played played(make);
  const std::uint64_t last = played.history.last();
  Stopwatch watch(state);
  for (auto _ : state) {
    played.history.restore(last, played.world);
    watch.time([&] { played.history.restore(last - 10, played.world); });
  }
  watch.report();
}

void copy(benchmark::State& state, World (*make)()) {
  Played played(make);
  Stopwatch watch(state);
  for (auto _ : state) {
    played.world.step(dt);
    watch.time([&] {
      const World other = played.world;
      benchmark::DoNotOptimize(other);
    });
  }
  watch.report();
}

void to_bytes(benchmark::State& state, World (*make)()) {
  Played played(make);
  Stopwatch watch(state);
  std::vector<std::byte> bytes;
  for (auto _ : state) watch.time([&] { bytes = save(played.world); });
  watch.report();
  state.counters["kB"] = static_cast<double>(bytes.size()) / 1e3;
}

void from_bytes(benchmark::State& state, World (*make)()) {
  Played played(make);
  const std::vector<std::byte> bytes = save(played.world);
  Stopwatch watch(state);
  for (auto _ : state) watch.time([&] { played.world = load(bytes); });
  watch.report();
}

}  // namespace

int main(int argc, char** argv) {
  struct Scene {
    const char* name;
    World (*make)();
  };
  constexpr Scene scenes[] = {{"drum_mixed", mixed_drum}, {"drum_balls", ball_drum}, {"gas", gas}};
  for (const Scene& scene : scenes) {
    const auto add = [&](const char* what, auto function) {
      benchmark::RegisterBenchmark((std::string(what) + "/" + scene.name).c_str(), function, scene.make)
          ->UseManualTime()
          ->Iterations(calls)
          ->Unit(benchmark::kMicrosecond);
    };
    add("snapshot", snapshot);
    add("restore_10", restore);
    add("copy", copy);
    add("save", to_bytes);
    add("load", from_bytes);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
