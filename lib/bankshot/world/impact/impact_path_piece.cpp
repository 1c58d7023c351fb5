// One straight piece of the path. Guesses which points push and which contacts slide in it, solves equations for the
// resulting impulses, and guesses anew what they contradict: all of it at once as long as the contradictions get fewer
// (Judice and Pires 1994), then one row at a time.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/impact_path.hpp>
#include <bankshot/world/impact/lcp.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Number of guesses without fewer contradictions before rows are guessed one by one, and of all guesses.
constexpr int patience = 3, most_guesses = 12;

/// Size of a problem, n + 3 k for n points and k contacts that may slide or stick, beyond which not all combinations
/// are examined, since that takes the cube of it; six points with friction are within it. The piece is then one without
/// friction, which is within all cones and adds no energy either.
constexpr int most_tried = 24;

}  // namespace

/// The friction limit of a contact at its normal impulses.
double ImpactPath::cone(int friction) const {
  double sum = 0;
  for (int i = first_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(friction)].contact)]; i < friction; ++i) {
    sum += rows_[static_cast<std::size_t>(i)].mu * d_[static_cast<std::size_t>(i)];
  }
  return sum;
}

ImpactPath::End ImpactPath::go(Phase phase, bool in_chords) {
  choose_pushers(phase);
  for (Level level = in_chords ? Level::chord : Level::exact; level != Level::end;
       level = static_cast<Level>(static_cast<int>(level) + 1)) {
    is_ray_ = level == Level::jam;
    if (!find(level, phase)) continue;
    largest_ = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_normal(i)) largest_ = std::max(largest_, d_[i]);
    }
    if (!(largest_ > 0)) {
      if (level == Level::exact || level == Level::chord) return End::idle;
      continue;
    }
    End end = End::failed;
    if (take_piece(level, phase, end)) return end;
  }
  return End::failed;
}

/// A point whose contact has no budget left pushes only while it is at its lower bound.
void ImpactPath::choose_pushers(Phase phase) {
  lack_ = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    if (!is_normal(i)) continue;
    const bool gives = phase == Phase::compression || budget_[purse_[static_cast<std::size_t>(rows_[i].contact)]] > 0;
    pushes_[i] = gives || x_[i] <= goal_[i] + tolerance::rounded_speed * size_ ? 1 : 0;
    if (pushes_[i] == 0) {
      active_[i] = 0;
    } else if (x_[i] < goal_[i]) {
      active_[i] = 1;
    }
    lack_ = std::max(lack_, goal_[i] - x_[i]);
  }
}

bool ImpactPath::find(Level level, Phase phase) {
  switch (level) {
    case Level::exact: return find_direction();
    case Level::jam: return phase == Phase::compression && find_jam();
    case Level::all: return find_among_all(false, phase);
    case Level::chord: return find_among_all(true, phase);
    case Level::smooth: return find_smooth();
    case Level::end: break;
  }
  return false;
}

// ---- directions -----------------------------------------------------------------------------------------------------

bool ImpactPath::find_direction() {
  for (std::size_t i = 0; i < n_; ++i) {
    if (!is_normal(i)) guess_[i] = mode_[i];
  }
  std::size_t fewest = n_ + 1;
  int left = patience;
  const int most = most_guesses;
  for (int tries = 0; tries < most; ++tries) {
    if (!solve_basis()) return false;
    wrongs_ = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      signed char next = 0;
      if (contradicts(i, next)) wrong_[wrongs_++] = {i, next};
    }
    if (wrongs_ == 0) {
      if (keep_to_cones()) spread();
      return true;
    }
    left = wrongs_ < fewest ? patience : left - 1;
    fewest = std::min(fewest, wrongs_);
    amend(left < 0);
  }
  return false;
}

