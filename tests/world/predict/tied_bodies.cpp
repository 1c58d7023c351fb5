// A sub-world has, with a body, all that joints tie to it.

#include <bankshot/world/predict/sub_world.hpp>

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::SubWorld;
using detail::WorldAccess;
using detail::WorldState;

class TiedSubWorld : public WorldTest {
 protected:
  BodyId sleeper(Real x) { return world.add_body({.position = Vec2(x, 5), .awake = false}, circle(Real(0.5))); }
  detail::Rank rank(BodyId body) const { return WorldAccess::state(world).body_slots[body.slot].rank; }
  bool has(const SubWorld& part, BodyId body) const { return part.place(rank(body)) != detail::none; }
};

TEST_F(TiedSubWorld, HasBodiesThatAreTiedThroughOthersButNotThroughFixedOnes) {
  const BodyId ground = world.add_body({.type = BodyType::fixed});
  const BodyId a = sleeper(0), b = sleeper(10), c = sleeper(20), other = sleeper(30), free = sleeper(40);
  const JointId gone = world.add_joint(WeldDef{.body_a = a, .body_b = free});
  world.add_joint(DistanceDef{.body_a = b, .body_b = a});
  world.add_joint(DistanceDef{.body_a = ground, .body_b = other});
  world.add_joint(DistanceDef{.body_a = ground, .body_b = c});
  world.add_joint(WeldDef{.body_a = b, .body_b = c});
  world.add_joint(RevoluteDef{.body_a = c, .body_b = b});
  world.remove_joint(gone);
  world.step(dt);
  for (const BodyId body : {a, b, c, other, free}) world.set_awake(body, false);
  const SubWorld part(WorldAccess::state(world), rank(a));
  EXPECT_TRUE(has(part, a) && has(part, b) && has(part, c) && has(part, ground));
  EXPECT_FALSE(has(part, other) || has(part, free));
  const SubWorld alone(WorldAccess::state(world), rank(free));
  EXPECT_FALSE(has(alone, a) || has(alone, b) || has(alone, c) || has(alone, ground) || has(alone, other));
}

TEST_F(TiedSubWorld, HasTheirJointsInTheOrderOfTheWholesLists) {
  const BodyId a = sleeper(0), left_out = sleeper(90), far = sleeper(80), b = sleeper(10), c = sleeper(20);
  world.add_joint(WeldDef{.body_a = left_out, .body_b = far});
  const JointId first = world.add_joint(DistanceDef{.body_a = c, .body_b = a});
  world.add_joint(PrismaticDef{.body_a = a, .body_b = b, .axis = Vec2(1, 2)});
  world.remove_joint(first);
  world.add_joint(WeldDef{.body_a = b, .body_b = c});
  world.add_joint(DistanceDef{.body_a = a, .body_b = c, .length = 3, .user_data = 8});
  world.step(dt);
  for (const BodyId body : {a, b, c, far, left_out}) world.set_awake(body, false);
  SubWorld part(WorldAccess::state(world), rank(a));
  const WorldState& whole = WorldAccess::state(world);
  const WorldState& own = part.part();
  EXPECT_EQ(own.joint_slots.size(), 3u);
  for (const BodyId body : {a, b, c}) {
    std::uint32_t i = own.body_slots[part.place(rank(body))].first_joint;
    for (std::uint32_t w = whole.body_slots[body.slot].first_joint; w != detail::none;) {
      ASSERT_NE(i, detail::none);
      const detail::JointSlot &l = own.joint_slots[i], &r = whole.joint_slots[w];
      for (const int side : {0, 1}) {
        EXPECT_EQ(part.whole_body({l.body[side], 0}).slot, r.body[side]);
        EXPECT_EQ(l.anchor[side], r.anchor[side]);
      }
      EXPECT_EQ(l.kind, r.kind);
      EXPECT_EQ(l.axis, r.axis);
      EXPECT_EQ(l.length, r.length);
      i = l.next[l.body[0] == part.place(rank(body)) ? 0 : 1];
      w = r.next[r.body[0] == body.slot ? 0 : 1];
    }
    EXPECT_EQ(i, detail::none);
  }
  EXPECT_EQ(own.kept_apart.size(), 3u);
  part.step(dt);
  EXPECT_EQ(part.part().joint_slots.size(), 3u);
}

}  // namespace
}  // namespace bankshot::testing
