#pragma once
// Two convex parts, one in straight motion without rotation. Not part of the public interface.

#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/feature.hpp>
#include <bankshot/query/sweep.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

struct LinearPair {
  Core a, b;
  V2 d, heading;    ///< centre of A minus centre of B; unit vector along which A moves
  Real length = 0;  ///< of the displacement
  Real radius = 0;  ///< sum of both
  Real band = 0;
  V2 rest, way;  ///< rounding error of d; the displacement as given
  Real radius_a = 0, radius_b = 0;
};

struct LinearHit {
  SweepStatus status = SweepStatus::missed;
  Real distance = 0;  ///< along the path
  V2 normal, on_a, on_b;
  Feature a, b;
};

LinearHit linear_sweep(const LinearPair& pair) noexcept;

/// True if a pair that meets after `distance` gets deeper than the band before `until`, by default also beyond the end
/// of the path; otherwise it only grazes.
bool goes_in(const LinearPair& pair, Real distance, Real until = std::numeric_limits<Real>::infinity()) noexcept;

/// The same as linear_sweep(), from the poses; returns false if there is nothing to report. Fills in the pair, of which
/// `d` and `rest` are given.
bool sweep_circles_first(const ConvexData& a, Q2 qa, const ConvexData& b, Q2 qb, V2 motion, LinearPair& pair,
                         LinearHit& hit) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
