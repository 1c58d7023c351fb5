#include <bankshot/shape/thickness.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// Bounds of the time: a piece with more edges counts with its own smallest width, and a longer path is abandoned.
constexpr int most_edges = 64;
constexpr int most_pieces = 32;

struct Start {
  double x, y;    ///< start of the path
  double dx, dy;  ///< its direction, unit length
};

Start middle_of(const ConvexView& view, int edge) {
  const V2 a = view.points[edge], b = view.points[edge + 1 == view.count ? 0 : edge + 1], n = view.normals[edge];
  return {0.5 * a.x + 0.5 * b.x, 0.5 * a.y + 0.5 * b.y, -double(n.x), -double(n.y)};
}

struct Exit {
  double way = std::numeric_limits<double>::infinity();
  int edge = 0;
};

/// Finds where the line leaves a convex piece that it crosses: the nearest of the edges that face its end.
Exit exit_from(const ConvexView& view, const Start& start) {
  Exit exit;
  for (int k = 0; k < view.count; ++k) {
    const V2 p = view.points[k], n = view.normals[k];
    const double facing = n.x * start.dx + n.y * start.dy;
    if (!(facing > 0)) continue;
    const double way = (n.x * (p.x - start.x) + n.y * (p.y - start.y)) / facing;
    if (way < exit.way) exit = {way, k};
  }
  return exit;
}

}  // namespace

Real thickness(const Decomposition& cut, const StoredPieces& pieces) {
  const V2 size = pieces.bounds.upper - pieces.bounds.lower;
  double thinnest = min(size.x, size.y);
  std::vector<std::uint32_t> owner(cut.corner.size());
  for (std::uint32_t piece = 0; piece < cut.size(); ++piece) {
    for (std::uint32_t at = cut.first[piece]; at < cut.first[piece + 1]; ++at) owner[at] = piece;
  }
  for (std::uint32_t at = 0; at < cut.corner.size(); ++at) {
    if (cut.twin[at] != Decomposition::none) continue;
    const ConvexView first = pieces.piece(owner[at]).view;
    if (first.count > most_edges) {
      thinnest = std::min(thinnest, double(first.extent));
      continue;
    }
    const Start start = middle_of(first, static_cast<int>(at - cut.first[owner[at]]));
    std::uint32_t piece = owner[at];
    for (int step = 0; step < most_pieces; ++step) {
      const ConvexView view = pieces.piece(piece).view;
      if (view.count > most_edges) break;  // counts by itself
      const Exit exit = exit_from(view, start);
      if (!(exit.way < thinnest)) break;
      const std::uint32_t twin = cut.twin[cut.first[piece] + static_cast<std::uint32_t>(exit.edge)];
      if (twin == Decomposition::none) {
        if (exit.way > 0) thinnest = exit.way;
        break;
      }
      piece = owner[twin];
    }
  }
  return static_cast<Real>(thinnest);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
