// Broad phase: time per box for all pairs of a scene, by the pair finder and by one tree query a box. Look at the CPU
// time.
//
//   ninja bench_broad && ./tests/bench_broad --benchmark_min_time=0.2

#include <bankshot/broad/dynamic_tree.hpp>
#include <bankshot/broad/pair_finder.hpp>

#include <benchmark/benchmark.h>

#include <numeric>

#include "broad/scenes.hpp"

namespace {

using namespace bankshot;
using namespace bankshot::testing;
using detail::DynamicTree;
using detail::IndexPair;
using detail::PairFinder;

std::vector<Box> shuffled(std::vector<Box> boxes) {
  Random random(7);
  for (std::size_t i = boxes.size(); i > 1; --i) std::swap(boxes[i - 1], boxes[random.below(i)]);
  return boxes;
}

struct Scene {
  const char* name;
  std::vector<Box> boxes;
};

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = {{"pyramid_5050", pyramid(100)},
                                         {"pyramid_5050_shuffled", shuffled(pyramid(100))},
                                         {"pyramid_5050_outliers", with_outliers()},
                                         {"random_20k", strewn(20000, 1)},
                                         {"mixed_1_1000_20k", mixed(20000, 2)},
                                         {"clusters_20k", clusters(20000, 3)},
                                         {"random_100k", strewn(100000, 4)},
                                         {"mixed_1_1000_100k", mixed(100000, 5)}};
  return all;
}

// Time for each box, and how many pairs there were.
void report(benchmark::State& state, std::size_t boxes, std::size_t pairs) {
  state.counters["per_box"] = benchmark::Counter(
      static_cast<double>(boxes), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["pairs_per_box"] = static_cast<double>(pairs) / static_cast<double>(boxes);
}

void find_pairs(benchmark::State& state, const Scene& scene) {
  PairFinder finder;
  std::vector<IndexPair> pairs;
  for (auto _ : state) {
    finder.find(scene.boxes, pairs);
    benchmark::DoNotOptimize(pairs.data());
  }
  report(state, scene.boxes.size(), pairs.size());
}

DynamicTree tree_of(const std::vector<Box>& boxes) {
  DynamicTree tree;
  tree.reserve(boxes.size());
  for (std::uint32_t i = 0; i < boxes.size(); ++i) tree.insert(boxes[i], i);
  return tree;
}

// The tree is there already, and the pairs come out unsorted.
void query_each(benchmark::State& state, const Scene& scene) {
  const DynamicTree tree = tree_of(scene.boxes);
  std::vector<IndexPair> pairs;
  for (auto _ : state) {
    pairs.clear();
    for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
      tree.query(scene.boxes[i], [&](std::uint32_t other) {
        if (other > i) pairs.push_back({i, other});
        return true;
      });
    }
    benchmark::DoNotOptimize(pairs.data());
  }
  report(state, scene.boxes.size(), pairs.size());
  state.counters["height"] = tree.height();
}

void insert_all(benchmark::State& state, const Scene& scene) {
  for (auto _ : state) benchmark::DoNotOptimize(tree_of(scene.boxes));
  report(state, scene.boxes.size(), 0);
}

// Every leaf leaves its stored box, as in a world where all is in motion.
void move_all(benchmark::State& state, const Scene& scene) {
  DynamicTree tree = tree_of(scene.boxes);
  std::vector<Box> boxes = scene.boxes;
  Real step = Real(0.125);
  for (auto _ : state) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      boxes[i].lower.x += step;
      boxes[i].upper.x += step;
      tree.move(static_cast<DynamicTree::Proxy>(i), boxes[i]);
    }
    step = -step;
  }
  report(state, boxes.size(), 0);
}

void rays(benchmark::State& state, const Scene& scene) {
  const DynamicTree tree = tree_of(scene.boxes);
  const Box all = std::accumulate(scene.boxes.begin(), scene.boxes.end(), scene.boxes[0], [](Box a, const Box& b) {
    a.lower = {detail::min(a.lower.x, b.lower.x), detail::min(a.lower.y, b.lower.y)};
    a.upper = {detail::max(a.upper.x, b.upper.x), detail::max(a.upper.y, b.upper.y)};
    return a;
  });
  Random random(9);
  std::size_t visits = 0;
  constexpr std::size_t count = 1000;
  std::vector<V2> ends;
  for (std::size_t k = 0; k < 2 * count; ++k) {
    ends.push_back({random.uniform(all.lower.x, all.upper.x), random.uniform(all.lower.y, all.upper.y)});
  }
  for (auto _ : state) {
    for (std::size_t k = 0; k < count; ++k) {
      tree.sweep(ends[2 * k], ends[2 * k + 1] - ends[2 * k], {}, [&](std::uint32_t, Real limit) {
        ++visits;
        return limit;
      });
    }
  }
  state.counters["per_ray"] =
      benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["leaves_per_ray"] = static_cast<double>(visits) / (count * static_cast<double>(state.iterations()));
}

}  // namespace

int main(int argc, char** argv) {
  for (const Scene& scene : scenes()) {
    const auto add = [&](const char* what, auto function) {
      benchmark::RegisterBenchmark((std::string(what) + "/" + scene.name).c_str(), function, scene)
          ->Unit(benchmark::kMicrosecond);
    };
    add("find_pairs", find_pairs);
    add("query_each", query_each);
    add("insert_all", insert_all);
    add("move_all", move_all);
    add("rays", rays);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
