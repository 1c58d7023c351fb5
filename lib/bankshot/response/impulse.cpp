#include <bankshot/response/impulse.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// How much the relative velocity at the point changes per impulse: along the normal, along the tangent, and across.
/// An impulse P at arm r changes the velocity of the point by P / m + (r x P) / I x r.
struct Response {
  Real normal;
  Real tangent;
  Real across;  ///< change along the tangent per impulse along the normal, and the other way round
};

Response response_of(const ResponseBody& a, const ResponseBody& b, V2 normal, V2 tangent, const Arms& arms) {
  const Real mass = a.inverse_mass + b.inverse_mass;
  const Real an = cross(arms.a, normal), bn = cross(arms.b, normal);
  const Real at = cross(arms.a, tangent), bt = cross(arms.b, tangent);
  return {mass + (a.inverse_inertia * an * an + b.inverse_inertia * bn * bn),
          mass + (a.inverse_inertia * at * at + b.inverse_inertia * bt * bt),
          a.inverse_inertia * an * at + b.inverse_inertia * bn * bt};
}

/// Of the interval [low, high] around 0, the value nearest to x.
Real nearest_within(Real x, Real low, Real high) { return x < 0 ? max(x, low) : min(x, high); }

/// The friction impulse t along the tangent. With the impulse j along the normal, v and u the relative velocities along
/// normal and tangent before, and K the response, the velocities afterwards are
///   v' = v + K_n j + K_x t,     u' = u + K_x j + K_t t.
/// Newton's law v' = -e v holds for every t when j = J - g t, where J = -(1 + e) v / K_n and g = K_x / K_n. What is
/// left is to choose t: the value that stops the sliding, u' = 0, brought nearer to 0 as far as two laws demand.
///  - Coulomb: |t| <= mu j, which is a bound on t on either side.
///  - Energy: the change is  s t^2 / 2 + w t - L  with  s = K_t - g K_x,  w = u - g v  and  L = (1 - e^2) v^2 / (2
///  K_n),
///    the loss without friction. It must not be a gain, which it otherwise can be for long arms: Newton's and Coulomb's
///    laws alone contradict each other there (Kane and Levinson 1985; Stronge, Impact Mechanics, 2000). At t = 0 it is
///    a loss, so the t without gain are an interval around 0. For an e above 1 friction must not gain on top of that.
/// Through the centres and between discs g = 0, the second bound is never met, and this is textbook Coulomb friction.
Real friction_impulse(const Response& k, Real v, Real u, const BounceSettings& settings) {
  if (!(settings.friction > 0)) return 0;
  const Real e = settings.restitution;
  const Real g = k.across / k.normal;
  const Real s = k.tangent - g * k.across;
  if (!(s > 0)) return 0;  // no impulse along the tangent can change the sliding
  const Real along_normal = -(1 + e) * v / k.normal;
  const Real stop = -(u + k.across * along_normal) / s;

  const Real cone = 1 / settings.friction;  // t <= mu (J - g t)  <=>  t (1/mu + g) <= J
  Real high = cone + g > 0 ? along_normal / (cone + g) : absolute(stop);
  Real low = cone - g > 0 ? -along_normal / (cone - g) : -absolute(stop);

  const Real w = u - g * v;
  const Real loss = max(0, (1 - e) * (1 + e) * v * v / (2 * k.normal));
  const Real root = std::sqrt(w * w + 2 * s * loss);
  // The roots of the quadratic, each in the form that does not cancel.
  const Real gain_above = w > 0 ? 2 * loss / (root + w) : (root - w) / s;
  const Real gain_below = w < 0 ? -2 * loss / (root - w) : -(root + w) / s;
  high = min(high, gain_above);
  low = max(low, gain_below);
  return nearest_within(stop, low, high);
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

  const Real wanted_friction = friction_impulse(k, v, dot(relative, tangent), settings);
  // The change of v that the normal impulse makes; shared out by ratios of responses rather than by impulses, so that
  // a wall or an equal mass turns a velocity round without rounding.
  const Real change = -(1 + settings.restitution) * v - k.across * wanted_friction;
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

}  // namespace bankshot::inline BANKSHOT_ABI::detail
