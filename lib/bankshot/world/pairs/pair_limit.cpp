#include <bankshot/world/pairs/pair_limit.hpp>

#include <bankshot/math/text.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/filters.hpp>
#include <bankshot/world/pairs/broad_pairs.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

[[noreturn]] void refuse(const WorldState& world, Rank body, const std::string& found, std::size_t own) {
  throw std::length_error("step: " + found + ", " + std::to_string(own) + " of them with one shape at " +
                          text(world.bodies.pose[body].centre) +
                          "; nothing has moved. Move bodies apart, let filters say " +
                          "what need not meet, or allow more: pair_limit is " + std::to_string(near_limit(world)));
}

}  // namespace

std::size_t near_limit(const WorldState& world) noexcept {
  if (world.settings.pair_limit > 0) return static_cast<std::size_t>(world.settings.pair_limit);
  return std::max(tolerance::pairs_of_any_world, tolerance::pairs_per_shape * world.proxies.size());
}

std::size_t candidate_limit(const WorldState& world) noexcept {
  return tolerance::candidates_per_pair * near_limit(world);
}

bool CandidateSieve::matters(const IndexPair& pair) const {
  return may_meet(world_, world_.proxies[broad_.active[pair.a]], world_.proxies[broad_.active[pair.b]]);
}

MostPairs most_found(const BroadPairs& broad) {
  std::vector<std::size_t> count(broad.active.size(), 0);
  for (const IndexPair& pair : broad.found) ++count[pair.a], ++count[pair.b];
  for (const RestingPair& pair : broad.with_resting) ++count[pair.moving];
  MostPairs most;
  for (std::size_t i = 0; i < count.size(); ++i) most.ask(count[i], i);
  return most;
}

void refuse_candidates(const WorldState& world, const BroadPairs& broad, const MostPairs& most) {
  constexpr std::size_t times = tolerance::candidates_per_pair / 2;  // at most half of a list may remain after sifting
  static_assert(2 * times == tolerance::candidates_per_pair);
  refuse(world, broad.shapes[most.place].body(),
         "more than " + std::to_string(times * near_limit(world)) + " pairs of shapes, " + std::to_string(times) +
             " times pair_limit, might meet",
         most.count);
}

void refuse_near(const WorldState& world, const BroadPairs& broad) {
  const MostPairs most = most_found(broad);
  refuse(world, broad.shapes[most.place].body(),
         "more than " + std::to_string(near_limit(world)) + " pairs of shapes, or of their parts, are near",
         most.count);
}

void refuse_seen(const WorldState& world, std::uint32_t seer, std::size_t count) {
  refuse(world, world.proxies[seer].body,
         "more than " + std::to_string(near_limit(world)) + " pairs of shapes at rest are seen by sensors", count);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
