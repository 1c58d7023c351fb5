// Grids of tiles: no seams between neighbours, edits equal to fresh grids, bounded time and memory.
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "broad/growth.hpp"
#include "pieces_checks.hpp"

using namespace bankshot;
using bankshot_test::all_parts;
using bankshot_test::Hulls;
using bankshot_test::Part;

namespace {

Tile random_tile(Hulls& random, bool one_way) {
  Tile tile;
  const auto height = [&random] {
    return static_cast<std::uint8_t>(random.index(3) == 0 ? random.between(0, 16) : 16);
  };
  switch (random.index(one_way ? 8 : 5)) {
    case 0: break;
    case 1:
    case 2: tile = solid_tile; break;
    case 3: tile = {Tile::Form::floor, height(), height(), 0}; break;
    case 4: tile = {Tile::Form::ceiling, height(), height(), 0}; break;
    default: tile.form = static_cast<Tile::Form>(3 + random.index(4)); break;
  }
  if (tile.left == 0 && tile.right == 0) tile = solid_tile;
  tile.material = static_cast<std::uint8_t>(random.index(3));
  return tile;
}

std::vector<Tile> random_tiles(Hulls& random, const GridDef& def, bool one_way) {
  std::vector<Tile> tiles;
  for (int i = 0; i < def.columns * def.rows; ++i) tiles.push_back(random_tile(random, one_way));
  return tiles;
}

GridDef random_def(Hulls& random) {
  GridDef def;
  def.columns = static_cast<int>(1 + random.index(7)), def.rows = static_cast<int>(1 + random.index(7));
  def.cell = std::ldexp(Real(1), static_cast<int>(random.between(-2, 2)));
  def.origin = Vec2(static_cast<Real>(random.between(-9, 9)), static_cast<Real>(random.between(-9, 9)));
  return def;
}

const Part& part_at(const std::vector<Part>& parts, std::uint32_t number) {
  for (const Part& part : parts) {
    if (part.number == number) return part;
  }
  throw std::logic_error("no such piece");
}

std::string why(const GridDef& def, const std::vector<Tile>& tiles = {}) { return try_grid(def, tiles).reason(); }

template <class Call>
std::string thrown(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing";
}

std::vector<std::uint32_t> found_in(const Shape& grid, Real left, Real low, Real right, Real high) {
  std::vector<std::uint32_t> found;
  detail_parts(grid)->find({{left, low}, {right, high}}, found);
  return found;
}

constexpr Tile floor_tile(int left, int right) {
  return {Tile::Form::floor, static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(right), 0};
}

}  // namespace

