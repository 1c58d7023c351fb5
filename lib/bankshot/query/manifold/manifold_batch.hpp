#pragma once
// Contact manifolds of many pairs at once: the world's narrow phase. Not part of the public interface.

#include <bankshot/shape/convex.hpp>

#include <cstddef>
#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// Determines the kernel for a shape.
enum class GeometryKind : std::uint8_t {
  circle,   ///< one corner
  segment,  ///< two
  box,      ///< four, sharp, symmetric about the origin to the last bit
  small,    ///< up to max_lane_corners
  large     ///< more, or corners on a nearly straight side: one pair at a time
};

/// The most corners of a polygon handled in lanes.
inline constexpr int max_lane_corners = 8;

/// A shape as the kernels see it: its corners and outward normals, in the axes of its body, relative to the body's
/// centre (the point that PairInput::d refers to). A view: the arrays must outlive it. One cache line in float, which
/// contains all of a box.
struct alignas(64) Geometry {
  V2 last_corner, first_corner;  ///< the ends of the last edge, and the normals of the last and the first edge:
  V2 last_normal, first_normal;  ///< nowhere else side by side, and enough for a box
  Real radius = 0;               ///< rounding radius
  alignas(Real) std::int32_t count = 1;
  const V2* points = nullptr;
  const V2* normals = nullptr;
  GeometryKind kind = GeometryKind::circle;

  /// `count` corners, counter-clockwise, and the normals of the edges from each to the next (null for one corner).
  Geometry(int count, const V2* points, const V2* normals, Real radius) noexcept;
  explicit Geometry(const ConvexData& shape) noexcept;  ///< for a shape, in its own axes and relative to its origin
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

/// A contact point. For its corner bits see ContactGeometry::corners.
struct ContactPoint {
  V2 anchor;            ///< relative to A's centre, world axes; halfway between the surfaces
  Real separation = 0;  ///< along the normal, negative when overlapping
  /// Identifies the point from one step to the next: the facing edges of A and B, and which end along the tangent. Does
  /// not depend on which shape held the reference face, nor on how the ends were clipped, both of which flicker on
  /// aligned faces.
  alignas(Real) std::uint32_t key = 0;
};

/// Up to two points; all zero but `d` if there is none. One cache line in float, with room for the solver's results:
/// code that works on many contacts reads little else.
struct alignas(16 * sizeof(Real)) ContactGeometry {
  V2 normal;  ///< unit, from B to A, world axes
  alignas(Real) std::int16_t count = 0;
  /// Four bits per point, the first point's lowest: its corner on A's edge (1: the first, 2: the second, 0: inside the
  /// edge), and on B's edge (4, 8, 0).
  std::uint16_t corners = 0;
  Real friction_impulse = 0;    ///< of the whole manifold; not used here, like those of the points; initially 0
  ContactPoint points[2];       ///< in order along the tangent, the normal turned left
  V2 d;                         ///< centre of A minus centre of B, world axes
  Real normal_impulse[2] = {};  ///< of the points
};
static_assert(sizeof(ContactGeometry) == 16 * sizeof(Real) && offsetof(ContactGeometry, d) == 12 * sizeof(Real));

/// The depth of a manifold's deepest point, length; 0 if none overlaps.
inline Real overlap_of(const ContactGeometry& contact) noexcept {
  Real deepest = 0;
  for (int i = 0; i < contact.count; ++i) deepest = max(deepest, -contact.points[i].separation);
  return deepest;
}

/// The edges of A and B in a key; 0 for a circle. Modulo 32768 for more than 32767 corners.
BANKSHOT_INLINE int key_edge_a(std::uint32_t key) { return static_cast<int>((key >> 16) & 0x7fff); }
BANKSHOT_INLINE int key_edge_b(std::uint32_t key) { return static_cast<int>((key >> 1) & 0x7fff); }

/// The corner where the straight side around `edge` ends: the next corner not in the middle of it.
int side_end(const Geometry& shape, int edge) noexcept;

/// out[i] is the manifold of pairs[i], whatever the other pairs and the width. Omits points farther apart than the
/// margin, and pairs with a larger gap.
///
/// The normal is that of the face with the largest separation (for overlapping cores: of the MTV); A wins a tie within
/// tolerance::tie_bias. For rounded shapes whose closest core features are two corners, it is the line through these.
/// Sharp shapes whose two corners are closest keep the face's normal: the separation is then measured along it and is
/// less than the distance. In no case is the smallest separation more than the distance (up to rounding).
void find_manifolds(std::span<const PairInput> pairs, ContactGeometry* out) noexcept;

/// The same for one pair, without queues.
void find_manifold(const PairInput& pair, ContactGeometry& out) noexcept;

/// The extent of a shape's corners along an axis, rotated by `q`, relative to the body's centre; without its rounding.
struct Reach {
  Real low = 0, high = 0;
};
Reach reach_along(const Geometry& shape, Q2 q, V2 axis) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
