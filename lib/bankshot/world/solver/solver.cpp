#include <bankshot/world/solver/solver.hpp>

#include <atomic>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Number of contacts from which a batch is worth a barrier for all threads after every colour.
constexpr std::size_t least_shared = 1024;

}  // namespace

/// Moves a body that contacts do not push along its velocity, summed as for those that they do.
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

void Solver::solve(WorldState& world, ContactPairs& pairs, SolverWork& work, const Islands& islands, TiedGroups& tied,
                   Real dt, std::vector<Motion>& motion, EnergyRecorder* books) {
  if (work.pairs.empty()) return;
  const Real h = dt / static_cast<Real>(world.settings.substeps);
  plan_.update(world, work, islands, tied);
  for (const Rank rank : plan_.bodies()) {
    if (islands.root(rank) != none) {
      motion[rank].held = true;
    } else {
      carry(world, rank, h, motion[rank]);
    }
  }
  turned_.turn(world, pairs, work, dt);
  // A body in several batches has a single energy record, so only one thread may write it.
  const ThreadTeam alone;
  const ThreadTeam& team = books != nullptr ? alone : world.team;
  const std::size_t batches = plan_.batches();
  const int chunks = team.chunks(batches, 1);
  if (benches_.size() < static_cast<std::size_t>(chunks)) benches_.resize(static_cast<std::size_t>(chunks));
  const auto solve_batch = [&](std::size_t i, SolverBatch& bench, const ThreadTeam& together) {
    const SolverPlan::Batch plan = plan_.batch(i);
    bench.prepare(world, pairs, work, plan, tied, together, h);
    bench.solve(world, plan, together, h, books);
    bench.write(world, work, plan, together, motion, pairs);
  };
  // All threads share a batch that would otherwise still be in work when all others are done.
  const auto is_shared = [&](std::size_t i) {
    const std::size_t contacts = plan_.batch(i).members.size();
    return contacts >= least_shared && contacts * static_cast<std::size_t>(team.size()) > work.pairs.size();
  };
  for (std::size_t i = 0; i < batches && team.size() > 1; ++i) {
    if (is_shared(i)) solve_batch(i, benches_.front(), team);
  }
  std::atomic<std::size_t> next = 0;
  team.each(chunks, [&](int chunk) {
    SolverBatch& bench = benches_[static_cast<std::size_t>(chunk)];
    for (std::size_t i = next.fetch_add(1); i < batches; i = next.fetch_add(1)) {
      if (team.size() == 1 || !is_shared(i)) solve_batch(i, bench, alone);
    }
  });
  turned_.turn_back(pairs);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
