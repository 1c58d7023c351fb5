#pragma once
#include <bankshot/math/vec2.hpp>
#include <bankshot/query/feature.hpp>
#include <bankshot/world/ids.hpp>

namespace bankshot::BANKSHOT_ABI {

/// One impact, at its time within the step. A pair that bounces several times within a step has several. Sorted by
/// time, then by body, shape and piece.
///
/// The features are numbered as in a Manifold. Where two flat faces meet, both features are edges, and the world
/// resolves both ends of the stretch they share at once: one Impact describes the two. Then `point` is the middle of
/// that stretch, `impulse` is the sum over both ends, which need not act at `point`, and both speeds are those of the
/// end that approached faster. bounce(), which resolves one point, gives a different result for such an impact.
///
/// Impacts slower than the shortest hop of the pair (tolerance.hpp) are left out. So are pairs that the contact solver
/// stops: these begin a contact. The solver stops a pair whose bounce would rise by less than the slop under the load
/// that presses the two together. This includes all pairs without restitution that are pressed or touch something else,
/// unless one of the two is firm and the other fast.
struct Impact {
  Real time = 0;          ///< seconds since the step began
  BodyId body_a, body_b;  ///< which of the two is A has no meaning
  ShapeId shape_a, shape_b;
  Feature feature_a, feature_b;
  Vec2 point = Vec2::Zero();    ///< world; for two faces the middle of the stretch they share
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A
  Real approach_speed = 0;      ///< along the normal, before, > 0
  Real separation_speed = 0;    ///< along the normal, after, >= 0; without restitution the lowest possible
  Real impulse = 0;             ///< along the normal, mass x length / s; for two faces the sum over both ends
  /// Minus the work of the impulses on the relative motion of the two bodies: the kinetic energy they lose as seen from
  /// a kinematic one. Negative where restitution is above 1, or where a surface speed drives the other body.
  Real energy_lost = 0;
};

/// Two shapes began or ceased to touch (or, for a sensor, to overlap). After each begin of a pair comes exactly one end
/// before its next begin, whatever is removed, moved or changed in between.
///
/// A pair touches in a step if the two are in contact at its beginning, have an impact in it, or are pushed apart by
/// the contact solver at its end. If something stops a body, the pair has an impact or begins a contact in that step or
/// in the next. A bounce begins a contact in its own step. The contact ends in the first step that finds the two apart
/// and has no impact between them. A pair that stops touching within a step ends its contact in the next. A change of
/// filter or type that lets the two pass ends a contact, and so does a contact hook that has it ignored. So does the
/// removal of one of them, under the handles that it had.
struct ContactEvent {
  BodyId body_a, body_b;
  ShapeId shape_a, shape_b;
  friend bool operator==(const ContactEvent&, const ContactEvent&) = default;
};

/// Two shapes that are deep in each other at the end of a step, whatever moved them there: crushed by a mover, pressed
/// in by a weight, or placed inside something else. Reported once per pair and step, from the step that leaves it so
/// until the first that does not, also for two bodies that sleep. Sorted by body, then by shape.
///
/// Deep means more than a quarter of the smallest extent of the smaller shape. Shapes of fixed bodies do not count for
/// this, and a shape without thickness counts by its length. The solver leaves less than that where it has a choice.
/// Sensors are left out, and so are pairs that their types, their filters or a contact hook let pass.
struct Penetration {
  BodyId body_a, body_b;
  ShapeId shape_a, shape_b;
  /// Length, > 0. For two convex shapes the length of the translation of mtv(). For shapes made of parts, and for
  /// containers, the deepest of their contacts, or how far something lies in a part that has no surface. A one-way face
  /// has no depth for a shape that comes from behind.
  Real depth = 0;
};

/// Bits that a step reports: which limits were met, and what it could not keep apart.
enum class StepStatus : std::uint32_t {
  ok = 0,
  /// A limit of WorldDef::impact_limits was met; the body that met it stood still for the rest of the step.
  impact_limit = 1u << 0,
  /// The state of a body became non-finite; the body was stopped where it last was finite and made fixed.
  body_frozen = 1u << 1,
  /// A sweep used up its iterations; the pair was held at its last safe time.
  sweep_limit = 1u << 2,
  /// World::penetrations() is not empty.
  penetration = 1u << 3,
  /// A body stood still for the rest of the step, though it met no limit of WorldDef::impact_limits. Either its path
  /// was led into others again and again, as in a jam, or it moves so far within the rounding of a time that its next
  /// impact cannot be determined.
  stalled = 1u << 4
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
