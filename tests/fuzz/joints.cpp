// Fuzz target: a small world of bodies that joints tie, edited and stepped. Orders give the same bits, also in a world
// that is now and then loaded from its bytes; nothing becomes non-finite; joints go with their bodies and are told of
// once; every refusal has a reason. Energy is not asked about: `bankshot fuzz --target joints` does.

#include <bankshot/history/bytes.hpp>
#include <bankshot/world/world.hpp>

#include "body_input.hpp"
#include "input.hpp"
#include "laws.hpp"

#include <algorithm>
#include <stdexcept>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;

constexpr std::size_t most_bodies = 8, most_joints = 12;
constexpr int most_steps = 24;

JointSpring read_spring(Input& in) {
  JointSpring spring;
  if (!in.chance()) return spring;
  spring.hertz = in.length();
  spring.damping_ratio = static_cast<Real>(in.below(9)) / 4;
  if (in.chance()) spring.rest = in.number();
  return spring;
}

JointMotor read_motor(Input& in) {
  JointMotor motor;
  if (!in.chance()) return motor;
  motor.speed = in.number();
  motor.largest = in.length();
  return motor;
}

std::optional<JointLimits> read_limits(Input& in) {
  if (!in.chance()) return std::nullopt;
  JointLimits limits;
  limits.lower = in.number();
  limits.upper = limits.lower + std::fabs(in.number());
  limits.restitution = static_cast<Real>(in.below(5)) / 4;
  return limits;
}

/// Orders to one world. Every read is a statement of its own.
class Player {
 public:
  Player(const Input& in, bool reloads) : in_(in), reloads_(reloads) {
    WorldDef def;
    def.gravity = in_.point();
    def.sleep = in_.chance();
    def.energy_ledger = in_.chance();
    world_ = World(def);
  }

  void play() {
    while (!in_.empty() && steps_ < most_steps) {
      try {
        order();
      } catch (const std::invalid_argument& refusal) {
        BANKSHOT_LAW(refusal.what()[0] != 0);
      }
      BANKSHOT_LAW(world_.joint_count() == world_.joints().size());
    }
  }
  const World& world() const { return world_; }

 private:
  void order() {
    const int kind = in_.below(16);
    const std::vector<BodyId> bodies = world_.bodies();
    if (kind < 3 && bodies.size() < most_bodies) return add_body();
    if (kind < 7) return tie(bodies);
    if (kind < 12) return step();
    if (kind < 14) return change_joint();
    if (!bodies.empty()) change_body(bodies[static_cast<std::size_t>(in_.byte()) % bodies.size()]);
  }

  void add_body() {
    const BodyDef def = read_moving_body(in_);
    const Shape shape = in_.shape();
    world_.add_body(def, shape, read_material(in_));
  }

  void tie(const std::vector<BodyId>& bodies) {
    if (bodies.empty() || world_.joint_count() >= most_joints) return;
    const BodyId a = bodies[static_cast<std::size_t>(in_.byte()) % bodies.size()];
    const BodyId b = bodies[static_cast<std::size_t>(in_.byte()) % bodies.size()];
    const int kind = in_.below(6);
    const Vec2 anchor = in_.point();
    const JointSpring spring = read_spring(in_);
    const JointMotor motor = read_motor(in_);
    const std::optional<JointLimits> limits = read_limits(in_);
    const bool collide = in_.chance();
    const auto drive = [&](auto def) {
      def.body_a = a;
      def.body_b = b;
      def.spring = spring;
      def.motor = motor;
      def.limits = limits;
      def.collide_connected = collide;
      return def;
    };
    switch (kind) {
      case 0: {
        RevoluteDef def = drive(RevoluteDef{});
        if (in_.chance()) {
          def.anchor = anchor;
        } else {
          def.local_anchor_a = anchor;
          def.local_anchor_b = in_.point();
        }
        world_.add_joint(def);
        return;
      }
      case 1: {
        PrismaticDef def = drive(PrismaticDef{});
        def.anchor = anchor;
        def.axis = in_.point();
        world_.add_joint(def);
        return;
      }
      case 2: {
        WheelDef def = drive(WheelDef{});
        def.anchor = anchor;
        def.axis = in_.point();
        world_.add_joint(def);
        return;
      }
      case 3: {
        DistanceDef def = drive(DistanceDef{});
        def.local_anchor_a = anchor;
        if (in_.chance()) def.length = in_.length();
        world_.add_joint(def);
        return;
      }
      case 4: {
        WeldDef def{.body_a = a, .body_b = b, .anchor = anchor, .linear = spring};
        def.angular = read_spring(in_);
        world_.add_joint(def);
        return;
      }
      default: world_.add_joint(FilterDef{.body_a = a, .body_b = b}); return;
    }
  }

