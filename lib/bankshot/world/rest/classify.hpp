#pragma once
// Decides which contact pairs rest, and so belong to the solver; all others belong to the timeline. Not part of the
// public interface.

#include <bankshot/world/pairs/solver_work.hpp>
#include <bankshot/world/pairs/toi_work.hpp>
#include <bankshot/world/rest/floors.hpp>
#include <bankshot/world/rest/rest.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>
#include <bankshot/world/rest/undecided_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Working memory of collide_and_classify().
struct ClassifyScratch {
  std::vector<std::uint8_t> touched;  ///< per body: 1 if it touches a pair of the solver's
  UndecidedPairs undecided;
  RestFinder rest;
  SupportingContacts bearings;
  Floors floors;
};

/// Runs the narrow phase over the contact pairs, and sets `solve` and `touching` of each one within the margin.
/// Divides them between `work` and `toi`.
void collide_and_classify(const WorldState& world, Real dt, ContactPairs& pairs, ClassifyScratch& scratch,
                          SolverWork& work, ToiWork& toi);

/// Makes the lists of the solver's pairs and of the timeline's.
void partition_pairs(const WorldState& world, const ContactPairs& pairs, SolverWork& work, ToiWork& toi);

}  // namespace bankshot::BANKSHOT_ABI::detail
