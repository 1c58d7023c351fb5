// The factors of blocks in the order of an elimination, against a dense solution.

#include <bankshot/simd/width.hpp>
#include <bankshot/world/joints/block_lu.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "world/joint_oracle.hpp"

namespace bankshot::testing {
namespace {

using detail::Block3;
using detail::BlockLu;
using detail::Elimination;
using detail::JointGroup;

/// A tree of bodies, some of them pinned to one another once more, so that blocks are filled in.
JointGroup random_net(Random& random) {
  JointGroup group = random_tree(random, 2 + random.below(12), random.one_in(2));
  const auto count = static_cast<int>(group.bodies.size());
  for (int i = random.below(4); i > 0; --i) {
    const auto a = static_cast<std::uint32_t>(random.below(count)), b = static_cast<std::uint32_t>(random.below(count));
    if (a != b) pin(group, a, b, group.bodies[b].place);
  }
  return group;
}

Elimination plan_of(const JointGroup& group) {
  std::vector<int> free_numbers;
  for (const detail::JointBody& body : group.bodies) free_numbers.push_back(body.moves(0) ? 3 : 0);
  Elimination plan;
  plan.plan(free_numbers, group.joints);
  return plan;
}

/// The number of pairs of blocks that are neighbours before any is eliminated.
std::size_t pairs_before(const JointGroup& group) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const detail::JointLink& joint = group.joints[j];
    const auto [a, b] = std::minmax(joint.body[0], joint.body[1]);
    const bool couples = joint.kind == JointKind::prismatic || joint.kind == JointKind::distance;
    if (couples && group.bodies[a].moves(0) && group.bodies[b].moves(0)) all.emplace(a, b);
    for (const std::uint32_t body : {a, b}) {
      if (group.bodies[body].moves(0)) all.emplace(body, static_cast<std::uint32_t>(group.bodies.size() + j));
    }
  }
  return all.size();
}

/// Fills the blocks of all neighbours at random, with diagonals that no pivot is needed for.
class FilledBlocks {
 public:
  FilledBlocks(Random& random, const JointGroup& group, const Elimination& plan) : random_(random) {
    const auto size = static_cast<Eigen::Index>(3 * plan.order.size());
    dense = Eigen::MatrixXd::Zero(size, size);
    right = Eigen::VectorXd::Zero(size);
    lu.begin(plan);
    for (std::uint32_t block = 0; block < plan.order.size(); ++block) {
      fill(lu.diagonal(block), block, block);
      for (int k = 0; k < 3; ++k) {
        const auto at = static_cast<Eigen::Index>(3 * block) + k;
        dense(at, at) += 60, lu.diagonal(block).at(k, k) += 60;
        right[at] = lu.right(block)[k] = static_cast<double>(random.real(-1, 1));
      }
    }
    for (std::size_t j = 0; j < group.joints.size(); ++j) {
      const auto own = static_cast<std::uint32_t>(group.bodies.size() + j);
      for (const std::uint32_t body : group.joints[j].body) {
        if (!group.bodies[body].moves(0)) continue;
        fill(lu.at(own, body), own, body), fill(lu.at(body, own), body, own);
      }
    }
  }

  BlockLu lu;
  Eigen::MatrixXd dense;
  Eigen::VectorXd right;

 private:
  void fill(Block3& block, std::uint32_t row, std::uint32_t column) {
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        block.at(i, k) = static_cast<double>(random_.real(-1, 1));
        dense(static_cast<Eigen::Index>(3 * row) + i, static_cast<Eigen::Index>(3 * column) + k) = block.at(i, k);
      }
    }
  }
  Random& random_;
};

TEST(BlockLu, SolvesAsDenseEquationsDo) {
  Random random(31);
  std::size_t filled_in = 0;
  for (int n = 0; n < 100; ++n) {
    const JointGroup group = random_net(random);
    const Elimination plan = plan_of(group);
    FilledBlocks blocks(random, group, plan);
    const Eigen::VectorXd truth = blocks.dense.fullPivLu().solve(blocks.right);
    blocks.lu.factor(0, false);
    blocks.lu.solve();
    for (std::uint32_t block = 0; block < plan.order.size(); ++block) {
      for (int k = 0; k < 3; ++k) {
        const double found = blocks.lu.solution(block)[k];
        EXPECT_NEAR(found, truth[static_cast<Eigen::Index>(3 * block) + k], 1e-12) << "case " << n;
      }
    }
    if (plan.pairs() > pairs_before(group)) ++filled_in;
  }
  EXPECT_GT(filled_in, 20u);
}

