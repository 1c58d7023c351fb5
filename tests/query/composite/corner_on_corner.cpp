// Corners that several parts share, one on the other at the start: rounding decides which of the parts goes in first.
// Whichever it names, the wholes stop where they would as single pieces.

#include "effort.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using bankshot::Motion;
using bankshot::SweepHit;
using bankshot::SweepStatus;

/// A convex polygon, as one and cut from its corner 0 to all others.
struct Fan {
  Shape pieces = bankshot::circle(1), one = bankshot::circle(1);
};

Fan random_fan(Random& random) {
  const int count = random.integer(4, 7);
  std::vector<Vec2> corners;
  double angle = 0;
  for (int i = 0; i < count; ++i) {
    angle += 6.2831853 / count * (1 + 0.5 * double(random.uniform(-1, 1)));
    const Rotation turn = Rotation::from_angle(Real(angle / 1.5));
    corners.emplace_back(turn.c, turn.s);
  }
  std::vector<Shape> triangles;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    triangles.push_back(bankshot::polygon(std::vector<Vec2>{corners[0], corners[i], corners[i + 1]}));
  }
  return {bankshot::compound(triangles), bankshot::polygon(corners)};
}

/// Two fans that touch only with their corners 0, which lie on one another.
struct Meeting {
  Fan a, b;
  Pose pose_a, pose_b;
};

std::optional<Meeting> random_meeting(Random& random) {
  Meeting meeting{random_fan(random), random_fan(random), {}, {}};
  meeting.pose_a.rotation = random.rotation();
  meeting.pose_b.rotation = random.rotation();
  if (random.chance(0.3)) meeting.pose_b.position = random.point(2);
  const Vec2 place = meeting.pose_b * meeting.b.one.corner(0);
  meeting.pose_a.position = place - meeting.pose_a * meeting.a.one.corner(0);
  if (random.chance(0.5)) meeting.pose_a.position += random.point(8) * bankshot::tolerance::eps;
  const auto at_start = relation(meeting.a.one, meeting.pose_a, meeting.b.one, meeting.pose_b);
  if (at_start != bankshot::Relation::touching) return std::nullopt;
  return meeting;
}

/// A motion of one past the other, which rests. It turns about the origin of its coordinates.
Motion random_motion(Random& random, const Meeting& meeting, bool turns) {
  Motion motion;
  motion.start = meeting.pose_a;
  const Real length = random.uniform(0.2, 3);
  motion.translation = length * random.direction();
  if (turns) motion.turn = random.uniform(-2, 2);
  return motion;
}

/// The depth that the wholes reach in one another by that time, in bands.
double deepest(const Meeting& meeting, const Motion& motion, double until) {
  double most = 0;
  constexpr int places = 16;
  for (int i = 1; i <= places; ++i) {
    const Real part = Real(until * i / places);
    const Pose at{motion.start.position + part * motion.translation,
                  Rotation::from_angle(part * motion.turn) * motion.start.rotation};
    const auto out = mtv(meeting.a.one, at, meeting.b.one, meeting.pose_b);
    if (out) most = std::max(most, double(out->depth));
  }
  return most / double(touching_band(meeting.a.one, meeting.pose_a, meeting.b.one, meeting.pose_b));
}

TEST(CornerOnCorner, PartsStopBeforeTheWholesAreDeep) {
  Random random(1401);
  int hits = 0;
  for (int i = 0; i < effort(40000); ++i) {
    const auto meeting = random_meeting(random);
    if (!meeting) continue;
    const bool turns = random.chance(0.5);
    const Motion motion = random_motion(random, *meeting, turns), rest{meeting->pose_b};
    const SweepHit hit = sweep(meeting->a.pieces, motion, meeting->b.pieces, rest);
    EXPECT_LE(deepest(*meeting, motion, hit ? double(hit.fraction) : 1), 3)
        << "case " << i << " turns " << turns << " status " << int(hit.status) << " " << hit.fraction;
    if (!hit) continue;
    ++hits;
    if (turns) continue;  // a shape that turns stops where it comes nearer at that moment
    EXPECT_GT(deepest(*meeting, motion, 1), 0.4) << "case " << i;
    EXPECT_LT(hit.normal.dot(motion.translation), 0) << i;
  }
  EXPECT_GT(hits, effort(5000));
}

}  // namespace
}  // namespace bankshot_test
