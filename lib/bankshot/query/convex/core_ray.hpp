#pragma once
// Entry and exit of a straight motion through the overlap of two rounded cores. Not part of the public interface.

#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/convex/pair_frame.hpp>
#include <bankshot/query/feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The end of the overlap to find.
enum class Crossing : std::uint8_t { enter, leave };

struct CoreRay {
  bool found = false;
  Real distance = 0;  ///< moved by A, signed
  V2 normal;          ///< unit, from B to A
  V2 on_a, on_b;      ///< the meeting points of the cores, each relative to its own centre
  Feature a, b;
};

/// A moves along the unit vector `heading`, without bounds in either direction; B rests; `radius` is the sum of both
/// rounding radii. Exact up to rounding, in n + m steps.
CoreRay core_ray(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Crossing crossing) noexcept;

/// The entry within `length`, touching included: a shape no farther than half a band beside the motion, or from its
/// end, is touched, which leaves the other half for rounding. For a shape beside the motion, the first corner that it
/// passes is the hit.
CoreRay first_touch(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Real length, Real band) noexcept;

/// The exit, touching included: a motion along an edge within the band leaves at the last corner that it passes.
CoreRay last_touch(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Real band) noexcept;

/// Finds where A leaves B when it moves along the unit vector `heading`.
CoreRay way_out(const PairFrame& frame, V2 heading) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
