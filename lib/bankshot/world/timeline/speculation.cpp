#include <bankshot/world/timeline/speculation.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/rest/classify.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool earlier(const ContactPair& l, const PairKey& r) { return l.key < r; }

}  // namespace

bool Speculation::add(const WorldState& world, const Islands& islands, Timeline& timeline, ContactPairs& pairs,
                      SolverWork& work, ToiWork& toi) {
  if (rounds_ == 0) toi.speculative.clear();
  if (rounds_ == tolerance::speculation_rounds) return false;
  timeline.foresee(found_);
  keep_crowded(world, islands, work);
  if (found_.empty()) return false;
  ++rounds_;
  add_near(pairs, toi);
  add_parts(world, pairs);
  update_far(timeline.out_of_bounds(), toi);
  warm_start(world, pairs);
  partition_pairs(world, pairs, work, toi);
  return true;
}

bool Speculation::crowded(const Islands& islands, const RankPair& bodies) const {
  const auto many = [&](Rank rank) {
    const Rank root = islands.root(rank);
    if (root == none) return false;
    const Count& count = of_island_[root];
    return count.hits >= tolerance::crowd_hits && count.hits * tolerance::crowd_share >= count.contacts;
  };
  return many(bodies.a) || many(bodies.b);
}

/// An island's result must not depend on any other island, so each is counted by itself.
void Speculation::keep_crowded(const WorldState& world, const Islands& islands, const SolverWork& work) {
  if (found_.size() < tolerance::crowd_hits) return found_.clear();
  of_island_.assign(world.bodies.size(), {});
  const auto count = [&](const RankPair& bodies, std::uint32_t Count::*what) {
    const Rank a = islands.root(bodies.a), b = islands.root(bodies.b);
    if (a != none) ++(of_island_[a].*what);
    if (b != none && b != a) ++(of_island_[b].*what);
  };
  for (const RankPair& bodies : work.bodies) count(bodies, &Count::contacts);
  for (const SpeculativeContact& contact : found_) count({contact.pair.body_a, contact.pair.body_b}, &Count::hits);
  std::erase_if(found_, [&](const SpeculativeContact& contact) {
    return !crowded(islands, {contact.pair.body_a, contact.pair.body_b});
  });
}

/// Merges the contacts into the list of contact pairs, from its end on.
void Speculation::add_near(ContactPairs& pairs, ToiWork& toi) {
  std::vector<ContactPair>& near = pairs.near;
  std::size_t more = 0;
  for (const SpeculativeContact& contact : found_) {
    const auto place = std::lower_bound(near.begin(), near.end(), contact.pair.key, earlier);
    more += place == near.end() || place->key != contact.pair.key ? 1 : 0;
  }
  std::size_t from = near.size(), to = from + more;
  near.resize(to), pairs.geometry.resize(to);
  for (auto contact = found_.rbegin(); contact != found_.rend();) {
    --to;
    const bool behind = from > 0 && contact->pair.key < near[from - 1].key;
    const bool there = from > 0 && contact->pair.key == near[from - 1].key;
    if (behind || there) --from;
    near[to] = behind ? near[from] : contact->pair;
    pairs.geometry[to] = behind ? pairs.geometry[from] : contact->geometry;
    if (!behind) ++contact;
  }
  std::vector<SpeculativeContact>& all = toi.speculative;
  all.insert(all.end(), found_.begin(), found_.end());
  std::sort(all.begin(), all.end(), [](const auto& l, const auto& r) { return l.pair.key < r.pair.key; });
}

/// Adds parts for pairs that were TOI candidates until now.
void Speculation::add_parts(const WorldState& world, ContactPairs& pairs) {
  for (const SpeculativeContact& contact : found_) {
    const PairKey& key = contact.pair.key;
    if (world.proxies[key.a].convex && world.proxies[key.b].convex) continue;
    ContactPair& pair = *std::lower_bound(pairs.near.begin(), pairs.near.end(), key, earlier);
    if (pair.parts != none) continue;
    pair.parts = static_cast<std::uint32_t>(pairs.parts.size());
    pairs.parts.resize(pairs.parts.size() + 1);
    pairs.parts.set(pair.parts, world, key);
  }
}

/// Updates the TOI candidates: the old ones and those of thrown bodies, without the new contacts.
void Speculation::update_far(std::span<const ToiCandidate> thrown, ToiWork& toi) {
  resize_anew(far_, toi.far.size() + thrown.size());
  std::size_t count = 0;
  auto contact = found_.cbegin();
  const auto take = [&](const ToiCandidate& pair) {
    while (contact != found_.cend() && contact->pair.key < pair.key) ++contact;
    far_[count] = pair;
    count += contact != found_.cend() && contact->pair.key == pair.key ? 0 : 1;
  };
  auto far = toi.far.cbegin();
  for (const ToiCandidate& pair : thrown) {
    for (; far != toi.far.cend() && far->key < pair.key; ++far) take(*far);
    take(pair);
  }
  for (; far != toi.far.cend(); ++far) take(*far);
  far_.resize(count);
  toi.far.swap(far_);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
