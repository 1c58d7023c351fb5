// The discrete gradients of joints, against what the joints keep.

#include <bankshot/world/joints/joint_rows.hpp>

#include <gtest/gtest.h>

#include "world/joint_oracle.hpp"

namespace bankshot::testing {
namespace {

using detail::JointBody;

using detail::JointLink;
using detail::JointMove;
using detail::JointRows;
using detail::Triple;

/// A joint at random, and two bodies that move at random.
struct MovedJoint {
  JointLink joint;
  JointBody body[2];
  double angle[2];
  Triple way[2];
  double impulse[3];

  explicit MovedJoint(Random& random) {
    const auto real = [&](double size) { return static_cast<double>(random.real(-size, size)); };
    constexpr JointKind kinds[] = {JointKind::revolute, JointKind::prismatic, JointKind::weld,  JointKind::distance,
                                   JointKind::gear,     JointKind::rack,      JointKind::pulley};
    joint.kind = kinds[random.below(7)];
    joint.ratio = real(3);
    joint.drives = random.one_in(2);
    const double tilt = real(3), size = random.one_in(4) ? 1e-3 : 1;  // small turns take another branch
    joint.normal = {std::cos(tilt), std::sin(tilt)};
    for (int s = 0; s < 2; ++s) {
      joint.anchor[s] = {real(2), real(2)};
      joint.wheel[s] = {real(4), real(4)};
      angle[s] = real(3);
      body[s].place = {real(3), real(3)};
      body[s].facing = {std::cos(angle[s]), std::sin(angle[s])};
      for (int i = 0; i < 3; ++i) body[s].velocity[i] = real(2), way[s][i] = size * real(1);
    }
    for (double& l : impulse) l = real(2);
  }
  /// What the joint keeps once the bodies have gone a share of their ways, and body s by `more` along i beside.
  Eigen::VectorXd kept(double share, int s = 0, int i = 0, double more = 0) const {
    const Placed start[2] = {{{body[0].place.x, body[0].place.y}, angle[0]},
                             {{body[1].place.x, body[1].place.y}, angle[1]}};
    Placed placed[2];
    for (int k = 0; k < 2; ++k) {
      double go[3] = {share * way[k][0], share * way[k][1], share * way[k][2]};
      if (k == s) go[i] += more;
      placed[k] = {{body[k].place.x + go[0], body[k].place.y + go[1]}, angle[k] + go[2]};
    }
    return kept_by(joint, placed[0], placed[1], span_between(joint, start[0], start[1]));
  }
  /// The rows if body s goes by `more` along i beside.
  JointRows rows(int s = 0, int i = 0, double more = 0) const {
    JointMove move[2];
    for (int k = 0; k < 2; ++k) {
      Triple go = way[k];
      if (k == s) go[i] += more;
      move[k].set(body[k], go);
    }
    JointRows all;
    fill_rows(joint, body[0], body[1], move[0], move[1], impulse, all);
    return all;
  }
  /// The impulse on body t along c.
  double push(const JointRows& of, int t, int c) const {
    double sum = 0;
    for (int k = 0; k < detail::rows_of(joint); ++k) sum += of.middle[t][k][c] * impulse[k];
    return sum;
  }
};

TEST(JointRows, AreADiscreteGradient) {
  Random random(1);
  for (int n = 0; n < 4000; ++n) {
    const MovedJoint moved(random);
    const JointRows rows = moved.rows();
    const Eigen::VectorXd change = moved.kept(1) - moved.kept(0);
    for (int k = 0; k < detail::rows_of(moved.joint); ++k) {
      double linear = 0;
      for (int s = 0; s < 2; ++s) {
        for (int i = 0; i < 3; ++i) linear += rows.middle[s][k][i] * moved.way[s][i];
      }
      EXPECT_NEAR(linear, change[k], 1e-13) << "case " << n << " row " << k;
      EXPECT_NEAR(rows.change[k], change[k], 1e-13) << "case " << n << " row " << k;
    }
  }
}

TEST(JointRows, EndWithTheGradient) {
  Random random(2);
  constexpr double step = 1e-4;
  for (int n = 0; n < 1000; ++n) {
    const MovedJoint moved(random);
    const JointRows rows = moved.rows();
    for (int s = 0; s < 2; ++s) {
      for (int i = 0; i < 3; ++i) {
        const Eigen::VectorXd slope = (8 * (moved.kept(1, s, i, step) - moved.kept(1, s, i, -step)) -
                                       (moved.kept(1, s, i, 2 * step) - moved.kept(1, s, i, -2 * step))) /
                                      (12 * step);
        for (int k = 0; k < slope.size(); ++k) EXPECT_NEAR(rows.end[s][k][i], slope[k], 1e-9) << "case " << n;
      }
    }
  }
}

TEST(JointRows, TellHowImpulsesTurn) {
  Random random(3);
  constexpr double step = 1e-4;
  for (int n = 0; n < 1000; ++n) {
    const MovedJoint moved(random);
    const JointRows rows = moved.rows();
    for (int s = 0; s < 2; ++s) {
      for (int i = 0; i < 3; ++i) {
        const JointRows more = moved.rows(s, i, step), less = moved.rows(s, i, -step);
        const JointRows most = moved.rows(s, i, 2 * step), least = moved.rows(s, i, -2 * step);
        for (int t = 0; t < 2; ++t) {
          for (int c = 0; c < 3; ++c) {
            const double slope = (8 * (moved.push(more, t, c) - moved.push(less, t, c)) -
                                  (moved.push(most, t, c) - moved.push(least, t, c))) /
                                 (12 * step);
            EXPECT_NEAR(rows.stiffness[t][s][c][i], slope, 2e-6) << "case " << n << ": " << t << c << " by " << s << i;
          }
        }
      }
    }
  }
}

TEST(JointRows, GiveTheSpeedsAtWhichAJointOpens) {
  Random random(4);
  constexpr double step = 1e-5;
  for (int n = 0; n < 1000; ++n) {
    MovedJoint moved(random);
    for (int s = 0; s < 2; ++s) moved.way[s] = moved.body[s].velocity;
    const Eigen::VectorXd slope = (moved.kept(step) - moved.kept(-step)) / (2 * step);
    double speed[3] = {};
    opening_speeds(moved.joint, moved.body[0], moved.body[1], speed);
    for (int k = 0; k < slope.size(); ++k) EXPECT_NEAR(speed[k], slope[k], 1e-7) << "case " << n;
  }
}

}  // namespace
}  // namespace bankshot::testing
