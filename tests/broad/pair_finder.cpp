#include <bankshot/broad/pair_finder.hpp>
#include <bankshot/simd/width.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "broad/counting_new.hpp"
#include "broad/scenes.hpp"

namespace bankshot::testing {
namespace {

using detail::IndexPair;
using detail::PairFinder;

constexpr Real greatest = std::numeric_limits<Real>::max();

std::vector<IndexPair> by_brute_force(const std::vector<Box>& boxes) {
  std::vector<IndexPair> pairs;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      const Box &p = boxes[a], &q = boxes[b];
      const bool apart =
          p.upper.x < q.lower.x || q.upper.x < p.lower.x || p.upper.y < q.lower.y || q.upper.y < p.lower.y;
      if (!apart) pairs.push_back({a, b});
    }
  }
  return pairs;
}

// Sorts by the left side and looks right as far as boxes reach. For scenes too large for brute force.
std::vector<IndexPair> by_sweeping(const std::vector<Box>& boxes) {
  std::vector<std::uint32_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t i, std::uint32_t j) { return boxes[i].lower.x < boxes[j].lower.x; });
  std::vector<IndexPair> pairs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box& p = boxes[order[i]];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].lower.x <= p.upper.x; ++j) {
      const Box& q = boxes[order[j]];
      if (p.lower.y > q.upper.y || q.lower.y > p.upper.y) continue;
      pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Queries with some of the boxes, at their size, as points and grown until they reach most of the others.
void expect_exact_queries(const PairFinder& finder, const std::vector<Box>& boxes, const std::string& name) {
  std::vector<std::uint32_t> found = {1, 2};  // what was there is replaced
  for (std::size_t i = 0; i < boxes.size(); i += 1 + boxes.size() / 16) {
    const Real reach = boxes[i].upper.x - boxes[i].lower.x;
    for (const Real share : {Real(0), Real(1), Real(7), Real(1000)}) {
      const V2 grown{share * reach, share * reach};
      const Box box = share == 0 ? Box{boxes[i].lower, boxes[i].lower}
                                 : Box{boxes[i].lower - grown, boxes[i].upper + V2{2 * grown.x, grown.y}};
      std::vector<std::uint32_t> expected;
      for (std::uint32_t k = 0; k < boxes.size(); ++k) {
        const Box& other = boxes[k];
        const bool apart = other.upper.x < box.lower.x || box.upper.x < other.lower.x || other.upper.y < box.lower.y ||
                           box.upper.y < other.lower.y;
        if (!apart) expected.push_back(k);
      }
      finder.query(box, found);
      std::sort(found.begin(), found.end());
      EXPECT_TRUE(found == expected) << name << ", around box " << i << ", " << share << " times as large";
    }
  }
}

void expect_exact_now(const std::vector<Box>& boxes, const std::string& name) {
  PairFinder finder;
  std::vector<IndexPair> pairs = {{1, 2}};  // what was there is replaced
  finder.find(boxes, pairs);
  const std::vector<IndexPair> expected = boxes.size() > 6000 ? by_sweeping(boxes) : by_brute_force(boxes);
  EXPECT_EQ(pairs.size(), expected.size()) << name;
  EXPECT_TRUE(pairs == expected) << name;
  expect_exact_queries(finder, boxes, name);
}

// Wide vectors test each of a hundred boxes with each other one. One lane uses a grid even for these.
void expect_exact(const std::vector<Box>& boxes, const std::string& name) {
  expect_exact_now(boxes, name);
  const Width best = active_width();
  if (boxes.size() > 256 || best == Width::scalar || !set_width(Width::scalar)) return;
  expect_exact_now(boxes, name + ", one lane");
  set_width(best);
}

std::vector<Box> shuffled(std::vector<Box> boxes, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = boxes.size(); i > 1; --i) std::swap(boxes[i - 1], boxes[random.below(i)]);
  return boxes;
}

