// Rays against composites. From outside: the first part hit; of parts hit at once, one whose face is no seam. From
// inside: parts that the ray crosses one after the other make one stretch; its end is the exit.

#include <bankshot/query/composite/composite_ray.hpp>
#include <bankshot/query/composite/container.hpp>
#include <bankshot/query/convex/cast.hpp>
#include <bankshot/query/parts/seam.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The stretch of the ray's line in one part.
struct PartStretch {
  CoreRay enter, leave;
  std::int32_t part = 0;
  bool visible = true;  ///< it enters through the surface of the union
};

struct Trace {
  Cast cast;
  std::vector<PartStretch> stretches;
  CoreGap start;             ///< gap nearest to the origin of the ray
  std::int32_t nearest = 0;  ///< the part it belongs to
  Real gap = std::numeric_limits<Real>::infinity();
};

/// True if the ray passes a one-way part. The face stops a ray only if it comes from the outer side and starts there.
bool passes(const Part& part, Q2 q, const Cast& cast, const CoreGap& start) {
  if (part.one_way < 0) return false;
  const V2 out = rotate(q, part.view.normals[part.one_way]);
  return !(dot(out, cast.heading) < 0) || !(dot(out, start.normal) >= 0);
}

void look_at(Trace& trace, const Part& part, Q2 q) {
  Cast& cast = trace.cast;
  set_target(cast, part.view, q);
  const CoreGap start = core_gap(cast.point, cast.core, cast.d, -cast.heading);
  const Real gap = start.gap - cast.radius;
  if (passes(part, q, cast, start) || (part.one_way >= 0 && gap <= cast.band)) return;
  if (gap < trace.gap) trace.gap = gap, trace.start = start, trace.nearest = part.number;
  if (!(cast.length > 0)) return;
  PartStretch stretch;
  stretch.enter = first_touch(cast.point, cast.core, cast.d, cast.heading, cast.radius, cast.length, cast.band);
  if (!stretch.enter.found) return;
  stretch.leave = last_touch(cast.point, cast.core, cast.d, cast.heading, cast.radius, cast.band);
  if (!stretch.leave.found) stretch.leave = stretch.enter;  // it only touches
  stretch.part = part.number;
  stretch.visible = is_real_normal(part, q, stretch.enter.b, stretch.enter.normal);
  trace.stretches.push_back(stretch);
}

Feature of_part(Feature feature, std::int32_t part) {
  feature.piece = part;
  return feature;
}

/// True if the ray touches a part after that distance. A ray that crosses a seam at a small angle leaves one side much
/// more than a band before it enters the other: rounding over the sine of the angle.
bool touched_at(const Trace& trace, const Shape& shape, Q2 q, std::int32_t number, Real distance) {
  PieceSpace space;
  Cast cast = trace.cast;
  set_target(cast, part_of(shape, static_cast<std::uint32_t>(number), space).view, q);
  const CoreGap there = core_gap(cast.point, cast.core, cast.d + distance * cast.heading, -cast.heading);
  return there.gap - cast.radius <= cast.band;
}

std::optional<RayHit> leave(Trace& trace, const Shape& shape, Q2 q, const Vec2& origin) {
  const Cast& cast = trace.cast;
  const PartStretch* last = nullptr;
  Real reached = cast.band;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const PartStretch& stretch : trace.stretches) {
      if (stretch.leave.distance < -cast.band || (last != nullptr && stretch.leave.distance <= reached)) continue;
      if (stretch.enter.distance > reached + cast.band && !touched_at(trace, shape, q, stretch.part, reached)) continue;
      last = &stretch, goes_on = true;
      reached = max(reached, stretch.leave.distance);
    }
  }
  if (last == nullptr) return hit_at(cast, 0, origin, trace.start.normal, of_part(trace.start.b, trace.nearest));
  const Real fraction = max(last->leave.distance / cast.length, 0);
  if (fraction > 1) return std::nullopt;
  return hit_at(cast, fraction, origin, last->leave.normal, of_part(last->leave.b, last->part));
}

}  // namespace

std::optional<RayHit> parts_ray(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& translation,
                                InsideRays inside) {
  if (shape.kind() == ShapeKind::container) return container_ray(shape, pose, origin, translation, inside);
  const Q2 q = plain(pose.rotation);
  const Placed whole = place(detail_view(shape), q);
  Trace trace;
  Cast& cast = trace.cast;
  if (!stands(whole) || !aim(plain(origin) - plain(pose.position), plain(translation), &cast)) return std::nullopt;
  cast.band = band_of(whole.reach, 0, length(cast.d));
  const Box from = into_b({{1, 0}, q, cast.d}, {}, 4 * cast.band);
  const Box to = into_b({{1, 0}, q, cast.d + cast.translation}, {}, 4 * cast.band);
  for_each_part(shape, joined(from, to), [&](const Part& part) { look_at(trace, part, q); });

  if (trace.gap <= cast.band) {
    if (inside == InsideRays::skip) return std::nullopt;
    if (inside == InsideRays::hit_at_start) {
      const V2 normal = cast.length > 0 ? -cast.heading : trace.start.normal;
      return hit_at(cast, 0, origin, normal, of_part(trace.start.b, trace.nearest));
    }
    if (!(cast.length > 0)) return std::nullopt;
    return leave(trace, shape, q, origin);
  }
  const PartStretch* first = nullptr;
  for (const PartStretch& stretch : trace.stretches) {
    if (stretch.enter.distance < 0) continue;
    if (first == nullptr) {
      first = &stretch;
      continue;
    }
    const Real lead = stretch.enter.distance - first->enter.distance;
    const bool better = lead < -cast.band || (lead <= cast.band && stretch.visible && !first->visible) ||
                        (lead < 0 && stretch.visible == first->visible);
    if (better) first = &stretch;
  }
  if (first == nullptr) return std::nullopt;
  return hit_at(cast, min(first->enter.distance / cast.length, 1), origin, first->enter.normal,
                of_part(first->enter.b, first->part));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
