#pragma once
// Closing speeds of contact points. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

#include <type_traits>

namespace bankshot::BANKSHOT_ABI::detail {

/// The answers about a contact pair that classification needs: bits, none of which is set without a contact.
struct PairAnswer {
  enum Bits : std::uint16_t {
    meets = 1,        ///< there is a contact
    within_slop = 2,  ///< the gap is no larger than the slop
    within_gap = 4,   ///< nor than the gap that counts as touching
    touches = 8,      ///< hardly apart, and not about to close much
    rests = 16,       ///< touches, without restitution
    inert = 32,       ///< without restitution, or so deep that only the solver pushes the two apart
    slow = 64,        ///< no point, nor one that turning brings, closes by more than the solver is sure to see
    may_bend = 128,   ///< its normal may turn too fast for a sliding body, see bends()
    at_an_end = 256   ///< meets at one place, or at two hardly apart: possibly at the end of a face
  };
};

/// A set of these bits: a lane of integers is as wide as a Real.
using PairAnswers = std::conditional_t<sizeof(Real) == sizeof(std::int32_t), std::int32_t, std::int64_t>;

/// Computes the speeds of `count` contact pairs from `begin` on at the current velocities, and their answers. `answers`
/// has room for one more vector of any width.
void find_contact_speeds(const WorldState& world, const ContactPairs& pairs, std::size_t begin, std::size_t count,
                         ContactSpeeds* speeds, Real dt, PairAnswers* answers) noexcept;

/// The speeds of one pair: stored ones, or recomputed if nothing bounces, as few are asked for then.
ContactSpeeds speeds_of(const WorldState& world, const ContactPairs& pairs, std::size_t i) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
