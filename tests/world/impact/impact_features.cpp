// The parts of two shapes that an impact names, judged by the place of the impact and the shapes' corners at that time.

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

constexpr auto at_corner = Feature::Kind::corner;
constexpr auto at_edge = Feature::Kind::edge;

/// A body that falls at 40 m/s, without gravity, onto a fixed one whose origin is (0, 0).
struct Fall {
  std::string name;
  Shape falling;
  Vec2 start;
  Real angle = 0;
  Shape ground;
  Feature::Kind of_falling, of_ground;
  std::vector<Shape> falling_parts = {}, ground_parts = {};  ///< convex, by piece; none: the shape itself
  int falling_piece = 0, ground_piece = 0;
};

Vec2 world_point(const Pose& pose, const Vec2& local) {
  const Rotation& q = pose.rotation;
  return Vec2(pose.position[0] + q.c * local[0] - q.s * local[1], pose.position[1] + q.s * local[0] + q.c * local[1]);
}

/// The distance of a point from the named part of a convex shape's surface; for an edge, from its straight piece.
Real off_feature(const Shape& shape, const Pose& pose, const Feature& feature, const Vec2& point) {
  const Vec2 first = world_point(pose, shape.corner(feature.index));
  if (feature.kind == at_corner) return std::abs((point - first).norm() - shape.radius());
  const Vec2 second = world_point(pose, shape.corner((feature.index + 1) % shape.corner_count()));
  const Vec2 along = (second - first).normalized(), from = point - first;
  const Real place = from.dot(along), beyond = std::max(-place, place - (second - first).norm());
  return std::max(std::abs(std::abs(along[0] * from[1] - along[1] * from[0]) - shape.radius()), beyond);
}

const Shape& part(const Shape& whole, const std::vector<Shape>& parts, int piece) {
  return parts.empty() ? whole : parts.at(static_cast<std::size_t>(piece));
}

void expect_features(const Fall& fall) {
  SCOPED_TRACE(fall.name);
  World world;
  const Vec2 velocity(0, -40);
  const BodyId ground = world.add_body({.type = BodyType::fixed}, fall.ground, {.restitution = 1, .friction = 0});
  const Rotation turn = Rotation::from_angle(fall.angle);
  world.add_body({.position = fall.start, .rotation = turn, .velocity = velocity}, fall.falling,
                 {.restitution = 1, .friction = 0});
  world.step(dt);
  ASSERT_GE(world.impacts().size(), 1u);  // where two parts share a corner it is hit as one of both
  const Impact& hit = world.impacts()[0];
  const bool first = hit.body_b == ground;
  const Feature of_falling = first ? hit.feature_a : hit.feature_b, of_ground = first ? hit.feature_b : hit.feature_a;
  EXPECT_EQ(of_falling.kind, fall.of_falling);
  EXPECT_EQ(of_ground.kind, fall.of_ground);
  EXPECT_EQ(of_falling.piece, fall.falling_piece);
  EXPECT_EQ(of_ground.piece, fall.ground_piece);
  const Pose then{fall.start + hit.time * velocity, turn};
  const auto near_enough = Real(0.004);  // faces count as flat within a sixteenth of the slop
  EXPECT_LT(off_feature(part(fall.falling, fall.falling_parts, of_falling.piece), then, of_falling, hit.point),
            near_enough);
  EXPECT_LT(off_feature(part(fall.ground, fall.ground_parts, of_ground.piece), {}, of_ground, hit.point), near_enough);
}

const Real half_side = Real(0.5), eighth_turn = Real(0.78539816);

Shape ball() { return circle(half_side); }
Shape crate() { return box(1, 1); }
Shape pill() { return capsule(Vec2(-half_side, 0), Vec2(half_side, 0), Real(0.25)); }
Shape house() {
  const Vec2 corners[] = {Vec2(0, -half_side), Vec2(half_side, 0), Vec2(Real(0.3), half_side),
                          Vec2(Real(-0.3), half_side), Vec2(-half_side, 0)};
  return polygon(corners);
}
Shape roof() {
  const Vec2 corners[] = {Vec2(-2, -2), Vec2(2, -2), Vec2(0, 0)};
  return polygon(corners);
}
Shape slab() { return box(6, 2, Vec2(0, -1)); }

