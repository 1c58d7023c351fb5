#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/path_leg.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

void set_mode(PathState& state, std::size_t friction, double least_slip) {
  const double slip = state.x[friction];
  state.mode[friction] = static_cast<signed char>(std::fabs(slip) <= least_slip ? 0 : slip > 0 ? 1 : -1);
}

}  // namespace

void PathLeg::begin(bool tells_sides) {
  tells_sides_ = tells_sides;
  state_.moved.assign(rows_.bodies().size(), {});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    state_.x[i] = rows_[i].start;
    state_.p[i] = state_.taken[i] = 0;
    if (!rows_.is_normal(i)) set_mode(state_, i, tolerance::rounded_speed * rows_.fastest());
  }
  guessed_.begin();
}

LegEnd PathLeg::follow(bool in_chords) {
  choose_pushers();
  for (Level level = in_chords ? Level::chord : Level::exact; level != Level::end;
       level = static_cast<Level>(static_cast<int>(level) + 1)) {
    if (!find(level)) continue;
    if (!(leg_.largest() > 0)) {
      if (level == Level::exact || level == Level::chord) return LegEnd::idle;
      continue;
    }
    LegEnd end = LegEnd::failed;
    if (take(level, end)) return end;
  }
  return LegEnd::failed;
}

/// A point whose contact has no budget left pushes only while it is at its lower bound.
void PathLeg::choose_pushers() {
  const double noise = tolerance::rounded_speed * rows_.fastest();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_.is_normal(i)) continue;
    const bool gives = state_.phase == PathPhase::compression || budgets_.has(i);
    state_.pushes[i] = gives || state_.x[i] <= state_.goal[i] + noise;
  }
  guessed_.begin_leg();
}

bool PathLeg::find(Level level) {
  switch (level) {
    case Level::exact: return guessed_.find();
    case Level::jam: return fallbacks_.find_jam();
    case Level::all: return fallbacks_.find_among_all();
    case Level::chord: return fallbacks_.find_chord();
    case Level::smooth: return fallbacks_.find_smooth();
    case Level::end: break;
  }
  return false;
}

/// Of the impulse on a row, up to the fraction t of d: its speed changes along a straight line.
double PathLeg::work(std::size_t row, double t) const {
  return leg_.d[row] * t * (state_.x[row] + leg_.dx[row] * t / 2);
}

/// Follows d as far as it is one leg. Returns false if that would add energy, which no law does: rounding.
bool PathLeg::take(Level level, LegEnd& end) {
  const double t = way(level);
  if (!(t < HUGE_VAL)) return false;
  double normal = 0, friction = 0, size = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    (rows_.is_normal(i) ? normal : friction) += work(i, t);
    size += std::fabs(work(i, t));
  }
  const double gain = state_.phase == PathPhase::compression ? normal + friction : friction;
  if (gain > tolerance::met_share * size) return false;
  if (state_.phase == PathPhase::restitution) budgets_.spend(state_, leg_, t);
  record(t);
  advance(level, t);
  end = bent_ == no_row && !is_spent_ ? LegEnd::reached : LegEnd::bent;
  return true;
}

/// The fraction of d at which the first thing ends: a slip, a budget, or the separation of a point.
double PathLeg::way(Level level) {
  const bool exact = level == Level::exact || level == Level::jam || level == Level::all;
  double t = leg_.is_ray ? HUGE_VAL : 1;
  bent_ = no_row;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double d = leg_.d[i], dx = leg_.dx[i];
    const bool slips = !rows_.is_normal(i) && exact && state_.mode[i] != 0 && d != 0 && state_.mode[i] * dx < 0;
    const bool returns = rows_.is_normal(i) && !state_.pushes[i] && dx < 0;
    if (!slips && !returns) continue;
    const double there = ((slips ? 0 : state_.goal[i]) - state_.x[i]) / dx;
    if (there < t) t = there, bent_ = i;
  }
  is_spent_ = state_.phase == PathPhase::restitution && budgets_.shorten(state_, leg_, t);
  if (is_spent_) bent_ = no_row;
  return t;
}

/// Records the work of the leg in the contacts.
void PathLeg::record(double t) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (leg_.d[i] == 0) continue;
    PathContact& contact = contacts_[rows_[i].contact];
    const double surface = rows_.is_normal(i) ? 0 : contact.surface_speed;
    if (rows_.is_normal(i)) state_.taken[i] -= work(i, t);
    if (rows_.is_normal(i) && state_.phase == PathPhase::parting) contact.beyond_work += work(i, t);
    contact.work += work(i, t) + rows_[i].scale * leg_.d[i] * t * surface;
    if (tells_sides_) record_sides(i, t);
  }
}

void PathLeg::record_sides(std::size_t i, double t) {
  const PathRow& row = rows_[i];
  for (int side = 0; side < 2; ++side) {
    const BodyChange& change = leg_.change[row.body[side]];
    const double p = (side == 0 ? row.scale : -row.scale) * leg_.d[i] * t;
    const double gain = (row.x * change.x + row.y * change.y) + row.turn[side] * change.turn;
    LegImpulse& sum = contacts_[row.contact].side[side];
    (rows_.is_normal(i) ? sum.normal : sum.friction) +=
        p * (rows_.speed(row, side, state_.moved[row.body[side]]) + gain * t / 2);
  }
}

/// True if a contact stuck before and sticks in the leg.
bool PathLeg::holds_still(Level level, std::size_t row) const {
  if (state_.mode[row] != 0 || (level != Level::exact && level != Level::all)) return false;
  return std::fabs(leg_.d[row]) < leg_.cone(row) * (1 - tolerance::met_share);
}

void PathLeg::advance(Level level, double t) {
  for (std::size_t b = 0; b < state_.moved.size(); ++b) {
    BodyChange& moved = state_.moved[b];
    moved.x += t * leg_.change[b].x, moved.y += t * leg_.change[b].y, moved.turn += t * leg_.change[b].turn;
  }
  const bool whole = bent_ == no_row && !is_spent_ && !leg_.is_ray;
  const double noise = tolerance::rounded_speed * rows_.fastest();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    state_.x[i] += t * leg_.dx[i], state_.p[i] += t * leg_.d[i];
    // Sets values that have arrived exactly; a rounding error far from them gets a leg of its own.
    const bool comes = rows_.is_normal(i) ? whole && leg_.d[i] > 0 : holds_still(level, i);
    const double there = rows_.is_normal(i) ? state_.goal[i] : 0;
    if (bent_ == i || (comes && std::fabs(state_.x[i] - there) <= 10 * tolerance::rounded_speed * rows_.fastest())) {
      state_.x[i] = there;
    }
    if (rows_.is_normal(i)) continue;
    // Stiffening leaves a speed in proportion to the impulse. If it counted as a slip, a sticking contact would jam by
    // it.
    set_mode(state_, i, noise + (comes ? 2 * tolerance::path_stiffening * std::fabs(t * leg_.d[i]) : 0));
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
