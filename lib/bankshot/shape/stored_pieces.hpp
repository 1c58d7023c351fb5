#pragma once
// A composite that stores all its pieces. Not part of the public interface.

#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/piece_tree.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// For compounds, simple polygons and chains.
class StoredPieces final : public Composite {
 public:
  void find(const Box& box, std::vector<std::uint32_t>& out) const override { tree_.find(box, out); }
  bool has(std::uint32_t number) const noexcept override { return number < size(); }
  Piece piece(std::uint32_t number, PieceSpace& space) const noexcept override;
  bool one_way(std::uint32_t number) const noexcept override { return number < size() && heads_[number].one_way >= 0; }
  Moments moments() const noexcept override { return moments_; }
  std::shared_ptr<const Composite> moved(V2 by) const override;
  void describe(std::vector<double>& out) const override;

  std::uint32_t size() const { return static_cast<std::uint32_t>(heads_.size()); }
  std::size_t corners() const { return points_.size(); }  ///< of all pieces, including centres of circles
  Piece piece(std::uint32_t number) const noexcept;
  Box box(std::uint32_t number) const noexcept;
  const PieceTree& tree() const { return tree_; }

  /// Adds a copy of a convex shape's arrays. Its seams hide nothing and have no directions yet.
  void add(const ConvexView& view, int one_way = -1);
  /// For the caller to fill in.
  std::span<Seam> seams(std::uint32_t number);
  /// To be called when all pieces are added.
  void finish();

 private:
  struct Head {
    std::size_t first;  ///< of its points, normals and seams
    int count;
    int one_way;
    Real radius;
    V2 centre;
    Real reach, extent;
  };

  void index();

  std::vector<Head> heads_;
  std::vector<V2> points_;
  std::vector<V2> normals_;  ///< as many as points; unused for a circle
  std::vector<Seam> seams_;
  PieceTree tree_;
  Moments moments_;
};

/// The box around a piece.
Box box_of(const ConvexView& view) noexcept;

/// The combined moments of parts; overlaps are counted as often as they occur. Sums are about the first centre.
class MomentSum {
 public:
  void add(const Moments& part);
  Moments total() const;

 private:
  bool any_ = false;
  double x_ = 0, y_ = 0;  ///< the origin of the sums
  double area_ = 0, first_x_ = 0, first_y_ = 0, second_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
