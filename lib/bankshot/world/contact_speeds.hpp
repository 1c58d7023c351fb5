#pragma once
// How fast the points of contacts close. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// What classifying asks of a near pair: bits, none of which is set where there is no contact.
enum PairAnswer : std::uint8_t {
  meets = 1,         ///< there is one
  within_slop = 2,   ///< the gap is no larger than the slop
  within_gap = 4,    ///< nor than what an impact leaves
  touching_now = 8,  ///< no farther apart than twice that, and not about to close more
  rests_now = 16,    ///< so, and without restitution
  inert_now = 32,    ///< without restitution, or so deep that only the solver pushes the two apart
  slow_now = 64,     ///< no point, and none that turning brings there, closes by what the solver may miss
  fast_now = 128     ///< some point closes by more than that
};

/// Several of these, as wide as a Real: lanes of integers.
using AnswerBits = std::conditional_t<sizeof(Real) == sizeof(std::int32_t), std::int32_t, std::int64_t>;

/// Speeds of the near pairs from `begin` on, as many as there are of `input`, at the velocities of now; and their
/// answers, behind which there is room for a vector of any width.
void find_contact_speeds(const WorldState& world, const PairSet& pairs, std::size_t begin,
                         std::span<const PairInput> input, ContactSpeeds* speeds, Real dt,
                         AnswerBits* answers) noexcept;

/// Those of one pair: read, or, where nothing bounces and few are asked for, found again.
ContactSpeeds speeds_of(const WorldState& world, const PairSet& pairs, std::size_t i) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
