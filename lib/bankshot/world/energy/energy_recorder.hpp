#pragma once
// The bookkeeping behind EnergyLedger: the energy that each source gave each body in a step. Not part of the public
// interface.
//
// A body's kinetic energy is quadratic in its velocity. Impulses J1, J2, ... that act on it together and change its
// velocity from v to v' = v + (J1 + J2 + ...) / m therefore do the work Ji (v + v') / 2 each, and that adds up to its
// gain exactly. Each (sub-)step and each impact is recorded that way, with the real velocities of the step, so that
// only rounding is left over. All sums are in double. They are kept body by body: a body with non-finite numbers spoils
// no other's.
//
// The step passes a pointer to its stages, null if nothing is to be recorded; the simulation reads nothing here.

#include <bankshot/math/vec2d.hpp>
#include <bankshot/world/bodies/trajectory.hpp>
#include <bankshot/world/energy.hpp>
#include <bankshot/world/impact/impact_group.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {

enum class Entry : std::uint8_t {
  // Sources: they act by impulses over the whole step.
  gravity,
  forces,
  damping,
  restitution,
  friction,
  joints,
  // All other entries.
  movers,
  surfaces,
  motors,
  push_out,
  support,
  sleep,
  frozen
};
inline constexpr std::size_t source_count = 6, entry_count = 13;

/// Energies by Entry.
struct Entries {
  std::array<double, entry_count> of{};
  double& operator[](Entry entry) { return of[static_cast<std::size_t>(entry)]; }
};

/// A velocity, an impulse or a displacement, linear and angular.
struct Wide3 {
  double x = 0, y = 0, turn = 0;
  Wide3& operator+=(const Wide3& o) { return x += o.x, y += o.y, turn += o.turn, *this; }
};
inline Wide3 operator+(const Wide3& a, const Wide3& b) { return {a.x + b.x, a.y + b.y, a.turn + b.turn}; }
inline Wide3 operator-(const Wide3& a, const Wide3& b) { return {a.x - b.x, a.y - b.y, a.turn - b.turn}; }
inline Wide3 operator*(double k, const Wide3& a) { return {k * a.x, k * a.y, k * a.turn}; }
inline double dot(const Wide3& a, const Wide3& b) { return a.x * b.x + a.y * b.y + a.turn * b.turn; }
inline Wide3 wide3(V2 linear, Real turn) {
  return {static_cast<double>(linear.x), static_cast<double>(linear.y), static_cast<double>(turn)};
}

inline Wide3 momentum(const BodyMass& mass, const Wide3& v) {
  const double m = static_cast<double>(mass.mass);
  return {m * v.x, m * v.y, static_cast<double>(mass.inertia) * v.turn};
}

Energy energy_of(const WorldState& world);

/// For a body of an impact group.
struct HeldDrift {
  bool held = false;  ///< held now, or when the step began
  bool tied = false;  ///< by joints, and held: it answers together with its group
  Wide3 drift;        ///< of a held one: its final velocity without further impacts, minus the one that it is hit with
};

class EnergyRecorder {
 public:
  void begin(const WorldState& world, Real dt);

  // ---- forces and contacts over (sub-)steps ----
  /// From here on, the body's path consists of sub-steps; `held`: those of the solver.
  void begin_substeps(Rank rank, bool held);
  /// One sub-step of length `h`: from velocity `start`, driven by the acceleration `drive`, damped to `base`, and
  /// changed by contacts to `end`.
  void substep(Rank rank, double h, const Wide3& start, const Wide3& base, const Wide3& end, const Wide3& drive,
               bool damped);
  /// Ends a sub-step, after all its impulses. `shaken`: the largest change of velocity that was made in it and
  /// reversed; it limits the precision of the final velocity.
  void end_substep(Rank rank, const Wide3& shaken);
  /// An impulse on a body in the latest sub-step. Returns its work.
  double push(Rank rank, Entry entry, const Wide3& impulse);
  /// Moves energy from one entry of a body's sub-steps to another.
  void transfer(Rank rank, Entry from, Entry to, double energy);
  /// The solver corrects the body's velocity after its sub-steps, from `from` to `to`.
  void set_right(Rank rank, const Wide3& from, const Wide3& to);
  /// The same after settle().
  void amend(Rank rank, const Wide3& from, const Wide3& to);
  /// Extends the body's displacement after settle().
  void moved(Rank rank, V2 way);

