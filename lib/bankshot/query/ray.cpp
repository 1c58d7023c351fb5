// A ray is the sweep of a single point: the point is A, the shape is B.
//
// A ray that starts inside, its boundary included (within the band):
//
//                  | the ray leaves the shape       | the ray ends inside           | no translation
//   hit_at_start   | fraction 0, normal against the ray                             | fraction 0, normal outward
//   skip           | no hit                         | no hit                        | no hit
//   hit_exit       | the exit, normal outward       | no hit                        | no hit
//
// The same for every shape. A segment has no interior: a ray that starts on it and crosses it leaves at fraction 0.

#include <bankshot/math/double_double.hpp>
#include <bankshot/query/composite/composite_ray.hpp>
#include <bankshot/query/convex/cast.hpp>
#include <bankshot/query/convex/exact_predicate.hpp>

namespace bankshot::BANKSHOT_ABI {

namespace {

using namespace detail;

/// True if the ray's line misses a circle around the whole shape, by more than any rounding.
bool surely_missed(const Cast& cast, const Placed& placed) {
  const V2 centre = rotate(placed.q, placed.shape.centre) - cast.d;
  const Real limit = max(placed.scale, 1) * placed.shape.reach + 2 * cast.band;
  return absolute(cross(cast.heading, centre)) > limit || dot(cast.heading, centre) > cast.length + limit ||
         -dot(cast.heading, centre) > limit;
}

/// True if the ray starts on the outer side of an edge, farther from it than any rounding.
bool surely_outside(const Cast& cast, const Placed& placed) {
  const ConvexView& shape = placed.shape;
  if (shape.count < 3) return false;
  const V2 start = unrotate(placed.q, cast.d);  // longer by the scale of the rotation, like all below
  const Real square = placed.scale * placed.scale;
  const Real limit = placed.scale * (cast.radius + 16 * cast.band);
  for (int i = 0; i < shape.count; ++i) {
    if (dot(shape.normals[i], start) - square * dot(shape.normals[i], shape.points[i]) > limit) return true;
  }
  return false;
}

/// True if the ray starts inside, or on the boundary.
bool starts_on(const Cast& cast, Real gap) {
  const Contact contact = plain_contact(gap, cast.band);
  if (!disputable(gap, cast.band)) return contact != Contact::apart;
  return referee(disputed_point(cast.core, cast.radius, cast.d, cast.rest, cast.band), contact) != Contact::apart;
}

std::optional<RayHit> from_inside(const Cast& cast, const CoreGap& start, const Vec2& origin, InsideRays inside) {
  if (inside == InsideRays::skip) return std::nullopt;
  if (inside == InsideRays::hit_at_start) {
    return hit_at(cast, 0, origin, cast.length > 0 ? -cast.heading : start.normal, start.b);
  }
  if (!(cast.length > 0)) return std::nullopt;
  const CoreRay exit = last_touch(cast.point, cast.core, cast.d, cast.heading, cast.radius, cast.band);
  if (!exit.found) return hit_at(cast, 0, origin, start.normal, start.b);  // on the boundary, grazing
  const Real fraction = max(exit.distance / cast.length, 0);
  if (fraction > 1) return std::nullopt;
  return hit_at(cast, fraction, origin, exit.normal, exit.b);
}

}  // namespace

std::optional<RayHit> ray_cast(const Shape& shape, const Pose& pose, const Vec2& origin, const Vec2& translation,
                               InsideRays inside) noexcept {
  if (!shape.convex()) return parts_ray(shape, pose, origin, translation, inside);
  const Placed placed = place(detail_view(shape), {pose.rotation.c, pose.rotation.s});
  Cast cast;
  if (!stands(placed) || !aim(plain(origin) - plain(pose.position), plain(translation), &cast)) return std::nullopt;
  cast.rest = rest_of_difference(plain(origin), plain(pose.position));
  cast.band = band_of(placed.reach, 0, length(cast.d));
  set_target(cast, placed.shape, placed.q);
  if (surely_missed(cast, placed)) return std::nullopt;

  if (!surely_outside(cast, placed)) {
    const CoreGap start = core_gap(cast.point, cast.core, cast.d, -cast.heading);
    if (starts_on(cast, start.gap - cast.radius)) return from_inside(cast, start, origin, inside);
  }
  if (!(cast.length > 0)) return std::nullopt;
  const CoreRay entry = first_touch(cast.point, cast.core, cast.d, cast.heading, cast.radius, cast.length, cast.band);
  if (!entry.found || entry.distance < 0) return std::nullopt;
  return hit_at(cast, min(entry.distance / cast.length, 1), origin, entry.normal, entry.b);
}

}  // namespace bankshot::BANKSHOT_ABI
