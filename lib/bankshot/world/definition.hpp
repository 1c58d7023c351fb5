#pragma once
// What a user fills in to make a world, a body, a shape: flat aggregates for designated initialisers.

#include <bankshot/math/pose.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/executor.hpp>
#include <bankshot/world/ids.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// fixed: never moves. kinematic: moves at the velocity it is given, nothing pushes it. dynamic: obeys forces and hits.
enum class BodyType : std::uint8_t { fixed, kinematic, dynamic };

/// How a body's surface behaves, and how heavy it is.
struct Material {
  Real restitution = 0;       ///< >= 0; 1 keeps the speed, above 1 adds energy
  Real friction = Real(0.6);  ///< Coulomb coefficient, >= 0
  Real density = 1;           ///< kg per square length unit (a segment: per length unit), > 0
  Real surface_speed = 0;     ///< conveyor belt: speed of the surface along its edge, counter-clockwise, length / s
  friend bool operator==(const Material&, const Material&) = default;
};

/// Restitution and friction of a pair.
struct PairMaterial {
  Real restitution = 0;
  Real friction = 0;
};

/// How the materials of a pair make one. Must be symmetric in its arguments and depend on them alone; may be called
/// from several threads at once where the world has them. The default: the larger restitution, the geometric mean of
/// the frictions.
using MixRule = PairMaterial (*)(const Material& a, const Material& b) noexcept;

/// Two shapes meet when each one's category is in the other's mask; a common group other than 0 decides before that:
/// positive always, negative never.
struct Filter {
  std::uint64_t category = 1;
  std::uint64_t mask = ~std::uint64_t{0};
  std::int32_t group = 0;
  friend bool operator==(const Filter&, const Filter&) = default;
};

struct ShapeDef {
  Material material = {};
  Filter filter = {};
  bool sensor = false;  ///< reports what overlaps it when a step ends, is never pushed; adds no mass
  /// Of a grid: what a tile with material k + 1 is made of, of which the density is ignored. A tile whose material is
  /// 0, or beyond the palette, is made of `material`.
  std::vector<Material> palette = {};
};

/// Directions in which a body does not move.
struct Locks {
  bool x = false;
  bool y = false;
  bool rotation = false;
  friend bool operator==(const Locks&, const Locks&) = default;
};

struct BodyDef {
  BodyType type = BodyType::dynamic;
  Vec2 position = Vec2::Zero();  ///< of the body's origin, length
  Rotation rotation = {};        ///< taken literally; refused when far from unit length
  Vec2 velocity = Vec2::Zero();  ///< of the centre of mass, length / s; 0 if fixed; none in locked directions or asleep
  Real angular_velocity = 0;     ///< rad / s, counter-clockwise
  Real linear_damping = 0;       ///< 1 / s, >= 0: v' = -damping v, so that e^-(damping t) is left after t seconds
  Real angular_damping = 0;      ///< 1 / s, >= 0
  Real gravity_scale = 1;
  Locks locks = {};
  bool can_sleep = true;
  bool awake = true;
  std::uint64_t user_data = 0;  ///< never read by the library
};

/// What a force hook is told about a body. It is called twice per sub-step for every awake dynamic body, with the place
/// that half a sub-step at the velocity from its beginning leads to. The first time it is told that velocity, the
/// second time the mean of that one and the one that the first answer leads to. The second answer acts, through the
/// whole sub-step. Contacts are not foreseen.
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
/// Springs, planets, wind, drag. With h the length of a sub-step, dt / WorldDef::substeps:
/// - a constant force is exact, as gravity is;
/// - of a force that depends on the position, energy swings by an error that falls with h^2 and does not grow: springs
///   and planets go on for ever. A spring of w radians a second needs w h < 2;
/// - one that depends on the velocity is of second order as well. Drag at a rate k slows down and never turns round
///   while k h < 2; for more, take linear_damping, which any rate may have.
/// It must depend on its input alone for a step to be reproducible; may be called in any order,
/// and from several threads at once where the world has them.
using ForceFunction = ForceOutput (*)(const void* context, const ForceInput& body) noexcept;
struct ForceHook {
  ForceFunction function = nullptr;
  const void* context = nullptr;
};

