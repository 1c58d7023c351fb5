#pragma once
// The soft contact solver: bodies held by resting contacts, in sub-steps. Not part of the public interface.
//
// Each sub-step of length h: velocities take gravity and forces, contacts are solved softly with a push-out for
// overlaps, poses follow, and a relax pass without push-out takes back the velocity that the push-out gave. Restitution
// has no place here. Source: the "soft step" of Catto, Solver2D (2024); Macklin et al., Small Steps in Physics
// Simulation (2019).

#include <bankshot/simd/width.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/solver/solver_plan.hpp>
#include <bankshot/world/solver/stiff_groups.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class EnergyRecorder;

/// What is worth another thread: blocks of one colour, contacts that are read but not solved.
inline constexpr std::size_t least_blocks = 4, least_contacts = 256;

/// A solver body: arrays of four Real, see SolverArrays. Body 0 stands for everything fixed.
struct SolverBodies {
  struct Velocity {
    Real x = 0, y = 0, turn = 0, inverse_mass = 0;  ///< turn: w rho
  };
  struct Position {
    Real x = 0, y = 0, turn = 0, unused = 0;  ///< since the step began; turn: angle x rho
  };
  struct Drive {
    Real x = 0, y = 0, turn = 0, none = 0;  ///< acceleration, less what damping takes of it; turn: times rho
  };
  struct Keep {
    Real x = 1, y = 1, turn = 1, one = 1;  ///< what damping leaves of the velocity in a sub-step
  };
  struct Frame {
    Real gyration = 1;            ///< 0: cannot turn
    Real free_x = 1, free_y = 1;  ///< 0 where a direction is locked
    Real inverse_mass = 0;        ///< that of Velocity: what blocks are filled from is here
  };
  std::vector<Frame> frame;
  std::vector<Velocity> velocity;
  std::vector<Velocity> base;   ///< velocity of this sub-step before any contact acted
  std::vector<Velocity> start;  ///< when this sub-step began
  std::vector<Position> position;
  std::vector<Velocity> push;  ///< what moves them apart in this sub-step; filled where anything is deep
  std::vector<Drive> drive;
  std::vector<Drive> hooked;  ///< the same with the force hook's part, in this sub-step; without a hook not filled
  std::vector<Keep> keep;
  std::vector<Real> gyration;  ///< rho; 1 where there is none
  std::vector<Real> curve;     ///< what contacts whose normals turn make of it, at most; filled where there are any

  /// Room for `room` bodies, of which those behind `count`, all zero, fill up vectors of lanes.
  void resize(std::size_t count, std::size_t room);
  /// Adds copies of `bodies`, and fills up any vector of lanes; the place of the first one.
  std::size_t add(std::span<const std::uint32_t> bodies);
  std::size_t padded() const { return velocity.size(); }
};

/// Whole islands that are solved together, from the first sub-step to the last while they are in the cache.
///
/// A crew of several shares the work on one batch: bodies by ranges, contacts colour by colour, of each of which
/// everyone always has the same blocks. What contacts do not move is in many blocks of a colour; each of the crew has
/// copies of his own of that, to which nothing happens but what happens to all others, so that no bit depends on it.
class SolverBatch {
 public:
  void prepare(const WorldState& world, const PairSet& pairs, const SolverPlan::Batch& plan, const ThreadTeam& team,
               Real h);
  /// Runs the sub-steps. `books`, which only a crew of one may keep, may be null.
  void solve(const WorldState& world, const SolverPlan::Batch& plan, const ThreadTeam& team, Real h,
             EnergyRecorder* books);
  /// Writes velocities to the world, paths to `motion` and impulses to those of near pairs. Of what contacts do not
  /// move, and other batches may have as well, it writes nothing.
  void write(WorldState& world, const SolverPlan::Batch& plan, const ThreadTeam& team, std::vector<Motion>& motion,
             PairSet& pairs) const;

 private:
  void load_bodies(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h);
  bool load_body(const WorldState& world, Rank rank, std::size_t place, Real h);
  void copy_unmoved(std::size_t bodies, const ThreadTeam& team);
  bool find_unsettled(const PairSet& pairs, const SolverPlan::Batch& plan, Real h, const ThreadTeam& team);
  bool lands(const PairSet& pairs, std::uint32_t near, const ContactBodies& ends, Real h) const;
  void find_shoved(const PairSet& pairs, const SolverPlan::Batch& plan, Real h);
  void hide_starts();
  bool shoves(const PairSet& pairs, std::uint32_t near, const ContactBodies& ends, Real h) const;
  V2 velocity_at(std::uint32_t body, V2 arm) const;
  bool find_thrown(const PairSet& pairs, const SolverPlan::Batch& plan, Real h);
  void colour_contacts(const SolverPlan::Batch& plan);
  void choose_group(const SolverPlan::Batch& plan, std::size_t contact, bool last);
  SolverArrays arrays();
  void fill_blocks(const PairSet& pairs, const SolverPlan::Batch& plan, const ThreadTeam& team);
  void fill_turning(const PairSet& pairs, const SolverPlan::Batch& plan, std::span<const std::uint32_t> order,
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

  /// What a solver body does.
  enum Mark : std::uint8_t {
    moved = 1,   ///< contacts push it about
    driven = 2,  ///< so do gravity or forces
    mover = 4,   ///< it moves by itself, whatever it meets
  };

  SolverBodies bodies_;
  std::vector<std::uint8_t> marks_;                  ///< per solver body, see Mark
  std::vector<std::uint8_t> thrown_;                 ///< per solver body: whether a speculative contact moves it
  std::vector<std::uint32_t> shoved_;                ///< solver bodies, each once, see find_shoved()
  std::vector<SolverBodies::Velocity> shoved_from_;  ///< of shoved_[i]: see hide_starts()
  std::vector<std::uint32_t> unmoved_;               ///< solver bodies that contacts do not move
  std::vector<std::uint32_t> copy_of_;               ///< of those, the place of the first copy
  std::uint32_t copies_ = 0;                         ///< places from one piece's copies to the next one's
  std::vector<std::uint64_t> colours_of_;            ///< per solver body, the colours it has a contact in
  std::vector<std::uint8_t> unsettled_;              ///< of each contact, see find_unsettled
  std::vector<std::uint8_t> group_;                  ///< of each contact
  std::vector<ConstraintBlock> blocks_;
  std::vector<BlockTraits> traits_;  ///< of blocks_[i]
  std::vector<Real> was_deep_;  ///< of both points of each place in blocks_, see SolverArrays::deep; valid if deep_
  std::vector<Real> turning_;   ///< of each place in blocks_; empty where no normal turns
  Width width_ = {};            ///< of the kernels that work on these
  Width body_width_ = {};       ///< of those that work on bodies
  SpringPair springs_;
  bool locks_ = false;  ///< whether any body has a locked direction
  bool deep_ = false;   ///< whether any contact was deep when the step began
  Real sag_ = 0;        ///< see SolverArrays
  StiffGroups pinches_;
  std::vector<SolverBodies::Velocity> shaken_;  ///< for the books: by how much the warm start changed velocities
};

}  // namespace bankshot::BANKSHOT_ABI::detail
