#include <bankshot/draw/debug_draw.hpp>
#include <bankshot/draw/joint_figure.hpp>
#include <bankshot/draw/outlines.hpp>
#include <bankshot/math/vec2_math.hpp>
#include <bankshot/shape/composites.hpp>

#include <array>
#include <string>

namespace bankshot::BANKSHOT_ABI {
namespace {

ColourRole role_of(const World& world, BodyId body, ShapeId shape) {
  if (world.sensor(shape)) return ColourRole::sensor;
  switch (world.type(body)) {
    case BodyType::fixed: return ColourRole::fixed;
    case BodyType::kinematic: return ColourRole::kinematic;
    case BodyType::dynamic: break;
  }
  return world.awake(body) ? ColourRole::dynamic : ColourRole::sleeping;
}

void draw_contacts(const World& world, DebugDraw& target, Real normal_length) {
  for (const Contact& contact : world.contacts()) {
    const detail::V2 normal = detail::plain(contact.manifold.normal);
    for (int i = 0; i < contact.manifold.count; ++i) {
      const Vec2 start = contact.manifold.points[static_cast<std::size_t>(i)].position;
      target.segment(start, detail::vec2(detail::plain(start) + normal_length * normal), ColourRole::normal);
      target.point(start, ColourRole::contact);
    }
  }
}

void draw_spring(const Vec2& from, const Vec2& to, Real half_width, DebugDraw& target) {
  const detail::V2 way = detail::plain(to) - detail::plain(from);
  const Real length = detail::length(way);
  if (!(length > 0)) return;
  const Rotation turn(way.x / length, way.y / length);
  std::vector<Vec2> points = detail::zigzag(length, half_width);
  for (Vec2& point : points) point = Pose{from, turn} * point;
  for (std::size_t i = 1; i < points.size(); ++i) target.segment(points[i - 1], points[i], ColourRole::joint);
}

void draw_joint(const World& world, JointId id, Real size, DebugDraw& target) {
  using Look = detail::JointSpan::Look;
  using Kind = detail::JointMark::Kind;
  const Joint joint = world.joint(id);
  const detail::JointFigure figure = detail::joint_figure(world, id);
  const Pose poses[] = {world.pose(joint.body_a), world.pose(joint.body_b)};
  const auto across = [&](const detail::JointMark& mark, const detail::V2& way) {
    const detail::V2 at = detail::plain(mark.at);
    const Pose& pose = poses[mark.side];
    target.segment(pose * detail::vec2(at - size * way), pose * detail::vec2(at + size * way), ColourRole::joint);
  };
  for (const detail::JointLine& line : figure.lines) {
    target.segment(poses[line.side] * line.from, poses[line.side] * line.to, ColourRole::joint);
  }
  for (const detail::JointSpan& span : figure.spans) {
    const Vec2 from = span.from.of(joint), to = span.to.of(joint);
    if (span.look == Look::spring) draw_spring(from, to, size, target);
    if (span.look != Look::spring) target.segment(from, to, ColourRole::joint);
    if (span.look == Look::wheels) target.point(from, ColourRole::joint), target.point(to, ColourRole::joint);
  }
  for (const detail::JointMark& mark : figure.marks) {
    if (mark.kind == Kind::pin) target.point(poses[mark.side] * mark.at, ColourRole::joint);
    if (mark.kind == Kind::stop) across(mark, detail::plain(mark.across));
    if (mark.kind == Kind::weld) across(mark, {1, 0}), across(mark, {0, 1});
  }
}

void draw_box(const Aabb& box, DebugDraw& target) {
  const Vec2 corners[] = {box.lower, Vec2(box.upper[0], box.lower[1]), box.upper, Vec2(box.lower[0], box.upper[1])};
  for (std::size_t i = 0; i < 4; ++i) target.segment(corners[i], corners[(i + 1) % 4], ColourRole::box);
}

std::vector<Vec2> round(const Vec2& centre, Real radius) {
  constexpr int corners = 64;
  std::vector<Vec2> points;
  for (int i = 0; i < corners; ++i) {
    const Rotation turn = Rotation::from_angle(Real(i) * Real(6.2831853) / corners);
    points.push_back(detail::vec2(detail::plain(centre) + radius * detail::V2{turn.c, turn.s}));
  }
  return points;
}

void draw_chain(const Shape& chain, const std::vector<Vec2>& points, ColourRole role, DebugDraw& target) {
  const bool one_sided = chain_sides(chain) == ChainSides::left;
  for (std::size_t i = 0; i + (chain_closed(chain) ? 0 : 1) < points.size(); ++i) {
    const Vec2& next = points[(i + 1) % points.size()];
    if (one_sided) {
      target.one_way(points[i], next, role);
    } else {
      target.segment(points[i], next, role);
    }
  }
}

void draw_outlines(const Shape& shape, const Pose& pose, ColourRole role, DebugDraw& target) {
  detail::Outlines outlines = detail::outlines_of(shape);
  for (std::vector<Vec2>& loop : outlines.loops) {
    for (Vec2& point : loop) point = pose * point;
  }
  if (!outlines.loops.empty()) target.outlines(outlines.loops, role);
  for (const detail::OneWaySide& side : outlines.one_way) target.one_way(pose * side.from, pose * side.to, role);
}

}  // namespace

DebugDraw::~DebugDraw() = default;

void DebugDraw::outlines(std::span<const std::vector<Vec2>> loops, ColourRole role) {
  for (const std::vector<Vec2>& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) segment(loop[i], loop[(i + 1) % loop.size()], role);
  }
}

