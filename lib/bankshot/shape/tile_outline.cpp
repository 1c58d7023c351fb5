#include <bankshot/shape/build.hpp>
#include <bankshot/shape/tile_outline.hpp>

#include <array>

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

namespace {

constexpr Spot square_corners[] = {{0, 0}, {sixteenths, 0}, {sixteenths, sixteenths}, {0, sixteenths}};

/// The cell across the edge from corner i on.
struct Step {
  int right, up;
};
constexpr Step across[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

/// The cell beyond a corner; those beside it are one step away.
constexpr Step beyond(std::size_t i) { return {square_corners[i].x == 0 ? -1 : 1, square_corners[i].y == 0 ? -1 : 1}; }

/// All values that depend only on which cells are squares.
struct Known {
  std::array<V2, 4> normals;
  std::array<std::array<Seam, 8>, 4> seams;  ///< by corner, and by which of the three cells around it are squares

  static unsigned index(std::size_t corner, SquaresAround around) {
    const auto [right, up] = beyond(corner);
    return (around.has(right, 0) ? 1U : 0U) | (around.has(0, up) ? 2U : 0U) | (around.has(right, up) ? 4U : 0U);
  }

  Known() {
    const auto point = [](Spot spot) { return V2{static_cast<Real>(spot.x), static_cast<Real>(spot.y)}; };
    for (std::size_t i = 0; i < 4; ++i) {
      normals[i] = outward_normal(point(square_corners[i]), point(square_corners[(i + 1) % 4]));
      for (unsigned all = 0; all < 512; ++all) {
        const SquaresAround around{true, all | SquaresAround::bit(0, 0)};
        seams[i][index(i, around)] = seam_among(
            square_corners[i], [&](int right, int up) { return around.has(right, up) ? solid_tile : empty_tile; });
      }
    }
  }
};

const Known& known() {
  static const Known result;
  return result;
}

}  // namespace

V2 normal_of_square(std::size_t i) noexcept { return known().normals[i]; }

Seam seam_of_square(std::size_t i, SquaresAround squares) noexcept {
  Seam seam = known().seams[i][Known::index(i, squares)];
  seam.edge = !squares.has(across[i].right, across[i].up);
  return seam;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
