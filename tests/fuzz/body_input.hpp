#pragma once
// Reads materials and bodies from the bytes of an input.

#include "input.hpp"

#include <bankshot/world/definition.hpp>

namespace bankshot_fuzz {

inline bankshot::Material read_material(Input& in) {
  bankshot::Material material;
  material.restitution = static_cast<bankshot::Real>(in.below(9)) / 8;
  material.friction = static_cast<bankshot::Real>(in.below(9)) / 8;
  if (in.chance()) material.density = in.length();
  if (in.chance()) material.surface_speed = in.number();
  return material;
}

/// Reads type, pose and velocity; everything else is as by default.
inline bankshot::BodyDef read_moving_body(Input& in) {
  bankshot::BodyDef def;
  def.type = static_cast<bankshot::BodyType>(in.below(3));
  const bankshot::Pose pose = in.pose();
  def.position = pose.position;
  def.rotation = pose.rotation;
  if (in.chance()) def.velocity = in.point();
  if (in.chance()) def.angular_velocity = in.number();
  return def;
}

}  // namespace bankshot_fuzz
