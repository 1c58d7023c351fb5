#include <bankshot/world/solver/tied_rows.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

void TiedRows::begin_substep(JointPasses& joints, SolverBodies& bodies, double h) {
  rows_.clear(), answers_.clear(), first_.clear();
  for (std::uint32_t group = 0; group < joints.groups(); ++group) {
    first_.push_back(rows_.size());
    if (joints.bounded_rows(group) > 0) list(group, joints, bodies, h);
  }
  first_.push_back(rows_.size());
}

/// Lists the motors of a group, and of each row with limits the one that it is nearer to.
void TiedRows::list(std::uint32_t group, JointPasses& joints, SolverBodies& bodies, double h) {
  const JointGroup& tied = joints.joints_of(group);
  along_.clear();
  for (std::size_t j = 0; j < tied.joints.size(); ++j) {
    const JointLink& joint = tied.joints[j];
    for (int k = 0; k < rows_of(joint); ++k) {
      const RowRule& rule = joint.rule[k];
      if (!is_bounded(rule)) continue;
      const RowState now = row_state(tied, joint);
      const RowMode mode = tied.mode[j][static_cast<std::size_t>(k)];
      const RowShares had = shares_of(rule, mode, now.c[k], 0, h * tied.force[j][k], h);
      Row motor = row_of(group, joint, k, joints, bodies), limit = motor;
      seek_speed(motor, rule, had, h);
      if (rule.most > 0) rows_.push_back(motor);
      stay_within(limit, rule, now.c[k], now.speed[k], had, h);
      if (rule.has_limits()) rows_.push_back(limit);
    }
  }
  find_answers(group, joints, bodies);
  for (std::size_t i = first_.back(); i < rows_.size(); ++i) {
    push(rows_[i], rows_[i].impulse, group, joints, bodies.velocity);
  }
}

TiedRows::Row TiedRows::row_of(std::uint32_t group, const JointLink& joint, int k, const JointPasses& joints,
                               const SolverBodies& bodies) {
  const JointGroup& tied = joints.joints_of(group);
  JointRows gradient;
  fill_rows_here(joint, tied.body_of(joint, 0), tied.body_of(joint, 1), gradient);
  Row row;
  for (int s = 0; s < 2; ++s) {
    const std::uint32_t body = joints.bodies_of(group)[joint.body[s]];
    const double* of = gradient.end[s][k];
    const Triple& v = tied.body_of(joint, s).velocity;
    if (body == 0) {
      row.driven += of[0] * v[0] + of[1] * v[1] + of[2] * v[2];
    } else {
      row.sides[s] = {body, of[0], of[1], of[2] / to_double(bodies.gyration[body])};
    }
  }
  row.answers = along_.size();
  TiedImpulses& along = along_.emplace_back();
  for (const Side& side : row.sides) {
    if (side.body != 0) along.add({side.body, side.x, side.y, side.turn});
  }
  return row;
}

void TiedRows::seek_speed(Row& row, const RowRule& rule, const RowShares& had, double h) {
  row.goal = rule.speed;
  row.least = -h * rule.most, row.most = h * rule.most;
  row.impulse = std::clamp(had.motor, row.least, row.most);
}

void TiedRows::stay_within(Row& row, const RowRule& rule, double c, double speed, const RowShares& had, double h) {
  const bool down = c - rule.lower < rule.upper - c;  // it is nearer to the lower limit
  const double before = std::max(down ? c - rule.lower : rule.upper - c, 0.0), towards = down ? -speed : speed;
  const double fastest = std::max(2 * before / h - towards, 0.0);
  row.goal = down ? -fastest : fastest;
  row.limit = true, row.room = (down ? -before : before) / h;
  row.least = down ? 0 : -endless, row.most = down ? endless : 0;
  row.impulse = std::clamp(had.limit, row.least, row.most);
}

