#include <bankshot/world/timeline/expanded_reach.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/timeline/closing_bound.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

bool can_meet(const WorldState& world, std::uint32_t a, std::uint32_t b) {
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  return !proxy_a.sensor && !proxy_b.sensor && may_meet(world, proxy_a, proxy_b);
}

Box ExpandedReach::path_box(Rank rank, Real time) {
  const Trajectory& path = paths_.of(rank);
  const Real rest = dt() - time;
  const Real around = world().bodies.mass[rank].reach + length(path.acceleration) * rest * rest;
  const V2 from = world().bodies.pose[rank].centre + path.start, to = from + rest * path.velocity;
  return widened_by(joined({from, from}, {to, to}), around);
}

/// The body leaves the tree of resting shapes, and a body that is sent its way later in the step would not find it
/// among the moving ones. So it joins the bodies that reach farther than was known, where it is.
void ExpandedReach::wake(Rank rank, Real time) {
  wake_body(*step_.world, rank);
  const Box here = path_box(rank, time);
  for (std::uint32_t p = world().proxy_begin[rank]; p < world().proxy_begin[rank + 1]; ++p) {
    if (world().proxies[p].sensor || is_expanded(p)) continue;
    add_box(p, here);
    woken_.push_back({p, here});
  }
}

/// A body that now gets farther than its reach at the beginning of the step meets shapes that were no candidates so
/// far. A body that stays within that reach, but moves farther than was known, as by turning, may meet other parts of
/// shapes.
void ExpandedReach::expand(Rank rank, Real time) {
  const Box way = path_box(rank, time);
  const bool parts_alone = gets_farther(rank, time);
  known_parts_.clear(), parts_known_ = false;
  for (std::uint32_t p = world().proxy_begin[rank]; p < world().proxy_begin[rank + 1]; ++p) {
    Box box = way;
    if (world().proxies[p].sensor) continue;
    const bool farther = reaches_farther(p, box);
    if (!farther && !parts_alone) continue;
    mark_known(rank, p);
    const auto look_at = [&](std::uint32_t q) {
      if (q == p || (!farther && world().proxies[p].convex && world().proxies[q].convex)) return;
      add_neighbour(p, q);
    };
    step_.finder->query(box, around_);
    for (const std::uint32_t i : around_) {
      const std::uint32_t q = broad().active[i];
      if (!is_expanded(q)) look_at(q);
    }
    boxes_.query(box, look_at);
    world().resting.query(box, [&](std::uint32_t slot) {
      look_at(world().shape_slots[slot].proxy);
      return true;
    });
  }
}

// ---- how far bodies get -----------------------------------------------------------------------------------------
//
// Parts are placed as they were when the step began. Since then a point of a body has moved by no more than its centre
// did plus the chord of its turning. For a body whose farthest point is R from its centre, and that has turned by an
// angle t, that chord is
//
//   2 R sin(t / 2) <= R min(t, 2).
//
// So two parts do not meet in the step if their distance was more than the sum of these bounds for both bodies, over
// all paths of the body in the step, plus the gap that counts as touching. (The bounding box of all that a body gets to
// is no such bound: it is as large as the body, even if that hardly moves, and would contain every part of another such
// body.)

/// As long as nothing has hit the body: on the path that the solver gave it, or its parabola.
Real ExpandedReach::first_way(Rank rank) const {
  const BodyFlags& flags = world().bodies.flags[rank];
  if (flags.type == BodyType::fixed) return 0;
  const Motion& moved = motion(rank);
  const BodyMass& mass = world().bodies.mass[rank];
  const Real margin = tolerance::margin_slops * tolerance::slop_fraction * mass.extent;
  return length(moved.displacement) + length(path_bound(world(), moved, rank, dt()).bend) +
         min(absolute(moved.turn), Real(2)) * mass.reach + margin;
}

/// On the path that begins at `time`. On a straight path the centre is farthest from its origin at one of the ends.
Real ExpandedReach::next_way(Rank rank, Real time) {
  const Trajectory& path = paths_.of(rank);
  const BodyMass& mass = world().bodies.mass[rank];
  const Real rest = dt() - time;
  const V2 straight = path.start + rest * path.velocity;
  const Real turn = max(absolute(path.turned), absolute(path.turned + rest * path.spin));
  const Real margin = tolerance::margin_slops * tolerance::slop_fraction * mass.extent;
  return max(length(path.start), length(straight)) + rest * rest * length(path.acceleration) +
         min(turn, Real(2)) * mass.reach + margin;
}