TEST(PairFinder, FindsNothingInNothing) {
  for (const std::size_t n : {0u, 1u}) {
    PairFinder finder;
    std::vector<IndexPair> pairs = {{1, 2}};
    finder.find(std::vector<Box>(n, box_at(0, 0, 1, 1)), pairs);
    EXPECT_TRUE(pairs.empty());
  }
}

TEST(PairFinder, AgreesWithBruteForceOnScenes) {
  expect_exact(pyramid(60), "pyramid");
  expect_exact(shuffled(pyramid(60), 1), "pyramid, shuffled");
  expect_exact(with_outliers(), "pyramid with outliers");
  expect_exact(strewn(4000, 1), "strewn");
  expect_exact(mixed(4000, 2), "mixed sizes");
  expect_exact(clusters(4000, 3), "clusters");
}

TEST(PairFinder, AgreesAtEveryWidth) {
  const Width best = active_width();
  for (const Width width : all_widths) {
    if (!set_width(width)) continue;
    const std::string at = std::string(", ") + width_name(width);
    expect_exact(shuffled(pyramid(40), 1), "pyramid, shuffled" + at);
    expect_exact(mixed(2000, 2), "mixed sizes" + at);
    expect_exact(clusters(2000, 3), "clusters" + at);
    std::vector<Box> crowd(40, box_at(0, 0, 1, 1));  // ranges longer than a vector, and a row of single boxes
    for (int i = 0; i < 40; ++i) crowd.push_back(box_at(Real(i), 0, Real(i % 2), 1));
    expect_exact(crowd, "crowd" + at);
  }
  set_width(best);
}

// From one way of finding them to the next: one by one, over lanes, by a grid.
TEST(PairFinder, AgreesForEveryNumberOfFewBoxes) {
  const Width best = active_width();
  for (const Width width : all_widths) {
    if (!set_width(width)) continue;
    for (std::size_t n = 2; n <= 140; ++n) {
      const std::string name = std::to_string(n) + ", " + width_name(width);
      expect_exact_now(shuffled(mixed(n, n), n), "mixed sizes, " + name);
      expect_exact_now(std::vector<Box>(n, box_at(0, 0, 1, 1)), "all in one place, " + name);
    }
  }
  set_width(best);
}

TEST(PairFinder, IsExactOnHundredThousandBoxes) {
  expect_exact(strewn(100000, 1), "strewn");
  expect_exact(mixed(100000, 2), "mixed sizes");
  expect_exact(clusters(100000, 3), "clusters");
}

TEST(PairFinder, FindsRowsColumnsAndDiagonals) {
  std::vector<Box> row, column, diagonal, sparse;
  for (int i = 0; i < 2000; ++i) {
    const Real at = Real(i) * Real(0.75);
    row.push_back(box_at(at, 0, 1, 1));
    column.push_back(box_at(3, -at, 1, 1));
    diagonal.push_back(box_at(at, at, 1, 1));
    sparse.push_back(box_at(at * 1000, -at * 100, Real(i % 7) * 200, 1));
  }
  expect_exact(row, "row");
  expect_exact(column, "column");
  expect_exact(diagonal, "diagonal");
  expect_exact(sparse, "sparse diagonal");
}

TEST(PairFinder, CountsTouchingAndNotTheNextNumber) {
  // Squares that share edges and corners, each side of the lattice 30: 2 * 30 * 29 by edges, 2 * 29 * 29 by corners.
  std::vector<Box> lattice;
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 30; ++x) lattice.push_back({{Real(x), Real(y)}, {Real(x + 1), Real(y + 1)}});
  }
  PairFinder finder;
  std::vector<IndexPair> pairs;
  finder.find(lattice, pairs);
  EXPECT_EQ(pairs.size(), 2u * 30 * 29 + 2u * 29 * 29);
  expect_exact(lattice, "lattice");

  for (Box& box : lattice) {
    box.upper = {std::nextafter(box.upper.x, -greatest), std::nextafter(box.upper.y, -greatest)};
  }
  finder.find(lattice, pairs);
  EXPECT_TRUE(pairs.empty());
}

