// How tied bodies answer to impulses, and what follows for their impacts.

#include <bankshot/world/joints/joint_answers.hpp>
#include <bankshot/world/joints/joint_step.hpp>

#include <gtest/gtest.h>

#include "world/joint_oracle.hpp"

namespace bankshot::testing {
namespace {

using detail::JointAnswers;
using detail::JointGroup;
using detail::JointStep;
using detail::P2;
using detail::Triple;

void push(JointAnswers& answers, std::uint32_t body, const Triple& impulse) {
  answers.clear();
  answers.add(body, impulse);
  answers.find();
}

TEST(JointAnswers, AreThoseOfDenseEquations) {
  Random random(1);
  for (int n = 0; n < 100; ++n) {
    JointGroup group = random_tree(random, 2 + random.below(8), random.one_in(2));
    group.prepare();
    JointAnswers answers;
    answers.begin(group);
    for (int k = 0; k < 3; ++k) {  // one factor serves several pushes
      const auto body = static_cast<std::uint32_t>(random.below(static_cast<int>(group.bodies.size())));
      const double x = random.real(-1, 1), y = random.real(-1, 1), turn = random.real(-1, 1);
      push(answers, body, {{x, y, turn}});
      // Of all changes that hold the joints, the one nearest to the free answer, by kinetic energy.
      DenseGroup dense(group);
      dense.v.setZero();
      for (int i = 0; i < 3; ++i) {
        const detail::JointBody& pushed = group.bodies[body];
        const double impulse = i == 0 ? x : i == 1 ? y : turn;
        if (pushed.moves(i)) dense.v[3 * static_cast<Eigen::Index>(body) + i] = impulse / pushed.mass[i];
      }
      dense.project();
      for (std::uint32_t b = 0; b < group.bodies.size(); ++b) {
        for (int i = 0; i < 3; ++i) {
          EXPECT_NEAR(answers.change(b)[i], dense.v[3 * static_cast<Eigen::Index>(b) + i], 1e-6) << "case " << n;
        }
      }
    }
  }
}

/// A bar that hangs from the origin, with a disc at its tip; a wall to the left of x = -0.25, which the disc touches
/// when the bar hangs straight.
struct PendulumAtWall {
  JointGroup group;
  JointStep step;
  JointAnswers answers;
  int hits = 0;

  PendulumAtWall() {
    group.bodies = {joint_ground(), joint_bar({0, 0}, {2, 0}), joint_bar({1.75, 0}, {2.25, 0})};
    group.bodies[2].mass = {{1, 1, 0.03}};
    pin(group, 0, 1, {0, 0}), pin(group, 1, 2, {2, 0});
    group.prepare();
  }
  double gap() const { return group.bodies[2].place.x; }
  /// Reverses the speed of the disc at the wall.
  void hit() {
    answers.begin(group);
    push(answers, 2, {{1, 0, 0}});
    const double impulse = -2 * group.bodies[2].velocity[0] / answers.change(2)[0];
    for (std::uint32_t b = 1; b < 3; ++b) {
      for (int i = 0; i < 3; ++i) group.bodies[b].velocity[i] += impulse * answers.change(b)[i];
    }
    ++hits;
  }
  /// A sub-step, cut at the time of a hit, which is found on its length.
  void move(double h) {
    const JointGroup before = group;
    step.run(group, h);
    if (gap() > 0) return;
    double early = 0, late = h;
    for (int i = 0; i < 60 && late - early > 1e-16; ++i) {
      const double middle = (early + late) / 2;
      group = before;
      step.run(group, middle);
      (gap() > 0 ? early : late) = middle;
    }
    group = before;
    if (early > 0) step.run(group, early);
    hit();
    step.run(group, h - early);
  }
};

TEST(JointAnswers, APendulumBouncesOffAWallForEver) {
  PendulumAtWall pendulum;
  const double energy = energy_of(pendulum.group);
  for (int i = 0; i < 240 * 90 && pendulum.hits < 50; ++i) pendulum.move(1.0 / 240);
  EXPECT_EQ(pendulum.hits, 50);
  EXPECT_NEAR(energy_of(pendulum.group), energy, 1e-9 * 30);
  EXPECT_LT(largest_error(pendulum.group), 1e-11);
}

/// Newton's cradle: a ball on a rod hits the first of those that hang at rest, one contact after the other.
TEST(JointAnswers, ACradlePassesTheBlowOn) {
  constexpr int balls = 5;
  JointGroup groups[balls];
  for (int i = 0; i < balls; ++i) {
    JointGroup& group = groups[i];
    const double x = 0.5 * i;
    group.bodies = {joint_ground(), joint_bar({x, 2}, {x, 0}), joint_bar({x - 0.25, 0}, {x + 0.25, 0})};
    group.bodies[1].mass = {{0.1, 0.1, 0.04}};
    pin(group, 0, 1, {x, 2}), join(group, JointKind::weld, 1, 2, {x, 0}, {x, 0});
    group.prepare();
  }
  groups[0].bodies[1].velocity = {{0.75, 0, 0.75}}, groups[0].bodies[2].velocity = {{1.5, 0, 0.75}};
  for (int i = 0; i + 1 < balls; ++i) {
    JointAnswers a, b;
    a.begin(groups[i]), b.begin(groups[i + 1]);
    push(a, 2, {{-1, 0, 0}}), push(b, 2, {{1, 0, 0}});
    const double closing = groups[i].bodies[2].velocity[0] - groups[i + 1].bodies[2].velocity[0];
    const double impulse = 2 * closing / (b.change(2)[0] - a.change(2)[0]);
    for (std::uint32_t k = 1; k < 3; ++k) {
      for (int n = 0; n < 3; ++n) {
        groups[i].bodies[k].velocity[n] += impulse * a.change(k)[n];
        groups[i + 1].bodies[k].velocity[n] += impulse * b.change(k)[n];
      }
    }
  }
  for (int i = 0; i < balls; ++i) {
    EXPECT_NEAR(groups[i].bodies[2].velocity[0], i + 1 == balls ? 1.5 : 0, 1e-12) << "ball " << i;
    EXPECT_NEAR(groups[i].bodies[1].velocity[2], i + 1 == balls ? 0.75 : 0, 1e-12) << "ball " << i;
  }
}

}  // namespace
}  // namespace bankshot::testing
