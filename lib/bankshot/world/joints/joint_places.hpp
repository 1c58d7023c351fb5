#pragma once
// Where the anchors of joints are. Not part of the public interface.
//
// In double, from positions in two numbers: the two anchors of a joint agree to the last digits.

#include <bankshot/world/bodies/state.hpp>
#include <bankshot/world/joints/joint_body.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

BANKSHOT_INLINE P2 facing(Q2 turn) { return wide(V2{turn.c, turn.s}); }
BANKSHOT_INLINE P2 mirrored(P2 unit) { return {unit.x, -unit.y}; }

/// The vector of length 1 in the direction of one that is not 0, however long or short.
BANKSHOT_INLINE P2 unit_along(P2 v) {
  const double size = std::max(std::abs(v.x), std::abs(v.y));
  const P2 near_one{v.x / size, v.y / size};
  return (1 / length(near_one)) * near_one;
}

/// From the centre of mass of a body to a point of the body.
BANKSHOT_INLINE P2 arm_to(const BodyPose& pose, V2 point) {
  return turned(facing(pose.rotation), wide(point) - wide(pose.local_centre));
}

/// The point of a body that is there now.
BANKSHOT_INLINE P2 point_at(const BodyPose& pose, V2 world) {
  const P2 turn = facing(pose.rotation), arm = wide(world) - wide(pose.centre) - wide(pose.remainder);
  return wide(pose.local_centre) + (1 / dot(turn, turn)) * turned(mirrored(turn), arm);
}

/// From a point of the world to a point of a body.
BANKSHOT_INLINE P2 way_from(V2 world, const BodyPose& pose, V2 point) {
  return (wide(pose.centre) - wide(world)) + (wide(pose.remainder) + arm_to(pose, point));
}

/// From the anchor of A to that of B.
BANKSHOT_INLINE P2 way_between(const BodyPose& a, const BodyPose& b, const JointSlot& joint) {
  return (wide(b.centre) - wide(a.centre)) + (wide(b.remainder) - wide(a.remainder)) +
         (arm_to(b, joint.anchor[1]) - arm_to(a, joint.anchor[0]));
}

/// The rotation of B in the frame of A.
BANKSHOT_INLINE P2 turn_between(const BodyPose& a, const BodyPose& b) {
  return unit_along(turned(mirrored(facing(a.rotation)), facing(b.rotation)));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
