#include <bankshot/draw/debug_draw.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

using namespace bankshot;

namespace {

// Writes down what it is asked to draw.
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

}  // namespace
