#include <bankshot/broad/dynamic_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "broad/counting_new.hpp"
#include "broad/scenes.hpp"

namespace bankshot::testing {
namespace {

using detail::DynamicTree;
using Proxy = DynamicTree::Proxy;
using Users = std::vector<std::uint32_t>;

/// Everything that a query visits.
template <class Query>
Users visited_by(const Query& query) {
  Users users;
  query([&](std::uint32_t user) {
    users.push_back(user);
    return true;
  });
  std::sort(users.begin(), users.end());
  return users;
}

Users queried(const DynamicTree& tree, const Box& box) {
  return visited_by([&](const auto& visit) { tree.query(box, visit); });
}

Users marked(const DynamicTree& tree, const Box& box) {
  return visited_by([&](const auto& visit) { tree.query_marked(box, visit); });
}

Users swept(const DynamicTree& tree, V2 origin, V2 translation, V2 half) {
  Users users;
  tree.sweep(origin, translation, half, [&](std::uint32_t user, Real limit) {
    users.push_back(user);
    return limit;
  });
  std::sort(users.begin(), users.end());
  return users;
}

DynamicTree tree_of(const std::vector<Box>& boxes) {
  DynamicTree tree;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) tree.insert(boxes[i], i);
  return tree;
}

Box random_box(Random& random) {
  // Halves, so that boxes touch; some large, some points.
  const auto whole = [&](std::size_t n) { return Real(random.below(n)) / 2; };
  const std::size_t most = random.below(20) == 0 ? 60 : 6;
  const V2 lower{whole(200), whole(200)};
  return {lower, lower + V2{whole(most), whole(most)}};
}

TEST(DynamicTree, EmptyOneAnswersNothing) {
  DynamicTree tree;
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_EQ(tree.height(), 0);
  EXPECT_TRUE(tree.valid());
  EXPECT_TRUE(queried(tree, box_at(0, 0, 100, 100)).empty());
  EXPECT_TRUE(swept(tree, {0, 0}, {1, 1}, {1, 1}).empty());
  const Proxy only = tree.insert(box_at(1, 2, 3, 4), 77);
  EXPECT_EQ(tree.box(only), box_at(1, 2, 3, 4));
  EXPECT_EQ(tree.user(only), 77u);
  EXPECT_EQ(queried(tree, box_at(0, 0, 100, 100)), Users{77});
  tree.remove(only);
  EXPECT_TRUE(tree.valid());
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_TRUE(queried(tree, box_at(0, 0, 100, 100)).empty());
}

// A tree and what it should hold.
struct Model {
  DynamicTree tree;
  std::map<Proxy, std::pair<Box, std::uint32_t>> leaves;
  std::set<Proxy> marks;

  Users overlapping(const Box& box, bool marked = false) const {
    Users users;
    for (const auto& [proxy, leaf] : leaves) {
      if (marked && marks.count(proxy) == 0) continue;
      const Box& own = leaf.first;
      if (own.upper.x < box.lower.x || box.upper.x < own.lower.x) continue;
      if (own.upper.y < box.lower.y || box.upper.y < own.lower.y) continue;
      users.push_back(leaf.second);
    }
    std::sort(users.begin(), users.end());
    return users;
  }

  void change(Random& random, std::uint32_t user) {
    const std::size_t what = random.below(10);
    if (leaves.empty() || what < 4) {
      const Box box = random_box(random);
      const Proxy proxy = tree.insert(box, user);
      ASSERT_TRUE(leaves.emplace(proxy, std::pair(box, user)).second) << "a proxy was given out twice";
      if (random.below(2) == 0) mark(proxy, true);
      return;
    }
    const auto leaf = std::next(leaves.begin(), static_cast<std::ptrdiff_t>(random.below(leaves.size())));
    if (what < 7) {
      tree.remove(leaf->first);
      marks.erase(leaf->first);
      leaves.erase(leaf);
      return;
    }
    if (random.below(3) == 0) mark(leaf->first, random.below(3) == 0);
    Box& stored = leaf->second.first;
    Box box = random_box(random);
    if (what == 8) box = {stored.lower, stored.lower + Real(0.5) * (stored.upper - stored.lower)};
    if (what == 9) box = {stored.lower + V2{Real(0.5), 0}, stored.upper + V2{Real(0.5), 0}};
    const bool inside = stored.lower.x <= box.lower.x && stored.lower.y <= box.lower.y &&
                        box.upper.x <= stored.upper.x && box.upper.y <= stored.upper.y;
    const bool force = random.below(3) == 0;
    const bool changes = force ? !(box == stored) : !inside;
    EXPECT_EQ(tree.move(leaf->first, box, force), changes);
    if (changes) stored = box;
  }

