#pragma once
// A body as a group of joints moves it, and its displacement in a sub-step. Not part of the public interface.
//
// All in double for either Real: joints ask for differences of places that agree to the last digits.

#include <bankshot/math/trig.hpp>
#include <bankshot/world/definition.hpp>

#include <cmath>
#include <numbers>

namespace bankshot::BANKSHOT_ABI::detail {

/// Left of a vector: `a` turned by a quarter, counter-clockwise.
BANKSHOT_INLINE P2 left_of(P2 a) { return {-a.y, a.x}; }
/// `a` turned by the angle of the unit vector `unit`.
BANKSHOT_INLINE P2 turned(P2 unit, P2 a) { return {unit.x * a.x - unit.y * a.y, unit.y * a.x + unit.x * a.y}; }

/// Triple numbers of a body: along x, along y, and about its centre of mass.
struct Triple {
  double of[4] = {};  ///< the last is padding: all four are one vector, see block_lu_kernel.inl
  double& operator[](int i) { return of[i]; }
  double operator[](int i) const { return of[i]; }
};

BANKSHOT_INLINE Triple operator-(const Triple& a, const Triple& b) { return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}}; }

BANKSHOT_INLINE Triple operator+(const Triple& a, const Triple& b) { return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}}; }

/// The angle that differs from `angle` by whole turns, and from `other` by half a turn at most.
BANKSHOT_INLINE double near_angle(double angle, double other) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle + turn * std::round((other - angle) / turn);
}

struct JointMove;

struct JointBody {
  P2 place;         ///< of the centre of mass
  P2 facing{1, 0};  ///< unit vector at its angle
  double turn = 0;  ///< by which it has turned in all moves so far, rad
  Triple velocity;  ///< linear, and the spin in rad / s
  Triple mass;      ///< mass, mass, inertia; endless: nothing pushes it that way, its velocity stays
  Triple pull;      ///< acceleration by gravity and forces, constant through a sub-step

  bool moves(int i) const { return mass[i] < endless; }
  P2 linear() const { return {velocity[0], velocity[1]}; }
  /// Goes to the end of a move. The velocity stays.
  void go(const JointMove& move) noexcept;
};

/// Where a body goes within a sub-step: by `way`, of which the third is the angle.
///
/// With R(a) the rotation by the angle a and r a point of the body,
///   R(a + t) r - R(a) r = t sinc(t / 2) R(a + t / 2) r^left,    sinc(x) = sin(x) / x,
/// so a displacement is linear in `way` with coefficients of the middle: a discrete gradient (Gonzalez 1996).
struct JointMove {
  Triple way;
  P2 start, middle, end;  ///< unit vectors at the angle
  double sinc = 1;        ///< of half the angle
  double sinc_slope = 0;  ///< its derivative by half the angle

  void set(const JointBody& body, const Triple& by) noexcept;
  /// left_of(chord(r)) is the displacement of the point r per angle: the coefficient of way[2].
  P2 chord(P2 r) const { return sinc * turned(middle, r); }
  /// Derivative of chord() by the angle.
  P2 chord_slope(P2 r) const {
    const P2 at = turned(middle, r);
    return 0.5 * (sinc_slope * at + sinc * left_of(at));
  }
};

/// Friction on a table over a time h: it takes at most what there is of a velocity.
void rub(const TableFriction& table, double h, Triple& velocity);

}  // namespace bankshot::BANKSHOT_ABI::detail
