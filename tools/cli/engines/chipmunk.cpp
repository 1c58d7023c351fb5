// Chipmunk 7 with its defaults, in double. It multiplies the restitutions and frictions of a pair. A handler gives
// every contact the larger restitution and the geometric mean of the frictions instead, as the other engines do.

#include <chipmunk/chipmunk.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "engine.hpp"

namespace bankshot_tool::engines {
namespace {

constexpr int iterations = 10;

cpVect cp_vec(const V& v) { return cpv(v.x(), v.y()); }
V cp_vec(const cpVect& v) { return {v.x, v.y}; }

cpBool mix(cpArbiter* contact, cpSpace*, void*) {
  cpShape *a = nullptr, *b = nullptr;
  cpArbiterGetShapes(contact, &a, &b);
  cpArbiterSetRestitution(contact, std::max(cpShapeGetElasticity(a), cpShapeGetElasticity(b)));
  cpArbiterSetFriction(contact, std::sqrt(cpShapeGetFriction(a) * cpShapeGetFriction(b)));
  return cpTrue;
}

/// Silences the greeting that debug builds of Chipmunk print on the standard output when the first space is made; it
/// would end up inside a table.
cpSpace* new_space() {
  static bool greeted = false;
  if (std::exchange(greeted, true)) return cpSpaceNew();
  std::fflush(stdout);
  const int kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
  cpSpace* space = cpSpaceNew();
  std::fflush(stdout);
  if (kept >= 0) dup2(kept, STDOUT_FILENO);
  close(nowhere);
  close(kept);
  return space;
}

class Chipmunk final : public Engine {
 public:
  explicit Chipmunk(const Settings& settings) : space_(new_space()) {
    cpSpaceSetGravity(space_, cp_vec(settings.gravity));
    cpSpaceSetIterations(space_, iterations);
    if (settings.sleep) cpSpaceSetSleepTimeThreshold(space_, 0.5);
    cpSpaceAddDefaultCollisionHandler(space_)->preSolveFunc = mix;
  }
  ~Chipmunk() override {
    for (cpConstraint* joint : joints_) {
      cpSpaceRemoveConstraint(space_, joint);
      cpConstraintFree(joint);
    }
    for (cpShape* shape : shapes_) {
      cpSpaceRemoveShape(space_, shape);
      cpShapeFree(shape);
    }
    for (cpBody* body : bodies_) {
      cpSpaceRemoveBody(space_, body);
      cpBodyFree(body);
    }
    cpSpaceFree(space_);
  }

