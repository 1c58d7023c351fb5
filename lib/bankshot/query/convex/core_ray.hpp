#pragma once
// Where a straight motion enters or leaves the place in which two rounded cores overlap. Not part of the public
// interface.

#include <bankshot/query/convex/difference.hpp>
#include <bankshot/query/feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Which end of the overlap is asked for.
enum class Crossing : std::uint8_t { enter, leave };

struct CoreRay {
  bool found = false;
  Real distance = 0;  ///< that A has moved by then, signed
  V2 normal;          ///< unit, from B to A
  V2 on_a, on_b;      ///< the meeting points of the cores, each relative to its own centre
  Feature a, b;
};

/// A moves along the unit vector `heading`, without bounds in either direction; B rests; `radius` is the sum of both
/// rounding radii. Exact up to rounding, in n + m steps.
CoreRay core_ray(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Crossing crossing) noexcept;

/// The entry within `length`, touching included: what lies no farther than half a band beside the motion, or from its
/// end, is touched, which leaves the other half for rounding. Of what lies beside it the first corner that it passes is
/// met.
CoreRay first_touch(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Real length, Real band) noexcept;

/// The exit, touching included: what runs along an edge within the band leaves at the last corner that it passes.
CoreRay last_touch(const Core& a, const Core& b, V2 d, V2 heading, Real radius, Real band) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
