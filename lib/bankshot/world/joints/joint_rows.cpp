#include <bankshot/world/joints/joint_rows.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// A rod of no length has no direction, and then does nothing.
constexpr double tiny_length = 1e-150;

/// The direction of the line of a prismatic joint in the frame of A.
P2 along(const JointLink& joint) { return {joint.normal.y, -joint.normal.x}; }

/// From the wheel of a pulley to the anchor of A or of B.
P2 rope_of(const JointLink& joint, int side, const JointBody& body) {
  return (body.place - joint.wheel[side]) + turned(body.facing, joint.anchor[side]);
}

/// From the anchor of A to that of B.
P2 span_of(const JointLink& joint, const JointBody& a, const JointBody& b) {
  return (b.place - a.place) + (turned(b.facing, joint.anchor[1]) - turned(a.facing, joint.anchor[0]));
}

/// The discrete gradient of a function of one vector that goes from d0 to d1, and the gradient at d1.
struct VectorSlopes {
  P2 mean, end;
};

/// |d1| - |d0| = (d0 + d1) (d1 - d0) / (|d0| + |d1|).
struct LengthSlopes : VectorSlopes {
  double both;
  LengthSlopes(P2 d0, P2 d1) {
    const double size0 = length(d0), size1 = length(d1);
    both = std::max(size0 + size1, tiny_length);
    end = (1 / std::max(size1, tiny_length)) * d1;
    mean = (1 / both) * (d0 + d1);
  }
  /// How `mean` changes with d1, times l.
  P2 turning(P2 by, double l) const { return (l / both) * (by - dot(end, by) * mean); }
};

