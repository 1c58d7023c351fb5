#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/guessed_direction.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Number of guesses without fewer contradictions before rows are guessed one by one, and of all guesses.
constexpr int patience = 3, most_guesses = 12;

}  // namespace

void GuessedDirection::begin() {
  solver_.begin();
  const double noise = tolerance::rounded_speed * rows_.fastest();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    guess_[i] = rows_.is_normal(i) && rows_[i].start <= rows_[i].floor + noise ? 1 : 0;
  }
}

void GuessedDirection::begin_leg() {
  most_lack_ = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    lack_[i] = rows_.is_normal(i) ? state_.goal[i] - state_.x[i] : -state_.x[i];  // sticking: at most its rounding
    if (!rows_.is_normal(i)) continue;
    if (!state_.pushes[i] || lack_[i] > 0) guess_[i] = state_.pushes[i] ? 1 : 0;
    most_lack_ = std::max(most_lack_, lack_[i]);
  }
}

bool GuessedDirection::find() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_.is_normal(i)) guess_[i] = state_.mode[i];
  }
  std::size_t fewest = rows_.size() + 1;
  int left = patience;
  for (int tries = 0; tries < most_guesses; ++tries) {
    if (!solve()) return false;
    wrongs_ = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      signed char next = 0;
      if (contradicts(i, next)) wrong_[wrongs_++] = {i, next};
    }
    if (wrongs_ == 0) {
      if (leg_.keep_to_cones()) leg_.spread();
      return true;
    }
    left = wrongs_ < fewest ? patience : left - 1;
    fewest = std::min(fewest, wrongs_);
    amend(left < 0);
  }
  return false;
}

/// Finds impulses by which the points that push reach their goals and what sticks stays so. Returns false if there are
/// none.
bool GuessedDirection::solve() {
  PathBasis basis;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_.is_normal(i) || guess_[i] == 0) continue;
    basis.unknown |= row_bit(i);
    const std::size_t f = rows_[i].friction;
    if (f != no_row) (guess_[f] == 0 ? basis.unknown : guess_[f] > 0 ? basis.up : basis.down) |= row_bit(f);
  }
  leg_.is_ray = false;
  if (!solver_.solve(basis, lack_, leg_.d)) return false;
  leg_.spread();
  largest_ = leg_.largest();
  return std::isfinite(largest_);
}

/// True if the impulses of a guess contradict it for a row; `next`: the next guess for that row.
bool GuessedDirection::contradicts(std::size_t i, signed char& next) const {
  const double slack = tolerance::met_share * most_lack_ + tolerance::rounded_speed * largest_;
  if (rows_.is_normal(i)) {
    next = guess_[i] != 0 ? 0 : 1;
    return guess_[i] != 0 ? leg_.d[i] < 0 : state_.pushes[i] && leg_.dx[i] < lack_[i] - slack;
  }
  if (state_.mode[i] != 0) return false;
  const double most = leg_.cone(i);
  if (guess_[i] == 0) {
    next = static_cast<signed char>(leg_.d[i] > 0 ? -1 : 1);
    return std::fabs(leg_.d[i]) > most * (1 + tolerance::met_share) + tolerance::rounded_speed * largest_;
  }
  next = 0;
  return most > tolerance::rounded_speed * largest_ && guess_[i] * leg_.dx[i] < -slack;
}

/// Changes the guesses in `wrong_`: all of them, or the last row only.
void GuessedDirection::amend(bool only_last) {
  for (std::size_t w = only_last ? wrongs_ - 1 : 0; w < wrongs_; ++w) guess_[wrong_[w].first] = wrong_[w].second;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
