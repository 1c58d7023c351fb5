#pragma once
// How much energy a world has, and what a step did with it.

#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Kinetic and potential energy of all dynamic bodies, mass x length^2 / s^2; potential against the origin of the world
/// under uniform gravity.
struct Energy {
  double kinetic = 0;
  double potential = 0;
  double total() const noexcept { return kinetic + potential; }
};

/// Where the energy of a world came from and where it went in one step.
///
/// All in mass x length^2 / s^2, in double whatever Real is. Entries are what the dynamic bodies got: positive where
/// energy came in, negative where it was lost. Each is computed where it arises and none is what the others leave over,
/// so error() checks all of them. Gravity has no entry of its own: it is potential energy. What users change between
/// two steps is in neither step.
struct EnergyLedger {
  Energy before;  ///< when the step began
  Energy after;   ///< when it ended

  // Work from outside.
  double forces = 0;    ///< of the user's forces and torques and of the force hook
  double movers = 0;    ///< of kinematic bodies, on what they push, lift, drag and stop
  double surfaces = 0;  ///< of moving surfaces (Material::surface_speed), on what they carry and what carries them

  // What physics takes, <= 0 but for the exceptions named.
  double restitution = 0;  ///< along contact normals, in impacts and resting contacts; > 0 where restitution is above 1
  double friction = 0;     ///< along contact tangents
  double damping = 0;      ///< of bodies; an impact turns a body round, its damping only from the next (sub-)step on

  // What the simulation gives and takes: no physics, and shown for that.
  double push_out = 0;  ///< overlaps pushed apart, contacts that give energy, places that do not follow from velocities
  double support = 0;   ///< what hits gave to bodies that resting contacts held, beyond the law of impact
  double sleep = 0;     ///< motion of bodies that fell asleep, <= 0
  double frozen = 0;    ///< energy that bodies had whose state became non-finite

  /// Energy that changed hands: the sum of the magnitudes of what each body got under each entry, and by gravity.
  double turnover = 0;

  /// Energy that passed through the world: the kinetic energy it began with, and the turnover.
  BANKSHOT_API double passed() const noexcept;
  /// Sum of all entries.
  BANKSHOT_API double booked() const noexcept;
  /// What no entry explains: after.total() - before.total() - booked(). Rounding of Real, and nothing else.
  BANKSHOT_API double error() const noexcept;
  /// Makes this the ledger of its time and of the step that follows it. A sum begins with the first step's ledger, not
  /// with an empty one, whose energy before is 0.
  BANKSHOT_API EnergyLedger& operator+=(const EnergyLedger& next) noexcept;
};

}  // namespace bankshot::BANKSHOT_ABI
