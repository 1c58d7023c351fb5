#pragma once
// The motion of a body that friction on a table slows down: a closed form that shares nothing with the library.

#include "random.hpp"
#include "world_fixture.hpp"

#include <cmath>

namespace bankshot::testing {

using Exact2 = Eigen::Vector2d;
inline constexpr double from_rounding = 1e-4;  // of a way: the bound that is asked for

inline Exact2 exact_of(const Vec2& v) { return {static_cast<double>(v.x()), static_cast<double>(v.y())}; }

/// How far a body has come after a time, and how fast it is then.
struct Braked {
  double speed, braking;
  double stop() const { return speed / braking; }
  double way(double time) const {
    const double t = std::min(time, stop());
    return speed * t - braking * t * t / 2;
  }
  double speed_at(double time) const { return std::max(speed - braking * time, 0.0); }
  double time_of(double way) const {
    return (speed - std::sqrt(std::max(speed * speed - 2 * braking * way, 0.0))) / braking;
  }
};

inline Real any_step(Random& random) { return 1 / random.real(15, 240); }

}  // namespace bankshot::testing
