#include <bankshot/world/explode.hpp>

#include <bankshot/query/distance.hpp>
#include <bankshot/world/bodies/checks.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI {
namespace {

struct NearBody {
  BodyId body;
  ClosestPoints nearest;  ///< of one of its shapes; A is the centre
};

/// All shapes within the radius, those of a body together, the nearest one first.
std::vector<NearBody> near_bodies(const World& world, const Vec2& centre, Real radius, const Filter& filter) {
  std::vector<NearBody> found;
  for (const ShapeId shape : world.overlap(circle(radius), {centre, {}}, {.filter = filter})) {
    const BodyId body = world.body_of(shape);
    if (world.type(body) != BodyType::dynamic) continue;
    const ClosestPoints nearest = closest_points(centre, world.shape(shape), world.pose(body));
    if (nearest.distance < radius) found.push_back({body, nearest});
  }
  std::stable_sort(found.begin(), found.end(), [](const NearBody& l, const NearBody& r) {
    return l.body != r.body ? l.body < r.body : l.nearest.distance < r.nearest.distance;
  });
  const auto same_body = [](const NearBody& l, const NearBody& r) { return l.body == r.body; };
  found.erase(std::unique(found.begin(), found.end(), same_body), found.end());
  return found;
}

}  // namespace

std::vector<BodyId> explode(World& world, const Vec2& centre, Real radius, Real impulse, const Filter& filter) {
  detail::check({"explode"}, "centre", centre);
  detail::check_positive({"explode"}, "radius", radius);
  detail::check({"explode"}, "impulse", impulse);
  std::vector<BodyId> pushed;
  for (const NearBody& near : near_bodies(world, centre, radius, filter)) {
    if (near.nearest.distance > 0) {
      const Real share = impulse * (1 - near.nearest.distance / radius);
      world.apply_impulse(near.body, -share * near.nearest.normal, near.nearest.point_b);
    } else {
      const detail::V2 away = detail::plain(world.centre_of_mass(near.body)) - detail::plain(centre);
      const Real length = detail::length(away);
      if (!(length > 0)) continue;
      world.apply_impulse(near.body, detail::vec2((impulse / length) * away));
    }
    pushed.push_back(near.body);
  }
  return pushed;
}

}  // namespace bankshot::BANKSHOT_ABI
