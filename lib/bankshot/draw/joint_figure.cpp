#include <bankshot/draw/joint_figure.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

using Kind = JointMark::Kind;
using Look = JointSpan::Look;

/// A figure in the making.
class FigureOfJoint {
 public:
  FigureOfJoint(const World& world, BodyId a, BodyId b) : world_(world), body_{a, b} {}

  /// From an anchor to the centre of mass, if the body moves: what is fixed may be the ground of all.
  void arm(std::size_t side, const Vec2& anchor) {
    if (world_.type(body_[side]) == BodyType::fixed) return;
    figure.lines.push_back({side, anchor, centre(side)});
  }

  /// Where B may turn to: rays along which its centre would lie.
  void rays(const RevoluteDef& def) {
    if (!def.limits) return;
    const V2 arm = plain(centre(1)) - plain(def.local_anchor_b);
    const Rotation zero = def.rotation.value_or(Rotation());
    for (const Real angle : {def.limits->lower, def.limits->upper}) {
      const Vec2 along = (zero * Rotation::from_angle(angle)) * vec2(ray_length * arm);
      figure.lines.push_back({0, def.local_anchor_a, vec2(plain(def.local_anchor_a) + plain(along))});
    }
  }

  /// The line of a slider or wheel, between its limits or as long as B is large.
  template <class Def>
  void rail(const Def& def) {
    const V2 from = plain(def.local_anchor_a), along = plain(def.local_axis_a);
    const Real reach = size_of(1);
    const Real lower = def.limits ? def.limits->lower : -reach, upper = def.limits ? def.limits->upper : reach;
    figure.lines.push_back({0, vec2(from + lower * along), vec2(from + upper * along)});
    if (!def.limits) return;
    const Vec2 across = vec2({-along.y, along.x});
    figure.marks.push_back({Kind::stop, 0, vec2(from + lower * along), across});
    figure.marks.push_back({Kind::stop, 0, vec2(from + upper * along), across});
  }

  /// From an axis along a direction of its body, as far as the body goes.
  void hand(std::size_t side, const Vec2& axis, const Vec2& along) {
    const Real reach = size_of(side);
    figure.lines.push_back({side, axis, vec2(plain(axis) + reach * plain(along))});
  }

  void between(Look look, JointSpan::End from = {0}, JointSpan::End to = {1}) {
    figure.spans.push_back({look, from, to});
  }

  /// Where the teeth of a rack are, as far as it goes.
  void pitch_line(const RackDef& def) {
    const V2 along = plain(def.local_axis_a), left = {-along.y, along.x};
    const V2 middle = plain(def.local_anchor_a) - def.radius * left;
    const Real reach = size_of(0);
    figure.lines.push_back({0, vec2(middle - reach * along), vec2(middle + reach * along)});
  }

  void mark(Kind kind, std::size_t side, const Vec2& at) { figure.marks.push_back({kind, side, at}); }

  JointFigure figure;

 private:
  static constexpr Real ray_length = Real(0.4);

  Vec2 centre(std::size_t side) const {
    const Pose pose = world_.pose(body_[side]);
    const V2 way = plain(world_.centre_of_mass(body_[side])) - plain(pose.position);
    return pose.rotation.inverse() * vec2(way);
  }

  /// Half the larger side of the box around a body's shapes.
  Real size_of(std::size_t side) const {
    Real size = 0;
    for (const ShapeId shape : world_.shapes(body_[side])) {
      const Aabb box = world_.shape(shape).aabb();
      const V2 sides = plain(box.upper) - plain(box.lower);
      size = std::max({size, Real(0.5) * sides.x, Real(0.5) * sides.y});
    }
    return size > 0 ? size : Real(1);
  }

  const World& world_;
  BodyId body_[2];
};

void add_figure(const RevoluteDef& def, FigureOfJoint& out) {
  out.arm(0, def.local_anchor_a), out.arm(1, def.local_anchor_b);
  out.rays(def);
  out.mark(Kind::pin, 1, def.local_anchor_b);
}

void add_figure(const WeldDef& def, FigureOfJoint& out) {
  out.arm(0, def.local_anchor_a), out.arm(1, def.local_anchor_b);
  out.mark(Kind::weld, 1, def.local_anchor_b);
}

void add_figure(const PrismaticDef& def, FigureOfJoint& out) {
  out.rail(def);
  out.mark(Kind::pin, 1, def.local_anchor_b);
  if (def.spring.hertz > 0) out.between(Look::spring);
}

void add_figure(const WheelDef& def, FigureOfJoint& out) {
  out.rail(def);
  out.mark(Kind::pin, 1, def.local_anchor_b);
}

void add_figure(const DistanceDef& def, FigureOfJoint& out) {
  out.mark(Kind::pin, 0, def.local_anchor_a);
  out.mark(Kind::pin, 1, def.local_anchor_b);
  out.between(def.spring.hertz > 0 ? Look::spring : Look::rod);
}

void add_figure(const FilterDef&, FigureOfJoint&) {}

void add_figure(const TargetDef& def, FigureOfJoint& out) {
  out.mark(Kind::pin, 0, def.local_anchor_a);
  out.mark(Kind::pin, 1, def.local_anchor_b);
  out.between(Look::spring);
}

void add_figure(const MotorDef& def, FigureOfJoint& out) {
  out.mark(Kind::weld, 0, def.local_anchor_a);
  out.mark(Kind::weld, 1, def.local_anchor_b);
  out.between(Look::spring);
}

void add_figure(const GearDef& def, FigureOfJoint& out) {
  out.hand(0, def.local_anchor_a, *def.local_mark_a);
  out.hand(1, def.local_anchor_b, vec2(-plain(*def.local_mark_b)));
  out.mark(Kind::pin, 0, def.local_anchor_a);
  out.mark(Kind::pin, 1, def.local_anchor_b);
}

void add_figure(const RackDef& def, FigureOfJoint& out) {
  out.pitch_line(def);
  out.mark(Kind::pin, 1, def.local_anchor_b);
}

void add_figure(const PulleyDef& def, FigureOfJoint& out) {
  out.mark(Kind::pin, 0, def.local_anchor_a);
  out.mark(Kind::pin, 1, def.local_anchor_b);
  const JointSpan::End wheel[2] = {{0, def.wheel_a}, {0, def.wheel_b}};
  const Look rope = def.spring.hertz > 0 ? Look::spring : Look::rod;
  out.between(rope, wheel[0], {0}), out.between(rope, wheel[1], {1});
  out.between(Look::wheels, wheel[0], wheel[1]);
}

}  // namespace

JointFigure joint_figure(const World& world, JointId joint) {
  return std::visit(
      [&world](const auto& def) {
        FigureOfJoint out(world, def.body_a, def.body_b);
        add_figure(def, out);
        return std::move(out.figure);
      },
      world.definition(joint));
}

std::vector<Vec2> zigzag(Real length, Real half_width) {
  constexpr int turns = 8;
  std::vector<Vec2> points = {vec2({0, 0}), vec2({length / 8, 0})};
  for (int i = 0; i < turns; ++i) {
    const Real along = (Real(i) + Real(0.5)) / turns;
    points.push_back(vec2({length * (Real(0.125) + Real(0.75) * along), i % 2 == 0 ? half_width : -half_width}));
  }
  points.push_back(vec2({length * Real(0.875), 0}));
  points.push_back(vec2({length, 0}));
  return points;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
