#pragma once
// Bodies for impacts, made by hand.

#include <bankshot/world/impact/impact.hpp>

namespace bankshot::testing {

inline detail::ImpactBody impact_body(Real inverse_mass, Real inverse_inertia, detail::V2 velocity, Real angular = 0) {
  detail::ImpactBody b;
  b.velocity = velocity;
  b.angular = angular;
  b.inverse_mass = {inverse_mass, inverse_mass};
  b.inverse_inertia = inverse_inertia;
  return b;
}

/// A body that moves by its own velocity alone.
inline detail::ImpactBody firm_body(detail::V2 velocity = {}, Real angular = 0) {
  return impact_body(0, 0, velocity, angular);
}

/// Kinetic energy; firm bodies count as 0.
inline double kinetic_energy(const detail::ImpactBody& b) {
  const auto part = [](Real inverse, Real speed) {
    return inverse > 0 ? static_cast<double>(speed) * static_cast<double>(speed) / (2 * static_cast<double>(inverse))
                       : 0.0;
  };
  return part(b.inverse_mass.x, b.velocity.x) + part(b.inverse_mass.y, b.velocity.y) +
         part(b.inverse_inertia, b.angular);
}

/// An impact with memory of its own to work in.
inline detail::ImpactOutcome resolve_impact(detail::ImpactBody& a, detail::ImpactBody& b,
                                            const detail::ImpactSettings& settings) {
  detail::ImpactPath path;
  return detail::resolve_impact(a, b, settings, path);
}

}  // namespace bankshot::testing
