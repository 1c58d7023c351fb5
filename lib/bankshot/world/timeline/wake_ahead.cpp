#include <bankshot/world/timeline/wake_ahead.hpp>

#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/islands/sleep.hpp>
#include <bankshot/world/pairs/pairs.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool sleeps(const BodyFlags& flags) { return flags.type == BodyType::dynamic && !flags.awake; }

/// The path of an awake body at its present velocity. The effect of gravity in the step does not count: a body that
/// rests on another one does not fall.
Arc arc_of(const WorldState& world, Rank rank) {
  const Bodies& bodies = world.bodies;
  return {bodies.velocity[rank].linear, {}, bodies.pose[rank].rotation, bodies.velocity[rank].angular};
}

/// True if a moving shape meets a resting one within the step, and no contact hook has that ignored. A body that hardly
/// moves hits nothing: it would keep the bodies awake beside which it comes to rest. For composites the boxes decide: a
/// body that wakes without need falls asleep again.
bool will_meet(const WorldState& world, std::uint32_t moving, std::uint32_t resting, Real dt) {
  const Proxy &a = world.proxies[moving], &b = world.proxies[resting];
  const BodyVelocity& v = world.bodies.velocity[a.body];
  const Real way = (length(v.linear) + absolute(v.angular) * world.bodies.mass[a.body].reach) * dt;
  if (way < tolerance::impact_gap_slops * pair_slop(world, a, b)) return false;
  if (!a.convex || !b.convex) return true;
  ToiInput in;
  in.a = detail_view(world.baked[a.geometry]), in.b = detail_view(world.baked[b.geometry]);
  in.d = centre_difference(world.bodies.pose[a.body], world.bodies.pose[b.body]);
  in.arc_a = arc_of(world, a.body);
  in.arc_b.rotation = world.bodies.pose[b.body].rotation;
  in.span = tolerance::wake_ahead_steps * dt;
  in.target = tolerance::impact_gap_slops * pair_slop(world, a, b);
  const ToiResult met = time_of_impact(in);
  if (met.status == SweepStatus::missed) return false;
  const bool first = moving < resting;
  const V2 velocity = v.linear + cross(v.angular, met.point_from_a);
  return !is_ignored(world, {first ? moving : resting, first ? resting : moving, 0, 0},
                     first ? met.normal : -met.normal, first ? velocity : -velocity);
}

/// Displacement by which a body that is hit may be pushed within the step.
V2 push_of(const WorldState& world, const PairKey& key, Rank hitting, Real dt) {
  const Real reach = (1 + pair_material(world, key).restitution) * tolerance::wake_ahead_steps * dt;
  return reach * world.bodies.velocity[hitting].linear;
}

/// Finds sleeping bodies that a moving one runs into, in rank order.
void find_hit(const WorldState& world, BroadPairs& broad, Real dt) {
  for (const RestingPair& found : broad.with_resting) {
    const std::uint32_t moving = broad.active[found.moving];
    const std::uint32_t resting = found.moving_first ? found.pair.b : found.pair.a;
    const Proxy &a = world.proxies[moving], &b = world.proxies[resting];
    if (!sleeps(world.bodies.flags[b.body]) || a.sensor || b.sensor || !may_meet(world, a, b)) continue;
    const V2 push = push_of(world, {found.pair.a, found.pair.b, 0, 0}, a.body, dt);
    const Real turning = broad.mobility[a.body].slack - length(push);  // includes the margin of the pair
    const Box way = joined(broad.tight[found.moving], shifted(broad.tight[found.moving], push));
    const V2 more = max(turning, 0) * V2{1, 1};
    const Box& there = world.resting.box(world.shape_slots[b.shape.slot].leaf);
    if (!overlaps({way.lower - more, way.upper + more}, there) || !will_meet(world, moving, resting, dt)) continue;
    broad.pushed.push_back({b.body, push});
  }
}

bool by_rank(const PushedBody& l, const PushedBody& r) { return l.rank < r.rank; }
bool same_rank(const PushedBody& l, const PushedBody& r) { return l.rank == r.rank; }

/// Keeps the first entry of each body.
void tidy(std::vector<PushedBody>& pushed, std::size_t from) {
  const auto begin = pushed.begin() + static_cast<std::ptrdiff_t>(from);
  std::stable_sort(begin, pushed.end(), by_rank);
  pushed.erase(std::unique(begin, pushed.end(), same_rank), pushed.end());
}

/// A pushed body pushes on the sleeping bodies on its path, by the same displacement.
void find_pushed_on(const WorldState& world, std::vector<PushedBody>& pushed, std::vector<std::uint8_t>& is_pushed) {
  is_pushed.assign(world.bodies.size(), 0);
  for (const PushedBody& body : pushed) is_pushed[body.rank] = 1;
  for (std::size_t done = 0; done < pushed.size();) {
    const std::size_t end = pushed.size();
    for (; done < end; ++done) {
      const PushedBody body = pushed[done];
      for (std::uint32_t p = world.proxy_begin[body.rank]; p < world.proxy_begin[body.rank + 1]; ++p) {
        const Box box = shape_box(world.baked[world.proxies[p].geometry], world.bodies.pose[body.rank]);
        world.resting.query(joined(box, shifted(box, body.way)), [&](std::uint32_t slot) {
          const Proxy& other = world.proxies[world.shape_slots[slot].proxy];
          if (!is_pushed[other.body] && sleeps(world.bodies.flags[other.body]) && !world.proxies[p].sensor &&
              !other.sensor && may_meet(world, world.proxies[p], other)) {
            pushed.push_back({other.body, body.way});
          }
          return true;
        });
      }
    }
    tidy(pushed, end);
    for (std::size_t i = end; i < pushed.size(); ++i) is_pushed[pushed[i].rank] = 1;
  }
  std::sort(pushed.begin(), pushed.end(), by_rank);
}

}  // namespace

bool wake_ahead(WorldState& world, Real dt, BroadPairs& broad, std::vector<std::uint8_t>& is_pushed) {
  broad.pushed.clear();
  find_hit(world, broad, dt);
  if (broad.pushed.empty()) return false;
  tidy(broad.pushed, 0);
  find_pushed_on(world, broad.pushed, is_pushed);
  for (const PushedBody& body : broad.pushed) wake_body(world, body.rank);
  wake_queued_islands(world);
  world.active.update(world.bodies.flags);
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
