#include <bankshot/shape/build.hpp>
#include <bankshot/shape/grid_parts.hpp>
#include <bankshot/shape/stored_pieces.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {
namespace detail {
namespace {

std::size_t heights(const Tile& tile) { return std::size_t(17) * tile.left + tile.right; }

/// Smallest width of a solid tile in cells: for a trapezoid between parallel sides one cell apart, the distance of the
/// slope from the corner that is farthest from it.
double width_of(int left, int right) {
  const double most = std::max(left, right), slope = left - right;
  return most / std::sqrt(double(sixteenths) * sixteenths + slope * slope);
}

/// The moments of one solid tile in a cell of size 1 at the origin.
Moments tile_moments(const Tile& tile) {
  const TileOutline outline = outline_of(tile);
  std::array<V2, 4> points;
  for (std::size_t i = 0; i < static_cast<std::size_t>(outline.count); ++i) {
    points[i] = {static_cast<Real>(outline.corners[i].x) / sixteenths,
                 static_cast<Real>(outline.corners[i].y) / sixteenths};
  }
  ConvexView view;
  view.points = points.data();
  view.count = outline.count;
  return moments_of(view);
}

/// Avoids the sum, which may overflow.
V2 centre_of(const Box& box) { return Real(0.5) * box.lower + Real(0.5) * box.upper; }

/// Slightly enlarged for rounding.
Real half_diagonal(const Box& box) {
  const V2 size = box.upper - box.lower;
  return length(Real(0.5) * size) * (1 + 64 * std::numeric_limits<Real>::epsilon());
}

}  // namespace

GridParts::GridParts(const GridDef& def, std::shared_ptr<Cells> cells)
    : def_(def), lattice_{plain(def.origin), {def.cell, def.cell}}, cells_(std::move(cells)) {
  for (const Tile& tile : *cells_) count(tile, 1);
  measure();
}

void GridParts::count(const Tile& tile, int by) {
  if (is_solid(tile)) {
    solid_[heights(tile)] += by;
  } else if (tile.form != Tile::Form::empty) {
    one_way_ += by;
  }
}

void GridParts::measure() {
  bounds = lattice_.box(0, 0, def_.columns, def_.rows);
  double width = 1;
  for (int left = 0; left <= sixteenths; ++left) {
    for (int right = 0; right <= sixteenths; ++right) {
      if (solid_[static_cast<std::size_t>(17 * left + right)] > 0) width = std::min(width, width_of(left, right));
    }
  }
  extent = static_cast<Real>(width * def_.cell);
}

std::shared_ptr<const GridParts> GridParts::with(std::size_t cell, const Tile& tile,
                                                 std::shared_ptr<Cells> cells) const {
  auto result = std::make_shared<GridParts>(*this);
  result->cells_ = std::move(cells);
  Tile& changed = (*result->cells_)[cell];
  result->count(changed, -1);
  changed = tile;
  result->count(changed, 1);
  result->measure();
  return result;
}

Box GridParts::box_of(Cell cell, const TileOutline& outline) const {
  Spot low = outline.corners[0], high = low;
  for (std::size_t i = 1; i < static_cast<std::size_t>(outline.count); ++i) {
    const Spot spot = outline.corners[i];
    low = {std::min(low.x, spot.x), std::min(low.y, spot.y)};
    high = {std::max(high.x, spot.x), std::max(high.y, spot.y)};
  }
  return {at(cell, low), at(cell, high)};
}

Box GridParts::box_of(Cell cell, const Tile& tile) const {
  if (is_square(tile)) return {at(cell, {0, 0}), at(cell, {sixteenths, sixteenths})};
  return box_of(cell, outline_of(tile));
}

void GridParts::find(const Box& box, std::vector<std::uint32_t>& out) const {
  const CellRange columns = cells_around(box.lower.x, box.upper.x, lattice_.origin.x, def_.cell, def_.columns);
  const CellRange rows = cells_around(box.lower.y, box.upper.y, lattice_.origin.y, def_.cell, def_.rows);
  for (int row = rows.first; row <= rows.last; ++row) {
    for (int column = columns.first; column <= columns.last; ++column) {
      const Tile& tile = (*cells_)[index(column, row)];
      if (tile.form == Tile::Form::empty || !overlaps(box_of({column, row}, tile), box)) continue;
      out.push_back(static_cast<std::uint32_t>(index(column, row)));
    }
  }
}

SideCover GridParts::neighbour_cover(Cell cell, CellSide side) const {
  switch (side) {
    case CellSide::bottom: return cover_of(tile(cell.column, cell.row - 1), CellSide::top);
    case CellSide::right: return cover_of(tile(cell.column + 1, cell.row), CellSide::left);
    case CellSide::top: return cover_of(tile(cell.column, cell.row + 1), CellSide::bottom);
    case CellSide::left: return cover_of(tile(cell.column - 1, cell.row), CellSide::right);
    default: return {};
  }
}

Seam GridParts::seam_at(Cell cell, Spot spot) const noexcept {
  return seam_among(spot, [&](int right, int up) { return tile(cell.column + right, cell.row + up); });
}

/// A corner that sticks out only on the side that stops nothing does not count.
Piece GridParts::one_way_side(Cell cell, const TileOutline& outline, PieceSpace& space) const noexcept {
  for (std::size_t i = 0; i < 2; ++i) {
    space.points[i] = at(cell, outline.corners[i]);
    space.seams[i] = seam_at(cell, outline.corners[i]);
  }
  const V2 left = perp(direction(space.points[0], space.points[1]));
  space.normals = {V2{0 - left.x, 0 - left.y}, left};
  for (std::size_t i = 0; i < 2; ++i) {
    Seam& seam = space.seams[i];
    // The outermost normals of the corner are those of the boundary before and after it.
    const bool faces = dot(left, perp(seam.before)) > 0 || dot(left, perp(seam.after)) < 0;
    seam.corner = seam.corner && faces;
  }
  const SideCover cover = neighbour_cover(cell, outline.sides[0]);
  space.seams[1].edge = cover.to - cover.from < sixteenths;
  const Box box = box_of(cell, outline);
  const Real reach = def_.cell / 2 * (1 + 64 * std::numeric_limits<Real>::epsilon());
  return {{space.points.data(), space.normals.data(), 2, 0, centre_of(box), reach, 0}, space.seams.data(), 1};
}

/// For a square among squares: the same as the general case, without outlines.
Piece GridParts::square_piece(Cell cell, SquaresAround squares, PieceSpace& space) const noexcept {
  const Box box = box_of(cell, solid_tile);
  const V2 corners[] = {box.lower, {box.upper.x, box.lower.y}, box.upper, {box.lower.x, box.upper.y}};
  for (std::size_t i = 0; i < 4; ++i) {
    space.points[i] = corners[i];
    space.normals[i] = normal_of_square(i);
    space.seams[i] = seam_of_square(i, squares);
  }
  return {{space.points.data(), space.normals.data(), 4, 0, centre_of(box), half_diagonal(box),
           static_cast<Real>(def_.cell)},
          space.seams.data(),
          -1};
}

Piece GridParts::piece(std::uint32_t number, PieceSpace& space) const noexcept {
  const Cell cell = cell_of(number);
  const Tile tile = (*cells_)[number];
  if (is_square(tile)) {
    const SquaresAround squares =
        squares_around([&](int right, int up) { return this->tile(cell.column + right, cell.row + up); });
    if (squares.alone) return square_piece(cell, squares, space);
  }
  const TileOutline outline = outline_of(tile);
  if (!is_solid(tile)) return one_way_side(cell, outline, space);
  std::size_t count = 0;
  for (int i = 0; i < outline.count; ++i) {
    const CellSide side = outline.sides[static_cast<std::size_t>(i)];
    const Spot from = outline.corners[static_cast<std::size_t>(i)];
    const Spot to = outline.corners[static_cast<std::size_t>((i + 1) % outline.count)];
    const V2 normal = outward_normal({static_cast<Real>(from.x), static_cast<Real>(from.y)},
                                     {static_cast<Real>(to.x), static_cast<Real>(to.y)});
    const SideCover cover = neighbour_cover(cell, side);
    const auto add = [&](Spot a, Spot b) {  // one edge, covered as a whole or not at all
      space.points[count] = at(cell, a);
      space.normals[count] = normal;
      space.seams[count] = seam_at(cell, a);
      const bool upright = side == CellSide::left || side == CellSide::right;
      const int low = upright ? std::min(a.y, b.y) : 0, high = upright ? std::max(a.y, b.y) : sixteenths;
      space.seams[count].edge = !(side != CellSide::none && cover.from <= low && high <= cover.to);
      ++count;
    };
    // A neighbour fills its side from one end: at most one of the two ends lies within this edge.
    const auto within = [from, to](int y) { return std::min(from.y, to.y) < y && y < std::max(from.y, to.y); };
    const bool upright = side == CellSide::left || side == CellSide::right;
    const int cut = within(cover.from) ? cover.from : cover.to;
    if (upright && cover.from < cover.to && within(cut)) {
      add(from, {from.x, cut});
      add({from.x, cut}, to);
    } else {
      add(from, to);
    }
  }
  const Box box = box_of(cell, outline);
  const auto width = static_cast<Real>(width_of(tile.left, tile.right) * def_.cell);
  return {{space.points.data(), space.normals.data(), static_cast<int>(count), 0, centre_of(box), half_diagonal(box),
           width},
          space.seams.data(),
          -1};
}

Moments GridParts::moments() const noexcept {
  std::array<Moments, 2 * 17 * 17> known;  // by form and heights; area 0 until computed
  MomentSum sum;
  const double size = def_.cell;
  for (int row = 0; row < def_.rows; ++row) {
    for (int column = 0; column < def_.columns; ++column) {
      const Tile& tile = (*cells_)[index(column, row)];
      if (!is_solid(tile)) continue;
      Moments& unit = known[heights(tile) + (tile.form == Tile::Form::floor ? 0 : 17 * 17)];
      if (unit.area == 0) unit = tile_moments(tile);
      sum.add({unit.area * size * size, lattice_.origin.x + size * (column + unit.x),
               lattice_.origin.y + size * (row + unit.y), unit.inertia * size * size * size * size});
    }
  }
  return sum.total();
}

std::shared_ptr<const Composite> GridParts::moved(V2 by) const {
  auto result = std::make_shared<GridParts>(*this);
  result->def_.origin = vec2(lattice_.origin + by);
  result->lattice_.origin = lattice_.origin + by;
  result->measure();
  return result;
}

void GridParts::describe(std::vector<double>& out) const {
  out.insert(out.end(), {double(def_.columns), double(def_.rows), double(def_.cell), double(lattice_.origin.x),
                         double(lattice_.origin.y)});
  // Runs of equal tiles: length and tile.
  for (std::size_t i = 0; i < cells_->size();) {
    std::size_t end = i;
    const Tile tile = (*cells_)[i];
    while (end < cells_->size() && (*cells_)[end] == tile) ++end;
    const std::uint32_t bits = static_cast<std::uint32_t>(tile.form) | std::uint32_t(tile.left) << 8 |
                               std::uint32_t(tile.right) << 16 | std::uint32_t(tile.material) << 24;
    out.insert(out.end(), {double(end - i), double(bits)});
    i = end;
  }
}

}  // namespace detail

