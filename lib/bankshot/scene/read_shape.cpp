#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/read_shape.hpp>
#include <bankshot/scene/read_tiles.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/stored_pieces.hpp>

#include <array>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// A shape without what it is used for: its kind, and its numbers.
Shape read_geometry(const JsonNode& node);

/// A list of `least` points or more; `what` names it in errors, and `point` one of its points.
std::vector<Vec2> read_points(const JsonNode& list, std::size_t least, const std::string& what,
                              const std::string& point) {
  const std::size_t count = list.size(what);
  if (count < least) list.expected(what);
  list.spend(&SceneLimits::corners, count);
  std::vector<Vec2> points;
  points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) points.push_back(list.at(i).vec2(point));
  return points;
}

Real optional_radius(const JsonNode& node) {
  const std::optional<JsonNode> radius = node.find("radius");
  return radius ? radius->real("a radius", Sign::not_negative) : Real(0);
}

Shape read_circle(const JsonNode& node) {
  node.only_keys({"kind", "radius", "centre", "material", "filter", "sensor", "sees_all"});
  const JsonNode radius = node.require("radius");
  return accepted(try_circle(radius.real("a radius", Sign::positive), optional_point(node, "centre")), radius);
}

/// Two different points.
struct Ends {
  Vec2 a, b;
};

Ends read_ends(const JsonNode& node) {
  const JsonNode from = node.require("from");
  const JsonNode to = node.require("to");
  const Ends ends = {from.vec2(), to.vec2()};
  if (ends.a[0] == ends.b[0] && ends.a[1] == ends.b[1]) to.expected("another point than \"from\"");
  return ends;
}

Shape read_capsule(const JsonNode& node) {
  node.only_keys({"kind", "from", "to", "radius", "material", "filter", "sensor", "sees_all"});
  const JsonNode radius = node.require("radius");
  const auto [a, b] = read_ends(node);
  return accepted(try_capsule(a, b, radius.real("a radius", Sign::positive)), radius);
}

Shape read_segment(const JsonNode& node) {
  node.only_keys({"kind", "from", "to", "material", "filter", "sensor", "sees_all"});
  const auto [a, b] = read_ends(node);
  return accepted(try_segment(a, b), node);
}

Shape read_box(const JsonNode& node) {
  node.only_keys(
      {"kind", "width", "height", "centre", "angle", "rotation", "radius", "material", "filter", "sensor", "sees_all"});
  const Real width = node.require("width").real("a width", Sign::positive);
  const Real height = node.require("height").real("a height", Sign::positive);
  return accepted(try_box(width, height, optional_point(node, "centre"), read_rotation(node), optional_radius(node)),
                  node);
}

Shape read_polygon(const JsonNode& node) {
  node.only_keys({"kind", "corners", "radius", "material", "filter", "sensor", "sees_all"});
  const JsonNode corners = node.require("corners");
  const std::vector<Vec2> points = read_points(corners, 3, "a list of three or more corners", "a corner [x, y]");
  return accepted(try_polygon(points, optional_radius(node)), corners);
}

// What a shape is used for is said once, of the whole.
Shape read_inner(const JsonNode& node, const char* whole) {
  Shape shape = read_geometry(node);
  for (const char* key : {"material", "filter", "sensor", "sees_all"}) {
    if (const auto own = node.find(key)) own->fail(std::string("expected only beside the kind of the ") + whole);
  }
  return shape;
}

/// A compound looks again at all corners of the compounds in it, which the text need not hold again.
void count_again(const JsonNode& piece, const Shape& shape) {
  const auto* const parts = static_cast<const StoredPieces*>(detail_parts(shape));
  if (piece.require("kind").text() == "compound") piece.spend(&SceneLimits::corners, parts->corners());
}

ChainSides read_sides(const JsonNode& node) {
  constexpr std::array<std::string_view, 2> names = {"both", "left"};
  const std::string name = node.text();
  if (name == "both") return ChainSides::both;
  if (name == "left") return ChainSides::left;
  node.expected("the sides that a chain stops" + suggestion(name, names));
}

Shape read_simple_polygon(const JsonNode& node) {
  node.only_keys({"kind", "corners", "material", "filter", "sensor", "sees_all"});
  const JsonNode corners = node.require("corners");
  return accepted(try_simple_polygon(read_points(corners, 3, "a list of three or more corners", "a corner [x, y]")),
                  corners);
}

Shape read_compound(const JsonNode& node) {
  node.only_keys({"kind", "pieces", "material", "filter", "sensor", "sees_all"});
  const JsonNode list = node.require("pieces");
  const std::size_t count = list.size("a list of one or more shapes");
  if (count == 0) list.expected("a list of one or more shapes");
  std::vector<Shape> pieces;
  pieces.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode entry = list.at(i);
    pieces.push_back(read_inner(entry, "compound"));
    const ShapeKind kind = pieces.back().kind();
    const bool solid = kind == ShapeKind::compound || (pieces.back().convex() && kind != ShapeKind::segment);
    if (!solid) entry.require("kind").expected("a circle, capsule, box, polygon, simple polygon or compound");
    count_again(entry, pieces.back());
  }
  return accepted(try_compound(pieces), list);
}

Shape read_chain(const JsonNode& node) {
  node.only_keys({"kind", "points", "closed", "sides", "material", "filter", "sensor", "sees_all"});
  const auto closed_node = node.find("closed");
  const bool closed = closed_node && closed_node->boolean();
  const auto sides = node.find("sides");
  const JsonNode list = node.require("points");
  const std::vector<Vec2> points = closed ? read_points(list, 3, "a list of three or more points", "a point [x, y]")
                                          : read_points(list, 2, "a list of two or more points", "a point [x, y]");
  return accepted(try_chain(points, closed, sides ? read_sides(*sides) : ChainSides::both), list);
}

