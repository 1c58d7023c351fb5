#include <bankshot/query/batch/overlap_lanes.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/overlap_batch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
namespace {

/// Number of shapes prefetched ahead of the current one.
constexpr std::uint32_t lookahead = 16;

/// Shapes at their poses.
struct Placements {
  std::span<const Shape> shapes;
  std::span<const Pose> poses;

  std::uint32_t size() const { return static_cast<std::uint32_t>(shapes.size()); }
  const ConvexData& data(std::uint32_t i) const { return ConvexData::of(shapes[i]); }
};

Placements placements(const char* function, const char* list, std::span<const Shape> shapes,
                      std::span<const Pose> poses) {
  if (shapes.size() != poses.size()) {
    throw std::invalid_argument(std::string(function) + ": shapes" + list + " has " + std::to_string(shapes.size()) +
                                " entries and poses" + list + " " + std::to_string(poses.size()) + ", must be as many");
  }
  return {shapes, poses};
}

/// Tests one shape against those of a list named by `indices`; ask(index) decides where lanes do not. Calls hits() with
/// the indices of those that overlap.
template <class Ask, class Hits>
void ask_each(const Shape& shape, const Pose& pose, const Placements& list, std::span<const std::uint32_t> indices,
              const Ask& ask, const Hits& hits) {
  const OverlapOne one = overlap_one(ConvexData::of(shape), pose);
  std::array<OverlapOther, overlap_chunk> others;
  std::array<Verdict, overlap_chunk> verdicts;
  std::array<std::uint32_t, overlap_chunk> meeting;
  for (std::size_t begin = 0; begin < indices.size(); begin += overlap_chunk) {
    const std::span<const std::uint32_t> part =
        indices.subspan(begin, std::min<std::size_t>(overlap_chunk, indices.size() - begin));
    for (std::size_t k = 0; k < part.size(); ++k) set_other(list.data(part[k]), list.poses[part[k]], others[k]);
    overlap_verdicts(one, others.data(), static_cast<std::uint32_t>(part.size()), verdicts.data());
    std::size_t count = 0;
    for (std::size_t k = 0; k < part.size(); ++k) {
      const bool meets = verdicts[k] == Verdict::unclear ? ask(part[k]) : verdicts[k] == Verdict::overlapping;
      meeting[count] = part[k];
      count += meets;
    }
    hits(std::span<const std::uint32_t>(meeting.data(), count));
  }
}

// ---- many against many ---------------------------------------------------------------------------------------------

/// Boxes around the bounding circles of a list, sorted by their left ends.
struct SortedBounds {
  std::vector<Real> left, right, bottom, top;
  std::vector<std::uint32_t> index;

  std::size_t size() const { return index.size(); }
};

/// The largest scale of a rotation in the list, or its square, if above 1.
Real largest_scale(const Placements& list) {
  Real scale = 1;
  for (const Pose& pose : list.poses) {
    const Real square = pose.rotation.c * pose.rotation.c + pose.rotation.s * pose.rotation.s;
    if (finite(square)) scale = max(scale, square);
  }
  return scale;
}

/// The boxes overlap unless circles_verdict() gives `apart`: they are enlarged by twice its slack, with the distance of
/// two positions replaced by the sum of their sizes. Poses that are not finite meet nothing.
SortedBounds sorted_bounds(const Placements& list, Real scale) {
  struct Bounds {
    Real left, right, bottom, top;
    std::uint32_t index;
  };
  std::vector<Bounds> all;
  all.reserve(list.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const ConvexData& data = list.data(i);
    const V2 position = plain(list.poses[i].position);
    const V2 arm = rotate({list.poses[i].rotation.c, list.poses[i].rotation.s}, data.centre);
    if (!finite(position) || !finite(V2{list.poses[i].rotation.c, list.poses[i].rotation.s})) continue;
    const Real reach = scale * data.reach;
    const Real sizes = absolute(arm.x) + absolute(arm.y) + absolute(position.x) + absolute(position.y);
    const Real around = reach + 2 * slack_factor * (reach + sizes);
    const V2 centre = position + arm;
    Bounds bounds = {centre.x - around, centre.x + around, centre.y - around, centre.y + around, i};
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    if (!(bounds.left <= bounds.right)) bounds.left = -infinity, bounds.right = infinity;
    if (!(bounds.bottom <= bounds.top)) bounds.bottom = -infinity, bounds.top = infinity;
    all.push_back(bounds);
  }
  std::sort(all.begin(), all.end(), [](const Bounds& a, const Bounds& b) { return a.left < b.left; });
  SortedBounds sorted;
  for (const Bounds& bounds : all) {
    sorted.left.push_back(bounds.left);
    sorted.right.push_back(bounds.right);
    sorted.bottom.push_back(bounds.bottom);
    sorted.top.push_back(bounds.top);
    sorted.index.push_back(bounds.index);
  }
  return sorted;
}

/// Indices of the others from `begin` on whose boxes meet the i-th own one; all of these begin no farther left.
void candidates_of(const SortedBounds& own, std::size_t i, const SortedBounds& others, std::size_t begin,
                   std::vector<std::uint32_t>& candidates) {
  const Real right = own.right[i], bottom = own.bottom[i], top = own.top[i];
  candidates.resize(others.size());
  std::size_t count = 0;
  for (std::size_t k = begin; k < others.size() && others.left[k] <= right; ++k) {
    candidates[count] = others.index[k];
    count += bool(int(others.bottom[k] <= top) & int(bottom <= others.top[k]));
  }
  candidates.resize(count);
}

/// Of two boxes that meet, one begins within the other: tests each of `own` against those of `others` that begin
/// farther right, or, if `level`, at the same place.
template <class Ask, class Hit>
void sweep_list(const Placements& own_list, const SortedBounds& own, const Placements& list, const SortedBounds& others,
                bool level, const Ask& ask, const Hit& hit) {
  std::vector<std::uint32_t> candidates;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    while (begin < others.size() && (level ? others.left[begin] < own.left[i] : others.left[begin] <= own.left[i])) {
      ++begin;
    }
    candidates_of(own, i, others, begin, candidates);
    const std::uint32_t one = own.index[i];
    ask_each(
        own_list.shapes[one], own_list.poses[one], list, candidates,
        [&](std::uint32_t other) { return ask(one, other); },
        [&](std::span<const std::uint32_t> met) {
          for (const std::uint32_t other : met) hit(one, other);
        });
  }
}

