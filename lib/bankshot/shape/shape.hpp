#pragma once
#include <bankshot/math/aabb.hpp>
#include <bankshot/math/pose.hpp>
#include <bankshot/shape/result.hpp>

#include <memory>
#include <span>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
struct ConvexData;
struct ConvexView;
class Composite;
}  // namespace detail

enum class ShapeKind : std::uint8_t {
  circle,
  capsule,
  segment,
  polygon,
  compound,   ///< solid, made of convex pieces; includes simple polygons with reflex corners
  chain,      ///< segments end to end, without interior
  container,  ///< inside-out: solid everywhere outside its room
  grid,       ///< tiles
  mask        ///< pixels
};

/// A shape in its own coordinates. A convex shape is a core (one point, two points, or a convex polygon with
/// counter-clockwise corners) grown by a radius. The others are made of convex pieces, or are the outside of a convex
/// room. An immutable value, cheap to copy (copies share the corners), and safe to read from many threads. An accepted
/// shape is valid: nothing later asserts on it. Build one with the functions below, or with those for composite shapes.
class BANKSHOT_API Shape {
 public:
  ShapeKind kind() const noexcept;
  /// True if it is a circle, capsule, segment or convex polygon.
  bool convex() const noexcept;
  /// Returns the rounding radius, in the user's length unit; 0 for segments, sharp polygons and all shapes made of
  /// pieces.
  Real radius() const noexcept;
  /// Returns the number of points of the core: 1 for a circle, 2 for a capsule or segment, 3 and more for a polygon.
  /// For a container these are the points of its room, for a chain its points, for a simple polygon its outline, and
  /// for other composites the corners of the box around all pieces.
  int corner_count() const noexcept;
  /// Returns the i-th point of the core, counter-clockwise. Precondition: 0 <= i < corner_count().
  Vec2 corner(int i) const noexcept;
  /// Returns the outward unit normal of the edge from corner i to the next one. A capsule or segment has two opposite
  /// normals. A circle has none, nor has any shape made of pieces.
  Vec2 normal(int i) const noexcept;

  /// Returns the smallest box around the shape at `pose`. For a shape made of pieces it is the smallest around the box
  /// that holds all unturned pieces: the time does not depend on the number of pieces, and for a turned shape the box
  /// may be wider than the pieces. For a grid all cells count, solid or not. For a container it is the box around its
  /// room.
  Aabb aabb(const Pose& pose = {}) const noexcept;

  /// True if both have the same kind and the same numbers.
  friend BANKSHOT_API bool operator==(const Shape& a, const Shape& b) noexcept;

 private:
  friend struct detail::ConvexData;
  friend BANKSHOT_API detail::ConvexView detail_view(const Shape& shape) noexcept;
  friend BANKSHOT_API const detail::Composite* detail_parts(const Shape& shape) noexcept;
  explicit Shape(std::shared_ptr<const detail::ConvexData> data) noexcept;
  std::shared_ptr<const detail::ConvexData> data_;
};

// Each builder throws std::invalid_argument with the reason; its try_ form returns the reason instead. All lengths are
// in the user's unit and must be finite. None may be so small or so large that the area or inertia leaves Real's range.

/// A disc of the given radius (> 0) around `centre`.
BANKSHOT_API Shape circle(Real radius, const Vec2& centre = Vec2::Zero());
BANKSHOT_API Result<Shape> try_circle(Real radius, const Vec2& centre = Vec2::Zero());

/// All points within `radius` (> 0) of the segment from `a` to `b` (a != b).
BANKSHOT_API Shape capsule(const Vec2& a, const Vec2& b, Real radius);
BANKSHOT_API Result<Shape> try_capsule(const Vec2& a, const Vec2& b, Real radius);

/// The segment from `a` to `b` (a != b): no interior. Its mass is that of a thin rod, density per unit length.
BANKSHOT_API Shape segment(const Vec2& a, const Vec2& b);
BANKSHOT_API Result<Shape> try_segment(const Vec2& a, const Vec2& b);

/// A rectangle of full width and height (> 0) around `centre`, turned by `rotation`. Its core is grown by `radius`
/// (>= 0) on every side: the overall width of an unturned one is width + 2 radius.
BANKSHOT_API Shape box(Real width, Real height, const Vec2& centre = Vec2::Zero(), const Rotation& rotation = {},
                       Real radius = 0);
BANKSHOT_API Result<Shape> try_box(Real width, Real height, const Vec2& centre = Vec2::Zero(),
                                   const Rotation& rotation = {}, Real radius = 0);

/// A convex polygon with three or more corners in either winding (stored counter-clockwise), grown by `radius` (>= 0).
/// Corners on a straight edge are kept. Refused: fewer than three corners, two in the same place, crossing edges, a
/// reflex corner, no area. The reason names the corners, counted from 0 as passed. A clockwise list keeps its first
/// corner first.
BANKSHOT_API Shape polygon(std::span<const Vec2> corners, Real radius = 0);
BANKSHOT_API Result<Shape> try_polygon(std::span<const Vec2> corners, Real radius = 0);

/// The smallest convex polygon around points in any order, grown by `radius` (>= 0). Points inside it or on an edge are
/// left out, and so are all but one of several points in the same place. Its first corner is the leftmost point, and
/// the lowest of those if there are several. Refused: points that all lie on one line. Source: Andrew 1979, with exact
/// orientations.
BANKSHOT_API Shape hull(std::span<const Vec2> points, Real radius = 0);
BANKSHOT_API Result<Shape> try_hull(std::span<const Vec2> points, Real radius = 0);

}  // namespace bankshot::BANKSHOT_ABI