void DebugDraw::whole(std::span<const Shape> pieces, const Pose& pose, ColourRole role) {
  for (const Shape& piece : pieces) draw(piece, pose, role, *this);
}

void DebugDraw::room(std::span<const Vec2> corners, Real radius, ColourRole role) {
  std::vector<Vec2> points(corners.begin(), corners.end());
  if (points.size() == 1) points = round(corners[0], radius);
  for (std::size_t i = 0; i < points.size(); ++i) segment(points[i], points[(i + 1) % points.size()], role);
}

void DebugDraw::one_way(const Vec2& a, const Vec2& b, ColourRole role) {
  const detail::V2 way = detail::plain(b) - detail::plain(a);
  const detail::V2 middle = Real(0.5) * (detail::plain(a) + detail::plain(b));
  const detail::V2 left = {-way.y, way.x};
  segment(a, b, role);
  segment(detail::vec2(middle), detail::vec2(middle + Real(0.25) * left), role);
}

void draw(const Shape& shape, const Pose& pose, ColourRole role, DebugDraw& target) {
  std::vector<Vec2> corners;
  for (int i = 0; i < shape.corner_count(); ++i) corners.push_back(pose * shape.corner(i));
  switch (shape.kind()) {
    case ShapeKind::circle: return target.circle(corners[0], shape.radius(), pose.rotation, role);
    case ShapeKind::capsule: return target.capsule(corners[0], corners[1], shape.radius(), role);
    case ShapeKind::segment: return target.segment(corners[0], corners[1], role);
    case ShapeKind::polygon: return target.polygon(corners, shape.radius(), role);
    case ShapeKind::container: return target.room(corners, shape.radius(), role);
    case ShapeKind::chain: return draw_chain(shape, corners, role, target);
    case ShapeKind::compound:
      if (has_reflex_outline(shape)) return target.outlines(std::array{corners}, role);
      return target.whole(pieces(shape), pose, role);
    case ShapeKind::grid:
    case ShapeKind::mask: return draw_outlines(shape, pose, role, target);
  }
}

void draw(const World& world, DebugDraw& target, const DrawOptions& options) {
  const std::vector<BodyId> bodies = world.bodies();
  for (const BodyId body : bodies) {
    const Pose pose = world.pose(body);
    for (const ShapeId shape : world.shapes(body)) {
      if (options.shapes) draw(world.shape(shape), pose, role_of(world, body, shape), target);
      if (options.boxes) draw_box(world.aabb(shape), target);
    }
  }
  if (options.joints) {
    for (const JointId joint : world.joints()) draw_joint(world, joint, options.joint_size, target);
  }
  if (options.contacts) draw_contacts(world, target, options.normal_length);
  for (const BodyId body : bodies) {
    if (options.centres) target.point(world.centre_of_mass(body), ColourRole::centre);
    if (options.ids) target.text(world.position(body), std::to_string(body.slot), ColourRole::text);
  }
}

}  // namespace bankshot::BANKSHOT_ABI
