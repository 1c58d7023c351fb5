#pragma once
// The path of one body through the rest of a step, as the timeline bends it. Not part of the public interface.

#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// From `since` on, the centre moves by velocity t + acceleration t^2 / 2 from `start`, a displacement since the
/// beginning of the step; the angle by spin t from `rotation`.
struct Flight {
  Real since = 0;
  V2 start;
  V2 velocity, acceleration;
  Q2 rotation;
  Real spin = 0;
  Real turned = 0;  ///< angle since the step began, at `since`
  V2 kick;          ///< velocity that the path of a held or frozen body does not show
  Real kick_spin = 0;
  V2 push;                      ///< of a held body: velocity of its path less its own, from push-out alone
  Real push_spin = 0;           ///< the same for its spin, when the step begins
  Real spin_rate = 0;           ///< angular acceleration of a held body, whose path turns evenly
  V2 led;                       ///< the last change of the path alone, by which it avoids another body
  V2 deflection;                ///< of a held body: total change of the velocity of its path
  Real spin_deflection = 0;     ///< the same for its spin
  PairKey met;                  ///< the last impact, if any
  V2 met_normal;                ///< from B to A
  std::uint32_t met_asked = 0;  ///< the impact for which `met_gap` was found, see Timeline::met_gap()
  Real met_gap = 0;
  /// The path as of the last call of Timeline::stray().
  V2 told_velocity, told_acceleration;
  Real told_since = 0;
  std::uint16_t impacts = 0, leads = 0;
  std::uint16_t sunk_hits = 0;   ///< impacts of pairs that are deep by Timeline::is_sunk()
  std::uint16_t wall_hits = 0;   ///< impacts with bodies that are not dynamic while it is held, or since it is frozen
  std::uint32_t awaited = none;  ///< the first of its pairs that are predicted to meet, a place in candidates_
  std::uint32_t persisting = none;  ///< the last of its persistent pairs, a place in persisting_
  bool held = false;                ///< by resting contacts, or asleep: the path stays, impacts only add to `kick`
  bool slept = false;               ///< when the step began: acts as a wall until the next one
  bool released = false;            ///< held when the step began, and flies from some impact on
  bool frozen = false;              ///< out of impacts: it stands still until the step ends
  bool bent = false;                ///< the path is no longer that of `Motion`
  bool waits = false;               ///< its pairs are still to be predicted again
  bool ends_known = false;          ///< true if `end` and `end_turned` belong to the present path
  Real placed_at = -1;              ///< the last requested time; -1: none since the path has changed
  V2 placed, end;                   ///< displacement at that time, and at the end of the step
  Q2 turned_to, end_turned;         ///< rotation at that time, and at the end of the step

  V2 displacement(Real time) const {
    const Real t = time - since;
    return start + t * (velocity + (t / 2) * acceleration);
  }
  /// True if it stays where it is, as far as is known.
  bool is_still() const { return velocity == V2{} && acceleration == V2{} && spin == 0; }
  V2 velocity_at(Real time) const { return velocity + (time - since) * acceleration; }
  /// The body's velocity less that of its path.
  V2 hidden() const { return kick - push; }
  Real hidden_spin(Real time) const { return kick_spin - pushed_spin(time); }
  Real pushed_spin(Real time) const { return push_spin - spin_rate * time; }
};

/// The path given by `motion`, for a body that the timeline has not changed yet.
Flight flight_of(const WorldState& world, Rank rank, const Motion& motion, Real dt) noexcept;

/// Rotation of the body at `time`.
Q2 rotation_at(const Flight& flight, Real time) noexcept;

/// Caches the placement at `time`: around an impact the same bodies are requested again and again.
BANKSHOT_INLINE const Flight& placed(Flight& flight, Real time) noexcept {
  if (flight.placed_at == time) return flight;
  flight.placed_at = time;
  flight.placed = flight.displacement(time);
  flight.turned_to = rotation_at(flight, time);
  return flight;
}

/// The same for the end of the step; `dt` is its length.
BANKSHOT_INLINE const Flight& ended(Flight& flight, Real dt) noexcept {
  if (flight.ends_known) return flight;
  flight.ends_known = true;
  flight.end = flight.displacement(dt);
  flight.end_turned = rotation_at(flight, dt);
  return flight;
}

/// Moves `since` to `time`; the path stays the same, and may be changed from there on.
void rebase(Flight& flight, Real time) noexcept;

/// The rest of the path, as input of time_of_impact().
Arc arc_from(Flight& flight, Real time) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
