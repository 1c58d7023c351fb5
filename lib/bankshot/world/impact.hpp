#pragma once
// The law of one impact between two bodies at one or two points. Not part of the public interface.

#include <bankshot/math/plain.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

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
};

struct ImpactOutcome {
  Real impulse = 0;           ///< along the normal, both points; 0: they were not approaching
  Real approach_speed = 0;    ///< before, of the faster point
  Real separation_speed = 0;  ///< after, of the same point
  Real energy_lost = 0;
  V2 impulse_vector;    ///< on A; minus this on B
  Real normal[2] = {};  ///< along the normal, by point
  Real friction = 0;    ///< along perp(normal)
  Real hop_work = 0;    ///< energy given beyond restitution, so that every point parts at the hop speed
};

/// Newton's law of restitution at every point that approaches, both at once, then Coulomb friction at their middle.
/// Changes the velocities of both bodies.
ImpactOutcome resolve_impact(ImpactBody& a, ImpactBody& b, const ImpactSettings& settings) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
