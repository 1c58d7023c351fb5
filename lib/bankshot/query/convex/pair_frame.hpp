#pragma once
// The common input of all queries about two shapes. Not part of the public interface.

#include <bankshot/query/convex/projection.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Two placed shapes and the vector between them. Swapping the shapes negates `d` exactly and changes no other number;
/// moving both changes nothing if the difference of the positions is exact.
struct PairFrame {
  Placed a, b;
  V2 d;                ///< position of A minus position of B
  V2 rest;             ///< rounding error of d; d + rest is exact
  Real radii = 0;      ///< sum of both rounding radii
  Real band = 0;       ///< gap or overlap up to which the two count as touching
  bool usable = true;  ///< false if a pose is not finite or the positions differ by more than Real holds
};

PairFrame pair_frame(const ConvexView& a, Q2 qa, const ConvexView& b, Q2 qb, V2 d, V2 rest = {}) noexcept;
PairFrame pair_frame(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

/// True for a rotation: finite numbers, not both 0.
BANKSHOT_INLINE bool is_rotation(Q2 q) {
  const Real square = q.c * q.c + q.s * q.s;
  return finite(square) && square > 0;
}

/// The band for these reaches and this distance of the poses.
BANKSHOT_INLINE Real band_of(Real reach_a, Real reach_b, Real distance) {
  return tolerance::band_factor * tolerance::eps * max(max(reach_a, reach_b), distance);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
