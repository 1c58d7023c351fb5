#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/read_body.hpp>
#include <bankshot/scene/repeat.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

BodyType read_type(const JsonNode& node) {
  constexpr std::array<std::string_view, 3> types = {"fixed", "kinematic", "dynamic"};
  const std::string name = node.text();
  if (name == "fixed") return BodyType::fixed;
  if (name == "kinematic") return BodyType::kinematic;
  if (name == "dynamic") return BodyType::dynamic;
  node.expected("a type of body" + suggestion(name, types));
}

Locks read_locks(const JsonNode& node) {
  constexpr std::array<std::string_view, 3> directions = {"x", "y", "rotation"};
  Locks locks;
  const std::size_t count = node.size("a list of \"x\", \"y\", \"rotation\"");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode entry = node.at(i);
    const std::string name = entry.text();
    bool* lock = name == "x" ? &locks.x : name == "y" ? &locks.y : name == "rotation" ? &locks.rotation : nullptr;
    if (lock == nullptr) entry.expected("a direction to lock" + suggestion(name, directions));
    if (*lock) entry.expected("each direction once");
    *lock = true;
  }
  return locks;
}

MassProperties read_mass(const JsonNode& node) {
  node.only_keys({"mass", "centre", "inertia"});
  MassProperties mass;
  mass.mass = node.require("mass").real("a mass", Sign::positive);
  mass.inertia = node.require("inertia").real("a rotational inertia", Sign::positive);
  if (const auto centre = node.find("centre")) mass.centre = centre->vec2();
  return mass;
}

TableFriction read_table_friction(const JsonNode& node) {
  node.only_keys({"linear", "angular"});
  TableFriction friction;
  if (const auto value = node.find("linear")) friction.linear = value->real("a deceleration", Sign::not_negative);
  if (const auto value = node.find("angular")) friction.angular = value->real("a deceleration", Sign::not_negative);
  return friction;
}

BodyDef read_definition(const JsonNode& node) {
  BodyDef def;
  if (const auto value = node.find("type")) def.type = read_type(*value);
  if (const auto value = node.find("position")) def.position = value->vec2();
  def.rotation = read_rotation(node);
  const bool fixed = def.type == BodyType::fixed;
  if (const auto value = node.find("velocity")) {
    def.velocity = value->vec2("a velocity [x, y]");
    if (fixed && !(plain(def.velocity) == V2{})) value->expected("no velocity of a fixed body");
  }
  if (const auto value = node.find("angular_velocity")) {
    def.angular_velocity = value->real("radians per second");
    if (fixed && def.angular_velocity != 0) value->expected("no angular velocity of a fixed body");
  }
  if (const auto value = node.find("linear_damping")) {
    def.linear_damping = value->real("a damping rate", Sign::not_negative);
  }
  if (const auto value = node.find("angular_damping")) {
    def.angular_damping = value->real("a damping rate", Sign::not_negative);
  }
  if (const auto value = node.find("table_friction")) def.table_friction = read_table_friction(*value);
  if (const auto value = node.find("gravity_scale")) def.gravity_scale = value->real();
  if (const auto value = node.find("locks")) def.locks = read_locks(*value);
  if (const auto value = node.find("can_sleep")) def.can_sleep = value->boolean();
  if (const auto value = node.find("awake")) def.awake = value->boolean();
  if (const auto value = node.find("user_data")) def.user_data = value->bits("user data");
  return def;
}

void read_shapes(const JsonNode& node, const NamedMaterials& named, SceneBody& body) {
  Material material;
  if (const auto own = node.find("material")) material = read_material(*own, named, Material{});
  const std::optional<JsonNode> single = node.find("shape");
  const std::optional<JsonNode> several = node.find("shapes");
  if (single && several) several->fail("expected either \"shape\" or \"shapes\", not both");
  if (single) body.shapes.push_back(read_shape(*single, named, material));
  if (!several) return;
  const std::size_t count = several->size("a list of shapes");
  const std::size_t most = node.limits().shapes_of_body;
  if (body.def.type == BodyType::dynamic && count > most) {
    several->fail("expected at most " + std::to_string(most) + " shapes of one dynamic body, got " +
                  std::to_string(count));
  }
  for (std::size_t i = 0; i < count; ++i) body.shapes.push_back(read_shape(several->at(i), named, material));
}

// A copy costs what the body cost: all that was booked since `before` is booked again for each, before the first is
// made.
void spend_copies(const JsonNode& node, const SceneLimits& before, const std::vector<RepeatLevel>& levels) {
  const auto most = static_cast<std::int64_t>(node.limits().bodies);
  const auto more = static_cast<std::size_t>(count_copies(levels, most) - 1);
  for (const auto& [limit, name] : limit_names) node.spend(limit, more * (node.spent().*limit - before.*limit));
}

}  // namespace

NamedMaterials read_named_materials(const JsonNode& node) {
  NamedMaterials named;
  for (const std::string& name : node.keys("named materials {...}")) {
    const JsonNode entry = node.require(name);
    if (entry.is_string()) entry.expected("a material {...}");
    named.emplace(name, read_material(entry, {}, Material{}));
  }
  return named;
}

void read_body(const JsonNode& node, const NamedMaterials& named, Scene& scene) {
  node.only_keys({"name",
                  "type",
                  "position",
                  "angle",
                  "rotation",
                  "velocity",
                  "angular_velocity",
                  "linear_damping",
                  "angular_damping",
                  "table_friction",
                  "gravity_scale",
                  "locks",
                  "can_sleep",
                  "awake",
                  "user_data",
                  "shape",
                  "shapes",
                  "material",
                  "mass",
                  "repeat"});
  SceneBody body;
  const SceneLimits before = node.spent();
  if (const auto name = node.find("name")) {
    body.name = name->text();
    name->spend(&SceneLimits::name_bytes, body.name.size());
  }
  body.def = read_definition(node);
  read_shapes(node, named, body);
  if (const auto mass = node.find("mass")) {
    if (body.def.type != BodyType::dynamic) mass->fail("expected only for dynamic bodies");
    body.mass = read_mass(*mass);
  }
  node.spend(&SceneLimits::bodies, 1);
  if (const auto repetition = node.find("repeat")) {
    const std::vector<RepeatLevel> levels = read_levels(*repetition);
    spend_copies(*repetition, before, levels);
    make_copies(levels, body, scene.bodies);
  } else {
    scene.bodies.push_back(std::move(body));
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
