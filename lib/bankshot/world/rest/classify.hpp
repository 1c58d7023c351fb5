#pragma once
// Decides which contact pairs rest, and so belong to the solver; all others belong to the timeline. Not part of the
// public interface.

#include <bankshot/world/rest/floors.hpp>
#include <bankshot/world/rest/rest.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Working memory of collide_and_classify().
struct ClassifyScratch {
  std::vector<std::uint8_t> touched;  ///< per body: 1 if it touches a pair of the solver's
  RestFinder rest;
  SupportingContacts bearings;
  Floors floors;
};

/// Runs the narrow phase over the contact pairs, and sets `solve` and `touching` of each one within the margin.
void collide_and_classify(const WorldState& world, Real dt, PairSet& pairs, ClassifyScratch& scratch);

/// Makes the lists of the solver's pairs and of the timeline's.
void partition_pairs(const WorldState& world, PairSet& pairs);

}  // namespace bankshot::BANKSHOT_ABI::detail
