#pragma once
// Contacts between round shapes, whose normal turns as one goes round the other: discs on one another, and any shape in
// a round room; and contacts on a face that turns. Not part of the public interface.
//
// Each side has a core point c that is fixed to its body: the centre of a disc or of a round room, or the corner that
// touches the room. With D = c_A - c_B, the gap is the length of D, less or plus the radii. It does not change while D
// turns, so its second derivative, impulses aside, is
//
//   g'' = u^2 / L - w_A^2 n.r_A + w_B^2 n.r_B,
//
// where n is the normal from B to A, L = n.D (negative in a room), u the relative speed of the core points across n,
// and r the core points relative to the centres of mass. In a step of length T, a straight line along the normal of its
// middle, the chord, then leaves the gap short by k t (T - t) / T, k = -g'' T / 2. The contribution of u to k is the
// speed along the arc projected on that normal when the step begins, u sin(h), h being the angle between the two. At
// the end it is the same away from there, so the speed is kept however large h is, and however deep the two overlap.
//
// A swinging body gets faster and slower on its path. Let a0 be the acceleration along the arc when the step begins and
// a that in its middle: gravity and forces, whose share turns with the arc, and the loads that contacts bore last. Then
// the middle of the path, where n is taken, is at the angle
//
//   h = T (u + T a / 2) / (2 L),
//
// and not where the two are at half the time. Along the chord, forces do the work that they should. The contact does
// none, as the speeds along n are -k and k at the two ends and the displacement along it is 0: energy is kept if each
// step begins with what the last one ended with. The velocity v between two steps belongs to both chords, so that k +
// k' = v (h + h') for small angles. Its solution without jumps from step to step is
//
//   k = T / (2 L) u (u + T (a0 + a) / 2),
//
// for constant a the product of the speeds at both ends; the same holds for w of cores that turn about their bodies.
// With u and h as if nothing drove the two, a disc in a bowl ended each step on its way down with a speed into the
// wall, and on its way up with one away from it: it left the wall, and lost that speed in each little landing.
//
// Cores that turn about their bodies, as the corners of a box do that goes round in a room, have three more parts. The
// inward acceleration of turning, w^2 r, has a part along the arc that speeds nothing up: contacts give the centre as
// much. For the centre's displacement to the middle of the arc it counts half as much as an acceleration along the
// path, since it has bent back by the end. And the solver has the arm r of the middle for the whole step. With phi = w
// T / 2, the arm at either end, across n, is shorter by (1 - cos(phi)) of it: the bow, an error of the row's speed that
// has the same sign at both ends,
//
//   b = w (1 - cos(phi)) r x n, and in between as the square of the time from the middle.
//
// For a disc or a rounded corner with the core point c on a face of the other body, let n be the face's outward normal,
// x its body's centre, w its angular velocity and w_c that of the other body. Then n turns with the face, and
//
//   -g'' = w^2 n.(c - x) - 2 w perp(n).(c' - x') + w_c^2 n.r.
//
// If the face's body is kinematic, no contact changes how it turns, so the solver is told of anything on its face
// likewise: a sharp corner with no radius, and a body that lies flat there at both its points, turning with the face.
// For a body that goes round with the face, -g'' is w^2 times the distance of the two centres along n.
//
// A body that rocks on a round one is brought back by a load whose arm grows as it rolls. With the arm from the
// beginning of the step it would be brought back half a step late, and rock higher and higher.

#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/solver_work.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// -g'' of a contact as above, length / s^2: the press due to its curve. 0 unless both are round, or one has a face
/// that turns firmly.
Real curving(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real dt) noexcept;
/// The same for the latter alone: for a body on a face of a kinematic body that turns, as the solver is told.
Real curving_of_firm(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact,
                     Real dt) noexcept;
bool turns_with_firm(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact,
                     Real dt) noexcept;

/// True if a contact is one of two round shapes, or in a round room: to the solver it is an arc.
bool is_round(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact) noexcept;

/// One side of a round contact: its core point relative to the centre of mass, and its body's velocity.
struct RoundSide {
  V2 core;
  BodyVelocity velocity;
};

struct RoundContact {
  RoundSide a, b;
  Real length = 0;     ///< L, signed
  Real radius_a = 0;   ///< from the core of A to its surface
  Real half_gap = 0;   ///< from that surface to the anchor
  bool bears = false;  ///< true if it bore a load when the last step ended
  V2 speed() const {   ///< of A's core relative to B's
    return (a.velocity.linear + cross(a.velocity.angular, a.core)) -
           (b.velocity.linear + cross(b.velocity.angular, b.core));
  }
};

/// A contact on a face: the velocities of both bodies, and the distance of the other one's surface from its core there.
struct FaceContact {
  bool face_is_a = false;
  BodyVelocity face, other;
  Real radius = 0;
};

/// Accelerations of a body in a step: by gravity, forces and the loads that its contacts bore when it began.
struct LoadedBody {
  V2 linear;
  Real angular = 0;
  V2 driven;  ///< the part of `linear` by gravity and forces
};

/// Adapts such contacts for the solver. While it solves, their normals and points are those of the middle of the step,
/// and SolverWork::turning gives the deviation of their chords from the arcs.
class TurnedContacts {
 public:
  /// Turns the solver's contacts.
  void turn(const WorldState& world, ContactPairs& pairs, SolverWork& work, Real dt);
  /// Restores the normals and points of the contacts.
  void turn_back(ContactPairs& pairs) const noexcept;

 private:
  struct RoundPlace {
    std::uint32_t place = 0;  ///< in ContactPairs::near
    RoundContact round;
  };

  /// Turns a pair of round shapes to the normal of the middle of its arc.
  void turn_round(ContactPairs& pairs, SolverWork& work, const RoundPlace& at, Real half);
  void find_loads(const WorldState& world, const ContactPairs& pairs, const SolverWork& work, Real rate);
  void push(const WorldState& world, Rank rank, V2 arm, V2 force);
  /// Turns a contact on a face to the placement of the middle of the step.
  void turn_with_face(const WorldState& world, ContactPairs& pairs, SolverWork& work, std::uint32_t place, Real half);

  struct Before {
    std::uint32_t place = 0;  ///< in ContactPairs::near
    V2 normal, anchor[2], d;
  };
  std::vector<Before> turned_;
  std::vector<RoundPlace> round_;
  std::vector<std::uint32_t> on_face_;   ///< places in ContactPairs::near
  std::vector<std::uint8_t> concerned_;  ///< per body: 1 if it is in a round pair and may move
  std::vector<LoadedBody> loaded_;       ///< valid for all bodies in round pairs
};

}  // namespace bankshot::BANKSHOT_ABI::detail
