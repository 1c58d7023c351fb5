#pragma once
#include <bankshot/math/vec2.hpp>
#include <bankshot/query/feature.hpp>
#include <bankshot/world/ids.hpp>

namespace bankshot::BANKSHOT_ABI {

/// One hit, at its time inside the step: of a pair that bounces several times within a step there are several. Sorted
/// by time, then by body, shape and piece.
///
/// What met, by the names that a Manifold uses. Where two flat faces met, both features are edges, and the world
/// resolves both ends of what they share at once: one Impact tells of the two. `point` is then the middle of what they
/// share, `impulse` the sum over both ends, which need not act at `point`, and both speeds are those of the end that
/// approached faster. bounce(), which resolves one point, answers such a hit differently.
///
/// Hits slower than the pair's shortest hop (tolerance.hpp) are left out,
/// and so is what the contact solver stops: pairs whose bounce would rise by less than the slop under what presses them
/// together, which includes all pairs without restitution that are pressed or touch something else, unless one of the
/// two is firm and the other comes fast. Of these a contact begins.
struct Impact {
  Real time = 0;          ///< seconds since the step began
  BodyId body_a, body_b;  ///< which of the two is A means nothing
  ShapeId shape_a, shape_b;
  Feature feature_a, feature_b;
  Vec2 point = Vec2::Zero();    ///< world; of two faces the middle of what they share
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A
  Real approach_speed = 0;      ///< along the normal, before, > 0
  Real separation_speed = 0;    ///< along the normal, after, >= 0; without restitution as slow as the pair can part
  Real impulse = 0;             ///< along the normal, mass x length / s; of two faces the sum over both ends
  /// Minus the work of the impulses on the motion of the two bodies relative to one another: what kinetic energy they
  /// lose as seen from a kinematic one. Below zero where restitution is above 1, or a surface speed drives the other.
  Real energy_lost = 0;
};

/// Two shapes began or ceased to touch (or, for a sensor, to overlap). Every begin is followed by one end before the
/// next begin of that pair, whatever is removed, moved or changed in between.
///
/// A pair touches in a step that begins with the two in contact, in which they have an impact, or in which the contact
/// solver pushes them apart when it ends: what stops a body has an impact or begins a contact in that step, or in the
/// next. A bounce begins a contact in its step and ends it in the first one that finds them apart and has no impact of
/// theirs; and what stops touching within a step ends in the next. A change of filter or type that lets the two pass
/// ends a contact, and so does the removal of one of them, under the handles that it had.
struct ContactEvent {
  BodyId body_a, body_b;
  ShapeId shape_a, shape_b;
  friend bool operator==(const ContactEvent&, const ContactEvent&) = default;
};

/// Two shapes that lie deep in one another when the step ends, whoever moved them there: what a mover crushes, what a
/// weight presses in, what was put where something else is. Once for each pair and step, from the step that leaves it
/// so until the first that does not; of two bodies that sleep, too. Sorted by body, then by shape.
///
/// Deep is more than a quarter of the smaller one's smallest extent, the shapes of fixed bodies left out; of a shape
/// without thickness its length counts. The solver leaves less than that where it has a choice. Sensors are left out,
/// and so is what passes one another by its type or filter.
struct Penetration {
  BodyId body_a, body_b;
  ShapeId shape_a, shape_b;
  /// Length, > 0: the way that parts two convex shapes, as mtv() has it; of shapes made of parts, and of containers,
  /// the deepest of their contacts, or how far something lies in a part that has no surface. A one-way face has no
  /// depth for what comes from behind.
  Real depth = 0;
};

/// What a step reports of itself: bits that say which limit was met, and what it could not keep apart.
enum class StepStatus : std::uint32_t {
  ok = 0,
  impact_limit =
      1u << 0,  ///< a limit of WorldDef::impact_limits was met; who met it stood still for the rest of the step
  body_frozen = 1u << 1,  ///< a body's state became non-finite; it was stopped where it last was finite and made fixed
  sweep_limit = 1u << 2,  ///< a sweep used up its iterations; the pair was held at its last safe time
  penetration = 1u << 3,  ///< World::penetrations() is not empty
  stalled = 1u << 4  ///< a body stood still for the rest of the step, though no limit of WorldDef::impact_limits was
                     ///< met: its way was led into others again and again, as in a jam, or it got so far within
                     ///< the rounding of a time that nobody could have told what it meets
};
constexpr StepStatus operator|(StepStatus a, StepStatus b) noexcept {
  return static_cast<StepStatus>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr StepStatus without(StepStatus set, StepStatus bits) noexcept {
  return static_cast<StepStatus>(static_cast<std::uint32_t>(set) & ~static_cast<std::uint32_t>(bits));
}
constexpr bool has(StepStatus set, StepStatus bit) noexcept {
  return (static_cast<std::uint32_t>(set) & static_cast<std::uint32_t>(bit)) != 0;
}

}  // namespace bankshot::BANKSHOT_ABI
