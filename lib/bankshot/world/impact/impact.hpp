#pragma once
// The law of one impact between two bodies at one or two points. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/response/impact_process.hpp>
#include <bankshot/world/impact/impact_path.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Joints may make a body answer an impulse as if its mass were another one along each of two axes, and its centre of
/// mass elsewhere.
struct ImpactBody {
  V2 velocity;  ///< of the centre
  Real angular = 0;
  V2 inverse_mass;           ///< along x and y: a locked direction has 0
  Real inverse_mass_xy = 0;  ///< of an impulse along the one on the velocity along the other
  Real inverse_inertia = 0;
  V2 shift;   ///< of the centre from the true centre of mass; 0 if it has no joints
  V2 arm[2];  ///< contact points from the centre
};

/// The change of the velocity of the centre by an impulse.
BANKSHOT_INLINE V2 answer(const ImpactBody& body, V2 impulse) {
  return {body.inverse_mass.x * impulse.x + body.inverse_mass_xy * impulse.y,
          body.inverse_mass.y * impulse.y + body.inverse_mass_xy * impulse.x};
}

struct ImpactSettings {
  V2 normal;  ///< unit, from B to A
  int points = 1;
  Real restitution = 0;
  Real friction = 0;
  Real surface_speed = 0;  ///< target tangential velocity of A relative to B
  Real rest_speed = 0;     ///< points that approach more slowly do not bounce
  Real hop_speed = 0;      ///< every point separates at least at this speed, >= 0
  Real spin_hop = 0;       ///< >= 0; added to that, up to the approach speed: more would add energy
};

struct ImpactOutcome {
  Real impulse = 0;           ///< along the normal, both points; 0: they were not approaching
  int fast = 0;               ///< the point that approached faster
  Real approach_speed = 0;    ///< before, of that point
  Real separation_speed = 0;  ///< after, of that point
  Real energy_lost = 0;       ///< minus the work of the impulses; may be negative due to the hop speed
  V2 impulse_vector;          ///< on A; the opposite acts on B
  Real normal[2] = {};        ///< along the normal, by point
  Real friction = 0;          ///< along perp(normal)
  Real hop_work = 0;          ///< energy added beyond restitution, so that every point separates at the hop speed
  /// True if friction grew along with the normal impulses, leg by leg. Then `work` is their work on A and on B, if
  /// requested; the energy ledger needs it, since no single mean velocity gives it.
  bool along_path = false;
  LegImpulse work[2];
};

/// Applies restitution at every approaching point, both at once, with Coulomb friction. Changes the velocities of both
/// bodies. `path` is working memory.
ImpactOutcome resolve_impact(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, ImpactPath& path);

// ---- its parts, for impacts of several pairs at once (impact_group.hpp) ----

/// Normal velocities of the points, and their targets by the impact law.
struct NormalSpeeds {
  Real now[2] = {};  ///< v, of A relative to B along the normal
  Real restitution[2] = {};
  Real newton[2] = {};  ///< target by restitution alone, without friction
  Real least[2] = {};   ///< the hop speed
  Real wanted[2] = {};  ///< w, the larger of restitution's target and the hop speed
};
NormalSpeeds normal_speeds(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings) noexcept;

/// Relative velocity of the contact point, A minus B.
BANKSHOT_INLINE V2 relative_velocity(const ImpactBody& a, const ImpactBody& b, V2 arm_a, V2 arm_b) {
  return (a.velocity + cross(a.angular, arm_a)) - (b.velocity + cross(b.angular, arm_b));
}

/// Effect of a unit impulse along `p` at the arm `at` on the velocity of that body along `q` at the arm `seen`.
BANKSHOT_INLINE Real mobility(const ImpactBody& body, V2 p, V2 at, V2 q, V2 seen) {
  return (body.inverse_mass.x * p.x * q.x + body.inverse_mass.y * p.y * q.y) +
         body.inverse_mass_xy * (p.x * q.y + p.y * q.x) + body.inverse_inertia * cross(at, p) * cross(seen, q);
}

/// Conversion of a pair with friction to and from a contact of a path: the input, with `body` left to be filled in, and
/// the result.
WideBody wide(const ImpactBody& body) noexcept;
PathContact path_contact(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& speeds) noexcept;
void take(ImpactBody& body, const WideBody& after) noexcept;
ImpactOutcome outcome_of(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& before, const PathContact& contact) noexcept;

/// Applies the normal impulses to A and the opposite ones to B.
void push(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, const Real (&impulses)[2]) noexcept;
/// The effect of the normal impulses, acting alone or with those of other pairs, between `before` and now.
ImpactOutcome outcome_of(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& before, const Real (&impulses)[2]) noexcept;

/// Applies the Coulomb friction that belongs to the normal impulses in `outcome`, at their mean point, if friction does
/// not affect the separation; completes `outcome`.
void apply_friction(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, ImpactOutcome& outcome) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
