#include <bankshot/tolerance.hpp>
#include <bankshot/world/joints/joint_equations.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The part of a joint's force that can draw its bodies back where they are when they turn away: that of a hinge, and
/// of a rod under tension. What is left of the others could push on.
Triple drawing_back(JointKind kind, const Triple& force) {
  if (kind == JointKind::distance || kind == JointKind::pulley) return {{std::min(force[0], 0.0), 0, 0}};
  return kind == JointKind::revolute || kind == JointKind::weld ? force : Triple{};
}

/// The equations of the rows in a sub-step.
JointAims aims_of(const JointGroup& group, std::size_t j, const RowState& now, double h) {
  JointAims aims;
  const JointLink& joint = group.joints[j];
  for (int k = 0; k < rows_of(joint); ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (!joint.rule[k].rigid) {
      aims[at] = aim_of(joint.rule[k], group.mode[j][at], now.c[k], now.speed[k], group.full[j][k], h);
    }
  }
  return aims;
}

/// The same at rest, where a row takes part or has no impulse.
JointAims aims_at_rest(const JointGroup& group, std::size_t j, Rows taken) {
  JointAims aims;
  for (int k = 0; k < rows_of(group.joints[j]); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const bool part = taken == Rows::locked ? is_locked(group.mode[j][at]) : group.joints[j].rule[k].rigid;
    if (!part) aims[at] = {0, 1, 0};
  }
  return aims;
}

}  // namespace

void set_aims(const JointGroup& group, double h, JointSearch& search) {
  search.aims.clear();
  for (std::size_t j = 0; !group.is_rigid && j < group.joints.size(); ++j) {
    search.aims.push_back(aims_of(group, j, search.begin[j], h));
  }
}

void JointEquations::fill(const JointGroup& group, JointSearch& search, double h) {
  lu_.begin(group.plan);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) fill_body(group, b, search.move[b], h);
  for (std::size_t j = 0; j < group.joints.size(); ++j) fill_joint(group, j, search);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    if (!group.bodies[b].moves(2)) continue;
    double& inertia = lu_.diagonal(static_cast<std::uint32_t>(b)).at(2, 2);
    const double least = tolerance::least_inertia * 2 * group.bodies[b].mass[2] / h;
    inertia = h > 0 ? std::max(inertia, least) : std::min(inertia, least);  // a stage may go back
  }
}

void JointEquations::fill_body(const JointGroup& group, std::size_t b, const JointMove& move, double h) {
  const JointBody& body = group.bodies[b];
  const auto block = static_cast<std::uint32_t>(b);
  for (int i = 0; i < 3; ++i) {
    lu_.diagonal(block).at(i, i) = body.moves(i) ? 2 * body.mass[i] / h : 1;
    if (body.moves(i))
      lu_.right(block)[i] = -body.mass[i] * (2 * (move.way[i] / h - body.velocity[i]) - h * body.pull[i]);
  }
}

void JointEquations::fill_joint(const JointGroup& group, std::size_t j, JointSearch& search) {
  const JointLink& joint = group.joints[j];
  const std::uint32_t a = joint.body[0], b = joint.body[1];
  const Triple& impulse = search.impulse[j];
  JointRows rows;
  fill_rows(joint, group.bodies[a], group.bodies[b], search.move[a], search.move[b], impulse.of, rows);
  const JointAims aims = search.aims.empty() ? JointAims{} : search.aims[j];
  put_rows(group, j, rows, aims);
  put_turning(group, joint, rows);
  for (int k = 0; k < rows_of(joint); ++k) {
    const RowAim& row = aims[static_cast<std::size_t>(k)];
    search.change[j][k] = rows.change[k];
    lu_.right(group.block_of(j))[k] = row.aim - row.weight * rows.change[k] - row.give * impulse[k];
    for (int s = 0; s < 2; ++s) {
      for (int i = 0; i < 3; ++i) {
        if (group.bodies[joint.body[s]].moves(i)) lu_.right(joint.body[s])[i] += rows.middle[s][k][i] * impulse[k];
      }
    }
  }
}

void JointEquations::put_rows(const JointGroup& group, std::size_t j, const JointRows& rows, const JointAims& aims) {
  const JointLink& joint = group.joints[j];
  const std::uint32_t own = group.block_of(j);
  const int count = rows_of(joint);
  Block3& diagonal = lu_.diagonal(own);
  for (int k = 0; k < 3; ++k) diagonal.at(k, k) = k < count ? aims[static_cast<std::size_t>(k)].give : 1;
  for (int s = 0; s < 2; ++s) {
    const JointBody& body = group.bodies[joint.body[s]];
    if (!body.moves(0) && !body.moves(1) && !body.moves(2)) continue;  // not among the neighbours of the joint
    Block3 &felt = lu_.at(own, joint.body[s]), &pushed = lu_.at(joint.body[s], own);
    for (int i = 0; i < 3; ++i) {
      if (!body.moves(i)) continue;
      for (int k = 0; k < count; ++k) {
        felt.at(k, i) = aims[static_cast<std::size_t>(k)].weight * rows.end[s][k][i];
        pushed.at(i, k) = -rows.middle[s][k][i];
      }
    }
  }
}