  void mark(Proxy proxy, bool marked) {
    tree.mark(proxy, marked);
    marked ? void(marks.insert(proxy)) : void(marks.erase(proxy));
  }

  void check(Random& random) const {
    ASSERT_TRUE(tree.valid());
    ASSERT_EQ(tree.size(), leaves.size());
    for (const auto& [proxy, leaf] : leaves) {
      ASSERT_EQ(tree.box(proxy), leaf.first);
      ASSERT_EQ(tree.user(proxy), leaf.second);
    }
    for (int k = 0; k < 5; ++k) {
      const Box box = random_box(random);
      ASSERT_EQ(queried(tree, box), overlapping(box));
      ASSERT_EQ(marked(tree, box), overlapping(box, true));
    }
  }
};

TEST(DynamicTree, AgreesWithAListThroughAllChanges) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Model model;
    for (std::uint32_t k = 0; k < 1500; ++k) {
      model.change(random, 1000 + k);
      if (k % 10 == 0) model.check(random);
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", change " << k;
    }
  }
}

TEST(DynamicTree, CopiesAreIndependent) {
  Random random(3);
  Model model;
  for (std::uint32_t k = 0; k < 300; ++k) model.change(random, k);
  Model copy = model;
  const Model kept = model;
  for (std::uint32_t k = 0; k < 300; ++k) copy.change(random, 1000 + k);
  copy.check(random);
  model.check(random);
  kept.check(random);
  model.tree = copy.tree;
  model.leaves = copy.leaves;
  copy.tree.clear();
  model.check(random);
  EXPECT_EQ(copy.tree.size(), 0u);
  EXPECT_TRUE(copy.tree.valid());
}

TEST(DynamicTree, EqualHistoriesGiveEqualOrders) {
  const auto order = [] {
    Random random(4);
    Model model;
    for (std::uint32_t k = 0; k < 800; ++k) model.change(random, k);
    Users users;
    model.tree.query(box_at(50, 50, 60, 60), [&](std::uint32_t user) {
      users.push_back(user);
      return true;
    });
    return users;
  };
  const Users first = order();
  EXPECT_GT(first.size(), 20u);
  EXPECT_EQ(first, order());
}

TEST(DynamicTree, MoveKeepsABoxThatStaysInside) {
  DynamicTree tree;
  const Proxy leaf = tree.insert({{0, 0}, {4, 4}}, 1);
  tree.insert({{10, 0}, {14, 4}}, 2);
  EXPECT_FALSE(tree.move(leaf, {{1, 1}, {4, 4}}));
  EXPECT_EQ(tree.box(leaf), (Box{{0, 0}, {4, 4}}));
  EXPECT_TRUE(tree.move(leaf, {{1, 1}, {4, 4}}, true));
  EXPECT_EQ(tree.box(leaf), (Box{{1, 1}, {4, 4}}));
  EXPECT_TRUE(queried(tree, {{0, 0}, {Real(0.5), 9}}).empty());
  EXPECT_FALSE(tree.move(leaf, {{1, 1}, {4, 4}}, true));
  EXPECT_TRUE(tree.move(leaf, {{1, 1}, {5, 4}}));
  EXPECT_TRUE(tree.valid());
}

TEST(DynamicTree, QueryStopsWhenTold) {
  const DynamicTree tree = tree_of(std::vector<Box>(100, box_at(0, 0, 1, 1)));
  int visits = 0;
  tree.query(box_at(0, 0, 1, 1), [&](std::uint32_t) { return ++visits < 7; });
  EXPECT_EQ(visits, 7);
}

// 12 levels would do. Nested boxes would rather hang in a chain; the balance allows 3.4 log2 of the leaves at most.
TEST(DynamicTree, StaysLow) {
  EXPECT_LE(tree_of(std::vector<Box>(4096, box_at(0, 0, 1, 1))).height(), 18);
  EXPECT_LE(tree_of(strewn(4096, 1)).height(), 20);
  EXPECT_LE(tree_of(mixed(4096, 1)).height(), 20);
  std::vector<Box> row, growing, shrinking;
  for (int i = 0; i < 4096; ++i) {
    row.push_back(box_at(Real(i), 0, 1, 1));
    growing.push_back(box_at(0, 0, Real(i + 1), Real(i + 1)));
    shrinking.push_back(box_at(0, 0, Real(5000 - i), Real(5000 - i)));
  }
  EXPECT_LE(tree_of(row).height(), 20);
  EXPECT_LE(tree_of(growing).height(), 36);
  EXPECT_LE(tree_of(shrinking).height(), 36);
}

