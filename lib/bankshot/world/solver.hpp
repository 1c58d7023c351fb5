#pragma once
// The soft contact solver: bodies held by resting contacts, in sub-steps. Not part of the public interface.
//
// Each sub-step of length h: velocities take gravity and forces, contacts are solved softly with a push-out for
// overlaps, poses follow, and a relax pass without push-out takes back the velocity that the push-out gave. Restitution
// has no place here. Source: the "soft step" of Catto, Solver2D (2024); Macklin et al., Small Steps in Physics
// Simulation (2019).

#include <bankshot/world/constraint.hpp>
#include <bankshot/world/motion.hpp>
#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

class EnergyBooks;

/// A solver body: arrays of four Real, see SolverArrays. Body 0 stands for everything fixed.
struct SolverBodies {
  struct Velocity {
    Real x = 0, y = 0, turn = 0, inverse_mass = 0;  ///< turn: w rho
  };
  struct Position {
    Real x = 0, y = 0, turn = 0, unused = 0;  ///< since the step began; turn: angle x rho
  };
  struct Drive {
    Real x = 0, y = 0, turn = 0;             ///< acceleration; turn: times rho
    Real linear_keep = 1, angular_keep = 1;  ///< what damping leaves of the velocity in a sub-step
    Real gyration = 1;
  };
  std::vector<Rank> rank;
  std::vector<Velocity> velocity;
  std::vector<Velocity> base;  ///< velocity of this sub-step before any contact acted
  std::vector<Position> position;
  std::vector<Drive> drive;
  std::vector<Velocity> start;  ///< when this sub-step began
  std::vector<Drive> driven;    ///< in this sub-step, with the force hook's part

  std::size_t size() const { return rank.size(); }
};

/// Contacts of one colour share no moving body: blocks begin .. end of Solver::blocks.
struct Colour {
  std::size_t begin = 0, end = 0;
};

class Solver {
 public:
  /// Collects the held bodies and the constraints of all pairs marked `solve`; marks the bodies in `motion`.
  void prepare(const WorldState& world, const PairSet& pairs, Real dt, std::vector<Motion>& motion);
  /// Runs the sub-steps and writes velocities to the world, paths to `motion`. `books` may be null.
  void solve(WorldState& world, Real dt, std::vector<Motion>& motion, EnergyBooks* books);
  /// Impulses of near pair i's contact; zeros when the solver does not have it.
  void impulses(std::size_t near_pair, ContactRecord& record) const;

 private:
  void collect_bodies(const WorldState& world, const PairSet& pairs, Real h, std::vector<Motion>& motion);
  void colour_contacts(const WorldState& world, const PairSet& pairs);
  void fill_blocks(const WorldState& world, const PairSet& pairs, Real h);
  void integrate_velocities(const WorldState& world, Real h, bool first);
  void integrate_positions(Real h);
  void straighten(Real h);
  void book_substep(Real h, EnergyBooks& books) const;
  void book_contact(const ConstraintBlock& c, std::size_t i, EnergyBooks& books) const;

  SolverBodies bodies_;
  std::vector<std::uint32_t> body_of_rank_;  ///< 0: fixed, or not held
  std::vector<std::uint64_t> colours_of_;    ///< per solver body, the colours it has a contact in
  std::vector<std::uint32_t> contact_;       ///< near pairs that are solved
  std::vector<std::uint8_t> colour_;         ///< of contact_[i]
  std::vector<std::uint32_t> place_;         ///< of near pair i: block x block_size + lane; none
  std::vector<ConstraintBlock> blocks_;
  std::vector<Colour> colours_;
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
