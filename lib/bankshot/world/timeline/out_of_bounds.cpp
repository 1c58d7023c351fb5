#include <bankshot/world/timeline/out_of_bounds.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// If at least one of this many moving shapes is out of bounds, it is worth while to find all pairs anew.
constexpr std::size_t share_together = 8;

bool is_finite(V2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

}  // namespace

/// True if the path of a shape leads farther than was known. The solver may send a body elsewhere than its velocity
/// said, as after something runs into it, or spins against it.
bool OutOfBounds::is_out(std::size_t i) const {
  const Rank rank = broad().shapes[i].body();
  const Motion& moved = motion(rank);
  if ((!moved.held && !moved.tied) || world().bodies.flags[rank].type != BodyType::dynamic) return false;
  const V2 bend = (dt() / 8) * (world().bodies.velocity[rank].linear - moved.velocity);
  const Real around = min(absolute(moved.turn), Real(2)) * world().bodies.mass[rank].reach + length(bend);
  const Box way = joined(broad().tight[i], shifted(broad().tight[i], moved.displacement));
  return !contains(reach()[i], widened_by(way, around));
}

void OutOfBounds::expand() {
  found_.clear();
  const bool any =
      world().team.size() == 1 || world().team.any_range(broad().active.size(), least_bodies, [&](const Range& range) {
        std::size_t i = range.begin;
        while (i < range.end && !is_out(i)) ++i;
        return i < range.end;
      });
  shapes_.clear();
  for (std::size_t i = 0; any && i < broad().active.size(); ++i) {
    if (is_out(i)) shapes_.push_back(static_cast<std::uint32_t>(i));
  }
  if (shapes_.empty()) return;
  const auto looked_at = static_cast<std::uint32_t>(candidates_.size());
  if (shapes_.size() * share_together < broad().active.size() || !expand_together()) {
    if (!candidates_.is_open()) candidates_.open();
    for (const std::uint32_t i : shapes_) reach_.expand(broad().shapes[i].body(), 0);
  }
  for (std::uint32_t place = looked_at; place < candidates_.size(); ++place) {
    const Candidate& candidate = candidates_[place];
    found_.push_back({candidate.key, {candidate.body_a, candidate.body_b}, 0});
    predictor_.add(place, 0);
  }
  predictor_.predict(0, false);
  const auto earlier = [](const ToiCandidate& l, const ToiCandidate& r) { return l.key < r.key; };
  if (!std::is_sorted(found_.begin(), found_.end(), earlier)) std::sort(found_.begin(), found_.end(), earlier);
}

/// Expands all of them, as ExpandedReach does one by one: if they are many, it costs less to find all pairs anew. Looks
/// through the pairs with a larger box, in their order. Returns false if a box is unbounded.
bool OutOfBounds::expand_together() {
  if (!grow_boxes()) return false;
  step_.finder->find(reach(), places_);
  find_resting();
  std::span<const ContactPair> near = pairs().near;
  std::span<const ToiCandidate> far = toi().far;
  const auto passed = [](auto& list, const PairKey& key) {
    while (!list.empty() && list.front().key < key) list = list.subspan(1);
    return !list.empty() && list.front().key == key;
  };
  const auto look_at = [&](const IndexPair& pair) {
    const PairKey key{pair.a, pair.b, 0, 0};
    if (!world().proxies[key.a].convex || !world().proxies[key.b].convex) return reach_.add_parts(key);
    if (!passed(near, key) && !passed(far, key) && can_meet(world(), key.a, key.b)) candidates_.add(key);
  };
  auto resting = resting_.cbegin();
  const auto end = resting_.cend();
  for (const IndexPair& places : places_) {
    const IndexPair pair{broad().active[places.a], broad().active[places.b]};
    if (!is_marked_[pair.a] && !is_marked_[pair.b]) continue;
    for (; resting != end && resting->pair < pair; ++resting) look_at(resting->pair);
    look_at(pair);
  }
  for (; resting != end; ++resting) look_at(resting->pair);
  reach_.forget_boxes();  // all are in the finder now
  return true;
}

/// Finds the resting shapes within the boxes that are larger now.
void OutOfBounds::find_resting() {
  resting_.clear();
  for (std::uint32_t i = 0; i < broad().active.size(); ++i) {
    const std::uint32_t p = broad().active[i];
    if (!is_marked_[p]) continue;
    world().resting.query(reach()[i], [&](std::uint32_t slot) {
      const std::uint32_t q = world().shape_slots[slot].proxy;
      resting_.push_back({{std::min(p, q), std::max(p, q)}, i, p < q});
      return true;
    });
  }
  std::sort(resting_.begin(), resting_.end(),
            [](const RestingPair& l, const RestingPair& r) { return l.pair < r.pair; });
}

/// Enlarges the boxes of all such shapes, and marks them. Returns false if one is unbounded.
bool OutOfBounds::grow_boxes() {
  const auto bounded = [&](std::uint32_t i) {
    const Box way = reach_.path_box(broad().shapes[i].body(), 0);
    return is_finite(way.lower) && is_finite(way.upper);
  };
  if (!std::all_of(shapes_.begin(), shapes_.end(), bounded)) return false;
  is_marked_.assign(world().proxies.size(), 0);
  for (const std::uint32_t i : shapes_) {
    const Rank rank = broad().shapes[i].body();
    const Box way = reach_.path_box(rank, 0);
    // A body's shapes are adjacent in both lists.
    for (std::uint32_t p = world().proxy_begin[rank]; p < world().proxy_begin[rank + 1]; ++p) {
      Box& known = reach()[i + p - broad().active[i]];
      if (world().proxies[p].sensor || contains(known, way)) continue;
      known = joined(known, way);
      is_marked_[p] = 1;
    }
  }
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
