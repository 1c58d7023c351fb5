// The order in which a group of joints is eliminated, and the factors, against dense equations.

#include <bankshot/world/joints/joint_equations.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "effort.hpp"
#include "world/joint_oracle.hpp"

namespace bankshot::testing {
namespace {

using detail::Elimination;
using detail::JointEquations;
using detail::JointGroup;

using detail::JointLink;

std::vector<int> free_numbers(const JointGroup& group) {
  std::vector<int> all;
  for (const detail::JointBody& body : group.bodies) all.push_back(body.moves(0) ? 3 : 0);
  return all;
}

/// Neighbours in the equations: a joint and its bodies, and the two bodies if where the one is changes how the joint
/// pushes the other.
std::vector<std::pair<std::uint32_t, std::uint32_t>> neighbours(const JointGroup& group) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::size_t j = 0; j < group.joints.size(); ++j) {
    const JointLink& joint = group.joints[j];
    const auto own = static_cast<std::uint32_t>(group.bodies.size() + j);
    const bool moves[2] = {group.bodies[joint.body[0]].moves(0), group.bodies[joint.body[1]].moves(0)};
    for (int s = 0; s < 2; ++s) {
      if (moves[s]) all.emplace_back(own, joint.body[s]);
    }
    const bool couples = joint.kind == JointKind::prismatic || joint.kind == JointKind::distance;
    if (couples && moves[0] && moves[1]) all.emplace_back(joint.body[0], joint.body[1]);
  }
  return all;
}

TEST(Elimination, FillsNothingInForATree) {
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const JointGroup group = random_tree(random, 2 + random.below(30), random.one_in(2));
    Elimination plan;
    plan.plan(free_numbers(group), group.joints);
    EXPECT_EQ(plan.pairs(), neighbours(group).size()) << "case " << n;
    std::vector<std::uint32_t> sorted = plan.order;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);
    for (const JointLink& joint : group.joints) {
      const auto own =
          static_cast<std::uint32_t>(group.bodies.size() + static_cast<std::size_t>(&joint - &group.joints[0]));
      bool after = false;
      for (const std::uint32_t body : joint.body) {
        after = after || (group.bodies[body].moves(0) && plan.place[body] < plan.place[own]);
      }
      EXPECT_TRUE(after) << "a joint has nothing on its diagonal before one of its bodies has come";
    }
  }
}

/// Impulses at rest that make the joints open at random speeds. Returns false for joints that are nearly redundant.
bool solves(Random& random, const JointGroup& of, int n) {
  JointGroup group = of;
  group.prepare();
  JointEquations equations;
  equations.fill_at_rest(group, detail::Rows::locked);
  const DenseGroup dense(group);
  const Eigen::MatrixXd j = dense.slopes(dense.q);
  const Eigen::Index numbers = j.cols(), rows = j.rows();
  Eigen::MatrixXd all = Eigen::MatrixXd::Identity(numbers + rows, numbers + rows);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(numbers + rows);
  for (Eigen::Index i = 0; i < numbers; ++i) {
    const detail::JointBody& body = group.bodies[static_cast<std::size_t>(i / 3)];
    const auto k = static_cast<int>(i % 3);
    if (!body.moves(k)) continue;
    all(i, i) = body.mass[k];
    all.block(i, numbers, 1, rows) = -j.col(i).transpose();
    all.block(numbers, i, rows, 1) = j.col(i);
    right[i] = equations.right(static_cast<std::uint32_t>(i / 3))[k] = static_cast<double>(random.real(-1, 1));
  }
  all.bottomRightCorner(rows, rows).setZero();
  Eigen::Index row = numbers;
  for (std::size_t i = 0; i < group.joints.size(); ++i) {
    for (int k = 0; k < detail::rows_of(group.joints[i]); ++k) {
      if (!group.joints[i].rule[k].rigid) continue;
      right[row++] = equations.right(group.block_of(i))[k] = static_cast<double>(random.real(-1, 1));
    }
  }
  const Eigen::VectorXd sizes = all.jacobiSvd().singularValues();
  if (sizes.minCoeff() < 1e-4 * sizes.maxCoeff()) return false;  // the slopes are differences: regular joints alone
  const Eigen::VectorXd truth = all.fullPivLu().solve(right);
  equations.solve();
  const double scale = truth.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < numbers; ++i) {
    EXPECT_NEAR(equations.solution(static_cast<std::uint32_t>(i / 3))[static_cast<int>(i % 3)], truth[i], 1e-6 * scale)
        << "case " << n;
  }
  return true;
}

