// Sweeps against one-sided chains of any bends, which may cross themselves: whether the shape meets the chain, and
// when, against the shapes that every face and every corner lets through by itself, found by brute force in long
// double.

#include "effort.hpp"
#include "oracle/geometry_oracle.hpp"
#include "property/random_shapes.hpp"

#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

namespace bankshot_test {
namespace {

using bankshot::ChainSides;
using bankshot::Motion;
using bankshot::SweepHit;
using bankshot::SweepStatus;
using oracle::Number;
using oracle::Point;

constexpr Number unending = std::numeric_limits<Number>::infinity();
constexpr Number some_bands = 256 * Number(bankshot::tolerance::eps);  // of sizes of about 4: some bands
constexpr Number beyond_doubt = 64 * some_bands;  // a grazing shape is less deep, and may be met or not

Point turned(Number angle, Point p) {
  return {std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y};
}
Point left_of(Point along) { return 1 / oracle::length(along) * Point{-along.y, along.x}; }

/// A convex shape that moves about its centre past a chain that rests at the origin.
struct Case {
  Shape shape = bankshot::circle(1);
  Motion motion;
  std::vector<Vec2> points;
  bool closed = false;

  std::size_t faces() const { return points.size() - (closed ? 0 : 1); }
  Point point(std::size_t i) const { return oracle::point(points[i % points.size()]); }
  oracle::Placed face(std::size_t i) const { return {{point(i), point(i + 1)}, 0}; }
  Point along(std::size_t i) const { return point(i + 1) - point(i); }
  Point out(std::size_t i) const { return left_of(along(i)); }

