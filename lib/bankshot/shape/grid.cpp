#include <bankshot/shape/build.hpp>
#include <bankshot/shape/grid_parts.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {
namespace {

using detail::GridParts;
using detail::V2;

constexpr const char* grid_name = "grid";

/// A sixteenth of a cell is many rounding units of the farthest coordinate.
constexpr Real least_cell = 64 * tolerance::eps;

detail::Reason check_size(const GridDef& def) {
  if (def.columns <= 0) return detail::reason(grid_name, "columns", std::to_string(def.columns), "greater than 0");
  if (def.rows <= 0) return detail::reason(grid_name, "rows", std::to_string(def.rows), "greater than 0");
  const std::int64_t cells = std::int64_t(def.columns) * def.rows;
  if (cells > grid_cell_limit) {
    return detail::reason(grid_name, "number of cells", std::to_string(cells),
                          "at most " + std::to_string(grid_cell_limit) + ": use several grids");
  }
  if (auto reason = detail::check_positive(grid_name, "cell", def.cell)) return reason;
  return detail::check_point(grid_name, "origin", detail::plain(def.origin));
}

/// Refuses a grid unless Real can represent the corners of all cells, and area and inertia of the smallest tile and of
/// all tiles.
detail::Reason check_range(const GridDef& def) {
  const detail::Lattice lattice = {detail::plain(def.origin), {def.cell, def.cell}};
  const V2 end = lattice.at(def.columns, def.rows);
  if (auto reason = detail::check_point(grid_name, "upper right corner", end)) return reason;
  const V2 farthest = {detail::max(detail::absolute(lattice.origin.x), detail::absolute(end.x)),
                       detail::max(detail::absolute(lattice.origin.y), detail::absolute(end.y))};
  if (def.cell < least_cell * detail::max(farthest.x, farthest.y)) {
    return detail::reason(grid_name, "cell", detail::text(def.cell),
                          "larger: its corners round together, as far from the origin as the grid reaches, " +
                              detail::text(detail::max(farthest.x, farthest.y)));
  }
  const double cell = def.cell, width = cell * def.columns, height = cell * def.rows, area = width * height;
  const detail::Moments all = {area, lattice.origin.x + width / 2, lattice.origin.y + height / 2,
                               area * (width * width + height * height) / 12};
  // A tile with the heights 1 and 0 has 1/32 of a cell, and the moment of a thin triangle: area x (1 + 1/256) / 18.
  const double least = cell * cell / 32;
  const detail::Moments one = {least, 0, 0, least * cell * cell / 18};
  if (auto reason = detail::check_moments(all, grid_name, "cell", detail::text(def.cell))) return reason;
  return detail::check_moments(one, grid_name, "cell", detail::text(def.cell));
}

detail::Reason check_tile(const Tile& tile, int column, int row) {
  const std::string name = detail::joined({"tile (", std::to_string(column), ", ", std::to_string(row), ")"});
  if (tile.form > Tile::Form::one_way_right) {
    return detail::reason(grid_name, name, "of an unknown form", "one of Tile::Form");
  }
  if (!detail::is_solid(tile)) return {};
  const int most = std::max(tile.left, tile.right);
  if (most > detail::sixteenths) {
    return detail::reason(grid_name, name, std::to_string(most) + " sixteenths high", "at most 16");
  }
  if (most == 0) return detail::reason(grid_name, name, "0 sixteenths high at both sides", "higher at one, or empty");
  return {};
}

detail::Reason check_tiles(const GridDef& def, std::span<const Tile> tiles) {
  const std::int64_t cells = std::int64_t(def.columns) * def.rows;
  if (!tiles.empty() && tiles.size() != static_cast<std::uint64_t>(cells)) {
    return detail::reason(grid_name, "number of tiles", std::to_string(tiles.size()),
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
  std::vector<V2> corners = detail::corners_of(parts->bounds);
  return detail::compose(ShapeKind::grid, std::move(corners), std::move(parts));
}

const GridParts& grid_parts(const Shape& shape, const char* call) {
  if (shape.kind() != ShapeKind::grid) throw std::invalid_argument(detail::joined({call, ": shape is not a grid"}));
  return *static_cast<const GridParts*>(detail_parts(shape));
}

/// True if only this shape refers to its cells.
bool owns_cells(const Shape& shape, const GridParts& parts) {
  const auto& data = detail::ConvexData::held_by(shape);
  return data.use_count() == 1 && data->parts.use_count() == 1 && parts.cells().use_count() == 1;
}

}  // namespace

Result<Shape> try_grid(const GridDef& def, std::span<const Tile> tiles) {
  if (auto reason = check_size(def)) return Result<Shape>::refused(*reason);
  if (auto reason = check_range(def)) return Result<Shape>::refused(*reason);
  if (auto reason = check_tiles(def, tiles)) return Result<Shape>::refused(*reason);
  auto cells = std::make_shared<detail::Cells>(tiles.begin(), tiles.end());
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
        detail::joined({"set_tile: cell is (", std::to_string(column), ", ", std::to_string(row),
                        "), must be in the grid of ", std::to_string(def.columns), " x ", std::to_string(def.rows)}));
  }
  if (auto reason = check_tile(tile, column, row)) throw std::invalid_argument("set_tile: " + *reason);
  if (parts.tile(column, row) == tile) return;
  auto cells = owns_cells(grid, parts) ? parts.cells() : std::make_shared<detail::Cells>(*parts.cells());
  grid = wrap(parts.with(parts.index(column, row), tile, std::move(cells)));
}

}  // namespace bankshot::BANKSHOT_ABI
