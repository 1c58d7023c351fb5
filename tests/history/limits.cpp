// Limits on the bytes of a world or recording: if they ask for more, they are refused with the name of the limit and
// the place, before anything is made.

#include <bankshot/history/recording.hpp>
#include <bankshot/shape/composites.hpp>

#include <functional>

#include "broad/counting_new.hpp"
#include "broad/counting_work.hpp"
#include "random_world.hpp"

namespace bankshot::testing {
namespace {

std::string load_refusal(std::span<const std::byte> bytes, const LoadLimits& limits) {
  const Result<World> result = try_load(bytes, {}, limits);
  return result ? "accepted" : result.reason();
}

/// Without the place, which depends on the size of Real.
std::string without_place(const std::string& message) { return message.substr(0, message.rfind(" (")); }

World of_shapes(std::initializer_list<Shape> shapes) {
  World world;
  const BodyId body = world.add_body({.type = BodyType::fixed});
  for (const Shape& shape : shapes) world.add_shape(body, shape);
  return world;
}

Shape strip() { return chain(std::array<Vec2, 3>{Vec2(0, 0), Vec2(1, 0), Vec2(2, 0)}); }
Shape pair_of_discs() { return compound(std::array<Shape, 2>{circle(1), circle(1, Vec2(3, 0))}); }
Shape tiles() { return grid({.columns = 2, .rows = 2, .cell = 1}, std::array<Tile, 4>{solid_tile, solid_tile}); }
Shape pixels() { return mask({.width = 2, .height = 2}, std::array<std::uint8_t, 4>{1, 0, 1, 1}); }

// ---- each limit, at its place ----

struct LoadCase {
  const char* name;
  std::function<World()> world;
  LoadLimits enough, too_little;
  const char* message;
};
void PrintTo(const LoadCase& given, std::ostream* out) { *out << given.name; }
std::string load_case_name(const ::testing::TestParamInfo<LoadCase>& given) { return given.param.name; }

class LoadLimit : public ::testing::TestWithParam<LoadCase> {};

TEST_P(LoadLimit, IsNamedWithItsValueAndWhatWasAskedFor) {
  const World world = GetParam().world();
  const std::vector<std::byte> bytes = save(world);
  EXPECT_EQ(load_refusal(bytes, GetParam().enough), "accepted");
  EXPECT_TRUE(load(bytes, {}, GetParam().enough) == world);
  EXPECT_EQ(without_place(load_refusal(bytes, GetParam().too_little)), GetParam().message);
}

World bodies(int count) {
  World world;
  for (int i = 0; i < count; ++i) world.add_body({});
  return world;
}

const LoadCase load_cases[] = {
    {"bodies",
     [] { return bodies(3); },
     {.bodies = 3},
     {.bodies = 2},
     "load: bodies: expected at most 2 bodies, got 3"},
    {"shapes",
     [] {
       return of_shapes({circle(1), circle(2), circle(1)});
     },
     {.shapes = 3},
     {.shapes = 2},
     "load: shapes: expected at most 2 shapes, got 3"},
    {"joints",
     [] {
       World world = bodies(3);
       const std::vector<BodyId> ids = world.bodies();
       world.add_joint(RevoluteDef{.body_a = ids[0], .body_b = ids[1]});
       world.remove_joint(world.add_joint(RevoluteDef{.body_a = ids[1], .body_b = ids[2]}));
       return world;
     },
     {.joints = 2},
     {.joints = 1},
     "load: joints: expected at most 1 joints, got 2"},
    {"corners_of_chains",
     [] { return of_shapes({strip()}); },
     {.corners = 3},
     {.corners = 2},
     "load: shapes: expected at most 2 corners, got 3"},
    {"corners_in_all",
     [] {
       return of_shapes({box(1, 1), strip()});
     },
     {.corners = 7},
     {.corners = 6},
     "load: shapes: expected at most 6 corners, got 3 more after 4"},
    {"corners_of_pieces",
     [] { return of_shapes({pair_of_discs()}); },
     {.corners = 2},
     {.corners = 1},
     "load: shapes: expected at most 1 corners, got 1 more after 1"},
    {"tiles",
     [] { return of_shapes({tiles()}); },
     {.tiles = 4},
     {.tiles = 3},
     "load: shapes: expected at most 3 tiles, got 4"},
    {"pixels",
     [] { return of_shapes({pixels()}); },
     {.pixels = 4},
     {.pixels = 3},
     "load: shapes: expected at most 3 pixels, got 4"},
    {"materials",
     [] {
       World world = of_shapes({tiles()});
       world.set_palette(world.shapes(world.bodies()[0])[0], std::array<Material, 2>{});
       return world;
     },
     {.materials = 2},
     {.materials = 1},
     "load: slots: expected at most 1 materials of palettes, got 2"},
};
INSTANTIATE_TEST_SUITE_P(All, LoadLimit, ::testing::ValuesIn(load_cases), load_case_name);

TEST(LoadLimits, OfBytesIsLookedAtFirst) {
  const std::vector<std::byte> bytes(1000);
  EXPECT_EQ(load_refusal(bytes, {.bytes = 999}), "load: head: expected at most 999 bytes, got 1000 (byte 0)");
  EXPECT_EQ(load_refusal(bytes, {.bytes = 1000}), "load: head: these are not the bytes of a world (byte 0)");
}

TEST(LoadLimits, NameThePlaceOfWhatIsTooMuch) {
  const std::vector<std::byte> bytes = save(of_shapes({circle(1)}));
  const std::string message = load_refusal(bytes, {.bodies = 0});
  const std::string place = message.substr(message.rfind("(byte ") + 6);
  EXPECT_EQ(std::to_integer<int>(bytes[std::stoul(place)]), 1);  // the number of bodies, its lowest byte first
}

// ---- shapes that are shared ----

TEST(LoadLimits, CountASharedShapeForEachThatHasIt) {
  World world;
  const Shape shared = strip();
  for (int i = 0; i < 10; ++i) world.add_body({.position = Vec2(Real(i), 0)}, shared);
  const std::vector<std::byte> bytes = save(world);
  EXPECT_EQ(load_refusal(bytes, {.corners = 30}), "accepted");
  EXPECT_EQ(without_place(load_refusal(bytes, {.corners = 29})),
            "load: slots: expected at most 29 corners, got 3 more after 27");
}

/// Each body has a centre of mass of its own, so each has its own copy of a shape that is written once.
World sharing(int count, const Shape& shared) {
  World world;
  for (int i = 0; i < count; ++i) {
    const BodyId body = world.add_body({.position = Vec2(0, Real(3000 * i))}, shared);
    world.add_shape(body, circle(1, Vec2(0, Real(i))));
  }
  world.step(dt);
  return world;
}

TEST(LoadLimits, BoundWhatSharedShapesTake) {
  std::vector<Shape> discs;
  for (int i = 0; i < 2000; ++i) discs.push_back(circle(1, Vec2(Real(3 * i), 0)));
  const std::vector<std::byte> bytes = save(sharing(100, compound(discs)));
  const auto bytes_of = [&](const LoadLimits& limits) {
    forget_most_bytes_in_use();
    const std::size_t before = bytes_in_use();
    static_cast<void>(try_load(bytes, {}, limits));
    return most_bytes_in_use() - before;
  };
  EXPECT_GT(bytes_of(no_load_limits), 50 * bytes.size());
  EXPECT_LT(bytes_of(LoadLimits{}), 20 * bytes.size());
}

// ---- recordings ----

TEST(LoadLimits, HoldForRecordings) {
  World world = of_shapes({circle(1)});
  world.add_body({.position = Vec2(0, 5)}, circle(1));
  Recording recording = begin_recording(world, dt);
  for (int i = 0; i < 4; ++i) record_step(recording, world);
  const std::vector<std::byte> bytes = save(recording);
  const auto reason = [&](const LoadLimits& limits) { return try_load_recording(bytes, limits).reason(); };
  EXPECT_EQ(reason({.ticks = 5}), "");
  EXPECT_EQ(without_place(reason({.ticks = 4})), "load_recording: ticks: expected at most 4 ticks, got 5");
  EXPECT_EQ(reason({.bytes = bytes.size()}), "");
  EXPECT_EQ(without_place(reason({.bytes = bytes.size() - 1})), "load_recording: head: expected at most " +
                                                                    std::to_string(bytes.size() - 1) + " bytes, got " +
                                                                    std::to_string(bytes.size()));
  EXPECT_EQ(verify(recording, {}, {.bodies = 2}), std::nullopt);
  EXPECT_THROW(verify(recording, {}, {.bodies = 1}), std::invalid_argument);
}

TEST(LoadLimits, AnyWorldIsWithinNone) {
  Random random(5);
  World world = random_world(random);
  for (int i = 0; i < 20; ++i) world.step(dt);
  EXPECT_TRUE(load(save(world)) == world);
  EXPECT_TRUE(load(save(world), {}, LoadLimits{}) == world);
}

}  // namespace
}  // namespace bankshot::testing
