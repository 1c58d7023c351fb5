#include <bankshot/response/impact_process.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The process between two bends: what the next unit of normal impulse brings.
struct Slope {
  double friction = 0;  ///< df
  double v = 0, u = 0;  ///< dv, du
};

Slope slope_at(const PointResponse& k, double u, double mu) {
  Slope slope;
  if (u != 0) {
    slope.friction = u > 0 ? -mu : mu;
  } else if (k.tangent > 0) {
    slope.friction = std::clamp(-k.across / k.tangent, -mu, mu);
  }
  slope.v = k.normal + k.across * slope.friction;
  const bool sticks = u == 0 && std::fabs(slope.friction) < mu;
  slope.u = sticks ? 0 : k.across + k.tangent * slope.friction;
  return slope;
}

class Process {
 public:
  Process(const PointMotion& motion, const ProcessSettings& settings)
      : k_(motion.response),
        mu_(std::min(settings.friction, tolerance::endless_friction)),
        v_(motion.normal_speed),
        u_(motion.tangent_speed) {}

  /// Goes on until the points part at this speed; 0: compression.
  void reach_speed(double speed) {
    while (v_ < speed) {
      Slope slope = slope_at(k_, u_, mu_);
      const double to_stop = until_slip_ends(slope);
      // Where even at rest it does not rise friction locks the bodies to within rounding: let go, they still part.
      if (!rises(slope) && to_stop == endless) slope = {0, k_.normal, k_.across};
      const double there = rises(slope) ? (speed - v_) / slope.v : endless;
      if (to_stop < there) {
        advance(slope, to_stop, true);
      } else {
        advance(slope, there, false);
        v_ = speed;
      }
    }
  }

  /// From v = 0 on: until the normal has done so much work.
  void give_back(double work) {
    while (work > 0) {
      const Slope slope = slope_at(k_, u_, mu_);
      if (!rises(slope)) return;
      const double end = 2 * work / (v_ + std::sqrt(v_ * v_ + 2 * slope.v * work));
      const double to_stop = until_slip_ends(slope);
      const double before = outcome.normal_work;
      advance(slope, std::min(end, to_stop), to_stop < end);
      if (!(to_stop < end)) return;
      work -= outcome.normal_work - before;
    }
  }

  ProcessOutcome outcome;

 private:
  static constexpr double endless = HUGE_VAL;

  bool rises(const Slope& slope) const { return slope.v > tolerance::rounded_away * k_.normal; }

  double until_slip_ends(const Slope& slope) const { return u_ * slope.u < 0 ? -u_ / slope.u : endless; }

  void advance(const Slope& slope, double p, bool slip_ends) {
    const double f = slope.friction * p, v = v_ + slope.v * p, u = slip_ends ? 0 : u_ + slope.u * p;
    outcome.normal_work += p * (v_ + v) / 2;
    outcome.friction_work += f * (u_ + u) / 2;
    outcome.impulse.normal += p;
    outcome.impulse.friction += f;
    if (outcome.legs < ProcessOutcome::most_legs) outcome.leg[outcome.legs++] = {p, f};
    v_ = v, u_ = u;
  }

  PointResponse k_;
  double mu_, v_, u_;
};

}  // namespace

PointMotion point_motion(const PointSide& body, V2 normal) noexcept {
  const double nx = static_cast<double>(normal.x), ny = static_cast<double>(normal.y);
  return point_motion(body, nx, ny, body.arm_x * ny - body.arm_y * nx, body.arm_x * nx + body.arm_y * ny);
}

PointMotion point_motion(const WideBody& body, double nx, double ny, double lever_n, double lever_t) noexcept {
  PointMotion motion;
  const double xy = body.inverse_mass_xy;
  motion.response.normal = (body.inverse_mass_x * (nx * nx) + body.inverse_mass_y * (ny * ny) + xy * (2 * nx * ny)) +
                           body.inverse_inertia * (lever_n * lever_n);
  motion.response.tangent = (body.inverse_mass_x * (ny * ny) + body.inverse_mass_y * (nx * nx) - xy * (2 * nx * ny)) +
                            body.inverse_inertia * (lever_t * lever_t);
  motion.response.across = ((body.inverse_mass_y - body.inverse_mass_x) * (nx * ny) + xy * (nx * nx - ny * ny)) +
                           body.inverse_inertia * (lever_n * lever_t);
  motion.normal_speed = (body.velocity_x * nx + body.velocity_y * ny) + body.spin * lever_n;
  motion.tangent_speed = (body.velocity_y * nx - body.velocity_x * ny) + body.spin * lever_t;
  return motion;
}

PointMotion relative_motion(const PointMotion& a, const PointMotion& b) noexcept {
  PointMotion motion;
  motion.response.normal = a.response.normal + b.response.normal;
  motion.response.across = a.response.across + b.response.across;
  motion.response.tangent = a.response.tangent + b.response.tangent;
  motion.normal_speed = a.normal_speed - b.normal_speed;
  motion.tangent_speed = a.tangent_speed - b.tangent_speed;
  return motion;
}

void push(PointSide& body, V2 normal, double sign, const LegImpulse& impulse) noexcept {
  const double nx = static_cast<double>(normal.x), ny = static_cast<double>(normal.y);
  const double x = sign * (impulse.normal * nx - impulse.friction * ny),
               y = sign * (impulse.normal * ny + impulse.friction * nx);
  push(body, x, y, body.arm_x * y - body.arm_y * x);
}

ProcessOutcome impact_process(const PointMotion& motion, const ProcessSettings& settings) noexcept {
  if (!(motion.response.normal > 0)) return {};
  Process process(motion, settings);
  process.reach_speed(0);
  const double taken = std::max(-process.outcome.normal_work, 0.0);
  if (taken > 0) process.give_back(settings.restitution * settings.restitution * taken);
  const double before = process.outcome.normal_work;
  process.reach_speed(settings.least_speed);
  process.outcome.beyond_work = process.outcome.normal_work - before;
  return process.outcome;
}

LegImpulse work_on(const PointMotion& body, double sign, const ProcessOutcome& process) noexcept {
  const PointResponse& k = body.response;
  double v = body.normal_speed, u = body.tangent_speed;
  LegImpulse work;
  for (int i = 0; i < process.legs; ++i) {
    const double p = sign * process.leg[i].normal, f = sign * process.leg[i].friction;
    const double v_after = v + (k.normal * p + k.across * f), u_after = u + (k.across * p + k.tangent * f);
    work.normal += p * (v + v_after) / 2;
    work.friction += f * (u + u_after) / 2;
    v = v_after, u = u_after;
  }
  return work;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
