#include <bankshot/world/pairs/persistent_pairs.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/pairs/candidate_block.hpp>

#include <algorithm>
#include <bit>

#define BANKSHOT_KERNEL <bankshot/world/pairs/filter_pairs_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// At most one in this many contact pairs, and kept pairs, may be unknown: these are made elsewhere and then merged.
constexpr std::size_t others_share = 2;
/// Fewer contact pairs are sorted in less time than it takes to check whether they are known.
constexpr std::size_t fewest = 16;
/// If known pairs lasted for fewer steps than `short_life`, no new ones are chosen for `rest` steps.
constexpr int short_life = 4, rest = 8;

PairKey key_of(const BroadPairs& broad, const IndexPair& places) {
  return {broad.active[places.a], broad.active[places.b], 0, 0};
}

/// The first place in the list of contact pairs that may have this key.
std::uint32_t near_from(const ContactPairs& pairs, const PairKey& key) {
  return static_cast<std::uint32_t>(first_from(pairs.near, key) - pairs.near.begin());
}

/// True if the pair is sorted by kinds alone, and both bodies are movable whatever else they touch.
bool can_be_known(const IndexPair& places, const ContactPair& pair, const BroadPairs& broad) {
  if (!pair.both_movable || broad.shapes[places.a].kind() == 0 || broad.shapes[places.b].kind() == 0) return false;
  const Real a = broad.mobility[pair.body_a].inverse_mass, b = broad.mobility[pair.body_b].inverse_mass;
  return a > 0 && b > 0 && max(a, b) <= tolerance::pinch * (a + b);
}

/// Gives the pairs of a block, which are at these places of the list, their margins. Returns true if all are near.
bool take_margins(Real dt, const BroadPairs& broad, ContactPairs& pairs, const std::uint32_t* places,
                  CandidateBlock& block) {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(check_block);
  if (block.count == 0) return true;
  block.near = block.both_movable = block.unlike = 0;
  kernel[block.fill_up()](broad.tight.data(), broad.reach.data(), broad.mobility.data(), dt, block);
  const std::uint64_t all = ~std::uint64_t{0} >> (CandidateBlock::size - block.count);
  if ((block.near & all) != all) return false;
  for (int i = 0; i < block.count; ++i) pairs.near[places[i]].margin = block.margin[i];
  block.count = 0;
  return true;
}

}  // namespace

bool PersistentPairs::hold(const WorldState& world, const PairCache& finder, Real dt, bool same_lists,
                           const BroadPairs& broad, ContactPairs& pairs) {
  held_ = chosen_ && same_lists && finder.picked() && finder.stamp() == kept_ &&
          world.structure_changed.stamp() == structure_ &&
          !world.team.any_range(finder.kept().size(), least_pairs,
                                [&](const Range& range) { return !still_near(finder, range, dt, broad, pairs); });
  if (chosen_ && !held_) {
    wait_ = age_ < short_life ? rest : 0;
    chosen_ = false;
  }
  ++age_;
  return held_;
}

/// Checks the known ones in a range of the kept pairs.
bool PersistentPairs::still_near(const PairCache& finder, const Range& range, Real dt, const BroadPairs& broad,
                                 ContactPairs& pairs) const {
  const IndexPair *kept = finder.kept().data() + range.begin, *const end = finder.kept().data() + range.end;
  if (kept == end) return true;
  const IndexPair* other = std::lower_bound(others_.data(), others_.data() + others_.size(), *kept);
  const IndexPair* const others_end = others_.data() + others_.size();
  std::uint32_t near = near_from(pairs, key_of(broad, *kept));
  const std::uint32_t* taken =
      std::lower_bound(places_of_near_.data(), places_of_near_.data() + places_of_near_.size(), near);
  const std::uint32_t* const taken_end = places_of_near_.data() + places_of_near_.size();
  CandidateBlock block;
  std::uint32_t places[CandidateBlock::size];
  for (; kept != end; ++kept) {
    if (other != others_end && *other == *kept) {
      ++other;
      continue;
    }
    for (; taken != taken_end && *taken == near; ++taken) ++near;
    const ContactPair& pair = pairs.near[near];
    const int i = block.count++;
    block.shape_a[i] = kept->a, block.shape_b[i] = kept->b;
    block.row_a[i] = 2 * pair.body_a, block.row_b[i] = 2 * pair.body_b;
    block.extent[i] = pair.extent;
    places[i] = near++;
    if (block.count == CandidateBlock::size && !take_margins(dt, broad, pairs, places, block)) return false;
  }
  return take_margins(dt, broad, pairs, places, block);
}

