// Conservative advancement inside a container.
//
// In the frame of the container, which may itself move and turn with spin w, A's corner i has the position y_i(t), and
// each wall a fixed normal n. Its gap g(t) = dot(n, y_i(t)) - offset has the second derivative dot(n, y_i''), and
//
//   |y_i''| <= |a| + 2 |w| |v| + w^2 |d| + (w_A - w)^2 |r_i|
//
// with a, v, d the relative acceleration, velocity and distance of the centres, at their largest over the remaining
// time. For a container that does not turn, the part of a along n is exact, which finds the impact of a ball in a box
// in one advance. In a round interior g = R - |y_i|, whose second derivative is at least -(|y_i''| + |y_i'|^2 / |y_i|),
// valid while |y_i| stays above half of its value; near the middle the largest speed is a sufficient bound.

#include <bankshot/query/container/room_impact.hpp>

#include <bankshot/query/container/room.hpp>
#include <bankshot/query/toi/advance.hpp>

#include <limits>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

struct RoomCourse {
  const ToiInput& in;
  V2 velocity, acceleration;  ///< relative, at t = 0
  Real reach = 0;             ///< of A's core from its centre
  Real noise = 0, rate_noise = 0, target = 0;
};

/// The pair at one time.
struct Moment {
  RoomPair pair;
  V2 centres;   ///< centre of A minus centre of the container
  V2 velocity;  ///< of the centres
  Real remaining = 0;
};

RoomCourse room_course(const ToiInput& in) {
  RoomCourse course{in, in.arc_a.velocity - in.arc_b.velocity, in.arc_a.acceleration - in.arc_b.acceleration};
  for (int i = 0; i < in.a.count; ++i) course.reach = max(course.reach, length(in.a.points[i] + in.offset_a));
  const Real spin = absolute(in.arc_a.spin), room = in.b.reach + length(in.b.centre + in.offset_b);
  const Real sizes =
      length(in.d) + course.reach * (1 + spin * in.span) + room * (1 + absolute(in.arc_b.spin) * in.span);
  course.noise = 4 * tolerance::eps * (sizes + in.a.radius);
  const Real speeds = length(in.arc_a.velocity) + length(in.arc_b.velocity) +
                      in.span * (length(in.arc_a.acceleration) + length(in.arc_b.acceleration));
  course.rate_noise = 8 * tolerance::eps * (speeds + spin * course.reach + absolute(in.arc_b.spin) * room);
  course.target = max(in.target, course.noise);
  return course;
}

Moment moment_at(const RoomCourse& course, Real t) {
  const ToiInput& in = course.in;
  Moment now;
  now.centres = in.d + t * (course.velocity + (t / 2) * course.acceleration);
  now.velocity = course.velocity + t * course.acceleration;
  now.remaining = in.span - t;
  const Q2 qa = rotation_at(in.arc_a, t), qb = rotation_at(in.arc_b, t);
  now.pair = {place(in.a, qa), place(in.b, qb), now.centres + (rotate(qa, in.offset_a) - rotate(qb, in.offset_b))};
  return now;
}

/// One corner of A against one wall, or against the round wall.
struct Near {
  Real gap = 0, rate = 0;
  V2 normal;
  V2 from_a;      ///< the corner, relative to A's centre
  Real away = 0;  ///< in a round interior: distance from its middle
};

Near near_at(const RoomCourse& course, const Moment& now, int limit, int corner) {
  const ToiInput& in = course.in;
  const RoomPair& pair = now.pair;
  Near near;
  near.from_a = arm(pair.part, corner) + rotate(pair.part.q, in.offset_a);
  if (round_room(pair)) {
    const RoomLimit at = room_limit(pair, corner);
    near.normal = at.normal;
    near.gap = at.separation;
    near.away = (pair.room.shape.radius - pair.part.shape.radius) - at.separation;
  } else {
    const V2 out = face_normal(pair.room, limit);
    near.normal = -out;
    near.gap = (face_offset(pair.room, limit) - pair.part.shape.radius) - dot(out, arm(pair.part, corner) + pair.d);
  }
  const V2 speed = now.velocity + (cross(in.arc_a.spin, near.from_a) - cross(in.arc_b.spin, near.from_a + now.centres));
  // In the middle of a round interior every direction leads towards the wall.
  if (round_room(pair) && near.away <= course.noise && length(speed) > 0) near.normal = -unit(speed);
  near.gap += in.sunk;  // measured from there, as time_of_impact() does
  near.rate = dot(near.normal, speed);
  return near;
}