  // ---- friction on a table ----
  /// A flying body on which nothing else acts was slowed down from `from` to `to`, unless an impact changes its path.
  void slid(Rank rank, const BodyMass& mass, const Wide3& from, const Wide3& to);
  /// From `time` on, friction on a table acts along this path of a flying body as the path says.
  void rubs(Rank rank, const Trajectory& path, Real time);

  // ---- joints ----
  /// Joints move the body: its path, and what acts along it, are booked by gain() alone.
  void tied(Rank rank) { bodies_[rank].tied = true; }
  void gain(Rank rank, Entry entry, double energy) { rows_[rank][entry] += energy; }
  /// Energy that gravity and springs gave tied bodies, or took: the sum of its magnitudes, for EnergyLedger::turnover.
  void turned_over(double energy) { turnover_ += energy; }
  /// Springs have stored that much more, by moves that other entries account for. What else they store by the end of
  /// the step comes from bodies that were led aside, and is push-out.
  void stored(double energy) { stored_ += energy; }

  // ---- the timeline ----
  /// `held[i]` belongs to group.bodies[i].
  void hit(const ImpactGroup& group, const std::vector<HeldDrift>& held);
  /// A held body leaves its contacts. It will not end with the velocity `solved` plus what impacts add, but with one
  /// that differs from that by `change`.
  void left_contacts(Rank rank, Real time, const BodyVelocity& solved, const Wide3& change);
  /// The velocity that the body's path does not show changes.
  void kicked(Rank rank, V2 change, Real time);
  /// Nothing acts on the body from now on.
  void stopped(Rank rank, const Trajectory& path, Real time);
  /// The end of a path; `motion` and `velocity` are those before the timeline.
  void landed(Rank rank, const Trajectory& path, const Motion& motion, const BodyVelocity& velocity);

  // ---- end of the step ----
  /// Settles all bodies once every path is known.
  void settle(const std::vector<Motion>& motion);
  void froze(Rank rank);
  void slept(const WorldState& world, Rank rank);
  EnergyLedger close(const WorldState& world) const;

 private:
  struct Body {
    bool dynamic = false, awake = false;  ///< when the step began
    double mass = 0, inertia = 0;
    Wide3 weight;                               ///< force of gravity
    Wide3 pull;                                 ///< the part that accelerates the body, without locked directions
    Wide3 velocity;                             ///< when the step began
    double energy = 0;                          ///< likewise
    std::array<Wide3, source_count> impulse{};  ///< of the step, by source
    Entries step;                               ///< work of the sources in the sub-steps
    Wide3 mean;                                 ///< of the velocities at both ends of the last sub-step
    Wide3 unexplained;                          ///< the part of its change not yet explained by contacts, as an impulse
    double pressed = 0, turned = 0;             ///< sums of the magnitudes of their impulses, linear and angular
    Wide3 mean_way;                             ///< of the sub-steps, by the means of their velocities
    bool substepped = false, held = false, tied = false;
    Wide3 hits;                                 ///< sum of the velocity changes by impacts so far
    double held_support = 0, path_support = 0;  ///< if it stays held, and if it leaves for a path of its own

    // For a flying body that was hit: its displacement by its velocity, whether shown by its path or not.
    Wide3 kick_moment;  ///< sum of changes times their times
    Wide3 way;          ///< while all that acts in the step acts on it
    double share = 1;   ///< of the step, covered by `way`
    bool left = false, is_stopped = false;
    double slid = 0;               ///< work of friction on a table in the step, on a path that nothing changes
    double rubbed = 0;             ///< the same along the legs of a changed path
    Wide3 leg_velocity, leg_bend;  ///< at the beginning of a leg, and its acceleration
    Wide3 leg_friction;            ///< the part of the acceleration that nothing else accounts for
    double leg_begin = 0;          ///< s
    Wide3 path_velocity;           ///< of the path when the step began
  };

  Wide3 way_by_velocity(const Body& body, const Trajectory& path, Real time) const;
  void end_leg(Body& body, double time);
  void settle_path(Rank rank, const Wide3& moved);
  void settle_left(Rank rank, const Wide3& moved);

  double dt_ = 0;
  Energy before_;
  double stored_ = 0, turnover_ = 0;
  std::vector<Body> bodies_;
  std::vector<Entries> rows_;
  std::vector<Wide3> running_;  ///< per body of a group, its velocity as friction changes it, contact by contact
  std::vector<double> work_;    ///< per body, the work on it
};

}  // namespace bankshot::BANKSHOT_ABI::detail