/// True if the impulses of a guess contradict it for a row; `next`: the next guess for that row.
bool ImpactPath::contradicts(std::size_t i, signed char& next) const {
  const double slack = tolerance::met_share * lack_ + tolerance::rounded_speed * largest_;
  if (is_normal(i)) {
    next = active_[i] != 0 ? 0 : 1;
    return active_[i] != 0 ? d_[i] < 0 : pushes_[i] != 0 && dx_[i] < (goal_[i] - x_[i]) - slack;
  }
  if (mode_[i] != 0) return false;
  const double most = cone(static_cast<int>(i));
  if (guess_[i] == 0) {
    next = static_cast<signed char>(d_[i] > 0 ? -1 : 1);
    return std::fabs(d_[i]) > most * (1 + tolerance::met_share) + tolerance::rounded_speed * largest_;
  }
  next = 0;
  return most > tolerance::rounded_speed * largest_ && guess_[i] * dx_[i] < -slack;
}

/// Changes the guesses in `wrong_`: all of them, or the last row only.
void ImpactPath::amend(bool only_last) {
  for (std::size_t w = only_last ? wrongs_ - 1 : 0; w < wrongs_; ++w) {
    const auto [i, next] = wrong_[w];
    (is_normal(i) ? active_[i] : guess_[i]) = next;
  }
}

/// A jam: while it slides, the point is pressed on by its own friction. Its impulse outgrows all others until the slip
/// ends.
bool ImpactPath::find_jam() {
  int jammed = -1;
  double lack = tolerance::met_speed * size_;
  for (std::size_t i = 0; i < n_; ++i) {
    const int f = rows_[i].friction;
    if (!is_normal(i) || f < 0 || mode_[static_cast<std::size_t>(f)] == 0 || !(goal_[i] - x_[i] > lack)) continue;
    const double slide = -mode_[static_cast<std::size_t>(f)] * rows_[i].mu;
    if (1 + slide * g(i, static_cast<std::size_t>(f)) > tolerance::rounded_away) continue;
    jammed = static_cast<int>(i), lack = goal_[i] - x_[i];
  }
  if (jammed < 0) return false;
  std::fill(d_, d_ + n_, 0.0);
  const Row& row = rows_[static_cast<std::size_t>(jammed)];
  const std::size_t f = static_cast<std::size_t>(row.friction);
  d_[static_cast<std::size_t>(jammed)] = 1;
  d_[f] = -mode_[f] * row.mu;
  spread();
  return mode_[f] * dx_[f] < 0;
}

