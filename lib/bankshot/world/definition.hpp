#pragma once
// Definitions of worlds, bodies and shapes: flat aggregates for designated initialisers.

#include <bankshot/math/pose.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/executor.hpp>
#include <bankshot/world/ids.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// fixed: never moves. kinematic: moves at the velocity it is given, and nothing pushes it. dynamic: obeys forces and
/// impacts.
enum class BodyType : std::uint8_t { fixed, kinematic, dynamic };

/// How the surface of a body behaves, and how heavy the body is.
struct Material {
  Real restitution = 0;       ///< >= 0; 1 keeps the speed, above 1 adds energy
  Real friction = Real(0.6);  ///< Coulomb coefficient, >= 0
  Real density = 1;           ///< kg per square length unit (a segment: per length unit), > 0
  Real surface_speed = 0;     ///< conveyor belt: speed of the surface along its edge, counter-clockwise, length / s
  /// Rolling resistance c of round shapes, >= 0, for balls on ground: a resting contact that bears N resists rolling by
  /// a torque of at most c R N. R is the radius of a disc, or the rounding radius of another shape, the larger one of
  /// the two; c is the larger one of both materials, and no mix rule or contact hook changes it. A uniform disc that
  /// rolls at v without slipping stops after 3 v^2 / (4 c g), and does not begin to roll on a slope of less than tan =
  /// c. It acts in resting contacts alone, not in impacts, and not on bodies that joints tie. A slow disc that may
  /// sleep stops where it falls asleep, a little earlier.
  Real rolling_resistance = 0;
  friend bool operator==(const Material&, const Material&) = default;
};

/// Restitution and friction of a pair.
struct PairMaterial {
  Real restitution = 0;
  Real friction = 0;
  /// In the answer of a contact hook: the two pass through one another, see ContactFunction. In that of a mix rule it
  /// has no effect.
  bool ignore = false;
};

/// Combines the materials of a pair. It must be symmetric in its arguments and depend on them alone. Several threads
/// may call it at the same time if the world has several. The default takes the larger restitution and the geometric
/// mean of the frictions.
using MixRule = PairMaterial (*)(const Material& a, const Material& b) noexcept;

/// Decides which shapes collide. A common group other than 0 comes first: two shapes always collide if it is positive,
/// and never if it is negative. Otherwise they collide if the category of each is in the mask of the other.
struct Filter {
  std::uint64_t category = 1;
  std::uint64_t mask = ~std::uint64_t{0};
  std::int32_t group = 0;
  friend bool operator==(const Filter&, const Filter&) = default;
};

struct ShapeDef {
  Material material = {};
  Filter filter = {};
  bool sensor = false;  ///< reports what overlaps it at the end of a step; is never pushed, adds no mass
  /// Of a sensor: it reports the shapes of all bodies that its filter lets it meet, and other sensors. Without this,
  /// one of the two bodies must be dynamic, and the other shape no sensor. Refused for a shape that is no sensor.
  bool sees_all = false;
  /// For a grid: entry k is the material of tiles with material k + 1; its density is ignored. A tile whose material is
  /// 0, or beyond the palette, has `material`.
  std::vector<Material> palette = {};
};

/// Directions in which a body cannot move.
struct Locks {
  bool x = false;
  bool y = false;
  bool rotation = false;
  friend bool operator==(const Locks&, const Locks&) = default;
};

/// Friction on a table seen from above: what slows a body down that slides or rolls on it, wherever it is and however
/// fast. Each takes away the same amount of speed in each second, against the motion, until the body stands; then it
/// stays. See also table_friction().
///
/// As long as nothing else acts on a flying body, this is exact at any time step, impacts included: it goes straight on
/// for v^2 / (2 linear), or turns by w^2 / (2 angular), less what impacts take. Contacts, forces, gravity, the force
/// hook and damping may act as well: then friction takes what it can of the velocity in each sub-step and never
/// reverses it, so a force or gravity below it does not move a body that stands. For a body that a joint ties,
/// friction acts against its velocity alone: a force on it may make it creep. A body that leaves its resting contacts
/// within a step gets no more of this friction until the next step.
struct TableFriction {
  Real linear = 0;   ///< length / s^2, >= 0: mu g
  Real angular = 0;  ///< rad / s^2, >= 0
  friend bool operator==(const TableFriction&, const TableFriction&) = default;
};

struct BodyDef {
  BodyType type = BodyType::dynamic;
  Vec2 position = Vec2::Zero();  ///< of the body's origin, length
  Rotation rotation = {};        ///< taken literally; refused when far from unit length
  Vec2 velocity = Vec2::Zero();  ///< of the centre of mass, length / s; must be 0 if fixed; ignored if locked or asleep
  Real angular_velocity = 0;     ///< rad / s, counter-clockwise
  Real linear_damping = 0;       ///< 1 / s, >= 0: v' = -damping v, which leaves e^-(damping t) after t seconds
  Real angular_damping = 0;      ///< 1 / s, >= 0
  TableFriction table_friction = {};  ///< only a dynamic body has any
  Real gravity_scale = 1;
  Locks locks = {};
  bool can_sleep = true;
  bool awake = true;
  std::uint64_t user_data = 0;  ///< never read by the library
};

