#include <bankshot/math/p2.hpp>
#include <bankshot/shape/directions.hpp>
#include <bankshot/shape/seams.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// How many pieces are looked at for one corner or edge: bounds the time for pieces that all lie on one another.
constexpr std::size_t most_neighbours = 256;

P2 point_of(V2 p) { return {p.x, p.y}; }

double distance_to_edge(const ConvexView& view, int edge, P2 p) {
  const P2 a = point_of(view.points[edge]), b = point_of(view.points[edge + 1 == view.count ? 0 : edge + 1]);
  const P2 along = b - a, to = p - a;
  const double share = std::clamp(dot(to, along) / dot(along, along), 0.0, 1.0);
  const P2 off = {to.x - share * along.x, to.y - share * along.y};
  return std::sqrt(dot(off, off));
}

/// Signed distance of a point from a core: negative inside of it.
double distance_to_core(const ConvexView& view, P2 p) {
  if (view.count == 1) {
    const P2 off = p - point_of(view.points[0]);
    return std::sqrt(dot(off, off));
  }
  double deepest = -std::numeric_limits<double>::infinity(), nearest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < view.count; ++i) {
    if (view.count > 2) deepest = std::max(deepest, dot(point_of(view.normals[i]), p - point_of(view.points[i])));
    nearest = std::min(nearest, distance_to_edge(view, i, p));
  }
  return view.count > 2 && deepest <= 0 ? deepest : nearest;
}

struct Shares {
  double from, to;
};

/// The part of the segment a b in a sharp polygon grown by `slack`, as shares of it; empty when from > to.
Shares inside_of(const ConvexView& view, P2 a, P2 b, double slack) {
  Shares part = {0, 1};
  for (int i = 0; i < view.count; ++i) {
    const P2 n = point_of(view.normals[i]), p = point_of(view.points[i]);
    const double at_a = dot(n, a - p) - slack, at_b = dot(n, b - p) - slack;
    if (at_a > 0 && at_b > 0) return {1, 0};
    if (at_a > 0) part.from = std::max(part.from, at_a / (at_a - at_b));
    if (at_b > 0) part.to = std::min(part.to, at_a / (at_a - at_b));
  }
  return part;
}

class Coverage {
 public:
  explicit Coverage(const StoredPieces& pieces) : pieces_(pieces) {
    const Box& box = pieces.bounds;
    const Real farthest =
        max(max(absolute(box.lower.x), absolute(box.lower.y)), max(absolute(box.upper.x), absolute(box.upper.y)));
    near_ = tolerance::seam_factor * tolerance::eps * farthest;
    hair_ = 4 * near_;
  }

  /// The seam of a corner and its edge, given the own one.
  Seam seam(std::uint32_t number, int i) {
    const Piece piece = pieces_.piece(number);
    Seam seam = piece.seams[i];
    if (seam.corner) cover_corner(number, piece.view, i, seam);
    if (seam.edge && piece.view.count > 1) seam.edge = !edge_covered(number, piece.view, i);
    return seam;
  }

 private:
  void find(P2 a, P2 b, double around) {
    const auto grow = static_cast<Real>(around);
    const auto real = [](double x) { return static_cast<Real>(x); };
    const V2 lower = {real(std::min(a.x, b.x)) - grow, real(std::min(a.y, b.y)) - grow};
    const V2 upper = {real(std::max(a.x, b.x)) + grow, real(std::max(a.y, b.y)) + grow};
    found_.clear();
    pieces_.tree().find_some({lower, upper}, most_neighbours, found_);
  }

  void cover_corner(std::uint32_t number, const ConvexView& view, int i, Seam& seam) {
    const P2 corner = point_of(view.points[i]);
    Directions directions(seam.after, seam.before);
    find(corner, corner, double(view.radius) + 2 * near_);
    for (const std::uint32_t other : found_) {
      if (other != number && !leaves_convex(pieces_.piece(other), corner, view.radius, directions)) {
        seam.corner = false;
        return;
      }
    }
    seam.after = directions.after();
    seam.before = directions.before();
  }

