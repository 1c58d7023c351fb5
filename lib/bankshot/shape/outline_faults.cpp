#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/outline_faults.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

using Corners = std::span<const V2>;

std::string edge_name(Corners corners, std::size_t i) {
  return joined({std::to_string(i), "-", std::to_string(corner_after(corners, i))});
}

}  // namespace

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

std::string overlapping_neighbours(Corners corners, std::size_t i) {
  return joined({"edges ", edge_name(corners, corner_before(corners, i)), " and ", edge_name(corners, i),
                 " overlap, must not turn back at corner ", std::to_string(i), " ", text(corners[i])});
}

std::string crossing_edges(Corners corners, std::size_t i, std::size_t j, V2 point) {
  return joined({"edges ", edge_name(corners, std::min(i, j)), " and ", edge_name(corners, std::max(i, j)),
                 " cross at ", text(point), ", must not meet"});
}

}  // namespace bankshot::BANKSHOT_ABI::detail
