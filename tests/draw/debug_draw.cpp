#include <bankshot/draw/debug_draw.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

using namespace bankshot;

namespace {

// Writes down the drawing calls that it gets.
class Recorder : public DebugDraw {
 public:
  std::vector<std::string> calls;
  std::vector<ColourRole> roles;
  std::vector<Vec2> points;

  void polygon(std::span<const Vec2> corners, Real, ColourRole role) override {
    add("polygon", role);
    points.insert(points.end(), corners.begin(), corners.end());
  }
  void circle(const Vec2& centre, Real, const Rotation&, ColourRole role) override {
    add("circle", role);
    points.push_back(centre);
  }
  void capsule(const Vec2& a, const Vec2&, Real, ColourRole role) override {
    add("capsule", role);
    points.push_back(a);
  }
  void segment(const Vec2& a, const Vec2& b, ColourRole role) override {
    add("segment", role);
    points.push_back(a);
    points.push_back(b);
  }
  void point(const Vec2& position, ColourRole role) override {
    add("point", role);
    points.push_back(position);
  }
  void text(const Vec2&, std::string_view, ColourRole role) override { add("text", role); }

 private:
  void add(const char* call, ColourRole role) {
    calls.push_back(call);
    roles.push_back(role);
  }
};

TEST(Draw, EveryKindAtItsPose) {
  World world;
  const Pose pose{Vec2(10, 0), {0, 1}};
  const BodyId body = world.add_body({.position = pose.position, .rotation = pose.rotation});
  world.add_shape(body, circle(1, Vec2(2, 0)));
  world.add_shape(body, capsule(Vec2(3, 0), Vec2(4, 0), 1));
  world.add_shape(body, box(2, 2));
  Recorder recorder;
  draw(world, recorder);
  EXPECT_EQ(recorder.calls, (std::vector<std::string>{"circle", "capsule", "polygon"}));
  ASSERT_EQ(recorder.points.size(), 6u);
  EXPECT_EQ(recorder.points[0], Vec2(10, 2));
  EXPECT_EQ(recorder.points[1], Vec2(10, 3));
}

// The calls that reach a drawer which knows only the simple ones.
TEST(Draw, ShapesOfPartsComeAsSimpleOnes) {
  const std::vector<Vec2> ell = {Vec2(0, 0), Vec2(3, 0), Vec2(3, 1), Vec2(1, 1), Vec2(1, 3), Vec2(0, 3)};
  Recorder recorder;
  const auto drawn = [&](const Shape& shape) {
    recorder.calls.clear();
    recorder.points.clear();
    draw(shape, {Vec2(10, 0), {0, 1}}, ColourRole::fixed, recorder);
    return recorder.calls;
  };
  const auto segments = [](std::size_t count) { return std::vector<std::string>(count, "segment"); };
  EXPECT_EQ(drawn(simple_polygon(ell)), segments(6));  // and no cut
  EXPECT_EQ(recorder.points[1], Vec2(10, 3));
  EXPECT_EQ(drawn(compound(std::vector{circle(1), box(2, 2)})), (std::vector<std::string>{"circle", "polygon"}));
  EXPECT_EQ(drawn(chain(ell)), segments(5));
  EXPECT_EQ(drawn(chain(ell, true)), segments(6));
  EXPECT_EQ(drawn(container(box(2, 1))), segments(4));
  EXPECT_EQ(drawn(container(circle(2))), segments(64));
  for (const Vec2& point : recorder.points) EXPECT_NEAR((point - Vec2(10, 0)).norm(), 2, 1e-5);
  // A chain that stops bodies from the left: the line, and a line to that side.
  const std::vector<Vec2> line = {Vec2(0, 0), Vec2(4, 0)};
  EXPECT_EQ(drawn(chain(line, false, ChainSides::left)), segments(2));
  EXPECT_EQ(recorder.points[2], Vec2(10, 2));
  EXPECT_EQ(recorder.points[3], Vec2(9, 2));
}

double doubled_area(const std::vector<Vec2>& loop) {
  double sum = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
    sum += double(a[0]) * double(b[1]) - double(a[1]) * double(b[0]);
  }
  return sum;
}

