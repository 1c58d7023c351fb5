#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/impact_path.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Pieces after which only chords are tried: slips may end and begin again without end.
int most_pieces(std::size_t rows) { return 16 + 4 * static_cast<int>(rows); }

}  // namespace

void ImpactPath::clear() {
  bodies.clear();
  contacts.clear();
}

// ---- rows -----------------------------------------------------------------------------------------------------------

ImpactPath::Row ImpactPath::row_of(const PathContact& contact, int point) const {
  Row row;
  row.point = point;
  const double nx = static_cast<double>(contact.normal.x), ny = static_cast<double>(contact.normal.y);
  row.x = point < 0 ? -ny : nx, row.y = point < 0 ? nx : ny;
  for (int side = 0; side < 2; ++side) {
    row.body[side] = contact.body[side];
    const V2(&arm)[2] = contact.arm[side];
    const int first = point < 0 ? 0 : point, last = point < 0 ? contact.points - 1 : point;
    const double ax = (static_cast<double>(arm[first].x) + static_cast<double>(arm[last].x)) / 2,
                 ay = (static_cast<double>(arm[first].y) + static_cast<double>(arm[last].y)) / 2;
    row.turn[side] = ax * row.y - ay * row.x;
  }
  return row;
}

/// Effect of a unit impulse on one row on the other, before scaling. If the directions are perpendicular and the body's
/// mass is the same along both axes, the part of translation is exactly 0.
double ImpactPath::effect(const Row& r, const Row& s) const {
  double sum = 0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      if (r.body[i] != s.body[j]) continue;
      const WideBody& body = bodies[static_cast<std::size_t>(r.body[i])];
      const double part = (body.inverse_mass_x * (r.x * s.x) + body.inverse_mass_y * (r.y * s.y)) +
                          body.inverse_inertia * (r.turn[i] * s.turn[j]);
      sum += i == j ? part : -part;
    }
  }
  return sum;
}

double ImpactPath::speed(const Row& row, int side) const {
  const std::size_t place = static_cast<std::size_t>(row.body[side]);
  const WideBody& body = bodies[place];
  const Change& moved = moved_[place];
  return (row.x * (body.velocity_x + moved.x) + row.y * (body.velocity_y + moved.y)) +
         row.turn[side] * (body.spin + moved.turn);
}

/// Adds a row, unless nothing moves along it.
void ImpactPath::add_row(int contact, int point) {
  const PathContact& of = contacts[static_cast<std::size_t>(contact)];
  Row row = row_of(of, point);
  row.contact = contact;
  const double own = effect(row, row);
  if (!(own > 0)) return;
  row.scale = 1 / std::sqrt(own);
  const double surface = point < 0 ? of.surface_speed : 0;
  const double x = row.scale * ((speed(row, 0) - speed(row, 1)) - surface);
  if (point < 0) friction_[static_cast<std::size_t>(contact)] = static_cast<int>(n_);
  rows_[n_] = row;
  x_[n_] = x;
  floor_[n_] = !of.support ? 0.0 : of.rattles ? -std::fabs(x) : std::min(x, 0.0);
  ++n_;
}

bool ImpactPath::prepare() {
  n_ = 0;
  moved_.assign(bodies.size(), {});
  first_.assign(contacts.size(), 0), friction_.assign(contacts.size(), -1);
  int normals = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    PathContact& contact = contacts[c];
    contact.impulse[0] = contact.impulse[1] = contact.rub = contact.beyond_work = contact.work = 0;
    contact.side[0] = contact.side[1] = {};
    first_[c] = static_cast<int>(n_);
    for (int i = 0; i < contact.points; ++i) {
      if (contact.part[i] && normals++ < complementarity_rows) add_row(static_cast<int>(c), i);
    }
    if (contact.friction > 0 && first_[c] < static_cast<int>(n_)) add_row(static_cast<int>(c), -1);
  }
  bool couples = false;
  couple(couples);
  add_friction_limits();
  return couples;
}

