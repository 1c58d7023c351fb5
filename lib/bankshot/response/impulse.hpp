#pragma once
// The collision of two bodies at one point. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/response/response.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// How a change is divided between two bodies: by their inverse masses, half and half when neither moves. Exactly 1
/// for a body against an immovable one and exactly 1/2 for equal masses, so that those cases come out without rounding.
struct Shares {
  Real a = Real(0.5);
  Real b = Real(0.5);
};

Shares shares_of(Real inverse_mass_a, Real inverse_mass_b) noexcept;

/// From the centres of mass to the point where the bodies meet; zero for an impulse through the centres.
struct Arms {
  V2 a;
  V2 b;
};

BounceResult collide(ResponseBody& a, ResponseBody& b, V2 normal, const Arms& arms,
                     const BounceSettings& settings) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
