// Grids and masks as rows of characters.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/tile_names.hpp>
#include <bankshot/scene/write_tiles.hpp>

#include <map>
#include <tuple>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// Every row on its own line, so that the picture shows in a text editor.
std::string row_list(const std::vector<std::string>& rows) {
  std::string list = "[";
  for (std::size_t i = 0; i < rows.size(); ++i) list += (i == 0 ? "\n      " : ",\n      ") + json_string(rows[i]);
  return list + "\n    ]";
}

std::string utf8(char32_t code) {
  const auto byte = [](char32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 0x3f))};
  if (code < 0x10000) return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
  return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 0x3f)), byte(0x80 | (code >> 6 & 0x3f)),
          byte(0x80 | (code & 0x3f))};
}

// The signs that a legend hands out, in order: none that JSON escapes, and enough for every tile there can be.
std::string sign(std::size_t number) {
  constexpr std::string_view simple =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!$%&()*+,:;<=>?@[]^_{|}~'`";
  if (number < simple.size()) return std::string(1, simple[number]);
  const auto code = static_cast<char32_t>(0x100 + (number - simple.size()));
  return utf8(code < 0xd800 ? code : code + 0x2800);  // not among the surrogates
}

bool with_heights(const Tile& tile) { return tile.form == Tile::Form::floor || tile.form == Tile::Form::ceiling; }

// A tile without what its form does not use.
Tile plain_tile(const Tile& tile) {
  if (tile.form == Tile::Form::empty) return {};
  if (with_heights(tile)) return tile;
  return {tile.form, 16, 16, tile.material};
}

std::string tile_json(const Tile& tile) {
  const bool solid = tile.form == Tile::Form::floor && tile.left == 16 && tile.right == 16;
  std::string_view name = solid ? "solid" : "";
  for (const TileName& entry : tile_names) {
    if (name.empty() && entry.name != "solid" && entry.form == tile.form) name = entry.name;
  }
  if (tile.material == 0 && (solid || !with_heights(tile))) return json_string(name);
  Members out;
  out.add("form", json_string(name));
  out.add_if(with_heights(tile) && !solid, "left", std::to_string(tile.left));
  out.add_if(with_heights(tile) && !solid, "right", std::to_string(tile.right));
  out.add_if(tile.material != 0, "material", std::to_string(tile.material));
  return out.object();
}

/// Which sign stands for which tile.
class TileSigns {
 public:
  const std::string& sign_of(const Tile& given) {
    const Tile tile = plain_tile(given);
    const auto key = std::make_tuple(tile.form, tile.left, tile.right, tile.material);
    const auto found = signs_.find(key);
    if (found != signs_.end()) return found->second;
    const std::string chosen = choose(tile);
    if (chosen != "." && chosen != "#") list_.add(chosen, tile_json(tile));
    return signs_.emplace(key, chosen).first->second;
  }
  const Members& list() const { return list_; }

 private:
  std::string choose(const Tile& tile) {
    if (tile == empty_tile) return ".";
    if (tile == solid_tile) return "#";
    if (tile == Tile{Tile::Form::one_way_up}) return "-";
    if (tile == Tile{Tile::Form::floor, 0, 16}) return "/";
    return sign(count_++);
  }

  std::map<std::tuple<Tile::Form, std::uint8_t, std::uint8_t, std::uint8_t>, std::string> signs_;
  std::size_t count_ = 0;
  Members list_;
};

}  // namespace

void add_grid(const Shape& grid, Members& out) {
  const GridDef def = grid_def(grid);
  TileSigns legend;
  std::vector<std::string> rows;
  for (int row = def.rows; row-- > 0;) {
    std::string& line = rows.emplace_back();
    for (int column = 0; column < def.columns; ++column) line += legend.sign_of(tile(grid, column, row));
  }
  out.add("kind", "\"grid\"");
  out.add("cell", text(def.cell));
  out.add_if(!zero(def.origin), "origin", json_point(def.origin));
  out.add_if(!legend.list().empty(), "legend", legend.list().object());
  out.add("rows", row_list(rows));
}

void add_mask(const Shape& mask, Members& out) {
  const MaskDef def = mask_def(mask);
  std::vector<std::string> rows;
  for (int row = def.height; row-- > 0;) {
    std::string& line = rows.emplace_back();
    for (int column = 0; column < def.width; ++column) line += pixel(mask, column, row) ? '#' : '.';
  }
  out.add("kind", "\"mask\"");
  const V2 size = plain(def.pixel);
  out.add("pixel", size.x == size.y ? text(size.x) : json_point(def.pixel));
  out.add_if(!zero(def.origin), "origin", json_point(def.origin));
  out.add("rows", row_list(rows));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
