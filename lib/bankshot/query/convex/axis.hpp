#pragma once
// The axis of largest separation, or of least overlap, of two cores. Not part of the public interface.

#include <bankshot/query/convex/pair_frame.hpp>
#include <bankshot/query/fwd.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A unit direction from B to A, and the separation of the cores along it. Negative: the one-sided exit, minus the
/// distance A has to move along `normal` until the cores touch from outside.
struct Axis {
  V2 normal;
  Real separation = 0;
};

/// The end of the axis search.
enum class Search : std::uint8_t {
  complete,     ///< the best axis
  to_first_gap  ///< any axis along which the shapes are surely apart
};

/// Finds the axis of largest separation over all directions. For cores that overlap it gives the MTV, containment
/// included; for cores that are apart their distance, with the normal of the closest features. Precondition:
/// frame.usable.
Axis find_axis(const PairFrame& frame, Search search = Search::complete) noexcept;

/// One direction tested by the search.
struct AxisTrial {
  AxisSource source;
  int a = -1, b = -1;  ///< the edge or the corner of A and of B that it comes from; -1: none
  V2 normal;           ///< unit, from B to A
  Real separation = 0;
  bool eligible = true;  ///< false: the nearest corners, but not the closest features
};

struct AxisList {
  std::vector<AxisTrial> trials;
  Axis best;        ///< equal to the result of find_axis(), bit for bit
  int chosen = -1;  ///< index of its trial
};

/// The complete search, with every direction that it tests, in order. Precondition: frame.usable.
AxisList list_axes(const PairFrame& frame);

/// The length of the translation along the axis that separates the shapes, rounding included; negative for a gap.
BANKSHOT_INLINE Real depth_of(const PairFrame& frame, Real separation) { return frame.radii - separation; }

/// True if this separation shows a gap that rounding cannot have made.
BANKSHOT_INLINE bool surely_apart(const PairFrame& frame, Real separation) {
  return depth_of(frame, separation) < -(1 + tolerance::referee_margin) * frame.band;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
