// Shapes made of parts, and containers. Grids and masks have a file of their own.

#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/read.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/stored_pieces.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// What a shape is used for is said once, of the whole.
Shape read_inner(const JsonNode& node, const char* whole) {
  Shape shape = read_geometry(node);
  for (const char* key : {"material", "filter", "sensor"}) {
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

}  // namespace

Shape read_simple_polygon(const JsonNode& node) {
  node.only_keys({"kind", "corners", "material", "filter", "sensor"});
  const JsonNode corners = node.require("corners");
  return accepted(try_simple_polygon(read_points(corners, 3, "a list of three or more corners", "a corner [x, y]")),
                  corners);
}

Shape read_compound(const JsonNode& node) {
  node.only_keys({"kind", "pieces", "material", "filter", "sensor"});
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
  node.only_keys({"kind", "points", "closed", "sides", "material", "filter", "sensor"});
  const auto closed_node = node.find("closed");
  const bool closed = closed_node && closed_node->boolean();
  const auto sides = node.find("sides");
  const JsonNode list = node.require("points");
  const std::vector<Vec2> points = closed ? read_points(list, 3, "a list of three or more points", "a point [x, y]")
                                          : read_points(list, 2, "a list of two or more points", "a point [x, y]");
  return accepted(try_chain(points, closed, sides ? read_sides(*sides) : ChainSides::both), list);
}

Shape read_container(const JsonNode& node) {
  node.only_keys({"kind", "room", "material", "filter", "sensor"});
  const JsonNode room = node.require("room");
  return accepted(try_container(read_inner(room, "container")), room);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