/// Finds the answers of a group to its rows. Rows that the joints hold, so that they cannot move anything, are dropped.
void TiedRows::find_answers(std::uint32_t group, JointPasses& joints, const SolverBodies& bodies) {
  const std::size_t size = joints.bodies_of(group).size(), begin = answers_.size();
  answers_.resize(begin + along_.size() * size), some_.resize(answers_at_once * size);
  for (std::size_t from = 0; from < along_.size(); from += answers_at_once) {
    const std::size_t count = std::min(along_.size() - from, answers_at_once);
    joints.answer(group, std::span(along_).subspan(from, count), bodies, some_.data());
    for (std::size_t at = 0; at < count; ++at) {
      for (std::size_t i = 0; i < size; ++i) answers_[begin + (from + at) * size + i] = some_[i * count + at];
    }
  }
  for (std::size_t i = first_.back(); i < rows_.size(); ++i) {
    rows_[i].answers = begin + rows_[i].answers * size;
    set_effect(rows_[i], joints, bodies);
  }
  const auto mine = rows_.begin() + static_cast<std::ptrdiff_t>(first_.back());
  rows_.erase(std::remove_if(mine, rows_.end(), [](const Row& row) { return row.effect == 0; }), rows_.end());
}

/// Sets the effect of an impulse on the speed of a row, from its answers; 0 if the joints hold it.
void TiedRows::set_effect(Row& row, const JointPasses& joints, const SolverBodies& bodies) const {
  double alone = 0;  // the effect if nothing tied the two bodies
  for (const Side& side : row.sides) {
    if (side.body == 0) continue;
    const SolverBodies::Frame& frame = bodies.frame[side.body];
    const double x = to_double(frame.free_x) * side.x * side.x, y = to_double(frame.free_y) * side.y * side.y;
    alone += to_double(frame.inverse_mass) * (x + y + side.turn * side.turn);
    const SolverBodies::Velocity& v = answers_[row.answers + joints.member_of(side.body)];
    row.effect += side.x * to_double(v.x) + side.y * to_double(v.y) + side.turn * to_double(v.turn);
  }
  if (!(row.effect > tolerance::tied_effect * alone)) row.effect = 0;
}

double TiedRows::speed_of(const Row& row, std::span<const SolverBodies::Velocity> velocity) {
  double speed = row.driven;
  for (const Side& side : row.sides) {
    if (side.body == 0) continue;
    const SolverBodies::Velocity& v = velocity[side.body];
    speed += side.x * to_double(v.x) + side.y * to_double(v.y) + side.turn * to_double(v.turn);
  }
  return speed;
}

void TiedRows::push(const Row& row, double impulse, std::uint32_t group, const JointPasses& joints,
                    std::vector<SolverBodies::Velocity>& velocity) const {
  const SolverBodies::Velocity* answer = answers_.data() + row.answers;
  const Real by = static_cast<Real>(impulse);
  if (by == 0) return;
  for (const std::uint32_t own : joints.bodies_of(group)) add_answer(*answer++, by, velocity[own]);
}

TiedRows::Round TiedRows::solve(std::uint32_t group, const JointPasses& joints,
                                std::vector<SolverBodies::Velocity>& velocity) {
  Round round;
  for (std::size_t i = first_[group]; i < first_[group + 1]; ++i) {
    Row& row = rows_[i];
    const double missing = row.goal - speed_of(row, velocity);
    const double impulse = std::clamp(row.impulse + missing / row.effect, row.least, row.most);
    push(row, impulse - row.impulse, group, joints, velocity);
    round.change = max(round.change, absolute(static_cast<Real>(impulse - row.impulse)));
    round.largest = max(round.largest, absolute(static_cast<Real>(impulse)));
    row.impulse = impulse;
  }
  return round;
}

void TiedRows::begin_push() {
  for (Row& row : rows_) row.push = 0;
}

TiedRows::Round TiedRows::solve_push(std::uint32_t group, const JointPasses& joints,
                                     std::vector<SolverBodies::Velocity>& push) {
  Round round;
  for (std::size_t i = first_[group]; i < first_[group + 1]; ++i) {
    Row& row = rows_[i];
    if (!row.limit) continue;
    const double missing = row.room + row.driven - speed_of(row, push);
    const double impulse = std::clamp(row.push + missing / row.effect, row.least, row.most);
    this->push(row, impulse - row.push, group, joints, push);
    round.change = max(round.change, absolute(static_cast<Real>(impulse - row.push)));
    round.largest = round.change;
    row.push = impulse;
  }
  return round;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
