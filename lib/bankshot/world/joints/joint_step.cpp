#include <bankshot/tolerance.hpp>
#include <bankshot/world/joints/joint_step.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The largest angle by which a body with an anchor off its centre of mass turns.
double largest_turn(const JointGroup& group, double h) {
  double turn = 0;
  for (const JointLink& joint : group.joints) {
    for (int i = 0; i < 2; ++i) {
      const P2 arm = joint.anchor[i];
      if (arm.x != 0 || arm.y != 0) turn = std::max(turn, std::fabs(group.bodies[joint.body[i]].velocity[2]) * h);
    }
  }
  return turn;
}

/// The largest angle by which a spring swings on, with the masses of its two bodies as they answer alone.
double largest_phase(const JointGroup& group, double h) {
  double phase = 0;
  for (const JointLink& joint : group.joints) {
    const JointBody *a = &group.body_of(joint, 0), *b = &group.body_of(joint, 1);
    JointRows rows;
    fill_rows_here(joint, *a, *b, rows);
    for (int k = 0; k < rows_of(joint); ++k) {
      double opening = 0;  // by an impulse of 1
      for (int i = 0; i < 3; ++i) {
        if (a->moves(i)) opening += rows.end[0][k][i] * rows.end[0][k][i] / a->mass[i];
        if (b->moves(i)) opening += rows.end[1][k][i] * rows.end[1][k][i] / b->mass[i];
      }
      phase = std::max(phase, std::sqrt(joint.rule[k].stiffness * opening) * h);
    }
  }
  return phase;
}

/// Energy that is kept does not say that the motion is right: an anchor of a body that turns far within a sub-step
/// follows chords, and a spring swings too slowly. So it is taken in parts.
int parts_of(const JointGroup& group, double h) {
  const double angle = std::max(largest_turn(group, h), group.is_rigid ? 0 : largest_phase(group, h));
  const double parts = std::floor(angle / tolerance::most_joint_turn) + 1;
  return static_cast<int>(std::min(parts, tolerance::most_joint_parts));
}

/// True if a motor keeps a speed, and so gives or takes energy.
bool has_servo(const JointGroup& group) {
  for (std::size_t j = 0; !group.is_rigid && j < group.joints.size(); ++j) {
    for (int k = 0; k < rows_of(group.joints[j]); ++k) {
      const bool servo = group.mode[j][static_cast<std::size_t>(k)] == RowMode::servo;
      if (servo && group.joints[j].rule[k].speed != 0) return true;
    }
  }
  return false;
}

}  // namespace

void JointStep::begin(const JointGroup& group) {
  counts_ = {};
  search_.move.resize(group.bodies.size()), search_.impulse.resize(group.joints.size());
  search_.change.resize(group.joints.size());
}

JointStepCounts JointStep::run(JointGroup& group, double h) {
  begin(group);
  const int parts = parts_of(group, h);
  for (int i = 0; i < parts; ++i) advance(group, h / parts, 0);
  return counts_;
}

// Suzuki, "Fractal decomposition of exponential operators" (1990): a symmetric step S(h) of order 2 becomes one of
// order 4 as S(a h)^2 S((1 - 4 a) h) S(a h)^2, since 4 a^3 + (1 - 4 a)^3 = 0 removes the error of third order. (That is
// so for the sub-steps alone; settle() at the end is not symmetric.)
JointStepCounts JointStep::run_smoothly(JointGroup& group, double h) {
  begin(group);
  const int parts = parts_of(group, h);
  for (int i = 0; i < parts; ++i) {
    const JointGroup before = group;
    const RowWork work = counts_.work;
    const double settled = counts_.settled;
    if (take_stages(group, h / parts)) continue;
    group = before, counts_.work = work, counts_.settled = settled;
    for (int k = 0; k < 4; ++k) advance(group, h / parts / 4, 0);
  }
  return counts_;
}

bool JointStep::take_stages(JointGroup& group, double h) {
  constexpr double a = 0.41449077179437573714;  // 1 / (4 - 4^(1/3))
  if (!group.is_smooth) return false;
  begin_rows(group, h, h, true);
  double turning = group.is_held ? 0 : whole_motion(group).turning;
  for (const double stage : {a, a, 1 - 4 * a, a, a}) {
    if (!find_change(group, stage * h, false) || !closes(group, stage * h)) return false;
    if (!group.is_rigid) {
      if (least_margin(group, search_).end < -tolerance::joint_limit_band) return false;
      if (stage > 0 && correct_modes(group, search_, stage * h)) return false;
    }
    if (!group.is_held) turning += given_turning(group, stage * h);
    finish(group, stage * h);
    list_rows(group, search_.begin);
  }
  settle(group, turning);
  return true;
}

void JointStep::advance(JointGroup& group, double h, int depth) {
  for (double left = h; left > 0;) {
    begin_rows(group, h, left, counts_.hits < tolerance::most_limit_hits);
    if (!find(group, left)) {
      give_way(group, left, depth);
      return;
    }
    const double part = find_limit(group, left);
    if (!(part > 0)) {
      give_way(group, left, depth);
      return;
    }
    keep(group, part);
    left -= part;
  }
}

