#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/write_shape.hpp>
#include <bankshot/scene/write_tiles.hpp>
#include <bankshot/shape/composites.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

std::string corner_list(const Shape& shape) {
  std::string list = "[";
  for (int i = 0; i < shape.corner_count(); ++i) list += (i == 0 ? "" : ", ") + json_point(shape.corner(i));
  return list + "]";
}

// A polygon that some upright box makes again bit for bit is written as that box.
bool add_box(const Shape& shape, Members& out) {
  if (shape.corner_count() != 4) return false;
  V2 lower = plain(shape.corner(0)), upper = lower;
  for (int i = 1; i < 4; ++i) {
    const V2 c = plain(shape.corner(i));
    lower = {min(lower.x, c.x), min(lower.y, c.y)};
    upper = {max(upper.x, c.x), max(upper.y, c.y)};
  }
  const V2 size = upper - lower;
  const V2 centre = Real(0.5) * (lower + upper);
  const Result<Shape> box = try_box(size.x, size.y, vec2(centre), {}, shape.radius());
  if (!box || !(*box == shape)) return false;
  out.add("kind", "\"box\"");
  out.add("width", text(size.x));
  out.add("height", text(size.y));
  out.add_if(!(centre == V2{}), "centre", json_point(vec2(centre)));
  out.add_if(shape.radius() != 0, "radius", text(shape.radius()));
  return true;
}

void add_circle(const Shape& shape, Members& out) {
  out.add("kind", "\"circle\"");
  out.add("radius", text(shape.radius()));
  out.add_if(!zero(shape.corner(0)), "centre", json_point(shape.corner(0)));
}

void add_capsule(const Shape& shape, Members& out) {
  out.add("kind", shape.kind() == ShapeKind::capsule ? "\"capsule\"" : "\"segment\"");
  out.add("from", json_point(shape.corner(0)));
  out.add("to", json_point(shape.corner(1)));
  out.add_if(shape.kind() == ShapeKind::capsule, "radius", text(shape.radius()));
}

void add_polygon(const Shape& shape, Members& out) {
  if (add_box(shape, out)) return;
  out.add("kind", "\"polygon\"");
  out.add("corners", corner_list(shape));
  out.add_if(shape.radius() != 0, "radius", text(shape.radius()));
}

// What a compound was made of is gone, but for the convex pieces: together they are an equal shape.
void add_compound(const Shape& shape, Members& out) {
  if (has_reflex_outline(shape)) {
    out.add("kind", "\"simple_polygon\"");
    out.add("corners", corner_list(shape));
    return;
  }
  std::string list;
  for (const Shape& piece : pieces(shape)) {
    Members members;
    add_geometry(piece, members);
    list += (list.empty() ? "" : ", ") + members.object();
  }
  out.add("kind", "\"compound\"");
  out.add("pieces", "[" + list + "]");
}

void add_chain(const Shape& shape, Members& out) {
  out.add("kind", "\"chain\"");
  out.add("points", corner_list(shape));
  out.add_if(chain_closed(shape), "closed", "true");
  out.add_if(chain_sides(shape) == ChainSides::left, "sides", "\"left\"");
}

void add_container(const Shape& shape, Members& out) {
  std::vector<Vec2> corners;
  for (int i = 0; i < shape.corner_count(); ++i) corners.push_back(shape.corner(i));
  Members room;
  add_geometry(corners.size() == 1 ? circle(shape.radius(), corners[0]) : polygon(corners), room);
  out.add("kind", "\"container\"");
  out.add("room", room.object());
}

}  // namespace

void add_geometry(const Shape& shape, Members& out) {
  switch (shape.kind()) {
    case ShapeKind::circle: return add_circle(shape, out);
    case ShapeKind::capsule:
    case ShapeKind::segment: return add_capsule(shape, out);
    case ShapeKind::polygon: return add_polygon(shape, out);
    case ShapeKind::compound: return add_compound(shape, out);
    case ShapeKind::chain: return add_chain(shape, out);
    case ShapeKind::container: return add_container(shape, out);
    case ShapeKind::grid: return add_grid(shape, out);
    case ShapeKind::mask: return add_mask(shape, out);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
