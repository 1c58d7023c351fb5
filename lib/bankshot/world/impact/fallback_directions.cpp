#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/fallback_directions.hpp>
#include <bankshot/world/impact/lcp.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Size of a problem, n + 3 k for n points and k contacts that may slide or stick, beyond which not all combinations
/// are examined, since that takes the cube of it; six points with friction are within it. The leg is then one without
/// friction, which is within all cones and adds no energy either.
constexpr std::size_t most_tried = 24;

}  // namespace

bool FallbackDirections::find_jam() {
  if (state_.phase != PathPhase::compression) return false;
  std::size_t jammed = no_row;
  double lack = tolerance::met_speed * rows_.fastest();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::size_t f = rows_[i].friction;
    if (f == no_row || state_.mode[f] == 0 || !(state_.goal[i] - state_.x[i] > lack)) continue;
    if (1 - state_.mode[f] * rows_[i].mu * rows_.effect(i, f) > tolerance::rounded_away) continue;
    jammed = i, lack = state_.goal[i] - state_.x[i];
  }
  if (jammed == no_row) return false;
  const std::size_t f = rows_[jammed].friction;
  leg_.clear();
  leg_.d[jammed] = 1;
  leg_.d[f] = -state_.mode[f] * rows_[jammed].mu;
  leg_.is_ray = true;
  leg_.spread();
  return state_.mode[f] * leg_.dx[f] < 0;
}

/// By Lemke's method. For a contact, f = f+ - f-, both >= 0, and l is the speed at which it slides. (G d)_u + l >= 0
/// with equality unless f+ = 0, l - (G d)_u >= 0 with equality unless f- = 0, and l = 0 unless f+ + f- is at the limit
/// of the cone.
bool FallbackDirections::find_by_exchanges(bool chord) {
  normals_.clear(), rubbing_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.is_normal(i) ? state_.pushes[i] : chord || state_.mode[i] == 0) {
      (rows_.is_normal(i) ? normals_ : rubbing_).push_back(i);
    }
  }
  if (normals_.size() + 3 * rubbing_.size() > most_tried) return false;
  chord_ = chord;
  set_up();
  const Lemke::Result result = lemke_.solve();
  const bool is_ray = result == Lemke::Result::ray;
  if (result == Lemke::Result::gave_up) return false;
  if (is_ray && (chord || state_.phase != PathPhase::compression)) return false;
  leg_.clear();
  leg_.is_ray = is_ray;
  read();
  leg_.keep_to_cones();
  leg_.spread();
  return true;
}

void FallbackDirections::set_up() {
  const int n = static_cast<int>(normals_.size()), k = static_cast<int>(rubbing_.size());
  lemke_.begin(n + 3 * k);
  int row = 0;
  for (const std::size_t i : normals_) {
    enter(row, i, 1);
    lemke_.q(row++) = state_.x[i] - state_.goal[i];
  }
  for (const std::size_t i : rubbing_) {
    const int plus = row++, minus = plus + k, limit = plus + 2 * k;
    enter(plus, i, 1), enter(minus, i, -1);
    if (chord_) lemke_.q(plus) = state_.x[i], lemke_.q(minus) = -state_.x[i];
    lemke_.m(plus, limit) = lemke_.m(minus, limit) = 1;
    lemke_.m(limit, plus) = lemke_.m(limit, minus) = -1;
    for (int c = 0; c < n; ++c) {
      const PathRow& normal = rows_[normals_[static_cast<std::size_t>(c)]];
      if (normal.friction == i) lemke_.m(limit, c) = normal.mu;
    }
  }
}

/// Sets the effect of all impulses on row i, times `sign`.
void FallbackDirections::enter(int row, std::size_t i, double sign) {
  int c = 0;
  for (const std::size_t j : normals_) {
    const double share = slide(j), shared = share != 0 ? share * rows_.effect(i, rows_[j].friction) : 0;
    lemke_.m(row, c) = sign * (rows_.effect(i, j) + shared) + (row == c ? tolerance::path_stiffening : 0);
    ++c;
  }
  for (const std::size_t j : rubbing_) {
    const double shared = sign * rows_.effect(i, j);
    lemke_.m(row, c) = shared, lemke_.m(row, c + static_cast<int>(rubbing_.size())) = -shared;
    ++c;
  }
}

void FallbackDirections::read() {
  const std::vector<double>& z = lemke_.z();
  const std::size_t n = normals_.size(), k = rubbing_.size();
  for (std::size_t r = 0; r < k; ++r) leg_.d[rubbing_[r]] = z[n + r] - z[n + k + r];
  for (std::size_t r = 0; r < n; ++r) {
    const std::size_t i = normals_[r], f = rows_[i].friction;
    leg_.d[i] = z[r];
    if (f != no_row) leg_.d[f] += slide(i) * z[r];
  }
}

/// Friction that goes along with a unit impulse on a normal.
double FallbackDirections::slide(std::size_t normal) const {
  const std::size_t f = rows_[normal].friction;
  return chord_ || f == no_row ? 0.0 : -state_.mode[f] * rows_[normal].mu;
}

bool FallbackDirections::find_smooth() {
  double k[complementarity_rows * complementarity_rows], q[complementarity_rows], p[complementarity_rows] = {};
  std::size_t n = 0;
  normals_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.is_normal(i) && state_.pushes[i]) normals_.push_back(i);
  }
  for (const std::size_t i : normals_) {
    double* to = k + n * normals_.size();
    for (const std::size_t j : normals_) *to++ = rows_.effect(i, j);
    q[n++] = state_.x[i] - state_.goal[i];
  }
  if (n > 0 && !solve_complementarity(k, q, static_cast<int>(n), p, tolerance::path_stiffening)) return false;
  leg_.clear();
  for (std::size_t r = 0; r < n; ++r) leg_.d[normals_[r]] = p[r];
  leg_.spread();
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
