#pragma once
// The bodies of a batch, in the solver's own arrays. Not part of the public interface.

#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/solver/constraint.hpp>
#include <bankshot/world/threads/thread_team.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The solver bodies: arrays of four Real, see SolverArrays. Body 0 stands for all fixed bodies.
struct SolverBodies {
  /// Properties of a solver body.
  enum Mark : std::uint8_t {
    moved = 1,   ///< contacts push it
    driven = 2,  ///< gravity or forces do, too
    mover = 4,   ///< it moves on its own, whatever it meets
    tied = 8,    ///< joints push it
  };
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
  std::vector<Real> gyration;       ///< rho; 1 if there is none
  std::vector<Real> curve;          ///< bound of the acceleration by turning contacts; filled if there are any
  std::vector<std::uint8_t> marks;  ///< see Mark; of the bodies that are no copies
  bool locks = false;               ///< true if any body has a locked direction

  /// Loads the bodies with these ranks as bodies 1, 2, ...
  void load(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h);
  bool is(std::uint32_t body, Mark mark) const { return (marks[body] & mark) != 0; }
  /// Velocity of the point of a body at `arm` from its centre.
  V2 velocity_at(std::uint32_t body, V2 arm) const {
    const Velocity& v = velocity[body];
    const Real rho = frame[body].gyration;
    return V2{v.x, v.y} + cross(rho > 0 ? v.turn / rho : Real(0), arm);
  }

  /// Makes room for `room` bodies; those after `count` are zero and complete the last vector.
  void resize(std::size_t count, std::size_t room);
  /// Adds copies of `bodies`, and completes the last vector of lanes. Returns the place of the first copy.
  std::size_t add(std::span<const std::uint32_t> bodies);
  std::size_t padded() const { return velocity.size(); }

 private:
  bool load_body(const WorldState& world, Rank rank, std::size_t place, Real h);
};

/// Rounds up to whole vectors of lanes, and whole cache lines.
constexpr std::size_t filled_up(std::size_t bodies) { return (bodies + block_size - 1) / block_size * block_size; }

/// Copies of the bodies that contacts do not move, one set for each thread of a team but the first. Every contact
/// writes to both its bodies, even if nothing changes.
class BodyCopies {
 public:
  /// Adds them to `bodies`, the first `count` of which are no copies.
  void make(std::size_t count, const ThreadTeam& team, SolverBodies& bodies);
  /// Lets the `used` contacts of a block refer to the copies of a thread other than the first.
  void use(const SolverBodies& bodies, std::size_t used, std::size_t chunk, ConstraintBlock& block) const;

 private:
  std::vector<std::uint32_t> unmoved_;  ///< solver bodies that contacts do not move
  std::vector<std::uint32_t> copy_of_;  ///< per unmoved body, the place of the first copy
  std::uint32_t distance_ = 0;          ///< of one chunk's copies from the next one's
};

}  // namespace bankshot::BANKSHOT_ABI::detail
