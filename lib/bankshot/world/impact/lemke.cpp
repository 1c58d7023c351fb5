// w = q + M z + c z0 with a cover c > 0 wherever q < 0: z0 starts so large that all w >= 0. Then the complement of the
// variable that became 0 last grows until the next one is 0, and so on, until that is z0.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/lemke.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

void Lemke::begin(int n) {
  n_ = n;
  table_.assign(place(n, 0), 0.0);
}

Lemke::Result Lemke::solve() {
  z_.assign(static_cast<std::size_t>(n_), 0.0);
  basic_.resize(static_cast<std::size_t>(n_)), other_.resize(static_cast<std::size_t>(n_ + 1));
  for (int i = 0; i < n_; ++i) basic_[static_cast<std::size_t>(i)] = i, other_[static_cast<std::size_t>(i)] = n_ + i;
  other_.back() = 2 * n_;
  if (!cover()) return Result::solved;
  given_ = table_;
  int row = 0;
  for (int i = 1; i < n_; ++i) {
    if (q(i) * m(row, n_) < q(row) * m(i, n_)) row = i;
  }
  int column = n_;
  for (int round = 0; round < 40 + 12 * n_; ++round) {
    const int left = basic_[static_cast<std::size_t>(row)];
    exchange(row, column);
    if (left == 2 * n_) {
      read(-1);
      return right() ? Result::solved : Result::gave_up;
    }
    const int enters = left < n_ ? left + n_ : left - n_;
    column = static_cast<int>(std::find(other_.begin(), other_.end(), enters) - other_.begin());
    row = leaving(column);
    if (row < 0) {
      read(column);
      return Result::ray;
    }
  }
  return Result::gave_up;
}

/// Sets the column of z0: in proportion for rows that lack, and a little for all others, so that few become 0 at once.
/// Returns false if none lacks.
bool Lemke::cover() {
  most_ = 0;
  for (int i = 0; i < n_; ++i) most_ = std::max(most_, -q(i));
  for (int i = 0; i < n_; ++i) {
    m(i, n_) = most_ > 0 ? std::max(-q(i), 0.0) / most_ + tolerance::cover_share : 0;
  }
  return most_ > 0;
}

/// Exchanges the basic variable of the row and the other one of the column.
void Lemke::exchange(int row, int column) {
  const int columns = n_ + 2;
  double* const pivot = &table_[place(row, 0)];
  const double by = 1 / pivot[column];
  for (int j = 0; j < columns; ++j) pivot[j] *= -by;
  pivot[column] = by;
  for (int i = 0; i < n_; ++i) {
    double* const other = &table_[place(i, 0)];
    const double share = other[column];
    if (i == row || share == 0) continue;
    other[column] = 0;
    for (int j = 0; j < columns; ++j) other[j] += share * pivot[j];
  }
  std::swap(basic_[static_cast<std::size_t>(row)], other_[static_cast<std::size_t>(column)]);
}

/// The row that reaches 0 first as the variable of the column grows; z0 takes precedence. None: -1.
int Lemke::leaving(int column) const {
  int first = -1;
  double least = 0, steep = 0;
  for (int i = 0; i < n_; ++i) {
    const double slope = -table_[place(i, column)];
    if (!(slope > tolerance::least_exchange)) continue;
    const double way = std::max(table_[place(i, n_ + 1)], 0.0) / slope;
    const double tie = tolerance::rounded_speed * (way + most_);
    const bool at_once = first >= 0 && std::fabs(way - least) <= tie;
    const bool is_cover = basic_[static_cast<std::size_t>(i)] == 2 * n_;
    if (first >= 0 &&
        !(at_once ? is_cover || (basic_[static_cast<std::size_t>(first)] != 2 * n_ && slope > steep) : way < least)) {
      continue;
    }
    first = i, least = way, steep = slope;
  }
  return first;
}

/// Reads z; or, with a column, the change of z as its variable grows.
void Lemke::read(int column) {
  for (int i = 0; i < n_; ++i) {
    const int variable = basic_[static_cast<std::size_t>(i)] - n_;
    if (variable < 0 || variable >= n_) continue;
    z_[static_cast<std::size_t>(variable)] = std::max(table_[place(i, column < 0 ? n_ + 1 : column)], 0.0);
  }
  if (column < 0) return;
  const int grows = other_[static_cast<std::size_t>(column)] - n_;
  if (grows >= 0 && grows < n_) z_[static_cast<std::size_t>(grows)] = 1;
}

/// Exchanges accumulate rounding: checks the solution before it is believed.
bool Lemke::right() const {
  double most_z = 0;
  for (const double z : z_) most_z = std::max(most_z, z);
  for (int i = 0; i < n_; ++i) {
    double w = given_[place(i, n_ + 1)];
    for (int j = 0; j < n_; ++j) w += given_[place(i, j)] * z_[static_cast<std::size_t>(j)];
    const double slack = tolerance::met_share * 10 * most_ + tolerance::rounded_speed * 10 * most_z;
    const bool pushes = z_[static_cast<std::size_t>(i)] > tolerance::met_share * most_z;
    if (w < -slack || (pushes && w > slack)) return false;
  }
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
