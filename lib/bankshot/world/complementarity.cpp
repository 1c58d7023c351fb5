// Rows whose impulse may be above zero are active. The row that lacks most becomes active, and the active ones are
// solved as equations; where that asks for a pull, the impulses go towards it until the first one is zero, that row is
// let go, and the rest are solved again. Each round lowers p.K p / 2 + q.p, so no set comes twice and the rounds come
// to an end.

#include <bankshot/world/complementarity.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::inline BANKSHOT_ABI::detail {

namespace {

constexpr int most_rows = complementarity_rows;

/// What a row may lack and count as met, relative to what the rows lacked at first.
constexpr double negligible = 1e-12;

// The active rows stand in the order of rows, and with one more or less of them Cholesky's factor is still that of
// those before it. All sums run along rows of arrays: K is symmetric, and the factor is kept as its transpose.

class ActiveSet {
 public:
  ActiveSet(const double* k, const double* q, int n, double stiffening)
      : k_(k), q_(q), n_(n), stiffening_(stiffening) {}

  bool solve(double* p) {
    double scale = 0;
    for (int i = 0; i < n_; ++i) p[i] = 0, scale = std::max(scale, std::fabs(q_[i]));
    for (int round = 0; round < 4 * n_; ++round) {
      const int row = lacks_most(p, negligible * scale);
      if (row < 0) return finite(p);
      activate(row);
      // Letting rows go ends: there is one fewer each time.
      while (!go_to_solution(p)) {
      }
    }
    return false;
  }

 private:
  void activate(int row) {
    int* const place = std::lower_bound(active_, active_ + count_, row);
    std::move_backward(place, active_ + count_, active_ + count_ + 1);
    *place = row;
    ++count_;
    is_active_[row] = true;
    factored_ = std::min(factored_, static_cast<int>(place - active_));
  }

  /// Where rows contradict one another the impulses may grow beyond all bounds, and then no row seems to lack anything.
  bool finite(const double* p) const {
    return std::all_of(p, p + n_, [](double impulse) { return std::isfinite(impulse); });
  }

  const double* row_of(int row) const { return k_ + row * n_; }

  /// The row that is farthest below zero and not active; none: -1.
  int lacks_most(const double* p, double least) const {
    double slack[most_rows];
    std::copy(q_, q_ + n_, slack);
    for (int j = 0; j < count_; ++j) subtract(-p[active_[j]], row_of(active_[j]), n_, slack);
    int worst = -1;
    double lack = -least;
    for (int i = 0; i < n_; ++i) {
      if (!is_active_[i] && slack[i] < lack) lack = slack[i], worst = i;
    }
    return worst;
  }

  /// Takes p to where all active rows are met, or as far as no impulse falls below zero, and lets that row go. True
  /// when it got there.
  bool go_to_solution(double* p) {
    double z[most_rows];
    solve_active(z);
    double share = 1;
    int first = -1;
    for (int i = 0; i < count_; ++i) {
      const double from = p[active_[i]];
      const double way = z[i] > 0 ? 1 : from > 0 ? from / (from - z[i]) : 0;
      if (z[i] <= 0 && (first < 0 || way < share)) share = way, first = i;
    }
    for (int i = 0; i < count_; ++i) {
      double& impulse = p[active_[i]];
      impulse = first < 0 ? z[i] : std::max(impulse + share * (z[i] - impulse), 0.0);
    }
    if (first < 0) return true;
    p[active_[first]] = 0;
    is_active_[active_[first]] = false;
    std::move(active_ + first + 1, active_ + count_, active_ + first);
    --count_;
    factored_ = std::min(factored_, first);
    return false;
  }

  /// K z = -q for the active rows, by Cholesky's factors.
  void solve_active(double* z) {
    if (factored_ < count_) factor(factored_);
    std::copy(forward_, forward_ + count_, z);
    for (int i = count_ - 1; i >= 0; --i) {
      z[i] /= diagonal_[i];
      for (int m = 0; m < i; ++m) z[m] -= across_[m][i] * z[i];
    }
  }

  /// The rows of the factor from `first` on, column by column: a division for each row, none of which waits for
  /// another. Until its column is reached an entry is what the columns before leave of K's.
  void factor(int first) {
    for (int i = first; i < count_; ++i) {
      const double* const row = row_of(active_[i]);
      for (int j = 0; j < i; ++j) across_[j][i] = row[active_[j]];
      across_[i][i] = row[active_[i]] * (1 + stiffening_);
      forward_[i] = -q_[active_[i]];
    }
    for (int j = 0; j < count_; ++j) {
      double* const column = across_[j];
      if (j >= first) {
        diagonal_[j] = std::sqrt(std::max(column[j], stiffening_ * row_of(active_[j])[active_[j]]));
        forward_[j] /= diagonal_[j];
      }
      const int next = std::max(first, j + 1);
      for (int i = next; i < count_; ++i) column[i] /= diagonal_[j];
      subtract(forward_[j], column + next, count_ - next, forward_ + next);
      for (int k = j + 1; k < count_; ++k) {
        const int from = std::max(next, k);
        subtract(column[k], column + from, count_ - from, across_[k] + from);
      }
    }
    factored_ = count_;
  }

  /// to -= share from
  static void subtract(double share, const double* from, int count, double* to) {
    for (int i = 0; i < count; ++i) to[i] -= share * from[i];
  }

  const double* k_;
  const double* q_;
  int n_;
  double stiffening_;
  int active_[most_rows];
  bool is_active_[most_rows] = {};
  int count_ = 0;
  int factored_ = 0;                     ///< active rows whose factors are known
  double across_[most_rows][most_rows];  ///< transpose of the factor, above the diagonal
  double diagonal_[most_rows];
  double forward_[most_rows];  ///< what the factor makes of -q
};

}  // namespace

bool solve_complementarity(const double* k, const double* q, int n, double* p, double stiffening) noexcept {
  return ActiveSet(k, q, n, stiffening).solve(p);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