/// Puts in how the impulses of a joint turn with its bodies.
void JointEquations::put_turning(const JointGroup& group, const JointLink& joint, const JointRows& rows) {
  const bool is_hinge = joint.kind == JointKind::revolute || joint.kind == JointKind::weld;
  const int first = is_hinge ? 2 : 0;  // a force through a point of a body turns by the body's own angle alone
  for (int s = 0; s < 2; ++s) {
    for (int t = is_hinge ? s : 0; t < (is_hinge ? s + 1 : 2); ++t) {
      Block3* block = nullptr;  // two bodies need not be neighbours if nothing turns
      for (int i = first; i < 3; ++i) {
        for (int c = first; c < 3; ++c) {
          const double slope = rows.stiffness[s][t][i][c];
          if (slope == 0 || !group.bodies[joint.body[s]].moves(i) || !group.bodies[joint.body[t]].moves(c)) continue;
          if (block == nullptr) block = s == t ? &lu_.diagonal(joint.body[s]) : &lu_.at(joint.body[s], joint.body[t]);
          block->at(i, c) -= slope;
        }
      }
    }
  }
}

/// Equations at the present places, with masses times `scale`, and impulses of the joints turning with the bodies as
/// their forces would in `h` seconds.
void JointEquations::fill_here(const JointGroup& group, double scale, double h) {
  lu_.begin(group.plan);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const JointBody& body = group.bodies[b];
    for (int i = 0; i < 3; ++i) {
      lu_.diagonal(static_cast<std::uint32_t>(b)).at(i, i) = body.moves(i) ? scale * body.mass[i] : 1;
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
    put_rows(group, j, rows, aims_[j]);
    put_turning(group, joint, rows);
  }
}

void JointEquations::fill_at_rest(const JointGroup& group, Rows rows) {
  aims_.clear();
  for (std::size_t j = 0; j < group.joints.size(); ++j) aims_.push_back(aims_at_rest(group, j, rows));
  fill_here(group, 1, 0);
}

void JointEquations::fill_linear(const JointGroup& group, double h) {
  aims_.clear();
  std::vector<RowState> rows;
  list_rows(group, rows);
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    JointAims& aims = aims_.emplace_back(group.is_rigid ? JointAims{} : aims_of(group, j, rows[j], h));
    for (int k = 0; k < rows_of(group.joints[j]); ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (group.mode[j][at] == RowMode::servo) aims[at] = {0, 1, h * group.force[j][k]};
    }
  }
  fill_sub_step(group, h);
}

void JointEquations::fill_taut(const JointGroup& group, double h) {
  aims_.clear();
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    JointAims& aims = aims_.emplace_back(aims_at_rest(group, j, Rows::locked));
    for (int k = 0; k < rows_of(group.joints[j]); ++k) {
      RowAim& row = aims[static_cast<std::size_t>(k)];
      const bool bounded = group.mode[j][static_cast<std::size_t>(k)] == RowMode::full;
      if (row.give > 0 && !bounded) row.weight = h * group.joints[j].rule[k].stiffness / 2;
    }
  }
  fill_sub_step(group, h);
}

void JointEquations::fill_sub_step(const JointGroup& group, double h) {
  fill_here(group, 2 / h, h);
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    if (!group.bodies[b].moves(2)) continue;
    double& inertia = lu_.diagonal(static_cast<std::uint32_t>(b)).at(2, 2);
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
    for (int k = 0; k < rows_of(joint); ++k) {
      lu_.right(group.block_of(j))[k] -= aims_[j][static_cast<std::size_t>(k)].weight * h * speed[k];
    }
  }
}

void JointEquations::ask_rows(const JointGroup& group) {
  for (std::size_t j = 0; !group.is_rigid && j < group.joints.size(); ++j) {
    for (int k = 0; k < rows_of(group.joints[j]); ++k) {
      lu_.right(group.block_of(j))[k] += aims_[j][static_cast<std::size_t>(k)].aim;
    }
  }
}

void JointEquations::ask_servos(const JointGroup& group, double h) {
  for (std::size_t j = 0; !group.is_rigid && j < group.joints.size(); ++j) {
    for (int k = 0; k < rows_of(group.joints[j]); ++k) {
      if (group.mode[j][static_cast<std::size_t>(k)] != RowMode::servo) continue;
      lu_.right(group.block_of(j))[k] += h * group.joints[j].rule[k].speed;
    }
  }
}

void JointEquations::factor(double stiffening) { lu_.factor(stiffening, false); }

