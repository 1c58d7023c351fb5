#include <bankshot/world/timeline/closing_bound.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/motion.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

PathBound path_bound(const WorldState& world, const Motion& motion, Rank rank, Real dt) {
  const Bodies& bodies = world.bodies;
  const BodyVelocity& velocity = bodies.velocity[rank];
  const bool still = bodies.flags[rank].type == BodyType::fixed || !bodies.flags[rank].awake;
  V2 bend = still ? V2{} : (dt / 2) * (velocity.linear - motion.velocity);
  const auto sign = [](Real speed) { return speed == 0 && std::signbit(speed); };
  bool unsure = sign(velocity.linear.x) || sign(velocity.linear.y) || sign(velocity.angular);
  Real arc = absolute(motion.turn) * bodies.mass[rank].reach;
  if (!still && rubs(bodies.forces[rank])) {  // it may stop within the step: all the time it is on its straight way
    arc += length(motion.displacement) + length(bend);
    bend = {}, unsure = true;
  }
  return {motion.displacement, bend, arc, unsure};
}

/// The relative velocity changes linearly over the step, so along any direction it is largest at one of the ends.
/// Turning adds at most an arc of the reach.
ClosingBound closing_bound(const PathBound& a, const PathBound& b) {
  const V2 way = a.way - b.way, bend = a.bend - b.bend;
  return {way - bend, way + bend, a.arc + b.arc};
}

bool ClosingBound::cannot_meet(Real gap) const {
  const Real slack = gap - arcs;
  return slack > 0 && max(length_squared(first), length_squared(last)) < slack * slack;
}

Real ClosingBound::farthest() const { return std::sqrt(max(length_squared(first), length_squared(last))) + arcs; }

bool line_separates(const WorldState& world, Rank a, Rank b, const PairInput& in, V2 normal,
                    const ClosingBound& closing) {
  const Real of_a = reach_along(*in.a, in.qa, normal).low - in.a->radius;
  const Real of_b = reach_along(*in.b, in.qb, normal).high + in.b->radius;
  const Real gap = dot(normal, in.d) + (of_a - of_b);
  const Real way = min(min(dot(closing.first, normal), dot(closing.last, normal)), 0);
  const Real noise = 16 * tolerance::eps * (length(in.d) + world.bodies.mass[a].reach + world.bodies.mass[b].reach);
  return gap + way - closing.arcs > noise;
}

bool circles_stay_apart(const WorldState& world, const RankPair& bodies, const PathBound& a, const PathBound& b) {
  if (a.unsure || b.unsure) return false;
  const V2 d = centre_difference(world.bodies.pose[bodies.a], world.bodies.pose[bodies.b]);
  const Real reach =
      world.bodies.mass[bodies.a].reach + world.bodies.mass[bodies.b].reach + length(a.bend - b.bend) / 4;
  return stays_beyond(d, a.way - b.way, reach);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