// Keeps outlines as they come.
class Loops : public Recorder {
 public:
  std::vector<std::vector<Vec2>> loops;
  std::vector<std::pair<Vec2, Vec2>> sides;
  void outlines(std::span<const std::vector<Vec2>> list, ColourRole) override {
    loops.assign(list.begin(), list.end());
  }
  void one_way(const Vec2& a, const Vec2& b, ColourRole) override { sides.push_back({a, b}); }
  double area() const {
    double sum = 0;
    for (const std::vector<Vec2>& loop : loops) sum += doubled_area(loop) / 2;
    return sum;
  }
};

TEST(Draw, TilesAreOneOutline) {
  const Tile slope = {Tile::Form::floor, 0, 16}, half = {Tile::Form::floor, 8, 8}, top = {Tile::Form::ceiling, 4, 4};
  const std::vector<Tile> tiles = {solid_tile, slope, half, empty_tile, solid_tile, top};
  Loops loops;
  draw(grid({3, 2, 2, Vec2(1, 0)}, tiles), {}, ColourRole::fixed, loops);
  EXPECT_NEAR(loops.area(), 4 * (1 + 0.5 + 0.5 + 1 + 0.25), 1e-5);
  for (const std::vector<Vec2>& loop : loops.loops) {
    for (const Vec2& point : loop) EXPECT_FALSE(point == Vec2(5, 0)) << "a corner on a straight side";
  }
}

TEST(Draw, AHoleIsAnOutlineTheOtherWayRound) {
  std::vector<std::uint8_t> ring(25, 1);
  ring[12] = 0;
  Loops loops;
  draw(mask({5, 5, Vec2(1, 2), Vec2::Zero()}, ring), {}, ColourRole::fixed, loops);
  ASSERT_EQ(loops.loops.size(), 2u);
  EXPECT_EQ(loops.loops[0].size(), 4u);
  EXPECT_EQ(loops.loops[1].size(), 4u);
  EXPECT_EQ(doubled_area(loops.loops[0]), 100);
  EXPECT_EQ(doubled_area(loops.loops[1]), -4);
}

// The area within the outlines is that of the tiles or pixels, whatever these are.
TEST(Draw, OutlinesHoldTheAreaOfTheParts) {
  std::mt19937_64 dice(9);
  for (int round = 0; round < 200; ++round) {
    const int columns = 1 + int(dice() % 8), rows = 1 + int(dice() % 8);
    std::vector<Tile> tiles;
    std::vector<std::uint8_t> pixels;
    double tile_area = 0, pixel_area = 0;
    for (int i = 0; i < columns * rows; ++i) {
      const auto form = dice() % 2 == 0 ? Tile::Form::floor : Tile::Form::ceiling;
      const Tile sloped = {form, std::uint8_t(dice() % 17), std::uint8_t(1 + dice() % 16)};
      const auto kind = dice() % 3;
      tiles.push_back(kind == 0 ? solid_tile : kind == 1 ? sloped : empty_tile);
      tile_area += kind == 0 ? 1 : kind == 1 ? (sloped.left + sloped.right) / 32.0 : 0;
      pixels.push_back(dice() % 2 == 0 || i == 0);
      pixel_area += pixels.back();
    }
    Loops of_tiles, of_pixels;
    draw(grid({columns, rows, 1, Vec2::Zero()}, tiles), {}, ColourRole::fixed, of_tiles);
    draw(mask({columns, rows, Vec2(1, 1), Vec2::Zero()}, pixels), {}, ColourRole::fixed, of_pixels);
    ASSERT_NEAR(of_tiles.area(), tile_area, 1e-4);
    ASSERT_NEAR(of_pixels.area(), pixel_area, 1e-4);
  }
}

TEST(Draw, OneWaySidesInARowAreOne) {
  const Tile up = {Tile::Form::one_way_up}, left = {Tile::Form::one_way_left};
  Loops loops;
  draw(grid({4, 1, 1, Vec2::Zero()}, std::vector{up, up, empty_tile, left}), {}, ColourRole::fixed, loops);
  EXPECT_TRUE(loops.loops.empty());
  ASSERT_EQ(loops.sides.size(), 2u);
  EXPECT_EQ(loops.sides[0].first, Vec2(0, 1));  // above is left of the way
  EXPECT_EQ(loops.sides[0].second, Vec2(2, 1));
  EXPECT_EQ(loops.sides[1].first, Vec2(3, 0));
  EXPECT_EQ(loops.sides[1].second, Vec2(3, 1));
}

