#pragma once
// Random worlds of bodies that joints tie, and edits to them.

#include <bankshot/world/world.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace bankshot_tool {

struct TiedBody {
  bankshot::BodyDef def;
  bool round = false;  ///< a disc of radius `width`, else a box
  bankshot::Real width = 1, height = 1;
  bankshot::Material material;
  bool ghost = false;  ///< meets nothing
};

struct TiedJoint {
  bankshot::JointKind kind = bankshot::JointKind::revolute;
  std::size_t a = 0, b = 0;  ///< bodies
  bankshot::Vec2 anchor_a = bankshot::Vec2::Zero(),
                 anchor_b = bankshot::Vec2::Zero();      ///< world; rods, gears, pulleys and targets have both
  bankshot::Vec2 out_of_place = bankshot::Vec2::Zero();  ///< of the anchor on B, in a joint that is made open
  bankshot::Vec2 axis = bankshot::Vec2::UnitX();
  bankshot::Real zero_angle = 0;
  bankshot::JointSpring spring, angular;  ///< `angular`: of welds
  bankshot::JointMotor motor;
  std::optional<bankshot::JointLimits> limits;
  bankshot::Real ratio = 1;  ///< of gears and pulleys; of racks: the radius
  bankshot::Vec2 wheel_a = bankshot::Vec2::Zero(), wheel_b = bankshot::Vec2::Zero();  ///< of pulleys
  bankshot::Real strongest = 0;  ///< of target joints; `spring` and the anchors are theirs too
  bool collide = false;
};

/// What is done to a world before a step.
struct JointEdit {
  enum class Kind { remove_joint, remove_body, spring, motor, limits, type, sleep, velocity, impulse, pose, add_rod };
  Kind kind = Kind::remove_joint;
  int step = 1;           ///< the first is 1
  std::size_t which = 0;  ///< joint or body
  std::size_t other = 0;  ///< second body of a new rod
  bankshot::Vec2 vector = bankshot::Vec2::Zero();
  bankshot::JointSpring value_spring;
  bankshot::JointMotor value_motor;
  std::optional<bankshot::JointLimits> value_limits;
  bankshot::BodyType type = bankshot::BodyType::dynamic;
};

struct JointCase {
  std::string name;  ///< its class
  bankshot::WorldDef world;
  bankshot::Real dt = 1, size = 1;  ///< s; distance between neighbours
  int steps = 1;
  std::vector<TiedBody> bodies;
  std::vector<TiedJoint> joints;
  std::vector<JointEdit> edits;

  bool touches() const;      ///< bodies can meet
  bool contradicts() const;  ///< joints are made open, bodies locked, or one of several held ones moves
  bool starts_at_rest() const;
};

/// Adds gears and racks between bodies that one and the same other body holds, pulleys and target joints.
void add_machines(std::uint64_t seed, std::uint64_t index, JointCase& made);

/// Returns one of the class: forests and loops of every kind of joint, in flight or in a room, some of them edited
/// while they run, some contradicting themselves.
JointCase random_joint_case(std::uint64_t seed, std::uint64_t index);

/// A world made of a case. `order`: how to put the bodies and joints in, 0 as they are listed.
class JointWorld {
 public:
  JointWorld(const JointCase& joint_case, std::uint64_t order);
  bankshot::World world;
  std::vector<bankshot::BodyId> bodies;  ///< in the order of the case, gone ones included
  std::vector<bankshot::JointId> joints;

  /// Applies an edit. Does nothing if the body or joint is gone, or the joint has no such thing.
  void apply(const JointEdit& edit);

 private:
  void apply_to_joint(const JointEdit& edit, bankshot::JointId joint);
  void apply_to_body(const JointEdit& edit, bankshot::BodyId body);
};

/// Returns a C++ program that plays the case and prints energies and how far joints open.
std::string program_of(const JointCase& joint_case);

}  // namespace bankshot_tool
