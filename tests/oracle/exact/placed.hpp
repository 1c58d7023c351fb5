#pragma once
// The input of the exact judge: convex sets given by plain numbers, every number taken literally.
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
  Real radius = 0;            ///< may be negative: then it reduces the radius of the other set
  Pose pose;
  Vec2 way = Vec2::Zero();
  Real share = 0;
  bool swept = false;
};

/// Returns a shape as its public accessors describe it.
Placed placed(const Shape& shape, const Pose& pose);

/// Returns the set moved by exactly `share` times `way`.
Placed moved(Placed set, const Vec2& way, Real share);

/// Returns the set of all points that it covers on its path along `share` times `way`.
Placed swept(Placed set, const Vec2& way, Real share);

/// Returns a single point of the world.
Placed point_at(const Vec2& world);

/// Returns one corner of a set, grown by `radius`.
Placed corner_of(const Placed& set, std::size_t corner, Real radius);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