void JointEquations::give_way(const JointGroup& group, const JointSearch& search) {
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const std::uint32_t own = group.block_of(j);
    const Triple& give = lu_.give(own);
    for (int k = 0; k < rows_of(group.joints[j]); ++k) lu_.right(own)[k] -= give[k] * search.impulse[j][k];
  }
}

void JointEquations::solve_softly(double stiffening) {
  lu_.factor(stiffening, true);
  lu_.solve();
}

namespace {

bool may_be_redundant(const JointGroup& group, std::size_t joint) {
  return !group.plan.regular[group.plan.place[group.block_of(joint)]];
}

}  // namespace

double work_of_rigid_rows(const JointGroup& group, const JointSearch& search, double h) {
  double work = 0;
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    if (!may_be_redundant(group, j)) continue;
    const JointLink& joint = group.joints[j];
    const std::uint32_t a = joint.body[0], b = joint.body[1];
    JointRows rows;
    fill_rows(joint, group.bodies[a], group.bodies[b], search.move[a], search.move[b], search.impulse[j].of, rows);
    for (int k = 0; k < rows_of(joint); ++k) {
      if (joint.rule[k].rigid) work += search.impulse[j][k] * rows.change[k];
    }
  }
  return work / h;
}

namespace {

/// Asks for the impulses that take away what locked rows must not have: their speeds, but for those of motors, or their
/// errors of place. Of what is beyond a limit, no more than `most` at a time, a length: a limit that is far off does
/// not keep joints that are nearly in place from getting there.
void ask_against(const JointGroup& group, JointEquations& equations, bool places, double most = endless) {
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    double found[most_joint_rows] = {};
    const auto ask = places ? &place_error : &opening_speeds;
    ask(joint, group.body_of(joint, 0), group.body_of(joint, 1), found);
    for (int k = 0; k < rows_of(joint); ++k) {
      const RowRule& rule = joint.rule[k];
      double aim = 0;
      switch (group.mode[j][static_cast<std::size_t>(k)]) {
        case RowMode::fixed: aim = places && rule.has_limits() ? rule.lower : 0; break;
        case RowMode::servo: aim = places ? found[k] : rule.speed; break;
        case RowMode::lower: aim = places ? rule.lower : 0; break;
        case RowMode::upper: aim = places ? rule.upper : 0; break;
        case RowMode::loose:
        case RowMode::back:
        case RowMode::forth:
        case RowMode::full: aim = found[k]; break;
      }
      const double largest = rule.rigid ? endless : is_angle(joint, k) ? most / group.extent : most;
      equations.right(group.block_of(j))[k] = std::clamp(aim - found[k], -largest, largest);
    }
  }
}

}  // namespace

void add_changes(JointGroup& group, const JointEquations& equations) {
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    JointBody& body = group.bodies[b];
    for (int i = 0; i < 3; ++i) {
      if (body.moves(i)) body.velocity[i] += equations.solution(static_cast<std::uint32_t>(b))[i];
    }
  }
}

void note_impulses(const JointGroup& group, const JointEquations& equations, std::span<const JointBody> bodies,
                   std::vector<Triple>& given) {
  given.resize(group.joints.size());
  for (std::size_t j = 0; j < given.size(); ++j) {
    const JointLink& joint = group.joints[j];
    const Triple& impulse = equations.solution(group.block_of(j));
    given[j] = given[j] + pushed(joint, bodies[joint.body[0]], bodies[joint.body[1]], impulse);
  }
}

void project_velocities(JointGroup& group, JointEquations& equations) {
  equations.fill_at_rest(group, Rows::locked);
  ask_against(group, equations, false);
  equations.solve();
  add_changes(group, equations);
}

void project_softly(JointGroup& group, JointEquations& equations) {
  equations.fill_at_rest(group, Rows::locked);
  ask_against(group, equations, false);
  equations.solve_softly(tolerance::soft_stiffening);
  add_changes(group, equations);
  note_impulses(group, equations, group.bodies, group.given);
}

double mend_places(JointGroup& group, JointEquations& equations, double most) {
  equations.fill_at_rest(group, Rows::locked);
  ask_against(group, equations, true, most);
  equations.solve_softly(tolerance::mending_stiffening);
  double farthest = 0;
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const Triple& way = equations.solution(static_cast<std::uint32_t>(b));
    for (int i = 0; i < 3; ++i) {
      if (group.bodies[b].moves(i)) farthest = std::max(farthest, std::fabs(way[i]) * (i < 2 ? 1 : group.extent));
    }
  }
  const double share = farthest > most ? most / farthest : 1;  // one by one, bodies would come off each other
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    JointBody& body = group.bodies[b];
    Triple way = equations.solution(static_cast<std::uint32_t>(b));
    for (int i = 0; i < 3; ++i) way[i] = body.moves(i) ? share * way[i] : 0;
    JointMove move;
    move.set(body, way);
    body.go(move);
  }
  return share * farthest;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
