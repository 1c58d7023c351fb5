// Shapes made of parts, and how pairs of many shapes are found: tiles, pixels, concave polygons, broad and narrow
// phase.

#include "figure.hpp"

#include <string_view>

using namespace bankshot;

namespace {

Tile tile_of(char sign) {
  if (sign == '#') return solid_tile;
  if (sign == '/') return {Tile::Form::floor, 0, 16};
  if (sign == '-') return {Tile::Form::one_way_up};
  return empty_tile;
}

template <class Cell, class CellOf>
std::vector<Cell> cells(const std::vector<std::string_view>& rows, CellOf cell_of) {
  std::vector<Cell> list;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    for (const char sign : *row) list.push_back(cell_of(sign));
  }
  return list;
}

Picture tiles() {
  const std::vector<Tile> level = cells<Tile>({"..........",  //
                                               "...---....",  //
                                               ".......###",  //
                                               "...../####",  //
                                               "##########"},
                                              tile_of);
  Shape map = grid({.columns = 10, .rows = 5}, level);
  set_tile(map, 1, 1, solid_tile);
  const Pose here = {};
  Figure figure("A level of tiles: one shape, without seams", {-0.3f, -0.3f}, {10.3f, 5.6f});
  figure.add(map, here, ColourRole::fixed);
  const Shape hero = box(0.8f, 0.8f);
  const Pose falling = {{6.5f, 4.9f}};
  const SweepHit landing = sweep(hero, falling, {0, -4}, map, here);
  const Vec2 way = Vec2(0, -4) * landing.fraction;
  figure.add(hero, falling, ColourRole::sensor);
  figure.add(hero, {falling.position + way}, ColourRole::dynamic);
  figure.arrow(falling.position, falling.position + way);
  return figure.done("05_tiles");
}

Picture pixels() {
  const auto sprite = cells<std::uint8_t>({"....####....",  //
                                           "..########..",  //
                                           ".##########.",  //
                                           ".###.##.###.",  //
                                           "############",  //
                                           "############",  //
                                           "############",  //
                                           "##.##..##.##",  //
                                           "#...#..#...#"},
                                          [](char sign) { return static_cast<std::uint8_t>(sign == '#'); });
  const Shape a = mask({.width = 12, .height = 9, .pixel = {0.25f, 0.25f}, .origin = {-1.5f, -1.1f}}, sprite);
  const Shape b = mask({.width = 12, .height = 9, .pixel = {0.3f, 0.2f}, .origin = {-1.8f, -0.9f}}, sprite);
  const Pose pose_a = {{-1.1f, 0.5f}, Rotation::from_angle(0.3f)}, pose_b = {{1.2f, -0.2f}};
  const auto hit = mtv(a, pose_a, b, pose_b);
  Figure figure("Pixel masks, turned and stretched", {-5, -2.2f}, {4, 3});
  figure.add_pair(a, pose_a, b, pose_b, hit.value());
  return figure.done("06_pixel_masks");
}

Picture concave() {
  const std::vector<Vec2> hook = {{-2, -1.5f}, {2, -1.5f},  {2, 1.5f},  {1, 1.5f},
                                  {1, -0.5f},  {-1, -0.5f}, {-1, 1.5f}, {-2, 1.5f}};
  const Shape a = circle(0.5f), b = simple_polygon(hook);
  const Pose pose_a = {{-0.5f, -0.3f}}, pose_b = {};
  const auto hit = mtv(a, pose_a, b, pose_b);
  Figure figure("A concave polygon: the way out leads into the pocket", {-4, -2.2f}, {4, 2.4f});
  figure.add(b, pose_b, ColourRole::fixed);
  for (const Shape& piece : pieces(b)) {
    for (int i = 0; i < piece.corner_count(); ++i) {
      figure.line(piece.corner(i), piece.corner((i + 1) % piece.corner_count()));
    }
  }
  figure.add(a, pose_a, ColourRole::dynamic);
  figure.add(a, {pose_a.position + hit.value().translation}, ColourRole::sensor);
  figure.arrow(pose_a.position, pose_a.position + hit->translation);
  return figure.done("17_concave");
}

/// Fills in a crowd of shapes, always the same.
void crowd(std::vector<Shape>& shapes, std::vector<Pose>& poses) {
  std::uint32_t dice = 7;
  const auto next = [&dice] {
    dice = dice * 1664525u + 1013904223u;
    return static_cast<float>(dice >> 8) / 16777216.0f;
  };
  for (int i = 0; i < 40; ++i) {
    const float size = 0.25f + 0.5f * next();
    shapes.push_back(i % 2 == 0 ? circle(size) : box(2 * size, size));
    const float x = 14 * next();
    const Vec2 place = {x, 8 * next()};
    poses.push_back({place, Rotation::from_angle(6 * next())});
  }
}

Picture broad_phase() {
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  crowd(shapes, poses);
  Figure figure("Broad phase: boxes that overlap", {-1, -1}, {15, 9});
  for (const BroadPhaseKind kind : {BroadPhaseKind::tree, BroadPhaseKind::quadtree, BroadPhaseKind::spatial_hash}) {
    BroadPhase phase(kind);
    for (std::uint32_t i = 0; i < shapes.size(); ++i) phase.insert(i, shapes[i].aabb(poses[i]));
    std::vector<BoxPair> pairs;
    phase.pairs(pairs);
    if (kind != BroadPhaseKind::tree) continue;  // all three find the same pairs
    for (std::size_t i = 0; i < shapes.size(); ++i) figure.add(shapes[i], poses[i], ColourRole::fixed);
    for (std::size_t i = 0; i < shapes.size(); ++i) figure.outline(shapes[i].aabb(poses[i]));
    for (const BoxPair& pair : pairs) figure.arrow(poses[pair.a].position, poses[pair.b].position);
  }
  return figure.done("19_broad_phase");
}

Picture narrow_phase() {
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  crowd(shapes, poses);
  std::vector<OverlapPair> pairs;
  overlap_pairs(shapes, poses, pairs);
  Figure figure("Narrow phase: shapes that overlap", {-1, -1}, {15, 9});
  std::vector<bool> met(shapes.size(), false);
  for (const OverlapPair& pair : pairs) met[pair.a] = met[pair.b] = true;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    figure.add(shapes[i], poses[i], met[i] ? ColourRole::dynamic : ColourRole::fixed);
  }
  for (const OverlapPair& pair : pairs) figure.arrow(poses[pair.a].position, poses[pair.b].position);
  return figure.done("20_narrow_phase");
}

}  // namespace

std::vector<Picture> pictures_of_maps() { return {tiles(), pixels(), concave(), broad_phase(), narrow_phase()}; }