/// Examines all combinations of sliding and sticking: of contacts that stick, or along a chord of all contacts. For a
/// contact, f = f+ - f-, both >= 0, and l is the speed at which it slides. (G d)_u + l >= 0 with equality unless f+ =
/// 0, l - (G d)_u >= 0 with equality unless f- = 0, and l = 0 unless f+ + f- is at the limit of the cone.
bool ImpactPath::find_among_all(bool chord, Phase phase) {
  normals_.clear(), rubbing_.clear();
  for (std::size_t i = 0; i < n_; ++i) {
    if (is_normal(i) ? pushes_[i] != 0 : chord || mode_[i] == 0) (is_normal(i) ? normals_ : rubbing_).push_back(i);
  }
  const int n = static_cast<int>(normals_.size()), k = static_cast<int>(rubbing_.size());
  if (n + 3 * k > most_tried) return false;
  lemke_.begin(n + 3 * k);
  const auto slide = [&](std::size_t j) {
    const int f = rows_[j].friction;
    return chord || f < 0 ? 0.0 : -mode_[static_cast<std::size_t>(f)] * rows_[j].mu;
  };
  const auto enter = [&](int row, std::size_t i, double sign) {
    for (int c = 0; c < n; ++c) {
      const std::size_t j = normals_[static_cast<std::size_t>(c)];
      const double share = slide(j);
      const double shared = share != 0 ? share * g(i, static_cast<std::size_t>(rows_[j].friction)) : 0;
      lemke_.m(row, c) = sign * (g(i, j) + shared) + (row == c ? tolerance::path_stiffening : 0);
    }
    for (int c = 0; c < k; ++c) {
      const double shared = sign * g(i, rubbing_[static_cast<std::size_t>(c)]);
      lemke_.m(row, n + c) = shared, lemke_.m(row, n + k + c) = -shared;
    }
  };
  for (int r = 0; r < n; ++r) {
    const std::size_t i = normals_[static_cast<std::size_t>(r)];
    enter(r, i, 1);
    lemke_.q(r) = x_[i] - goal_[i];
  }
  for (int r = 0; r < k; ++r) {
    const std::size_t i = rubbing_[static_cast<std::size_t>(r)];
    enter(n + r, i, 1), enter(n + k + r, i, -1);
    if (chord) lemke_.q(n + r) = x_[i], lemke_.q(n + k + r) = -x_[i];
    lemke_.m(n + r, n + 2 * k + r) = lemke_.m(n + k + r, n + 2 * k + r) = 1;
    lemke_.m(n + 2 * k + r, n + r) = lemke_.m(n + 2 * k + r, n + k + r) = -1;
    for (int c = 0; c < n; ++c) {
      const Row& row = rows_[normals_[static_cast<std::size_t>(c)]];
      if (row.friction == static_cast<int>(i)) lemke_.m(n + 2 * k + r, c) = row.mu;
    }
  }
  const Lemke::Result result = lemke_.solve();
  is_ray_ = result == Lemke::Result::ray;
  if (result == Lemke::Result::gave_up || (is_ray_ && (chord || phase != Phase::compression))) return false;
  std::fill(d_, d_ + n_, 0.0);
  for (int r = 0; r < k; ++r) {
    const std::size_t plus = static_cast<std::size_t>(n + r), minus = static_cast<std::size_t>(n + k + r);
    d_[rubbing_[static_cast<std::size_t>(r)]] = lemke_.z()[plus] - lemke_.z()[minus];
  }
  for (int r = 0; r < n; ++r) {
    const std::size_t i = normals_[static_cast<std::size_t>(r)];
    d_[i] = lemke_.z()[static_cast<std::size_t>(r)];
    if (rows_[i].friction >= 0) d_[static_cast<std::size_t>(rows_[i].friction)] += slide(i) * d_[i];
  }
  keep_to_cones();
  spread();
  return true;
}

/// Without friction.
bool ImpactPath::find_smooth() {
  double k[complementarity_rows * complementarity_rows], q[complementarity_rows], p[complementarity_rows] = {};
  std::size_t normals[complementarity_rows], n = 0;
  for (std::size_t i = 0; i < n_ && n < static_cast<std::size_t>(complementarity_rows); ++i) {
    if (is_normal(i) && pushes_[i] != 0) normals[n++] = i;
  }
  for (std::size_t r = 0; r < n; ++r) {
    q[r] = x_[normals[r]] - goal_[normals[r]];
    for (std::size_t s = 0; s < n; ++s) k[r * n + s] = g(normals[r], normals[s]);
  }
  if (n > 0 && !solve_complementarity(k, q, static_cast<int>(n), p, tolerance::path_stiffening)) return false;
  std::fill(d_, d_ + n_, 0.0);
  for (std::size_t r = 0; r < n; ++r) d_[normals[r]] = p[r];
  spread();
  return true;
}

// ---- equations ------------------------------------------------------------------------------------------------------