TEST(PairFinder, TakesBoxesInOnePlaceAndPoints) {
  expect_exact(std::vector<Box>(300, box_at(5, -7, 1, 2)), "equal boxes");
  expect_exact(std::vector<Box>(300, box_at(5, -7, 0, 0)), "equal points");
  std::vector<Box> points, segments;
  for (int i = 0; i < 3000; ++i) {
    points.push_back(box_at(Real(i * 7919 % 60), Real(i * 104729 % 61), 0, 0));
    segments.push_back(box_at(Real(i * 7919 % 60), Real(i * 104729 % 61), Real(i % 2), Real(1 - i % 2)));
  }
  expect_exact(points, "points");
  expect_exact(segments, "segments");
  std::vector<Box> piled(1500, box_at(0, 0, 0, 0));
  piled.insert(piled.end(), points.begin(), points.begin() + 1000);
  expect_exact(piled, "points, half of them in one place");
}

TEST(PairFinder, TakesOneGiantOverAll) {
  std::vector<Box> boxes = pyramid(40);
  boxes.insert(boxes.begin() + 300, box_at(0, 0, 10000, 10000));
  expect_exact(boxes, "giant");
  boxes.push_back({{-greatest, -greatest}, {greatest, greatest}});
  expect_exact(boxes, "giant whose size overflows");
  boxes.insert(boxes.end(), 20, {{-greatest, -1}, {greatest, 1}});
  expect_exact(boxes, "level of giants whose size overflows");
}

TEST(PairFinder, TakesEverySizeThereIs) {
  std::vector<Box> nested, apart;
  constexpr int octaves = std::numeric_limits<Real>::max_exponent / 128;  // at a time: a thousand boxes for either Real
  for (int e = std::numeric_limits<Real>::min_exponent; e < std::numeric_limits<Real>::max_exponent; e += octaves) {
    const Real size = std::ldexp(Real(1), e);
    for (int k = 0; k < 3; ++k) {
      nested.push_back({{-size / 2, -size / 2}, {size / 2, size / 2}});
      apart.push_back({{size, size * Real(k)}, {size * Real(1.5), size * Real(k) + size * Real(0.5)}});
    }
  }
  expect_exact(shuffled(nested, 1), "nested");
  expect_exact(shuffled(apart, 2), "apart");
}

TEST(PairFinder, TakesHugeAndTinyCoordinates) {
  std::vector<Box> boxes = pyramid(30);
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Real far = Real(1e30) * random.uniform(-1, 1);
    boxes.push_back(box_at(far, Real(1e30), 1, 1));
    boxes.push_back(box_at(Real(1e30), Real(i), random.magnitude(-3, 3), random.magnitude(-3, 3)));
    boxes.push_back(box_at(random.magnitude(-30, 30), random.magnitude(-30, 30), 1, 1));
    boxes.push_back(box_at(random.uniform(-1, 1) * greatest / 2, random.uniform(-1, 1) * greatest / 2, 1, 1));
    boxes.push_back(box_at(random.uniform(-1, 1) * greatest / 2, 0, greatest / 3, random.uniform(0, 1) * greatest));
  }
  expect_exact(boxes, "huge");

  std::vector<Box> tiny;
  const Real unit = std::numeric_limits<Real>::denorm_min();
  for (int i = 0; i < 600; ++i) {
    const Real x = unit * Real(random.below(100)), y = unit * Real(random.below(100));
    tiny.push_back({{x, y}, {x + unit * Real(random.below(9)), y + unit * Real(random.below(9))}});
  }
  expect_exact(tiny, "subnormal");
}