/// The input of a force hook. The hook is called twice per sub-step for every awake dynamic body. Both calls get the
/// position that the body would reach in half a sub-step at the velocity that it has at the beginning. The first call
/// gets that velocity; the second gets the mean of that velocity and the one that the first answer would lead to. The
/// second answer acts through the whole sub-step. Contacts are not foreseen.
struct ForceInput {
  BodyId body;
  Vec2 position = Vec2::Zero();  ///< of the centre of mass, world
  Vec2 velocity = Vec2::Zero();
  Real angular_velocity = 0;
  Real mass = 0;
};
struct ForceOutput {
  Vec2 force = Vec2::Zero();  ///< at the centre of mass, mass length / s^2; added to gravity
  Real torque = 0;
};
/// Forces of the user: springs, planets, wind, drag. With h the length of a sub-step, dt / WorldDef::substeps:
/// - A constant force is exact, as gravity is.
/// - For a force that depends on the position, the energy oscillates by an error that falls with h^2 and does not grow:
///   springs and planets go on for ever. A spring of w radians a second needs w h < 2.
/// - A force that depends on the velocity is of second order as well. Drag at a rate k slows down and never reverses
///   while k h < 2. Beyond that use linear_damping, which allows any rate.
/// The function must depend on its input alone for a step to be reproducible. It may be called in any order, and by
/// several threads at the same time if the world has several.
using ForceFunction = ForceOutput (*)(const void* context, const ForceInput& body) noexcept;
struct ForceHook {
  ForceFunction function = nullptr;
  const void* context = nullptr;
};

/// The input of a contact hook: which shapes collide, and how. The world chooses which of the two is A.
struct ContactInput {
  BodyId body_a, body_b;
  ShapeId shape_a, shape_b;
  Vec2 normal = Vec2::UnitX();   ///< unit, from B to A
  Vec2 velocity = Vec2::Zero();  ///< velocity of A's surface relative to B's where they meet, length / s
  PairMaterial mixed;            ///< result of the mix rule
};
/// Lets the game set the material of a contact: trampolines, glue, ice under some feet. Called for every contact of a
/// step and at every impact, from any thread and in any order. It must depend on its input alone, and return the same
/// if A and B are exchanged. The result replaces `mixed`; both numbers must be finite and >= 0. A friction that no
/// force overcomes (1e6, say) with restitution 0 makes the two stick to each other sideways.
///
/// If the answer says `ignore`, that contact does not exist in this step, whatever else it says: the two shapes (of
/// shapes made of parts: those two parts) neither press nor push one another nor keep each other awake, from the
/// beginning of the step if they touch then, otherwise from the instant at which they would meet. No impact is
/// reported, no contact begins, one that there was ends, and Penetration leaves out the two shapes in such a step. The
/// next step asks again: two that are amid one another by then are pushed apart if the answer has changed. So let
/// bodies pass by what they are, or by the side from which they come, and by their speed only as long as they touch on
/// one side. Between steps and for bodies that sleep on one another, the hook is not asked: if its context changes,
/// wake the bodies with World::set_awake(). Sensors are never asked about.
using ContactFunction = PairMaterial (*)(const void* context, const ContactInput& contact) noexcept;
struct ContactHook {
  ContactFunction function = nullptr;
  const void* context = nullptr;
};

/// Limits on the impacts of a step. A body that exceeds one stands still for the rest of the step (or gives way to a
/// kinematic body) and keeps its velocity for the next. Nothing passes through it and it gains no energy, but it loses
/// time. The step reports this, see StepStatus::impact_limit.
///
/// Impacts are counted for bodies that fly. Bodies connected by impacts and contacts have, all together, at most
/// per_body + 1 instants of impact in a step for each of them. If neither body of a pair flies (both rest on something,
/// stand still or are kinematic), that pair has at most per_pair + 1. A body that does not fly has at most per_body + 1
/// with all fixed and kinematic bodies together; then it stands still. After as many more it no longer gives way to
/// kinematic bodies: they pass over it until the step ends, and the next step pushes it out.
///
/// Some pairs are so deep at the beginning of the step that no way out is known. These share the limit of one pair: all
/// such pairs of a body with fixed and kinematic bodies, and all such pairs of parts of two bodies if there are
/// several.
struct ImpactLimits {
  int per_pair = tolerance::impacts_per_pair;  ///< of two shapes, or of two parts of shapes; 1 to 10,000
  int per_body = tolerance::impacts_per_body;  ///< of one body; 1 to 10,000
  friend bool operator==(const ImpactLimits&, const ImpactLimits&) = default;
};

struct WorldDef {
  Vec2 gravity = Vec2::Zero();  ///< length / s^2
  int substeps = 4;             ///< solver sub-steps per step, 1 to 64
  bool sleep = true;            ///< lets islands that are still sleep
  ImpactLimits impact_limits = {};
  MixRule mix = nullptr;  ///< nullptr: the default rule
  ForceHook force_hook = {};
  ContactHook contact_hook = {};
  bool energy_ledger = false;  ///< records what each step does with energy, see World::energy_ledger(); changes no bit
  /// Number of threads that work on a step, including the one that calls step(): 1 to 256; 1 starts none. Copies of the
  /// world share them. Neither this nor the executor is part of the state: no bit of a simulation depends on them,
  /// save() leaves them out (a loaded world has one thread) and History::restore() leaves them unchanged.
  int threads = 1;
  /// Runs the work of a step, in at most `threads` chunks, instead of threads of the world's own. With threads = 1, the
  /// default, it is never called.
  Executor executor = {};
  /// Limit on the contact pairs of a step, up to 1e9; each takes 1 to 2 KB. 0, the default, means 100,000, or 16 for
  /// each shape if that is more. A step with more is refused, see World::step(). So is a step with more than 16 times
  /// as many pairs of overlapping boxes whose types and filters let them collide, and possibly from 8 times as many on.
  /// Not part of the state, as `threads` is not.
  int pair_limit = 0;
};

/// Returns the larger restitution and the geometric mean of the frictions.
BANKSHOT_API PairMaterial default_mix(const Material& a, const Material& b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
