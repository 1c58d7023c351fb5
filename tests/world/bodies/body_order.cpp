// The order of bodies: by their first step, then by their own state, whatever order they were created in. Against a
// plain sort.

#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/structure.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <map>
#include <tuple>

namespace bankshot::testing {
namespace {

using detail::Rank;

struct NewBody {
  BodyDef def;
  Shape shape = circle(Real(0.5));
  ShapeDef of_shape = {};
};

class BodyOrder : public ::testing::Test {
 protected:
  World world;

  detail::WorldState& state() { return detail::WorldAccess::state(world); }
  BodyId add(const NewBody& body) {
    const BodyId id = world.add_body(body.def);
    world.add_shape(id, body.shape, body.of_shape);
    return id;
  }
  /// Numbers a body by its user data.
  std::uint64_t number(Rank rank) { return state().body_slots[state().bodies.slot[rank]].user_data.whole(); }
  /// The numbers of all bodies in the order of their ranks.
  std::vector<std::uint64_t> order() {
    detail::update_structure(state());
    std::vector<std::uint64_t> numbers;
    for (Rank rank = 0; rank < state().bodies.size(); ++rank) numbers.push_back(number(rank));
    return numbers;
  }
  template <class T>
  void shuffle(Random& random, std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    }
  }
};

/// A place on a fine lattice, and its number along a curve in each quadrant: its bits and those of the other coordinate
/// in turn, y before x.
struct CurvePlace {
  int x = 0, y = 0;
  CurvePlace(Random& random) : x(coordinate(random)), y(coordinate(random)) {}
  Vec2 position() const { return Vec2(static_cast<Real>(x) / 256, static_cast<Real>(y) / 256); }
  std::pair<int, std::uint64_t> key() const {
    std::uint64_t code = 0;
    for (int bit = 30; bit >= 0; --bit) {
      for (const int value : {y, x}) code = 2 * code + (static_cast<std::uint64_t>(std::abs(value)) >> bit & 1);
    }
    return {(x < 0 ? 1 : 0) + (y < 0 ? 2 : 0), code};
  }

 private:
  /// Near and far, with few digits so that no precision rounds it.
  static int coordinate(Random& random) {
    const int digits = random.below(256) - 128;
    return digits * (1 << random.below(20));
  }
};

TEST_F(BodyOrder, RunsAlongACurveThroughThePlane) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    std::map<std::pair<int, std::uint64_t>, Vec2> places;
    for (int i = 0; i < 60; ++i) {
      const CurvePlace place(random);
      places.emplace(place.key(), place.position());
    }
    std::vector<NewBody> bodies;
    std::vector<std::uint64_t> expected;
    for (const auto& [key, position] : places) {
      expected.push_back(bodies.size());
      bodies.push_back({.def = {.position = position, .user_data = bodies.size()}});
    }
    for (int creation = 0; creation < 3; ++creation) {
      shuffle(random, bodies);
      world = World();
      for (const NewBody& body : bodies) add(body);
      ASSERT_EQ(order(), expected) << "seed " << seed;
    }
  }
}

/// All properties in which two bodies at one place may differ, each with the value that comes first and the other one,
/// in the order in which properties decide.
struct Property {
  const char* name;
  std::function<void(NewBody&, bool)> set;  ///< to the second value if true
};

