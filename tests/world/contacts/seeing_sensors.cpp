// Which shapes sensors report, those that see all and others, in random worlds between random edits, against overlap()
// of every two shapes.

#include "effort.hpp"
#include "world/random.hpp"
#include "world/random_shapes.hpp"
#include "world/world_fixture.hpp"

#include <map>
#include <set>

namespace bankshot::testing {
namespace {

using Reported = std::set<std::pair<ShapeId, ShapeId>>;

/// What the user knows from events. Each pair begins and ends in turns.
void follow(const World& world, Reported& seen) {
  for (const ContactEvent& end : world.sensor_ends()) {
    EXPECT_EQ(seen.erase({end.shape_a, end.shape_b}), 1u);
  }
  for (const ContactEvent& begin : world.sensor_begins()) {
    EXPECT_TRUE(seen.insert({begin.shape_a, begin.shape_b}).second);
    EXPECT_TRUE(world.sensor(begin.shape_a));
    EXPECT_EQ(world.body_of(begin.shape_a), begin.body_a);
    EXPECT_EQ(world.body_of(begin.shape_b), begin.body_b);
  }
}

bool filters_let_meet(const Filter& a, const Filter& b) {
  if (a.group != 0 && a.group == b.group) return a.group > 0;
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

bool rests(const World& world, BodyId body) { return world.type(body) == BodyType::fixed || !world.awake(body); }

/// Whether one shape should see another one: by overlap() of the two where they were when the step began, with shapes
/// that are a little larger and a little smaller, since a touch may go either way.
enum class Verdict { no, yes, either };

struct Before {
  std::map<ShapeId, Pose> pose;
  std::map<BodyId, bool> rested;

  explicit Before(const World& world) {
    for (const BodyId body : world.bodies()) {
      rested[body] = rests(world, body);
      for (const ShapeId shape : world.shapes(body)) pose[shape] = world.pose(body);
    }
  }
};

Verdict overlap_of(const World& world, ShapeId a, const Pose& at_a, ShapeId b, const Pose& at_b) {
  constexpr Real hair = Real(1e-3);
  if (closest_points(world.shape(a), at_a, world.shape(b), at_b).distance > hair) return Verdict::no;
  const std::optional<Mtv> out = mtv(world.shape(a), at_a, world.shape(b), at_b);
  return out && out->translation.norm() > hair ? Verdict::yes : Verdict::either;
}

Verdict verdict(const World& world, const Before& before, ShapeId sensor, ShapeId other) {
  const BodyId a = world.body_of(sensor), b = world.body_of(other);
  if (a == b || !world.sensor(sensor) || !filters_let_meet(world.filter(sensor), world.filter(other)))
    return Verdict::no;
  const bool rested = before.rested.at(a) && before.rested.at(b), rest = rests(world, a) && rests(world, b);
  if (rested && !rest) return Verdict::either;  // woken by something that came in this step
  if (!world.sees_all(sensor)) {
    const bool dynamic = world.type(a) == BodyType::dynamic || world.type(b) == BodyType::dynamic;
    if (!dynamic || world.sensor(other)) return Verdict::no;
    if (rested) return Verdict::either;  // it keeps what it saw
  }
  return overlap_of(world, sensor, before.pose.at(sensor), other, before.pose.at(other));
}

class SeeingSensors : public WorldTest {
 protected:
  Random random{1};
  int seen_at_rest = 0, seen_sensors = 0;

  Shape any_shape() {
    switch (random.below(4)) {
      case 0: return circle(random.real(0.2, 1));
      case 1: return shape_with_sides(random);
      case 2: return box(random.real(0.2, 3), random.real(0.2, 1));
      default: {
        const std::vector<Shape> pieces = {circle(random.real(0.2, 0.6)),
                                           box(1, Real(0.2), Vec2(random.real(0, 1), 0))};
        return compound(pieces);
      }
    }
  }
  ShapeDef any_def() {
    ShapeDef def;
    def.sensor = random.one_in(2);
    def.sees_all = def.sensor && random.one_in(2);
    def.filter = {.category = std::uint64_t{1} << random.below(2), .mask = random.one_in(4) ? 2u : 3u};
    return def;
  }
  void add_any() {
    BodyDef def;
    def.type = static_cast<BodyType>(random.below(3));
    def.position = random.vec2(4);
    def.rotation = Rotation::from_angle(random.real(-3, 3));
    def.awake = !random.one_in(3);
    if (def.type != BodyType::fixed && def.awake) def.velocity = random.vec2(random.one_in(3) ? 0 : 3);
    const BodyId body = world.add_body(def);
    const int shapes = 1 + random.below(2);
    for (int i = 0; i < shapes; ++i) world.add_shape(body, any_shape(), any_def());
  }
  BodyId any_body() {
    const std::vector<BodyId> bodies = world.bodies();
    return bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
  }
  void edit() {
    const BodyId body = any_body();
    const std::vector<ShapeId> shapes = world.shapes(body);
    const bool has = !shapes.empty();
    switch (random.below(10)) {
      case 0: return add_any();
      case 1: return world.bodies().size() > 8 ? world.remove_body(body) : add_any();
      case 2:
      case 3: return world.set_pose(body, {random.vec2(4), world.rotation(body)});
      case 4: return world.set_type(body, static_cast<BodyType>(random.below(3)));
      case 5: return has ? world.set_shape(shapes[0], any_shape()) : void();
      case 6: return has ? world.set_filter(shapes[0], any_def().filter) : void();
      case 7: return has ? world.remove_shape(shapes[0]) : void();
      default: return world.set_awake(body, random.one_in(3));
    }
  }
  void step_and_judge(Reported& seen) {
    const Before before(world);
    world.step(dt);
    follow(world, seen);
    std::size_t expected = 0;
    for (const auto& [sensor, pose] : before.pose) {
      for (const auto& [other, its_pose] : before.pose) {
        const bool is = seen.contains({sensor, other});
        const Verdict should = verdict(world, before, sensor, other);
        EXPECT_TRUE(should == Verdict::either || is == (should == Verdict::yes));
        expected += is;
        if (!is) continue;
        seen_at_rest += rests(world, world.body_of(sensor)) && rests(world, world.body_of(other));
        seen_sensors += world.sensor(other);
      }
    }
    EXPECT_EQ(expected, seen.size());
  }
};

TEST_F(SeeingSensors, SeeWhatOverlapsThem) {
  for (int scene = 0; scene < bankshot_test::effort(120); ++scene) {
    world = World(WorldDef{.gravity = random.vec2(2), .threads = 1 + random.below(2)});
    Reported seen;
    for (int i = 0; i < 14; ++i) add_any();
    for (int round = 0; round < 25; ++round) {
      const int steps = random.one_in(10) ? 40 : 1 + random.below(3);
      for (int i = 0; i < steps; ++i) {
        step_and_judge(seen);
        ASSERT_FALSE(HasFailure()) << "scene " << scene << ", round " << round << ", step " << i;
      }
      const int edits = random.below(4);
      for (int i = 0; i < edits; ++i) edit();
      if (random.one_in(5)) world = World(world);
    }
  }
  EXPECT_GT(seen_at_rest, 1000);
  EXPECT_GT(seen_sensors, 1000);
}

TEST_F(SeeingSensors, TwoThatSeeOneAnotherHaveAnEventEach) {
  for (const bool both : {false, true}) {
    world = World(WorldDef{});
    const BodyId one = world.add_body({.type = BodyType::fixed}), two = world.add_body({.type = BodyType::kinematic});
    const ShapeId a = world.add_shape(one, circle(1), {.sensor = true, .sees_all = true});
    const ShapeId b = world.add_shape(two, circle(1), {.sensor = true, .sees_all = both});
    const auto has = [](std::span<const ContactEvent> events, ShapeId sensor, ShapeId other) {
      return std::count_if(events.begin(), events.end(), [&](const ContactEvent& event) {
        return event.shape_a == sensor && event.shape_b == other;
      });
    };
    world.step(dt);
    EXPECT_EQ(has(world.sensor_begins(), a, b), 1);
    EXPECT_EQ(has(world.sensor_begins(), b, a), both ? 1 : 0);
    world.remove_shape(b);
    world.step(dt);
    EXPECT_EQ(has(world.sensor_ends(), a, b), 1);
    EXPECT_EQ(has(world.sensor_ends(), b, a), both ? 1 : 0);
  }
}

TEST_F(SeeingSensors, OfTilesTheyFillIn) {
  const std::vector<Tile> tiles(4, empty_tile);
  const BodyId ground = world.add_body({.type = BodyType::fixed}), eye = world.add_body({.type = BodyType::fixed});
  const ShapeId cells = world.add_shape(ground, grid({.columns = 2, .rows = 2}, tiles), {});
  world.add_shape(eye, circle(Real(0.3), Vec2(Real(0.5), Real(0.5))), {.sensor = true, .sees_all = true});
  run(2);
  EXPECT_TRUE(world.sensor_begins().empty());
  world.set_tile(cells, 0, 0, solid_tile);
  run(1);
  EXPECT_EQ(world.sensor_begins().size(), 1u);
  run(1);
  EXPECT_TRUE(world.sensor_begins().empty() && world.sensor_ends().empty());
  world.set_tile(cells, 0, 0, empty_tile);
  run(1);
  EXPECT_EQ(world.sensor_ends().size(), 1u);
}

TEST_F(SeeingSensors, OfMoreThanThePairLimitAllowsRefuseTheStep) {
  world.set_pair_limit(10);
  const BodyId eye = world.add_body({.type = BodyType::fixed}), wall = world.add_body({.type = BodyType::fixed});
  const ShapeId sensor = world.add_shape(eye, box(4, 4), {.sensor = true, .sees_all = true});
  for (int i = 0; i < 11; ++i) world.add_shape(wall, circle(1));
  for (int i = 0; i < 2; ++i) {
    try {
      world.step(dt);
      FAIL() << "not refused";
    } catch (const std::length_error& error) {
      EXPECT_NE(std::string(error.what()).find("more than 10 pairs of shapes at rest are seen"), std::string::npos);
    }
  }
  EXPECT_EQ(world.tick(), 0u);
  world.remove_shape(world.shapes(wall)[0]);
  world.step(dt);
  EXPECT_EQ(world.sensor_begins().size(), 10u);
  for (const ContactEvent& begin : world.sensor_begins()) EXPECT_EQ(begin.shape_a, sensor);
}

// What sensors see pushes nothing and wakes nobody.
TEST_F(SeeingSensors, ChangeNoMotion) {
  for (int scene = 0; scene < bankshot_test::effort(30); ++scene) {
    World plain(WorldDef{.gravity = Vec2(0, -10)}), seeing = plain;
    for (int i = 0; i < 20; ++i) {
      BodyDef def;
      def.type = static_cast<BodyType>(random.below(3));
      def.position = random.vec2(4);
      if (def.type != BodyType::fixed) def.velocity = random.vec2(3);
      const Shape solid = any_shape(), eye = any_shape();
      for (World* const in : {&plain, &seeing}) {
        const BodyId body = in->add_body(def, solid);
        in->add_shape(body, eye, {.sensor = true, .sees_all = in == &seeing});
      }
    }
    for (int i = 0; i < 120; ++i) {
      plain.step(dt), seeing.step(dt);
      for (const BodyId body : plain.bodies()) {
        ASSERT_EQ(plain.position(body), seeing.position(body));
        ASSERT_EQ(plain.awake(body), seeing.awake(body));
      }
    }
  }
}

TEST_F(SeeingSensors, CountInComparisonsAndHashes) {
  World all, other;
  for (World* const in : {&all, &other}) {
    const BodyId body = in->add_body({});
    in->add_shape(body, circle(1), {.sensor = true, .sees_all = in == &all});
  }
  EXPECT_FALSE(all == other);
  EXPECT_NE(all.hash(), other.hash());
}

TEST_F(SeeingSensors, AreRefusedIfTheyAreNone) {
  const BodyId body = world.add_body({});
  EXPECT_EQ(refusal([&] { world.add_shape(body, circle(1), {.sees_all = true}); }),
            "add_shape: sees_all is true, but the shape is no sensor");
  EXPECT_TRUE(world.shapes(body).empty());
  const ShapeId sensor = world.add_shape(body, circle(1), {.sensor = true});
  EXPECT_FALSE(world.sees_all(sensor));
}

}  // namespace
}  // namespace bankshot::testing
