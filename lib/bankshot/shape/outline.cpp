#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/outline.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

using Corners = std::span<const V2>;

std::size_t after(Corners corners, std::size_t i) { return i + 1 == corners.size() ? 0 : i + 1; }
std::size_t before(Corners corners, std::size_t i) { return (i == 0 ? corners.size() : i) - 1; }

double turn_at(Corners corners, std::size_t i) {
  return orient(corners[before(corners, i)], corners[i], corners[after(corners, i)]);
}

/// Whether the edge goes up, or level to the right: the upper half of all directions, of which a walk around enters
/// once per revolution.
bool goes_up(V2 from, V2 to) { return to.y > from.y || (to.y == from.y && to.x > from.x); }

struct Walk {
  std::size_t left = 0, right = 0;    ///< corners that turn left and right
  std::size_t revolutions = 0;        ///< of the direction, when all turns go one way
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

std::string corner_name(std::size_t i) { return std::to_string(i); }

std::string edge_name(Corners corners, std::size_t i) {
  return joined({corner_name(i), "-", corner_name(after(corners, i))});
}

/// The first two corners in one place, by their numbers.
std::string repeated_corner(Corners corners) {
  std::vector<std::size_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [corners](std::size_t a, std::size_t b) {
    const V2 p = corners[a], q = corners[b];
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    return a < b;
  });
  std::size_t first = SIZE_MAX, second = SIZE_MAX;
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (corners[order[k - 1]] == corners[order[k]] && order[k - 1] < first) {
      first = order[k - 1];
      second = order[k];
    }
  }
  if (first == SIZE_MAX) return {};
  return joined({"corners ", corner_name(first), " and ", corner_name(second), " are both ", text(corners[first]),
                 ", must be in different places"});
}

/// Whether the closed segments a b and c d share a point; `point` becomes one, to rounding.
bool segments_meet(V2 a, V2 b, V2 c, V2 d, V2& point) {
  const double c_side = orient(a, b, c), d_side = orient(a, b, d);
  const double a_side = orient(c, d, a), b_side = orient(c, d, b);
  if ((c_side > 0 && d_side > 0) || (c_side < 0 && d_side < 0)) return false;
  if ((a_side > 0 && b_side > 0) || (a_side < 0 && b_side < 0)) return false;
  if (c_side == 0 && d_side == 0) {  // in one line: the boxes overlap (checked before), so an end lies in the other
    const auto between = [](V2 from, V2 to, V2 p) {
      return min(from.x, to.x) <= p.x && p.x <= max(from.x, to.x) && min(from.y, to.y) <= p.y &&
             p.y <= max(from.y, to.y);
    };
    point = between(a, b, c) ? c : between(a, b, d) ? d : a;
    return between(a, b, point) && between(c, d, point);
  }
  const double share = a_side / (a_side - b_side);
  point = {static_cast<Real>(a.x + share * (double(b.x) - a.x)), static_cast<Real>(a.y + share * (double(b.y) - a.y))};
  return true;
}

/// Two edges that are not neighbours and meet, named; empty when there are none, or none was found within the bound
/// on the number of pairs looked at. The edges are swept from left to right.
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
      if (max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y) || !segments_meet(a, b, c, d, point)) continue;
      return joined({"edges ", edge_name(corners, std::min(i, j)), " and ", edge_name(corners, std::max(i, j)),
                     " cross at ", text(point), ", must not meet"});
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
  return joined({"corner ", corner_name(found), " at ", text(corners[found]),
                 " is reflex, must turn the same way as the others: split the outline into convex parts"});
}

}  // namespace

// A closed walk that never turns right, never turns back and whose direction goes round exactly once is the boundary of
// a convex polygon: its edges are in the order of their directions, and such a chain cannot meet itself. Only when that
// fails is the reason looked for, the plainest first.
OutlineCheck check_outline(Corners corners) {
  if (corners.size() < 3) {
    return {joined({"number of corners is ", std::to_string(corners.size()), ", must be at least 3"})};
  }
  const Walk walk = walk_around(corners);
  const bool one_way = (walk.left == 0) != (walk.right == 0);
  if (one_way && !walk.stands_still && walk.turns_back == SIZE_MAX && walk.revolutions == 1) {
    return {"", walk.left == 0};
  }
  if (std::string fault = repeated_corner(corners); !fault.empty()) return {fault};
  if (walk.left == 0 && walk.right == 0) return {"area is 0, must be greater than 0: all corners are in one line"};
  if (walk.turns_back != SIZE_MAX) {
    const std::size_t i = walk.turns_back;
    return {joined({"edges ", edge_name(corners, before(corners, i)), " and ", edge_name(corners, i),
                    " overlap, must not turn back at corner ", corner_name(i), " ", text(corners[i])})};
  }
  if (std::string fault = crossing(corners); !fault.empty()) return {fault};
  if (!one_way) return {reflex_corner(corners)};
  return {joined({"outline goes round ", std::to_string(walk.revolutions), " times, must go round once: edges cross"})};
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
