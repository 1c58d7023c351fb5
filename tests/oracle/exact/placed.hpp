#pragma once
// What the exact judge is asked about: convex sets given by plain numbers, every number taken literally.
//
// A placed core is the set of points  position + share * way + (c x - s y, s x + c y)  for its corners (x, y), in real
// arithmetic: no product and no sum in it is ever rounded. With `swept` it is the union of all places between share 0
// and `share`. Around that core lies the radius.

#include <bankshot/math/pose.hpp>
#include <bankshot/shape/shape.hpp>

#include <vector>

namespace bankshot_oracle::inline BANKSHOT_ABI {

using bankshot::Pose;
using bankshot::Real;
using bankshot::Shape;
using bankshot::Vec2;

struct Placed {
  std::vector<Vec2> corners;  ///< local; counter-clockwise and convex when three or more
  Real radius = 0;            ///< may be negative: then whatever the other set has is lessened by it
  Pose pose;
  Vec2 way = Vec2::Zero();
  Real share = 0;
  bool swept = false;
};

/// A shape as its public accessors describe it.
Placed placed(const Shape& shape, const Pose& pose);

/// The same, moved by exactly `share` times `way`.
Placed moved(Placed set, const Vec2& way, Real share);

/// Everything the set covers on the way from where it is to there.
Placed swept(Placed set, const Vec2& way, Real share);

/// A single point of the world.
Placed point_at(const Vec2& world);

/// One corner of a set, grown by `radius`.
Placed corner_of(const Placed& set, std::size_t corner, Real radius);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