void ImpactPath::couple(bool& couples) {
  g_.assign(n_ * n_, 0.0);
  rows_of_.assign(bodies.size(), 0);
  for (std::size_t i = 0; i < n_; ++i) {
    near_[i] = 0;
    for (const int body : rows_[i].body) {
      const WideBody& of = bodies[static_cast<std::size_t>(body)];
      if (!(of.inverse_mass_x > 0 || of.inverse_mass_y > 0 || of.inverse_inertia > 0)) continue;
      rows_of_[static_cast<std::size_t>(body)] |= bit(i);
      near_[i] |= rows_of_[static_cast<std::size_t>(body)];
    }
    for (Bits left = near_[i]; left != 0; left &= left - 1) {
      const std::size_t j = static_cast<std::size_t>(std::countr_zero(left));
      const double shared = effect(rows_[i], rows_[j]);
      g_[i * n_ + j] = g_[j * n_ + i] = rows_[i].scale * rows_[j].scale * shared;
      near_[j] |= bit(i);
      couples |= shared != 0 && is_normal(i) != is_normal(j);
    }
  }
}

void ImpactPath::add_friction_limits() {
  for (std::size_t i = 0; i < n_; ++i) {
    Row& row = rows_[i];
    row.friction = friction_[static_cast<std::size_t>(row.contact)];
    if (row.point < 0 || row.friction < 0) continue;
    const double most = std::min(contacts[static_cast<std::size_t>(row.contact)].friction, tolerance::endless_friction);
    row.mu = most * row.scale / rows_[static_cast<std::size_t>(row.friction)].scale;
  }
}

// ---- shared budgets -------------------------------------------------------------------------------------------------

namespace {

/// True if two bodies respond to impulses as one: they are the same, or neither is movable and both move alike.
bool is_same_body(const std::vector<WideBody>& bodies, int one, int two) {
  if (one == two) return true;
  const WideBody &a = bodies[static_cast<std::size_t>(one)], &b = bodies[static_cast<std::size_t>(two)];
  const auto firm = [](const WideBody& x) {
    return x.inverse_mass_x == 0 && x.inverse_mass_y == 0 && x.inverse_inertia == 0 && x.spin == 0;
  };
  return firm(a) && firm(b) && a.velocity_x == b.velocity_x && a.velocity_y == b.velocity_y;
}

}  // namespace

/// True if two contacts belong to one face made of several parts: of the same two bodies, along one normal.
bool ImpactPath::is_one_face(const PathContact& one, const PathContact& two) const {
  if (one.support || two.support || one.restitution[0] != two.restitution[0]) return false;
  const auto same = [&](int side, int other) { return is_same_body(bodies, one.body[side], two.body[other]); };
  const Real along = dot(one.normal, two.normal);
  constexpr Real parallel = 1 - tolerance::seam_angle * tolerance::seam_angle;
  return (along >= parallel && same(0, 0) && same(1, 1)) || (along <= -parallel && same(0, 1) && same(1, 0));
}

void ImpactPath::share_budgets() {
  purse_.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    std::size_t first = 0;
    while (first < c && !(purse_[first] == first && is_one_face(contacts[first], contacts[c]))) ++first;
    purse_[c] = first;
  }
}

// ---- the whole path -------------------------------------------------------------------------------------------------

void ImpactPath::set_mode(std::size_t friction, double least_slip) {
  const bool rests = std::fabs(x_[friction]) <= least_slip;
  mode_[friction] = static_cast<signed char>(rests ? 0 : x_[friction] > 0 ? 1 : -1);
}

bool ImpactPath::lacks(const double (&goal)[most_rows]) const {
  for (std::size_t i = 0; i < n_; ++i) {
    if (is_normal(i) && x_[i] < goal[i] - tolerance::met_speed * size_) return true;
  }
  return false;
}

bool ImpactPath::run() {
  size_ = 0;
  for (std::size_t i = 0; i < n_; ++i) size_ = std::max(size_, std::fabs(x_[i]));
  for (std::size_t i = 0; i < n_; ++i) {
    start_[i] = x_[i];
    p_[i] = d_[i] = dx_[i] = taken_[i] = 0;
    mode_[i] = guess_[i] = pushes_[i] = 0;
    active_[i] = is_normal(i) && x_[i] <= floor_[i] + tolerance::rounded_speed * size_ ? 1 : 0;
    if (!is_normal(i)) set_mode(i, tolerance::rounded_speed * size_);
  }
  budget_.assign(contacts.size(), 0);
  share_budgets();
  is_factored_ = false;
  if (!compress() || !give_back() || !part() || !believable()) return false;
  finish();
  return true;
}

bool ImpactPath::compress() {
  const int most = most_pieces(n_);
  std::copy(floor_, floor_ + n_, goal_);
  for (int k = 0; k < most + 4 && lacks(goal_); ++k) {
    const End end = go(Phase::compression, k >= most);
    if (end == End::failed) return false;
    if (end == End::idle) break;
  }
  return true;
}

