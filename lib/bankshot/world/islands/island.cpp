#include <bankshot/world/islands/contracts.hpp>
#include <bankshot/world/islands/island.hpp>

#include <cstring>
#include <type_traits>

namespace bankshot::BANKSHOT_ABI::detail {

/// Returns true if nothing has changed since the last build; stores the current state. Saves 3 % of the instructions of
/// many_pyramids --quick, beside what the solver's plan saves.
bool Islands::compare(const WorldState& world, const SolverWork& work) {
  bool same = version_ == world.active.version() && joined_.size() == work.bodies.size();
  version_ = world.active.version();
  same = same && !world.team.any_range(joined_.size(), least_pairs, [&](const Range& range) {
    static_assert(std::has_unique_object_representations_v<RankPair>);
    return range.begin < range.end && std::memcmp(joined_.data() + range.begin, work.bodies.data() + range.begin,
                                                  (range.end - range.begin) * sizeof(RankPair)) != 0;
  });
  if (!same) joined_ = work.bodies;
  return same;
}

void Islands::build(const WorldState& world, const SolverWork& work, std::span<const RankPair> ties) {
  as_before_ = compare(world, work);
  if (as_before_) return;
  parent_.resize(world.bodies.size());
  join_all(world, {work.bodies, ties});
  BANKSHOT_ASSERT_KEPT(fault_of_islands(world, parent_, count_, joined_));
}

void Islands::build(const WorldState& world, std::initializer_list<std::span<const RankPair>> contacts) {
  parent_.assign(world.bodies.size(), none);
  join_all(world, contacts);
}

void Islands::join_all(const WorldState& world, std::initializer_list<std::span<const RankPair>> contacts) {
  const Bodies& bodies = world.bodies;
  count_ = 0;
  world.active.for_each([&](Rank rank) {
    const bool member = gives_way(bodies.flags[rank]);
    parent_[rank] = member ? rank : none;
    count_ += member ? 1 : 0;
  });
  for (const std::span<const RankPair> list : contacts) {
    for (const RankPair& pair : list) {
      const Rank a = parent_[pair.a], b = parent_[pair.b];
      if (a != none && b != none && a != b) join(a, b);  // usually they are in one island by now
    }
  }
  // A root is the lowest rank of its island: one walk upwards links each body to it directly.
  world.active.for_each([&](Rank rank) {
    if (parent_[rank] != none) parent_[rank] = parent_[parent_[rank]];
  });
}

// Tarjan and van Leeuwen 1984: path halving. The lower rank becomes the root, so that names do not depend on the order
// of joining.
Rank Islands::find(Rank rank) {
  while (parent_[rank] != rank) {
    parent_[rank] = parent_[parent_[rank]];
    rank = parent_[rank];
  }
  return rank;
}

void Islands::join(Rank a, Rank b) {
  a = find(a), b = find(b);
  if (a == b) return;
  parent_[a < b ? b : a] = a < b ? a : b;
  --count_;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
