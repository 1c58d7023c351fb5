#pragma once
// Definitions of joints: flat aggregates for designated initialisers.
//
// A joint ties two bodies, at least one of which is dynamic. Its anchors are points of the bodies. They are given in
// world coordinates, as the bodies are now, or in the coordinates of each body. A body may have any number of joints.
// Joints that contradict one another share the error and do no work.
//
// Beside what it keeps rigidly, a joint may have a spring, a motor and limits, all of which can be changed at any time.
//
// Rigid joints neither take nor give energy, in flight and in impacts with restitution 1; nor do springs without a
// damper. Where bodies of a group rest on something, or something on them, what swings too fast for a sub-step fades.
// A load of a hundred links on a hanging chain sinks in by a few centimetres for each metre of a link; one that falls
// on it may open joints. A chain that is straight between two fixed points cannot sag: under a load of more than about
// ten of its links it shakes, and may come off its joints or gain energy, as when something falls on it. Lay it with
// some sag. In a pile, the push-out of overlaps can move a single body of several that are tied: its joints open, or
// its springs are drawn out, until they have drawn it back. An impact meets only what is rigid in a joint: a motor, a
// spring or a limit gives way in it, and what is thrown against a limit then runs into it. Joints that are made open,
// and limits that are set where a joint is beyond them, are closed by push-out, four times the longest arm of the
// group in a second; springs beside them may be drawn out by that.
//
// A joint may break. What counts is its mean force and torque over a step, with all that impacts on its bodies made it
// give: a blow of the impulse P counts as P / dt, so it breaks more easily in short steps. It goes when the step ends,
// and has held until then.

#include <bankshot/math/rotation.hpp>
#include <bankshot/math/vec2.hpp>
#include <bankshot/world/ids.hpp>

#include <limits>
#include <optional>
#include <variant>

namespace bankshot::BANKSHOT_ABI {

/// A strength that no force and no torque exceeds.
inline constexpr Real unbreakable = std::numeric_limits<Real>::infinity();
/// A bound that is none.
inline constexpr Real unbounded = std::numeric_limits<Real>::infinity();

enum class JointKind : std::uint8_t {
  revolute,   ///< a hinge: the two anchors stay in one place
  prismatic,  ///< a slider: the anchor of B stays on a line of A, and B keeps its angle relative to A
  weld,       ///< the anchors stay in one place, and B keeps its angle relative to A
  distance,   ///< a rod: the anchors stay at a distance
  wheel,      ///< the anchor of B stays on a line of A, where a spring may hold it; B turns
  filter,     ///< nothing but that the two bodies do not collide
  target,     ///< drags a point of B to a place that belongs to A
  motor,      ///< drives B to a place and an angle that belong to A
  gear,       ///< two gears or belt wheels: each turns the other
  rack,       ///< A moves along a line as B turns
  pulley,     ///< a rope from A over two fixed wheels to B
};

// What drives a joint acts on one number of it, at its rate: the angle of a revolute joint or a wheel, the translation
// of a prismatic joint or a wheel, the distance, or the length of a pulley.

/// A spring with a damper. It stores energy, see Energy::elastic, and without the damper gives all of it back, whatever
/// the frequency. One that swings through more than 16 radians in a step is slower than it should be.
struct JointSpring {
  Real hertz = 0;  ///< of the two bodies alone, moved along a line through their centres, or turned; 0: no spring
  Real damping_ratio = 0;  ///< 1 is critical; finite, >= 0
  Real rest = 0;           ///< angle or translation at which it does nothing; of a rod or pulley 0: its length says it
  friend auto operator<=>(const JointSpring&, const JointSpring&) = default;
};

/// A motor that keeps a speed as far as its strength goes. With the speed 0 it is friction in the joint.
struct JointMotor {
  Real speed = 0;    ///< rad / s or length / s, of B relative to A
  Real largest = 0;  ///< torque or force, >= 0; 0: no motor
  friend auto operator<=>(const JointMotor&, const JointMotor&) = default;
};

/// Bounds of the number. It runs into a limit as bodies collide; if both are equal, it stays there.
struct JointLimits {
  Real lower = 0;        ///< of distances >= 0; angles may be any number of turns
  Real upper = 0;        ///< >= lower
  Real restitution = 0;  ///< 0 to 1
  friend auto operator<=>(const JointLimits&, const JointLimits&) = default;
};

/// A hinge.
struct RevoluteDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};        ///< world, for both bodies; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();     ///< body coordinates of A
  Vec2 local_anchor_b = Vec2::Zero();     ///< body coordinates of B
  Real zero_angle = 0;                    ///< rad, of B relative to A, from which spring, limits and Joint::angle count
  std::optional<Rotation> rotation = {};  ///< the same as cosine and sine, instead of zero_angle
  Real turned = 0;  ///< rad, about: if whole turns count, Joint::angle is the one nearest to it; up to 3e9
  JointSpring spring = {};
  JointMotor motor = {};
  std::optional<JointLimits> limits = {};
  Real break_force = unbreakable;   ///< it breaks if the magnitude of Joint::force is above this; >= 0
  Real break_torque = unbreakable;  ///< the same of the magnitude of Joint::torque
  bool collide_connected = false;   ///< true: shapes of the two bodies collide with one another
  std::uint64_t user_data = 0;      ///< never read by the library
};

