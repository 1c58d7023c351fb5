// Queries of shapes that stand still.
//
// A verdict is checked against the gap between the nearest parts. A translation out is checked in two ways: it must
// lead to where the parts touch, and no free place may be nearer by more than the band. Differences within the band are
// not judged.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/overlap.hpp>

#include <type_traits>

#include "oracle/parts/check.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

using bankshot::ClosestPoints;
using bankshot::Mtv;
using bankshot::MtvAlong;
using bankshot::PointRelation;
using bankshot::Relation;
using oracle::Number;
using oracle::Point;

namespace {

/// Tolerance of a comparison with the band, in bands, for rounding. Verdicts of convex pairs need none.
constexpr Number slack = Number(1) / 8;

/// The same along a line, on which an obstacle counts from a depth of one band. A corner of an obstacle is the sum of a
/// turned corner of each shape and the distance: six roundings of numbers up to the size S of which the band is 32
/// rounding units. The error of the sides of an obstacle is therefore less than 6 / 32 of the band. Float builds
/// compute them in double.
constexpr Number line_slack = std::is_same_v<bankshot::Real, double> ? Number(1) / 4 : slack;

bool unit(const Vec2& v) { return std::fabs(Number(v.norm()) - 1) < 8 * std::numeric_limits<Real>::epsilon(); }

bool touches(Relation relation) { return relation != Relation::apart; }
bool deep(Relation relation) { return touches(relation) && relation != Relation::touching; }

/// Distance of a point from the nearest of the solids; negative inside one.
Number distance_of(Point p, const std::vector<Solid>& solids) {
  Number nearest = endless;
  for (const Solid& solid : solids) nearest = std::min(nearest, oracle::signed_distance(p, solid.core) - solid.radius);
  return nearest;
}

/// Lower bound of the distance of a point from the surface of a whole.
Number off_surface(Point p, const Whole& whole, const Pose& pose) {
  if (!whole.inside_out()) return distance_of(p, whole.at(pose));
  return std::fabs(distance_of(p, whole.at(pose)));
}

/// True if one solid of `outer` contains a solid of `inner`, by more than the band.
bool held(const Solid& inner, const std::vector<Solid>& outer, Number band) {
  return std::any_of(outer.begin(), outer.end(),
                     [&](const Solid& o) { return oracle::excess(inner, o) < -(1 + slack) * band; });
}

void check_containment(Trial& trial, Relation relation) {
  if (trial.data.a.inside_out() || trial.data.b.inside_out() || trial.one_way()) return;
  const std::vector<Solid> a = trial.data.a.at(trial.data.pose_a), b = trial.data.b.at(trial.data.pose_b);
  const auto check = [&](const std::vector<Solid>& inner, const std::vector<Solid>& outer, bool told) {
    const bool all_held =
        std::all_of(inner.begin(), inner.end(), [&](const Solid& p) { return held(p, outer, trial.band); });
    trial.expect(told || !all_held, "relation: containment is not told");
    if (!told) return;
    Number out = -endless;
    for (const Solid& solid : inner) {
      for (const Point& p : solid.core) out = std::max(out, distance_of(p, outer));
    }
    trial.expect(out <= (1 + slack) * trial.band, "relation: what is told to be inside sticks out", out);
  };
  check(a, b, relation == Relation::a_inside_b || relation == Relation::equal);
  check(b, a, relation == Relation::b_inside_a || relation == Relation::equal);
}

Relation check_verdict(Trial& trial) {
  const PartsCase& data = trial.data;
  const Relation relation = bankshot::relation(data.a.shape, data.pose_a, data.b.shape, data.pose_b);
  bool overlaps = overlap(data.a.shape, data.pose_a, data.b.shape, data.pose_b);
  if (trial.fault == Fault::lost_overlap && relation == Relation::a_inside_b) overlaps = false;
  trial.asked("overlap"), trial.asked("relation");
  trial.expect(overlaps == touches(relation), "overlap: is not what relation tells");
  if (trial.both_inside_out()) {
    trial.expect(deep(relation), "relation: two containers overlap");
    return relation;
  }
  const Number gap = -trial.ways.depth_at({0, 0});
  trial.expect(gap <= (1 + slack) * trial.band || !touches(relation), "relation: a gap is told as overlap", gap);
  trial.expect(gap > (1 - slack) * trial.band || touches(relation), "relation: an overlap is told as apart", gap);
  trial.expect(gap >= -(1 + slack) * trial.band || deep(relation), "relation: an overlap is told as touching", gap);
  check_containment(trial, relation);
  return relation;
}

/// A separating translation leads to where nothing overlaps and something touches.
void check_end(Trial& trial, const Vec2& translation, Number off, const char* overlap, const char* gap) {
  const Number left = trial.ways.depth_at(oracle::point(translation));
  trial.expect(left <= (1 + off) * trial.band, overlap, left);
  trial.expect(left >= -(1 + off) * trial.band, gap, left);
}

/// True if each is the mirror image of the other in the line halfway between their positions. Exchanging the two is
/// then the same as that reflection. No translation out follows both: it would have to lead along the mirror.
bool mirror_images(const PartsCase& data, Number band) {
  const Point a = oracle::point(data.pose_a.position), b = oracle::point(data.pose_b.position), between = a - b;
  if (data.a.solids.size() != 1 || data.b.solids.size() != 1) return false;
  const Point origin = Number(0.5) * (a + b);
  const Solid of_a = data.a.at(data.pose_a, origin).front(), of_b = data.b.at(data.pose_b, origin).front();
  if (of_a.radius != of_b.radius || of_a.core.size() != of_b.core.size()) return false;
  return std::all_of(of_a.core.begin(), of_a.core.end(), [&](Point p) {
    const Point image = p - (2 * dot(p, between) / dot(between, between)) * between;
    return std::any_of(of_b.core.begin(), of_b.core.end(), [&](Point q) { return length(image - q) <= band; });
  });
}

void check_swap(Trial& trial, const Mtv& found) {
  const PartsCase& data = trial.data;
  const std::optional<Mtv> other = mtv(data.b.shape, data.pose_b, data.a.shape, data.pose_a);
  // For two shapes at one position no direction may be better than its opposite.
  if (data.pose_a.position == data.pose_b.position || mirror_images(data, trial.band)) return;
  trial.expect(other && other->translation == Vec2(-found.translation), "mtv: the other way round it is another");
}

std::optional<Mtv> check_mtv(Trial& trial, Relation relation) {
  const PartsCase& data = trial.data;
  std::optional<Mtv> found = mtv(data.a.shape, data.pose_a, data.b.shape, data.pose_b);
  trial.asked("mtv");
  trial.expect(found.has_value() == touches(relation), "mtv: is not there where relation overlaps");
  if (!found) return found;
  if (trial.fault == Fault::short_mtv && data.a.kind == Kind::mask) found->translation *= Real(0.9);
  trial.expect(found->relation == relation, "mtv: has another relation");
  trial.expect(unit(found->normal), "mtv: the normal is not of unit length");
  if (trial.both_inside_out()) return found;
  if (!found->separates) {
    // A shape that is larger than its room by no more than the band fits.
    trial.expect(trial.ways.way_out(-(1 - slack) * trial.band, trial.band / 1024, endless) == endless,
                 "mtv: told to be none, but there is one");
    return found;
  }
  const Number length = oracle::length(oracle::point(found->translation));
  trial.expect(std::fabs(length - Number(found->depth)) <= trial.band / 2, "mtv: depth is not its length", length);
  if (!deep(relation)) return found;
  check_end(trial, found->translation, slack, "mtv: leaves an overlap", "mtv: leaves a gap");
  const Number shorter = trial.ways.way_out((1 + slack) * trial.band, trial.band / 1024, length - trial.band);
  trial.expect(shorter == endless, "mtv: another one is shorter", length - shorter);
  check_swap(trial, *found);
  return found;
}

void check_way_along(Trial& trial, const Mtv& found, Point way) {
  const Number length = oracle::length(oracle::point(found.translation));
  const Number least = first_out(trial.ways.along(way, 2 * trial.band));
  const Number most = first_out(trial.ways.along(way, -2 * trial.band));
  if (most == endless) return;  // a room's wall, or along a flat shape
  trial.expect(length >= least - trial.band, "mtv_along: ends in an overlap", least - length);
  trial.expect(length <= most + trial.band, "mtv_along: goes too far", length - most);
}

void check_along(Trial& trial, const std::optional<Mtv>& shortest) {
  const PartsCase& data = trial.data;
  const auto found = mtv_along(data.a.shape, data.pose_a, data.b.shape, data.pose_b, data.axis);
  if (data.axis == Vec2(0, 0) || trial.both_inside_out()) return;
  trial.asked("mtv_along");
  trial.expect(found.has_value() == shortest.has_value(), "mtv_along: is not there where mtv is");
  if (!found || !shortest || !deep(shortest->relation) || !shortest->separates) return;
  const Point axis = oracle::point(data.axis), way = (1 / oracle::length(axis)) * axis;
  if (found->forward.separates) check_way_along(trial, found->forward, way);
  if (found->backward.separates) check_way_along(trial, found->backward, -1 * way);
}

void check_entry(Trial& trial, const std::optional<Mtv>& shortest) {
  const PartsCase& data = trial.data;
  const auto found = mtv_by_entry(data.a.shape, data.pose_a, data.b.shape, data.pose_b, data.motion);
  if (trial.both_inside_out()) return;
  trial.asked("mtv_by_entry");
  trial.expect(found.has_value() == shortest.has_value(), "mtv_by_entry: is not there where mtv is");
  if (!found || !shortest || !deep(shortest->relation) || !found->separates || !shortest->separates) return;
  check_end(trial, found->translation, line_slack, "mtv_by_entry: leaves an overlap", "mtv_by_entry: leaves a gap");
  trial.expect(found->depth >= shortest->depth - static_cast<Real>(trial.band), "mtv_by_entry: is shorter than mtv",
               Number(shortest->depth) - Number(found->depth));
}

void check_distance(Trial& trial, const std::optional<Mtv>& shortest) {
  const PartsCase& data = trial.data;
  const ClosestPoints closest = closest_points(data.a.shape, data.pose_a, data.b.shape, data.pose_b);
  trial.asked("closest_points");
  if (trial.both_inside_out()) {
    trial.expect(std::isinf(closest.distance) && closest.distance < 0, "closest_points: two containers");
    return;
  }
  if (trial.one_way()) {
    trial.expect(std::isinf(closest.distance) && closest.distance > 0, "closest_points: sees what is one-way");
    return;
  }
  trial.expect(unit(closest.normal), "closest_points: the normal is not of unit length");
  if (shortest && deep(shortest->relation)) {
    const Number off = Number(closest.distance) + Number(shortest->depth);
    trial.expect(std::fabs(off) <= trial.band / 2 || !shortest->separates, "closest_points: is not the depth", off);
    return;
  }
  const Number gap = -trial.ways.depth_at({0, 0}), said = Number(closest.distance);
  if (gap <= trial.band) return;
  trial.expect(std::fabs(gap - said) <= trial.band, "closest_points: wrong distance", gap - said);
  const Point on_a = oracle::point(closest.point_a), on_b = oracle::point(closest.point_b);
  // Far away, positions are as coarse as their numbers.
  const Number coarse =
      trial.band + 4 * std::numeric_limits<Real>::epsilon() * (oracle::length(on_a) + oracle::length(on_b));
  trial.expect(std::fabs(oracle::length(on_a - on_b) - gap) <= coarse, "closest_points: points are not as far apart");
  trial.expect(std::fabs(off_surface(on_a, data.a, data.pose_a)) <= coarse, "closest_points: not on A's surface");
  trial.expect(std::fabs(off_surface(on_b, data.b, data.pose_b)) <= coarse, "closest_points: not on B's surface");
}

void check_point(Trial& trial) {
  const PartsCase& data = trial.data;
  if (!data.b.faces.empty()) return;
  const PointRelation where = contains(data.b.shape, data.pose_b, data.origin);
  const ClosestPoints closest = closest_points(data.origin, data.b.shape, data.pose_b);
  trial.asked("contains"), trial.asked("closest_points of a point");
  const Forbidden ways = forbidden(oracle::point(data.origin), data.b, data.pose_b);
  // A grain of dust has the band that a point has.
  const Real grain = Real(1e-8);
  const Number band =
      (1 + slack) * Number(touching_band(bankshot::circle(grain), {data.origin, {}}, data.b.shape, data.pose_b));
  const Number gap = -ways.depth_at({0, 0}), said = Number(closest.distance);
  trial.expect(gap <= band || where == PointRelation::outside, "contains: not told as outside", gap);
  trial.expect(gap >= -band || where == PointRelation::inside, "contains: not told as inside", gap);
  trial.expect(std::fabs(gap) >= band || where != PointRelation::outside || gap > 0, "contains: outside", gap);
  if (gap > band) trial.expect(std::fabs(gap - said) <= band, "closest_points of a point: wrong distance", gap - said);
  if (gap >= -band) return;
  const Number least = ways.way_out(-band, band / 1024, endless), most = ways.way_out(band, band / 1024, endless);
  trial.expect(-said >= least - band && -said <= most + band, "closest_points of a point: wrong depth", -said - most);
}

/// The gap of two corners, in bands, from which on the nearer of two faces decides along which one it is measured: a
/// tie to within a 65,536th of the sizes goes to A's.
constexpr Number tie = Number(2) / 65536 / (16 * Number(std::numeric_limits<Real>::epsilon()));

/// Without a margin a manifold has points if the two overlap or count as touching.
void check_overlap_manifold(Trial& trial, Relation relation) {
  const PartsCase& data = trial.data;
  if (!touches(relation) || trial.both_inside_out()) return;
  trial.expect(manifold(data.a.shape, data.pose_a, data.b.shape, data.pose_b).count > 0,
               "manifold: none of an overlap");
  trial.expect(!manifolds(data.a.shape, data.pose_a, data.b.shape, data.pose_b).empty(),
               "manifolds: none of an overlap");
}

void check_manifold(Trial& trial) {
  const PartsCase& data = trial.data;
  if (trial.one_way() || trial.both_inside_out()) return;
  const Number gap = -trial.ways.depth_at({0, 0});
  const Real margin = static_cast<Real>(gap > 0 ? gap * Number(1.25) : trial.band);
  const bankshot::Manifold found = manifold(data.a.shape, data.pose_a, data.b.shape, data.pose_b, margin);
  trial.asked("manifold");
  trial.expect(unit(found.normal), "manifold: the normal is not of unit length");
  // Smaller gaps are covered by the query without a margin.
  if (gap > 4 * trial.band) trial.expect(found.count > 0, "manifold: none within the margin", gap);
  for (int i = 0; i < found.count; ++i) {
    const bankshot::ManifoldPoint& point = found.points[static_cast<std::size_t>(i)];
    const Point at = oracle::point(point.position);
    const Number coarse = 2 * trial.band + 4 * std::numeric_limits<Real>::epsilon() * oracle::length(at);
    // The points lie between the surfaces; the separation of two corners is measured along a face, and is less than
    // their distance.
    if (gap <= tie * trial.band) continue;
    const Number most = Number(margin) + coarse;
    trial.expect(off_surface(at, data.a, data.pose_a) <= most, "manifold: not near A");
    trial.expect(off_surface(at, data.b, data.pose_b) <= most, "manifold: not near B");
  }
}

}  // namespace

void check_still(Trial& trial) {
  const Relation relation = check_verdict(trial);
  const std::optional<Mtv> shortest = check_mtv(trial, relation);
  check_along(trial, shortest);
  check_entry(trial, shortest);
  check_distance(trial, shortest);
  check_point(trial);
  check_overlap_manifold(trial, relation);
  check_manifold(trial);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
