#include <bankshot/draw/outlines.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>
#include <array>
#include <tuple>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr int sixteenths = 16;

/// A point of a lattice: pixels of a mask, sixteenths of a grid's cells.
struct Spot {
  int x = 0, y = 0;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};

/// A directed edge with what is solid on its left.
struct Edge {
  Spot from, to;
};

bool straight(Spot a, Spot b, Spot c) {
  return std::int64_t(b.x - a.x) * (c.y - b.y) == std::int64_t(b.y - a.y) * (c.x - b.x);
}

// Each edge is followed by one that starts where it ends, until the way is back at its start: as many edges end in a
// point as start there.
std::vector<std::vector<Spot>> join(std::vector<Edge> edges) {
  const auto less = [](const Edge& a, const Edge& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); };
  std::sort(edges.begin(), edges.end(), less);
  std::vector<bool> used(edges.size(), false);
  const auto next_after = [&](Spot spot) {
    auto i = static_cast<std::size_t>(
        std::lower_bound(edges.begin(), edges.end(), spot, [](const Edge& e, Spot s) { return e.from < s; }) -
        edges.begin());
    while (i < edges.size() && edges[i].from == spot && used[i]) ++i;
    return i < edges.size() && edges[i].from == spot ? i : edges.size();
  };
  std::vector<std::vector<Spot>> loops;
  for (std::size_t start = 0; start < edges.size(); ++start) {
    if (used[start]) continue;
    std::vector<Spot>& loop = loops.emplace_back();
    for (std::size_t i = start; i < edges.size(); i = next_after(edges[i].to)) {
      used[i] = true;
      const std::size_t count = loop.size();
      if (count > 1 && straight(loop[count - 2], loop[count - 1], edges[i].from)) loop.pop_back();
      loop.push_back(edges[i].from);
    }
    if (loop.size() > 2 && straight(loop[loop.size() - 2], loop.back(), loop[0])) loop.pop_back();
    if (loop.size() > 2 && straight(loop.back(), loop[0], loop[1])) loop.erase(loop.begin());
  }
  return loops;
}

enum class Side : std::uint8_t { bottom, right, top, left, none };

/// From the lower or left end of a side, in sixteenths; nothing when from == to.
struct Cover {
  int from = 0, to = 0;
};

Cover cover_of(const Tile& tile, Side side) {
  const bool floor = tile.form == Tile::Form::floor;
  if (!floor && tile.form != Tile::Form::ceiling) return {};
  const bool full = tile.left == sixteenths && tile.right == sixteenths;
  if (side == Side::bottom) return floor || full ? Cover{0, sixteenths} : Cover{};
  if (side == Side::top) return !floor || full ? Cover{0, sixteenths} : Cover{};
  const int height = side == Side::left ? tile.left : tile.right;
  return floor ? Cover{0, height} : Cover{sixteenths - height, sixteenths};
}

/// The edges of a grid's tiles that no neighbour hides.
class TileEdges {
 public:
  explicit TileEdges(const Shape& grid) : grid_(grid), def_(grid_def(grid)) {
    for (int row = 0; row < def_.rows; ++row) {
      for (int column = 0; column < def_.columns; ++column) add_tile(column, row);
    }
  }
  std::vector<Edge> edges, one_way;

 private:
  void add_tile(int column, int row) {
    const Tile own = tile(grid_, column, row);
    if (own.form == Tile::Form::empty) return;
    const Spot low = {column * sixteenths, row * sixteenths};
    const Spot high = {low.x + sixteenths, low.y + sixteenths};
    switch (own.form) {
      case Tile::Form::one_way_up: add_one_way({low.x, high.y}, high); return;
      case Tile::Form::one_way_down: add_one_way({high.x, low.y}, low); return;
      case Tile::Form::one_way_left: add_one_way(low, {low.x, high.y}); return;
      case Tile::Form::one_way_right: add_one_way(high, {high.x, low.y}); return;
      default: break;
    }
    add_side(low, own, Side::bottom, tile(grid_, column, row - 1), Side::top);
    add_side(low, own, Side::right, tile(grid_, column + 1, row), Side::left);
    add_side(low, own, Side::top, tile(grid_, column, row + 1), Side::bottom);
    add_side(low, own, Side::left, tile(grid_, column - 1, row), Side::right);
    const int left = own.left, right = own.right;
    if (left == sixteenths && right == sixteenths) return;  // its line is a side of the cell
    if (own.form == Tile::Form::floor) edges.push_back({{high.x, low.y + right}, {low.x, low.y + left}});
    if (own.form == Tile::Form::ceiling) edges.push_back({{low.x, high.y - left}, {high.x, high.y - right}});
  }

