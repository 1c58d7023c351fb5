#pragma once
// The law of impact at one point with friction. Not part of the public interface.
//
// An impact takes no time, but its impulse grows from nothing, and what happens meanwhile depends on how far it has
// grown. With p the impulse along the normal, f the one along the tangent, v and u the speeds of A relative to B along
// both, and K the effect of impulses on these,
//   dv = K_n dp + K_x df,    du = K_x dp + K_t df.
// While the points slide, Coulomb's law says df = -sign(u) mu dp; once u is 0 it stays 0 as long as |df| <= mu dp can
// hold it there, and else they slide the other way, or on, against the largest friction. So v and u are straight lines
// over p with one bend, where u becomes 0 (Routh, Dynamics of a System of Rigid Bodies, 1905, articles 187 to 196).
//
// Compression ends where v is 0. By then the normal has taken in the work W = -(sum of dp v). Restitution ends when it
// has given back e^2 W: Stronge's energetic law ("Rigid body collisions with friction", Proc. R. Soc. A 431, 1990). It
// is the only one of the three in use that cannot gain energy for e <= 1, however the slip turns: the normal gives back
// no more than e^2 of what it took, and friction takes throughout. Where the slip keeps its direction, or does not
// couple to the normal (K_x = 0), it says the same as Newton's v' = -e v. e > 1 gives the gain that it asks for.
//
// So there are three legs, each of which ends with the slip, the compression or the restitution, and a fourth where
// the points are to part faster than that. A long arm may have dv <= 0 while it slides, so that the impulse presses it
// on (a jam, Painleve's case). Nothing more has to be said about that: v falls until the slip ends, as du brakes it
// then, and after that dv > 0, since K_n K_t > K_x^2.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A body in double: what is small beside the velocities of bodies may be all there is of a relative one.
struct WideBody {
  double velocity_x = 0, velocity_y = 0, spin = 0;
  double inverse_mass_x = 0, inverse_mass_y = 0;  ///< along the axes: a locked direction has 0
  double inverse_mass_xy = 0;                     ///< of an impulse along the one on the velocity along the other
  double inverse_inertia = 0;
};

/// Adds the effect of an impulse (x, y) with the moment `turn` about the centre.
BANKSHOT_INLINE void push(WideBody& body, double x, double y, double turn) {
  body.velocity_x += body.inverse_mass_x * x + body.inverse_mass_xy * y;
  body.velocity_y += body.inverse_mass_y * y + body.inverse_mass_xy * x;
  body.spin += body.inverse_inertia * turn;
}

/// As a point of contact sees it.
struct PointSide : WideBody {
  double arm_x = 0, arm_y = 0;  ///< to the point, from the centre of mass
};

/// Effect of unit impulses along normal and tangent on the speeds along these.
struct PointResponse {
  double normal = 0, across = 0, tangent = 0;
};

/// Of one body, and of its point the speeds along normal and tangent (the normal turned left).
struct PointMotion {
  PointResponse response;
  double normal_speed = 0, tangent_speed = 0;
};
PointMotion point_motion(const PointSide& body, V2 normal) noexcept;
/// The same with the normal in double, and with lever arms of normal and tangent, which may be those of two points.
PointMotion point_motion(const WideBody& body, double nx, double ny, double lever_n, double lever_t) noexcept;
/// The same of A relative to B. Where `across` is 0 all is said by Newton's law and friction after that.
PointMotion relative_motion(const PointMotion& a, const PointMotion& b) noexcept;

struct ProcessSettings {
  double restitution = 0;
  double friction = 0;
  double least_speed = 0;  ///< at which the points part in the end, >= 0, whatever restitution asks for
};

/// Impulses that grew together, in proportion.
struct LegImpulse {
  double normal = 0, friction = 0;
};

struct ProcessOutcome {
  static constexpr int most_legs = 4;
  LegImpulse leg[most_legs];
  int legs = 0;
  LegImpulse impulse;        ///< all of them
  double normal_work = 0;    ///< of what grew along the normal, on both bodies together
  double friction_work = 0;  ///< likewise; against the slip, so <= 0
  double beyond_work = 0;    ///< part of `normal_work`: what parts the points faster than restitution does
};

/// Adds the impulse times `sign` to the velocities.
void push(PointSide& body, V2 normal, double sign, const LegImpulse& impulse) noexcept;

/// The whole of an impact. `motion` is that of A relative to B, its tangent speed less that of a moving surface; points
/// that part already have no impulse unless they are too slow.
ProcessOutcome impact_process(const PointMotion& motion, const ProcessSettings& settings) noexcept;

/// Work that the impulses did on one of the bodies: `sign` 1 for A, -1 for B. All velocities change along straight
/// lines in a leg, so that the work is the impulse times the mean speed, leg by leg.
LegImpulse work_on(const PointMotion& body, double sign, const ProcessOutcome& process) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