/// Walks both lists in the order of keys: kept pairs and contact pairs, which include those with resting shapes.
/// Returns false if too many pairs are not known.
bool PersistentPairs::choose_pairs(const PairCache& finder, const BroadPairs& broad, const ContactPairs& pairs) {
  const std::size_t most_others = finder.kept().size() / others_share, most_near = pairs.near.size() / others_share;
  others_.clear(), places_of_near_.clear();
  bounces_ = false;
  std::uint32_t near = 0;
  const auto pass_near = [&](std::uint32_t end) {
    for (; near < end; ++near) append(places_of_near_) = near;
  };
  for (const IndexPair& places : finder.kept()) {
    const PairKey key = key_of(broad, places);
    std::uint32_t at = near;
    while (at < pairs.near.size() && pairs.near[at].key < key) ++at;
    pass_near(at);
    if (at < pairs.near.size() && pairs.near[at].key == key && can_be_known(places, pairs.near[at], broad)) {
      bounces_ |= pairs.near[near++].restitution > 0;
    } else {
      append(others_) = places;
    }
    if (others_.size() > most_others || places_of_near_.size() > most_near) return false;
  }
  pass_near(static_cast<std::uint32_t>(pairs.near.size()));
  return places_of_near_.size() <= most_near;
}

void PersistentPairs::choose(const WorldState& world, const PairCache& finder, const BroadPairs& broad,
                             const ContactPairs& pairs) {
  chosen_ = false;
  if (wait_ > 0) return void(--wait_);
  // A user's rules and hooks may answer differently each time.
  if (world.settings.mix != nullptr || world.settings.contact_hook.function != nullptr) return;
  if (!finder.picked() || pairs.near.size() < fewest) return;
  chosen_ = choose_pairs(finder, broad, pairs);
  if (!chosen_) return void(wait_ = rest);
  structure_ = world.structure_changed.stamp(), kept_ = finder.stamp();
  age_ = 0;
}

/// Replaces the unknown pairs of the last step in the list by these.
void PersistentPairs::make_places(std::span<const ContactPair> others, ContactPairs& pairs) {
  std::vector<ContactPair>& near = pairs.near;
  std::size_t known = 0;
  for (std::size_t i = 0, gone = 0; i < near.size(); ++i) {
    if (gone < places_of_near_.size() && places_of_near_[gone] == i) {
      ++gone;
    } else {
      near[known++] = near[i];
    }
  }
  make_room(near, known + others.size());
  near.resize(known + others.size());
  make_room(places_of_near_, others.size());
  places_of_near_.resize(others.size());
  for (std::size_t left = others.size(), end = near.size(); left > 0;) {  // backwards
    --end;
    if (known > 0 && others[left - 1].key < near[known - 1].key) {
      near[end] = near[--known];
    } else {
      near[end] = others[--left];
      places_of_near_[left] = static_cast<std::uint32_t>(end);
    }
  }
}

void PersistentPairs::put(std::span<const ContactPair> others, ContactPairs& pairs) {
  bool same = others.size() == places_of_near_.size();
  for (std::size_t i = 0; same && i < others.size(); ++i) {
    ContactPair& there = pairs.near[places_of_near_[i]];
    same = there.key == others[i].key;
    if (same) there = others[i];
  }
  if (!same) make_places(others, pairs);
  pairs.bounces |= bounces_;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