TEST(Draw, RolesTellTypesApart) {
  World world;
  world.add_body({.type = BodyType::fixed}, circle(1));
  world.add_body({.type = BodyType::kinematic, .position = Vec2(10, 0)}, circle(1));
  world.add_body({.position = Vec2(20, 0)}, circle(1));
  world.add_body({.position = Vec2(30, 0), .awake = false}, circle(1));
  const BodyId sensor = world.add_body({.position = Vec2(40, 0)});
  world.add_shape(sensor, circle(1), {.sensor = true});
  world.add_body({.type = BodyType::fixed, .position = Vec2(50, 0)}, segment(Vec2(0, 0), Vec2(1, 0)));
  Recorder recorder;
  draw(world, recorder);
  EXPECT_EQ(recorder.roles, (std::vector<ColourRole>{ColourRole::fixed, ColourRole::kinematic, ColourRole::dynamic,
                                                     ColourRole::sleeping, ColourRole::sensor, ColourRole::fixed}));
}

TEST(Draw, OptionsAddAndLeaveOut) {
  World world({.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed}, box(10, 1));
  world.add_body({.position = Vec2(0, Real(0.99))}, box(1, 1));
  world.step(Real(1) / 60);
  Recorder recorder;
  draw(world, recorder, {.shapes = false, .contacts = true, .centres = true, .boxes = true, .ids = true});
  const auto count = [&](ColourRole role) { return std::count(recorder.roles.begin(), recorder.roles.end(), role); };
  EXPECT_EQ(count(ColourRole::fixed) + count(ColourRole::dynamic), 0);
  EXPECT_EQ(count(ColourRole::contact), 2);
  EXPECT_EQ(count(ColourRole::normal), 2);
  EXPECT_EQ(count(ColourRole::centre), 2);
  EXPECT_EQ(count(ColourRole::box), 8);
  EXPECT_EQ(count(ColourRole::text), 2);
}

// ---- joints ----

/// Two bodies a way apart, turned, and a joint between them.
struct Pair {
  World world;
  BodyId a = world.add_body({.position = Vec2(-2, 1), .rotation = Rotation::from_angle(1)}, box(1, 2));
  BodyId b = world.add_body({.position = Vec2(3, 0), .rotation = Rotation::from_angle(2)}, box(2, 1));
};

/// The ends of the lines that are drawn for joints, and the points.
struct JointDrawing : Recorder {
  std::vector<std::pair<Vec2, Vec2>> lines;
  std::vector<Vec2> pins;
  void segment(const Vec2& p, const Vec2& q, ColourRole role) override {
    EXPECT_EQ(role, ColourRole::joint);
    lines.emplace_back(p, q);
  }
  void point(const Vec2& position, ColourRole role) override {
    EXPECT_EQ(role, ColourRole::joint);
    pins.push_back(position);
  }
  explicit JointDrawing(const World& world, Real size = Real(0.1)) {
    draw(world, *this, {.shapes = false, .joint_size = size});
  }
  bool has_line(const Vec2& p, const Vec2& q) const {
    return std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
      return ((line.first - p).norm() < Real(1e-5) && (line.second - q).norm() < Real(1e-5)) ||
             ((line.first - q).norm() < Real(1e-5) && (line.second - p).norm() < Real(1e-5));
    });
  }
  bool has_pin(const Vec2& p) const {
    return std::any_of(pins.begin(), pins.end(), [&](const Vec2& pin) { return (pin - p).norm() < Real(1e-5); });
  }
};

