#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/core_edges.hpp>
#include <bankshot/shape/directions.hpp>
#include <bankshot/shape/seams.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

V2 direction(V2 from, V2 to) {
  const V2 right = outward_normal(from, to);
  return {0 - right.y, right.x};
}

void set_own_seams(const ConvexView& view, std::span<Seam> seams) {
  if (view.count < 2) return;
  for (int i = 0; i < view.count; ++i) {
    const V2 before = view.points[i == 0 ? view.count - 1 : i - 1], here = view.points[i];
    const V2 after = view.points[i + 1 == view.count ? 0 : i + 1];
    Seam& seam = seams[static_cast<std::size_t>(i)];
    seam.corner = view.count == 2 || orient(before, here, after) > 0;
    seam.before = direction(here, before);
    seam.after = direction(here, after);
  }
}

void set_outline_seams(std::span<const V2> corners, const Decomposition& cut, StoredPieces& pieces) {
  std::vector<Seam> outline(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const V2 before = corners[i == 0 ? corners.size() - 1 : i - 1], here = corners[i];
    const V2 after = corners[i + 1 == corners.size() ? 0 : i + 1];
    outline[i] = {direction(here, before), direction(here, after), orient(before, here, after) > 0, true};
  }
  for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const std::span<Seam> seams = pieces.seams(piece);
    for (std::size_t i = 0; i < seams.size(); ++i) {
      const std::size_t at = cut.first[piece] + i;
      seams[i] = outline[cut.corner[at]];
      seams[i].edge = cut.twin[at] == Decomposition::none;
    }
  }
}

namespace {

/// The most pieces tested for one corner or edge: bounds the time for pieces that all lie on one another.
constexpr std::size_t most_neighbours = 256;

/// The search effort (nodes of trees, edges of neighbours) per corner with its edge, and in reserve; unspent effort is
/// passed on to the next corners. It bounds the time for n^2 pairs of pieces that meet, such as long boxes that all
/// cross. Pieces side by side take around a hundred. When it is used up, pieces not tested hide nothing.
constexpr std::int64_t looks_of_corner = 256, looks_in_store = 1 << 19;

P2 point_of(V2 p) { return {p.x, p.y}; }

class Coverage {
 public:
  explicit Coverage(const StoredPieces& pieces) : pieces_(pieces) {
    const Box& box = pieces.bounds;
    const Real farthest =
        max(max(absolute(box.lower.x), absolute(box.lower.y)), max(absolute(box.upper.x), absolute(box.upper.y)));
    near_ = tolerance::seam_factor * tolerance::eps * farthest;
    hair_ = 4 * near_;
    edge_boxes_.reserve(pieces.size());
    for (std::uint32_t number = 0; number < pieces.size(); ++number)
      edge_boxes_.emplace_back(pieces.piece(number).view);
    allowance_.add(looks_in_store);
  }

  /// Appends the seams of a piece, based on its own ones.
  void add_seams(std::uint32_t number, std::vector<Seam>& all) {
    const Piece piece = pieces_.piece(number);
    const auto count = static_cast<std::size_t>(piece.view.count), first = all.size();
    std::vector<SegmentPart> shown(count, SegmentPart{0, 1});
    for (std::size_t i = 0; i < count; ++i) {
      allowance_.add(looks_of_corner);
      Seam seam = piece.seams[i];
      const int at = static_cast<int>(i);
      if (seam.corner) cover_corner(number, piece.view, at, seam);
      if (seam.edge && count > 1) {
        shown[i] = shown_of(number, piece.view, at);
        seam.edge = shown[i].from <= shown[i].to;
      }
      all.push_back(seam);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = i + 1 < count ? i + 1 : 0;
      if (all[first + i].edge)
        shorten(piece.view.points[i], piece.view.points[next], shown[i], all[first + i], all[first + next]);
    }
  }

 private:
  void find(P2 a, P2 b, double around) {
    const auto grow = static_cast<Real>(around);
    const auto real = [](double x) { return static_cast<Real>(x); };
    const V2 lower = {real(std::min(a.x, b.x)) - grow, real(std::min(a.y, b.y)) - grow};
    const V2 upper = {real(std::max(a.x, b.x)) + grow, real(std::max(a.y, b.y)) + grow};
    found_.clear();
    const auto nodes = static_cast<std::size_t>(std::max<std::int64_t>(allowance_.left(), 0));
    allowance_.spend(
        static_cast<std::int64_t>(pieces_.tree().find_some({lower, upper}, most_neighbours, nodes, found_)));
  }

  void cover_corner(std::uint32_t number, const ConvexView& view, int i, Seam& seam) {
    const P2 corner = point_of(view.points[i]);
    Directions directions(seam.after, seam.before);
    find(corner, corner, double(view.radius) + 2 * near_);
    for (const std::uint32_t other : found_) {
      if (other == number) continue;
      const bool leaves = leaves_convex(other, corner, view.radius, directions);
      if (allowance_.used_up()) return;
      if (leaves) continue;
      seam.corner = false;
      return;
    }
    seam.after = directions.after();
    seam.before = directions.before();
  }

