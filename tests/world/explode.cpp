// A blast against its definition, in double, for shapes whose nearest point is known: circles, and boxes.

#include <bankshot/world/explode.hpp>

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace bankshot::testing {
namespace {

using Point = std::complex<double>;

Point point(const Vec2& v) { return {static_cast<double>(v.x()), static_cast<double>(v.y())}; }
Point turn(const Rotation& r) { return {static_cast<double>(r.c), static_cast<double>(r.s)}; }
double cross(Point a, Point b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// One shape in body coordinates: a circle, or a box with its sides along the axes.
struct BlastedPart {
  Point centre;
  double radius = 0;  ///< 0: a box
  double half_width = 0, half_height = 0;

  /// The point nearest to `from`, which is `from` if that is inside.
  Point nearest(Point from) const {
    const Point d = from - centre;
    if (radius > 0) return std::abs(d) <= radius ? from : centre + d * (radius / std::abs(d));
    return centre +
           Point{std::clamp(d.real(), -half_width, half_width), std::clamp(d.imag(), -half_height, half_height)};
  }
};

struct BlastedBody {
  BodyId body;
  bool dynamic = true;
  std::vector<BlastedPart> parts;  ///< those that a blast sees
};

class Explode : public WorldTest {
 protected:
  Random random{1};
  std::vector<BlastedBody> things;
  static constexpr std::uint64_t seen = 2, unseen = 4;

  void add_any() {
    BodyDef def;
    def.type = random.one_in(4) ? static_cast<BodyType>(random.below(3)) : BodyType::dynamic;
    def.position = random.vec2(8);
    def.rotation = Rotation::from_angle(random.real(-3, 3));
    def.awake = !random.one_in(4);
    BlastedBody thing{world.add_body(def), def.type == BodyType::dynamic, {}};
    const int shapes = 1 + random.below(3);
    for (int i = 0; i < shapes; ++i) {
      const Vec2 centre = random.vec2(1);
      BlastedPart part{point(centre)};
      ShapeDef shape_def;
      shape_def.sensor = i > 0 && random.one_in(5);
      shape_def.filter.category = random.one_in(5) ? unseen : seen;
      if (random.one_in(2)) {
        const Real radius = random.real(0.1, 1);
        part.radius = static_cast<double>(radius);
        world.add_shape(thing.body, circle(radius, centre), shape_def);
      } else {
        const Real width = random.real(0.1, 2), height = random.real(0.1, 2);
        part.half_width = static_cast<double>(width) / 2, part.half_height = static_cast<double>(height) / 2;
        world.add_shape(thing.body, box(width, height, centre), shape_def);
      }
      if (!shape_def.sensor && shape_def.filter.category == seen) thing.parts.push_back(part);
    }
    things.push_back(thing);
  }

  /// What the blast does to a body: an impulse at a point.
  struct Push {
    Point impulse, at;
    double distance = 0;
  };
  Push push_of(const BlastedBody& thing, Point centre, double radius, double impulse) const {
    const Pose pose = world.pose(thing.body);
    const Point own = (centre - point(pose.position)) / turn(pose.rotation);
    Push push{{}, {}, radius};
    for (const BlastedPart& part : thing.parts) {
      const Point nearest = part.nearest(own);
      if (std::abs(nearest - own) < push.distance) push.distance = std::abs(nearest - own), push.at = nearest;
    }
    if (push.distance >= radius || !thing.dynamic) return push;
    push.at = push.at * turn(pose.rotation) + point(pose.position);
    const Point mass_centre = point(world.centre_of_mass(thing.body));
    if (push.distance == 0) push.at = mass_centre;
    const Point away = push.distance == 0 ? mass_centre - centre : push.at - centre;
    push.impulse = impulse * (1 - push.distance / radius) * away / std::abs(away);
    return push;
  }
};

TEST_F(Explode, PushesEachBodyByItsNearestPoint) {
  int pushed = 0;
  for (int scene = 0; scene < bankshot_test::effort(400); ++scene) {
    world = World(WorldDef{});
    things.clear();
    for (int i = 0; i < 12; ++i) add_any();
    if (random.one_in(2)) world.step(dt);
    const Vec2 centre = random.vec2(8);
    const Real radius = random.real(0.5, 6), impulse = random.real(-5, 5);
    const World before = world;
    const std::vector<BodyId> result = explode(world, centre, radius, impulse, {.mask = seen});
    for (const BlastedBody& thing : things) {
      const Push push = push_of(thing, point(centre), static_cast<double>(radius), static_cast<double>(impulse));
      // Where a millimetre decides what is nearest, or inside, rounding may decide otherwise.
      const bool edge = (push.distance > 0 && push.distance < 1e-3) || std::abs(push.distance - double(radius)) < 1e-3;
      if (edge && thing.dynamic && !thing.parts.empty()) continue;
      const bool is_pushed = push.impulse != Point{};
      EXPECT_EQ(std::count(result.begin(), result.end(), thing.body), is_pushed ? 1 : 0);
      pushed += is_pushed;
      const MassProperties mass = world.mass_properties(thing.body);
      const Point gained = point(world.velocity(thing.body)) - point(before.velocity(thing.body));
      if (!is_pushed) {
        EXPECT_EQ(gained, Point{});
        continue;
      }
      const Point arm = push.at - point(world.centre_of_mass(thing.body));
      const double spin = cross(arm, push.impulse) / static_cast<double>(mass.inertia);
      const double speed = std::abs(push.impulse) / static_cast<double>(mass.mass);
      // Of a few places of coordinates up to 16, turned into an angle over a millimetre at least.
      const double off = 64 * 16 * static_cast<double>(tolerance::eps) / 1e-3;
      EXPECT_LE(std::abs(gained - push.impulse / static_cast<double>(mass.mass)), off * speed);
      const double spun = static_cast<double>(world.angular_velocity(thing.body)) -
                          static_cast<double>(before.angular_velocity(thing.body));
      EXPECT_NEAR(spun, spin, off * std::abs(push.impulse) * 4 / static_cast<double>(mass.inertia));
      EXPECT_TRUE(world.awake(thing.body));
    }
    EXPECT_TRUE(std::is_sorted(result.begin(), result.end()));
    ASSERT_FALSE(HasFailure()) << "scene " << scene;
  }
  EXPECT_GT(pushed, 500 / (BANKSHOT_SANITIZED ? 8 : 1));
}

TEST_F(Explode, LeavesABodyWhoseCentreItIs) {
  add_ball(1, 2);
  const World before = world;
  EXPECT_TRUE(explode(world, Vec2(1, 2), 5, 10).empty());
  EXPECT_TRUE(world == before);
}

TEST_F(Explode, RefusesBadNumbers) {
  add_ball(1, 2);
  const World before = world;
  EXPECT_NE(refusal([&] { explode(world, Vec2(nan, 0), 1, 1); }).find("explode: centre is"), std::string::npos);
  for (const Real bad : {Real(0), Real(-1), nan, infinite}) {
    EXPECT_NE(refusal([&] { explode(world, Vec2(0, 0), bad, 1); }).find("explode: radius is"), std::string::npos);
  }
  EXPECT_NE(refusal([&] { explode(world, Vec2(0, 0), 1, nan); }).find("explode: impulse is"), std::string::npos);
  EXPECT_TRUE(world == before);
}

}  // namespace
}  // namespace bankshot::testing