TEST(Elimination, SolvesTrees) {
  Random random(2);
  constexpr int cases = bankshot_test::effort(200);
  int solved = 0;
  for (int n = 0; n < cases; ++n) {
    solved += solves(random, random_tree(random, 2 + random.below(12), random.one_in(2)), n) ? 1 : 0;
  }
  EXPECT_GT(2 * solved, cases);
}

/// A tree with some more joints.
JointGroup random_loops(Random& random) {
  JointGroup group = random_tree(random, 5 + random.below(8), random.one_in(2));
  const auto count = static_cast<int>(group.bodies.size());
  for (int i = 0; i < 2; ++i) {
    const int a = random.below(count), b = random.below(count);
    const double x = static_cast<double>(random.real(-2, 2)), y = static_cast<double>(random.real(-2, 2));
    if (a == b) continue;
    join(group, JointKind::distance, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), {0, 0}, {x, y});
  }
  return group;
}

TEST(Elimination, SolvesLoops) {
  Random random(3);
  constexpr int cases = bankshot_test::effort(200);
  int solved = 0;
  for (int n = 0; n < cases; ++n) solved += solves(random, random_loops(random), n) ? 1 : 0;
  EXPECT_GT(2 * solved, cases);
}

TEST(Elimination, TakesJointsOfALoopAfterTheirBodies) {
  JointGroup group;
  group.bodies = {joint_ground(), joint_bar({0, 0}, {0, 1}), joint_bar({0, 1}, {1, 1}), joint_bar({1, 1}, {1, 0})};
  pin(group, 0, 1, {0, 0}), pin(group, 1, 2, {0, 1}), pin(group, 2, 3, {1, 1}), pin(group, 3, 0, {1, 0});
  Elimination plan;
  plan.plan(free_numbers(group), group.joints);
  for (std::uint32_t j = 0; j < 4; ++j) {
    for (const std::uint32_t body : group.joints[j].body) {
      EXPECT_TRUE(body == 0 || plan.place[body] < plan.place[4 + j]) << "joint " << j;
    }
  }
}

TEST(Elimination, SolvesMachines) {
  Random random(4);
  constexpr int cases = bankshot_test::effort(200);
  int solved = 0;
  for (int n = 0; n < cases; ++n) {
    solved += solves(random, random_machine(random, 1 + random.below(6), random.one_in(2)), n) ? 1 : 0;
  }
  EXPECT_GT(2 * solved, cases);
}

/// It pushes a body the same way by two of its rows.
TEST(Elimination, TakesAPulleyAfterItsBodies) {
  JointGroup group;
  for (const double x : {0.0, 2.0, 4.0}) group.bodies.push_back(joint_bar({x, 0}, {x, 1}));
  hang_on_rope(group, 0, 1, {0, 1}, {2, 1}, {0, 5}, {2, 5}, 1);
  pin(group, 1, 2, {3, 0});
  Elimination plan;
  plan.plan(free_numbers(group), group.joints);
  for (const std::uint32_t body : {0u, 1u}) EXPECT_LT(plan.place[body], plan.place[3]);
  EXPECT_FALSE(plan.regular[plan.place[3]]);
}

}  // namespace
}  // namespace bankshot::testing
