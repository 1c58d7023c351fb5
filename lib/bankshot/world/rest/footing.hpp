#pragma once
// How firmly a body stands on its supports. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The flat contacts of one normal on which a body stands; see footing.cpp for the derivation.
struct Footing {
  V2 normal;               ///< towards the body; zero: it stands on nothing
  Real low = 0, high = 0;  ///< ends of the base along perp(normal), relative to the centre of mass
  Real load = 0;           ///< acceleration that the base gives the body along the normal
  Real moment = 0;         ///< first moment of the load along perp(normal), likewise relative to the centre of mass
  Real spare = 0;          ///< further acceleration by friction that the base could give it
  Real height = 0;         ///< upper bound of the height of the body's highest point above the base

  /// Adds two ends of a contact at `arm` and at `other` from the centre of mass, which bear `first` and `second`.
  void add(V2 towards, V2 arm, V2 other, Real first, Real second, Real friction, Real reach);

  /// Lower bound of the acceleration, length / s^2, with which the base stops the body when it moves along `n`.
  Real grip(V2 n) const;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