/// A slider.
struct PrismaticDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};        ///< world, for both bodies; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();     ///< body coordinates of A: the line goes through it
  Vec2 local_anchor_b = Vec2::Zero();     ///< body coordinates of B
  std::optional<Vec2> axis = {};          ///< direction of the line in the world, any length > 0; without it the next
  Vec2 local_axis_a = Vec2::UnitX();      ///< the same in the coordinates of A
  std::optional<Real> angle = {};         ///< rad, of B relative to A; without it, and `rotation`, the present one
  std::optional<Rotation> rotation = {};  ///< the same as cosine and sine, instead of `angle`
  JointSpring spring = {};
  JointMotor motor = {};
  std::optional<JointLimits> limits = {};
  Real break_force = unbreakable;   ///< see RevoluteDef
  Real break_torque = unbreakable;  ///< see RevoluteDef
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// A wheel with its suspension: B turns about its anchor, which stays on a line of A.
struct WheelDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};         ///< world, for both bodies; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();      ///< body coordinates of A: the line goes through it
  Vec2 local_anchor_b = Vec2::Zero();      ///< body coordinates of B
  std::optional<Vec2> axis = {};           ///< direction of the line in the world, any length > 0; without it the next
  Vec2 local_axis_a = Vec2::UnitY();       ///< the same in the coordinates of A
  JointSpring spring = {};                 ///< along the line
  std::optional<JointLimits> limits = {};  ///< along the line
  JointMotor motor = {};                   ///< turns B
  Real turned = 0;                         ///< see RevoluteDef; changes only the hash of the world
  Real break_force = unbreakable;          ///< see RevoluteDef
  Real break_torque = unbreakable;         ///< see RevoluteDef
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// Two bodies as one.
struct WeldDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};        ///< world, for both bodies; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();     ///< body coordinates of A
  Vec2 local_anchor_b = Vec2::Zero();     ///< body coordinates of B
  std::optional<Real> angle = {};         ///< rad, of B relative to A; without it, and `rotation`, the present one
  std::optional<Rotation> rotation = {};  ///< the same as cosine and sine, instead of `angle`
  JointSpring linear = {};                ///< with a frequency: the anchors give way by a spring; its rest is 0
  JointSpring angular = {};               ///< with a frequency: the angle gives way by a spring; its rest is 0
  Real turned = 0;                        ///< see RevoluteDef: how far `angular` is wound up
  Real break_force = unbreakable;         ///< see RevoluteDef
  Real break_torque = unbreakable;        ///< see RevoluteDef
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// A rod without mass. With a spring, a motor or limits it is one that can be pushed together and drawn out.
struct DistanceDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor_a = {};   ///< world; without it local_anchor_a
  std::optional<Vec2> anchor_b = {};   ///< world; without it local_anchor_b
  Vec2 local_anchor_a = Vec2::Zero();  ///< body coordinates of A
  Vec2 local_anchor_b = Vec2::Zero();  ///< body coordinates of B
  std::optional<Real> length = {};     ///< > 0; without it the present distance, which must then be > 0
  JointSpring spring = {};             ///< its rest is `length`
  JointMotor motor = {};
  std::optional<JointLimits> limits = {};  ///< of the distance; a rope of length 5 has {.lower = 0, .upper = 5}
  Real break_force = unbreakable;          ///< see RevoluteDef
  Real break_torque = unbreakable;         ///< see RevoluteDef
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// Keeps the shapes of two bodies from colliding, and does nothing else.
struct FilterDef {
  BodyId body_a, body_b;
  std::uint64_t user_data = 0;
};

