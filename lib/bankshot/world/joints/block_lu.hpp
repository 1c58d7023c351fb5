#pragma once
// The equations of a group of joints: blocks of 3 by 3, factored in the order of an Elimination. Not part of the public
// interface.
//
// The pattern is symmetric, the numbers are not: how impulses turn with the bodies enters one side only. A block with
// fewer rows has ones on the rest of its diagonal.

#include <bankshot/world/joints/elimination.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The columns of a block; the last row is padding.
struct Block3 {
  double of[3][4] = {};
  double& at(int row, int column) { return of[column][row]; }
};

/// Right sides that are solved at once.
inline constexpr std::size_t answers_at_once = 4;
/// Of a block: each of its three numbers in all right sides.
struct RightSides {
  double of[3][answers_at_once] = {};
};

/// The blocks of a BlockLu.
struct BlockArrays {
  Block3 *diagonal, *lower, *upper;
};

class BlockLu {
 public:
  /// Makes all blocks zero. `plan` must outlive the factors.
  void begin(const Elimination& plan);

  Block3& diagonal(std::uint32_t block) { return diagonal_[plan_->place[block]]; }
  /// The block in the rows of `row` and the columns of `column`, which must be neighbours.
  Block3& at(std::uint32_t row, std::uint32_t column);
  Triple& right(std::uint32_t block) { return right_[plan_->place[block]]; }
  const Triple& solution(std::uint32_t block) const { return right_[plan_->place[block]]; }

  /// `stiffening`: how much is added to what a row of a joint feels, as a share of it: by how much an impulse of its
  /// own opens it, with the masses of all bodies that have come before. Its sign is that of these masses. `all`: of
  /// regular joints as well.
  void factor(double stiffening, bool all) noexcept;
  /// What factor() has added to the rows of a joint: by how much an impulse lets them give way.
  const Triple& give(std::uint32_t block) const { return give_[plan_->place[block]]; }
  void clear_right() { right_.assign(right_.size(), {}); }
  /// Replaces the right side by the solution.
  void solve() noexcept;
  /// The same for right sides beside that one, several at once.
  RightSides& rights(std::uint32_t block) { return rights_[plan_->place[block]]; }
  void clear_rights() { rights_.assign(right_.size(), {}); }
  void solve_several() noexcept;

 private:
  BlockArrays arrays() noexcept { return {diagonal_.data(), lower_.data(), upper_.data()}; }

  const Elimination* plan_ = nullptr;
  std::vector<Block3> diagonal_;       ///< by place; inverted by factor()
  std::vector<Block3> lower_, upper_;  ///< by pair: rows of the later place, rows of the earlier one
  std::vector<Triple> felt_;           ///< by place: the diagonal of what bodies have added
  std::vector<Triple> give_;           ///< by place
  std::vector<Triple> right_;
  std::vector<RightSides> rights_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