/// The numbers of a solution, block after block.
std::vector<double> solution_at(Width width, const JointGroup& group, std::uint32_t seed, double times) {
  set_width(width);
  Random random(seed);
  const Elimination plan = plan_of(group);
  FilledBlocks blocks(random, group, plan);
  blocks.lu.factor(0, false);
  std::vector<double> all;
  for (std::uint32_t block = 0; block < plan.order.size(); ++block) {
    for (int k = 0; k < 3; ++k) blocks.lu.right(block)[k] *= times;
  }
  blocks.lu.solve();
  for (std::uint32_t block = 0; block < plan.order.size(); ++block) {
    for (int k = 0; k < 3; ++k) all.push_back(blocks.lu.solution(block)[k]);
  }
  return all;
}

/// The same for several right sides at once; number `side` is `times[side]` as large.
std::vector<double> solution_among(Width width, const JointGroup& group, std::uint32_t seed, const double* times,
                                   std::size_t side) {
  set_width(width);
  Random random(seed);
  const Elimination plan = plan_of(group);
  FilledBlocks blocks(random, group, plan);
  blocks.lu.factor(0, false);
  blocks.lu.clear_rights();
  std::vector<double> all;
  for (std::uint32_t block = 0; block < plan.order.size(); ++block) {
    for (std::size_t s = 0; s < detail::answers_at_once; ++s) {
      for (int k = 0; k < 3; ++k) blocks.lu.rights(block).of[k][s] = blocks.lu.right(block)[k] * times[s];
    }
  }
  blocks.lu.solve_several();
  for (std::uint32_t block = 0; block < plan.order.size(); ++block) {
    for (int k = 0; k < 3; ++k) all.push_back(blocks.lu.rights(block).of[k][side]);
  }
  return all;
}

/// The bits of every width are those of plain numbers, and each of several right sides gets those of one by itself.
TEST(BlockLu, HasTheSameBitsAtEveryWidthAndForSeveralRightSides) {
  constexpr double times[detail::answers_at_once] = {1, -0.3, 1e6, 0.7};
  const Width best = active_width();
  for (const Width width : all_widths) {
    if (!set_width(width)) continue;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      const JointGroup group = random_net(random);
      for (std::size_t side = 0; side < detail::answers_at_once; ++side) {
        SCOPED_TRACE(::testing::Message() << width_name(width) << ", seed " << seed << ", right side " << side);
        const std::vector<double> plain = solution_at(Width::scalar, group, seed, times[side]);
        EXPECT_EQ(solution_at(width, group, seed, times[side]), plain);
        EXPECT_EQ(solution_among(width, group, seed, times, side), plain);
      }
    }
  }
  set_width(best);
}

/// A second right side takes the same factors.
TEST(BlockLu, KeepsItsFactors) {
  Random random(32);
  const JointGroup group = random_tree(random, 8, true);
  const Elimination plan = plan_of(group);
  FilledBlocks blocks(random, group, plan);
  blocks.lu.factor(0, false);
  blocks.lu.solve();
  const double first = blocks.lu.solution(3)[1];
  blocks.lu.clear_right();
  blocks.lu.solve();
  EXPECT_EQ(blocks.lu.solution(3)[1], 0);
  for (std::uint32_t block = 0; block < plan.order.size(); ++block) {
    for (int k = 0; k < 3; ++k) blocks.lu.right(block)[k] = 2 * blocks.right[static_cast<Eigen::Index>(3 * block) + k];
  }
  blocks.lu.solve();
  EXPECT_EQ(blocks.lu.solution(3)[1], 2 * first);
}

}  // namespace
}  // namespace bankshot::testing
