#include <bankshot/response/impact_process.hpp>
#include <bankshot/response/impulse.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// How much the relative velocity at the point changes per impulse: along the normal, and along the tangent.
/// An impulse P at arm r changes the velocity of the point by P / m + (r x P) / I x r.
struct Response {
  Real normal;
  Real tangent;
};

Response response_of(const ResponseBody& a, const ResponseBody& b, V2 normal, V2 tangent, const Arms& arms) {
  const Real mass = a.inverse_mass + b.inverse_mass;
  const Real an = cross(arms.a, normal), bn = cross(arms.b, normal);
  const Real at = cross(arms.a, tangent), bt = cross(arms.b, tangent);
  return {mass + (a.inverse_inertia * an * an + b.inverse_inertia * bn * bn),
          mass + (a.inverse_inertia * at * at + b.inverse_inertia * bt * bt)};
}

/// Of the interval [low, high] around 0, the value nearest to x.
Real nearest_within(Real x, Real low, Real high) { return x < 0 ? max(x, low) : min(x, high); }

/// The friction impulse where it does not couple to the normal: what stops the sliding u, within the cone of the whole
/// normal impulse. Whether it acts along with that or after it makes no difference then.
Real friction_impulse(const Response& k, Real v, Real u, const BounceSettings& settings) {
  if (!(settings.friction > 0) || !(k.tangent > 0)) return 0;
  const Real along_normal = -(1 + settings.restitution) * v / k.normal;
  const Real stop = -u / k.tangent;
  const Real cone = 1 / settings.friction;
  const Real most = cone > 0 ? along_normal / cone : absolute(stop);
  return nearest_within(stop, -most, most);
}

PointSide side_of(const ResponseBody& body, V2 arm) {
  PointSide side;
  side.velocity_x = static_cast<double>(body.velocity[0]), side.velocity_y = static_cast<double>(body.velocity[1]);
  side.spin = static_cast<double>(body.angular_velocity);
  side.inverse_mass_x = side.inverse_mass_y = static_cast<double>(body.inverse_mass);
  side.inverse_inertia = static_cast<double>(body.inverse_inertia);
  side.arm_x = static_cast<double>(arm.x), side.arm_y = static_cast<double>(arm.y);
  return side;
}

void take(ResponseBody& body, const PointSide& side) {
  body.velocity = vec2({static_cast<Real>(side.velocity_x), static_cast<Real>(side.velocity_y)});
  body.angular_velocity = static_cast<Real>(side.spin);
}

/// Friction that turns the bodies so that they part faster or slower, or a normal impulse that makes them slide.
BounceResult collide_coupled(PointSide& a, PointSide& b, V2 normal, const PointMotion& motion,
                             const BounceSettings& settings) {
  ProcessSettings law;
  law.restitution = static_cast<double>(settings.restitution);
  law.friction = static_cast<double>(settings.friction);
  const LegImpulse impulse = impact_process(motion, law).impulse;
  push(a, normal, 1, impulse);
  push(b, normal, -1, impulse);
  BounceResult result;
  result.approach_speed = static_cast<Real>(-motion.normal_speed);
  result.impulse = static_cast<Real>(impulse.normal);
  const Real most = settings.friction * result.impulse;  // once more, now that both are rounded
  result.friction_impulse = clamp(static_cast<Real>(impulse.friction), -most, most);
  return result;
}

V2 velocity_at(const ResponseBody& body, V2 arm) { return plain(body.velocity) + cross(body.angular_velocity, arm); }

}  // namespace

Shares shares_of(Real inverse_mass_a, Real inverse_mass_b) noexcept {
  const Real sum = inverse_mass_a + inverse_mass_b;
  if (!(sum > 0)) return {};
  return {inverse_mass_a / sum, inverse_mass_b / sum};
}

BounceResult collide(ResponseBody& a, ResponseBody& b, V2 normal, const Arms& arms,
                     const BounceSettings& settings) noexcept {
  const V2 tangent = perp(normal);
  const V2 relative = velocity_at(a, arms.a) - velocity_at(b, arms.b);
  const Real v = dot(relative, normal);
  const Response k = response_of(a, b, normal, tangent, arms);
  BounceResult result;
  result.approach_speed = -v;
  if (!(v < 0) || !(k.normal > 0)) return result;
  if (settings.friction > 0) {
    PointSide side_a = side_of(a, arms.a), side_b = side_of(b, arms.b);
    const PointMotion motion = relative_motion(point_motion(side_a, normal), point_motion(side_b, normal));
    if (motion.response.across != 0) {
      result = collide_coupled(side_a, side_b, normal, motion, settings);
      take(a, side_a), take(b, side_b);
      return result;
    }
  }

  const Real wanted_friction = friction_impulse(k, v, dot(relative, tangent), settings);
  // The change of v that the normal impulse makes; shared out by ratios of responses rather than by impulses, so that
  // a wall or an equal mass turns a velocity round without rounding.
  const Real change = -(1 + settings.restitution) * v;
  const Real impulse = max(change / k.normal, 0);
  const Real most_friction = max(0, settings.friction * impulse);  // once more, now that the impulse is rounded
  const Real friction = clamp(wanted_friction, -most_friction, most_friction);
  const V2 along_tangent = friction * tangent;
  a.velocity = vec2(plain(a.velocity) + (a.inverse_mass / k.normal * change * normal + a.inverse_mass * along_tangent));
  b.velocity = vec2(plain(b.velocity) - (b.inverse_mass / k.normal * change * normal + b.inverse_mass * along_tangent));
  a.angular_velocity += a.inverse_inertia * (impulse * cross(arms.a, normal) + friction * cross(arms.a, tangent));
  b.angular_velocity -= b.inverse_inertia * (impulse * cross(arms.b, normal) + friction * cross(arms.b, tangent));
  result.impulse = impulse;
  result.friction_impulse = friction;
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
