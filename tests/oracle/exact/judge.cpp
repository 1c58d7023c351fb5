#include "oracle/exact/judge.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oracle/exact/intervals.hpp"
#include "oracle/exact/whole_numbers.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

/// Returns the sign of (number within bounds - level); 2 if the bounds do not tell.
int compare_bounds(const Bounds& bounds, Wide level, Wide error) {
  if (bounds.low > level + error) return 1;
  if (bounds.high < level - error) return -1;
  return 2;
}

/// Returns the likeliest value: the overlap if one is certain, the distance if a gap is. If neither is certain, it is
/// the larger of the value along the edge normals and the certain lower bound, which short edges make poor.
Wide middle(const Bounds& bounds, Wide size) {
  constexpr Wide infinity = std::numeric_limits<Wide>::infinity();
  const bool edges = bounds.separation > -infinity;
  if (edges && bounds.separation < -64 * rounding * size) return bounds.separation;
  if (bounds.separation > 0 && bounds.high < infinity) return bounds.high;
  if (edges) return std::max(bounds.low, bounds.separation);
  return bounds.low > -infinity ? bounds.low + (bounds.high - bounds.low) / 2 : bounds.high;
}

Wide sum_of(const Placed& a, const Placed& b, Level level, Wide* error) {
  const Wide parts[] = {Wide(level.value), Wide(level.add), Wide(a.radius), Wide(b.radius)};
  Wide sum = 0, size = 0;
  for (const Wide part : parts) {
    sum += part;
    size += std::fabs(part);
  }
  *error = 4 * rounding * size;
  return sum;
}

}  // namespace

struct Judge::First {
  WideCore a, b;
  Bounds bounds;
  bool with_distance = false;
};

Judge::Judge(Placed a, Placed b, Stage stage, Tally& tally)
    : a_(std::move(a)), b_(std::move(b)), stage_(stage), tally_(tally) {}

Judge::~Judge() = default;

void Judge::measure() {
  if (first_) return;
  first_ = std::make_unique<First>();
  first_->a = widen(a_, b_.pose.position);
  first_->b = widen(b_, b_.pose.position);
  first_->bounds = shadow_bounds(first_->a, first_->b);
}

void Judge::measure_distance() {
  if (first_->with_distance) return;
  first_->with_distance = true;
  first_->bounds = distance_bounds(first_->a, first_->b, first_->bounds);
}

int Judge::compare(Level level) {
  ++tally_.asked;
  if (stage_ == Stage::intervals_first) {
    measure();
    Wide error = 0;
    const Wide sum = sum_of(a_, b_, level, &error);
    int sign = compare_bounds(first_->bounds, sum, error);
    if (sign == 2) {
      measure_distance();
      sign = compare_bounds(first_->bounds, sum, error);
    }
    if (sign != 2) return sign;
  }
  ++tally_.rational;
  if (!second_) second_ = std::make_unique<WholeNumbers>(a_, b_);
  return second_->compare(level);
}

double Judge::estimate() {
  measure();
  measure_distance();
  return static_cast<double>(middle(first_->bounds, first_->a.size + first_->b.size) - Wide(a_.radius) -
                             Wide(b_.radius));
}

int compare_excess(const Placed& inner, const Placed& outer, Level level, Stage stage, Tally& tally) {
  const bool wide = stage == Stage::intervals_first;
  const WideCore core_in = wide ? widen(inner, outer.pose.position) : WideCore{};
  const WideCore core_out = wide ? widen(outer, outer.pose.position) : WideCore{};
  int largest = -1;
  for (std::size_t i = 0; i < inner.corners.size() && largest < 1; ++i) {
    // The gap between the corner and `outer`, with the radius of `inner` added instead of subtracted.
    const Placed corner = corner_of(inner, i, -inner.radius);
    int sign = 2;
    if (wide) {
      Wide error = 0;
      const Wide sum = sum_of(corner, outer, level, &error);
      const WideCore one = {{core_in.corners[i]}, core_in.size};
      const Bounds shadows = shadow_bounds(one, core_out);
      sign = compare_bounds(shadows, sum, error);
      if (sign == 2) sign = compare_bounds(distance_bounds(one, core_out, shadows), sum, error);
      tally.asked += sign != 2;
    }
    if (sign == 2) sign = Judge(corner, outer, Stage::rational_only, tally).compare(level);
    largest = std::max(largest, sign);
  }
  return largest;
}

double estimate_excess(const Placed& inner, const Placed& outer) {
  double largest = -std::numeric_limits<double>::infinity();
  Tally tally;
  for (std::size_t i = 0; i < inner.corners.size(); ++i) {
    largest =
        std::max(largest, Judge(corner_of(inner, i, -inner.radius), outer, Stage::intervals_first, tally).estimate());
  }
  return largest;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
