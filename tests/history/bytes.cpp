// A world as bytes: the loaded world is equal and continues bit for bit.

#include "effort.hpp"
#include "random_world.hpp"

#include <bankshot/shape/stored_pieces.hpp>

#include <cstring>

namespace bankshot::testing {
namespace {

void expect_same_events(const World& a, const World& b) {
  ASSERT_EQ(a.impacts().size(), b.impacts().size());
  for (std::size_t i = 0; i < a.impacts().size(); ++i) {
    EXPECT_EQ(a.impacts()[i].time, b.impacts()[i].time);
    EXPECT_EQ(a.impacts()[i].shape_b, b.impacts()[i].shape_b);
    EXPECT_EQ(a.impacts()[i].feature_a, b.impacts()[i].feature_a);
    EXPECT_EQ(a.impacts()[i].impulse, b.impacts()[i].impulse);
  }
  const auto same = [](std::span<const ContactEvent> l, std::span<const ContactEvent> r) {
    return std::equal(l.begin(), l.end(), r.begin(), r.end());
  };
  EXPECT_TRUE(same(a.contact_begins(), b.contact_begins()));
  EXPECT_TRUE(same(a.contact_ends(), b.contact_ends()));
  EXPECT_TRUE(same(a.sensor_begins(), b.sensor_begins()));
  EXPECT_TRUE(same(a.sensor_ends(), b.sensor_ends()));
  EXPECT_TRUE(same_penetrations(a, b));
}

/// Continues with both worlds in the same way, edits included.
void expect_same_future(World& a, World& b, Random& random) {
  for (int i = 0; i < 40; ++i) {
    if (i % 10 == 5) {
      Random copy = random;
      edit(a, random, true), edit(b, copy, true);
    }
    ASSERT_EQ(a.step(dt), b.step(dt));
    ASSERT_TRUE(a == b) << "step " << i;
    ASSERT_EQ(a.hash(), b.hash()) << "step " << i;
    expect_same_events(a, b);
  }
}

TEST(Bytes, RandomWorldsComeBackAndGoOnAlike) {
  std::size_t contacts = 0, sensors = 0, asleep = 0;
  for (int seed = 0; seed < bankshot_test::effort(40); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(static_cast<std::uint64_t>(seed));
    World world = random_world(random);
    const std::array<int, 5> ages = {0, 1, 7, 60, 240};
    for (int i = ages[static_cast<std::size_t>(random.below(5))]; i > 0; --i) {
      if (random.one_in(20)) edit(world, random, true);
      world.step(dt);
      sensors += world.sensor_begins().size();
    }
    for (int i = random.below(3); i > 0; --i) edit(world, random, true);
    contacts += world.contacts().size();
    for (const BodyId body : world.bodies())
      asleep += world.type(body) != BodyType::fixed && !world.awake(body) ? 1 : 0;

    const std::vector<std::byte> bytes = save(world);
    World again = load(bytes);
    ASSERT_TRUE(again == world);
    ASSERT_EQ(again.hash(), world.hash());
    ASSERT_EQ(save(again), bytes);
    expect_same_events(world, again);
    ASSERT_EQ(again.energy_ledger().booked(), world.energy_ledger().booked());
    ASSERT_EQ(again.pick(Vec2(0, Real(-0.5))), world.pick(Vec2(0, Real(-0.5))));
    for (const BodyId body : world.bodies()) ASSERT_EQ(again.user_data(body), world.user_data(body));
    expect_same_future(world, again, random);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(contacts, bankshot_test::effort(200u));
  EXPECT_GT(sensors, bankshot_test::effort(10u));
  EXPECT_GT(asleep, bankshot_test::effort(20u));
}

// A compound of an arrow hides edges and counts a thickness that its pieces alone would not show.
TEST(Bytes, ShapesComeBackWithWhatTheyDoNotShow) {
  const Shape made = compound(std::array<Shape, 2>{arrow(1), box(1, Real(0.5), Vec2(2, 0))});
  World world;
  const BodyId body = world.add_body({}, made);
  const World again = load(save(world));
  const Shape& read = again.shape(again.shapes(body)[0]);
  const auto& a = *static_cast<const detail::StoredPieces*>(detail_parts(made));
  const auto& b = *static_cast<const detail::StoredPieces*>(detail_parts(read));
  EXPECT_EQ(a.extent, b.extent);
  ASSERT_EQ(a.size(), b.size());
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    const detail::Piece l = a.piece(i), r = b.piece(i);
    ASSERT_EQ(l.view.count, r.view.count);
    EXPECT_EQ(l.view.reach, r.view.reach);
    for (int k = 0; k < l.view.count; ++k) {
      EXPECT_EQ(l.view.points[k], r.view.points[k]);
      EXPECT_EQ(l.view.normals[k], r.view.normals[k]);
      EXPECT_EQ(l.seams[k].before, r.seams[k].before);
      EXPECT_EQ(l.seams[k].after, r.seams[k].after);
      EXPECT_EQ(l.seams[k].corner, r.seams[k].corner);
      EXPECT_EQ(l.seams[k].edge, r.seams[k].edge);
    }
  }
}

// Eight pixels per byte, in whole bytes and a part of one, whatever the first pixel is.
TEST(Bytes, EachPixelOfAMaskComesBack) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const int width = 1 + random.below(9), height = 1 + random.below(5);
    std::vector<std::uint8_t> marks;
    for (int k = 0; k < width * height; ++k) marks.push_back(random.one_in(2) ? 1 : 0);
    marks.back() = 1;
    World world;
    const BodyId body = world.add_body({}, mask({.width = width, .height = height}, marks));
    const World again = load(save(world));
    const Shape& read = again.shape(again.shapes(body)[0]);
    for (int k = 0; k < width * height; ++k) {
      EXPECT_EQ(pixel(read, k % width, k / width), marks[static_cast<std::size_t>(k)] != 0) << "pixel " << k;
    }
  }
}

