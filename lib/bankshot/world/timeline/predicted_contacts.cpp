#include <bankshot/world/timeline/predicted_contacts.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/rest/rest.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// True if the solver may take the pair over, or take it once more if it failed to stop it: it holds one of the bodies,
/// and neither sleeps.
bool may_be_solved(const WorldState& world, const Trajectories& paths, const Candidate& candidate) {
  bool held = false;
  for (const Rank rank : {candidate.body_a, candidate.body_b}) {
    const BodyFlags& flags = world.bodies.flags[rank];
    if (flags.type != BodyType::dynamic) continue;
    if (!flags.awake) return false;
    held |= paths[rank].is_held();
  }
  return held;
}

/// Fills in the contact of a predicted impact. Returns its closing speed; -1 if the contact hook has it ignored. The
/// points are those of the time of the impact, since the two may slide along one another and turn before. The gap is
/// what the paths close until then.
Real contact_ahead(const TimelineStep& step, Trajectories& paths, const Candidate& candidate, const QueuedImpact& hit,
                   StaticSupport& backing, SpeculativeContact& contact) {
  const WorldState& world = *step.world;
  ContactPair& pair = contact.pair;
  if (candidate.near != none) pair = step.pairs->near[candidate.near];
  const Proxy &proxy_a = world.proxies[candidate.key.a], &proxy_b = world.proxies[candidate.key.b];
  pair.key = candidate.key;
  pair.body_a = candidate.body_a, pair.body_b = candidate.body_b;
  pair.slop = pair_slop(world, proxy_a, proxy_b);
  pair.extent = min(proxy_a.extent, proxy_b.extent);
  pair.margin = tolerance::solver_way_extents * pair.extent;
  pair.both_movable = both_movable(world, pair.body_a, pair.body_b, backing);
  pair.solve = pair.speculative = true;
  const Trajectory &a = paths[pair.body_a], &b = paths[pair.body_b];
  ContactGeometry& geometry = contact.geometry;
  geometry = paths.geometry_at(pair.key, pair.margin, hit.time);
  if (geometry.count == 0) {
    geometry.normal = hit.normal;
    geometry.count = 1;
    geometry.points[0] = {hit.point_from_a, 0, 0};
  }
  for (int i = 0; i < geometry.count; ++i) {
    const V2 arm = geometry.points[i].anchor;
    const V2 way = (a.displacement(hit.time) + cross(a.spin * hit.time, arm)) -
                   (b.displacement(hit.time) + cross(b.spin * hit.time, arm + geometry.d));
    geometry.points[i].separation -= dot(way, geometry.normal);
  }
  const V2 arm = geometry.points[0].anchor;
  const V2 velocity =
      (a.velocity_at(hit.time) + cross(a.spin, arm)) - (b.velocity_at(hit.time) + cross(b.spin, arm + geometry.d));
  const PairMaterial material = hooked(world, pair.key, geometry.normal, velocity, pair_material(world, pair.key));
  if (material.ignore) return -1;
  pair.restitution = material.restitution, pair.friction = material.friction;
  pair.surface_speed = material_of(world, pair.key.a, pair.key.part_a).surface_speed +
                       material_of(world, pair.key.b, pair.key.part_b).surface_speed;
  return max(-dot(geometry.normal, velocity), 0);
}

}  // namespace

void collect_predicted(const TimelineStep& step, Trajectories& paths, const Candidates& candidates,
                       const ImpactQueue& queue, std::vector<SpeculativeContact>& contacts) {
  contacts.clear();
  StaticSupport backing;
  if (queue.all().size() < tolerance::crowd_hits) return;  // no crowd
  for (const QueuedImpact& hit : queue.all()) {
    const Candidate& candidate = candidates[hit.candidate];
    if (!queue.is_valid(hit) || !may_be_solved(*step.world, paths, candidate)) continue;
    const Real speed = contact_ahead(step, paths, candidate, hit, backing, contacts.emplace_back());
    const ContactPair& pair = contacts.back().pair;
    if (speed < 0 || !rebounds_within(pair.margin, pair, speed, step.dt)) contacts.pop_back();
  }
  std::sort(contacts.begin(), contacts.end(),
            [](const SpeculativeContact& l, const SpeculativeContact& r) { return l.pair.key < r.pair.key; });
}

}  // namespace bankshot::BANKSHOT_ABI::detail