/// The unknowns: points that push, and contacts that stick. Rows of the latest contacts come first: they are coupled to
/// few others, so that elimination keeps most zeros.
bool ImpactPath::list_basis() {
  Bits in = 0, up = 0, down = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    if (!is_normal(i)) continue;
    if (active_[i] == 0) continue;
    in |= bit(i);
    if (rows_[i].friction < 0) continue;
    const std::size_t f = static_cast<std::size_t>(rows_[i].friction);
    (guess_[f] == 0 ? in : guess_[f] > 0 ? up : down) |= bit(f);
  }
  if (is_factored_ && in == in_basis_ && up == slides_up_ && down == slides_down_) return true;
  in_basis_ = in, slides_up_ = up, slides_down_ = down;
  count_ = 0;
  for (std::size_t i = n_; i-- > 0;) {
    if ((in & bit(i)) == 0) continue;
    place_[i] = count_;
    basis_[count_++] = i;
  }
  return is_factored_ = factor();
}

/// Finds impulses by which the points of the basis reach their goals and its contacts stick. Returns false if there are
/// none.
bool ImpactPath::solve_basis() {
  if (!list_basis()) return false;
  for (std::size_t r = 0; r < count_; ++r) {
    const std::size_t i = basis_[r];
    rhs_[r] = is_normal(i) ? goal_[i] - x_[i] : -x_[i];  // sticking: at most the rounding of its slip
  }
  substitute();
  std::fill(d_, d_ + n_, 0.0);
  largest_ = 0;
  for (std::size_t r = 0; r < count_; ++r) {
    const std::size_t i = basis_[r];
    d_[i] += rhs_[r];
    if (!is_normal(i)) continue;
    largest_ = std::max(largest_, std::fabs(rhs_[r]));
    const int f = rows_[i].friction;
    if (f < 0) continue;
    d_[static_cast<std::size_t>(f)] -= guess_[static_cast<std::size_t>(f)] * rows_[i].mu * rhs_[r];
  }
  spread();
  return std::isfinite(largest_);
}

/// The rows of the basis. A sliding point includes its friction.
void ImpactPath::fill_factor() {
  factor_.resize(count_ * count_);
  for (std::size_t r = 0; r < count_; ++r) {
    const std::size_t i = basis_[r];
    double* const to = factor_.data() + r * count_;
    std::fill(to, to + count_, 0.0);
    Bits filled = 0;
    for (Bits left = near_[i] & in_basis_; left != 0; left &= left - 1) {
      const std::size_t j = static_cast<std::size_t>(std::countr_zero(left)), s = place_[j];
      double value = g(i, j);
      const int f = rows_[j].friction;
      if (f >= 0 && is_normal(j) && guess_[static_cast<std::size_t>(f)] != 0) {
        value -= guess_[static_cast<std::size_t>(f)] * rows_[j].mu * g(i, static_cast<std::size_t>(f));
      }
      to[s] = value;
      filled |= bit(s);
    }
    to[r] += tolerance::path_stiffening;
    filled_[r] = filled | bit(r);
  }
}

/// L U, without exchanges: the diagonal of each row is its largest element. Skips zeros.
bool ImpactPath::factor() {
  fill_factor();
  for (std::size_t k = 0; k < count_; ++k) {
    const double* const pivot = factor_.data() + k * count_;
    if (!(std::fabs(pivot[k]) > tolerance::least_pivot)) return false;
    const Bits beyond = filled_[k] & ~(bit(k) | (bit(k) - 1));
    const std::size_t end = beyond == 0 ? k + 1 : most_rows - static_cast<std::size_t>(std::countl_zero(beyond));
    const double by = 1 / pivot[k];
    for (std::size_t r = k + 1; r < count_; ++r) {
      if ((filled_[r] & bit(k)) == 0) continue;
      double* const row = factor_.data() + r * count_;
      const double share = row[k] *= by;
      filled_[r] |= beyond;
      for (std::size_t s = k + 1; s < end; ++s) row[s] -= share * pivot[s];
    }
  }
  return true;
}