  void add(const Spec& spec) override {
    const Mass mass = spec.motion == Motion::dynamic ? mass_of(spec) : Mass{};
    cpBody* body = spec.motion == Motion::fixed       ? cpBodyNewStatic()
                   : spec.motion == Motion::kinematic ? cpBodyNewKinematic()
                                                      : cpBodyNew(mass.mass, mass.inertia);
    cpSpaceAddBody(space_, body);
    bodies_.push_back(body);
    cpBodySetPosition(body, cp_vec(spec.position));
    cpBodySetAngle(body, spec.angle);
    if (spec.motion != Motion::fixed) {
      cpBodySetVelocity(body, cp_vec(spec.velocity));
      cpBodySetAngularVelocity(body, spec.spin);
    }
    for (const Form& form : forms_of(spec)) {
      for (const Form& simple : simple_forms(form)) {
        for (cpShape* shape : shapes_of(simple, body)) add_shape(shape, spec);
      }
    }
    if (!spec.awake) cpBodySleep(body);
  }
  bool tie(const Tie& tie) override {
    cpBody *a = bodies_[tie.a], *b = bodies_[tie.b];
    const auto local = [](cpBody* body, const V& point) { return cpBodyWorldToLocal(body, cp_vec(point)); };
    const cpVect from = local(a, tie.anchor_a), to = local(b, tie.anchor_b);
    switch (tie.kind) {
      case Tie::Kind::pin:
        add_joint(cpPivotJointNew2(a, b, from, local(b, tie.anchor_a)));
        if (tie.motor) {
          add_joint(cpSimpleMotorNew(a, b, -tie.motor->speed));  // its rate is that of A relative to B
          cpConstraintSetMaxForce(joints_.back(), tie.motor->largest);
        }
        return true;
      case Tie::Kind::rod: add_joint(cpPinJointNew(a, b, from, to)); return true;
      case Tie::Kind::rope: add_joint(cpSlideJointNew(a, b, from, to, 0, tie.length)); return true;
      case Tie::Kind::spring: {
        const double inverse = cpBodyGetType(a) == CP_BODY_TYPE_DYNAMIC ? 1 / cpBodyGetMass(a) : 0;
        const double mass = 1 / (inverse + 1 / cpBodyGetMass(b)), rate = 2 * CP_PI * tie.hertz;
        add_joint(cpDampedSpringNew(a, b, from, to, tie.length, mass * rate * rate, 2 * tie.damping * mass * rate));
        return true;
      }
      default: break;
    }
    if (tie.end && tie.end->restitution > 0) return false;
    const V axis = tie.axis.normalized();
    const V first = tie.anchor_a - 1e6 * axis, last = tie.anchor_a + (tie.end ? tie.end->at : 1e6) * axis;
    add_joint(cpGrooveJointNew(a, b, local(a, first), local(a, last), local(b, tie.anchor_a)));
    add_joint(cpGearJointNew(a, b, cpBodyGetAngle(b) - cpBodyGetAngle(a), 1));
    return true;
  }
  void step(double dt) override { cpSpaceStep(space_, dt); }
  State state(std::size_t body) const override {
    const cpBody* b = bodies_[body];
    return {cp_vec(cpBodyGetPosition(b)), cpBodyGetAngle(b), cp_vec(cpBodyGetVelocity(b)), cpBodyGetAngularVelocity(b)};
  }
  bool awake(std::size_t body) const override { return cpBodyIsSleeping(bodies_[body]) == cpFalse; }
  void set_velocity(std::size_t body, const V& velocity) override {
    cpBodySetVelocity(bodies_[body], cp_vec(velocity));
  }
  std::size_t contacts() const override {
    std::size_t seen = 0;  // from both bodies
    for (cpBody* body : bodies_) {
      cpBodyEachArbiter(
          body, [](cpBody*, cpArbiter*, void* count) { ++*static_cast<std::size_t*>(count); }, &seen);
    }
    return seen / 2;
  }

 private:
  void add_joint(cpConstraint* joint) {
    cpConstraintSetCollideBodies(joint, cpFalse);
    cpSpaceAddConstraint(space_, joint);
    joints_.push_back(joint);
  }
  void add_shape(cpShape* shape, const Spec& spec) {
    cpShapeSetElasticity(shape, spec.restitution);
    cpShapeSetFriction(shape, spec.friction);
    if (spec.ghost) cpShapeSetFilter(shape, CP_SHAPE_FILTER_NONE);
    cpSpaceAddShape(space_, shape);
    shapes_.push_back(shape);
  }
  static std::vector<cpShape*> shapes_of(const Form& form, cpBody* body) {
    if (form.kind == Form::Kind::disc) return {cpCircleShapeNew(body, form.radius, cpvzero)};
    std::vector<cpVect> corners;
    for (const V& corner : form.corners) corners.push_back(cp_vec(corner));
    if (form.kind == Form::Kind::polygon) {
      return {cpPolyShapeNewRaw(body, static_cast<int>(corners.size()), corners.data(), form.radius)};
    }
    std::vector<cpShape*> shapes = {cpSegmentShapeNew(body, corners[0], corners[1], form.radius)};
    const std::size_t n = corners.size();
    for (std::size_t i = 1; form.kind == Form::Kind::room && i < n; ++i) {
      shapes.push_back(cpSegmentShapeNew(body, corners[i], corners[(i + 1) % n], 0));
    }
    return shapes;
  }

  cpSpace* space_;
  std::vector<cpBody*> bodies_;
  std::vector<cpShape*> shapes_;
  std::vector<cpConstraint*> joints_;
};

}  // namespace

Maker chipmunk_maker() {
  return [](const Settings& settings) -> std::unique_ptr<Engine> { return std::make_unique<Chipmunk>(settings); };
}

}  // namespace bankshot_tool::engines
