// Reports the axis search: what each tested direction means for the two projections.

#include <bankshot/query/convex/containment.hpp>
#include <bankshot/query/convex/early_out.hpp>
#include <bankshot/query/convex/support_feature.hpp>
#include <bankshot/query/explain.hpp>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
namespace {

Interval shadow_of(const Placed& placed, V2 normal, Real offset) {
  return {offset + lowest(placed, normal) - placed.shape.radius,
          offset + highest(placed, normal) + placed.shape.radius};
}

Nesting nesting_of(const Interval& a, const Interval& b) {
  if (a == b) return Nesting::same;
  if (b.contains(a)) return Nesting::a_in_b;
  return a.contains(b) ? Nesting::b_in_a : Nesting::none;
}

/// A exits upwards, from its own lower end to B's upper one. The projections share some of that distance; if A's
/// projection does not reach past both ends of B's, the distance is longer than the shared length.
ExplainedAxis explained(const PairFrame& frame, const AxisTrial& trial, Real depth) {
  ExplainedAxis axis;
  axis.source = trial.source;
  axis.index_a = trial.a;
  axis.index_b = trial.b;
  axis.normal = vec2(trial.normal);
  axis.shadow_a = shadow_of(frame.a, trial.normal, dot(trial.normal, frame.d));
  axis.shadow_b = shadow_of(frame.b, trial.normal, 0);
  axis.nesting = nesting_of(axis.shadow_a, axis.shadow_b);
  axis.depth = depth;
  axis.eligible = trial.eligible;
  const bool on_the_way_out = axis.shadow_a.lower >= axis.shadow_b.lower && axis.shadow_a.upper >= axis.shadow_b.upper;
  axis.overlap = on_the_way_out
                     ? axis.depth
                     : min(axis.shadow_a.upper, axis.shadow_b.upper) - max(axis.shadow_a.lower, axis.shadow_b.lower);
  axis.added = on_the_way_out ? 0 : max(axis.depth - axis.overlap, Real(0));
  return axis;
}

}  // namespace
}  // namespace detail

Explanation explain(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!a.convex() || !b.convex()) {
    throw std::invalid_argument("explain: shapes must be convex; of a shape made of pieces, explain its pieces()");
  }
  using namespace detail;
  Explanation result{a, pose_a, b, pose_b, Relation::apart, mtv(a, pose_a, b, pose_b), {}, -1, {}, {}, 0, false};
  const PairFrame frame = pair_frame(a, pose_a, b, pose_b);
  if (!frame.usable) return result;
  result.band = frame.band;
  result.circles_apart = circles_verdict(frame.a.shape, frame.a.q, frame.b.shape, frame.b.q, frame.d) == Verdict::apart;
  const AxisList list = list_axes(frame);
  result.axes.reserve(list.trials.size());
  result.chosen = list.chosen;
  result.relation = classify(frame, list.best);
  for (std::size_t i = 0; i < list.trials.size(); ++i) {
    const AxisTrial& trial = list.trials[i];
    const bool decides = static_cast<int>(i) == list.chosen;
    result.axes.push_back(explained(
        frame, trial,
        decides ? agreed_depth(frame, trial.separation, result.relation) : depth_of(frame, trial.separation)));
  }
  result.feature_a = support_feature(frame.a, -list.best.normal).feature;
  result.feature_b = support_feature(frame.b, list.best.normal).feature;
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI
