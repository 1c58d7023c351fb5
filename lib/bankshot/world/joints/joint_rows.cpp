#include <bankshot/world/joints/joint_rows.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// A rod of no length has no direction, and then does nothing.
constexpr double tiny_length = 1e-150;

/// The direction of the line of a prismatic joint in the frame of A.
P2 along(const JointLink& joint) { return {joint.normal.y, -joint.normal.x}; }

/// From the anchor of A to that of B.
P2 span_of(const JointLink& joint, const JointBody& a, const JointBody& b) {
  return (b.place - a.place) + (turned(b.facing, joint.anchor[1]) - turned(a.facing, joint.anchor[0]));
}

void set(double (&row)[3], P2 linear, double angular) { row[0] = linear.x, row[1] = linear.y, row[2] = angular; }

/// A joint in a sub-step: its anchors, and the vector d from that of A to that of B.
class Builder {
 public:
  Builder(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, const JointMove& a,
          const JointMove& b, JointRows& rows)
      : move_{&a, &b}, rows_(rows) {
    for (int i = 0; i < 2; ++i) {
      const P2 r = joint.anchor[i];
      chord_[i] = left_of(move_[i]->chord(r));
      slope_[i] = left_of(move_[i]->chord_slope(r));
      arm_[i] = turned(move_[i]->end, r);
      way_[i] = P2{move_[i]->way[0], move_[i]->way[1]} + move_[i]->way[2] * chord_[i];
    }
    d0_ = (body_b.place - body_a.place) + (turned(b.start, joint.anchor[1]) - turned(a.start, joint.anchor[0]));
    d1_ = d0_ + (way_[1] - way_[0]);
    mean_ = 0.5 * (d0_ + d1_);
  }

  /// Both coordinates of d, in the first two rows.
  void point(const double* l) {
    const P2 axes[2] = {{1, 0}, {0, 1}}, impulse{l[0], l[1]};
    const P2 change = way_[1] - way_[0];
    rows_.change[0] = change.x, rows_.change[1] = change.y;
    for (int k = 0; k < 2; ++k) {
      for (int i = 0; i < 2; ++i) {
        const double sign = i == 0 ? -1 : 1;
        set(rows_.middle[i][k], sign * axes[k], sign * dot(axes[k], chord_[i]));
        set(rows_.end[i][k], sign * axes[k], sign * dot(axes[k], left_of(arm_[i])));
      }
    }
    for (int i = 0; i < 2; ++i) rows_.stiffness[i][i][2][2] += (i == 0 ? -1 : 1) * dot(impulse, slope_[i]);
  }

  /// The angle of B in the frame of A, in row k.
  void angle(int k) {
    rows_.middle[0][k][2] = rows_.end[0][k][2] = -1;
    rows_.middle[1][k][2] = rows_.end[1][k][2] = 1;
    rows_.change[k] = move_[1]->way[2] - move_[0]->way[2];
  }

  /// n d, with n a direction of A, in row k.
  void slide(int k, P2 direction, double l) {
    const JointMove& a = *move_[0];
    const P2 n0 = turned(a.start, direction), n1 = turned(a.end, direction), n = 0.5 * (n0 + n1);
    const P2 turn = left_of(a.chord(direction)), turn_slope = left_of(a.chord_slope(direction));
    set(rows_.middle[0][k], -n, dot(mean_, turn) - dot(n, chord_[0]));
    set(rows_.middle[1][k], n, dot(n, chord_[1]));
    set(rows_.end[0][k], -n1, dot(d1_, left_of(n1)) - dot(n1, left_of(arm_[0])));
    set(rows_.end[1][k], n1, dot(n1, left_of(arm_[1])));
    rows_.change[k] = dot(n, way_[1] - way_[0]) + a.way[2] * dot(mean_, turn);
    const P2 by_angle = (0.5 * l) * left_of(n1);  // of l n, by the angle of A
    const P2 half = (0.5 * l) * turn;             // l d is d0 + d1 by halves
    auto& s = rows_.stiffness;
    s[1][0][0][2] += by_angle.x, s[1][0][1][2] += by_angle.y, s[1][0][2][2] += dot(by_angle, chord_[1]);
    s[1][1][2][2] += l * dot(n, slope_[1]);
    s[0][0][0][2] -= by_angle.x, s[0][0][1][2] -= by_angle.y;
    s[0][0][2][0] -= half.x, s[0][0][2][1] -= half.y;
    s[0][0][2][2] +=
        l * dot(mean_, turn_slope) - dot(half, left_of(arm_[0])) - dot(by_angle, chord_[0]) - l * dot(n, slope_[0]);
    s[0][1][2][0] += half.x, s[0][1][2][1] += half.y, s[0][1][2][2] += dot(half, left_of(arm_[1]));
  }

