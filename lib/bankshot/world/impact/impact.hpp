#pragma once
// The law of one impact between two bodies at one or two points. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/response/impact_process.hpp>
#include <bankshot/world/impact/impact_path.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct ImpactBody {
  V2 velocity;
  Real angular = 0;
  V2 inverse_mass;  ///< along x and y: a locked direction has 0
  Real inverse_inertia = 0;
  V2 arm[2];  ///< contact points from the centre of mass
};

struct ImpactSettings {
  V2 normal;  ///< unit, from B to A
  int points = 1;
  Real restitution = 0;
  Real friction = 0;
  Real surface_speed = 0;  ///< wanted tangential velocity of A relative to B
  Real rest_speed = 0;     ///< points that approach slower than this do not bounce
  Real hop_speed = 0;      ///< every point is left parting at least this fast, >= 0
  Real spin_hop = 0;       ///< and faster by this, but no faster than it approached: that would give energy; >= 0
};

struct ImpactOutcome {
  Real impulse = 0;           ///< along the normal, both points; 0: they were not approaching
  int fast = 0;               ///< the point that approached faster
  Real approach_speed = 0;    ///< before, of that point
  Real separation_speed = 0;  ///< after, of that point
  Real energy_lost = 0;       ///< minus the work of the impulses; by the hop speed it may be below zero
  V2 impulse_vector;          ///< on A; minus this on B
  Real normal[2] = {};        ///< along the normal, by point
  Real friction = 0;          ///< along perp(normal)
  Real hop_work = 0;          ///< energy given beyond restitution, so that every point parts at the hop speed
  /// True where friction grew along with the normal impulses, piece by piece. Then this is their work on A and on B, if
  /// that was asked for, by which the ledger goes: no single mean velocity gives it.
  bool in_pieces = false;
  ImpulsePiece work[2];
};

/// Restitution at every point that approaches, both at once, with Coulomb friction. Changes the velocities of both
/// bodies. `path` is room to work in.
ImpactOutcome resolve_impact(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, ImpactPath& path);

// ---- its parts, for impacts of several pairs at once (impact_group.hpp) ----

/// Normal velocities of the points, and what the law asks of them.
struct NormalSpeeds {
  Real now[2] = {};  ///< v, of A relative to B along the normal
  Real restitution[2] = {};
  Real newton[2] = {};  ///< what restitution alone asks for, without friction
  Real least[2] = {};   ///< the hop speed
  Real wanted[2] = {};  ///< w, that or the hop speed
};
NormalSpeeds normal_speeds(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings) noexcept;

/// Relative velocity of the contact point, A minus B.
BANKSHOT_INLINE V2 relative_velocity(const ImpactBody& a, const ImpactBody& b, V2 arm_a, V2 arm_b) {
  return (a.velocity + cross(a.angular, arm_a)) - (b.velocity + cross(b.angular, arm_b));
}

/// Effect of a unit impulse along `p` at the arm `at` on the velocity of that body along `q` at the arm `seen`.
BANKSHOT_INLINE Real mobility(const ImpactBody& body, V2 p, V2 at, V2 q, V2 seen) {
  return body.inverse_mass.x * p.x * q.x + body.inverse_mass.y * p.y * q.y +
         body.inverse_inertia * cross(at, p) * cross(seen, q);
}

/// A pair with friction as one contact of a path: what goes in, with `body` left to be filled in, and what came out.
WideBody wide(const ImpactBody& body) noexcept;
PathContact path_contact(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& speeds) noexcept;
void take(ImpactBody& body, const WideBody& after) noexcept;
ImpactOutcome outcome_of(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& before, const PathContact& contact) noexcept;

/// Gives A the normal impulses and B the opposite ones.
void push(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, const Real (&impulses)[2]) noexcept;
/// What the normal impulses, acting with those of other pairs or alone, did between `before` and now.
ImpactOutcome outcome_of(const ImpactBody& a, const ImpactBody& b, const ImpactSettings& settings,
                         const NormalSpeeds& before, const Real (&impulses)[2]) noexcept;

/// Coulomb friction that goes with the normal impulses in `outcome`, where these act on average and friction has
/// nothing to do with what parts; fills in the rest of it.
void rub(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings, ImpactOutcome& outcome) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
