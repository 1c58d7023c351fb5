#pragma once
// Limits of the number of pairs in a step. Not part of the public interface.
//
// Each contact pair takes between one and two kilobytes in the lists of a step, and n bodies in one place have n (n -
// 1) / 2 pairs. So their number is limited. Candidates, which take some bytes each, are found before contact pairs, and
// there may be more of them. Both are counted before anything is made of them, and before anything has moved.

#include <bankshot/broad/pair_finder.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct BroadPairs;

/// Number of contact pairs that a step of this world may have; see WorldDef::pair_limit.
std::size_t near_limit(const WorldState& world) noexcept;

/// Number of candidates that a step may have: pairs with overlapping boxes.
std::size_t candidate_limit(const WorldState& world) noexcept;

/// Drops candidates that may not meet if there are too many.
class CandidateSieve final : public PairSieve {
 public:
  CandidateSieve(const WorldState& world, const BroadPairs& broad)
      : PairSieve(candidate_limit(world)), world_(world), broad_(broad) {}
  bool matters(const IndexPair& pair) const override;  ///< places in BroadPairs::active

 private:
  const WorldState& world_;
  const BroadPairs& broad_;
};

/// Finds the shape that is in the most pairs, by place in BroadPairs::active; the first one of several.
struct MostPairs {
  std::size_t count = 0, place = 0;
  void ask(std::size_t pairs, std::size_t of) noexcept {
    if (pairs > count || (pairs == count && of < place)) count = pairs, place = of;
  }
};

/// Throw std::length_error with the limit, the place with the most pairs, and a remedy.
[[noreturn]] void refuse_candidates(const WorldState& world, const BroadPairs& broad, const MostPairs& most);
[[noreturn]] void refuse_near(const WorldState& world, const BroadPairs& broad);
/// The same for a sensor that sees all and rests, with `count` of the pairs.
[[noreturn]] void refuse_seen(const WorldState& world, std::uint32_t seer, std::size_t count);

/// Counts only the candidates of moving shapes.
MostPairs most_found(const BroadPairs& broad);

}  // namespace bankshot::BANKSHOT_ABI::detail
