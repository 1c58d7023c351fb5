#pragma once
// A face that meets another face, drawn at random.

#include "world/impact_rows.hpp"
#include "world/random.hpp"

namespace bankshot::testing {

struct SomeFace : ImpactRows {
  explicit SomeFace(Random& random) : ImpactRows({some_body(random), some_body(random)}, {some_contact(random)}) {}

  static detail::WideBody some_body(Random& random) {
    const double mass = random.real(0.5, 2), inertia = random.real(0.5, 4), x = random.real(-3, 3),
                 y = random.real(-3, 3);
    return wide_body(mass, inertia, x, y, static_cast<double>(random.real(-3, 3)));
  }

  static detail::PathContact some_contact(Random& random) {
    const Rotation turn = Rotation::from_angle(random.real(-3, 3));
    detail::PathContact face = point_on(0, 1, {}, static_cast<double>(random.real(0.05, 0.5)), {turn.c, turn.s});
    face.points = 2, face.part[1] = true;
    face.surface_speed = static_cast<double>(random.real(-1, 1));
    const detail::V2 along = random.real(0.5, 2) * detail::perp(face.normal);
    for (detail::V2(&arm)[2] : face.arm) {
      const Real x = random.real(-1, 1), y = random.real(-1, 1);
      arm[0] = {x, y}, arm[1] = arm[0] + along;
    }
    return face;
  }
};

}  // namespace bankshot::testing
