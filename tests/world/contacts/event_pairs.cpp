// Every begin has one end before the next begin, whatever the user does between steps: random worlds, random edits, and
// a model that knows only the events and what the public interface tells about the world.

#include "world/world_fixture.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace bankshot::testing {
namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  Real within(double lower, double upper) {
    return static_cast<Real>(lower + (upper - lower) * static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  Vec2 point(double size) {
    const Real x = within(-size, size);
    return Vec2(x, within(-size, size));
  }
  template <class T>
  T pick(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

// ---- the world --------------------------------------------------------------------------------------------------

Shape some_shape(Dice& dice) {
  const Real a = dice.within(0.3, 1), b = dice.within(0.3, 1);
  switch (dice.below(5)) {
    case 0: return circle(a / 2);
    case 1: return box(a, b);
    case 2: return capsule(Vec2(-a / 2, 0), Vec2(a / 2, 0), b / 4);
    case 3: {
      const Vec2 corners[] = {Vec2(-a, -b) / 2, Vec2(a, -b) / 2, Vec2(0, b) / 2};
      return polygon(corners);
    }
    default: return compound(std::vector<Shape>{box(a, b / 2, Vec2(0, b / 4)), box(a / 2, b, Vec2(-a / 4, 0))});
  }
}

Shape some_ground(Dice& dice) {
  const Vec2 bowl[] = {Vec2(-4, 3), Vec2(-2, 0), Vec2(2, 0), Vec2(4, 3)};
  switch (dice.below(4)) {
    case 0: return box(9, 1, Vec2(0, Real(-0.5)));
    case 1: return chain(bowl, false, dice.one_in(2) ? ChainSides::both : ChainSides::left);
    case 2: return container(box(8, 8, Vec2(0, 4)));
    default: return grid({.columns = 8, .rows = 2, .origin = Vec2(-4, -2)}, std::vector<Tile>(16, solid_tile));
  }
}

Material some_material(Dice& dice) { return {.restitution = Real(dice.below(3)) / 2, .friction = dice.within(0, 1)}; }

Filter some_filter(Dice& dice) {
  if (dice.one_in(2)) return {};
  return {.category = dice.one_in(2) ? 1u : 2u, .mask = dice.one_in(2) ? 3u : 1u, .group = dice.below(5) - 2};
}

ShapeDef some_def(Dice& dice) {
  return {.material = some_material(dice), .filter = some_filter(dice), .sensor = dice.one_in(4)};
}

void add_some_body(World& world, Dice& dice) {
  BodyDef def;
  const int type = dice.below(8);
  def.type = type == 0 ? BodyType::fixed : type == 1 ? BodyType::kinematic : BodyType::dynamic;
  def.position = Vec2(dice.within(-3, 3), dice.within(0, 4));
  def.rotation = Rotation::from_angle(dice.within(-3, 3));
  if (def.type != BodyType::fixed) def.velocity = dice.point(dice.one_in(5) ? 60 : 3);
  const BodyId body = world.add_body(def);
  for (int i = 0; i <= dice.below(2); ++i) world.add_shape(body, some_shape(dice), some_def(dice));
}

World some_world(Dice& dice) {
  World world({.gravity = dice.one_in(4) ? Vec2(0, 0) : Vec2(0, -10)});
  const BodyId ground = world.add_body({.type = BodyType::fixed});
  world.add_shape(ground, some_ground(dice));
  world.add_shape(ground, box(2, 3, dice.point(2)), {.sensor = true});
  const int bodies = 4 + dice.below(12);
  for (int i = 0; i < bodies; ++i) add_some_body(world, dice);
  return world;
}

// ---- what the user does -----------------------------------------------------------------------------------------

std::vector<ShapeId> all_shapes(const World& world) {
  std::vector<ShapeId> shapes;
  for (const BodyId body : world.bodies()) {
    for (const ShapeId shape : world.shapes(body)) shapes.push_back(shape);
  }
  return shapes;
}

void edit_body(World& world, Dice& dice) {
  const BodyId body = dice.pick(world.bodies());
  switch (dice.below(8)) {
    case 0: world.remove_body(body); break;
    case 1: world.set_pose(body, {dice.point(4), Rotation::from_angle(dice.within(-3, 3))}); break;
    case 2: world.set_pose(body, {Vec2(100, dice.within(-50, 50))}); break;
    case 3:
      world.set_type(body, dice.pick(std::vector{BodyType::fixed, BodyType::kinematic, BodyType::dynamic}));
      break;
    case 4: world.set_awake(body, false); break;
    case 5: world.set_awake(body, true); break;
    case 6:
      if (world.type(body) != BodyType::fixed) world.set_velocity(body, dice.point(30));
      break;
    default: world.add_shape(body, some_shape(dice), some_def(dice)); break;
  }
}

void edit_shape(World& world, Dice& dice) {
  const std::vector<ShapeId> shapes = all_shapes(world);
  if (shapes.empty()) return;
  const ShapeId shape = dice.pick(shapes);
  switch (dice.below(5)) {
    case 0: world.remove_shape(shape); break;
    case 1: world.set_filter(shape, some_filter(dice)); break;
    case 2: world.set_shape(shape, some_shape(dice)); break;
    case 3: world.set_material(shape, some_material(dice)); break;
    default:
      if (world.shape(shape).kind() != ShapeKind::grid) break;
      world.set_tile(shape, dice.below(8), dice.below(2),
                     dice.pick(std::vector{empty_tile, solid_tile, Tile{Tile::Form::one_way_up}}));
  }
}

void edit(World& world, Dice& dice) {
  if (world.body_count() < 4) add_some_body(world, dice);
  switch (dice.below(6)) {
    case 0: add_some_body(world, dice); break;
    case 1:
    case 2: edit_body(world, dice); break;
    case 3:
    case 4: edit_shape(world, dice); break;
    default: world.set_gravity(dice.one_in(2) ? Vec2(0, 0) : Vec2(0, -10)); break;
  }
}

// ---- the model --------------------------------------------------------------------------------------------------

using Pair = std::pair<ShapeId, ShapeId>;
Pair pair_of(ShapeId a, ShapeId b) { return a < b ? Pair{a, b} : Pair{b, a}; }
Pair pair_of(const ContactEvent& event) { return pair_of(event.shape_a, event.shape_b); }

/// Pairs that have begun and not ended.
class Open {
 public:
  void take(std::span<const ContactEvent> begins, std::span<const ContactEvent> ends) {
    std::set<Pair> seen;
    for (const ContactEvent& event : ends) {
      EXPECT_TRUE(seen.insert(pair_of(event)).second) << "twice in a step";
      EXPECT_EQ(pairs_.erase(pair_of(event)), 1u) << "an end without a begin";
    }
    for (const ContactEvent& event : begins) {
      EXPECT_TRUE(seen.insert(pair_of(event)).second) << "twice in a step";
      EXPECT_TRUE(pairs_.insert(pair_of(event)).second) << "a begin without an end in between";
    }
  }
  const std::set<Pair>& pairs() const { return pairs_; }

 private:
  std::set<Pair> pairs_;
};

bool filters_meet(const Filter& a, const Filter& b) {
  if (a.group != 0 && a.group == b.group) return a.group > 0;
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

bool moves(const World& world, ShapeId shape) { return world.type(world.body_of(shape)) == BodyType::dynamic; }

/// The places of shapes when a step began, and which bodies were awake.
struct Snapshot {
  std::map<ShapeId, Pose> poses;
  std::set<ShapeId> active;

  explicit Snapshot(const World& world) {
    for (const ShapeId shape : all_shapes(world)) {
      const BodyId body = world.body_of(shape);
      poses[shape] = world.pose(body);
      if (world.awake(body)) active.insert(shape);
    }
  }
};

/// An open pair must be able to touch, and must have been near when the step began.
void expect_possible(const World& world, const Snapshot& before, const Open& open, bool sensors) {
  std::set<Pair> hit;  // bodies that meet in flight may have come from afar
  for (const Impact& impact : world.impacts()) hit.insert(pair_of(impact.shape_a, impact.shape_b));
  for (const auto& [a, b] : open.pairs()) {
    ASSERT_TRUE(world.contains(a) && world.contains(b)) << "open, and one is gone";
    EXPECT_TRUE(moves(world, a) || moves(world, b));
    EXPECT_TRUE(filters_meet(world.filter(a), world.filter(b)));
    EXPECT_EQ(world.sensor(a) || world.sensor(b), sensors);
    if (!world.shape(a).convex() || !world.shape(b).convex() || hit.contains({a, b})) continue;
    const Real gap = closest_points(world.shape(a), before.poses.at(a), world.shape(b), before.poses.at(b)).distance;
    const bool looked_at = before.active.contains(a) || before.active.contains(b);
    EXPECT_LE(gap, sensors && looked_at ? Real(1e-3) : Real(1)) << "open, and far apart";
  }
}

/// A pair that overlapped by more than the slop when the step began, with one body awake, must be open.
void expect_complete(const World& world, const Snapshot& before, const Open& contacts, const Open& sensors) {
  for (const auto& [a, pose_a] : before.poses) {
    for (const auto& [b, pose_b] : before.poses) {
      if (!(a < b) || world.body_of(a) == world.body_of(b) || !(moves(world, a) || moves(world, b))) continue;
      if (!filters_meet(world.filter(a), world.filter(b)) || (world.sensor(a) && world.sensor(b))) continue;
      if (!before.active.contains(a) && !before.active.contains(b)) continue;
      if (!world.shape(a).convex() || !world.shape(b).convex()) continue;
      const auto exit = mtv(world.shape(a), pose_a, world.shape(b), pose_b);
      if (!exit || exit->depth < Real(0.01)) continue;
      const Open& open = world.sensor(a) || world.sensor(b) ? sensors : contacts;
      EXPECT_TRUE(open.pairs().contains({a, b})) << "overlapping by " << exit->depth << " and not open";
    }
  }
}

/// The touching pairs that the world lists are those that are open.
void expect_listed(const World& world, const Open& contacts) {
  std::set<Pair> listed;
  for (const Contact& contact : world.contacts()) listed.insert(pair_of(contact.shape_a, contact.shape_b));
  EXPECT_EQ(listed, contacts.pairs());
}

bool same_events(std::span<const ContactEvent> a, std::span<const ContactEvent> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

void expect_same_events(const World& a, const World& b) {
  EXPECT_TRUE(same_events(a.contact_begins(), b.contact_begins()) && same_events(a.contact_ends(), b.contact_ends()));
  EXPECT_TRUE(same_events(a.sensor_begins(), b.sensor_begins()) && same_events(a.sensor_ends(), b.sensor_ends()));
  EXPECT_EQ(a.impacts().size(), b.impacts().size());
}

void take_step(World& world, Open& contacts, Open& sensors, bool as_copy) {
  const Snapshot before(world);
  World copy = world;
  world.step(dt);
  if (as_copy) {
    copy.step(dt);
    expect_same_events(world, copy);
    EXPECT_TRUE(world == copy);
    world = std::move(copy);
  }
  contacts.take(world.contact_begins(), world.contact_ends());
  sensors.take(world.sensor_begins(), world.sensor_ends());
  expect_possible(world, before, contacts, false);
  expect_possible(world, before, sensors, true);
  expect_complete(world, before, contacts, sensors);
  expect_listed(world, contacts);
}

TEST(EventPairs, EveryBeginHasOneEndWhateverTheUserDoes) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Dice dice(seed);
    World world = some_world(dice);
    Open contacts, sensors;
    const int eagerness = 1 + dice.below(12);  // some worlds have time to fall asleep
    for (int i = 0; i < 150; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " step " + std::to_string(i));
      if (dice.one_in(eagerness)) refusal([&] { edit(world, dice); });  // a refused edit changes nothing
      take_step(world, contacts, sensors, dice.one_in(10));
      if (::testing::Test::HasFailure()) return;
    }
    SCOPED_TRACE("seed " + std::to_string(seed) + ", all removed");
    for (const BodyId body : world.bodies()) world.remove_body(body);
    world.step(dt);
    contacts.take(world.contact_begins(), world.contact_ends());
    sensors.take(world.sensor_begins(), world.sensor_ends());
    EXPECT_TRUE(contacts.pairs().empty() && sensors.pairs().empty());
  }
}

}  // namespace
}  // namespace bankshot::testing