Real advance(const RoomCourse& course, const Moment& now, const Near& near, const Levels& levels) {
  const ToiInput& in = course.in;
  const Real spin = absolute(in.arc_b.spin), relative = absolute(in.arc_a.spin - in.arc_b.spin);
  const Real pull = length(course.acceleration);
  const Real speed = length(now.velocity) + pull * now.remaining;
  const Real far = length(now.centres) + speed * now.remaining;
  const Real bending = relative * relative * course.reach;
  const Real turning = spin > 0 ? 2 * spin * speed + spin * spin * far + pull : 0;
  const Real along = spin > 0 ? 0 : dot(course.acceleration, near.normal);
  if (!round_room(now.pair)) return falls_to_level(near.gap, near.rate, along - turning - bending, levels);
  const Real fastest = speed + relative * course.reach + spin * far;
  if (!(fastest > 0)) return never;
  const Real slow = near.gap > 0 ? near.gap / fastest : 0;
  if (!(near.away > 0)) return slow;
  const Real curvature = turning + bending + (spin > 0 ? 0 : pull) + 2 * fastest * fastest / near.away;
  return max(slow, min(falls_to_level(near.gap, near.rate, -curvature, levels), near.away / (2 * fastest)));
}

/// Distance of a wall, and its rate of change: over all corners that touch it.
struct Wall {
  Near nearest;
  Real rate = 0;  ///< the lowest among the corners within the target
};

ToiResult result_at(const RoomCourse& course, SweepStatus status, Real t, const Wall& wall, const Moment& now,
                    int limit, int corner) {
  ToiResult result;
  const Near& near = wall.nearest;
  result.status = status;
  result.time = t;
  result.normal = unit(near.normal);
  result.point_from_a = near.from_a - (course.in.a.radius + near.gap / 2) * near.normal;
  result.point_from_b = result.point_from_a + now.centres;
  result.gap = near.gap;
  result.rate = wall.rate;
  result.feature_a.index = corner;
  if (!round_room(now.pair)) result.feature_b = {Feature::Kind::edge, limit};
  return result;
}

/// The result of one test of all walls.
struct Look {
  ToiResult hit;       ///< the deepest wall that is being hit
  bool found = false;  ///< true if there is one
  bool deep = false;   ///< too deep at the start
  Real next = never;   ///< time to advance
};

void look_at_wall(const RoomCourse& course, const Moment& now, Real t, int limit, Real& lowest, Look& look) {
  const bool round = round_room(now.pair), start = t == 0;
  const int first = round ? limit : 0, last = round ? limit + 1 : course.in.a.count;
  Wall wall;
  wall.nearest.gap = never;
  int nearest = 0;
  for (int corner = first; corner < last; ++corner) {
    const Near near = near_at(course, now, limit, corner);
    if (near.gap <= course.target) wall.rate = min(wall.rate, near.rate);
    if (near.gap < wall.nearest.gap) wall.nearest = near, nearest = corner;
  }
  const Real gap = wall.nearest.gap, limit_in = course.in.overlap_limit;
  lowest = gap > 0 ? 0 : min(lowest, gap);
  if (start && gap < -(limit_in > 0 ? limit_in : course.target)) {
    look.deep = limit_in > 0 || !(wall.nearest.rate > course.rate_noise);
    if (look.deep) look.hit = result_at(course, SweepStatus::initial_overlap, t, wall, now, limit, nearest);
    if (look.deep) return;
  }
  if (gap <= course.target && wall.rate < -course.rate_noise && (!look.found || gap < look.hit.gap)) {
    look.hit = result_at(course, SweepStatus::hit, t, wall, now, limit, nearest);
    look.found = true;
  }
  for (int corner = first; corner < last; ++corner) {
    const Near near = near_at(course, now, limit, corner);
    look.next = min(look.next, advance(course, now, near, {near.gap, min(lowest, near.gap), course.noise}));
  }
}

}  // namespace

ToiResult room_impact(const ToiInput& input, int only) noexcept {
  const RoomCourse course = room_course(input);
  const int limits = input.b.count == 1 ? input.a.count : input.b.count;
  Real lowest_of_only = 0;
  std::vector<Real> lowest_of_all(static_cast<std::size_t>(only < 0 ? limits : 0), 0);
  Real t = 0;
  int close = 0;
  ToiResult undecided;
  undecided.status = SweepStatus::out_of_steps;
  for (int step = 0; step < tolerance::sweep_iterations; ++step) {
    const Moment now = moment_at(course, t);
    Look look;
    for (int limit = only < 0 ? 0 : only; limit < (only < 0 ? limits : only + 1) && !look.deep; ++limit) {
      Real& lowest = only < 0 ? lowest_of_all[static_cast<std::size_t>(limit)] : lowest_of_only;
      look_at_wall(course, now, t, limit, lowest, look);
    }
    look.hit.iterations = undecided.iterations = step + 1;
    if (look.deep) return look.hit;
    const bool at_once = step == 0 && !input.closes;
    if (look.found && (at_once || look.hit.gap <= course.noise || ++close > close_iterations)) return look.hit;
    if (t + look.next > input.span) {
      ToiResult missed;
      missed.time = input.span;
      return missed;
    }
    if (!(t + look.next > t)) return look.found ? look.hit : undecided;
    t += look.next;
    undecided.time = t;
  }
  return undecided;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
