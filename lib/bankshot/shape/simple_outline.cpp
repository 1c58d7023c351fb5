#include <bankshot/math/orient.hpp>
#include <bankshot/shape/edge_order.hpp>
#include <bankshot/shape/outline_faults.hpp>
#include <bankshot/shape/simple_outline.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

using Corners = std::span<const V2>;

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

std::vector<std::uint32_t> sweep_order(Corners corners) {
  std::vector<std::uint32_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::uint32_t(0));
  std::sort(order.begin(), order.end(),
            [corners](std::uint32_t a, std::uint32_t b) { return earlier(corners[a], corners[b]); });
  return order;
}

SimpleOutlineCheck check_simple_outline(Corners corners) {
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
