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

/// Energy that is kept does not say that the motion is right: an anchor of a body that turns far within a sub-step
/// follows chords. So it is taken in parts.
int parts_of(const JointGroup& group, double h) {
  const double parts = std::floor(largest_turn(group, h) / tolerance::most_joint_turn) + 1;
  return static_cast<int>(std::min(parts, tolerance::most_joint_parts));
}

}  // namespace

void JointStep::begin(const JointGroup& group) {
  counts_ = {};
  search_.move.resize(group.bodies.size()), search_.impulse.resize(group.joints.size());
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
    if (take_stages(group, h / parts)) continue;
    group = before;
    for (int k = 0; k < 4; ++k) advance(group, h / parts / 4, 0);
  }
  return counts_;
}

bool JointStep::take_stages(JointGroup& group, double h) {
  constexpr double a = 0.41449077179437573714;  // 1 / (4 - 4^(1/3))
  double turning = group.is_held ? 0 : whole_motion(group).turning;
  for (const double stage : {a, a, 1 - 4 * a, a, a}) {
    if (!find(group, stage * h)) return false;
    if (!group.is_held) turning += given_turning(group, stage * h);
    finish(group, stage * h);
  }
  settle(group, turning);
  return true;
}

void JointStep::advance(JointGroup& group, double h, int depth) {
  if (find(group, h)) {
    const double turning = group.is_held ? 0 : whole_motion(group).turning + given_turning(group, h);
    finish(group, h);
    settle(group, turning);
  } else if (depth < tolerance::most_halvings_deep && counts_.halvings < tolerance::most_halvings) {
    ++counts_.halvings;
    advance(group, h / 2, depth + 1);
    advance(group, h / 2, depth + 1);
  } else {
    counts_.lost = true;
    step_softly(group, h);
  }
}

/// Finds the moves and impulses of a sub-step. Returns false if Newton's method does not arrive.
bool JointStep::find(const JointGroup& group, double h) {
  guess(group, h);
  double before = endless;
  for (int round = 0; round < tolerance::most_newton_rounds; ++round) {
    ++counts_.rounds;
    equations_.fill(group, search_, h);
    equations_.solve();
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
    for (int k = 0; k < rows_of(group.joints[j].kind); ++k) search_.impulse[j][k] += change[k];
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
    for (int k = 0; k < most_joint_rows; ++k) group.force[j][k] = search_.impulse[j][k] / h;
  }
}

/// Makes the velocities agree with the joints. `turning`: the angular momentum of the whole, if nothing holds it: the
/// discrete gradient keeps it only up to the cube of the angles. The momentum is kept but for rounding.
void JointStep::settle(JointGroup& group, double turning) {
  const double energy = group.kinetic_energy();
  if (group.is_held) {
    project_velocities(group, equations_);
    if (!group.is_driven) scale_motion(group, energy, nullptr);
    return;
  }
  WholeMotion keep = whole_motion(group);
  keep.turning = turning;
  project_velocities(group, equations_);
  scale_motion(group, energy, &keep);
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
