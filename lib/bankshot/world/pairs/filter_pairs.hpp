#pragma once
// Selects the contact pairs among the pairs that could meet. Not part of the public interface.

#include <bankshot/world/pairs/broad_pairs.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/persistent_pairs.hpp>
#include <bankshot/world/pairs/static_support.hpp>
#include <bankshot/world/pairs/toi_work.hpp>

#include <array>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The properties of a pair that follow from the kinds of its shapes, see Proxy::kind. The table of them saves 4 % of
/// the instructions of large_pyramid; filtering in blocks, which needs it, 23 % of those of washer.
struct PairRule {
  bool known = false;
  bool by_hand = false;  ///< none do
  bool meets = false;    ///< unless both belong to one body
  bool bounces = false;  ///< has restitution, or a contact hook may set it
  MixedMaterial mixed;
};

/// Those that are known.
class PairRules {
 public:
  /// For shapes of the kinds a and b: at a * Proxy::kinds + b.
  const PairRule* data() const noexcept { return rules_.data(); }
  /// Makes the rule at a place known, and returns it.
  PairRule& learn(std::size_t place) {
    places_[count_++] = static_cast<std::uint8_t>(place);
    rules_[place] = {};
    rules_[place].known = true;
    return rules_[place];
  }
  void clear() noexcept {
    for (; count_ > 0; --count_) rules_[places_[count_ - 1]].known = false;
  }

 private:
  std::array<PairRule, Proxy::kinds * Proxy::kinds> rules_;
  std::array<std::uint8_t, Proxy::kinds * Proxy::kinds> places_;  ///< of the known ones
  std::size_t count_ = 0;
};

/// What a range of the candidates adds to each list. In one thread, and for the first range, the lists are the step's
/// own.
struct alignas(128) FilteredRange {
  std::vector<ContactPair> own_near;
  std::vector<ContactPair>* near = nullptr;
  std::vector<ToiCandidate> own_far;
  std::vector<ToiCandidate>* far = nullptr;
  StaticSupport backing;  ///< before the step
  PairRules rules;
  std::vector<IndexPair> buried;                            ///< see ToiWork
  std::vector<RestingPair> with_resting;                    ///< of its range of moving shapes
  PartCandidates part_candidates;                           ///< of the current pair
  bool sensors = false, sleepers = false, bounces = false;  ///< see ContactPairs
  bool parts = false;                                       ///< true if any contact pair has parts
  bool crowded = false;                                     ///< true if it gave up, see pair_limit.hpp
};

/// Sorts the candidates in `broad` into contact pairs, TOI candidates and neither. `known`: see PersistentPairs.
void filter_pairs(const WorldState& world, Real dt, const BroadPairs& broad, PersistentPairs& known,
                  std::vector<FilteredRange>& ranges, ContactPairs& pairs, ToiWork& toi);

}  // namespace bankshot::BANKSHOT_ABI::detail