/// What a contact hook is told: who meets whom, and how. Which of the two is A is the world's choice.
struct ContactInput {
  BodyId body_a, body_b;
  ShapeId shape_a, shape_b;
  Vec2 normal = Vec2::UnitX();   ///< unit, from B to A
  Vec2 velocity = Vec2::Zero();  ///< of A's surface relative to B's where they meet, length / s
  PairMaterial mixed;            ///< what the mix rule says
};
/// The game's own answer to a hit: trampolines, glue, ice under some feet. Called for every contact of a step and at
/// every impact, from any thread and in any order; must depend on its input alone, and answer the same when A and B are
/// exchanged. What it returns takes the place of `mixed`: both numbers finite and >= 0. A friction that no force
/// overcomes (1e6, say) with restitution 0 makes the two stick to one another sideways.
using ContactFunction = PairMaterial (*)(const void* context, const ContactInput& contact) noexcept;
struct ContactHook {
  ContactFunction function = nullptr;
  const void* context = nullptr;
};

/// How many impacts a step computes. Who meets one more than that stands still for the rest of the step (or gives way
/// to a kinematic body) and keeps its velocity for the next: nothing passes through it and it gains no energy, but it
/// loses time. The step reports it, see StepStatus::impact_limit.
///
/// Impacts count for the bodies that fly, so bodies that are connected by impacts and contacts have, all together, at
/// most per_body + 1 instants of impact in a step for each of them; where neither of a pair flies (both rest on
/// something, stand still or are kinematic), per_pair + 1 for that pair. All that a body that does not fly has with
/// fixed and kinematic ones together: per_body + 1, then it stands still; and as many while it does, then it gives way
/// to kinematic ones no more: they pass over it until the step ends, and the next one pushes it out. Pairs that lie in
/// one another so deep when the step begins that no way is out have those of one pair together: all that a body has
/// with fixed and kinematic ones, and all of two bodies that are in one another in more than one pair of their parts.
struct ImpactLimits {
  int per_pair = tolerance::impacts_per_pair;  ///< of two shapes, or two parts of shapes; 1 to 10,000
  int per_body = tolerance::impacts_per_body;  ///< of one body; 1 to 10,000
  friend bool operator==(const ImpactLimits&, const ImpactLimits&) = default;
};

struct WorldDef {
  Vec2 gravity = Vec2::Zero();  ///< length / s^2
  int substeps = 4;             ///< solver sub-steps per step, 1 to 64
  bool sleep = true;            ///< islands that are still may sleep
  ImpactLimits impact_limits = {};
  MixRule mix = nullptr;  ///< nullptr: the default rule
  ForceHook force_hook = {};
  ContactHook contact_hook = {};
  bool energy_ledger = false;  ///< books what each step does with energy, see World::energy_ledger(); changes no bit
  /// Threads that work on a step, the one that calls step() included: 1 to 256; 1 starts none. Copies of the world
  /// share them. Neither this nor the executor is state: no bit of a simulation depends on them, save() leaves them out
  /// (a world that is loaded has one thread) and History::restore() leaves them as they are.
  int threads = 1;
  /// Runs the work of a step, in `threads` pieces at most, in place of threads of its own: with threads = 1, the
  /// default, it is never called.
  Executor executor = {};
  /// Pairs of shapes, or of their parts, that may be near one another in a step; each takes 1 to 2 KB: up to 1e9. 0,
  /// the default: 100,000, or 16 for each shape if that is more. A step with more is refused, see World::step(). So is
  /// one with more than 16 times as many pairs that may meet and whose boxes overlap, and from 8 times as many on it
  /// may be. No state, as `threads` is none.
  int pair_limit = 0;
};

/// Larger restitution, geometric mean of the frictions.
BANKSHOT_API PairMaterial default_mix(const Material& a, const Material& b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
