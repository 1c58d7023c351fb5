#pragma once
// The energy of a world, and what a step did with it.

#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Kinetic and potential energy of all dynamic bodies, and the energy of springs, mass x length^2 / s^2. Potential
/// energy is relative to the origin of the world under uniform gravity.
struct Energy {
  double kinetic = 0;
  double potential = 0;
  double elastic = 0;  ///< stored by the springs of joints
  double total() const noexcept { return kinetic + potential + elastic; }
};

/// Where the energy of a world came from and where it went in one step.
///
/// All entries are in mass x length^2 / s^2, in double whatever Real is. They count energy of the dynamic bodies:
/// positive if gained, negative if lost. Each entry is computed where it arises, and none is the remainder of the
/// others, so error() checks all of them. Gravity has no entry: it is potential energy. Changes that users make between
/// two steps belong to neither step.
struct EnergyLedger {
  Energy before;  ///< at the beginning of the step
  Energy after;   ///< at its end

  // External work.
  double forces = 0;    ///< by the user's forces and torques and by the force hook
  double movers = 0;    ///< by kinematic bodies on bodies that they push, lift, drag and stop
  double surfaces = 0;  ///< by moving surfaces (Material::surface_speed) on bodies that they carry or that carry them
  double motors = 0;    ///< by motors of joints whose speed is not 0

  // Physical losses, <= 0 but for the exceptions named.
  /// Along contact normals, in impacts and resting contacts, > 0 where restitution is above 1; and at limits of joints.
  double restitution = 0;
  double friction =
      0;  ///< along contact tangents, by motors of joints whose speed is 0, and on a table; rolling resistance
  double damping =
      0;  ///< of bodies, and of the springs of joints; after an impact it changes only from the next (sub-)step on

  // Numerical gains and losses: not physical, and shown for that reason.
  double push_out = 0;  ///< push-out of overlaps, contacts that add energy, moves that do not follow from velocities
  double support = 0;   ///< given by impacts to bodies held by resting contacts, beyond the law of impact
  double sleep = 0;     ///< motion of bodies that fell asleep, <= 0
  double frozen = 0;    ///< energy of bodies whose state became non-finite
  /// Lost by joints, <= 0: by velocities that they do not allow, as users may set them, where no motion that keeps all
  /// laws was found, and what the springs of joints that broke had stored. Otherwise joints do no work.
  double joints = 0;

  /// Energy exchanged: the sum of the magnitudes of what each body got under each entry, and by gravity.
  double turnover = 0;

  /// Returns the energy that passed through the world: the kinetic energy at the beginning plus the turnover.
  BANKSHOT_API double passed() const noexcept;
  /// Returns the sum of all entries.
  BANKSHOT_API double booked() const noexcept;
  /// Returns what no entry explains: after.total() - before.total() - booked(). This is rounding of Real, and nothing
  /// else.
  BANKSHOT_API double error() const noexcept;
  /// Adds the ledger of the step that follows. Start a sum with the first step's ledger, not with an empty one, whose
  /// energy before is 0.
  BANKSHOT_API EnergyLedger& operator+=(const EnergyLedger& next) noexcept;
};

}  // namespace bankshot::BANKSHOT_ABI
