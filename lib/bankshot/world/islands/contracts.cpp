#include <bankshot/world/islands/contracts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

const char* fault_of_islands(const WorldState& world, std::span<const Rank> roots, int count,
                             std::span<const RankPair> contacts) noexcept {
  if (roots.size() != world.bodies.size()) return "each body has an island, or none";
  int found = 0;
  for (Rank rank = 0; rank < roots.size(); ++rank) {
    const Rank root = roots[rank];
    if ((root != none) != gives_way(world.bodies.flags[rank])) return "those that give way have an island";
    if (root == none) continue;
    if (root > rank || roots[root] != root) return "the name of an island is its lowest rank";
    found += root == rank ? 1 : 0;
  }
  if (found != count) return "islands are counted";
  for (const RankPair& bodies : contacts) {
    const Rank a = roots[bodies.a], b = roots[bodies.b];
    if (a != none && b != none && a != b) return "no contact leads from one island to another";
  }
  return nullptr;
}

const char* fault_of_paths(const WorldState& world, std::span<const Rank> roots, std::span<const RankPair> contacts,
                           std::span<const Motion> motion) noexcept {
  if (motion.size() != world.bodies.size()) return "each body has a path";
  for (const RankPair& bodies : contacts) {
    for (const Rank rank : {bodies.a, bodies.b}) {
      if (roots[rank] != none && !motion[rank].held) return "bodies of resting contacts are held";
    }
  }
  return nullptr;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