  oracle::Placed at(Number share) const {
    oracle::Placed placed = oracle::place(shape, motion.start);
    const Point centre = oracle::point(motion.start.position);
    for (Point& p : placed.core) {
      p = centre + share * oracle::point(motion.translation) + turned(share * Number(motion.turn), p - centre);
    }
    return placed;
  }
  Number depth(std::size_t i, Number share) const { return oracle::depth(at(share), face(i)); }
  SweepHit asked() const {
    const Shape chain = bankshot::chain(points, closed, ChainSides::left);
    if (motion.turn == 0) return sweep(shape, motion.start, motion.translation, chain, Pose{});
    return sweep(shape, motion, chain, Motion{});
  }
};

/// The place where a face is first overlapped; empty `at`: nowhere.
struct Entry {
  std::optional<Number> at;
  bool doubtful = false;  ///< it touches at the start, grazes or comes again: rounding decides
};

/// The place between two where the depth is largest.
Number deepest(const Case& data, std::size_t face, Number from, Number to) {
  for (int i = 0; i < 48; ++i) {
    const Number left = from + (to - from) / 3, right = to - (to - from) / 3;
    (data.depth(face, left) < data.depth(face, right) ? from : to) =
        data.depth(face, left) < data.depth(face, right) ? left : right;
  }
  return (from + to) / 2;
}

Entry entry_of(const Case& data, std::size_t face) {
  constexpr int steps = 40;
  Number before = data.depth(face, 0), last = before;
  if (std::fabs(before) < beyond_doubt) return {std::nullopt, true};
  if (before > 0) return {};  // it is coming through, and continues to
  Entry entry;
  Number most = -unending;
  for (int k = 1; k <= steps; ++k) {
    Number to = Number(k) / steps, now = data.depth(face, to);
    const Number from = Number(k - 1) / steps;
    if (last <= 0 && now <= 0 && std::max(last, now) > Number(-0.3)) {
      to = deepest(data, face, from, to);
      most = std::max(most, data.depth(face, to));
    }
    most = std::max(most, now);
    if (last <= 0 && data.depth(face, to) > 0) {
      if (entry.at) return {entry.at, true};
      Number out = from, in = to;
      for (int i = 0; i < 60; ++i) (data.depth(face, (out + in) / 2) > 0 ? in : out) = (out + in) / 2;
      entry.at = out;
    }
    last = now;
  }
  entry.doubtful = most < beyond_doubt ? most > -beyond_doubt : false;
  return entry;
}

/// The judgement of a corner or a face on a shape that touches it.
enum class Passage : std::uint8_t { stops, passes, doubtful };
Passage by_front(Number front) {
  if (std::fabs(front) < 1e-3L) return Passage::doubtful;
  return front > 0 ? Passage::stops : Passage::passes;
}

Point middle_of(const oracle::Placed& placed) {
  Point sum;
  for (const Point& p : placed.core) sum = sum + p;
  return 1 / Number(placed.core.size()) * sum;
}

/// The corner where face `before` continues as `after`, neither of which reaches into the shape that touches it: the
/// shape lies wholly in front or wholly behind, and so does its middle.
Passage at_bend(const Case& data, std::size_t before, std::size_t after, Point inward) {
  const Number of_before = dot(data.out(before), inward), of_after = dot(data.out(after), inward);
  const bool towards_back = cross(data.along(before), data.along(after)) < 0;
  return by_front(towards_back ? std::max(of_before, of_after) : std::min(of_before, of_after));
}

/// An end where no face continues: it stops a shape that has the end below itself and moves down.
Passage at_end(const Case& data, std::size_t face, Point end, const oracle::Placed& there) {
  // The normal is that of the part's nearest edge or corner. A sharp corner may have any normal.
  Number nearest = unending;
  Point normal;
  const std::size_t n = there.core.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Point from = there.core[i], along = there.core[(i + 1) % n] - from;
    const Number square = std::max(dot(along, along), Number(1e-30L));
    const Number place = std::clamp(dot(end - from, along) / square, Number(0), Number(1));
    const Point way = from + place * along - end;
    const bool sharp = there.radius == 0 && (place < 1e-3L || place > 1 - 1e-3L);
    if (oracle::length(way) >= nearest - 1e-9L) continue;
    nearest = oracle::length(way);
    normal = there.radius > 0 ? 1 / nearest * way : left_of(along);
    if (sharp) normal = data.along(face);  // says nothing
  }
  const Number up = dot(data.out(face), normal);
  if (by_front(up) != Passage::stops) return by_front(up);
  return by_front(-dot(data.out(face), oracle::point(data.motion.translation)));
}

Passage verdict_of(const Case& data, std::size_t face, Number share) {
  const oracle::Placed there = data.at(share);
  const Point from = data.point(face), along = data.along(face), middle = middle_of(there);
  // The place of the face that is nearest to the part.
  Number low = 0, high = 1;
  const auto distance = [&](Number place) { return -oracle::depth(there, {{from + place * along}, 0}); };
  for (int i = 0; i < 80; ++i) {
    const Number left = low + (high - low) / 3, right = high - (high - low) / 3;
    (distance(left) > distance(right) ? low : high) = distance(left) > distance(right) ? left : right;
  }
  const Number place = (low + high) / 2, beside = std::min(place, 1 - place) * oracle::length(along);
  if (beside > 1e-3L) return by_front(dot(data.out(face), middle - from));
  if (beside > 1e-8L) return Passage::doubtful;
  const std::size_t count = data.points.size();
  const bool first = place < 0.5L;
  const Point corner = data.point(first ? face : face + 1);
  if (!data.closed && (first ? face == 0 : face + 1 == data.faces())) {
    return data.motion.turn == 0 ? at_end(data, face, corner, there) : Passage::doubtful;
  }
  const std::size_t other = (face + (first ? count - 1 : 1)) % count;
  const Number depth = oracle::depth(there, data.face(other));
  if (depth > beyond_doubt) return Passage::passes;  // the other face reaches into it
  if (depth > some_bands) return Passage::doubtful;
  return first ? at_bend(data, other, face, middle - corner) : at_bend(data, face, other, middle - corner);
}

/// The time at which the chain stops the motion; empty: it does not, unending: rounding decides.
std::optional<Number> stopped_at(const Case& data) {
  std::optional<Number> first;
  for (std::size_t i = 0; i < data.faces(); ++i) {
    const Entry entry = entry_of(data, i);
    if (entry.doubtful) return unending;
    if (!entry.at || (first && *entry.at > *first)) continue;
    const Passage says = verdict_of(data, i, *entry.at);
    if (says == Passage::doubtful) return unending;
    if (says == Passage::stops) first = entry.at;
  }
  return first;
}

Shape any_mover(Random& random) {
  const Real radius = random.uniform(0.1, 1.2);
  const int kind = random.integer(0, 3);
  if (kind == 0) return bankshot::circle(radius);
  if (kind == 1) {
    const Vec2 end = random.point(1.2);
    return bankshot::capsule(-end, end, radius);
  }
  const int corners = random.integer(3, 7);
  const double size = random.uniform(0.3, 1.5);
  return random_polygon(random, corners, size, kind == 2 ? Real(0) : radius / 2).build();
}

Case any_case(Random& random, bool turning) {
  Case data;
  data.shape = any_mover(random);
  data.closed = random.chance(0.4);
  const int count = random.integer(data.closed ? 3 : 2, 7);
  const double reach = random.uniform(0.5, 3);
  for (int i = 0; i < count; ++i) data.points.push_back(random.point(reach));
  data.motion.start.position = random.point(3.5);
  data.motion.start.rotation = random.rotation();
  data.motion.translation = random.point(4);
  if (turning) data.motion.turn = random.sign() * (random.chance(0.5) ? Real(1e-6) : random.uniform(0.01, 1.5));
  return data;
}

void compare(const Case& data, int number, int* asked) {
  const std::optional<Number> stop = stopped_at(data);
  if (stop && *stop == unending) return;
  ++*asked;
  const SweepHit hit = data.asked();
  ASSERT_EQ(hit.status, stop ? SweepStatus::hit : SweepStatus::missed)
      << "case " << number << ": at " << hit.fraction << ", not " << (stop ? double(*stop) : 1.0);
  if (!stop) return;
  ASSERT_NEAR(double(hit.fraction), double(*stop), 0.02) << number;
  Number depth = -unending;
  for (std::size_t i = 0; i < data.faces(); ++i) {
    const Number before = data.depth(i, 0);
    if (before < 0) depth = std::max(depth, data.depth(i, Number(hit.fraction)));
  }
  ASSERT_GT(depth, -some_bands) << number;
  ASSERT_NEAR(double(hit.normal.norm()), 1, 1e-5) << number;
}

TEST(OneSidedSweep, StopsWhatComesToItsFrontAlone) {
  Random random(1911);
  int asked = 0;
  for (int i = 0; i < effort(3000); ++i) {
    const Case data = any_case(random, false);
    ASSERT_NO_FATAL_FAILURE(compare(data, i, &asked));
  }
  EXPECT_GT(asked, effort(2000));
}

TEST(OneSidedSweep, StopsWhatTurnsToItsFrontAlone) {
  Random random(1912);
  int asked = 0;
  for (int i = 0; i < effort(2000); ++i) {
    const Case data = any_case(random, true);
    ASSERT_NO_FATAL_FAILURE(compare(data, i, &asked));
  }
  EXPECT_GT(asked, effort(1250));
}

// One face has one normal, at its ends as well.
TEST(OneSidedSweep, AFaceStopsAlongItsNormalOverItsEndsToo) {
  Random random(1914);
  int over_end = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const bool turning = random.chance(0.5);
    Case data = any_case(random, turning);
    data.points = {random.point(1.5), random.point(1.5)};
    data.closed = false;
    const SweepHit hit = data.asked();
    if (!hit) continue;
    ASSERT_EQ(hit.status, SweepStatus::hit) << i;
    const Point normal = data.out(0);
    ASSERT_NEAR(double(hit.normal.x()), double(normal.x), 1e-6) << i;
    ASSERT_NEAR(double(hit.normal.y()), double(normal.y), 1e-6) << i;
    const Point from = data.point(0), to = data.point(1), place = oracle::point(hit.point);
    over_end += std::min(oracle::length(place - from), oracle::length(place - to)) < 1e-4L;
  }
  EXPECT_GT(over_end, effort(400));
}

