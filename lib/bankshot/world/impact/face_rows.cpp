#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/face_rows.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

FaceRows::FaceRows(const WideBody& a, const WideBody& b, const PathContact& contact) noexcept
    : nx(static_cast<double>(contact.normal.x)),
      ny(static_cast<double>(contact.normal.y)),
      mu(std::min(contact.friction, tolerance::endless_friction)) {
  for (int s = 0; s < 2; ++s) {
    const WideBody& body = s == 0 ? a : b;
    FaceSide& own = side[s];
    double ax[2], ay[2];
    for (int i = 0; i < 2; ++i) {
      ax[i] = static_cast<double>(contact.arm[s][i].x), ay[i] = static_cast<double>(contact.arm[s][i].y);
      own.lever[i] = ax[i] * ny - ay[i] * nx;
    }
    own.lever_t = (ax[0] + ax[1]) / 2 * nx + (ay[0] + ay[1]) / 2 * ny;
    own.shift = point_motion(body, nx, ny, 0, 0).response;
    own.inverse_inertia = body.inverse_inertia;
    for (int i = 0; i < 2; ++i) {
      const PointMotion motion = point_motion(body, nx, ny, own.lever[i], own.lever_t);
      own.response[i] = motion.response;
      own.start.v[i] = motion.normal_speed, own.start.u = motion.tangent_speed;
      k[i][i] += motion.response.normal, x[i] += motion.response.across;
    }
    kt += own.response[0].tangent;
    const double other = own.shift.normal + body.inverse_inertia * (own.lever[0] * own.lever[1]);
    k[0][1] += other, k[1][0] += other;
  }
  for (int i = 0; i < 2; ++i) start.v[i] = side[0].start.v[i] - side[1].start.v[i];
  start.u = (side[0].start.u - side[1].start.u) - contact.surface_speed;
}

void FaceRows::push(WideBody& body, int s, const double (&p)[2], double f) const noexcept {
  const FaceSide& own = side[s];
  const double sign = s == 0 ? 1 : -1, n = sign * (p[0] + p[1]), t = sign * f;
  detail::push(body, n * nx - t * ny, n * ny + t * nx,
               sign * (p[0] * own.lever[0] + p[1] * own.lever[1]) + t * own.lever_t);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
