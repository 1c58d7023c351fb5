#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/basis_solver.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The places before one, and those after it.
RowBits places_before(std::size_t place) { return row_bit(place) - 1; }
RowBits places_after(std::size_t place) { return ~(row_bit(place) | places_before(place)); }

std::size_t first_of(RowBits bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

}  // namespace

bool BasisSolver::solve(const PathBasis& basis, const double* lack, double* d) {
  if (!is_factored_ || basis != basis_) {
    basis_ = basis;
    list();
    is_factored_ = factor();
  }
  if (!is_factored_) return false;
  for (std::size_t r = 0; r < count_; ++r) rhs_[r] = lack[row_[r]];
  substitute();
  std::fill(d, d + rows_.size(), 0.0);
  for (std::size_t r = 0; r < count_; ++r) {
    const PathRow& row = rows_[row_[r]];
    d[row_[r]] += rhs_[r];
    if (const int slip = slip_of(row); slip != 0) d[row.friction] -= slip * row.mu * rhs_[r];
  }
  return true;
}

/// Rows of the latest contacts come first: they are coupled to few others, so that elimination keeps most zeros.
void BasisSolver::list() {
  count_ = 0;
  for (std::size_t i = rows_.size(); i-- > 0;) {
    if ((basis_.unknown & row_bit(i)) == 0) continue;
    place_[i] = count_;
    row_[count_++] = i;
  }
}

/// The rows of the basis. A sliding point includes its friction.
void BasisSolver::fill() {
  factor_.assign(count_ * count_, 0.0);
  for (std::size_t r = 0; r < count_; ++r) {
    const std::size_t i = row_[r];
    double* const to = factor_.data() + r * count_;
    filled_[r] = row_bit(r);
    for (RowBits left = rows_[i].near & basis_.unknown; left != 0; left &= left - 1) {
      const std::size_t j = first_of(left), s = place_[j];
      to[s] = rows_.effect(i, j);
      if (const int slip = slip_of(rows_[j]); slip != 0) {
        to[s] -= slip * rows_[j].mu * rows_.effect(i, rows_[j].friction);
      }
      filled_[r] |= row_bit(s);
    }
    to[r] += tolerance::path_stiffening;
  }
}

/// L U, without exchanges: the diagonal of each row is its largest element. Skips zeros.
bool BasisSolver::factor() {
  fill();
  for (std::size_t k = 0; k < count_; ++k) {
    const double* const pivot = factor_.data() + k * count_;
    if (!(std::fabs(pivot[k]) > tolerance::least_pivot)) return false;
    const RowBits beyond = filled_[k] & places_after(k);
    const std::size_t end = beyond == 0 ? k + 1 : most_path_rows - static_cast<std::size_t>(std::countl_zero(beyond));
    const double by = 1 / pivot[k];
    for (std::size_t r = k + 1; r < count_; ++r) {
      if ((filled_[r] & row_bit(k)) == 0) continue;
      double* const row = factor_.data() + r * count_;
      const double share = row[k] *= by;
      filled_[r] |= beyond;
      for (std::size_t s = k + 1; s < end; ++s) row[s] -= share * pivot[s];
    }
  }
  return true;
}

void BasisSolver::substitute() {
  for (std::size_t r = 1; r < count_; ++r) {
    const double* const row = factor_.data() + r * count_;
    double left = rhs_[r];
    for (RowBits of = filled_[r] & places_before(r); of != 0; of &= of - 1)
      left -= row[first_of(of)] * rhs_[first_of(of)];
    rhs_[r] = left;
  }
  for (std::size_t r = count_; r-- > 0;) {
    const double* const row = factor_.data() + r * count_;
    double left = rhs_[r];
    for (RowBits of = filled_[r] & places_after(r); of != 0; of &= of - 1)
      left -= row[first_of(of)] * rhs_[first_of(of)];
    rhs_[r] = left / row[r];
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