/// A chain of so many nested boxes around (x, y), the largest of which is `size` wide.
void insert_nest(DynamicTree& tree, Real x, Real y, int leaves, Real size) {
  for (int i = 1; i <= leaves; ++i) tree.insert(box_at(x, y, size * Real(i) / Real(leaves), size), 0);
}

// Two subtrees may differ in height by eight. Here a subtree eight high lies far from a pair of leaves and from a leaf
// as wide as the distance to them. When that leaf shrinks to the near end of its box, it belongs to the tall subtree,
// although that is eight levels higher than itself, and the pair alone is left at the other end. Each exchange that
// lowers the cost is made.
TEST(DynamicTree, ALeafGoesToATallSubtreeIfTheTwoAreJustInBalance) {
  for (const bool just : {false, true}) {
    DynamicTree tree;
    insert_nest(tree, 0, 0, just ? 9 : 8, 1);
    const int tall = tree.height();
    ASSERT_EQ(tall, just ? 8 : 7);
    tree.insert(box_at(100, 0, 1, 1), 1);
    tree.insert(box_at(101, 0, 1, 1), 1);
    const Proxy wide = tree.insert({{1, Real(-0.5)}, {101, Real(0.5)}}, 2);
    ASSERT_EQ(tree.height(), tall + 1) << "under the root: the tall one, and all others";
    ASSERT_TRUE(tree.move(wide, box_at(2, 0, 1, 1), true));
    EXPECT_EQ(tree.height(), tall + 2) << "under the root: the tall one with the leaf, and the pair";
    EXPECT_TRUE(tree.valid());
  }
}

// Crowds, nested and single boxes side by side: subtrees of very unequal size that come and go.
TEST(DynamicTree, StaysInBalanceThroughUnevenChanges) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Random random(seed);
    DynamicTree tree;
    std::vector<Proxy> proxies;
    const auto any_box = [&] {
      const Real far = random.magnitude(0, 6);
      switch (random.below(3)) {
        case 0: return box_at(0, 0, far, far);
        case 1: return box_at(far, far, 1, 1);
        default: return box_at(random.uniform(0, 1), Real(random.below(3)) * 1000, far / 1000, 1);
      }
    };
    for (std::uint32_t k = 0; k < 6000; ++k) {
      const bool grows = k / 1000 % 3 != 2;
      if (grows || proxies.size() < 10) {
        proxies.push_back(tree.insert(any_box(), k));
      } else {
        std::swap(proxies[random.below(proxies.size() / 2)], proxies.back());
        tree.remove(proxies.back());
        proxies.pop_back();
      }
      if (k % 3 == 0) tree.move(proxies[random.below(proxies.size())], any_box(), true);
      ASSERT_TRUE(k % 50 != 0 || tree.valid()) << "seed " << seed << ", change " << k;
    }
  }
}

TEST(DynamicTree, TakesHugeBoxes) {
  constexpr Real greatest = std::numeric_limits<Real>::max();
  Random random(6);
  std::vector<Box> boxes;
  for (int i = 0; i < 300; ++i) {
    V2 a{random.uniform(-1, 1) * greatest, random.uniform(-1, 1) * greatest};
    V2 b{random.uniform(-1, 1) * greatest, random.uniform(-1, 1) * greatest};
    if (i % 2 == 0) a = Real(1e-30) * a, b = Real(1e-30) * b;
    boxes.push_back({{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}});
  }
  const DynamicTree tree = tree_of(boxes);
  EXPECT_TRUE(tree.valid());
  for (const Box& box : boxes) {
    Users expected;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      if (overlaps(boxes[i], box)) expected.push_back(i);
    }
    EXPECT_EQ(queried(tree, box), expected);
  }
}

// Whole numbers: separation on the axes x, y and the segment's normal, exactly.
struct Whole {
  std::int64_t x, y;
};
bool exactly_met(Whole origin, Whole move, Whole half, Whole lower, Whole upper) {
  lower = {lower.x - half.x - origin.x, lower.y - half.y - origin.y};
  upper = {upper.x + half.x - origin.x, upper.y + half.y - origin.y};
  if (std::max<std::int64_t>(0, move.x) < lower.x || upper.x < std::min<std::int64_t>(0, move.x)) return false;
  if (std::max<std::int64_t>(0, move.y) < lower.y || upper.y < std::min<std::int64_t>(0, move.y)) return false;
  int left = 0, right = 0;
  for (const Whole& corner : {lower, upper, Whole{lower.x, upper.y}, Whole{upper.x, lower.y}}) {
    const std::int64_t side = move.x * corner.y - move.y * corner.x;
    left += side > 0;
    right += side < 0;
  }
  return left < 4 && right < 4;
}

