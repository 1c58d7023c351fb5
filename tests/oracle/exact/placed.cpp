#include "oracle/exact/placed.hpp"

#include <utility>

namespace bankshot_oracle::inline BANKSHOT_ABI {

Placed placed(const Shape& shape, const Pose& pose) {
  Placed set;
  set.corners.reserve(static_cast<std::size_t>(shape.corner_count()));
  for (int i = 0; i < shape.corner_count(); ++i) set.corners.push_back(shape.corner(i));
  set.radius = shape.radius();
  set.pose = pose;
  return set;
}

Placed moved(Placed set, const Vec2& way, Real share) {
  set.way = way;
  set.share = share;
  return set;
}

Placed swept(Placed set, const Vec2& way, Real share) {
  set = moved(std::move(set), way, share);
  set.swept = true;
  return set;
}

Placed point_at(const Vec2& world) {
  Placed set;
  set.corners = {Vec2::Zero()};
  set.pose.position = world;
  return set;
}

Placed corner_of(const Placed& set, std::size_t corner, Real radius) {
  Placed one = set;
  one.corners = {set.corners[corner]};
  one.radius = radius;
  return one;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
