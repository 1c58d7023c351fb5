#pragma once
// Which contacts of a batch may be solved side by side. Not part of the public interface.

#include <bankshot/world/solver/solver_bodies.hpp>
#include <bankshot/world/solver/solver_plan.hpp>
#include <bankshot/world/solver/stiff_groups.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Gives each contact of a batch a group of contacts that share no moving body, see GroupTable.
class ContactColours {
 public:
  /// Writes the groups and the order of contacts to `plan`. `unsettled`: per contact, see UnsettledContacts.
  void choose(const SolverPlan::Batch& plan, const SolverBodies& bodies, const StiffGroups& stiff_groups,
              std::span<const std::uint8_t> unsettled);
  /// For debug builds: null, or the contract that the groups of `plan` break.
  const char* fault(const SolverPlan::Batch& plan, const SolverBodies& bodies) {
    return fault_of_groups(plan, bodies.marks, SolverBodies::moved, group_);  // which is free memory by now
  }

 private:
  void choose_group(const SolverPlan::Batch& plan, std::size_t contact, const SolverBodies& bodies, bool last,
                    bool stiff, bool unsettled);

  std::vector<std::uint64_t> colours_of_;  ///< per solver body, the colours that it has a contact in
  std::vector<std::uint8_t> group_;        ///< of each contact
};

}  // namespace bankshot::BANKSHOT_ABI::detail
