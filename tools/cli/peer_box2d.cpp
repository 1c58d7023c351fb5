// Box2D 2.4.1 with its default settings, except where they would distort the comparison: the restitution threshold is
// 0, every dynamic body is swept, sharp polygons have no skin, and masses are those of the scene.

#include <box2d/box2d.h>
#include <bankshot/shape/composites.hpp>

#include <algorithm>
#include <cmath>

#include "bad_use.hpp"
#include "peer.hpp"

namespace bankshot_tool {
namespace {

using bankshot::BodyType;
using bankshot::Filter;
using bankshot::SceneBody;
using bankshot::SceneShape;
using bankshot::Shape;
using bankshot::ShapeKind;

constexpr int velocity_iterations = 8;
constexpr int position_iterations = 3;

b2Vec2 vec(const bankshot::Vec2& v) { return {static_cast<float>(v[0]), static_cast<float>(v[1])}; }

/// Evaluates the scene's filters in full: Box2D's own have 16 bits.
class Filters : public b2ContactFilter {
 public:
  std::uintptr_t add(const Filter& filter) {
    filters_.push_back(filter);
    return filters_.size() - 1;
  }
  bool ShouldCollide(b2Fixture* fixture_a, b2Fixture* fixture_b) override {
    const Filter& a = filters_[fixture_a->GetUserData().pointer];
    const Filter& b = filters_[fixture_b->GetUserData().pointer];
    if (a.group == b.group && a.group != 0) return a.group > 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
  }

 private:
  std::vector<Filter> filters_;
};

// Fills in the polygon by hand: Box2D's own builder moves and welds corners. At most eight corners.
b2PolygonShape polygon_piece(const Shape& shape, int first, int last) {
  b2PolygonShape piece;
  piece.m_count = 0;
  piece.m_radius = static_cast<float>(shape.radius());
  piece.m_vertices[piece.m_count++] = vec(shape.corner(0));
  for (int i = first; i <= last; ++i) piece.m_vertices[piece.m_count++] = vec(shape.corner(i));
  b2Vec2 sum(0, 0);
  for (int i = 0; i < piece.m_count; ++i) {
    const b2Vec2 edge = piece.m_vertices[(i + 1) % piece.m_count] - piece.m_vertices[i];
    piece.m_normals[i] = b2Cross(edge, 1.0f);
    piece.m_normals[i].Normalize();
    sum += piece.m_vertices[i];
  }
  piece.m_centroid = (1.0f / static_cast<float>(piece.m_count)) * sum;
  return piece;
}

class Box2d final : public Peer {
 public:
  explicit Box2d(const bankshot::Scene& scene) : world_(vec(scene.world.gravity)) {
    world_.SetContactFilter(&filters_);
    world_.SetAllowSleeping(scene.world.sleep);
    world_.SetContinuousPhysics(true);
    bankshot::World masses = bankshot::World(scene.world);
    const std::vector<bankshot::BodyId> ids = add_bodies(masses, scene);
    for (std::size_t i = 0; i < ids.size(); ++i) add_body(scene.bodies[i], masses.mass_properties(ids[i]));
    if (slid_) notes_.push_back("Box2D has no surface speed: belts stand still there");
    if (parted_)
      notes_.push_back("Box2D has no shapes of parts: each part stands by itself there, one-way sides stop all");
    if (contained_) notes_.push_back("Box2D has no containers: there are edges along the wall there");
    if (!scene.joints.empty())
      notes_.push_back("the joints of the scene are not made in Box2D: its bodies are not tied");
    if (locked_) notes_.push_back("Box2D has no locks of x or y: those bodies move freely there");
  }

  std::string name() const override { return "Box2D 2.4.1"; }
  void step(double dt) override { world_.Step(static_cast<float>(dt), velocity_iterations, position_iterations); }
  PeerPose pose(std::size_t body) const override {
    const b2Vec2 p = bodies_[body]->GetPosition();
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
  }
  const std::vector<std::string>& notes() const override { return notes_; }

 private:
  void add_body(const SceneBody& body, const bankshot::MassProperties& mass) {
    b2BodyDef def;
    def.type = body.def.type == BodyType::fixed       ? b2_staticBody
               : body.def.type == BodyType::kinematic ? b2_kinematicBody
                                                      : b2_dynamicBody;
    def.position = vec(body.def.position);
    def.angle = static_cast<float>(body.def.rotation.angle());
    def.linearVelocity = vec(body.def.velocity);
    def.angularVelocity = static_cast<float>(body.def.angular_velocity);
    def.linearDamping = static_cast<float>(body.def.linear_damping);
    def.angularDamping = static_cast<float>(body.def.angular_damping);
    def.gravityScale = static_cast<float>(body.def.gravity_scale);
    def.fixedRotation = body.def.locks.rotation;
    def.allowSleep = body.def.can_sleep;
    def.awake = body.def.awake;
    def.bullet = true;
    locked_ = locked_ || body.def.locks.x || body.def.locks.y;
    b2Body* made = world_.CreateBody(&def);
    for (const SceneShape& shape : body.shapes) add_shape(*made, shape);
    if (body.def.type == BodyType::dynamic && mass.mass > 0) {
      b2MassData data;
      data.mass = static_cast<float>(mass.mass);
      data.center = vec(mass.centre);
      data.I = static_cast<float>(mass.inertia) + data.mass * b2Dot(data.center, data.center);  // about the origin
      made->SetMassData(&data);
    }
    bodies_.push_back(made);
  }

