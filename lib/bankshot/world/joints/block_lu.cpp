#include <bankshot/world/joints/block_lu.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Gauss and Jordan without pivots: the masses of a body, and the masses that a joint feels, have none that are zero.
void invert(Block3& block) noexcept {
  for (int k = 0; k < 3; ++k) {
    const double pivot = 1 / block.at(k, k);
    block.at(k, k) = 1;
    for (int c = 0; c < 3; ++c) block.at(k, c) *= pivot;
    for (int r = 0; r < 3; ++r) {
      if (r == k) continue;
      const double factor = block.at(r, k);
      block.at(r, k) = 0;
      for (int c = 0; c < 3; ++c) block.at(r, c) -= factor * block.at(k, c);
    }
  }
}

}  // namespace
}  // namespace bankshot::BANKSHOT_ABI::detail

#define BANKSHOT_KERNEL <bankshot/world/joints/block_lu_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

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
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(eliminate_block);
  const auto eliminate = kernel[active_width()];
  const std::uint32_t* targets = plan.targets.data();
  for (std::size_t p = 0; p < plan.order.size(); ++p) {
    const bool is_stiffened = !plan.is_body(p) && (all || !plan.regular[p]);
    for (int k = 0; is_stiffened && k < 3; ++k) {
      double& own = diagonal_[p].at(k, k);
      give_[p][k] = stiffening * std::fabs(felt_[p][k]);
      own += give_[p][k];
      if (own == 0) own = 1;  // nothing can give way to this row
    }
    invert(diagonal_[p]);
    const std::size_t first = plan.begin[p], count = plan.begin[p + 1] - first;
    Triple* const felt = plan.is_body(p) ? felt_.data() : nullptr;
    targets = eliminate(plan.entries.data() + first, count, targets, arrays(), p, first, felt);
  }
}

void BlockLu::solve() noexcept {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(solve_right);
  kernel[active_width()](plan_->entries.data(), plan_->begin.data(), plan_->order.size(), arrays(), right_.data());
}

void BlockLu::solve_several() noexcept {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(solve_rights);
  kernel[active_width()](plan_->entries.data(), plan_->begin.data(), plan_->order.size(), arrays(), rights_.data());
}

}  // namespace bankshot::BANKSHOT_ABI::detail