void ImpactPath::substitute() {
  for (std::size_t r = 1; r < count_; ++r) {
    const double* const row = factor_.data() + r * count_;
    double left = rhs_[r];
    for (Bits of = filled_[r] & (bit(r) - 1); of != 0; of &= of - 1) {
      const std::size_t k = static_cast<std::size_t>(std::countr_zero(of));
      left -= row[k] * rhs_[k];
    }
    rhs_[r] = left;
  }
  for (std::size_t r = count_; r-- > 0;) {
    const double* const row = factor_.data() + r * count_;
    double left = rhs_[r];
    for (Bits of = filled_[r] & ~(bit(r) | (bit(r) - 1)); of != 0; of &= of - 1) {
      const std::size_t s = static_cast<std::size_t>(std::countr_zero(of));
      left -= row[s] * rhs_[s];
    }
    rhs_[r] = left / row[r];
  }
}

/// The changes of bodies and of rows by the impulses d.
void ImpactPath::spread() {
  change_.assign(bodies.size(), {});
  for (std::size_t i = 0; i < n_; ++i) {
    if (d_[i] == 0) continue;
    const Row& row = rows_[i];
    for (int side = 0; side < 2; ++side) {
      const double p = (side == 0 ? row.scale : -row.scale) * d_[i];
      const std::size_t b = static_cast<std::size_t>(row.body[side]);
      change_[b].x += bodies[b].inverse_mass_x * (p * row.x);
      change_[b].y += bodies[b].inverse_mass_y * (p * row.y);
      change_[b].turn += bodies[b].inverse_inertia * (p * row.turn[side]);
    }
  }
  for (std::size_t i = 0; i < n_; ++i) {
    const Row& row = rows_[i];
    const Change &a = change_[static_cast<std::size_t>(row.body[0])],
                 &b = change_[static_cast<std::size_t>(row.body[1])];
    dx_[i] = row.scale * ((row.x * (a.x - b.x) + row.y * (a.y - b.y)) + (row.turn[0] * a.turn - row.turn[1] * b.turn));
  }
}

/// Removes rounding errors beyond the cones. Returns true if there were any.
bool ImpactPath::keep_to_cones() {
  bool changed = false;
  for (std::size_t i = 0; i < n_; ++i) {
    if (is_normal(i)) continue;
    const double most = cone(static_cast<int>(i));
    changed |= std::fabs(d_[i]) > most;
    d_[i] = std::clamp(d_[i], -most, most);
  }
  return changed;
}

// ---- length of a piece ----------------------------------------------------------------------------------------------

/// Follows d as far as it is one piece. Returns false if that would add energy, which no law does: rounding.
bool ImpactPath::take_piece(Level level, Phase phase, End& end) {
  const double t = way(level, phase);
  if (!(t < HUGE_VAL)) return false;
  double normal = 0, friction = 0, size = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double work = d_[i] * t * (x_[i] + dx_[i] * t / 2);
    (is_normal(i) ? normal : friction) += work;
    size += std::fabs(work);
  }
  if ((phase == Phase::compression ? normal + friction : friction) > tolerance::met_share * size) return false;
  if (phase == Phase::restitution) spend(t);
  advance(level, phase, t);
  end = bent_ < 0 && spent_ < 0 ? End::reached : End::bent;
  return true;
}

/// The fraction of d at which the first thing ends: a slip, a budget, or the separation of a point.
double ImpactPath::way(Level level, Phase phase) {
  const bool exact = level == Level::exact || level == Level::jam || level == Level::all;
  double t = is_ray_ ? HUGE_VAL : 1;
  bent_ = spent_ = -1;
  for (std::size_t i = 0; i < n_; ++i) {
    const bool slips = !is_normal(i) && exact && mode_[i] != 0 && d_[i] != 0 && mode_[i] * dx_[i] < 0;
    const bool returns = is_normal(i) && pushes_[i] == 0 && dx_[i] < 0;
    if (!slips && !returns) continue;
    const double there = ((slips ? 0 : goal_[i]) - x_[i]) / dx_[i];
    if (there < t) t = there, bent_ = static_cast<int>(i);
  }
  if (phase != Phase::restitution) return t;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double left = budget_[c];
    if (!(left > 0)) continue;
    double a = 0, b = 0;  // the work of its normals is a t + b t^2 / 2
    for (std::size_t i = static_cast<std::size_t>(first_[c]); i < n_; ++i) {
      if (!is_normal(i) || purse_[static_cast<std::size_t>(rows_[i].contact)] != c) continue;
      a += d_[i] * x_[i], b += d_[i] * dx_[i];
    }
    if (a * t + b * t * t / 2 < left) continue;
    const double there = 2 * left / (a + std::sqrt(std::max(a * a + 2 * b * left, 0.0)));
    if (there <= t) t = there, bent_ = -1, spent_ = static_cast<int>(c);
  }
  return t;
}

