// Finds the bodies that a body may meet after an impact has sent it farther than its reach at the beginning of the
// step.

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// If at least one of this many moving shapes is thrown, it is worth while to find all pairs anew.
constexpr std::size_t share_together = 8;

/// The step has begun: it is too late to refuse pairs of parts, see pair_limit.hpp.
constexpr PartLimits no_limit;

bool is_finite(V2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

}  // namespace

/// Bounds all that a body gets to from `time` on unless something hits it.
Box Timeline::way_box(const WorldState& world, Rank rank, Real time) {
  const Flight& path = flights_[flight(world, rank)];
  const Real rest = dt_ - time;
  const Real around = world.bodies.mass[rank].reach + length(path.acceleration) * rest * rest;
  const V2 from = world.bodies.pose[rank].centre + path.start, to = from + rest * path.velocity;
  return widened_by(joined({from, from}, {to, to}), around);
}

/// Wakes a sleeping body that is hit. It leaves the tree of resting shapes, and a body that is sent its way later in
/// the step would not find it among the moving ones. So it joins the bodies that reach farther than was known, where it
/// is.
void Timeline::wake_up(WorldState& world, Rank rank, Real time) {
  wake_body(world, rank);
  const Box here = way_box(world, rank, time);
  if (widened_.size() == 0) widened_at_.assign(world.proxies.size(), none);
  for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
    if (world.proxies[p].sensor || widened_at_[p] != none) continue;
    widened_at_[p] = widened_.add(here, p);
    woken_.push_back({p, here});
  }
}

