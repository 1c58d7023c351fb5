// Box2D 2.4.1, with its defaults or fitted.
//
// "Fitted" removes settings that would distort a comparison: the restitution threshold is 0 (for every fixture; a pair
// takes the smaller one), and every dynamic body is a bullet. Box2D's polygons and edges carry a skin of 1 cm, and its
// sweeps stop where skins overlap by 1.5 cm or shapes are 5 mm apart: without any skin two polygons would stop apart
// and never touch. Fitted polygons therefore keep the skin and are made smaller by it if they are large enough. Fitted
// edges have none. Their surfaces are then where they were asked to be. Masses are those of the forms in both settings.

#include <box2d/box2d.h>

#include <algorithm>

#include "engine.hpp"

namespace bankshot_tool::engines {
namespace {

constexpr int velocity_iterations = 8;
constexpr int position_iterations = 3;
constexpr double own_skin = static_cast<double>(b2_polygonRadius);

b2Vec2 b2_vec(const V& v) { return {static_cast<float>(v.x()), static_cast<float>(v.y())}; }

class Box2d final : public Engine {
 public:
  explicit Box2d(const Settings& settings)
      : world_(b2_vec(settings.gravity)), fitted_(settings.fitted), bounces_(settings.fitted && !settings.threshold) {
    world_.SetAllowSleeping(settings.sleep);
    world_.SetContinuousPhysics(true);
  }

  void add(const Spec& spec) override {
    b2BodyDef def;
    def.type = spec.motion == Motion::fixed       ? b2_staticBody
               : spec.motion == Motion::kinematic ? b2_kinematicBody
                                                  : b2_dynamicBody;
    def.position = b2_vec(spec.position);
    def.angle = static_cast<float>(spec.angle);
    def.linearVelocity = b2_vec(spec.velocity);
    def.angularVelocity = static_cast<float>(spec.spin);
    def.awake = spec.awake;
    def.bullet = fitted_;
    b2Body* body = world_.CreateBody(&def);
    b2FixtureDef fixture;
    fixture.friction = static_cast<float>(spec.friction);
    fixture.restitution = static_cast<float>(spec.restitution);
    if (bounces_) fixture.restitutionThreshold = 0;
    fixture.density = static_cast<float>(spec.density);
    if (spec.ghost) fixture.filter.maskBits = 0;
    for (const Form& form : forms_of(spec)) {
      const bool several = form.kind == Form::Kind::tiles || form.kind == Form::Kind::compound;
      for (const Form& simple : several ? simple_forms(form) : std::vector<Form>{form}) {
        add_form(*body, fixture, simple);
      }
    }
    if (spec.motion == Motion::dynamic) {
      const Mass mass = mass_of(spec);
      b2MassData data;
      data.mass = static_cast<float>(mass.mass);
      data.center.SetZero();
      data.I = static_cast<float>(mass.inertia);
      body->SetMassData(&data);
    }
    bodies_.push_back(body);
  }
  bool tie(const Tie& tie) override {
    b2Body *a = bodies_[tie.a], *b = bodies_[tie.b];
    const b2Vec2 from = b2_vec(tie.anchor_a), to = b2_vec(tie.anchor_b);
    switch (tie.kind) {
      case Tie::Kind::pin: {
        b2RevoluteJointDef def;
        def.Initialize(a, b, from);
        def.enableMotor = tie.motor.has_value();
        if (tie.motor) def.motorSpeed = static_cast<float>(tie.motor->speed);
        if (tie.motor) def.maxMotorTorque = static_cast<float>(tie.motor->largest);
        world_.CreateJoint(&def);
        return true;
      }
      case Tie::Kind::rail: {
        if (tie.end && tie.end->restitution > 0) return false;
        b2PrismaticJointDef def;
        def.Initialize(a, b, from, b2_vec(tie.axis));
        def.enableLimit = tie.end.has_value();
        def.lowerTranslation = -1e6f;
        if (tie.end) def.upperTranslation = static_cast<float>(tie.end->at);
        world_.CreateJoint(&def);
        return true;
      }
      default: {
        b2DistanceJointDef def;
        def.Initialize(a, b, from, to);
        if (tie.kind == Tie::Kind::rope) def.minLength = 0;
        if (tie.kind == Tie::Kind::rope) def.maxLength = static_cast<float>(tie.length);
        if (tie.kind == Tie::Kind::spring) {
          def.length = static_cast<float>(tie.length);
          def.minLength = 0;
          def.maxLength = b2_maxFloat;
          b2LinearStiffness(def.stiffness, def.damping, static_cast<float>(tie.hertz), static_cast<float>(tie.damping),
                            a, b);
        }
        world_.CreateJoint(&def);
        return true;
      }
    }
  }
  void step(double dt) override { world_.Step(static_cast<float>(dt), velocity_iterations, position_iterations); }
  State state(std::size_t body) const override {
    const b2Body& b = *bodies_[body];
    const b2Vec2 p = b.GetPosition(), v = b.GetLinearVelocity();
    return {V(static_cast<double>(p.x), static_cast<double>(p.y)), static_cast<double>(b.GetAngle()),
            V(static_cast<double>(v.x), static_cast<double>(v.y)), static_cast<double>(b.GetAngularVelocity())};
  }
  bool awake(std::size_t body) const override { return bodies_[body]->IsAwake(); }
  void set_velocity(std::size_t body, const V& velocity) override {
    bodies_[body]->SetLinearVelocity(b2_vec(velocity));
  }
  std::size_t contacts() const override {
    std::size_t touching = 0;
    for (const b2Contact* c = world_.GetContactList(); c != nullptr; c = c->GetNext()) touching += c->IsTouching();
    return touching;
  }
  double skin() const override { return fitted_ ? 0 : own_skin; }

