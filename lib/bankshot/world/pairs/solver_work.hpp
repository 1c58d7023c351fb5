#pragma once
// The contact pairs of a step that the solver looks after. Not part of the public interface.

#include <bankshot/world/pairs/contact_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The speed at which a contact whose normal turns leaves the straight line that the solver knows, at the ends of the
/// step, see round_contact.hpp. `chord`: away from it at first, and back to it at the end. `bow`: in the same direction
/// at both ends.
struct TurningContact {
  Real chord = 0, bow = 0;
};

/// Result of classification; `turning` is the solver's own.
struct SolverWork {
  std::vector<std::uint32_t> pairs;     ///< places in ContactPairs::near
  std::vector<RankPair> bodies;         ///< of pairs[i]
  std::vector<std::uint8_t> young;      ///< of pairs[i]: 1 if the solver has had it for a few steps only
  bool any_unsettled = false;           ///< true if a young contact may join two bodies without others
  std::vector<std::uint8_t> has_old;    ///< if so, per body: 1 if the solver has had a contact of it for longer
  std::vector<TurningContact> turning;  ///< per contact pair; empty if no normal turns
};

}  // namespace bankshot::BANKSHOT_ABI::detail