TEST(Grid, BoxesBesideItMeetNoCell) {
  const std::vector<Tile> tiles(6, solid_tile);
  const Shape six = grid({3, 2, 1, Vec2(10, 20)}, tiles);
  using Numbers = std::vector<std::uint32_t>;
  EXPECT_EQ(found_in(six, 0, 0, 99, 99), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(found_in(six, 0, 0, Real(9.5), 99), Numbers{});
  EXPECT_EQ(found_in(six, Real(13.5), 0, 99, 99), Numbers{});
  EXPECT_EQ(found_in(six, 0, 0, 99, Real(19.5)), Numbers{});
  EXPECT_EQ(found_in(six, 0, Real(22.5), 99, 99), Numbers{});
  EXPECT_EQ(found_in(six, 0, 0, 10, 20), Numbers{0}) << "in one point";
  EXPECT_EQ(found_in(six, 13, 22, 99, 99), Numbers{5});
  EXPECT_EQ(found_in(six, Real(11.25), Real(20.25), Real(11.75), Real(20.75)), Numbers{1});
}

TEST(Grid, NeighboursHaveNoSeams) {
  Hulls random(331);
  for (int i = 0; i < 60; ++i) {
    const GridDef def = random_def(random);
    const Shape shape = grid(def, random_tiles(random, def, false));
    if (all_parts(shape).empty()) continue;
    bankshot_test::expect_convex_pieces(shape);
    bankshot_test::expect_seams(shape, {0.003 * def.cell});
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(Grid, PiecesHaveTheHeightsOfTheirTiles) {
  Hulls random(332);
  for (int i = 0; i < 60; ++i) {
    const GridDef def = random_def(random);
    const std::vector<Tile> tiles = random_tiles(random, def, true);
    const Shape shape = grid(def, tiles);
    const std::vector<Part> parts = all_parts(shape);
    std::size_t filled = 0;
    for (const Tile& tile : tiles) filled += tile.form != Tile::Form::empty;
    ASSERT_EQ(parts.size(), filled);
    for (const Part& part : parts) {
      const Tile& tile = tiles[part.number];
      EXPECT_EQ(part.material, tile.material);
      const auto columns = static_cast<std::uint32_t>(def.columns);
      const double x0 = part.number % columns, y0 = part.number / columns;
      for (int k = 0; k < 40; ++k) {
        const double u = (double(random.between(1, 998)) + 0.37) / 1000,
                     v = (double(random.between(1, 998)) + 0.61) / 1000;
        const double height = (tile.left + (tile.right - tile.left) * u) / 16;
        bool solid = false;
        if (tile.form == Tile::Form::floor) solid = v <= height;
        if (tile.form == Tile::Form::ceiling) solid = 1 - v <= height;
        const double x = def.origin[0] + def.cell * (x0 + u), y = def.origin[1] + def.cell * (y0 + v);
        EXPECT_EQ(part.points.size() > 2 && bankshot_test::outside_by(part, x, y) <= 0, solid);
      }
    }
    EXPECT_EQ(grid_def(shape).columns, def.columns);
    EXPECT_EQ(grid_def(shape).origin, def.origin);
    for (int c = -1; c <= def.columns; ++c) {
      for (int r = -1; r <= def.rows; ++r) {
        const bool in = c >= 0 && r >= 0 && c < def.columns && r < def.rows;
        EXPECT_EQ(tile(shape, c, r), in ? tiles[static_cast<std::size_t>(r * def.columns + c)] : empty_tile);
      }
    }
  }
}

TEST(Grid, FindsMovesAndWeighsItsTiles) {
  Hulls random(333);
  for (int i = 0; i < 80; ++i) {
    const GridDef def = random_def(random);
    const Shape shape = grid(def, random_tiles(random, def, true));
    if (all_parts(shape).empty()) continue;
    bankshot_test::expect_finds(shape, 700 + static_cast<std::uint64_t>(i), 60);
    bankshot_test::expect_moves(shape, {3, Real(-0.25)});
    double area = 0, x = 0, y = 0, second = 0;
    for (const Shape& piece : pieces(shape)) {
      if (piece.kind() == ShapeKind::segment) continue;
      const detail::Moments m = moments_of(detail_view(piece));
      area += m.area, x += m.area * m.x, y += m.area * m.y, second += m.inertia + m.area * (m.x * m.x + m.y * m.y);
    }
    const MassProperties mass = mass_properties(shape, 1);
    EXPECT_NEAR(mass.mass, area, 1e-5 * area);
    if (area == 0) continue;
    EXPECT_NEAR(mass.centre[0], x / area, 1e-4);
    EXPECT_NEAR(mass.centre[1], y / area, 1e-4);
    EXPECT_NEAR(mass.inertia, second - (x * x + y * y) / area, 1e-5 * second);
  }
}

TEST(Grid, ExtentIsThatOfTheThinnestTile) {
  GridDef def;
  def.columns = 3, def.rows = 1, def.cell = 2;
  Shape shape = grid(def);
  EXPECT_EQ(detail_view(shape).extent, 2);
  set_tile(shape, 0, 0, solid_tile);
  EXPECT_EQ(detail_view(shape).extent, 2);
  for (const auto& [left, right] : {std::pair(4, 4), std::pair(16, 0), std::pair(3, 9)}) {
    set_tile(shape, 1, 0, floor_tile(left, right));
    EXPECT_NEAR(detail_view(shape).extent, detail_view(pieces(shape)[1]).extent, 1e-6);
    std::vector<Vec2> corners;
    for (int i = 0; i < pieces(shape)[1].corner_count(); ++i) corners.push_back(pieces(shape)[1].corner(i));
    EXPECT_NEAR(detail_view(shape).extent, detail_view(polygon(corners)).extent, 1e-6);
  }
  set_tile(shape, 1, 0, empty_tile);
  EXPECT_EQ(detail_view(shape).extent, 2);
}

TEST(Grid, EditedEqualsFresh) {
  Hulls random(334);
  for (int i = 0; i < 20; ++i) {
    const GridDef def = random_def(random);
    std::vector<Tile> tiles = random_tiles(random, def, true);
    Shape shape = grid(def, tiles);
    for (int k = 0; k < 60; ++k) {
      const std::size_t at = random.index(tiles.size());
      const Shape kept = shape, fresh_kept = grid(def, tiles);
      tiles[at] = random_tile(random, true);
      set_tile(shape, static_cast<int>(at) % def.columns, static_cast<int>(at) / def.columns, tiles[at]);
      EXPECT_EQ(kept, fresh_kept) << "copies keep what they had";
      const Shape fresh = grid(def, tiles);
      ASSERT_EQ(shape, fresh);
      EXPECT_EQ(detail_view(shape).extent, detail_view(fresh).extent);
    }
    const auto moved = detail_parts(shape)->moved({1, 1});
    std::vector<double> before, after;
    moved->describe(before);
    set_tile(shape, 0, 0, tile(shape, 0, 0) == solid_tile ? empty_tile : solid_tile);
    moved->describe(after);
    EXPECT_EQ(before, after) << "a moved grid shares cells and must not see edits";
  }
}

TEST(Grid, OneWaySides) {
  GridDef def;
  def.columns = 4, def.rows = 2;
  const Tile up = {Tile::Form::one_way_up, 0, 0, 0};
  Shape shape =
      grid(def, std::vector<Tile>{up, up, solid_tile, empty_tile, empty_tile, empty_tile, empty_tile, empty_tile});
  const std::vector<Part> parts = all_parts(shape);
  const Part &first = part_at(parts, 0), &second = part_at(parts, 1), &wall = part_at(parts, 2);
  EXPECT_EQ(first.points, (std::vector<detail::V2>{{0, 1}, {1, 1}}));
  EXPECT_EQ(first.one_way, 1);
  EXPECT_EQ(first.normals[1], (detail::V2{0, 1}));
  EXPECT_EQ(wall.one_way, -1);
  EXPECT_TRUE(first.seams[0].corner) << "the platform's end";
  EXPECT_EQ(first.seams[0].before, (detail::V2{1, 0}));
  EXPECT_FALSE(first.seams[1].corner || second.seams[0].corner) << "straight on";
  EXPECT_FALSE(second.seams[1].corner) << "level with the wall's top";
  EXPECT_FALSE(wall.seams[3].corner);
  EXPECT_TRUE(wall.seams[2].corner);
  EXPECT_TRUE(first.seams[1].edge);
  set_tile(shape, 0, 1, floor_tile(3, 5));
  EXPECT_FALSE(part_at(all_parts(shape), 0).seams[1].edge) << "covered from above";

  const struct {
    Tile::Form form;
    detail::V2 stops, from, to;
  } sides[] = {{Tile::Form::one_way_up, {0, 1}, {0, 1}, {1, 1}},
               {Tile::Form::one_way_down, {0, -1}, {1, 0}, {0, 0}},
               {Tile::Form::one_way_left, {-1, 0}, {0, 0}, {0, 1}},
               {Tile::Form::one_way_right, {1, 0}, {1, 1}, {1, 0}}};
  for (const auto& side : sides) {
    const std::vector<Part> alone = all_parts(grid(GridDef{1, 1}, std::vector<Tile>{{side.form, 0, 0, 0}}));
    ASSERT_EQ(alone.size(), 1U);
    EXPECT_EQ(alone[0].points, (std::vector<detail::V2>{side.from, side.to}));
    EXPECT_EQ(alone[0].normals[1], side.stops);
    EXPECT_TRUE(alone[0].seams[0].corner && alone[0].seams[1].corner && alone[0].seams[1].edge);
  }
  // A corner of two sides that stop bodies from outside shows; one that sticks out where nothing is stopped does not.
  const std::vector<Part> outer =
      all_parts(grid(GridDef{2, 1}, std::vector<Tile>{up, {Tile::Form::one_way_left, 0, 0, 0}}));
  EXPECT_TRUE(outer[0].seams[1].corner);
  EXPECT_FALSE(outer[1].seams[1].corner);
  const std::vector<Part> mirrored =
      all_parts(grid(GridDef{2, 1}, std::vector<Tile>{{Tile::Form::one_way_right, 0, 0, 0}, up}));
  EXPECT_TRUE(mirrored[1].seams[0].corner);
  EXPECT_FALSE(mirrored[0].seams[0].corner);
}

TEST(Grid, Refusals) {
  GridDef def;
  EXPECT_EQ(why(def), "grid: columns is 0, must be greater than 0");
  def.columns = 10000;
  EXPECT_EQ(why(def), "grid: rows is 0, must be greater than 0");
  def.rows = 10000;
  EXPECT_EQ(why(def), "grid: number of cells is 100000000, must be at most 16777216: use several grids");
  def.columns = def.rows = std::numeric_limits<int>::max();
  EXPECT_EQ(why(def), "grid: number of cells is 4611686014132420609, must be at most 16777216: use several grids");
  def.columns = 3, def.rows = 2;
  EXPECT_EQ(why(def, {solid_tile}), "grid: number of tiles is 1, must be that of the cells, 6, or 0");
  def.cell = 0;
  EXPECT_EQ(why(def), "grid: cell is 0, must be greater than 0");
  def.cell = std::numeric_limits<Real>::max();
  EXPECT_EQ(why(def).substr(0, 31), "grid: upper right corner is (in");
  def.cell = std::numeric_limits<Real>::min();
  EXPECT_EQ(why(def).substr(0, 14), "grid: cell is ");
  def.cell = 1;
  def.origin = Vec2(0, std::numeric_limits<Real>::quiet_NaN());
  EXPECT_EQ(why(def), "grid: origin is (0, nan), must be finite");
  def.origin = Vec2(std::ldexp(Real(1), std::numeric_limits<Real>::digits), 0);
  EXPECT_NE(why(def).find("its corners round together"), std::string::npos) << why(def);
  def.origin = Vec2(0, 0);
  std::vector<Tile> tiles(6);
  tiles[4] = {Tile::Form::floor, 3, 17, 0};
  EXPECT_EQ(why(def, tiles), "grid: tile (1, 1) is 17 sixteenths high, must be at most 16");
  tiles[4] = {Tile::Form::ceiling, 0, 0, 0};
  EXPECT_EQ(why(def, tiles), "grid: tile (1, 1) is 0 sixteenths high at both sides, must be higher at one, or empty");
  tiles[4] = {static_cast<Tile::Form>(99), 0, 0, 0};
  EXPECT_EQ(why(def, tiles), "grid: tile (1, 1) is of an unknown form, must be one of Tile::Form");
  EXPECT_THROW(grid(def, tiles), std::invalid_argument);

  Shape shape = grid(def);
  EXPECT_EQ(thrown([&] { set_tile(shape, 3, 0, solid_tile); }),
            "set_tile: cell is (3, 0), must be in the grid of 3 x 2");
  EXPECT_EQ(thrown([&] { set_tile(shape, 0, -1, solid_tile); }),
            "set_tile: cell is (0, -1), must be in the grid of 3 x 2");
  EXPECT_EQ(thrown([&] {
              set_tile(shape, 0, 0, {Tile::Form::floor, 99, 0, 0});
            }),
            "set_tile: grid: tile (0, 0) is 99 sixteenths high, must be at most 16");
  Shape ball = circle(1);
  EXPECT_EQ(thrown([&] { set_tile(ball, 0, 0, solid_tile); }), "set_tile: shape is not a grid");
  EXPECT_EQ(thrown([&] { tile(ball, 0, 0); }), "tile: shape is not a grid");
  EXPECT_EQ(thrown([&] { grid_def(ball); }), "grid_def: shape is not a grid");
  EXPECT_EQ(mass_properties(shape, 1).mass, 0) << "an empty one has none";
}

namespace {

GridDef square_of_cells(int side) {
  GridDef def;
  def.columns = def.rows = side;
  return def;
}

void set_cells(Shape& cells, int times) {
  const auto side = static_cast<std::uint64_t>(grid_def(cells).columns);
  Hulls random(335);
  for (int i = 0; i < times; ++i) {
    const auto column = static_cast<int>(random.index(side)), row = static_cast<int>(random.index(side));
    set_tile(cells, column, row, solid_tile);
  }
}

void find_cells(const Shape& cells, int times) {
  const auto side = static_cast<std::uint64_t>(grid_def(cells).columns);
  std::vector<std::uint32_t> found;
  Hulls random(336);
  for (int i = 0; i < times; ++i) {
    const auto x = static_cast<Real>(random.index(side)), y = static_cast<Real>(random.index(side));
    detail_parts(cells)->find({{x, y}, {x + 2, y + 2}}, found);
  }
}

}  // namespace

TEST(Grid, SixteenMillionCells) {
  Shape shape = grid(square_of_cells(4096));
  set_cells(shape, 20000);
  find_cells(shape, 20000);
  EXPECT_GT(mass_properties(shape, 1).mass, 19900);
}

// Twice the side means four times the cells. Setting one cell copies none of the others.
TEST(Grid, CellsAreBuiltInProportionAndSetAndFoundAsFastAmongMany) {
  using bankshot::testing::expect_growth;
  const auto tiles = [](int side) {
    std::vector<Tile> all(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (std::size_t i = 0; i < all.size(); i += 3) all[i] = solid_tile;
    return all;
  };
  const auto filled = [&](int side) { return std::make_shared<Shape>(grid(square_of_cells(side), tiles(side))); };
  expect_growth(128, 5, 5, [&](int side) { return [of = tiles(side), side] { grid(square_of_cells(side), of); }; });
  expect_growth(128, 1.5, 1, [&](int side) { return [cells = filled(side)] { set_cells(*cells, 500); }; });
  expect_growth(128, 1.5, 1, [&](int side) { return [cells = filled(side)] { find_cells(*cells, 500); }; });
}

// A square with squares or nothing around it, in all 256 surroundings: it sticks out at a corner where it stands alone,
// and an edge shows where nothing lies across it.
TEST(Grid, SquareAmongSquares) {
  const Vec2 corners[] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}};
  for (unsigned around = 0; around < 256; ++around) {
    std::vector<Tile> tiles(9, empty_tile);
    for (std::size_t i = 0; i < 8; ++i) tiles[i < 4 ? i : i + 1] = (around >> i & 1) != 0 ? solid_tile : empty_tile;
    tiles[4] = solid_tile;
    const auto solid = [&tiles](Vec2 at) {
      return tiles[static_cast<std::size_t>(at[1]) * 3 + static_cast<std::size_t>(at[0])] == solid_tile;
    };
    const Shape shape = grid({.columns = 3, .rows = 3}, tiles);
    detail::PieceSpace space;
    const detail::Piece piece = detail_parts(shape)->piece(4, space);
    ASSERT_EQ(piece.view.count, 4);
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec2 corner = corners[i], next = corners[(i + 1) % 4], last = corners[(i + 3) % 4];
      const Vec2 middle(Real(1.5), Real(1.5)), out = 2 * (corner - middle);
      const Vec2 beside(middle[0] + out[0], middle[1]), above(middle[0], middle[1] + out[1]);
      const bool alone = !solid(beside) && !solid(above) && !solid(middle + out);
      const detail::Seam& seam = piece.seams[i];
      EXPECT_EQ(detail::vec2(piece.view.points[i]), corner);
      EXPECT_EQ(seam.corner, alone) << around << " " << i;
      EXPECT_EQ(seam.edge, !solid(middle + ((corner + next) - 2 * middle))) << around << " " << i;
      if (alone) {
        EXPECT_EQ(detail::vec2(seam.after), next - corner);
        EXPECT_EQ(detail::vec2(seam.before), last - corner);
      }
    }
  }
}