/// Sorts by (a, b) if a large share of all pairs is present: a bit for each, read row by row.
void sort_many(std::vector<OverlapPair>& pairs, std::uint32_t count_a, std::uint32_t count_b) {
  const std::size_t words = (std::size_t{count_b} + 63) / 64;
  std::vector<std::uint64_t> met(words * count_a, 0);
  for (const OverlapPair& pair : pairs) met[words * pair.a + pair.b / 64] |= std::uint64_t{1} << (pair.b % 64);
  std::size_t next = 0;
  for (std::uint32_t a = 0; a < count_a; ++a) {
    for (std::size_t w = 0; w < words; ++w) {
      for (std::uint64_t rest = met[words * a + w]; rest != 0; rest &= rest - 1) {
        pairs[next++] = {a, static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(rest))};
      }
    }
  }
}

/// Counting sort by b and then, keeping that order among equals, by a.
void sort_few(std::vector<OverlapPair>& pairs, std::uint32_t count_a, std::uint32_t count_b) {
  std::vector<OverlapPair> by_b(pairs.size());
  const auto pass = [](const std::vector<OverlapPair>& from, std::vector<OverlapPair>& to, std::uint32_t count,
                       std::uint32_t OverlapPair::*key) {
    std::vector<std::uint32_t> next(count, 0);
    for (const OverlapPair& pair : from) ++next[pair.*key];
    std::uint32_t sum = 0;
    for (std::uint32_t& entry : next) entry = std::exchange(sum, sum + entry);
    for (const OverlapPair& pair : from) to[next[pair.*key]++] = pair;
  };
  pass(pairs, by_b, count_b, &OverlapPair::b);
  pass(by_b, pairs, count_a, &OverlapPair::a);
}

void sort_pairs(std::vector<OverlapPair>& pairs, std::uint32_t count_a, std::uint32_t count_b) {
  const bool many = std::uint64_t{count_a} * count_b <= 32 * std::uint64_t{pairs.size()};
  (many ? sort_many : sort_few)(pairs, count_a, count_b);
}

/// A container has no bound: it is tested against every shape.
bool any_container(std::span<const Shape> shapes) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [](const Shape& shape) { return shape.kind() == ShapeKind::container; });
}

/// Tests all pairs (i, j), j from first(i) on, one by one.
template <class First>
void ask_all(const Placements& a, const Placements& b, const First& first, std::vector<OverlapPair>& pairs) {
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = first(i); j < b.size(); ++j) {
      if (overlap(a.shapes[i], a.poses[i], b.shapes[j], b.poses[j])) pairs.push_back({i, j});
    }
  }
}

}  // namespace
}  // namespace detail

