#pragma once
// Bodies and their conserved quantities, in extended precision.

#include <bankshot/response/response.hpp>

#include <cmath>
#include <random>

namespace bankshot_test {

using bankshot::Mtv;
using bankshot::Real;
using bankshot::ResponseBody;
using bankshot::Vec2;

inline ResponseBody body(Vec2 position, Vec2 velocity, Real spin, Real mass, Real inertia) {
  return {position, velocity, spin, mass > 0 ? 1 / mass : 0, inertia > 0 ? 1 / inertia : 0};
}

inline Mtv hit_along(Vec2 normal, Real depth = 0) {
  Mtv hit;
  hit.normal = normal;
  hit.translation = depth * normal;
  hit.depth = depth;
  return hit;
}

/// Linear and angular momentum (about the origin) and kinetic energy of the bodies that can move.
struct Ledger {
  long double px = 0, py = 0, spin = 0, energy = 0;

  void add(const ResponseBody& b) {
    const long double vx = b.velocity[0], vy = b.velocity[1], w = b.angular_velocity;
    if (b.inverse_mass > 0) {
      const long double m = 1 / static_cast<long double>(b.inverse_mass);
      px += m * vx;
      py += m * vy;
      spin += m * (b.position[0] * vy - b.position[1] * vx);
      energy += m * (vx * vx + vy * vy) / 2;
    }
    if (b.inverse_inertia > 0) {
      const long double inertia = 1 / static_cast<long double>(b.inverse_inertia);
      spin += inertia * w;
      energy += inertia * w * w / 2;
    }
  }
};

inline Ledger ledger(const ResponseBody& a, const ResponseBody& b) {
  Ledger sum;
  sum.add(a);
  sum.add(b);
  return sum;
}

/// Velocity of A's point less that of B's, along `axis`.
inline double relative_speed(const ResponseBody& a, const ResponseBody& b, Vec2 point, Vec2 axis) {
  const auto speed = [&point, &axis](const ResponseBody& x) {
    const double rx = double(point[0]) - x.position[0], ry = double(point[1]) - x.position[1];
    return (x.velocity[0] - x.angular_velocity * ry) * axis[0] + (x.velocity[1] + x.angular_velocity * rx) * axis[1];
  };
  return speed(a) - speed(b);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  Real between(double low, double high) {
    return static_cast<Real>(low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53));
  }
  Vec2 vector(double reach) {
    const Real x = between(-reach, reach);
    return Vec2(x, between(-reach, reach));
  }
  /// Spread over the orders of magnitude.
  Real positive(double low, double high) {
    return static_cast<Real>(std::exp(double(between(std::log(low), std::log(high)))));
  }
  Vec2 direction() {
    const bankshot::Rotation r = bankshot::Rotation::from_angle(between(-3.14, 3.14));
    return Vec2(r.c, r.s);
  }
  bool chance(int one_in) { return engine_() % static_cast<std::uint64_t>(one_in) == 0; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace bankshot_test
