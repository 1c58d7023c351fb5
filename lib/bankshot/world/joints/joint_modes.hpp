#pragma once
// Motors and limits in a sub-step: which of them hold, and what happens when a row runs into a limit. Not part of the
// public interface.
//
// Modes are supposed when a sub-step begins, from where the rows are and how fast they grow, and corrected until they
// go with what came of it (an active set). A row that gets beyond a limit within a sub-step ends it where it reaches
// the limit. There it is thrown back by an impact.

#include <bankshot/world/joints/joint_equations.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI::detail {

/// Supposes the modes for a sub-step of `h` seconds. `rows`: see list_rows(), where it begins.
void suppose_modes(JointGroup& group, std::span<const RowState> rows, double h);
/// Corrects them once the sub-step has been found. Returns false if they were right.
bool correct_modes(JointGroup& group, const JointSearch& search, double h);

/// Motors that are to keep their speeds push towards them as hard as they can. Returns false if there are none.
bool bound_servos(JointGroup& group, std::span<const RowState> rows);

/// Supposes that no pull is bounded.
void release_pulls(JointGroup& group);
/// Bounds those whose impulses, per joint, are too large in the sub-step that was found. Returns true if there are any.
/// One that is bounded stays so until release_pulls(): corrections come to an end.
bool bound_pulls(JointGroup& group, std::span<const Triple> impulse, double h);

/// How far a row is before a limit when a sub-step begins and when it ends: in shares of extents, or radians. A row
/// that is within the band of its limit, or a little beyond, has it where it is.
struct LimitMargin {
  std::size_t joint = 0;
  int row = 0, side = 0;  ///< -1: the lower limit
  double begin = endless, end = endless;
};
/// The row that ends nearest to a limit, or farthest beyond it. Those that are locked at limits or were beyond them do
/// not count.
LimitMargin least_margin(const JointGroup& group, const JointSearch& search);
/// The same row in another sub-step from the same places: where it ends there.
double end_margin(const JointGroup& group, const JointSearch& search, const LimitMargin& of);

/// The impact of rows that run into limits where they are. Those that move at the same time have the least restitution
/// among them, so that energy is never gained. A row that would not leave the band of its limit in `h` seconds does not
/// bounce. If `bounce` is false, no row does. Returns by how much the kinetic energy changes, less what drives the
/// group has given: <= 0. Returns nothing if no row runs into a limit. `rows`: see list_rows(), before it.
std::optional<double> strike_limits(JointGroup& group, JointEquations& equations, std::span<const RowState> rows,
                                    double h, bool bounce);

/// mend_places(), with rows that are beyond their limits put at these, in rounds that together move no body by more
/// than `most`.
void mend(JointGroup& group, JointEquations& equations, double most);

/// Moves bodies to where all joints are in place, and no row is beyond its limits, if there is such a place nearby.
/// Velocities stay; modes do not.
void close_joints(JointGroup& group, JointEquations& equations);

/// The work of dampers, motors and limits in a sub-step.
struct RowWork {
  double motors = 0, friction = 0, damping = 0, restitution = 0;
  RowWork& operator+=(const RowWork& o) {
    motors += o.motors, friction += o.friction, damping += o.damping, restitution += o.restitution;
    return *this;
  }
};
RowWork work_of_rows(const JointGroup& group, const JointSearch& search, double h);

}  // namespace bankshot::BANKSHOT_ABI::detail
