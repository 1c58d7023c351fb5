// Conservative advancement: measure the gap, advance as long as a lower bound of the gap stays above zero, measure
// again.
//
// The gap is measured exactly (core_gap), and the bounds follow gravity and rotation to second order (safe_advance). So
// the sequence of times rises towards the impact, never passes it, and roughly doubles its correct digits per
// iteration. Source: Mirtich 1996; the treatment of pairs that start in contact is our own.

#include <bankshot/query/toi/time_of_impact.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/query/toi/advance.hpp>
#include <bankshot/tolerance.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The constants of the motion.
struct Course {
  ToiInput in;
  V2 velocity, acceleration;  // relative, at t = 0
  Real reach_a = 0, reach_b = 0;
  Real radius = 0;
  V2 sizes;             // of the numbers that make up corners and the distance of the centres, along each axis
  Real rate_noise = 0;  // rounding error of a rate
};

Real reach_of(const Core& core) {
  Real square = 0;
  for (int i = 0; i < core.count; ++i) square = max(square, length_squared(core.at(i)));
  return std::sqrt(square);
}

/// The size of the numbers that a corner's position is rounded from, along each axis. Those of a body that has not
/// turned are its own: the length of a floor of kilometres does not make its height less accurate.
V2 sizes_of(const Core& core, const Arc& arc, Real reach, Real span) {
  if (arc.spin != 0 || (arc.rotation.c != 0 && arc.rotation.s != 0)) {
    const Real size = reach * (1 + absolute(arc.spin) * span);
    return {size, size};
  }
  V2 sizes;
  for (int i = 0; i < core.count; ++i) {
    const V2 corner = core.at(i);
    sizes = {max(sizes.x, absolute(corner.x)), max(sizes.y, absolute(corner.y))};
  }
  return sizes;
}

/// Rounding error of a gap along a direction at time t: of corners, rotated by an angle that is itself rounded, of the
/// distance of the centres and the displacement since; each with a few roundings.
Real noise_along(const Course& course, V2 n, Real t) {
  const V2 v = course.velocity, a = course.acceleration;
  const V2 way = t * V2{absolute(v.x) + (t / 2) * absolute(a.x), absolute(v.y) + (t / 2) * absolute(a.y)};
  const V2 sizes = course.sizes + way;
  return 4 * tolerance::eps * (absolute(n.x) * sizes.x + absolute(n.y) * sizes.y + absolute(course.radius));
}

Course course_of(const ToiInput& in) {
  Course course;
  course.in = in;
  course.velocity = in.arc_a.velocity - in.arc_b.velocity;
  course.acceleration = in.arc_a.acceleration - in.arc_b.acceleration;
  const Core core_a = core_of(in.a, in.offset_a, in.arc_a.rotation);
  const Core core_b = core_of(in.b, in.offset_b, in.arc_b.rotation);
  course.reach_a = reach_of(core_a), course.reach_b = reach_of(core_b);
  if (course.reach_a == 0) course.in.arc_a.spin = 0;
  if (course.reach_b == 0) course.in.arc_b.spin = 0;
  course.radius = in.a.radius + in.b.radius - in.sunk;
  const Real spin_a = absolute(course.in.arc_a.spin), spin_b = absolute(course.in.arc_b.spin);
  course.sizes = V2{absolute(in.d.x), absolute(in.d.y)} + sizes_of(core_a, course.in.arc_a, course.reach_a, in.span) +
                 sizes_of(core_b, course.in.arc_b, course.reach_b, in.span);
  const Real speeds = length(in.arc_a.velocity) + length(in.arc_b.velocity) +
                      in.span * (length(in.arc_a.acceleration) + length(in.arc_b.acceleration));
  course.rate_noise = 8 * tolerance::eps * (speeds + spin_a * course.reach_a + spin_b * course.reach_b);
  return course;
}

/// The pair at time t.
PairFlight flight_at(const Course& course, Real t) {
  const ToiInput& in = course.in;
  PairFlight flight;
  flight.a = {core_of(in.a, in.offset_a, rotation_at(in.arc_a, t)), in.arc_a.spin, course.reach_a};
  flight.b = {core_of(in.b, in.offset_b, rotation_at(in.arc_b, t)), in.arc_b.spin, course.reach_b};
  flight.d = in.d + t * (course.velocity + (t / 2) * course.acceleration);
  flight.velocity = course.velocity + t * course.acceleration;
  flight.acceleration = course.acceleration;
  flight.radius = course.radius;
  flight.remaining = in.span - t;
  return flight;
}

/// Rate of change of the distance between the closest points of the cores.
Real rate_of(const PairFlight& flight, const CoreGap& at) {
  const V2 apart = flight.velocity + (cross(flight.a.spin, at.on_a) - cross(flight.b.spin, at.on_b));
  return dot(at.normal, apart);
}

