#pragma once
// One point of contact with dry friction: Coulomb's law within the impact, and Stronge's restitution, which gives back
// e^2 of the work of compression (W. J. Stronge, "Rigid body collisions with friction", Proc. R. Soc. A 431, 1990). The
// normal impulse p plays the part of time, as Routh showed: v and u change with it at rates that the sliding direction
// sets. This code follows them in small steps of p. It halves a step in which something happens until long double can
// do no better. It needs no special cases, not even for jams.

#include <algorithm>
#include <cmath>

namespace bankshot_oracle::contact {

/// The effect of a unit impulse at the point: normal on normal, normal on tangent and the reverse, tangent on tangent;
/// 1 / kg. The bodies enter by these numbers only.
struct Compliance {
  long double nn = 1, nt = 0, tt = 1;
};

/// Compliance of one body: its inverse mass and inertia, and the lever arm from its centre of mass to the point, along
/// normal and tangent.
inline Compliance compliance(long double inverse_mass, long double inverse_inertia, long double arm_n,
                             long double arm_t) {
  // An impulse j at the lever arm r turns by r x j; with t = n turned left, (n, t) are as (x, y): r x j = r_n j_t - r_t
  // j_n.
  return {inverse_mass + inverse_inertia * arm_t * arm_t, -inverse_inertia * arm_t * arm_n,
          inverse_mass + inverse_inertia * arm_n * arm_n};
}

inline Compliance operator+(const Compliance& a, const Compliance& b) {
  return {a.nn + b.nn, a.nt + b.nt, a.tt + b.tt};
}

struct Blow {
  long double v = 0, u = 0;              ///< of the points after it: along the normal (> 0: apart), and sideways
  long double normal = 0, friction = 0;  ///< impulses
  long double compressed = 0, gave = 0;  ///< work of the normal impulse: taken, given back (both >= 0)
  bool ended = true;                     ///< false: the steps ran out, which would be a bug here
};

namespace detail {

/// The state of the impact so far.
struct BlowState {
  long double v, u, p = 0, f = 0, work = 0;  ///< work of the normal impulse in this phase, signed
};

/// Friction per unit of normal impulse. At u = 0 the surfaces stick if the friction cone allows it; otherwise they
/// slide to the side to which the normal impulse drives them.
inline long double friction_of(const Compliance& k, long double mu, long double u) {
  if (u > 0) return -mu;
  if (u < 0) return mu;
  const long double held = -k.nt / k.tt;
  return std::clamp(held, -mu, mu);
}

inline BlowState moved(const Compliance& k, long double rate, const BlowState& from, long double dp) {
  BlowState to = from;
  to.v += (k.nn + k.nt * rate) * dp;
  to.u += (k.nt + k.tt * rate) * dp;
  to.p += dp;
  to.f += rate * dp;
  to.work += (from.v + to.v) / 2 * dp;
  return to;
}

/// Returns the step at which `over` becomes true, to the last bit; `dp` if it does not. Precondition: it changes once
/// within the step at most.
template <class Over>
long double until(const Compliance& k, long double rate, const BlowState& from, long double dp, const Over& over) {
  if (!over(moved(k, rate, from, dp))) return dp;
  long double low = 0, high = dp;
  for (int i = 0; i < 200 && low < high; ++i) {
    const long double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (over(moved(k, rate, from, middle)) ? high : low) = middle;
  }
  return high;
}

}  // namespace detail

/// Resolves an impact at v < 0 and sliding speed u. e >= 0, mu >= 0.
inline Blow blow(const Compliance& k, long double v, long double u, long double e, long double mu) {
  constexpr long double parts = 256;
  detail::BlowState now{v, u};
  Blow result{v, u};
  if (v >= 0) return result;
  long double dp = (std::fabs(v) + std::fabs(u)) / std::max(k.nn, k.tt) / parts;
  bool compressing = true;
  for (int step = 0; step < 1'000'000; ++step) {
    if (step % 1024 == 1023) dp *= 2;  // a long slide
    const long double rate = detail::friction_of(k, mu, now.u);
    const bool slides = now.u != 0, left = now.u > 0;
    long double size = dp;
    if (slides) size = detail::until(k, rate, now, size, [&](const auto& s) { return left ? s.u <= 0 : s.u >= 0; });
    const bool stopped = slides && size < dp;
    const auto phase_over = [&](const auto& s) { return compressing ? s.v >= 0 : s.work >= e * e * result.compressed; };
    const long double end = detail::until(k, rate, now, size, phase_over);
    const bool over = end < size || phase_over(detail::moved(k, rate, now, size));
    const bool was_stopped = stopped && end == size;
    now = detail::moved(k, rate, now, end);
    if (!slides && rate > -mu && rate < mu) now.u = 0;
    if (was_stopped) now.u = 0;
    if (!over) continue;
    if (!compressing) {
      result.v = now.v;
      result.u = now.u;
      result.normal = now.p;
      result.friction = now.f;
      result.gave = now.work;
      return result;
    }
    compressing = false;
    result.compressed = -now.work;
    now.v = 0;
    now.work = 0;
  }
  result.ended = false;
  return result;
}

}  // namespace bankshot_oracle::contact
