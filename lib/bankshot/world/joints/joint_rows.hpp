#pragma once
// What a joint asks of its two bodies in a sub-step: rows of a discrete gradient. Not part of the public interface.
//
// A joint keeps functions C(q) of the places q of its bodies A and B as they are. Over a sub-step from q0 to q1,
//
//   D (q1 - q0) = C(q1) - C(q0)    identically,
//
// with D a discrete gradient. The impulses D^T l of the joint therefore do the work l (C(q1) - C(q0)) / h, which is
// zero and not merely small, as long as the joint keeps C (Gonzalez, "Mechanical systems subject to holonomic
// constraints", 1999). In the plane D has a closed form: see JointMove for points of bodies; of a product it takes the
// means of both factors, since d(n p) = mean(n) dp + mean(p) dn.

#include <bankshot/world/joint.hpp>
#include <bankshot/world/joints/joint_body.hpp>
#include <bankshot/world/joints/row_rule.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

inline constexpr int most_joint_rows = 3;

/// A joint of two bodies of a group, each given by its place there.
struct JointLink {
  JointKind kind = JointKind::revolute;
  bool drives = false;  ///< the last row of a revolute or prismatic joint is there: its angle, or its translation
  std::uint32_t body[2] = {};
  P2 anchor[2];       ///< from the centre of mass of A and of B, in the body's own frame
  P2 normal{0, 1};    ///< of the line of a prismatic joint or a rack, unit, in the frame of A; of the mark of a gear
  double begin = 0;   ///< the angle before any move, in all turns; that of place_error() is counted from it
  double length = 0;  ///< of a distance joint or a pulley: what it keeps, > 0
  P2 angle{1, 0};     ///< the unit vector at the angle that B keeps in the frame of A; of a gear: B's mark in its frame
  double ratio = 1;   ///< of a gear or a pulley; of a rack: the radius
  P2 wheel[2];        ///< of a pulley: as JointBody::place
  RowRule rule[most_joint_rows];
};

/// Revolute: the anchors, and the angle; prismatic: the anchor of B off the line, the angle, and the anchor of B along
/// the line; wheel: the same; weld: the anchors and the angle; distance, gear and rack: one; pulley: the length, and
/// that of the parts of A and of B.
BANKSHOT_INLINE int rows_of(const JointLink& joint) {
  switch (joint.kind) {
    case JointKind::distance:
    case JointKind::gear:
    case JointKind::rack: return 1;
    case JointKind::weld:
    case JointKind::pulley: return 3;
    default: return joint.drives ? 3 : 2;
  }
}

/// True if a row is an angle, and not a length.
BANKSHOT_INLINE bool is_angle(const JointLink& joint, int row) {
  if (rows_of(joint) == 1) return joint.kind == JointKind::gear;
  if (joint.kind == JointKind::pulley) return false;
  return row == (joint.kind == JointKind::prismatic ? 1 : 2);
}

/// The rows of a joint. Coefficients are of a body's three numbers; [0] is body A.
struct JointRows {
  double middle[2][most_joint_rows][3] = {};  ///< D
  double end[2][most_joint_rows][3] = {};     ///< the gradient of C at the end of the sub-step
  double change[most_joint_rows] = {};        ///< C(q1) - C(q0)
  /// Derivative of D^T l by the ways of the bodies: [i][j] of the impulse on body i by the way of body j.
  double stiffness[2][2][3][3] = {};
};

/// The rows of a joint whose bodies make the moves `a` and `b` from `body_a` and `body_b`, under the impulses `l`.
void fill_rows(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, const JointMove& a,
               const JointMove& b, const double* l, JointRows& rows) noexcept;

/// The rows of a joint whose bodies stay where they are, without impulses: `end` is the gradient of C there.
void fill_rows_here(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, JointRows& rows) noexcept;

/// By how much the length that a row is has become less at least once, <= 0, as its bodies make the moves `a` and `b`;
/// the way between its ends is taken as straight. Of other rows it is `change`, which is theirs.
double least_change(const JointLink& joint, int row, const JointBody& body_a, const JointBody& body_b,
                    const JointMove& a, const JointMove& b, double change) noexcept;

/// The speeds at which C grows, rows_of(joint) of them.
void opening_speeds(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, double* speed) noexcept;

/// The impulse on B, in world coordinates, and its moment about B's anchor, of impulses along the rows.
Triple pushed(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, const Triple& impulse) noexcept;

/// The angle of B in the frame of A, from the one it is to keep; of a gear, that of A's mark seen from the line between
/// the axes. Up to whole turns.
double angle_here(const JointLink& joint, const JointBody& body_a, const JointBody& body_b) noexcept;
/// The same in all turns, counted from JointLink::begin.
double turned_angle(const JointLink& joint, const JointBody& body_a, const JointBody& body_b) noexcept;

/// C itself, less what the joint is to keep: how far the joint is out of place. Lengths and radians. Of a
/// row with limits or a spring, 0 is where these count from.
void place_error(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, double* error) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