using namespace detail;

namespace {

constexpr const char* grid_name = "grid";

/// A sixteenth of a cell is many rounding units of the farthest coordinate.
constexpr Real least_cell = 64 * tolerance::eps;

Reason check_size(const GridDef& def) {
  if (def.columns <= 0) return reason(grid_name, "columns", std::to_string(def.columns), "greater than 0");
  if (def.rows <= 0) return reason(grid_name, "rows", std::to_string(def.rows), "greater than 0");
  const std::int64_t cells = std::int64_t(def.columns) * def.rows;
  if (cells > grid_cell_limit) {
    return reason(grid_name, "number of cells", std::to_string(cells),
                  "at most " + std::to_string(grid_cell_limit) + ": use several grids");
  }
  if (auto reason = check_positive(grid_name, "cell", def.cell)) return reason;
  return check_point(grid_name, "origin", plain(def.origin));
}

/// Refuses a grid unless Real can represent the corners of all cells, and area and inertia of the smallest tile and of
/// all tiles.
Reason check_range(const GridDef& def) {
  const Lattice lattice = {plain(def.origin), {def.cell, def.cell}};
  const V2 end = lattice.at(def.columns, def.rows);
  if (auto reason = check_point(grid_name, "upper right corner", end)) return reason;
  const V2 farthest = {max(absolute(lattice.origin.x), absolute(end.x)),
                       max(absolute(lattice.origin.y), absolute(end.y))};
  if (def.cell < least_cell * max(farthest.x, farthest.y)) {
    return reason(grid_name, "cell", text(def.cell),
                  "larger: its corners round together, as far from the origin as the grid reaches, " +
                      text(max(farthest.x, farthest.y)));
  }
  const double cell = def.cell, width = cell * def.columns, height = cell * def.rows, area = width * height;
  const Moments all = {area, lattice.origin.x + width / 2, lattice.origin.y + height / 2,
                       area * (width * width + height * height) / 12};
  // A tile with the heights 1 and 0 has 1/32 of a cell, and the moment of a thin triangle: area x (1 + 1/256) / 18.
  const double least = cell * cell / 32;
  const Moments one = {least, 0, 0, least * cell * cell / 18};
  if (auto reason = check_moments(all, grid_name, "cell", text(def.cell))) return reason;
  return check_moments(one, grid_name, "cell", text(def.cell));
}

Reason check_tile(const Tile& tile, int column, int row) {
  const std::string name = joined({"tile (", std::to_string(column), ", ", std::to_string(row), ")"});
  if (tile.form > Tile::Form::one_way_right) {
    return reason(grid_name, name, "of an unknown form", "one of Tile::Form");
  }
  if (!is_solid(tile)) return {};
  const int most = std::max(tile.left, tile.right);
  if (most > sixteenths) {
    return reason(grid_name, name, std::to_string(most) + " sixteenths high", "at most 16");
  }
  if (most == 0) return reason(grid_name, name, "0 sixteenths high at both sides", "higher at one, or empty");
  return {};
}

Reason check_tiles(const GridDef& def, std::span<const Tile> tiles) {
  const std::int64_t cells = std::int64_t(def.columns) * def.rows;
  if (!tiles.empty() && tiles.size() != static_cast<std::uint64_t>(cells)) {
    return reason(grid_name, "number of tiles", std::to_string(tiles.size()),
                  "that of the cells, " + std::to_string(cells) + ", or 0");
  }
  const auto columns = static_cast<std::size_t>(def.columns);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (tiles[i] == empty_tile || tiles[i] == solid_tile) continue;
    if (auto reason = check_tile(tiles[i], static_cast<int>(i % columns), static_cast<int>(i / columns))) return reason;
  }
  return {};
}