/// The angle of d: with c = d0 x d1 = left(d0 + d1) / 2 (d1 - d0) and s = d0 d1, it grows by atan2(c, s), which is
/// g c, g = atan2(c, s) / c. So g left(d0 + d1) / 2 is a discrete gradient.
struct AngleSlopes : VectorSlopes {
  P2 d0_left, d0, across;  ///< across: left(d0 + d1) / 2
  double g = 0, by_c = 0, by_s = 0;
  /// `way`: d1 - d0.
  AngleSlopes(P2 start, P2 stop, P2 way) : d0_left(left_of(start)), d0(start), across(0.5 * left_of(start + stop)) {
    const double c = cross(start, way), s = dot(start, stop), square = c * c + s * s;
    end = (1 / std::max(dot(stop, stop), tiny_length)) * left_of(stop);
    if (!(square > tiny_length) || (c == 0 && s < 0)) return;  // no direction, or either way round
    const double t = c / s, q = t * t;
    by_s = -1 / square;
    if (s > 0 && q < 1e-4) {  // atan(t) / t, and its derivative
      g = (1 - q * (1.0 / 3 - q * (1.0 / 5 - q * (1.0 / 7 - q / 9)))) / s;
      by_c = t * (-2.0 / 3 + q * (4.0 / 5 - q * (6.0 / 7 - q * (8.0 / 9)))) / (s * s);
    } else {
      g = angle_of(c, s) / c;
      by_c = (s / square - g) / c;
    }
    mean = g * across;
  }
  P2 turning(P2 by, double l) const {
    const double slope = by_c * dot(d0_left, by) + by_s * dot(d0, by);
    return l * (slope * across + (0.5 * g) * left_of(by));
  }
};

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

  /// The length of d, in the first row.
  void distance(double l) { span(LengthSlopes(d0_, d1_), l, 1); }

  /// The angles of A and of B, seen from d: a + ratio b - (1 + ratio) angle of d.
  void gear(double ratio, double l) {
    span(AngleSlopes(d0_, d1_, way_[1] - way_[0]), l, -(1 + ratio));
    turn(1, ratio);
  }

  /// The way along n, a direction of A, and that of the rim of B.
  void rack(P2 direction, double radius, double l) {
    slide(0, direction, l);
    turn(-radius, radius);
  }

  /// The lengths from two fixed points: their sum, in which that of B counts `ratio` times; that of A; that of B.
  void pulley(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, const double* l) {
    const P2 place[2] = {body_a.place, body_b.place};
    for (int i = 0; i < 2; ++i) {
      const double times = i == 0 ? 1 : joint.ratio;
      const P2 d0 = (place[i] - joint.wheel[i]) + turned(move_[i]->start, joint.anchor[i]), d1 = d0 + way_[i];
      const LengthSlopes m(d0, d1);
      const double change = dot(m.mean, way_[i]), pull = times * l[0] + l[1 + i];
      rows_.change[0] += times * change, rows_.change[1 + i] = change;
      set(rows_.middle[i][0], times * m.mean, times * dot(m.mean, chord_[i]));
      set(rows_.end[i][0], times * m.end, times * dot(m.end, left_of(arm_[i])));
      set(rows_.middle[i][1 + i], m.mean, dot(m.mean, chord_[i]));
      set(rows_.end[i][1 + i], m.end, dot(m.end, left_of(arm_[i])));
      const P2 by[3] = {{1, 0}, {0, 1}, left_of(arm_[i])};
      for (int c = 0; c < 3; ++c) push_by(i, i, c, 1, m.turning(by[c], pull));
      rows_.stiffness[i][i][2][2] += pull * dot(m.mean, slope_[i]);
    }
  }

 private:
  /// `times` a function of d, in the first row.
  template <class Slopes>
  void span(const Slopes& m, double l, double times) {
    rows_.change[0] += times * dot(m.mean, way_[1] - way_[0]);
    for (int i = 0; i < 2; ++i) {
      const double sign = i == 0 ? -times : times;
      set(rows_.middle[i][0], sign * m.mean, sign * dot(m.mean, chord_[i]));
      set(rows_.end[i][0], sign * m.end, sign * dot(m.end, left_of(arm_[i])));
    }
    for (int j = 0; j < 2; ++j) {
      const double sign = j == 0 ? -1 : 1;
      const P2 by[3] = {{sign, 0}, {0, sign}, sign * left_of(arm_[j])};  // derivative of d1 by the way of body j
      for (int c = 0; c < 3; ++c) {
        const P2 dm = m.turning(by[c], l);
        for (int i = 0; i < 2; ++i) push_by(i, j, c, i == 0 ? -times : times, dm);
      }
      rows_.stiffness[j][j][2][2] += sign * times * l * dot(m.mean, slope_[j]);
    }
  }

  /// The impulse at the anchor of body i grows by times `dm` with number c of the way of body j.
  void push_by(int i, int j, int c, double times, P2 dm) {
    auto& s = rows_.stiffness[i][j];
    s[0][c] += times * dm.x, s[1][c] += times * dm.y, s[2][c] += times * dot(dm, chord_[i]);
  }

  /// Adds a times the angle of A and b times that of B to the first row.
  void turn(double a, double b) {
    rows_.middle[0][0][2] += a, rows_.end[0][0][2] += a;
    rows_.middle[1][0][2] += b, rows_.end[1][0][2] += b;
    rows_.change[0] += a * move_[0]->way[2] + b * move_[1]->way[2];
  }

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
    case JointKind::gear: builder.gear(joint.ratio, l[0]); break;
    case JointKind::rack: builder.rack(along(joint), joint.ratio, l[0]); break;
    case JointKind::pulley: builder.pulley(joint, body_a, body_b, l); break;
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
  const double distance = length(way);
  way = (1 / std::max(distance, tiny_length)) * way;
  const double third = rows_of(joint) > 2 ? impulse[2] : 0;
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::weld: return {{impulse[0], impulse[1], third}};
    case JointKind::prismatic:
      return {{impulse[0] * normal.x + third * line.x, impulse[0] * normal.y + third * line.y, impulse[1]}};
    case JointKind::distance: return {{impulse[0] * way.x, impulse[0] * way.y, 0}};
    case JointKind::rack: return {{impulse[0] * line.x, impulse[0] * line.y, joint.ratio * impulse[0]}};
    case JointKind::gear: {
      const double across = -(1 + joint.ratio) * impulse[0] / std::max(distance, tiny_length);
      return {{-across * way.y, across * way.x, joint.ratio * impulse[0]}};
    }
    case JointKind::pulley: {
      const P2 rope = rope_of(joint, 1, body_b),
               pull = ((joint.ratio * impulse[0] + third) / std::max(length(rope), tiny_length)) * rope;
      return {{pull.x, pull.y, 0}};
    }
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

