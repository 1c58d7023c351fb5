// The answers for a pair follow its transformations bit for bit: swap, quarter turn, mirror image, scaling by powers of
// two, moving both. Exempt are only pairs that are their own image under the transformation: no answer can follow.

#include "property/random_shapes.hpp"

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/overlap.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace bankshot_test {
namespace {

using bankshot::ClosestPoints;
using bankshot::Feature;
using bankshot::Mtv;
using bankshot::Relation;

constexpr int cases = 15000;

struct Answers {
  bool overlap = false;
  Relation relation = Relation::apart;
  Real band = 0;
  std::optional<Mtv> mtv;
  ClosestPoints closest;
};

Answers ask(const RandomPair& pair) {
  const Shape a = pair.a.build(), b = pair.b.build();
  return {bankshot::overlap(a, pair.pose_a, b, pair.pose_b), bankshot::relation(a, pair.pose_a, b, pair.pose_b),
          bankshot::touching_band(a, pair.pose_a, b, pair.pose_b), bankshot::mtv(a, pair.pose_a, b, pair.pose_b),
          bankshot::closest_points(a, pair.pose_a, b, pair.pose_b)};
}

/// The effect of a transformation on points, directions and lengths of an answer.
struct Map {
  std::function<Vec2(Vec2)> point;
  std::function<Vec2(Vec2)> direction;
  Real length = 1;
  bool keeps_features = true;  ///< a mirror image numbers its corners anew
};

std::string two_vectors(const char* what, const Vec2& one, const Vec2& two) {
  std::ostringstream out;
  out << std::hexfloat << what << " (" << one[0] << ", " << one[1] << ") and (" << two[0] << ", " << two[1] << ")";
  return out.str();
}

/// Success if the answers agree bit for bit (except for the sign of zeros), otherwise the first difference.
std::string difference(const Answers& original, const Answers& image, const Map& map) {
  const auto turned = [&](const Vec2& v) { return Vec2(map.direction(v)); };
  if (original.overlap != image.overlap) return "overlap";
  if (original.relation != image.relation) return "relation";
  if (map.length * original.band != image.band) return "band";
  if (original.mtv.has_value() != image.mtv.has_value()) return "mtv exists";
  if (original.mtv) {
    const Mtv& one = *original.mtv;
    const Mtv& two = *image.mtv;
    if (map.length * one.depth != two.depth) return "depth";
    if (turned(one.normal) != two.normal) return two_vectors("normal", turned(one.normal), two.normal);
    if (map.length * turned(one.translation) != two.translation) return "translation";
    if (one.relation != two.relation) return "mtv relation";
    if (map.keeps_features && (one.feature_a != two.feature_a || one.feature_b != two.feature_b)) return "feature";
  }
  const ClosestPoints& one = original.closest;
  const ClosestPoints& two = image.closest;
  if (map.length * one.distance != two.distance) return "distance";
  if (turned(one.normal) != two.normal) return two_vectors("closest normal", turned(one.normal), two.normal);
  if (map.point && map.point(one.point_a) != two.point_a) return "point a";
  if (map.point && map.point(one.point_b) != two.point_b) return "point b";
  return {};
}

void print(std::ostream& out, const Recipe& recipe, const Pose& pose) {
  static constexpr const char* names[] = {"circle", "capsule", "segment", "box", "polygon"};
  out << "\n  " << names[int(recipe.kind)] << std::hexfloat << " radius " << recipe.radius << " size " << recipe.width
      << " x " << recipe.height << " turn " << recipe.rotation.c << ", " << recipe.rotation.s << " points";
  for (const Vec2& p : recipe.points) out << " (" << p[0] << ", " << p[1] << ")";
  out << " at (" << pose.position[0] << ", " << pose.position[1] << ") turned " << pose.rotation.c << ", "
      << pose.rotation.s << std::defaultfloat;
}

std::string describe(const RandomPair& pair, int number) {
  std::ostringstream out;
  out << "case " << number << ", lie " << int(pair.lie);
  print(out, pair.a, pair.pose_a);
  print(out, pair.b, pair.pose_b);
  return out.str();
}

struct Point {
  double x, y;
};

/// The core's points relative to B's position, in double.
std::vector<Point> placed_core(const Recipe& recipe, const Pose& pose, const Pose& origin) {
  const Shape shape = recipe.build();
  std::vector<Point> points;
  for (int i = 0; i < shape.corner_count(); ++i) {
    const Vec2 p = shape.corner(i);
    points.push_back({double(pose.rotation.c) * p[0] - double(pose.rotation.s) * p[1] + double(pose.position[0]) -
                          double(origin.position[0]),
                      double(pose.rotation.s) * p[0] + double(pose.rotation.c) * p[1] + double(pose.position[1]) -
                          double(origin.position[1])});
  }
  return points;
}

double size_of(const std::vector<Point>& points) {
  double size = 0;
  for (const Point& p : points) size = std::max(size, std::fabs(p.x) + std::fabs(p.y));
  return size;
}

bool same_set(const std::vector<Point>& one, const std::vector<Point>& two, double slack) {
  return one.size() == two.size() && std::all_of(one.begin(), one.end(), [&](const Point& p) {
           return std::any_of(two.begin(), two.end(), [&](const Point& q) {
             return std::fabs(p.x - q.x) <= slack && std::fabs(p.y - q.y) <= slack;
           });
         });
}

Point mean(const std::vector<Point>& points) {
  Point sum = {0, 0};
  for (const Point& p : points) sum = {sum.x + p.x, sum.y + p.y};
  return {sum.x / double(points.size()), sum.y / double(points.size())};
}

/// The points turned (or reflected) about `from_centre` as direction `from` goes to `to`, then moved to `to_centre`.
std::vector<Point> image_of(const std::vector<Point>& points, const Vec2& from, const Vec2& to, bool reflect,
                            Point from_centre, Point to_centre) {
  const double fx = from[0], fy = from[1], tx = to[0], ty = to[1];
  std::vector<Point> image;
  for (const Point& p : points) {
    const double x = p.x - from_centre.x, y = p.y - from_centre.y;
    const double along = fx * x + fy * y;
    const double across = (fx * y - fy * x) * (reflect ? -1 : 1);
    image.push_back({to_centre.x + tx * along - ty * across, to_centre.y + ty * along + tx * across});
  }
  return image;
}

/// True if some rigid motion or reflection that takes direction `from` to `to` maps the pair onto itself, each shape to
/// itself or (exchange) to the other: then both answers are equally good, and neither can follow the transformation.
bool own_image(const RandomPair& pair, const Vec2& from, const Vec2& to, bool exchange) {
  const std::vector<Point> a = placed_core(pair.a, pair.pose_a, pair.pose_b);
  const std::vector<Point> b = placed_core(pair.b, pair.pose_b, pair.pose_b);
  if (exchange && pair.a.radius != pair.b.radius) return false;
  const std::vector<Point>& image_of_a = exchange ? b : a;
  const std::vector<Point>& image_of_b = exchange ? a : b;
  const double slack = 64 * (size_of(a) + size_of(b)) * std::numeric_limits<Real>::epsilon();
  for (bool reflect : {false, true}) {
    const Point centre = mean(b), goal = mean(image_of_b);
    if (same_set(image_of(a, from, to, reflect, centre, goal), image_of_a, slack) &&
        same_set(image_of(b, from, to, reflect, centre, goal), image_of_b, slack)) {
      return true;
    }
  }
  return false;
}

/// A quarter of the pairs on the grid, where ties are exact.
RandomPair nasty_pair(Random& random) {
  return random.chance(0.25) ? random_pair(random, Lie::grid) : random_pair(random);
}

/// Overwrites in `answers` everything that depends on which of several equally good axes was chosen.
void adopt_choice(const Answers& chosen, Answers& answers) {
  if (answers.mtv && chosen.mtv) {
    answers.mtv->normal = chosen.mtv->normal;
    answers.mtv->translation = chosen.mtv->translation;
    answers.mtv->feature_a = chosen.mtv->feature_a;
    answers.mtv->feature_b = chosen.mtv->feature_b;
  }
  const Real distance = answers.closest.distance;
  answers.closest = chosen.closest;
  answers.closest.distance = distance;
}

Answers swapped_back(const Answers& swapped) {
  Answers answers = swapped;
  if (swapped.relation == Relation::a_inside_b) answers.relation = Relation::b_inside_a;
  if (swapped.relation == Relation::b_inside_a) answers.relation = Relation::a_inside_b;
  if (swapped.mtv) {
    answers.mtv->normal = -swapped.mtv->normal;
    answers.mtv->translation = -swapped.mtv->translation;
    answers.mtv->relation = answers.relation;
    std::swap(answers.mtv->feature_a, answers.mtv->feature_b);
  }
  answers.closest.normal = -swapped.closest.normal;
  std::swap(answers.closest.point_a, answers.closest.point_b);
  std::swap(answers.closest.feature_a, answers.closest.feature_b);
  return answers;
}

const Map identity = {[](Vec2 v) { return v; }, [](Vec2 v) { return v; }};

TEST(PairLaws, SwapNegates) {
  Random random(101);
  int exempt = 0;
  for (int i = 0; i < cases; ++i) {
    RandomPair pair = nasty_pair(random);
    const Answers original = ask(pair);
    std::swap(pair.a, pair.b);
    std::swap(pair.pose_a, pair.pose_b);
    const Answers swapped = ask(pair);
    Answers image = swapped_back(swapped);
    if (original.closest.normal != image.closest.normal &&
        own_image(pair, original.closest.normal, swapped.closest.normal, true)) {
      adopt_choice(original, image);
      ++exempt;
    }
    EXPECT_EQ(difference(original, image, identity), "") << describe(pair, i);
  }
}

// The ways out upwards and downwards are equally long for two equal boxes side by side, and the choice still follows
// the swap.
TEST(PairLaws, SwapNegatesWhereEqualShapesTie) {
  const Shape plank = bankshot::box(4, 1);
  for (const Rotation& turn : {Rotation{1, 0}, Rotation{0, 1}, Rotation::from_angle(Real(0.3))}) {
    const Pose left{Vec2(0, 0), turn}, right{Vec2(turn.c, turn.s), turn};
    const auto one = bankshot::mtv(plank, left, plank, right), two = bankshot::mtv(plank, right, plank, left);
    ASSERT_TRUE(one && two);
    EXPECT_EQ(one->normal, Vec2(-two->normal));
  }
}

// The corners of this triangle cast shadows on the y axis that look the same from above and from below, and it is no
// mirror image of itself: only their distance to the side tells up from down.
TEST(PairLaws, MirrorImageMirrorsWhereShadowsTie) {
  const std::vector<Vec2> corners = {{-1, -1}, {1, 0}, {-2, 1}}, image = {{1, -1}, {-1, 0}, {2, 1}};
  const Shape table = bankshot::box(8, 2);
  for (Real y : {Real(1), Real(-1)}) {
    const Pose turned{Vec2(0, 0), {y, 0}};
    const auto one = bankshot::mtv(bankshot::polygon(corners), {}, table, turned);
    const auto two = bankshot::mtv(bankshot::polygon(image), {}, table, turned);
    ASSERT_TRUE(one && two);
    EXPECT_EQ(one->normal, Vec2(-two->normal[0], two->normal[1]));
    std::vector<Vec2> upside_down;
    for (const Vec2& corner : corners) upside_down.emplace_back(corner[0], -corner[1]);
    const auto three = bankshot::mtv(bankshot::polygon(upside_down), {}, table, turned);
    ASSERT_TRUE(three);
    EXPECT_EQ(one->normal, Vec2(three->normal[0], -three->normal[1]));
  }
}

Pose quarter_turned(const Pose& pose) {
  return {Vec2(-pose.position[1], pose.position[0]), {-pose.rotation.s, pose.rotation.c}};
}

TEST(PairLaws, QuarterTurnTurns) {
  const auto turn = [](Vec2 v) { return Vec2(-v[1], v[0]); };
  Random random(102);
  for (int i = 0; i < cases; ++i) {
    RandomPair pair = nasty_pair(random);
    const Answers original = ask(pair);
    pair.pose_a = quarter_turned(pair.pose_a);
    pair.pose_b = quarter_turned(pair.pose_b);
    EXPECT_EQ(difference(original, ask(pair), {turn, turn}), "") << describe(pair, i);
  }
}

Pose mirrored(const Pose& pose) {
  return {Vec2(-pose.position[0], pose.position[1]), {pose.rotation.c, -pose.rotation.s}};
}

TEST(PairLaws, MirrorImageMirrors) {
  const auto mirror = [](Vec2 v) { return Vec2(-v[0], v[1]); };
  Random random(103);
  int exempt = 0;
  for (int i = 0; i < cases; ++i) {
    RandomPair pair = nasty_pair(random);
    const Answers original = ask(pair);
    pair.a = pair.a.mirrored();
    pair.b = pair.b.mirrored();
    pair.pose_a = mirrored(pair.pose_a);
    pair.pose_b = mirrored(pair.pose_b);
    Answers image = ask(pair);
    Answers expected = original;
    const Vec2 from = mirror(original.closest.normal), to = image.closest.normal;
    if (from != to && own_image(pair, from, to, false)) {
      ++exempt;
      adopt_choice(image, expected);
      EXPECT_EQ(difference(expected, image, {nullptr, [](Vec2 v) { return v; }, 1, false}), "") << describe(pair, i);
      continue;
    }
    EXPECT_EQ(difference(original, image, {mirror, mirror, 1, false}), "") << describe(pair, i);
  }
}

TEST(PairLaws, PowersOfTwoScale) {
  Random random(104);
  for (int i = 0; i < cases; ++i) {
    RandomPair pair = nasty_pair(random);
    const Answers original = ask(pair);
    const Real factor = std::ldexp(Real(1), random.integer(-4, 12));
    pair.a = pair.a.scaled(factor);
    pair.b = pair.b.scaled(factor);
    pair.pose_a.position *= factor;
    pair.pose_b.position *= factor;
    const Map map = {[factor](Vec2 v) { return Vec2(factor * v); }, [](Vec2 v) { return v; }, factor};
    EXPECT_EQ(difference(original, ask(pair), map), "") << describe(pair, i);
  }
}

/// True if p - q is the same number before and after, not only up to rounding: the part that the rounded difference has
/// lost is compared too (Knuth's two-sum).
bool same_difference(const Vec2& p, const Vec2& q, const Vec2& moved_p, const Vec2& moved_q) {
  const auto rest = [](Real x, Real y) {
    const Real difference = x - y, of_x = difference + y, of_y = of_x - difference;
    return (x - of_x) + (of_y - y);
  };
  for (const int i : {0, 1}) {
    if (p[i] - q[i] != moved_p[i] - moved_q[i] || rest(p[i], q[i]) != rest(moved_p[i], moved_q[i])) return false;
  }
  return true;
}

TEST(PairLaws, MovingBothMovesNothing) {
  Random random(105);
  int exact = 0;
  for (int i = 0; i < cases; ++i) {
    RandomPair pair = nasty_pair(random);
    const Answers original = ask(pair);
    const Vec2 before_a = pair.pose_a.position, before_b = pair.pose_b.position;
    const Vec2 offset = random.chance(0.5) ? Vec2(random.point(64)) : Vec2(Real(random.integer(-9, 9)), 1024);
    pair.pose_a.position += offset;
    pair.pose_b.position += offset;
    if (!same_difference(before_a, before_b, pair.pose_a.position, pair.pose_b.position)) continue;  // another pair
    ++exact;
    EXPECT_EQ(difference(original, ask(pair), {nullptr, [](Vec2 v) { return v; }}), "") << describe(pair, i);
  }
  EXPECT_GT(exact, cases / 20);
}

}  // namespace
}  // namespace bankshot_test