// A target joint and a motor joint pull by a spring and a damper, but never harder than they may. They store no energy:
// their work is in EnergyLedger::motors. Give them something to belong to as body A, such as a fixed body without
// shapes.

/// Drags a point of B, as the mouse does: World::set_target() says where to.
struct TargetDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};                        ///< world: the point of B, and the target at first
  Vec2 local_anchor_a = Vec2::Zero();                     ///< body coordinates of A: the target
  Vec2 local_anchor_b = Vec2::Zero();                     ///< body coordinates of B: its point
  JointSpring spring = {.hertz = 5, .damping_ratio = 1};  ///< its rest is 0
  Real largest_force = unbounded;                         ///< >= 0; a huge one presses B into what stands in its way
  Real break_force = unbreakable;                         ///< see RevoluteDef
  Real break_torque = unbreakable;                        ///< see RevoluteDef
  bool collide_connected = true;                          ///< the body that the target belongs to may be the ground
  std::uint64_t user_data = 0;
};

/// Drives B to a pose relative to A: World::set_target() says to which place, World::set_target_angle() to which angle.
struct MotorDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};        ///< world: the point of B, and the target at first
  Vec2 local_anchor_a = Vec2::Zero();     ///< body coordinates of A: the target
  Vec2 local_anchor_b = Vec2::Zero();     ///< body coordinates of B: its point
  std::optional<Real> angle = {};         ///< rad, of B relative to A; without it, and `rotation`, the present one
  std::optional<Rotation> rotation = {};  ///< the same as cosine and sine, instead of `angle`
  JointSpring linear = {.hertz = 5, .damping_ratio = 1};   ///< of the place; its rest is 0
  JointSpring angular = {.hertz = 5, .damping_ratio = 1};  ///< of the angle; its rest is 0
  Real largest_force = unbounded;                          ///< >= 0
  Real largest_torque = unbounded;                         ///< >= 0
  Real turned = 0;                                         ///< see RevoluteDef: how far `angular` is wound up
  Real break_force = unbreakable;                          ///< see RevoluteDef
  Real break_torque = unbreakable;                         ///< see RevoluteDef
  bool collide_connected = true;
  std::uint64_t user_data = 0;
};

// A gear and a rack keep only what teeth keep: hinges and sliders hold the bodies, on whatever carries them. They push
// their two bodies at one point of the line between them, so no momentum comes from nowhere, also where the carrier
// turns, as in a planetary gear. Teeth slip if something forces them apart by half a turn. Two axes that come together
// have no line between them: there a gear lets go for a moment, and energy and angular momentum may be lost.