  /// True if a corner still shows beside another piece; adds that piece's directions there.
  bool leaves_convex(std::uint32_t number, P2 corner, double radius, Directions& directions) {
    const Piece other = pieces_.piece(number);
    const CoreEdges edges(other.view, edge_boxes_[number], allowance_);
    const double distance = edges.distance(corner, near_, std::max(radius, double(other.view.radius)) + 2 * near_);
    const double difference = double(other.view.radius) - radius;
    if (distance < difference - near_) return false;  // the other piece contains the whole disc around the corner
    if (std::fabs(difference) > near_) {
      return radius > 0 || std::fabs(distance - other.view.radius) > near_;  // a sharp corner on an arc or its tangent
    }
    if (distance > near_) return true;
    // Cores of one radius that meet: the union's boundary is at that radius from both.
    const int k = edges.corner_at(corner, near_);
    if (k < 0) return false;  // in the middle of an edge: straight on both sides
    const Seam& seam = other.seams[k];
    return seam.corner && directions.add(seam.after) && directions.add(seam.before);
  }

  /// A piece covers a stretch of an edge that it contains, unless it ends there as well: then the middle of the
  /// stretch, moved outward by the epsilon offset, lies outside of it. (If not, the piece contains the triangle up to
  /// there.)
  SegmentPart covered_by(std::uint32_t number, P2 a, P2 b, P2 n) {
    const ConvexView cover = pieces_.piece(number).view;
    const CoreEdges edges(cover, edge_boxes_[number], allowance_);
    const auto holds = [&](P2 p) {
      const double radius = cover.radius;
      return edges.distance(p, near_, radius + 2 * near_) <= radius + near_;
    };
    SegmentPart part = {0, 1};
    if (cover.count > 2 && cover.radius == 0) {
      part = edges.inside_of(a, b, near_);
      if (!(part.from < part.to)) return {1, 0};
    } else if (!holds(a) || !holds(b)) {
      return {1, 0};
    }
    const double middle = (part.from + part.to) / 2;
    const P2 out = {a.x + middle * (b.x - a.x) + hair_ * n.x, a.y + middle * (b.y - a.y) + hair_ * n.y};
    return holds(out) ? part : SegmentPart{1, 0};
  }

  /// The part of an edge between those that other pieces cover from its ends; empty (from > to) if they cover all of
  /// it.
  SegmentPart shown_of(std::uint32_t number, const ConvexView& view, int i) {
    const P2 n = point_of(view.normals[i]);
    const V2 from = view.points[i], to = view.points[i + 1 == view.count ? 0 : i + 1];
    const P2 a = {from.x + view.radius * n.x, from.y + view.radius * n.y};
    const P2 b = {to.x + view.radius * n.x, to.y + view.radius * n.y};
    find(a, b, near_);
    covered_.clear();
    for (const std::uint32_t other : found_) {
      if (other == number) continue;
      const SegmentPart part = covered_by(other, a, b, n);
      if (allowance_.used_up()) break;
      covered_.push_back(part);
    }
    std::sort(covered_.begin(), covered_.end(), [](SegmentPart l, SegmentPart r) { return l.from < r.from; });
    const P2 along = b - a;
    const double slack = near_ / std::sqrt(dot(along, along));
    SegmentPart shown = {0, 1};
    for (const SegmentPart& part : covered_) {
      if (part.from <= part.to && part.from <= shown.from + slack) shown.from = std::max(shown.from, part.to);
    }
    // An edge shorter than the slack counts as covered only if a piece covers some of it.
    if (shown.from > 0 && shown.from >= 1 - slack) return {1, 0};
    std::sort(covered_.begin(), covered_.end(), [](SegmentPart l, SegmentPart r) { return l.to > r.to; });
    for (const SegmentPart& part : covered_) {
      if (part.from <= part.to && part.to >= shown.to - slack) shown.to = std::min(shown.to, part.from);
    }
    return shown;
  }

  /// Stores in the corners at the ends of an edge how much of it is hidden from there on, if by more than the accuracy
  /// of touching pieces.
  void shorten(V2 from, V2 to, const SegmentPart& shown, Seam& first, Seam& last) const {
    const P2 along = {double(to.x) - from.x, double(to.y) - from.y};
    const double hair = hair_ / std::sqrt(dot(along, along));
    const V2 way = direction(from, to);
    if (!first.corner && shown.from > hair) first.after = static_cast<Real>(1 - shown.from) * way;
    if (!last.corner && shown.to < 1 - hair) last.before = -(static_cast<Real>(shown.to) * way);
  }

  const StoredPieces& pieces_;
  std::vector<EdgeBoxes> edge_boxes_;  ///< of all pieces
  Allowance allowance_;
  Real near_ = 0, hair_ = 0;
  std::vector<std::uint32_t> found_;
  std::vector<SegmentPart> covered_;
};

}  // namespace

void hide_covered(StoredPieces& pieces) {
  Coverage coverage(pieces);
  std::vector<Seam> seams;
  for (std::uint32_t number = 0; number < pieces.size(); ++number) coverage.add_seams(number, seams);
  std::size_t at = 0;
  for (std::uint32_t number = 0; number < pieces.size(); ++number) {
    for (Seam& seam : pieces.seams(number)) seam = seams[at++];
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
