#pragma once
#include <bankshot/world/world.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// What a drawn item is. The colours are chosen by the drawer.
enum class ColourRole : std::uint8_t {
  fixed,
  kinematic,
  dynamic,
  sleeping,
  sensor,
  contact,
  normal,
  centre,
  box,
  text,
  joint  ///< and its limits
};

/// A drawing surface: derive from it for a window, a canvas or a file. All coordinates are world coordinates, y up.
class BANKSHOT_API DebugDraw {
 public:
  virtual ~DebugDraw();
  /// Draws a convex polygon with counter-clockwise corners, grown by `radius` (0 for sharp ones).
  virtual void polygon(std::span<const Vec2> corners, Real radius, ColourRole role) = 0;
  /// Draws a circle. A radius from `centre` along `rotation` shows how the circle is turned.
  virtual void circle(const Vec2& centre, Real radius, const Rotation& rotation, ColourRole role) = 0;
  virtual void capsule(const Vec2& a, const Vec2& b, Real radius, ColourRole role) = 0;
  virtual void segment(const Vec2& a, const Vec2& b, ColourRole role) = 0;
  virtual void point(const Vec2& position, ColourRole role) = 0;
  virtual void text(const Vec2& position, std::string_view text, ColourRole role) = 0;

  // Shapes that are not convex. By default these are drawn by the functions above.

  /// Draws a solid with closed outlines, the inside on their left; inner ones are holes. They may meet at corners. By
  /// default: their edges as segments.
  virtual void outlines(std::span<const std::vector<Vec2>> loops, ColourRole role);
  /// Draws convex pieces that are one solid. By default: each by itself.
  virtual void whole(std::span<const Shape> pieces, const Pose& pose, ColourRole role);
  /// Draws the solid outside of a convex room. The room has counter-clockwise corners, or is a single corner with a
  /// radius. By default: the room's edges as segments.
  virtual void room(std::span<const Vec2> corners, Real radius, ColourRole role);
  /// Draws a line that stops only what comes from the left of the direction from `a` to `b`. By default: a segment, and
  /// one from its middle to that side.
  virtual void one_way(const Vec2& a, const Vec2& b, ColourRole role);

 protected:
  DebugDraw() = default;
  DebugDraw(const DebugDraw&) = default;
  DebugDraw& operator=(const DebugDraw&) = default;
};

/// Which parts of a world to draw.
struct DrawOptions {
  bool shapes = true;
  bool joints = true;              ///< pins, welds and lines to the centres; rails, rods, springs; limits
  bool contacts = false;           ///< points and normals of every touching pair
  bool centres = false;            ///< centres of mass
  bool boxes = false;              ///< tight bounding boxes of shapes
  bool ids = false;                ///< slot of every body, as text at its origin
  Real normal_length = Real(0.5);  ///< of contact normals, length unit of the world
  Real joint_size = Real(0.1);     ///< half the width of the marks of joints, length unit of the world
};

/// Draws a world as it is now: bodies in slot order, then the items on top of them.
BANKSHOT_API void draw(const World& world, DebugDraw& target, const DrawOptions& options = {});

/// Draws one shape at a pose.
BANKSHOT_API void draw(const Shape& shape, const Pose& pose, ColourRole role, DebugDraw& target);

}  // namespace bankshot::BANKSHOT_ABI
