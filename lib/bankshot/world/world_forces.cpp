// Forces act over the next step, impulses at once; both on dynamic bodies only, and both wake the body.

#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/world.hpp>

namespace bankshot::BANKSHOT_ABI {

using detail::plain;
using detail::Rank;
using detail::rank_of;
using detail::V2;
using detail::WorldState;

namespace {

bool dynamic(const WorldState& state, Rank rank) { return state.bodies.flags[rank].type == BodyType::dynamic; }

/// From the centre of mass to a world point, with the remainder of the position.
V2 arm_to(const WorldState& state, Rank rank, const Vec2& point) {
  const detail::BodyPose& pose = state.bodies.pose[rank];
  return (plain(point) - pose.centre) - pose.remainder;
}

void add_force(WorldState& state, const char* function, Rank rank, V2 force, Real torque) {
  detail::BodyForces& forces = state.bodies.forces[rank];
  const V2 total = forces.force + force;
  const Real total_torque = forces.torque + torque;
  if (!finite(total)) detail::refuse({function}, "sum of forces", detail::text(total), "must be finite");
  if (!detail::finite(total_torque)) {
    detail::refuse({function}, "sum of torques", detail::text(total_torque), "must be finite");
  }
  wake_body(state, rank);
  forces.force = total;
  forces.torque = total_torque;
}

void add_impulse(WorldState& state, const char* function, Rank rank, V2 impulse, Real angular_impulse) {
  finish_mass(state, rank);
  const detail::BodyMass& mass = state.bodies.mass[rank];
  const Locks locks = state.bodies.flags[rank].locks;
  V2 linear = state.bodies.velocity[rank].linear;
  if (!locks.x) linear.x += mass.inverse_mass * impulse.x;
  if (!locks.y) linear.y += mass.inverse_mass * impulse.y;
  const Real angular = state.bodies.velocity[rank].angular + mass.inverse_inertia * angular_impulse;
  if (!finite(linear)) detail::refuse({function}, "resulting velocity", detail::text(linear), "must be finite");
  if (!detail::finite(angular)) {
    detail::refuse({function}, "resulting angular velocity", detail::text(angular), "must be finite");
  }
  wake_body(state, rank);
  state.bodies.velocity[rank].linear = linear;
  state.bodies.velocity[rank].angular = angular;
}

}  // namespace

void World::apply_force(BodyId body, const Vec2& force, const Vec2& point) {
  const Rank rank = rank_of(*state_, body, "apply_force");
  detail::check({"apply_force"}, "force", force);
  detail::check({"apply_force"}, "point", point);
  if (!dynamic(*state_, rank)) return;
  add_force(*state_, "apply_force", rank, plain(force), cross(arm_to(*state_, rank, point), plain(force)));
}

void World::apply_force(BodyId body, const Vec2& force) {
  const Rank rank = rank_of(*state_, body, "apply_force");
  detail::check({"apply_force"}, "force", force);
  if (dynamic(*state_, rank)) add_force(*state_, "apply_force", rank, plain(force), 0);
}

void World::apply_torque(BodyId body, Real torque) {
  const Rank rank = rank_of(*state_, body, "apply_torque");
  detail::check({"apply_torque"}, "torque", torque);
  if (dynamic(*state_, rank)) add_force(*state_, "apply_torque", rank, {}, torque);
}

void World::apply_impulse(BodyId body, const Vec2& impulse, const Vec2& point) {
  const Rank rank = rank_of(*state_, body, "apply_impulse");
  detail::check({"apply_impulse"}, "impulse", impulse);
  detail::check({"apply_impulse"}, "point", point);
  if (!dynamic(*state_, rank)) return;
  add_impulse(*state_, "apply_impulse", rank, plain(impulse), cross(arm_to(*state_, rank, point), plain(impulse)));
}

void World::apply_impulse(BodyId body, const Vec2& impulse) {
  const Rank rank = rank_of(*state_, body, "apply_impulse");
  detail::check({"apply_impulse"}, "impulse", impulse);
  if (dynamic(*state_, rank)) add_impulse(*state_, "apply_impulse", rank, plain(impulse), 0);
}

void World::apply_angular_impulse(BodyId body, Real impulse) {
  const Rank rank = rank_of(*state_, body, "apply_angular_impulse");
  detail::check({"apply_angular_impulse"}, "impulse", impulse);
  if (dynamic(*state_, rank)) add_impulse(*state_, "apply_angular_impulse", rank, {}, impulse);
}

}  // namespace bankshot::BANKSHOT_ABI
