#include "balanced.hpp"

#include <bankshot/draw/svg.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <regex>

using namespace bankshot;
using bankshot_test::count;
using bankshot_test::expect_balanced;

namespace {

constexpr Real dt = Real(1) / 60;

SvgRecorder film_of(World& world, int steps, SvgOptions options = {}) {
  SvgRecorder film(options);
  film.record(world, 0);
  for (int i = 0; i < steps; ++i) {
    world.step(dt);
    film.record(world, dt);
  }
  return film;
}

TEST(SvgRecorder, MovesWhatMovesAndShowsTheLastFrame) {
  World world;
  world.add_body({.type = BodyType::fixed, .position = Vec2(5, -4)}, box(2, 2));
  world.add_body({.velocity = Vec2(2, 1), .linear_damping = 0}, circle(Real(0.5)));
  const std::string svg = film_of(world, 60, {.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}}).svg();
  expect_balanced(svg);
  EXPECT_EQ(count(svg, "@keyframes k"), 1u);
  // 40 pixels per unit: from the middle to (2, 1) in one second, with y down; in a line, so two keys and no more.
  EXPECT_NE(svg.find("@keyframes k1{0%{transform:translate(400px,320px)rotate(0deg)}40%,to{transform:translate(480px,"
                     "280px)rotate(0deg)}}"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<g transform=\"translate(480 280)rotate(0)\" class=\"a\" style=\"animation-name:k1\">"),
            std::string::npos);
  EXPECT_NE(svg.find("prefers-reduced-motion:reduce"), std::string::npos);
}

TEST(SvgRecorder, CountsTurnsOfFastSpinners) {
  World world;
  world.add_body({.type = BodyType::kinematic, .angular_velocity = 100}, box(2, 1));  // 1.67 rad per step
  world.add_body({.type = BodyType::kinematic, .position = Vec2(5, 0), .angular_velocity = -300}, box(2, 1));
  const std::string svg = film_of(world, 60, {.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}}).svg();
  std::smatch match;
  const double degrees[] = {-5729.58, 17188.73};
  for (int i = 0; i < 2; ++i) {
    const std::regex last("@keyframes k" + std::to_string(i) + "\\{.*,to\\{transform:[^}]*rotate\\(([-0-9.]+)deg");
    ASSERT_TRUE(std::regex_search(svg, match, last));
    EXPECT_NEAR(std::stod(match[1]), degrees[i], 1);
  }
}

TEST(SvgRecorder, AddsTheTurningPointOfABounce) {
  World world;
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-0.5))}, box(10, 1));
  world.add_body({.position = Vec2(0, Real(5.2)), .velocity = Vec2(0, -30)}, circle(Real(0.5)), {.restitution = 1});
  const std::string svg = film_of(world, 30, {.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}}).svg();
  // It touches down at y = 0.5, pixel 300; steps are 20 pixels long, so no frame need lie near that.
  const std::regex key("translate\\(400px,([0-9.]+)px");
  double lowest = 0;
  for (std::sregex_iterator i(svg.begin(), svg.end(), key); i != std::sregex_iterator(); ++i) {
    lowest = std::max(lowest, std::stod((*i)[1]));
  }
  EXPECT_NEAR(lowest, 300, 1);
}

TEST(SvgRecorder, BodiesComeAndGo) {
  World world;
  const BodyId first = world.add_body({.velocity = Vec2(1, 0)}, circle(1));
  SvgRecorder film({.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}});
  film.record(world, 0);
  for (int i = 0; i < 60; ++i) {
    if (i == 20) world.add_body({.position = Vec2(0, 5), .velocity = Vec2(1, 0)}, circle(1));
    if (i == 40) world.remove_body(first);
    world.step(dt);
    film.record(world, dt);
  }
  const std::string svg = film.svg();
  expect_balanced(svg);
  EXPECT_NE(svg.find("@keyframes v0{0%{opacity:1}27.333%,to{opacity:0}}"), std::string::npos) << svg;
  EXPECT_NE(svg.find("@keyframes v1{0%{opacity:0}14%{opacity:1}to{opacity:1}}"), std::string::npos) << svg;
  EXPECT_EQ(count(svg, " opacity=\"0\""), 1u);  // the one that is gone is not in the last frame
}

