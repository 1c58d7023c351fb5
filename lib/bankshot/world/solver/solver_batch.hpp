#pragma once
// The soft contact solver: bodies held by resting contacts, in sub-steps. Not part of the public interface.
//
// In each sub-step of length h, velocities take gravity and forces, contacts are solved softly with a push-out of
// overlaps, poses follow, and a relax pass without push-out removes the velocity that the push-out gave. Restitution
// has no place here. Source: the "soft step" of Catto, Solver2D (2024); Macklin et al., Small Steps in Physics
// Simulation (2019).

#include <bankshot/simd/width.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/solver/solver_plan.hpp>
#include <bankshot/world/solver/stiff_groups.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// Amounts that are worth another thread: blocks of one colour; contacts that are read but not solved.
inline constexpr std::size_t least_blocks = 4, least_contacts = 256;

/// The solver bodies: arrays of four Real, see SolverArrays. Body 0 stands for all fixed bodies.
struct SolverBodies {
  struct Velocity {
    Real x = 0, y = 0, turn = 0, inverse_mass = 0;  ///< turn: w rho
  };
  struct Position {
    Real x = 0, y = 0, turn = 0, unused = 0;  ///< since the step began; turn: angle x rho
  };
  struct Drive {
    Real x = 0, y = 0, turn = 0, none = 0;  ///< acceleration, reduced by damping; turn: times rho
  };
  struct Keep {
    Real x = 1, y = 1, turn = 1, one = 1;  ///< factor by which damping scales the velocity in a sub-step
  };
  struct Frame {
    Real gyration = 1;            ///< 0: cannot turn
    Real free_x = 1, free_y = 1;  ///< 0 where a direction is locked
    Real inverse_mass = 0;        ///< that of Velocity: blocks are filled from this array
  };
  std::vector<Frame> frame;
  std::vector<Velocity> velocity;
  std::vector<Velocity> base;   ///< velocity in this sub-step before contacts act
  std::vector<Velocity> start;  ///< when this sub-step began
  std::vector<Position> position;
  std::vector<Velocity> push;  ///< push-out of this sub-step; filled if anything is deep
  std::vector<Drive> drive;
  std::vector<Drive> hooked;  ///< `drive` with the force hook's part, in this sub-step; empty without a hook
  std::vector<Keep> keep;
  std::vector<Real> gyration;  ///< rho; 1 if there is none
  std::vector<Real> curve;     ///< bound of the acceleration by turning contacts; filled if there are any

  /// Makes room for `room` bodies; those after `count` are zero and complete the last vector.
  void resize(std::size_t count, std::size_t room);
  /// Adds copies of `bodies`, and completes the last vector of lanes. Returns the place of the first copy.
  std::size_t add(std::span<const std::uint32_t> bodies);
  std::size_t padded() const { return velocity.size(); }
};

/// Whole islands that are solved together, from the first sub-step to the last while they are in the cache.
///
/// A thread team can share the work on one batch: bodies by ranges, contacts colour by colour, each thread always with
/// the same blocks of a colour. Bodies that contacts do not move are in many blocks of a colour. Each thread has its
/// own copies of these; all copies undergo the same changes, so no bit depends on them.
class SolverBatch {
 public:
  void prepare(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
               const SolverPlan::Batch& plan, const ThreadTeam& team, Real h);
  /// Runs the sub-steps. `books`, which requires a team of one, may be null.
  void solve(const WorldState& world, const SolverPlan::Batch& plan, const ThreadTeam& team, Real h,
             EnergyRecorder* books);
  /// Writes velocities to the world, paths to `motion` and impulses to the contact pairs. Writes nothing to bodies that
  /// contacts do not move, since other batches may have them as well.
  void write(WorldState& world, const SolverWork& work, const SolverPlan::Batch& plan, const ThreadTeam& team,
             std::vector<Motion>& motion, ContactPairs& pairs) const;

