#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/build.hpp>
#include <bankshot/scene/read.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace detail {
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
void read_bodies(const JsonNode& node, const NamedMaterials& named, Scene& scene) {
  World probe(scene.world);
  const std::size_t count = node.size("a list of bodies");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode entry = node.at(i);
    const std::size_t first = scene.bodies.size();
    read_body(entry, named, scene);
    try {
      for (std::size_t k = first; k < scene.bodies.size(); ++k) add_body(probe, scene.bodies[k]);
    } catch (const std::invalid_argument& refusal) {
      entry.fail(refusal.what());
    }
  }
}

Scene read_scene(const JsonNode& root) {
  root.only_keys({"$schema", "name", "description", "world", "run", "view", "materials", "bodies", "goals"});
  Scene scene;
  if (const auto schema = root.find("$schema")) schema->text();
  if (const auto name = root.find("name")) scene.name = name->text();
  if (const auto text = root.find("description")) scene.description = text->text(true);
  if (const auto world = root.find("world")) read_world(*world, scene.world);
  if (const auto run = root.find("run")) read_run(*run, scene);
  if (const auto view = root.find("view")) scene.view = read_view(*view);
  NamedMaterials named;
  if (const auto materials = root.find("materials")) named = read_named_materials(*materials);
  read_bodies(root.require("bodies"), named, scene);
  if (const auto goals = root.find("goals")) {
    const std::size_t count = goals->size("a list of goals");
    const BodyNames names(scene);
    for (std::size_t i = 0; i < count; ++i) scene.goals.push_back(read_goal(goals->at(i), names));
  }
  return scene;
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

}  // namespace bankshot::BANKSHOT_ABI
