#pragma once
// Contact pairs that are known from the last step. Not part of the public interface.
//
// In a pile, the contact pairs stay the same for hundreds of steps. For two movable bodies, everything about their pair
// stays as well, except whether it is still near, and its margin. That is checked for several known pairs at once, and
// they keep their places in the list of contact pairs. Only the others are sorted as usual, and merged between them.
// The list is the same as if all were sorted. Saves 2 % of the instructions of large_pyramid, 10 % of those of
// large_pyramid --quick.

#include <bankshot/broad/pair_cache.hpp>
#include <bankshot/world/pairs/broad_pairs.hpp>
#include <bankshot/world/pairs/contact_pairs.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class PersistentPairs {
 public:
  /// Returns true if all known pairs are still near, and gives them their margins. `same_lists`: the shapes that may
  /// move are those of the last step, and no contact pair is speculative. If false, all pairs must be filtered.
  bool hold(const WorldState& world, const PairCache& finder, Real dt, bool same_lists, const BroadPairs& broad,
            ContactPairs& pairs);
  /// Result of the last hold().
  bool held() const noexcept { return held_; }
  /// The kept pairs that are not known.
  std::span<const IndexPair> others() const noexcept { return others_; }
  /// Merges `others` into the list of contact pairs: the near ones among others(), and those with resting shapes. By
  /// key.
  void put(std::span<const ContactPair> others, ContactPairs& pairs);
  /// Called after all pairs have been filtered: treats them as known from now on, if most of them can be.
  void choose(const WorldState& world, const PairCache& finder, const BroadPairs& broad, const ContactPairs& pairs);

 private:
  bool choose_pairs(const PairCache& finder, const BroadPairs& broad, const ContactPairs& pairs);
  bool still_near(const PairCache& finder, const Range& range, Real dt, const BroadPairs& broad,
                  ContactPairs& pairs) const;
  void make_places(std::span<const ContactPair> others, ContactPairs& pairs);

  bool chosen_ = false, held_ = false, bounces_ = false;
  int age_ = 0;                                ///< steps since they were chosen
  int wait_ = 0;                               ///< steps until the next attempt to choose
  std::uint64_t structure_ = 0, kept_ = 0;     ///< stamps of the lists they were chosen from
  std::vector<IndexPair> others_;              ///< places of the shapes, see BroadPairs::active
  std::vector<std::uint32_t> places_of_near_;  ///< in the list of contact pairs, of those that are not known
};

}  // namespace bankshot::BANKSHOT_ABI::detail
