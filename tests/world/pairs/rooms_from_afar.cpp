// Rooms that lie far from the origin of their body, so that rounding of places is large beside the bodies in them.

#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>

#include "effort.hpp"
#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <limits>

namespace bankshot::testing {
namespace {

using detail::PartCandidate;
using detail::PartCandidates;

/// The parts and limits of two shapes that are found within a reach.
std::vector<PartCandidate> found_within(const World& world, Real reach) {
  PartCandidates candidates;
  detail::part_pairs(detail::WorldAccess::state(world), 0, 1, reach, {}, candidates);
  return candidates.list;
}

/// A round room, or one with walls, and a disc or a box somewhere in the midst of it.
World room_from_afar(Random& random) {
  World world(WorldDef{});
  const Real size = random.real(0.5, 4), turn = random.real(-3, 3), inner = size * random.real(0.05, 0.2);
  const Vec2 middle = size * random.vec2(1000);
  const Shape room = random.one_in(2) ? circle(size, middle) : box(2 * size, 2 * size, middle);
  const Rotation rotation = Rotation::from_angle(turn);
  const Vec2 place = random.vec2(1), off = size * random.vec2(0.3);
  world.add_body({.type = BodyType::fixed, .position = place - rotation * middle, .rotation = rotation},
                 container(room));
  const Shape content = random.one_in(2) ? circle(inner) : box(2 * inner, inner);
  world.add_body({.position = place + off, .rotation = Rotation::from_angle(random.real(-3, 3))}, content);
  world.step(dt);  // numbers the shapes
  return world;
}

// A body in a room is near those limits of the room that are within reach, and a wider reach finds these and more. So a
// limit at exactly the gap that the reach allows is found, also where a circle is first asked whether anything can be
// there.
TEST(RoomsFromAfar, LimitsWithinReachAreFound) {
  Random random(1);
  for (int draw = 0; draw < bankshot_test::effort(2000); ++draw) {
    const World world = room_from_afar(random);
    const std::vector<PartCandidate> all = found_within(world, std::numeric_limits<Real>::infinity());
    ASSERT_FALSE(all.empty());
    for (const PartCandidate& limit : all) {
      const std::vector<PartCandidate> found = found_within(world, limit.gap);
      const auto expected =
          std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.gap <= limit.gap; });
      ASSERT_EQ(static_cast<std::ptrdiff_t>(found.size()), expected) << draw << " gap " << limit.gap;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