  void change_joint() {
    const std::vector<JointId> joints = world_.joints();
    if (joints.empty()) return;
    const JointId joint = joints[static_cast<std::size_t>(in_.byte()) % joints.size()];
    switch (in_.below(6)) {
      case 0: world_.remove_joint(joint); return BANKSHOT_LAW(!world_.contains(joint));
      case 1: return world_.set_spring(joint, read_spring(in_));
      case 2: {
        const JointSpring linear = read_spring(in_);
        return world_.set_springs(joint, linear, read_spring(in_));
      }
      case 3: return world_.set_motor(joint, read_motor(in_));
      case 4: return world_.set_limits(joint, read_limits(in_));
      default: return world_.set_collide_connected(joint, in_.chance());
    }
  }

  void change_body(BodyId body) {
    switch (in_.below(8)) {
      case 0: return remove(body);
      case 1: return world_.set_type(body, static_cast<BodyType>(in_.below(3)));
      case 2: return world_.set_velocity(body, in_.point());
      case 3: return world_.set_angular_velocity(body, in_.number());
      case 4: return world_.set_pose(body, in_.pose());
      case 5: return world_.set_awake(body, in_.chance());
      case 6: return world_.apply_impulse(body, in_.point());
      default: return world_.set_locks(body, {in_.chance(), false, false});
    }
  }

  void remove(BodyId body) {
    const std::vector<JointId> tied = world_.joints(body);
    world_.remove_body(body);
    for (const JointId joint : tied) BANKSHOT_LAW(!world_.contains(joint));
    gone_.insert(gone_.end(), tied.begin(), tied.end());
  }

  /// After a step: every joint that went with a body since the step before is told of, and no other.
  void check_ends() {
    const std::span<const JointEvent> ends = world_.joint_ends();
    BANKSHOT_LAW(ends.size() == gone_.size());
    for (const JointId joint : gone_) {
      BANKSHOT_LAW(std::any_of(ends.begin(), ends.end(), [joint](const JointEvent& e) { return e.joint == joint; }));
    }
    gone_.clear();
  }

  void step() {
    const Real dt = static_cast<Real>(1 + in_.below(32)) / (in_.chance() ? Real(960) : Real(60));
    ++steps_;
    world_.step(dt);
    check_ends();
    for (const BodyId body : world_.bodies()) {
      BANKSHOT_LAW(finite(world_.position(body)) && finite(world_.velocity(body)));
      BANKSHOT_LAW(finite(world_.angular_velocity(body)) && finite(world_.rotation(body).c));
    }
    for (const JointId id : world_.joints()) {
      const Joint joint = world_.joint(id);
      BANKSHOT_LAW(world_.contains(joint.body_a) && world_.contains(joint.body_b));
      BANKSHOT_LAW(finite(joint.force) && finite(joint.torque) && finite(joint.angle) && finite(joint.translation));
      BANKSHOT_LAW(joint.stored_energy >= 0);
    }
    if (reloads_ && steps_ % 3 == 0) {
      World again = load(save(world_));
      BANKSHOT_LAW(again == world_ && again.hash() == world_.hash());
      world_ = std::move(again);
    }
  }

  Input in_;
  bool reloads_;
  World world_;
  std::vector<JointId> gone_;  ///< with a body, since the last step
  int steps_ = 0;
};

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankshot_fuzz;
  const Input in(data, size);
  Player first(in, false), second(in, true);
  first.play();
  second.play();
  BANKSHOT_LAW(first.world().hash() == second.world().hash());
  BANKSHOT_LAW(first.world() == second.world());
  return 0;
}
