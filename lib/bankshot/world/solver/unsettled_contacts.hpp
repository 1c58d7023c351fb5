#pragma once
// Contacts of which the solver does not know the load, and bodies that are shoved. Not part of the public interface.

#include <bankshot/world/pairs/solver_work.hpp>
#include <bankshot/world/solver/solver_bodies.hpp>
#include <bankshot/world/solver/solver_plan.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Amount of contacts, read but not solved, that is worth another thread.
inline constexpr std::size_t least_contacts = 256;

class UnsettledContacts {
 public:
  /// Finds the contacts of a batch that take more passes. Returns true if there are any.
  bool find(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
            const SolverBodies& bodies, Real h, const ThreadTeam& team);
  /// Per contact: 1 if it is unsettled.
  std::span<const std::uint8_t> marks() const noexcept { return unsettled_; }

  /// Finds the bodies that a kinematic body shoves as the step begins.
  void find_shoved(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                   const SolverBodies& bodies, Real h);
  /// Sets the velocity of shoved bodies at the start of the sub-step to that at its end; a second call restores it.
  void exchange_starts(SolverBodies& bodies);

 private:
  bool find_thrown(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                   const SolverBodies& bodies, Real h);

  std::vector<std::uint8_t> unsettled_;  ///< of each contact
  std::vector<std::uint8_t> thrown_;     ///< per solver body: 1 if a speculative contact or a landing moves it
  std::vector<std::uint32_t> shoved_;    ///< solver bodies, each once
  std::vector<SolverBodies::Velocity> shoved_from_;  ///< of shoved_[i]: see exchange_starts()
};

}  // namespace bankshot::BANKSHOT_ABI::detail
