// A scaled shape answers for the scaled point what the shape answers for the point. Numbers are whole multiples of
// small powers of two, so that nothing is rounded.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/scaled.hpp>

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace bankshot_test {
namespace {

using namespace bankshot;

struct Change {
  Vec2 scale;
  Rotation turn;
  Vec2 pivot;
  Vec2 operator()(const Vec2& p) const {
    return pivot + turned(Vec2(scale[0] * (p[0] - pivot[0]), scale[1] * (p[1] - pivot[1])));
  }
  Vec2 turned(const Vec2& v) const { return Vec2(turn.c * v[0] - turn.s * v[1], turn.s * v[0] + turn.c * v[1]); }
};

const std::vector<Change> even_and_upright = {{Vec2(2, 2), {}, Vec2(1, 0)},
                                              {Vec2(-2, 2), {}, Vec2(1, 3)},
                                              {Vec2(Real(0.5), Real(-0.5)), {}, Vec2(0, 0)},
                                              {Vec2(-1, -1), {}, Vec2(-2, 1)}};
const std::vector<Change> even = {
    {Vec2(2, -2), {0, 1}, Vec2(1, 0)}, {Vec2(-4, -4), {0, -1}, Vec2(0, 2)}, {Vec2(1, 1), {-1, 0}, Vec2(3, 3)}};
const std::vector<Change> uneven = {
    {Vec2(2, 4), {0, 1}, Vec2(1, 0)}, {Vec2(-1, 2), {-1, 0}, Vec2(2, -1)}, {Vec2(4, Real(-0.5)), {}, Vec2(0, 0)}};
const std::vector<Change> uneven_and_upright = {
    {Vec2(2, 4), {}, Vec2(1, 0)}, {Vec2(-1, 2), {}, Vec2(2, -1)}, {Vec2(4, Real(-0.5)), {}, Vec2(0, 0)}};

/// Points in sixteenths around the shapes, some of them on a boundary.
std::vector<Vec2> points() {
  std::mt19937_64 random(7);
  std::vector<Vec2> result;
  const auto number = [&random] { return static_cast<Real>(int(random() % 192) - 64) / 16; };
  for (int i = 0; i < 2000; ++i) {
    const Real x = number();
    result.emplace_back(x, number());
  }
  return result;
}

void expect_same_places(const Shape& shape, const std::vector<Change>& changes) {
  int inside = 0, outside = 0;
  for (const Change& change : changes) {
    const Result<Shape> other = try_scaled(shape, change.scale, change.turn, change.pivot);
    ASSERT_TRUE(other) << other.reason();
    EXPECT_EQ(other->kind(), shape.kind());
    for (const Vec2& p : points()) {
      const PointRelation place = contains(shape, {}, p);
      EXPECT_EQ(contains(*other, {}, change(p)), place) << p.transpose() << " by " << change.scale.transpose();
      inside += place == PointRelation::inside;
      outside += place == PointRelation::outside;
    }
  }
  EXPECT_GT(inside, 100);
  EXPECT_GT(outside, 100);
}

std::vector<Tile> tiles() {
  std::vector<Tile> result(12);
  result[0] = solid_tile;
  result[1] = {Tile::Form::floor, 0, 16, 0};
  result[2] = {Tile::Form::ceiling, 4, 12, 0};
  result[5] = {Tile::Form::floor, 8, 8, 0};
  result[6] = {Tile::Form::one_way_up, 16, 16, 0};
  result[7] = {Tile::Form::one_way_left, 16, 16, 0};
  result[10] = {Tile::Form::ceiling, 16, 2, 0};
  return result;
}

TEST(ScaledComposites, HoldTheScaledPoints) {
  const std::vector<Vec2> ell = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}};
  const std::vector<Shape> boxes = {box(2, 2), box(1, 4, Vec2(2, 1)),
                                    polygon(std::vector<Vec2>{{3, 0}, {5, 0}, {4, 2}})};
  const std::vector<Shape> discs = {circle(1), circle(2, Vec2(2, 2)), box(1, 1, Vec2(-2, 0), {}, Real(0.5))};
  const std::vector<Vec2> room = {{0, 0}, {4, 0}, {3, 3}, {0, 2}};
  for (const auto* changes : {&even, &uneven, &even_and_upright}) {
    expect_same_places(simple_polygon(ell), *changes);
    expect_same_places(compound(boxes), *changes);
    expect_same_places(container(polygon(room)), *changes);
  }
  expect_same_places(compound(discs), even);
  expect_same_places(container(circle(2, Vec2(1, 1))), even);
  const std::vector<std::uint8_t> pixels = {1, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1};
  for (const auto* changes : {&even_and_upright, &uneven_and_upright}) {
    expect_same_places(mask({4, 3, Vec2(1, Real(0.5)), Vec2(-1, 0)}, pixels), *changes);
  }
  expect_same_places(grid({4, 3, 1, Vec2(0, -1)}, tiles()), even_and_upright);
}

TEST(ScaledComposites, OneWayFacesStopWhatTheyStopped) {
  const Shape ball = circle(Real(0.125));
  const std::vector<Vec2> bend = {{-4, 0}, {0, 0}, {4, 1}};
  const Shape shapes[] = {chain(bend, false, ChainSides::left), chain(bend), grid({4, 3, 1, Vec2(0, -1)}, tiles())};
  int hits = 0, misses = 0;
  for (const Shape& shape : shapes) {
    for (const Change& change : even_and_upright) {
      const Shape other = scaled(shape, change.scale, change.turn, change.pivot);
      const Shape other_ball = circle(Real(0.125) * std::fabs(change.scale[0]));
      const std::vector<Vec2> places = points();
      for (std::size_t i = 1; i < places.size(); ++i) {
        const Vec2 from = places[i - 1], to = places[i];
        const SweepHit hit = sweep(ball, {from}, to - from, shape, {});
        const SweepHit same = sweep(other_ball, {change(from)}, change(to) - change(from), other, {});
        ASSERT_EQ(same.status, hit.status) << from.transpose() << " to " << to.transpose();
        EXPECT_NEAR(same.fraction, hit.fraction, 1e-5);
        hits += hit.status == SweepStatus::hit;
        misses += hit.status == SweepStatus::missed;
      }
    }
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(misses, 1000);
}

TEST(ScaledComposites, RefuseWithTheReason) {
  const Shape map = grid({4, 3, 1, Vec2(0, -1)}, tiles());
  EXPECT_EQ(try_scaled(map, Vec2(2, 1)).reason(),
            "scaled: scale is (2, 1), must be of one size in x and y: cells are square");
  EXPECT_EQ(try_scaled(map, Vec2(2, 2), {0, 1}).reason(),
            "scaled: rotation is (0, 1), must be none: cells and pixels lie along the axes; turn the body instead");
  EXPECT_EQ(try_scaled(container(circle(1)), Vec2(2, 1)).reason(),
            "scaled: scale is (2, 1), must be of one size in x and y: a circle would become an ellipse");
  const std::vector<Shape> discs = {circle(1), circle(2, Vec2(2, 2))};
  EXPECT_EQ(try_scaled(compound(discs), Vec2(2, 1)).reason(),
            "scaled: scale is (2, 1), must be of one size in x and y: a circle would become an ellipse");
  EXPECT_EQ(try_scaled(chain(std::vector<Vec2>{{0, 0}, {1, 0}}), Vec2(std::numeric_limits<Real>::denorm_min(), 1))
                .reason()
                .substr(0, 22),
            "scaled: gives a chain:");
}

}  // namespace
}  // namespace bankshot_test
