#pragma once
// How two bodies respond to a hit, for programs that run their own loop without a world.

#include <bankshot/query/mtv.hpp>

namespace bankshot::BANKSHOT_ABI {

/// A body as the response functions see it. A body with an inverse mass of 0 cannot be moved.
struct ResponseBody {
  Vec2 position = Vec2::Zero();  ///< of the centre of mass, length
  Vec2 velocity = Vec2::Zero();  ///< length per second
  Real angular_velocity = 0;     ///< radians per second
  Real inverse_mass = 0;         ///< 1 / mass
  Real inverse_inertia = 0;      ///< 1 / (mass length^2), 0 to ignore spin
};

struct BounceSettings {
  Real restitution = 0;  ///< e, see bounce(); above 1 adds energy
  Real friction = 0;     ///< Coulomb coefficient
};

struct BounceResult {
  Real impulse = 0;           ///< along the normal, >= 0
  Real friction_impulse = 0;  ///< along the tangent (normal turned left), signed
  Real approach_speed = 0;    ///< before, positive when approaching
};

/// Moves both apart along the MTV, each by its share of the inverse masses (a single movable body moves all the way; if
/// neither can be moved, each moves half). Changes positions only.
BANKSHOT_API void separate(ResponseBody& a, ResponseBody& b, const Mtv& hit) noexcept;

/// Applies restitution and Coulomb friction at one point, spin included. Does nothing when the point is not
/// approaching. `normal` is of unit length and points from B to A; `point` is where they meet, in world coordinates.
///
/// Friction acts while the bodies press: the impulse along the normal grows from zero, and friction grows with it,
/// against the sliding, up to friction x impulse. The normal impulse gives back e^2 of the work that it absorbs until
/// the approach ends. Therefore without friction, between discs and through the centres, the speed of separation is
/// e x approach speed (Newton's law). Off centre, friction makes it less or more, and never gains energy for e <= 1.
///
/// It resolves one point. Where two flat faces meet, a world resolves both ends of the stretch they share at once, so a
/// box that lands flat leaves without spin (world/events.hpp, Impact). A single point, such as the middle of that
/// stretch, turns the box by friction, and also by the impulse if that passes beside the centre of mass. Source: Routh,
/// Dynamics of a System of Rigid Bodies, 1905; Stronge, Impact Mechanics, 2000.
BANKSHOT_API BounceResult bounce(ResponseBody& a, ResponseBody& b, const Vec2& normal, const Vec2& point,
                                 const BounceSettings& settings = {}) noexcept;

/// The same through the centres: there are no lever arms, so spins neither count nor change. For games whose bodies do
/// not turn.
BANKSHOT_API BounceResult bounce(ResponseBody& a, ResponseBody& b, const Mtv& hit,
                                 const BounceSettings& settings = {}) noexcept;

/// Applies a perfectly inelastic hit, approaching or not: afterwards both move with the common velocity of their centre
/// of mass and turn about it as one rigid body (angular momentum about it is kept). A body of inverse inertia 0 keeps
/// its spin and gives it to the other. If both are such bodies, spins are ignored and the velocities become equal.
BANKSHOT_API void stick(ResponseBody& a, ResponseBody& b, const Mtv& hit) noexcept;

/// Removes the approaching part of the relative velocity along the normal and keeps the rest, so that bodies slide
/// along walls. Acts through the centres, without friction; each body changes by its share of the inverse masses.
BANKSHOT_API void slide(ResponseBody& a, ResponseBody& b, const Mtv& hit) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
