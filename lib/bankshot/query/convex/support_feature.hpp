#pragma once
// The corner or the edge of a shape that lies farthest in a direction. Not part of the public interface.

#include <bankshot/query/convex/projection.hpp>
#include <bankshot/query/feature.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// An edge or a corner. `first` and `second` are the ends of the edge in counter-clockwise order; for corners on a
/// straight side, the ends of the whole side; for a corner, that corner twice.
struct SupportFeature {
  Feature feature;
  int first = 0;
  int second = 0;
  bool several = false;  ///< corners lie between them: a side of several edges
  bool edge() const { return first != second; }
};

/// The feature of the core that lies farthest along the unit direction `outward`, in world directions. An edge if both
/// of its ends lie there, to within the band of the shape.
SupportFeature support_feature(const Placed& placed, V2 outward) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