  /// Whether a corner still shows beside another piece, whose directions there are added.
  bool leaves_convex(const Piece& other, P2 corner, double radius, Directions& directions) const {
    const double distance = distance_to_core(other.view, corner);
    const double difference = double(other.view.radius) - radius;
    if (distance < difference - near_) return false;  // the other piece holds the whole disc around the corner
    if (std::fabs(difference) > near_) {
      return radius > 0 || std::fabs(distance - other.view.radius) > near_;  // a sharp corner on an arc or its tangent
    }
    if (distance > near_) return true;
    // Cores of one radius that meet: the whole's boundary is at that radius from both.
    for (int k = 0; k < other.view.count; ++k) {
      const P2 off = corner - point_of(other.view.points[k]);
      if (dot(off, off) > double(near_) * near_) continue;
      const Seam& seam = other.seams[k];
      return seam.corner && directions.add(seam.after) && directions.add(seam.before);
    }
    return false;  // in the middle of an edge: straight on both sides
  }

  /// A piece covers a stretch of an edge that it holds, unless it ends there as well: then the middle of the stretch,
  /// moved outward by a hair, lies outside of it. (If not, the piece holds the triangle up to there.)
  Shares covered_by(const ConvexView& cover, P2 a, P2 b, P2 n) const {
    Shares part = {0, 1};
    if (cover.count > 2 && cover.radius == 0) {
      part = inside_of(cover, a, b, near_);
      if (!(part.from < part.to)) return {1, 0};
    } else if (!holds(cover, a) || !holds(cover, b)) {
      return {1, 0};
    }
    const double middle = (part.from + part.to) / 2;
    const P2 out = {a.x + middle * (b.x - a.x) + hair_ * n.x, a.y + middle * (b.y - a.y) + hair_ * n.y};
    return holds(cover, out) ? part : Shares{1, 0};
  }

  bool holds(const ConvexView& cover, P2 p) const { return distance_to_core(cover, p) <= double(cover.radius) + near_; }

  bool edge_covered(std::uint32_t number, const ConvexView& view, int i) {
    const P2 n = point_of(view.normals[i]);
    const V2 from = view.points[i], to = view.points[i + 1 == view.count ? 0 : i + 1];
    const P2 a = {from.x + view.radius * n.x, from.y + view.radius * n.y};
    const P2 b = {to.x + view.radius * n.x, to.y + view.radius * n.y};
    find(a, b, near_);
    covered_.clear();
    for (const std::uint32_t other : found_) {
      if (other != number) covered_.push_back(covered_by(pieces_.piece(other).view, a, b, n));
    }
    std::sort(covered_.begin(), covered_.end(), [](Shares l, Shares r) { return l.from < r.from; });
    const P2 along = b - a;
    const double slack = near_ / std::sqrt(dot(along, along));
    double reached = 0;
    for (const Shares& part : covered_) {
      if (part.from <= part.to && part.from <= reached + slack) reached = std::max(reached, part.to);
    }
    return reached > 0 && reached >= 1 - slack;  // an edge shorter than the slack is not covered by nothing
  }

  const StoredPieces& pieces_;
  Real near_ = 0, hair_ = 0;
  std::vector<std::uint32_t> found_;
  std::vector<Shares> covered_;
};

}  // namespace

void hide_covered(StoredPieces& pieces) {
  Coverage coverage(pieces);
  std::vector<Seam> seams;
  for (std::uint32_t number = 0; number < pieces.size(); ++number) {
    const int count = pieces.piece(number).view.count;
    for (int i = 0; i < count; ++i) seams.push_back(coverage.seam(number, i));
  }
  std::size_t at = 0;
  for (std::uint32_t number = 0; number < pieces.size(); ++number) {
    for (Seam& seam : pieces.seams(number)) seam = seams[at++];
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
