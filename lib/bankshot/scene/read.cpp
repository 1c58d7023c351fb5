#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/build.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/read.hpp>
#include <bankshot/scene/read_body.hpp>
#include <bankshot/scene/read_joint.hpp>

#include <set>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

void read_impact_limits(const JsonNode& node, ImpactLimits& limits) {
  node.only_keys({"per_pair", "per_body"});
  const auto read = [&node](const char* key, int& limit) {
    if (const auto value = node.find(key)) limit = static_cast<int>(value->integer("a number of impacts", 1, 10000));
  };
  read("per_pair", limits.per_pair);
  read("per_body", limits.per_body);
}

void read_world(const JsonNode& node, WorldDef& world) {
  node.only_keys({"gravity", "substeps", "sleep", "impact_limits"});
  if (const auto value = node.find("gravity")) world.gravity = value->vec2("an acceleration [x, y]");
  if (const auto value = node.find("substeps")) {
    world.substeps = static_cast<int>(value->integer("sub-steps per step", 1, 64));
  }
  if (const auto value = node.find("sleep")) world.sleep = value->boolean();
  if (const auto value = node.find("impact_limits")) read_impact_limits(*value, world.impact_limits);
}

void read_run(const JsonNode& node, Scene& scene) {
  node.only_keys({"dt", "rate", "steps"});
  const std::optional<JsonNode> dt = node.find("dt");
  const std::optional<JsonNode> rate = node.find("rate");
  if (dt && rate) rate->fail("expected either \"dt\" or \"rate\", not both");
  if (dt) {
    scene.dt = dt->real("seconds per step", Sign::positive);
    if (scene.dt > 1) dt->expected("seconds per step > 0, at most 1");
  }
  if (rate) {
    const Real per_second = rate->real("steps per second", Sign::positive);
    if (per_second < 1) rate->expected("steps per second, 1 or more");
    scene.dt = Real(1) / per_second;
  }
  if (const auto steps = node.find("steps")) {
    scene.steps = static_cast<int>(steps->integer("a number of steps", 0, 1'000'000'000));
  }
}

Aabb read_view(const JsonNode& node) {
  node.only_keys({"lower", "upper"});
  const JsonNode upper = node.require("upper");
  const Aabb view{node.require("lower").vec2(), upper.vec2()};
  const V2 size = plain(view.upper) - plain(view.lower);
  if (!(size.x > 0 && size.y > 0)) upper.expected("a point right of and above \"lower\"");
  return view;
}

// Each body is tried on a world as soon as it is read, so that whatever the world refuses has a place in the file.
// Returns the bodies there.
std::vector<BodyId> read_bodies(const JsonNode& node, const NamedMaterials& named, Scene& scene, World& probe) {
  std::vector<BodyId> ids;
  const std::size_t count = node.size("a list of bodies");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode entry = node.at(i);
    const std::size_t first = scene.bodies.size();
    read_body(entry, named, scene);
    try {
      for (std::size_t k = first; k < scene.bodies.size(); ++k) ids.push_back(add_body(probe, scene.bodies[k]));
    } catch (const std::invalid_argument& refusal) {
      entry.fail(refusal.what());
    }
  }
  return ids;
}

/// Names of bodies as they stand in a scene that stays: those that goals may count.
struct BodyNames {
  explicit BodyNames(const Scene& scene);
  bool has(std::string_view name) const;
  std::vector<std::string_view> in_order;  ///< each once, by its first body: the order of suggestions

 private:
  std::set<std::string_view> known_;
};

BodyNames::BodyNames(const Scene& scene) {
  for (const SceneBody& body : scene.bodies) {
    if (body.def.type != BodyType::dynamic || body.name.empty()) continue;
    if (known_.insert(body.name).second) in_order.push_back(body.name);
  }
}

bool BodyNames::has(std::string_view name) const { return known_.count(name) != 0; }

// A goal needs a line, a side and bodies that exist. The side may be given roughly: only its sign across the line
// counts, so it must not lie along it.
SceneGoal read_goal(const JsonNode& node, const BodyNames& names) {
  node.spend(&SceneLimits::goals, 1);
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
  const std::size_t count = counts->size("a list of names of bodies");
  if (count == 0) counts->expected("one name of a body or more");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode entry = counts->at(i);
    goal.counts.push_back(entry.text());
    const std::string& name = goal.counts.back();
    entry.spend(&SceneLimits::name_bytes, name.size());
    if (!names.has(name)) entry.expected("the name of a dynamic body" + suggestion(name, names.in_order));
  }
  return goal;
}

}  // namespace

Scene read_scene(const JsonNode& root) {
  root.only_keys({"$schema", "name", "description", "world", "run", "view", "materials", "bodies", "joints", "goals"});
  Scene scene;
  if (const auto schema = root.find("$schema")) schema->text();
  if (const auto name = root.find("name")) scene.name = name->text();
  if (const auto text = root.find("description")) scene.description = text->text(true);
  if (const auto world = root.find("world")) read_world(*world, scene.world);
  if (const auto run = root.find("run")) read_run(*run, scene);
  if (const auto view = root.find("view")) scene.view = read_view(*view);
  NamedMaterials named;
  if (const auto materials = root.find("materials")) named = read_named_materials(*materials);
  World probe(scene.world);
  const std::vector<BodyId> ids = read_bodies(root.require("bodies"), named, scene, probe);
  if (const auto joints = root.find("joints")) read_joints(*joints, scene, probe, ids);
  if (const auto goals = root.find("goals")) {
    const std::size_t count = goals->size("a list of goals");
    const BodyNames names(scene);
    for (std::size_t i = 0; i < count; ++i) scene.goals.push_back(read_goal(goals->at(i), names));
  }
  return scene;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
