#pragma once
// Queries on the edges of one convex core: distance of a point, and the part of a segment inside. Not part of the
// public interface.

#include <bankshot/math/vec2d.hpp>
#include <bankshot/shape/convex.hpp>

#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The remaining search effort: one for each edge, stretch of edges, or node of a tree.
class Allowance {
 public:
  void add(std::int64_t much) { left_ += much; }
  void spend(std::int64_t much) { left_ -= much; }
  std::int64_t left() const { return left_; }
  bool used_up() const { return left_ <= 0; }

 private:
  std::int64_t left_ = 0;
};

/// A part of a segment, as shares of it; empty if from > to.
struct SegmentPart {
  double from, to;
};

/// Boxes around stretches of a core's edges: the root is all of them, a stretch of more than `most` has two halves. A
/// core with fewer edges is a single stretch and needs no box.
class EdgeBoxes {
 public:
  static constexpr int most = 16;
  struct Stretch {
    std::size_t node;
    int first, count;
    Stretch left() const { return {2 * node, first, count / 2}; }
    Stretch right() const { return {2 * node + 1, first + count / 2, count - count / 2}; }
    bool single() const { return count <= most; }
  };

  EdgeBoxes() = default;
  explicit EdgeBoxes(const ConvexView& view);

  double distance(const Stretch& stretch, P2 p) const;

 private:
  Box fill(const ConvexView& view, const Stretch& stretch);
  std::vector<Box> boxes_;  ///< by node; empty for a single stretch
};

/// Queries take a time that grows with the logarithm of the number of edges, except for a core that is a circle around
/// the query's point. Each spends from an allowance, and its result is meaningless when that is used up.
class CoreEdges {
 public:
  CoreEdges(const ConvexView& view, const EdgeBoxes& boxes, Allowance& allowance)
      : view_(view), boxes_(boxes), allowance_(allowance) {}

  /// Signed distance of a point from the core, negative inside. Exact up to `beyond` on either side; for a core of many
  /// edges, unsigned if the point is within `near` of its outline.
  double distance(P2 p, double near, double beyond) const;

  /// The part of the segment a b in a sharp polygon grown by `slack`.
  SegmentPart inside_of(P2 a, P2 b, double slack) const;

  /// The first corner within `near` of a point; -1 if there is none.
  int corner_at(P2 p, double near) const;

 private:
  using Stretch = EdgeBoxes::Stretch;

  Stretch all() const { return {1, 0, view_.count}; }
  P2 point(int i) const { return {view_.points[i].x, view_.points[i].y}; }
  P2 normal(int i) const { return {view_.normals[i].x, view_.normals[i].y}; }
  int next(int i) const { return i + 1 == view_.count ? 0 : i + 1; }

  double distance_to_edge(int edge, P2 p) const;
  void nearest(const Stretch& stretch, P2 p, double beyond, double& best) const;
  double deepest(P2 p) const;
  bool inside(P2 p) const;
  bool clear_of(const Stretch& stretch, P2 p, double slack) const;
  bool clip_by_edge(int edge, P2 a, P2 b, double slack, SegmentPart& part) const;
  bool clip(const Stretch& stretch, P2 a, P2 b, double slack, SegmentPart& part) const;
  int corner_in(const Stretch& stretch, P2 p, double near) const;

  const ConvexView& view_;
  const EdgeBoxes& boxes_;
  Allowance& allowance_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
