#pragma once
// A list of numbers for each body. Not part of the public interface.

#include <bankshot/world/bodies/body.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// Numbers by the rank of a body, in one list: a counting sort.
class ListsByRank {
 public:
  bool empty() const noexcept { return first_.empty(); }
  void clear() noexcept { first_.clear(), numbers_.clear(); }

  /// `each(add)` must call add(rank, number) for every number, and the same once more when it is called again. A rank's
  /// numbers stay in that order.
  template <class Each>
  void build(std::size_t ranks, const Each& each) {
    first_.assign(ranks + 2, 0);
    each([this](Rank rank, std::uint32_t) { ++first_[rank + std::size_t{2}]; });
    for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
    numbers_.resize(first_.back());
    each([this](Rank rank, std::uint32_t number) { numbers_[first_[rank + std::size_t{1}]++] = number; });
  }

  /// Empty for a rank that there was not when the lists were built.
  std::span<const std::uint32_t> of(Rank rank) const noexcept {
    if (rank + std::size_t{2} >= first_.size()) return {};
    return {numbers_.data() + first_[rank], numbers_.data() + first_[rank + std::size_t{1}]};
  }

 private:
  std::vector<std::uint32_t> first_, numbers_;  // of rank r: numbers_[first_[r] .. first_[r + 1]]
};

}  // namespace bankshot::BANKSHOT_ABI::detail
