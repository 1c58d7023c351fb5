#pragma once
// Candidates on their way from found pairs to near and far ones. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Candidates that are sorted together: a bit each in the masks.
struct CandidateBlock {
  static constexpr int size = 64;
  int count = 0;
  std::uint64_t by_hand = 0;                             ///< those of which the kinds do not say all
  std::uint64_t near = 0, yields = 0;                    ///< see NearPair
  std::uint64_t unlike = 0;                              ///< of which it is to be asked whether they give way
  std::uint32_t shape_a[size] = {}, shape_b[size] = {};  ///< places in PairSet::active
  std::uint32_t row_a[size] = {}, row_b[size] = {};      ///< of their bodies in PairSet::mobility, in halves of one
  Real extent[size] = {};                                ///< the smaller one's smallest
  const PairRule* rule[size];
  Real gap[size], margin[size];
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
