#include <bankshot/broad/pair_cache.hpp>
#include <bankshot/math/vector_growth.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Margin on each side of a box, as a fraction of its smaller extent. More margin gives more pairs to pick from, less
/// is left sooner.
constexpr Real room_share = Real(1) / 16;
/// The number of further steps that a box may move as in the last one before it leaves its margin. If many boxes would
/// need more than that margin, pairs are found anew each time.
constexpr Real steps_kept = 8;
/// At most one box in this many may move that far.
constexpr std::size_t movers = 64;

Real finite_bound(Real x) {
  constexpr Real greatest = std::numeric_limits<Real>::max();
  return clamp(x, -greatest, greatest);
}

Real smaller_extent(const Box& box) { return min(box.upper.x - box.lower.x, box.upper.y - box.lower.y); }

/// The largest displacement of a box's sides.
Real way(const Box& from, const Box& to) {
  return max(max(absolute(to.lower.x - from.lower.x), absolute(to.lower.y - from.lower.y)),
             max(absolute(to.upper.x - from.upper.x), absolute(to.upper.y - from.upper.y)));
}

}  // namespace

void PairCache::find(std::span<const Box> boxes, std::vector<IndexPair>& pairs) {
  const std::size_t kept = prepare(boxes, pairs);
  if (kept == 0) return;
  resize_anew(pairs, kept);
  pairs.resize(pick(boxes, kept_, pairs.data()));
}

/// If a sieve dropped pairs, they are not kept: in the next step other pairs may matter.
std::size_t PairCache::prepare(std::span<const Box> boxes, std::vector<IndexPair>& pairs, const PairSieve* sieve) {
  picked_ = in_room(boxes);
  stamp_ += picked_ ? 0 : 1;
  crowded_ = false;
  if (!picked_) {
    const bool keep = !finder_.sifted() && calm(boxes);
    room_.clear();
    if (keep) {
      make_room(boxes);
      finder_.find(room_, kept_, sieve);
      if (finder_.sifted()) room_.clear();
    }
    if (room_.empty()) crowded_ = !finder_.find(boxes, pairs, sieve);
  }
  last_.assign(boxes.begin(), boxes.end());
  if (room_.empty()) return 0;
  if (kept_.empty()) pairs.clear();
  return kept_.size();
}

/// True if keeping pairs is worthwhile.
bool PairCache::calm(std::span<const Box> boxes) const {
  if (last_.size() != boxes.size() || boxes.empty()) return false;
  std::size_t moving = 0;
  for (std::size_t i = 0; i < boxes.size() && moving * movers <= boxes.size(); ++i) {
    moving += steps_kept * way(last_[i], boxes[i]) > room_share * smaller_extent(boxes[i]) ? 1 : 0;
  }
  return moving * movers <= boxes.size();
}

void PairCache::make_room(std::span<const Box> boxes) {
  room_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    const V2 low = box.lower + steps_kept * (box.lower - last_[i].lower);
    const V2 high = box.upper + steps_kept * (box.upper - last_[i].upper);
    const Real room = room_share * smaller_extent(box);
    room_[i] = {{finite_bound(min(box.lower.x, low.x) - room), finite_bound(min(box.lower.y, low.y) - room)},
                {finite_bound(max(box.upper.x, high.x) + room), finite_bound(max(box.upper.y, high.y) + room)}};
  }
}

bool PairCache::in_room(std::span<const Box> boxes) const {
  if (room_.size() != boxes.size() || boxes.empty()) return false;
  bool all = true;
  for (std::size_t i = 0; i < boxes.size() && all; ++i) all = contains(room_[i], boxes[i]);
  return all;
}

/// Picks in the order in which pairs are kept. Every pair is written, and the count advances if it overlaps: no branch
/// to predict.
std::size_t PairCache::pick(std::span<const Box> boxes, std::span<const IndexPair> among, IndexPair* pairs) {
  std::size_t count = 0;
  for (const IndexPair& pair : among) {
    const Box &a = boxes[pair.a], &b = boxes[pair.b];
    pairs[count] = pair;
    count += std::size_t(int(a.lower.x <= b.upper.x) & int(b.lower.x <= a.upper.x) & int(a.lower.y <= b.upper.y) &
                         int(b.lower.y <= a.upper.y));
  }
  return count;
}

void PairCache::query(const Box& box, std::vector<std::uint32_t>& found) const {
  finder_.query(box, found);
  if (!room_.empty()) std::erase_if(found, [&](std::uint32_t i) { return !overlaps(last_[i], box); });
}

}  // namespace bankshot::BANKSHOT_ABI::detail