/// Throws rows back that have run into limits, and supposes the modes of all for a sub-step of `left` seconds.
void JointStep::begin_rows(JointGroup& group, double h, double left, bool bounce) {
  list_rows(group, search_.begin);
  if (group.is_rigid) return;
  const std::optional<double> work = strike_limits(group, equations_, search_.begin, h, bounce);
  counts_.work.restitution += work.value_or(0);
  if (work) list_rows(group, search_.begin);
  suppose_modes(group, search_.begin, left);
}

/// Makes a sub-step in which Newton's method does not arrive.
void JointStep::give_way(JointGroup& group, double h, int depth) {
  if (depth < tolerance::most_halvings_deep && counts_.halvings < tolerance::most_halvings) {
    ++counts_.halvings;
    advance(group, h / 2, depth + 1);
    advance(group, h / 2, depth + 1);
  } else {
    counts_.lost = true;
    step_softly(group, h);
  }
}

/// Makes the sub-step that was found.
void JointStep::keep(JointGroup& group, double h) {
  counts_.work += work_of_rows(group, search_, h);
  counts_.settled += std::min(work_of_rigid_rows(group, search_, h), 0.0);
  const double turning = group.is_held ? 0 : whole_motion(group).turning + given_turning(group, h);
  finish(group, h);
  settle(group, turning);
}

/// Finds the moves and impulses of a sub-step, and the modes of its rows. Returns false if Newton's method does not
/// arrive. It does not where a motor is to keep a speed that the joints do not allow: then motors push as hard as they
/// can instead.
bool JointStep::find(JointGroup& group, double h) {
  for (int corrections = 0;; ++corrections) {
    const bool more = corrections < tolerance::most_mode_corrections;
    if (!find_change(group, h, false)) {
      if (!more || !bound_servos(group, search_.begin)) return false;
      continue;
    }
    if (!closes(group, h)) find_what_gives(group, h);
    if (group.is_rigid || !more || !correct_modes(group, search_, h)) return true;
  }
}

/// Lets rows that may be redundant give way to their impulses where they then do less work than in the sub-step that
/// was found.
void JointStep::find_what_gives(const JointGroup& group, double h) {
  const JointSearch found = search_;
  const double work = work_of_rigid_rows(group, search_, h);
  if (find_change(group, h, true)) {
    const double given = work_of_rigid_rows(group, search_, h);
    if (given <= 0 && (work > 0 || given > work)) return;
  }
  search_ = found;
}

/// If a row gets beyond a limit in the sub-step of length h that was found, finds the part of it that ends where the
/// first row does, by the secant through two ends that are halved where they stay (Dowell and Jarratt, "A modified
/// regula falsi method", 1971). Returns how long it is: h if no row does, 0 if Newton's method does not arrive.
double JointStep::find_limit(JointGroup& group, double h) {
  constexpr double band = tolerance::joint_limit_band;
  if (group.is_rigid || counts_.hits >= 2 * tolerance::most_limit_hits) return h;
  LimitMargin late = least_margin(group, search_);
  if (late.end >= -band) return h;
  ++counts_.hits;
  double begin = 0, end = h, early = late.begin, beyond = late.end;
  const std::vector<std::array<RowMode, most_joint_rows>> modes = group.mode;
  for (int trial = 0; trial < tolerance::most_limit_trials; ++trial) {
    double time = begin + (end - begin) * (early / (early - beyond));
    if (!(time > begin && time < end)) time = (begin + end) / 2;
    group.mode = modes;
    if (!find(group, time)) break;
    const LimitMargin least = least_margin(group, search_);
    if (least.end <= 0 && least.end >= -band) return time;
    if (least.end > 0) {
      begin = time, early = end_margin(group, search_, late), beyond /= 2;
    } else {
      early = least.joint == late.joint && least.row == late.row ? early / 2 : -least.end;
      end = time, late = least, beyond = least.end;
    }
  }
  // Rows that change their modes at some time make the way jump there: what is known to be within all limits will do.
  group.mode = modes;
  if (begin > 0 && find(group, begin)) return begin;
  group.mode = modes;
  return find(group, h) ? h : 0;
}

/// False if rows did work in the sub-step that was found. Those that contradict one another do not close, whatever
/// their impulses are, which grow from round to round, and from sub-step to sub-step.
bool JointStep::closes(const JointGroup& group, double h) const {
  double twice = 0;  // the energy that the sub-step has to do with
  for (const JointBody& body : group.bodies) {
    for (int i = 0; i < 3; ++i) {
      const double speed = std::fabs(body.velocity[i]) + std::fabs(h * body.pull[i]);
      if (body.moves(i)) twice += body.mass[i] * speed * speed;
    }
  }
  return std::fabs(work_of_rigid_rows(group, search_, h)) <= tolerance::work_of_closed_joints * twice / 2;
}

