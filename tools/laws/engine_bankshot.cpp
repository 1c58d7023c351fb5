#include <bankshot/bankshot.hpp>

#include "engine.hpp"

namespace bankshot_tool::laws {
namespace {

using bankshot::Real;

bankshot::Vec2 vec(const V& v) { return v.cast<Real>(); }
V wide(const bankshot::Vec2& v) { return v.cast<double>(); }

bankshot::Shape shape_of(const Form& form) {
  std::vector<bankshot::Vec2> corners;
  for (const V& corner : form.corners) corners.push_back(vec(corner));
  const Real radius = static_cast<Real>(form.radius);
  switch (form.kind) {
    case Form::Kind::disc: return bankshot::circle(radius);
    case Form::Kind::capsule: return bankshot::capsule(corners[0], corners[1], radius);
    case Form::Kind::segment: return bankshot::segment(corners[0], corners[1]);
    case Form::Kind::room: return bankshot::container(bankshot::polygon(corners));
    case Form::Kind::polygon: break;
  }
  return bankshot::polygon(corners);
}

class Bankshot final : public Engine {
 public:
  explicit Bankshot(const Settings& settings)
      : world_(bankshot::WorldDef{.gravity = vec(settings.gravity), .sleep = settings.sleep}) {}

  void add(const Spec& spec) override {
    bankshot::BodyDef def;
    def.type = spec.motion == Motion::fixed       ? bankshot::BodyType::fixed
               : spec.motion == Motion::kinematic ? bankshot::BodyType::kinematic
                                                  : bankshot::BodyType::dynamic;
    def.position = vec(spec.position);
    def.rotation = bankshot::Rotation::from_angle(static_cast<Real>(spec.angle));
    def.velocity = vec(spec.velocity);
    def.angular_velocity = static_cast<Real>(spec.spin);
    bodies_.push_back(world_.add_body(def, shape_of(spec.form),
                                      {.restitution = static_cast<Real>(spec.restitution),
                                       .friction = static_cast<Real>(spec.friction),
                                       .density = static_cast<Real>(spec.density)}));
  }
  void step(double dt) override { world_.step(static_cast<Real>(dt)); }
  State state(std::size_t body) const override {
    const bankshot::BodyId id = bodies_[body];
    return {wide(world_.position(id)), static_cast<double>(world_.rotation(id).angle()), wide(world_.velocity(id)),
            static_cast<double>(world_.angular_velocity(id))};
  }
  bool awake(std::size_t body) const override { return world_.awake(bodies_[body]); }

 private:
  bankshot::World world_;
  std::vector<bankshot::BodyId> bodies_;
};

}  // namespace

Maker bankshot_maker() {
  return [](const Settings& settings) -> std::unique_ptr<Engine> { return std::make_unique<Bankshot>(settings); };
}

}  // namespace bankshot_tool::laws
