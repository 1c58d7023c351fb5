#include <bankshot/math/orient.hpp>
#include <bankshot/shape/decompose.hpp>
#include <bankshot/shape/triangulate.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

using Corners = std::span<const V2>;
using Number = std::uint32_t;

/// Pieces as rings of half-edges: each is one side of an edge, with its piece to its left.
class Mesh {
 public:
  explicit Mesh(Corners corners) : corners_(corners) {
    for (const std::array<Number, 3>& triangle : triangulate(corners)) {
      const auto base = static_cast<Number>(edges_.size());
      for (Number k = 0; k < 3; ++k) {
        edges_.push_back({triangle[k], base + (k + 1) % 3, base + (k + 2) % 3, Decomposition::none, false});
      }
    }
    pair_twins();
  }

  /// Removes diagonals if the joined piece is convex at both of its ends, the longest first: the pieces get less thin.
  /// Source: Hertel and Mehlhorn 1983.
  void merge() {
    for (const Number e : diagonals()) {
      const Number t = edges_[e].twin;
      if (!stays_convex(e, t) || !stays_convex(t, e)) continue;
      join(edges_[e].previous, edges_[t].next);
      join(edges_[t].previous, edges_[e].next);
      edges_[e].gone = edges_[t].gone = true;
    }
  }

  /// Pieces in the order of their first half-edges.
  Decomposition pieces() const {
    Decomposition result;
    std::vector<Number> place(edges_.size(), Decomposition::none);
    std::vector<Number> listed;
    for (Number start = 0; start < edges_.size(); ++start) {
      if (edges_[start].gone || place[start] != Decomposition::none) continue;
      result.first.push_back(static_cast<Number>(listed.size()));
      for (Number e = start; place[e] == Decomposition::none; e = edges_[e].next) {
        place[e] = static_cast<Number>(listed.size());
        listed.push_back(e);
      }
    }
    result.first.push_back(static_cast<Number>(listed.size()));
    for (const Number e : listed) {
      result.corner.push_back(edges_[e].from);
      result.twin.push_back(edges_[e].twin == Decomposition::none ? Decomposition::none : place[edges_[e].twin]);
    }
    return result;
  }

 private:
  struct HalfEdge {
    Number from, next, previous, twin;
    bool gone;
  };

  Number to(Number e) const { return edges_[edges_[e].next].from; }

  void join(Number e, Number next) {
    edges_[e].next = next;
    edges_[next].previous = e;
  }

  /// Two half-edges between the same corners are twins; a single one is an edge of the outline.
  void pair_twins() {
    std::vector<std::array<Number, 3>> ends;  // smaller corner, larger corner, half-edge
    ends.reserve(edges_.size());
    for (Number e = 0; e < edges_.size(); ++e) {
      ends.push_back({std::min(edges_[e].from, to(e)), std::max(edges_[e].from, to(e)), e});
    }
    std::sort(ends.begin(), ends.end());
    for (std::size_t k = 1; k < ends.size(); ++k) {
      if (ends[k - 1][0] != ends[k][0] || ends[k - 1][1] != ends[k][1]) continue;
      edges_[ends[k][2]].twin = ends[k - 1][2];
      edges_[ends[k - 1][2]].twin = ends[k][2];
    }
  }

  std::vector<Number> diagonals() const {
    std::vector<std::pair<double, Number>> order;  // shortest square last
    for (Number e = 0; e < edges_.size(); ++e) {
      if (edges_[e].twin == Decomposition::none || edges_[e].twin < e) continue;
      const V2 a = corners_[edges_[e].from], b = corners_[to(e)];
      const double x = double(b.x) - a.x, y = double(b.y) - a.y;
      order.emplace_back(-(x * x + y * y), e);
    }
    std::sort(order.begin(), order.end());
    std::vector<Number> result;
    result.reserve(order.size());
    for (const auto& entry : order) result.push_back(entry.second);
    return result;
  }

  /// True if the corner at the start of half-edge e is convex without it and its twin t.
  bool stays_convex(Number e, Number t) const {
    const V2 before = corners_[edges_[edges_[e].previous].from], here = corners_[edges_[e].from];
    return orient(before, here, corners_[to(edges_[t].next)]) >= 0;
  }

  Corners corners_;
  std::vector<HalfEdge> edges_;
};

}  // namespace

Decomposition decompose(Corners corners) {
  Mesh mesh(corners);
  mesh.merge();
  return mesh.pieces();
}

}  // namespace bankshot::BANKSHOT_ABI::detail
