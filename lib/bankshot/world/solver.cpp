#include <bankshot/world/solver.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// Contacts of a batch, if islands are small enough: their blocks, 150 bytes a contact, and bodies fit into the cache
/// nearest to a core but one.
constexpr std::uint32_t batch_size = 1024;

}  // namespace

// Islands in the order of their first contacts, as many to a batch as fill it; then a counting sort of the contacts by
// batch, which keeps their order.
void Solver::make_batches(const PairSet& pairs, const Islands& islands) {
  const std::size_t count = pairs.solved_bodies.size();
  members_.resize(count);
  begin_.assign(1, 0);
  batch_of_.assign(islands.bodies(), 0);
  // Contacts per island.
  for (const RankPair& bodies : pairs.solved_bodies) ++batch_of_[islands.root_of(bodies)];
  std::uint32_t filled = 0;
  for (std::uint32_t& island : batch_of_) {
    if (island == 0) continue;
    if (filled != 0 && filled + island > batch_size) {
      begin_.push_back(begin_.back() + filled);
      filled = 0;
    }
    filled += island;
    island = static_cast<std::uint32_t>(begin_.size() - 1);
  }
  begin_.push_back(begin_.back() + filled);
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t i = 0; i < count; ++i) members_[next_[batch_of_[islands.root_of(pairs.solved_bodies[i])]]++] = i;
}

void Solver::solve(WorldState& world, const PairSet& pairs, const Islands& islands, Real dt,
                   std::vector<Motion>& motion, EnergyBooks* books) {
  impulses_.resize(pairs.solved.size());
  if (pairs.solved.empty()) return;
  const Real h = dt / static_cast<Real>(world.settings.substeps);
  make_batches(pairs, islands);
  for (std::size_t i = 0; i + 1 < begin_.size(); ++i) {
    const std::span<const std::uint32_t> members = std::span(members_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
    batch_.prepare(world, pairs, members, h, places_, motion);
    batch_.solve(world, h, books);
    batch_.write(world, motion, impulses_);
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
