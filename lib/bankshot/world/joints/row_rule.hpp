#pragma once
// How a row of a joint is kept: rigidly, or by a spring, a damper, a motor and limits. Not part of the public
// interface.
//
// A row is a number c(q) of two bodies: an angle, a translation or a distance. Over a sub-step of length h it changes
// from c0 by x, and its impulse l does the work l x / h (joint_rows.hpp). What acts along it has the impulses
//
//   spring   -h k (c0 - rest + x / 2)    its work is the stored energy k (c - rest)^2 / 2 that is lost, at any h
//   damper   -d x                        its work is -d x^2 / h <= 0
//   motor    between -h T and h T        as it takes for c to grow at the speed asked for, if that is enough
//   limit    >= 0 at the lower one, <= 0 at the upper one, where c stands still
//   pull     what spring and damper ask for, but at most h F, in the direction that they ask for
//
// (the discrete gradient of a potential: Gonzalez, "Time integration and discrete Hamiltonian systems", 1996). Each
// turns into one linear equation, weight x + give l = aim. Which of them holds is the mode of the row.

#include <bankshot/math/vec2d.hpp>

#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

struct RowRule {
  bool rigid = true;                         ///< c does not change; with limits, which are then equal, it is there
  double stiffness = 0, rest = 0;            ///< of the spring
  double damping = 0;                        ///< of the damper
  double speed = 0, most = 0;                ///< of the motor: what it seeks, and its largest force; 0: no motor
  bool pulls = false;                        ///< spring and damper are a pull: they store nothing
  double strongest = endless;                ///< of a pull: its largest force F
  int mate = -1;                             ///< of a pull: the row of the joint that shares F, as a vector; -1: none
  double lower = -endless, upper = endless;  ///< limits
  double restitution = 0;                    ///< at limits

  bool has_limits() const { return lower > -endless || upper < endless; }
  double stored_energy(double c) const { return pulls ? 0 : stiffness * (c - rest) * (c - rest) / 2; }
};

/// True if impulses of a row are bounded: it has a motor or limits.
BANKSHOT_INLINE bool is_bounded(const RowRule& rule) { return !rule.rigid && (rule.most > 0 || rule.has_limits()); }

enum class RowMode : std::uint8_t {
  fixed,  ///< a rigid row
  loose,  ///< a spring and a damper at most
  servo,  ///< the motor keeps its speed
  back,   ///< the motor pushes back as hard as it can
  forth,  ///< the same forth
  full,   ///< a pull is as strong as it can be: the group says what its force is
  lower,  ///< at a limit
  upper,
};

/// True if c changes as asked, by whatever impulse it takes.
BANKSHOT_INLINE bool is_locked(RowMode mode) {
  return mode != RowMode::loose && mode != RowMode::back && mode != RowMode::forth && mode != RowMode::full;
}

/// weight * change + give * impulse = aim.
struct RowAim {
  double weight = 1, give = 0, aim = 0;
};

/// The equation of a row in a sub-step of length `h` that begins with the number `c`, growing at the rate `speed`.
/// `full`: the force of a row in that mode.
RowAim aim_of(const RowRule& rule, RowMode mode, double c, double speed, double full, double h) noexcept;

/// The impulses along a row in a sub-step, by what they come from.
struct RowShares {
  double spring = 0, damper = 0, motor = 0, limit = 0;
};

/// Splits the impulse of a row that is not rigid.
RowShares shares_of(const RowRule& rule, RowMode mode, double c, double change, double impulse, double h) noexcept;

/// The mode that goes with what came of a sub-step, if `mode` was supposed. It is `mode` if that was right. Pulls stay
/// as they are: see bound_pull().
RowMode next_mode(const RowRule& rule, RowMode mode, double c, double speed, double change, double impulse,
                  double h) noexcept;

/// Bounds the pull of row `k`, of the rows of a joint, and its mate by its largest force. Returns false if both may
/// stay loose with the impulses that came of a sub-step. Otherwise `force` of them becomes the largest one, in the
/// direction of the impulses.
bool bound_pull(const RowRule* rules, int k, const double* impulse, double h, double* force) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
