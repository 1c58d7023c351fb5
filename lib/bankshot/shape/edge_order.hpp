#pragma once
// The order of an outline's edges along a line that sweeps over it. Not part of the public interface.

#include <bankshot/math/orient.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

inline std::size_t corner_after(std::span<const V2> corners, std::size_t i) {
  return i + 1 == corners.size() ? 0 : i + 1;
}
inline std::size_t corner_before(std::span<const V2> corners, std::size_t i) {
  return (i == 0 ? corners.size() : i) - 1;
}

/// True if the edge goes up, or level to the right: the upper half of all directions, which a walk around enters once
/// per revolution.
inline bool goes_up(V2 from, V2 to) { return to.y > from.y || (to.y == from.y && to.x > from.x); }

/// True if the sweep comes to a first: from left to right, and from bottom to top for equal x. That is the order of a
/// line inclined by less than any two points can show, so no edge is ever parallel to it.
inline bool earlier(V2 a, V2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

/// Orders edges that the sweep line meets at one time from the lowest to the highest: by exact orientations, in a way
/// that stays correct as long as no two of them have crossed. Edge i goes from corner i to the next one.
class EdgeOrder {
 public:
  using is_transparent = void;
  explicit EdgeOrder(std::span<const V2> corners) : corners_(corners) {}

  bool operator()(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return false;
    const V2 a_first = first(a), b_first = first(b);
    // The edge that starts later decides by its start, or by its end if both starts are in line.
    if (a_first == b_first || earlier(a_first, b_first)) {
      double side = orient(a_first, last(a), b_first);
      if (side == 0) side = orient(a_first, last(a), last(b));
      return side != 0 ? side > 0 : a < b;
    }
    double side = orient(b_first, last(b), a_first);
    if (side == 0) side = orient(b_first, last(b), last(a));
    return side != 0 ? side < 0 : a < b;
  }
  /// An edge below a corner, or above it.
  bool operator()(std::uint32_t a, V2 corner) const { return orient(first(a), last(a), corner) > 0; }
  bool operator()(V2 corner, std::uint32_t a) const { return orient(first(a), last(a), corner) < 0; }

 private:
  V2 from(std::uint32_t e) const { return corners_[e]; }
  V2 to(std::uint32_t e) const { return corners_[corner_after(corners_, e)]; }
  V2 first(std::uint32_t e) const { return earlier(from(e), to(e)) ? from(e) : to(e); }
  V2 last(std::uint32_t e) const { return earlier(from(e), to(e)) ? to(e) : from(e); }
  std::span<const V2> corners_;
};

using SweptEdges = std::set<std::uint32_t, EdgeOrder>;

/// All corners in the order of the sweep.
std::vector<std::uint32_t> sweep_order(std::span<const V2> corners);

}  // namespace bankshot::BANKSHOT_ABI::detail
