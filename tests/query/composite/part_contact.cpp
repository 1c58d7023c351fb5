// The features that name contact points of parts: at a seam they are those of the same edges beside it.

#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

namespace bankshot_test {
namespace {

using namespace bankshot;
using detail::ContactGeometry;
using detail::Geometry;
using detail::Part;

struct Settled {
  detail::V2 before;  ///< the normal of the two parts alone
  ContactGeometry contact;
};

Settled settled(const Shape& a, const Pose& pose_a, std::uint32_t part_a, const Shape& b, const Pose& pose_b,
                std::uint32_t part_b) {
  detail::PieceSpace space_a, space_b;
  const Part one = part_of(a, part_a, space_a), two = part_of(b, part_b, space_b);
  const Geometry of_a(one.view.count, one.view.points, one.view.normals, one.view.radius);
  const Geometry of_b(two.view.count, two.view.points, two.view.normals, two.view.radius);
  const detail::Placement at = detail::placement(pose_a, pose_b);
  detail::PairInput in;
  in.a = &of_a, in.b = &of_b;
  in.d = at.d, in.qa = at.qa, in.qb = at.qb;
  Settled result;
  find_manifold(in, result.contact);
  result.before = result.contact.normal;
  settle_seams(in, one, two, 0, result.contact);
  return result;
}

/// The facing edges of A and B, and which end along the tangent.
std::uint32_t key(std::uint32_t edge_a, std::uint32_t edge_b, std::uint32_t end) {
  return edge_a << 16 | edge_b << 1 | end;
}

// A box stands on the seam of two tiles, a quarter deep. It covers an eighth of the left tile: those two parts alone
// would separate sideways. The box's lower edge is its first, from left to right, the tile's upper one its third, from
// right to left. The tangent leads to the left.
TEST(PartContact, AtASeamPointsAreCalledAsBesideIt) {
  const Shape tiles[] = {box(1, 1, Vec2(Real(0.5), Real(-0.5))), box(1, 1, Vec2(Real(1.5), Real(-0.5)))};
  const Shape floor = compound(tiles), crate = box(1, 1);
  const Pose across{Vec2(Real(1.375), Real(0.25))}, beside{Vec2(Real(0.375), Real(0.25))};

  const Settled at_seam = settled(crate, across, 0, floor, {}, 0);
  EXPECT_EQ(at_seam.before, (detail::V2{1, 0})) << "out of the seam";
  EXPECT_EQ(at_seam.contact.normal, (detail::V2{0, 1}));
  ASSERT_EQ(at_seam.contact.count, 2);
  EXPECT_EQ(at_seam.contact.points[0].key, key(0, 2, 0));
  EXPECT_EQ(at_seam.contact.points[1].key, key(0, 2, 1));
  // The right point is where the tile's edge begins, the left one where the box's does.
  EXPECT_EQ(at_seam.contact.corners, 4u | 1u << 4);

  const Settled swapped = settled(floor, {}, 0, crate, across, 0);
  EXPECT_EQ(swapped.contact.normal, (detail::V2{0, -1}));
  ASSERT_EQ(swapped.contact.count, 2);
  EXPECT_EQ(swapped.contact.points[0].key, key(2, 0, 0));
  EXPECT_EQ(swapped.contact.points[1].key, key(2, 0, 1));
  EXPECT_EQ(swapped.contact.corners, 4u | 1u << 4) << "the left point first, and the tile is A";

  const Settled direct = settled(crate, beside, 0, floor, {}, 0);
  EXPECT_EQ(direct.before, (detail::V2{0, 1}));
  ASSERT_EQ(direct.contact.count, 2);
  for (const int i : {0, 1}) EXPECT_EQ(direct.contact.points[i].key, at_seam.contact.points[i].key) << i;
  EXPECT_EQ(direct.contact.corners, 2u | 8u << 4) << "where the box's edge ends, and the tile's";
}

// A box at each wall of a room in turn: its corners are named there, and its side is the edge between them.
TEST(PartContact, TheSideOfABoxFacesTheWall) {
  const Shape crate = box(1, 1), hall = box(4, 4), ball = circle(Real(0.5));
  const Geometry of_crate(detail::ConvexData::of(crate)), of_hall(detail::ConvexData::of(hall));
  const Geometry of_ball(detail::ConvexData::of(ball));
  const Real far = Real(1.5);
  const detail::V2 places[] = {{0, -far}, {far, 0}, {0, far}, {-far, 0}};
  for (int wall = 0; wall < 4; ++wall) {
    const detail::V2 d = places[wall];
    const Feature side{Feature::Kind::edge, wall};
    const detail::Placed room = detail::place(detail_view(hall), {1, 0});
    ContactGeometry contact = detail::room_contact({place(detail_view(crate), {1, 0}), room, d}, wall, 0);
    ASSERT_EQ(contact.count, 2);
    const detail::FeaturePair found = features_of(contact, of_crate, of_hall);
    EXPECT_EQ(found.a, side);
    EXPECT_EQ(found.b, side);
    exchange(contact, -d);
    const detail::FeaturePair exchanged = features_of(contact, of_hall, of_crate);
    EXPECT_EQ(exchanged.a, side);
    EXPECT_EQ(exchanged.b, side);

    const ContactGeometry point = detail::room_contact({place(detail_view(ball), {1, 0}), room, d}, wall, 0);
    ASSERT_EQ(point.count, 1);
    const detail::FeaturePair one = features_of(point, of_ball, of_hall);
    EXPECT_EQ(one.a, (Feature{Feature::Kind::corner, 0}));
    EXPECT_EQ(one.b, side);
  }
}

}  // namespace
}  // namespace bankshot_test