/// The height of the lowest point of the part above the line of a face, at the start.
Number height_over(const Case& data, std::size_t face) {
  const oracle::Placed start = data.at(0);
  Number height = unending;
  for (const Point& p : start.core) height = std::min(height, dot(data.out(face), p - data.point(face)));
  return height - start.radius;
}

// A shape that touches the corner of two faces at the start, with one of them reaching into it, can only come through.
TEST(OneSidedSweep, WhatIsComingThroughAFaceIsNotStoppedAtItsCorner) {
  Random random(1913);
  int asked = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const bool turning = random.chance(0.5);
    Case data = any_case(random, turning);
    data.closed = false;
    data.points = {random.point(3), random.point(3), random.point(3)};
    if (turning) data.motion.turn = random.sign() * Real(1e-6);
    // A place of its surface on the corner.
    const oracle::Placed start = data.at(0);
    const Point core = start.core[static_cast<std::size_t>(random.integer(0, int(start.core.size()) - 1))];
    const Vec2 outward = random.direction();
    const Point surface = core + start.radius * oracle::point(outward);
    data.motion.start.position += data.points[1] - Vec2(static_cast<Real>(surface.x), static_cast<Real>(surface.y));
    const std::size_t through = data.depth(0, 0) > data.depth(1, 0) ? 0 : 1;
    if (data.depth(through, 0) < beyond_doubt || std::fabs(data.depth(1 - through, 0)) > some_bands / 256) continue;
    if (height_over(data, 1 - through) > -beyond_doubt)
      continue;  // it is in front of the other face, and touches that, too
    ++asked;
    const SweepHit hit = data.asked();
    ASSERT_FALSE(hit) << "case " << i << ", at " << hit.fraction;
  }
  EXPECT_GT(asked, effort(1000));
}

}  // namespace
}  // namespace bankshot_test
