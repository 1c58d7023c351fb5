#pragma once
// Contact manifolds of many pairs at once: the world's narrow phase. Not part of the public interface.

#include <bankshot/shape/convex.hpp>

#include <cstddef>
#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// What decides which kernel a shape goes to.
enum class GeometryKind : std::uint8_t {
  circle,   ///< one corner
  segment,  ///< two
  box,      ///< four, sharp, symmetric about the origin to the last bit
  small,    ///< up to max_lane_corners
  large     ///< more, or corners that stand on a nearly straight side: one pair at a time
};

/// Polygons of up to so many corners are worked on in lanes.
inline constexpr int max_lane_corners = 8;

/// A shape as the kernels see it: its corners and outward normals, in the axes of its body, relative to the body's
/// centre (the point whose differences are given in PairInput::d). A view: the arrays must outlive it. One cache line
/// in float, and all of a box is in it.
struct alignas(64) Geometry {
  V2 last_corner, first_corner;  ///< the ends of the last edge, and the normals of the last and the first edge:
  V2 last_normal, first_normal;  ///< nowhere else side by side, and of a box they tell everything
  Real radius = 0;               ///< rounding radius
  alignas(Real) std::int32_t count = 1;
  const V2* points = nullptr;
  const V2* normals = nullptr;
  GeometryKind kind = GeometryKind::circle;

  /// `count` corners, counter-clockwise, and the normals of the edges from each to the next (null for one corner).
  Geometry(int count, const V2* points, const V2* normals, Real radius) noexcept;
  explicit Geometry(const ConvexData& shape) noexcept;  ///< of a shape, in its own axes and relative to its origin
};
static_assert(sizeof(Geometry) == (sizeof(Real) == 4 ? 64 : 128));

struct PairInput {
  const Geometry* a = nullptr;
  const Geometry* b = nullptr;
  V2 d;             ///< centre of A minus centre of B, world axes
  Q2 qa, qb;        ///< rotations of A and B
  Real margin = 0;  ///< largest gap of a contact point
  Real unused = 0;  ///< fills the second record of four numbers
};
static_assert(sizeof(PairInput) == 2 * sizeof(void*) + 8 * sizeof(Real));

/// A contact point. What lies in 'which corner' bits: see ContactGeometry::corners.
struct ContactPoint {
  V2 anchor;            ///< relative to A's centre, world axes; halfway between the surfaces
  Real separation = 0;  ///< along the normal, negative when overlapping
  /// Names the point from one step to the next: the facing edges of A and B, and which end along the tangent. Does not
  /// depend on which shape held the reference face, nor on how the ends were clipped, both of which flicker on aligned
  /// faces.
  alignas(Real) std::uint32_t key = 0;
};

/// Up to two points; all zero but `d` when there is none. One cache line in float, with room for what a solver makes of
/// it: whoever works on many reads that line and little else.
struct alignas(16 * sizeof(Real)) ContactGeometry {
  V2 normal;  ///< unit, from B to A, world axes
  alignas(Real) std::int16_t count = 0;
  /// Four bits per point, the first point's lowest: whether it is a corner of A's edge (1: the first corner, 2: the
  /// second, 0: inside the edge), and of B's edge (4, 8, 0).
  std::uint16_t corners = 0;
  Real friction_impulse = 0;    ///< of the whole manifold; like those of the points not looked at here, and 0 at first
  ContactPoint points[2];       ///< in order along the tangent, the normal turned left
  V2 d;                         ///< centre of A minus centre of B, world axes
  Real normal_impulse[2] = {};  ///< of the points
};
static_assert(sizeof(ContactGeometry) == 16 * sizeof(Real) && offsetof(ContactGeometry, d) == 12 * sizeof(Real));

/// How deep a manifold's deepest point lies, length; 0 where none overlaps.
inline Real overlap_of(const ContactGeometry& contact) noexcept {
  Real deepest = 0;
  for (int i = 0; i < contact.count; ++i) deepest = max(deepest, -contact.points[i].separation);
  return deepest;
}

/// The edges of A and B in a key; for a circle 0. Beyond 32767 corners, modulo 32768.
BANKSHOT_INLINE int key_edge_a(std::uint32_t key) { return static_cast<int>((key >> 16) & 0x7fff); }
BANKSHOT_INLINE int key_edge_b(std::uint32_t key) { return static_cast<int>((key >> 1) & 0x7fff); }

/// The corner where the straight side around `edge` ends: the next one, unless that stands on the side.
int side_end(const Geometry& shape, int edge) noexcept;

/// out[i] is the manifold of pairs[i], whatever the other pairs and the width. Points farther apart than the margin are
/// left out, and so are pairs whose gap is larger.
///
/// The normal is that of the face with the largest separation (for overlapping cores: of the shortest way out), a tie
/// within tolerance::tie_bias going to A; for rounded shapes whose closest core features are two corners, the line
/// through these. Sharp shapes with two corners closest keep the face's normal: the separation is then measured along
/// it and is less than the distance. In no case is the smallest separation more than the distance (rounding apart).
void find_manifolds(std::span<const PairInput> pairs, ContactGeometry* out) noexcept;

/// The same for one pair, without the queues of many.
void find_manifold(const PairInput& pair, ContactGeometry& out) noexcept;

/// How far the corners of a shape, turned by `q`, reach along an axis, relative to the body's centre; its rounding left
/// out.
struct Reach {
  Real low = 0, high = 0;
};
Reach reach_along(const Geometry& shape, Q2 q, V2 axis) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
