#pragma once
// Motors and limits in a sub-step: which of them hold, and what happens when a row runs into a limit. Not part of the
// public interface.
//
// Modes are supposed when a sub-step begins, from where the rows are and how fast they grow, and corrected until they
// go with what came of it (an active set). A row that gets beyond a limit within a sub-step ends it where it reaches
// the limit. There it is thrown back by an impact.

#include <bankshot/world/joints/joint_equations.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Supposes the modes for a sub-step of `h` seconds.
void suppose_modes(JointGroup& group, double h);
/// Corrects them once the sub-step has been found. Returns false if they were right.
bool correct_modes(JointGroup& group, const JointSearch& search, double h);

/// How far the row that is nearest to a limit, or farthest beyond it, ends before it: in shares of extents, or radians.
/// Those that are at a limit already, or were beyond it, do not count.
double margin_of_limits(const JointGroup& group, const JointSearch& search);

/// The impact of rows that run into limits where they are. Those that move at the same time have the least restitution
/// among them, so that energy is never gained; one that would not leave the band of its limit in `h` seconds has none,
/// and `bounce`: false: none has any. Returns by how much the kinetic energy changes, <= 0.
double strike_limits(JointGroup& group, JointEquations& equations, double h, bool bounce);

/// What acts along rows does this work in a sub-step.
struct RowWork {
  double motors = 0, friction = 0, damping = 0, restitution = 0;
  RowWork& operator+=(const RowWork& o) {
    motors += o.motors, friction += o.friction, damping += o.damping, restitution += o.restitution;
    return *this;
  }
};
RowWork work_of_rows(const JointGroup& group, const JointSearch& search, const std::vector<RowState>& begin, double h);

}  // namespace bankshot::BANKSHOT_ABI::detail
