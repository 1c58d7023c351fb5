#include <bankshot/world/island.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Whether bodies are what they were at the last build; notes what they are now.
bool Islands::same_bodies(const WorldState& world) {
  const std::vector<BodyFlags>& flags = world.bodies.flags;
  bool same = kind_.size() == flags.size();
  kind_.resize(flags.size());
  for (Rank rank = 0; rank < flags.size(); ++rank) {
    const auto kind = static_cast<std::uint8_t>(2 * static_cast<int>(flags[rank].type) + (flags[rank].awake ? 1 : 0));
    same &= kind_[rank] == kind;
    kind_[rank] = kind;
  }
  return same;
}

void Islands::build(const WorldState& world, const PairSet& pairs) {
  as_before_ = same_bodies(world) && pairs.solved_as_before;
  if (as_before_) return;
  const Bodies& bodies = world.bodies;
  parent_.resize(bodies.size());
  count_ = 0;
  for (Rank rank = 0; rank < bodies.size(); ++rank) {
    const bool member = bodies.flags[rank].type == BodyType::dynamic && bodies.flags[rank].awake;
    parent_[rank] = member ? rank : none;
    count_ += member ? 1 : 0;
  }
  for (const RankPair& pair : pairs.solved_bodies) {
    if (parent_[pair.a] != none && parent_[pair.b] != none) join(pair.a, pair.b);
  }
  // A root is the lowest rank of its island: one walk upwards links everyone to it directly.
  for (Rank& parent : parent_) {
    if (parent != none) parent = parent_[parent];
  }
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

}  // namespace bankshot::inline BANKSHOT_ABI::detail
