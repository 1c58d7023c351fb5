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
  compound,   ///< solid, made of convex pieces; simple polygons with reflex corners too
  chain,      ///< segments end to end, without interior
  container,  ///< inside-out: solid outside its room, everywhere
  grid,       ///< tiles
  mask        ///< pixels
};

/// A shape in its own coordinates. A convex one is a core (one point, two points, or a convex polygon with
/// counter-clockwise corners) grown by a radius; the others are made of convex pieces, or are the outside of a convex
/// room. An immutable value, cheap to copy (copies share the corners), safe to read from many threads. Accepted means
/// sound: nothing later asserts on it. Build one with the functions below, and those of composite shapes.
class BANKSHOT_API Shape {
 public:
  ShapeKind kind() const noexcept;
  /// Whether it is a circle, capsule, segment or convex polygon.
  bool convex() const noexcept;
  /// The rounding radius; 0 for segments, sharp polygons and everything made of pieces. Length unit of the user.
  Real radius() const noexcept;
  /// Points of the core: 1 for a circle, 2 for a capsule or segment, 3 and more for a polygon. Of a container those of
  /// its room, of a chain its points, of a simple polygon its outline, else the corners of the box around all pieces.
  int corner_count() const noexcept;
  /// The i-th point of the core, counter-clockwise. Precondition: 0 <= i < corner_count().
  Vec2 corner(int i) const noexcept;
  /// The outward unit normal of the edge from corner i to the next one. A capsule or segment has two opposite ones, a
  /// circle none, nor has anything made of pieces.
  Vec2 normal(int i) const noexcept;

  /// The smallest box around the shape at `pose`. Of what is made of pieces, the smallest around the box that holds all
  /// of them unturned: it takes no longer the more there are, and may be wider than they are when turned. To a grid all
  /// of its cells belong, solid or not. Of a container, around its room.
  Aabb aabb(const Pose& pose = {}) const noexcept;

  /// Same kind, same numbers.
  friend BANKSHOT_API bool operator==(const Shape& a, const Shape& b) noexcept;

 private:
  friend struct detail::ConvexData;
  friend BANKSHOT_API detail::ConvexView detail_view(const Shape& shape) noexcept;
  friend BANKSHOT_API const detail::Composite* detail_parts(const Shape& shape) noexcept;
  explicit Shape(std::shared_ptr<const detail::ConvexData> data) noexcept;
  std::shared_ptr<const detail::ConvexData> data_;
};

// Each builder throws std::invalid_argument with the reason; its try_ form returns the reason instead. All lengths are
// in the user's unit and must be finite; none may be so small or so large that area or inertia leave Real's range.

/// Disc of the given radius (> 0) around `centre`.
BANKSHOT_API Shape circle(Real radius, const Vec2& centre = Vec2::Zero());
BANKSHOT_API Result<Shape> try_circle(Real radius, const Vec2& centre = Vec2::Zero());

/// All points within `radius` (> 0) of the segment from `a` to `b` (a != b).
BANKSHOT_API Shape capsule(const Vec2& a, const Vec2& b, Real radius);
BANKSHOT_API Result<Shape> try_capsule(const Vec2& a, const Vec2& b, Real radius);

/// The segment from `a` to `b` (a != b): no interior. Its mass is that of a thin rod, density per unit length.
BANKSHOT_API Shape segment(const Vec2& a, const Vec2& b);
BANKSHOT_API Result<Shape> try_segment(const Vec2& a, const Vec2& b);

/// Rectangle of full width and height (> 0) around `centre`, turned by `rotation`, its core grown by `radius` (>= 0) on
/// every side: the overall width of an unturned one is width + 2 radius.
BANKSHOT_API Shape box(Real width, Real height, const Vec2& centre = Vec2::Zero(), const Rotation& rotation = {},
                       Real radius = 0);
BANKSHOT_API Result<Shape> try_box(Real width, Real height, const Vec2& centre = Vec2::Zero(),
                                   const Rotation& rotation = {}, Real radius = 0);

/// Convex polygon with three or more corners in either winding (stored counter-clockwise), grown by `radius` (>= 0).
/// Corners on a straight edge are kept. Refused: fewer than three, two in one place, crossing edges, a reflex corner,
/// no area; the reason names the corners, counted from 0 as passed. A clockwise list keeps its first corner first.
BANKSHOT_API Shape polygon(std::span<const Vec2> corners, Real radius = 0);
BANKSHOT_API Result<Shape> try_polygon(std::span<const Vec2> corners, Real radius = 0);

/// The smallest convex polygon around points in any order, grown by `radius` (>= 0): what is within, or on an edge, is
/// left out, and of points in one place all but one. Its first corner is the leftmost point, of these the lowest.
/// Refused: points of which no three are out of one line. Source: Andrew 1979, with exact orientations.
BANKSHOT_API Shape hull(std::span<const Vec2> points, Real radius = 0);
BANKSHOT_API Result<Shape> try_hull(std::span<const Vec2> points, Real radius = 0);

}  // namespace bankshot::BANKSHOT_ABI