/// Upper bound of how far the points of a body may get within the step, as far as is known.
Real ExpandedReach::way_of(Rank rank) const {
  const Real first = first_way(rank);
  return farthest_.empty() ? first : max(first, farthest_[rank]);
}

/// Notes how far a body gets on its new path. Returns true if that is farther than the bound that its parts were
/// searched with.
bool ExpandedReach::gets_farther(Rank rank, Real time) {
  if (!pairs().traits.any_parts) return false;
  if (farthest_.empty()) farthest_.assign(world().bodies.size(), 0);
  const Real way = next_way(rank, time), known = max(broad().mobility[rank].slack, farthest_[rank]);
  farthest_[rank] = max(farthest_[rank], way);
  return way > known;
}

/// True if `box` reaches farther than was known of a shape. Then records it, and sets `box` to the whole known reach.
bool ExpandedReach::reaches_farther(std::uint32_t p, Box& box) {
  const auto own = std::lower_bound(broad().active.begin(), broad().active.end(), p);
  if (own != broad().active.end() && *own == p) {
    Box& known = reach()[static_cast<std::size_t>(own - broad().active.begin())];
    if (contains(known, box)) return false;
    box = known = joined(known, box);
  } else {
    if (is_expanded(p)) box = joined(boxes_.box(box_of_[p]), box);
    woken_.push_back({p, box});
  }
  add_box(p, box);
  return true;
}

void ExpandedReach::add_box(std::uint32_t p, const Box& box) {
  if (boxes_.size() == 0) box_of_.assign(world().proxies.size(), none);
  if (box_of_[p] == none) {
    box_of_[p] = boxes_.add(box, p);
  } else {
    boxes_.grow(box_of_[p], box);
  }
}

/// Marks the shapes that p is already in a pair with.
void ExpandedReach::mark_known(Rank rank, std::uint32_t p) {
  known_.resize(world().proxies.size());
  if (++stamp_ == 0) {
    std::fill(known_.begin(), known_.end(), 0);
    stamp_ = 1;
  }
  if (!world().proxies[p].convex) return;
  candidates_.for_each_key(rank, [&](const PairKey& key) {
    const std::uint32_t other = key.a == p ? key.b : key.a;
    if ((key.a == p || key.b == p) && world().proxies[other].convex) known_[other] = stamp_;
  });
}

/// Makes candidates of a pair of shapes, or of its parts, whose boxes say that they might meet.
void ExpandedReach::add_neighbour(std::uint32_t p, std::uint32_t q) {
  if (known_[q] == stamp_) return;
  const std::uint32_t a = p < q ? p : q, b = p < q ? q : p;
  if (!can_meet(world(), a, b)) return;
  known_[q] = stamp_;
  if (world().proxies[p].convex && world().proxies[q].convex) {
    candidates_.add({a, b, 0, 0});
    return;
  }
  const Rank rank = world().proxies[p].body;
  part_pairs(world(), a, b, way_of(rank) + way_of(world().proxies[q].body), no_part_limit, parts_);
  if (parts_.list.empty()) return;
  collect_known_parts(rank);
  for (const PartCandidate& part : parts_.list) {
    if (!std::binary_search(known_parts_.begin(), known_parts_.end(), part.key)) candidates_.add(part.key);
  }
}

/// Collects, once for all shapes of a body, the pairs of parts that it is already in.
void ExpandedReach::collect_known_parts(Rank rank) {
  if (std::exchange(parts_known_, true)) return;
  candidates_.for_each_key(rank, [&](const PairKey& key) {
    if (!world().proxies[key.a].convex || !world().proxies[key.b].convex) known_parts_.push_back(key);
  });
  std::sort(known_parts_.begin(), known_parts_.end());
}

void ExpandedReach::add_parts(const PairKey& shapes) {
  if (!can_meet(world(), shapes.a, shapes.b)) return;
  const Real way = way_of(world().proxies[shapes.a].body) + way_of(world().proxies[shapes.b].body);
  part_pairs(world(), shapes.a, shapes.b, way, no_part_limit, parts_);
  const auto before = [](const auto& pair, const PairKey& key) { return pair.key < key; };
  const auto has = [&](const auto& list, const PairKey& key) {
    const auto place = std::lower_bound(list.begin(), list.end(), key, before);
    return place != list.end() && place->key == key;
  };
  for (const PartCandidate& part : parts_.list) {
    if (!has(pairs().near, part.key) && !has(toi().far, part.key)) candidates_.add(part.key);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
