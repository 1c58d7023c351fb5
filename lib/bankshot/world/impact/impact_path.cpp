#include <bankshot/world/impact/impact_path.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Legs after which only chords are tried: slips may end and begin again without end.
int most_legs(const PathRows& rows) { return 16 + 4 * static_cast<int>(rows.size()); }

}  // namespace

void ImpactPath::clear() {
  bodies.clear();
  contacts.clear();
  couplings.clear();
}

bool ImpactPath::prepare() {
  for (PathContact& contact : contacts) {
    contact.impulse[0] = contact.impulse[1] = contact.friction_impulse = contact.beyond_work = contact.work = 0;
    contact.side[0] = contact.side[1] = {};
  }
  return rows_.build();
}

bool ImpactPath::run() {
  leg_.begin(tells_sides);
  budgets_.begin();
  if (!compress() || !give_back() || !part() || !believable()) return false;
  finish();
  return true;
}

bool ImpactPath::compress() {
  for (std::size_t i = 0; i < rows_.size(); ++i) state_.goal[i] = rows_[i].floor;
  return reach_goals(PathPhase::compression);
}

bool ImpactPath::give_back() {
  state_.phase = PathPhase::restitution;
  budgets_.fill(state_);
  const int most = most_legs(rows_);
  double beyond = 1;  // the goal, in units of e times the speeds of approach
  for (int k = 0; k < 2 * most; ++k) {
    bool more = false;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const PathRow& row = rows_[i];
      const bool gives = rows_.is_normal(i) && budgets_.has(i);
      state_.goal[i] = gives ? beyond * rows_.contact(i).restitution[row.point] * std::max(-row.start, 0.0) : row.floor;
      more |= gives;
    }
    if (!more) return true;
    const LegEnd end = leg_.follow(k >= most);
    if (end == LegEnd::failed || end == LegEnd::idle) return end == LegEnd::idle;
    if (end == LegEnd::reached) beyond *= 2;
  }
  return true;
}

/// Points that would separate more slowly than the least speed continue until they reach it. Friction continues with
/// it: these impulses carry the weight of a body that hops along a floor, and its friction is theirs.
bool ImpactPath::part() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const PathRow& row = rows_[i];
    const PathContact& contact = rows_.contact(i);
    const bool hops = rows_.is_normal(i) && !contact.support;
    state_.goal[i] = hops ? row.scale * contact.least_speed[row.point] : row.floor;
  }
  return reach_goals(PathPhase::parting);
}

bool ImpactPath::reach_goals(PathPhase phase) {
  state_.phase = phase;
  const int most = most_legs(rows_);
  for (int k = 0; k < most + 4 && lacks(); ++k) {
    const LegEnd end = leg_.follow(k >= most);
    if (end == LegEnd::failed || end == LegEnd::idle) return end == LegEnd::idle;
  }
  return true;
}

bool ImpactPath::lacks() const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.is_normal(i) && state_.x[i] < state_.goal[i] - tolerance::met_speed * rows_.fastest()) return true;
  }
  return false;
}

/// Bound of the energy that hops may add: the energy that all points have and are to have, times the ratio of masses,
/// since a light body may have to push a heavy one away. With rows that all but contradict one another, even an
/// imperceptible hop takes more.
double ImpactPath::most_hop_work() const {
  double sum = 0, least = HUGE_VAL, most = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_.is_normal(i)) continue;
    const PathRow& row = rows_[i];
    const double goal = rows_.contact(i).support ? 0 : row.scale * rows_.contact(i).least_speed[row.point];
    sum += row.start * row.start + goal * goal;
  }
  for (const WideBody& body : bodies) {
    const double light = std::max(body.inverse_mass_x, body.inverse_mass_y);
    if (light > 0) least = std::min(least, light), most = std::max(most, light);
  }
  return most > 0 ? sum * (most / least) : sum;
}

/// Two movers that crush a body between them ask for endless impulses. If such a solution is more than rounding, it
/// shows in the bodies: their speeds are not those that the points should have, or energy was gained.
bool ImpactPath::believable() const {
  double most = 0, pull = 0, error = 0, gain = 0, sum = 0, restitution = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const PathRow& row = rows_[i];
    const double now = rows_.relative_speed(row, state_.moved[row.body[0]], state_.moved[row.body[1]]);
    most = std::max(most, std::fabs(state_.p[i])), pull = std::max(pull, std::fabs(state_.p[i]) / row.lever);
    error = std::max(error, std::fabs(now - state_.x[i]));
    gain += state_.p[i] * (row.start + now) / 2;
    sum += row.start * row.start;
    if (rows_.is_normal(i)) restitution = std::max(restitution, rows_.contact(i).restitution[row.point]);
  }
  double hops = 0;
  for (const PathContact& contact : contacts) hops += contact.beyond_work;
  gain -= hops;
  const double size = rows_.fastest();
  if (!couplings.empty() && pull > size / tolerance::tied_effect) return false;  // joints hold some of the rows
  return hops <= most_hop_work() && most <= most_share * size && error <= tolerance::believed_error * size &&
         (restitution > 1 || gain <= tolerance::believed_gain * sum);
}

void ImpactPath::finish() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const PathRow& row = rows_[i];
    PathContact& contact = contacts[row.contact];
    (row.point < 0 ? contact.friction_impulse : contact.impulse[row.point]) = row.scale * state_.p[i];
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const BodyChange& moved = state_.moved[b];
    bodies[b].velocity_x += moved.x, bodies[b].velocity_y += moved.y, bodies[b].spin += moved.turn;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
