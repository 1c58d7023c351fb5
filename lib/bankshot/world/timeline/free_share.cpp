#include <bankshot/world/timeline/free_share.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if two shapes or parts do not meet, or if the contact hook has that ignored, at the velocities that the bodies
/// have by then.
bool FreeShare::may_pass(const PairKey& key, const ToiResult& met) const {
  if (met.status == SweepStatus::missed) return true;
  const BodyVelocity &a = world().bodies.velocity[world().proxies[key.a].body],
                     &b = world().bodies.velocity[world().proxies[key.b].body];
  const V2 velocity = (a.linear + cross(a.angular, met.point_from_a)) - (b.linear + cross(b.angular, met.point_from_b));
  return is_ignored(world(), key, met.normal, velocity);
}

/// Returns the fraction of a displacement that a shape can move beyond the end of its path without meeting another
/// shape, which is at the end of its own path.
Real FreeShare::of(std::uint32_t p, std::uint32_t q, V2 way) {
  const std::uint32_t a = std::min(p, q), b = std::max(p, q);
  if (!can_meet(world(), a, b)) return 1;
  const Proxy &proxy_a = world().proxies[a], &proxy_b = world().proxies[b];
  const Motion &moved_a = motion(proxy_a.body), &moved_b = motion(proxy_b.body);
  const auto reach = [&](Rank rank) { return world().bodies.mass[rank].reach; };
  ToiInput in;
  in.arc_a.rotation = multiply(rotation_of(moved_a.turn), world().bodies.pose[proxy_a.body].rotation);
  in.arc_b.rotation = multiply(rotation_of(moved_b.turn), world().bodies.pose[proxy_b.body].rotation);
  (a == p ? in.arc_a : in.arc_b).velocity = way;
  in.d = centre_difference(world().bodies.pose[proxy_a.body], world().bodies.pose[proxy_b.body]) +
         (moved_a.displacement - moved_b.displacement);
  in.span = 1;
  in.target = tolerance::impact_gap_slops * pair_slop(world(), proxy_a, proxy_b);
  in.closes = true;
  if (proxy_a.convex && proxy_b.convex) {
    if (stays_beyond(in.d, a == p ? way : -way, reach(proxy_a.body) + reach(proxy_b.body))) return 1;
    in.a = detail_view(world().baked[proxy_a.geometry]), in.b = detail_view(world().baked[proxy_b.geometry]);
    const ToiResult met = time_of_impact(in);
    return may_pass({a, b, 0, 0}, met) ? Real(1) : met.time;
  }
  // Parts are placed as they were when the step began.
  const auto got = [&](const Motion& moved, Rank rank) {
    return length(moved.displacement) + absolute(moved.turn) * reach(rank);
  };
  part_pairs(world(), a, b, got(moved_a, proxy_a.body) + got(moved_b, proxy_b.body) + length(way), no_part_limit,
             parts_);
  Real share = 1;
  for (const PartCandidate& part : parts_.list) {
    const ToiResult met = parts_impact(world(), part.key, false, in);
    if (!may_pass(part.key, met)) share = min(share, met.time);
  }
  return share;
}

Real FreeShare::of(std::span<const Rank> ranks, V2 way) {
  Real share = 1;
  for (const Rank rank : ranks) {
    const V2 from = world().bodies.pose[rank].centre + motion(rank).displacement;
    const Box box = widened_by(joined({from, from}, shifted({from, from}, way)), world().bodies.mass[rank].reach);
    const auto look_at = [&](std::uint32_t q) {
      if (std::binary_search(ranks.begin(), ranks.end(), world().proxies[q].body)) return;
      for (std::uint32_t p = world().proxy_begin[rank]; p < world().proxy_begin[rank + 1]; ++p) {
        share = min(share, of(p, q, way));
      }
    };
    step_.finder->query(box, around_);
    for (const std::uint32_t i : around_) look_at(broad().active[i]);
    reach_.boxes().query(box, look_at);
    world().resting.query(box, [&](std::uint32_t slot) {
      look_at(world().shape_slots[slot].proxy);
      return true;
    });
  }
  return share;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