/// Two gears: A turns by -ratio times the angle by which B turns, both seen from the line through their axes.
struct GearDef {
  BodyId body_a, body_b;
  Vec2 local_anchor_a = Vec2::Zero();  ///< body coordinates of A: its axis
  Vec2 local_anchor_b = Vec2::Zero();  ///< body coordinates of B: its axis, which must be in another place
  /// Teeth, or radius, of B for one of A; not 0. Below 0 for wheels that turn the same way: a ring and what turns in
  /// it, or two that a belt or a chain ties.
  Real ratio = 1;
  /// Timing marks: directions from the axes that both point from A's axis to that of B. Body coordinates of A and of B,
  /// any length > 0. Without them it is the directions that do so now; give both or neither.
  std::optional<Vec2> local_mark_a = {}, local_mark_b = {};
  Real turned = 0;                  ///< rad, about: by which A has turned from its mark, in all turns; up to 3e9
  Real break_force = unbreakable;   ///< see RevoluteDef
  Real break_torque = unbreakable;  ///< see RevoluteDef
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// A rack and its pinion: as B turns by an angle counter-clockwise, seen from A, it goes back by radius times that
/// angle along a line of A; or A goes forth.
struct RackDef {
  BodyId body_a, body_b;                  ///< the rack and the pinion
  std::optional<Vec2> anchor = {};        ///< world, for both bodies: the axis of B; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();     ///< body coordinates of A: beside it is the axis when B is at `angle`
  Vec2 local_anchor_b = Vec2::Zero();     ///< body coordinates of B: its axis
  std::optional<Vec2> axis = {};          ///< direction of the line in the world, any length > 0; without it the next
  Vec2 local_axis_a = Vec2::UnitX();      ///< the same in the coordinates of A
  Real radius = 1;                        ///< of the pinion; not 0; below 0 if it is to the right of the line
  std::optional<Real> angle = {};         ///< rad, of B relative to A; without it, and `rotation`, the present one
  std::optional<Rotation> rotation = {};  ///< the same as cosine and sine, instead of `angle`
  Real turned = 0;                        ///< rad, about: by which B has turned from `angle`, in all turns; up to 3e9
  Real break_force = unbreakable;         ///< see RevoluteDef
  Real break_torque = unbreakable;        ///< see RevoluteDef
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// A rope from A over two wheels to B. The wheels are points of the world without friction. What the joint keeps, as a
/// rod keeps its length, is the way from A to its wheel and `ratio` times that from B to its own. With a spring, a
/// motor or limits it gives way, or hauls.
struct PulleyDef {
  BodyId body_a, body_b;
  Vec2 wheel_a = Vec2::Zero();  ///< world
  Vec2 wheel_b = Vec2::Zero();  ///< world
  /// > 0; neither anchor comes nearer to its wheel: it runs against it as against a limit, without restitution. Without
  /// it a hundredth of length / (1 + ratio), or less if an anchor is nearer.
  std::optional<Real> wheel_radius = {};
  std::optional<Vec2> anchor_a = {};   ///< world; without it local_anchor_a
  std::optional<Vec2> anchor_b = {};   ///< world; without it local_anchor_b
  Vec2 local_anchor_a = Vec2::Zero();  ///< body coordinates of A
  Vec2 local_anchor_b = Vec2::Zero();  ///< body coordinates of B
  Real ratio = 1;                      ///< > 0; B is drawn with so many times the force of the rope: a tackle
  /// At least (1 + ratio) wheel_radius, as is the upper one of `limits`; without it the present one.
  std::optional<Real> length = {};
  JointSpring spring = {};  ///< its rest stays 0: it rests at `length`; its frequency is that of the length
  JointMotor motor = {};
  std::optional<JointLimits> limits = {};  ///< of the length; a rope that can hang loose has {.lower = 0, .upper = 5}
  Real break_force = unbreakable;          ///< see RevoluteDef
  Real break_torque = unbreakable;         ///< see RevoluteDef
  bool collide_connected = true;
  std::uint64_t user_data = 0;
};

/// Any of them; index() is that of the JointKind.
using JointDef = std::variant<RevoluteDef, PrismaticDef, WeldDef, DistanceDef, WheelDef, FilterDef, TargetDef, MotorDef,
                              GearDef, RackDef, PulleyDef>;

/// A joint as it is now.
struct Joint {
  JointKind kind = JointKind::revolute;
  BodyId body_a, body_b;
  Vec2 anchor_a = Vec2::Zero();  ///< world
  Vec2 anchor_b = Vec2::Zero();  ///< world; differs from anchor_a by what the joint is out of place, or lets go
  /// Of B relative to A, rad, from -pi to pi. Of a revolute joint less RevoluteDef::zero_angle; and if it has a spring,
  /// a motor or limits, whole turns since then count.
  Real angle = 0;
  Real spin = 0;  ///< its rate of change, rad / s
  /// Of a prismatic joint, wheel or rack: of B's anchor along the line. Of a rod: the distance; of a pulley: the
  /// length.
  Real translation = 0;
  Real speed = 0;             ///< its rate of change, length / s
  Vec2 force = Vec2::Zero();  ///< by the joint on B, at its anchor: mean of the last step it was awake in, with impacts
  Real torque = 0;            ///< the same, about the anchor
  double stored_energy = 0;   ///< of its springs, mass x length^2 / s^2
  JointSpring spring;         ///< of a weld or motor joint: the linear one
  JointSpring angular;        ///< of a weld or motor joint
  JointMotor motor;
  Real largest_force = 0, largest_torque = 0;  ///< of a target or motor joint
  std::optional<JointLimits> limits;
  Real break_force = unbreakable, break_torque = unbreakable;
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// Why a joint went.
enum class JointEnd : std::uint8_t {
  body_removed,  ///< one of its bodies was removed
  broke,         ///< its force or its torque was above its strength
};

/// A joint that went without World::remove_joint().
struct JointEvent {
  JointId joint;
  BodyId body_a, body_b;
  JointEnd why = JointEnd::body_removed;
  Vec2 force = Vec2::Zero();  ///< of one that broke: Joint::force of the step in which it did
  Real torque = 0;            ///< likewise
  friend bool operator==(const JointEvent&, const JointEvent&) = default;
};

}  // namespace bankshot::BANKSHOT_ABI
