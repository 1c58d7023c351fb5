#pragma once
// Pairs that have no room to bounce. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// Finds the bodies that stand between two firm ones with less room than a slop. See wedged_pairs.cpp for the
/// derivation.
class WedgedPairs {
 public:
  /// Examines the firm surfaces at the bodies of these contact pairs, in a step of length `dt`.
  void find(const WorldState& world, Real dt, const ContactPairs& pairs, const std::vector<std::uint32_t>& concerned);

  /// True if one of these contact pairs can separate by no more than a slop.
  bool has(std::uint32_t pair) const { return !lodged_.empty() && lodged_[pair] != 0; }

 private:
  /// A contact pair of a body that may be pushed with a firm one.
  struct Side {
    Rank body = 0;
    std::uint32_t pair = 0;
    Real direction = 0;     ///< direction of the push, see direction_of()
    bool enclosed = false;  ///< by another side
  };
  void find_among(const WorldState& world, Real dt, const ContactPairs& pairs, std::span<Side> sides);

  std::vector<std::uint8_t> concerned_;  ///< per body
  std::vector<Side> sides_;              ///< by body, then by direction
  std::vector<std::uint8_t> lodged_;     ///< per contact pair; empty: none
};

}  // namespace bankshot::BANKSHOT_ABI::detail
