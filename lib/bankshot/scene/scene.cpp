#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/build.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace detail {

BodyId add_body(World& world, const SceneBody& body) {
  const BodyId id = world.add_body(body.def);
  for (const SceneShape& shape : body.shapes) world.add_shape(id, shape.shape, shape.def);
  if (body.mass) world.set_mass_properties(id, *body.mass);
  return id;
}

namespace {

bool same_mass(const MassProperties& a, const MassProperties& b) {
  return a.mass == b.mass && a.inertia == b.inertia && plain(a.centre) == plain(b.centre);
}

SceneBody body_of(const World& world, BodyId id) {
  SceneBody body;
  body.def = world.definition(id);
  for (const ShapeId shape : world.shapes(id)) {
    body.shapes.push_back(
        {world.shape(shape), {world.material(shape), world.filter(shape), world.sensor(shape), world.palette(shape)}});
  }
  if (body.def.type != BodyType::dynamic) return body;
  // Only a mass that the shapes do not give by themselves was set by hand.
  World probe;
  const MassProperties of_shapes = probe.mass_properties(add_body(probe, body));
  const MassProperties actual = world.mass_properties(id);
  if (!same_mass(of_shapes, actual)) body.mass = actual;
  return body;
}

}  // namespace
}  // namespace detail

std::vector<BodyId> add_bodies(World& world, const Scene& scene) {
  std::vector<BodyId> ids;
  ids.reserve(scene.bodies.size());
  for (const SceneBody& body : scene.bodies) ids.push_back(detail::add_body(world, body));
  return ids;
}

World make_world(const Scene& scene) {
  World world(scene.world);
  add_bodies(world, scene);
  return world;
}

Scene scene_of(const World& world) {
  Scene scene;
  scene.world = world.settings();
  for (const BodyId id : world.bodies()) scene.bodies.push_back(detail::body_of(world, id));
  return scene;
}

}  // namespace bankshot::BANKSHOT_ABI
