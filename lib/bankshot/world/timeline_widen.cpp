// Whom a body may meet that an impact has sent farther than its reach said when the step began.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/timeline.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// A body that now gets farther than its reach said when the step began meets shapes that were no candidates so far.
void Timeline::widen(const WorldState& world, PairSet& pairs, Rank rank, Real time) {
  enlist(world, pairs, rank);
  const Flight& path = flights_[flight(world, rank)];
  const BodyMass& mass = world.bodies.mass[rank];
  const Real rest = dt_ - time;
  const Real bend = mass.reach + length(path.acceleration) * rest * rest;
  const Real way = bend + length(path.velocity) * rest;
  const V2 from = world.bodies.pose[rank].centre + path.start, to = from + rest * path.velocity;
  const Box box{{min(from.x, to.x) - bend, min(from.y, to.y) - bend},
                {max(from.x, to.x) + bend, max(from.y, to.y) + bend}};
  for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p) {
    if (world.proxies[p].sensor) continue;
    if (!reaches_farther(world, pairs, p, box)) continue;
    mark_known(world, rank, p);
    finder_->query(box, around_box_);
    for (const std::uint32_t i : around_box_) {
      const std::uint32_t q = pairs.active[i];
      if (leaf_of_[q] == DynamicTree::null) add_neighbour(world, p, q, way);
    }
    widened_.query(box, [&](std::uint32_t q) {
      if (q != p) add_neighbour(world, p, q, way);
      return true;
    });
    world.resting.query(box, [&](std::uint32_t slot) {
      add_neighbour(world, p, world.shape_slots[slot].proxy, way);
      return true;
    });
  }
}

/// What runs into a body, or spins against it, may make the solver throw it much faster than it was when its reach was
/// told.
void Timeline::widen_thrown(const WorldState& world, PairSet& pairs) {
  const auto thrown = [&](Rank rank) {
    const Motion& motion = (*motion_)[rank];
    const BodyFlags& flags = world.bodies.flags[rank];
    if (!motion.held || !flags.awake || flags.type != BodyType::dynamic) return false;
    const BodyMass& mass = world.bodies.mass[rank];
    const Real known = pairs.mobility[rank].way + tolerance::speculative_slops * tolerance::slop_fraction * mass.extent;
    const Real turn = min(absolute(motion.turn), Real(2));
    const Real left = known - turn * mass.reach;
    return !(left >= 0 && length_squared(motion.displacement) <= left * left);
  };
  const bool any = world.crew.any_range(motion_->size(), least_bodies, [&](const Range& range) {
    for (auto rank = static_cast<Rank>(range.begin); rank < range.end; ++rank) {
      if (thrown(rank)) return true;
    }
    return false;
  });
  for (Rank rank = 0; any && rank < motion_->size(); ++rank) {
    if (!thrown(rank)) continue;
    if (!open_) open(world, pairs);
    flight(world, rank);
    widen(world, pairs, rank, 0);
    predict_again(world, rank, 0);
  }
}

/// Whether a shape that gets to `box` gets farther than was known; from then on it is.
bool Timeline::reaches_farther(const WorldState& world, PairSet& pairs, std::uint32_t p, const Box& box) {
  if (widened_.size() == 0) leaf_of_.assign(world.proxies.size(), DynamicTree::null);
  const auto own = std::lower_bound(pairs.active.begin(), pairs.active.end(), p);
  const bool active = own != pairs.active.end() && *own == p;
  Box reach = box;
  if (active) {
    Box& known = pairs.reach[static_cast<std::size_t>(own - pairs.active.begin())];
    if (contains(known, box)) return false;
    reach = known = joined(known, box);
  } else {
    woken_.push_back({p, box});
  }
  if (leaf_of_[p] == DynamicTree::null) {
    leaf_of_[p] = widened_.insert(reach, p);
  } else {
    widened_.move(leaf_of_[p], joined(widened_.box(leaf_of_[p]), reach), true);
  }
  return true;
}

/// Notes which shapes are candidates of p already.
void Timeline::mark_known(const WorldState& world, Rank rank, std::uint32_t p) {
  known_.resize(world.proxies.size());
  if (++known_stamp_ == 0) {
    std::fill(known_.begin(), known_.end(), 0);
    known_stamp_ = 1;
  }
  for (std::uint32_t place = first_of_[rank]; place != none;) {
    const Candidate& candidate = candidates_[place];
    if (candidate.key.a == p) known_[candidate.key.b] = known_stamp_;
    if (candidate.key.b == p) known_[candidate.key.a] = known_stamp_;
    place = candidate.body_a == rank ? candidate.next_a : candidate.next_b;
  }
}

/// `way` is how far the body of p may still get, its own reach included.
void Timeline::add_neighbour(const WorldState& world, std::uint32_t p, std::uint32_t q, Real way) {
  const std::uint32_t a = p < q ? p : q, b = p < q ? q : p;
  if (world.proxies[q].sensor || !may_meet(world, world.proxies[a], world.proxies[b])) return;
  const Rank rank = world.proxies[p].body;
  if (world.proxies[p].convex && world.proxies[q].convex) {
    if (std::exchange(known_[q], known_stamp_) != known_stamp_) add_candidate(world, {a, b, 0, 0});
    return;
  }
  // Parts are placed as they were when the step began: since then either body may have gone as far as its reach says.
  const Real since = length(flights_[flight(world, rank)].start) + reach_within(world, world.proxies[q].body, dt_);
  part_pairs(world, a, b, way + since, part_candidates_);
  for (const PartCandidate& part : part_candidates_) add_new(world, rank, part.key);
}

void Timeline::add_new(const WorldState& world, Rank rank, const PairKey& key) {
  for (std::uint32_t place = first_of_[rank]; place != none;) {
    const Candidate& candidate = candidates_[place];
    if (candidate.key == key) return;
    place = candidate.body_a == rank ? candidate.next_a : candidate.next_b;
  }
  add_candidate(world, key);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
