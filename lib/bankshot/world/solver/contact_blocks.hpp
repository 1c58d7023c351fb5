#pragma once
// The contacts of a batch in blocks, as the solver's kernels read them. Not part of the public interface.

#include <bankshot/simd/width.hpp>
#include <bankshot/world/pairs/solver_work.hpp>
#include <bankshot/world/solver/solver_bodies.hpp>
#include <bankshot/world/solver/solver_plan.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

/// Amount of blocks of one colour that is worth another thread.
inline constexpr std::size_t least_blocks = 4;

class ContactBlocks {
 public:
  /// Moves data from contact pairs to blocks, in the groups and the order of `plan`.
  void fill(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
            const SolverBodies& bodies, const BodyCopies& copies, const ThreadTeam& team);
  /// Bounds the accelerations of bodies with turning contacts in a step of length `dt`.
  void find_curves(Real dt, SolverBodies& bodies) const;
  /// Marks the contacts to be moved apart. Those that were not deep when the step began wait for the next one.
  /// find(blocks, traits, count, marks) marks them among the first `count` blocks, and returns true if there are any;
  /// the traits tell of the other blocks. Returns true if there are any at all.
  template <class Find>
  bool mark_deep(std::size_t count, Find&& find);
  /// Writes impulses to the contact pairs.
  void write(const SolverWork& work, const SolverPlan::Batch& plan, const ThreadTeam& team, ContactPairs& pairs) const;

  std::vector<ConstraintBlock>& blocks() noexcept { return blocks_; }
  const std::vector<ConstraintBlock>& blocks() const noexcept { return blocks_; }
  /// Of blocks()[i].
  std::vector<BlockTraits>& traits() noexcept { return traits_; }
  const std::vector<BlockTraits>& traits() const noexcept { return traits_; }
  /// Of the kernels for them.
  Width width() const noexcept { return width_; }
  /// True if any contact was deep when the step began.
  bool any_deep() const noexcept { return deep_; }
  /// The arrays of a kernel for blocks from `block` on.
  SolverArrays from(const SolverArrays& arrays, std::size_t block) const;

 private:
  void fill_turning(const SolverWork& work, const SolverPlan::Batch& plan, std::span<const std::uint32_t> order,
                    std::size_t block);

  std::vector<ConstraintBlock> blocks_;
  std::vector<BlockTraits> traits_;
  std::vector<Real> was_deep_;  ///< of both points of each place in blocks_, see SolverArrays::deep; valid if deep_
  std::vector<Real> turning_;   ///< of each place in blocks_; empty if no normal turns
  Width width_ = {};
  bool deep_ = false;
};

template <class Find>
bool ContactBlocks::mark_deep(std::size_t count, Find&& find) {
  const auto may_be = [](const BlockTraits& traits) { return traits.deep; };
  deep_ = std::any_of(traits_.begin(), traits_.end(), may_be);
  if (!deep_) return false;
  was_deep_.assign(2 * block_size * traits_.size(), 0);
  deep_ = find(blocks_.data(), traits_.data(), count, was_deep_.data());
  deep_ |= std::any_of(traits_.begin() + static_cast<std::ptrdiff_t>(count), traits_.end(), may_be);
  return deep_;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
