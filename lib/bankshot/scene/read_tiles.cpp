// Grids and masks: rows of characters, the uppermost first, as they look in a text editor.

#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/printable.hpp>
#include <bankshot/scene/read_shape.hpp>
#include <bankshot/scene/read_tiles.hpp>
#include <bankshot/scene/tile_names.hpp>

#include <map>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The characters of a well-formed UTF-8 text.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> list;
  list.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    list.push_back(text.substr(i, end - i));
    i = end;
  }
  return list;
}

Tile named_tile(const JsonNode& node) {
  const std::string name = node.text();
  std::vector<std::string_view> names;
  for (const TileName& entry : tile_names) {
    if (entry.name == name) return {entry.form};
    names.push_back(entry.name);
  }
  node.expected("a form of tile" + suggestion(name, names));
}

std::uint8_t read_height(const JsonNode& node) {
  return static_cast<std::uint8_t>(node.integer("sixteenths of a cell", 0, 16));
}

Tile read_tile(const JsonNode& node) {
  if (node.is_string()) return named_tile(node);
  if (!node.is_object()) node.expected("a form of tile, or a tile {\"form\": ...}");
  node.only_keys({"form", "left", "right", "material"});
  const JsonNode form = node.require("form");
  Tile tile = named_tile(form);
  const auto left = node.find("left"), right = node.find("right"), material = node.find("material");
  const std::string name = form.text();
  const bool sloped = name == "floor" || name == "ceiling";
  for (const auto& height : {left, right}) {
    if (height && !sloped) height->fail("expected only of a floor or ceiling");
  }
  if (left) tile.left = read_height(*left);
  if (right) tile.right = read_height(*right);
  if (sloped && tile.left == 0 && tile.right == 0) node.expected("a tile that is higher than 0 at one side");
  if (material && tile.form == Tile::Form::empty) material->fail("expected only of a tile that is not empty");
  if (material) tile.material = static_cast<std::uint8_t>(material->integer("the number of a material", 0, 255));
  return tile;
}

using Legend = std::map<std::string, Tile, std::less<>>;

// A point or a space is an empty cell and # a solid one, unless the legend says otherwise.
Legend read_legend(const JsonNode& node) {
  Legend legend = {{".", empty_tile}, {" ", empty_tile}, {"#", solid_tile}};
  const auto own = node.find("legend");
  if (!own) return legend;
  for (const std::string& key : own->keys("a legend {\"/\": a tile, ...}")) {
    const JsonNode entry = own->require(key);
    const bool whole = first_bad_byte(key) == std::string_view::npos;
    if (!whole || control_at(key, 0) || characters(key).size() != 1) entry.fail("expected a key of one character");
    legend[key] = read_tile(entry);
  }
  return legend;
}

/// The rows of a picture, the lowest first: as many cells in each.
template <class Cell>
struct Rows {
  std::size_t columns = 0, rows = 0;
  std::vector<Cell> cells;
};

[[noreturn]] void fail_at(const JsonNode& row, std::size_t column, std::string_view character, const char* wanted) {
  row.fail("character " + std::to_string(column + 1) + ": expected " + wanted + ", got '" + std::string(character) +
           "'");
}

// `cell_of` gives what a character stands for, or null. The first row says how long the others are, so that what is too
// large is refused before anything of its size is made.
template <class Cell, class CellOf>
Rows<Cell> read_rows(const JsonNode& list, std::int64_t most, SceneLimit limit, const char* wanted, CellOf cell_of) {
  Rows<Cell> picture;
  picture.rows = list.size("a list of one or more rows of characters");
  if (picture.rows == 0) list.expected("one or more rows of characters");
  for (std::size_t i = picture.rows; i-- > 0;) {
    const JsonNode row = list.at(i);
    const std::string text = row.text();
    const std::vector<std::string_view> line = characters(text);
    if (line.empty()) row.fail("expected one or more characters");
    if (picture.columns == 0) {
      picture.columns = line.size();
      if (picture.columns > static_cast<std::size_t>(most) / picture.rows) {
        list.fail("expected at most " + std::to_string(most) + " characters in all rows together, got " +
                  std::to_string(picture.rows) + " rows of " + std::to_string(picture.columns));
      }
      list.spend(limit, picture.columns * picture.rows);
      picture.cells.reserve(picture.columns * picture.rows);
    }
    if (line.size() != picture.columns) {
      row.fail("expected " + std::to_string(picture.columns) + " characters as in the last row, got " +
               std::to_string(line.size()));
    }
    for (std::size_t k = 0; k < line.size(); ++k) {
      const Cell* const cell = cell_of(line[k]);
      if (cell == nullptr) fail_at(row, k, line[k], wanted);
      picture.cells.push_back(*cell);
    }
  }
  return picture;
}

}  // namespace

Shape read_grid(const JsonNode& node) {
  node.only_keys({"kind", "cell", "origin", "legend", "rows", "palette", "material", "filter", "sensor", "sees_all"});
  GridDef def;
  if (const auto cell = node.find("cell")) def.cell = cell->real("the width of a cell", Sign::positive);
  def.origin = optional_point(node, "origin");
  const Legend legend = read_legend(node);
  const auto picture = read_rows<Tile>(node.require("rows"), grid_cell_limit, &SceneLimits::tiles,
                                       "a character of the legend", [&](std::string_view character) -> const Tile* {
                                         const auto found = legend.find(character);
                                         return found == legend.end() ? nullptr : &found->second;
                                       });
  def.columns = static_cast<int>(picture.columns);
  def.rows = static_cast<int>(picture.rows);
  return accepted(try_grid(def, picture.cells), node);
}

Shape read_mask(const JsonNode& node) {
  node.only_keys({"kind", "pixel", "origin", "rows", "material", "filter", "sensor", "sees_all"});
  MaskDef def;
  if (const auto size = node.find("pixel")) {
    if (size->is_array()) {
      def.pixel = size->vec2("the size of a pixel, or its width and height [x, y]");
      for (std::size_t i = 0; i < 2; ++i) size->at(i).real("a size", Sign::positive);
    } else {
      const Real side = size->real("the size of a pixel, or its width and height [x, y],", Sign::positive);
      def.pixel = Vec2(side, side);
    }
  }
  def.origin = optional_point(node, "origin");
  constexpr std::uint8_t empty = 0, solid = 1;
  const JsonNode rows = node.require("rows");
  const auto picture = read_rows<std::uint8_t>(rows, mask_pixel_limit, &SceneLimits::pixels, "# or .",
                                               [&](std::string_view character) -> const std::uint8_t* {
                                                 if (character == "#") return &solid;
                                                 return character == "." || character == " " ? &empty : nullptr;
                                               });
  def.width = static_cast<int>(picture.columns);
  def.height = static_cast<int>(picture.rows);
  return accepted(try_mask(def, picture.cells), node);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
