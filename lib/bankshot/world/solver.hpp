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
#include <bankshot/world/pinch.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

class EnergyBooks;

/// Contacts of one colour share no moving body. One bit each; contacts that find none get a block of their own, in
/// order.
inline constexpr int colour_count = 63;
inline constexpr int layer_size = colour_count + 1;
inline constexpr int pinch_group = 2 * layer_size;   ///< colours of unsettled contacts, then those of all others, then
inline constexpr int group_count = pinch_group + 1;  ///< those that pinch a body, which no kernel solves

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
  void find_unsettled(const WorldState& world, const PairSet& pairs);
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
  std::vector<std::uint8_t> settled_;        ///< per solver body, whether it has a contact that is not new
  std::vector<std::uint8_t> unsettled_;      ///< of contact_[i], see find_unsettled
  std::vector<std::uint8_t> group_;          ///< of contact_[i]: contacts of one group share no moving body
  std::vector<std::uint32_t> place_;         ///< of near pair i: block x block_size + lane; none
  std::vector<ConstraintBlock> blocks_;
  std::size_t group_begin_[group_count] = {};  ///< place in blocks_
  std::size_t unsettled_blocks_ = 0;           ///< these come first
  Pinches pinches_;
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