  /// The length of d, in the first row: |d1| - |d0| = (d0 + d1) (d1 - d0) / (|d0| + |d1|).
  void distance(double l) {
    const double size0 = length(d0_), size1 = length(d1_), both = std::max(size0 + size1, tiny_length);
    const P2 n1 = (1 / std::max(size1, tiny_length)) * d1_, m = (1 / both) * (d0_ + d1_);
    rows_.change[0] = dot(m, way_[1] - way_[0]);
    for (int i = 0; i < 2; ++i) {
      const double sign = i == 0 ? -1 : 1;
      set(rows_.middle[i][0], sign * m, sign * dot(m, chord_[i]));
      set(rows_.end[i][0], sign * n1, sign * dot(n1, left_of(arm_[i])));
    }
    for (int j = 0; j < 2; ++j) {
      const double sign = j == 0 ? -1 : 1;
      const P2 by[3] = {{sign, 0}, {0, sign}, sign * left_of(arm_[j])};  // derivative of d1 by the way of body j
      for (int c = 0; c < 3; ++c) {
        const P2 dm = (l / both) * (by[c] - dot(n1, by[c]) * m);
        for (int i = 0; i < 2; ++i) {
          const double of = i == 0 ? -1 : 1;
          auto& s = rows_.stiffness[i][j];
          s[0][c] += of * dm.x, s[1][c] += of * dm.y, s[2][c] += of * dot(dm, chord_[i]);
        }
      }
      rows_.stiffness[j][j][2][2] += sign * l * dot(m, slope_[j]);
    }
  }

 private:
  const JointMove* move_[2];
  JointRows& rows_;
  P2 chord_[2], slope_[2];  ///< of the anchors: displacement per angle, and its derivative
  P2 arm_[2], way_[2];      ///< of the anchors: where they end, from the centre of mass, and their displacement
  P2 d0_, d1_, mean_;
};

}  // namespace

void fill_rows(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, const JointMove& a,
               const JointMove& b, const double* l, JointRows& rows) noexcept {
  rows = {};
  Builder builder(joint, body_a, body_b, a, b, rows);
  switch (joint.kind) {
    case JointKind::weld: builder.point(l), builder.angle(2); break;
    case JointKind::revolute:
      builder.point(l);
      if (joint.drives) builder.angle(2);
      break;
    case JointKind::prismatic:
      builder.slide(0, joint.normal, l[0]), builder.angle(1);
      if (joint.drives) builder.slide(2, along(joint), l[2]);
      break;
    case JointKind::distance: builder.distance(l[0]); break;
    case JointKind::wheel:  // these three are prismatic joints with rows that are not rigid
    case JointKind::target:
    case JointKind::motor:
    case JointKind::filter: break;  // in no group
  }
}

Triple pushed(const JointLink& joint, const JointBody& body_a, const JointBody& body_b,
              const Triple& impulse) noexcept {
  const P2 normal = turned(body_a.facing, joint.normal), line = turned(body_a.facing, along(joint));
  P2 way = span_of(joint, body_a, body_b);
  way = (1 / std::max(length(way), tiny_length)) * way;
  const double third = rows_of(joint) > 2 ? impulse[2] : 0;
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::weld: return {{impulse[0], impulse[1], third}};
    case JointKind::prismatic:
      return {{impulse[0] * normal.x + third * line.x, impulse[0] * normal.y + third * line.y, impulse[1]}};
    case JointKind::distance: return {{impulse[0] * way.x, impulse[0] * way.y, 0}};
    case JointKind::wheel:
    case JointKind::target:
    case JointKind::motor:
    case JointKind::filter: break;
  }
  return {};
}

void fill_rows_here(const JointLink& joint, const JointBody& body_a, const JointBody& body_b,
                    JointRows& rows) noexcept {
  JointMove a, b;
  a.set(body_a, {}), b.set(body_b, {});
  const double no_impulse[most_joint_rows] = {};
  fill_rows(joint, body_a, body_b, a, b, no_impulse, rows);
}

void opening_speeds(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, double* speed) noexcept {
  JointRows rows;
  fill_rows_here(joint, body_a, body_b, rows);
  const JointBody* const bodies[2] = {&body_a, &body_b};
  for (int k = 0; k < rows_of(joint); ++k) {
    speed[k] = 0;
    for (int s = 0; s < 2; ++s) {
      for (int i = 0; i < 3; ++i) speed[k] += rows.end[s][k][i] * bodies[s]->velocity[i];
    }
  }
}

void place_error(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, double* error) noexcept {
  const P2 d = span_of(joint, body_a, body_b);
  const P2 goal = turned(body_a.facing, joint.angle);
  const double angle = near_angle(angle_of(cross(goal, body_b.facing), dot(goal, body_b.facing)),
                                  joint.begin + (body_b.turn - body_a.turn));
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::weld: error[0] = d.x, error[1] = d.y, error[2] = angle; break;
    case JointKind::prismatic:
      error[0] = dot(turned(body_a.facing, joint.normal), d), error[1] = angle;
      error[2] = dot(turned(body_a.facing, along(joint)), d);
      break;
    case JointKind::distance: error[0] = length(d) - joint.length; break;
    case JointKind::wheel:
    case JointKind::target:
    case JointKind::motor:
    case JointKind::filter: break;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