Shape read_container(const JsonNode& node) {
  node.only_keys({"kind", "room", "material", "filter", "sensor", "sees_all"});
  const JsonNode room = node.require("room");
  return accepted(try_container(read_inner(room, "container")), room);
}

constexpr std::array<std::string_view, 11> shape_kinds = {"circle",    "capsule",        "segment",  "box",
                                                          "polygon",   "simple_polygon", "compound", "chain",
                                                          "container", "grid",           "mask"};

Shape read_geometry(const JsonNode& node) {
  if (!node.is_object()) node.expected("a shape {\"kind\": ...}");
  node.spend(&SceneLimits::shapes, 1);
  const JsonNode kind = node.require("kind");
  const std::string name = kind.text();
  if (name == "circle") return read_circle(node);
  if (name == "capsule") return read_capsule(node);
  if (name == "segment") return read_segment(node);
  if (name == "box") return read_box(node);
  if (name == "polygon") return read_polygon(node);
  if (name == "simple_polygon") return read_simple_polygon(node);
  if (name == "compound") return read_compound(node);
  if (name == "chain") return read_chain(node);
  if (name == "container") return read_container(node);
  if (name == "grid") return read_grid(node);
  if (name == "mask") return read_mask(node);
  kind.expected("a kind of shape" + suggestion(name, shape_kinds));
}

Filter read_filter(const JsonNode& node) {
  node.only_keys({"category", "mask", "group"});
  Filter filter;
  if (const auto category = node.find("category")) filter.category = category->bits("category bits");
  if (const auto mask = node.find("mask")) filter.mask = mask->bits("mask bits");
  if (const auto group = node.find("group")) {
    filter.group = static_cast<std::int32_t>(group->integer("a group", INT32_MIN, INT32_MAX));
  }
  return filter;
}

}  // namespace

Vec2 optional_point(const JsonNode& node, const std::string& key) {
  const std::optional<JsonNode> point = node.find(key);
  return point ? point->vec2() : Vec2(Vec2::Zero());
}

Shape accepted(Result<Shape> result, const JsonNode& culprit) {
  if (!result) culprit.fail(result.reason());
  return *result;
}

// Degrees are brought into one turn exactly, and quarter turns are exact; the rest goes through the library's own
// sine and cosine, so that every platform reads the same bits.
Rotation read_rotation(const JsonNode& owner) {
  const std::optional<JsonNode> angle = owner.find("angle");
  const std::optional<JsonNode> rotation = owner.find("rotation");
  if (angle && rotation) rotation->fail("expected either \"angle\" or \"rotation\", not both");
  if (rotation) {
    const Vec2 cs = rotation->vec2("cosine and sine [c, s]");
    const V2 q = plain(cs);
    constexpr Real near_enough = Real(1) / 1024;
    if (absolute(length_squared(q) - 1) > near_enough) rotation->expected("cosine and sine [c, s] of one angle");
    return {q.x, q.y};
  }
  if (!angle) return {};
  const double degrees = std::fmod(static_cast<double>(angle->real("an angle in degrees")), 360.0);
  const double quarters = degrees / 90;
  if (quarters == 0) return {1, 0};
  if (quarters == 1 || quarters == -3) return {0, 1};
  if (quarters == 2 || quarters == -2) return {-1, 0};
  if (quarters == 3 || quarters == -1) return {0, -1};
  constexpr double radians_per_degree = 0.017453292519943295;
  return Rotation::from_angle(static_cast<Real>(degrees * radians_per_degree));
}

Material read_material(const JsonNode& node, const NamedMaterials& named, const Material& base) {
  if (node.is_string()) {
    const std::string name = node.text();
    const auto found = named.find(name);
    if (found != named.end()) return found->second;
    std::vector<std::string_view> names;
    for (const auto& entry : named) names.push_back(entry.first);
    node.expected("a name from \"materials\"" + suggestion(name, names));
  }
  if (!node.is_object()) node.expected("a material {...} or the name of one");
  node.only_keys({"restitution", "friction", "density", "surface_speed", "rolling_resistance"});
  Material material = base;
  if (const auto value = node.find("restitution")) material.restitution = value->real("a number", Sign::not_negative);
  if (const auto value = node.find("friction")) material.friction = value->real("a number", Sign::not_negative);
  if (const auto value = node.find("density")) material.density = value->real("a density", Sign::positive);
  if (const auto value = node.find("surface_speed")) material.surface_speed = value->real("a speed");
  if (const auto value = node.find("rolling_resistance")) {
    material.rolling_resistance = value->real("a number", Sign::not_negative);
  }
  return material;
}

SceneShape read_shape(const JsonNode& node, const NamedMaterials& named, const Material& material) {
  SceneShape shape{read_geometry(node), {}};
  shape.def.material = material;
  if (const auto own = node.find("material")) shape.def.material = read_material(*own, named, material);
  if (const auto palette = node.find("palette")) {
    const std::size_t count = palette->size("a list of materials");
    if (count > 255) palette->expected("at most 255 materials");
    palette->spend(&SceneLimits::materials, count);
    for (std::size_t i = 0; i < count; ++i) {
      shape.def.palette.push_back(read_material(palette->at(i), named, shape.def.material));
    }
  }
  if (const auto filter = node.find("filter")) shape.def.filter = read_filter(*filter);
  if (const auto sensor = node.find("sensor")) shape.def.sensor = sensor->boolean();
  if (const auto all = node.find("sees_all")) {
    shape.def.sees_all = all->boolean();
    if (shape.def.sees_all && !shape.def.sensor) all->expected("false, because the shape is no sensor");
  }
  return shape;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
