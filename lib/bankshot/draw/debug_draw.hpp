#pragma once
#include <bankshot/world/world.hpp>

#include <span>
#include <string_view>

namespace bankshot::inline BANKSHOT_ABI {

/// What a thing to draw is; the colours are the drawer's choice.
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
  text
};

/// A place to draw on: derive from it for a window, a canvas, a file. All coordinates are world ones, y up.
class BANKSHOT_API DebugDraw {
 public:
  virtual ~DebugDraw();
  /// Convex, counter-clockwise corners, grown by `radius` (0 for sharp ones).
  virtual void polygon(std::span<const Vec2> corners, Real radius, ColourRole role) = 0;
  /// The radius from `centre` along `rotation` shows how the circle is turned.
  virtual void circle(const Vec2& centre, Real radius, const Rotation& rotation, ColourRole role) = 0;
  virtual void capsule(const Vec2& a, const Vec2& b, Real radius, ColourRole role) = 0;
  virtual void segment(const Vec2& a, const Vec2& b, ColourRole role) = 0;
  virtual void point(const Vec2& position, ColourRole role) = 0;
  virtual void text(const Vec2& position, std::string_view text, ColourRole role) = 0;

 protected:
  DebugDraw() = default;
  DebugDraw(const DebugDraw&) = default;
  DebugDraw& operator=(const DebugDraw&) = default;
};

/// What of a world to draw.
struct DrawOptions {
  bool shapes = true;
  bool contacts = false;           ///< points and normals of every touching pair
  bool centres = false;            ///< centres of mass
  bool boxes = false;              ///< tight bounding boxes of shapes
  bool ids = false;                ///< slot of every body, as text at its origin
  Real normal_length = Real(0.5);  ///< of contact normals, length unit of the world
};

/// Draws a world as it is now: bodies in slot order, then what lies on top of them.
BANKSHOT_API void draw(const World& world, DebugDraw& target, const DrawOptions& options = {});

/// Draws one shape at a pose.
BANKSHOT_API void draw(const Shape& shape, const Pose& pose, ColourRole role, DebugDraw& target);

}  // namespace bankshot::inline BANKSHOT_ABI
