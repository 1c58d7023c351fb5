#pragma once
// A mask, for the library itself. Not part of the public interface.

#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/lattice.hpp>
#include <bankshot/shape/mask_bits.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Pieces are the rectangles of its bits, each made on request: with extra corners where a neighbour ends, so that each
/// edge is inside or on the boundary as a whole. The extent is the shortest run of solid pixels in a row or column.
class MaskParts final : public Composite {
 public:
  /// Precondition: there is a solid pixel.
  MaskParts(const MaskDef& def, std::shared_ptr<const MaskBits> bits);

  void find(const Box& box, std::vector<std::uint32_t>& out) const override;
  bool has(std::uint32_t number) const noexcept override { return bits_->has(number); }
  Piece piece(std::uint32_t number, PieceSpace& space) const noexcept override;
  Moments moments() const noexcept override { return moments_; }
  std::shared_ptr<const Composite> moved(V2 by) const override;
  void describe(std::vector<double>& out) const override;

  const MaskDef& def() const { return def_; }
  const MaskBits& bits() const { return *bits_; }

 private:
  Box box_of(const PixelRect& rect) const { return lattice_.box(rect.left, rect.low, rect.right, rect.high); }
  Seam seam_at(int x, int y, bool covered) const noexcept;
  template <class Visit>
  void for_each_rect(Visit visit) const;
  void measure();

  MaskDef def_;
  Lattice lattice_;
  std::shared_ptr<const MaskBits> bits_;
  Moments moments_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
