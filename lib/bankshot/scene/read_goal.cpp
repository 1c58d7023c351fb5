#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/read.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

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

}  // namespace bankshot::BANKSHOT_ABI::detail
