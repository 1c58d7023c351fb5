#pragma once
// Definitions of joints: flat aggregates for designated initialisers.
//
// A joint ties two bodies, at least one of which is dynamic. Its anchors are points of the bodies. They are given in
// world coordinates, as the bodies are now, or in the coordinates of each body. A body may have any number of joints.
// Joints that contradict one another share the error and do no work.
//
// Rigid joints neither take nor give energy, in flight and in impacts with restitution 1. Where bodies of a group rest
// on something, or something on them, what swings too fast for a sub-step fades. A load of a hundred links on a hanging
// chain sinks in by a few centimetres for each metre of a link; one that falls on it may open joints. A chain that is
// straight between two fixed points cannot sag: under a load of more than about ten of its links it shakes, and may
// come off its joints or gain energy, as when something falls on it. Lay it with some sag.

#include <bankshot/math/vec2.hpp>
#include <bankshot/world/ids.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI {

enum class JointKind : std::uint8_t {
  revolute,   ///< a hinge: the two anchors stay in one place
  prismatic,  ///< a slider: the anchor of B stays on a line of A, and B keeps its angle relative to A
  weld,       ///< the anchors stay in one place, and B keeps its angle relative to A
  distance,   ///< a rod: the anchors stay at a distance
};

/// A hinge.
struct RevoluteDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};     ///< world, for both bodies; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();  ///< body coordinates of A
  Vec2 local_anchor_b = Vec2::Zero();  ///< body coordinates of B
  bool collide_connected = false;      ///< true: shapes of the two bodies collide with one another
  std::uint64_t user_data = 0;         ///< never read by the library
};

/// A slider.
struct PrismaticDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};     ///< world, for both bodies; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();  ///< body coordinates of A: the line goes through it
  Vec2 local_anchor_b = Vec2::Zero();  ///< body coordinates of B
  std::optional<Vec2> axis = {};       ///< direction of the line in the world, any length > 0; without it the next
  Vec2 local_axis_a = Vec2::UnitX();   ///< the same in the coordinates of A
  std::optional<Real> angle = {};      ///< rad, of B relative to A; without it the present one
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// Two bodies as one.
struct WeldDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor = {};     ///< world, for both bodies; without it the next two
  Vec2 local_anchor_a = Vec2::Zero();  ///< body coordinates of A
  Vec2 local_anchor_b = Vec2::Zero();  ///< body coordinates of B
  std::optional<Real> angle = {};      ///< rad, of B relative to A; without it the present one
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// A rod without mass.
struct DistanceDef {
  BodyId body_a, body_b;
  std::optional<Vec2> anchor_a = {};   ///< world; without it local_anchor_a
  std::optional<Vec2> anchor_b = {};   ///< world; without it local_anchor_b
  Vec2 local_anchor_a = Vec2::Zero();  ///< body coordinates of A
  Vec2 local_anchor_b = Vec2::Zero();  ///< body coordinates of B
  std::optional<Real> length = {};     ///< > 0; without it the present distance, which must then be > 0
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// A joint as it is now.
struct Joint {
  JointKind kind = JointKind::revolute;
  BodyId body_a, body_b;
  Vec2 anchor_a = Vec2::Zero();  ///< world
  Vec2 anchor_b = Vec2::Zero();  ///< world; differs from anchor_a by what the joint is out of place, or lets go
  Real angle = 0;                ///< of B relative to A, rad, from -pi to pi
  Real spin = 0;                 ///< its rate of change, rad / s
  Real translation = 0;  ///< of a prismatic joint: of B's anchor along the line; of a distance joint: the distance
  Real speed = 0;        ///< its rate of change, length / s
  bool collide_connected = false;
  std::uint64_t user_data = 0;
};

/// A joint that went because one of its bodies did.
struct JointEvent {
  JointId joint;
  BodyId body_a, body_b;
  friend bool operator==(const JointEvent&, const JointEvent&) = default;
};

}  // namespace bankshot::BANKSHOT_ABI
