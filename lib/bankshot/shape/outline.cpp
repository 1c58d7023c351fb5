#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/outline.hpp>
#include <bankshot/shape/outline_faults.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

using Corners = std::span<const V2>;

std::size_t after(Corners corners, std::size_t i) { return corner_after(corners, i); }
std::size_t before(Corners corners, std::size_t i) { return corner_before(corners, i); }

double turn_at(Corners corners, std::size_t i) {
  return orient(corners[before(corners, i)], corners[i], corners[after(corners, i)]);
}

struct Walk {
  std::size_t left = 0, right = 0;    ///< corners that turn left and right
  std::size_t revolutions = 0;        ///< of the direction, if all turns go one way
  bool stands_still = false;          ///< two corners in a row in one place
  std::size_t turns_back = SIZE_MAX;  ///< a corner whose two edges overlap
};

Walk walk_around(Corners corners) {
  Walk walk;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const V2 previous = corners[before(corners, i)], here = corners[i], next = corners[after(corners, i)];
    if (here == next) walk.stands_still = true;
    if (!goes_up(previous, here) && goes_up(here, next)) ++walk.revolutions;
    const double turn = orient(previous, here, next);
    if (turn > 0) ++walk.left;
    if (turn < 0) ++walk.right;
    if (turn == 0 && goes_up(previous, here) != goes_up(here, next)) walk.turns_back = i;
  }
  return walk;
}

/// Names two edges that are not neighbours and meet; empty if there are none, or none was found within the bound on the
/// number of tested pairs. The edges are swept from left to right.
std::string crossing(Corners corners) {
  constexpr std::size_t most_pairs = 4'000'000;  // some tens of milliseconds
  const auto left_end = [corners](std::size_t i) { return min(corners[i].x, corners[after(corners, i)].x); };
  std::vector<std::size_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&left_end](std::size_t a, std::size_t b) {
    return left_end(a) != left_end(b) ? left_end(a) < left_end(b) : a < b;
  });
  std::size_t pairs = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    const V2 a = corners[i], b = corners[after(corners, i)];
    for (std::size_t m = k + 1; m < order.size() && left_end(order[m]) <= max(a.x, b.x); ++m) {
      if (++pairs > most_pairs) return {};
      const std::size_t j = order[m];
      if (j == after(corners, i) || i == after(corners, j)) continue;
      const V2 c = corners[j], d = corners[after(corners, j)];
      V2 point;
      if (segments_meet(a, b, c, d, point)) return crossing_edges(corners, i, j, point);
    }
  }
  return {};
}

/// The first corner that turns against the outline's orientation, which is that of its lowest leftmost corner.
std::string reflex_corner(Corners corners) {
  std::size_t extreme = 0;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const V2 p = corners[i], q = corners[extreme];
    if (p.x < q.x || (p.x == q.x && p.y < q.y)) extreme = i;
  }
  const double orientation = turn_at(corners, extreme);
  std::size_t found = 0;
  while (found + 1 < corners.size() && !(turn_at(corners, found) * orientation < 0)) ++found;
  return joined({"corner ", std::to_string(found), " at ", text(corners[found]),
                 " is reflex, must turn the same way as the others: simple_polygon() takes such outlines"});
}

bool turns_one_way(const Walk& walk) { return (walk.left == 0) != (walk.right == 0); }

// A closed walk that never turns right, never turns back and whose direction goes round exactly once is the boundary of
// a convex polygon: its edges are in the order of their directions, and such a chain cannot meet itself.
bool is_convex(const Walk& walk) {
  return turns_one_way(walk) && !walk.stands_still && walk.turns_back == SIZE_MAX && walk.revolutions == 1;
}

}  // namespace

bool convex_outline(Corners corners) { return corners.size() > 2 && is_convex(walk_around(corners)); }

// The reason is searched for only if the outline is not convex, the plainest first.
OutlineCheck check_outline(Corners corners) {
  if (corners.size() < 3) {
    return {joined({"number of corners is ", std::to_string(corners.size()), ", must be at least 3"})};
  }
  const Walk walk = walk_around(corners);
  if (is_convex(walk)) return {"", walk.left == 0};
  if (std::string fault = repeated_corner(corners); !fault.empty()) return {fault};
  if (walk.left == 0 && walk.right == 0) return {"area is 0, must be greater than 0: all corners are in one line"};
  if (walk.turns_back != SIZE_MAX) return {overlapping_neighbours(corners, walk.turns_back)};
  if (std::string fault = crossing(corners); !fault.empty()) return {fault};
  if (!turns_one_way(walk)) return {reflex_corner(corners)};
  return {joined({"outline goes round ", std::to_string(walk.revolutions), " times, must go round once: edges cross"})};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
