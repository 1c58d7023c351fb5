#pragma once
// Rolling resistance of resting contacts, see Material::rolling_resistance. Not part of the public interface.
//
// A contact that bears N resists the turning of its two bodies relative to one another by a torque of at most b N, b
// being the resistance times the larger rounding radius: as if the load acted that far ahead. Between the passes of the
// contacts, a row per contact stops that turning as far as its impulse in the sub-step, of all passes together, does
// not exceed its bound. Few contacts have it, so the kernels know nothing of it.

#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/solver/contact_blocks.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class RollingRows {
 public:
  /// Finds the contacts of a batch that resist rolling. Those of bodies that joints tie do not.
  void prepare(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
               const SolverPlan::Batch& plan, const SolverBodies& bodies);
  bool any() const noexcept { return !rows_.empty(); }
  void solve(const ContactBlocks& blocks, SolverBodies& bodies);
  void book(std::span<const Rank> ranks, EnergyRecorder& books) const;

 private:
  struct Row {
    std::uint32_t contact = 0;          ///< place in the batch
    std::uint32_t block = 0, lane = 0;  ///< in ContactBlocks
    std::uint32_t a = 0, b = 0;         ///< solver bodies
    Real arm = 0;                       ///< length: the largest torque per load
    Real mass = 0;                      ///< impulse per change of the relative spin
    Real effect_a = 0, effect_b = 0;    ///< of an impulse on what SolverBodies has of the spin
    Real scale_a = 0, scale_b = 0;      ///< makes a spin of that
    Real impulse = 0;                   ///< in the sub-step, on A
  };
  std::vector<Row> rows_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