Shape wrap(std::shared_ptr<const GridParts> parts) {
  std::vector<V2> corners = corners_of(parts->bounds);
  return compose(ShapeKind::grid, std::move(corners), std::move(parts));
}

const GridParts& grid_parts(const Shape& shape, const char* call) {
  if (shape.kind() != ShapeKind::grid) throw std::invalid_argument(joined({call, ": shape is not a grid"}));
  return *static_cast<const GridParts*>(detail_parts(shape));
}

/// True if only this shape refers to its cells.
bool owns_cells(const Shape& shape, const GridParts& parts) {
  const auto& data = ConvexData::held_by(shape);
  return data.use_count() == 1 && data->parts.use_count() == 1 && parts.cells().use_count() == 1;
}

}  // namespace

Result<Shape> try_grid(const GridDef& def, std::span<const Tile> tiles) {
  if (auto reason = check_size(def)) return refused(reason);
  if (auto reason = check_range(def)) return refused(reason);
  if (auto reason = check_tiles(def, tiles)) return refused(reason);
  auto cells = std::make_shared<Cells>(tiles.begin(), tiles.end());
  cells->resize(static_cast<std::size_t>(def.columns) * static_cast<std::size_t>(def.rows));
  return wrap(std::make_shared<const GridParts>(def, std::move(cells)));
}

Shape grid(const GridDef& def, std::span<const Tile> tiles) { return try_grid(def, tiles).value(); }

GridDef grid_def(const Shape& grid) { return grid_parts(grid, "grid_def").def(); }

Tile tile(const Shape& grid, int column, int row) { return grid_parts(grid, "tile").tile(column, row); }

void set_tile(Shape& grid, int column, int row, Tile tile) {
  const GridParts& parts = grid_parts(grid, "set_tile");
  if (!parts.has(column, row)) {
    const GridDef& def = parts.def();
    throw std::invalid_argument(
        joined({"set_tile: cell is (", std::to_string(column), ", ", std::to_string(row), "), must be in the grid of ",
                std::to_string(def.columns), " x ", std::to_string(def.rows)}));
  }
  if (auto reason = check_tile(tile, column, row)) throw std::invalid_argument("set_tile: " + *reason);
  if (parts.tile(column, row) == tile) return;
  auto cells = owns_cells(grid, parts) ? parts.cells() : std::make_shared<Cells>(*parts.cells());
  grid = wrap(parts.with(parts.index(column, row), tile, std::move(cells)));
}

}  // namespace bankshot::BANKSHOT_ABI
