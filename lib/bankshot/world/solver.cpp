#include <bankshot/world/solver.hpp>

#include <bankshot/world/float_environment.hpp>

#include <atomic>

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

/// A body that contacts do not move goes the way that its velocity says, summed up as for those that they do.
void Solver::carry(WorldState& world, Rank rank, Real h, Motion& motion) const {
  motion.held = true;
  const BodyFlags& flags = world.bodies.flags[rank];
  if (flags.type != BodyType::kinematic || !flags.awake) return;
  const BodyVelocity& v = world.bodies.velocity[rank];
  motion.displacement = {};
  motion.turn = 0;
  for (int substep = 0; substep < world.settings.substeps; ++substep) {
    motion.displacement += h * v.linear;
    motion.turn += h * v.angular;
  }
  world.bodies.velocity_remainder[rank] = {};
}

void Solver::solve(WorldState& world, const PairSet& pairs, const Islands& islands, Real dt,
                   std::vector<Motion>& motion, EnergyBooks* books) {
  impulses_.resize(pairs.solved.size());
  if (pairs.solved.empty()) return;
  const Real h = dt / static_cast<Real>(world.settings.substeps);
  make_batches(pairs, islands);
  for (const RankPair& bodies : pairs.solved_bodies) {
    for (const Rank rank : {bodies.a, bodies.b}) {
      if (islands.root(rank) != none) {
        motion[rank].held = true;
      } else if (world.bodies.flags[rank].type != BodyType::fixed) {
        carry(world, rank, h, motion[rank]);
      }
    }
  }
  const int batches = static_cast<int>(begin_.size() - 1);
  // The books of a body that several batches have are one.
  const int pieces = books != nullptr ? 1 : world.crew.pieces(begin_.size() - 1, 1);
  if (benches_.size() < static_cast<std::size_t>(pieces)) benches_.resize(static_cast<std::size_t>(pieces));
  std::atomic<int> next = 0;
  world.crew.each(pieces, [&](int piece) {
    const FloatEnvironment standard;
    auto& [batch, places] = benches_[static_cast<std::size_t>(piece)];
    for (int i = next.fetch_add(1); i < batches; i = next.fetch_add(1)) {
      const std::uint32_t begin = begin_[static_cast<std::size_t>(i)], end = begin_[static_cast<std::size_t>(i) + 1];
      batch.prepare(world, pairs, std::span(members_).subspan(begin, end - begin), h, places);
      batch.solve(world, h, books);
      batch.write(world, motion, impulses_);
    }
  });
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