TEST(DrawJoints, APinHasLinesToTheCentresOfWhatMoves) {
  Pair two;
  const Vec2 at(1, 2);
  two.world.add_joint(RevoluteDef{.body_a = two.a, .body_b = two.b, .anchor = at});
  const JointDrawing both(two.world);
  EXPECT_EQ(both.pins.size(), 1u);
  EXPECT_TRUE(both.has_pin(at));
  EXPECT_EQ(both.lines.size(), 2u);
  EXPECT_TRUE(both.has_line(at, two.world.centre_of_mass(two.a)) && both.has_line(at, two.world.centre_of_mass(two.b)));
  two.world.set_type(two.a, BodyType::fixed);
  const JointDrawing one(two.world);
  EXPECT_EQ(one.lines.size(), 1u);
  EXPECT_TRUE(one.has_line(at, two.world.centre_of_mass(two.b)));
}

// The ray of a limit lies where the centre of B would be, were B turned to that limit.
TEST(DrawJoints, LimitsOfAHingeAreRays) {
  Pair two;
  const Vec2 at(1, 2);
  const JointLimits limits{Real(-0.5), 1};
  const JointId hinge = two.world.add_joint(
      RevoluteDef{.body_a = two.a, .body_b = two.b, .anchor = at, .zero_angle = 1, .limits = limits});
  const JointDrawing drawing(two.world);
  EXPECT_EQ(drawing.lines.size(), 4u);
  const Real now = two.world.joint(hinge).angle;
  const Vec2 arm = two.world.centre_of_mass(two.b) - at;
  for (const Real limit : {limits.lower, limits.upper}) {
    const Vec2 along = Rotation::from_angle(limit - now) * arm;
    EXPECT_TRUE(std::any_of(drawing.lines.begin(), drawing.lines.end(), [&](const auto& line) {
      const Vec2 ray = line.second - line.first;
      return (line.first - at).norm() < Real(1e-5) &&
             std::abs(ray.dot(along) - ray.norm() * along.norm()) < Real(1e-4) && ray.norm() < Real(0.9) * along.norm();
    })) << limit;
  }
}

TEST(DrawJoints, ASliderIsALineFromLimitToLimit) {
  Pair two;
  const Vec2 at(1, 2), along = Vec2(3, 4) / 5;
  two.world.add_joint(
      PrismaticDef{.body_a = two.a, .body_b = two.b, .anchor = at, .axis = Vec2(3, 4), .limits = JointLimits{-1, 3}});
  two.world.add_joint(WheelDef{.body_a = two.a, .body_b = two.b, .anchor = at, .axis = Vec2(3, 4)});
  const JointDrawing drawing(two.world, Real(0.25));
  EXPECT_TRUE(drawing.has_line(at - along, at + 3 * along));
  const Vec2 across = Vec2(-4, 3) / 20;
  EXPECT_TRUE(drawing.has_line(at - along - across, at - along + across));
  EXPECT_TRUE(drawing.has_line(at + 3 * along - across, at + 3 * along + across));
  EXPECT_EQ(drawing.lines.size(), 4u);  // of the wheel, which has no limits: a line as long as B
  EXPECT_TRUE(drawing.has_line(at - along, at + along));
  EXPECT_TRUE(drawing.has_pin(at));
}

TEST(DrawJoints, ARodIsALineAndASpringAZigzag) {
  Pair two;
  const Vec2 from(0, 0), to(2, 2);
  DistanceDef rod{.body_a = two.a, .body_b = two.b, .anchor_a = from, .anchor_b = to};
  const JointId first = two.world.add_joint(rod);
  const JointDrawing straight(two.world);
  EXPECT_EQ(straight.lines.size(), 1u);
  EXPECT_TRUE(straight.has_line(from, to));
  EXPECT_TRUE(straight.has_pin(from) && straight.has_pin(to));
  two.world.set_spring(first, {.hertz = 1});
  const JointDrawing spring(two.world, Real(0.25));
  ASSERT_GT(spring.lines.size(), 8u);
  EXPECT_LT((spring.lines.front().first - from).norm(), Real(1e-5));
  EXPECT_LT((spring.lines.back().second - to).norm(), Real(1e-5));
  Real widest = 0;
  for (std::size_t i = 1; i < spring.lines.size(); ++i) {
    EXPECT_EQ(spring.lines[i].first, spring.lines[i - 1].second);
    const Vec2 p = spring.lines[i].first;
    widest = std::max(widest, std::abs(p[0] - p[1]) / std::sqrt(Real(2)));
  }
  EXPECT_NEAR(widest, Real(0.25), Real(1e-5));
}

