#pragma once
// Groups of tied bodies that no contact holds. Not part of the public interface.
//
// The bodies of such a group have no paths of their own: what happens to one of them moves all others. So the path of
// the group is found as a whole (joint_step.hpp), from the beginning of the step to its end. The timeline sees the
// parabola of each body between its two ends, which turns evenly. That is good enough to find out when a body meets
// something, but not to find what comes of it. At an impact the flight is therefore cut: it is found anew up to that
// time, which gives places and velocities that keep the laws, and goes on from there with the velocities that the
// impact leaves. The equations of joint_step.hpp hold for sub-steps of any length, so no law suffers from a cut.

#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/joints/joint_answers.hpp>
#include <bankshot/world/joints/joint_step.hpp>
#include <bankshot/world/joints/tied_groups.hpp>
#include <bankshot/world/timeline/trajectories.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A change of the velocity of a body, along x and y and of its spin.
struct TiedChange {
  Rank rank = 0;
  Triple change;
};

class JointFlight {
 public:
  /// Begins a step, and marks tied bodies. The groups must be up to date; `books` may be null.
  void begin(WorldState& world, TiedGroups& groups, std::vector<Motion>& motion, Real dt, EnergyRecorder* books);
  /// Finds the paths of all awake groups that have no body among those that the solver holds, and writes them to
  /// `motion`, and the velocities at their ends to the world. Marks their bodies there.
  void fly();

  /// True if there are no groups.
  bool empty() const { return groups_->empty(); }

  // ---- in the timeline ----
  /// True if the body is of a group that the timeline has: one that flies, or is held, or sleeps.
  bool is_of_group(Rank rank) const { return groups_->group_of(rank) != none; }
  /// Places a group that flies at `time`: its paths then begin there. Does nothing if they do already.
  void cut(Rank rank, Real time, Trajectories& paths);
  /// Stops a group that flies where it is at `time`, for the rest of the step. Impulses still change its velocities.
  void stop(Rank rank, Real time, Trajectories& paths);
  /// The body as an impact sees it: one that answers as its whole group does. `velocity`: of the body itself at that
  /// time. A group that flies is where it was last cut, any other one where it ends the step.
  ImpactBody impact_body(Rank rank, const Triple& velocity);
  /// The velocity of a body of a group that flies, at the time of the last cut.
  const Triple& velocity_of(Rank rank) { return flight_of(rank).from[place_of(group_of(rank), rank)].velocity; }
  /// How A answers to an impulse on B, of the same group; places among the bodies of the impact are left open.
  BodyCoupling coupling_of(Rank a, Rank b);
  /// How an impulse on a body would change all dynamic bodies of its group.
  void find_changes(Rank rank, const Triple& impulse, std::vector<TiedChange>& changes);
  /// Adds to changes of velocities that lead the paths of a whole group aside at `time`, so that its joints are in
  /// place where these paths end.
  void close_ends(Rank rank, Real time, Trajectories& paths, std::vector<TiedChange>& changes);
  /// Notes an impulse on a body, along x and y and about its centre of mass, for pass_on().
  void give(Rank rank, const Triple& impulse);
  /// Passes the impulses on to whole groups. Those that fly change velocity at once; `held` gets the changes of all
  /// others, body by body.
  void pass_on(std::vector<TiedChange>& held);
  /// Finds the rest of the paths of the groups that were cut.
  void go_on(Trajectories& paths);
  /// The bodies to which the last go_on() gave new paths.
  std::span<const Rank> changed() const noexcept { return changed_; }
  /// The dynamic bodies of its group.
  std::vector<Rank> companions(Rank rank);
  /// True if the two are of one group.
  bool are_tied(Rank a, Rank b) const { return groups_->group_of(a) == groups_->group_of(b); }

  /// Writes the velocities at the ends of the paths that the timeline has changed to the world, and what the flights
  /// did with energy.
  void land();

 private:
  /// Energy that a flight got, or lost.
  struct Work {
    double forces = 0, damping = 0, movers = 0, joints = 0, push_out = 0, motors = 0, friction = 0, restitution = 0;
    double stored = 0;  ///< by springs, and in the other entries
    Work& operator+=(const Work& o);
  };
  struct Flight {
    bool flies = false, changed = false, stopped = false;
    double since = 0;
    std::vector<JointBody> first;  ///< when the step began
    std::vector<JointBody> from;   ///< at `since`; in TiedGroup they are at the end of the step
    std::vector<Triple> given;     ///< JointGroup::given at `since`
    bool slept = false;            ///< it sleeps when the step begins
    std::vector<Triple> blows;     ///< of one that does not fly: what its joints gave in answer to impacts; or empty
    Work done, rest;               ///< until then, and from then on
  };
  Flight& flight_of(Rank rank) { return flights_[groups_->group_of(rank)]; }
  TiedGroup& group_of(Rank rank) { return groups_->groups()[groups_->group_of(rank)]; }
  static std::uint32_t place_of(const TiedGroup& group, Rank rank);
  void fly(TiedGroup& group, Flight& flight);
  void find_rest(TiedGroup& group, Flight& flight);
  Work advance(TiedGroup& group, double begin, double end);
  Work advance_part(TiedGroup& group, double h, bool smooth);
  void damp(TiedGroup& group, double h, Work& work) const;
  void ask_hook(TiedGroup& group, double h) const;
  bool is_smooth(const TiedGroup& group) const;
  void prepare_answers(std::uint32_t group);
  void answer_to(std::uint32_t place, const Triple& impulse);
  void list_changes(const TiedGroup& group, std::vector<TiedChange>& changes) const;
  void write(const TiedGroup& group, const Flight& flight);
  void book_gravity(const TiedGroup& group, Flight& flight);
  void start_path(const TiedGroup& group, const Flight& flight, std::size_t i, Trajectory& path) const;
  void set_paths(const TiedGroup& group, const Flight& flight, Trajectories& paths) const;

  WorldState* world_ = nullptr;
  TiedGroups* groups_ = nullptr;
  std::vector<Motion>* motion_ = nullptr;
  double dt_ = 0;
  EnergyRecorder* books_ = nullptr;
  JointStep step_;
  JointEquations equations_;
  JointAnswers answers_;
  JointGroup ends_;                 ///< a group where its paths end
  std::uint32_t answering_ = none;  ///< the group for which answers_ are prepared
  std::vector<TiedChange> given_;   ///< impulses since the last pass_on()
  std::vector<TiedChange> changes_;
  std::vector<Flight> flights_;
  std::vector<std::uint32_t> cut_;  ///< groups, since the last go_on()
  std::vector<Rank> changed_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
