#include "fuzz_rest.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/shape/convex.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report_text.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyType;
using bankshot::Scene;
using bankshot::SceneBody;
using bankshot::Vec2;

double along(const Vec2& v, const Vec2& up) { return double(v[0]) * double(up[0]) + double(v[1]) * double(up[1]); }

/// True if only gravity, contacts and friction act on the body, and nothing stirs it.
bool plain(const Scene& scene, const SceneBody& body) {
  for (const auto& shape : body.shapes) {
    if (shape.def.material.surface_speed != 0 || shape.def.sensor || shape.def.filter != bankshot::Filter{})
      return false;
  }
  const bankshot::BodyDef& def = body.def;
  if (def.type == BodyType::kinematic) return def.velocity.isZero(0) && def.angular_velocity == 0;
  if (def.type == BodyType::fixed) return true;
  return scene.world.sleep && def.can_sleep && def.gravity_scale == 1 && def.linear_damping == 0 &&
         def.angular_damping == 0 && def.locks == bankshot::Locks{} && !body.mass && body.shapes.size() == 1 &&
         body.shapes[0].shape.convex() && !rolls_like_a_disc(body.shapes[0].shape);
}

RestBody rest_body(const SceneBody& body) {
  const bankshot::Shape& shape = body.shapes[0].shape;
  const bankshot::MassProperties mass = mass_properties(shape, body.shapes[0].def.material.density);
  const bankshot::Aabb box = shape.aabb();
  const Vec2 far = (box.upper - mass.centre).cwiseMax(mass.centre - box.lower);
  const double extent = double(detail_view(shape).extent);
  const bool round = shape.kind() == bankshot::ShapeKind::circle;
  return {double(mass.mass), double(mass.inertia), extent, double(far.norm()), round ? extent / 2 : 0};
}

RestMotion motion_of(const SceneBody& body, const Vec2& up, double lowest) {
  const Vec2 centre = mass_properties(body.shapes[0].shape, 1).centre;
  const Vec2 middle = body.def.position + body.def.rotation * centre;
  return {along(middle, up) - lowest, double(body.def.velocity.norm()), double(body.def.angular_velocity), true};
}

/// Returns the lowest point of the scene along `up`.
double lowest_of(const Scene& scene, const Vec2& up) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const SceneBody& body : scene.bodies) {
    for (const auto& shape : body.shapes) {
      const bankshot::Aabb box = shape.shape.aabb({body.def.position, body.def.rotation});
      for (const double x : {double(box.lower[0]), double(box.upper[0])}) {
        for (const double y : {double(box.lower[1]), double(box.upper[1])}) {
          lowest = std::min(lowest, x * double(up[0]) + y * double(up[1]));
        }
      }
    }
  }
  return lowest;
}

RestRules rules_of(const Scene& scene) {
  namespace tolerance = bankshot::tolerance;
  RestRules rules{double(scene.world.gravity.norm()),          0,
                  std::numeric_limits<double>::infinity(),     double(tolerance::slop_fraction),
                  double(tolerance::sleep_extents_per_second), double(tolerance::sleep_delay)};
  for (const SceneBody& body : scene.bodies) {
    for (const auto& shape : body.shapes) {
      rules.restitution = std::max(rules.restitution, double(shape.def.material.restitution));
      rules.friction = std::min(rules.friction, double(shape.def.material.friction));
    }
  }
  return rules;
}

std::vector<RestBody> rest_bodies(const Scene& scene) {
  std::vector<RestBody> bodies;
  for (const SceneBody& body : scene.bodies) {
    if (body.def.type == BodyType::dynamic) bodies.push_back(rest_body(body));
  }
  return bodies;
}

}  // namespace

bool rolls_like_a_disc(const bankshot::Shape& shape) {
  const double extent = double(detail_view(shape).extent);
  switch (shape.kind()) {
    case bankshot::ShapeKind::polygon: return shape.corner_count() > 8 || double(shape.radius()) > extent / 8;
    case bankshot::ShapeKind::capsule: return double((shape.corner(1) - shape.corner(0)).norm()) < extent / 2;
    default: return false;
  }
}

