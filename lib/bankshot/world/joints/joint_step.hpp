#pragma once
// Moves bodies that joints tie to one another. Not part of the public interface.
//
// A sub-step of length h goes from places q0 and velocities v0 to q1 and v1. With M the masses, g the accelerations by
// gravity and forces, D the discrete gradient of the joints (joint_rows.hpp) and l their impulses,
//
//   q1 - q0 = h (v0 + v1) / 2
//   M (v1 - v0) = h M g + D^T l
//   C(q1) = C(q0)
//
// Times (v0 + v1) / 2, the second line says that the kinetic energy grows by the work of g, and of nothing else: the
// joints do none, at any h and any ratio of masses (energy-momentum method, Simo and Tarnow 1992, Gonzalez 1999). The
// rows ask for C(q0) and not for 0. Otherwise what is out of place would become speed within one sub-step, and joints
// that contradict one another would explode; mend_places() puts things in place, without a velocity.
//
// Newton's method finds q1 and l. It needs the true derivative: how the impulses turn with the bodies, too. A whip
// whose tip is light has impulses that turn a body faster than its inertia does. Where it does not arrive, the sub-step
// is halved, which changes no law, since the lines above hold at any h.
//
// Rows that contradict one another cannot all keep C. Two hinges between two bodies do: their anchors are rounded, so
// that they open by a rounding error, and what is open cannot stay as it is while the bodies turn. The equations have a
// solution only because redundant rows are stiffened, and l grows in each round by what stays open over the stiffening,
// from sub-step to sub-step, until the last digits of l^T (C(q1) - C(q0)) / h are energy. Where rows so do work, the
// sub-step is found once more with rows that give way to the whole of their impulses,
//
//   C(q1) - C(q0) = -S l,    S > 0: the stiffening,
//
// so that l is bounded, and takes l^T S l / h and gives nothing. Of the two, that is kept in which joints do less work.
//
// Rows that are not rigid do work: see row_rule.hpp for springs, dampers, motors and limits. The kinetic energy with
// the energy that springs store then grows by the work of g, of motors and of dampers.
//
// The velocities v1 then agree with the joints only up to h^2, with an error that changes its sign from sub-step to
// sub-step. So they are projected onto the joints, which takes energy, and the energy is given back to all that moves.

#include <bankshot/world/joints/joint_modes.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// How hard a step was.
struct JointStepCounts {
  int rounds = 0;      ///< of Newton's method
  int halvings = 0;    ///< of sub-steps in which it did not arrive
  int hits = 0;        ///< rows that reached limits
  bool lost = false;   ///< it did not arrive in the shortest either; energy was taken
  RowWork work;        ///< of motors, dampers and limits
  double settled = 0;  ///< energy that settling changed, and what rows that gave way took: if nothing holds the group
                       ///< and it turns as one, settling cannot keep both the angular momentum and the energy
};

class JointStep {
 public:
  /// Moves all bodies of a group by `h` seconds, > 0. The error of the path falls with h^2.
  JointStepCounts run(JointGroup& group, double h);
  /// The same by five sub-steps in the proportions of Suzuki, of which the third goes back. The error of a double
  /// pendulum falls to an eighth when h is halved: with h^3, since settling at the end of the step takes an order.
  /// Nothing may act but the joints and `pull`, since whatever takes energy would give it in the sub-step that goes
  /// back. Where a sub-step does not arrive, four of run() take its place.
  JointStepCounts run_smoothly(JointGroup& group, double h);

 private:
  void begin(const JointGroup& group);
  bool take_stages(JointGroup& group, double h);
  void advance(JointGroup& group, double h, int depth);
  void begin_rows(JointGroup& group, double h, double left, bool bounce);
  bool find(JointGroup& group, double h);
  bool closes(const JointGroup& group, double h) const;
  bool find_change(const JointGroup& group, double h, bool gives);
  void give_way(JointGroup& group, double h, int depth);
  void find_what_gives(const JointGroup& group, double h);
  double find_limit(JointGroup& group, double h);
  void keep(JointGroup& group, double h);
  void guess(const JointGroup& group, double h);
  double take_round(const JointGroup& group);
  double given_turning(const JointGroup& group, double h) const;
  void finish(JointGroup& group, double h);
  void settle(JointGroup& group, double turning);
  void step_softly(JointGroup& group, double h);

  JointEquations equations_;
  JointSearch search_;
  JointStepCounts counts_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
