// Rows whose impulse may be positive are active. The row that lacks most becomes active, and the active ones are solved
// as equations. If that asks for a pull, the impulses move towards it until the first one is zero, that row is
// deactivated, and the rest are solved again. Each round lowers p.K p / 2 + q.p, so no set occurs twice and the rounds
// end.

#include <bankshot/world/impact/lcp.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

constexpr int most_rows = complementarity_rows;

/// Rows that are processed together. Lists of them are padded to a multiple of this.
constexpr int lanes = 4;
static_assert(most_rows % lanes == 0);

/// Lack of speed that counts as met, relative to the largest initial lack.
constexpr double negligible = 1e-12;

// The active rows are in the order of rows, and when one comes or goes, Cholesky's factor of those before it stays
// valid. All sums run along rows of arrays: K is symmetric, and the factor is stored as its transpose. Most sums are
// short, so they have a fixed length; the padding is never read.

class ActiveSet {
 public:
  ActiveSet(const double* k, const double* q, int n, double stiffening) : n_(n), stiffening_(stiffening) {
    for (int i = 0; i < n; ++i) {
      std::copy(k + i * n, k + (i + 1) * n, k_[i]);
      std::fill(k_[i] + n, k_[i] + wide(), 0.0);
    }
    std::copy(q, q + n, q_);
    std::fill(q_ + n, q_ + wide(), 0.0);
  }

  bool solve(double* p) {
    double scale = 0;
    for (int i = 0; i < n_; ++i) p[i] = 0, scale = std::max(scale, std::fabs(q_[i]));
    for (int round = 0; round < 4 * n_; ++round) {
      const int row = lacks_most(p, negligible * scale);
      if (row < 0) return finite(p);
      activate(row);
      // Ends, since each time one row fewer is active.
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

  /// If rows contradict one another the impulses may grow without bound, and then no row seems to lack anything.
  bool finite(const double* p) const {
    return std::all_of(p, p + n_, [](double impulse) { return std::isfinite(impulse); });
  }

  /// n, padded.
  int wide() const { return (n_ + lanes - 1) / lanes * lanes; }

  /// The inactive row that is farthest below zero; none: -1.
  int lacks_most(const double* p, double least) const {
    double slack[most_rows];
    for (int i = 0; i < wide(); i += lanes) {
      double left[lanes];
      std::copy(q_ + i, q_ + i + lanes, left);
      for (int j = 0; j < count_; ++j) subtract(-p[active_[j]], k_[active_[j]] + i, left);
      std::copy(left, left + lanes, slack + i);
    }
    int worst = -1;
    double lack = -least;
    for (int i = 0; i < n_; ++i) {
      if (!is_active_[i] && slack[i] < lack) lack = slack[i], worst = i;
    }
    return worst;
  }

  /// Moves p to where all active rows are met, or as far as no impulse falls below zero, and then deactivates that row.
  /// Returns true if it got there.
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

  /// Solves K z = -q for the active rows, by Cholesky's factors.
  void solve_active(double* z) {
    if (factored_ < count_) factor(factored_);
    std::copy(forward_, forward_ + count_, z);
    for (int i = count_ - 1; i >= 0; --i) {
      z[i] /= diagonal_[i];
      for (int m = 0; m < i; ++m) z[m] -= across_[m][i] * z[i];
    }
  }

  /// Computes the rows of the factor from `first` on.
  void factor(int first) {
    for (int begin = first; begin < count_; begin += lanes) factor_lanes(begin);
    factored_ = count_;
  }

  /// Computes some of them, column by column: none of their divisions waits for another one. If there are fewer,
  /// repeats the last one.
  void factor_lanes(int begin) {
    const double* row[lanes];
    double ahead[lanes];
    const int end = std::min(begin + lanes, count_);
    for (int l = 0; l < lanes; ++l) {
      const int own = active_[std::min(begin + l, end - 1)];
      row[l] = k_[own];
      ahead[l] = -q_[own];
    }
    for (int j = 0; j < end; ++j) {
      double left[lanes];
      for (int l = 0; l < lanes; ++l) left[l] = row[l][active_[j]];
      if (j >= begin) left[j - begin] *= 1 + stiffening_;
      for (int m = 0; m < j; ++m) subtract(across_[m][j], across_[m] + begin, left);
      if (j >= begin) {
        diagonal_[j] = std::sqrt(std::max(left[j - begin], stiffening_ * k_[active_[j]][active_[j]]));
        forward_[j] = ahead[j - begin] / diagonal_[j];
      }
      for (int l = 0; l < lanes; ++l) across_[j][begin + l] = left[l] / diagonal_[j];
      subtract(forward_[j], across_[j] + begin, ahead);
    }
  }

  /// to -= share from, over lanes
  static void subtract(double share, const double* from, double* to) {
    for (int l = 0; l < lanes; ++l) to[l] -= share * from[l];
  }

  double k_[most_rows][most_rows];
  double q_[most_rows];
  int n_;
  double stiffening_;
  int active_[most_rows];
  bool is_active_[most_rows] = {};
  int count_ = 0;
  int factored_ = 0;                             ///< number of active rows with valid factors
  double across_[most_rows][most_rows + lanes];  ///< transpose of the factor, above the diagonal
  double diagonal_[most_rows];
  double forward_[most_rows];  ///< forward substitution of -q
};

}  // namespace

bool solve_complementarity(const double* k, const double* q, int n, double* p, double stiffening) noexcept {
  return ActiveSet(k, q, n, stiffening).solve(p);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
