#include <bankshot/scene/file_text.hpp>
#include <bankshot/scene/pair.hpp>
#include <bankshot/scene/read_shape.hpp>

namespace bankshot::BANKSHOT_ABI {
namespace detail {
namespace {

struct PlacedShape {
  Shape shape;
  Pose pose;
};

// A shape may be carried over from a scene as it stands there: what is no geometry is checked and not used.
PlacedShape read_placed(const JsonNode& node) {
  node.only_keys({"shape", "position", "angle", "rotation"});
  PlacedShape placed{read_shape(node.require("shape"), {}, {}).shape, {}};
  if (const auto position = node.find("position")) placed.pose.position = position->vec2();
  placed.pose.rotation = read_rotation(node);
  return placed;
}

ScenePair read_pair(const JsonNode& root) {
  root.only_keys({"$schema", "name", "description", "a", "b"});
  if (const auto schema = root.find("$schema")) schema->text();
  const PlacedShape a = read_placed(root.require("a"));
  const PlacedShape b = read_placed(root.require("b"));
  ScenePair pair{"", "", a.shape, a.pose, b.shape, b.pose};
  if (const auto name = root.find("name")) pair.name = name->text();
  if (const auto text = root.find("description")) pair.description = text->text(true);
  return pair;
}

}  // namespace
}  // namespace detail

ScenePair parse_pair(std::string_view text, const std::string& file, const SceneLimits& limits) {
  const detail::JsonText json(text, file, limits);
  return detail::read_pair(detail::JsonNode(json));
}

ScenePair load_pair(const std::filesystem::path& file, const SceneLimits& limits) {
  return parse_pair(detail::file_text(file, limits.bytes), file.string(), limits);
}

}  // namespace bankshot::BANKSHOT_ABI
