#pragma once
// A plain model of a world after a series of orders: lists of present bodies, removed bodies and contacts. A fuzz
// target keeps it beside a world, and checks the world against it.

#include "laws.hpp"

#include <bankshot/world/world.hpp>

#include <set>
#include <tuple>

namespace bankshot_fuzz {

using namespace bankshot;

struct ModelShape {
  ShapeId id;
  bool sensor = false;
};

struct ModelBody {
  BodyId id;
  BodyType type = BodyType::dynamic;
  std::uint64_t user_data = 0;
  bool can_sleep = true;
  std::vector<ModelShape> shapes;
};

class Model {
 public:
  std::vector<ModelBody> bodies;  ///< present ones

  void remove_body(std::size_t i) {
    for (const ModelShape& shape : bodies[i].shapes) gone_shapes_.push_back(shape.id);
    gone_.push_back(bodies[i].id);
    bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(i));
  }
  void remove_shape(std::size_t body, std::size_t shape) {
    std::vector<ModelShape>& shapes = bodies[body].shapes;
    gone_shapes_.push_back(shapes[shape].id);
    shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(shape));
  }

  /// Call after each step that was taken.
  void step(const World& world, StepStatus status) {
    for (ModelBody& body : bodies) {
      const BodyType now = world.type(body.id);
      BANKSHOT_LAW(now == body.type || (has(status, StepStatus::body_frozen) && now == BodyType::fixed));
      body.type = now;
    }
    follow(world.contact_begins(), world.contact_ends(), touching_);
    follow(world.sensor_begins(), world.sensor_ends(), sensed_);
  }

  void check(const World& world) const {
    BANKSHOT_LAW(world.body_count() == bodies.size() && world.bodies().size() == bodies.size());
    for (const ModelBody& body : bodies) check(world, body);
    for (const BodyId id : gone_) BANKSHOT_LAW(!world.contains(id));
    for (const ShapeId id : gone_shapes_) BANKSHOT_LAW(!world.contains(id));
    for (const Contact& contact : world.contacts()) check(world, contact);
    if (!gone_.empty()) {
      bool refused = false;
      try {
        static_cast<void>(world.pose(gone_.back()));
      } catch (const std::invalid_argument&) {
        refused = true;
      }
      BANKSHOT_LAW(refused);
    }
  }

  const ModelShape* find(ShapeId id) const {
    for (const ModelBody& body : bodies) {
      for (const ModelShape& shape : body.shapes) {
        if (shape.id == id) return &shape;
      }
    }
    return nullptr;
  }

 private:
  using Pair = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

  static Pair pair_of(const ContactEvent& event) {
    return {event.shape_a.slot, event.shape_a.generation, event.shape_b.slot, event.shape_b.generation};
  }
  static Pair swapped(const Pair& pair) {
    return {std::get<2>(pair), std::get<3>(pair), std::get<0>(pair), std::get<1>(pair)};
  }

  /// One end follows every begin before the next begin of that pair.
  static void follow(std::span<const ContactEvent> begins, std::span<const ContactEvent> ends, std::set<Pair>& now) {
    for (const ContactEvent& event : ends)
      BANKSHOT_LAW(now.erase(pair_of(event)) + now.erase(swapped(pair_of(event))) == 1);
    for (const ContactEvent& event : begins) {
      BANKSHOT_LAW(now.count(swapped(pair_of(event))) == 0 && now.insert(pair_of(event)).second);
    }
  }

  static void check(const World& world, const ModelBody& body) {
    BANKSHOT_LAW(world.contains(body.id) && world.type(body.id) == body.type);
    BANKSHOT_LAW(world.user_data(body.id) == body.user_data);
    BANKSHOT_LAW(world.definition(body.id).can_sleep == body.can_sleep);
    const std::vector<ShapeId> shapes = world.shapes(body.id);
    BANKSHOT_LAW(shapes.size() == body.shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      BANKSHOT_LAW(shapes[i] == body.shapes[i].id && world.contains(shapes[i]) && world.body_of(shapes[i]) == body.id);
      BANKSHOT_LAW(world.sensor(shapes[i]) == body.shapes[i].sensor);
    }
    const Pose pose = world.pose(body.id);
    BANKSHOT_LAW(finite(pose.position) && finite(pose.rotation.c) && finite(pose.rotation.s));
    BANKSHOT_LAW(finite(world.velocity(body.id)) && finite(world.angular_velocity(body.id)));
    if (world.awake(body.id)) {
      BANKSHOT_LAW(body.type != BodyType::fixed);
    } else {
      BANKSHOT_LAW(world.velocity(body.id) == Vec2(0, 0) && world.angular_velocity(body.id) == 0);
    }
  }

  void check(const World& world, const Contact& contact) const {
    const ModelShape *const a = find(contact.shape_a), *const b = find(contact.shape_b);
    BANKSHOT_LAW(a != nullptr && b != nullptr && !a->sensor && !b->sensor);
    BANKSHOT_LAW(world.body_of(contact.shape_a) == contact.body_a && world.body_of(contact.shape_b) == contact.body_b);
    BANKSHOT_LAW(contact.body_a != contact.body_b);
    BANKSHOT_LAW(world.type(contact.body_a) == BodyType::dynamic || world.type(contact.body_b) == BodyType::dynamic);
    BANKSHOT_LAW(unit(contact.manifold.normal));
  }

  std::vector<BodyId> gone_;
  std::vector<ShapeId> gone_shapes_;
  std::set<Pair> touching_, sensed_;
};

}  // namespace bankshot_fuzz
