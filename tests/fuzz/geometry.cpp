// Fuzz target: every query of two placed shapes that do not move.

#include "input.hpp"
#include "laws.hpp"

#include <bankshot/bankshot.hpp>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;

struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
};

Pair read_pair(Input& in) {
  const Shape a = in.shape();
  const Shape b = in.chance() ? in.shape() : a;
  Pose pose_a = in.pose();
  const Pose pose_b = in.pose();
  if (in.below(8) == 0) pose_a = pose_b;
  return {a, pose_a, b, pose_b};
}

Relation swapped(Relation relation) {
  if (relation == Relation::a_inside_b) return Relation::b_inside_a;
  return relation == Relation::b_inside_a ? Relation::a_inside_b : relation;
}

Pose quarter_turned(const Pose& pose) {
  return {Vec2(-pose.position[1], pose.position[0]), {-pose.rotation.s, pose.rotation.c}};
}

/// True if the centres of the two bounding boxes coincide: no choice of the axis can then follow a swap.
bool concentric(const Pair& p, Real band) {
  const Aabb box_a = p.a.aabb(), box_b = p.b.aabb();
  const Vec2 centre_a = p.pose_a * Vec2((box_a.lower[0] + box_a.upper[0]) / 2, (box_a.lower[1] + box_a.upper[1]) / 2);
  const Vec2 centre_b = p.pose_b * Vec2((box_b.lower[0] + box_b.upper[0]) / 2, (box_b.lower[1] + box_b.upper[1]) / 2);
  const Vec2 between(centre_a[0] - centre_b[0], centre_a[1] - centre_b[1]);
  return std::fabs(between[0]) <= band && std::fabs(between[1]) <= band;
}

void check_mtv(const Pair& p, Relation relation, const Mtv& hit, Real band) {
  BANKSHOT_LAW(hit.relation == relation);
  BANKSHOT_LAW(unit(hit.normal) && finite(hit.translation) && hit.depth >= 0);
  BANKSHOT_LAW(relation == Relation::touching ? hit.depth <= band : hit.depth > band);
  BANKSHOT_LAW(hit.feature_a.index >= 0 && hit.feature_a.index < p.a.corner_count());
  BANKSHOT_LAW(hit.feature_b.index >= 0 && hit.feature_b.index < p.b.corner_count());

  Pose out = p.pose_a;
  out.position = Vec2(out.position[0] + hit.translation[0], out.position[1] + hit.translation[1]);
  const Real near = 2 * std::max(band, touching_band(p.a, out, p.b, p.pose_b)) + 2 * rounding(out);
  BANKSHOT_LAW(std::fabs(gap(p.a, out, p.b, p.pose_b)) <= near);

  const std::optional<Mtv> other = mtv(p.b, p.pose_b, p.a, p.pose_a);
  BANKSHOT_LAW(other && other->depth == hit.depth && other->relation == swapped(relation));
  // For a shape and its own mirror image only the names A and B decide.
  if (!concentric(p, band) && !(p.a == p.b))
    BANKSHOT_LAW(other->translation == Vec2(-hit.translation[0], -hit.translation[1]));

  const std::optional<Mtv> turned = mtv(p.a, quarter_turned(p.pose_a), p.b, quarter_turned(p.pose_b));
  BANKSHOT_LAW(turned && turned->depth == hit.depth && turned->relation == relation);
  BANKSHOT_LAW(turned->normal == Vec2(-hit.normal[1], hit.normal[0]));
}

void check_explanation(const Pair& p, Relation relation, const std::optional<Mtv>& hit) {
  const Explanation e = explain(p.a, p.pose_a, p.b, p.pose_b);
  BANKSHOT_LAW(e.relation == relation && e.mtv.has_value() == hit.has_value());
  if (e.chosen < 0 || !hit) return;
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  BANKSHOT_LAW(axis.normal == hit->normal && std::max(axis.depth, Real(0)) == hit->depth);
}

void check_pair(const Pair& p) {
  const Relation relation = bankshot::relation(p.a, p.pose_a, p.b, p.pose_b);
  const Real band = touching_band(p.a, p.pose_a, p.b, p.pose_b);
  const std::optional<Mtv> hit = mtv(p.a, p.pose_a, p.b, p.pose_b);
  BANKSHOT_LAW(overlap(p.a, p.pose_a, p.b, p.pose_b) == (relation != Relation::apart));
  BANKSHOT_LAW(hit.has_value() == (relation != Relation::apart));
  BANKSHOT_LAW(bankshot::relation(p.b, p.pose_b, p.a, p.pose_a) == swapped(relation));
  check_explanation(p, relation, hit);
  const bankshot_test::Wide exact = gap(p.a, p.pose_a, p.b, p.pose_b);
  if (exact > 2 * band) BANKSHOT_LAW(relation == Relation::apart);
  if (exact < -2 * band) BANKSHOT_LAW(relation != Relation::apart && relation != Relation::touching);
  if (hit) check_mtv(p, relation, *hit, band);

  const ClosestPoints points = closest_points(p.a, p.pose_a, p.b, p.pose_b);
  BANKSHOT_LAW(unit(points.normal) && finite(points.point_a) && finite(points.point_b));
  BANKSHOT_LAW(std::fabs(points.distance - exact) <= 2 * band);
}

void check_manifold(const Pair& p, Real margin) {
  const Manifold found = manifold(p.a, p.pose_a, p.b, p.pose_b, margin);
  const Real band = touching_band(p.a, p.pose_a, p.b, p.pose_b);
  BANKSHOT_LAW(found.count >= 0 && found.count <= 2 && unit(found.normal));
  for (int i = 0; i < found.count; ++i) {
    const ManifoldPoint& point = found.points[static_cast<std::size_t>(i)];
    BANKSHOT_LAW(finite(point.position) && finite(point.separation));
  }
  const bankshot_test::Wide exact = gap(p.a, p.pose_a, p.b, p.pose_b);
  // Two shapes with edges, corner to corner, keep the normal of an edge. Their separation along it is less than their
  // distance.
  const bool edges = p.a.corner_count() > 1 && p.b.corner_count() > 1;
  if (!edges && exact > margin + 2 * band) BANKSHOT_LAW(found.count == 0);
  // The normals of a sliver's long sides differ by less than rounding. So do the corners of a core that is tiny beside
  // the pair's size. Which sides face one another is then a guess.
  const bool sliver = std::min(slimness(p.a), slimness(p.b)) < 16 * std::sqrt(tolerance::eps);
  const bool speck = std::min(core_width(p.a), core_width(p.b)) < 64 * band;
  if (!sliver && !speck && exact < -2 * band) BANKSHOT_LAW(found.count > 0);
}

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankshot_fuzz;
  Input in(data, size);
  const Pair pair = read_pair(in);
  check_pair(pair);
  check_manifold(pair, in.chance() ? in.length() : bankshot::Real(0));
  const bankshot::Vec2 origin = in.point(), way = in.point();
  check_points(pair.a, pair.pose_a, origin, way);
  // Invalid poses: apart from everything, and harmless.
  Pair lost = pair;
  lost.pose_a.position[0] = std::numeric_limits<bankshot::Real>::quiet_NaN();
  BANKSHOT_LAW(!bankshot::overlap(lost.a, lost.pose_a, lost.b, lost.pose_b));
  return 0;
}