// A rounding radius of -0 acts like one of 0, but has other bits.
TEST(Bytes, MinusZeroIsKept) {
  World world;
  world.add_body({.type = BodyType::fixed, .position = Vec2(Real(-0.0), 0)},
                 container(box(4, 2, Vec2::Zero(), {}, Real(-0.0))));
  EXPECT_TRUE(load(save(world)) == world);
}

/// A body that loses its numbers may leave contacts whose impulses are not numbers.
TEST(Bytes, AWorldInWhichABodyFrozeComesBack) {
  static BodyId target;
  static ForceOutput madness;
  constexpr Real none = std::numeric_limits<Real>::quiet_NaN(), much = std::numeric_limits<Real>::max();
  int frozen = 0;
  for (int n = 0; n < 12; ++n) {
    World world({.gravity = Vec2(0, -10)});
    world.add_body({.type = BodyType::fixed}, box(20, 2, Vec2(0, -1)));
    std::vector<BodyId> tower;
    for (int i = 0; i < 3; ++i) {
      tower.push_back(world.add_body({.position = Vec2(0, Real(0.5) + static_cast<Real>(i))}, box(1, 1)));
    }
    for (int i = 0; i < 20; ++i) world.step(dt);
    target = tower[static_cast<std::size_t>(n % 2)];
    const Real size = n % 4 < 2 ? none : much;
    madness = n < 4   ? ForceOutput{.force = Vec2(size, 0), .torque = 0}
              : n < 8 ? ForceOutput{.force = Vec2(0, -size), .torque = 0}
                      : ForceOutput{.force = Vec2(0, 0), .torque = size};
    world.set_force_hook({[](const void*, const ForceInput& input) noexcept {
      return input.body == target ? madness : ForceOutput{.force = Vec2(0, 0), .torque = 0};
    }});
    frozen += has(world.step(dt), StepStatus::body_frozen) ? 1 : 0;
    world.set_force_hook({});
    const Result<World> again = try_load(save(world));
    ASSERT_TRUE(again) << n << ": " << again.reason();
    EXPECT_EQ(again->hash(), world.hash()) << n;
  }
  EXPECT_GT(frozen, 6);
}

TEST(Bytes, StaleHandlesStayStale) {
  World world;
  const BodyId first = world.add_body({}, circle(1));
  world.remove_body(first);
  const BodyId second = world.add_body({}, circle(1));
  ASSERT_EQ(second.slot, first.slot);
  World again = load(save(world));
  EXPECT_FALSE(again.contains(first));
  EXPECT_TRUE(again.contains(second));
  EXPECT_EQ(again.add_body({}), world.add_body({}));
}

PairMaterial slippery(const Material&, const Material&) noexcept { return {.restitution = 0, .friction = 0}; }
ForceOutput wind(const void*, const ForceInput& body) noexcept { return {.force = Vec2(body.mass, 0)}; }

TEST(Bytes, HooksArePassedAgain) {
  World world(WorldDef{.mix = slippery, .force_hook = {wind, nullptr}});
  world.add_body({}, circle(1));
  for (int i = 0; i < 3; ++i) world.step(dt);
  const std::vector<std::byte> bytes = save(world);
  World again = load(bytes, {.mix = slippery, .force_hook = {wind, nullptr}});
  EXPECT_TRUE(again == world);
  world.step(dt), again.step(dt);
  EXPECT_TRUE(again == world);
  EXPECT_NE(try_load(bytes).reason().find("the world had a mix rule, pass it among the hooks"), std::string::npos);
  EXPECT_NE(try_load(bytes, {.mix = slippery}).reason().find("the world had a force hook"), std::string::npos);
  EXPECT_NE(try_load(save(World{}), {.mix = slippery}).reason().find("had no mix rule, and one was passed"),
            std::string::npos);
}

// The same numbers in the same places, whatever the machine: written down once.
TEST(Bytes, TheFormatIsThatOfVersionSeven) {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  world.add_body({.position = Vec2(3, 4)}, circle(2));
  const std::vector<std::byte> bytes = save(world);
  const auto number = [&bytes](std::size_t at) { return std::to_integer<int>(bytes[at]); };
  const std::array<int, 16> head = {'B', 'K', 'W', 'S', 7, 0, 0, 0, sizeof(Real), 0, 0, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < head.size(); ++i) EXPECT_EQ(number(i), head[i]) << i;
  EXPECT_EQ(static_cast<std::size_t>(number(16) + 256 * number(17)), bytes.size() - 32);
  // Gravity: 0, and -10 in IEEE 754, the lowest byte first.
  const std::size_t y = 32 + sizeof(Real);
  EXPECT_EQ(number(y + sizeof(Real) - 1), 0xc1 - (sizeof(Real) == 8 ? 1 : 0));
  EXPECT_EQ(number(y + sizeof(Real) - 2), sizeof(Real) == 8 ? 0x24 : 0x20);
  if (sizeof(Real) != 4) return;
  EXPECT_EQ(bytes.size(), 796u);
  std::uint64_t hash = 0;
  for (std::size_t i = 8; i-- > 0;) hash = hash << 8 | static_cast<unsigned>(number(24 + i));
  EXPECT_EQ(hash, 12008333642516269248u);
}

}  // namespace
}  // namespace bankshot::testing