// Far from the origin positions come in coarse steps, and boxes are as large as a few of these.
TEST(PairFinder, TakesWorldsFarFromTheOrigin) {
  Random random(8);
  for (const Real offset : {Real(1e4), Real(-1e6), Real(1e8), Real(-1e15), Real(1e25)}) {
    std::vector<Box> boxes;
    const Real step = std::abs(offset) * std::numeric_limits<Real>::epsilon();
    for (int i = 0; i < 1500; ++i) {
      const Real x = offset + step * Real(random.below(200)), y = offset + step * Real(random.below(200));
      boxes.push_back({{x, y}, {x + step * Real(random.below(12)), y + step * Real(random.below(12))}});
    }
    expect_exact(boxes, "offset " + std::to_string(offset));
  }
}

// Positions, sizes and crowds of many kinds, often on a lattice so that boxes touch exactly.
std::vector<Box> random_scene(std::uint64_t seed) {
  Random random(seed);
  const std::size_t n = 2 + random.below(400);
  const std::size_t kind_of_place = random.below(5), kind_of_size = random.below(5);
  const Real world = random.magnitude(0, 4);
  const auto coordinate = [&] {
    switch (kind_of_place) {
      case 0: return random.uniform(-world, world);
      case 1: return Real(random.below(30));
      case 2: return random.uniform(0, 1) * random.uniform(0, 1) * random.uniform(0, 1) * world;
      case 3: return Real(random.below(3)) * 100000 + random.uniform(0, 10);
      default: return random.magnitude(-6, 12) * (random.below(2) == 0 ? Real(1) : Real(-1));
    }
  };
  const auto size = [&] {
    switch (kind_of_size) {
      case 0: return Real(1);
      case 1: return Real(random.below(4));
      case 2: return random.magnitude(-3, 1);
      case 3: return random.below(50) == 0 ? random.magnitude(1, 5) : random.uniform(Real(0.9), Real(1.1));
      default: return random.magnitude(-9, 9);
    }
  };
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const V2 lower{coordinate(), coordinate()};
    boxes.push_back({lower, lower + V2{size(), size()}});
  }
  return boxes;
}

TEST(PairFinder, AgreesWithBruteForceOnRandomScenes) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    expect_exact(random_scene(seed), "seed " + std::to_string(seed));
    if (HasFailure()) break;
  }
}

TEST(PairFinder, ReusedFindsTheSame) {
  PairFinder reused;
  std::vector<IndexPair> pairs;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::vector<Box> boxes = random_scene(seed);
    reused.find(boxes, pairs);
    ASSERT_TRUE(pairs == by_brute_force(boxes)) << "seed " << seed;
  }
}

TEST(PairFinder, IsScaleFree) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<Box> boxes = random_scene(seed);
    PairFinder finder;
    std::vector<IndexPair> pairs, of_scaled;
    finder.find(boxes, pairs);
    for (const int k : {-20, -3, 1, 20}) {
      std::vector<Box> scaled = boxes;
      for (Box& box : scaled) {
        box = {std::ldexp(Real(1), k) * box.lower, std::ldexp(Real(1), k) * box.upper};
      }
      finder.find(scaled, of_scaled);
      ASSERT_TRUE(of_scaled == pairs) << "seed " << seed << ", 2^" << k;
    }
  }
}

/// Pairs of which the sum can be divided by `divisor` matter.
class EveryFew final : public detail::PairSieve {
 public:
  EveryFew(std::size_t most, std::uint32_t divisor) : PairSieve(most), divisor_(divisor) {}
  bool matters(const IndexPair& pair) const override { return (pair.a + pair.b) % divisor_ == 0; }

 private:
  std::uint32_t divisor_;
};

