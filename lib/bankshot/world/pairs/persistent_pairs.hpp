#pragma once
// Near pairs that are known from the last step. Not part of the public interface.
//
// In a pile the near pairs are those of the step before, for hundreds of steps. All about a pair of bodies that give
// way to one another stays as it was then, but for whether it still is near, and up to which margin: that is asked of
// the known ones, several at once, and they stay in the list of near pairs where they are. Only the others are sorted
// as ever, and put where they belong between them. The list is what it would be if all were sorted.

#include <bankshot/broad/pair_cache.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct CandidateBlock;
struct ContactPair;
struct PairSet;
struct Range;
struct WorldState;

class PersistentPairs {
 public:
  /// Whether all known pairs are near; gives them their margins. `same_shapes`: those that may move are those of the
  /// last step. Where the answer is no, all are to be sorted.
  bool hold(const WorldState& world, const PairCache& finder, Real dt, bool same_shapes, PairSet& pairs);
  /// What the last hold() said.
  bool held() const noexcept { return held_; }
  /// The kept pairs that are not known.
  std::span<const IndexPair> others() const noexcept { return others_; }
  /// Puts the near ones of these, and of those with what rests, into the list of near pairs. By key.
  void put(std::span<const ContactPair> others, PairSet& pairs);
  /// All have just been sorted: they are known from now on, if most of them can be.
  void choose(const WorldState& world, const PairCache& finder, const PairSet& pairs);

 private:
  bool choose_pairs(const PairCache& finder, const PairSet& pairs);
  bool still_near(const PairCache& finder, const Range& range, Real dt, PairSet& pairs) const;
  void make_places(std::span<const ContactPair> others, PairSet& pairs);

  bool chosen_ = false, held_ = false, bounces_ = false;
  int age_ = 0;                                ///< steps since they were chosen
  int wait_ = 0;                               ///< steps until that is tried again
  std::uint64_t structure_ = 0, kept_ = 0;     ///< stamps of what they were chosen among
  std::vector<IndexPair> others_;              ///< places of the shapes, see PairSet::active
  std::vector<std::uint32_t> places_of_near_;  ///< in the list of near pairs, of those that are not known
};

}  // namespace bankshot::BANKSHOT_ABI::detail
