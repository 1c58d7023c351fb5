#pragma once
// How fast the points of contacts close. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

#include <type_traits>

namespace bankshot::BANKSHOT_ABI::detail {

/// What classifying asks of a near pair: bits, none of which is set where there is no contact.
struct PairAnswer {
  enum Bits : std::uint16_t {
    meets = 1,        ///< there is one
    within_slop = 2,  ///< the gap is no larger than the slop
    within_gap = 4,   ///< nor than what makes a pair one that touches
    touches = 8,      ///< hardly apart, and not about to close much
    rests = 16,       ///< touches, without restitution
    inert = 32,       ///< without restitution, or so deep that only the solver pushes the two apart
    slow = 64,        ///< no point, and none that turning brings there, closes by what the solver may miss
    may_bend = 128,   ///< its normal might turn too fast under what slides along it, see bends()
    at_an_end = 256   ///< meets at one place, or at two hardly apart: perhaps at the end of a face
  };
};

/// Some of these: a lane of integers is as wide as a Real.
using PairAnswers = std::conditional_t<sizeof(Real) == sizeof(std::int32_t), std::int32_t, std::int64_t>;

/// Speeds of `count` near pairs from `begin` on at the velocities of now; and their answers, behind which there is room
/// for a vector of any width.
void find_contact_speeds(const WorldState& world, const PairSet& pairs, std::size_t begin, std::size_t count,
                         ContactSpeeds* speeds, Real dt, PairAnswers* answers) noexcept;

/// Finds contacts, speeds and answers at once of those of the near pairs from `begin` on that come before the first one
/// that is not of two boxes, or not many before it; how many, all of which others need not be looked at.
std::size_t meet_leading_boxes(const WorldState& world, PairSet& pairs, std::size_t begin, std::size_t count,
                               ContactSpeeds* speeds, Real dt, PairAnswers* answers) noexcept;

/// Those of one pair: read, or, where nothing bounces and few are asked for, found again.
ContactSpeeds speeds_of(const WorldState& world, const PairSet& pairs, std::size_t i) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
