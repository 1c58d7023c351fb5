#pragma once
// Rows of impacts with friction, made by hand, for the parts of an impact path.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/path_state.hpp>

#include <utility>
#include <vector>

namespace bankshot::testing {

inline detail::WideBody wide_body(double inverse_mass, double inverse_inertia, double vx = 0, double vy = 0,
                                  double spin = 0) {
  detail::WideBody body;
  body.velocity_x = vx, body.velocity_y = vy, body.spin = spin;
  body.inverse_mass_x = body.inverse_mass_y = inverse_mass, body.inverse_inertia = inverse_inertia;
  return body;
}

/// A point of body a, at the arm from its centre, on body b.
inline detail::PathContact point_on(std::size_t a, std::size_t b, detail::V2 arm, double friction,
                                    detail::V2 normal = {0, 1}) {
  detail::PathContact contact;
  contact.body[0] = a, contact.body[1] = b;
  contact.normal = normal, contact.friction = friction;
  contact.arm[0][0] = contact.arm[0][1] = arm;
  contact.part[0] = true;
  return contact;
}

/// Bodies, their contacts, and the rows of these, where a path begins.
struct ImpactRows {
  std::vector<detail::WideBody> bodies;
  std::vector<detail::PathContact> contacts;
  std::vector<detail::BodyCoupling> couplings;
  detail::PathRows rows{bodies, contacts, couplings};
  detail::PathState state;

  ImpactRows(std::vector<detail::WideBody> all, std::vector<detail::PathContact> between)
      : bodies(std::move(all)), contacts(std::move(between)) {
    rows.build();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double x = rows[i].start;
      state.x[i] = x, state.goal[i] = 0, state.pushes[i] = true;
      state.mode[i] = static_cast<signed char>(rows.is_normal(i) || x == 0 ? 0 : x > 0 ? 1 : -1);
    }
    state.moved.resize(bodies.size());
  }
  ImpactRows(const ImpactRows&) = delete;
  ImpactRows& operator=(const ImpactRows&) = delete;
};

/// A corner of a body on the floor, with simple numbers: both rows are scaled by 1/2, their effect on one another is
/// -3/4, and the speeds are given as those of the rows.
inline ImpactRows corner_on_floor(double normal_speed, double slip, double friction) {
  return {{wide_body(1, 3, -2 * slip, 2 * normal_speed), {}}, {point_on(0, 1, {1, -1}, friction)}};
}

}  // namespace bankshot::testing