void overlaps(const Shape& a, const Pose& pose_a, std::span<const Shape> shapes, std::span<const Pose> poses,
              std::vector<std::uint32_t>& hits) {
  using namespace detail;
  const Placements list = placements("overlaps", "", shapes, poses);
  hits.clear();
  const auto ask = [&](std::uint32_t i) { return overlap(a, pose_a, shapes[i], poses[i]); };
  const bool room = a.kind() == ShapeKind::container;
  const OverlapOne one = overlap_one(ConvexData::of(a), pose_a);
  std::array<const Real*, overlap_chunk> bounds;
  std::array<std::uint32_t, overlap_chunk> places;
  bool crowded = false;
  for (std::uint32_t begin = 0; begin < list.size(); begin += overlap_chunk) {
    const std::uint32_t count = std::min(overlap_chunk, list.size() - begin);
    bool rooms = room;
    for (std::uint32_t i = 0; i < count; ++i) {
      // Shapes are scattered in memory.
      __builtin_prefetch(&list.data(std::min(begin + i + lookahead, list.size() - 1)));
      const ConvexData& data = list.data(begin + i);
      bounds[i] = &data.centre.x, places[i] = begin + i;
      rooms |= data.kind == ShapeKind::container;
    }
    const std::size_t before = hits.size();
    if (rooms) {  // containers have no bound, and lanes do not support them
      std::copy_if(places.data(), places.data() + count, std::back_inserter(hits), ask);
      continue;
    }
    std::uint32_t met = count;
    if (!crowded) {
      met = meeting_circles(one, bounds.data(), poses[begin].position.data(), count, places.data());
      for (std::uint32_t k = 0; k < met; ++k) places[k] += begin;
    }
    ask_each(a, pose_a, list, {places.data(), met}, ask,
             [&](std::span<const std::uint32_t> found) { hits.insert(hits.end(), found.begin(), found.end()); });
    crowded = hits.size() - before > count / 3;  // circles then reject too few of the next shapes to be worthwhile
  }
}

void overlap_pairs(std::span<const Shape> shapes_a, std::span<const Pose> poses_a, std::span<const Shape> shapes_b,
                   std::span<const Pose> poses_b, std::vector<OverlapPair>& pairs) {
  using namespace detail;
  const Placements a = placements("overlap_pairs", "_a", shapes_a, poses_a);
  const Placements b = placements("overlap_pairs", "_b", shapes_b, poses_b);
  pairs.clear();
  if (any_container(shapes_a) || any_container(shapes_b)) {
    return ask_all(
        a, b, [](std::uint32_t) { return 0u; }, pairs);
  }
  const Real scale = max(largest_scale(a), largest_scale(b));
  const SortedBounds sorted_a = sorted_bounds(a, scale), sorted_b = sorted_bounds(b, scale);
  const auto ask = [&](std::uint32_t i, std::uint32_t j) {
    return overlap(shapes_a[i], poses_a[i], shapes_b[j], poses_b[j]);
  };
  const auto hit = [&](std::uint32_t i, std::uint32_t j) { pairs.push_back({i, j}); };
  sweep_list(a, sorted_a, b, sorted_b, true, ask, hit);
  sweep_list(
      b, sorted_b, a, sorted_a, false, [&](std::uint32_t j, std::uint32_t i) { return ask(i, j); },
      [&](std::uint32_t j, std::uint32_t i) { hit(i, j); });
  sort_pairs(pairs, a.size(), b.size());
}

void overlap_pairs(std::span<const Shape> shapes, std::span<const Pose> poses, std::vector<OverlapPair>& pairs) {
  using namespace detail;
  const Placements list = placements("overlap_pairs", "", shapes, poses);
  pairs.clear();
  if (any_container(shapes))
    return ask_all(
        list, list, [](std::uint32_t i) { return i + 1; }, pairs);
  const SortedBounds sorted = sorted_bounds(list, largest_scale(list));
  std::vector<std::uint32_t> candidates;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    candidates_of(sorted, i, sorted, i + 1, candidates);
    const std::uint32_t one = sorted.index[i];
    const auto pair = [one](std::uint32_t other) { return OverlapPair{std::min(one, other), std::max(one, other)}; };
    ask_each(
        shapes[one], poses[one], list, candidates,
        [&](std::uint32_t other) {
          const OverlapPair both = pair(other);
          return overlap(shapes[both.a], poses[both.a], shapes[both.b], poses[both.b]);
        },
        [&](std::span<const std::uint32_t> met) {
          for (const std::uint32_t other : met) pairs.push_back(pair(other));
        });
  }
  sort_pairs(pairs, list.size(), list.size());
}

}  // namespace bankshot::BANKSHOT_ABI
