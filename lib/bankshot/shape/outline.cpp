#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/edge_order.hpp>
#include <bankshot/shape/outline.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

using Corners = std::span<const V2>;

std::string edge_name(Corners corners, std::size_t i) {
  return joined({std::to_string(i), "-", std::to_string(corner_after(corners, i))});
}

/// The first two corners in one place, by their numbers; empty if there are none. O(n log n).
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
  return joined({"corners ", std::to_string(first), " and ", std::to_string(second), " are both ", text(corners[first]),
                 ", must be in different places"});
}

/// True if the closed segments a b and c d share a point; `point` is set to one, to rounding.
bool segments_meet(V2 a, V2 b, V2 c, V2 d, V2& point) {
  if (max(a.x, b.x) < min(c.x, d.x) || max(c.x, d.x) < min(a.x, b.x)) return false;
  if (max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y)) return false;
  const double c_side = orient(a, b, c), d_side = orient(a, b, d);
  const double a_side = orient(c, d, a), b_side = orient(c, d, b);
  if ((c_side > 0 && d_side > 0) || (c_side < 0 && d_side < 0)) return false;
  if ((a_side > 0 && b_side > 0) || (a_side < 0 && b_side < 0)) return false;
  if (c_side == 0 && d_side == 0) {  // in one line: the boxes overlap, so an end lies in the other segment
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

/// The two edges at corner i overlap.
std::string overlapping_neighbours(Corners corners, std::size_t i) {
  return joined({"edges ", edge_name(corners, corner_before(corners, i)), " and ", edge_name(corners, i),
                 " overlap, must not turn back at corner ", std::to_string(i), " ", text(corners[i])});
}

/// Edges i and j meet at `point`.
std::string crossing_edges(Corners corners, std::size_t i, std::size_t j, V2 point) {
  return joined({"edges ", edge_name(corners, std::min(i, j)), " and ", edge_name(corners, std::max(i, j)),
                 " cross at ", text(point), ", must not meet"});
}

double turn_at(Corners corners, std::size_t i) {
  return orient(corners[corner_before(corners, i)], corners[i], corners[corner_after(corners, i)]);
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
    const V2 previous = corners[corner_before(corners, i)], here = corners[i], next = corners[corner_after(corners, i)];
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
  const auto left_end = [corners](std::size_t i) { return min(corners[i].x, corners[corner_after(corners, i)].x); };
  std::vector<std::size_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&left_end](std::size_t a, std::size_t b) {
    return left_end(a) != left_end(b) ? left_end(a) < left_end(b) : a < b;
  });
  std::size_t pairs = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    const V2 a = corners[i], b = corners[corner_after(corners, i)];
    for (std::size_t m = k + 1; m < order.size() && left_end(order[m]) <= max(a.x, b.x); ++m) {
      if (++pairs > most_pairs) return {};
      const std::size_t j = order[m];
      if (j == corner_after(corners, i) || i == corner_after(corners, j)) continue;
      const V2 c = corners[j], d = corners[corner_after(corners, j)];
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

/// Searches for two edges that meet without being neighbours. A line sweeps over the outline and keeps the edges it
/// meets in order. Two edges that meet are adjacent in that order before the line comes to the leftmost of all such
/// points, so testing pairs that become adjacent is enough. Corners that lie on edges are found likewise. Source:
/// Shamos and Hoey 1976.
class CrossingSweep {
 public:
  explicit CrossingSweep(Corners corners) : corners_(corners), edges_(EdgeOrder(corners)), place_(corners.size()) {}

  /// Names the edges; empty if there are none.
  std::string run() {
    for (const std::uint32_t corner : sweep_order(corners_)) {
      const std::uint32_t pair[] = {static_cast<std::uint32_t>(corner_before(corners_, corner)), corner};
      for (const std::uint32_t edge : pair) {
        if (!starts_at(edge, corner)) remove(edge);
      }
      for (const std::uint32_t edge : pair) {
        if (starts_at(edge, corner)) insert(edge);
      }
      if (!fault_.empty()) return fault_;
    }
    return {};
  }

 private:
  std::size_t end(std::uint32_t edge) const { return corner_after(corners_, edge); }

  bool starts_at(std::uint32_t edge, std::uint32_t corner) const {
    const std::size_t other = edge == corner ? end(edge) : edge;
    return earlier(corners_[corner], corners_[other]);
  }

  void insert(std::uint32_t edge) {
    const auto at = edges_.insert(edge).first;
    place_[edge] = at;
    if (at != edges_.begin()) check(*std::prev(at), edge);
    if (std::next(at) != edges_.end()) check(edge, *std::next(at));
  }

  void remove(std::uint32_t edge) {
    const auto above = edges_.erase(place_[edge]);
    if (above != edges_.begin() && above != edges_.end()) check(*std::prev(above), *above);
  }

  void check(std::uint32_t a, std::uint32_t b) {
    if (end(a) == b || end(b) == a || !fault_.empty()) return;
    V2 point;
    if (!segments_meet(corners_[a], corners_[end(a)], corners_[b], corners_[end(b)], point)) return;
    fault_ = crossing_edges(corners_, a, b, point);
  }

  Corners corners_;
  SweptEdges edges_;
  std::vector<SweptEdges::iterator> place_;  ///< of every edge among those that the line meets
  std::string fault_;
};

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

std::vector<std::uint32_t> sweep_order(Corners corners) {
  std::vector<std::uint32_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::uint32_t(0));
  std::sort(order.begin(), order.end(),
            [corners](std::uint32_t a, std::uint32_t b) { return earlier(corners[a], corners[b]); });
  return order;
}

OutlineCheck check_simple_outline(Corners corners) {
  if (corners.size() < 3) {
    return {"number of corners is " + std::to_string(corners.size()) + ", must be at least 3"};
  }
  if (std::string fault = repeated_corner(corners); !fault.empty()) return {fault};
  bool straight = true;
  std::size_t first = 0, turns_back = SIZE_MAX;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const V2 previous = corners[corner_before(corners, i)], here = corners[i], next = corners[corner_after(corners, i)];
    if (earlier(here, corners[first])) first = i;
    const bool in_line = orient(previous, here, next) == 0;
    straight = straight && in_line;
    if (in_line && goes_up(previous, here) != goes_up(here, next)) turns_back = i;
  }
  if (straight) return {"area is 0, must be greater than 0: all corners are in one line"};
  if (turns_back != SIZE_MAX) return {overlapping_neighbours(corners, turns_back)};
  if (std::string fault = CrossingSweep(corners).run(); !fault.empty()) return {fault};
  // The first corner of the sweep is one of the hull, and its edges do not overlap: it turns the way the outline does.
  return {"",
          orient(corners[corner_before(corners, first)], corners[first], corners[corner_after(corners, first)]) < 0};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
