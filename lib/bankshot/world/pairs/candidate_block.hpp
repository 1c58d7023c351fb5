#pragma once
// Candidates that are being filtered into contact pairs and TOI candidates. Not part of the public interface.

#include <bankshot/simd/width.hpp>
#include <bankshot/world/pairs/filter_pairs.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

/// Candidates that are sorted together: one bit each in the masks.
struct CandidateBlock {
  static constexpr int size = 64;
  int count = 0;
  std::uint64_t by_hand = 0;                   ///< those that their kinds do not fully describe
  std::uint64_t near = 0, both_movable = 0;    ///< see ContactPair
  std::uint64_t unlike = 0;                    ///< movability is still to be decided
  std::uint32_t shape_a[size], shape_b[size];  ///< places in BroadPairs::active
  std::uint32_t row_a[size], row_b[size];      ///< of their bodies in BroadPairs::mobility, in units of half a row
  Real extent[size];                           ///< smallest extent of the smaller shape
  const PairRule* rule[size];
  Real gap[size], margin[size];

  /// Makes lanes without a candidate repeat the last one. Returns the width that takes all in the fewest vectors.
  Width fill_up() noexcept {
    const auto used = static_cast<std::size_t>(count);
    const Width width = width_for(used, active_width());
    for (std::size_t i = used, last = used - 1; i < std::min<std::size_t>(whole_vectors(used, width), size); ++i) {
      shape_a[i] = shape_a[last], shape_b[i] = shape_b[last];
      row_a[i] = row_a[last], row_b[i] = row_b[last];
      extent[i] = extent[last];
    }
    return width;
  }
};

}  // namespace bankshot::BANKSHOT_ABI::detail