TEST(SvgRecorder, StaysUnderItsSize) {
  World world;
  for (int i = 0; i < 900; ++i) {
    world.add_body({.position = Vec2(Real(i % 30) * 3, Real(i / 30) * 3),
                    .velocity = Vec2(Real(i % 7) - 3, Real(i % 5) - 2),
                    .angular_velocity = Real(i % 11)},
                   circle(1), {.restitution = 1});
  }
  SvgRecorder film = film_of(world, 240, {.largest = 400'000});
  const std::string svg = film.svg();
  EXPECT_LE(svg.size(), 400'000u);
  EXPECT_GT(svg.size(), 200'000u);
  expect_balanced(svg);
  EXPECT_NE(svg.find("first 600 of 900 bodies"), std::string::npos);
}

TEST(SvgRecorder, ShapesOfManyCornersCostBodies) {
  World world;
  std::vector<Vec2> corners;
  for (int i = 0; i < 3000; ++i) {
    const Rotation turn = Rotation::from_angle(Real(i) * Real(6.2831853) / 3000);
    corners.push_back(Vec2(100 * turn.c, 100 * turn.s));
  }
  const Shape shape = polygon(corners);
  for (int i = 0; i < 8; ++i) world.add_body({.position = Vec2(Real(i) * 250, 0)}, shape);
  const std::string svg = film_of(world, 2, {.largest = 100'000}).svg();
  EXPECT_LE(svg.size(), 100'000u);
  expect_balanced(svg);
  EXPECT_NE(svg.find(" of 8 bodies"), std::string::npos);
}

TEST(SvgRecorder, NothingFromOutsideAndNoScripts) {
  World world;
  world.add_body({.velocity = Vec2(1, 1)}, circle(1));
  SvgRecorder film = film_of(world, 10, {.title = "<script>alert(\"1\")</script> & \xef\xbf\xbf\x01"});
  film.add_mark(Vec2(0, 0), Vec2(1, 0), "<b>");
  const std::string svg = film.svg();
  expect_balanced(svg);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("href"), std::string::npos);
  EXPECT_EQ(svg.find("@import"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; <"), std::string::npos);
  EXPECT_NE(svg.find("&lt;b&gt;"), std::string::npos);
}

TEST(SvgRecorder, MarksLightUp) {
  World world;
  world.add_body({.velocity = Vec2(1, 1)}, circle(1));
  SvgRecorder film({.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}});
  const int mark = film.add_mark(Vec2(0, 0), Vec2(1, 0), "goal");
  film.record(world, 0);
  world.step(dt);
  film.record(world, Real(0.5));
  EXPECT_EQ(count(film.svg(), "class=\"lit"), 0u);
  film.light_mark(mark);
  EXPECT_NE(film.svg().find("@keyframes m0{0%{opacity:0}25%,to{opacity:1}}"), std::string::npos);
  film.record(world, Real(0.5));
  film.light_mark(mark);  // it is lit already
  EXPECT_NE(film.svg().find("@keyframes m0{0%{opacity:0}20%,to{opacity:1}}"), std::string::npos);
  EXPECT_THROW(film.light_mark(1), std::invalid_argument);
}

// Where the middle of body `index` is in the last frame, pixels.
std::pair<double, double> last_place(const std::string& svg, std::size_t index) {
  const std::regex group("<g transform=\"translate\\(([-0-9.]+) ([-0-9.]+)\\)");
  std::sregex_iterator i(svg.begin(), svg.end(), group);
  std::advance(i, static_cast<std::ptrdiff_t>(index));
  return {std::stod((*i)[1]), std::stod((*i)[2])};
}

TEST(SvgRecorder, FindsItsOwnView) {
  World world;
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, Real(-0.5))}, box(100, 1));
  world.add_body({.position = Vec2(0, 10), .velocity = Vec2(0, 20)}, circle(1));    // rises to 30, and is visible there
  world.add_body({.position = Vec2(0, 5), .velocity = Vec2(20000, 0)}, circle(1));  // leaves, and is not followed
  const std::string svg = film_of(world, 60).svg();
  expect_balanced(svg);
  // From -52 to 152 in x, at most a hundred beyond the start; from -3 to 33 in y, in the middle of 160 pixels.
  EXPECT_NEAR(last_place(svg, 0).first, 800 * 52.0 / 204, 1);
  EXPECT_NEAR(last_place(svg, 1).second, 80 - 800 * 15.0 / 204, 1);
  EXPECT_GT(last_place(svg, 2).first, 800);
}

TEST(SvgRecorder, AnEmptyFilmIsAPicture) {
  expect_balanced(SvgRecorder().svg());
  World world;
  SvgRecorder film;
  film.record(world, 0);
  expect_balanced(film.svg());
  EXPECT_EQ(film.seconds(), 0);
}

TEST(SvgRecorder, RefusesBadOptions) {
  EXPECT_THROW(SvgRecorder({.width = 0}), std::invalid_argument);
  EXPECT_THROW(SvgRecorder({.largest = 10}), std::invalid_argument);
  EXPECT_THROW(SvgRecorder({.most_bodies = 0}), std::invalid_argument);
  EXPECT_THROW(SvgRecorder({.view = Aabb{Vec2(0, 0), Vec2(0, 1)}}), std::invalid_argument);
  World world;
  SvgRecorder film;
  EXPECT_THROW(film.record(world, -1), std::invalid_argument);
  EXPECT_THROW(film.record(world, std::numeric_limits<Real>::quiet_NaN()), std::invalid_argument);
}

TEST(SvgPicture, DrawsEveryKind) {
  World world({.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed}, box(10, 1));
  world.add_body({.position = Vec2(0, Real(0.99))}, box(1, 1, Vec2::Zero(), {}, Real(0.001)));
  const BodyId body = world.add_body({.position = Vec2(0, 4)});
  world.add_shape(body, circle(1));
  world.add_shape(body, capsule(Vec2(0, 0), Vec2(1, 0), Real(0.5)));
  world.add_shape(body, segment(Vec2(0, 0), Vec2(1, 0)));
  world.step(dt);
  SvgPicture picture({.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}, .title = "still"});
  draw(world, picture, {.contacts = true, .centres = true, .boxes = true, .ids = true});
  const std::string svg = picture.svg();
  expect_balanced(svg);
  EXPECT_EQ(count(svg, "@keyframes"), 0u);
  EXPECT_EQ(count(svg, "class=\"contact\""), 2u);
  EXPECT_THROW(SvgPicture({}), std::invalid_argument);
}

const Aabb twenty = {Vec2(-10, -8), Vec2(10, 8)};

// The paths of a film's only body: what stands in d="...".
std::vector<std::string> paths(const Shape& shape) {
  World world;
  world.add_body({.type = BodyType::fixed}, shape);
  SvgRecorder film({.view = twenty});
  film.record(world, 0);
  const std::string svg = film.svg();
  expect_balanced(svg);
  const std::size_t start = svg.find("<g transform");
  const std::string body = svg.substr(start, svg.find("</g>", start) - start);
  std::vector<std::string> list;
  const std::regex path("<path d=\"([^\"]*)\"");
  for (std::sregex_iterator i(body.begin(), body.end(), path); i != std::sregex_iterator(); ++i)
    list.push_back((*i)[1]);
  return list;
}

// 40 pixels per unit, y down.
TEST(SvgShapes, OutlinesWithoutSeams) {
  const std::vector<Vec2> ell = {Vec2(0, 0), Vec2(3, 0), Vec2(3, 1), Vec2(1, 1), Vec2(1, 3), Vec2(0, 3)};
  EXPECT_EQ(paths(simple_polygon(ell)), std::vector<std::string>{"M0 0L120 0L120 -40L40 -40L40 -120L0 -120Z"});
  const std::vector<Tile> tiles = {solid_tile, {Tile::Form::floor, 16, 0}};
  EXPECT_EQ(paths(grid({2, 1, 1, Vec2::Zero()}, tiles)), std::vector<std::string>{"M0 0L80 0L40 -40L0 -40Z"});
  const std::vector<std::uint8_t> pixels = {1, 1, 0, 1};
  EXPECT_EQ(paths(mask({2, 2, Vec2(1, 1), Vec2::Zero()}, pixels)),
            std::vector<std::string>{"M0 0L80 0L80 -80L40 -80L40 -40L0 -40Z"});
}

// The second path covers the lines of the first that lie inside.
TEST(SvgShapes, CompoundsAreDrawnTwice) {
  const std::vector<std::string> drawn = paths(compound(std::vector{circle(1), box(4, 1)}));
  ASSERT_EQ(drawn.size(), 2u);
  EXPECT_EQ(drawn[0], drawn[1]);
  EXPECT_EQ(count(drawn[0], "M40 0A40 40 0 1 0 -40 0A40 40 0 1 0 40 0Z"), 1u) << drawn[0];
  EXPECT_EQ(count(drawn[0], "M-80 20L80 20L80 -20L-80 -20Z"), 1u) << drawn[0];
}

TEST(SvgShapes, OneWaySidesHaveTicksBehind) {
  const std::vector<Vec2> line = {Vec2(0, 0), Vec2(4, 0)};
  EXPECT_EQ(paths(chain(line)), std::vector<std::string>{"M0 0L160 0"});
  const std::vector<std::string> drawn = paths(chain(line, false, ChainSides::left));
  ASSERT_EQ(drawn.size(), 2u);
  EXPECT_EQ(drawn[0], "M0 0L160 0");
  EXPECT_EQ(count(drawn[1], "l-3 5"), 22u) << drawn[1];  // it stops falling bodies, so they hang below
  const std::vector<std::string> tile = paths(grid({1, 1, 1, Vec2::Zero()}, std::vector{Tile{Tile::Form::one_way_up}}));
  ASSERT_EQ(tile.size(), 2u);
  EXPECT_EQ(tile[0], "M0 -40L40 -40");
  EXPECT_EQ(count(tile[1], "l-3 5"), 5u);
}

TEST(SvgShapes, ContainersHaveARimThatIsInThePicture) {
  EXPECT_EQ(paths(container(circle(5))),
            std::vector<std::string>{"M212 0A212 212 0 1 0 -212 0A212 212 0 1 0 212 0ZM200 0A200 200 0 1 0 -200 0A200 "
                                     "200 0 1 0 200 0Z"});
  const std::vector<std::string> square = paths(container(box(10, 10)));
  ASSERT_EQ(square.size(), 1u);
  EXPECT_EQ(count(square[0], "A12 12"), 4u);
  EXPECT_EQ(count(square[0], "M-200 200L200 200L200 -200L-200 -200Z"), 1u);
  World world;
  world.add_body({.type = BodyType::fixed}, container(circle(5)));
  SvgRecorder film;
  film.record(world, 0);
  const std::string svg = film.svg();
  const double scale = 0.8 * 800 / (10.6 * 1.04);  // the rim, and a margin
  const std::size_t path = svg.find("<path d=\"M", svg.find("<g transform"));
  EXPECT_NEAR(std::stod(svg.substr(svg.find("A", path) + 1)), 5.3 * scale, 0.1);
}

TEST(SvgPicture, DrawsShapesOfParts) {
  const std::vector<Vec2> ell = {Vec2(0, 0), Vec2(3, 0), Vec2(3, 1), Vec2(1, 1), Vec2(1, 3), Vec2(0, 3)};
  SvgPicture picture({.view = twenty});
  draw(simple_polygon(ell), {Vec2(1, 0), {}}, ColourRole::dynamic, picture);
  draw(compound(std::vector{circle(1), box(4, 1)}), {Vec2(1, 0), {0, 1}}, ColourRole::dynamic, picture);
  draw(container(circle(5)), {}, ColourRole::fixed, picture);
  draw(container(box(10, 10)), {}, ColourRole::fixed, picture);
  draw(chain(ell, true, ChainSides::left), {}, ColourRole::fixed, picture);
  const std::string svg = picture.svg();
  expect_balanced(svg);
  EXPECT_EQ(count(svg, "M40 0L160 0L160 -40L80 -40L80 -120L40 -120Z"), 1u);
  EXPECT_EQ(count(svg, "matrix(0 -1 1 0 440 320)"), 1u);
  EXPECT_EQ(count(svg, "fill-rule:evenodd"), 2u);
  EXPECT_EQ(count(svg, "fill:none;stroke-width:2.5"), 6u);
}

// ---- joints ----

/// A disc that swings on a rod, and a weight that hangs on a spring.
World swinging() {
  World world({.gravity = Vec2(0, -10)});
  const BodyId post = world.add_body({.type = BodyType::fixed, .position = Vec2(0, 5)}, box(1, 1));
  const BodyId disc = world.add_body({.position = Vec2(4, 5)}, circle(Real(0.5)));
  const BodyId weight = world.add_body({.position = Vec2(-4, 1)}, circle(Real(0.5)));
  world.add_joint(DistanceDef{.body_a = post, .body_b = disc});
  world.add_joint(DistanceDef{.body_a = post, .body_b = weight, .anchor_a = Vec2(-4, 5), .spring = {.hertz = 1}});
  return world;
}

// Where the rod ends at each key is where the disc was: at a distance of 4 from the post, which is 160 pixels.
TEST(SvgRecorder, RodsAndSpringsMoveWithTheirAnchors) {
  World world = swinging();
  const SvgRecorder film = film_of(world, 60, {.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}});
  const std::string svg = film.svg();
  expect_balanced(svg);
  EXPECT_EQ(count(svg, "@keyframes j"), 2u);
  EXPECT_EQ(count(svg, "<path class=\"jl\" d=\"M0 0H160\"/>"), 1u) << svg;
  EXPECT_EQ(count(svg, "<circle class=\"joint\""), 4u);
  const std::size_t rod = svg.find("@keyframes j0{"), spring = svg.find("@keyframes j1{");
  ASSERT_LT(rod, spring);
  EXPECT_NE(svg.substr(rod, spring - rod).find("translate(400px,120px)rotate(0deg)}"), std::string::npos);
  EXPECT_EQ(svg.substr(rod, spring - rod).find("scale"), std::string::npos);
  EXPECT_NE(svg.substr(spring).find("translate(240px,120px)rotate(90deg)scale("), std::string::npos);
  // The last frame: the disc where the world has it.
  const Vec2 way = world.position(world.bodies()[1]) - Vec2(0, 5);
  std::smatch match;
  const std::regex last(
      "<g transform=\"translate\\(400 120\\)rotate\\(([-0-9.]+)\\)\" class=\"a\" style=\"animation-name:j0");
  ASSERT_TRUE(std::regex_search(svg, match, last)) << svg;
  const double degrees = -std::stod(match[1]) / 57.29577951308232;
  EXPECT_NEAR(std::cos(degrees), double(way[0]) / 4, 0.01);
  EXPECT_NEAR(std::sin(degrees), double(way[1]) / 4, 0.01);
}

// Both ends move, each on a line from its wheel; between the wheels nothing does.
TEST(SvgRecorder, ARopeMovesOnBothSidesOfItsWheels) {
  World world({.gravity = Vec2(0, -10)});
  const BodyId light = world.add_body({.position = Vec2(-4, 0)}, circle(Real(0.5)));
  const BodyId heavy = world.add_body({.position = Vec2(4, 0)}, circle(1));
  world.add_joint(PulleyDef{.body_a = light, .body_b = heavy, .wheel_a = Vec2(-4, 5), .wheel_b = Vec2(4, 5)});
  const std::string svg = film_of(world, 30, {.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}}).svg();
  expect_balanced(svg);
  EXPECT_EQ(count(svg, "@keyframes j0{"), 1u);
  EXPECT_EQ(count(svg, "@keyframes j0s1{"), 1u);
  EXPECT_EQ(count(svg, "@keyframes j0s2{"), 0u);
  EXPECT_EQ(count(svg, "<g transform=\"translate(240 120)rotate(0)\"><path class=\"jl\" d=\"M0 0H320\"/><circle"), 1u)
      << svg;
  EXPECT_EQ(count(svg, "<circle class=\"joint\""), 4u);
}

TEST(SvgRecorder, JointsComeAndGo) {
  World world = swinging();
  const BodyId post = world.bodies()[0], disc = world.bodies()[1];
  SvgRecorder film({.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}});
  film.record(world, 0);
  for (int i = 0; i < 60; ++i) {
    if (i == 20) world.remove_joint(world.joints()[0]);
    if (i == 40) world.add_joint(RevoluteDef{.body_a = post, .body_b = disc, .anchor = world.position(disc)});
    world.step(dt);
    film.record(world, dt);
  }
  const std::string svg = film.svg();
  expect_balanced(svg);
  EXPECT_NE(svg.find("@keyframes w0{0%{opacity:1}14%,to{opacity:0}}"), std::string::npos) << svg;
  EXPECT_NE(svg.find("@keyframes w2{0%{opacity:0}27.333%{opacity:1}to{opacity:1}}"), std::string::npos) << svg;
  EXPECT_EQ(svg.find("@keyframes w1{"), std::string::npos);
}