namespace {

/// By how much the length of d0 + s (d1 - d0) is less at least, for some s between 0 and 1.
double least_growth(P2 d0, P2 d1) {
  const P2 way = d1 - d0;
  const double square = dot(way, way), s = square > 0 ? std::clamp(-dot(d0, way) / square, 0.0, 1.0) : 0;
  return length(d0 + s * way) - length(d0);
}

}  // namespace

double least_change(const JointLink& joint, int row, const JointBody& body_a, const JointBody& body_b,
                    const JointMove& a, const JointMove& b, double change) noexcept {
  JointBody to[2] = {body_a, body_b};
  to[0].go(a), to[1].go(b);
  if (joint.kind == JointKind::distance) {
    return least_growth(span_of(joint, body_a, body_b), span_of(joint, to[0], to[1]));
  }
  if (joint.kind != JointKind::pulley || row == 0) return change;
  const int side = row - 1;
  return least_growth(rope_of(joint, side, side == 0 ? body_a : body_b), rope_of(joint, side, to[side]));
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

namespace {

/// The angle from the line between the axes of a gear to the mark of A or of B, up to whole turns.
double mark_angle(const JointLink& joint, const JointBody& a, const JointBody& b, int side) {
  const P2 d = span_of(joint, a, b);
  const P2 mark = side == 0 ? turned(a.facing, along(joint)) : turned(b.facing, joint.angle);
  return angle_of(cross(d, mark), dot(d, mark));
}

/// The angle of B's mark if that of A's is `angle`: the one nearest to what it should be.
double other_gear(const JointLink& joint, const JointBody& a, const JointBody& b, double angle) {
  return near_angle(mark_angle(joint, a, b, 1), -angle / joint.ratio);
}

}  // namespace

double angle_here(const JointLink& joint, const JointBody& a, const JointBody& b) noexcept {
  if (joint.kind == JointKind::gear) return mark_angle(joint, a, b, 0);
  const P2 goal = turned(a.facing, joint.angle);
  return angle_of(cross(goal, b.facing), dot(goal, b.facing));
}

double turned_angle(const JointLink& joint, const JointBody& a, const JointBody& b) noexcept {
  double way = b.turn - a.turn;
  // The line between the axes turns by (turn of A + ratio turn of B) / (1 + ratio). If both turn as one, all angles
  // that belong together differ by the same whole turns, and it does not matter which are taken.
  if (joint.kind == JointKind::gear) way *= joint.ratio == -1 ? 0 : -joint.ratio / (1 + joint.ratio);
  return near_angle(angle_here(joint, a, b), joint.begin + way);
}

void place_error(const JointLink& joint, const JointBody& body_a, const JointBody& body_b, double* error) noexcept {
  const P2 d = span_of(joint, body_a, body_b);
  const double angle = turned_angle(joint, body_a, body_b);
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::weld: error[0] = d.x, error[1] = d.y, error[2] = angle; break;
    case JointKind::prismatic:
      error[0] = dot(turned(body_a.facing, joint.normal), d), error[1] = angle;
      error[2] = dot(turned(body_a.facing, along(joint)), d);
      break;
    case JointKind::distance: error[0] = length(d) - joint.length; break;
    case JointKind::gear: error[0] = angle + joint.ratio * other_gear(joint, body_a, body_b, angle); break;
    case JointKind::rack: error[0] = dot(turned(body_a.facing, along(joint)), d) + joint.ratio * angle; break;
    case JointKind::pulley:
      error[1] = length(rope_of(joint, 0, body_a)), error[2] = length(rope_of(joint, 1, body_b));
      error[0] = error[1] + joint.ratio * error[2] - joint.length;
      break;
    case JointKind::wheel:
    case JointKind::target:
    case JointKind::motor:
    case JointKind::filter: break;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