/// A body that now gets farther than its reach at the beginning of the step meets shapes that were no candidates so
/// far. A body that stays within that reach, but moves farther than was known, as by turning, may meet other parts of
/// shapes.
void Timeline::widen(const WorldState& world, PairSet& pairs, Rank rank, Real time) {
  const Box way = way_box(world, rank, time);
  const bool parts_alone = gets_farther(world, pairs, rank, time);
  known_parts_.clear(), parts_known_ = false;
  for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
    Box box = way;
    if (world.proxies[p].sensor) continue;
    const bool farther = reaches_farther(world, pairs, p, box);
    if (!farther && !parts_alone) continue;
    mark_known(world, pairs, rank, p);
    const auto look_at = [&](std::uint32_t q) {
      if (q == p || (!farther && world.proxies[p].convex && world.proxies[q].convex)) return;
      add_neighbour(world, pairs, p, q);
    };
    finder_->query(box, around_box_);
    for (const std::uint32_t i : around_box_) {
      const std::uint32_t q = pairs.active[i];
      if (widened_at_[q] == none) look_at(q);
    }
    widened_.query(box, look_at);
    world.resting.query(box, [&](std::uint32_t slot) {
      look_at(world.shape_slots[slot].proxy);
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
Real Timeline::first_way(const WorldState& world, Rank rank) const {
  const BodyFlags& flags = world.bodies.flags[rank];
  if (flags.type == BodyType::fixed) return 0;
  const Motion& motion = (*motion_)[rank];
  const BodyMass& mass = world.bodies.mass[rank];
  const Real margin = tolerance::speculative_slops * tolerance::slop_fraction * mass.extent;
  return length(motion.displacement) + length(new_course(world, rank).bend) +
         min(absolute(motion.turn), Real(2)) * mass.reach + margin;
}

/// On the path that begins at `time`. On a straight path the centre is farthest from its origin at one of the ends.
Real Timeline::next_way(const WorldState& world, Rank rank, Real time) {
  const Flight& path = flights_[flight(world, rank)];
  const BodyMass& mass = world.bodies.mass[rank];
  const Real rest = dt_ - time;
  const V2 straight = path.start + rest * path.velocity;
  const Real turn = max(absolute(path.turned), absolute(path.turned + rest * path.spin));
  const Real margin = tolerance::speculative_slops * tolerance::slop_fraction * mass.extent;
  return max(length(path.start), length(straight)) + rest * rest * length(path.acceleration) +
         min(turn, Real(2)) * mass.reach + margin;
}

/// Upper bound of how far the points of a body may get within the step, as far as is known.
Real Timeline::way_of(const WorldState& world, Rank rank) const {
  const Real first = first_way(world, rank);
  return open_ ? max(first, farthest_[rank]) : first;
}

/// Notes how far a body gets on its new path. Returns true if that is farther than the bound that its parts were
/// searched with.
bool Timeline::gets_farther(const WorldState& world, const PairSet& pairs, Rank rank, Real time) {
  if (!pairs.any_parts) return false;
  const Real way = next_way(world, rank, time), known = max(pairs.mobility[rank].slack, farthest_[rank]);
  farthest_[rank] = max(farthest_[rank], way);
  return way > known;
}

/// True if the path of a shape leads farther than was known. The solver may send a body elsewhere than its velocity
/// said, as after something runs into it, or spins against it.
bool Timeline::is_thrown(const WorldState& world, const PairSet& pairs, std::size_t i) const {
  const Rank rank = pairs.shapes[i].body();
  const Motion& motion = (*motion_)[rank];
  if (!motion.held || world.bodies.flags[rank].type != BodyType::dynamic) return false;
  const V2 bend = (dt_ / 8) * (world.bodies.velocity[rank].linear - motion.velocity);
  const Real around = min(absolute(motion.turn), Real(2)) * world.bodies.mass[rank].reach + length(bend);
  const Box way = joined(pairs.tight[i], shifted(pairs.tight[i], motion.displacement));
  return !contains(pairs.reach[i], widened_by(way, around));
}

void Timeline::widen_thrown(const WorldState& world, PairSet& pairs) {
  const bool any =
      world.team.size() == 1 || world.team.any_range(pairs.active.size(), least_bodies, [&](const Range& range) {
        std::size_t i = range.begin;
        while (i < range.end && !is_thrown(world, pairs, i)) ++i;
        return i < range.end;
      });
  thrown_shapes_.clear();
  for (std::size_t i = 0; any && i < pairs.active.size(); ++i) {
    if (is_thrown(world, pairs, i)) thrown_shapes_.push_back(static_cast<std::uint32_t>(i));
  }
  if (thrown_shapes_.empty()) return;
  sure_.clear();
  const auto looked_at = static_cast<std::uint32_t>(candidates_.size());
  if (thrown_shapes_.size() * share_together < pairs.active.size() || !widen_together(world, pairs)) {
    if (!open_) open(world, pairs);
    for (const std::uint32_t i : thrown_shapes_) widen(world, pairs, pairs.shapes[i].body(), 0);
  }
  for (std::uint32_t place = looked_at; place < candidates_.size(); ++place) {
    const Candidate& candidate = candidates_[place];
    thrown_.push_back({candidate.key, {candidate.body_a, candidate.body_b}, 0});
    look_ahead(world, place, 0);
  }
  ask_ends(world);
  sweep_sure(world, 0);
  const auto earlier = [](const ToiCandidate& l, const ToiCandidate& r) { return l.key < r.key; };
  if (!std::is_sorted(thrown_.begin(), thrown_.end(), earlier)) std::sort(thrown_.begin(), thrown_.end(), earlier);
}

/// Widens all thrown shapes, as widen() does one by one: if they are many, it costs less to find all pairs anew. Looks
/// through the pairs with a wider box, in their order. Returns false if a box is unbounded.
bool Timeline::widen_together(const WorldState& world, PairSet& pairs) {
  if (!grow_thrown(world, pairs)) return false;
  finder_->find(pairs.reach, pairs.found);
  find_resting(world, pairs);
  std::span<const ContactPair> near = pairs.near;
  std::span<const ToiCandidate> far = pairs.far;
  const auto passed = [](auto& list, const PairKey& key) {
    while (!list.empty() && list.front().key < key) list = list.subspan(1);
    return !list.empty() && list.front().key == key;
  };
  const auto look_at = [&](const IndexPair& pair) {
    const PairKey key{pair.a, pair.b, 0, 0};
    if (!world.proxies[key.a].convex || !world.proxies[key.b].convex) return add_unlisted_parts(world, pairs, key);
    if (!passed(near, key) && !passed(far, key) && can_meet(world, key.a, key.b)) add(candidate_of(world, key));
  };
  auto resting = pairs.with_resting.cbegin();
  const auto end = pairs.with_resting.cend();
  for (const IndexPair& places : pairs.found) {
    const IndexPair pair{pairs.active[places.a], pairs.active[places.b]};
    if (widened_at_[pair.a] == none && widened_at_[pair.b] == none) continue;
    for (; resting != end && resting->pair < pair; ++resting) look_at(resting->pair);
    look_at(pair);
  }
  for (; resting != end; ++resting) look_at(resting->pair);
  widened_.clear();  // all are in the finder now
  return true;
}

/// Finds the resting shapes within the boxes that are wider now.
void Timeline::find_resting(const WorldState& world, PairSet& pairs) {
  std::vector<RestingPair>& found = pairs.with_resting;
  found.clear();
  for (std::uint32_t i = 0; i < pairs.active.size(); ++i) {
    const std::uint32_t p = pairs.active[i];
    if (widened_at_[p] == none) continue;
    world.resting.query(pairs.reach[i], [&](std::uint32_t slot) {
      const std::uint32_t q = world.shape_slots[slot].proxy;
      found.push_back({{std::min(p, q), std::max(p, q)}, i, p < q});
      return true;
    });
  }
  std::sort(found.begin(), found.end(), [](const RestingPair& l, const RestingPair& r) { return l.pair < r.pair; });
}

/// Widens the boxes of all thrown shapes, and marks them in `widened_at_`. Returns false if one is unbounded.
bool Timeline::grow_thrown(const WorldState& world, PairSet& pairs) {
  const auto bounded = [&](std::uint32_t i) {
    const Box way = way_box(world, pairs.shapes[i].body(), 0);
    return is_finite(way.lower) && is_finite(way.upper);
  };
  if (!std::all_of(thrown_shapes_.begin(), thrown_shapes_.end(), bounded)) return false;
  widened_at_.assign(world.proxies.size(), none);
  for (const std::uint32_t i : thrown_shapes_) {
    const Rank rank = pairs.shapes[i].body();
    const Box way = way_box(world, rank, 0);
    // A body's shapes are adjacent in both lists.
    for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
      Box& known = pairs.reach[i + p - pairs.active[i]];
      if (world.proxies[p].sensor || contains(known, way)) continue;
      known = joined(known, way);
      widened_at_[p] = 0;
    }
  }
  return true;
}

bool Timeline::can_meet(const WorldState& world, std::uint32_t a, std::uint32_t b) {
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  return !proxy_a.sensor && !proxy_b.sensor && may_meet(world, proxy_a, proxy_b);
}

/// Makes candidates of those pairs of parts of two shapes that are neither contact pairs nor TOI candidates.
void Timeline::add_unlisted_parts(const WorldState& world, const PairSet& pairs, const PairKey& shapes) {
  if (!can_meet(world, shapes.a, shapes.b)) return;
  const Real way = way_of(world, world.proxies[shapes.a].body) + way_of(world, world.proxies[shapes.b].body);
  part_pairs(world, shapes.a, shapes.b, way, no_limit, part_candidates_);
  const auto before = [](const auto& pair, const PairKey& key) { return pair.key < key; };
  const auto has = [&](const auto& list, const PairKey& key) {
    const auto place = std::lower_bound(list.begin(), list.end(), key, before);
    return place != list.end() && place->key == key;
  };
  for (const PartCandidate& part : part_candidates_.list) {
    if (!has(pairs.near, part.key) && !has(pairs.far, part.key)) add(candidate_of(world, part.key));
  }
}

/// True if `box` reaches farther than was known of a shape. Then records it, and sets `box` to the whole known reach.
bool Timeline::reaches_farther(const WorldState& world, PairSet& pairs, std::uint32_t p, Box& box) {
  if (widened_.size() == 0) widened_at_.assign(world.proxies.size(), none);
  std::uint32_t& place = widened_at_[p];
  const auto own = std::lower_bound(pairs.active.begin(), pairs.active.end(), p);
  if (own != pairs.active.end() && *own == p) {
    Box& known = pairs.reach[static_cast<std::size_t>(own - pairs.active.begin())];
    if (contains(known, box)) return false;
    box = known = joined(known, box);
  } else {
    if (place != none) box = joined(widened_.box(place), box);
    woken_.push_back({p, box});
  }
  if (place == none) {
    place = widened_.add(box, p);
  } else {
    widened_.grow(place, box);
  }
  return true;
}

/// Visits the pairs of a body: its candidates, and those that may still become candidates.
template <class Visit>
void Timeline::for_each_pair(const WorldState& world, const PairSet& pairs, Rank rank, Visit&& visit) const {
  for_each_candidate(rank, [&](std::uint32_t place) { visit(candidates_[place].key); });
  if (enlisted_[rank]) return;
  for_each_unlisted(world, pairs, rank, [&](std::uint32_t i) { visit(key_of(pairs, i)); });
}

/// Marks the shapes that p is already in a pair with.
void Timeline::mark_known(const WorldState& world, const PairSet& pairs, Rank rank, std::uint32_t p) {
  known_.resize(world.proxies.size());
  if (++known_stamp_ == 0) {
    std::fill(known_.begin(), known_.end(), 0);
    known_stamp_ = 1;
  }
  if (!world.proxies[p].convex) return;
  for_each_pair(world, pairs, rank, [&](const PairKey& key) {
    const std::uint32_t other = key.a == p ? key.b : key.a;
    if ((key.a == p || key.b == p) && world.proxies[other].convex) known_[other] = known_stamp_;
  });
}

/// Makes candidates of a pair of shapes, or of its parts, whose boxes say that they might meet.
void Timeline::add_neighbour(const WorldState& world, const PairSet& pairs, std::uint32_t p, std::uint32_t q) {
  if (known_[q] == known_stamp_) return;
  const std::uint32_t a = p < q ? p : q, b = p < q ? q : p;
  if (!can_meet(world, a, b)) return;
  const Rank rank = world.proxies[p].body;
  if (world.proxies[p].convex && world.proxies[q].convex) {
    known_[q] = known_stamp_;
    add(candidate_of(world, {a, b, 0, 0}));
    return;
  }
  known_[q] = known_stamp_;
  part_pairs(world, a, b, way_of(world, rank) + way_of(world, world.proxies[q].body), no_limit, part_candidates_);
  if (part_candidates_.list.empty()) return;
  collect_known_parts(world, pairs, rank);
  for (const PartCandidate& part : part_candidates_.list) {
    if (!std::binary_search(known_parts_.begin(), known_parts_.end(), part.key)) add(candidate_of(world, part.key));
  }
}

/// Collects, once for all shapes of a body, the pairs of parts that it is already in.
void Timeline::collect_known_parts(const WorldState& world, const PairSet& pairs, Rank rank) {
  if (std::exchange(parts_known_, true)) return;
  for_each_pair(world, pairs, rank, [&](const PairKey& key) {
    if (!world.proxies[key.a].convex || !world.proxies[key.b].convex) known_parts_.push_back(key);
  });
  std::sort(known_parts_.begin(), known_parts_.end());
}

/// Returns the fraction of a displacement that a shape can move beyond the end of its path without meeting another
/// shape, which is at the end of its own path.
Real Timeline::share_free(const WorldState& world, std::uint32_t p, std::uint32_t q, V2 way) {
  const std::uint32_t a = std::min(p, q), b = std::max(p, q);
  if (!can_meet(world, a, b)) return 1;
  const Proxy &proxy_a = world.proxies[a], &proxy_b = world.proxies[b];
  const Motion &moved_a = (*motion_)[proxy_a.body], &moved_b = (*motion_)[proxy_b.body];
  const auto reach = [&](Rank rank) { return world.bodies.mass[rank].reach; };
  ToiInput in;
  in.arc_a.rotation = multiply(rotation_of(moved_a.turn), world.bodies.pose[proxy_a.body].rotation);
  in.arc_b.rotation = multiply(rotation_of(moved_b.turn), world.bodies.pose[proxy_b.body].rotation);
  (a == p ? in.arc_a : in.arc_b).velocity = way;
  in.d = centre_difference(world.bodies.pose[proxy_a.body], world.bodies.pose[proxy_b.body]) +
         (moved_a.displacement - moved_b.displacement);
  in.span = 1;
  in.target = tolerance::impact_gap_slops * pair_slop(world, proxy_a, proxy_b);
  in.closes = true;
  if (proxy_a.convex && proxy_b.convex) {
    if (stays_beyond(in.d, a == p ? way : -way, reach(proxy_a.body) + reach(proxy_b.body))) return 1;
    in.a = detail_view(world.baked[proxy_a.geometry]), in.b = detail_view(world.baked[proxy_b.geometry]);
    const ToiResult met = time_of_impact(in);
    return met.status == SweepStatus::missed ? Real(1) : met.time;
  }
  // Parts are placed as they were when the step began.
  const auto got = [&](const Motion& moved, Rank rank) {
    return length(moved.displacement) + absolute(moved.turn) * reach(rank);
  };
  part_pairs(world, a, b, got(moved_a, proxy_a.body) + got(moved_b, proxy_b.body) + length(way), no_limit,
             part_candidates_);
  Real share = 1;
  for (const PartCandidate& part : part_candidates_.list) {
    const ToiResult met = parts_impact(world, part.key, false, in);
    if (met.status != SweepStatus::missed) share = min(share, met.time);
  }
  return share;
}

Real Timeline::share_free(const WorldState& world, const PairSet& pairs, std::span<const Rank> ranks, V2 way) {
  Real share = 1;
  for (const Rank rank : ranks) {
    const V2 from = world.bodies.pose[rank].centre + (*motion_)[rank].displacement;
    const Box box = widened_by(joined({from, from}, shifted({from, from}, way)), world.bodies.mass[rank].reach);
    const auto look_at = [&](std::uint32_t q) {
      if (std::binary_search(ranks.begin(), ranks.end(), world.proxies[q].body)) return;
      for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
        share = min(share, share_free(world, p, q, way));
      }
    };
    finder_->query(box, around_box_);
    for (const std::uint32_t i : around_box_) look_at(pairs.active[i]);
    if (widened_.size() > 0) widened_.query(box, look_at);
    world.resting.query(box, [&](std::uint32_t slot) {
      look_at(world.shape_slots[slot].proxy);
      return true;
    });
  }
  return share;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