  // Neighbouring sides in one line are one.
  void add_one_way(Spot from, Spot to) {
    if (!one_way.empty() && one_way.back().to == from && straight(one_way.back().from, from, to)) {
      one_way.back().to = to;
    } else if (!one_way.empty() && one_way.back().from == to && straight(from, to, one_way.back().to)) {
      one_way.back().from = from;
    } else {
      one_way.push_back({from, to});
    }
  }

  void add_side(Spot low, const Tile& own, Side side, const Tile& neighbour, Side facing) {
    const Cover solid = cover_of(own, side), hidden = cover_of(neighbour, facing);
    if (hidden.from == hidden.to) return add_part(low, side, solid.from, solid.to);
    add_part(low, side, solid.from, std::min(solid.to, hidden.from));
    add_part(low, side, std::max(solid.from, hidden.to), solid.to);
  }

  void add_part(Spot low, Side side, int from, int to) {
    if (from >= to) return;
    const int right = low.x + sixteenths, top = low.y + sixteenths;
    if (side == Side::bottom) edges.push_back({{low.x + from, low.y}, {low.x + to, low.y}});
    if (side == Side::right) edges.push_back({{right, low.y + from}, {right, low.y + to}});
    if (side == Side::top) edges.push_back({{low.x + to, top}, {low.x + from, top}});
    if (side == Side::left) edges.push_back({{low.x, low.y + to}, {low.x, low.y + from}});
  }

  const Shape& grid_;
  GridDef def_;
};

std::vector<Edge> pixel_edges(const Shape& mask) {
  const MaskDef def = mask_def(mask);
  std::vector<Edge> edges;
  for (int y = 0; y < def.height; ++y) {
    for (int x = 0; x < def.width; ++x) {
      if (!pixel(mask, x, y)) continue;
      if (!pixel(mask, x, y - 1)) edges.push_back({{x, y}, {x + 1, y}});
      if (!pixel(mask, x + 1, y)) edges.push_back({{x + 1, y}, {x + 1, y + 1}});
      if (!pixel(mask, x, y + 1)) edges.push_back({{x + 1, y + 1}, {x, y + 1}});
      if (!pixel(mask, x - 1, y)) edges.push_back({{x, y + 1}, {x, y}});
    }
  }
  return edges;
}

}  // namespace

Outlines outlines_of(const Shape& shape) {
  Outlines out;
  V2 origin, step;
  const auto place = [&](Spot spot) {
    return vec2({origin.x + static_cast<Real>(spot.x) * step.x, origin.y + static_cast<Real>(spot.y) * step.y});
  };
  const auto add_loops = [&](const std::vector<Edge>& edges) {
    for (const std::vector<Spot>& loop : join(edges)) {
      std::vector<Vec2>& points = out.loops.emplace_back();
      for (const Spot spot : loop) points.push_back(place(spot));
    }
  };
  if (shape.kind() == ShapeKind::grid) {
    const GridDef def = grid_def(shape);
    origin = plain(def.origin);
    step = {def.cell / sixteenths, def.cell / sixteenths};
    const TileEdges tiles(shape);
    add_loops(tiles.edges);
    for (const Edge& side : tiles.one_way) out.one_way.push_back({place(side.from), place(side.to)});
  }
  if (shape.kind() == ShapeKind::mask) {
    const MaskDef def = mask_def(shape);
    origin = plain(def.origin);
    step = plain(def.pixel);
    add_loops(pixel_edges(shape));
  }
  return out;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