double seconds_to_rest(const Scene& scene) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const bool all_plain =
      std::all_of(scene.bodies.begin(), scene.bodies.end(), [&](const SceneBody& body) { return plain(scene, body); });
  if (!all_plain || scene.world.gravity.isZero(0)) return never;
  const Vec2 up = -scene.world.gravity.normalized();
  const double lowest = lowest_of(scene, up);
  std::vector<RestMotion> start;
  for (const SceneBody& body : scene.bodies) {
    if (body.def.type == BodyType::dynamic) start.push_back(motion_of(body, up, lowest));
  }
  const std::vector<RestBody> bodies = rest_bodies(scene);
  const double seconds = time_to_rest(bodies, start, rules_of(scene)) + time_below_slop(bodies, rules_of(scene));
  return seconds < never ? seconds : never;  // not a number: never
}

RestJudge::RestJudge(const Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids,
                     bool sleepless)
    : sleepless_(sleepless), seconds_(seconds_to_rest(scene)) {
  applies_ = seconds_ <= scene.steps * double(scene.dt);
  if (!applies_) return;
  up_ = -scene.world.gravity.normalized();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (world.type(ids[i]) == BodyType::dynamic) ids_.push_back(ids[i]), in_the_scene_.push_back(i);
  }
  const std::vector<RestBody> bodies = rest_bodies(scene);
  const RestRules rules = rules_of(scene);
  watch_.emplace(bodies, rules, double(scene.dt), seconds_ - time_below_slop(bodies, rules));
}

std::size_t RestJudge::number_of(bankshot::BodyId id) const {
  const auto found = std::find(ids_.begin(), ids_.end(), id);
  return found == ids_.end() ? no_rest_body : static_cast<std::size_t>(found - ids_.begin());
}

std::vector<RestMotion> RestJudge::motions(const bankshot::World& world) const {
  std::vector<RestMotion> all;
  for (const bankshot::BodyId id : ids_) {
    all.push_back({along(world.centre_of_mass(id), up_), double(world.velocity(id).norm()),
                   double(world.angular_velocity(id)), world.awake(id)});
  }
  if (sleepless_ && !all.empty()) all[0].awake = true;
  return all;
}

/// Returns pairs that touch or come within the margin of contact pairs.
std::vector<RestTouch> RestJudge::touching(const bankshot::World& world) const {
  std::vector<RestTouch> found;
  for (const bankshot::Contact& contact : world.contacts()) {
    const bool round = world.shape(contact.shape_a).radius() > 0 || world.shape(contact.shape_b).radius() > 0;
    found.push_back({number_of(contact.body_a), number_of(contact.body_b), round && contact.manifold.count == 1});
  }
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const bankshot::Shape& one = world.shape(world.shapes(ids_[i])[0]);
    for (std::size_t j = i + 1; j < ids_.size(); ++j) {
      const bankshot::Shape& other = world.shape(world.shapes(ids_[j])[0]);
      const bankshot::Real extent = std::max(detail_view(one).extent, detail_view(other).extent);
      const bankshot::Real gap = closest_points(one, {world.position(ids_[i]), world.rotation(ids_[i])}, other,
                                                {world.position(ids_[j]), world.rotation(ids_[j])})
                                     .distance;
      const bool near = gap <= bankshot::tolerance::margin_slops * bankshot::tolerance::slop_fraction * extent;
      if (near) found.push_back({i, j, false, false});
    }
  }
  return found;
}

void RestJudge::see(const bankshot::World& world) {
  std::vector<RestPair> hits;
  for (const bankshot::Impact& hit : world.impacts()) hits.emplace_back(number_of(hit.body_a), number_of(hit.body_b));
  watch_->see(motions(world), hits, [&] { return touching(world); });
}

std::optional<RestJudge::Fault> RestJudge::fault(const Scene& scene) const {
  const double impacts = watch_->impacts_at_rest();
  const std::string after = ", at rest from " + number(watch_->spent_after(), 4) + " s of " +
                            number(watch_->time(), 4) + " s on, " + number(impacts, 3) + " impacts a step since";
  const std::vector<std::size_t>& restless = watch_->restless();
  if (!restless.empty()) {
    return Fault{"does not come to rest", ", " + std::to_string(restless.size()) + " bodies awake, the first is " +
                                              scene.bodies[in_the_scene_[restless[0]]].name + after};
  }
  if (impacts > 0) return Fault{"impacts at rest", after};
  return std::nullopt;
}

}  // namespace bankshot_tool
