#pragma once
#include <bankshot/broad/pair_finder.hpp>

#include <algorithm>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// All overlapping pairs among a set of boxes that may hardly have moved since the last call: then they are picked out
/// of the pairs of larger boxes, found once and kept as long as each box stays in its larger one. The answers are those
/// of PairFinder, whatever was kept; so are the demands on boxes.
///
/// Its memory is no state: a copy starts with none, an assignment keeps its own.
class KeptPairs {
 public:
  KeptPairs() = default;
  KeptPairs(const KeptPairs&) noexcept {}
  KeptPairs(KeptPairs&&) noexcept = default;
  KeptPairs& operator=(const KeptPairs&) noexcept { return *this; }
  KeptPairs& operator=(KeptPairs&&) noexcept = default;
  ~KeptPairs() = default;

  void find(std::span<const Box> boxes);
  /// Calls visit(pairs) for what the last find() found, a few at a time and in the order of PairFinder::find; `boxes`
  /// are those it was given.
  template <class Visit>
  void each(std::span<const Box> boxes, Visit&& visit) const;
  /// See PairFinder::query.
  void query(const Box& box, std::vector<std::uint32_t>& found) const;
  /// Whether the last find() looked among kept pairs only.
  bool picked() const noexcept { return picked_; }

 private:
  bool calm(std::span<const Box> boxes) const;
  void make_room(std::span<const Box> boxes);
  bool in_room(std::span<const Box> boxes) const;

  PairFinder finder_;
  std::vector<Box> last_;        ///< of the last call
  std::vector<Box> room_;        ///< the larger boxes; empty: nothing is kept
  std::vector<IndexPair> kept_;  ///< pairs of the larger boxes; where there are none, of the boxes
  bool picked_ = false;
};

/// Each pair is written, and the count moves on if it overlaps: no branch to predict.
template <class Visit>
void KeptPairs::each(std::span<const Box> boxes, Visit&& visit) const {
  if (room_.empty()) return visit(std::span<const IndexPair>(kept_));
  constexpr std::size_t few = 256;
  IndexPair picked[few];
  for (std::size_t begin = 0; begin < kept_.size(); begin += few) {
    std::size_t count = 0;
    for (const IndexPair& pair : std::span(kept_).subspan(begin, std::min(few, kept_.size() - begin))) {
      const Box &a = boxes[pair.a], &b = boxes[pair.b];
      picked[count] = pair;
      count += std::size_t(int(a.lower.x <= b.upper.x) & int(b.lower.x <= a.upper.x) & int(a.lower.y <= b.upper.y) &
                           int(b.lower.y <= a.upper.y));
    }
    visit(std::span<const IndexPair>(picked, count));
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