const std::vector<Property>& properties() {
  static const std::vector<Property> all{
      {"rotation", [](NewBody& b, bool second) { b.def.rotation = Rotation::from_angle(second ? 1 : 2); }},
      {"velocity, x", [](NewBody& b, bool second) { b.def.velocity.x() = second ? 1 : -1; }},
      {"velocity, y", [](NewBody& b, bool second) { b.def.velocity.y() = second ? 1 : -1; }},
      {"angular velocity", [](NewBody& b, bool second) { b.def.angular_velocity = second ? 1 : -1; }},
      {"can sleep", [](NewBody& b, bool second) { b.def.can_sleep = second; }},
      {"density", [](NewBody& b, bool second) { b.of_shape.material.density = second ? 2 : 1; }},
      {"gravity scale", [](NewBody& b, bool second) { b.def.gravity_scale = second ? 1 : 0; }},
      {"linear damping", [](NewBody& b, bool second) { b.def.linear_damping = second ? 1 : 0; }},
      {"angular damping", [](NewBody& b, bool second) { b.def.angular_damping = second ? 1 : 0; }},
      {"table friction", [](NewBody& b, bool second) { b.def.table_friction.linear = second ? 1 : 0; }},
      {"friction of turning", [](NewBody& b, bool second) { b.def.table_friction.angular = second ? 1 : 0; }},
      {"restitution", [](NewBody& b, bool second) { b.of_shape.material.restitution = second ? 1 : 0; }},
      {"friction", [](NewBody& b, bool second) { b.of_shape.material.friction = second ? 1 : 0; }},
      {"surface speed", [](NewBody& b, bool second) { b.of_shape.material.surface_speed = second ? 1 : -1; }},
      {"rolling resistance", [](NewBody& b, bool second) { b.of_shape.material.rolling_resistance = second ? 1 : 0; }},
      {"category", [](NewBody& b, bool second) { b.of_shape.filter.category = second ? 2 : 1; }},
      {"mask", [](NewBody& b, bool second) { b.of_shape.filter.mask = second ? 2 : 1; }},
      {"group", [](NewBody& b, bool second) { b.of_shape.filter.group = second ? 1 : -1; }}};
  return all;
}

TEST_F(BodyOrder, IsByTheirStateWhereTheyShareAPlace) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    std::vector<std::pair<std::vector<bool>, NewBody>> bodies;
    for (int i = 0; i < 12; ++i) {
      auto& [key, body] = bodies.emplace_back();
      for (const Property& property : properties()) {
        key.push_back(random.one_in(6));
        property.set(body, key.back());
      }
    }
    for (int creation = 0; creation < 2; ++creation) {
      shuffle(random, bodies);
      world = World();
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].second.def.user_data = i;
        add(bodies[i].second);
      }
      std::vector<std::uint64_t> expected;
      for (std::size_t i = 0; i < bodies.size(); ++i) expected.push_back(i);
      std::stable_sort(expected.begin(), expected.end(),  // equal bodies stay in the order of creation
                       [&](std::uint64_t l, std::uint64_t r) { return bodies[l].first < bodies[r].first; });
      ASSERT_EQ(order(), expected) << "seed " << seed;
    }
  }
}

/// Pairs of bodies at one place of which the first comes before the second, for differences of more than one property.
std::vector<std::tuple<const char*, NewBody, NewBody>> unlike_bodies() {
  const NewBody plain;
  std::vector<std::tuple<const char*, NewBody, NewBody>> pairs;
  const auto differ = [&](const char* name, auto&& edit_first, auto&& edit_second) {
    auto& [text, first, second] = pairs.emplace_back(name, plain, plain);
    edit_first(first), edit_second(second);
  };
  const auto nothing = [](NewBody&) {};
  differ(
      "type", [](NewBody& b) { b.def.type = BodyType::fixed; }, [](NewBody& b) { b.def.type = BodyType::kinematic; });
  differ(
      "type", [](NewBody& b) { b.def.type = BodyType::kinematic; }, nothing);
  differ(
      "asleep", [](NewBody& b) { b.def.awake = false; }, nothing);
  differ("locked x", nothing, [](NewBody& b) { b.def.locks.x = true; });
  differ("locked y", nothing, [](NewBody& b) { b.def.locks.y = true; });
  differ("locked rotation", nothing, [](NewBody& b) { b.def.locks.rotation = true; });
  // Of fixed bodies, which have no mass: shapes alone.
  const auto fixed = [](NewBody& b) { b.def.type = BodyType::fixed; };
  const auto shaped = [&](const Shape& shape) { return [&fixed, shape](NewBody& b) { fixed(b), b.shape = shape; }; };
  differ("number of corners", shaped(circle(1)), shaped(segment(Vec2(-1, 0), Vec2(1, 0))));
  differ("radius", shaped(circle(Real(0.5))), shaped(circle(1)));
  differ("corners", shaped(box(2, 2)), shaped(box(1, 1)));  // the first one is at the lower left
  differ("sensor", fixed, [&](NewBody& b) { fixed(b), b.of_shape.sensor = true; });
  return pairs;
}

