#include <bankshot/draw/debug_draw.hpp>
#include <bankshot/math/plain.hpp>

#include <string>

namespace bankshot::inline BANKSHOT_ABI {
namespace {

ColourRole role_of(const World& world, BodyId body, ShapeId shape) {
  if (world.sensor(shape)) return ColourRole::sensor;
  switch (world.type(body)) {
    case BodyType::fixed: return ColourRole::fixed;
    case BodyType::kinematic: return ColourRole::kinematic;
    case BodyType::dynamic: break;
  }
  return world.awake(body) ? ColourRole::dynamic : ColourRole::sleeping;
}

void draw_contacts(const World& world, DebugDraw& target, Real normal_length) {
  for (const Contact& contact : world.contacts()) {
    const detail::V2 normal = detail::plain(contact.manifold.normal);
    for (int i = 0; i < contact.manifold.count; ++i) {
      const Vec2 start = contact.manifold.points[static_cast<std::size_t>(i)].position;
      target.segment(start, detail::vec2(detail::plain(start) + normal_length * normal), ColourRole::normal);
      target.point(start, ColourRole::contact);
    }
  }
}

void draw_box(const Aabb& box, DebugDraw& target) {
  const Vec2 corners[] = {box.lower, Vec2(box.upper[0], box.lower[1]), box.upper, Vec2(box.lower[0], box.upper[1])};
  for (std::size_t i = 0; i < 4; ++i) target.segment(corners[i], corners[(i + 1) % 4], ColourRole::box);
}

}  // namespace

DebugDraw::~DebugDraw() = default;

void draw(const Shape& shape, const Pose& pose, ColourRole role, DebugDraw& target) {
  switch (shape.kind()) {
    case ShapeKind::circle: target.circle(pose * shape.corner(0), shape.radius(), pose.rotation, role); return;
    case ShapeKind::capsule:
      target.capsule(pose * shape.corner(0), pose * shape.corner(1), shape.radius(), role);
      return;
    case ShapeKind::segment: target.segment(pose * shape.corner(0), pose * shape.corner(1), role); return;
    case ShapeKind::polygon:
      std::vector<Vec2> corners;
      for (int i = 0; i < shape.corner_count(); ++i) corners.push_back(pose * shape.corner(i));
      target.polygon(corners, shape.radius(), role);
      return;
  }
}

void draw(const World& world, DebugDraw& target, const DrawOptions& options) {
  const std::vector<BodyId> bodies = world.bodies();
  for (const BodyId body : bodies) {
    const Pose pose = world.pose(body);
    for (const ShapeId shape : world.shapes(body)) {
      if (options.shapes) draw(world.shape(shape), pose, role_of(world, body, shape), target);
      if (options.boxes) draw_box(world.aabb(shape), target);
    }
  }
  if (options.contacts) draw_contacts(world, target, options.normal_length);
  for (const BodyId body : bodies) {
    if (options.centres) target.point(world.centre_of_mass(body), ColourRole::centre);
    if (options.ids) target.text(world.position(body), std::to_string(body.slot), ColourRole::text);
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI
