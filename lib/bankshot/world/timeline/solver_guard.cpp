#include <bankshot/world/timeline/solver_guard.hpp>

#include <bankshot/tolerance.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Upper bound of how far two points of a pair closed along the normal of the contact.
Real SolverGuard::closed_on_path(std::uint32_t i) const {
  const ContactPair& pair = pairs().near[i];
  const V2 normal = pairs().geometry[i].normal;
  const ClosingBound closing = closing_bound(path_bound(world(), motion(pair.body_a), pair.body_a, dt()),
                                             path_bound(world(), motion(pair.body_b), pair.body_b, dt()));
  const auto arc = [&](Rank rank, const Proxy& proxy) {
    return absolute(motion(rank).turn) * reach_of_corners(world(), proxy);
  };
  const Real along = -min(min(dot(closing.first, normal), dot(closing.last, normal)), 0);
  return along + arc(pair.body_a, world().proxies[pair.key.a]) + arc(pair.body_b, world().proxies[pair.key.b]);
}

/// Upper bound of how far the contact points of a pair closed along its normal: a pair that closes by less than the
/// smaller extent has not passed. A body that slides along a turning face meets it nearer by the sliding distance times
/// the angle that the face turns by.
Real SolverGuard::closed_at_points(std::uint32_t i) const {
  const ContactPair& pair = pairs().near[i];
  const ContactGeometry& contact = pairs().geometry[i];
  const Motion &a = motion(pair.body_a), &b = motion(pair.body_b);
  const Real turns = max(turning_of_normals(world(), pair.key.a, pair.key.part_a, a.turn),
                         turning_of_normals(world(), pair.key.b, pair.key.part_b, b.turn));
  Real most = 0;
  for (int k = 0; k < contact.count; ++k) {
    const V2 arm_a = contact.points[k].anchor, arm_b = arm_a + contact.d;
    const V2 way = (a.displacement + cross(a.turn, arm_a)) - (b.displacement + cross(b.turn, arm_b));
    const Real bend = (a.turn * a.turn * length(arm_a) + b.turn * b.turn * length(arm_b)) / 2;
    most = max(most, bend + turns * length(way) - dot(way, contact.normal));
  }
  return most;
}

/// A pair that ends far behind a one-way face has no contact, nor has one that has left a part of a composite sideways:
/// it may have been through by then.
bool SolverGuard::ends_deep(const Guarded& pair, PairInput& in, ContactGeometry& end) const {
  const PairKey& key = pairs().near[pair.near].key;
  const bool convex = world().proxies[key.a].convex && world().proxies[key.b].convex;
  if (!convex) find_contact(world(), key, in, end);
  return (end.count == 0 && !convex) || !ends_shallow(end, pair.depth);
}

const std::vector<std::uint32_t>& SolverGuard::failed() {
  lengths_.measure();
  failed_.clear();
  // How far a pair may close is a part of its own extent: a small motion of a large body may bury a thin one.
  if (2 * lengths_.longest() <= tolerance::solver_way_extents * pairs().traits.thinnest) return failed_;
  guarded_.clear(), batch_.clear();
  for (const std::uint32_t i : solver_work().pairs) {
    const ContactPair& pair = pairs().near[i];
    const Real most = tolerance::solver_way_extents * pair.extent, overlap = overlap_of(pairs().geometry[i]);
    const Real left = most - overlap;
    if (lengths_.ways()[pair.body_a].value() + lengths_.ways()[pair.body_b].value() <= left) continue;
    if (closed_on_path(i) < left) continue;
    const bool passes = pair.both_movable && pair.speculative;
    if (closed_at_points(i) > (passes ? 2 * most : pair.extent)) {
      failed_.push_back(i);
    } else if (!passes) {
      guarded_.push_back({i, max(overlap, most)});
      batch_.inputs.push_back(paths_.input_at(pair.key, 0, dt()));
    }
  }
  batch_.find();
  for (std::size_t k = 0; k < guarded_.size(); ++k) {
    if (ends_deep(guarded_[k], batch_.inputs[k], batch_.contacts[k])) failed_.push_back(guarded_[k].near);
  }
  return failed_;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