TEST_F(BodyOrder, OfTwoAtOnePlaceIsTheSameWhicheverWasThereFirst) {
  for (const auto& [name, first, second] : unlike_bodies()) {
    for (const bool backwards : {false, true}) {
      world = World();
      NewBody one = first, other = second;
      one.def.user_data = 1, other.def.user_data = 2;
      add(backwards ? other : one), add(backwards ? one : other);
      EXPECT_EQ(order(), (std::vector<std::uint64_t>{1, 2})) << name;
    }
  }
}

TEST_F(BodyOrder, IsByForcesToo) {
  const std::tuple<Vec2, Real> forces[] = {{Vec2(-1, 0), Real(0)}, {Vec2(0, -1), Real(0)}, {Vec2(0, 0), Real(-1)},
                                           {Vec2(0, 0), Real(0)},  {Vec2(0, 0), Real(1)},  {Vec2(0, 1), Real(0)},
                                           {Vec2(1, 0), Real(0)}};
  for (const bool backwards : {false, true}) {
    world = World();
    std::vector<std::uint64_t> expected;
    for (std::size_t i = 0; i < std::size(forces); ++i) {
      const std::size_t which = backwards ? std::size(forces) - 1 - i : i;
      const BodyId body = add({.def = {.user_data = which}});
      world.apply_force(body, std::get<0>(forces[which]));
      world.apply_torque(body, std::get<1>(forces[which]));
      expected.push_back(i);
    }
    EXPECT_EQ(order(), expected);
  }
}

// A body with more shapes comes after one that has only the first of them. The shapes are sensors, which weigh nothing.
TEST_F(BodyOrder, IsByAllShapes) {
  for (const bool backwards : {false, true}) {
    world = World();
    for (int i = 0; i < 3; ++i) {
      const int extra = backwards ? 2 - i : i;
      const BodyId body = add({.def = {.user_data = static_cast<std::uint64_t>(extra)}});
      for (int k = 0; k < extra; ++k) world.add_shape(body, circle(1), {.sensor = true});
    }
    EXPECT_EQ(order(), (std::vector<std::uint64_t>{0, 1, 2}));
  }
}

// Bodies that stay close up their ranks, and new bodies follow; handles lead to their bodies and shapes all the while.
TEST_F(BodyOrder, KeepsTheOldBeforeTheNew) {
  Random random(5);
  std::vector<std::uint64_t> ranked;  // numbers
  std::map<std::uint64_t, BodyId> handles;
  std::uint64_t next = 0;
  for (int round = 0; round < 200; ++round) {
    std::map<std::pair<int, std::uint64_t>, std::uint64_t> young;
    const int count = random.below(8);
    for (int i = 0; i < count; ++i) {
      const CurvePlace place(random);
      if (young.count(place.key()) != 0) continue;
      const BodyId body = add({.def = {.position = place.position(), .user_data = next}});
      if (random.one_in(3)) world.add_shape(body, circle(Real(0.25)));
      handles.emplace(next, body), young.emplace(place.key(), next), ++next;
    }
    for (auto it = handles.begin(); it != handles.end();) {
      if (random.one_in(6)) {
        const std::uint64_t gone = it->first;
        world.remove_body(it->second);
        std::erase(ranked, gone);
        std::erase_if(young, [gone](const auto& body) { return body.second == gone; });
        it = handles.erase(it);
      } else {
        ++it;
      }
    }
    for (const auto& [key, number] : young) ranked.push_back(number);
    ASSERT_EQ(order(), ranked) << round;
    std::vector<ShapeId> shapes;
    for (Rank rank = 0; rank < ranked.size(); ++rank) {
      const BodyId body = handles.at(ranked[rank]);
      ASSERT_EQ(detail::rank_of(state(), body, "test"), rank);
      ASSERT_EQ(state().proxy_begin[rank], shapes.size());
      for (const ShapeId shape : world.shapes(body)) {
        ASSERT_EQ(state().shape_slots[shape.slot].proxy, shapes.size());
        ASSERT_EQ(state().proxies[shapes.size()].shape, shape);
        ASSERT_EQ(state().proxies[shapes.size()].body, rank);
        shapes.push_back(shape);
      }
    }
    ASSERT_EQ(state().proxies.size(), shapes.size());
    ASSERT_EQ(state().proxy_begin.back(), shapes.size());
  }
}

