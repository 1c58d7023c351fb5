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
  struct Frame {
    Real gyration = 1;                        ///< 0: cannot turn
    Real free_x = 1, free_y = 1, unused = 0;  ///< 0 where a direction is locked
  };
  std::vector<Rank> rank;
  std::vector<Frame> frame;
  std::vector<Velocity> velocity;
  std::vector<Velocity> base;  ///< velocity of this sub-step before any contact acted
  std::vector<Position> position;
  std::vector<Drive> drive;
  std::vector<Velocity> start;  ///< when this sub-step began
  std::vector<Drive> driven;    ///< in this sub-step, with the force hook's part

  std::size_t size() const { return rank.size(); }
};

/// The accumulated impulses of a contact, of one sub-step.
struct ContactImpulses {
  Real normal1 = 0, normal2 = 0, friction = 0;
};

/// Which solver body stands for a body, batch by batch.
class BodyPlaces {
 public:
  /// For a new batch.
  void begin(std::size_t bodies);
  /// The place that was given to the body in this batch; 0 if none was.
  std::uint32_t& of(Rank rank) {
    if (stamp_of_[rank] != stamp_) stamp_of_[rank] = stamp_, place_[rank] = 0;
    return place_[rank];
  }

 private:
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> stamp_of_, place_;
};

/// Whole islands that are solved together, from the first sub-step to the last while they are in the cache.
class SolverBatch {
 public:
  /// `members`: places in pairs.solved, ascending.
  void prepare(const WorldState& world, const PairSet& pairs, std::span<const std::uint32_t> members, Real h,
               BodyPlaces& places);
  /// Runs the sub-steps. `books` may be null.
  void solve(const WorldState& world, Real h, EnergyBooks* books);
  /// Writes velocities to the world, paths to `motion` and impulses to those of pairs.solved. Of what contacts do not
  /// move, and other batches may have as well, it writes nothing.
  void write(WorldState& world, std::vector<Motion>& motion, std::vector<ContactImpulses>& impulses) const;

 private:
  std::uint32_t add_body(const WorldState& world, Rank rank, Real h);
  void collect_bodies(const WorldState& world, const PairSet& pairs, Real h, BodyPlaces& places);
  void find_unsettled(const PairSet& pairs);
  void colour_contacts();
  void clear_unused();
  void fill_blocks(const WorldState& world, const PairSet& pairs, Real h);
  void integrate_velocities(const WorldState& world, Real h, bool first);
  void integrate_positions(Real h);
  void straighten(Real h);
  void book_substep(Real h, EnergyBooks& books) const;
  void book_contact(const ConstraintBlock& c, std::size_t i, EnergyBooks& books) const;
  void note_shaken();

  /// What a solver body does.
  enum Mark : std::uint8_t {
    moved = 1,    ///< contacts push it about
    driven = 2,   ///< so do gravity or forces
    settled = 4,  ///< it has a contact that is not new
  };

  SolverBodies bodies_;
  std::vector<std::uint8_t> marks_;        ///< per solver body, see Mark
  std::vector<std::uint64_t> colours_of_;  ///< per solver body, the colours it has a contact in
  std::vector<std::uint32_t> members_;     ///< places in pairs.solved
  std::vector<std::uint32_t> contact_;     ///< near pair of members_[i]
  std::vector<ContactBodies> ends_;        ///< of members_[i]
  std::vector<std::uint8_t> unsettled_;    ///< of members_[i], see find_unsettled
  std::vector<std::uint8_t> group_;        ///< of members_[i]: contacts of one group share no moving body
  std::vector<std::uint32_t> place_;       ///< of members_[i]: block x block_size + lane
  std::vector<ConstraintBlock> blocks_;
  std::size_t group_begin_[group_count] = {};  ///< place in blocks_
  std::size_t group_size_[group_count] = {};   ///< contacts
  std::size_t unsettled_blocks_ = 0;           ///< these come first
  bool locks_ = false;                         ///< whether any body has a locked direction
  Pinches pinches_;
  std::vector<SolverBodies::Velocity> shaken_;  ///< for the books: by how much the warm start changed velocities
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
