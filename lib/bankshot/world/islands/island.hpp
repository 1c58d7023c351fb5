#pragma once
// Bodies joined by resting contacts. Not part of the public interface.

#include <bankshot/world/pairs/solver_work.hpp>

#include <initializer_list>
#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// Disjoint sets of awake dynamic bodies, joined by the solver's contacts and by joints. The name of an island is its
/// lowest rank.
class Islands {
 public:
  /// `ties`: the two bodies of each joint.
  void build(const WorldState& world, const SolverWork& work, std::span<const RankPair> ties);
  /// The same for any contacts, in several lists.
  void build(const WorldState& world, std::initializer_list<std::span<const RankPair>> contacts);
  /// True if bodies and resting contacts are those of the last build.
  bool as_before() const noexcept { return as_before_; }
  std::size_t bodies() const { return parent_.size(); }
  /// The island of a contact; 0 if neither of its bodies is in one.
  Rank root_of(const RankPair& bodies) const {
    const Rank a = root(bodies.a);
    if (a != none) return a;
    const Rank b = root(bodies.b);
    return b != none ? b : 0;
  }
  /// The island of a body; `none` unless awake and dynamic.
  Rank root(Rank rank) const { return parent_[rank]; }
  std::span<const Rank> roots() const noexcept { return parent_; }
  int count() const noexcept { return count_; }

 private:
  Rank find(Rank rank);
  void join(Rank a, Rank b);
  void join_all(const WorldState& world, std::initializer_list<std::span<const RankPair>> contacts);
  bool compare(const WorldState& world, const SolverWork& work);
  std::vector<Rank> parent_;
  std::vector<RankPair> joined_;  ///< the resting contacts
  std::uint64_t version_ = 0;     ///< of ActiveRanks
  bool as_before_ = false;
  int count_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