/// Newton's method for the present modes. If `gives`, rows that may be redundant give way to their impulses, so that
/// those that contradict one another have bounded ones. Returns false if it does not arrive.
bool JointStep::find_change(const JointGroup& group, double h, bool gives) {
  guess(group, h);
  set_aims(group, h, search_);
  double before = endless;
  for (int round = 0; round < tolerance::most_newton_rounds; ++round) {
    ++counts_.rounds;
    equations_.fill(group, search_, h);
    equations_.factor(std::copysign(tolerance::joint_stiffening, h));
    if (gives) equations_.give_way(group, search_);
    equations_.solve_factored();
    const double size = take_round(group) / group.extent;
    if (!(size < endless)) return false;
    if (size <= tolerance::newton_arrived || (size <= tolerance::newton_stands && size > before / 2)) return true;
    before = size;
  }
  return false;
}

/// Begins with free flight, and the forces of the last sub-step.
void JointStep::guess(const JointGroup& group, double h) {
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const JointBody& body = group.bodies[b];
    Triple way;
    for (int i = 0; i < 3; ++i) way[i] = h * (body.velocity[i] + (body.moves(i) ? h / 2 * body.pull[i] : 0));
    search_.move[b].set(body, way);
  }
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    for (int k = 0; k < most_joint_rows; ++k) search_.impulse[j][k] = h * group.force[j][k];
  }
}

/// Adds the solution of a round. Returns by how much it has moved the body that it moved most: a length.
double JointStep::take_round(const JointGroup& group) {
  double farthest = 0;
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const Triple& change = equations_.solution(static_cast<std::uint32_t>(b));
    Triple way = search_.move[b].way;
    for (int i = 0; i < 3; ++i) {
      if (!group.bodies[b].moves(i)) continue;
      way[i] += change[i];
      const double size = std::fabs(change[i]) * (i == 2 ? group.extent : 1);
      if (!(size <= farthest)) farthest = size;  // NaN, too
    }
    search_.move[b].set(group.bodies[b], way);
  }
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const Triple& change = equations_.solution(group.block_of(j));
    for (int k = 0; k < rows_of(group.joints[j]); ++k) search_.impulse[j][k] += change[k];
  }
  return farthest;
}

/// The angular impulse of what pulls at the bodies, about the centre of mass, along the moves that were found.
double JointStep::given_turning(const JointGroup& group, double h) const {
  P2 middle, mean;
  double mass = 0, turning = 0;
  const auto halfway = [&](std::size_t b) {
    return group.bodies[b].place + 0.5 * P2{search_.move[b].way[0], search_.move[b].way[1]};
  };
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const JointBody& body = group.bodies[b];
    mass += body.mass[0];
    middle = middle + body.mass[0] * halfway(b), mean = mean + body.mass[0] * P2{body.pull[0], body.pull[1]};
  }
  middle = (1 / mass) * middle, mean = (1 / mass) * mean;
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const JointBody& body = group.bodies[b];
    const P2 own = P2{body.pull[0], body.pull[1]} - mean;
    turning += body.mass[2] * body.pull[2] + body.mass[0] * cross(halfway(b) - middle, own);
  }
  return h * turning;
}

void JointStep::finish(JointGroup& group, double h) {
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    JointBody& body = group.bodies[b];
    body.go(search_.move[b]);
    for (int i = 0; i < 3; ++i) {
      if (body.moves(i)) body.velocity[i] = 2 * search_.move[b].way[i] / h - body.velocity[i];
    }
  }
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    const Triple given = pushed(joint, group.body_of(joint, 0), group.body_of(joint, 1), search_.impulse[j]);
    for (int k = 0; k < most_joint_rows; ++k) {
      group.force[j][k] = search_.impulse[j][k] / h;
      group.given[j][k] += given[k];
    }
  }
}

/// Makes the velocities agree with the joints. `turning`: the angular momentum of the whole, if nothing holds it: the
/// discrete gradient keeps it only up to the cube of the angles. The momentum is kept but for rounding, and so is the
/// kinetic energy, unless something that the group cannot push away moves, or a motor keeps a speed.
void JointStep::settle(JointGroup& group, double turning) {
  const double energy = group.kinetic_energy();
  WholeMotion whole;
  if (!group.is_held) whole = whole_motion(group), whole.turning = turning;
  project_velocities(group, equations_);
  note_impulses(group, equations_, group.bodies, group.given);
  const bool servo = has_servo(group), gives = !group.is_driven && !servo;
  if (!group.is_held) scale_motion(group, gives ? energy : group.kinetic_energy(), &whole);
  if (group.is_held && gives) scale_motion(group, energy, nullptr);
  if (group.is_driven) return;
  (servo ? counts_.work.motors : counts_.settled) += group.kinetic_energy() - energy;
}

/// A sub-step that always arrives, and takes energy.
void JointStep::step_softly(JointGroup& group, double h) {
  for (JointBody& body : group.bodies) {
    for (int i = 0; i < 3; ++i) body.velocity[i] += body.moves(i) ? h * body.pull[i] : 0;
  }
  project_softly(group, equations_);
  for (JointBody& body : group.bodies) {
    JointMove move;
    move.set(body, {{h * body.velocity[0], h * body.velocity[1], h * body.velocity[2]}});
    body.go(move);
  }
  project_softly(group, equations_);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
