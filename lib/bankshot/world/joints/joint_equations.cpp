#include <bankshot/tolerance.hpp>
#include <bankshot/world/joints/joint_equations.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The part of a joint's force that can draw its bodies back where they are when they turn away: that of a hinge, and
/// of a rod under tension. What is left of the others could push on.
Triple drawing_back(JointKind kind, const Triple& force) {
  if (kind == JointKind::distance) return {{std::min(force[0], 0.0), 0, 0}};
  return kind == JointKind::prismatic ? Triple{} : force;
}

}  // namespace

void JointEquations::fill(const JointGroup& group, const JointSearch& search, double h) {
  lu_.begin(group.plan);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) fill_body(group, b, search.move[b], h);
  for (std::size_t j = 0; j < group.joints.size(); ++j) fill_joint(group, j, search);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    if (!group.bodies[b].moves(2)) continue;
    double& inertia = lu_.diagonal(static_cast<std::uint32_t>(b)).of[2][2];
    const double least = tolerance::least_inertia * 2 * group.bodies[b].mass[2] / h;
    inertia = h > 0 ? std::max(inertia, least) : std::min(inertia, least);  // a stage may go back
  }
}

void JointEquations::fill_body(const JointGroup& group, std::size_t b, const JointMove& move, double h) {
  const JointBody& body = group.bodies[b];
  const auto block = static_cast<std::uint32_t>(b);
  for (int i = 0; i < 3; ++i) {
    lu_.diagonal(block).of[i][i] = body.moves(i) ? 2 * body.mass[i] / h : 1;
    if (body.moves(i))
      lu_.right(block)[i] = -body.mass[i] * (2 * (move.way[i] / h - body.velocity[i]) - h * body.pull[i]);
  }
}

void JointEquations::fill_joint(const JointGroup& group, std::size_t j, const JointSearch& search) {
  const JointLink& joint = group.joints[j];
  const std::uint32_t a = joint.body[0], b = joint.body[1];
  const Triple& impulse = search.impulse[j];
  JointRows rows;
  fill_rows(joint, group.bodies[a], group.bodies[b], search.move[a], search.move[b], impulse.of, rows);
  put_rows(group, j, rows);
  put_turning(group, joint, rows);
  for (int k = 0; k < rows_of(joint.kind); ++k) {
    lu_.right(group.block_of(j))[k] = -rows.change[k];
    for (int s = 0; s < 2; ++s) {
      for (int i = 0; i < 3; ++i) {
        if (group.bodies[joint.body[s]].moves(i)) lu_.right(joint.body[s])[i] += rows.middle[s][k][i] * impulse[k];
      }
    }
  }
}

void JointEquations::put_rows(const JointGroup& group, std::size_t j, const JointRows& rows) {
  const JointLink& joint = group.joints[j];
  const std::uint32_t own = group.block_of(j);
  const int count = rows_of(joint.kind);
  Block3& diagonal = lu_.diagonal(own);
  for (int k = 0; k < 3; ++k) diagonal.of[k][k] = k < count ? 0 : 1;
  for (int s = 0; s < 2; ++s) {
    const JointBody& body = group.bodies[joint.body[s]];
    for (int i = 0; i < 3; ++i) {
      if (!body.moves(i)) continue;
      for (int k = 0; k < count; ++k) {
        lu_.at(own, joint.body[s]).of[k][i] = rows.end[s][k][i];
        lu_.at(joint.body[s], own).of[i][k] = -rows.middle[s][k][i];
      }
    }
  }
}

/// Puts in how the impulses of a joint turn with its bodies.
void JointEquations::put_turning(const JointGroup& group, const JointLink& joint, const JointRows& rows) {
  for (int s = 0; s < 2; ++s) {
    for (int t = 0; t < 2; ++t) {
      for (int i = 0; i < 3; ++i) {
        for (int c = 0; c < 3; ++c) {
          const double slope = rows.stiffness[s][t][i][c];
          if (slope == 0 || !group.bodies[joint.body[s]].moves(i) || !group.bodies[joint.body[t]].moves(c)) continue;
          Block3& block = s == t ? lu_.diagonal(joint.body[s]) : lu_.at(joint.body[s], joint.body[t]);
          block.of[i][c] -= slope;
        }
      }
    }
  }
}

