#pragma once
// Which near pairs rest, and so belong to the solver; all others belong to the timeline. Not part of the public
// interface.

#include <bankshot/world/rest/floors.hpp>
#include <bankshot/world/rest/rest.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Memory that collide_and_classify() works in.
struct ClassifyScratch {
  std::vector<std::uint8_t> touched;  ///< per body: whether it touches what the solver has
  RestFinder rest;
  SupportingContacts bearings;
  Floors floors;
};

/// Runs the narrow phase over the near pairs, and sets `solve` and `touching` of every one that is within the margin.
void collide_and_classify(const WorldState& world, Real dt, PairSet& pairs, ClassifyScratch& scratch);

/// Makes the lists of who looks at which near pair from now on.
void partition_pairs(const WorldState& world, PairSet& pairs);

}  // namespace bankshot::BANKSHOT_ABI::detail
