#pragma once
// The axis along which two cores are farthest apart, or overlap least. Not part of the public interface.

#include <bankshot/query/pair_frame.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// A unit direction from B to A, and how far the cores are apart along it: negative the one-sided exit, the way A has
/// to go along `normal` until the cores touch from outside.
struct Axis {
  V2 normal;
  Real separation = 0;
};

/// How far the axis search goes.
enum class Search : std::uint8_t {
  complete,     ///< the best axis
  to_first_gap  ///< any axis along which the shapes are apart will do
};

/// The axis of largest separation over all directions. For cores that overlap it is the minimum translation vector
/// with containment; for cores that are apart their distance, with the normal of the closest features.
/// Precondition: frame.usable.
Axis find_axis(const PairFrame& frame, Search search = Search::complete) noexcept;

/// The length of the translation along the axis that separates the shapes, rounding included; negative for a gap.
BANKSHOT_INLINE Real depth_of(const PairFrame& frame, Real separation) { return frame.radii - separation; }

/// The one place that decides between apart and not apart.
BANKSHOT_INLINE bool apart(const PairFrame& frame, Real separation) {
  return depth_of(frame, separation) < -frame.band;
}

/// Of two directions along which the cores are equally far apart: whether `candidate` is to be taken rather than
/// `held`. A total order that depends on the geometry only.
bool prefer(const PairFrame& frame, V2 candidate, V2 held) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
