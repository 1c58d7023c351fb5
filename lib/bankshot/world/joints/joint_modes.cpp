#include <bankshot/tolerance.hpp>
#include <bankshot/world/joints/joint_modes.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Calls `visit` for each row that is not rigid: (number of the joint, row, rule, mode, where it is).
template <class Group, class Visit>
void for_each_row(Group& group, std::span<const RowState> rows, Visit visit) {
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const JointLink& joint = group.joints[j];
    for (int k = 0; k < rows_of(joint); ++k) {
      if (!joint.rule[k].rigid) visit(j, k, joint.rule[k], group.mode[j][static_cast<std::size_t>(k)], rows[j]);
    }
  }
}

/// The same with the rows where they are now.
template <class Group, class Visit>
void for_each_row(Group& group, Visit visit) {
  std::vector<RowState> rows;
  list_rows(group, rows);
  for_each_row(group, rows, visit);
}

double scale_of(const JointGroup& group, std::size_t j, int k) {
  return is_angle(group.joints[j], k) ? 1 : group.extent;
}

/// The limit that a row is at, or beyond: -1, 1, or 0 for none.
int side_at(const RowRule& rule, double c, double band) {
  return c <= rule.lower + band ? -1 : c >= rule.upper - band ? 1 : 0;
}

RowMode at_limit(int side) { return side < 0 ? RowMode::lower : RowMode::upper; }

}  // namespace

void suppose_modes(JointGroup& group, std::span<const RowState> rows, double h) {
  for_each_row(group, rows, [&](std::size_t j, int k, const RowRule& rule, RowMode& mode, const RowState& now) {
    const double band = tolerance::joint_limit_band * scale_of(group, j, k);
    const int side = side_at(rule, now.c[k], band);
    mode = rule.most > 0 ? RowMode::servo : RowMode::loose;
    if (side != 0 && -side * now.speed[k] * std::fabs(h) <= band) mode = at_limit(side);
  });
}

bool bound_servos(JointGroup& group, std::span<const RowState> rows) {
  bool any = false;
  for_each_row(group, rows, [&any](std::size_t, int k, const RowRule& rule, RowMode& mode, const RowState& now) {
    if (mode != RowMode::servo) return;
    mode = rule.speed > now.speed[k] ? RowMode::forth : RowMode::back;
    any = true;
  });
  return any;
}

void release_pulls(JointGroup& group) {
  for (std::size_t j = 0; group.pulls && j < group.joints.size(); ++j) {
    for (int k = 0; k < rows_of(group.joints[j]); ++k) {
      if (group.joints[j].rule[k].pulls) group.mode[j][static_cast<std::size_t>(k)] = RowMode::loose;
    }
  }
}

bool bound_pulls(JointGroup& group, std::span<const Triple> impulse, double h) {
  bool changed = false;
  for (std::size_t j = 0; group.pulls && j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    for (int k = 0; k < rows_of(joint); ++k) {
      RowMode& mode = group.mode[j][static_cast<std::size_t>(k)];
      if (!joint.rule[k].pulls || mode != RowMode::loose) continue;
      if (!bound_pull(joint.rule, k, impulse[j].of, h, group.full[j].of)) continue;
      mode = RowMode::full, changed = true;
      if (joint.rule[k].mate >= 0) group.mode[j][static_cast<std::size_t>(joint.rule[k].mate)] = RowMode::full;
    }
  }
  return changed;
}

namespace {

LimitMargin margin_of(const RowRule& rule, double c, double change, int side, double scale) {
  const double limit = side < 0 ? rule.lower : rule.upper;
  const double begin = side * (limit - c) / scale;
  if (!(begin >= -tolerance::joint_limit_band)) return {};
  return {0, 0, side, std::max(begin, 0.0), std::max(begin, 0.0) - side * change / scale};
}

}  // namespace

bool correct_modes(JointGroup& group, const JointSearch& search, double h) {
  bool changed = bound_pulls(group, search.impulse, h);
  for_each_row(group, search.begin, [&](std::size_t j, int k, const RowRule& rule, RowMode& mode, const RowState& now) {
    const double change = search.change[j][k], scale = scale_of(group, j, k), band = tolerance::joint_limit_band;
    RowMode next = next_mode(rule, mode, now.c[k], now.speed[k], change, search.impulse[j][k], h);
    const int side = side_at(rule, now.c[k], band * scale);
    const bool at = mode == RowMode::lower || mode == RowMode::upper;
    if (!at && side != 0 && margin_of(rule, now.c[k], change, side, scale).end < -band) next = at_limit(side);
    changed = changed || next != mode;
    mode = next;
  });
  return changed;
}

namespace {

/// The change of a row towards a limit. A length can become less than its lower limit and grow again in one sub-step:
/// then it is the change on the way.
double change_towards(const JointGroup& group, const JointSearch& search, std::size_t j, int k, int side) {
  const JointLink& joint = group.joints[j];
  const double change = search.change[j][k];
  if (side > 0) return change;
  return least_change(joint, k, group.body_of(joint, 0), group.body_of(joint, 1), search.move[joint.body[0]],
                      search.move[joint.body[1]], change);
}

}  // namespace

LimitMargin least_margin(const JointGroup& group, const JointSearch& search) {
  LimitMargin least;
  for_each_row(group, search.begin, [&](std::size_t j, int k, const RowRule& rule, RowMode mode, const RowState& now) {
    if (mode == RowMode::lower || mode == RowMode::upper) return;
    for (const int side : {-1, 1}) {
      LimitMargin margin =
          margin_of(rule, now.c[k], change_towards(group, search, j, k, side), side, scale_of(group, j, k));
      margin.joint = j, margin.row = k;
      if (margin.end < least.end) least = margin;
    }
  });
  return least;
}

