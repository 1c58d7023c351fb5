#pragma once
// Friction on a table of the bodies that contacts hold, see TableFriction. Not part of the public interface.
//
// A sub-step begins with the friction of a sliding body: an acceleration against the velocity that the body would have
// without contacts, and no more than stops it. Contacts then change that velocity. So between their passes friction is
// a row of its own, like that of a contact: it stops the body as far as the impulse of all its passes together does not
// exceed its bound. So a body stands if its neighbours push it with less than that bound.

#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/pairs/contact_pairs.hpp>
#include <bankshot/world/solver/solver_bodies.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class TableRows {
 public:
  /// Finds the bodies that rub on a table, of those with these ranks, which are the solver bodies 1, 2, ...
  void prepare(const WorldState& world, const ContactPairs& pairs, std::span<const Rank> ranks,
               const SolverBodies& bodies, Real h);
  bool any() const noexcept { return !rows_.empty(); }
  /// Adds the friction with which a sub-step begins to the bodies' accelerations, in SolverBodies::hooked; `hooked`:
  /// the force hook has set these anew.
  void begin_substep(bool hooked, SolverBodies& bodies);
  /// Solves all rows. A body that joints tie has none: their groups answer as a whole.
  void solve(SolverBodies& bodies);
  /// Takes the friction out of the accelerations, and of the velocities that these lead to; puts it back the next time.
  void exchange(SolverBodies& bodies);
  void book(const WorldState& world, std::span<const Rank> ranks, const SolverBodies& bodies,
            EnergyRecorder& books) const;

 private:
  /// Velocities as in SolverBodies.
  struct Row {
    std::uint32_t body = 0;
    Real most = 0, most_turn = 0;  ///< that friction may take in a sub-step
    V2 first, given;               ///< what it gives when the sub-step begins, and in all
    Real first_turn = 0, turned = 0;
    SolverBodies::Drive drive;  ///< without friction
    SolverBodies::Velocity base;
    bool tied = false;
  };
  std::vector<Row> rows_;
  Real h_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
