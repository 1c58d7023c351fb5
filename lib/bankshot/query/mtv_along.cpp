// Exits along other directions than the MTV. With the rotations fixed, A overlaps B while the origin lies in the
// Minkowski difference M (see difference.hpp), grown by both radii, and moving A moves M. The exit along an axis is the
// end of the ray from the origin in M; the place where A came in along a motion is the end of the ray against the
// motion.

#include <bankshot/query/composite/composite_along.hpp>
#include <bankshot/query/convex/containment.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/convex/early_out.hpp>
#include <bankshot/query/mtv_along.hpp>

namespace bankshot::BANKSHOT_ABI {

namespace detail {

namespace {

/// The exit along `heading` of a pair that overlaps.
Mtv exit_along(const PairFrame& frame, V2 heading, Relation relation) {
  const CoreRay ray = way_out(frame, heading);
  Mtv result;
  result.relation = relation;
  result.depth = max(ray.distance, 0);
  result.translation = vec2(result.depth * heading);
  result.normal = vec2(ray.normal);
  result.feature_a = ray.a;
  result.feature_b = ray.b;
  return result;
}

/// A pair, with its axis and relation.
struct AlongMeeting {
  PairFrame frame;
  Axis axis;
  Relation relation = Relation::apart;
};

AlongMeeting meeting_of(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  AlongMeeting meeting;
  if (!might_meet(a, pose_a, b, pose_b, &meeting.frame)) return meeting;
  meeting.axis = find_axis(meeting.frame, Search::to_first_gap);
  meeting.relation = classify(meeting.frame, meeting.axis);
  return meeting;
}

/// The exit by the side through which A came in along `motion`. `bounded`: A was outside at the start of the motion.
Mtv entry_exit(const AlongMeeting& meeting, V2 motion, bool bounded) {
  const PairFrame& frame = meeting.frame;
  const Mtv shortest = exit_by(frame, meeting.axis, meeting.relation);
  V2 heading;
  const Real length = finite(motion) ? safe_length(motion, &heading) : 0;
  if (meeting.relation == Relation::touching || !(length > 0)) return shortest;
  const CoreRay entry = way_out(frame, -heading);
  const bool outside_before = !bounded || entry.distance <= length + frame.band;
  if (!entry.found || !outside_before) return shortest;
  // Along the normal no farther than necessary: beyond the end of a face that is less than the face's own depth.
  const V2 normal = unit(entry.normal);
  Mtv result = exit_along(frame, normal, meeting.relation);
  result.normal = vec2(normal);
  result.feature_a = entry.a;
  result.feature_b = entry.b;
  return result;
}

}  // namespace
}  // namespace detail

std::optional<MtvAlong> mtv_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                  const Vec2& axis) noexcept {
  using namespace detail;
  V2 heading;
  const V2 given = plain(axis);
  if (!finite(given) || !(safe_length(given, &heading) > 0)) return std::nullopt;
  if (!both_convex(a, b)) return parts_mtv_along(a, pose_a, b, pose_b, heading);
  const AlongMeeting meeting = meeting_of(a, pose_a, b, pose_b);
  if (meeting.relation == Relation::apart) return std::nullopt;
  const PairFrame& frame = meeting.frame;
  if (meeting.relation == Relation::touching) return stays(exit_by(frame, meeting.axis, meeting.relation));
  MtvAlong result;
  result.forward = exit_along(frame, heading, meeting.relation);
  result.backward = exit_along(frame, -heading, meeting.relation);
  if (result.forward.depth != result.backward.depth) {
    result.is_forward = result.forward.depth < result.backward.depth;
  } else {
    const V2 between = (rotate(frame.a.q, frame.a.shape.centre) - rotate(frame.b.q, frame.b.shape.centre)) + frame.d;
    result.is_forward = dot(heading, between) >= 0;
  }
  return result;
}

std::optional<Mtv> mtv_by_entry(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                const Vec2& motion) noexcept {
  if (!detail::both_convex(a, b)) {
    return detail::parts_mtv_by_entry(a, pose_a, b, pose_b, detail::plain(motion), false);
  }
  const detail::AlongMeeting meeting = detail::meeting_of(a, pose_a, b, pose_b);
  if (meeting.relation == Relation::apart) return std::nullopt;
  return detail::entry_exit(meeting, detail::plain(motion), false);
}

std::optional<Mtv> mtv_by_entry(const Shape& a, const Pose& pose_a, const Pose& before_a, const Shape& b,
                                const Pose& pose_b, const Pose& before_b) noexcept {
  if (!detail::both_convex(a, b)) {
    const detail::V2 now = detail::plain(pose_a.position) - detail::plain(pose_b.position);
    const detail::V2 earlier = detail::plain(before_a.position) - detail::plain(before_b.position);
    return detail::parts_mtv_by_entry(a, pose_a, b, pose_b, now - earlier, true);
  }
  const detail::AlongMeeting meeting = detail::meeting_of(a, pose_a, b, pose_b);
  if (meeting.relation == Relation::apart) return std::nullopt;
  const detail::V2 before = detail::plain(before_a.position) - detail::plain(before_b.position);
  return detail::entry_exit(meeting, meeting.frame.d - before, true);
}

}  // namespace bankshot::BANKSHOT_ABI