void ImpactPath::spend(double t) {
  for (std::size_t i = 0; i < n_; ++i) {
    const std::size_t c = purse_[static_cast<std::size_t>(rows_[i].contact)];
    if (is_normal(i) && budget_[c] > 0) budget_[c] -= d_[i] * t * (x_[i] + dx_[i] * t / 2);
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (spent_ == static_cast<int>(c) || budget_[c] <= tolerance::spent_share * full_[c]) budget_[c] = 0;
  }
}

/// True if a contact stuck before and sticks in the piece.
bool ImpactPath::holds_still(Level level, std::size_t row) const {
  if (mode_[row] != 0 || (level != Level::exact && level != Level::all)) return false;
  return std::fabs(d_[row]) < cone(static_cast<int>(row)) * (1 - tolerance::met_share);
}

void ImpactPath::advance(Level level, Phase phase, double t) {
  for (std::size_t i = 0; i < n_; ++i) {
    if (d_[i] == 0) continue;
    const Row& row = rows_[i];
    const std::size_t c = static_cast<std::size_t>(row.contact);
    const double work = d_[i] * t * (x_[i] + dx_[i] * t / 2);
    if (is_normal(i)) taken_[i] -= work;
    if (is_normal(i) && phase == Phase::parting) contacts[c].beyond_work += work;
    const double surface = is_normal(i) ? 0 : contacts[c].surface_speed;
    contacts[c].work += work + row.scale * d_[i] * t * surface;
    for (int side = 0; side < 2 && tells_sides; ++side) {
      const Change& change = change_[static_cast<std::size_t>(row.body[side])];
      const double p = (side == 0 ? row.scale : -row.scale) * d_[i] * t;
      const double gain = (row.x * change.x + row.y * change.y) + row.turn[side] * change.turn;
      ImpulsePiece& sum = contacts[c].side[side];
      (is_normal(i) ? sum.normal : sum.friction) += p * (speed(row, side) + gain * t / 2);
    }
  }
  for (std::size_t b = 0; b < moved_.size(); ++b) {
    moved_[b].x += t * change_[b].x, moved_[b].y += t * change_[b].y, moved_[b].turn += t * change_[b].turn;
  }
  const bool whole = bent_ < 0 && spent_ < 0 && !is_ray_;
  for (std::size_t i = 0; i < n_; ++i) {
    x_[i] += t * dx_[i], p_[i] += t * d_[i];
    // Sets values that have arrived exactly; a rounding error far from them gets a piece of its own.
    const bool comes = is_normal(i) ? whole && d_[i] > 0 : holds_still(level, i);
    const double there = is_normal(i) ? goal_[i] : 0;
    if (bent_ == static_cast<int>(i) || (comes && std::fabs(x_[i] - there) <= 10 * tolerance::rounded_speed * size_)) {
      x_[i] = there;
    }
    if (is_normal(i)) continue;
    // Stiffening leaves a speed in proportion to the impulse. If it counted as a slip, a sticking contact would jam by
    // it.
    const double stiff = comes ? 2 * tolerance::path_stiffening * std::fabs(t * d_[i]) : 0;
    set_mode(i, tolerance::rounded_speed * size_ + stiff);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
