// Shapes that are not convex, in scene files: read, written, and refused.

#include <bankshot/scene/scene.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <random>

using namespace bankshot;

namespace {

std::string body_of(const std::string& members) {
  return "{\"bodies\": [{\"type\": \"fixed\", \"shape\": {" + members + "}}]}";
}
Shape read(const std::string& members) { return parse_scene(body_of(members)).bodies.at(0).shapes.at(0).shape; }

const std::vector<Vec2> ell = {Vec2(0, 0), Vec2(3, 0), Vec2(3, 1), Vec2(1, 1), Vec2(1, 3), Vec2(0, 3)};
const std::string ell_text = "[[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]";

TEST(ReadComposite, SimplePolygon) {
  EXPECT_EQ(read("\"kind\": \"simple_polygon\", \"corners\": " + ell_text), simple_polygon(ell));
}

TEST(ReadComposite, CompoundOfConvexAndOfCompounds) {
  const Shape inner = compound(std::vector{circle(1), box(4, 1)});
  EXPECT_EQ(read("\"kind\": \"compound\", \"pieces\": [{\"kind\": \"circle\", \"radius\": 1}, "
                 "{\"kind\": \"box\", \"width\": 4, \"height\": 1}]"),
            inner);
  EXPECT_EQ(read("\"kind\": \"compound\", \"pieces\": [{\"kind\": \"compound\", \"pieces\": [{\"kind\": \"circle\", "
                 "\"radius\": 1}, {\"kind\": \"box\", \"width\": 4, \"height\": 1}]}, {\"kind\": \"simple_polygon\", "
                 "\"corners\": " +
                 ell_text + "}]"),
            compound(std::vector{inner, simple_polygon(ell)}));
}

TEST(ReadComposite, Chains) {
  const std::vector<Vec2> points = {Vec2(0, 0), Vec2(2, 1), Vec2(4, 0)};
  const std::string text = "\"kind\": \"chain\", \"points\": [[0, 0], [2, 1], [4, 0]]";
  EXPECT_EQ(read(text), chain(points));
  EXPECT_EQ(read(text + ", \"closed\": false, \"sides\": \"both\""), chain(points));
  EXPECT_EQ(read(text + ", \"closed\": true"), chain(points, true));
  EXPECT_EQ(read(text + ", \"sides\": \"left\""), chain(points, false, ChainSides::left));
}

TEST(ReadComposite, Containers) {
  EXPECT_EQ(read("\"kind\": \"container\", \"room\": {\"kind\": \"circle\", \"radius\": 3, \"centre\": [1, 0]}"),
            container(circle(3, Vec2(1, 0))));
  EXPECT_EQ(read("\"kind\": \"container\", \"room\": {\"kind\": \"box\", \"width\": 3, \"height\": 2}"),
            container(box(3, 2)));
}

TEST(ReadComposite, TheUppermostRowOfAGridIsFirst) {
  const Shape grid = read(R"("kind": "grid", "cell": 0.5, "origin": [-1, 2],
    "legend": {"/": {"form": "floor", "left": 0}, "r": {"form": "ceiling", "left": 3, "right": 5, "material": 7},
               "-": "one_way_up", "\u00e9": {"form": "one_way_left", "material": 2}, "o": "solid"},
    "rows": ["-.r",
             "/#\u00e9",
             "o  "])");
  EXPECT_EQ(grid_def(grid).columns, 3);
  EXPECT_EQ(grid_def(grid).rows, 3);
  EXPECT_EQ(grid_def(grid).cell, Real(0.5));
  EXPECT_EQ(grid_def(grid).origin, Vec2(-1, 2));
  EXPECT_EQ(tile(grid, 0, 2), (Tile{Tile::Form::one_way_up}));
  EXPECT_EQ(tile(grid, 1, 2), empty_tile);
  EXPECT_EQ(tile(grid, 2, 2), (Tile{Tile::Form::ceiling, 3, 5, 7}));
  EXPECT_EQ(tile(grid, 0, 1), (Tile{Tile::Form::floor, 0, 16}));
  EXPECT_EQ(tile(grid, 1, 1), solid_tile);
  EXPECT_EQ(tile(grid, 2, 1), (Tile{Tile::Form::one_way_left, 16, 16, 2}));
  EXPECT_EQ(tile(grid, 0, 0), solid_tile);
  EXPECT_EQ(tile(grid, 2, 0), empty_tile);
  // The legend may give other meanings to characters that it need not mention.
  EXPECT_EQ(tile(read(R"("kind": "grid", "legend": {"#": "one_way_up"}, "rows": ["#"])"), 0, 0),
            (Tile{Tile::Form::one_way_up}));
}

TEST(ReadComposite, PalettesOfGrids) {
  const Scene scene = parse_scene(R"({"materials": {"ice": {"friction": 0}}, "bodies": [{"type": "fixed", "shape": {
    "kind": "grid", "legend": {"i": {"form": "solid", "material": 1}}, "rows": ["#i"],
    "palette": ["ice", {"restitution": 1}], "material": {"friction": 0.25}}}]})");
  const ShapeDef& def = scene.bodies[0].shapes[0].def;
  ASSERT_EQ(def.palette.size(), 2u);
  EXPECT_EQ(def.palette[0], (Material{0, 0, 1, 0}));
  EXPECT_EQ(def.palette[1], (Material{1, Real(0.25), 1, 0}));
  const Scene back = parse_scene(to_json(scene));
  EXPECT_EQ(back.bodies[0].shapes[0].def.palette, def.palette);
  EXPECT_EQ(to_json(back), to_json(scene));
}

