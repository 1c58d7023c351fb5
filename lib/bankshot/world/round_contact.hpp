#pragma once
// Contacts between round things, whose normal turns as one goes round the other: discs on one another, and whatever is
// in a round room. Not part of the public interface.
//
// Each side has a core point c that is fixed to its body: the centre of a disc or of a round room, or the corner that
// touches the room. With D = c_A - c_B, the gap is the length of D, less or plus the radii. It stays what it is while
// D turns, so its second derivative, impulses aside, is
//
//   g'' = u^2 / L - w_A^2 n.r_A + w_B^2 n.r_B,
//
// where n is the normal from B to A, L = n.D (negative in a room), u the relative speed of the core points across n,
// and r the core points relative to the centres of mass. In a step of length T a straight line along the normal of its
// middle, the chord, then leaves the gap short by k t (T - t) / T, k = -g'' T / 2. What u adds to k is what the way
// along the arc has along that normal when the step begins, u sin(h), h being the angle between the two: so much it has
// away from there in the end, and the speed is kept however large h is, and however deep the two lie in one another.
//
// A disc or a rounded corner with the core point c on a face of the other body: with n the face's normal, outward, x
// its body's centre, w its turning and w_c that of the other body, n turns with the face, and
//
//   -g'' = w^2 n.(c - x) - 2 w perp(n).(c' - x') + w_c^2 n.r.
//
// What rocks on something round is brought back by a load whose arm grows as it rolls. With the arm that the contact
// had when the step began it would be brought back half a step late, and rock higher and higher.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// -g'' of a contact as above, length / s^2: what its curve presses the two together with. 0 unless both are round.
Real curving(const WorldState& world, const NearPair& pair, const ContactGeometry& contact) noexcept;

/// Tells the solver of such contacts: for as long as it solves, their normals and points are those of the middle of the
/// step, and PairSet::turning says how far their chords are from the arcs.
class TurnedContacts {
 public:
  /// Turns what the solver has.
  void turn(const WorldState& world, PairSet& pairs, Real dt);
  /// Gives the contacts their own normals and points back.
  void turn_back(PairSet& pairs) const noexcept;

 private:
  /// Where a disc or a rounded corner is on a face: to where both are in the middle of the step.
  void turn_with_face(const WorldState& world, PairSet& pairs, std::uint32_t place, Real half);

  struct Before {
    std::uint32_t place = 0;  ///< in PairSet::near
    V2 normal, anchor, d;
  };
  std::vector<Before> turned_;
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
