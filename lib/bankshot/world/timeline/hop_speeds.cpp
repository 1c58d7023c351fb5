#include <bankshot/world/timeline/hop_speeds.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

Real HopSpeeds::sunk_hop(const PairKey& key) const {
  if (rooms_of(world(), key).any()) return 0;
  const Proxy &a = world().proxies[key.a], &b = world().proxies[key.b];
  return tolerance::spin_hop_slops * tolerance::slop_fraction * min(a.extent, b.extent);
}

/// Acceleration with which turning presses a pair together. The corners of a body lie on a circle of radius r, which
/// presses the far ones on by w^2 r (the rounding about it is the same all round). A corner that slides at u along a
/// face that turns at w is pressed on by 2 w u.
Real HopSpeeds::turning_press(const Candidate& candidate, const GroupContact& contact, Real time) {
  const Trajectory &a = paths_[candidate.body_a], &b = paths_[candidate.body_b];
  Real slide = 0;
  for (int i = 0; i < contact.settings.points; ++i) {
    const V2 u = (a.velocity_at(time) + cross(a.spin, contact.arm[0][i])) -
                 (b.velocity_at(time) + cross(b.spin, contact.arm[1][i]));
    slide = max(slide, absolute(dot(perp(contact.settings.normal), u)));
  }
  return a.spin * a.spin * reach_of_corners(world(), world().proxies[candidate.key.a], candidate.key.part_a) +
         b.spin * b.spin * reach_of_corners(world(), world().proxies[candidate.key.b], candidate.key.part_b) +
         2 * paths_.turning_normal(candidate) * slide;
}

/// For a rattling pair, half of the impacts that are left
/// share the rest of the step.
Real HopSpeeds::least_hop(const Candidate& candidate, Real time) const {
  const Real shortest = tolerance::shortest_hop / 2 * dt();
  const int left = std::max(world().settings.impact_limits.per_pair - candidate.impacts, 1);
  return rattles(candidate) ? max(shortest, (dt() - time) / static_cast<Real>(left)) : shortest;
}

/// The press of the paths takes such a speed back in half a shortest hop. Without any press, a pair that meets again
/// and again approaches by rounding alone.
///
/// The press that turning adds comes and goes within a fraction of a turn, and must not give speed to any body. A pair
/// that it makes meet at once, ever slower, hops below the surface instead: it meets at a depth of a few slops, parts
/// as fast as it came, and comes back to that depth after twice the time of the first sinking. A deeper pair comes up
/// within the step, no faster than it would in the solver, nor faster than it came. A pair that was that deep at the
/// beginning of the step, and that is not the solver's, hopped in the last step and continues from its first impact on.
/// If it were stopped and sank in anew each time, it would get deeper in every step, and nothing would push it out.
void HopSpeeds::set(const Candidate& candidate, const GroupContact& contact, Real time, ImpactSettings& settings) {
  const Trajectory &a = paths_.of(candidate.body_a), &b = paths_.of(candidate.body_b);
  const Real press = max(-dot(a.acceleration - b.acceleration, settings.normal), 0);
  const Real hop = least_hop(candidate, time);
  settings.hop_speed = press * hop;
  const Real sunk = sunk_hop(candidate.key);
  const bool goes_on = candidate.overlap > sunk && !candidate.rests;
  if (!rattles(candidate) && !goes_on) return;
  if (rattles(candidate)) {
    const Real speeds = predictor_.approach_bound(candidate, time);
    settings.hop_speed = max(settings.hop_speed, tolerance::rounded_hop * speeds);
  }
  const Real turning = turning_press(candidate, contact, time);
  const bool elastic = settings.restitution >= 1 && 2 * candidate.impacts < world().settings.impact_limits.per_pair;
  if (elastic || sunk == 0 || turning * hop <= settings.hop_speed) return;
  settings.spin_hop = candidate.sunk > 0 ? std::sqrt(2 * turning * sunk) : turning * hop;
  const Real extent = min(world().proxies[candidate.key.a].extent, world().proxies[candidate.key.b].extent);
  const Real push_out = min((contact.overlap - sunk) / dt(), tolerance::push_out_extents_per_second * extent);
  settings.spin_hop = max(settings.spin_hop, push_out - settings.hop_speed);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