 private:
  void load_bodies(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h);
  bool load_body(const WorldState& world, Rank rank, std::size_t place, Real h);
  void copy_unmoved(std::size_t bodies, const ThreadTeam& team);
  bool find_unsettled(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan, Real h,
                      const ThreadTeam& team);
  bool lands(const ContactPairs& pairs, std::uint32_t near, const ContactBodies& ends, Real h) const;
  void find_shoved(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan, Real h);
  void hide_starts();
  bool shoves(const ContactPairs& pairs, const SolverWork& work, std::uint32_t near, const ContactBodies& ends,
              Real h) const;
  V2 velocity_at(std::uint32_t body, V2 arm) const;
  bool find_thrown(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan, Real h);
  void colour_contacts(const SolverPlan::Batch& plan);
  void choose_group(const SolverPlan::Batch& plan, std::size_t contact, bool last);
  SolverArrays arrays();
  void fill_blocks(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                   const ThreadTeam& team);
  void fill_turning(const SolverWork& work, const SolverPlan::Batch& plan, std::span<const std::uint32_t> order,
                    std::size_t block);
  void find_curves(Real dt);
  void use_copies(ConstraintBlock& block, std::size_t used, std::size_t piece) const;
  template <class Work>
  void each_block(const SolverPlan::Batch& plan, const ThreadTeam& team, Work&& work) const;
  template <class Work>
  void colour_by_colour(const GroupTable& groups, std::size_t end, const ThreadTeam& team, Work&& work);
  void find_deep(const SolverPlan::Batch& plan);
  void push_apart(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                  const BodyArrays& all, Real h);
  SolverArrays from_block(const SolverArrays& arrays, std::size_t block) const;
  void ask_hook(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h);
  void book_substep(const WorldState& world, std::span<const Rank> ranks, Real h, EnergyRecorder& books) const;
  void book_contact(const ConstraintBlock& c, std::size_t i, std::span<const Rank> ranks, EnergyRecorder& books) const;
  void note_shaken(std::size_t count);

  /// Properties of a solver body.
  enum Mark : std::uint8_t {
    moved = 1,   ///< contacts push it
    driven = 2,  ///< gravity or forces do, too
    mover = 4,   ///< it moves on its own, whatever it meets
  };

  SolverBodies bodies_;
  std::vector<std::uint8_t> marks_;    ///< per solver body, see Mark
  std::vector<std::uint8_t> thrown_;   ///< per solver body: 1 if a speculative contact or a landing moves it
  std::vector<std::uint32_t> shoved_;  ///< solver bodies, each once, see find_shoved()
  std::vector<SolverBodies::Velocity> shoved_from_;  ///< of shoved_[i]: see hide_starts()
  std::vector<std::uint32_t> unmoved_;               ///< solver bodies that contacts do not move
  std::vector<std::uint32_t> copy_of_;               ///< per unmoved body, the place of the first copy
  std::uint32_t copies_ = 0;                         ///< distance of one piece's copies from the next one's
  std::vector<std::uint64_t> colours_of_;            ///< per solver body, the colours that it has a contact in
  std::vector<std::uint8_t> unsettled_;              ///< of each contact, see find_unsettled
  std::vector<std::uint8_t> group_;                  ///< of each contact
  std::vector<ConstraintBlock> blocks_;
  std::vector<BlockTraits> traits_;  ///< of blocks_[i]
  std::vector<Real> was_deep_;  ///< of both points of each place in blocks_, see SolverArrays::deep; valid if deep_
  std::vector<Real> turning_;   ///< of each place in blocks_; empty if no normal turns
  Width width_ = {};            ///< of the kernels for these
  Width body_width_ = {};       ///< of the kernels for bodies
  SpringPair springs_;
  bool locks_ = false;  ///< true if any body has a locked direction
  bool deep_ = false;   ///< true if any contact was deep when the step began
  Real sag_ = 0;        ///< see SolverArrays
  StiffGroups pinches_;
  std::vector<SolverBodies::Velocity> shaken_;  ///< for the energy recorder: the change of velocities by the warm start
};

}  // namespace bankshot::BANKSHOT_ABI::detail
