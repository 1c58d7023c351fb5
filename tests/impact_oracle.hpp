#pragma once
// An impact at one point with friction, integrated in small steps of the normal impulse, in long double. It knows
// Coulomb's law and the energies but nothing of legs; it shares no code with the library.

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bankshot_test {

struct OraclePoint {
  long double kn = 1, kx = 0, kt = 1;  ///< the effects of unit impulses along normal and tangent
  long double v = -1, u = 0;           ///< speeds of A relative to B; u less the speed of a belt
  long double e = 0, mu = 0;
};

struct OracleImpact {
  long double v = 0, u = 0, p = 0, f = 0;
  bool jammed = false;  ///< v fell while it was compressed
  bool done = false;    ///< false: out of steps
};

/// Stronge's law: the normal gives back e^2 of the work that it took. The step in which v passes 0 and the last one are
/// cut where that happens.
inline OracleImpact oracle_impact(const OraclePoint& point, int steps_to_stop = 2000) {
  OracleImpact now{point.v, point.u};
  const long double step = -point.v / point.kn / steps_to_stop;
  long double taken = 0, given = 0;
  bool compressing = true;
  for (long i = 0; i < 2000L * steps_to_stop; ++i) {
    // The friction that would leave no slip after the step, as far as the cone allows.
    const long double stop = point.kt > 0 ? -(now.u + point.kx * step) / point.kt : 0;
    const long double df = std::clamp(stop, -point.mu * step, point.mu * step);
    const long double dv = point.kn * step + point.kx * df, du = point.kx * step + point.kt * df;
    const long double work = step * (now.v + dv / 2);
    long double share = 1;
    if (compressing && now.v + dv >= 0) share = -now.v / dv;
    const bool ends = !compressing && given + work >= point.e * point.e * taken;
    if (ends) share = work > 0 ? (point.e * point.e * taken - given) / work : 0;
    now.jammed |= compressing && dv < 0;
    const long double did = share * step * (now.v + share * dv / 2);
    (compressing ? taken : given) += compressing ? -did : did;
    now.p += share * step, now.f += share * df;
    now.v += share * dv, now.u += share * du;
    if (ends || (compressing && share < 1 && point.e == 0)) {
      now.done = true;
      return now;
    }
    if (compressing && now.v >= -1e-18L * std::fabs(point.v)) compressing = false, now.v = 0;
  }
  return now;
}

/// The number of random cases that a test draws: that in the environment, for a campaign, or a few.
inline int draws(int few) {
  const char* const asked = std::getenv("BANKSHOT_IMPACTS");
  return asked != nullptr ? std::atoi(asked) : few;
}

}  // namespace bankshot_test
