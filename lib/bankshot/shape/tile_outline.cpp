#include <bankshot/shape/tile_outline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

V2 from_to(Spot a, Spot b) { return {static_cast<Real>(b.x - a.x), static_cast<Real>(b.y - a.y)}; }

/// True if p is between the ends of the edge, not at one of them.
bool within_edge(Spot a, Spot b, Spot p) {
  const int along_x = b.x - a.x, along_y = b.y - a.y, x = p.x - a.x, y = p.y - a.y;
  if (along_x * y != along_y * x) return false;
  const int share = along_x * x + along_y * y;
  return share > 0 && share < along_x * along_x + along_y * along_y;
}

}  // namespace

void TileOutline::add(Spot corner, CellSide side) {
  corners[static_cast<std::size_t>(count)] = corner;
  sides[static_cast<std::size_t>(count)] = side;
  ++count;
}

TileOutline outline_of(const Tile& tile) noexcept {
  constexpr int s = sixteenths;
  const int left = tile.left, right = tile.right;
  TileOutline o;
  switch (tile.form) {
    case Tile::Form::empty: break;
    case Tile::Form::floor:
      o.add({0, 0}, CellSide::bottom);
      if (right > 0) o.add({s, 0}, CellSide::right);
      o.add({s, right}, is_square(tile) ? CellSide::top : CellSide::none);
      if (left > 0) o.add({0, left}, CellSide::left);
      break;
    case Tile::Form::ceiling:
      if (left > 0) o.add({0, s - left}, is_square(tile) ? CellSide::bottom : CellSide::none);
      if (left == 0) o.add({0, s}, CellSide::none);
      if (right > 0) o.add({s, s - right}, CellSide::right);
      o.add({s, s}, CellSide::top);
      if (left > 0) o.add({0, s}, CellSide::left);
      break;
    case Tile::Form::one_way_up: o.add({0, s}, CellSide::top), o.add({s, s}, CellSide::top); break;
    case Tile::Form::one_way_down: o.add({s, 0}, CellSide::bottom), o.add({0, 0}, CellSide::bottom); break;
    case Tile::Form::one_way_left: o.add({0, 0}, CellSide::left), o.add({0, s}, CellSide::left); break;
    case Tile::Form::one_way_right: o.add({s, s}, CellSide::right), o.add({s, 0}, CellSide::right); break;
  }
  return o;
}

SideCover cover_of(const Tile& tile, CellSide side) noexcept {
  if (!is_solid(tile)) return {};
  const bool floor = tile.form == Tile::Form::floor;
  if (side == CellSide::bottom) return {0, floor || is_square(tile) ? sixteenths : 0};
  if (side == CellSide::top) return {0, !floor || is_square(tile) ? sixteenths : 0};
  const int height = side == CellSide::left ? tile.left : tile.right;
  return floor ? SideCover{0, height} : SideCover{sixteenths - height, sixteenths};
}

bool add_directions(const Tile& tile, Spot spot, Directions& directions) noexcept {
  if (tile.form == Tile::Form::empty) return true;
  const TileOutline outline = outline_of(tile);
  const auto corner = [&outline](int i) { return outline.corners[static_cast<std::size_t>(i)]; };
  for (int i = 0, last = outline.count - 1; i < outline.count; ++i) {
    const Spot next = corner(i < last ? i + 1 : 0);
    if (corner(i) == spot) {
      return directions.add(from_to(spot, next)) && directions.add(from_to(spot, corner(i > 0 ? i - 1 : last)));
    }
    if (within_edge(corner(i), next, spot)) return false;
  }
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