TEST(DrawJoints, APullIsASpringFromItsTarget) {
  Pair two;
  const Vec2 from(1, 2), to(3, 1);
  const JointId target = two.world.add_joint(TargetDef{.body_a = two.a, .body_b = two.b, .anchor = from});
  two.world.set_target(target, to);
  const JointDrawing drawn(two.world, Real(0.25));
  ASSERT_GT(drawn.lines.size(), 8u);
  EXPECT_LT((drawn.lines.front().first - to).norm(), Real(1e-5));
  EXPECT_LT((drawn.lines.back().second - from).norm(), Real(1e-5));
  EXPECT_EQ(drawn.pins.size(), 2u);
}

TEST(DrawJoints, APulleyIsItsRopeOverItsWheels) {
  Pair two;
  const Vec2 from(1, 2), to(3, 1), left(1, 7), right(3, 6);
  two.world.add_joint(
      PulleyDef{.body_a = two.a, .body_b = two.b, .wheel_a = left, .wheel_b = right, .anchor_a = from, .anchor_b = to});
  const JointDrawing drawn(two.world);
  EXPECT_EQ(drawn.lines.size(), 3u);
  EXPECT_TRUE(drawn.has_line(left, from) && drawn.has_line(right, to) && drawn.has_line(left, right));
  EXPECT_EQ(drawn.pins.size(), 4u);
  EXPECT_TRUE(drawn.has_pin(left) && drawn.has_pin(right) && drawn.has_pin(from) && drawn.has_pin(to));
}

/// They point at one another where they mesh; the line of a rack lies beside the axis of its pinion.
TEST(DrawJoints, AGearHasHandsAndARackItsTeeth) {
  World world;
  const BodyId a = world.add_body({.position = Vec2(1, 1)}, circle(1));
  const BodyId b = world.add_body({.position = Vec2(4, 1)}, circle(2));
  const BodyId bar = world.add_body({.position = Vec2(4, Real(3.5))}, box(6, 1));
  const JointId gear = world.add_joint(GearDef{.body_a = a, .body_b = b, .ratio = 2});
  const JointDrawing hands(world);
  EXPECT_EQ(hands.lines.size(), 2u);
  EXPECT_TRUE(hands.has_line(Vec2(1, 1), Vec2(2, 1)) && hands.has_line(Vec2(4, 1), Vec2(2, 1)));
  EXPECT_TRUE(hands.has_pin(Vec2(1, 1)) && hands.has_pin(Vec2(4, 1)));
  world.remove_joint(gear);
  world.add_joint(RackDef{.body_a = bar, .body_b = b, .anchor = Vec2(4, 1), .radius = -2});
  const JointDrawing teeth(world);
  ASSERT_EQ(teeth.lines.size(), 1u);
  EXPECT_TRUE(teeth.has_line(Vec2(1, 3), Vec2(7, 3)));
  EXPECT_TRUE(teeth.has_pin(Vec2(4, 1)));
}

TEST(DrawJoints, AWeldIsACrossAndAFilterNothing) {
  Pair two;
  const Vec2 at(1, 2);
  two.world.add_joint(FilterDef{.body_a = two.a, .body_b = two.b});
  EXPECT_TRUE(JointDrawing(two.world).lines.empty() && JointDrawing(two.world).pins.empty());
  two.world.add_joint(WeldDef{.body_a = two.a, .body_b = two.b, .anchor = at});
  const JointDrawing weld(two.world, Real(0.25));
  ASSERT_EQ(weld.lines.size(), 4u);
  EXPECT_TRUE(weld.pins.empty());
  for (std::size_t i = 2; i < 4; ++i) {
    EXPECT_NEAR((weld.lines[i].second - weld.lines[i].first).norm(), Real(0.5), Real(1e-5));
    EXPECT_LT((weld.lines[i].second + weld.lines[i].first - 2 * at).norm(), Real(1e-5));
  }
  Recorder none;
  draw(two.world, none, {.shapes = false, .joints = false});
  EXPECT_TRUE(none.calls.empty());
}

}  // namespace
