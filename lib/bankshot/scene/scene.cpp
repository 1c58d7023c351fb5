#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/build.hpp>
#include <bankshot/scene/file_text.hpp>
#include <bankshot/scene/read.hpp>
#include <bankshot/scene/write_joint.hpp>
#include <bankshot/scene/write_parts.hpp>
#include <bankshot/scene/write_shape.hpp>

#include <map>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {
namespace detail {

BodyId add_body(World& world, const SceneBody& body) {
  const BodyId id = world.add_body(body.def);
  for (const SceneShape& shape : body.shapes) world.add_shape(id, shape.shape, shape.def);
  if (body.mass) world.set_mass_properties(id, *body.mass);
  return id;
}

JointId add_joint(World& world, const SceneJoint& joint, std::span<const BodyId> ids) {
  for (const std::size_t body : {joint.a, joint.b}) {
    if (body < ids.size()) continue;
    throw std::invalid_argument("add_joint: body is " + std::to_string(body) + " of " + std::to_string(ids.size()));
  }
  return std::visit(
      [&](auto def) {
        def.body_a = ids[joint.a], def.body_b = ids[joint.b];
        return world.add_joint(def);
      },
      joint.def);
}

namespace {

const char* boolean(bool value) { return value ? "true" : "false"; }

// What differs from `usual`.
Members material_members(const Material& m, const Material& usual) {
  Members out;
  out.add_if(m.restitution != usual.restitution, "restitution", text(m.restitution));
  out.add_if(m.friction != usual.friction, "friction", text(m.friction));
  out.add_if(m.density != usual.density, "density", text(m.density));
  out.add_if(!same(m.surface_speed, usual.surface_speed), "surface_speed", text(m.surface_speed));
  out.add_if(m.rolling_resistance != usual.rolling_resistance, "rolling_resistance", text(m.rolling_resistance));
  return out;
}

std::string shape_json(const SceneShape& shape) {
  Members out;
  add_geometry(shape.shape, out);
  const Members material = material_members(shape.def.material, {});
  out.add_if(!material.empty(), "material", material.object());
  std::string palette;
  for (const Material& entry : shape.def.palette) {
    palette += (palette.empty() ? "" : ", ") + material_members(entry, shape.def.material).object();
  }
  out.add_if(!palette.empty(), "palette", "[" + palette + "]");
  const Filter usual_filter;
  const Filter& f = shape.def.filter;
  Members filter;
  filter.add_if(f.category != usual_filter.category, "category", std::to_string(f.category));
  filter.add_if(f.mask != usual_filter.mask, "mask", std::to_string(f.mask));
  filter.add_if(f.group != usual_filter.group, "group", std::to_string(f.group));
  out.add_if(!filter.empty(), "filter", filter.object());
  out.add_if(shape.def.sensor, "sensor", "true");
  out.add_if(shape.def.sees_all, "sees_all", "true");
  return out.object();
}

std::string locks_json(const Locks& locks) {
  std::vector<std::string> names;
  if (locks.x) names.push_back("x");
  if (locks.y) names.push_back("y");
  if (locks.rotation) names.push_back("rotation");
  return json_names(names);
}

void add_definition(const BodyDef& def, Members& out) {
  const BodyDef usual;
  out.add_if(def.type == BodyType::fixed, "type", "\"fixed\"");
  out.add_if(def.type == BodyType::kinematic, "type", "\"kinematic\"");
  out.add_if(!zero(def.position), "position", json_point(def.position));
  out.add_if(!same(def.rotation.c, 1) || !same(def.rotation.s, 0), "rotation",
             json_point(vec2({def.rotation.c, def.rotation.s})));
  out.add_if(!zero(def.velocity), "velocity", json_point(def.velocity));
  out.add_if(!same(def.angular_velocity, 0), "angular_velocity", text(def.angular_velocity));
  out.add_if(def.linear_damping != 0, "linear_damping", text(def.linear_damping));
  out.add_if(def.angular_damping != 0, "angular_damping", text(def.angular_damping));
  Members table;
  table.add_if(def.table_friction.linear != 0, "linear", text(def.table_friction.linear));
  table.add_if(def.table_friction.angular != 0, "angular", text(def.table_friction.angular));
  out.add_if(!table.empty(), "table_friction", table.object());
  out.add_if(!same(def.gravity_scale, usual.gravity_scale), "gravity_scale", text(def.gravity_scale));
  out.add_if(!(def.locks == usual.locks), "locks", locks_json(def.locks));
  out.add_if(def.can_sleep != usual.can_sleep, "can_sleep", boolean(def.can_sleep));
  out.add_if(def.awake != usual.awake, "awake", boolean(def.awake));
  out.add_if(def.user_data != 0, "user_data", std::to_string(def.user_data));
}

std::string body_json(const SceneBody& body) {
  Members out;
  out.add_if(!body.name.empty(), "name", json_string(body.name));
  add_definition(body.def, out);
  if (body.mass) {
    Members mass;
    mass.add("mass", text(body.mass->mass));
    mass.add_if(!zero(body.mass->centre), "centre", json_point(body.mass->centre));
    mass.add("inertia", text(body.mass->inertia));
    out.add("mass", mass.object());
  }
  if (body.shapes.size() == 1) {
    out.add("shape", shape_json(body.shapes[0]));
  } else if (!body.shapes.empty()) {
    std::string list;
    for (const SceneShape& shape : body.shapes) list += (list.empty() ? "" : ", ") + shape_json(shape);
    out.add("shapes", "[" + list + "]");
  }
  return out.object();
}

std::string goal_json(const SceneGoal& goal) {
  Members out;
  out.add_if(!goal.name.empty(), "name", json_string(goal.name));
  out.add("from", json_point(goal.from));
  out.add("to", json_point(goal.to));
  out.add("inward", json_point(goal.inward));
  out.add_if(!goal.counts.empty(), "counts", json_names(goal.counts));
  return out.object();
}

std::string lines(const std::vector<std::string>& entries) {
  std::string list = "[";
  for (std::size_t i = 0; i < entries.size(); ++i) list += (i == 0 ? "\n    " : ",\n    ") + entries[i];
  return list + (entries.empty() ? "]" : "\n  ]");
}

bool same_mass(const MassProperties& a, const MassProperties& b) {
  return a.mass == b.mass && a.inertia == b.inertia && plain(a.centre) == plain(b.centre);
}

SceneBody body_of(const World& world, BodyId id) {
  SceneBody body;
  body.def = world.definition(id);
  for (const ShapeId shape : world.shapes(id)) {
    body.shapes.push_back({world.shape(shape),
                           {.material = world.material(shape),
                            .filter = world.filter(shape),
                            .sensor = world.sensor(shape),
                            .sees_all = world.sees_all(shape),
                            .palette = world.palette(shape)}});
  }
  if (body.def.type != BodyType::dynamic) return body;
  // Only a mass that the shapes do not give by themselves was set by hand.
  World probe;
  const MassProperties of_shapes = probe.mass_properties(add_body(probe, body));
  const MassProperties actual = world.mass_properties(id);
  if (!same_mass(of_shapes, actual)) body.mass = actual;
  return body;
}

SceneJoint joint_of(const World& world, JointId id, const std::map<BodyId, std::size_t>& places) {
  const Joint joint = world.joint(id);
  return {{}, places.at(joint.body_a), places.at(joint.body_b), world.definition(id)};
}

}  // namespace

}  // namespace detail

