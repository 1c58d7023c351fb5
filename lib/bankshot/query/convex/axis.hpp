#pragma once
// The axis along which two cores are farthest apart, or overlap least. Not part of the public interface.

#include <bankshot/query/convex/pair_frame.hpp>
#include <bankshot/query/fwd.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A unit direction from B to A, and how far the cores are apart along it: negative the one-sided exit, the way A has
/// to go along `normal` until the cores touch from outside.
struct Axis {
  V2 normal;
  Real separation = 0;
};

/// How far the axis search goes.
enum class Search : std::uint8_t {
  complete,     ///< the best axis
  to_first_gap  ///< any axis along which the shapes are surely apart will do
};

/// The axis of largest separation over all directions. For cores that overlap it is the minimum translation vector
/// with containment; for cores that are apart their distance, with the normal of the closest features.
/// Precondition: frame.usable.
Axis find_axis(const PairFrame& frame, Search search = Search::complete) noexcept;

/// One direction that the search has looked at.
struct AxisTrial {
  AxisSource source;
  int a = -1, b = -1;  ///< the edge or the corner of A and of B that it comes from; -1: none
  V2 normal;           ///< unit, from B to A
  Real separation = 0;
  bool eligible = true;  ///< false: the nearest corners, but not the closest features
};

struct AxisList {
  std::vector<AxisTrial> trials;
  Axis best;        ///< bit for bit what find_axis() gives
  int chosen = -1;  ///< the trial it is
};

/// The complete search, and every direction that it looks at, in order. Precondition: frame.usable.
AxisList list_axes(const PairFrame& frame);

/// The length of the translation along the axis that separates the shapes, rounding included; negative for a gap.
BANKSHOT_INLINE Real depth_of(const PairFrame& frame, Real separation) { return frame.radii - separation; }

/// Whether this separation shows a gap that rounding cannot have made.
BANKSHOT_INLINE bool surely_apart(const PairFrame& frame, Real separation) {
  return depth_of(frame, separation) < -(1 + tolerance::referee_margin) * frame.band;
}

/// Of two directions along which the cores are equally far apart: whether `candidate` is to be taken rather than
/// `held`. A total order that depends on the geometry only.
bool prefer(const PairFrame& frame, V2 candidate, V2 held) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
