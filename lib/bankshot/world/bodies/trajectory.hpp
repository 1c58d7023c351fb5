#pragma once
// The path of one body through a step, as the timeline changes it. Not part of the public interface.

#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// How friction on a table bends a path, see TableSlides.
enum class Slide : std::uint8_t {
  none,
  alone,        ///< nothing else acts on the body: a leg ends where the body stops, or stops turning
  with_others,  ///< forces act, too: `friction` is its part of the acceleration
};

/// From `since` on, the centre moves by velocity t + acceleration t^2 / 2 from `start`, a displacement since the
/// beginning of the step; the angle by spin t from `rotation`.
///
/// A body begins the step flying or held: by its resting contacts, or asleep. A held body may be released: it leaves
/// its contacts and flies from then on. A body that is out of impacts stops, whether it flew or was held. No body is
/// held again in the same step, nor does one fly again once it has stopped.
struct Trajectory {
  enum class Mode : std::uint8_t {
    flying,   ///< impacts change its path
    held,     ///< the path stays, impacts only add to `deferred`
    stopped,  ///< it stands still, unless others push it aside; impacts only add to `deferred`
  };
  Mode mode = Mode::flying;
  bool slept = false;          ///< when the step began: acts as a wall until the next one
  bool left_contacts = false;  ///< was held, and has been released
  bool changed = false;        ///< the path is no longer that of `Motion`
  bool waits = false;          ///< its pairs are still to be predicted again
  Slide slide = Slide::none;
  bool leg_stops = false, leg_ends_turning = false;  ///< what happens at `leg_ends`

  Real since = 0;
  V2 start;
  V2 velocity, acceleration;
  Q2 rotation;
  Real spin = 0;
  Real turned = 0;  ///< angle since the step began, at `since`

  V2 deferred;  ///< velocity that the path of a held or stopped body does not show
  Real deferred_spin = 0;
  V2 push;                   ///< of a held body: velocity of its path less its own, from push-out alone
  Real push_spin = 0;        ///< the same for its spin, when the step begins; also of a body that slides alone
  Real spin_rate = 0;        ///< angular acceleration of a held body, whose path turns evenly; likewise
  V2 friction;               ///< of a table, see Slide::with_others
  Real leg_ends = 0;         ///< see Slide::alone; the end of the step if the body moves on
  V2 last_correction;        ///< the last change of the path alone, by which it avoids another body
  V2 correction;             ///< of a held body: total change of the velocity of its path
  Real spin_correction = 0;  ///< the same for its spin

  PairKey met;                  ///< the last impact, if any
  V2 met_normal;                ///< from B to A
  std::uint32_t met_asked = 0;  ///< the impact for which `met_gap` was found, see SurfaceContinuation
  Real met_gap = 0;
  std::uint16_t impacts = 0, corrections = 0;
  std::uint16_t sunk_hits = 0;    ///< impacts of pairs that are deep, see StuckBodies
  std::uint16_t wall_hits = 0;    ///< impacts with bodies that are not dynamic while it is held, or since it stopped
  std::uint32_t awaited = none;   ///< the first of its candidates that are predicted to meet
  std::uint32_t rattling = none;  ///< the last of its rattling pairs, see ImpactResolver

  /// The path as of the last call of Candidates::note_deviation().
  V2 noted_velocity, noted_acceleration;
  Real noted_spin = 0, noted_since = 0;
  Real travelled = 0;        ///< upper bound of the way of any of its points until then, a length
  Real placed_at = -1;       ///< the last requested time; -1: none since the path has changed
  bool ends_known = false;   ///< true if `end` and `end_turned` belong to the present path
  V2 placed, end;            ///< displacement at that time, and at the end of the step
  Q2 turned_to, end_turned;  ///< rotation at that time, and at the end of the step

  bool is_held() const { return mode == Mode::held; }
  bool is_stopped() const { return mode == Mode::stopped; }
  V2 displacement(Real time) const {
    const Real t = time - since;
    return start + t * (velocity + (t / 2) * acceleration);
  }
  /// True if it stays where it is, as far as is known.
  bool is_still() const { return velocity == V2{} && acceleration == V2{} && spin == 0; }
  V2 velocity_at(Real time) const { return velocity + (time - since) * acceleration; }
  /// The body's velocity less that of its path.
  V2 hidden() const { return deferred - push; }
  Real hidden_spin(Real time) const { return deferred_spin - pushed_spin(time); }
  Real pushed_spin(Real time) const { return push_spin - spin_rate * time; }
};

/// The path given by `motion`, for a body that the timeline has not changed yet.
Trajectory trajectory_of(const WorldState& world, Rank rank, const Motion& motion, Real dt) noexcept;

/// Lets friction on a table act from `since` on, along the path of a body that slides alone.
void slide_on(const TableFriction& friction, Real dt, Trajectory& path) noexcept;

/// Rotation of the body at `time`.
Q2 rotation_at(const Trajectory& path, Real time) noexcept;

/// Caches the placement at `time`: around an impact the same bodies are requested again and again.
BANKSHOT_INLINE const Trajectory& placed(Trajectory& path, Real time) noexcept {
  if (path.placed_at == time) return path;
  path.placed_at = time;
  path.placed = path.displacement(time);
  path.turned_to = rotation_at(path, time);
  return path;
}

/// The same for the end of the step; `dt` is its length.
BANKSHOT_INLINE const Trajectory& ended(Trajectory& path, Real dt) noexcept {
  if (path.ends_known) return path;
  path.ends_known = true;
  path.end = path.displacement(dt);
  path.end_turned = rotation_at(path, dt);
  return path;
}

/// Moves `since` to `time`; the path stays the same, and may be changed from there on.
void rebase(Trajectory& path, Real time) noexcept;

/// The rest of the path, as input of time_of_impact().
Arc arc_from(Trajectory& path, Real time) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