TEST(ImpactFeatures, OfConvexShapes) {
  const Vec2 start(Real(0.3), Real(0.9));
  const Fall falls[] = {
      {"disc on face", ball(), start, 0, slab(), at_corner, at_edge},
      {"disc on corner", ball(), Vec2(Real(0.1), Real(0.7)), 0, roof(), at_corner, at_corner},
      {"disc on disc", ball(), Vec2(Real(0.2), 1 + Real(0.1)), 0, ball(), at_corner, at_corner},
      {"disc on capsule", ball(), Vec2(Real(0.2), Real(0.9)), 0, pill(), at_corner, at_edge},
      {"box flat", crate(), start, 0, slab(), at_edge, at_edge},
      {"box on its corner", crate(), start, eighth_turn, slab(), at_corner, at_edge},
      {"box on a corner", crate(), Vec2(Real(0.2), Real(0.7)), 0, roof(), at_edge, at_corner},
      {"rounded box flat", box(1, 1, Vec2(0, 0), {}, Real(0.1)), start, 0, slab(), at_edge, at_edge},
      {"capsule flat", pill(), Vec2(0, Real(0.4)), 0, slab(), at_edge, at_edge},
      {"capsule on its end", pill(), start, eighth_turn, slab(), at_corner, at_edge},
      {"pentagon on its corner", house(), start, 0, slab(), at_corner, at_edge},
      {"pentagon flat", house(), start, 4 * eighth_turn, slab(), at_edge, at_edge},
      {"segment", segment(Vec2(-1, 0), Vec2(1, 0)), Vec2(0, Real(0.2)), 0, slab(), at_edge, at_edge},
      {"box on segment", crate(), start, 0, segment(Vec2(-3, 0), Vec2(3, 0)), at_edge, at_edge},
  };
  for (const Fall& fall : falls) expect_features(fall);
}

TEST(ImpactFeatures, OfShapesMadeOfParts) {
  const std::vector<Shape> boxes{box(1, 1, Vec2(-1, half_side)), box(1, 1, Vec2(1, 0))};  // the second hangs lower
  const Vec2 points[] = {Vec2(3, -1), Vec2(2, 0), Vec2(-2, 0), Vec2(-3, -1)};
  std::vector<Shape> links;
  for (std::size_t i = 0; i < 3; ++i) links.push_back(segment(points[i], points[i + 1]));
  const std::vector<Tile> row(6, solid_tile);
  const Shape tiles = grid({.columns = 6, .rows = 1, .origin = Vec2(-3, -1)}, row);
  std::vector<Shape> cells;
  for (int i = 0; i < 6; ++i) cells.push_back(box(1, 1, Vec2(Real(i) - Real(2.5), -half_side)));
  const Vec2 start(Real(0.3), Real(0.9));
  const Shape pair = compound(boxes);
  const Fall falls[] = {
      {"compound flat", pair, start, 0, slab(), at_edge, at_edge, boxes, {}, 1, 0},
      {"disc on chain", ball(), start, 0, chain(points), at_corner, at_edge, {}, links, 0, 1},
      {"box on chain", crate(), start, 0, chain(points), at_edge, at_edge, {}, links, 0, 1},
      {"disc on the bend of a chain",
       ball(),
       Vec2(Real(2.1), Real(0.7)),
       0,
       chain(points),
       at_corner,
       at_corner,
       {},
       links,
       0,
       0},
      {"disc on grid", ball(), start, 0, tiles, at_corner, at_edge, {}, cells, 0, 3},
      {"box on its corner on grid", crate(), start, eighth_turn, tiles, at_corner, at_edge, {}, cells, 0, 3},
  };
  for (const Fall& fall : falls) expect_features(fall);
}

TEST(ImpactFeatures, OfContainers) {
  const Shape square = box(4, 4), round = circle(2);
  const Vec2 above(Real(0.3), Real(-1.3));
  const Fall falls[] = {
      {"disc in a square room",
       ball(),
       Vec2(Real(0.3), Real(-1.3)),
       0,
       container(square),
       at_corner,
       at_edge,
       {},
       {square}},
      {"box flat in a square room", crate(), above, 0, container(square), at_edge, at_edge, {}, {square}},
      {"box on its corner in a square room",
       crate(),
       Vec2(Real(0.3), -1),
       eighth_turn,
       container(square),
       at_corner,
       at_edge,
       {},
       {square}},
      {"disc in a round room",
       ball(),
       Vec2(Real(0.1), Real(-1.3)),
       0,
       container(round),
       at_corner,
       at_corner,
       {},
       {round}},
  };
  for (const Fall& fall : falls) expect_features(fall);
}

}  // namespace
}  // namespace bankshot::testing
