#include <bankshot/math/orient.hpp>
#include <bankshot/shape/edge_order.hpp>
#include <bankshot/shape/triangulate.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

using Corners = std::span<const V2>;
using Corner = std::uint32_t;
using Triangle = std::array<Corner, 3>;

enum class Side { lower, upper };

/// The part of a polygon with a boundary that never turns back against the sweep, as far as it is swept and not yet cut
/// into triangles: corners on one side of it that see no other past their neighbours, after one of the other side.
struct Funnel {
  std::vector<Corner> chain;
  Side side = Side::lower;
};

/// Cuts funnels, corner by corner. Source: Garey, Johnson, Preparata and Tarjan 1978.
class FunnelCutter {
 public:
  explicit FunnelCutter(Corners corners) : corners_(corners) { triangles.reserve(corners.size()); }

  /// Adds the next corner, on one side of the funnel.
  void add(Funnel& funnel, Corner corner, Side side) {
    std::vector<Corner>& chain = funnel.chain;
    if (side != funnel.side && chain.size() > 1) {
      close(funnel, corner);
      chain = {chain.back(), corner};
    } else {
      while (chain.size() > 1 && sees_past_last(funnel, corner, side)) {
        emit(side, chain[chain.size() - 2], chain.back(), corner);
        chain.pop_back();
      }
      chain.push_back(corner);
    }
    funnel.side = side;
  }

  /// Closes the funnel with the last corner, which both sides share: it sees all that are left.
  void close(const Funnel& funnel, Corner corner) {
    for (std::size_t i = 1; i < funnel.chain.size(); ++i) {
      emit(funnel.side, funnel.chain[i - 1], funnel.chain[i], corner);
    }
  }

  std::vector<Triangle> triangles;

 private:
  bool sees_past_last(const Funnel& funnel, Corner corner, Side side) const {
    const std::vector<Corner>& chain = funnel.chain;
    const double turn = orient(corners_[chain[chain.size() - 2]], corners_[chain.back()], corners_[corner]);
    return side == Side::lower ? turn > 0 : turn < 0;
  }

  void emit(Side side, Corner a, Corner b, Corner c) {
    triangles.push_back(side == Side::lower ? Triangle{a, b, c} : Triangle{b, a, c});
  }

  Corners corners_;
};

/// A stretch of the sweep line inside the polygon: one funnel, or two if a diagonal will separate them, from the corner
/// where two stretches joined to the next corner in this one.
struct SweepStretch {
  Funnel lower;
  Funnel upper;
  bool two = false;
};

/// Sweeps over the polygon. Where the outline opens to the right against the sweep, or closes to the left, a diagonal
/// separates the funnels, so each of them has one lower and one upper side. Source: Lee and Preparata 1977
/// (regularisation); both passes are done in one here.
class TriangleSweep {
 public:
  explicit TriangleSweep(Corners corners)
      : corners_(corners), floors_(EdgeOrder(corners)), stretch_(corners.size()), cutter_(corners) {}

  std::vector<Triangle> run() {
    for (const Corner corner : sweep_order(corners_)) visit(corner);
    return std::move(cutter_.triangles);
  }

 private:
  void visit(Corner corner) {
    const auto before = static_cast<Corner>(corner_before(corners_, corner));
    const auto after = static_cast<Corner>(corner_after(corners_, corner));
    const bool comes = earlier(corners_[before], corners_[corner]), goes = earlier(corners_[corner], corners_[after]);
    const bool convex = orient(corners_[before], corners_[corner], corners_[after]) > 0;
    // The outline has the polygon to its left: edges that go right are floors of stretches, the others ceilings.
    if (comes && goes) return pass_floor(before, corner);
    if (!comes && !goes) return pass_ceiling(corner);
    if (goes) return convex ? start(corner) : split(corner);
    return convex ? end(before, corner) : merge(before, corner);
  }

  /// The floor of the stretch that contains `corner` or is bounded by it from above.
  Corner floor_below(Corner corner) const { return *std::prev(floors_.lower_bound(corners_[corner])); }

  /// Adds the next corner of a stretch on one of its sides; closes the funnel of that side if there are two.
  void add(SweepStretch& stretch, Corner corner, Side side) {
    if (stretch.two && side == Side::lower) {
      cutter_.close(stretch.lower, corner);
      stretch.lower = std::move(stretch.upper);
    } else if (stretch.two) {
      cutter_.close(stretch.upper, corner);
    }
    stretch.two = false;
    cutter_.add(stretch.lower, corner, side);
  }

  void open(Corner floor, Funnel funnel) {
    floors_.insert(floor);
    stretch_[floor] = {std::move(funnel), {}, false};
  }

  SweepStretch take(Corner floor) {
    floors_.erase(floor);
    return std::move(stretch_[floor]);
  }

  void start(Corner corner) { open(corner, {{corner}, Side::lower}); }

  void pass_floor(Corner before, Corner corner) {
    SweepStretch stretch = take(before);
    add(stretch, corner, Side::lower);
    open(corner, std::move(stretch.lower));
  }

  void pass_ceiling(Corner corner) { add(stretch_[floor_below(corner)], corner, Side::upper); }

  void end(Corner before, Corner corner) {
    const SweepStretch stretch = take(before);
    cutter_.close(stretch.lower, corner);
    if (stretch.two) cutter_.close(stretch.upper, corner);
  }

  /// Splits a stretch by a diagonal to its last corner; if two funnels wait there, their diagonal splits it.
  void split(Corner corner) {
    SweepStretch& below = stretch_[floor_below(corner)];
    Funnel above;
    if (below.two) {
      above = std::move(below.upper);
    } else if (below.lower.chain.size() > 1 && below.lower.side == Side::lower) {
      const Corner last = below.lower.chain.back();
      above = std::move(below.lower);
      below.lower = {{last}, Side::upper};
    } else {
      above = {{below.lower.chain.back()}, Side::lower};
    }
    below.two = false;
    cutter_.add(below.lower, corner, Side::upper);
    cutter_.add(above, corner, Side::lower);
    open(corner, std::move(above));
  }

  void merge(Corner before, Corner corner) {
    SweepStretch above = take(before);
    SweepStretch& below = stretch_[floor_below(corner)];
    add(above, corner, Side::lower);
    add(below, corner, Side::upper);
    below.upper = std::move(above.lower);
    below.two = true;
  }

  Corners corners_;
  SweptEdges floors_;                  ///< edges below stretches, from the lowest to the highest
  std::vector<SweepStretch> stretch_;  ///< by floor
  FunnelCutter cutter_;
};

}  // namespace

std::vector<Triangle> triangulate(Corners corners) { return TriangleSweep(corners).run(); }

}  // namespace bankshot::BANKSHOT_ABI::detail