// Contacts belong to their shapes, whatever the numbers of these are now; contacts of removed shapes end.
TEST_F(BodyOrder, CarriesContactsOver) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    world = World();
    for (int i = 0; i < 12; ++i) add({.def = {.position = Vec2(static_cast<Real>(4 * i), 0)}});
    order();
    std::vector<std::pair<ShapeId, ShapeId>> kept, ended;
    const std::vector<BodyId> bodies = world.bodies();
    const int first_gone = random.below(12), other_gone = random.below(12);
    const auto shape_of = [&](std::uint32_t proxy) { return state().proxies[proxy].shape; };
    for (std::uint32_t a = 0; a < 12; ++a) {
      for (std::uint32_t b = a + 1; b < 12; ++b) {
        if (!random.one_in(4)) continue;
        detail::CachedContact& contact = state().contacts.emplace_back();
        contact.key = {a, b, 0, 0}, contact.touching = random.one_in(2);
        bool gone = false;
        for (const int body : {first_gone, other_gone})
          gone |= static_cast<int>(a) == body || static_cast<int>(b) == body;
        if (!gone) kept.emplace_back(shape_of(a), shape_of(b));
        if (gone && contact.touching) ended.emplace_back(shape_of(a), shape_of(b));
      }
    }
    const ShapeId one = world.shapes(bodies[static_cast<std::size_t>(first_gone)])[0];
    world.remove_body(bodies[static_cast<std::size_t>(other_gone)]);
    if (first_gone != other_gone) world.remove_shape(one);
    detail::settle_contacts(state());
    detail::forget_edited_contacts(state());
    order();
    std::vector<std::pair<ShapeId, ShapeId>> found, told;
    for (const detail::CachedContact& contact : state().contacts) {
      found.emplace_back(shape_of(contact.key.a), shape_of(contact.key.b));
    }
    for (const ContactEvent& end : state().pending_contact_ends) told.emplace_back(end.shape_a, end.shape_b);
    EXPECT_EQ(found, kept) << seed;
    EXPECT_EQ(told, ended) << seed;
    EXPECT_TRUE(std::is_sorted(state().contacts.begin(), state().contacts.end(), detail::before));
  }
}

// Thousands of bodies are added and removed without a step in between: the places of removed ones are used again.
TEST_F(BodyOrder, DropsWhatPassesBetweenTwoSteps) {
  const BodyId old = add({.def = {.position = Vec2(1, 1), .user_data = 1}});
  order();
  const BodyId first = add({.def = {.position = Vec2(3, 1), .user_data = 3}});
  for (int i = 0; i < 5000; ++i) {
    world.remove_body(add({}));
    ASSERT_LE(state().bodies.size(), 2u + 64u);
  }
  EXPECT_EQ(world.position(first), Vec2(3, 1));
  const BodyId second = add({.def = {.position = Vec2(2, 1), .user_data = 2}});
  EXPECT_EQ(order(), (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(detail::rank_of(state(), old, "test"), 0u);
  EXPECT_EQ(detail::rank_of(state(), second, "test"), 1u);
  EXPECT_EQ(detail::rank_of(state(), first, "test"), 2u);
}

}  // namespace
}  // namespace bankshot::testing
