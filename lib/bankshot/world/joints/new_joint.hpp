#pragma once
// Joints from their definitions. Not part of the public interface.

#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A joint that is in no list yet. Refuses, by std::invalid_argument, what is wrong with a definition.
JointSlot new_joint(const WorldState& world, const RevoluteDef& def);
JointSlot new_joint(const WorldState& world, const PrismaticDef& def);
JointSlot new_joint(const WorldState& world, const WheelDef& def);
JointSlot new_joint(const WorldState& world, const WeldDef& def);
JointSlot new_joint(const WorldState& world, const DistanceDef& def);
JointSlot new_joint(const WorldState& world, const FilterDef& def);
JointSlot new_joint(const WorldState& world, const TargetDef& def);
JointSlot new_joint(const WorldState& world, const MotorDef& def);
JointSlot new_joint(const WorldState& world, const GearDef& def);
JointSlot new_joint(const WorldState& world, const RackDef& def);
JointSlot new_joint(const WorldState& world, const PulleyDef& def);

/// How many quarters of turns a new joint has turned already, by its definition. Refuses more than there can be.
std::int32_t new_turns(Real turned);

/// The definition of a joint, with the handles of its bodies.
JointDef definition_of(const JointSlot& joint, BodyId a, BodyId b);

/// Of a spring whose rest is given elsewhere, or is 0, `rest` must be 0.
enum class SpringRest { free, zero };
void check(Place place, const JointSpring& spring, SpringRest rest);
void check(Place place, const JointMotor& motor);
/// Refuses a strength that is negative or no number; it may be infinite.
/// Refuses limits of a pulley that are less than its wheels let it be.
void check_rope(Place place, const JointSlot& pulley, const JointLimits& limits);
void check_strength(Place place, const char* field, Real most);
/// An anchor, from a point of the world. `field`: what names it.
V2 local_anchor(Place place, const char* field, const BodyPose& pose, V2 world);
/// The number that limits bound: a distance, which is never negative, or another.
enum class Limited { distance, other };
void check(Place place, const JointLimits& limits, Limited of);

/// What the spring, the limits and the motor of a joint act on.
const RowDrive& spring_drive(const JointSlot& joint);
const RowDrive& motor_drive(const JointSlot& joint);
RowDrive& spring_drive(JointSlot& joint);
RowDrive& motor_drive(JointSlot& joint);
SpringRest spring_rest(JointKind kind);
Limited limited(JointKind kind);

}  // namespace bankshot::BANKSHOT_ABI::detail
