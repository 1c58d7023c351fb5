#include <bankshot/query/composite/composite_distance.hpp>
#include <bankshot/query/convex/closest.hpp>
#include <bankshot/shape/build.hpp>

namespace bankshot::BANKSHOT_ABI {

ClosestPoints closest_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept {
  using namespace detail;
  if (!both_convex(a, b)) return parts_closest(a, pose_a, b, pose_b);
  const PairFrame frame = pair_frame(a, pose_a, b, pose_b);
  if (!frame.usable) {
    ClosestPoints far;
    far.distance = infinite;
    return far;
  }
  return closest_of(frame, plain(pose_a.position), plain(pose_b.position));
}

// A disc of radius 0; no builder makes one, as it has no area.
ClosestPoints closest_points(const Vec2& point, const Shape& b, const Pose& pose_b) noexcept {
  static const Shape single = [] {
    detail::ConvexData data;
    data.kind = ShapeKind::circle;
    data.points = {detail::V2{}};
    detail::derive(data);
    return detail::ConvexData::share(std::move(data));
  }();
  return closest_points(single, Pose{point, {}}, b, pose_b);
}

}  // namespace bankshot::BANKSHOT_ABI
