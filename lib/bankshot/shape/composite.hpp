#pragma once
// Shapes made of convex pieces, as the library itself sees them. Not part of the public interface.
//
// A composite is queried piece by piece. Boundaries that its pieces share inside the union must not show: an edge
// between two pieces is no surface, and a corner where a piece meets its neighbours sticks out only as far as the union
// does. So each piece has a seam per corner.

#include <bankshot/math/box.hpp>
#include <bankshot/shape/convex.hpp>
#include <bankshot/shape/moments.hpp>
#include <bankshot/tolerance.hpp>

#include <array>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

/// The boundary of the union at corner i of a piece, and along the edge from it to corner i + 1.
struct Seam {
  /// If the union is convex at this corner: the directions in which its boundary leaves the corner, unit vectors. A
  /// contact at the corner may have the normals n (outward) with dot(n, before) <= 0 and dot(n, after) <= 0. Otherwise
  /// the directions of the piece's own edges, each shortened from unit length by the share of the edge that other
  /// pieces hide from this corner on; or zero, if no edge is hidden in part.
  V2 before, after;
  bool corner = true;  ///< false: the union is straight, reflex or solid here; contacts are with faces only
  bool edge = true;    ///< false: the edge lies inside the union
};

/// The share of an edge that is hidden from a corner on, by its direction there. 0 if below the accuracy of directions.
BANKSHOT_INLINE Real hidden_share(const Seam& seam, V2 leaves) {
  const Real square = length_squared(leaves);
  if (seam.corner || square == 0 || square >= 1 - 16 * tolerance::eps) return 0;
  return 1 - std::sqrt(square);
}

/// A convex part of a composite, in the composite's coordinates.
struct Piece {
  ConvexView view;
  const Seam* seams = nullptr;  ///< view.count of them; null if nothing is hidden
  /// Edge index of the only face that stops anything, and only from its outer side; -1: an ordinary piece.
  int one_way = -1;
};

/// Memory for a piece that is made on request.
struct PieceSpace {
  std::array<V2, 8> points, normals;
  std::array<Seam, 8> seams;
};

class Composite {
 public:
  virtual ~Composite() = default;

  /// Appends the numbers of the pieces whose boxes meet `box` (composite coordinates, closed) to `out`, ascending.
  virtual void find(const Box& box, std::vector<std::uint32_t>& out) const = 0;

  /// True if there is a piece of that number.
  virtual bool has(std::uint32_t number) const noexcept = 0;

  /// The piece of that number. Precondition: find() returned the number. Valid as long as the composite and `space`.
  virtual Piece piece(std::uint32_t number, PieceSpace& space) const noexcept = 0;

  /// The material of a piece; 0 unless the composite is a grid.
  virtual std::uint8_t material(std::uint32_t) const noexcept { return 0; }

  /// True if there is a piece of that number that stops from one side only.
  virtual bool one_way(std::uint32_t) const noexcept { return false; }

  /// With density 1; for chains: density per unit length.
  virtual Moments moments() const noexcept = 0;

  /// The same composite, moved.
  virtual std::shared_ptr<const Composite> moved(V2 by) const = 0;

  /// Appends all numbers that define the composite to `out`: equal composites have equal lists.
  virtual void describe(std::vector<double>& out) const = 0;

  /// Box around all pieces, composite coordinates.
  Box bounds;
  /// Smallest extent of the pieces, as far as it limits the speed at which a body cannot pass through; length.
  Real extent = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