  void add_shape(b2Body& body, const SceneShape& scene_shape) {
    b2FixtureDef def;
    def.userData.pointer = filters_.add(scene_shape.def.filter);
    def.friction = static_cast<float>(scene_shape.def.material.friction);
    def.restitution = static_cast<float>(scene_shape.def.material.restitution);
    def.restitutionThreshold = 0;
    def.density = static_cast<float>(scene_shape.def.material.density);
    def.isSensor = scene_shape.def.sensor;
    slid_ = slid_ || scene_shape.def.material.surface_speed != 0;
    add_parts(body, def, scene_shape.shape);
  }

  void add_parts(b2Body& body, b2FixtureDef& def, const Shape& shape) {
    if (shape.kind() == ShapeKind::container) {
      contained_ = true;
      add_room(body, def, shape);
      return;
    }
    parted_ = parted_ || !shape.convex();
    for (const Shape& piece : bankshot::pieces(shape)) add_convex(body, def, piece);
  }

  static void add_convex(b2Body& body, b2FixtureDef& def, const Shape& shape) {
    switch (shape.kind()) {
      case ShapeKind::circle: add_circle(body, def, shape, 0); return;
      case ShapeKind::segment: add_edge(body, def, shape); return;
      case ShapeKind::capsule: add_capsule(body, def, shape); return;
      default: return;
      case ShapeKind::polygon:
        for (int i = 1; i + 1 < shape.corner_count(); i += b2_maxPolygonVertices - 2) {
          const b2PolygonShape piece =
              polygon_piece(shape, i, std::min(i + b2_maxPolygonVertices - 2, shape.corner_count() - 1));
          def.shape = &piece;
          body.CreateFixture(&def);
        }
        return;
    }
  }

  // Adds edges along the wall; a round wall becomes many straight ones.
  static void add_room(b2Body& body, b2FixtureDef& def, const Shape& shape) {
    constexpr int sides = 128;
    std::vector<b2Vec2> wall;
    const b2Vec2 centre = vec(shape.corner(0));
    const float radius = static_cast<float>(shape.radius());
    for (int i = 0; shape.corner_count() == 1 && i < sides; ++i) {
      const b2Rot turn(2 * b2_pi * static_cast<float>(i) / sides);
      wall.push_back(centre + radius * b2Vec2(turn.c, turn.s));
    }
    for (int i = 0; shape.corner_count() > 1 && i < shape.corner_count(); ++i) wall.push_back(vec(shape.corner(i)));
    for (std::size_t i = 0; i < wall.size(); ++i) {
      b2EdgeShape edge;
      edge.SetTwoSided(wall[i], wall[(i + 1) % wall.size()]);
      def.shape = &edge;
      body.CreateFixture(&def);
    }
  }

  static void add_circle(b2Body& body, b2FixtureDef& def, const Shape& shape, int corner) {
    b2CircleShape circle;
    circle.m_p = vec(shape.corner(corner));
    circle.m_radius = static_cast<float>(shape.radius());
    def.shape = &circle;
    body.CreateFixture(&def);
  }

  static void add_edge(b2Body& body, b2FixtureDef& def, const Shape& shape) {
    b2EdgeShape edge;
    edge.SetTwoSided(vec(shape.corner(0)), vec(shape.corner(1)));
    def.shape = &edge;
    body.CreateFixture(&def);
  }

  static void add_capsule(b2Body& body, b2FixtureDef& def, const Shape& shape) {
    add_circle(body, def, shape, 0);
    add_circle(body, def, shape, 1);
    const b2Vec2 side = static_cast<float>(shape.radius()) * vec(shape.normal(0));
    const b2Vec2 a = vec(shape.corner(0));
    const b2Vec2 b = vec(shape.corner(1));
    const b2Vec2 corners[] = {a + side, a - side, b - side, b + side};
    b2PolygonShape middle;
    middle.Set(corners, 4);
    middle.m_radius = 0;
    def.shape = &middle;
    body.CreateFixture(&def);
  }

  Filters filters_;
  b2World world_;
  std::vector<b2Body*> bodies_;
  std::vector<std::string> notes_;
  bool parted_ = false, contained_ = false;
  bool slid_ = false;
  bool locked_ = false;
};

}  // namespace

std::unique_ptr<Peer> make_box2d(const bankshot::Scene& scene) { return std::make_unique<Box2d>(scene); }

}  // namespace bankshot_tool