ToiResult result_at(const Course& course, SweepStatus status, Real t, const CoreGap& at, Real gap, Real rate) {
  ToiResult result;
  result.status = status;
  result.time = t;
  result.normal = at.normal;
  result.point_from_a = at.on_a - (course.in.a.radius + gap / 2) * at.normal;
  result.point_from_b = at.on_b + (course.in.b.radius + gap / 2) * at.normal;
  result.gap = gap;
  result.rate = rate;
  result.feature_a = at.a;
  result.feature_b = at.b;
  return result;
}

/// True if a pair that starts with this gap and rate is not followed.
bool overlaps(const Course& course, Real gap, Real rate, Real target) {
  if (course.in.overlap_limit > 0) return gap < -course.in.overlap_limit;
  return gap < -target && !(rate > course.rate_noise);
}

ToiResult follow(const Course& course) {
  Real t = 0, lowest = 0;
  int close = 0;
  ToiResult result;
  for (int i = 0; i < tolerance::sweep_iterations; ++i) {
    const PairFlight flight = flight_at(course, t);
    const CoreGap at = core_gap(flight.a.core, flight.b.core, flight.d, -flight.velocity);
    const Real gap = at.gap - course.radius;
    const Real rate = rate_of(flight, at);
    const Real noise = noise_along(course, at.normal, t), target = max(course.in.target, noise);
    result = result_at(course, SweepStatus::out_of_steps, t, at, gap, rate);
    result.iterations = i + 1;
    if (i == 0 && overlaps(course, gap, rate, target)) {
      result.status = SweepStatus::initial_overlap;
      return result;
    }
    if (gap <= target && rate < -course.rate_noise) {
      result.status = SweepStatus::hit;
      const bool at_once = i == 0 && !course.in.closes;
      if (at_once || gap <= noise || ++close > close_iterations) return result;
    }
    lowest = gap > 0 ? 0 : min(lowest, gap);
    const Real next = t + safe_advance(flight, at, {gap, lowest, noise});
    if (next > course.in.span) {
      result.status = SweepStatus::missed;
      result.time = course.in.span;
      return result;
    }
    if (!(next > t)) {  // the remaining distance is below the resolution of time
      result.status = SweepStatus::hit;
      return result;
    }
    t = next;
  }
  if (result.status != SweepStatus::hit) result.status = SweepStatus::out_of_steps;
  return result;
}

}  // namespace

Q2 rotation_at(const Arc& arc, Real t) noexcept {
  return arc.spin == 0 || t == 0 ? arc.rotation : multiply(rotation_of(arc.spin * t), arc.rotation);
}

ToiResult time_of_impact(const ToiInput& input) noexcept {
  const bool exchange = exchanged(input.d, input.arc_a.velocity - input.arc_b.velocity);
  ToiInput in = input;
  if (exchange) {
    std::swap(in.a, in.b);
    std::swap(in.offset_a, in.offset_b);
    std::swap(in.arc_a, in.arc_b);
    in.d = -in.d;
  }
  ToiResult result = follow(course_of(in));
  if (exchange) {
    result.normal = -result.normal;
    std::swap(result.point_from_a, result.point_from_b);
    std::swap(result.feature_a, result.feature_b);
  }
  return result;
}

void go_on_from(ToiInput& in, Real time) noexcept {
  in.d +=
      time * ((in.arc_a.velocity - in.arc_b.velocity) + (time / 2) * (in.arc_a.acceleration - in.arc_b.acceleration));
  for (Arc* arc : {&in.arc_a, &in.arc_b}) {
    arc->rotation = rotation_at(*arc, time);
    arc->velocity += time * arc->acceleration;
  }
  in.span -= time;
}

V2 way_of_cores(const ToiInput& in, const ToiResult& at) noexcept {
  const V2 velocity =
      (in.arc_a.velocity - in.arc_b.velocity) + at.time * (in.arc_a.acceleration - in.arc_b.acceleration);
  const V2 core_a = at.point_from_a + in.a.radius * at.normal, core_b = at.point_from_b - in.b.radius * at.normal;
  return velocity + (cross(in.arc_a.spin, core_a) - cross(in.arc_b.spin, core_b));
}

PairFrame frame_at(const ToiInput& in, const ToiResult& at) noexcept {
  const V2 velocity = in.arc_a.velocity - in.arc_b.velocity;
  const V2 acceleration = in.arc_a.acceleration - in.arc_b.acceleration;
  const Q2 qa = rotation_at(in.arc_a, at.time), qb = rotation_at(in.arc_b, at.time);
  const V2 centres = in.d + at.time * (velocity + (at.time / 2) * acceleration);
  return pair_frame(in.a, qa, in.b, qb, centres + (rotate(qa, in.offset_a) - rotate(qb, in.offset_b)));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