double end_margin(const JointGroup& group, const JointSearch& search, const LimitMargin& of) {
  const double change = change_towards(group, search, of.joint, of.row, of.side);
  return of.begin - of.side * change / scale_of(group, of.joint, of.row);
}

namespace {

struct Struck {
  std::size_t joint = 0;
  int row = 0, side = 0;
  double speed = 0;
};

/// Rows that run into a limit.
std::vector<Struck> struck_rows(const JointGroup& group, std::span<const RowState> all, double h, double& restitution) {
  std::vector<Struck> rows;
  for_each_row(group, all, [&](std::size_t j, int k, const RowRule& rule, RowMode, const RowState& now) {
    const int side = side_at(rule, now.c[k], tolerance::joint_limit_band * scale_of(group, j, k));
    if (side == 0 || !(side * now.speed[k] > 0)) return;
    rows.push_back({j, k, side, now.speed[k]});
    const bool leaves =
        std::fabs(now.speed[k]) * rule.restitution * h > tolerance::joint_limit_band * scale_of(group, j, k);
    restitution = std::min(restitution, leaves ? rule.restitution : 0);
  });
  return rows;
}

/// The work of the impulses on struck rows: times the mean of their speeds before and after.
double work_of_strike(const JointGroup& group, const JointEquations& equations, const std::vector<Struck>& rows) {
  double twice = 0;
  for (const Struck& row : rows) {
    const RowState now = row_state(group, group.joints[row.joint]);
    twice += equations.solution(group.block_of(row.joint))[row.row] * (row.speed + now.speed[row.row]);
  }
  return twice / 2;
}

}  // namespace

std::optional<double> strike_limits(JointGroup& group, JointEquations& equations, std::span<const RowState> all,
                                    double h, bool bounce) {
  double restitution = bounce ? 1 : 0;
  std::vector<Struck> rows = struck_rows(group, all, h, restitution);
  if (rows.empty()) return std::nullopt;
  const double energy = group.kinetic_energy();
  for_each_row(group, all,
               [](std::size_t, int, const RowRule&, RowMode& mode, const RowState&) { mode = RowMode::loose; });
  for (;;) {  // ends, since rows are only dropped
    for (const Struck& row : rows) group.mode[row.joint][static_cast<std::size_t>(row.row)] = at_limit(row.side);
    equations.fill_at_rest(group, Rows::locked);
    for (const Struck& row : rows) {
      equations.right(group.block_of(row.joint))[row.row] = -(1 + restitution) * row.speed;
    }
    equations.solve();
    const auto pulls = [&](const Struck& row) {
      if (equations.solution(group.block_of(row.joint))[row.row] * row.side <= 0) return false;
      group.mode[row.joint][static_cast<std::size_t>(row.row)] = RowMode::loose;
      return true;
    };
    const auto left = std::remove_if(rows.begin(), rows.end(), pulls);
    if (left == rows.end()) break;
    rows.erase(left, rows.end());
  }
  add_changes(group, equations);
  note_impulses(group, equations, group.bodies, group.given);
  // What drives the group works through the joints as well: what is lost is what the limits took.
  return group.is_driven ? work_of_strike(group, equations, rows) : group.kinetic_energy() - energy;
}

namespace {

void lock_beyond_limits(JointGroup& group) {
  for_each_row(group, [](std::size_t, int k, const RowRule& rule, RowMode& mode, const RowState& now) {
    if (now.c[k] < rule.lower || now.c[k] > rule.upper) mode = at_limit(side_at(rule, now.c[k], 0));
  });
}

}  // namespace

void mend(JointGroup& group, JointEquations& equations, double most) {
  const std::vector<std::array<RowMode, most_joint_rows>> modes = group.mode;
  for (int round = 0; round < tolerance::most_newton_rounds && most > 0; ++round) {
    lock_beyond_limits(group);
    const double way = mend_places(group, equations, most);
    if (!(way > tolerance::mended_way * group.extent)) break;  // what is left of it goes with the square
    most -= way;
  }
  group.mode = modes;
}

void close_joints(JointGroup& group, JointEquations& equations) {
  for_each_row(group, [](std::size_t, int, const RowRule&, RowMode& mode, const RowState&) { mode = RowMode::loose; });
  for (int round = 0; round < tolerance::most_newton_rounds; ++round) {
    lock_beyond_limits(group);
    const double way = mend_places(group, equations, endless);
    if (!(way > tolerance::newton_stands * group.extent)) return;
  }
}

RowWork work_of_rows(const JointGroup& group, const JointSearch& search, double h) {
  RowWork work;
  for (std::size_t j = 0; !group.is_rigid && j < group.joints.size(); ++j) {
    for (int k = 0; k < rows_of(group.joints[j]); ++k) {
      const RowRule& rule = group.joints[j].rule[k];
      if (rule.rigid) continue;
      const double change = search.change[j][k];
      const RowShares shares = shares_of(rule, group.mode[j][static_cast<std::size_t>(k)], search.begin[j].c[k], change,
                                         search.impulse[j][k], h);
      (rule.speed == 0 && !rule.pulls ? work.friction : work.motors) += shares.motor * change / h;
      work.damping += shares.damper * change / h;
    }
  }
  return work;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
