#pragma once
// A shape as its convex parts: a convex shape is a single part. Not part of the public interface.

#include <bankshot/query/convex/pair_frame.hpp>
#include <bankshot/shape/stored_pieces.hpp>

#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

/// One convex part of a shape, in the shape's coordinates.
struct Part {
  ConvexView view;
  const Seam* seams = nullptr;  ///< null: nothing is hidden
  int one_way = -1;             ///< see Piece
  std::int32_t number = 0;
};

BANKSHOT_INLINE bool both_convex(const Shape& a, const Shape& b) { return a.convex() && b.convex(); }
BANKSHOT_INLINE bool with_container(const Shape& a, const Shape& b) {
  return a.kind() == ShapeKind::container || b.kind() == ShapeKind::container;
}
BANKSHOT_INLINE bool has_one_way(const Part& a, const Part& b) { return a.one_way >= 0 || b.one_way >= 0; }

inline constexpr Real infinite = std::numeric_limits<Real>::infinity();

/// Relative placement of two shapes. Every question about a pair depends on this alone.
struct Placement {
  Q2 qa, qb;
  V2 d;  ///< position of A minus position of B

  Placement exchanged() const { return {qb, qa, -d}; }
};

Placement placement(const Pose& a, const Pose& b) noexcept;

/// The box around all parts of a shape. Precondition: not a container.
Box bounds_of(const Shape& shape) noexcept;

/// The box in A's coordinates, grown by `margin` (world length), as a box in B's.
Box into_b(const Placement& at, const Box& of_a, Real margin) noexcept;

/// Appends the parts of a shape near a box in its coordinates to `out`, ascending. Precondition: not a container.
void parts_near(const Shape& shape, const Box& box, std::vector<std::uint32_t>& out);

/// The part of that number. Valid as long as the shape and `space`.
Part part_of(const Shape& shape, std::uint32_t number, PieceSpace& space) noexcept;

/// frame_of() takes the widest band of the pair: that of the whole shapes, band_of(); infinite if a pose is not finite.
PairFrame frame_of(const Part& a, const Part& b, const Placement& at, Real band) noexcept;
Real band_of(const Shape& a, const Shape& b, const Placement& at) noexcept;

/// Calls visit(part) for the parts of `shape` near a box in its coordinates, ascending. Precondition: not a container.
template <class Visit>
void for_each_part(const Shape& shape, const Box& box, Visit&& visit) {
  std::vector<std::uint32_t> numbers;
  parts_near(shape, box, numbers);
  PieceSpace space;
  for (const std::uint32_t number : numbers) visit(part_of(shape, number, space));
}

/// The parts of a pair that are near one another. A caller with many pairs keeps the memory.
struct PartNumbers {
  std::vector<std::uint32_t> of_a, of_b;
};

/// Calls visit(part of A, part of B) for all pairs of parts whose boxes come within `margin`; stops when it returns
/// false. Pairs are visited in the order of their numbers.
template <class Visit>
void for_each_pair(const Shape& a, const Shape& b, const Placement& at, Real margin, PartNumbers& numbers,
                   Visit&& visit) {
  const Placement reverse = at.exchanged();
  numbers.of_a.clear();
  parts_near(a, into_b(reverse, bounds_of(b), margin), numbers.of_a);
  PieceSpace space_a, space_b;
  for (const std::uint32_t i : numbers.of_a) {
    const Part part_a = part_of(a, i, space_a);
    numbers.of_b.clear();
    parts_near(b, into_b(at, box_of(part_a.view), margin), numbers.of_b);
    for (const std::uint32_t j : numbers.of_b) {
      if (!visit(part_a, part_of(b, j, space_b))) return;
    }
  }
}

template <class Visit>
void for_each_pair(const Shape& a, const Shape& b, const Placement& at, Real margin, Visit&& visit) {
  PartNumbers numbers;
  for_each_pair(a, b, at, margin, numbers, visit);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