 private:
  void add_form(b2Body& body, b2FixtureDef& fixture, const Form& form) {
    switch (form.kind) {
      case Form::Kind::disc: add_disc(body, fixture, V(0, 0), form.radius); return;
      case Form::Kind::segment: add_edge(body, fixture, form.corners[0], form.corners[1]); return;
      case Form::Kind::room:
        for (std::size_t i = 0, n = form.corners.size(); i < n; ++i) {
          add_edge(body, fixture, form.corners[i], form.corners[(i + 1) % n]);
        }
        return;
      case Form::Kind::bowl: add_loop(body, fixture, round_line(form.radius)); return;
      case Form::Kind::loop: add_loop(body, fixture, form.corners); return;
      case Form::Kind::polygon: add_polygon(body, fixture, form); return;
      case Form::Kind::tiles:
      case Form::Kind::compound: return;  // never passed: replaced by boxes and pieces
      case Form::Kind::capsule: break;
    }
    // Adds two discs and what is between them.
    const double r = form.radius;
    for (const V& end : form.corners) add_disc(body, fixture, end, r);
    const V side(0, r);
    const V &a = form.corners[0], &b = form.corners[1];
    add_piece(body, fixture, {a - side, b - side, b + side, a + side}, 0);
  }
  static void add_disc(b2Body& body, b2FixtureDef& fixture, const V& centre, double radius) {
    b2CircleShape shape;
    shape.m_p = b2_vec(centre);
    shape.m_radius = static_cast<float>(radius);
    fixture.shape = &shape;
    body.CreateFixture(&fixture);
  }
  void add_edge(b2Body& body, b2FixtureDef& fixture, const V& a, const V& b) {
    b2EdgeShape shape;
    shape.SetTwoSided(b2_vec(a), b2_vec(b));
    if (fitted_) shape.m_radius = 0;
    fixture.shape = &shape;
    body.CreateFixture(&fixture);
  }
  /// Box2D's chains stop bodies that come from their right.
  void add_loop(b2Body& body, b2FixtureDef& fixture, const std::vector<V>& corners) {
    std::vector<b2Vec2> clockwise;
    for (const V& corner : corners) clockwise.insert(clockwise.begin(), b2_vec(corner));
    b2ChainShape shape;
    shape.CreateLoop(clockwise.data(), static_cast<int>(clockwise.size()));
    if (fitted_) shape.m_radius = 0;
    fixture.shape = &shape;
    body.CreateFixture(&fixture);
  }
  void add_polygon(b2Body& body, b2FixtureDef& fixture, const Form& form) {
    const bool smaller = fitted_ && inradius(form) >= 2 * own_skin;
    const std::vector<V> corners = smaller ? inset(form.corners, own_skin) : form.corners;
    constexpr std::size_t most = b2_maxPolygonVertices;
    for (std::size_t i = 1; i + 1 < corners.size(); i += most - 2) {
      std::vector<V> piece = {corners[0]};
      for (std::size_t k = i; k < std::min(i + most - 1, corners.size()); ++k) piece.push_back(corners[k]);
      add_piece(body, fixture, piece, form.radius + own_skin);
    }
  }
  // Fills in the polygon by hand: Box2D's own builder welds corners that are near one another.
  static void add_piece(b2Body& body, b2FixtureDef& fixture, const std::vector<V>& corners, double radius) {
    b2PolygonShape shape;
    shape.m_radius = static_cast<float>(radius);
    V sum = V::Zero();
    for (const V& corner : corners) {
      shape.m_vertices[shape.m_count++] = b2_vec(corner);
      sum += corner;
    }
    for (int i = 0; i < shape.m_count; ++i) {
      shape.m_normals[i] = b2Cross(shape.m_vertices[(i + 1) % shape.m_count] - shape.m_vertices[i], 1.0f);
      shape.m_normals[i].Normalize();
    }
    shape.m_centroid = b2_vec(sum / static_cast<double>(corners.size()));
    fixture.shape = &shape;
    body.CreateFixture(&fixture);
  }

  b2World world_;
  bool fitted_;
  bool bounces_;  ///< at any speed
  std::vector<b2Body*> bodies_;
};

}  // namespace

Maker box2d_maker() {
  return [](const Settings& settings) -> std::unique_ptr<Engine> { return std::make_unique<Box2d>(settings); };
}

}  // namespace bankshot_tool::engines
