// The relation of two shapes in full.
//
// A is core_A grown by r_A, B is core_B grown by r_B, and convex sets may be shrunk by the same disc on both sides of
// an inclusion. So A lies in closed B if and only if
//   r_A <= r_B: core_A lies in core_B grown by r_B - r_A: no corner of core_A is farther than that from core_B;
//   r_A >  r_B: core_A grown by r_A - r_B lies in core_B: every corner of core_A lies that deep inside core_B.
// With a negative distance to core_B inside, both say: distance <= r_B - r_A for every corner of core_A.

#include <bankshot/query/convex/containment.hpp>
#include <bankshot/query/convex/exact_predicate.hpp>
#include <bankshot/query/convex/support_feature.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

Real core_distance(const Placed& placed, V2 x, Real band) noexcept {
  const ConvexView& shape = placed.shape;
  V2 direction;
  if (shape.count == 1) return safe_length(x - arm(placed, 0), &direction);
  const V2 local = unrotate(placed.q, x);
  Real best = -std::numeric_limits<Real>::infinity();
  for (int i = 0; i < shape.count; ++i) {
    best = max(best, placed.inverse * dot(shape.normals[i], local) - face_offset(placed, i));
  }
  if (best <= -band) return best;
  V2 nearest;
  Real least = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < shape.count; ++i) {
    const V2 w = x - arm(placed, i);
    const Real square = length_squared(w);
    if (square < least) {
      least = square;
      nearest = w;
    }
  }
  if (safe_length(nearest, &direction) > 0) best = max(best, dot(direction, x) - highest(placed, direction));
  return best;
}

namespace {

/// True if `inner` lies in closed `outer`; `d` is inner's position minus outer's. Tested at half a band: rounding then
/// neither hides an inclusion nor admits a shape that sticks out by more than the band.
bool lies_inside(const Placed& inner, const Placed& outer, V2 d, Real band) {
  const Real allowed = (outer.shape.radius - inner.shape.radius) + band / 2;
  for (int i = 0; i < inner.shape.count; ++i) {
    if (!(core_distance(outer, arm(inner, i) + d, band) <= allowed)) return false;
  }
  return true;
}

/// A shape's extent along the axis from end to end, with its radius.
Real width_along(const Placed& placed, V2 axis) {
  return highest(placed, axis) - lowest(placed, axis) + 2 * placed.shape.radius;
}

}  // namespace

Real agreed_depth(const PairFrame& frame, Real separation, Relation relation) noexcept {
  const Real depth = depth_of(frame, separation);
  const Real beyond = frame.band * (1 + tolerance::eps);  // the next number or the one after it
  if (relation == Relation::apart) return min(depth, -beyond);
  return relation == Relation::touching ? clamp(depth, -frame.band, frame.band) : max(depth, beyond);
}

Relation classify(const PairFrame& frame, const Axis& axis) noexcept {
  const Contact contact = contact_of(frame, axis.separation);
  if (contact == Contact::apart) return Relation::apart;
  if (contact == Contact::touching) return Relation::touching;
  // A shape inside must travel at least its own width to leave; this settles most pairs.
  const Real reach = depth_of(frame, axis.separation) + 8 * frame.band;
  const bool a_inside =
      reach >= width_along(frame.a, axis.normal) && lies_inside(frame.a, frame.b, frame.d, frame.band);
  const bool b_inside =
      reach >= width_along(frame.b, axis.normal) && lies_inside(frame.b, frame.a, -frame.d, frame.band);
  return overlapping(a_inside, b_inside);
}

Mtv exit_by(const PairFrame& frame, const Axis& axis, Relation relation) noexcept {
  Mtv result;
  result.relation = relation;
  result.depth = max(agreed_depth(frame, axis.separation, relation), 0);
  result.normal = vec2(axis.normal);
  result.translation = vec2(result.depth * axis.normal);
  result.feature_a = support_feature(frame.a, -axis.normal).feature;
  result.feature_b = support_feature(frame.b, axis.normal).feature;
  return result;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