TEST(ReadComposite, TheUppermostRowOfAMaskIsFirst) {
  const Shape mask = read(R"("kind": "mask", "pixel": 0.25, "origin": [1, 1], "rows": ["#..", ".# "])");
  EXPECT_EQ(mask_def(mask).width, 3);
  EXPECT_EQ(mask_def(mask).height, 2);
  EXPECT_EQ(mask_def(mask).pixel, Vec2(Real(0.25), Real(0.25)));
  EXPECT_EQ(mask_def(mask).origin, Vec2(1, 1));
  EXPECT_TRUE(pixel(mask, 0, 1) && pixel(mask, 1, 0));
  EXPECT_FALSE(pixel(mask, 0, 0) || pixel(mask, 1, 1) || pixel(mask, 2, 0));
  EXPECT_EQ(mask_def(read(R"("kind": "mask", "pixel": [2, 3], "rows": ["#"])")).pixel, Vec2(2, 3));
}

// ---- writing ----

std::string written(const Shape& shape) {
  Scene scene;
  scene.bodies.push_back({"", {.type = BodyType::fixed}, {{shape, {}}}, {}});
  return to_json(scene);
}

void expect_same_again(const Shape& shape) {
  const std::string text = written(shape);
  SCOPED_TRACE(text.substr(0, 2000));
  const Scene back = parse_scene(text);
  EXPECT_EQ(back.bodies.at(0).shapes.at(0).shape, shape);
  EXPECT_EQ(to_json(back), text);
}

TEST(WriteComposite, ReadsBackTheSame) {
  expect_same_again(simple_polygon(ell));
  expect_same_again(compound(std::vector{circle(1), box(4, 1), capsule(Vec2(0, 0), Vec2(0, 3), Real(0.3))}));
  expect_same_again(compound(std::vector{box(4, 1)}));
  expect_same_again(compound(std::vector{simple_polygon(ell), circle(1, Vec2(Real(0.1), -1))}));
  const std::vector<Vec2> points = {Vec2(0, 0), Vec2(2, Real(0.1)), Vec2(4, 0)};
  for (const bool closed : {false, true}) {
    expect_same_again(chain(points, closed));
    expect_same_again(chain(points, closed, ChainSides::left));
  }
  expect_same_again(container(circle(3, Vec2(1, 2))));
  expect_same_again(container(box(3, 2)));
  const std::vector<Vec2> triangle = {Vec2(0, 0), Vec2(2, 0), Vec2(1, 2)};
  expect_same_again(container(polygon(triangle)));
}

TEST(WriteComposite, AReflexOutlineOfFourCornersStaysOne) {
  const std::vector<Vec2> dart = {Vec2(0, 0), Vec2(2, -2), Vec2(0, 4), Vec2(-2, -2)};
  const std::string text = written(simple_polygon(dart));
  EXPECT_NE(text.find("simple_polygon"), std::string::npos) << text;
  expect_same_again(simple_polygon(dart));
}

TEST(WriteComposite, GridsOfRandomTiles) {
  std::mt19937_64 dice(5);
  for (int round = 0; round < 30; ++round) {
    const GridDef def = {1 + int(dice() % 20), 1 + int(dice() % 20), Real(0.1) * Real(1 + dice() % 9), Vec2(1, -2)};
    std::vector<Tile> tiles;
    for (int i = 0; i < def.columns * def.rows; ++i) {
      Tile tile;
      tile.form = static_cast<Tile::Form>(dice() % 7);
      const bool sloped = tile.form == Tile::Form::floor || tile.form == Tile::Form::ceiling;
      if (sloped) tile.left = std::uint8_t(dice() % 17);
      if (sloped) tile.right = std::uint8_t(tile.left == 0 ? 1 + dice() % 16 : dice() % 17);
      if (tile.form != Tile::Form::empty) tile.material = std::uint8_t(dice() % 3);
      tiles.push_back(dice() % 2 == 0 ? solid_tile : tile);
    }
    expect_same_again(grid(def, tiles));
    if (HasFailure()) return;
  }
  expect_same_again(grid({3, 2, 1, Vec2::Zero()}));  // all empty
}

// Far more kinds of tile than there are letters.
TEST(WriteComposite, AGridWithEveryTileThereIs) {
  std::vector<Tile> tiles;
  for (const Tile::Form form : {Tile::Form::floor, Tile::Form::ceiling}) {
    for (int left = 0; left <= 16; ++left) {
      for (int right = left == 0 ? 1 : 0; right <= 16; ++right) {
        for (int material = 0; material < 256; ++material) {
          tiles.push_back({form, std::uint8_t(left), std::uint8_t(right), std::uint8_t(material)});
        }
      }
    }
  }
  ASSERT_GT(tiles.size(), 0xd800u);  // past the surrogates, which no text may contain
  const Shape shape = grid({256, int(tiles.size()) / 256, 1, Vec2::Zero()}, tiles);
  const Scene back = parse_scene(written(shape));
  EXPECT_TRUE(back.bodies.at(0).shapes.at(0).shape == shape);
}

TEST(WriteComposite, MasksOfRandomPixels) {
  std::mt19937_64 dice(6);
  for (int round = 0; round < 20; ++round) {
    const MaskDef def = {1 + int(dice() % 150), 1 + int(dice() % 80), Vec2(Real(0.1), Real(0.3)), Vec2(-5, 3)};
    std::vector<std::uint8_t> pixels(std::size_t(def.width) * std::size_t(def.height));
    for (std::uint8_t& pixel : pixels) pixel = dice() % 3 == 0;
    pixels[0] = 1;
    expect_same_again(mask(def, pixels));
    if (HasFailure()) return;
  }
}

TEST(WriteComposite, RowsStandOnLinesOfTheirOwn) {
  const std::string text = written(mask({2, 2, Vec2(1, 1), Vec2::Zero()}, std::vector<std::uint8_t>{1, 0, 0, 1}));
  EXPECT_NE(text.find("[\n      \".#\",\n      \"#.\"\n    ]"), std::string::npos) << text;
}

TEST(WriteComposite, AWorldOfThemIsTheSameWorldAgain) {
  World world({.gravity = Vec2(0, -10)});
  world.add_body({.type = BodyType::fixed}, container(circle(10)));
  world.add_shape(world.add_body({.type = BodyType::fixed}),
                  grid({2, 1, 1, Vec2::Zero()}, std::vector{solid_tile, empty_tile}),
                  {.palette = {{.restitution = 1}, {.friction = 0}}});
  world.add_body({.position = Vec2(-5, 0)}, simple_polygon(ell));
  world.add_body({.position = Vec2(5, 0)}, compound(std::vector{circle(1), box(4, 1)}));
  const World again = make_world(parse_scene(to_json(scene_of(world))));
  EXPECT_EQ(world.hash(), again.hash());
}

// ---- what is refused, and where ----

struct CompositeRefusal {
  const char* name;
  std::string members;
  std::string key;
  std::string part_of_message;
};
void PrintTo(const CompositeRefusal& refusal, std::ostream* out) { *out << refusal.name; }
std::string composite_refusal_name(const ::testing::TestParamInfo<CompositeRefusal>& refusal) {
  return refusal.param.name;
}

class RefusedComposite : public ::testing::TestWithParam<CompositeRefusal> {};

TEST_P(RefusedComposite, SaysWhereAndWhatWasExpected) {
  const CompositeRefusal& expected = GetParam();
  const std::string text = body_of(expected.members);
  try {
    parse_scene(text, "f");
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.key(), "bodies[0]" + expected.key) << error.what();
    EXPECT_NE(error.message().find(expected.part_of_message), std::string::npos) << error.what();
    EXPECT_EQ(error.line(), 1);
  }
}

const std::string circle_text = "{\"kind\": \"circle\", \"radius\": 1}";
const CompositeRefusal composites[] = {
    {"crossing", R"("kind": "simple_polygon", "corners": [[0, 0], [2, 2], [2, 0], [0, 2]])", ".shape.corners",
     "simple_polygon: "},
    {"sees_but_no_sensor", R"("kind": "circle", "radius": 1, "sees_all": true)", ".shape.sees_all",
     "expected false, because the shape is no sensor, got true"},
    {"two_corners", R"("kind": "simple_polygon", "corners": [[0, 0], [2, 2]])", ".shape.corners",
     "a list of three or more corners"},
    {"no_pieces", R"("kind": "compound", "pieces": [])", ".shape.pieces", "one or more shapes"},
    {"segment_piece",
     R"("kind": "compound", "pieces": [)" + circle_text + R"(, {"kind": "segment", "from": [0, 0], "to": [1, 0]}])",
     ".shape.pieces[1].kind", "expected a circle, capsule, box, polygon, simple polygon or compound, got \"segment\""},
    {"chain_piece", R"("kind": "compound", "pieces": [{"kind": "chain", "points": [[0, 0], [1, 0]]}])",
     ".shape.pieces[0].kind", "got \"chain\""},
    {"bad_piece", R"("kind": "compound", "pieces": [{"kind": "circle", "radius": -1}])", ".shape.pieces[0].radius",
     "a radius > 0, got -1"},
    {"piece_with_material",
     R"("kind": "compound", "pieces": [{"kind": "circle", "radius": 1, "material": {"density": 2}}])",
     ".shape.pieces[0].material", "only beside the kind of the compound"},
    {"one_point", R"("kind": "chain", "points": [[0, 0]])", ".shape.points", "two or more points"},
    {"closed_two", R"("kind": "chain", "points": [[0, 0], [1, 0]], "closed": true)", ".shape.points",
     "three or more points"},
    {"twin_points", R"("kind": "chain", "points": [[0, 0], [1, 0], [1, 0]])", ".shape.points",
     "points 1 and 2 are both"},
    {"sides", R"("kind": "chain", "points": [[0, 0], [1, 0]], "sides": "lift")", ".shape.sides",
     "did you mean \"left\"?"},
    {"no_room", R"("kind": "container")", ".shape", "expected a key \"room\""},
    {"round_room", R"("kind": "container", "room": {"kind": "box", "width": 2, "height": 1, "radius": 0.1})",
     ".shape.room", "container: radius of the room"},
    {"reflex_room", "\"kind\": \"container\", \"room\": {\"kind\": \"simple_polygon\", \"corners\": " + ell_text + "}",
     ".shape.room", "container: room is of another kind"},
    {"no_rows", R"("kind": "grid", "rows": [])", ".shape.rows", "one or more rows"},
    {"empty_row", R"("kind": "grid", "rows": [""])", ".shape.rows[0]", "one or more characters"},
    {"ragged", R"("kind": "grid", "rows": ["##", "#", "##"])", ".shape.rows[1]",
     "expected 2 characters as in the last row, got 1"},
    {"no_such_sign", R"("kind": "grid", "rows": ["#.?"])", ".shape.rows[0]",
     "character 3: expected a character of the legend, got '?'"},
    {"number_row", R"("kind": "grid", "rows": [12])", ".shape.rows[0]", "expected a string, got 12"},
    {"long_sign", R"("kind": "grid", "legend": {"ab": "solid"}, "rows": ["#"])", ".shape.legend.ab",
     "a key of one character"},
    {"no_sign", R"("kind": "grid", "legend": {"": "solid"}, "rows": ["#"])", ".shape.legend.",
     "a key of one character"},
    {"form", R"("kind": "grid", "legend": {"a": "one_way"}, "rows": ["a"])", ".shape.legend.a",
     "(known: empty, solid, floor"},
    {"near_form", R"("kind": "grid", "legend": {"a": {"form": "cieling"}}, "rows": ["a"])", ".shape.legend.a.form",
     "did you mean \"ceiling\"?"},
    {"high", R"("kind": "grid", "legend": {"a": {"form": "floor", "left": 17}}, "rows": ["a"])", ".shape.legend.a.left",
     "sixteenths of a cell (a whole number from 0 to 16), got 17"},
    {"flat", R"("kind": "grid", "legend": {"a": {"form": "floor", "left": 0, "right": 0}}, "rows": ["a"])",
     ".shape.legend.a", "higher than 0 at one side"},
    {"height_of_side", R"("kind": "grid", "legend": {"a": {"form": "one_way_up", "left": 3}}, "rows": ["a"])",
     ".shape.legend.a.left", "only of a floor or ceiling"},
    {"material", R"("kind": "grid", "legend": {"a": {"form": "solid", "material": 256}}, "rows": ["a"])",
     ".shape.legend.a.material", "from 0 to 255"},
    {"empty_material", R"("kind": "grid", "legend": {"a": {"form": "empty", "material": 1}}, "rows": ["a"])",
     ".shape.legend.a.material", "not empty"},
    {"cell", R"("kind": "grid", "cell": 0, "rows": ["#"])", ".shape.cell", "the width of a cell > 0, got 0"},
    {"far_grid", R"("kind": "grid", "cell": 1e-14, "origin": [1e15, 0], "rows": ["#"])", ".shape", "grid: cell"},
    {"no_pixel", R"("kind": "mask", "rows": ["...", "..."])", ".shape", "no pixel is solid"},
    {"pixel_sign", R"("kind": "mask", "rows": [".#", ".o"])", ".shape.rows[1]",
     "character 2: expected # or ., got 'o'"},
    {"pixel_size", R"("kind": "mask", "pixel": [1, 0], "rows": ["#"])", ".shape.pixel[1]", "a size > 0, got 0"},
    {"pixel_width", R"("kind": "mask", "pixel": -1, "rows": ["#"])", ".shape.pixel", "> 0, got -1"},
    {"palette", R"("kind": "grid", "rows": ["#"], "palette": [{"friction": -1}])", ".shape.palette[0].friction",
     "a number >= 0, got -1"},
    {"palette_of_mask", R"("kind": "mask", "rows": ["#"], "palette": [])", ".shape.palette", "unknown key"},
    {"near_kind", R"("kind": "compund")", ".shape.kind", "did you mean \"compound\"?"},
};
INSTANTIATE_TEST_SUITE_P(Composites, RefusedComposite, ::testing::ValuesIn(composites), composite_refusal_name);

TEST(RefusedComposite, ADynamicContainer) {
  try {
    parse_scene(R"({"bodies": [{"shape": {"kind": "container", "room": {"kind": "circle", "radius": 1}}}]})");
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.key(), "bodies[0]");
    EXPECT_NE(std::string(error.what()).find("mass"), std::string::npos) << error.what();
  }
}

}  // namespace