/// Equations at the present places, with masses times `scale`, and impulses of the joints turning with the bodies as
/// their forces would in `h` seconds; 0: without forces.
void JointEquations::fill_here(const JointGroup& group, double scale, double h) {
  lu_.begin(group.plan);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const JointBody& body = group.bodies[b];
    for (int i = 0; i < 3; ++i) {
      lu_.diagonal(static_cast<std::uint32_t>(b)).of[i][i] = body.moves(i) ? scale * body.mass[i] : 1;
    }
  }
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    const JointBody &a = group.bodies[joint.body[0]], &b = group.bodies[joint.body[1]];
    JointMove at_a, at_b;
    at_a.set(a, {}), at_b.set(b, {});
    const Triple force = h > 0 ? drawing_back(joint.kind, group.force[j]) : Triple{};
    const double impulse[most_joint_rows] = {h * force[0], h * force[1], h * force[2]};
    JointRows rows;
    fill_rows(joint, a, b, at_a, at_b, impulse, rows);
    put_rows(group, j, rows);
    put_turning(group, joint, rows);
  }
}

void JointEquations::fill_at_rest(const JointGroup& group) { fill_here(group, 1, 0); }

void JointEquations::fill_linear(const JointGroup& group, double h) {
  fill_here(group, 2 / h, h);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    if (!group.bodies[b].moves(2)) continue;
    double& inertia = lu_.diagonal(static_cast<std::uint32_t>(b)).of[2][2];
    inertia = std::max(inertia, 2 * group.bodies[b].mass[2] / h);
  }
  ask_driven(group, h);
}

void JointEquations::ask_driven(const JointGroup& group, double h) {
  for (std::size_t j = 0; group.is_driven && j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    JointBody bodies[2] = {group.bodies[joint.body[0]], group.bodies[joint.body[1]]};
    for (JointBody& body : bodies) {
      for (int i = 0; i < 3; ++i) body.velocity[i] = body.moves(i) ? 0 : body.velocity[i];
    }
    double speed[most_joint_rows] = {};
    opening_speeds(joint, bodies[0], bodies[1], speed);
    for (int k = 0; k < rows_of(joint.kind); ++k) lu_.right(group.block_of(j))[k] -= h * speed[k];
  }
}

void JointEquations::factor() { lu_.factor(tolerance::joint_stiffening, false); }

void JointEquations::solve_softly(double stiffening) {
  lu_.factor(stiffening, true);
  lu_.solve();
}

namespace {

/// Asks for the impulses that take away what `ask` finds at each joint: its speeds, or its errors of place.
void ask_against(const JointGroup& group, JointEquations& equations, decltype(&opening_speeds) ask) {
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    double found[most_joint_rows] = {};
    ask(joint, group.bodies[joint.body[0]], group.bodies[joint.body[1]], found);
    for (int k = 0; k < rows_of(joint.kind); ++k) equations.right(group.block_of(j))[k] = -found[k];
  }
}

void add_changes(JointGroup& group, const JointEquations& equations) {
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    JointBody& body = group.bodies[b];
    for (int i = 0; i < 3; ++i) {
      if (body.moves(i)) body.velocity[i] += equations.solution(static_cast<std::uint32_t>(b))[i];
    }
  }
}

}  // namespace

void prepare_projection(const JointGroup& group, JointEquations& equations) {
  equations.fill_at_rest(group);
  equations.factor();
}

void project_prepared(JointGroup& group, JointEquations& equations) {
  equations.clear_right();
  ask_against(group, equations, opening_speeds);
  equations.solve_factored();
  add_changes(group, equations);
}

void project_velocities(JointGroup& group, JointEquations& equations) {
  prepare_projection(group, equations);
  project_prepared(group, equations);
}

void project_softly(JointGroup& group, JointEquations& equations) {
  equations.fill_at_rest(group);
  ask_against(group, equations, opening_speeds);
  equations.solve_softly(tolerance::soft_stiffening);
  add_changes(group, equations);
}

void mend_places(JointGroup& group, JointEquations& equations, double most) {
  equations.fill_at_rest(group);
  ask_against(group, equations, place_error);
  equations.solve_softly(tolerance::mending_stiffening);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    JointBody& body = group.bodies[b];
    Triple way = equations.solution(static_cast<std::uint32_t>(b));
    for (int i = 0; i < 3; ++i) way[i] = body.moves(i) ? way[i] : 0;
    const double size = std::max({std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2]) * group.extent});
    if (size > most) way = {{way[0] * most / size, way[1] * most / size, way[2] * most / size}};
    JointMove move;
    move.set(body, way);
    body.go(move);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
