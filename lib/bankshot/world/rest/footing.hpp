#pragma once
// How firmly a body stands on something. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The flat contacts of one normal on which a body stands; see footing.cpp for the derivation.
struct Footing {
  V2 normal;               ///< to the body; zero: it stands on nothing
  Real low = 0, high = 0;  ///< where the base ends along perp(normal), as seen from the centre of mass
  Real load = 0;           ///< acceleration that the base gives the body along the normal
  Real moment = 0;         ///< the same times where it does, likewise seen from the centre of mass
  Real spare = 0;          ///< acceleration by friction that the base could give it besides
  Real height = 0;         ///< of the highest point of the body above the base, at most

  /// Two ends of a contact at `arm` and at `other` from the centre of mass, which bear `first` and `second`.
  void add(V2 towards, V2 arm, V2 other, Real first, Real second, Real friction, Real reach);

  /// Acceleration, length / s^2, with which the base at least stops the body when it moves along `n`.
  Real grip(V2 n) const;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
