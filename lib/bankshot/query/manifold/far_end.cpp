// With t the offset of a corner along the tangent from the round shape's core point, h its height above that along the
// normal, and R the sum of both rounding radii, the corner meets the round shape after the distance
//
//   s = h - sqrt(R^2 - t^2) = (h - R) + t^2 / (R + sqrt(R^2 - t^2))
//
// along the normal: never for
// t
// >= R, as for a disc that rolls along a floor. The second form does not cancel.

#include <bankshot/query/manifold/far_end.hpp>

#include <cmath>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// A point's position on one of the two shapes, from its key and ContactGeometry::corners.
struct Place {
  int edge = 0;
  std::uint32_t corner = 0;  ///< 1: the first corner of the edge, 2: the second, 0: inside
};

/// A corner of the face that lies on the round shape.
struct FaceEnd {
  int corner = 0;
  V2 place;              ///< relative to its body's centre
  Real along = 0;        ///< from the core point of the round shape, along the tangent
  Real separation = -1;  ///< along the normal
  bool meets = false;
};

V2 corner_of(const Geometry& shape, int i) { return shape.count == 1 ? shape.first_corner : shape.points[i]; }

/// The two shapes as the round one and the one with the face.
class RoundAndFace {
 public:
  RoundAndFace(const PairInput& pair, const ContactGeometry& contact, bool round_is_a)
      : round_(round_is_a ? pair.a : pair.b),
        face_(round_is_a ? pair.b : pair.a),
        q_(round_is_a ? pair.qb : pair.qa),
        up_(round_is_a ? -contact.normal : contact.normal) {
    const std::uint32_t key = contact.points[0].key, bits = contact.corners & 15u;
    const Place a{key_edge_a(key), bits & 3}, b{key_edge_b(key), (bits >> 2) & 3};
    const Place of_round = round_is_a ? a : b;
    of_face_ = round_is_a ? b : a;
    if (of_round.corner == 0) return;
    const int i = of_round.corner == 1 ? of_round.edge : side_end(*round_, of_round.edge);
    // From the core point to the centre of the body that has the face.
    const V2 between = round_is_a ? -pair.d : pair.d;
    from_core_ = between - rotate(round_is_a ? pair.qa : pair.qb, corner_of(*round_, i));
    const V2 touched = contact.points[0].anchor + (round_is_a ? contact.d : V2{});
    touched_along_ = dot(perp(up_), from_core_ + touched);
    exists_ = round_->radius > 0 && face_->count > 1;
  }

  bool exists() const { return exists_; }

  /// Halfway between the two surfaces at an end, relative to the centre of the face's body.
  V2 anchor(const FaceEnd& end) const { return end.place - (face_->radius + end.separation / 2) * up_; }

  FaceEnd far_end() const {
    const int count = face_->count, edge = of_face_.edge;
    if (of_face_.corner == 0) {
      const FaceEnd first = end_at(edge), last = end_at(side_end(*face_, edge));
      return distance(last) > distance(first) ? last : first;
    }
    const int touched = of_face_.corner == 1 ? edge : side_end(*face_, edge);
    const FaceEnd before = end_at(touched > 0 ? touched - 1 : count - 1), after = end_at((touched + 1) % count);
    if (!before.meets || !after.meets) return before.meets ? before : after;
    return after.separation < before.separation ? after : before;
  }

 private:
  Real distance(const FaceEnd& end) const { return absolute(end.along - touched_along_); }

  FaceEnd end_at(int corner) const {
    FaceEnd end;
    end.corner = corner;
    end.place = rotate(q_, corner_of(*face_, corner));
    const V2 from = from_core_ + end.place;
    end.along = dot(perp(up_), from);
    const Real radius = round_->radius + face_->radius, rest = radius * radius - end.along * end.along;
    end.meets = rest > 0;
    if (end.meets) {
      end.separation = (dot(up_, from) - radius) + end.along * end.along / (radius + std::sqrt(rest));
    }
    return end;
  }

  const Geometry* round_;
  const Geometry* face_;
  Q2 q_;   ///< of the face's body
  V2 up_;  ///< the normal, from the round shape to the face
  V2 from_core_;
  Place of_face_;
  Real touched_along_ = 0;
  bool exists_ = false;
};

}  // namespace

void add_far_end(const PairInput& pair, bool round_is_a, ContactGeometry& contact) noexcept {
  const RoundAndFace found(pair, contact, round_is_a);
  if (!found.exists()) return;
  const FaceEnd end = found.far_end();
  if (!end.meets || !(end.separation <= pair.margin)) return;
  ContactPoint& added = contact.points[1];
  added.anchor = found.anchor(end) - (round_is_a ? contact.d : V2{});
  added.separation = end.separation;
  // The end is named by the edge that begins there; the highest bit tells it from a first point at the same corner.
  const std::uint32_t corner = static_cast<std::uint32_t>(end.corner) & 0x7fff, first = contact.points[0].key;
  added.key = 0x80000000u | (round_is_a ? (first & 0x7fff0000u) | corner << 1 : corner << 16 | (first & 0xfffeu));
  const std::uint32_t bits = contact.corners & 15u;
  std::uint32_t low = bits, high = round_is_a ? (bits & 3) | 4 : (bits & 12) | 1;
  const V2 along = perp(contact.normal);
  if (dot(along, added.anchor) < dot(along, contact.points[0].anchor)) {
    std::swap(contact.points[0], contact.points[1]), std::swap(low, high);
  }
  contact.corners = static_cast<std::uint16_t>(low | high << 4);
  contact.count = 2;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
