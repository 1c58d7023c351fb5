#include <bankshot/math/plain.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/read.hpp>

#include <algorithm>
#include <array>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

constexpr std::int64_t most_bodies = 1'000'000;
constexpr std::size_t most_levels = 4;

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
  for (std::size_t i = 0; i < count; ++i) body.shapes.push_back(read_shape(several->at(i), named, material));
}

/// One level of a repetition: `count` copies, each `step` from the one before; `shrink` fewer for every copy of the
/// level above, which makes pyramids.
struct Level {
  std::int64_t count = 1;
  std::int64_t shrink = 0;
  double x = 0, y = 0;
};

Level read_level(const JsonNode& node, bool outermost) {
  node.only_keys({"count", "step", "shrink"});
  Level level;
  level.count = node.require("count").integer("a number of copies", 1, most_bodies);
  const V2 step = plain(node.require("step").vec2("a step [x, y]"));
  level.x = static_cast<double>(step.x);
  level.y = static_cast<double>(step.y);
  if (const auto shrink = node.find("shrink")) {
    if (outermost) shrink->fail("expected only in a level that has another one before it");
    level.shrink = shrink->integer("how many copies fewer", 0, most_bodies);
  }
  return level;
}

std::vector<Level> read_levels(const JsonNode& node) {
  if (node.is_object()) return {read_level(node, true)};
  const std::size_t count = node.size("a repetition {...} or a list of them");
  if (count == 0 || count > most_levels) node.expected("one to four levels of repetition");
  std::vector<Level> levels;
  for (std::size_t i = 0; i < count; ++i) levels.push_back(read_level(node.at(i), i == 0));
  return levels;
}

// Copies in file order: the last level runs fastest. Sums run in double and are rounded once.
void repeat(const JsonNode& node, const std::vector<Level>& levels, std::size_t depth, std::int64_t above, double x,
            double y, const SceneBody& model, std::vector<SceneBody>& out) {
  if (depth == levels.size()) {
    if (static_cast<std::int64_t>(out.size()) >= most_bodies) node.fail("expected at most 1000000 bodies in a scene");
    out.push_back(model);
    const V2 start = plain(model.def.position);
    const V2 moved = {static_cast<Real>(static_cast<double>(start.x) + x),
                      static_cast<Real>(static_cast<double>(start.y) + y)};
    out.back().def.position = vec2(moved);
    return;
  }
  const Level& level = levels[depth];
  const std::int64_t count = std::max<std::int64_t>(0, level.count - above * level.shrink);
  for (std::int64_t i = 0; i < count; ++i) {
    repeat(node, levels, depth + 1, i, x + static_cast<double>(i) * level.x, y + static_cast<double>(i) * level.y,
           model, out);
  }
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
  node.only_keys({"name", "type", "position", "angle", "rotation", "velocity", "angular_velocity", "linear_damping",
                  "angular_damping", "gravity_scale", "locks", "can_sleep", "awake", "user_data", "shape", "shapes",
                  "material", "mass", "repeat"});
  SceneBody body;
  if (const auto name = node.find("name")) body.name = name->text();
  body.def = read_definition(node);
  read_shapes(node, named, body);
  if (const auto mass = node.find("mass")) {
    if (body.def.type != BodyType::dynamic) mass->fail("expected only for dynamic bodies");
    body.mass = read_mass(*mass);
  }
  if (const auto repetition = node.find("repeat")) {
    repeat(*repetition, read_levels(*repetition), 0, 0, 0, 0, body, scene.bodies);
  } else {
    scene.bodies.push_back(std::move(body));
  }
}

// A goal needs a line, a side and bodies that exist. The side may be given roughly: only its sign across the line
// counts, so it must not lie along it.
SceneGoal read_goal(const JsonNode& node, const Scene& scene) {
  node.only_keys({"name", "from", "to", "inward", "counts"});
  SceneGoal goal;
  if (const auto name = node.find("name")) goal.name = name->text();
  goal.from = node.require("from").vec2();
  const JsonNode to = node.require("to");
  goal.to = to.vec2();
  const V2 line = plain(goal.to) - plain(goal.from);
  if (line == V2{}) to.expected("another point than \"from\"");
  const JsonNode inward = node.require("inward");
  goal.inward = inward.vec2("a direction [x, y]");
  const V2 side = plain(goal.inward);
  if (absolute(cross(line, side)) <= length(line) * length(side) / 1024) {
    inward.expected("a direction across the line");
  }
  const std::optional<JsonNode> counts = node.find("counts");
  if (!counts) return goal;
  std::vector<std::string_view> known;
  for (const SceneBody& body : scene.bodies) {
    if (body.def.type != BodyType::dynamic || body.name.empty()) continue;
    if (std::find(known.begin(), known.end(), body.name) == known.end()) known.push_back(body.name);
  }
  const std::size_t count = counts->size("a list of names of bodies");
  if (count == 0) counts->expected("one name of a body or more");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode entry = counts->at(i);
    goal.counts.push_back(entry.text());
    if (std::find(known.begin(), known.end(), goal.counts.back()) != known.end()) continue;
    entry.expected("the name of a dynamic body" + suggestion(goal.counts.back(), known));
  }
  return goal;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
