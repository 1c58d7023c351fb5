// The three structures behind one interface: the same answers as brute force, and from one another to the last bit,
// whatever the boxes and the history.

#include <bankshot/broad/broad_phase.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "broad/scenes.hpp"

namespace bankshot::testing {
namespace {

constexpr BroadPhaseKind kinds[] = {BroadPhaseKind::tree, BroadPhaseKind::quadtree, BroadPhaseKind::spatial_hash};

Aabb aabb(const Box& box) { return {Vec2(box.lower.x, box.lower.y), Vec2(box.upper.x, box.upper.y)}; }
Aabb aabb(Real x0, Real y0, Real x1, Real y1) { return {Vec2(x0, y0), Vec2(x1, y1)}; }

using Boxes = std::map<std::uint32_t, Box>;

bool overlap(const Box& a, const Box& b) {
  const bool apart = a.upper.x < b.lower.x || b.upper.x < a.lower.x || a.upper.y < b.lower.y || b.upper.y < a.lower.y;
  return !apart;
}

std::vector<std::uint32_t> brute_query(const Boxes& boxes, const Box& asked) {
  std::vector<std::uint32_t> ids;
  for (const auto& [id, box] : boxes) {
    if (overlap(box, asked)) ids.push_back(id);
  }
  return ids;
}

std::vector<BoxPair> brute_pairs(const Boxes& boxes) {
  std::vector<BoxPair> pairs;
  for (auto a = boxes.begin(); a != boxes.end(); ++a) {
    for (auto b = std::next(a); b != boxes.end(); ++b) {
      if (overlap(a->second, b->second)) pairs.push_back({a->first, b->first});
    }
  }
  return pairs;
}

/// The distance at which the segment passes outside the box, as a share of the coordinates' size (negative: the depth
/// that it reaches), and the fraction at which it enters; by clipping in long double.
struct Passage {
  long double outside, enters;
};
Passage passage(const Box& box, V2 origin, V2 way) {
  using Wide = long double;
  // Outside of a convex set: the largest separation over the normals of box and segment.
  const Wide cx = (Wide(box.lower.x) + box.upper.x) / 2, cy = (Wide(box.lower.y) + box.upper.y) / 2;
  const Wide hx = (Wide(box.upper.x) - box.lower.x) / 2, hy = (Wide(box.upper.y) - box.lower.y) / 2;
  const Wide mx = origin.x + Wide(way.x) / 2, my = origin.y + Wide(way.y) / 2;
  const Wide wx = std::fabs(Wide(way.x)) / 2, wy = std::fabs(Wide(way.y)) / 2;
  const Wide length = std::sqrt(wx * wx + wy * wy);
  Wide outside = std::max(std::fabs(mx - cx) - hx - wx, std::fabs(my - cy) - hy - wy);
  if (length > 0) {
    const Wide side = std::fabs(way.x / 2 * (cy - my) - way.y / 2 * (cx - mx)) - (wx * hy + wy * hx);
    outside = std::max(outside, side / length);
  }
  Wide enters = 0;
  if (way.x != 0) enters = std::max(enters, ((way.x > 0 ? box.lower.x : box.upper.x) - Wide(origin.x)) / way.x);
  if (way.y != 0) enters = std::max(enters, ((way.y > 0 ? box.lower.y : box.upper.y) - Wide(origin.y)) / way.y);
  const Wide size = std::fabs(cx) + std::fabs(cy) + hx + hy + std::fabs(mx) + std::fabs(my) + wx + wy;
  return {size > 0 ? outside / size : outside, enters};
}

BroadPhase filled(BroadPhaseKind kind, const Boxes& boxes) {
  BroadPhase broad(kind);
  for (const auto& [id, box] : boxes) broad.insert(id, aabb(box));
  return broad;
}

/// Ids without any order to them.
Boxes with_ids(const std::vector<Box>& boxes) {
  Boxes result;
  for (std::size_t i = 0; i < boxes.size(); ++i) result[static_cast<std::uint32_t>(i * 2654435761u)] = boxes[i];
  return result;
}

std::vector<Box> points(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    boxes.push_back(box_at(std::floor(random.uniform(0, 40)), std::floor(random.uniform(0, 40)), 0,
                           random.below(3) == 0 ? Real(5) : Real(0)));
  }
  return boxes;
}

/// Boxes of everything that Real holds: tiny, huge, far away, one in another.
std::vector<Box> hostile(std::size_t n, std::uint64_t seed) {
  using limits = std::numeric_limits<Real>;
  Random random(seed);
  std::vector<Box> boxes = {{{-limits::max(), -limits::max()}, {limits::max(), limits::max()}},
                            {{limits::max(), limits::max()}, {limits::max(), limits::max()}},
                            {{-limits::max(), 0}, {limits::max(), 0}},
                            {{0, 0}, {limits::denorm_min(), limits::denorm_min()}},
                            {{-limits::min(), -limits::min()}, {-limits::min(), -limits::min()}}};
  const auto any = [&random] {
    const Real sign = random.below(2) == 0 ? Real(1) : Real(-1);
    return sign * std::ldexp(random.uniform(Real(0.5), 1),
                             static_cast<int>(random.below(limits::max_exponent - limits::min_exponent)) +
                                 limits::min_exponent);
  };
  while (boxes.size() < n) {
    const Real x0 = any(), y0 = any(), x1 = random.below(2) == 0 ? x0 : any(), y1 = random.below(2) == 0 ? y0 : any();
    boxes.push_back({{std::min(x0, x1), std::min(y0, y1)}, {std::max(x0, x1), std::max(y0, y1)}});
  }
  return boxes;
}

std::vector<Box> some(std::vector<Box> boxes, std::size_t every) {
  std::vector<Box> result;
  for (std::size_t i = 0; i < boxes.size(); i += every) result.push_back(boxes[i]);
  return result;
}

struct Named {
  const char* name;
  std::vector<Box> boxes;
};

std::vector<Named> scenes() {
  return {{"empty", {}},
          {"one", {box_at(3, 4, 1, 1)}},
          {"pyramid", pyramid(30)},
          {"uniform", strewn(1200, 1)},
          {"clustered", clusters(1200, 2)},
          {"sizes_1_1000", mixed(1200, 3)},
          {"outliers", some(with_outliers(), 5)},
          {"points_and_lines", points(900, 4)},
          {"in_one_place", std::vector<Box>(60, box_at(7, 7, 2, 2))},
          {"points_in_one_place", std::vector<Box>(60, box_at(7, 7, 0, 0))},
          {"hostile", hostile(400, 5)}};
}

/// A box like those of the scene: as large, or larger, somewhere among them.
Box probe(Random& random, const std::vector<Box>& boxes) {
  const Box &a = boxes[random.below(boxes.size())], &b = boxes[random.below(boxes.size())];
  if (random.below(4) == 0) return a;
  if (random.below(4) == 0) return {a.lower, a.lower};
  return {{std::min(a.lower.x, b.lower.x), std::min(a.lower.y, b.lower.y)},
          {std::max(a.lower.x, b.lower.x), std::max(a.lower.y, b.lower.y)}};
}

TEST(BroadPhase, QueriesAndPairsAreThoseOfBruteForce) {
  for (const Named& scene : scenes()) {
    const Boxes boxes = with_ids(scene.boxes);
    const std::vector<BoxPair> expected_pairs = brute_pairs(boxes);
    for (const BroadPhaseKind kind : kinds) {
      SCOPED_TRACE(::testing::Message() << scene.name << ", kind " << int(kind));
      const BroadPhase broad = filled(kind, boxes);
      EXPECT_EQ(broad.kind(), kind);
      EXPECT_EQ(broad.size(), boxes.size());
      std::vector<BoxPair> pairs;
      broad.pairs(pairs);
      EXPECT_EQ(pairs, expected_pairs);
      Random random(17);
      std::vector<std::uint32_t> ids;
      for (int i = 0; i < 200 && !scene.boxes.empty(); ++i) {
        const Box asked = probe(random, scene.boxes);
        broad.query(aabb(asked), ids);
        ASSERT_EQ(ids, brute_query(boxes, asked)) << i;
      }
    }
  }
}

TEST(BroadPhase, RaysCrossWhatTheyShould) {
  constexpr long double noise = 40 * static_cast<long double>(std::numeric_limits<Real>::epsilon());
  for (const Named& scene : scenes()) {
    if (scene.boxes.empty() || scene.name == std::string("hostile")) continue;
    const Boxes boxes = with_ids(scene.boxes);
    std::vector<BroadPhase> all;
    for (const BroadPhaseKind kind : kinds) all.push_back(filled(kind, boxes));
    Random random(23);
    int crossed = 0;
    for (int i = 0; i < 300; ++i) {
      SCOPED_TRACE(::testing::Message() << scene.name << ", ray " << i);
      const Box span = probe(random, scene.boxes);
      V2 origin = span.lower, way = span.upper - span.lower;
      if (random.below(2) == 0) origin.y = span.upper.y, way.y = -way.y;
      if (random.below(2) == 0) origin += way, way = -way;
      if (random.below(6) == 0) way.x = 0;
      if (random.below(6) == 0) way.y = 0;
      std::vector<BoxHit> hits, others;
      all[0].ray(Vec2(origin.x, origin.y), Vec2(way.x, way.y), hits);
      for (int k = 1; k < 3; ++k) {
        all[std::size_t(k)].ray(Vec2(origin.x, origin.y), Vec2(way.x, way.y), others);
        ASSERT_EQ(others, hits) << "kind " << k;
      }
      ASSERT_TRUE(std::is_sorted(hits.begin(), hits.end(), [](const BoxHit& a, const BoxHit& b) {
        return a.fraction < b.fraction || (a.fraction == b.fraction && a.id < b.id);
      }));
      std::map<std::uint32_t, Real> by_id;
      for (const BoxHit& hit : hits) by_id[hit.id] = hit.fraction;
      for (const auto& [id, box] : boxes) {
        const Passage passed = passage(box, origin, way);
        if (passed.outside > noise) {
          ASSERT_FALSE(by_id.contains(id)) << id;
        }
        if (passed.outside < -noise) {
          ASSERT_TRUE(by_id.contains(id)) << id;
        }
        if (!by_id.contains(id)) continue;
        ++crossed;
        ASSERT_GE(by_id[id], 0);
        ASSERT_LE(by_id[id], 1);
        if (passed.enters <= 0) {
          ASSERT_EQ(by_id[id], 0);
        }
        // The fraction is off by the rounding of the coordinates over the component that enters.
        const Real longest = std::max(std::fabs(way.x), std::fabs(way.y));
        const Real shortest = std::min(std::fabs(way.x), std::fabs(way.y));
        const Real divisor = shortest > 0 ? shortest : longest;
        const Real size = std::fabs(origin.x) + std::fabs(origin.y) + longest;
        if (divisor > 0) {
          ASSERT_NEAR(by_id[id], double(std::min(passed.enters, 1.0L)), 4 * double(noise * size / divisor));
        }
      }
    }
    EXPECT_GT(crossed, 100) << scene.name;
  }
}

// Boxes of any size that Real holds: every answer is exact, and the same from all structures.
TEST(BroadPhase, HostileBoxesGiveTheSameRaysEverywhere) {
  const std::vector<Box> list = hostile(400, 6);
  const Boxes boxes = with_ids(list);
  std::vector<BroadPhase> all;
  for (const BroadPhaseKind kind : kinds) all.push_back(filled(kind, boxes));
  Random random(29);
  std::size_t crossed = 0;
  for (int i = 0; i < 300; ++i) {
    const V2 origin = list[random.below(list.size())].lower, way = list[random.below(list.size())].upper;
    std::vector<BoxHit> hits, others;
    all[0].ray(Vec2(origin.x, origin.y), Vec2(way.x, way.y), hits);
    crossed += hits.size();
    for (std::size_t k = 1; k < 3; ++k) {
      all[k].ray(Vec2(origin.x, origin.y), Vec2(way.x, way.y), others);
      ASSERT_EQ(others, hits) << "ray " << i << ", kind " << k;
    }
  }
  EXPECT_GT(crossed, 1000u);
}

// Boxes come, move a little, jump, grow and go; in the end, another history with the same boxes gives the same answers.
TEST(BroadPhase, AnswersDoNotDependOnHistory) {
  for (const Named& scene : scenes()) {
    if (scene.boxes.empty()) continue;
    for (const BroadPhaseKind kind : kinds) {
      SCOPED_TRACE(::testing::Message() << scene.name << ", kind " << int(kind));
      Random random(31);
      Boxes boxes;
      BroadPhase broad(kind);
      std::vector<std::uint32_t> ids;
      for (int i = 0; i < 3000; ++i) {
        const std::uint32_t id = static_cast<std::uint32_t>(random.below(300));
        Box box = scene.boxes[random.below(scene.boxes.size())];
        if (!boxes.contains(id)) {
          boxes[id] = box;
          broad.insert(id, aabb(box));
        } else if (random.below(3) == 0) {
          boxes.erase(id);
          broad.remove(id);
        } else {
          if (random.below(2) == 0) {  // a small step
            box = boxes[id];
            const Real step = (box.upper.x - box.lower.x) / 8;
            if (std::fabs(box.upper.x) < 1e30 && std::fabs(box.lower.x) < 1e30)
              box.lower.x += step, box.upper.x += step;
          }
          boxes[id] = box;
          broad.move(id, aabb(box));
        }
        if (i % 16 != 0) continue;
        const Box asked = probe(random, scene.boxes);
        broad.query(aabb(asked), ids);
        ASSERT_EQ(ids, brute_query(boxes, asked)) << i;
        if (!boxes.empty()) {
          ASSERT_EQ(broad.box(boxes.begin()->first), aabb(boxes.begin()->second));
        }
      }
      std::vector<BoxPair> pairs, fresh;
      broad.pairs(pairs);
      filled(kind, boxes).pairs(fresh);
      EXPECT_EQ(pairs, brute_pairs(boxes));
      EXPECT_EQ(pairs, fresh);
      while (!boxes.empty()) {
        broad.remove(boxes.begin()->first);
        boxes.erase(boxes.begin());
      }
      EXPECT_EQ(broad.size(), 0u);
      broad.query(aabb(-std::numeric_limits<Real>::max(), -std::numeric_limits<Real>::max(),
                       std::numeric_limits<Real>::max(), std::numeric_limits<Real>::max()),
                  ids);
      EXPECT_TRUE(ids.empty());
    }
  }
}

TEST(BroadPhase, TouchingCounts) {
  for (const BroadPhaseKind kind : kinds) {
    BroadPhase broad(kind);
    broad.insert(1, aabb(0, 0, 1, 1));
    broad.insert(2, aabb(1, 1, 2, 2));
    std::vector<BoxPair> pairs;
    broad.pairs(pairs);
    EXPECT_EQ(pairs, (std::vector<BoxPair>{{1, 2}}));
    std::vector<BoxHit> hits;
    broad.ray(Vec2(-1, 1), Vec2(4, 0), hits);
    EXPECT_EQ(hits, (std::vector<BoxHit>{{1, Real(0.25)}, {2, Real(0.5)}}));
    broad.ray(Vec2(Real(0.5), Real(0.5)), Vec2(0, 0), hits);
    EXPECT_EQ(hits, (std::vector<BoxHit>{{1, 0}}));
  }
}

TEST(BroadPhase, QueriesWithOddBounds) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity(), nan = std::numeric_limits<Real>::quiet_NaN();
  for (const BroadPhaseKind kind : kinds) {
    BroadPhase broad(kind);
    for (std::uint32_t i = 0; i < 100; ++i) broad.insert(i, aabb(Real(i), 0, Real(i) + Real(0.5), 1));
    std::vector<std::uint32_t> ids;
    broad.query(aabb(-infinity, -infinity, infinity, infinity), ids);
    EXPECT_EQ(ids.size(), 100u);
    broad.query(aabb(-infinity, 0, Real(2.25), 0), ids);
    EXPECT_EQ(ids, (std::vector<std::uint32_t>{0, 1, 2}));
    broad.query(aabb(nan, 0, 3, 1), ids);
    EXPECT_TRUE(ids.empty());
    broad.query(aabb(3, 0, 1, 1), ids);
    EXPECT_TRUE(ids.empty());
    std::vector<BoxHit> hits(3);
    broad.ray(Vec2(nan, 0), Vec2(1, 0), hits);
    EXPECT_TRUE(hits.empty());
    broad.ray(Vec2(0, 0), Vec2(infinity, 0), hits);
    EXPECT_TRUE(hits.empty());
  }
}

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BroadPhase, RefusesWithTheReasonAndStaysAsItWas) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  for (const BroadPhaseKind kind : kinds) {
    BroadPhase broad(kind);
    broad.insert(7, aabb(0, 0, 1, 1));
    EXPECT_EQ(refusal([&] { broad.insert(8, aabb(0, 0, infinity, 1)); }),
              "BroadPhase::insert: box.upper is (inf, 1), must be finite");
    EXPECT_EQ(refusal([&] { broad.move(7, aabb(0, std::numeric_limits<Real>::quiet_NaN(), 1, 1)); }),
              "BroadPhase::move: box.lower is (0, nan), must be finite");
    EXPECT_EQ(refusal([&] { broad.insert(8, aabb(2, 0, 1, 1)); }),
              "BroadPhase::insert: box.lower is (2, 0), must be at most box.upper, (1, 1)");
    EXPECT_EQ(refusal([&] { broad.insert(7, aabb(5, 5, 6, 6)); }), "BroadPhase::insert: id is 7, a box already has it");
    EXPECT_EQ(refusal([&] { broad.remove(9); }), "BroadPhase::remove: id is 9, no box has it");
    EXPECT_EQ(refusal([&] { broad.move(9, aabb(0, 0, 1, 1)); }), "BroadPhase::move: id is 9, no box has it");
    EXPECT_EQ(refusal([&] { broad.box(9); }), "BroadPhase::box: id is 9, no box has it");
    EXPECT_EQ(broad.size(), 1u);
    EXPECT_EQ(broad.box(7), aabb(0, 0, 1, 1));
    EXPECT_TRUE(broad.contains(7));
    EXPECT_FALSE(broad.contains(8));
  }
}

TEST(BroadPhase, CopiesAreIndependent) {
  for (const BroadPhaseKind kind : kinds) {
    BroadPhase broad(kind);
    broad.insert(0xffffffff, aabb(0, 0, 1, 1));
    broad.insert(0, aabb(0, 0, 1, 1));
    BroadPhase copy = broad;
    copy.remove(0);
    copy.insert(5, aabb(0, 0, 2, 2));
    broad.move(0, aabb(9, 9, 9, 9));
    std::vector<BoxPair> pairs;
    copy.pairs(pairs);
    EXPECT_EQ(pairs, (std::vector<BoxPair>{{5, 0xffffffff}}));
    broad.pairs(pairs);
    EXPECT_TRUE(pairs.empty());
    broad = copy;
    EXPECT_EQ(broad.box(5), aabb(0, 0, 2, 2));
    broad.clear();
    EXPECT_EQ(broad.size(), 0u);
    broad.insert(5, aabb(1, 1, 2, 2));
    EXPECT_EQ(broad.box(5), aabb(1, 1, 2, 2));
    EXPECT_EQ(copy.box(5), aabb(0, 0, 2, 2));
  }
}

}  // namespace
}  // namespace bankshot::testing
