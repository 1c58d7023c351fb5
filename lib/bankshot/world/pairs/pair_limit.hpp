#pragma once
// How many pairs a step may have. Not part of the public interface.
//
// Each near pair takes between one and two kilobytes in the lists of a step, and of n bodies in one place there are
// n (n - 1) / 2. So their number has a limit. What might be near is found before what is: of such candidates, which
// take some bytes each, there may be more. Both are counted before anything is made of them, and nothing has moved by
// then.

#include <bankshot/broad/pair_finder.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct PairSet;

/// Near pairs that a step of this world may have; see WorldDef::pair_limit.
std::size_t near_limit(const WorldState& world) noexcept;

/// Candidates that a step may have: pairs of which boxes overlap.
std::size_t candidate_limit(const WorldState& world) noexcept;

/// Leaves out candidates that may not meet, where there are too many.
class CandidateSieve final : public PairSieve {
 public:
  CandidateSieve(const WorldState& world, const PairSet& pairs)
      : PairSieve(candidate_limit(world)), world_(world), pairs_(pairs) {}
  bool matters(const IndexPair& pair) const override;  ///< places in PairSet::active

 private:
  const WorldState& world_;
  const PairSet& pairs_;
};

/// Which of some shapes is in the most pairs, by place in PairSet::active; the first one of several.
struct MostPairs {
  std::size_t count = 0, place = 0;
  void ask(std::size_t pairs, std::size_t of) noexcept {
    if (pairs > count || (pairs == count && of < place)) count = pairs, place = of;
  }
};

/// Throw std::length_error, with the limit, the place where most pairs are, and what to do.
[[noreturn]] void refuse_candidates(const WorldState& world, const PairSet& pairs, const MostPairs& most);
[[noreturn]] void refuse_near(const WorldState& world, const PairSet& pairs);

/// Among the candidates of moving shapes.
MostPairs most_found(const PairSet& pairs);

}  // namespace bankshot::BANKSHOT_ABI::detail
