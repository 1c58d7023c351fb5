#pragma once
// Bodies that hang together by resting contacts. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Disjoint sets of awake dynamic bodies, joined by the contacts that the solver has. An island is named by its lowest
/// rank.
class Islands {
 public:
  void build(const WorldState& world, const PairSet& pairs);
  /// The island of a body; `none` unless awake and dynamic.
  Rank root(Rank rank);
  int count() const noexcept { return count_; }

 private:
  void join(Rank a, Rank b);
  std::vector<Rank> parent_;
  int count_ = 0;
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