TEST(DynamicTree, SweepIsExactOnWholeNumbers) {
  Random random(7);
  const auto whole = [&](std::size_t n) { return static_cast<std::int64_t>(random.below(n)); };
  std::vector<std::pair<Whole, Whole>> wholes;
  std::vector<Box> boxes;
  for (int i = 0; i < 400; ++i) {
    const Whole lower{whole(100), whole(100)}, upper{lower.x + whole(5), lower.y + whole(5)};
    wholes.emplace_back(lower, upper);
    boxes.push_back({{Real(lower.x), Real(lower.y)}, {Real(upper.x), Real(upper.y)}});
  }
  const DynamicTree tree = tree_of(boxes);
  std::size_t met = 0;
  for (int k = 0; k < 3000; ++k) {
    const Whole origin{whole(120) - 10, whole(120) - 10};
    Whole move{whole(121) - 60, whole(121) - 60};
    if (k % 5 == 0) move.x = 0;
    if (k % 7 == 0) move.y = 0;
    if (k % 11 == 0) move.y = move.x;
    const Whole half{k % 3 == 0 ? 0 : whole(3), k % 3 == 0 ? 0 : whole(3)};
    Users expected;
    for (std::uint32_t i = 0; i < wholes.size(); ++i) {
      if (exactly_met(origin, move, half, wholes[i].first, wholes[i].second)) expected.push_back(i);
    }
    met += expected.size();
    ASSERT_EQ(swept(tree, {Real(origin.x), Real(origin.y)}, {Real(move.x), Real(move.y)}, {Real(half.x), Real(half.y)}),
              expected);
  }
  EXPECT_GT(met, 10000u);
}

// The segment clipped to the grown box, coordinate by coordinate, in long double (Liang and Barsky 1984). `by` grows
// the box further.
bool clipped(V2 origin, V2 move, V2 half, const Box& box, long double by) {
  long double enter = 0, leave = 1;
  const long double o[2] = {origin.x, origin.y}, d[2] = {move.x, move.y}, h[2] = {half.x, half.y};
  const long double low[2] = {box.lower.x, box.lower.y}, high[2] = {box.upper.x, box.upper.y};
  for (int k = 0; k < 2; ++k) {
    const long double first = low[k] - h[k] - by - o[k], last = high[k] + h[k] + by - o[k];
    if (d[k] == 0) {
      if (first > 0 || last < 0) return false;
      continue;
    }
    enter = std::max(enter, std::min(first / d[k], last / d[k]));
    leave = std::min(leave, std::max(first / d[k], last / d[k]));
  }
  return enter <= leave;
}

// Sweeps aimed at corners of boxes, where rounding decides.
TEST(DynamicTree, SweepNeverMissesAndSeldomExceeds) {
  constexpr long double eps = std::numeric_limits<Real>::epsilon();
  std::size_t grazing = 0, met = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Real offset = seed % 3 == 0 ? 0 : random.magnitude(0, 6);
    const Real scale = random.magnitude(-4, 4);
    std::vector<Box> boxes;
    for (int i = 0; i < 100; ++i) {
      const V2 lower{offset + scale * random.uniform(0, 30), offset + scale * random.uniform(0, 30)};
      boxes.push_back({lower, lower + V2{scale * random.uniform(0, 2), scale * random.uniform(0, 2)}});
    }
    const DynamicTree tree = tree_of(boxes);
    for (int k = 0; k < 200; ++k) {
      V2 origin{offset + scale * random.uniform(-10, 40), offset + scale * random.uniform(-10, 40)};
      const V2 half = k % 2 == 0 ? V2{} : V2{scale * random.uniform(0, 1), scale * random.uniform(0, 1)};
      const Box& target = boxes[random.below(boxes.size())];
      const V2 corner{target.upper.x + half.x, target.lower.y - half.y};
      // Past the corner, just up to it, or along the side.
      V2 move = (k % 3 == 0 ? 1 : random.uniform(Real(0.5), 2)) * (corner - origin);
      if (k % 7 == 0) {
        origin.x = corner.x;
        move.x = 0;
      }
      const Users users = swept(tree, origin, move, half);
      const long double reach = std::fabs(origin.x) + std::fabs(origin.y) + std::fabs(move.x) + std::fabs(move.y) +
                                30 * scale + std::fabs(offset);
      for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const bool found = std::binary_search(users.begin(), users.end(), i);
        const bool hit = clipped(origin, move, half, boxes[i], 0);
        met += hit;
        grazing += hit != clipped(origin, move, half, boxes[i], 2 * eps * reach);
        ASSERT_TRUE(found || !hit) << "missed, seed " << seed;
        ASSERT_TRUE(!found || clipped(origin, move, half, boxes[i], 64 * eps * reach)) << "far off, seed " << seed;
      }
    }
  }
  EXPECT_GT(met, 5000u);
  EXPECT_GT(grazing, 1000u);
}

