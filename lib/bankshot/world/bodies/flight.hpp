#pragma once
// The path of one body through the rest of a step, as the timeline bends it. Not part of the public interface.

#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// From `since` on the centre moves by velocity t + acceleration t^2 / 2 from `start`, which counts from where the body
/// was when the step began; the angle by spin t from `rotation`.
struct Flight {
  Real since = 0;
  V2 start;
  V2 velocity, acceleration;
  Q2 rotation;
  Real spin = 0;
  Real turned = 0;  ///< angle since the step began, at `since`
  V2 kick;          ///< velocity that the path of a held or frozen body does not show
  Real kick_spin = 0;
  V2 push;                      ///< of a held body: what its path is faster than the body, moved by push-out alone
  Real push_spin = 0;           ///< the same of its turning, when the step begins
  Real spin_rate = 0;           ///< by which a held body turns faster and faster, while its path turns evenly
  V2 led;                       ///< the last change of the path alone, by which it gives way to another one
  V2 deflection;                ///< of a held body: what was taken from, or added to, the velocity of its path
  Real spin_deflection = 0;     ///< of its turning
  PairKey met;                  ///< the last impact, if there was any
  V2 met_normal;                ///< from B to A
  std::uint32_t met_asked = 0;  ///< the hit for which `met_gap` was found, see Timeline::met_gap()
  Real met_gap = 0;
  /// Of the path that Timeline::stray() was told of last.
  V2 told_velocity, told_acceleration;
  Real told_since = 0;
  std::uint16_t impacts = 0, leads = 0;
  std::uint16_t sunk_hits = 0;      ///< impacts of pairs that lie as deep as Timeline::is_sunk() says
  std::uint16_t wall_hits = 0;      ///< impacts with what is not dynamic, while it is held; or since it is frozen
  std::uint32_t awaited = none;     ///< the first of its pairs that are predicted to meet, a place in candidates_
  std::uint32_t persisting = none;  ///< the last of its pairs that persist, a place in persisting_
  bool held = false;                ///< by resting contacts, or asleep: the path stays, impacts only kick
  bool slept = false;               ///< when the step began: to what falls on it a wall until the next one
  bool released = false;            ///< was held when the step began, and flies from some impact on
  bool frozen = false;              ///< out of impacts: it stands still until the step ends
  bool bent = false;                ///< the path is no longer the one that `Motion` says
  bool waits = false;               ///< its pairs are yet to be predicted again
  bool ends_known = false;          ///< whether the path is still the one that was followed to its end
  Real placed_at = -1;              ///< the time that was asked for last; none since the path has changed
  V2 placed, end;                   ///< displacement then, and when the step ends
  Q2 turned_to, end_turned;         ///< rotation then, and when the step ends

  V2 displacement(Real time) const {
    const Real t = time - since;
    return start + t * (velocity + (t / 2) * acceleration);
  }
  /// Whether it stays where it is, for all that is known.
  bool is_still() const { return velocity == V2{} && acceleration == V2{} && spin == 0; }
  V2 velocity_at(Real time) const { return velocity + (time - since) * acceleration; }
  /// What the body's velocity is more than that of its path.
  V2 hidden() const { return kick - push; }
  Real hidden_spin(Real time) const { return kick_spin - pushed_spin(time); }
  Real pushed_spin(Real time) const { return push_spin - spin_rate * time; }
};

/// The path that `motion` says, for a body that the timeline has not touched yet.
Flight flight_of(const WorldState& world, Rank rank, const Motion& motion, Real dt) noexcept;

/// Rotation of the body at `time`.
Q2 rotation_at(const Flight& flight, Real time) noexcept;

/// Puts down where the body is at `time`: around a hit the same bodies are asked for again and again.
BANKSHOT_INLINE const Flight& placed(Flight& flight, Real time) noexcept {
  if (flight.placed_at == time) return flight;
  flight.placed_at = time;
  flight.placed = flight.displacement(time);
  flight.turned_to = rotation_at(flight, time);
  return flight;
}

/// The same of where it ends, `dt` being the length of the step.
BANKSHOT_INLINE const Flight& ended(Flight& flight, Real dt) noexcept {
  if (flight.ends_known) return flight;
  flight.ends_known = true;
  flight.end = flight.displacement(dt);
  flight.end_turned = rotation_at(flight, dt);
  return flight;
}

/// Moves `since` to `time`; the path stays the same, and may be changed from there on.
void rebase(Flight& flight, Real time) noexcept;

/// What is left of the path, as time_of_impact() wants it.
Arc arc_from(Flight& flight, Real time) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
