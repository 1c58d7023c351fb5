#pragma once
// Apart, touching or overlapping, decided in wide arithmetic where Real is too coarse. Not part of the public
// interface.

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/convex/difference.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

enum class Contact : std::uint8_t { apart, touching, overlapping };

/// Two rounded cores, A moved by `share` times `way`.
struct Disputed {
  Core a, b;  ///< offsets are not used
  Real radius_a = 0, radius_b = 0;
  V2 d, rest;  ///< position of A minus position of B, and its rounding error
  V2 way;
  Real share = 0;
  Real band = 0;
};

/// A point against a core; `x` is the point relative to the core's position.
Disputed disputed_point(const Core& core, Real radius, V2 x, V2 rest, Real band) noexcept;

/// How much deeper than the band the two lie, right to the last digits for small values. Negative if less deep; for
/// gaps above the band the result may be too high. NaN if numbers leave the range of the wide arithmetic.
Real deeper_than_band(const Disputed& pair) noexcept;

/// The verdict on the stored numbers; `otherwise` if they leave the range of the wide arithmetic.
Contact referee(const Disputed& pair, Contact otherwise) noexcept;

/// The contact for this gap in Real: 0 or less for an overlap.
BANKSHOT_INLINE Contact plain_contact(Real gap, Real band) {
  return gap > band ? Contact::apart : gap < -band ? Contact::overlapping : Contact::touching;
}

/// True if rounding may have moved this gap across an edge of the band.
BANKSHOT_INLINE bool disputable(Real gap, Real band) {
  return absolute(absolute(gap) - band) <= tolerance::referee_margin * band;
}

Contact referee(const PairFrame& frame, Contact otherwise) noexcept;

/// The only place that decides the contact of a pair; `separation` is that of the cores along the best axis, or along
/// any that shows a gap.
BANKSHOT_INLINE Contact contact_of(const PairFrame& frame, Real separation) {
  const Real gap = -depth_of(frame, separation);
  const Contact contact = plain_contact(gap, frame.band);
  return disputable(gap, frame.band) ? referee(frame, contact) : contact;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
