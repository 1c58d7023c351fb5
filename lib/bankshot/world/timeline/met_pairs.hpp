#pragma once
// The pairs that had an impact in the step. Not part of the public interface.

#include <bankshot/broad/flat_map.hpp>
#include <bankshot/world/bodies/cached_contact.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class MetPairs {
 public:
  void clear() {
    keys_.clear();
    if (shapes_.size() > 0) shapes_.clear();
  }
  void add(const PairKey& key) { keys_.push_back(key); }
  /// Notes that parts of two shapes have met. With many parts, each sweep of two of them asks have_met().
  void add_shapes(const PairKey& key) { shapes_.set(shapes_of(key), 0); }
  /// True if any parts of the two shapes of a pair have met in this step. At least one of the shapes is composite.
  bool have_met(const PairKey& key) const { return shapes_.find(shapes_of(key)) != FlatMap::none; }
  /// Sorts the pairs by key.
  void sort() {
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  }
  std::span<const PairKey> keys() const noexcept { return keys_; }

 private:
  static std::uint64_t shapes_of(const PairKey& key) { return std::uint64_t{key.a} << 32 | key.b; }

  std::vector<PairKey> keys_;
  FlatMap shapes_;  ///< keyed by shapes_of(); the values are unused
};

}  // namespace bankshot::BANKSHOT_ABI::detail
