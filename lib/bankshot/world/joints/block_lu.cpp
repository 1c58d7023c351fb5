#include <bankshot/world/joints/block_lu.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Gauss and Jordan without pivots: the masses of a body, and the masses that a joint feels, have none that are zero.
void invert(Block3& block) noexcept {
  auto& m = block.of;
  for (int k = 0; k < 3; ++k) {
    const double pivot = 1 / m[k][k];
    m[k][k] = 1;
    for (int c = 0; c < 3; ++c) m[k][c] *= pivot;
    for (int r = 0; r < 3; ++r) {
      if (r == k) continue;
      const double factor = m[r][k];
      m[r][k] = 0;
      for (int c = 0; c < 3; ++c) m[r][c] -= factor * m[k][c];
    }
  }
}

Block3 product(const Block3& l, const Block3& r) noexcept {
  Block3 all;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      all.of[i][j] = l.of[i][0] * r.of[0][j] + l.of[i][1] * r.of[1][j] + l.of[i][2] * r.of[2][j];
  }
  return all;
}

void subtract_product(Block3& from, const Block3& l, const Block3& r) noexcept {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      from.of[i][j] -= l.of[i][0] * r.of[0][j] + l.of[i][1] * r.of[1][j] + l.of[i][2] * r.of[2][j];
    }
  }
}

void subtract_product(Triple& from, const Block3& l, const Triple& r) noexcept {
  for (int i = 0; i < 3; ++i) from[i] -= l.of[i][0] * r[0] + l.of[i][1] * r[1] + l.of[i][2] * r[2];
}

void subtract_product(RightSides& from, const Block3& l, const RightSides& r) noexcept {
  for (int i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < answers_at_once; ++k) {
      from.of[i][k] -= l.of[i][0] * r.of[0][k] + l.of[i][1] * r.of[1][k] + l.of[i][2] * r.of[2][k];
    }
  }
}

Triple negative(const Triple& a) noexcept { return {{-a[0], -a[1], -a[2]}}; }

RightSides negative(const RightSides& a) noexcept {
  RightSides all;
  for (int i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < answers_at_once; ++k) all.of[i][k] = -a.of[i][k];
  }
  return all;
}

}  // namespace

void BlockLu::begin(const Elimination& plan) {
  plan_ = &plan;
  diagonal_.assign(plan.order.size(), {});
  lower_.assign(plan.pairs(), {}), upper_.assign(plan.pairs(), {});
  right_.assign(plan.order.size(), {}), felt_.assign(plan.order.size(), {});
  give_.assign(plan.order.size(), {});
}

Block3& BlockLu::at(std::uint32_t row, std::uint32_t column) {
  const std::uint32_t pair = plan_->pair_of(row, column);
  return plan_->place[row] > plan_->place[column] ? lower_[pair] : upper_[pair];
}

void BlockLu::factor(double stiffening, bool all) noexcept {
  const Elimination& plan = *plan_;
  std::size_t target = 0;
  for (std::size_t p = 0; p < plan.order.size(); ++p) {
    const bool is_stiffened = !plan.is_body(p) && (all || !plan.regular[p]);
    for (int k = 0; is_stiffened && k < 3; ++k) {
      double& own = diagonal_[p].of[k][k];
      give_[p][k] = stiffening * std::fabs(felt_[p][k]);
      own += give_[p][k];
      if (own == 0) own = 1;  // nothing can give way to this row
    }
    invert(diagonal_[p]);
    for (std::size_t i = plan.begin[p]; i < plan.begin[p + 1]; ++i) lower_[i] = product(lower_[i], diagonal_[p]);
    for (std::size_t i = plan.begin[p]; i < plan.begin[p + 1]; ++i) {
      const std::uint32_t at = plan.entries[i].place;
      const Block3 before = diagonal_[at];
      subtract_product(diagonal_[at], lower_[i], upper_[i]);
      for (int k = 0; plan.is_body(p) && k < 3; ++k) felt_[at][k] += diagonal_[at].of[k][k] - before.of[k][k];
      for (std::size_t j = i + 1; j < plan.begin[p + 1]; ++j, ++target) {
        subtract_product(upper_[plan.targets[target]], lower_[i], upper_[j]);
        subtract_product(lower_[plan.targets[target]], lower_[j], upper_[i]);
      }
    }
  }
}

template <class Right>
void BlockLu::solve(std::vector<Right>& right) noexcept {
  const Elimination& plan = *plan_;
  for (std::size_t p = 0; p < plan.order.size(); ++p) {
    for (std::size_t i = plan.begin[p]; i < plan.begin[p + 1]; ++i) {
      subtract_product(right[plan.entries[i].place], lower_[i], right[p]);
    }
  }
  for (std::size_t p = plan.order.size(); p-- > 0;) {
    for (std::size_t i = plan.begin[p]; i < plan.begin[p + 1]; ++i) {
      subtract_product(right[p], upper_[i], right[plan.entries[i].place]);
    }
    const Right sum = negative(right[p]);
    right[p] = {};
    subtract_product(right[p], diagonal_[p], sum);
  }
}

template void BlockLu::solve(std::vector<Triple>&) noexcept;
template void BlockLu::solve(std::vector<RightSides>&) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