// Of 300 boxes in one place every 37th pair or so matters. If there are more pairs than the sieve takes, those that do
// not matter are left out; if too many pairs matter, there is no answer.
TEST(PairFinder, LeavesOutWhatDoesNotMatterWhereThereAreTooMany) {
  const std::vector<Box> boxes(300, Box{{0, 0}, {1, 1}});
  const std::vector<IndexPair> all = by_brute_force(boxes);
  std::vector<IndexPair> mattering;
  const EveryFew any(0, 37);
  std::copy_if(all.begin(), all.end(), std::back_inserter(mattering), [&](const auto& p) { return any.matters(p); });
  const Width best = active_width();
  for (const Width width : all_widths) {
    if (!set_width(width)) continue;
    PairFinder finder;
    std::vector<IndexPair> pairs;
    for (const std::size_t most : {all.size(), 2 * mattering.size(), 2 * mattering.size() - 1, all.size() - 1,
                                   std::size_t{100}, all.size() + 1}) {
      const EveryFew sieve(most, 37);
      const bool sifted = most < all.size(), enough = most >= 2 * mattering.size();
      EXPECT_EQ(finder.find(boxes, pairs, &sieve), enough) << most;
      EXPECT_EQ(finder.sifted(), sifted) << most;
      EXPECT_TRUE(!enough || pairs == (sifted ? mattering : all)) << most;
      EXPECT_LE(pairs.size(), most);
      for (const IndexPair& pair : pairs) EXPECT_TRUE(!enough || !sifted || any.matters(pair));
    }
    EXPECT_TRUE(finder.find(boxes, pairs));
    EXPECT_EQ(pairs, all);
  }
  set_width(best);
}

TEST(PairFinder, AllocatesNothingBelowItsPeak) {
  std::vector<std::vector<Box>> scenes = {
      pyramid(50), with_outliers(), strewn(3000, 1), mixed(3000, 2), clusters(3000, 3), pyramid(20), {}};
  scenes.push_back(std::vector<Box>(400, box_at(0, 0, 1, 1)));
  PairFinder finder;
  std::vector<IndexPair> pairs;
  for (const auto& scene : scenes) finder.find(scene, pairs);
  const std::size_t before = allocations();
  for (int round = 0; round < 2; ++round) {
    for (const auto& scene : scenes) finder.find(scene, pairs);
  }
  for (int missing = 1; missing < 100; ++missing) {
    finder.find(std::span(scenes[0]).subspan(static_cast<std::size_t>(missing)), pairs);
  }
  EXPECT_EQ(allocations() - before, 0u);
}

// Room for hits is full, and then come more candidates that are none.
TEST(PairFinder, AllocatesNothingForCandidatesThatFail) {
  std::vector<Box> apart, equal(91, {{0, 0}, {Real(0.4), Real(0.4)}});  // 4095 pairs: one less than a power of two
  std::vector<Box> mixture = equal;
  for (int i = 0; i < 131; ++i) apart.push_back(box_at(Real(i), Real(i % 10), Real(0.4), Real(0.4)));
  for (int i = 0; i < 40; ++i) {
    const Real x = Real(0.5) + Real(0.01) * Real(i);
    mixture.push_back({{x, 0}, {x + Real(0.005), Real(0.4)}});
  }
  PairFinder finder;
  std::vector<IndexPair> pairs;
  finder.find(apart, pairs);
  finder.find(equal, pairs);
  EXPECT_EQ(pairs.size(), 4095u);
  const std::size_t before = allocations();
  finder.find(mixture, pairs);
  EXPECT_EQ(allocations() - before, 0u);
  EXPECT_EQ(pairs.size(), 4095u);
}

TEST(PairFinder, CopiesShareNothing) {
  const std::vector<Box> first = strewn(500, 1), second = mixed(700, 2);
  PairFinder finder;
  std::vector<IndexPair> pairs;
  finder.find(first, pairs);
  PairFinder assigned;
  assigned.find(second, pairs);
  const std::size_t before = allocations();
  PairFinder copy(finder);
  assigned = finder;
  assigned.find(second, pairs);
  EXPECT_EQ(allocations() - before, 0u);
  for (PairFinder* each : {&copy, &assigned, &finder}) {
    each->find(first, pairs);
    EXPECT_TRUE(pairs == by_brute_force(first));
    each->find(second, pairs);
    EXPECT_TRUE(pairs == by_brute_force(second));
  }
}

}  // namespace
}  // namespace bankshot::testing