/// e^2 of the work that the contacts of each face took; never more than was lost, in spite of rounding or a chord.
void ImpactPath::set_budgets() {
  double sum = 0, lost = 0, largest = 1;
  for (std::size_t i = 0; i < n_; ++i) {
    lost -= p_[i] * (start_[i] + x_[i]) / 2;
    const Row& row = rows_[i];
    const std::size_t c = static_cast<std::size_t>(row.contact);
    if (row.point < 0 || contacts[c].support) continue;
    const double e = contacts[c].restitution[row.point];
    largest = std::max(largest, e);
    budget_[purse_[c]] += e * e * taken_[i];
  }
  for (double& budget : budget_) budget = std::max(budget, 0.0), sum += budget;
  lost = std::max(lost, 0.0) * (largest * largest);
  if (sum > lost) {
    for (double& budget : budget_) budget *= lost / sum;
  }
  full_ = budget_;
}

bool ImpactPath::give_back() {
  set_budgets();
  const int most = most_pieces(n_);
  beyond_ = 1;
  for (int k = 0; k < 2 * most; ++k) {
    bool more = false;
    for (std::size_t i = 0; i < n_; ++i) {
      const Row& row = rows_[i];
      const std::size_t c = static_cast<std::size_t>(row.contact);
      const bool gives = row.point >= 0 && budget_[purse_[c]] > 0;
      goal_[i] = gives ? beyond_ * contacts[c].restitution[row.point] * std::max(-start_[i], 0.0) : floor_[i];
      more |= gives;
    }
    if (!more) return true;
    const End end = go(Phase::restitution, k >= most);
    if (end == End::failed) return false;
    if (end == End::idle) return true;
    if (end == End::reached) beyond_ *= 2;
  }
  return true;
}

/// Points that would separate more slowly than the least speed continue until they reach it. Friction continues with
/// it: these impulses carry the weight of a body that hops along a floor, and its friction is theirs.
bool ImpactPath::part() {
  const int most = most_pieces(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    const Row& row = rows_[i];
    const PathContact& contact = contacts[static_cast<std::size_t>(row.contact)];
    const bool hops = row.point >= 0 && !contact.support;
    goal_[i] = hops ? row.scale * contact.least_speed[row.point] : floor_[i];
  }
  for (int k = 0; k < most + 4 && lacks(goal_); ++k) {
    const End end = go(Phase::parting, k >= most);
    if (end == End::failed) return false;
    if (end == End::idle) break;
  }
  return true;
}

/// Bound of the energy that hops may add: the energy that all points have and are to have, times the ratio of masses,
/// since a light body may have to push a heavy one away. With rows that all but contradict one another, even an
/// imperceptible hop takes more.
double ImpactPath::most_hop_work() const {
  double sum = 0, least = HUGE_VAL, most = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const Row& row = rows_[i];
    if (row.point < 0) continue;
    const PathContact& contact = contacts[static_cast<std::size_t>(row.contact)];
    const double goal = contact.support ? 0 : row.scale * contact.least_speed[row.point];
    sum += start_[i] * start_[i] + goal * goal;
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
  double most = 0, error = 0, gain = 0, sum = 0, restitution = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const Row& row = rows_[i];
    const PathContact& contact = contacts[static_cast<std::size_t>(row.contact)];
    const double surface = row.point < 0 ? contact.surface_speed : 0;
    const double now = row.scale * ((speed(row, 0) - speed(row, 1)) - surface);
    most = std::max(most, std::fabs(p_[i]));
    error = std::max(error, std::fabs(now - x_[i]));
    gain += p_[i] * (start_[i] + now) / 2;
    sum += start_[i] * start_[i];
    if (row.point >= 0) restitution = std::max(restitution, contact.restitution[row.point]);
  }
  double hops = 0;
  for (const PathContact& contact : contacts) hops += contact.beyond_work;
  gain -= hops;
  return hops <= most_hop_work() && most <= most_share * size_ && error <= tolerance::believed_error * size_ &&
         (restitution > 1 || gain <= tolerance::believed_gain * sum);
}

void ImpactPath::finish() {
  for (std::size_t i = 0; i < n_; ++i) {
    const Row& row = rows_[i];
    PathContact& contact = contacts[static_cast<std::size_t>(row.contact)];
    (row.point < 0 ? contact.rub : contact.impulse[row.point]) = row.scale * p_[i];
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    bodies[b].velocity_x += moved_[b].x, bodies[b].velocity_y += moved_[b].y, bodies[b].spin += moved_[b].turn;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
