#pragma once
// The narrow phase of two boxes in a step: manifolds, speeds and answers at once. Not part of the public interface.

#include <bankshot/world/rest/contact_speeds.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Finds contacts, speeds and answers together for the contact pairs from `begin` on, up to, or to shortly before, the
/// first one that is not of two boxes. Returns their number; these pairs are done. Saves 3 % of the instructions of
/// large_pyramid.
std::size_t meet_leading_boxes(const WorldState& world, ContactPairs& pairs, std::size_t begin, std::size_t count,
                               ContactSpeeds* speeds, Real dt, PairAnswers* answers) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
