#pragma once
// The parts of the readers of scenes and pairs. Not part of the public interface.

#include <bankshot/scene/json_text.hpp>
#include <bankshot/scene/scene.hpp>

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

using NamedMaterials = std::map<std::string, Material, std::less<>>;

/// The whole of a file of at most `most` bytes; throws SceneError when it cannot be had.
std::string file_text(const std::filesystem::path& file, std::size_t most);

/// {"angle": degrees} or {"rotation": [c, s]} of an object that may have either.
Rotation read_rotation(const JsonNode& owner);

/// A material object, or the name of one of `named`; what it leaves out comes from `base`.
Material read_material(const JsonNode& node, const NamedMaterials& named, const Material& base);
NamedMaterials read_named_materials(const JsonNode& node);

/// A shape without what it is used for: its kind, and its numbers.
Shape read_geometry(const JsonNode& node);
Shape read_simple_polygon(const JsonNode& node);
Shape read_compound(const JsonNode& node);
Shape read_chain(const JsonNode& node);
Shape read_container(const JsonNode& node);
Shape read_grid(const JsonNode& node);
Shape read_mask(const JsonNode& node);

/// The builder's shape, or its reason as an error at `culprit`.
Shape accepted(Result<Shape> result, const JsonNode& culprit);
/// (0, 0) when there is none.
Vec2 optional_point(const JsonNode& node, const std::string& key);
/// A list of `least` points or more; `what` names it in errors, and `point` one of its points.
std::vector<Vec2> read_points(const JsonNode& list, std::size_t least, const std::string& what,
                              const std::string& point);

/// One shape; `material` is that of its body.
SceneShape read_shape(const JsonNode& node, const NamedMaterials& named, const Material& material);

/// One level of a repetition: `count` copies, each `step` from the one before; `shrink` fewer for every copy of the
/// level above, which makes pyramids.
struct RepeatLevel {
  std::int64_t count = 1;
  std::int64_t shrink = 0;
  double x = 0, y = 0;
};

std::vector<RepeatLevel> read_levels(const JsonNode& node);
/// How many copies the levels make; what is above `most` is not counted to its end.
std::int64_t count_copies(const std::vector<RepeatLevel>& levels, std::int64_t most);
/// The copies, at the end of `out`.
void make_copies(const std::vector<RepeatLevel>& levels, const SceneBody& model, std::vector<SceneBody>& out);

/// One entry of "bodies", written out when it repeats itself, at the end of `scene.bodies`.
void read_body(const JsonNode& node, const NamedMaterials& named, Scene& scene);

/// Names of bodies as they stand in a scene that stays: those that goals may count.
struct BodyNames {
  explicit BodyNames(const Scene& scene);
  bool has(std::string_view name) const;
  std::vector<std::string_view> in_order;  ///< each once, by its first body: the order of suggestions

 private:
  std::set<std::string_view> known_;
};

SceneGoal read_goal(const JsonNode& node, const BodyNames& names);

}  // namespace bankshot::BANKSHOT_ABI::detail
