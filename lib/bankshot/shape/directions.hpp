#pragma once
// Finds whether parts that meet in a point are convex together. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/tolerance.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The directions in which solid leaves a point, while they lie within less than half a turn: the two outermost
/// determine the boundary of the union there. Unit vectors, or integer vectors, which are compared exactly.
class Directions {
 public:
  Directions() = default;
  Directions(V2 after, V2 before) : after_(after), before_(before), any_(after != V2{}) {}

  /// Returns false for half a turn or more.
  bool add(V2 d) {
    if (d == V2{}) return true;
    if (!any_) {
      after_ = before_ = d;
      return any_ = true;
    }
    const Real from_after = cross(after_, d), to_before = cross(d, before_);
    const bool beyond_after = from_after < 0 || (from_after == 0 && dot(after_, d) < 0);
    const bool beyond_before = to_before < 0 || (to_before == 0 && dot(before_, d) < 0);
    if (beyond_after && beyond_before && after_ != before_) return false;
    if (beyond_after)
      after_ = d;
    else if (beyond_before)
      before_ = d;
    return after_ == before_ || cross(after_, before_) > tolerance::seam_sine || dot(after_, before_) > 0;
  }

  bool any() const { return any_; }
  V2 after() const { return after_; }
  V2 before() const { return before_; }

 private:
  V2 after_, before_;  ///< the outermost clockwise and counter-clockwise
  bool any_ = false;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
