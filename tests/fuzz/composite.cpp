// Fuzz target: shapes made of parts, and rooms, against one another and against simple ones. The truth about a whole is
// computed from all pairs of pieces in long double; for rooms only the consistency of the answers is checked.

#include "composite_input.hpp"
#include "laws.hpp"

#include <bankshot/bankshot.hpp>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;
using bankshot_test::exact_gap;
using bankshot_test::placed;
using bankshot_test::wide;
using bankshot_test::Wide;
using bankshot_test::WideShape;

constexpr int samples = 24;

struct Thing {
  Shape shape;
  Pose pose;
  std::vector<Shape> parts;

  explicit Thing(Input& in) : shape(read_shape(in)), pose(in.pose()), parts(pieces(shape)) {}
  bool room() const { return shape.kind() == ShapeKind::container; }
  /// True if there are parts and none of them is so slim that turning may fold it.
  bool sound() const {
    return !parts.empty() && std::all_of(parts.begin(), parts.end(),
                                         [](const Shape& part) { return slimness(part) > 4096 * tolerance::eps; });
  }
  Thing moved(const Vec2& by) const {
    Thing result = *this;
    result.pose.position = Vec2(pose.position[0] + by[0], pose.position[1] + by[1]);
    return result;
  }
  std::vector<WideShape> in_world(Wide x = 0, Wide y = 0) const {
    std::vector<WideShape> result;
    for (const Shape& part : parts) {
      result.push_back(
          placed(part, wide(pose.position) + bankshot_test::WidePoint{x, y}, pose.rotation.c, pose.rotation.s));
    }
    return result;
  }
};

/// The least gap over all pairs of pieces. If the wholes are apart, it is their gap. If not, it is the depth of some
/// part in another one, which is less than that of the wholes.
Wide least_gap(const std::vector<WideShape>& a, const std::vector<WideShape>& b) {
  Wide least = INFINITY;
  for (const WideShape& p : a) {
    for (const WideShape& q : b) least = std::min(least, exact_gap(p, q));
  }
  return least;
}
Wide least_gap(const Thing& a, const Thing& b) { return least_gap(a.in_world(), b.in_world()); }

Relation swapped(Relation relation) {
  if (relation == Relation::a_inside_b) return Relation::b_inside_a;
  return relation == Relation::b_inside_a ? Relation::a_inside_b : relation;
}

Real band_of(const Thing& a, const Thing& b) { return touching_band(a.shape, a.pose, b.shape, b.pose); }

void check_mtv(const Thing& a, const Thing& b, Relation relation, const Mtv& hit, bool measured) {
  const Real band = band_of(a, b);
  BANKSHOT_LAW(hit.relation == relation && unit(hit.normal) && finite(hit.translation) && hit.depth >= 0);
  const std::optional<Mtv> other = mtv(b.shape, b.pose, a.shape, a.pose);
  BANKSHOT_LAW(other && other->depth == hit.depth && other->relation == swapped(relation));
  if (!measured || !hit.separates) return;
  const Thing out = a.moved(hit.translation);
  const Real near = 2 * std::max(band, band_of(out, b)) + 2 * rounding(out.pose);
  BANKSHOT_LAW(std::fabs(least_gap(out, b)) <= near);
}

void check_pair(const Thing& a, const Thing& b) {
  const Relation relation = bankshot::relation(a.shape, a.pose, b.shape, b.pose);
  const std::optional<Mtv> hit = mtv(a.shape, a.pose, b.shape, b.pose);
  const bool measured = !a.room() && !b.room() && a.sound() && b.sound();
  BANKSHOT_LAW(overlap(a.shape, a.pose, b.shape, b.pose) == (relation != Relation::apart));
  BANKSHOT_LAW(hit.has_value() == (relation != Relation::apart));
  BANKSHOT_LAW(bankshot::relation(b.shape, b.pose, a.shape, a.pose) == swapped(relation));
  const ClosestPoints points = closest_points(a.shape, a.pose, b.shape, b.pose);
  BANKSHOT_LAW(unit(points.normal) && finite(points.point_a) && finite(points.point_b));
  if (hit) check_mtv(a, b, relation, *hit, measured);
  if (!measured) return;
  const Real band = band_of(a, b);
  const Wide gap = least_gap(a, b);
  if (gap > 2 * band) BANKSHOT_LAW(relation == Relation::apart && std::fabs(points.distance - gap) <= 2 * band);
  if (gap < -2 * band) BANKSHOT_LAW(relation != Relation::apart && relation != Relation::touching);
}

void check_manifolds(const Thing& a, const Thing& b, Real margin) {
  for (const Manifold& found : manifolds(a.shape, a.pose, b.shape, b.pose, margin)) {
    BANKSHOT_LAW(found.count > 0 && found.count <= 2 && unit(found.normal));
    for (int i = 0; i < found.count; ++i) {
      const ManifoldPoint& point = found.points[static_cast<std::size_t>(i)];
      BANKSHOT_LAW(finite(point.position) && point.separation <= margin + band_of(a, b));
    }
  }
}

/// Nothing gets deeper than rounding before the reported fraction, and there the two are in contact.
void check_sweep(const Thing& a, const Thing& b, const Vec2& way) {
  const SweepHit hit = sweep(a.shape, a.pose, way, b.shape, b.pose);
  BANKSHOT_LAW(hit.status != SweepStatus::out_of_steps && hit.fraction >= 0 && hit.fraction <= 1);
  BANKSHOT_LAW(unit(hit.normal) && finite(hit.point));
  if (a.room() || b.room() || !a.sound() || !b.sound()) return;
  const Wide length = bankshot_test::length(wide(way));
  const Wide near = 4 * band_of(a, b) + 64 * tolerance::eps * length;
  const std::vector<WideShape> others = b.in_world();
  const auto gap_at = [&](Wide t) { return least_gap(a.in_world(t * way[0], t * way[1]), others); };
  const Wide start = gap_at(0);
  if (start < -near) BANKSHOT_LAW(hit.status == SweepStatus::initial_overlap);
  if (start < near) return;
  for (int i = 0; i <= samples; ++i) BANKSHOT_LAW(gap_at(hit.fraction * Wide(i) / samples) > -near);
  if (hit.status == SweepStatus::hit) BANKSHOT_LAW(gap_at(hit.fraction) < near);
}

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankshot_fuzz;
  Input in(data, size);
  const Thing a(in), b(in);
  check_pair(a, b);
  check_manifolds(a, b, in.chance() ? in.length() : bankshot::Real(0));
  const bankshot::Vec2 origin = in.point(), way = in.point();
  check_points(a.shape, a.pose, origin, way);
  check_sweep(a, b, way);
  return 0;
}
