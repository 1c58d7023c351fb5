#pragma once
// Builders of shapes that are not convex. Each throws std::invalid_argument with the reason; its try_ form returns the
// reason instead. Lengths are in the user's unit and must be finite.

#include <bankshot/shape/shape.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// A polygon whose edges do not cross, in either winding, reflex corners allowed; a convex one becomes a polygon().
/// Refused: fewer than three corners, two in the same place, edges that cross or touch, no area. The reason names the
/// corners, counted from 0 as passed. The polygon is cut into convex pieces by a sweep and merging along diagonals
/// (Garey, Johnson, Preparata and Tarjan 1978; Hertel and Mehlhorn 1983) in O(n log n). The cuts affect no answer. Its
/// smallest extent is the thickness of its thinnest wall, however it is cut.
BANKSHOT_API Shape simple_polygon(std::span<const Vec2> corners);
BANKSHOT_API Result<Shape> try_simple_polygon(std::span<const Vec2> corners);

/// Several solid shapes as one: convex shapes other than segments, and other compounds. They may overlap; boundaries
/// inside the union have no effect. Its mass counts overlaps twice.
BANKSHOT_API Shape compound(std::span<const Shape> pieces);
BANKSHOT_API Result<Shape> try_compound(std::span<const Shape> pieces);

/// What a chain stops. The side that a shape comes from is that on which it first touches a segment, or a corner while
/// it contains none of the segments there. A shape that is on both sides of a segment passes through and is not stopped
/// by it.
enum class ChainSides : std::uint8_t {
  both,  ///< shapes from either side
  left   ///< shapes from the left of its direction; shapes from the right pass
};

/// Segments from each point to the next, and from the last to the first if `closed`: no interior, and no impacts at
/// corners where the chain is straight or bends away. Refused: fewer than two points (three if closed), neighbours in
/// the same place.
BANKSHOT_API Shape chain(std::span<const Vec2> points, bool closed = false, ChainSides sides = ChainSides::both);
BANKSHOT_API Result<Shape> try_chain(std::span<const Vec2> points, bool closed = false,
                                     ChainSides sides = ChainSides::both);

/// True if a chain runs from its last point to its first. Throws std::invalid_argument when the shape is not a chain.
BANKSHOT_API bool chain_closed(const Shape& chain);
/// Returns what a chain stops. Throws std::invalid_argument when the shape is not a chain.
BANKSHOT_API ChainSides chain_sides(const Shape& chain);

/// Everything outside of `room`, a circle or a sharp convex polygon: shapes in the room stay there. Only for bodies
/// that are not dynamic, because its mass is infinite. Queries see all of it. In a World it stops shapes that are in
/// the room or come from it. Shapes wholly outside the room are unaffected: a world may have several rooms.
BANKSHOT_API Shape container(const Shape& room);
BANKSHOT_API Result<Shape> try_container(const Shape& room);

/// One cell of a grid.
struct Tile {
  enum class Form : std::uint8_t {
    empty,
    floor,       ///< solid from the lower side of the cell up to a straight line
    ceiling,     ///< solid from the upper side down to a straight line
    one_way_up,  ///< the upper side of the cell stops shapes that come from above; all others pass
    one_way_down,
    one_way_left,
    one_way_right
  };
  Form form = Form::empty;
  std::uint8_t left = 16;   ///< height of floor or ceiling at the cell's left side, in sixteenths of the cell's height
  std::uint8_t right = 16;  ///< the same at its right side; not both 0
  std::uint8_t material = 0;  ///< which of the shape's materials the cell has
  friend bool operator==(const Tile&, const Tile&) = default;
};
inline constexpr Tile empty_tile{};
inline constexpr Tile solid_tile{Tile::Form::floor, 16, 16, 0};

struct GridDef {
  int columns = 0, rows = 0;   ///< both > 0, at most grid_cell_limit cells
  Real cell = 1;               ///< width and height of a cell, > 0
  Vec2 origin = Vec2::Zero();  ///< lower left corner of cell (0, 0)
};
inline constexpr std::int64_t grid_cell_limit = std::int64_t{1} << 24;

/// Tiles, row by row from the lowest, each row from left to right; without any, all cells are empty. There are no seams
/// between neighbours. Reading or setting a cell takes the same time whatever the size of the grid (setting copies the
/// cells once if another Shape shares them).
BANKSHOT_API Shape grid(const GridDef& def, std::span<const Tile> tiles = {});
BANKSHOT_API Result<Shape> try_grid(const GridDef& def, std::span<const Tile> tiles = {});

/// Returns the numbers of the grid. Throws std::invalid_argument when the shape is not a grid.
BANKSHOT_API GridDef grid_def(const Shape& grid);
/// Returns the tile of a cell; empty outside of the grid. Throws when the shape is not a grid.
BANKSHOT_API Tile tile(const Shape& grid, int column, int row);
/// Changes one cell. Throws std::invalid_argument when the shape is not a grid, the cell is not in it, or the tile is
/// invalid.
BANKSHOT_API void set_tile(Shape& grid, int column, int row, Tile tile);

struct MaskDef {
  int width = 0, height = 0;   ///< in pixels, both > 0, at most mask_pixel_limit of them
  Vec2 pixel = Vec2(1, 1);     ///< width and height of a pixel, length, > 0
  Vec2 origin = Vec2::Zero();  ///< lower left corner of pixel (0, 0)
};
inline constexpr std::int64_t mask_pixel_limit = std::int64_t{1} << 26;

/// Pixels, row by row from the lowest, each row from left to right; any value but 0 is solid. Refused if no pixel is
/// solid.
BANKSHOT_API Shape mask(const MaskDef& def, std::span<const std::uint8_t> pixels);
BANKSHOT_API Result<Shape> try_mask(const MaskDef& def, std::span<const std::uint8_t> pixels);

/// Returns the numbers of the mask. Throws std::invalid_argument when the shape is not a mask.
BANKSHOT_API MaskDef mask_def(const Shape& mask);
/// True if the pixel is solid; false outside of the mask. Throws when the shape is not a mask.
BANKSHOT_API bool pixel(const Shape& mask, int column, int row);

/// True if the shape is a simple polygon with reflex corners. Then corner(i) runs along its outline, counter-clockwise.
BANKSHOT_API bool has_reflex_outline(const Shape& shape) noexcept;

/// Returns the convex pieces of a shape, in its coordinates: the shape itself when it is convex, none for a container.
BANKSHOT_API std::vector<Shape> pieces(const Shape& shape);

}  // namespace bankshot::BANKSHOT_ABI