TEST(DynamicTree, SweepTakesAllMagnitudes) {
  Random random(8);
  std::size_t met = 0;
  for (int k = 0; k < 200000; ++k) {
    const auto number = [&] { return random.magnitude(-37, 37) * (random.below(2) == 0 ? Real(1) : Real(-1)); };
    const V2 origin{number(), number()}, half{std::fabs(number()), std::fabs(number())};
    // Half of them at a box near the way.
    const V2 move{number(), k % 4 == 0 ? 0 : number()};
    const V2 place = k % 2 == 0 ? origin + random.uniform(0, 1) * move : V2{number(), number()};
    const Real size = random.magnitude(-37, 37);
    const Box box{place, place + V2{size, size}};
    const DynamicTree tree = tree_of({box});
    if (!clipped(origin, move, half, box, 0)) continue;
    ++met;
    ASSERT_EQ(swept(tree, origin, move, half), Users{0}) << k;
  }
  EXPECT_GT(met, 50000u);
}

TEST(DynamicTree, SweepEndsAtTheLimitThatTheVisitorSets) {
  std::vector<Box> row;
  for (int i = 0; i < 200; ++i) row.push_back(box_at(Real(i * 13 % 200), 0, Real(0.5), 1));
  const DynamicTree tree = tree_of(row);
  // The nearest of boxes at 0, 1, 2, ...: from 10.5 to the right that is the one at 11.
  Real nearest = 2;
  std::size_t visits = 0;
  tree.sweep({Real(10.5), 0}, {128, 0}, {0, 0}, [&](std::uint32_t user, Real limit) {
    EXPECT_EQ(limit, std::min<Real>(nearest, 1));
    const Real at = (row[user].lower.x - Real(10.5)) / 128;
    EXPECT_LE(at, limit);
    nearest = std::min(nearest, at);
    ++visits;
    return at;
  });
  EXPECT_EQ(nearest * 128, Real(0.25));
  EXPECT_LE(visits, 10u);  // the near side first: most others are never visited

  const DynamicTree piled = tree_of(std::vector<Box>(100, box_at(0, 0, 1, 1)));
  visits = 0;
  piled.sweep({0, 0}, {200, 0}, {0, 0}, [&](std::uint32_t, Real limit) -> Real {
    EXPECT_EQ(limit, 1);
    return ++visits < 5 ? 2 : 0;
  });
  EXPECT_EQ(visits, 5u);
}

TEST(DynamicTree, SweepWithoutMotionAsksForABox) {
  const DynamicTree tree = tree_of(strewn(500, 3));
  for (int k = 0; k < 20; ++k) {
    const Box box = box_at(Real(k), Real(k), 2, 4);
    EXPECT_EQ(swept(tree, {Real(k), Real(k)}, {0, 0}, {1, 2}), queried(tree, box));
  }
}

TEST(DynamicTree, AllocatesNothingWithinItsReserve) {
  const std::vector<Box> boxes = strewn(1000, 5);
  std::vector<Proxy> proxies(boxes.size());
  DynamicTree tree;
  tree.reserve(boxes.size());
  const std::size_t before = allocations();
  std::size_t visits = 0;
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t i = 0; i < boxes.size(); ++i) proxies[i] = tree.insert(boxes[i], i);
    for (std::size_t i = 0; i < boxes.size(); ++i) tree.move(proxies[i], boxes[boxes.size() - 1 - i]);
    tree.query(box_at(0, 0, 30, 30), [&](std::uint32_t) { return ++visits > 0; });
    tree.sweep({0, 0}, {30, 30}, {1, 1}, [&](std::uint32_t, Real limit) {
      ++visits;
      return limit;
    });
    if (round == 1) {
      tree.clear();
    } else {
      for (const Proxy proxy : proxies) tree.remove(proxy);
    }
  }
  EXPECT_EQ(allocations() - before, 0u);
  EXPECT_GT(visits, 100u);
}

}  // namespace
}  // namespace bankshot::testing