TEST(SvgRecorder, DrawsNoJointsIfToldSo) {
  World world = swinging();
  const std::string svg = film_of(world, 10, {.joints = false}).svg();
  EXPECT_EQ(svg.find("joint"), std::string::npos);
  EXPECT_EQ(svg.find("\"jl\""), std::string::npos);
}

// A thousand springs, each with keys of its own.
TEST(SvgRecorder, StaysUnderItsSizeWithJoints) {
  World world;
  std::vector<BodyId> bodies;
  for (int i = 0; i < 500; ++i) {
    bodies.push_back(world.add_body(
        {.position = Vec2(Real(i % 25) * 3, Real(i / 25) * 3), .velocity = Vec2(Real(i % 7) - 3, Real(i % 5) - 2)},
        circle(1)));
  }
  for (std::size_t i = 0; i < 1000; ++i) {
    const std::size_t a = 2 * (i / 4);
    world.add_joint(DistanceDef{.body_a = bodies[a],
                                .body_b = bodies[a + 1],
                                .local_anchor_a = Vec2(Real(i % 4) / 4, 0),
                                .length = Real(5),
                                .spring = {.hertz = 1}});
  }
  const std::string svg = film_of(world, 60, {.largest = 200'000}).svg();
  EXPECT_LE(svg.size(), 200'000u);
  expect_balanced(svg);
}

TEST(SvgPicture, HasTheRulesForJointsItDraws) {
  SvgPicture picture({.view = Aabb{Vec2(-10, -8), Vec2(10, 8)}});
  EXPECT_EQ(picture.svg().find(".joint{"), std::string::npos);
  draw(swinging(), picture);
  EXPECT_NE(picture.svg().find(".joint{"), std::string::npos);
  EXPECT_EQ(count(picture.svg(), "<circle r=\"3.5\" class=\"joint\"/>"), 4u);
  expect_balanced(picture.svg());
}

}  // namespace
