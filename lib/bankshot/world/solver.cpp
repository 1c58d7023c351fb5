#include <bankshot/world/solver.hpp>

#include <bankshot/world/float_environment.hpp>

#include <atomic>

namespace bankshot::inline BANKSHOT_ABI::detail {
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
  plan_.update(world, pairs, islands);
  for (const Rank rank : plan_.bodies()) {
    if (islands.root(rank) != none) {
      motion[rank].held = true;
    } else {
      carry(world, rank, h, motion[rank]);
    }
  }
  const int batches = static_cast<int>(plan_.batches());
  // The books of a body that several batches have are one.
  const int pieces = books != nullptr ? 1 : world.crew.pieces(plan_.batches(), 1);
  if (benches_.size() < static_cast<std::size_t>(pieces)) benches_.resize(static_cast<std::size_t>(pieces));
  std::atomic<int> next = 0;
  world.crew.each(pieces, [&](int piece) {
    const FloatEnvironment standard;
    SolverBatch& batch = benches_[static_cast<std::size_t>(piece)];
    for (int i = next.fetch_add(1); i < batches; i = next.fetch_add(1)) {
      const SolverPlan::Batch plan = plan_.batch(static_cast<std::size_t>(i));
      batch.prepare(world, pairs, plan, h);
      batch.solve(world, plan, h, books);
      batch.write(world, plan, motion, impulses_);
    }
  });
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
