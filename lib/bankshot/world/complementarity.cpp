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

class ActiveSet {
 public:
  ActiveSet(const double* k, const double* q, int n, double stiffening)
      : k_(k), q_(q), n_(n), stiffening_(stiffening) {}

  bool solve(double* p) {
    double scale = 0;
    for (int i = 0; i < n_; ++i) p[i] = 0, scale = std::max(scale, std::fabs(q_[i]));
    for (int round = 0; round < 4 * n_; ++round) {
      const int row = lacks_most(p, negligible * scale);
      if (row < 0) return true;
      const auto place = std::lower_bound(active_, active_ + count_, row);
      std::move_backward(place, active_ + count_, active_ + count_ + 1);
      *place = row;
      ++count_;
      // Letting rows go ends: there is one fewer each time.
      while (!go_to_solution(p)) {
      }
    }
    return false;
  }

 private:
  bool is_active(int row) const { return std::binary_search(active_, active_ + count_, row); }

  /// The row that is farthest below zero and not active; none: -1.
  int lacks_most(const double* p, double least) const {
    int worst = -1;
    double lack = -least;
    for (int i = 0; i < n_; ++i) {
      if (is_active(i)) continue;
      double slack = q_[i];
      for (int j = 0; j < count_; ++j) slack += k_[i * n_ + active_[j]] * p[active_[j]];
      if (slack < lack) lack = slack, worst = i;
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
    std::move(active_ + first + 1, active_ + count_, active_ + first);
    --count_;
    return false;
  }

  /// K z = -q for the active rows, by Cholesky's factors.
  void solve_active(double* z) {
    for (int i = 0; i < count_; ++i) {
      const int row = active_[i];
      for (int j = 0; j <= i; ++j) {
        double sum = k_[row * n_ + active_[j]];
        if (i == j) sum *= 1 + stiffening_;
        for (int m = 0; m < j; ++m) sum -= factor_[i][m] * factor_[j][m];
        factor_[i][j] = i == j ? std::sqrt(std::max(sum, stiffening_ * k_[row * n_ + row])) : sum / factor_[j][j];
      }
      double sum = -q_[row];
      for (int m = 0; m < i; ++m) sum -= factor_[i][m] * z[m];
      z[i] = sum / factor_[i][i];
    }
    for (int i = count_ - 1; i >= 0; --i) {
      for (int m = i + 1; m < count_; ++m) z[i] -= factor_[m][i] * z[m];
      z[i] /= factor_[i][i];
    }
  }

  const double* k_;
  const double* q_;
  int n_;
  double stiffening_;
  int active_[most_rows] = {};
  int count_ = 0;
  double factor_[most_rows][most_rows];
};

}  // namespace

bool solve_complementarity(const double* k, const double* q, int n, double* p, double stiffening) noexcept {
  return ActiveSet(k, q, n, stiffening).solve(p);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
