// The three structures of BroadPhase against one another: time per box or per query on several scenes. Look at the CPU
// time.
//
//   ninja bench_broad_phase && ./tests/bench_broad_phase --benchmark_min_time=0.1

#include <bankshot/broad/broad_phase.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>

#include "broad/scenes.hpp"

namespace {

using namespace bankshot;
using namespace bankshot::testing;

struct Scene {
  const char* name;
  std::vector<Box> boxes;
};

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = {{"uniform_10k", strewn(10000, 1)},
                                         {"clusters_10k", clusters(10000, 2)},
                                         {"sizes_1_1000_10k", mixed(10000, 3)},
                                         {"pyramid_outliers_5k", with_outliers()}};
  return all;
}

Aabb aabb(const Box& box) { return {Vec2(box.lower.x, box.lower.y), Vec2(box.upper.x, box.upper.y)}; }

BroadPhase filled(BroadPhaseKind kind, const Scene& scene) {
  BroadPhase broad(kind);
  for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) broad.insert(i, aabb(scene.boxes[i]));
  return broad;
}

void per(benchmark::State& state, std::size_t items) {
  state.counters["each"] = benchmark::Counter(
      static_cast<double>(items), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void insert(benchmark::State& state, BroadPhaseKind kind, const Scene& scene) {
  for (auto _ : state) benchmark::DoNotOptimize(filled(kind, scene));
  per(state, scene.boxes.size());
}

// All boxes move on by an eighth of a metre and come back.
void move(benchmark::State& state, BroadPhaseKind kind, const Scene& scene) {
  BroadPhase broad = filled(kind, scene);
  std::vector<Box> boxes = scene.boxes;
  Real step = Real(0.125);
  for (auto _ : state) {
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      boxes[i].lower.x += step, boxes[i].upper.x += step;
      broad.move(i, aabb(boxes[i]));
    }
    step = -step;
  }
  per(state, boxes.size());
}

// The boxes around a box, up to three metres away.
void query(benchmark::State& state, BroadPhaseKind kind, const Scene& scene) {
  const BroadPhase broad = filled(kind, scene);
  std::vector<std::uint32_t> ids;
  std::size_t found = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < scene.boxes.size(); i += 10) {
      broad.query(aabb(scene.boxes[i]).grown(3), ids);
      found += ids.size();
    }
  }
  per(state, scene.boxes.size() / 10);
  state.counters["found"] = double(found) / double(state.iterations()) / double(scene.boxes.size() / 10);
}

// From one box to another.
void ray(benchmark::State& state, BroadPhaseKind kind, const Scene& scene) {
  const BroadPhase broad = filled(kind, scene);
  std::vector<BoxHit> hits;
  Random random(9);
  std::vector<Vec2> ends;
  for (int i = 0; i < 200; ++i) ends.push_back(aabb(scene.boxes[random.below(scene.boxes.size())]).centre());
  for (auto _ : state) {
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
      broad.ray(ends[i], ends[i + 1] - ends[i], hits);
      benchmark::DoNotOptimize(hits.data());
    }
  }
  per(state, ends.size() / 2);
}

void pairs(benchmark::State& state, BroadPhaseKind kind, const Scene& scene) {
  const BroadPhase broad = filled(kind, scene);
  std::vector<BoxPair> found;
  for (auto _ : state) {
    broad.pairs(found);
    benchmark::DoNotOptimize(found.data());
  }
  per(state, scene.boxes.size());
}

}  // namespace

int main(int argc, char** argv) {
  struct Kind {
    const char* name;
    BroadPhaseKind kind;
  };
  constexpr Kind kinds[] = {{"tree", BroadPhaseKind::tree},
                            {"quadtree", BroadPhaseKind::quadtree},
                            {"spatial_hash", BroadPhaseKind::spatial_hash}};
  for (const Scene& scene : scenes()) {
    const auto add = [&](const char* what, auto function) {
      for (const Kind& kind : kinds) {
        const std::string name = std::string(scene.name) + "/" + what + "/" + kind.name;
        benchmark::RegisterBenchmark(name.c_str(), function, kind.kind, scene)->Unit(benchmark::kMicrosecond);
      }
    };
    add("insert", insert);
    add("move", move);
    add("query", query);
    add("ray", ray);
    add("pairs", pairs);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
