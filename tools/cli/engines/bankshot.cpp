#include <bankshot/bankshot.hpp>

#include <algorithm>
#include <cmath>

#include "bankshot_shape.hpp"
#include "engine.hpp"

namespace bankshot_tool::engines {
namespace {

using bankshot::Real;

bankshot::Vec2 real_vec(const V& v) { return v.cast<Real>(); }
V wide(const bankshot::Vec2& v) { return v.cast<double>(); }

bankshot::BodyDef definition_of(const Spec& spec) {
  bankshot::BodyDef def;
  def.type = spec.motion == Motion::fixed       ? bankshot::BodyType::fixed
             : spec.motion == Motion::kinematic ? bankshot::BodyType::kinematic
                                                : bankshot::BodyType::dynamic;
  def.position = real_vec(spec.position);
  def.rotation = bankshot::Rotation::from_angle(static_cast<Real>(spec.angle));
  def.velocity = real_vec(spec.velocity);
  def.angular_velocity = static_cast<Real>(spec.spin);
  def.awake = spec.awake;
  return def;
}

class Bankshot final : public Engine {
 public:
  explicit Bankshot(const Settings& settings)
      : world_(bankshot::WorldDef{.gravity = real_vec(settings.gravity),
                                  .sleep = settings.sleep,
                                  .energy_ledger = settings.ledger,
                                  .threads = settings.threads}),
        keeps_books_(settings.ledger) {}

  void add(const Spec& spec) override {
    const bankshot::Material material{.restitution = static_cast<Real>(spec.restitution),
                                      .friction = static_cast<Real>(spec.friction),
                                      .density = static_cast<Real>(spec.density)};
    bodies_.push_back(world_.add_body(definition_of(spec), known_shape(spec.form), material));
    for (const Form& form : spec.more) {
      world_.add_shape(bodies_.back(), known_shape(form), {.material = material});
    }
    if (!spec.ghost) return;
    for (const bankshot::ShapeId shape : world_.shapes(bodies_.back())) world_.set_filter(shape, {.mask = 0});
  }
  bool tie(const Tie& tie) override {
    const bankshot::BodyId a = bodies_[tie.a], b = bodies_[tie.b];
    const bankshot::Vec2 from = real_vec(tie.anchor_a), to = real_vec(tie.anchor_b);
    switch (tie.kind) {
      case Tie::Kind::pin: {
        bankshot::RevoluteDef def{.body_a = a, .body_b = b, .anchor = from};
        if (tie.motor) def.motor = {static_cast<Real>(tie.motor->speed), static_cast<Real>(tie.motor->largest)};
        world_.add_joint(def);
        return true;
      }
      case Tie::Kind::rail: {
        bankshot::PrismaticDef def{.body_a = a, .body_b = b, .anchor = from, .axis = real_vec(tie.axis)};
        if (tie.end) {
          constexpr double far_back = 1e6;  // m
          def.limits = bankshot::JointLimits{static_cast<Real>(-far_back), static_cast<Real>(tie.end->at),
                                             static_cast<Real>(tie.end->restitution)};
        }
        world_.add_joint(def);
        return true;
      }
      default: {
        bankshot::DistanceDef def{.body_a = a, .body_b = b, .anchor_a = from, .anchor_b = to};
        if (tie.kind == Tie::Kind::rope) def.limits = bankshot::JointLimits{0, static_cast<Real>(tie.length), 0};
        if (tie.kind == Tie::Kind::spring) {
          def.length = static_cast<Real>(tie.length);
          def.spring = {static_cast<Real>(tie.hertz), static_cast<Real>(tie.damping), 0};
        }
        world_.add_joint(def);
        return true;
      }
    }
  }
  void step(double dt) override {
    using bankshot::StepStatus;  // deep overlaps are no limit of the engine
    limited_ = without(world_.step(static_cast<Real>(dt)), StepStatus::penetration) != StepStatus::ok;
  }
  bool limited() const override { return limited_; }
  State state(std::size_t body) const override {
    const bankshot::BodyId id = bodies_[body];
    return {wide(world_.position(id)), static_cast<double>(world_.rotation(id).angle()), wide(world_.velocity(id)),
            static_cast<double>(world_.angular_velocity(id))};
  }
  bool awake(std::size_t body) const override { return world_.awake(bodies_[body]); }
  void set_velocity(std::size_t body, const V& velocity) override {
    world_.set_velocity(bodies_[body], real_vec(velocity));
  }
  std::optional<Books> books() const override {
    const bankshot::EnergyLedger& ledger = world_.energy_ledger();
    if (!keeps_books_) return std::nullopt;
    constexpr double rounding = 1e-13;  // of sums over a few bodies, some of which cancel
    const double whole = std::abs(ledger.before.kinetic) + std::abs(ledger.before.potential);
    return Books{std::max(0.0, std::abs(ledger.error()) - rounding * whole), ledger.passed(), ledger.motors};
  }
  std::size_t contacts() const override { return static_cast<std::size_t>(world_.counts().contacts); }
  std::optional<std::vector<Hit>> hits() const override {
    std::vector<Hit> all;
    for (const bankshot::Impact& impact : world_.impacts())
      all.push_back({number_of(impact.body_a), number_of(impact.body_b)});
    return all;
  }
  std::optional<std::size_t> impacts() const override { return static_cast<std::size_t>(world_.counts().impacts); }

 private:
  std::size_t number_of(bankshot::BodyId body) const {
    return static_cast<std::size_t>(std::find(bodies_.begin(), bodies_.end(), body) - bodies_.begin());
  }
  /// Lets equal shapes share their corners, as for users who build a shape once and add it many times.
  const bankshot::Shape& known_shape(const Form& form) {
    const bankshot::Shape shape = shape_of(form);
    for (const bankshot::Shape& known : known_) {
      if (known == shape) return known;
    }
    constexpr std::size_t kinds = 8;
    if (known_.size() == kinds) known_.erase(known_.begin());
    return known_.emplace_back(shape);
  }

  bankshot::World world_;
  bool keeps_books_, limited_ = false;
  std::vector<bankshot::BodyId> bodies_;
  std::vector<bankshot::Shape> known_;  ///< the last few
};

}  // namespace

Maker bankshot_maker() {
  return [](const Settings& settings) -> std::unique_ptr<Engine> { return std::make_unique<Bankshot>(settings); };
}

}  // namespace bankshot_tool::engines
