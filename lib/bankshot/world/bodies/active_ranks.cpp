#include <bankshot/world/bodies/active_ranks.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Bodies that are examined together: for fewer, the stretches would cost more than the bodies.
constexpr Rank ranks_together = 16;

}  // namespace

void ActiveRanks::take_all(std::size_t bodies) {
  static std::atomic<std::uint64_t> last{0};  // of all worlds: a sub-world reuses the lists of the previous one
  version_ = last.fetch_add(1, std::memory_order_relaxed) + 1;
  stretches_.assign(1, {0, static_cast<Rank>(bodies), 0});
  whole_ = true;
}

void ActiveRanks::begin(const std::vector<BodyFlags>& flags, std::uint64_t stamp) {
  if (disturbed_ || stamp != stamp_) {
    take_all(flags.size());
  } else if (whole_) {
    find_stretches(flags);
  }
  disturbed_ = false, stamp_ = stamp;
  BANKSHOT_ASSERT(holds_all(flags));
}

// The next step also examines all ranks: some stages of this one are over.
void ActiveRanks::update(const std::vector<BodyFlags>& flags) {
  if (disturbed_) take_all(flags.size());
  BANKSHOT_ASSERT(holds_all(flags));
}

void ActiveRanks::find_stretches(const std::vector<BodyFlags>& flags) {
  stretches_.clear();
  whole_ = false;
  const auto size = static_cast<Rank>(flags.size());
  for (Rank begin = 0; begin < size; begin += ranks_together) {
    const Rank end = std::min<Rank>(begin + ranks_together, size);
    if (std::none_of(flags.begin() + begin, flags.begin() + end, may_move)) continue;
    if (!stretches_.empty() && stretches_.back().end == begin) {
      stretches_.back().end = end;
    } else {
      stretches_.push_back({begin, end, count()});
    }
  }
}

/// True if the stretches contain all moving bodies.
bool ActiveRanks::holds_all(const std::vector<BodyFlags>& flags) const {
  std::ptrdiff_t held = 0;
  for_each([&](Rank rank) { held += may_move(flags[rank]) ? 1 : 0; });
  return held == std::count_if(flags.begin(), flags.end(), may_move);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