Scene parse_scene(std::string_view text, const std::string& file, const SceneLimits& limits) {
  const detail::JsonText json(text, file, limits);
  return detail::read_scene(detail::JsonNode(json));
}

Scene load_scene(const std::filesystem::path& file, const SceneLimits& limits) {
  return parse_scene(detail::file_text(file, limits.bytes), file.string(), limits);
}

std::string to_json(const Scene& scene) {
  using namespace detail;
  const Scene usual;
  std::vector<std::string> members;
  const auto add = [&](const char* key, const std::string& value) {
    members.push_back(json_string(key) + ": " + value);
  };
  if (!scene.name.empty()) add("name", json_string(scene.name));
  if (!scene.description.empty()) add("description", json_string(scene.description));
  Members world;
  world.add_if(!zero(scene.world.gravity), "gravity", json_point(scene.world.gravity));
  world.add_if(scene.world.substeps != usual.world.substeps, "substeps", std::to_string(scene.world.substeps));
  world.add_if(scene.world.sleep != usual.world.sleep, "sleep", boolean(scene.world.sleep));
  Members limits;
  const ImpactLimits &given = scene.world.impact_limits, usual_limits;
  limits.add_if(given.per_pair != usual_limits.per_pair, "per_pair", std::to_string(given.per_pair));
  limits.add_if(given.per_body != usual_limits.per_body, "per_body", std::to_string(given.per_body));
  world.add_if(!limits.empty(), "impact_limits", limits.object());
  if (!world.empty()) add("world", world.object());
  Members run;
  run.add_if(scene.dt != usual.dt, "dt", text(scene.dt));
  run.add_if(scene.steps != usual.steps, "steps", std::to_string(scene.steps));
  if (!run.empty()) add("run", run.object());
  if (scene.view) {
    Members view;
    view.add("lower", json_point(scene.view->lower));
    view.add("upper", json_point(scene.view->upper));
    add("view", view.object());
  }
  std::vector<std::string> entries;
  for (const SceneBody& body : scene.bodies) entries.push_back(body_json(body));
  add("bodies", lines(entries));
  entries.clear();
  const BodyRows rows(scene);
  for (const SceneJoint& joint : scene.joints) entries.push_back(joint_json(joint, rows));
  if (!entries.empty()) add("joints", lines(entries));
  entries.clear();
  for (const SceneGoal& goal : scene.goals) entries.push_back(goal_json(goal));
  if (!entries.empty()) add("goals", lines(entries));
  std::string out = "{";
  for (std::size_t i = 0; i < members.size(); ++i) out += (i == 0 ? "\n  " : ",\n  ") + members[i];
  return out + "\n}\n";
}

std::vector<BodyId> add_bodies(World& world, const Scene& scene) {
  std::vector<BodyId> ids;
  ids.reserve(scene.bodies.size());
  for (const SceneBody& body : scene.bodies) ids.push_back(detail::add_body(world, body));
  for (const SceneJoint& joint : scene.joints) detail::add_joint(world, joint, ids);
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
  std::map<BodyId, std::size_t> places;
  for (const BodyId id : world.bodies()) {
    places.emplace(id, scene.bodies.size());
    scene.bodies.push_back(detail::body_of(world, id));
  }
  for (const JointId id : world.joints()) scene.joints.push_back(detail::joint_of(world, id, places));
  return scene;
}

}  // namespace bankshot::BANKSHOT_ABI
