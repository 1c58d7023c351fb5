#pragma once
// Two convex parts, one moving in a straight line without turning. Not part of the public interface.

#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/feature.hpp>
#include <bankshot/query/sweep.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

struct LinearPair {
  Core a, b;
  V2 d, heading;    ///< centre of A minus centre of B; unit vector along which A moves
  Real length = 0;  ///< of the way
  Real radius = 0;  ///< both
  Real band = 0;
  V2 rest, way;  ///< what rounding has lost of d; the way as given
  Real radius_a = 0, radius_b = 0;
};

struct LinearHit {
  SweepStatus status = SweepStatus::missed;
  Real distance = 0;  ///< along the way
  V2 normal, on_a, on_b;
  Feature a, b;
};

LinearHit linear_sweep(const LinearPair& pair) noexcept;

/// Whether a pair that meets after this distance gets deeper than the band if it goes on until that one, by default
/// beyond the end of the way, too; else it only grazes.
bool goes_in(const LinearPair& pair, Real distance, Real until = std::numeric_limits<Real>::infinity()) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
