#pragma once
// The corner or the edge of a shape that lies farthest in a direction. Not part of the public interface.

#include <bankshot/query/convex/projection.hpp>
#include <bankshot/query/feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// An edge or a corner. `first` and `second` are the ends of the edge in counter-clockwise order; where corners stand
/// on a straight side, the ends of the whole side. The same corner twice for a corner.
struct SupportFeature {
  Feature feature;
  int first = 0;
  int second = 0;
  bool several = false;  ///< corners stand between them: it is a side of several edges
  bool edge() const { return first != second; }
};

/// The feature of the core that lies farthest along the unit direction `outward`, in world directions. An edge when
/// both of its ends do, to within the band of the shape.
SupportFeature support_feature(const Placed& placed, V2 outward) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
